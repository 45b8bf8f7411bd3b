//! Cells in the light of a reference where that changes over the board.

use crate::puzzle::Size;
use crate::vision::light_change::{Wanted, centred, terms};
use crate::vision::thumbnails::Thumbnails;

/// Added to the normal equations, so that they have a solution where all cells show one level.
const RIDGE: f64 = 1e-3;

/// The cells in one light: each level changed as brings the `fitting` cells closest to the tiles given to them, channel by channel.
/// Nothing where that has no solution. Cost: some hundred operations for each value.
pub fn without(
    cells: &Thumbnails,
    tiles: &Thumbnails,
    assignment: &[usize],
    fitting: &[usize],
    size: Size,
) -> Option<Thumbnails> {
    let side = cells.side();
    let middle = |at: usize, count: usize| centred(at as f64 + 0.5, side * count);
    let place = |cell: usize, pixel: usize| {
        let (x, y) = (size.column(cell) * side + pixel % side, size.row(cell) * side + pixel / side);
        (middle(x, size.columns()), middle(y, size.rows()))
    };
    let change = |channel: usize| {
        let mut wanted = Wanted::new(RIDGE);
        for &cell in fitting {
            let pairs = cells.get(cell).iter().zip(tiles.get(assignment[cell])).skip(channel).step_by(3);
            for (pixel, (&level, &tile)) in pairs.enumerate() {
                wanted.add(1.0, &terms(place(cell, pixel), level.into()), f64::from(tile - level));
            }
        }
        wanted.met()
    };
    let changes = [change(0)?, change(1)?, change(2)?];
    let mut even = cells.clone();
    even.change(|cell, pixel, channel, level| {
        level + terms(place(cell, pixel), level.into()).dot(&changes[channel]) as f32
    });
    Some(even)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::resize::Window;

    const SIDE: u32 = 8;

    fn size() -> Size {
        Size::new(4, 3).unwrap()
    }

    /// Twelve tiles of a picture, as a light shows them.
    fn tiles(light: impl Fn(f32, f32, f32) -> f32) -> Thumbnails {
        let (width, height) = (4 * SIDE, 3 * SIDE);
        let picture = RgbImage::from_fn(width, height, |x, y| {
            let lit = |level: u32| {
                light(x as f32 / width as f32, y as f32 / height as f32, (level % 150 + 20) as f32).round() as u8
            };
            Rgb([lit(x * x * 7 + y * 13), lit(y * y * 3 + x * 5), lit(x * y)])
        });
        Thumbnails::divided(&picture, Window::all(width, height), size(), SIDE as usize)
    }

    fn farthest(a: &Thumbnails, b: &Thumbnails) -> f32 {
        a.all().iter().zip(b.all()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    }

    #[test]
    fn a_reflection_is_taken_off_also_where_cells_did_not_tell_it() {
        let plain = tiles(|_, _, level| level);
        let lit = tiles(|x, y, level| 0.8 * level + (1.0 - x * x - 0.5 * y) * (70.0 - 0.2 * level));
        let all: Vec<usize> = (0..12).collect();
        for fitting in [&all[..], &all[1..]] {
            let found = without(&lit, &plain, &all, fitting, size()).unwrap();
            assert!(farthest(&lit, &plain) > 40.0 && farthest(&found, &plain) < 12.0, "{}", farthest(&found, &plain));
        }
    }

    #[test]
    fn even_light_is_left_as_it_is() {
        let plain = tiles(|_, _, level| level);
        let all: Vec<usize> = (0..12).collect();
        assert!(farthest(&without(&plain, &plain, &all, &all, size()).unwrap(), &plain) < 0.01);
        let black = tiles(|_, _, _| 0.0);
        assert!(farthest(&without(&black, &black, &all, &all, size()).unwrap(), &black) < 0.01, "one level is enough");
    }
}
