//! How many of a tile's outermost pixels are no picture: bevels, outlines, what is left of a gutter or of the neighbour.
//!
//! What a game draws around its tiles lies at the same depth on all tiles; what a crop that is a little off, or a pitch
//! that is, leaves there lies at the same depth in all of a column or row of cells. So does the step from it to the
//! picture: across that depth neighbouring lines of pixels differ much more, on the median tile, than lines further in.
//! The picture itself has no such depth.

use image::RgbImage;

use super::strips::{Peel, Side, channels};

/// The part of a tile's size that may be peeled from a side.
const MOST: f32 = 0.09;
/// How much larger than further in a step must be on the median tile of the board, and by how many levels more.
const BOARD: (f32, f32) = (1.8, 2.0);
/// The same for the median tile of a column or row, which is the median of few.
const LINE: (f32, f32) = (2.5, 5.0);
/// Pixels compared along a side at most.
const SAMPLES: u32 = 48;

/// Measures how much to peel from the sides of each tile. `tiles` holds tiles of about the same size, row by row,
/// `columns` in a row.
pub(super) fn measure(tiles: &[RgbImage], columns: usize) -> Vec<Peel> {
    let mut peels = vec![[0; 4]; tiles.len()];
    for (index, side) in Side::ALL.into_iter().enumerate() {
        let size = tiles.iter().map(|tile| deep(tile, side)).min().unwrap_or(0);
        let most = ((size as f32 * MOST) as usize).max(2);
        if (size as usize) < 3 * most + 2 {
            continue;
        }
        let steps: Vec<Vec<f32>> =
            tiles.iter().map(|tile| (0..3 * most).map(|depth| step(tile, side, depth as u32)).collect()).collect();
        let board = depth(&steps.iter().collect::<Vec<_>>(), most, BOARD);
        let line = |cell: usize| if matches!(side, Side::Right | Side::Left) { cell % columns } else { cell / columns };
        for number in 0..=(0..tiles.len()).map(line).max().unwrap_or(0) {
            let cells: Vec<usize> = (0..tiles.len()).filter(|&cell| line(cell) == number).collect();
            let own = depth(&cells.iter().map(|&cell| &steps[cell]).collect::<Vec<_>>(), most, LINE);
            cells.iter().for_each(|&cell| peels[cell][index] = board.max(own));
        }
    }
    peels
}

/// How many lines lie outside the deepest step that stands out on the median of some tiles.
fn depth(steps: &[&Vec<f32>], most: usize, (ratio, levels): (f32, f32)) -> u32 {
    let medians: Vec<f32> =
        (0..3 * most).map(|depth| median(steps.iter().map(|steps| steps[depth]).collect())).collect();
    let usual = median(medians[most..].to_vec());
    let border = |&depth: &usize| medians[depth] > ratio * usual + levels;
    (0..most).rev().find(border).map_or(0, |depth| depth as u32 + 1)
}

fn deep(tile: &RgbImage, side: Side) -> u32 {
    match side {
        Side::Right | Side::Left => tile.width(),
        Side::Bottom | Side::Top => tile.height(),
    }
}

/// The mean difference in luma between the lines at `depth` and one deeper.
fn step(tile: &RgbImage, side: Side, depth: u32) -> f32 {
    let (right, bottom) = (tile.width() - 1, tile.height() - 1);
    let luma = |depth: u32, along: u32| {
        let (x, y) = match side {
            Side::Right => (right - depth, along),
            Side::Left => (depth, along),
            Side::Bottom => (along, bottom - depth),
            Side::Top => (along, depth),
        };
        channels(&tile.get_pixel(x, y).0)[0]
    };
    // The ends of a line belong to the borders of the sides next to it.
    let long = if matches!(side, Side::Right | Side::Left) { tile.height() } else { tile.width() };
    let (from, to) = (long / 8, long - long / 8);
    let every = ((to - from) / SAMPLES).max(1) as usize;
    let lines = (from..to).step_by(every);
    let count = lines.len().max(1) as f32;
    lines.map(|along| (luma(depth, along) - luma(depth + 1, along)).abs()).sum::<f32>() / count
}

fn median(mut values: Vec<f32>) -> f32 {
    let middle = (values.len() - 1) / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// Tiles of a drawn picture, each with lines of `thick` pixels around it.
    fn tiles(thick: u32) -> Vec<RgbImage> {
        let drawn = |x: f32, y: f32| (128.0 + 60.0 * (x * 0.031).sin() + 60.0 * (y * 0.043 + x * 0.017).cos()) as u8;
        (0..16u32)
            .map(|tile| {
                RgbImage::from_fn(60, 60, |x, y| {
                    let border = x.min(y).min(59 - x).min(59 - y) < thick;
                    let value = drawn((x + tile % 4 * 60) as f32, (y + tile / 4 * 60) as f32);
                    if border { Rgb([10; 3]) } else { Rgb([value; 3]) }
                })
            })
            .collect()
    }

    #[test]
    fn outlines_are_peeled_and_pictures_are_not() {
        for thick in [0, 1, 3] {
            assert_eq!(measure(&tiles(thick), 4), [[thick; 4]; 16]);
        }
    }

    /// Tiles whose last `foreign` columns of pixels, by the column of the cell, are another tile's.
    fn off(foreign: impl Fn(usize) -> u32) -> Vec<RgbImage> {
        let plain = tiles(0);
        let tile = |cell: usize| {
            let start = 60 - foreign(cell % 4);
            RgbImage::from_fn(60, 60, |x, y| match x.checked_sub(start) {
                Some(over) => *plain[(cell * 5 + 6) % 16].get_pixel(over, y),
                None => *plain[cell].get_pixel(x, y),
            })
        };
        (0..16).map(tile).collect()
    }

    #[test]
    fn a_crop_that_is_off_is_peeled_on_one_side() {
        assert_eq!(measure(&off(|_| 2), 4), [[2, 0, 0, 0]; 16]);
    }

    #[test]
    fn a_pitch_that_is_off_is_peeled_column_by_column() {
        for (cell, peel) in measure(&off(|column| column as u32), 4).into_iter().enumerate() {
            assert_eq!(peel, [cell as u32 % 4, 0, 0, 0]);
        }
    }

    #[test]
    fn the_smallest_tiles_are_left_alone() {
        assert_eq!(measure(&[RgbImage::new(3, 2)], 1), [[0; 4]]);
        assert!(measure(&[], 2).is_empty());
    }
}
