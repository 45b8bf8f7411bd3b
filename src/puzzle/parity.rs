//! Which boards can be reached from which.
//!
//! A move exchanges the blank with a neighbour: it flips the parity of the permutation of all cells' contents, and it
//! flips the colour of the blank's cell on a chequered board. So the two always agree, and of all arrangements of
//! distinct tiles just half can be reached, on every board of two or more columns and rows (W. W. Johnson and
//! W. E. Story, "Notes on the '15' puzzle", American Journal of Mathematics 2, 1879). Two identical tiles can stand for
//! each other, which repairs a parity that does not agree.

use super::{Board, Size};

/// Whether `goal`, an arrangement of the same tiles, can be reached from `start`.
pub(super) fn is_reachable(start: &Board, goal: &Board) -> bool {
    if start.has_identical_tiles() {
        return true;
    }
    is_legal(&goal_cells(start, goal), start.blank(), start.size())
}

/// Whether moves can bring all tiles home, where `arrangement` says for every cell the goal cell of what is in it, the blank
/// at `blank` included, and all tiles are distinct.
pub fn is_legal(arrangement: &[usize], blank: usize, size: Size) -> bool {
    is_odd(arrangement) == (size.distance(blank, arrangement[blank]) % 2 == 1)
}

/// For every cell of `start`, the cell of `goal` that holds the same tile. Both hold the same distinct tiles.
pub(super) fn goal_cells(start: &Board, goal: &Board) -> Vec<usize> {
    let mut by_tile: Vec<(u16, usize)> = goal.tiles().iter().copied().zip(0..).collect();
    by_tile.sort_unstable();
    let cell_of = |tile: &u16| {
        let index = by_tile.partition_point(|(other, _)| other < tile);
        by_tile[index].1
    };
    start.tiles().iter().map(cell_of).collect()
}

/// Whether an odd number of exchanges makes `permutation`, each of `0..n` once, out of the ascending order.
fn is_odd(permutation: &[usize]) -> bool {
    let mut permutation = permutation.to_vec();
    let mut odd = false;
    for place in 0..permutation.len() {
        while permutation[place] != place {
            let other = permutation[place];
            permutation.swap(place, other);
            odd = !odd;
        }
    }
    odd
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::puzzle::Slide;

    /// All boards that can be reached from `start`, by walking to them.
    fn walk(start: &Board) -> HashSet<Board> {
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = vec![start.clone()];
        while let Some(board) = queue.pop() {
            for slide in Slide::ALL {
                let mut next = board.clone();
                if next.slide(slide).is_some() && seen.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        seen
    }

    fn permutations(tiles: &mut Vec<u16>, from: usize, visit: &mut impl FnMut(&[u16])) {
        if from == tiles.len() {
            return visit(tiles);
        }
        for index in from..tiles.len() {
            tiles.swap(from, index);
            permutations(tiles, from + 1, visit);
            tiles.swap(from, index);
        }
    }

    #[test]
    fn parity_agrees_with_walking_to_every_board() {
        for (start, reachable) in [("1 2/3 0", 12), ("3 1 2/5 0 4", 360), ("2 1/0 3/5 4", 360)] {
            let start: Board = start.parse().unwrap();
            let seen = walk(&start);
            assert_eq!(seen.len(), reachable);
            permutations(&mut start.tiles().to_vec(), 0, &mut |tiles| {
                let goal = Board::new(start.size(), tiles.to_vec()).unwrap();
                assert_eq!(is_reachable(&start, &goal), seen.contains(&goal), "{start} to {goal}");
            });
        }
    }

    #[test]
    fn an_exchange_of_two_tiles_is_illegal_and_a_rotation_of_three_is_not() {
        let size = Size::new(3, 2).unwrap();
        assert!(is_legal(&[0, 1, 2, 3, 4, 5], 5, size));
        assert!(is_legal(&[0, 1, 2, 3, 5, 4], 4, size));
        assert!(!is_legal(&[1, 0, 2, 3, 4, 5], 5, size));
        assert!(is_legal(&[1, 2, 0, 3, 4, 5], 5, size));
    }

    #[test]
    fn one_pair_of_identical_tiles_makes_everything_reachable() {
        for (start, arrangements) in [("1 1/2 0", 12), ("1 1 2/3 0 4", 360)] {
            let start: Board = start.parse().unwrap();
            assert_eq!(walk(&start).len(), arrangements);
        }
    }
}
