//! The strokes windows and tiles are drawn with. All of them clip.

use image::{Rgb, RgbImage};

use super::look::Colour;
use crate::rect::Rect;

/// A rectangle that may begin left of or above the picture: `x`, `y`, width, height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
}

impl Area {
    pub fn new(x: i64, y: i64, width: i64, height: i64) -> Area {
        Area { x, y, width, height }
    }

    /// The area grown by so much on every side.
    pub fn grown(self, by: i64) -> Area {
        Area::new(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)
    }

    pub fn moved(self, dx: i64, dy: i64) -> Area {
        Area { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// Whether the two have a pixel in common.
    pub fn meets(self, other: Area) -> bool {
        self.x.max(other.x) < self.right().min(other.right()) && self.y.max(other.y) < self.bottom().min(other.bottom())
    }

    pub fn right(self) -> i64 {
        self.x + self.width
    }

    pub fn bottom(self) -> i64 {
        self.y + self.height
    }
}

impl From<Rect> for Area {
    fn from(rect: Rect) -> Area {
        Area::new(rect.x.into(), rect.y.into(), rect.width.into(), rect.height.into())
    }
}

/// `a` with the share `amount` of `b`.
pub(super) fn mix(a: Colour, b: Colour, amount: f32) -> Colour {
    let amount = amount.clamp(0.0, 1.0);
    [0, 1, 2].map(|i| {
        let (a, b) = (f32::from(a[i]), f32::from(b[i]));
        (a + (b - a) * amount + 0.5) as u8
    })
}

/// Paints every pixel of `area` that lies in the picture anew: from its place in the area and its colour so far.
pub(super) fn change(picture: &mut RgbImage, area: Area, to: impl Fn(i64, i64, Colour) -> Colour) {
    let (width, height) = (i64::from(picture.width()), i64::from(picture.height()));
    for y in area.y.max(0)..area.bottom().min(height) {
        for x in area.x.max(0)..area.right().min(width) {
            let pixel = picture.get_pixel_mut(x as u32, y as u32);
            *pixel = Rgb(to(x - area.x, y - area.y, pixel.0));
        }
    }
}

/// Fills a rectangle.
pub(super) fn fill(picture: &mut RgbImage, area: Area, colour: Colour) {
    change(picture, area, |_, _, _| colour);
}

/// Fills a rectangle with rounded corners, from one colour above to another below.
pub(super) fn fill_round(picture: &mut RgbImage, area: Area, radius: i64, colours: (Colour, Colour)) {
    let last = (area.height - 1).max(1) as f32;
    change(picture, area, |x, y, old| {
        mix(old, mix(colours.0, colours.1, y as f32 / last), inside_round(area, radius, x, y))
    });
}

/// Draws a line `width` pixels wide along the inside of a rectangle with rounded corners.
pub(super) fn outline(picture: &mut RgbImage, area: Area, radius: i64, width: i64, colour: Colour) {
    let inner = area.grown(-width);
    change(picture, area, |x, y, old| {
        let within = inside_round(inner, (radius - width).max(0), x - width, y - width);
        mix(old, colour, inside_round(area, radius, x, y) - within)
    });
}

/// How much of the pixel at `x`, `y` of an area lies within its rounded corners.
pub(super) fn inside_round(area: Area, radius: i64, x: i64, y: i64) -> f32 {
    if x < 0 || y < 0 || x >= area.width || y >= area.height {
        return 0.0;
    }
    let radius = radius.min(area.width / 2).min(area.height / 2);
    let depth = |at: i64, length: i64| radius as f32 - at.min(length - 1 - at) as f32 - 0.5;
    let (across, down) = (depth(x, area.width), depth(y, area.height));
    if across <= 0.0 || down <= 0.0 {
        return 1.0;
    }
    (radius as f32 + 0.5 - (across * across + down * down).sqrt()).clamp(0.0, 1.0)
}

/// A soft shadow around a rectangle, `reach` pixels wide.
pub(super) fn shadow(picture: &mut RgbImage, area: Area, reach: i64, strength: f32) {
    let all = area.grown(reach);
    change(picture, all, |x, y, old| {
        let outside = |at: i64, length: i64| (reach - at).max(at - (reach + length - 1)).max(0) as f32;
        let (across, down) = (outside(x, area.width), outside(y, area.height));
        let near = (1.0 - (across * across + down * down).sqrt() / reach as f32).max(0.0);
        mix(old, [0; 3], strength * near * near)
    });
}

/// A light edge above and on the left, a dark one below and on the right, `width` pixels wide. A negative width draws
/// them the other way round, as for something sunken.
pub(super) fn bevel(picture: &mut RgbImage, area: Area, width: i64) {
    let (first, second) = if width > 0 { ([255; 3], [0; 3]) } else { ([0; 3], [255; 3]) };
    let width = width.abs();
    change(picture, area, |x, y, old| {
        let light = x.min(y);
        let dark = (area.width - 1 - x).min(area.height - 1 - y);
        match (light < width, dark < width) {
            (true, _) if light <= dark => mix(old, first, 0.45 * (1.0 - 0.5 * light as f32 / width as f32)),
            (_, true) => mix(old, second, 0.45 * (1.0 - 0.5 * dark as f32 / width as f32)),
            _ => old,
        }
    });
}

/// Copies a picture with its upper left corner at `x`, `y`, as far as `share` of 0 to 1 says for each of its pixels.
pub(super) fn paste(target: &mut RgbImage, source: &RgbImage, (x, y): (i64, i64), share: impl Fn(i64, i64) -> f32) {
    let area = Area::new(x, y, source.width().into(), source.height().into());
    change(target, area, |x, y, old| mix(old, source.get_pixel(x as u32, y as u32).0, share(x, y)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_clip_at_the_edges() {
        let mut picture = RgbImage::new(4, 4);
        for area in [Area::new(-2, -2, 3, 3), Area::new(3, 3, 9, 9), Area::new(7, 7, 2, 2), Area::new(1, 1, -5, 0)] {
            fill_round(&mut picture, area, 2, ([9; 3], [9; 3]));
            outline(&mut picture, area, 1, 1, [9; 3]);
            shadow(&mut picture, area, 3, 0.5);
            bevel(&mut picture, area, 2);
        }
        fill(&mut picture, Area::new(-2, -2, 3, 3), [7; 3]);
        assert_eq!(picture.get_pixel(0, 0).0, [7; 3]);
    }

    #[test]
    fn round_corners_leave_the_corner_free_and_the_middle_covered() {
        let area = Area::new(0, 0, 20, 20);
        assert_eq!(inside_round(area, 6, 0, 0), 0.0);
        assert_eq!(inside_round(area, 6, 10, 0), 1.0);
        assert_eq!(inside_round(area, 0, 0, 0), 1.0);
    }
}
