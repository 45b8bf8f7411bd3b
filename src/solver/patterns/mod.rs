//! Pattern databases: for every arrangement of a few tiles, the least moves *of these tiles* that bring them home.
//!
//! Moves of other tiles and of the blank among them count nothing, so that the values of patterns without a common tile
//! add up to a lower bound (R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134,
//! 2002). Without other tiles in the way, the blank roams its region of the free cells at no cost: a node of the
//! breadth-first search is an arrangement of the pattern and a region, and its value is the least over all regions.
//!
//! Values are indexed for the search, not for size: every tile's cell is a digit to the base of the number of cells, so that
//! a move changes the index by one addition. Tiles of one class stand for each other: the search begins with all their
//! orders, and the values are the least over all labellings. A class of more than [`MOST_TILES`] is a pattern of its own,
//! in which only the set of cells counts; the index is then the set as a number.
//!
//! The search begins with the region of the blank's home. Where the pattern leaves one region only, as most do, the table
//! does not depend on the home; a pattern that walls the home in gains by it, for its first move is then certain.

pub mod additive;
mod filling;
mod slabs;
pub mod symmetry;

use crate::puzzle::Size;

/// The most tiles of a pattern in which some are identical, and of any but drawn ones.
pub(super) const MOST_TILES: usize = 6;
/// A set of cells, one bit each.
pub(super) type Set = u64;

/// The most cells of a board that has pattern databases.
pub(super) const MOST_CELLS: usize = 42;

/// Some goal cells in ascending order, and which of their tiles are identical.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Pattern {
    /// The goal cells.
    pub cells: Vec<u8>,
    /// For each of them its class, numbered from 0 in order of appearance.
    pub classes: Vec<u8>,
    /// The free cells that the blank can reach from its home, as a set.
    pub region: Set,
}

/// A value that no arrangement has.
pub(super) const IMPOSSIBLE: u8 = u8::MAX;

impl Pattern {
    /// Whether only the set of cells counts.
    pub fn is_set(&self) -> bool {
        self.cells.len() > MOST_TILES && self.classes.iter().all(|&class| class == 0)
    }

    /// How many bytes its table takes on a board.
    pub fn table_len(&self, size: Size) -> usize {
        let (cells, tiles) = (size.cells(), self.cells.len() as u32);
        if self.is_set() { 1usize.checked_shl(cells as u32).unwrap_or(usize::MAX) } else { cells.saturating_pow(tiles) }
    }

    /// How much of an index is due to the tile of `self.cells[tile]` standing in `cell`.
    pub fn weight(&self, size: Size, tile: usize, cell: usize) -> usize {
        if self.is_set() { 1 << cell } else { cell * size.cells().pow(tile as u32) }
    }
}
