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
