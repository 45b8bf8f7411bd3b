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

/// Whether nothing slid to make an arrangement of the screenshot's own, so that it may lie over any picture.
pub(super) fn is_still(size: Size, arrangement: &Arrangement, blank: usize) -> bool {
    moved_together(size, arrangement, blank) || moved_in_lines(size, arrangement, blank)
}

/// Whether more than half of the tiles are elsewhere, and yet most stand beside the same one in their row, or column.
fn moved_in_lines(size: Size, arrangement: &Arrangement, blank: usize) -> bool {
    let moved = (0..arrangement.len()).filter(|&goal| arrangement[goal] != goal && arrangement[goal] != blank).count();
    let are_kept = |step: usize| {
        let joints = || (step..arrangement.len()).filter(move |&goal| size.distance(goal - step, goal) == 1);
        let is_kept = |&goal: &usize| {
            let (a, b) = (arrangement[goal - step], arrangement[goal]);
            b == a + step && size.distance(a, b) == 1
        };
        joints().filter(is_kept).count() as f32 > KEPT * joints().count() as f32
    };
    arrangement.len() >= FEW && moved * 2 > arrangement.len() && (are_kept(1) || are_kept(size.columns()))
}

/// Whether all tiles but one at most are where the screenshot shows them, or have moved by the same columns and rows,
/// what leaves on one side entering on the other.
fn moved_together(size: Size, arrangement: &Arrangement, blank: usize) -> bool {
    let (columns, rows) = (size.columns(), size.rows());
    let mut alike = vec![0; arrangement.len()];
    for (goal, &cell) in arrangement.iter().enumerate().filter(|&(_, &cell)| cell != blank) {
        let across = (size.column(goal) + columns - size.column(cell)) % columns;
        let down = (size.row(goal) + rows - size.row(cell)) % rows;
        alike[down * columns + across] += 1;
    }
    let most = if arrangement.len() < FEW { alike[0] } else { alike.iter().copied().max().unwrap_or(0) };
    most + 2 >= arrangement.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moved_as_a_whole_is_still_and_what_slid_is_not() {
        let size = Size::new(3, 3).unwrap();
        assert!(is_still(size, &vec![0, 1, 2, 3, 4, 5, 6, 7, 8], 8));
        assert!(is_still(size, &vec![0, 1, 2, 3, 8, 5, 6, 7, 4], 8));
        assert!(is_still(size, &vec![2, 0, 1, 5, 3, 4, 8, 6, 7], 4));
        assert!(is_still(size, &vec![5, 3, 4, 8, 6, 7, 2, 0, 1], 0));
        assert!(!is_still(size, &vec![0, 1, 2, 3, 4, 5, 8, 6, 7], 8));
        assert!(!is_still(size, &vec![2, 0, 1, 4, 3, 5, 8, 6, 7], 2));
    }

    #[test]
    fn columns_in_another_order_did_not_slide() {
        let size = Size::new(4, 4).unwrap();
        let columns = [3, 1, 0, 2];
        let arrangement: Arrangement = (0..16).map(|goal| goal / 4 * 4 + columns[goal % 4]).collect();
        assert!(is_still(size, &arrangement, 15));
        assert!(!is_still(size, &vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 15, 12, 9, 13, 14], 15));
    }

    #[test]
    fn few_tiles_that_went_round_slid() {
        let size = Size::new(2, 2).unwrap();
        assert!(!is_still(size, &vec![1, 0, 3, 2], 3));
        assert!(is_still(size, &vec![0, 1, 3, 2], 3));
    }
}
