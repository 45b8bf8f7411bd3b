//! One arrangement of tiles over the cells of a board.

use std::fmt;

use super::Size;

/// An arrangement of tiles: for every cell, row by row, the tile in it.
///
/// Tiles are numbers; 0 is the blank, of which there is exactly one. Equal numbers are identical tiles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    tiles: Box<[u16]>,
    blank: usize,
}

/// Why a list of tiles is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// There are more or fewer tiles than cells.
    Length {
        /// The size of the board.
        size: Size,
        /// How many tiles were given.
        tiles: usize,
    },
    /// No tile is 0.
    NoBlank,
    /// More than one tile is 0.
    Blanks {
        /// How many.
        count: usize,
    },
}

impl Board {
    /// A board of `size` with `tiles` in its cells, row by row.
    pub fn new(size: Size, tiles: Vec<u16>) -> Result<Board, BoardError> {
        if tiles.len() != size.cells() {
            return Err(BoardError::Length { size, tiles: tiles.len() });
        }
        let blank = tiles.iter().position(|&tile| tile == 0).ok_or(BoardError::NoBlank)?;
        match tiles.iter().filter(|&&tile| tile == 0).count() {
            1 => Ok(Board { size, tiles: tiles.into(), blank }),
            count => Err(BoardError::Blanks { count }),
        }
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The tile in a cell; 0 for the blank.
    pub fn tile(&self, cell: usize) -> u16 {
        self.tiles[cell]
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Whether two or more tiles are equal.
    pub fn has_identical_tiles(&self) -> bool {
        let sorted = self.sorted_tiles();
        sorted.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// The tiles and the blank in ascending order.
    pub(crate) fn sorted_tiles(&self) -> Vec<u16> {
        let mut sorted = self.tiles.to_vec();
        sorted.sort_unstable();
        sorted
    }

    /// Exchanges the blank with the tile in `cell`. The caller keeps to neighbouring cells.
    pub(super) fn swap_with_blank(&mut self, cell: usize) {
        self.tiles.swap(self.blank, cell);
        self.blank = cell;
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Length { size, tiles } => {
                write!(f, "a {size} board has {} cells, but {tiles} tiles are given", size.cells())
            }
            BoardError::NoBlank => f.write_str("no tile is 0: one cell must be the blank"),
            BoardError::Blanks { count } => {
                write!(f, "{count} tiles are 0: exactly one cell can be the blank")
            }
        }
    }
}

impl std::error::Error for BoardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_exactly_one_blank() {
        let size = Size::new(2, 2).unwrap();
        assert_eq!(Board::new(size, vec![3, 1, 0, 2]).unwrap().blank(), 2);
        assert_eq!(Board::new(size, vec![3, 1, 4, 2]), Err(BoardError::NoBlank));
        assert_eq!(Board::new(size, vec![3, 0, 0, 2]), Err(BoardError::Blanks { count: 2 }));
        assert_eq!(Board::new(size, vec![1, 0, 2]), Err(BoardError::Length { size, tiles: 3 }));
    }

    #[test]
    fn equal_numbers_are_identical_tiles() {
        let board = |text: &str| text.parse::<Board>().unwrap();
        assert!(!board("1 2/3 0").has_identical_tiles());
        assert!(board("1 2/1 0").has_identical_tiles());
    }
}
