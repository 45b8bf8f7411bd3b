//! Shrinking and enlarging pictures, for readers and painters alike.
//!
//! Everything goes through the one typed entry of the resizer: its untyped one is compiled for every pixel format there
//! is, which takes minutes.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::RgbImage;

use crate::rect::Rect;

/// A part of a picture with borders anywhere between or within pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The left border.
    pub left: f64,
    /// The top border.
    pub top: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Window {
    /// All of a picture of `width` × `height` pixels.
    pub fn all(width: u32, height: u32) -> Window {
        Window { left: 0.0, top: 0.0, width: width.into(), height: height.into() }
    }

    /// This window less the fraction `inset` of its width and height on each side.
    pub fn inset(self, inset: f64) -> Window {
        Window {
            left: self.left + self.width * inset,
            top: self.top + self.height * inset,
            width: self.width * (1.0 - 2.0 * inset),
            height: self.height * (1.0 - 2.0 * inset),
        }
    }

    /// The part of this window that lies in a picture of `width` × `height` pixels, at least one pixel of it.
    fn within(self, width: u32, height: u32) -> Window {
        let clip = |start: f64, length: f64, limit: f64| {
            let first = start.clamp(0.0, limit - 1.0);
            (first, (start + length).clamp(first + 1.0, limit) - first)
        };
        let (left, width) = clip(self.left, self.width, f64::from(width));
        let (top, height) = clip(self.top, self.height, f64::from(height));
        Window { left, top, width, height }
    }
}

impl From<Rect> for Window {
    fn from(rect: Rect) -> Window {
        Window { left: rect.x.into(), top: rect.y.into(), width: rect.width.into(), height: rect.height.into() }
    }
}

/// Resizes the part of `picture` in `window` to `width` × `height` pixels (red, green, blue; row by row) and writes them
/// to `into`, which has just that length. What lies outside the picture is left out. Each pixel is the mean of those it
/// covers; where it covers less than one, it lies between its neighbours.
///
/// # Panics
/// If a side is 0 or `into` has another length.
pub fn resize_into(picture: &RgbImage, window: Window, width: u32, height: u32, into: &mut [u8]) {
    assert!(picture.width() > 0 && picture.height() > 0 && width > 0 && height > 0, "a side is 0");
    assert_eq!(into.len(), width as usize * height as usize * 3, "the buffer has another length");
    let window = window.within(picture.width(), picture.height());
    let shrinks = window.width >= f64::from(width) && window.height >= f64::from(height);
    let filter = if shrinks { FilterType::Box } else { FilterType::Bilinear };
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(filter)).crop(
        window.left,
        window.top,
        window.width,
        window.height,
    );
    convolve(picture, width, height, into, &options);
}

/// A copy of `part` of `picture` of `width` × `height` pixels, made with Lanczos' filter: it keeps edges crisp. Nothing
/// beside the part is mixed in.
///
/// # Panics
/// If a side is 0 or the part leaves the picture.
pub fn crisp(picture: &RgbImage, part: Rect, width: u32, height: u32) -> RgbImage {
    assert!(part.fits(picture.width(), picture.height()) && width > 0 && height > 0, "a side is 0");
    let part = cropped(picture, part);
    let mut copy = RgbImage::new(width, height);
    convolve(&part, width, height, &mut copy, &ResizeOptions::new());
    copy
}

/// A copy of `part` of `picture`, a row at a time.
///
/// # Panics
/// If the part leaves the picture.
pub fn cropped(picture: &RgbImage, part: Rect) -> RgbImage {
    let [stride, left, length] = [picture.width(), part.x, part.width].map(|pixels| pixels as usize * 3);
    let mut pixels = Vec::with_capacity(length * part.height as usize);
    for y in part.y as usize..part.bottom() as usize {
        pixels.extend_from_slice(&picture.as_raw()[y * stride + left..][..length]);
    }
    RgbImage::from_raw(part.width, part.height, pixels).expect("all rows have been copied")
}

fn convolve(picture: &RgbImage, width: u32, height: u32, into: &mut [u8], options: &ResizeOptions) {
    let source = TypedImageRef::<U8x3>::from_buffer(picture.width(), picture.height(), picture.as_raw())
        .expect("a picture's buffer has the length its sides ask for");
    let mut target =
        TypedImage::<U8x3>::from_buffer(width, height, into).expect("the length of the buffer has been checked");
    Resizer::new().resize_typed(&source, &mut target, options).expect("the window lies in the picture");
}

/// A picture at so many times its size, though no side of less than `least` pixels.
pub fn scaled(picture: &RgbImage, by: f32, least: u32) -> RgbImage {
    let side = |length: u32| ((length as f32 * by) as u32).max(least.min(length));
    resized(picture, side(picture.width()), side(picture.height()))
}

/// A picture without so many pixels at each of its sides.
pub fn trimmed(picture: &RgbImage, rim: u32) -> RgbImage {
    let (width, height) = picture.dimensions();
    cropped(picture, Rect::new(rim, rim, width - 2 * rim, height - 2 * rim))
}

/// A copy of `picture` of `width` × `height` pixels, as [`resize_into`] makes it.
pub fn resized(picture: &RgbImage, width: u32, height: u32) -> RgbImage {
    let mut copy = RgbImage::new(width, height);
    resize_into(picture, Window::all(picture.width(), picture.height()), width, height, &mut copy);
    copy
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn nothing_beside_the_window_is_mixed_in() {
        let picture = RgbImage::from_fn(40, 20, |x, _| if x < 20 { Rgb([10, 20, 30]) } else { Rgb([200, 0, 0]) });
        let mut small = [0; 48];
        resize_into(&picture, Window { left: 0.0, top: 0.0, width: 20.0, height: 20.0 }, 4, 4, &mut small);
        assert!(small.chunks(3).all(|pixel| pixel == [10, 20, 30]));
    }

    #[test]
    fn a_part_is_copied_as_it_is() {
        let picture = RgbImage::from_fn(9, 7, |x, y| Rgb([x as u8, y as u8, 5]));
        let part = cropped(&picture, Rect::new(2, 3, 7, 4));
        assert_eq!(part, RgbImage::from_fn(7, 4, |x, y| Rgb([x as u8 + 2, y as u8 + 3, 5])));
    }

    #[test]
    fn crisp_copies_mix_nothing_in_and_keep_edges() {
        let picture = RgbImage::from_fn(40, 20, |x, _| if x < 20 { Rgb([10, 20, 30]) } else { Rgb([200, 0, 0]) });
        let left = crisp(&picture, Rect::new(0, 0, 20, 20), 7, 5);
        assert_eq!(left, RgbImage::from_pixel(7, 5, Rgb([10, 20, 30])));
        let both = crisp(&picture, Rect::new(10, 0, 20, 20), 40, 20);
        assert!(both.get_pixel(17, 9).0[0] < 30 && both.get_pixel(22, 9).0[0] > 180);
    }

    #[test]
    fn windows_outside_the_picture_are_clipped() {
        let picture = RgbImage::from_pixel(10, 10, Rgb([7, 7, 7]));
        let mut small = [0; 27];
        resize_into(&picture, Window { left: -5.0, top: 9.7, width: 100.0, height: 4.0 }, 3, 3, &mut small);
        assert_eq!(small, [7; 27]);
    }

    #[test]
    fn enlarging_and_shrinking_a_flat_picture_keeps_it() {
        let picture = RgbImage::from_pixel(10, 6, Rgb([1, 2, 3]));
        assert_eq!(resized(&picture, 33, 2), RgbImage::from_pixel(33, 2, Rgb([1, 2, 3])));
    }
}
