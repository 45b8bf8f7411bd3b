//! Cells as lines across a tile's way.

use std::ops::Range;

use image::RgbImage;

use crate::rect::Rect;
use crate::vision::Grid;
use crate::vision::colour::{Pixel, middle};

/// So much of a line is left out at either end: the tiles' corners.
const CORNER: f32 = 0.12;
/// So many pixels of a line are looked at, at most.
const SAMPLES: usize = 64;
/// A tile whose edge is fewer lines from a cell's end may be taken for one at rest.
const FEWEST: usize = 4;
/// How far apart the two edges of a tile may be beyond a gutter, and the widest gutter that the grid may not show, as shares of a
/// cell.
const UNEVEN: f32 = 0.04;
const GUTTER: f32 = 0.12;
/// As many of the other cells, of all, may show such an edge: more of them, and it is what tiles look like.
const OTHERS: f32 = 0.15;

/// A cell as lines, from left to right or from the top down.
#[derive(Clone, Copy)]
pub struct Lines<'a> {
    picture: &'a RgbImage,
    cell: Rect,
    is_down: bool,
}

impl Lines<'_> {
    /// How many lines there are.
    pub fn count(&self) -> usize {
        (if self.is_down { self.cell.height } else { self.cell.width }) as usize
    }

    /// The pixels of a line, but for its ends.
    pub fn line(&self, index: usize) -> impl Iterator<Item = Pixel> {
        let Rect { x, y, width, height } = self.cell;
        let across = if self.is_down { width } else { height };
        let corner = (CORNER * across as f32) as u32;
        let step = (across as usize).div_ceil(SAMPLES);
        (corner..across - corner).step_by(step).map(move |at| {
            let (column, row) = if self.is_down { (at, index as u32) } else { (index as u32, at) };
            self.picture.get_pixel(x + column, y + row).0
        })
    }

    /// The middle colour of some lines, of which there must be one.
    pub fn colour(&self, lines: Range<usize>) -> Pixel {
        middle(&lines.flat_map(|line| self.line(line)).collect::<Vec<Pixel>>())
    }

    /// Whether a tile with an edge there is on its way: `least` is the share of the cell from which on it is.
    pub fn is_on_its_way(&self, edge: usize, least: f32) -> bool {
        let count = self.count();
        (least..=1.0 - least).contains(&(edge as f32 / count as f32)) && edge >= FEWEST && edge + FEWEST <= count
    }

    /// How far apart the edges of a tile that begins and ends at the same place of two cells may be seen.
    fn uneven(&self) -> f32 {
        (UNEVEN * self.count() as f32).max(2.0)
    }
}

/// Two cells one after the other, and all cells of their board.
pub struct Pair<'a> {
    picture: &'a RgbImage,
    grid: &'a Grid,
    pub cells: [usize; 2],
    is_down: bool,
}

impl Pair<'_> {
    /// All pairs of a grid, those that follow one another in rows first.
    pub fn all<'a>(picture: &'a RgbImage, grid: &'a Grid) -> impl Iterator<Item = Pair<'a>> {
        let (columns, count) = (grid.size.columns(), grid.cells.len());
        let is_followed = move |cell: &usize| !(cell + 1).is_multiple_of(columns);
        let across = (0..count).filter(is_followed).map(|cell| ([cell, cell + 1], false));
        let down = (0..count - columns).map(move |cell| ([cell, cell + columns], true));
        across.chain(down).map(move |(cells, is_down)| Pair { picture, grid, cells, is_down })
    }

    /// The lines of both cells.
    pub fn lines(&self) -> [Lines<'_>; 2] {
        self.cells.map(|cell| self.lines_of(cell))
    }

    /// Whether a tile may begin at `back` in the first cell and end at `front` in the second one: as far on in either, but for
    /// the gutter between them.
    pub fn are_of_one_tile(&self, back: usize, front: usize) -> bool {
        let [before, after] = self.cells.map(|cell| self.grid.cells[cell]);
        let gutter = match self.is_down {
            true => after.y.saturating_sub(before.bottom()),
            false => after.x.saturating_sub(before.right()),
        };
        let [_, lines] = self.lines();
        let (uneven, widest) = (lines.uneven(), (GUTTER * lines.count() as f32).max(gutter as f32));
        (-uneven..=widest + uneven).contains(&(back as f32 - front as f32))
    }

    /// Whether hardly any of the other cells has an edge at a place where one of these has, or no farther off than may be.
    pub fn is_alone(&self, place: usize, has_edge: impl Fn(Lines, usize, f32) -> bool) -> bool {
        let others = (0..self.grid.cells.len()).filter(|cell| !self.cells.contains(cell));
        let is_alike = |&cell: &usize| {
            let lines = self.lines_of(cell);
            has_edge(lines, place, lines.uneven())
        };
        others.filter(is_alike).count() as f32 <= OTHERS * (self.grid.cells.len() - 2) as f32
    }

    fn lines_of(&self, cell: usize) -> Lines<'_> {
        Lines { picture: self.picture, cell: self.grid.cells[cell], is_down: self.is_down }
    }
}
