//! What a solver hands over.

use crate::puzzle::Slide;

/// Moves from the start to the goal, and what is known about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves, each by the direction its tile slides.
    pub moves: Vec<Slide>,
    /// How good they are.
    pub proof: Proof,
    /// What finding them took.
    pub stats: Stats,
}

/// What is proven about a solution's length in the single-tile metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No shorter solution exists.
    Optimal,
    /// No solution is shorter than `lower`, which is less than `length`.
    Bounds {
        /// The proven lower bound.
        lower: usize,
        /// The length of this solution.
        length: usize,
    },
}

/// What a search took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The method that found the solution.
    pub method: &'static str,
    /// Positions whose successors were looked at.
    pub expanded: u64,
    /// Positions looked at.
    pub generated: u64,
}

impl Solution {
    /// No solution is shorter than this.
    pub fn lower_bound(&self) -> usize {
        match self.proof {
            Proof::Optimal => self.moves.len(),
            Proof::Bounds { lower, .. } => lower,
        }
    }
}
