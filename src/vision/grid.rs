//! Where a board is in a screenshot: its region and one rectangle per cell.

use std::fmt;

use crate::puzzle::Size;
use crate::rect::Rect;

/// Where a board is and how it is divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many columns and rows.
    pub size: Size,
    /// From the first cell to the last, with half a gutter on each side.
    pub region: Rect,
    /// The rectangle of each cell's tile, row by row, gutters left out.
    pub cells: Vec<Rect>,
}

/// Why a region cannot be divided into cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridError {
    /// The cells would be smaller than [`Grid::MIN_CELL`] pixels.
    Cells {
        /// The region.
        region: Rect,
        /// The size of the board.
        size: Size,
    },
}

impl Grid {
    /// The least width and height of a cell in pixels: below it no tile can be told from another.
    pub const MIN_CELL: u32 = 8;

    /// Divides `region` evenly, half of each gutter falling to each neighbour. Boundaries are rounded one by one, so
    /// cells may differ by a pixel.
    pub fn even(region: Rect, size: Size, gutter: u32) -> Result<Grid, GridError> {
        let columns = division(region.x, region.width, size.columns(), gutter);
        let rows = division(region.y, region.height, size.rows(), gutter);
        let is_small = |&(_, length): &(u32, u32)| length < Grid::MIN_CELL;
        if columns.iter().chain(&rows).any(is_small) {
            return Err(GridError::Cells { region, size });
        }
        let end = |&(start, length): &(u32, u32)| (start, start + length);
        let [columns, rows] = [columns, rows].map(|parts| parts.iter().map(end).collect::<Vec<_>>());
        Ok(Grid::of(size, region, &columns, &rows))
    }

    /// The grid whose tiles are where these columns and rows cross, each of which starts and ends there.
    pub(super) fn of(size: Size, region: Rect, columns: &[(u32, u32)], rows: &[(u32, u32)]) -> Grid {
        let cell =
            |&(left, right): &(u32, u32), &(top, bottom): &(u32, u32)| Rect::new(left, top, right - left, bottom - top);
        let cells = rows.iter().flat_map(|row| columns.iter().map(move |column| cell(column, row))).collect();
        Grid { size, region, cells }
    }

    /// Where the tiles of each column start and end.
    pub(super) fn columns(&self) -> Vec<(u32, u32)> {
        self.cells[..self.size.columns()].iter().map(|cell| (cell.x, cell.right())).collect()
    }

    /// Where the tiles of each row start and end.
    pub(super) fn rows(&self) -> Vec<(u32, u32)> {
        self.cells.iter().step_by(self.size.columns()).map(|cell| (cell.y, cell.bottom())).collect()
    }

    /// The grid with every side of a cell that lies up to `reach` pixels outside that of the same cell in the other one moved
    /// there.
    pub fn inset_to(mut self, other: &Grid, reach: u32) -> Grid {
        let inner = |start: u32, end: u32, other_start: u32, other_end: u32| {
            let start = if (start..=start + reach).contains(&other_start) { other_start } else { start };
            let end = if (other_end..=other_end + reach).contains(&end) { other_end } else { end };
            (start, end.saturating_sub(start))
        };
        for (cell, other) in self.cells.iter_mut().zip(&other.cells) {
            (cell.x, cell.width) = inner(cell.x, cell.right(), other.x, other.right());
            (cell.y, cell.height) = inner(cell.y, cell.bottom(), other.y, other.bottom());
        }
        self
    }

    /// The grid moved and stretched so that its region is another one, every side of a cell to the nearest pixel.
    pub fn stretched_onto(&self, region: Rect) -> Grid {
        let moved = |start: u32, length: u32, from: (u32, u32), onto: (u32, u32)| {
            let place = |at: u32| {
                let within = (f64::from(at) - f64::from(from.0)) / f64::from(from.1);
                (f64::from(onto.0) + within * f64::from(onto.1)).round() as u32
            };
            (place(start), place(start + length).saturating_sub(place(start)))
        };
        let was = self.region;
        let stretched = |cell: &Rect| {
            let (x, width) = moved(cell.x, cell.width, (was.x, was.width), (region.x, region.width));
            let (y, height) = moved(cell.y, cell.height, (was.y, was.height), (region.y, region.height));
            Rect { x, y, width, height }
        };
        Grid { size: self.size, region, cells: self.cells.iter().map(stretched).collect() }
    }
}

/// Start and length of each of `parts` equal parts of `start..start + length`, less half a gutter at either end.
fn division(start: u32, length: u32, parts: usize, gutter: u32) -> Vec<(u32, u32)> {
    let boundary = |part: usize| f64::from(start) + f64::from(length) * part as f64 / parts as f64;
    let half = f64::from(gutter) / 2.0;
    (0..parts)
        .map(|part| {
            let first = (boundary(part) + half).round() as u32;
            let end = (boundary(part + 1) - half).round() as u32;
            (first, end.saturating_sub(first))
        })
        .collect()
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Cells { region, size } => write!(
                f,
                "a region of {}x{} pixels is too small for a {size} board: cells must be at least {} pixels",
                region.width,
                region.height,
                Grid::MIN_CELL
            ),
        }
    }
}

impl std::error::Error for GridError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cover_the_region_without_gutters() {
        let grid = Grid::even(Rect::new(10, 20, 100, 61), Size::new(3, 2).unwrap(), 0).unwrap();
        assert_eq!(
            grid.cells[..4],
            [
                Rect::new(10, 20, 33, 31),
                Rect::new(43, 20, 34, 31),
                Rect::new(77, 20, 33, 31),
                Rect::new(10, 51, 33, 30)
            ]
        );
    }

    #[test]
    fn gutters_are_shared_by_neighbours() {
        let grid = Grid::even(Rect::new(0, 0, 80, 80), Size::new(2, 2).unwrap(), 4).unwrap();
        assert_eq!(grid.cells[0], Rect::new(2, 2, 36, 36));
        assert_eq!(grid.cells[3], Rect::new(42, 42, 36, 36));
    }

    #[test]
    fn cells_are_inset_where_they_lie_a_little_outside_others() {
        let size = Size::new(2, 2).unwrap();
        let cell = |x: u32, side: u32| Grid::even(Rect::new(x, x, side, side), size, 0).unwrap();
        let inset = |other: &Grid| cell(20, 80).inset_to(other, 1).cells;
        assert_eq!(inset(&cell(21, 78))[..2], [Rect::new(21, 21, 39, 39), Rect::new(60, 21, 39, 39)]);
        assert_eq!(inset(&cell(19, 82)), cell(20, 80).cells, "they lie inside");
        assert_eq!(inset(&cell(23, 74)), cell(20, 80).cells, "the others are elsewhere");
    }

    #[test]
    fn cells_are_stretched_with_the_region() {
        let size = Size::new(2, 2).unwrap();
        let grid = Grid::even(Rect::new(10, 10, 80, 80), size, 4).unwrap();
        assert_eq!(grid.stretched_onto(grid.region), grid);
        let stretched = grid.stretched_onto(Rect::new(14, 10, 76, 80));
        assert_eq!(stretched.cells[..2], [Rect::new(16, 12, 34, 36), Rect::new(54, 12, 34, 36)]);
    }

    #[test]
    fn regions_too_small_are_refused() {
        let error = Grid::even(Rect::new(0, 0, 20, 90), Size::new(3, 3).unwrap(), 0).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a region of 20x90 pixels is too small for a 3x3 board: cells must be at least 8 pixels"
        );
        assert!(Grid::even(Rect::new(0, 0, 90, 90), Size::new(3, 3).unwrap(), 40).is_err());
    }
}
