//! From the bytes of a screenshot to which tile is in which cell, and how sure that is.

pub mod assemble;
pub mod assignment;
mod colour;
pub mod digits;
mod grid;
mod light_change;
pub mod locate;
mod median;
mod pictured;
mod pieces;
mod reading;
mod recognise;
pub mod reference;
mod screenshot;
mod straighten;
pub mod thumbnails;
mod words;

pub use grid::{Grid, GridError};
pub use pictured::show_pieces;
pub use reading::{Doubt, Kind, Reading, ReadingError};
pub use recognise::{CONFIDENT, Hints, Recognised, Refusal, glance, look_further, printed_numbers, recognise};
pub use screenshot::{Fidelity, Screenshot, ScreenshotError};
pub use straighten::{Straightened, is_straight, straighten};
