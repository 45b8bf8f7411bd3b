//! Numbers as good as random for cells and what is in them, and sets of their combinations.

use std::hash::Hasher;

/// A hasher for keys that are scattered already.
#[derive(Default)]
pub(super) struct Scattered(u64);

impl Hasher for Scattered {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 ^ u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The number of a content in a cell; a board is the exclusive or of all its cells (A. L. Zobrist, 1970; the scattering is
/// the finaliser of SplitMix64).
pub(super) fn key(cell: usize, content: u16) -> u64 {
    let mut x = ((cell as u64) << 16 | u64::from(content)).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// Hashes of boards that change with a move by one multiplication: the sum over all cells of a number for the cell times
/// one for what is in it, both as good as random (J. L. Carter and M. N. Wegman's universal hashing, 1979).
pub(super) struct Products {
    cells: Vec<u64>,
    contents: Vec<u64>,
}

impl Products {
    /// Hashes of boards of so many cells and contents, in which only those contents count that `counts` says.
    pub fn new(cells: usize, counts: impl Fn(u16) -> bool) -> Products {
        let content = |label: u16| if counts(label) { key(cells, label) } else { 0 };
        Products {
            cells: (0..cells).map(|cell| key(cell, 0)).collect(),
            contents: (0..cells as u16).map(content).collect(),
        }
    }

    /// The hash of a board.
    pub fn hash(&self, tiles: &[u16]) -> u64 {
        let product = |(&cell, &label): (&u64, &u16)| cell.wrapping_mul(self.contents[usize::from(label)]);
        self.cells.iter().zip(tiles).map(product).fold(0, u64::wrapping_add)
    }

    /// The hash after the contents of two cells were exchanged.
    pub fn after(&self, hash: u64, tiles: &[u16], a: usize, b: usize) -> u64 {
        let [one, other] = [a, b].map(|cell| self.contents[usize::from(tiles[cell])]);
        hash.wrapping_add(one.wrapping_sub(other).wrapping_mul(self.cells[b].wrapping_sub(self.cells[a])))
    }
}
