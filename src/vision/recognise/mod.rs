//! From a screenshot to a reading: several grids and several ways to read them compete to the end.

mod contest;
mod interpret;
mod numbered;
mod refusal;

use image::RgbImage;

use super::{Doubt, Grid, Kind, Reading, Screenshot, locate};
use crate::puzzle::{Goal, Size};
use crate::rect::Rect;
use contest::Contestant;
use interpret::Reader;
pub use refusal::Refusal;

/// What is known of a board beforehand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Its columns and rows.
    pub size: Option<Size>,
    /// Where it is.
    pub region: Option<Rect>,
    /// The cell of the blank when solved.
    pub blank_home: Option<usize>,
    /// The order of numbered tiles when solved. For tiles that show no numbers, a board says what stands where when
    /// solved: its numbers then name the tiles by where they stand in the screenshot, row by row from 1.
    pub goal: Goal,
}

/// A reading, and which of the references it was read by.
#[derive(Clone, Debug, PartialEq)]
pub struct Recognised {
    /// The reading.
    pub reading: Reading,
    /// The index of the reference used.
    pub reference: Option<usize>,
}

/// Readings of less confidence are refused.
pub const CONFIDENT: f32 = 0.5;
/// Tiles that fit a reference less are likely those of another picture; few tiles may fit better by chance.
const OTHER: f32 = 0.6;
const BY_CHANCE: f32 = 1.0;
/// So many cells may be covered at once by a tile on its way or by a pointer.
const STRANGE: usize = 3;

/// Reads the board in `screenshot`: by the best matching of `references` where there are any, else by the numbers on its
/// tiles or by what they show.
pub fn recognise(screenshot: &Screenshot, references: &[RgbImage], hints: &Hints) -> Result<Recognised, Refusal> {
    let candidates = candidates(&screenshot.pixels, hints)?;
    let reader = Reader { screenshot, references, hints };
    let best = contest::hold(&candidates, &reader).ok_or(Refusal::NoBoard)?;
    let Contestant { grid, interpretation, rival, .. } = best;
    let reference = interpretation.reference;
    let fits = interpretation.fit >= OTHER + BY_CHANCE / grid.size.cells() as f32;
    let is_other = reference.is_some() && !fits && interpretation.confidence < CONFIDENT;
    let strange = interpretation.strange;
    let mut reading = Reading::certain(&grid, interpretation.kind, interpretation.tiles, interpretation.blank);
    reading.confidence = interpretation.confidence;
    reading.doubts = interpretation.doubts;
    reading.identical = interpretation.identical;
    reading.solved = (0..reading.tiles.len()).all(|cell| reading.are_alike(cell, reading.tiles[cell]));
    match rival {
        _ if is_other => Err(Refusal::OtherPicture(Box::new(reading))),
        _ if !strange.is_empty() && strange.len() <= STRANGE => {
            Err(Refusal::Strange { best: Box::new(reading), cells: strange })
        }
        _ if reading.confidence < CONFIDENT || !strange.is_empty() => Err(Refusal::Doubtful(Box::new(reading))),
        Some(rival) => Err(Refusal::Rivals { best: Box::new(reading), rival: Box::new(rival) }),
        None => Ok(Recognised { reading, reference }),
    }
}

/// The grids worth reading, best first, each with how much speaks for it against the first.
fn candidates(picture: &RgbImage, hints: &Hints) -> Result<Vec<(Grid, f32)>, Refusal> {
    let (width, height) = picture.dimensions();
    if let Some(region) = hints.region.filter(|region| !region.fits(width, height)) {
        return Err(Refusal::Region { region, width, height });
    }
    let given = match (hints.region, hints.size) {
        (Some(region), Some(size)) => Some(Grid::even(region, size, 0).map_err(Refusal::Grid)?),
        _ => None,
    };
    if let (Some(cell), Some(size)) = (hints.blank_home, hints.size)
        && cell >= size.cells()
    {
        return Err(Refusal::BlankHome { cell, size });
    }
    let found = locate::locate(picture, &locate::Hints { size: hints.size, region: hints.region });
    let most = found.first().map_or(1.0, |first| first.score.max(1e-3));
    let mut grids: Vec<(Grid, f32)> =
        found.into_iter().map(|candidate| (candidate.grid, (candidate.score / most).clamp(0.01, 1.0))).collect();
    if let Some(given) = given
        && grids.iter().all(|(grid, _)| *grid != given)
    {
        grids.push((given, 0.9));
    }
    Ok(grids)
}

/// Doubts about the cells whose margin is less than what is needed, least sure first.
fn doubts(tiles: &[usize], margins: &[f32], runners_up: &[usize]) -> Vec<Doubt> {
    let mut doubts: Vec<Doubt> = (0..tiles.len())
        .filter(|&cell| margins[cell] < CONFIDENT && runners_up[cell] != tiles[cell])
        .map(|cell| Doubt { cell, tile: tiles[cell], runner_up: runners_up[cell], margin: margins[cell] })
        .collect();
    doubts.sort_by(|a, b| a.margin.total_cmp(&b.margin));
    doubts
}
