//! Still pictures as PNG files.
//!
//! Measured on a rich board of 741x741 pixels: [`Effort::Quick`] 826 KB in 2 ms, [`Effort::Small`] 806 KB in 20 ms; on
//! a sheet of 3825x3054, which repeats itself, 18.4 MB in 58 ms against 6.4 MB in 147 ms. Trying harder than that
//! makes neither smaller. So single steps are written quickly and sheets small.

use std::fmt;

use image::RgbImage;
use rayon::prelude::*;

use super::palette::{Palette, Sample};
use super::strips;

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For single steps: by far the quickest.
    Quick,
    /// For sheets: a third of the bytes, packed on all cores.
    Small,
}

/// Why a picture could not be encoded.
#[derive(Debug)]
pub struct StillError(png::EncodingError);

/// The picture as a PNG file, without loss.
pub fn encode_png(picture: &RgbImage, effort: Effort) -> Result<Vec<u8>, StillError> {
    let (width, height) = picture.dimensions();
    let mut bytes = Vec::with_capacity(picture.as_raw().len() / 2);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(StillError)?;
    match effort {
        Effort::Quick => writer.write_image_data(picture.as_raw()),
        Effort::Small => writer.write_chunk(png::chunk::IDAT, &strips::pack(picture.as_raw(), width as usize)),
    }
    .and_then(|()| writer.finish())
    .map_err(StillError)?;
    Ok(bytes)
}

/// The picture as a PNG file of at most 256 colours: about a quarter of the size, to share.
pub fn encode_shared_png(picture: &RgbImage) -> Result<Vec<u8>, StillError> {
    let (width, height) = picture.dimensions();
    let palette = Palette::choose(&samples(picture), 256);
    let indices: Vec<u8> = picture
        .as_raw()
        .par_chunks(3 * 16 * width.max(1) as usize)
        .map(|rows| palette.indices(rows.chunks_exact(3).map(|p| [p[0], p[1], p[2]])).collect::<Vec<u8>>())
        .flatten_iter()
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.colours().concat());
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&indices)).map_err(StillError)?;
    Ok(bytes)
}

/// Evenly chosen pixels, enough for a palette.
fn samples(picture: &RgbImage) -> Vec<Sample> {
    let pixels = picture.width() as usize * picture.height() as usize;
    let every = (pixels / 50_000).max(1) | 1;
    picture.pixels().step_by(every).map(|pixel| Sample { colour: pixel.0, weight: 1.0 }).collect()
}

impl fmt::Display for StillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be written as PNG: {}", self.0)
    }
}

impl std::error::Error for StillError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::testing;

    #[test]
    fn png_files_hold_the_very_pixels() {
        let picture = testing::artwork(3, 3, 8).board().clone();
        for effort in [Effort::Quick, Effort::Small] {
            let bytes = encode_png(&picture, effort).unwrap();
            assert_eq!(image::load_from_memory(&bytes).unwrap().into_rgb8(), picture);
        }
    }

    #[test]
    fn shared_files_are_smaller_and_close() {
        let mut grain = 1_u32;
        let picture = RgbImage::from_fn(150, 150, |x, y| {
            grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            image::Rgb([x as u8, y as u8, 100 + (grain >> 28) as u8])
        });
        let shared = encode_shared_png(&picture).unwrap();
        let whole = encode_png(&picture, Effort::Small).unwrap();
        assert!(shared.len() * 3 < whole.len() * 2, "{} of {}", shared.len(), whole.len());
        let decoded = image::load_from_memory(&shared).unwrap().into_rgb8();
        let worst = decoded.as_raw().iter().zip(picture.as_raw()).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        assert!(worst < 24, "{worst}");
    }
}
