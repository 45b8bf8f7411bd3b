//! Drop a screenshot of a sliding-tile puzzle, get the way out.

pub mod assist;
pub mod puzzle;
pub mod rect;
pub mod render;
pub mod resize;
pub mod solver;
pub mod vision;
