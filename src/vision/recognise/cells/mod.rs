//! What is in the cells of a grid: by a solved picture, by numbers, or by what fits together.

pub mod assembled;
pub mod beyond;
mod changed;
mod focus;
pub mod framed;
mod goal_cells;
mod grey;
mod home;
pub mod interpretation;
mod legible;
mod marks;
mod memory;
pub mod numbered;
mod photographed;
pub mod printed;
mod referred;
mod sides;

use std::sync::OnceLock;

use image::RgbImage;

use super::effort::Effort;
use super::entrant::Lines;
use super::{CONFIDENT, Hints};
use crate::puzzle::Size;
use crate::resize::cropped;
use crate::vision::locate::by_gutters;
use crate::vision::{Doubt, Grid, Screenshot};
use grey::grey;
use interpretation::{Flaw, Interpretation, TELLING, UNDENIED};
use memory::{Memory, Question};

/// All that cells are read by.
pub struct Reader<'a> {
    pub screenshot: &'a Screenshot,
    pub references: &'a [RgbImage],
    pub hints: &'a Hints,
    pub effort: Effort,
    memory: Memory,
    grey: OnceLock<RgbImage>,
}

/// Numbers may contradict a match that is less sure.
const FIRM: f32 = 0.9;
/// A match that fits less is not worth being confirmed by what the pieces make by themselves.
const LIKELY: f32 = 0.5;
/// How many pixels at a side of a tile may be blended with the gutter.
const BLENDED: u32 = 1;

impl<'a> Reader<'a> {
    pub fn new(screenshot: &'a Screenshot, references: &'a [RgbImage], hints: &'a Hints, effort: Effort) -> Reader<'a> {
        Reader { screenshot, references, hints, effort, memory: Memory::default(), grey: OnceLock::new() }
    }

    /// One that is told something else, and puts no pieces together.
    pub fn told<'b>(&'b self, hints: &'b Hints) -> Reader<'b> {
        Reader::new(self.screenshot, self.references, hints, Effort::Labels)
    }

    /// One that looks for no faint numbers.
    pub fn of_pieces(&self) -> Reader<'_> {
        Reader::new(self.screenshot, self.references, self.hints, Effort::Pieces)
    }

    /// The likeliest interpretation of the cells of `grid`, or `None` where they cannot be a board. Pieces that nothing else
    /// names are put together, and faint numbers looked for, only if `closely`.
    pub fn interpret(&self, grid: &Grid, lines: Lines, closely: bool) -> Option<Interpretation> {
        let question = Question { grid: grid.clone(), lines, closely };
        self.memory.answer(question, |question| {
            let found = self.interpreted(question)?;
            Some(if self.is_contradicted(&found, question) { found.in_doubt() } else { found })
        })
    }

    fn interpreted(&self, question: &Question) -> Option<Interpretation> {
        let &Question { ref grid, lines, closely } = question;
        if self.hints.blank_home.is_some_and(|home| home >= grid.size.cells()) {
            return None;
        }
        let mut matched = self.by_reference(grid, lines);
        if let Some(firm) = matched.take_if(|matched| matched.is_settled(FIRM)) {
            return Some(firm);
        }
        let cells = self.cells(grid);
        let numbered = self.by_numbers(grid, &cells, matched.as_ref());
        if let Some(sure) = matched.take_if(|matched| matched.confidence >= CONFIDENT) {
            return Some(self.with_labels(sure, numbered, question, &cells));
        }
        let is_told = |by: &Interpretation| by.confidence >= CONFIDENT || by.flaw == Some(Flaw::OtherGoal);
        if numbered.as_ref().is_some_and(is_told) {
            return numbered;
        }
        if let Some(sure) = matched.take_if(|matched| matched.agrees_with(&numbered, grid.size, self.hints.blank_home))
        {
            return Some(sure.borne_out());
        }
        let is_numbered = closely && numbered.is_some();
        let by_legible_numbers =
            |picture: &Interpretation| is_numbered.then(|| self.by_legible_numbers(picture, grid, &cells)).flatten();
        if let Some(told) = matched.as_ref().and_then(by_legible_numbers) {
            return Some(told);
        }
        let is_likely = matched.as_ref().is_none_or(|matched| matched.fit >= LIKELY);
        let assembled =
            (self.assembles(question) && is_likely).then(|| self.by_assembly(grid, lines, &cells)).flatten();
        if let Some(matched) = matched {
            return Some(matched.settled_by(assembled));
        }
        if assembled
            .as_ref()
            .is_some_and(|assembled| assembled.agrees_with(&numbered, grid.size, self.hints.blank_home))
        {
            return assembled.map(Interpretation::borne_out);
        }
        let assembled = assembled.map(|assembled| assembled.unless_denied_by(numbered.as_ref()));
        let may_be_denied = |assembled: &&Interpretation| assembled.confidence < UNDENIED;
        if let Some(told) = assembled.as_ref().filter(may_be_denied).and_then(by_legible_numbers) {
            return Some(told);
        }
        let is_sure = |assembled: &Interpretation| assembled.confidence >= CONFIDENT;
        if closely
            && self.effort.reads_faint_numbers()
            && self.is_told(grid.size)
            && !assembled.as_ref().is_some_and(is_sure)
            && let Some(faint) = self.by_faint_numbers(grid, lines, &cells)
        {
            return Some(faint);
        }
        match (numbered, assembled) {
            (Some(numbered), Some(assembled)) if numbered.worth() > assembled.worth() => Some(numbered),
            (numbered, assembled) => assembled.or(numbered),
        }
    }

    /// A sure match with what labels tell of it, or what fits together where they leave tiles alike; but numbers that are surer and
    /// say otherwise in its place.
    fn with_labels(
        &self,
        sure: Interpretation,
        numbered: Option<Interpretation>,
        question: &Question,
        cells: &[RgbImage],
    ) -> Interpretation {
        let &Question { ref grid, lines, .. } = question;
        let mut numbered = numbered.filter(|numbered| numbered.confidence >= CONFIDENT);
        if sure.confidence < FIRM
            && let Some(other) = numbered.take_if(|numbered| !sure.is_alike(&numbered.tiles))
        {
            return sure.surer_of(other);
        }
        let told = sure.explained_by(numbered.as_ref()).told_apart_by(numbered);
        if !told.is_marked(&self.screenshot.pixels) {
            return told;
        }
        let told = told.told_apart_by(self.by_faint_numbers(grid, lines, cells));
        if told.identical.is_empty() || !self.assembles(question) {
            return told.without_likeness();
        }
        let assembled = self.by_assembly(grid, lines, cells);
        let assembled = assembled.filter(|assembled| assembled.confidence >= CONFIDENT);
        told.told_apart_by(assembled).without_likeness()
    }

    /// Whether pieces that nothing else names are put together.
    fn assembles(&self, question: &Question) -> bool {
        question.closely && self.effort.assembles()
    }

    /// The screenshot without its colour.
    pub(super) fn grey_screen(&self) -> &RgbImage {
        self.grey.get_or_init(|| grey(&self.screenshot.pixels))
    }

    /// What the screenshot shows in each cell.
    pub fn cells(&self, grid: &Grid) -> Vec<RgbImage> {
        grid.cells.iter().map(|&cell| cropped(&self.screenshot.pixels, cell)).collect()
    }

    /// A grid with its cells where the gutters are seen; `None` where that changes nothing.
    pub fn within_gutters(&self, grid: &Grid) -> Option<Grid> {
        let moved = by_gutters(&self.screenshot.pixels, grid);
        (moved != *grid).then_some(moved)
    }

    /// The same, less what may be blended with the gutters.
    pub fn at_gutters(&self, grid: &Grid) -> Option<Grid> {
        let moved = self.within_gutters(grid)?.inset_to(grid, BLENDED);
        (moved != *grid).then_some(moved)
    }

    /// Whether so many cells tell by themselves that there are so many, or somebody does.
    pub fn is_told(&self, size: Size) -> bool {
        size.cells() >= TELLING || self.hints.size.is_some()
    }
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
