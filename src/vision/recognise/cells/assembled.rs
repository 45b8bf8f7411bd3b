//! What is in the cells of a grid by what fits together.

use std::ops::Range;

use image::{RgbImage, imageops};

use super::super::CONFIDENT;
use super::super::entrant::Lines;
use super::beyond::goes_on;
use super::framed::within_frames;
use super::interpretation::{Flaw, Interpretation};
use super::photographed::is_no_blank;
use super::{Reader, doubts};
use crate::puzzle::{Board, Goal, Size};
use crate::resize::Window;
use crate::vision::assemble::{Assembly, Pieces};
use crate::vision::colour::{Pixel, is_near, middle};
use crate::vision::thumbnails::Thumbnails;
use crate::vision::{Fidelity, Grid, Kind};

/// The side of the thumbnails by which cells are compared with one another.
pub(super) const LOOK: usize = 8;
/// Cells whose thumbnails differ by less, in levels of 255, look alike.
const DIFFERENT: f32 = 7.0;
/// What can be believed at most of cells that do not tell how many there are, and of what may be any part of a screen.
const UNTOLD: f32 = 0.4;
/// Any grid laid over a single picture finds it assembled already. How much better the joints must get by assembling, in
/// nats a joint, for a picture's cells to be tiles rather than any part of the screen, where lines do not tell.
const SCRAMBLED: f32 = 2.0;
/// The confidence in pieces that are put together once more after they were changed a little.
pub(super) const IN_DOUBT: Range<f32> = 0.01..0.9;
/// The most cells of boards that are put together again and again: one of 10x10 took half a second longer to be refused.
pub const TESTED: usize = 49;
/// How far the cell of the blank must speak against being a piece of the picture around it, in nats a joint, for what shows
/// one picture to be a solved board.
const FOREIGN: f32 = 1.0;
/// The least confidence in tiles that a goal names by where they stand, of which only the blank must be known, where that is clear
/// and strong lines part the cells.
const BY_HAND: f32 = 0.6;
/// A cell that speaks less against being the piece that is missing is no blank. On 313 real boards none was below 3.2, on some
/// 150 pictures whose pieces change places all but three were below this.
const WELCOME: f32 = 2.5;
/// The part of a cell's shorter side that the frame round a piece may cover. Of 143 real boards none speaks less than 5.8 within
/// such a rim, or within one of two thirds.
const RIM: f64 = 0.06;
/// How far the levels of a bare cell may be from its colour in any channel, an eighth of its sides left out: of 120 pieces that change
/// places nearly all were farther, of 4 blanks that may be the dark end of their picture none.
const EVEN: u8 = 6;
/// One pixel in so many may be farther, but by no more: beside the lines around a cell compression leaves waves.
const FEW: usize = 16;
const ROUGHLY: u8 = 18;

impl Reader<'_> {
    /// What the pieces make by themselves.
    pub(super) fn by_assembly(&self, grid: &Grid, lines: Lines, cells: &[RgbImage]) -> Option<Interpretation> {
        let cells = &within_frames(cells);
        let first = self.put_together(grid.size, cells)?;
        if self.screenshot.fidelity == Fidelity::Photographed
            && let Some((found, cells)) = self.put_together_in_one_light(&first, grid.size, cells)
        {
            return Some(self.judged(found, grid, lines, &cells));
        }
        Some(self.judged(self.tested(first, grid.size, cells), grid, lines, cells))
    }

    /// What was put together, tested if it is in doubt.
    pub fn tested(&self, found: Assembly, size: Size, cells: &[RgbImage]) -> Assembly {
        let is_testable = self.is_told(size) && size.cells() <= TESTED && !found.is_still;
        match IN_DOUBT.contains(&found.confidence) && is_testable {
            true => found.tested(cells, size, self.hints.blank_home, self.screenshot.fidelity),
            false => found,
        }
    }

    /// The same if they make something else than what was read before, as they do at first sight.
    pub fn by_assembly_unlike(&self, was: &Interpretation, grid: &Grid, lines: Lines) -> Option<Interpretation> {
        let cells = self.cells(grid);
        let cells = within_frames(&cells);
        let found = self.put_together(grid.size, &cells).filter(|found| !was.is_alike(&found.tiles))?;
        Some(self.judged(found, grid, lines, &cells))
    }

    pub fn put_together(&self, size: Size, cells: &[RgbImage]) -> Option<Assembly> {
        if are_mostly_alike(cells) {
            return None;
        }
        Pieces::measure(cells, size, self.screenshot.fidelity).ok()?.assemble(None, self.hints.blank_home).ok()
    }

    /// How far what was put together is to be believed.
    fn judged(&self, found: Assembly, grid: &Grid, lines: Lines, cells: &[RgbImage]) -> Interpretation {
        let by_hand = match &self.hints.goal {
            Goal::Board(goal) => by_hand(goal, &found, grid.size),
            Goal::Order(_) => None,
        };
        let belief = belief(&found, lines).min(if self.is_told(grid.size) { 1.0 } else { UNTOLD });
        let is_questionable =
            lines < Lines::Strong || self.hints.is_of_a_place() || bare_cell(cells) != Some(found.blank);
        let is_asked = belief >= CONFIDENT && is_questionable;
        let is_part = is_asked && goes_on(self.screenshot, grid, &found.tiles, found.blank);
        let belief = if is_part { belief.min(UNTOLD) } else { belief };
        let is_blank = || bare_cell(cells) == Some(found.blank) || found.outlier >= FOREIGN;
        let (tiles, confidence) = match by_hand {
            Some(tiles) if lines == Lines::Strong && is_blank() => (tiles, belief.max(BY_HAND)),
            Some(tiles) => (tiles, belief),
            None => (found.tiles.clone(), belief),
        };
        let runners_up = found.runner_up.clone().filter(|_| tiles == found.tiles).unwrap_or_else(|| tiles.clone());
        let margins = vec![confidence; tiles.len()];
        let is_open = self.hints.blank_home.is_none() && !found.is_still;
        let is_framed = || confidence >= CONFIDENT && self.stranger_within_rim(&found, grid.size, cells) < WELCOME;
        let may_be_bare = bare_end(&found.tiles, cells) == Some(found.blank);
        let confidence = match self.screenshot.fidelity == Fidelity::Photographed && is_no_blank(cells, found.blank) {
            true => confidence.min(UNTOLD),
            false => confidence,
        };
        let is_whole = is_open && (found.stranger < WELCOME || is_framed()) && !may_be_bare;
        let interpretation = Interpretation {
            kind: Kind::Picture,
            doubts: doubts(&tiles, &margins, &runners_up),
            tiles,
            blank: found.blank,
            confidence,
            fit: found.fit,
            identical: found.identical,
            numbers: None,
            reference: None,
            strange: Vec::new(),
            flaw: None,
        };
        if is_whole { interpretation.with_flaw(Flaw::NoBlank) } else { interpretation }
    }

    /// [`Assembly::stranger`] by what is within the rim of the blank's cell: games that exchange pieces frame the one that is
    /// picked out.
    fn stranger_within_rim(&self, found: &Assembly, size: Size, cells: &[RgbImage]) -> f32 {
        let mut cells = cells.to_vec();
        let cell = &cells[found.blank];
        let (width, height) = cell.dimensions();
        let rim = (RIM * f64::from(width.min(height))).ceil() as u32;
        cells[found.blank] = imageops::crop_imm(cell, rim, rim, width - 2 * rim, height - 2 * rim).to_image();
        Pieces::measure(&cells, size, self.screenshot.fidelity).map_or(f32::INFINITY, |pieces| pieces.stranger(found))
    }
}

/// How far pieces that were put together are to be believed. Where strong lines part them, even a picture as it stands, or moved
/// as a whole, is a board if the blank is no piece of it.
fn belief(found: &Assembly, lines: Lines) -> f32 {
    let is_any = if lines == Lines::Strong { found.outlier < FOREIGN } else { true };
    let most = if (found.is_still || found.is_carried) && is_any { UNTOLD } else { 1.0 };
    let moved = if lines == Lines::Strong { 1.0 } else { (found.gain / SCRAMBLED).min(1.0) };
    (found.confidence * moved).min(most)
}

/// The cell whose tile belongs where the blank mostly does, last or first, if it is the only one that shows nothing, or nothing at all:
/// where the picture ends in as plain a piece the blank looks like that.
pub(super) fn bare_end(tiles: &[usize], cells: &[RgbImage]) -> Option<usize> {
    let is_the_only = |cell: usize, is_so: fn(&RgbImage) -> bool| {
        is_so(&cells[cell]) && (0..cells.len()).all(|other| other == cell || !is_so(&cells[other]))
    };
    let ends = [tiles.len() - 1, 0].into_iter().filter_map(|end| tiles.iter().position(|&tile| tile == end));
    ends.into_iter().find(|&cell| is_the_only(cell, is_bare) || is_the_only(cell, is_of_one_colour))
}

/// The only cell that shows one colour and nothing else, as a blank does and hardly a piece of a picture.
pub fn bare_cell(cells: &[RgbImage]) -> Option<usize> {
    let mut bare = (0..cells.len()).filter(|&cell| is_bare(&cells[cell]));
    bare.next().filter(|_| bare.next().is_none())
}

/// Whether a cell shows one colour and nothing else.
pub fn is_bare(cell: &RgbImage) -> bool {
    let pixels: Vec<Pixel> = inner(cell).pixels().map(|pixel| pixel.0).collect();
    let ground = middle(&pixels);
    let uneven = pixels.iter().filter(|&&pixel| !is_near(pixel, ground, EVEN)).count();
    uneven <= pixels.len() / FEW && pixels.iter().all(|&pixel| is_near(pixel, ground, ROUGHLY))
}

/// Whether all that a cell shows within its rim is of one colour, to the level.
fn is_of_one_colour(cell: &RgbImage) -> bool {
    let inner = inner(cell);
    let first = inner.get_pixel(0, 0);
    inner.pixels().all(|pixel| pixel == first)
}

/// A cell without an eighth of it at each side.
fn inner(cell: &RgbImage) -> RgbImage {
    let (width, height) = cell.dimensions();
    let (x, y) = (width / 8, height / 8);
    imageops::crop_imm(cell, x, y, width - 2 * x, height - 2 * y).to_image()
}

/// Whether most cells look like most others, as those of a game with counters or of a table do: not pieces of a picture.
pub(super) fn are_mostly_alike(cells: &[RgbImage]) -> bool {
    let looks: Vec<Thumbnails> = cells
        .iter()
        .map(|cell| {
            let window = Window::all(cell.width(), cell.height()).inset(0.08);
            Thumbnails::cut(cell, &[window], LOOK)
        })
        .collect();
    let differ = |a: &Thumbnails, b: &Thumbnails| {
        let squares = a.get(0).iter().zip(b.get(0)).map(|(a, b)| (a - b) * (a - b));
        squares.sum::<f32>() > DIFFERENT * DIFFERENT * a.get(0).len() as f32
    };
    let like = |look: &Thumbnails| looks.iter().filter(|other| !differ(look, other)).count();
    let crowded = looks.iter().filter(|look| like(look) * 2 > cells.len()).count();
    crowded * 2 > cells.len()
}

/// The goal cells of tiles that a person numbered by where they stand, row by row from 1, the blank left out.
fn by_hand(goal: &Board, found: &Assembly, size: Size) -> Option<Vec<usize>> {
    if goal.size() != size {
        return None;
    }
    let home = |number: usize| goal.tiles().iter().position(|&tile| usize::from(tile) == number);
    let mut number = 0;
    (0..size.cells())
        .map(|cell| {
            if cell == found.blank {
                return home(0);
            }
            number += 1;
            home(number)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn waves_beside_the_lines_around_a_cell_do_not_keep_it_from_being_bare() {
        let cell =
            |width: u32, level: u8| {
                RgbImage::from_fn(80, 80, |x, _| {
                    if (10..10 + width).contains(&x) { Rgb([60 + level; 3]) } else { Rgb([60; 3]) }
                })
            };
        assert!(is_bare(&cell(0, 0)) && is_bare(&cell(3, 14)));
        assert!(!is_bare(&cell(8, 14)), "that is a stripe");
        assert!(!is_bare(&cell(1, 40)), "that is a line");
    }
}
