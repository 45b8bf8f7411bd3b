//! Random puzzles for the tests.

use crate::puzzle::{Board, Puzzle, Size};

/// A small generator (G. Marsaglia's xorshift), the same numbers on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    fn shuffle(&mut self, tiles: &mut [u16]) {
        for index in (1..tiles.len()).rev() {
            tiles.swap(index, self.below(index + 1));
        }
    }

    /// A random puzzle between two random boards, their tiles numbered from 1 to at most `kinds`.
    pub fn puzzle(&mut self, size: Size, kinds: usize) -> Puzzle {
        let mut tiles: Vec<u16> =
            (0..size.cells()).map(|cell| if cell == 0 { 0 } else { (1 + (cell - 1) % kinds) as u16 }).collect();
        self.shuffle(&mut tiles);
        let goal = Board::new(size, tiles.clone()).unwrap();
        self.shuffle(&mut tiles);
        let start = Board::new(size, tiles.clone()).unwrap();
        Puzzle::new(start, goal.clone()).unwrap_or_else(|_| {
            let mut odd: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] != 0).collect();
            odd.truncate(2);
            tiles.swap(odd[0], odd[1]);
            Puzzle::new(Board::new(size, tiles).unwrap(), goal).unwrap()
        })
    }
}

/// Positions of labels and their distances from `goal`, nearest first, `limit` of them at most.
pub fn walk(size: Size, goal: &[u16], home: usize, limit: usize) -> Vec<(Vec<u16>, usize)> {
    let mut seen = std::collections::HashSet::from([goal.to_vec()]);
    let mut found = vec![(goal.to_vec(), 0)];
    let mut index = 0;
    while index < found.len() && found.len() < limit {
        let (tiles, distance) = found[index].clone();
        let blank = tiles.iter().position(|&label| usize::from(label) == home).unwrap();
        for cell in size.neighbours(blank) {
            let mut next = tiles.clone();
            next.swap(cell, blank);
            if seen.insert(next.clone()) {
                found.push((next, distance + 1));
            }
        }
        index += 1;
    }
    found
}
