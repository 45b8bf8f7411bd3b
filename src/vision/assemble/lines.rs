//! Moves along a row or column: a piece of it turns by one place, or all of it by any number.
//!
//! Pieces that were assembled right but stand a place too far along, which exchanges of two tiles cannot put right
//! without making all of it worse first. The blank's home sliding along its line is such a move.

use super::field::{Arrangement, Field, rotate};
use crate::puzzle::Size;

/// All moves along the lines of a board: the cells of which each one's tile moves to the next, the last one's to the
/// first. Pieces of two cells, which are plain swaps, are left out.
pub(super) fn moves(size: Size) -> Vec<Vec<usize>> {
    let (columns, rows) = (size.columns(), size.rows());
    let line = |count: usize, cell: &dyn Fn(usize) -> usize| {
        let cells: Vec<usize> = (0..count).map(cell).collect();
        let pieces = (0..count).flat_map(|from| (from + 3..=count).map(move |to| from..to));
        pieces.flat_map(|piece| [cells[piece.clone()].to_vec(), reversed(&cells[piece])]).collect::<Vec<_>>()
    };
    let across = (0..rows).flat_map(|row| line(columns, &|column| row * columns + column));
    let down = (0..columns).flat_map(|column| line(rows, &|row| row * columns + column));
    across.chain(down).collect()
}

fn reversed(cells: &[usize]) -> Vec<usize> {
    cells.iter().rev().copied().collect()
}

/// Makes the move that helps most and returns how much the cost changed: 0 or less. Cost: O(cells²).
pub(super) fn turn_best(field: &Field, arrangement: &mut Arrangement, moves: &[Vec<usize>]) -> f32 {
    let costs = moves.iter().map(|cells| (field.turn(arrangement, cells), cells));
    match costs.min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((change, cells)) if change < 0.0 => {
            rotate(arrangement, cells);
            change
        }
        _ => 0.0,
    }
}

/// The whole arrangement moved along by some columns or rows, what leaves on one side entering on the other.
pub(super) fn wrapped(size: Size, arrangement: &Arrangement) -> impl Iterator<Item = Arrangement> + '_ {
    let (columns, rows) = (size.columns(), size.rows());
    let at = move |cell: usize, by: usize, down: usize| {
        arrangement[(cell / columns + down) % rows * columns + (cell % columns + by) % columns]
    };
    let across = (1..columns).map(move |by| (0..columns * rows).map(|cell| at(cell, by, 0)).collect());
    let down = (1..rows).map(move |by| (0..columns * rows).map(|cell| at(cell, 0, by)).collect());
    across.chain(down)
}

#[cfg(test)]
mod tests {
    use super::super::field::tests::scattered;
    use super::*;

    #[test]
    fn pieces_turn_both_ways_within_their_line() {
        let size = Size::new(4, 2).unwrap();
        let moves = moves(size);
        assert!(moves.contains(&vec![0, 1, 2, 3]) && moves.contains(&vec![7, 6, 5]));
        assert_eq!(moves.len(), 2 * 6);
    }

    #[test]
    fn a_piece_one_place_too_far_is_put_right() {
        let size = Size::new(5, 2).unwrap();
        let mut pairs = scattered(10, 5);
        for table in [&mut pairs.across, &mut pairs.down] {
            table.iter_mut().for_each(|score| *score = -2.0);
        }
        for tile in [0, 1, 2, 3, 5, 6, 7, 8] {
            pairs.across[tile * 10 + tile + 1] = 5.0;
        }
        (0..5).for_each(|tile| pairs.down[tile * 10 + tile + 5] = 5.0);
        let field = Field::new(&pairs, size, 9, None);
        let mut arrangement = vec![0, 1, 2, 3, 4, 9, 5, 6, 7, 8];
        assert!(turn_best(&field, &mut arrangement, &moves(size)) < -1.0);
        assert_eq!(arrangement, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn wrapped_arrangements_are_cyclic() {
        let size = Size::new(3, 2).unwrap();
        let all: Vec<_> = wrapped(size, &vec![0, 1, 2, 3, 4, 5]).collect();
        assert_eq!(all, [vec![1, 2, 0, 4, 5, 3], vec![2, 0, 1, 5, 3, 4], vec![3, 4, 5, 0, 1, 2]]);
    }
}
