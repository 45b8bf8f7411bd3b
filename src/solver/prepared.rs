//! One goal, many positions: the tables are built once, for they do not depend on the start.

use crate::puzzle::{Board, Puzzle};

use super::labels::Labelled;
use super::optimal::ida::MOST_CELLS;
use super::optimal::partition::Grade;
use super::optimal::{PROVEN_CELLS, Tables, build};
use super::wave::Wave;
use super::{Limits, Solution, SolveError, is_small, search};

/// Larger tables are worth their building for so many positions.
const WORTH_SIXES: usize = 100;

/// What is kept between the positions of one goal.
pub struct Prepared {
    goal: Board,
    tables: Option<Tables>,
}

impl Prepared {
    /// Builds, on all threads, what solving about so many positions is quickest with. Nothing where no tables are used: small
    /// spaces and large boards.
    pub fn new(goal: &Board, positions: usize, limits: &Limits) -> Prepared {
        let tables = Puzzle::new(goal.clone(), goal.clone()).ok().and_then(|puzzle| {
            let cells = puzzle.size().cells();
            if cells > MOST_CELLS || Wave::positions(goal).is_some_and(|count| is_small(count, &puzzle)) {
                return None;
            }
            let many = cells <= PROVEN_CELLS && positions >= WORTH_SIXES;
            build(&Labelled::new(&puzzle), if many { Grade::Sixes } else { Grade::Fives }, None, limits)
        });
        Prepared { goal: goal.clone(), tables }
    }

    /// As [`super::solve`]; a puzzle with another goal is solved without what is kept.
    pub fn solve(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solution, SolveError> {
        let kept = self.tables.as_ref().filter(|_| *puzzle.goal() == self.goal);
        rayon::scope(|_| search(puzzle, limits, kept).finish())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Proof, solve};
    use super::*;
    use crate::puzzle::Random;

    #[test]
    fn kept_tables_give_the_same_lengths() {
        for goal in
            ["1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", "0 1 1 2/3 4 5 6/7 8 9 9/10 11 12 13", "1 2 3/4 5 6/7 8 0"]
        {
            let goal: Board = goal.parse().unwrap();
            let other: Board = goal.to_string().replace(" 2", " 77").parse().unwrap();
            let prepared = Prepared::new(&goal, 5, &Limits::NONE);
            for seed in 0..3 {
                for goal in [&goal, &other] {
                    let puzzle = Puzzle::walked(goal.clone(), 12, &mut Random::new(seed));
                    let (fast, slow) = (prepared.solve(&puzzle, &Limits::NONE), solve(&puzzle, &Limits::NONE));
                    let (fast, slow) = (fast.unwrap(), slow.unwrap());
                    assert_eq!((fast.moves.len(), fast.proof), (slow.moves.len(), Proof::Optimal));
                }
            }
        }
    }
}
