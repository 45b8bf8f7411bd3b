//! A solution as it is handed out: with the reading it belongs to and the pixel to click for each move.

use serde::Serialize;

use crate::puzzle::{PlayError, Puzzle};
use crate::solver::{Proof, Solution};
use crate::vision::Reading;

/// A solution with all that a player or a program needs to carry it out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The board that is solved.
    pub reading: Reading,
    /// How many moves there are.
    pub length: usize,
    /// Whether no shorter solution exists, proven.
    pub optimal: bool,
    /// No solution is shorter than this, proven.
    pub lower_bound: usize,
    /// How moves are counted.
    pub metric: &'static str,
    /// The moves.
    pub moves: Vec<Click>,
    /// What finding them took.
    pub stats: OutcomeStats,
}

/// One move with the pixel to click.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Click {
    /// Its place among the moves, from 1.
    pub step: usize,
    /// The tile that slides, by its goal cell.
    pub tile: usize,
    /// The cell it slides from.
    pub from: usize,
    /// The cell it slides to.
    pub to: usize,
    /// The way it slides.
    pub slide: &'static str,
    /// The middle of the tile, in pixels of the screenshot.
    pub click: (u32, u32),
}

/// What a search took.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OutcomeStats {
    /// The method that found the solution.
    pub method: &'static str,
    /// Positions whose successors were looked at.
    pub expanded: u64,
    /// Positions looked at.
    pub generated: u64,
    /// Time spent on searching.
    pub search_ms: f64,
    /// Time spent on building tables.
    pub tables_ms: f64,
}

impl Outcome {
    /// Puts a solution together with its reading; the moves are played and so checked on the way.
    pub fn new(
        reading: Reading,
        puzzle: &Puzzle,
        solution: &Solution,
        search_ms: f64,
        tables_ms: f64,
    ) -> Result<Outcome, PlayError> {
        let played = puzzle.play(&solution.moves)?;
        let moves = played
            .into_iter()
            .zip(1..)
            .map(|(made, step)| Click {
                step,
                tile: made.tile,
                from: made.from,
                to: made.to,
                slide: made.slide.word(),
                click: reading.cells[made.from].middle(),
            })
            .collect();
        let stats = &solution.stats;
        Ok(Outcome {
            length: solution.moves.len(),
            optimal: solution.proof == Proof::Optimal,
            lower_bound: solution.lower_bound(),
            metric: "single-tile",
            moves,
            stats: OutcomeStats {
                method: stats.method,
                expanded: stats.expanded,
                generated: stats.generated,
                search_ms,
                tables_ms,
            },
            reading,
        })
    }

    /// The JSON form, indented.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("an outcome holds nothing that JSON cannot")
    }
}
