//! Random positions from which a goal can be reached.
//!
//! Of all arrangements of distinct tiles just half can be reached. An arrangement of the other half is repaired by
//! exchanging two tiles, always those in the same two cells among the cells without the blank: this pairs the
//! arrangements of the two halves one to one, so the positions are as evenly spread as the shuffle was.

use super::parity::is_reachable;
use super::{Board, Puzzle, Random, Slide};

impl Puzzle {
    /// A puzzle with this goal and a start drawn evenly from all positions that can be reached, the goal included.
    ///
    /// With identical tiles every arrangement that looks different has the same chance.
    pub fn shuffled(goal: Board, random: &mut Random) -> Puzzle {
        let mut tiles = goal.tiles().to_vec();
        random.shuffle(&mut tiles);
        let start = board_like(&goal, tiles);
        let start = if is_reachable(&start, &goal) { start } else { repaired(&start) };
        Puzzle::new(start, goal).expect("one exchange of two tiles repairs the parity")
    }

    /// A puzzle with this goal, its start made by `steps` steps of the blank, each by a shortest way to a tile chosen
    /// at random. Where a way may go on both along the row and along the column, either is as likely.
    ///
    /// Few steps give easy positions; for many the positions come near to [`Puzzle::shuffled`].
    pub fn walked(goal: Board, steps: usize, random: &mut Random) -> Puzzle {
        let mut start = goal.clone();
        for _ in 0..steps {
            let chosen = random.below(start.size().cells() - 1);
            let cell = chosen + usize::from(chosen >= start.blank());
            walk_to(&mut start, cell, random);
        }
        Puzzle::new(start, goal).expect("what moves lead to can be led back by moves")
    }
}

fn board_like(goal: &Board, tiles: Vec<u16>) -> Board {
    Board::new(goal.size(), tiles).expect("the tiles of a board, rearranged, with its one blank")
}

/// The board with the tiles of its first two cells without the blank exchanged.
fn repaired(board: &Board) -> Board {
    let mut tiles = board.tiles().to_vec();
    let mut cells = (0..3).filter(|&cell| cell != board.blank());
    if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
        tiles.swap(a, b);
    }
    board_like(board, tiles)
}

/// Moves the blank to `cell` by as many slides as they are apart.
fn walk_to(board: &mut Board, cell: usize, random: &mut Random) {
    let size = board.size();
    while board.blank() != cell {
        let distance = size.distance(board.blank(), cell);
        let nearer =
            |slide: &Slide| board.sliding_cell(*slide).is_some_and(|next| size.distance(next, cell) < distance);
        let ways: Vec<Slide> = Slide::ALL.into_iter().filter(nearer).collect();
        board.slide(ways[random.below(ways.len())]);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::puzzle::{Order, Size};

    fn goal(text: &str) -> Board {
        text.parse().unwrap()
    }

    /// How often each start occurs, and Pearson's chi-square against all being equally likely.
    fn chi_square(goal: &Board, positions: usize, each: usize, random: &mut Random) -> f64 {
        let mut counts: HashMap<Board, usize> = HashMap::new();
        for _ in 0..positions * each {
            let puzzle = Puzzle::shuffled(goal.clone(), random);
            *counts.entry(puzzle.start().clone()).or_default() += 1;
        }
        assert_eq!(counts.len(), positions);
        counts.values().map(|&count| (count as f64 - each as f64).powi(2) / each as f64).sum()
    }

    #[test]
    fn every_position_is_equally_likely() {
        let mut random = Random::new(15);
        for (text, positions) in [("1 2/3 0", 12), ("1 2 3/4 5 0", 360), ("0 1/2 3/4 5", 360), ("1 1/2 0", 12)] {
            let degrees = (positions - 1) as f64;
            let chi_square = chi_square(&goal(text), positions, 200, &mut random);
            let deviation = (chi_square - degrees) / (2.0 * degrees).sqrt();
            assert!(deviation.abs() < 4.0, "{text}: {deviation} standard deviations off");
        }
    }

    #[test]
    fn every_goal_of_every_size_can_be_reached() {
        let mut random = Random::new(7);
        for (columns, rows) in [(2, 2), (2, 7), (3, 3), (4, 4), (7, 3), (64, 64)] {
            let size = Size::new(columns, rows).unwrap();
            for order in [Order::Rows, Order::Columns, Order::Snake, Order::Spiral] {
                let tiles = Board::new(size, (0..size.cells() as u16).collect()).unwrap();
                let goal = order.goal(&tiles, Some(random.below(size.cells()))).unwrap();
                let shuffled = Puzzle::shuffled(goal.clone(), &mut random);
                let walked = Puzzle::walked(goal.clone(), 9, &mut random);
                assert_eq!((shuffled.goal(), walked.goal()), (&goal, &goal));
            }
        }
    }

    #[test]
    fn identical_tiles_stay_what_they_are() {
        let goal = goal("6 5 4 3/7 8 1 2/2 1 8 7/3 4 5 0");
        let puzzle = Puzzle::shuffled(goal.clone(), &mut Random::new(3));
        assert_eq!(puzzle.start().sorted_tiles(), goal.sorted_tiles());
    }

    #[test]
    fn a_walk_ends_at_the_tile_chosen_last() {
        let goal = goal("1 2 3/4 5 6/7 8 0");
        assert!(Puzzle::walked(goal.clone(), 0, &mut Random::new(1)).is_solved());
        for seed in 0..50 {
            let puzzle = Puzzle::walked(goal.clone(), 1, &mut Random::new(seed));
            let distance = goal.size().distance(goal.blank(), puzzle.start().blank());
            let moved = puzzle.start().tiles().iter().zip(goal.tiles()).filter(|(a, b)| a != b).count();
            assert!(distance > 0 && moved == distance + 1, "{}", puzzle.start());
        }
    }

    #[test]
    fn a_seed_gives_the_same_position_on_every_machine() {
        let goal = goal("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
        let shuffled = |seed| Puzzle::shuffled(goal.clone(), &mut Random::new(seed)).start().to_string();
        let walked = |seed| Puzzle::walked(goal.clone(), 20, &mut Random::new(seed)).start().to_string();
        assert_eq!(shuffled(0), "14 5 8 6/11 3 9 10/0 12 4 2/13 1 7 15");
        assert_eq!(shuffled(1), "7 1 0 2/4 8 15 3/5 11 9 13/6 14 12 10");
        assert_eq!(walked(0), "2 3 7 4/5 1 15 8/0 6 9 11/13 10 14 12");
    }
}
