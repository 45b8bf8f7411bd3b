//! How many columns and rows a board has, and the geometry of its cells.

use std::fmt;
use std::str::FromStr;

use super::Slide;

/// The size of a board: `columns` × `rows`, both from [`Size::MIN_SIDE`] to [`Size::MAX_SIDE`].
///
/// Cells are numbered row by row from 0. Written and read as `4x3`: 4 wide, 3 high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    columns: u8,
    rows: u8,
}

/// Why two numbers are not the size of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// A side is shorter than [`Size::MIN_SIDE`] or longer than [`Size::MAX_SIDE`].
    Side {
        /// The number of columns asked for.
        columns: usize,
        /// The number of rows asked for.
        rows: usize,
    },
    /// The text is not of the form `4x3`.
    Text(String),
}

impl Size {
    /// The shortest side: on a board one cell wide no tile could ever pass another.
    pub const MIN_SIDE: usize = 2;
    /// The longest side.
    pub const MAX_SIDE: usize = 64;

    /// A board of `columns` × `rows` cells.
    pub fn new(columns: usize, rows: usize) -> Result<Size, SizeError> {
        let sides = Size::MIN_SIDE..=Size::MAX_SIDE;
        match (u8::try_from(columns), u8::try_from(rows)) {
            (Ok(c), Ok(r)) if sides.contains(&columns) && sides.contains(&rows) => Ok(Size { columns: c, rows: r }),
            _ => Err(SizeError::Side { columns, rows }),
        }
    }

    /// Cells in a row.
    pub fn columns(self) -> usize {
        self.columns.into()
    }

    /// Cells in a column.
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// All cells, the blank's included.
    pub fn cells(self) -> usize {
        self.columns() * self.rows()
    }

    /// The column of a cell, from 0 at the left.
    pub fn column(self, cell: usize) -> usize {
        cell % self.columns()
    }

    /// The row of a cell, from 0 at the top.
    pub fn row(self, cell: usize) -> usize {
        cell / self.columns()
    }

    /// The cell one step from `cell` in the direction of `slide`, or `None` at the edge.
    pub fn step(self, cell: usize, slide: Slide) -> Option<usize> {
        let (column, row) = (self.column(cell), self.row(cell));
        match slide {
            Slide::Left => (column > 0).then(|| cell - 1),
            Slide::Right => (column + 1 < self.columns()).then(|| cell + 1),
            Slide::Up => (row > 0).then(|| cell - self.columns()),
            Slide::Down => (row + 1 < self.rows()).then(|| cell + self.columns()),
        }
    }

    /// The cells next to `cell`: left, right, above, below, as far as they exist.
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        Slide::ALL.into_iter().filter_map(move |slide| self.step(cell, slide))
    }

    /// Columns plus rows between two cells: the least moves a single tile needs from one to the other.
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.column(a).abs_diff(self.column(b)) + self.row(a).abs_diff(self.row(b))
    }

    /// Whether `cell` is the first or last of its row and of its column.
    pub fn is_corner(self, cell: usize) -> bool {
        let is_end = |place: usize, count: usize| place == 0 || place + 1 == count;
        is_end(self.column(cell), self.columns()) && is_end(self.row(cell), self.rows())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let sides = text.split_once(['x', 'X', '×']);
        let number = |side: &str| side.trim().parse::<usize>().ok();
        match sides.map(|(columns, rows)| (number(columns), number(rows))) {
            Some((Some(columns), Some(rows))) => Size::new(columns, rows),
            _ => Err(SizeError::Text(text.to_string())),
        }
    }
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeError::Side { columns, rows } => write!(
                f,
                "a board of {columns}x{rows} is out of range: both sides must be {} to {} cells",
                Size::MIN_SIDE,
                Size::MAX_SIDE
            ),
            SizeError::Text(text) => {
                write!(f, "'{text}' is not a size: write columns x rows, such as 4x3")
            }
        }
    }
}

impl std::error::Error for SizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_columns_by_rows() {
        let size: Size = "4x3".parse().unwrap();
        assert_eq!((size.columns(), size.rows(), size.cells()), (4, 3, 12));
        assert_eq!(size.to_string(), "4x3");
    }

    #[test]
    fn a_board_has_four_corners() {
        let size = Size::new(4, 3).unwrap();
        assert_eq!((0..12).filter(|&cell| size.is_corner(cell)).collect::<Vec<usize>>(), [0, 3, 8, 11]);
    }

    #[test]
    fn sizes_out_of_range_are_refused_in_words() {
        for (text, message) in [
            ("1x1", "a board of 1x1 is out of range: both sides must be 2 to 64 cells"),
            ("0x3", "a board of 0x3 is out of range: both sides must be 2 to 64 cells"),
            ("300x300", "a board of 300x300 is out of range: both sides must be 2 to 64 cells"),
            ("4", "'4' is not a size: write columns x rows, such as 4x3"),
            ("-4x4", "'-4x4' is not a size: write columns x rows, such as 4x3"),
        ] {
            assert_eq!(text.parse::<Size>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn steps_stop_at_the_edges() {
        let size = Size::new(3, 2).unwrap();
        assert_eq!(size.step(0, Slide::Left), None);
        assert_eq!(size.step(0, Slide::Right), Some(1));
        assert_eq!(size.step(2, Slide::Right), None);
        assert_eq!(size.step(1, Slide::Down), Some(4));
        assert_eq!(size.step(4, Slide::Down), None);
        assert_eq!(size.neighbours(4).collect::<Vec<_>>(), [3, 5, 1]);
    }

    #[test]
    fn the_distance_counts_columns_and_rows() {
        let size = Size::new(4, 4).unwrap();
        assert_eq!(size.distance(0, 15), 6);
        assert_eq!(size.distance(7, 4), 3);
    }
}
