//! Every position of one board, numbered without gaps.
//!
//! The positions reached from a board are arrangements of a multiset of values over the cells. They are ranked in
//! lexicographic order: with `left` the values not yet placed, the rank is the sum over the cells of
//! `before(left, value)`, the number of arrangements of `left` that begin with a smaller value. `left` is itself a small
//! mixed-radix number (for each value, how many of it are left), so both `before` and `left` minus one value are looked up,
//! and a rank is one load and one addition a cell. A move changes the sum only between the two cells it touches.
//!
//! Of the arrangements of distinct tiles only half can be reached, one from each pair that differs in the exchange of two
//! chosen tiles. Treating these two as one value therefore numbers exactly the positions that can be reached, and
//! identical tiles need nothing of their own (see `puzzle::parity` for why all of theirs can be reached).

use crate::puzzle::{Board, Size};

/// The positions that can be reached from a board, ranked from 0.
pub(super) struct Space {
    size: Size,
    /// For every tile number of the board, in ascending order, its value; the blank's is 0.
    values: Vec<(u16, u8)>,
    /// What is left before the first cell: every value with its count.
    full: u32,
    /// For every value, how much one of it adds to `left`.
    strides: Vec<u32>,
    /// `before(left, value)` at `left * values + value`.
    before: Vec<u32>,
    len: usize,
}

/// The values of a position, cell by cell, with what a rank needs of every prefix.
#[derive(Clone, Default)]
pub(super) struct Spread {
    /// The value in each cell.
    pub cells: Vec<u8>,
    /// The cell of the blank.
    pub blank: usize,
    left: Vec<u32>,
    rank: u32,
}

/// More arrangements than this are not ranked, whatever the caller would allow.
const MOST: u64 = 1 << 30;

impl Space {
    /// How many positions can be reached from `board`, itself included, or `None` if more than a thousand millions.
    pub fn positions(board: &Board) -> Option<u64> {
        let counts = counts(&values(board));
        arrangements(&counts)
    }

    /// The space of `board`, if it has at most `most` positions.
    pub fn new(board: &Board, most: u64) -> Option<Space> {
        let values = values(board);
        let counts = counts(&values);
        let len = arrangements(&counts).filter(|&len| len <= most)?;
        let mut strides = Vec::with_capacity(counts.len());
        let mut sets = 1u32;
        for &count in &counts {
            strides.push(sets);
            sets = sets.checked_mul(count as u32 + 1).filter(|&sets| sets <= 1 << 22)?;
        }
        let mut numbers: Vec<(u16, u8)> = board.tiles().iter().copied().zip(values).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let before = before(&counts, &strides, sets);
        Some(Space { size: board.size(), values: numbers, full: sets - 1, strides, before, len: len as usize })
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rank of a board, or `None` if it has another size or other tiles.
    pub fn rank(&self, board: &Board) -> Option<u32> {
        if board.size() != self.size {
            return None;
        }
        let (mut rank, mut left) = (0, self.full);
        for &tile in board.tiles() {
            let value = self.values.binary_search_by_key(&tile, |&(tile, _)| tile).ok()?;
            let value = self.values[value].1;
            if self.count(left, value) == 0 {
                return None;
            }
            rank += self.before(left, value);
            left -= self.strides[usize::from(value)];
        }
        Some(rank)
    }

    /// Spreads the position of `rank` over the cells.
    pub fn unrank(&self, rank: u32, spread: &mut Spread) {
        let kinds = self.strides.len();
        spread.rank = rank;
        spread.cells.clear();
        spread.left.clear();
        let (mut rest, mut left) = (rank, self.full);
        for cell in 0..self.size.cells() {
            let row = &self.before[left as usize * kinds..][..kinds];
            // Where none is left of a value, the next one begins at the same rank, so the last that fits is there.
            let value = row.iter().rposition(|&before| before <= rest).unwrap_or(0);
            spread.left.push(left);
            spread.cells.push(value as u8);
            if value == 0 {
                spread.blank = cell;
            }
            rest -= row[value];
            left -= self.strides[value];
        }
    }

    /// The rank after the blank of `spread` went to `cell` in its row or column and all tiles between moved up by one.
    pub fn neighbour(&self, spread: &Spread, cell: usize) -> u32 {
        let step = if spread.blank.abs_diff(cell) < self.size.columns() { 1 } else { self.size.columns() };
        let (first, last) = (spread.blank.min(cell), spread.blank.max(cell));
        let (mut rank, mut left) = (spread.rank, spread.left[first]);
        for here in first..=last {
            let old = spread.cells[here];
            let new = match here {
                _ if here == cell => 0,
                _ if !here.abs_diff(cell).is_multiple_of(step) => old,
                _ if cell > spread.blank => spread.cells[here + step],
                _ => spread.cells[here - step],
            };
            rank = rank.wrapping_add(self.before(left, new)).wrapping_sub(self.before(spread.left[here], old));
            left -= self.strides[usize::from(new)];
        }
        rank
    }

    fn before(&self, left: u32, value: u8) -> u32 {
        self.before[left as usize * self.strides.len() + usize::from(value)]
    }

    fn count(&self, left: u32, value: u8) -> u32 {
        let value = usize::from(value);
        let above = self.strides.get(value + 1).copied().unwrap_or(self.full + 1);
        left % above / self.strides[value]
    }
}

/// For every cell its value: 0 for the blank, then the tiles in ascending order, the last two of distinct ones as one.
fn values(board: &Board) -> Vec<u8> {
    let mut numbers = board.tiles().to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let distinct = numbers.len() == board.tiles().len();
    let last = if distinct { numbers.len() - 2 } else { numbers.len() - 1 };
    let value = |tile: &u16| numbers.partition_point(|number| number < tile).min(last).min(255) as u8;
    board.tiles().iter().map(value).collect()
}

fn counts(values: &[u8]) -> Vec<usize> {
    let kinds = values.iter().max().map_or(0, |&last| usize::from(last) + 1);
    let mut counts = vec![0; kinds];
    for &value in values {
        counts[usize::from(value)] += 1;
    }
    counts
}

/// How many arrangements a multiset has, or `None` if too many.
fn arrangements(counts: &[usize]) -> Option<u64> {
    let (mut product, mut placed) = (1u128, 0);
    for &count in counts {
        for one in 1..=count {
            placed += 1;
            product = product * placed / one as u128;
            if product > u128::from(MOST) {
                return None;
            }
        }
    }
    Some(product as u64)
}

fn before(counts: &[usize], strides: &[u32], sets: u32) -> Vec<u32> {
    let kinds = counts.len();
    let mut arranged = vec![1u32; sets as usize];
    let mut before = vec![0; sets as usize * kinds];
    for left in 0..sets {
        let mut sum = 0;
        for value in 0..kinds {
            before[left as usize * kinds + value] = sum;
            let there = left / strides[value] % (counts[value] as u32 + 1);
            if there > 0 {
                sum += arranged[(left - strides[value]) as usize];
            }
        }
        if left > 0 {
            arranged[left as usize] = sum;
        }
    }
    before
}
