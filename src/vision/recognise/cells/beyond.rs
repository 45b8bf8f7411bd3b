//! Whether the picture put together, or the board, goes on beyond the grid, which then covers only a part of it.

use image::RgbImage;

use super::assembled::is_bare;
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::resize::cropped;
use crate::vision::assemble::Pieces;
use crate::vision::{Grid, Screenshot};

/// The least tiles at an edge that tell.
const TELLING: usize = 3;
/// A likelihood that is enough. Of some 150 real and drawn boards that were put together right, the greatest was 0.16.
const ENOUGH: f32 = 0.5;

/// How likely the tiles beyond an edge must be to belong beside tiles of the board, for it to have been cut there: a mean over at least
/// so many cells. Of 108 grids of real boards that were asked because their lines were weak, those with lines of so many cells had
/// 0.25 at most, and those with three 0.32; of 146 real boards without one of their columns, all but two had 0.38 and more.
const BELONGING: f32 = 0.3;
const TELLING_APART: usize = 4;
/// The least where another cell of the line shows one colour, as a blank does and the board's own does not: of 99 readings of real
/// boards without a plain blank, the cells beyond an edge had 0.16 at most, and those of a board without one of its rows 0.37.
const BESIDE_BLANK: usize = 2;

/// A grid's cells and those that a line more on each side would have, where there is room.
struct Surroundings<'a> {
    grid: &'a Grid,
    across: Extended,
    down: Extended,
    cells: Vec<RgbImage>,
    pieces: Pieces,
}

/// Columns or rows, by start and length, with one more at either end where there is room.
struct Extended {
    parts: Vec<(u32, u32)>,
    before: bool,
    after: bool,
}

/// Whether what lies beyond one of the grid's edges is likely what follows there (see [`likelihood_beyond`]), or a line of tiles
/// that belong beside others of the board, wherever these are. Cost as there.
pub fn goes_on(screenshot: &Screenshot, grid: &Grid, tiles: &[usize], blank: usize) -> bool {
    Surroundings::of(screenshot, grid).is_some_and(|around| {
        around.likelihood(tiles, blank) > ENOUGH || around.belonging(blank).into_iter().any(|edge| edge >= BELONGING)
    })
}

/// How likely what lies beyond one of the grid's edges is what follows there on the tiles whose home is at that edge, 0 to 1: a
/// mean probability, the greatest of the four edges. `tiles` says for every cell the goal cell of what is in it. Costs as much as
/// comparing the tiles of a board that is larger by two columns and rows.
pub fn likelihood_beyond(screenshot: &Screenshot, grid: &Grid, tiles: &[usize], blank: usize) -> f32 {
    Surroundings::of(screenshot, grid).map_or(0.0, |around| around.likelihood(tiles, blank))
}

impl Surroundings<'_> {
    fn of<'a>(screenshot: &Screenshot, grid: &'a Grid) -> Option<Surroundings<'a>> {
        let (width, height) = screenshot.pixels.dimensions();
        let columns = grid.size.columns();
        let across = Extended::of(grid.cells[..columns].iter().map(|cell| (cell.x, cell.width)).collect(), width);
        let down = Extended::of(grid.cells.iter().step_by(columns).map(|cell| (cell.y, cell.height)).collect(), height);
        let cell = |&(y, height): &(u32, u32), &(x, width): &(u32, u32)| Rect { x, y, width, height };
        let cells = down.parts.iter().flat_map(|row| across.parts.iter().map(move |column| cell(row, column)));
        let cells: Vec<RgbImage> = cells.map(|cell| cropped(&screenshot.pixels, cell)).collect();
        let size = Size::new(across.parts.len(), down.parts.len()).ok()?;
        let pieces = Pieces::measure(&cells, size, screenshot.fidelity).ok()?;
        Some(Surroundings { grid, across, down, cells, pieces })
    }

    /// How many cells a row has.
    fn line(&self) -> usize {
        self.across.parts.len()
    }

    /// Which piece a cell of the grid is.
    fn at(&self, cell: usize) -> usize {
        let columns = self.grid.size.columns();
        let (row, column) = (cell / columns, cell % columns);
        (row + usize::from(self.down.before)) * self.line() + column + usize::from(self.across.before)
    }

    fn likelihood(&self, tiles: &[usize], blank: usize) -> f32 {
        let (columns, rows, line) = (self.grid.size.columns(), self.grid.size.rows(), self.line());
        // At each edge: whether there is room, the goal cells, and the tile and what lies beyond its home, in order.
        type Edge<'a> = (bool, &'a dyn Fn(usize) -> bool, &'a dyn Fn(usize, usize) -> (usize, usize));
        let followed = |(has_room, is_there, pair): Edge, in_rows: bool| {
            let told = (0..tiles.len()).filter(|&cell| has_room && cell != blank && is_there(tiles[cell]));
            let pairs: Vec<(usize, usize)> = told.map(|cell| pair(self.at(cell), self.at(tiles[cell]))).collect();
            if pairs.len() >= TELLING { self.pieces.likelihood(&pairs, in_rows) } else { 0.0 }
        };
        let left: Edge = (self.across.before, &|goal| goal % columns == 0, &|tile, home| (home - 1, tile));
        let right: Edge = (self.across.after, &|goal| (goal + 1) % columns == 0, &|tile, home| (tile, home + 1));
        let above: Edge = (self.down.before, &|goal| goal < columns, &|tile, home| (home - line, tile));
        let below: Edge =
            (self.down.after, &|goal| goal + columns >= columns * rows, &|tile, home| (tile, home + line));
        let edges = [(left, true), (right, true), (above, false), (below, false)];
        edges.into_iter().map(|(edge, in_rows)| followed(edge, in_rows)).fold(0.0, f32::max)
    }

    /// How likely what lies beyond each edge, cell by cell, belongs beside some tile of the board: mean probabilities.
    fn belonging(&self, blank: usize) -> [f32; 4] {
        let (columns, rows, line) = (self.grid.size.columns(), self.grid.size.rows(), self.line());
        let others: Vec<usize> = (0..columns * rows).filter(|&cell| cell != blank).map(|cell| self.at(cell)).collect();
        let column = |beside: &dyn Fn(usize) -> usize| -> Vec<usize> {
            (0..rows).map(|row| beside(self.at(row * columns))).collect()
        };
        let row = |beside: &dyn Fn(usize) -> usize| -> Vec<usize> {
            (0..columns).map(|column| beside(self.at(column))).collect()
        };
        let edges = [
            self.across.before.then(|| column(&|first| first - 1)),
            self.across.after.then(|| column(&|first| first + columns)),
            self.down.before.then(|| row(&|first| first - line)),
            self.down.after.then(|| row(&|first| first + rows * line)),
        ];
        let has_plain_blank = is_bare(&self.cells[self.at(blank)]);
        edges.map(|edge| {
            let beyond = edge.unwrap_or_default();
            let full = || beyond.iter().copied().filter(|&cell| !is_bare(&self.cells[cell])).collect::<Vec<usize>>();
            let (told, least) = match full() {
                full if has_plain_blank || full.len() == beyond.len() => (beyond, TELLING_APART),
                full => (full, BESIDE_BLANK),
            };
            if told.len() >= least { self.pieces.belonging(&told, &others) } else { 0.0 }
        })
    }
}

impl Extended {
    /// Of parts within `limit`.
    fn of(parts: Vec<(u32, u32)>, limit: u32) -> Extended {
        let (first, last) = (parts[0], parts[parts.len() - 1]);
        let pitch = (last.0 - first.0) / (parts.len() as u32 - 1).max(1);
        let before = first.0.checked_sub(pitch).map(|start| (start, first.1));
        let after = Some((last.0 + pitch, last.1)).filter(|(start, length)| start + length <= limit);
        let parts = before.into_iter().chain(parts).chain(after).collect();
        Extended { parts, before: before.is_some(), after: after.is_some() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waves of three lengths, which go on everywhere but repeat nowhere.
    fn waves(side: u32) -> RgbImage {
        RgbImage::from_fn(side, side, |x, y| {
            let wave =
                |a: f32, b: f32| 127.0 + 120.0 * (x as f32 * a + y as f32 * b + (x as f32 * b * 0.7).sin()).sin();
            image::Rgb([wave(0.051, 0.083) as u8, wave(-0.073, 0.041) as u8, wave(0.033, -0.067) as u8])
        })
    }

    #[test]
    fn a_picture_goes_on_beyond_a_part_of_it_and_not_beyond_its_edges() {
        let grid = Grid::even(Rect::new(60, 60, 160, 160), Size::new(4, 4).unwrap(), 0).unwrap();
        let mut tiles: Vec<usize> = (0..16).collect();
        let mut picture = waves(300);
        let goes_on =
            |picture: &RgbImage, tiles: &[usize]| super::goes_on(&Screenshot::exact(picture.clone()), &grid, tiles, 15);
        assert!(goes_on(&picture, &tiles));
        let (a, b) = (cropped(&picture, grid.cells[0]), cropped(&picture, grid.cells[6]));
        image::imageops::replace(&mut picture, &b, 60, 60);
        image::imageops::replace(&mut picture, &a, grid.cells[6].x.into(), grid.cells[6].y.into());
        tiles.swap(0, 6);
        assert!(goes_on(&picture, &tiles), "a tile tells what follows at its home");
        let mut page = RgbImage::from_pixel(300, 300, image::Rgb([235, 235, 240]));
        image::imageops::replace(&mut page, &cropped(&picture, grid.region), 60, 60);
        assert!(!goes_on(&page, &tiles));
    }
    #[test]
    fn a_line_of_tiles_that_was_left_out_belongs_to_the_board() {
        let whole = Grid::even(Rect::new(60, 60, 200, 160), Size::new(5, 4).unwrap(), 0).unwrap();
        let part = Grid::even(Rect::new(60, 60, 160, 160), Size::new(4, 4).unwrap(), 0).unwrap();
        let picture = waves(300);
        let mut shot = RgbImage::from_pixel(300, 300, image::Rgb([235, 235, 240]));
        let order = |cell: usize| (cell * 7 + 3) % 20;
        for (cell, place) in whole.cells.iter().enumerate() {
            let tile = cropped(&picture, whole.cells[order(cell)]);
            image::imageops::replace(&mut shot, &tile, place.x.into(), place.y.into());
        }
        let goes_on = |grid: &Grid| {
            let tiles: Vec<usize> = (0..grid.size.cells()).collect();
            super::goes_on(&Screenshot::exact(shot.clone()), grid, &tiles, 5)
        };
        assert!(goes_on(&part));
        assert!(!goes_on(&whole));
    }
    #[test]
    fn two_tiles_beside_a_plain_cell_tell_where_the_board_has_no_plain_blank() {
        let whole = Grid::even(Rect::new(60, 60, 120, 160), Size::new(3, 4).unwrap(), 0).unwrap();
        let part = Grid::even(Rect::new(60, 60, 120, 120), Size::new(3, 3).unwrap(), 0).unwrap();
        let picture = waves(300);
        let page = image::Rgb([235, 235, 240]);
        let goes_on = |plain: &[usize]| {
            let mut shot = RgbImage::from_pixel(300, 300, page);
            for (cell, place) in whole.cells.iter().enumerate().filter(|(cell, _)| !plain.contains(cell)) {
                let tile = cropped(&picture, whole.cells[(cell * 7 + 3) % 12]);
                image::imageops::replace(&mut shot, &tile, place.x.into(), place.y.into());
            }
            super::goes_on(&Screenshot::exact(shot), &part, &(0..9).collect::<Vec<usize>>(), 5)
        };
        assert!(goes_on(&[9]));
        assert!(!goes_on(&[]), "three tiles may be anything");
        assert!(!goes_on(&[5, 9]), "the board has a blank of its own");
    }
}
