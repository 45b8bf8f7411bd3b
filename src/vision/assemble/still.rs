//! Grids laid over what is one picture already, or part of a screen.
//!
//! What is assembled from their cells is the screenshot itself, but perhaps for one flat cell that fits anywhere; or it is
//! the screenshot moved round by some columns and rows, where its opposite borders look alike, as those of a window do.

use super::field::Arrangement;
use crate::puzzle::Size;

/// On boards with fewer cells, tiles that slid may all have moved alike.
const FEW: usize = 9;

/// Whether all tiles but one at most are where the screenshot shows them, or have moved by the same columns and rows,
/// what leaves on one side entering on the other.
pub(super) fn is_still(size: Size, arrangement: &Arrangement, blank: usize) -> bool {
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
    fn few_tiles_that_went_round_slid() {
        let size = Size::new(2, 2).unwrap();
        assert!(!is_still(size, &vec![1, 0, 3, 2], 3));
        assert!(is_still(size, &vec![0, 1, 3, 2], 3));
    }
}
