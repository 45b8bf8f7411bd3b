//! The rules: board sizes, boards, moves, goals, and what can be reached from where.
//!
//! A [`Board`] is one arrangement of tiles; a [`Puzzle`] is a start and a goal that is proven to be reachable from it.
//! Nothing here knows of pictures or of searching.

mod board;
mod goal;
mod moves;
mod notation;
mod parity;
mod proven;
mod random;
mod scramble;
mod size;

pub use board::{Board, BoardError};
pub use goal::{Goal, GoalError, Order};
pub use moves::{Move, PlayError, Slide};
pub use notation::NotationError;
pub use parity::is_legal;
pub use proven::{Puzzle, PuzzleError, Reason};
pub use random::Random;
pub use size::{Size, SizeError};
