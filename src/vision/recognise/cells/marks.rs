//! Marks on tiles that the reference shows alike: a number in a corner is not in the picture, and yet the game tells its tiles
//! apart by it.

use image::RgbImage;

use crate::resize::Window;
use crate::vision::thumbnails::Thumbnails;

/// The side of the thumbnails that are compared, and what is left out at each side of a cell, as a fraction of it: shades and
/// traces of the neighbours.
const SIDE: usize = 32;
const INSET: f64 = 0.1;
/// How far apart two cells must be in one spot, in levels about their mean colours. Plain tiles of compressed screenshots were
/// 15 apart, with numbers 160.
const APART: f32 = 40.0;

/// Whether cells that should show the same differ in a spot.
pub fn differ(screen: &RgbImage, cells: &[Window]) -> bool {
    let inner: Vec<Window> = cells.iter().map(|cell| cell.inset(INSET)).collect();
    let small = Thumbnails::cut(screen, &inner, SIDE);
    let looks: Vec<Vec<f32>> = (0..small.len()).map(|index| about_the_mean(small.get(index))).collect();
    looks.iter().enumerate().any(|(index, look)| looks[..index].iter().any(|other| are_apart(look, other)))
}

/// Whether a level of either look is far from all that the other has there and next to it: edges in the picture lie a part of a pixel
/// off where the pitch is fractional.
fn are_apart(a: &[f32], b: &[f32]) -> bool {
    let is_seen = |look: &[f32], other: &[f32], at: usize| {
        let (column, row) = (at / 3 % SIDE, at / 3 / SIDE);
        let near = |place: usize| place.saturating_sub(1)..=(place + 1).min(SIDE - 1);
        let around = near(row).flat_map(|row| near(column).map(move |column| (row * SIDE + column) * 3 + at % 3));
        let (least, most) =
            around.fold((f32::MAX, f32::MIN), |(least, most), at| (least.min(other[at]), most.max(other[at])));
        look[at] < least - APART || look[at] > most + APART
    };
    (0..a.len()).any(|at| (a[at] - b[at]).abs() > APART && (is_seen(a, b, at) || is_seen(b, a, at)))
}

/// Levels about their mean colour: a game may light the tile under the pointer.
fn about_the_mean(values: &[f32]) -> Vec<f32> {
    let mean = [0, 1, 2].map(|at| values[at..].iter().step_by(3).sum::<f32>() / (SIDE * SIDE) as f32);
    values.iter().enumerate().map(|(at, value)| value - mean[at % 3]).collect()
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::rect::Rect;

    #[test]
    fn a_mark_tells_tiles_apart_and_light_does_not() {
        let is_mark = |x: u32, y: u32| (160..170).contains(&x) && (45..47).contains(&y);
        let screen = RgbImage::from_fn(180, 60, |x, y| match x / 60 {
            _ if is_mark(x, y) => Rgb([20; 3]),
            1 => Rgb([225, 225 - (x % 60 / 10) as u8, 90]),
            _ => Rgb([200, 200 - (x % 60 / 10) as u8, 90]),
        });
        let cells: [Window; 3] = [0, 60, 120].map(|x| Rect::new(x, 0, 60, 60).into());
        assert!(!differ(&screen, &cells[..2]));
        assert!(differ(&screen, &cells));
        assert!(!differ(&screen, &cells[2..]));
    }

    #[test]
    fn the_edges_of_a_picture_may_lie_a_part_of_a_pixel_off() {
        let red = |x: u32| Rgb([[240, 240, 240], [226, 170, 168], [235, 100, 98]][(x.max(44) - 44).min(2) as usize]);
        let screen = RgbImage::from_fn(120, 60, |x, _| if x < 60 { red(x) } else { red(x - 60 + 1) });
        assert!(!differ(&screen, &[0, 60].map(|x| Rect::new(x, 0, 60, 60).into())));
    }
}
