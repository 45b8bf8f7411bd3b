//! A start and a goal that are proven to belong together.

use std::fmt;

use super::parity::{goal_cells, is_reachable};
use super::{Board, Size};

/// A puzzle that can be solved: two boards of one size, with the same tiles, the one reachable from the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    start: Board,
    goal: Board,
}

/// Two boards that make no puzzle, handed back with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError {
    /// The start that was given.
    pub start: Board,
    /// The goal that was given.
    pub goal: Board,
    /// What is wrong.
    pub reason: Reason,
}

/// Why two boards make no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// They have different sizes.
    Sizes {
        /// The start's.
        start: Size,
        /// The goal's.
        goal: Size,
    },
    /// They hold different tiles.
    Tiles {
        /// The smallest tile that one of them has more of.
        tile: u16,
        /// How many the start has.
        start: usize,
        /// How many the goal has.
        goal: usize,
    },
    /// An odd number of exchanges lies between them, which no moves can make.
    Parity,
}

impl Puzzle {
    /// Proves that `goal` can be reached from `start`.
    pub fn new(start: Board, goal: Board) -> Result<Puzzle, Box<PuzzleError>> {
        match defect(&start, &goal) {
            None => Ok(Puzzle { start, goal }),
            Some(reason) => Err(Box::new(PuzzleError { start, goal, reason })),
        }
    }

    /// The size of both boards.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// The board now.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The board when solved.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Whether there is nothing to do.
    pub fn is_solved(&self) -> bool {
        self.start == self.goal
    }

    /// For every cell of the start, the goal cell of what is in it, the blank's home included; `None` where tiles are
    /// identical and so have no single goal cell.
    pub fn goal_cells(&self) -> Option<Vec<usize>> {
        (!self.start.has_identical_tiles()).then(|| goal_cells(&self.start, &self.goal))
    }
}

fn defect(start: &Board, goal: &Board) -> Option<Reason> {
    if start.size() != goal.size() {
        return Some(Reason::Sizes { start: start.size(), goal: goal.size() });
    }
    let (from, to) = (start.sorted_tiles(), goal.sorted_tiles());
    if let Some((a, b)) = from.iter().zip(&to).find(|(a, b)| a != b) {
        let tile = *a.min(b);
        let count = |tiles: &[u16]| tiles.iter().filter(|&&other| other == tile).count();
        return Some(Reason::Tiles { tile, start: count(&from), goal: count(&to) });
    }
    (!is_reachable(start, goal)).then_some(Reason::Parity)
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Sizes { start, goal } => {
                write!(f, "the board is {start}, but the goal is {goal}")
            }
            Reason::Tiles { tile, start, goal } => {
                write!(f, "tile {tile} is {start} times on the board, but {goal} times in the goal")
            }
            Reason::Parity => f.write_str(
                "no moves lead to the goal: an odd number of tile exchanges lies between, and moves make even ones only",
            ),
        }
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl std::error::Error for PuzzleError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(start: &str, goal: &str) -> Option<Reason> {
        let (start, goal): (Board, Board) = (start.parse().unwrap(), goal.parse().unwrap());
        Puzzle::new(start, goal).err().map(|error| error.reason)
    }

    #[test]
    fn the_reason_names_what_differs() {
        assert_eq!(reason("1 2/3 0", "1 2/0 3"), None);
        assert_eq!(reason("1 2/3 0", "1 2/3 4/5 0").unwrap().to_string(), "the board is 2x2, but the goal is 2x3");
        assert_eq!(reason("1 2/2 0", "1 2/3 0"), Some(Reason::Tiles { tile: 2, start: 2, goal: 1 }));
        assert_eq!(reason("2 1/3 0", "1 2/3 0"), Some(Reason::Parity));
        assert_eq!(reason("2 1/2 0", "1 2/2 0"), None);
    }

    #[test]
    fn the_blanks_home_may_be_anywhere() {
        assert_eq!(reason("1 2 3/4 0 5/6 7 8", "1 2 3/4 5 8/6 7 0"), None);
        assert_eq!(reason("1 2 3/4 0 5/6 7 8", "0 1 2/3 4 5/6 7 8"), None);
        assert_eq!(reason("1 2 3/4 0 5/6 8 7", "0 1 2/3 4 5/6 7 8"), Some(Reason::Parity));
    }

    #[test]
    fn goal_cells_exist_for_distinct_tiles_only() {
        let puzzle = |a: &str, b: &str| Puzzle::new(a.parse().unwrap(), b.parse().unwrap()).unwrap();
        assert_eq!(puzzle("9 0/5 7", "9 7/5 0").goal_cells(), Some(vec![0, 3, 2, 1]));
        assert_eq!(puzzle("9 0/5 5", "9 5/5 0").goal_cells(), None);
    }
}
