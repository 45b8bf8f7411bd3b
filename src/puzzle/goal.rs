//! The orders in which tiles stand when a board is solved.

use std::fmt;
use std::str::FromStr;

use super::{Board, NotationError, Size};

/// The way through the cells along which the tiles stand in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Row by row, each from left to right.
    #[default]
    Rows,
    /// Column by column, each from top to bottom.
    Columns,
    /// Row by row, from left to right and from right to left in turn.
    Snake,
    /// Clockwise from the top left corner inwards.
    Spiral,
}

/// What a solved board looks like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The tiles in ascending order along a way.
    Order(Order),
    /// Just this board.
    Board(Board),
}

/// Why there is no goal for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalError {
    /// The blank's home is not a cell of the board.
    BlankHome {
        /// The cell asked for.
        cell: usize,
        /// The size of the board.
        size: Size,
    },
}

impl Order {
    /// All cells of a board in this order.
    pub fn cells(self, size: Size) -> Vec<usize> {
        let (columns, rows) = (size.columns(), size.rows());
        match self {
            Order::Rows => (0..size.cells()).collect(),
            Order::Columns => (0..size.cells()).map(|i| i % rows * columns + i / rows).collect(),
            Order::Snake => (0..rows)
                .flat_map(|row| {
                    (0..columns).map(move |i| {
                        let column = if row % 2 == 0 { i } else { columns - 1 - i };
                        row * columns + column
                    })
                })
                .collect(),
            Order::Spiral => spiral(columns, rows),
        }
    }

    /// The goal for the tiles of `board`: in ascending order along this way, the blank at `blank_home`, or at the end
    /// of the way.
    pub fn goal(self, board: &Board, blank_home: Option<usize>) -> Result<Board, GoalError> {
        let size = board.size();
        let cells = self.cells(size);
        let home = blank_home.unwrap_or(cells[cells.len() - 1]);
        if home >= size.cells() {
            return Err(GoalError::BlankHome { cell: home, size });
        }
        let mut tiles = vec![0; size.cells()];
        let sorted = board.sorted_tiles();
        for (cell, &tile) in cells.into_iter().filter(|&cell| cell != home).zip(&sorted[1..]) {
            tiles[cell] = tile;
        }
        Ok(Board::new(size, tiles).expect("the tiles of a board, rearranged, with its one blank"))
    }
}

impl Goal {
    /// The size of the only boards it is for; none where it is for any.
    pub fn size(&self) -> Option<Size> {
        match self {
            Goal::Board(board) => Some(board.size()),
            Goal::Order(_) => None,
        }
    }

    /// The goal for the tiles of `board`, the blank at `blank_home` where an order leaves that open.
    pub fn for_board(&self, board: &Board, blank_home: Option<usize>) -> Result<Board, GoalError> {
        match self {
            Goal::Order(order) => order.goal(board, blank_home),
            Goal::Board(goal) => Ok(goal.clone()),
        }
    }
}

impl Default for Goal {
    fn default() -> Goal {
        Goal::Order(Order::Rows)
    }
}

impl FromStr for Goal {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Goal, NotationError> {
        match text {
            "rows" => Ok(Goal::Order(Order::Rows)),
            "columns" => Ok(Goal::Order(Order::Columns)),
            "snake" => Ok(Goal::Order(Order::Snake)),
            "spiral" => Ok(Goal::Order(Order::Spiral)),
            word if word.starts_with(char::is_alphabetic) => Err(NotationError::Order(word.to_string())),
            board => board.parse().map(Goal::Board),
        }
    }
}

fn spiral(columns: usize, rows: usize) -> Vec<usize> {
    let mut cells = Vec::with_capacity(columns * rows);
    let (mut left, mut right, mut top, mut bottom) = (0, columns, 0, rows);
    while left < right && top < bottom {
        cells.extend((left..right).map(|column| top * columns + column));
        cells.extend((top + 1..bottom).map(|row| row * columns + right - 1));
        if bottom - top > 1 {
            cells.extend((left..right - 1).rev().map(|column| (bottom - 1) * columns + column));
        }
        if right - left > 1 {
            cells.extend((top + 1..bottom - 1).rev().map(|row| row * columns + left));
        }
        (left, right, top, bottom) = (left + 1, right - 1, top + 1, bottom - 1);
    }
    cells
}

impl fmt::Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalError::BlankHome { cell, size } => {
                write!(f, "cell {cell} is not on a {size} board: its cells are 0 to {}", size.cells() - 1)
            }
        }
    }
}

impl std::error::Error for GoalError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(order: Order, board: &str, blank_home: Option<usize>) -> String {
        order.goal(&board.parse().unwrap(), blank_home).unwrap().to_string()
    }

    #[test]
    fn orders_of_a_board_that_is_not_square() {
        let board = "9 8 7 6/5 4 3 2/1 0 10 11";
        assert_eq!(goal(Order::Rows, board, None), "1 2 3 4/5 6 7 8/9 10 11 0");
        assert_eq!(goal(Order::Columns, board, None), "1 4 7 10/2 5 8 11/3 6 9 0");
        assert_eq!(goal(Order::Snake, board, None), "1 2 3 4/8 7 6 5/9 10 11 0");
        assert_eq!(goal(Order::Spiral, board, None), "1 2 3 4/10 11 0 5/9 8 7 6");
    }

    #[test]
    fn spirals_visit_every_cell_once() {
        for (columns, rows) in [(2, 2), (2, 5), (5, 2), (3, 3), (4, 7), (7, 4), (20, 20)] {
            let mut cells = Order::Spiral.cells(Size::new(columns, rows).unwrap());
            assert_eq!(cells[1], 1);
            cells.sort_unstable();
            assert_eq!(cells, (0..columns * rows).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_blanks_home_may_be_chosen() {
        assert_eq!(goal(Order::Rows, "3 2/1 0", Some(0)), "0 1/2 3");
        assert_eq!(
            Order::Rows.goal(&"3 2/1 0".parse().unwrap(), Some(4)).unwrap_err().to_string(),
            "cell 4 is not on a 2x2 board: its cells are 0 to 3"
        );
    }

    #[test]
    fn goals_are_named_or_written_out() {
        assert_eq!("snake".parse(), Ok(Goal::Order(Order::Snake)));
        assert_eq!("2 1/3 0".parse(), Ok(Goal::Board("2 1/3 0".parse().unwrap())));
        assert_eq!("sideways".parse::<Goal>(), Err(NotationError::Order("sideways".into())));
        assert_eq!("1 x/2 0".parse::<Goal>(), Err(NotationError::Word("x".into())));
    }

    #[test]
    fn identical_and_missing_tiles_keep_their_numbers() {
        assert_eq!(goal(Order::Rows, "7 2 0/2 9 1", None), "1 2 2/7 9 0");
    }
}
