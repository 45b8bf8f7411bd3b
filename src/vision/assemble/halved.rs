//! Grids that cut every tile in two: half the pitch of the real one.
//!
//! The halves of a tile are neighbours in the screenshot and stay neighbours in the picture, so a picture assembled from
//! them fits as well as one of whole tiles. But then every other line of the grid parts nothing, while the lines between
//! are crossed by few neighbours of the picture.

use super::field::Arrangement;
use crate::puzzle::Size;

/// The share of neighbours that stay neighbours across lines inside tiles, at least, and across the others, at most.
const INSIDE: f32 = 0.85;
const BETWEEN: f32 = 0.6;

/// Whether every other line of the grid, between columns or between rows, seems to run through the middle of tiles.
pub(super) fn is_halved(size: Size, arrangement: &Arrangement) -> bool {
    let (columns, rows) = (size.columns(), size.rows());
    let mut goal = vec![0; arrangement.len()];
    arrangement.iter().enumerate().for_each(|(cell, &tile)| goal[tile] = cell);
    let across =
        |line: usize| kept((0..rows).map(|row| goal[row * columns + line] + 1 == goal[row * columns + line + 1]));
    let down = |line: usize| {
        kept((0..columns).map(|column| goal[line * columns + column] + columns == goal[(line + 1) * columns + column]))
    };
    alternates(columns, across) || alternates(rows, down)
}

fn kept(joints: impl ExactSizeIterator<Item = bool>) -> f32 {
    let count = joints.len() as f32;
    joints.filter(|&kept| kept).count() as f32 / count
}

/// Whether the lines 0, 2, 4 … between `count` columns or rows are kept and the others are not.
fn alternates(count: usize, kept: impl Fn(usize) -> f32) -> bool {
    if count < 4 || count % 2 == 1 {
        return false;
    }
    let mean = |lines: std::ops::Range<usize>| {
        let number = lines.clone().step_by(2).count() as f32;
        lines.step_by(2).map(&kept).sum::<f32>() / number
    };
    mean(0..count - 1) >= INSIDE && mean(1..count - 1) <= BETWEEN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_boards_whose_tiles_stay_in_pairs_are_halved() {
        let size = Size::new(6, 2).unwrap();
        assert!(is_halved(size, &vec![4, 5, 8, 9, 0, 1, 6, 7, 2, 3, 10, 11]));
        assert!(!is_halved(size, &(0..12).collect()));
        assert!(!is_halved(size, &vec![4, 3, 8, 9, 0, 1, 6, 7, 2, 5, 11, 10]));
        // The first two rows are done, as players leave them.
        let size = Size::new(4, 4).unwrap();
        assert!(!is_halved(size, &vec![0, 1, 2, 3, 4, 5, 6, 7, 13, 8, 15, 10, 9, 12, 11, 14]));
    }
}
