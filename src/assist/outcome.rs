//! A solution as it is handed out: with the reading it belongs to and the pixel to click for each move.

use serde::Serialize;

use crate::puzzle::{Move, PlayError, Puzzle};
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
    /// The presses, where they are what is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presses: Option<Vec<Press>>,
    /// What finding them took.
    pub stats: OutcomeStats,
}

/// One move with the pixel to click.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Click {
    /// Its place among the moves, from 1.
    pub step: usize,
    /// The tile that slides, by its goal cell in the reading; of identical tiles each may end in the goal cell of another.
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

/// One press that slides one or several tiles of a row or column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Press {
    /// Its place among the presses, from 1.
    pub press: usize,
    /// The first and the last of its moves, by step.
    pub moves: (usize, usize),
    /// The way the tiles slide.
    pub slide: &'static str,
    /// The middle of the tile farthest from the blank, in pixels of the screenshot.
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
        let mut tiles = reading.tiles.clone();
        let click = |(made, step): (Move, usize)| {
            tiles.swap(made.from, made.to);
            Click {
                step,
                tile: tiles[made.to],
                from: made.from,
                to: made.to,
                slide: made.slide.word(),
                click: reading.cells[made.from].middle(),
            }
        };
        let moves = played.into_iter().zip(1..).map(click).collect();
        let stats = &solution.stats;
        Ok(Outcome {
            length: solution.moves.len(),
            optimal: solution.proof == Proof::Optimal,
            lower_bound: solution.lower_bound(),
            metric: "single-tile",
            moves,
            presses: None,
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

    /// The same counted in presses, of which every solution has at least `lower`: straight runs of moves are one press.
    pub fn counted_in_presses(mut self, lower: usize) -> Outcome {
        let presses: Vec<Press> = self
            .moves
            .chunk_by(|a, b| a.slide == b.slide)
            .zip(1..)
            .map(|(run, press)| {
                let last = &run[run.len() - 1];
                Press { press, moves: (run[0].step, last.step), slide: last.slide, click: last.click }
            })
            .collect();
        self.length = presses.len();
        self.lower_bound = lower;
        self.optimal = lower == presses.len();
        self.metric = "multi-tile";
        self.presses = Some(presses);
        self
    }

    /// The JSON form, indented.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("an outcome holds nothing that JSON cannot")
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_text;
    use super::*;
    use crate::puzzle::{Board, Random};
    use crate::render::Artwork;
    use crate::solver::{Limits, solve};

    /// Moves carried out by `tile` from the reading's `tiles` find each where they say, and end with all tiles home, or in the
    /// home of one that looks alike.
    #[test]
    fn the_moves_are_those_of_the_tiles_of_the_reading() {
        let mut random = Random::new(5);
        for goal in
            ["1 1 1/2 2 2/1 2 0", "1 2 3/4 5 6/7 8 0", "0 1 1/1 1 2", "3 1/1 3/1 0/2 2", "1 1 2 2/2 0 3 1/4 4 4 3"]
        {
            for walk in [1, 3, 12, 40] {
                let puzzle = Puzzle::walked(goal.parse::<Board>().unwrap(), walk, &mut random);
                let reading = read_text(&puzzle, &Artwork::numbered(puzzle.start(), puzzle.goal()).unwrap());
                let solution = solve(&puzzle, &Limits::NONE).unwrap();
                let outcome = Outcome::new(reading, &puzzle, &solution, 0.0, 0.0).unwrap();
                let mut tiles = outcome.reading.tiles.clone();
                for made in &outcome.moves {
                    assert_eq!(tiles[made.from], made.tile, "step {} of {} to {goal}", made.step, puzzle.start());
                    tiles.swap(made.from, made.to);
                }
                let is_home = |(cell, &tile): (usize, &usize)| cell == tile || outcome.reading.are_alike(cell, tile);
                assert!(tiles.iter().enumerate().all(is_home), "{tiles:?} from {} to {goal}", puzzle.start());
            }
        }
    }
}
