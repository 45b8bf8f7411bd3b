//! The symmetries of a board: reflections and turns that carry cells to cells.

use crate::puzzle::Size;

/// For every symmetry of a board the image of each cell, the identity first: four, or eight of a square.
pub fn of(size: Size) -> Vec<Vec<u8>> {
    let (columns, rows) = (size.columns(), size.rows());
    let turns = if columns == rows { 8 } else { 4 };
    let image = |symmetry: usize, cell: usize| {
        let (mut column, mut row) = (size.column(cell), size.row(cell));
        if symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        (row * columns + column) as u8
    };
    (0..turns).map(|symmetry| (0..size.cells()).map(|cell| image(symmetry, cell)).collect()).collect()
}
