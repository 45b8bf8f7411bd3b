//! Columns, rows and neighbours of cells, looked up instead of divided for.

use crate::puzzle::{Size, Slide};

/// The geometry of one board.
pub(super) struct Geometry {
    /// For every cell its column.
    pub columns: Vec<u8>,
    /// For every cell its row.
    pub rows: Vec<u8>,
    /// For every cell its neighbours to the left, right, above and below, or [`NOWHERE`].
    pub neighbours: Vec<[u16; 4]>,
}

/// Stands for a neighbour beyond the edge.
pub(super) const NOWHERE: u16 = u16::MAX;

impl Geometry {
    pub fn new(size: Size) -> Geometry {
        let cells = 0..size.cells();
        let neighbours = |cell| Slide::ALL.map(|way| size.step(cell, way).map_or(NOWHERE, |next| next as u16));
        Geometry {
            columns: cells.clone().map(|cell| size.column(cell) as u8).collect(),
            rows: cells.clone().map(|cell| size.row(cell) as u8).collect(),
            neighbours: cells.map(neighbours).collect(),
        }
    }

    /// Columns plus rows between two cells.
    pub fn distance(&self, a: usize, b: usize) -> u32 {
        u32::from(self.columns[a].abs_diff(self.columns[b])) + u32::from(self.rows[a].abs_diff(self.rows[b]))
    }
}
