//! What is in the cells of a grid by the numbers on them.

use image::RgbImage;

use super::goal_cells::goal_cells;
use super::home::Home;
use super::interpretation::{Flaw, Interpretation};
use super::reader::Reader;
use super::{CONFIDENT, Kind, doubts};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::resize::cropped;
use crate::vision::Grid;
use crate::vision::digits;

/// Cells that look less numbered at a glance are not read as numbers.
const NUMBERED: f32 = 0.2;
/// Small numbers are looked for in a corner of the tiles: in so large a share of either side, not less than so many pixels,
/// since smaller tiles are looked at as large as they are.
const CORNER: f32 = 0.45;
const LEAST_CORNER: u32 = 50;

impl Reader<'_> {
    /// What the numbers on the cells say. `matched` is what a reference says, though not surely.
    pub(super) fn by_numbers(
        &self,
        grid: &Grid,
        cells: &[RgbImage],
        matched: Option<&Interpretation>,
    ) -> Option<Interpretation> {
        self.by_numbers_on(cells, grid, cells, matched)
    }

    /// What small numbers in one of their corners say, if that is sure: at the size of a whole cell they are too small to be
    /// read, or to stand out from a picture.
    pub(super) fn by_small_numbers(&self, grid: &Grid, cells: &[RgbImage]) -> Option<Interpretation> {
        let corners = [[0, 0], [1, 0], [0, 1], [1, 1]];
        let faces = corners.into_iter().filter_map(|corner| {
            let faces: Vec<RgbImage> = cells.iter().map(|cell| corner_of(cell, corner)).collect();
            let is_large = |face: &RgbImage| face.width().min(face.height()) >= LEAST_CORNER;
            faces.iter().all(is_large).then_some(faces)
        });
        let mut found = faces.filter_map(|faces| self.by_numbers_on(&faces, grid, cells, None));
        found.find(|found| found.confidence >= CONFIDENT)
    }

    /// What the numbers on parts of the cells say.
    fn by_numbers_on(
        &self,
        faces: &[RgbImage],
        grid: &Grid,
        cells: &[RgbImage],
        matched: Option<&Interpretation>,
    ) -> Option<Interpretation> {
        if !digits::looks_numbered(faces, NUMBERED) {
            return None;
        }
        let numbers = digits::read(faces)?;
        let home = match self.hints.blank_home {
            Some(home) => Home::In(home),
            None => self.told_home(grid, cells, &numbers, matched),
        };
        let blank_home = if let Home::In(home) = home { Some(home) } else { None };
        let goal_cells = goal_cells(&numbers, grid.size, &self.hints.goal, blank_home)?;
        let tiles = goal_cells.tiles(&numbers)?;
        let runner_up = |(number, &tile): (&Option<u16>, &usize)| goal_cells.of(&numbers, *number).unwrap_or(tile);
        let runners_up: Vec<usize> = numbers.runner_up.iter().zip(&tiles).map(runner_up).collect();
        let margins: Vec<f32> = numbers.margins.iter().map(|margin| 1.0 - (-margin / 4.0).exp()).collect();
        // Who shows the blank as a 0 counts from it, or not; and a number in the middle is seldom the one that is on no tile.
        let is_odd = home == Home::Usual && !is_corner(goal_cells.of(&numbers, None)?, grid.size);
        let is_open = is_odd || home == Home::Open && digits::shows_zero(faces, numbers.blank);
        let interpretation = Interpretation {
            kind: Kind::Numbers,
            doubts: doubts(&tiles, &margins, &runners_up),
            tiles,
            blank: numbers.blank,
            confidence: numbers.confidence,
            fit: numbers.fit,
            identical: Vec::new(),
            reference: None,
            strange: Vec::new(),
            flaw: None,
        };
        Some(if is_open { interpretation.with_flaw(Flaw::HomeOpen) } else { interpretation })
    }
}

fn is_corner(cell: usize, size: Size) -> bool {
    let is_end = |place: usize, count: usize| place == 0 || place + 1 == count;
    is_end(size.column(cell), size.columns()) && is_end(size.row(cell), size.rows())
}

/// A corner of a cell: at its left or right, at its top or bottom.
fn corner_of(cell: &RgbImage, [right, bottom]: [u32; 2]) -> RgbImage {
    let [width, height] = [cell.width(), cell.height()].map(|side| (side as f32 * CORNER) as u32);
    let (x, y) = (right * (cell.width() - width), bottom * (cell.height() - height));
    cropped(cell, Rect { x, y, width, height })
}
