//! The tiles along one side of a board, and two of those as a grid.

use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::Grid;

/// The tiles along one side of a board: `count` of them, `pitch` pixels apart, with a gutter between neighbours.
///
/// Positions are fractions of pixels, counted from the left (or upper) border of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ruler {
    /// Where the first tile begins.
    pub start: f32,
    /// From the start of a tile to the start of the next.
    pub pitch: f32,
    /// How many tiles.
    pub count: usize,
    /// From the end of a tile to the start of the next.
    pub gutter: f32,
}

impl Ruler {
    /// The ruler of `count` tiles from `start` to `stop`, the gutters between them `gutter` wide.
    pub fn between(start: f32, stop: f32, count: usize, gutter: f32) -> Ruler {
        Ruler { start, pitch: (stop - start + gutter) / count as f32, count, gutter }
    }

    /// The ruler of `count` tiles, each of which begins at a pixel and has a length.
    fn through(mut tiles: impl Iterator<Item = (u32, u32)> + Clone, count: usize) -> Ruler {
        let length = tiles.clone().map(|(_, length)| length).sum::<u32>() as f32 / count as f32;
        let ((first, _), (last, _)) = (tiles.next().unwrap_or_default(), tiles.last().unwrap_or_default());
        let pitch = (last - first) as f32 / (count - 1) as f32;
        Ruler { start: first as f32, pitch, count, gutter: (pitch - length).max(0.0) }
    }

    /// Where tile `index` begins.
    pub fn begin(&self, index: usize) -> f32 {
        self.start + index as f32 * self.pitch
    }

    /// Where tile `index` ends.
    pub fn end(&self, index: usize) -> f32 {
        self.begin(index) + self.tile()
    }

    /// Where the last tile ends.
    pub fn stop(&self) -> f32 {
        self.end(self.count - 1)
    }

    /// How long a tile is.
    pub fn tile(&self) -> f32 {
        self.pitch - self.gutter
    }

    /// From half a gutter before the first tile to half a gutter after the last.
    pub fn region(&self) -> (f32, f32) {
        (self.start - self.gutter / 2.0, self.stop() + self.gutter / 2.0)
    }

    /// The same in a picture `factor` times as large, of which the part from `offset` on was seen.
    pub fn scaled(&self, factor: f32, offset: u32) -> Ruler {
        Ruler {
            start: self.start * factor + offset as f32,
            pitch: self.pitch * factor,
            count: self.count,
            gutter: self.gutter * factor,
        }
    }

    /// The same board with tiles added (or taken away, where negative) before and after.
    pub fn extended(&self, before: isize, after: isize) -> Option<Ruler> {
        let count = self.count.checked_add_signed(before)?.checked_add_signed(after)?;
        (count >= Size::MIN_SIDE).then_some(Ruler { start: self.start - before as f32 * self.pitch, count, ..*self })
    }

    /// What every second tile from one on has for tiles, if those between are bars: they reach to the bars' middles.
    pub fn every_second(&self, first: usize) -> Ruler {
        let start = self.start + (first as f32 - 0.5) * self.pitch;
        Ruler { start, pitch: 2.0 * self.pitch, count: (self.count - first).div_ceil(2), ..*self }
    }
}

/// Two rulers: the columns and the rows of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lattice {
    /// Columns, from left to right.
    pub across: Ruler,
    /// Rows, from top to bottom.
    pub down: Ruler,
}

impl Lattice {
    /// The columns and rows of a grid.
    pub fn of(grid: &Grid) -> Lattice {
        let (columns, rows) = (grid.size.columns(), grid.size.rows());
        let row = grid.cells[..columns].iter().map(|cell| (cell.x, cell.width));
        let column = grid.cells.iter().step_by(columns).map(|cell| (cell.y, cell.height));
        Lattice { across: Ruler::through(row, columns), down: Ruler::through(column, rows) }
    }

    /// The same in a picture `factor` times as large, of which the part from a column and a row on was seen.
    pub fn scaled(&self, factor: f32, (x, y): (u32, u32)) -> Lattice {
        Lattice { across: self.across.scaled(factor, x), down: self.down.scaled(factor, y) }
    }

    /// How many cells.
    pub fn cells(&self) -> usize {
        self.across.count * self.down.count
    }

    /// Whether the other one has as many cells and its region differs by no more than two pixels or a twenty-fifth of a
    /// tile at any side.
    pub fn is_like(&self, other: &Lattice) -> bool {
        let near = |a: &Ruler, b: &Ruler| {
            let reach = (a.tile().min(b.tile()) * 0.04).max(2.0);
            let ((a0, a1), (b0, b1)) = (a.region(), b.region());
            a.count == b.count && (a0 - b0).abs() <= reach && (a1 - b1).abs() <= reach
        };
        near(&self.across, &other.across) && near(&self.down, &other.down)
    }

    /// Whether the middle of the other one lies in it.
    pub fn holds_middle_of(&self, other: &Lattice) -> bool {
        let holds = |a: &Ruler, b: &Ruler| {
            let middle = (b.start + b.stop()) / 2.0;
            a.start <= middle && middle <= a.stop()
        };
        holds(&self.across, &other.across) && holds(&self.down, &other.down)
    }

    /// The grid in a picture of `width` × `height` pixels, cut off at its borders; `None` where a tile would be
    /// smaller than [`Grid::MIN_CELL`] or the counts are no board's.
    pub fn grid(&self, width: u32, height: u32) -> Option<Grid> {
        let size = Size::new(self.across.count, self.down.count).ok()?;
        let columns = tiles(&self.across, width);
        let rows = tiles(&self.down, height);
        if columns.iter().chain(&rows).any(|&(_, length)| length < Grid::MIN_CELL) {
            return None;
        }
        let ((left, right), (top, bottom)) = (self.across.region(), self.down.region());
        let ((x, width), (y, height)) = (span(left, right, width), span(top, bottom, height));
        let cells = rows
            .iter()
            .flat_map(|&(y, height)| columns.iter().map(move |&(x, width)| Rect { x, y, width, height }))
            .collect();
        Some(Grid { size, region: Rect { x, y, width, height }, cells })
    }
}

fn tiles(ruler: &Ruler, limit: u32) -> Vec<(u32, u32)> {
    (0..ruler.count).map(|index| span(ruler.begin(index), ruler.end(index), limit)).collect()
}

/// The first of the pixels from `begin` to `end`, rounded and cut off at `limit`, and how many they are.
fn span(begin: f32, end: f32, limit: u32) -> (u32, u32) {
    let pixel = |position: f32| (position.round().max(0.0) as u32).min(limit);
    let (first, last) = (pixel(begin), pixel(end));
    (first, last.saturating_sub(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulers_measure_tiles_and_gutters() {
        let ruler = Ruler::between(10.0, 70.0, 3, 3.0);
        assert_eq!((ruler.pitch, ruler.tile(), ruler.begin(1), ruler.stop()), (21.0, 18.0, 31.0, 70.0));
        assert_eq!(ruler.region(), (8.5, 71.5));
        let longer = ruler.extended(1, 0).unwrap();
        assert_eq!((longer.begin(1), longer.stop(), longer.count), (10.0, 70.0, 4));
        assert_eq!(ruler.extended(-1, -1), None);
        assert_eq!(ruler.every_second(1), Ruler { start: 20.5, pitch: 42.0, count: 1, gutter: 3.0 });
        assert_eq!(ruler.every_second(0), Ruler { start: -0.5, pitch: 42.0, count: 2, gutter: 3.0 });
    }

    #[test]
    fn grids_are_cut_off_at_the_picture() {
        let ruler = Ruler { start: -2.0, pitch: 20.5, count: 3, gutter: 2.0 };
        let lattice = Lattice { across: ruler, down: ruler };
        let grid = lattice.grid(50, 100).unwrap();
        assert_eq!(grid.region, Rect::new(0, 0, 50, 59));
        assert_eq!(grid.cells[0], Rect::new(0, 0, 17, 17));
        assert!(grid.cells.iter().all(|cell| cell.fits(50, 100)));
        assert_eq!(lattice.grid(40, 100), None, "the last column would be too thin");
    }
}
