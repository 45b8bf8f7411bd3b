//! What pictures go through before a reader gets them: cropping, blurring, rescaling, compression.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, crop_imm, resize};
use image::{ImageFormat, Rgb, RgbImage};

/// What happened to a picture, in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wear {
    /// The share of the width and height cut off on each side, at most 0.4; where negative, the share of a grey border
    /// added, at most 1.
    pub trim: f32,
    /// Whether it was blurred: brought to half its size and back.
    pub soft: bool,
    /// The scale it was brought to.
    pub scale: f32,
    /// The quality of the JPEG it was, 1 to 100.
    pub jpeg: Option<u8>,
}

impl Wear {
    /// Nothing happened.
    pub const NONE: Wear = Wear { trim: 0.0, soft: false, scale: 1.0, jpeg: None };

    /// The picture after all that.
    pub fn apply(&self, picture: RgbImage) -> RgbImage {
        let mut picture = trimmed(picture, self.trim);
        let (width, height) = picture.dimensions();
        if self.soft {
            picture = scaled(&scaled(&picture, width.div_ceil(2), height.div_ceil(2)), width, height);
        }
        if self.scale != 1.0 {
            let side = |length: u32| ((length as f32 * self.scale + 0.5) as u32).max(1);
            picture = scaled(&picture, side(width), side(height));
        }
        match self.jpeg {
            Some(quality) => through_jpeg(picture, quality),
            None => picture,
        }
    }
}

fn scaled(picture: &RgbImage, width: u32, height: u32) -> RgbImage {
    resize(picture, width, height, FilterType::CatmullRom)
}

fn trimmed(picture: RgbImage, trim: f32) -> RgbImage {
    let (width, height) = picture.dimensions();
    let part = |length: u32| (length as f32 * trim.clamp(-1.0, 0.4).abs() + 0.5) as u32;
    let (x, y) = (part(width), part(height));
    if trim >= 0.0 {
        return crop_imm(&picture, x, y, (width - 2 * x).max(1), (height - 2 * y).max(1)).to_image();
    }
    let mut bordered = RgbImage::from_pixel(width + 2 * x, height + 2 * y, Rgb([0x88; 3]));
    image::imageops::replace(&mut bordered, &picture, x.into(), y.into());
    bordered
}

/// The picture after it has been a JPEG of that quality.
fn through_jpeg(picture: RgbImage, quality: u8) -> RgbImage {
    let mut bytes = Cursor::new(Vec::new());
    let written = JpegEncoder::new_with_quality(&mut bytes, quality.clamp(1, 100)).encode_image(&picture);
    let read = written.and_then(|()| image::load_from_memory_with_format(bytes.get_ref(), ImageFormat::Jpeg));
    read.map_or(picture, |read| read.to_rgb8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::scene::Picture;

    #[test]
    fn wear_changes_what_it_says() {
        let picture = Picture::Marble.draw(100, 50, 1);
        assert_eq!(Wear::NONE.apply(picture.clone()), picture);
        let size = |wear: Wear| wear.apply(picture.clone()).dimensions();
        assert_eq!(size(Wear { trim: 0.1, ..Wear::NONE }), (80, 40));
        assert_eq!(size(Wear { trim: -0.1, ..Wear::NONE }), (120, 60));
        assert_eq!(size(Wear { scale: 1.5, soft: true, ..Wear::NONE }), (150, 75));
        let compressed = Wear { jpeg: Some(0), ..Wear::NONE }.apply(picture.clone());
        assert!(compressed.dimensions() == (100, 50) && compressed != picture);
    }
}
