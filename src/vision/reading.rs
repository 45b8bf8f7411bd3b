//! What was read from a screenshot, sure or not: the hand-over between recognition, a person who corrects it, and solving.

use std::path::PathBuf;

use serde::{Deserialize, Serialize, Serializer};

use super::Grid;
use crate::puzzle::{Size, SizeError, is_legal};
use crate::rect::Rect;

/// A reading of a board. It may be wrong; what follows from it is proven when it becomes a puzzle.
///
/// As JSON it has just these keys; others are refused. A tile is named by its goal cell: the cell in which it stands
/// when the board is solved. The blank is named likewise, by its home.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Cells in a row.
    pub columns: usize,
    /// Cells in a column.
    pub rows: usize,
    /// Where the board is, in pixels of the screenshot.
    pub region: Rect,
    /// Where each cell's tile is, row by row.
    pub cells: Vec<Rect>,
    /// What the tiles show.
    pub kind: Kind,
    /// For every cell, row by row, the goal cell of what is in it, the blank included.
    pub tiles: Vec<usize>,
    /// The cell where the blank is now.
    pub blank: usize,
    /// The smallest margin over all cells, 0 to 1: one wrong tile is a wrong puzzle.
    pub confidence: f32,
    /// The cells that might hold something else, least sure first.
    pub doubts: Vec<Doubt>,
    /// Groups of goal cells whose tiles cannot be told apart.
    pub identical: Vec<Vec<usize>>,
    /// The solved picture the tiles were matched to.
    #[serde(serialize_with = "as_text")]
    pub reference: Option<PathBuf>,
    /// Whether every tile is at home.
    pub solved: bool,
    /// The number shown by the tile of each goal cell, where these are not 1, 2, 3 and so on along the goal cells without the blank's
    /// home; there, the number that is on no tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<u16>>,
    /// The screenshot that was read.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "as_text")]
    pub screenshot: Option<PathBuf>,
}

/// What the tiles of a board show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Pieces of a picture.
    Picture,
    /// Numbers.
    Numbers,
    /// Nothing: the board was given as text.
    Text,
}

/// A cell that might hold another tile than the one read.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doubt {
    /// The cell.
    pub cell: usize,
    /// The goal cell of the tile read in it.
    pub tile: usize,
    /// The goal cell of the tile that is next likely.
    pub runner_up: usize,
    /// By how much the tile read is likelier, 0 to 1.
    pub margin: f32,
}

/// Why a file's content is not a reading.
#[derive(Debug, thiserror::Error)]
pub enum ReadingError {
    /// It is not JSON, or lacks a key, or has one too many.
    #[error("not a reading: {0}")]
    Json(#[from] serde_json::Error),
    /// Its columns and rows make no board.
    #[error("not a reading: {0}")]
    Size(#[from] SizeError),
    /// A list has not one entry per cell.
    #[error("not a reading: '{key}' has {length} entries, a {size} board has {} cells", size.cells())]
    Length {
        /// The key.
        key: &'static str,
        /// How many entries it has.
        length: usize,
        /// The size of the board.
        size: Size,
    },
    /// A number names no cell of the board.
    #[error("not a reading: '{key}' names cell {cell}, the cells of a {size} board are 0 to {}", size.cells() - 1)]
    Cell {
        /// The key.
        key: &'static str,
        /// The number.
        cell: usize,
        /// The size of the board.
        size: Size,
    },
    /// Its confidence is no share.
    #[error("not a reading: 'confidence' is {0}, it goes from 0 to 1")]
    Confidence(f32),
}

impl Reading {
    /// A reading that is sure of everything: `tiles` as they stand in `grid`, the blank at `blank`.
    pub fn certain(grid: &Grid, kind: Kind, tiles: Vec<usize>, blank: usize) -> Reading {
        Reading {
            columns: grid.size.columns(),
            rows: grid.size.rows(),
            region: grid.region,
            cells: grid.cells.clone(),
            kind,
            solved: tiles.iter().enumerate().all(|(cell, &tile)| cell == tile),
            tiles,
            blank,
            confidence: 1.0,
            doubts: Vec::new(),
            identical: Vec::new(),
            reference: None,
            numbers: None,
            screenshot: None,
        }
    }

    /// Reads the JSON form and checks that every list has one entry per cell and every cell named exists. That the
    /// tiles are a permutation is left to the puzzle, whose error names the cells. A byte-order mark, which some editors
    /// begin a file with, is no part of it.
    pub fn from_json(text: &str) -> Result<Reading, ReadingError> {
        let reading: Reading = serde_json::from_str(text.trim_start_matches('\u{feff}'))?;
        let size = Size::new(reading.columns, reading.rows)?;
        let numbers = reading.numbers.as_ref().map(|numbers| ("numbers", numbers.len()));
        for (key, length) in [("cells", reading.cells.len()), ("tiles", reading.tiles.len())].into_iter().chain(numbers)
        {
            if length != size.cells() {
                return Err(ReadingError::Length { key, length, size });
            }
        }
        if let Some((key, cell)) = reading.cells_named().find(|&(_, cell)| cell >= size.cells()) {
            return Err(ReadingError::Cell { key, cell, size });
        }
        if !(0.0..=1.0).contains(&reading.confidence) {
            return Err(ReadingError::Confidence(reading.confidence));
        }
        Ok(reading)
    }

    /// The JSON form, indented.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a reading holds nothing that JSON cannot")
    }

    /// The size of the board; `None` only for a value built by hand with sides out of range.
    pub fn size(&self) -> Option<Size> {
        Size::new(self.columns, self.rows).ok()
    }

    /// Whether tiles `a` and `b`, named by goal cell, are the same or cannot be told apart.
    pub fn are_alike(&self, a: usize, b: usize) -> bool {
        a == b || self.identical.iter().any(|group| group.contains(&a) && group.contains(&b))
    }

    /// Whether sliding can bring all tiles home, if each is another.
    pub fn is_legal(&self) -> bool {
        Size::new(self.columns, self.rows).is_ok_and(|size| is_legal(&self.tiles, self.blank, size))
    }

    /// The cell that would make it legal as the blank's home, of rows: the last one for the first, or the first for the last.
    pub fn legal_home(&self) -> Option<usize> {
        let (home, last) = (self.tiles[self.blank], self.tiles.len() - 1);
        let other = last - home;
        let is_at_an_end = home == 0 || other == 0;
        (is_at_an_end && !self.is_legal() && !self.may_begin_or_end_with_the_blank()).then_some(other)
    }

    /// Whether it is legal with the blank's home in rows first as well as last, so that no move tells which is meant.
    pub fn is_legal_with_either_home(&self) -> bool {
        self.is_legal() && self.may_begin_or_end_with_the_blank()
    }

    /// Whether the blank can go from the last cell to the first and leave the tiles in order, as it can with an odd side.
    fn may_begin_or_end_with_the_blank(&self) -> bool {
        !(self.columns.is_multiple_of(2) && self.rows.is_multiple_of(2))
    }

    /// Says whether every cell holds its own tile or one like it. If so, like tiles are named by where they stand.
    pub(super) fn settle_solved(&mut self) {
        self.solved = (0..self.tiles.len()).all(|cell| self.are_alike(cell, self.tiles[cell]));
        if self.solved {
            self.tiles = (0..self.tiles.len()).collect();
            self.doubts.iter_mut().for_each(|doubt| doubt.tile = doubt.cell);
        }
    }

    fn cells_named(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        let tiles = self.tiles.iter().map(|&tile| ("tiles", tile));
        let doubts = self.doubts.iter().flat_map(|doubt| [doubt.cell, doubt.tile, doubt.runner_up]);
        let identical = self.identical.iter().flatten().map(|&tile| ("identical", tile));
        tiles.chain([("blank", self.blank)]).chain(doubts.map(|cell| ("doubts", cell))).chain(identical)
    }
}

/// A path as JSON has it. What is no text in it is replaced: JSON cannot hold it.
fn as_text<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.to_string_lossy()).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading() -> Reading {
        let grid = Grid::even(Rect::new(5, 6, 40, 20), Size::new(2, 2).unwrap(), 0).unwrap();
        Reading::certain(&grid, Kind::Picture, vec![1, 0, 3, 2], 2)
    }

    #[test]
    fn json_there_and_back() {
        let reading = reading();
        assert_eq!(Reading::from_json(&reading.to_json()).unwrap(), reading);
        assert!(reading.to_json().contains("\"kind\": \"picture\""));
        let from_nought = Reading { numbers: Some(vec![0, 1, 2, 3]), ..reading };
        assert_eq!(Reading::from_json(&from_nought.to_json()).unwrap(), from_nought);
    }

    #[test]
    fn the_contract_names_the_keys() {
        let json: serde_json::Value = serde_json::from_str(&reading().to_json()).unwrap();
        let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let mut contract = [
            "columns",
            "rows",
            "region",
            "cells",
            "kind",
            "tiles",
            "blank",
            "confidence",
            "doubts",
            "identical",
            "reference",
            "solved",
        ];
        contract.sort_unstable();
        assert_eq!(keys, contract);
        assert_eq!(json["region"], serde_json::json!([5, 6, 40, 20]));
    }

    #[test]
    fn what_is_no_reading_is_refused_with_the_key() {
        let broken = |from: &str, to: &str| {
            let compact = serde_json::to_string(&reading()).unwrap();
            Reading::from_json(&compact.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert!(broken("\"solved\"", "\"colour\":1,\"solved\"").contains("unknown field `colour`"));
        assert!(broken("\"blank\":2,", "").contains("missing field `blank`"));
        assert_eq!(
            broken("\"blank\":2", "\"blank\":4"),
            "not a reading: 'blank' names cell 4, the cells of a 2x2 board are 0 to 3"
        );
        assert_eq!(broken("[1,0,3,2]", "[1,0,3]"), "not a reading: 'tiles' has 3 entries, a 2x2 board has 4 cells");
        assert_eq!(
            broken("\"solved\"", "\"numbers\":[0,1],\"solved\""),
            "not a reading: 'numbers' has 2 entries, a 2x2 board has 4 cells"
        );
        assert_eq!(
            broken("\"confidence\":1.0", "\"confidence\":7"),
            "not a reading: 'confidence' is 7, it goes from 0 to 1"
        );
        assert!(broken("\"rows\":2", "\"rows\":1").contains("a board of 2x1 is out of range"));
    }

    #[test]
    fn like_tiles_are_named_by_where_they_stand_when_that_solves_the_board() {
        let doubt = |cell: usize, tile: usize, runner_up: usize| Doubt { cell, tile, runner_up, margin: 0.2 };
        let settled = |identical: Vec<Vec<usize>>| {
            let doubts = vec![doubt(1, 0, 3)];
            let mut reading = Reading { doubts, identical, ..reading() };
            reading.settle_solved();
            (reading.solved, reading.tiles, reading.doubts)
        };
        let are_alike = vec![vec![0, 1], vec![2, 3]];
        assert_eq!(settled(are_alike), (true, vec![0, 1, 2, 3], vec![doubt(1, 1, 3)]));
        assert_eq!(settled(vec![vec![0, 1]]), (false, vec![1, 0, 3, 2], vec![doubt(1, 0, 3)]));
    }

    #[test]
    fn tiles_of_one_group_are_alike() {
        let mut reading = reading();
        reading.identical = vec![vec![0, 3]];
        assert!(reading.are_alike(0, 3) && reading.are_alike(1, 1) && !reading.are_alike(0, 1));
    }
}
