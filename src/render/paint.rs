//! The few strokes everything is painted with. All of them clip: nothing outside a picture is an error.

use image::{Rgb, RgbImage};

use crate::rect::Rect;

/// A colour: red, green and blue, 0 to 255.
pub(super) type Colour = [u8; 3];

/// Luma of a colour, 0 to 255 (Rec. 601 weights).
pub(super) fn luma(colour: Colour) -> u32 {
    let [red, green, blue] = colour.map(u32::from);
    (299 * red + 587 * green + 114 * blue) / 1000
}

/// `a` with the share `amount` (0 to 1) of `b` mixed in.
pub(super) fn mix(a: Colour, b: Colour, amount: f32) -> Colour {
    std::array::from_fn(|i| {
        let (a, b) = (f32::from(a[i]), f32::from(b[i]));
        (a + (b - a) * amount + 0.5) as u8
    })
}

/// The part of `rect` that lies in a picture of `width` × `height`; its sides may be 0.
pub(super) fn clip(rect: Rect, width: u32, height: u32) -> Rect {
    let (x, y) = (rect.x.min(width), rect.y.min(height));
    Rect::new(x, y, rect.right().min(width) - x, rect.bottom().min(height) - y)
}

/// The smallest rectangle that holds both.
pub(super) fn union(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    Rect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
}

/// Mixes `colour` into one pixel; `x` and `y` may lie outside.
pub(super) fn blend(picture: &mut RgbImage, x: i64, y: i64, colour: Colour, amount: f32) {
    let inside = |v: i64, limit: u32| u32::try_from(v).ok().filter(|&v| v < limit);
    let (width, height) = picture.dimensions();
    if let (Some(x), Some(y)) = (inside(x, width), inside(y, height)) {
        let pixel = picture.get_pixel_mut(x, y);
        pixel.0 = mix(pixel.0, colour, amount.clamp(0.0, 1.0));
    }
}

/// Changes every pixel of a rectangle.
pub(super) fn change(picture: &mut RgbImage, rect: Rect, mut to: impl FnMut(Colour) -> Colour) {
    let rect = clip(rect, picture.width(), picture.height());
    for y in rect.y..rect.bottom() {
        for pixel in row_mut(picture, rect.x, y, rect.width).chunks_exact_mut(3) {
            pixel.copy_from_slice(&to([pixel[0], pixel[1], pixel[2]]));
        }
    }
}

/// Fills a rectangle with one colour.
pub(super) fn fill(picture: &mut RgbImage, rect: Rect, colour: Colour) {
    change(picture, rect, |_| colour);
}

/// A picture of one colour.
pub(super) fn sheet_of(width: u32, height: u32, colour: Colour) -> RgbImage {
    RgbImage::from_pixel(width, height, Rgb(colour))
}

/// Copies the rectangle `part` of `source` to `place` in `target`, pixel for pixel. Where `place` is larger, the last
/// row and column repeat; where it is smaller, the rest is left out.
pub(super) fn copy(target: &mut RgbImage, place: Rect, source: &RgbImage, part: Rect) {
    let place = clip(place, target.width(), target.height());
    let part = clip(part, source.width(), source.height());
    if place.width == 0 || part.width == 0 || part.height == 0 {
        return;
    }
    let shared = place.width.min(part.width);
    for y in 0..place.height {
        let from = row(source, part.x, part.y + y.min(part.height - 1), shared);
        let to = row_mut(target, place.x, place.y + y, place.width);
        let (same, rest) = to.split_at_mut(from.len());
        same.copy_from_slice(from);
        for pixel in rest.chunks_exact_mut(3) {
            pixel.copy_from_slice(&from[from.len() - 3..]);
        }
    }
}

/// The colours of a picture, row by row.
pub(super) fn colours(picture: &RgbImage) -> &[Colour] {
    picture.as_raw().as_chunks().0
}

/// `width` pixels of a row as bytes.
pub(super) fn row(picture: &RgbImage, x: u32, y: u32, width: u32) -> &[u8] {
    let start = (y as usize * picture.width() as usize + x as usize) * 3;
    &picture.as_raw()[start..start + width as usize * 3]
}

fn row_mut(picture: &mut RgbImage, x: u32, y: u32, width: u32) -> &mut [u8] {
    let start = (y as usize * picture.width() as usize + x as usize) * 3;
    &mut picture.as_mut()[start..start + width as usize * 3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copying_repeats_the_last_pixels_and_never_leaves_the_picture() {
        let source = RgbImage::from_fn(2, 2, |x, y| Rgb([x as u8 * 10, y as u8 * 10, 0]));
        let mut target = RgbImage::new(4, 4);
        copy(&mut target, Rect::new(2, 1, 3, 9), &source, Rect::new(0, 0, 2, 2));
        assert_eq!(target.get_pixel(1, 1).0, [0, 0, 0]);
        assert_eq!(target.get_pixel(3, 1).0, [10, 0, 0]);
        assert_eq!(target.get_pixel(3, 3).0, [10, 10, 0]);
        copy(&mut target, Rect::new(0, 0, 2, 1), &source, Rect::new(1, 0, 1, 1));
        assert_eq!(target.get_pixel(1, 0).0, [10, 0, 0]);
    }

    #[test]
    fn strokes_outside_are_clipped() {
        let mut picture = RgbImage::new(2, 2);
        blend(&mut picture, -1, 0, [255; 3], 1.0);
        blend(&mut picture, 0, 2, [255; 3], 1.0);
        fill(&mut picture, Rect::new(1, 1, 10, 10), [9; 3]);
        assert_eq!(picture.as_raw(), &[0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9]);
    }
}
