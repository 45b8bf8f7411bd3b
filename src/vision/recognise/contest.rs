//! Grids compete by what is made of them.
//!
//! A grid's score is how much its lines speak for it, times how well its cells can be read, times how surely as far as
//! that is still in question. A grid a row short may still be read, but not as well as the whole board; one of twice the
//! pitch shows four tiles in each cell, one of half the pitch cannot tell the four parts of the blank apart.

use rayon::prelude::*;

use super::CONFIDENT;
use super::interpret::{Interpretation, Reader};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::Grid;

/// A grid with what was made of it.
pub struct Contestant {
    pub grid: Grid,
    pub interpretation: Interpretation,
    pub score: f32,
    /// Another grid that is about as likely.
    pub rival: Option<(Size, Rect)>,
}

/// How many grids are read together before it is asked whether one is clear.
const HEAT: usize = 2;
/// Grids of more cells are read only where their lines speak most for them.
const LARGE: usize = 144;
/// The most grids that are read of one board, whose edges are a little uncertain. With more, the luckiest would win.
const ALIKE: usize = 2;
/// A grid with this score and no close second by its lines wins without the others being read.
const CLEAR: f32 = 0.8;
/// Of grids that cannot be read, the one whose lines and looks speak most for it is the best guess.
const LEAST: f32 = 1e-3;
/// How close by its lines a second grid may come to a clear one.
const DISTANT: f32 = 0.9;
/// How close by its score another grid must come to be a rival.
const CLOSE: f32 = 0.9;

/// Reads the grids, best first, until one is clear, and gives the best. No score exceeds what the lines say, so grids
/// that could not even become a rival are left out.
pub fn hold(candidates: &[(Grid, f32)], reader: &Reader) -> Option<Contestant> {
    let entrants = entrants(candidates);
    let first = entrants.first()?;
    let next = entrants.iter().skip(1).find(|(grid, _)| are_different(grid, &first.0));
    let is_distant = next.is_none_or(|(_, support)| *support < DISTANT);
    let mut read: Vec<Contestant> = Vec::new();
    for heat in std::iter::once(&entrants[..1]).chain(entrants[1..].chunks(HEAT)) {
        let most = read.iter().map(|contestant| contestant.score).fold(0.0, f32::max);
        let able = heat.par_iter().filter(|(_, support)| *support >= CLOSE * most);
        read.par_extend(able.filter_map(|(grid, support)| contestant(grid, *support, reader)));
        if is_distant && read.iter().any(|contestant| contestant.score >= CLEAR) {
            break;
        }
    }
    read.sort_by(|a, b| b.score.total_cmp(&a.score));
    let rival = read.iter().skip(1).find(|other| are_different(&other.grid, &read[0].grid));
    let rival = rival.filter(|other| other.score >= CLOSE * read[0].score);
    let rival = rival.map(|other| (other.grid.size, other.grid.region));
    let mut best = read.into_iter().next()?;
    best.rival = rival;
    Some(best)
}

/// The grids that are read at all.
fn entrants(candidates: &[(Grid, f32)]) -> Vec<&(Grid, f32)> {
    let mut entrants: Vec<&(Grid, f32)> = Vec::new();
    for candidate in candidates {
        let alike = entrants.iter().filter(|(grid, _)| !are_different(grid, &candidate.0)).count();
        let is_likely = candidate.0.size.cells() <= LARGE || entrants.is_empty();
        if alike < ALIKE && is_likely {
            entrants.push(candidate);
        }
    }
    entrants
}

fn contestant(grid: &Grid, support: f32, reader: &Reader) -> Option<Contestant> {
    let interpretation = reader.interpret(grid)?;
    let sureness = (interpretation.confidence / CONFIDENT).clamp(LEAST, 1.0);
    let score = support * interpretation.fit * sureness;
    Some(Contestant { grid: grid.clone(), interpretation, score, rival: None })
}

/// Whether two grids show different boards, rather than one whose edges are a little uncertain.
fn are_different(a: &Grid, b: &Grid) -> bool {
    let far = |x: u32, y: u32, cell: u32| x.abs_diff(y) * 4 > cell;
    let cell = (a.region.width / a.size.columns() as u32, a.region.height / a.size.rows() as u32);
    a.size != b.size
        || far(a.region.x, b.region.x, cell.0)
        || far(a.region.right(), b.region.right(), cell.0)
        || far(a.region.y, b.region.y, cell.1)
        || far(a.region.bottom(), b.region.bottom(), cell.1)
}
