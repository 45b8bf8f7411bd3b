//! Grids that cut every tile in two or more: a part of the pitch of the real one.
//!
//! The parts of a tile are neighbours in the screenshot and stay neighbours in the picture, so a picture assembled from
//! them fits as well as one of whole tiles. But then the lines of the grid within tiles part nothing, while the lines between
//! are crossed by few neighbours of the picture. Neighbours that are both at home tell nothing of the lines that part
//! nothing: they are kept on any board that is nearly solved.

use crate::puzzle::Size;

/// The share of neighbours that stay neighbours across lines inside tiles, at least, of those that moved; and across the
/// others, at most, of all.
const INSIDE: f32 = 0.85;
const BETWEEN: f32 = 0.6;

/// Whether all lines of the grid but every second, third or so, between columns or between rows, seem to run through tiles. The other
/// parts of the blank may be anywhere. `goal` names for every cell the goal cell of what is in it, `blank` the blank's cell.
pub fn is_split(size: Size, goal: &[usize], blank: usize) -> bool {
    let (columns, rows) = (size.columns(), size.rows());
    let into = |parts: usize, step: usize| {
        let place = |first: usize| if step == 1 { size.column(first) } else { size.row(first) };
        let is_inside = |first: usize| !(place(first) + 1).is_multiple_of(parts);
        let pairs = || (0..goal.len() - step).filter(|&first| size.distance(first, first + step) == 1);
        let kept = |first: usize| goal[first] + step == goal[first + step];
        let is_telling = |first: usize| {
            let pair = [first, first + step];
            !pair.contains(&blank) && pair.iter().any(|&cell| goal[cell] != cell)
        };
        share(pairs().filter(|&first| is_inside(first) && is_telling(first)).map(kept)) >= INSIDE
            && share(pairs().filter(|&first| !is_inside(first)).map(kept)) <= BETWEEN
    };
    let parts = |count: usize| (2..=count / 2).filter(move |&parts| count.is_multiple_of(parts));
    parts(columns).any(|parts| into(parts, 1)) || parts(rows).any(|parts| into(parts, columns))
}

/// How many are so, as a share of all; all of none.
fn share(of: impl Iterator<Item = bool>) -> f32 {
    let (count, so) = of.fold((0, 0), |(count, so), is_so| (count + 1, so + usize::from(is_so)));
    if count == 0 { 1.0 } else { so as f32 / count as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_boards_whose_tiles_stay_together_are_split() {
        let size = Size::new(6, 2).unwrap();
        assert!(is_split(size, &[4, 5, 8, 9, 0, 1, 6, 7, 2, 3, 10, 11], 11));
        assert!(!is_split(size, &(0..12).collect::<Vec<usize>>(), 11));
        assert!(!is_split(size, &[4, 3, 8, 9, 0, 1, 6, 7, 2, 5, 11, 10], 11));
        // A 3x3 board without a blank, each tile in four.
        let whole = [2, 6, 7, 0, 3, 8, 4, 1, 5];
        let parts = (0..36).map(|cell| {
            let tile = whole[cell / 12 * 3 + cell % 12 / 4];
            tile / 3 * 12 + tile % 3 * 4 + cell % 4
        });
        assert!(is_split(Size::new(12, 3).unwrap(), &parts.collect::<Vec<usize>>(), 0));
        // The first two rows are done, as players leave them.
        let size = Size::new(4, 4).unwrap();
        assert!(!is_split(size, &[0, 1, 2, 3, 4, 5, 6, 7, 13, 8, 15, 10, 9, 12, 11, 14], 14));
    }

    #[test]
    fn a_nearly_solved_board_is_not_split() {
        let size = Size::new(5, 4).unwrap();
        assert!(!is_split(size, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 18, 15, 16, 17, 19, 13], 18));
        // Two tiles of a 3x2 board beside each other, seen as 6x2.
        let size = Size::new(6, 2).unwrap();
        assert!(is_split(size, &[2, 3, 0, 1, 10, 11, 6, 7, 4, 5, 8, 9], 5));
    }
}
