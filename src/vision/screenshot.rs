//! From the bytes of a picture file to upright RGB pixels, within bounds.

use std::fmt;
use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Rgb, RgbImage, RgbaImage};

/// A picture as it was seen: decoded, upright, opaque.
#[derive(Clone, Debug)]
pub struct Screenshot {
    /// The pixels. Transparent ones are shown on white.
    pub pixels: RgbImage,
    /// What they kept of the screen.
    pub fidelity: Fidelity,
}

/// What pixels kept of the screen they show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fidelity {
    /// They are as they were drawn.
    Exact,
    /// They were compressed with loss: colours near edges are not exact.
    Lossy,
    /// They were photographed: blurred, and their light may change from place to place.
    Photographed,
}

/// Why bytes are not a picture that can be read.
#[derive(Debug)]
pub enum ScreenshotError {
    /// There are no bytes.
    Nothing,
    /// They are of no picture format that is read.
    Format,
    /// They end too soon or are damaged.
    Damaged(ImageError),
    /// A JPEG whose end is missing.
    Truncated,
    /// The picture is too small to hold a board.
    TooSmall {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
    /// The picture says that it is larger than any memory.
    Immense,
    /// The picture is larger than anything a screen shows.
    TooLarge {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
}

impl Screenshot {
    /// The least width and height in pixels.
    pub const MIN_SIDE: u32 = 16;
    /// The greatest width and height in pixels.
    pub const MAX_SIDE: u32 = 16_384;
    /// The greatest number of pixels: two screens of 8K.
    pub const MAX_PIXELS: u64 = 2 * 7680 * 4320;

    /// Pixels as they were drawn.
    pub fn exact(pixels: RgbImage) -> Screenshot {
        Screenshot { pixels, fidelity: Fidelity::Exact }
    }

    /// Decodes PNG, JPEG, WebP, BMP or GIF (its first frame). Sizes are checked before anything is allocated for them.
    pub fn decode(bytes: &[u8]) -> Result<Screenshot, ScreenshotError> {
        if bytes.is_empty() {
            return Err(ScreenshotError::Nothing);
        }
        let mut reader =
            ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| ScreenshotError::Format)?;
        let format = reader.format().ok_or(ScreenshotError::Format)?;
        if format == ImageFormat::Jpeg && !jpeg_has_end(bytes) {
            return Err(ScreenshotError::Truncated);
        }
        reader.limits(Limits::no_limits());
        let mut decoder = reader.into_decoder().map_err(refusal)?;
        let (width, height) = decoder.dimensions();
        if width < Self::MIN_SIDE || height < Self::MIN_SIDE {
            return Err(ScreenshotError::TooSmall { width, height });
        }
        let pixels = u64::from(width) * u64::from(height);
        if width > Self::MAX_SIDE || height > Self::MAX_SIDE || pixels > Self::MAX_PIXELS {
            return Err(ScreenshotError::TooLarge { width, height });
        }
        let orientation = decoder.orientation().map_err(refusal)?;
        let mut picture = DynamicImage::from_decoder(decoder).map_err(refusal)?;
        picture.apply_orientation(orientation);
        let fidelity = match format {
            ImageFormat::Jpeg | ImageFormat::WebP => Fidelity::Lossy,
            _ => Fidelity::Exact,
        };
        Ok(Screenshot { pixels: opaque(picture), fidelity })
    }
}

fn refusal(error: ImageError) -> ScreenshotError {
    match error {
        ImageError::Unsupported(_) => ScreenshotError::Format,
        ImageError::Limits(_) => ScreenshotError::Immense,
        error => ScreenshotError::Damaged(error),
    }
}

/// Whether an end marker follows the last start of a scan. Within a scan's data neither marker can stand, so a file cut
/// short has none; the decoder would fill the rest with grey.
fn jpeg_has_end(bytes: &[u8]) -> bool {
    let last = |marker: u8| bytes.windows(2).rposition(|pair| pair == [0xff, marker]);
    last(0xd9) > last(0xda)
}

fn opaque(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture: RgbaImage = picture.into_rgba8();
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [r, g, b, alpha] = picture.get_pixel(x, y).0;
        let over_white = |value: u8| {
            let (value, alpha) = (u16::from(value), u16::from(alpha));
            ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
        };
        Rgb([r, g, b].map(over_white))
    })
}

impl fmt::Display for ScreenshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScreenshotError::Nothing => f.write_str("the file is empty"),
            ScreenshotError::Format => {
                f.write_str("not a picture in a format that is read (PNG, JPEG, WebP, BMP, GIF)")
            }
            ScreenshotError::Damaged(error) => write!(f, "the picture is damaged or cut short: {error}"),
            ScreenshotError::Truncated => f.write_str("the picture is cut short: its end is missing"),
            ScreenshotError::TooSmall { width, height } => write!(
                f,
                "a picture of {width}x{height} pixels is too small: both sides must be at least {} pixels",
                Screenshot::MIN_SIDE
            ),
            ScreenshotError::Immense => write!(
                f,
                "the picture is too large: at most {} pixels a side and {} million in all",
                Screenshot::MAX_SIDE,
                Screenshot::MAX_PIXELS / 1_000_000
            ),
            ScreenshotError::TooLarge { width, height } => write!(
                f,
                "a picture of {width}x{height} pixels is too large: at most {} pixels a side and {} million in all",
                Screenshot::MAX_SIDE,
                Screenshot::MAX_PIXELS / 1_000_000
            ),
        }
    }
}

impl std::error::Error for ScreenshotError {}

#[cfg(test)]
mod tests {
    use image::{GrayImage, ImageBuffer, Luma, Rgba};

    use super::*;

    fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.into().write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn ramp() -> RgbImage {
        RgbImage::from_fn(40, 30, |x, y| Rgb([(x * 6) as u8, (y * 8) as u8, 90]))
    }

    #[test]
    fn every_format_gives_the_same_picture() {
        for format in [ImageFormat::Png, ImageFormat::Bmp, ImageFormat::WebP] {
            let screenshot = Screenshot::decode(&encoded(ramp(), format)).unwrap();
            assert_eq!(screenshot.pixels, ramp(), "{format:?}");
        }
        let jpeg = Screenshot::decode(&encoded(ramp(), ImageFormat::Jpeg)).unwrap();
        assert_eq!(jpeg.fidelity, Fidelity::Lossy);
        assert_eq!(jpeg.pixels.dimensions(), (40, 30));
    }

    #[test]
    fn grey_deep_and_transparent_pictures_become_opaque_rgb() {
        let grey = GrayImage::from_pixel(20, 20, Luma([77]));
        let deep = ImageBuffer::<Luma<u16>, _>::from_pixel(20, 20, Luma([77 * 257]));
        let clear = RgbaImage::from_pixel(20, 20, Rgba([77, 0, 255, 51]));
        let first = |bytes: Vec<u8>| Screenshot::decode(&bytes).unwrap().pixels.get_pixel(0, 0).0;
        assert_eq!(first(encoded(grey, ImageFormat::Png)), [77; 3]);
        assert_eq!(first(encoded(DynamicImage::ImageLuma16(deep), ImageFormat::Png)), [77; 3]);
        assert_eq!(first(encoded(clear, ImageFormat::Png)), [219, 204, 255]);
    }

    /// The same PNG with a head that claims other sides.
    fn claiming(mut png: Vec<u8>, side: u32) -> Vec<u8> {
        for place in [16, 20] {
            png[place..place + 4].copy_from_slice(&side.to_be_bytes());
        }
        let mut sum = flate2::Crc::new();
        sum.update(&png[12..29]);
        png[29..33].copy_from_slice(&sum.sum().to_be_bytes());
        png
    }

    #[test]
    fn what_cannot_be_read_is_said_in_one_line() {
        let message = |bytes: &[u8]| Screenshot::decode(bytes).unwrap_err().to_string();
        assert_eq!(message(b""), "the file is empty");
        assert_eq!(message(b"tiles"), "not a picture in a format that is read (PNG, JPEG, WebP, BMP, GIF)");
        let png = encoded(ramp(), ImageFormat::Png);
        assert!(message(&png[..png.len() / 2]).starts_with("the picture is damaged or cut short: "));
        let jpeg = encoded(ramp(), ImageFormat::Jpeg);
        assert_eq!(message(&jpeg[..jpeg.len() - 9]), "the picture is cut short: its end is missing");
        assert_eq!(
            message(&encoded(RgbImage::new(1, 50), ImageFormat::Png)),
            "a picture of 1x50 pixels is too small: both sides must be at least 16 pixels"
        );
        assert_eq!(
            message(&encoded(GrayImage::new(30_000, 16), ImageFormat::Png)),
            "a picture of 30000x16 pixels is too large: at most 16384 pixels a side and 66 million in all"
        );
        assert_eq!(
            message(&claiming(png, u32::MAX >> 1)),
            "the picture is too large: at most 16384 pixels a side and 66 million in all"
        );
    }

    #[test]
    fn damaged_bytes_never_panic() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Bmp] {
            let bytes = encoded(ramp(), format);
            for position in 0..bytes.len().min(400) {
                let mut damaged = bytes.clone();
                damaged[position] ^= 0x5a;
                let _ = Screenshot::decode(&damaged);
            }
        }
    }
}
