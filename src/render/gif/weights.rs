//! What a difference costs at each pixel: less where the picture is busy, since it is seen less among others.

use image::RgbImage;

use super::super::paint;
use super::settings::Care;

/// What a squared difference costs at every pixel, in codes; `error` is what the inks of the canvas err.
pub(super) fn weights(picture: &RgbImage, care: Care, mask: f32, error: f32) -> Vec<f32> {
    let unit = care.price / error;
    if care.most == 0.0 {
        return vec![unit; picture.width() as usize * picture.height() as usize];
    }
    variances(picture).into_iter().map(|variance| unit * (MEDIUM / (variance + FAINT)).powf(mask)).collect()
}

/// The variance of an ordinary picture, and what is added so that flat places do not count beyond measure.
const MEDIUM: f32 = 258.0;
const FAINT: f32 = 58.0;

/// The variance of luma in the 7 × 7 pixels around each pixel.
fn variances(picture: &RgbImage) -> Vec<f32> {
    const REACH: usize = 3;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let stride = width + 1;
    let mut sums = vec![(0_u32, 0_u64); stride * (height + 1)];
    for (y, row) in picture.rows().enumerate() {
        let (mut sum, mut square) = (0_u32, 0_u64);
        for (x, pixel) in row.enumerate() {
            let luma = paint::luma(pixel.0);
            sum = sum.wrapping_add(luma);
            square += u64::from(luma * luma);
            let above = sums[y * stride + x + 1];
            sums[(y + 1) * stride + x + 1] = (above.0.wrapping_add(sum), above.1 + square);
        }
    }
    let span = |i: usize, limit: usize| (i.saturating_sub(REACH), (i + REACH + 1).min(limit));
    let mut variances = Vec::with_capacity(width * height);
    for y in 0..height {
        let (top, bottom) = span(y, height);
        for x in 0..width {
            let (left, right) = span(x, width);
            let corner = |x: usize, y: usize| sums[y * stride + x];
            let (a, b, c, d) = (corner(left, top), corner(right, top), corner(left, bottom), corner(right, bottom));
            let count = ((right - left) * (bottom - top)) as f32;
            let sum = d.0.wrapping_sub(b.0).wrapping_sub(c.0).wrapping_add(a.0) as f32;
            let square = (d.1 + a.1 - b.1 - c.1) as f32;
            let mean = sum / count;
            variances.push((square / count - mean * mean).max(0.0));
        }
    }
    variances
}
