//! Finding the board in a screenshot, with nothing known about it.

mod comb;
mod evidence;
mod pool;
mod propose;
mod rank;
mod ruler;
mod segments;
mod support;
#[cfg(test)]
mod sweep;
mod traits;
mod weights;

use image::RgbImage;
use image::imageops::{FilterType, resize};

use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::Grid;

use comb::Counts;
use evidence::Edges;
use pool::{Hypothesis, compete};
use propose::Sides;
use ruler::Lattice;

/// What is known about the board before it is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// How many columns and rows it has.
    pub size: Option<Size>,
    /// Where it is, give or take two pixels.
    pub region: Option<Rect>,
}

/// A place where a board may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its cells.
    pub grid: Grid,
    /// How much speaks for it.
    pub score: f32,
}

/// Pictures with more pixels are reduced before boards are looked for.
const MOST_PIXELS: u64 = 2_400_000;
/// How many candidates are given.
const CANDIDATES: usize = 12;

/// Where boards may be in the picture, best first, no two alike, at most twelve.
pub fn locate(shot: &RgbImage, hints: &Hints) -> Vec<Candidate> {
    let Some((factor, hypotheses)) = hypotheses(shot, hints) else { return Vec::new() };
    let candidate = |hypothesis: Hypothesis| {
        let Lattice { across, down } = hypothesis.lattice;
        let lattice = Lattice { across: across.scaled(factor), down: down.scaled(factor) };
        Some(Candidate { grid: lattice.grid(shot.width(), shot.height())?, score: hypothesis.score })
    };
    hypotheses.into_iter().filter_map(candidate).take(CANDIDATES).collect()
}

/// All hypotheses, best first, in a picture reduced by a factor.
fn hypotheses(shot: &RgbImage, hints: &Hints) -> Option<(f32, Vec<Hypothesis>)> {
    if shot.width() < 2 * Grid::MIN_CELL || shot.height() < 2 * Grid::MIN_CELL {
        return None;
    }
    let factor = reduction(shot.width(), shot.height());
    let sides = match hints.size {
        Some(size) => Sides { columns: Counts::only(size.columns()), rows: Counts::only(size.rows()) },
        None => Sides { columns: Counts::ANY, rows: Counts::ANY },
    };
    if factor == 1 {
        return Some((1.0, compete(shot, &Edges::new(shot), sides)));
    }
    let reduced = resize(shot, shot.width() / factor, shot.height() / factor, FilterType::Triangle);
    Some((factor as f32, compete(&reduced, &Edges::new(&reduced), sides)))
}

/// By how much a picture is reduced.
fn reduction(width: u32, height: u32) -> u32 {
    let pixels = u64::from(width) * u64::from(height);
    (1..).find(|factor| pixels / u64::from(factor * factor) <= MOST_PIXELS).unwrap_or(1)
}
