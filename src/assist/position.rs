//! Readings as puzzles, and text as readings.

use std::fmt;

use crate::puzzle::{Board, Puzzle, PuzzleError, Reason, Size};
use crate::rect::Rect;
use crate::render::Artwork;
use crate::vision::{Kind, Reading};

/// A reading that makes no puzzle, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct NoPuzzle {
    /// The reading.
    pub reading: Reading,
    /// What is wrong with it.
    pub defect: Defect,
}

/// Why a reading makes no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Its columns and rows make no board, or its lists have other lengths.
    Shape,
    /// Two cells hold the same tile.
    Twice {
        /// The goal cell of that tile.
        tile: usize,
        /// The two cells.
        cells: [usize; 2],
    },
    /// The goal is out of reach.
    Unreachable {
        /// The two cells whose tiles are likeliest to have been mistaken for each other.
        mistaken: Option<[usize; 2]>,
    },
}

/// The puzzle a reading shows, if it shows one. Tiles are numbered by their goal cells from 1, row by row, the blank's
/// home left out; tiles that cannot be told apart have one number.
pub fn to_puzzle(reading: &Reading) -> Result<Puzzle, Box<NoPuzzle>> {
    let refuse = |defect| Box::new(NoPuzzle { reading: reading.clone(), defect });
    let size = reading.size().ok_or_else(|| refuse(Defect::Shape))?;
    let n = size.cells();
    let in_range =
        reading.blank < n && reading.tiles.iter().chain(reading.identical.iter().flatten()).all(|&tile| tile < n);
    if reading.tiles.len() != n || !in_range {
        return Err(refuse(Defect::Shape));
    }
    if let Some(defect) = twice(&reading.tiles) {
        return Err(refuse(defect));
    }
    let numbers = numbers(reading, size);
    let start = reading.tiles.iter().map(|&tile| numbers[tile]).collect();
    let board = |tiles: Vec<u16>| Board::new(size, tiles).expect("a permutation with the blank's number, 0, once");
    Puzzle::new(board(start), board(numbers)).map_err(|error| refuse(unreachable(reading, &error)))
}

/// The number of each tile, by goal cell; 0 at the blank's home.
pub(super) fn numbers(reading: &Reading, size: Size) -> Vec<u16> {
    let home = reading.tiles[reading.blank];
    let plain = |tile: usize| if tile == home { 0 } else { (tile + 1 - usize::from(tile > home)) as u16 };
    let first_alike = |tile: usize| (0..=tile).find(|&other| other != home && reading.are_alike(other, tile));
    (0..size.cells()).map(|tile| if tile == home { 0 } else { plain(first_alike(tile).unwrap_or(tile)) }).collect()
}

/// What the tile in each cell is called: by the number it shows, or else as in its puzzle; `None` for the blank. Nothing where
/// the reading names a cell that its size lacks.
pub fn names(reading: &Reading) -> Option<Vec<Option<u16>>> {
    let home = reading.tiles.get(reading.blank)?;
    let names = shown(reading, reading.size()?);
    let name = |tile: &usize| Some((tile != home).then_some(*names.get(*tile)?));
    reading.tiles.iter().map(name).collect()
}

/// What each tile is called, by goal cell.
pub(super) fn shown(reading: &Reading, size: Size) -> Vec<u16> {
    let shown = reading.numbers.clone().filter(|shown| shown.len() == size.cells());
    shown.unwrap_or_else(|| numbers(reading, size))
}

fn twice(tiles: &[usize]) -> Option<Defect> {
    (0..tiles.len()).find_map(|cell| {
        let earlier = tiles[..cell].iter().position(|&tile| tile == tiles[cell])?;
        Some(Defect::Twice { tile: tiles[cell], cells: [earlier, cell] })
    })
}

/// The least sure doubt names a pair: its cell, and the cell that holds the runner-up.
fn unreachable(reading: &Reading, error: &PuzzleError) -> Defect {
    debug_assert_eq!(error.reason, Reason::Parity, "both boards hold the same tiles");
    let least = reading.doubts.iter().min_by(|a, b| a.margin.total_cmp(&b.margin));
    let pair = least.and_then(|doubt| {
        let other = reading.tiles.iter().position(|&tile| tile == doubt.runner_up)?;
        Some([doubt.cell, other])
    });
    Defect::Unreachable { mistaken: pair }
}

/// The reading of a position given as text. The cells are those of the picture drawn of it.
pub fn read_text(puzzle: &Puzzle, artwork: &Artwork) -> Reading {
    let size = puzzle.size();
    let (width, height) = artwork.board().dimensions();
    let mut taken = vec![false; size.cells()];
    let mut goal_cell_of = |number: u16| {
        let free = (0..size.cells()).find(|&cell| !taken[cell] && puzzle.goal().tile(cell) == number);
        let cell = free.expect("start and goal hold the same tiles");
        taken[cell] = true;
        cell
    };
    let tiles = puzzle.start().tiles().iter().map(|&number| goal_cell_of(number)).collect();
    let alike = |number: u16| (0..size.cells()).filter(|&cell| puzzle.goal().tile(cell) == number).collect::<Vec<_>>();
    let mut identical: Vec<Vec<usize>> =
        puzzle.goal().tiles().iter().map(|&number| alike(number)).filter(|group| group.len() > 1).collect();
    identical.sort_unstable();
    identical.dedup();
    Reading {
        columns: size.columns(),
        rows: size.rows(),
        region: Rect::new(0, 0, width, height),
        cells: (0..size.cells()).map(|cell| artwork.cell(cell)).collect(),
        kind: Kind::Text,
        tiles,
        blank: puzzle.start().blank(),
        confidence: 1.0,
        doubts: Vec::new(),
        identical,
        reference: None,
        solved: puzzle.is_solved(),
        numbers: None,
        screenshot: None,
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Shape => f.write_str("the reading's lists do not fit its size"),
            Defect::Twice { tile, cells: [a, b] } => write!(f, "cells {a} and {b} both hold tile {tile}"),
            Defect::Unreachable { mistaken: None } => {
                f.write_str("the board cannot be solved: an odd number of tile exchanges lies between it and its goal")
            }
            Defect::Unreachable { mistaken: Some([a, b]) } => write!(
                f,
                "the board cannot be solved as read: cells {a} and {b} hold tiles that look alike; exchanging them makes \
                 it solvable"
            ),
        }
    }
}

impl fmt::Display for NoPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.defect.fmt(f)
    }
}

impl std::error::Error for NoPuzzle {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::{Doubt, Grid};

    fn reading(tiles: Vec<usize>, blank: usize) -> Reading {
        let grid = Grid::even(Rect::new(0, 0, 60, 40), Size::new(3, 2).unwrap(), 0).unwrap();
        Reading::certain(&grid, Kind::Picture, tiles, blank)
    }

    #[test]
    fn tiles_are_numbered_by_goal_cell_without_the_blanks_home() {
        let puzzle = to_puzzle(&reading(vec![0, 1, 5, 3, 4, 2], 5)).unwrap();
        assert_eq!(puzzle.goal().to_string(), "1 2 0/3 4 5");
        assert_eq!(puzzle.start().to_string(), "1 2 5/3 4 0");
    }

    #[test]
    fn alike_tiles_share_a_number_and_repair_parity() {
        let mut swapped = reading(vec![1, 0, 2, 3, 4, 5], 5);
        assert!(to_puzzle(&swapped).is_err());
        swapped.identical = vec![vec![1, 3]];
        assert_eq!(to_puzzle(&swapped).unwrap().start().to_string(), "2 1 3/2 5 0");
    }

    #[test]
    fn what_cannot_be_solved_names_the_likeliest_mistake() {
        let mut swapped = reading(vec![1, 0, 2, 3, 4, 5], 5);
        let message = |reading: &Reading| to_puzzle(reading).unwrap_err().to_string();
        assert!(message(&swapped).starts_with("the board cannot be solved: an odd number"));
        swapped.doubts = vec![Doubt { cell: 3, tile: 3, runner_up: 4, margin: 0.1 }];
        assert_eq!(
            message(&swapped),
            "the board cannot be solved as read: cells 3 and 4 hold tiles that look alike; exchanging them makes it solvable"
        );
        assert_eq!(message(&reading(vec![0, 1, 1, 3, 4, 5], 5)), "cells 1 and 2 both hold tile 1");
        assert_eq!(message(&reading(vec![0, 1, 9, 3, 4, 5], 5)), "the reading's lists do not fit its size");
    }

    #[test]
    fn tiles_are_called_by_the_numbers_they_show_or_else_as_in_the_puzzle() {
        let plain = reading(vec![0, 1, 5, 3, 4, 2], 5);
        assert_eq!(names(&plain).unwrap(), [Some(1), Some(2), Some(5), Some(3), Some(4), None]);
        let from_nought = Reading { numbers: Some(vec![0, 1, 2, 3, 4, 5]), ..plain.clone() };
        assert_eq!(names(&from_nought).unwrap(), [Some(0), Some(1), Some(5), Some(3), Some(4), None]);
        assert_eq!(to_puzzle(&from_nought).unwrap(), to_puzzle(&plain).unwrap());
        assert_eq!(names(&Reading { tiles: vec![0, 1, 9, 3, 4, 2], ..plain }), None);
    }

    #[test]
    fn text_becomes_a_reading_and_a_puzzle_again() {
        let board = |text: &str| text.parse::<Board>().unwrap();
        let puzzle = Puzzle::new(board("7 2 0/2 9 1"), board("1 2 2/7 9 0")).unwrap();
        let read = read_text(&puzzle, &Artwork::numbered(puzzle.start(), puzzle.goal()).unwrap());
        assert_eq!(read.tiles, [3, 1, 5, 2, 4, 0]);
        assert_eq!(read.identical, [[1, 2]]);
        assert_eq!(to_puzzle(&read).unwrap().start().to_string(), "4 2 0/2 5 1");
    }
}
