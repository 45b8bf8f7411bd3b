//! From a proven puzzle to moves, and what is proven about them.
//!
//! [`solve`] picks the method: the [`wave`] for small spaces, and whatever the board is, a solution that is always there
//! ([`lines`]) before anything that takes time.

mod additive;
mod automaton;
mod beam;
mod best;
mod error;
mod exact;
mod hash;
mod ida;
mod labels;
mod large;
mod limits;
mod lines;
mod partition;
mod pattern;
mod scores;
mod solution;
mod space;
mod symmetry;
#[cfg(test)]
mod testing;
pub mod wave;
mod windows;

pub use error::SolveError;
pub use limits::{Limits, Progress};
pub use solution::{Proof, Solution, Stats};

use crate::puzzle::Puzzle;
use best::Best;
use exact::Exact;
use labels::Labelled;
use wave::{Metric, Wave};

/// Spaces of up to so many positions are searched whole.
const WAVE_POSITIONS: u64 = 4_000_000;

/// The shortest solution that can be found within the limits, and what is proven of it.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Result<Solution, SolveError> {
    let labelled = Labelled::new(puzzle);
    let mut best = Best::new(puzzle, limits, labelled.bound, lines::solve(&labelled), "lines");
    let cells = puzzle.size().cells() as u64;
    let small = Wave::positions(puzzle.start()).is_some_and(|count| count.max(1) * cells <= WAVE_POSITIONS * 16);
    if small && !best.is_enough() {
        by_wave(puzzle, limits, &mut best);
    } else if !best.is_enough() {
        by_tables(&labelled, limits, &mut best);
        if !best.is_enough() && !limits.is_over() {
            large::improve(&labelled, limits, &mut best);
        }
    }
    best.finish()
}

/// Boards of up to so many cells are searched until the shortest solution is proven.
const PROVEN_CELLS: usize = 16;

fn by_tables(labelled: &Labelled, limits: &Limits, best: &mut Best) {
    let cells = labelled.size.cells();
    let Some(mut exact) = Exact::new(labelled, limits, best) else { return };
    for (tiles, generated) in [(5, 12_000_000), (6, u64::MAX)] {
        if !best.is_enough() && (cells <= PROVEN_CELLS || tiles == 5) && exact.build(tiles) {
            exact.search(generated, best);
        }
    }
}

fn by_wave(puzzle: &Puzzle, limits: &Limits, best: &mut Best) {
    (limits.progress)(Progress::Search);
    let Some(mut wave) = Wave::new(puzzle.start(), Metric::Single, u64::MAX) else { return };
    let found = wave.run_to(puzzle.goal(), &mut || limits.is_over());
    let (expanded, generated) = wave.effort();
    best.count(expanded, generated);
    match found.and_then(|_| wave.way_to(puzzle.goal())) {
        Some(slides) => {
            best.raise(slides.len());
            best.offer(slides, "wave");
        }
        None => best.raise(wave.depth() + 1),
    }
}
