//! Why a search ends without a solution.

use std::fmt;

/// Why there is no solution to hand over. Without `max_moves` there always is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// It is proven that no solution has at most so many moves.
    None {
        /// The most moves asked for.
        max_moves: usize,
        /// No solution is shorter than this.
        lower: usize,
    },
    /// The time ran out before a solution within the limit was found or excluded.
    Time {
        /// The most moves asked for.
        max_moves: usize,
        /// No solution is shorter than this.
        lower: usize,
        /// The shortest solution known, which is longer.
        shortest: usize,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::None { max_moves, lower } => {
                write!(f, "there is no solution within {max_moves} moves: proven, every one takes {lower} or more")
            }
            SolveError::Time { max_moves, lower, shortest } => write!(
                f,
                "the time ran out before a solution within {max_moves} moves was found or excluded: the shortest known \
                 takes {shortest}, none takes fewer than {lower}"
            ),
        }
    }
}

impl std::error::Error for SolveError {}
