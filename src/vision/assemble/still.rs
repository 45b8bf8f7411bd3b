//! Grids laid over what is one picture already, or part of a screen.
//!
//! What is assembled from their cells is the screenshot itself, but perhaps for one flat cell that fits anywhere; or it is
//! the screenshot moved round by some columns and rows, where its opposite borders look alike, as those of a window do; or
//! its columns or its rows stand in another order, each as it was.

use super::field::Arrangement;
use crate::puzzle::Size;

/// On boards with fewer cells, tiles that slid may all have moved alike.
const FEW: usize = 9;
/// So many of all joints in one direction are those of the screenshot only where whole lines of it were moved.
const KEPT: f32 = 0.6;

/// Whether all tiles, but one at most, are where the screenshot shows them: a solved board, or any picture.
pub(super) fn is_still(size: Size, arrangement: &Arrangement, blank: usize) -> bool {
    moved_alike(size, arrangement, blank)[0] + 2 >= arrangement.len()
}

/// Whether the screenshot was moved round as a whole, or whole lines of it, as nothing slides.
pub(super) fn is_carried(size: Size, arrangement: &Arrangement, blank: usize) -> bool {
    let is_carried = |&alike: &usize| arrangement.len() >= FEW && alike + 2 >= arrangement.len();
    moved_alike(size, arrangement, blank).iter().skip(1).any(is_carried) || moved_in_lines(size, arrangement, blank)
}

/// Whether more than half of the tiles are elsewhere, and yet most of these stand beside the same one in their row, or column.
fn moved_in_lines(size: Size, arrangement: &Arrangement, blank: usize) -> bool {
    let moved = (0..arrangement.len()).filter(|&goal| arrangement[goal] != goal && arrangement[goal] != blank).count();
    let are_kept = |step: usize| {
        let is_telling = |goal: usize| {
            let pair = [goal - step, goal];
            size.distance(pair[0], pair[1]) == 1
                && pair.iter().any(|&goal| arrangement[goal] != goal)
                && pair.iter().all(|&goal| arrangement[goal] != blank)
        };
        let joints = || (step..arrangement.len()).filter(|&goal| is_telling(goal));
        let is_kept = |&goal: &usize| {
            let (a, b) = (arrangement[goal - step], arrangement[goal]);
            b == a + step && size.distance(a, b) == 1
        };
        joints().filter(is_kept).count() as f32 > KEPT * joints().count() as f32
    };
    arrangement.len() >= FEW && moved * 2 > arrangement.len() && (are_kept(1) || are_kept(size.columns()))
}

/// How many tiles moved by so many columns and rows, what leaves on one side entering on the other: at row by row the
/// rows and columns moved by, first those that did not move.
fn moved_alike(size: Size, arrangement: &Arrangement, blank: usize) -> Vec<usize> {
    let (columns, rows) = (size.columns(), size.rows());
    let mut alike = vec![0; arrangement.len()];
    for (goal, &cell) in arrangement.iter().enumerate().filter(|&(_, &cell)| cell != blank) {
        let across = (size.column(goal) + columns - size.column(cell)) % columns;
        let down = (size.row(goal) + rows - size.row(cell)) % rows;
        alike[down * columns + across] += 1;
    }
    alike
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_move_is_still() {
        let size = Size::new(3, 3).unwrap();
        let still = |arrangement: [usize; 9], blank: usize| is_still(size, &arrangement.to_vec(), blank);
        assert!(still([0, 1, 2, 3, 4, 5, 6, 7, 8], 8));
        assert!(still([0, 1, 2, 3, 8, 5, 6, 7, 4], 8));
        assert!(!still([0, 1, 2, 3, 4, 5, 8, 6, 7], 8));
        assert!(!still([2, 0, 1, 5, 3, 4, 8, 6, 7], 4));
        assert!(is_still(Size::new(2, 2).unwrap(), &vec![0, 1, 3, 2], 3));
    }

    #[test]
    fn what_moved_as_a_whole_is_carried_and_what_slid_is_not() {
        let size = Size::new(3, 3).unwrap();
        let carried = |arrangement: [usize; 9], blank: usize| is_carried(size, &arrangement.to_vec(), blank);
        assert!(carried([2, 0, 1, 5, 3, 4, 8, 6, 7], 4));
        assert!(carried([5, 3, 4, 8, 6, 7, 2, 0, 1], 0));
        assert!(!carried([0, 1, 2, 3, 4, 5, 6, 7, 8], 8));
        assert!(!carried([0, 1, 2, 3, 4, 5, 8, 6, 7], 8));
        assert!(!carried([2, 0, 1, 4, 3, 5, 8, 6, 7], 2));
        assert!(!is_carried(Size::new(2, 2).unwrap(), &vec![1, 0, 3, 2], 3));
    }

    #[test]
    fn a_small_board_that_is_nearly_solved_slid() {
        // Tile by tile where it is in the screenshot.
        assert!(!is_carried(Size::new(3, 3).unwrap(), &vec![0, 4, 1, 3, 7, 2, 6, 8, 5], 5));
    }

    #[test]
    fn columns_in_another_order_did_not_slide() {
        let size = Size::new(4, 4).unwrap();
        let columns = [3, 1, 0, 2];
        let arrangement: Arrangement = (0..16).map(|goal| goal / 4 * 4 + columns[goal % 4]).collect();
        assert!(is_carried(size, &arrangement, 15));
        assert!(!is_carried(size, &vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 15, 12, 9, 13, 14], 15));
    }
}
