//! The one joiner: from a screenshot to a reading, from a reading to a puzzle, from a solution to what is handed out.

mod drawn;
mod looks;
mod outcome;
mod position;

pub use drawn::expected;
pub use looks::{annotated, artwork};
pub use outcome::{Click, Outcome, OutcomeStats, Press};
pub use position::{Defect, NoPuzzle, names, read_text, to_puzzle};
