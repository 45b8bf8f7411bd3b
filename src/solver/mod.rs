//! From a proven puzzle to moves, and what is proven about them.

mod limits;
mod solution;

pub use limits::{Limits, Progress};
pub use solution::{Proof, Solution, Stats};
