//! From a proven puzzle to moves, and what is proven about them.
//!
//! [`solve`] picks the method: the [`wave`] for small spaces, two waves that meet (`meeting`) for short ways on large boards and
//! of identical tiles, depth-first search with proof over pattern databases (`optimal`, `patterns`), beams where that takes too long
//! (`large`); and whatever the board is, a solution that is always there (`large::lines`) before anything that takes time. Where
//! whole rows slide with one press, [`presses`] counts those.
//!
//! No table outlives the process. Those that nearly all positions of 4x4 are solved with are built in a twentieth of a
//! second of one core, those of the next grade in an eighth: to read them from a disk, check them and keep them safe from
//! other processes would save a person with one screenshot nothing to be noticed. Only the tables of seven tiles take two
//! seconds, for one position in thousands, and half a gigabyte, which nobody wants in a cache folder.

mod best;
mod error;
mod geometry;
mod hash;
mod labels;
mod large;
mod limits;
mod meeting;
mod optimal;
mod patterns;
mod prepared;
pub mod presses;
mod solution;
mod space;
#[cfg(test)]
mod testing;
pub mod wave;

pub use error::SolveError;
pub use limits::{Limits, Progress};
pub use prepared::Prepared;
pub use solution::{Proof, Solution, Stats};

use crate::puzzle::Puzzle;
use best::Best;
use labels::Labelled;
use large::{ends, lines};
use optimal::partition::Grade;
use optimal::{Exact, PROVEN_CELLS, Tables, guides, has_guides};
use wave::{Metric, Wave};

/// Spaces of up to so many positions are searched whole.
const WAVE_POSITIONS: u64 = 4_000_000;

/// The shortest solution that can be found within the limits, and what is proven of it.
///
/// Any solution of at most [`Limits::max_moves`] is handed over as soon as it is known; without that limit there is always
/// one, however short the time.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Result<Solution, SolveError> {
    // Once inside the thread pool, its thousands of small tasks need no hand-over from a thread outside.
    rayon::scope(|_| search(puzzle, limits, None).finish())
}

fn search<'a>(puzzle: &'a Puzzle, limits: &'a Limits, kept: Option<&Tables>) -> Best<'a> {
    let labelled = Labelled::new(puzzle);
    let mut best = Best::new(puzzle, limits, Metric::Single, labelled.bound, lines::solve(&labelled), "lines");
    if best.is_enough() {
        return best;
    }
    if Wave::positions(puzzle.start()).is_some_and(|count| is_small(count, puzzle)) {
        by_wave(puzzle, limits, &mut best);
    } else {
        if (labelled.identical || labelled.size.cells() > PROVEN_CELLS) && kept.is_none() {
            (limits.progress)(Progress::Search);
            meeting::meet(puzzle, limits, &mut best);
        }
        if !best.is_enough() {
            by_tables(&labelled, limits, kept, &mut best);
        }
    }
    best
}

/// Whether a space of so many positions is searched whole.
fn is_small(positions: u64, puzzle: &Puzzle) -> bool {
    positions * puzzle.size().cells() as u64 <= WAVE_POSITIONS * 16
}

/// Positions generated with each grade of tables before the next one is built, which takes about as long.
const GRADES: [(Grade, u64); 3] = [(Grade::Fives, 12_000_000), (Grade::Sixes, 150_000_000), (Grade::Sevens, u64::MAX)];
/// The width of the first beam that tables guide.
const QUICK: usize = 300;
/// Positions generated for a proof that may not be within reach, and the part of the time it may take.
const TRY_TO_PROVE: (u64, f64) = (400_000_000, 0.5);

fn by_tables(labelled: &Labelled, limits: &Limits, kept: Option<&Tables>, best: &mut Best) {
    let over = || limits.is_over();
    let Some(mut exact) = Exact::new(labelled, limits, kept, best) else {
        let built = if kept.is_none() && has_guides(labelled.size) {
            large::first(labelled, large::FIRST_ANSWER_LATE, limits, best);
            guides(labelled, limits)
        } else {
            None
        };
        let tables = kept.or(built.as_ref());
        return large::improve(labelled, tables.map(|(_, tables)| tables.as_ref()), limits, best);
    };
    if labelled.size.cells() <= PROVEN_CELLS {
        let kept = kept.map_or(Grade::Fives, |(grade, _)| *grade);
        for (grade, generated) in GRADES.into_iter().filter(|(grade, _)| *grade >= kept) {
            if !best.is_enough() && exact.build(grade) {
                exact.search(generated, &over, best);
            }
            if let Some(tables) = exact.tables().filter(|_| !best.is_enough() && best.is_rough()) {
                ends::once(labelled, tables, QUICK, limits, best);
            }
        }
    } else {
        large::first(labelled, large::FIRST_ANSWER, limits, best);
        exact.build(Grade::Fives);
        if let Some(tables) = exact.tables().filter(|_| !best.is_enough()) {
            ends::once(labelled, tables, QUICK, limits, best);
        }
        exact.search(TRY_TO_PROVE.0, &|| (limits.used)() > TRY_TO_PROVE.1, best);
    }
    if !best.is_enough() && !limits.is_over() {
        large::improve(labelled, exact.tables(), limits, best);
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
