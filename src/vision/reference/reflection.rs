//! Light that changes from place to place of a board: a reflection on a photographed screen, or less light towards a side.

use nalgebra::{SMatrix, SVector};

use crate::puzzle::Size;
use crate::vision::thumbnails::Thumbnails;

/// What makes up the change of a level: a gain and an offset, either of which is a polynomial of degree two in the place.
const TERMS: usize = 12;
/// Added to the normal equations, so that they have a solution where all cells show one level.
const RIDGE: f64 = 1e-3;

type Terms = SVector<f64, TERMS>;

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
    let across = (0..side * size.columns()).map(|x| centred(x, side * size.columns())).collect::<Vec<f64>>();
    let down = (0..side * size.rows()).map(|y| centred(y, side * size.rows())).collect::<Vec<f64>>();
    let place = |cell: usize, pixel: usize| {
        (across[size.column(cell) * side + pixel % side], down[size.row(cell) * side + pixel / side])
    };
    let change = |channel: usize| {
        let mut normal = SMatrix::<f64, TERMS, TERMS>::identity() * RIDGE;
        let mut wanted = Terms::zeros();
        for &cell in fitting {
            let pairs = cells.get(cell).iter().zip(tiles.get(assignment[cell])).skip(channel).step_by(3);
            for (pixel, (&level, &tile)) in pairs.enumerate() {
                let terms = terms(place(cell, pixel), level);
                normal.ger(1.0, &terms, &terms, 1.0);
                wanted.axpy(f64::from(tile - level), &terms, 1.0);
            }
        }
        Some(normal.cholesky()?.solve(&wanted))
    };
    let changes = [change(0)?, change(1)?, change(2)?];
    let mut even = cells.clone();
    even.change(|cell, pixel, channel, level| level + terms(place(cell, pixel), level).dot(&changes[channel]) as f32);
    Some(even)
}

/// Where the middle of a pixel is, from -1 at the first side to 1.
fn centred(pixel: usize, length: usize) -> f64 {
    (2 * pixel + 1) as f64 / length as f64 - 1.0
}

fn terms((x, y): (f64, f64), level: f32) -> Terms {
    let level = f64::from(level) / 128.0 - 1.0;
    let places = [1.0, x, y, x * x, x * y, y * y];
    Terms::from_fn(|term, _| places[term % places.len()] * if term < places.len() { 1.0 } else { level })
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
