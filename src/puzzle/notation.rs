//! Boards as text: rows separated by `/` or new lines, tiles by spaces or commas, 0 for the blank.

use std::fmt;
use std::str::FromStr;

use super::{Board, BoardError, Size, SizeError};

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// There is nothing in it.
    Nothing,
    /// A word is not a number from 0 to 65535.
    Word(String),
    /// A word where an order or a board is expected is neither.
    Order(String),
    /// A row has another length than the first.
    Row {
        /// The row, from 1.
        row: usize,
        /// How many tiles it has.
        tiles: usize,
        /// How many the first row has.
        columns: usize,
    },
    /// The rows make no size of a board.
    Size(SizeError),
    /// The tiles make no board.
    Board(BoardError),
}

impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Board, NotationError> {
        let mut tiles = Vec::new();
        let mut rows = 0;
        let mut columns = 0;
        for line in text.split(['/', '\n']).filter(|line| !line.trim().is_empty()) {
            let before = tiles.len();
            for word in line.split([' ', ',', '\t', '\r']).filter(|word| !word.is_empty()) {
                tiles.push(word.parse().map_err(|_| NotationError::Word(word.to_string()))?);
            }
            rows += 1;
            let row = tiles.len() - before;
            if rows == 1 {
                columns = row;
            } else if row != columns {
                return Err(NotationError::Row { row: rows, tiles: row, columns });
            }
            if rows > Size::MAX_SIDE || columns > Size::MAX_SIDE {
                break;
            }
        }
        if tiles.is_empty() {
            return Err(NotationError::Nothing);
        }
        let size = Size::new(columns, rows).map_err(NotationError::Size)?;
        Board::new(size, tiles).map_err(NotationError::Board)
    }
}

impl fmt::Display for Board {
    /// The notation on one line, such as `1 2/3 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles().iter().enumerate() {
            let before = match (cell, self.size().column(cell)) {
                (0, _) => "",
                (_, 0) => "/",
                _ => " ",
            };
            write!(f, "{before}{tile}")?;
        }
        Ok(())
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::Nothing => f.write_str("the board is empty text"),
            NotationError::Word(word) => {
                write!(f, "'{word}' is not a tile: tiles are numbers from 0 to {}", u16::MAX)
            }
            NotationError::Order(word) => {
                write!(f, "'{word}' is no order: rows, columns, snake and spiral are, or a board such as 1 2/3 0")
            }
            NotationError::Row { row, tiles, columns } => {
                write!(f, "row {row} has {tiles} tiles, the first has {columns}")
            }
            NotationError::Size(error) => error.fmt(f),
            NotationError::Board(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotationError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_commas_slashes_and_lines_all_separate() {
        let board: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        assert_eq!("1,2,3\n4, 5,6\r\n7\t8 0\n".parse(), Ok(board.clone()));
        assert_eq!(board.to_string(), "1 2 3/4 5 6/7 8 0");
        assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        for (text, message) in [
            (" / ", "the board is empty text"),
            ("1 x/2 0", "'x' is not a tile: tiles are numbers from 0 to 65535"),
            ("1 2 3/4 0", "row 2 has 2 tiles, the first has 3"),
            ("1 2 3 0", "a board of 4x1 is out of range: both sides must be 2 to 64 cells"),
            ("1 2/3 4", "no tile is 0: one cell must be the blank"),
            ("1 0/0 4", "2 tiles are 0: exactly one cell can be the blank"),
        ] {
            assert_eq!(text.parse::<Board>().unwrap_err().to_string(), message);
        }
    }
}
