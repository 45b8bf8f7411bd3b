//! How promising a position is.
//!
//! [`Tables`] adds up the sums of pattern databases: more than the largest of them, the sum of several tells positions apart.
//!
//! [`Distances`] weighs Manhattan distances by tile, for staged solving, and adds linear conflicts (O. Hansson, A. Mayer
//! and M. Yung, 1992): tiles in their goal line in the wrong order must leave it, two moves each. The fewest tiles to take
//! out of a line are those outside its longest ascending run of goal columns. A horizontal move changes the columns it
//! touches and leaves its row's order as it was, a vertical one the rows, so two lines are looked at anew for each move.

use crate::puzzle::Size;

use super::super::geometry::Geometry;
use super::super::patterns::additive::Additive;
use super::beam::Score;

/// The sums of all views of some tables.
pub(super) struct Tables<'a, const VIEWS: usize, const GROUPS: usize> {
    pub tables: &'a Additive,
    pub home: usize,
}

/// What is remembered of a position: every pattern's index and value.
#[derive(Clone, Copy)]
pub struct TablesMemo<const VIEWS: usize, const GROUPS: usize> {
    indices: [[u32; GROUPS]; VIEWS],
    values: [[u8; GROUPS]; VIEWS],
    sum: u32,
}

impl<const VIEWS: usize, const GROUPS: usize> Score for Tables<'_, VIEWS, GROUPS> {
    type Memo = TablesMemo<VIEWS, GROUPS>;

    fn begin(&self, tiles: &[u16]) -> Self::Memo {
        let tiles: Vec<u8> = tiles.iter().map(|&label| label as u8).collect();
        let mut memo = TablesMemo { indices: [[0; GROUPS]; VIEWS], values: [[0; GROUPS]; VIEWS], sum: 0 };
        for (view, source) in self.tables.views.iter().enumerate() {
            memo.indices[view].copy_from_slice(&self.tables.indices(view, &tiles, self.home)[..GROUPS]);
            for group in 0..source.bases.len() {
                memo.values[view][group] = self.tables.value(memo.indices[view][group]);
                memo.sum += u32::from(memo.values[view][group]);
            }
        }
        memo
    }

    fn score(&self, memo: &Self::Memo) -> u32 {
        memo.sum
    }

    fn rest(&self, _memo: &Self::Memo) -> u32 {
        0
    }

    fn glance(&self, memo: &Self::Memo, tiles: &[u16], from: usize, to: usize) -> u32 {
        let label = usize::from(tiles[from]);
        let mut sum = memo.sum;
        for (view, source) in self.tables.views.iter().enumerate() {
            let group = usize::from(source.groups[label]) % GROUPS;
            let weights = &source.weights[label * tiles.len()..][..tiles.len()];
            let index = memo.indices[view][group].wrapping_add(weights[to]).wrapping_sub(weights[from]);
            sum = sum + u32::from(self.tables.value(index)) - u32::from(memo.values[view][group]);
        }
        sum
    }

    fn bound(&self, score: u32) -> usize {
        (score as usize).div_ceil(self.tables.views.len())
    }

    fn after(&self, memo: &Self::Memo, tiles: &[u16], from: usize, to: usize) -> Self::Memo {
        let mut memo = *memo;
        let label = usize::from(tiles[from]);
        for (view, source) in self.tables.views.iter().enumerate() {
            let group = usize::from(source.groups[label]);
            let weights = &source.weights[label * tiles.len()..][..tiles.len()];
            let index = &mut memo.indices[view][group];
            *index = index.wrapping_add(weights[to]).wrapping_sub(weights[from]);
            let value = self.tables.value(*index);
            memo.sum = memo.sum + u32::from(value) - u32::from(memo.values[view][group]);
            memo.values[view][group] = value;
        }
        memo
    }

    fn tells_apart(&self, _label: u16) -> bool {
        true
    }

    fn may_move(&self, _cell: usize) -> bool {
        true
    }
}

/// Weighed distances with linear conflicts.
pub struct Distances {
    pub geometry: Geometry,
    /// For every label what one step of its distance counts; 0 for the blank's and for locked tiles.
    pub weights: Vec<u32>,
    /// For every label whether it must be at home for the aim to be reached.
    pub aim: Vec<bool>,
    /// For every cell whether its tile is fixed.
    pub locked: Vec<bool>,
    /// Whether linear conflicts count, which take most of the time.
    pub conflicts: bool,
    /// Whether no way is shorter than the score: all tiles are the aim then, and their weights are 1.
    pub is_bound: bool,
}

/// What is remembered of a position.
#[derive(Clone, Copy)]
pub struct DistancesMemo {
    aim: u32,
    sum: i32,
}

impl Score for Distances {
    type Memo = DistancesMemo;

    fn begin(&self, tiles: &[u16]) -> DistancesMemo {
        let mut memo = DistancesMemo { aim: 0, sum: 0 };
        for (cell, &label) in tiles.iter().enumerate() {
            let label = usize::from(label);
            let distance = self.geometry.distance(cell, label);
            memo.sum += (self.weights[label] * distance) as i32;
            memo.aim += if self.aim[label] { distance } else { 0 };
        }
        if !self.conflicts {
            return memo;
        }
        let last = tiles.len() - 1;
        memo.sum += (0..=self.geometry.rows[last]).map(|row| self.row_conflicts(tiles, row, None)).sum::<i32>();
        memo.sum +=
            (0..=self.geometry.columns[last]).map(|column| self.column_conflicts(tiles, column, None)).sum::<i32>();
        memo
    }

    fn score(&self, memo: &DistancesMemo) -> u32 {
        if memo.aim == 0 { 0 } else { memo.sum as u32 + 1 }
    }

    fn rest(&self, memo: &DistancesMemo) -> u32 {
        memo.sum as u32
    }

    fn after(&self, memo: &DistancesMemo, tiles: &[u16], from: usize, to: usize) -> DistancesMemo {
        let label = usize::from(tiles[from]);
        let change = self.geometry.distance(to, label) as i32 - self.geometry.distance(from, label) as i32;
        let mut memo = *memo;
        memo.sum += change * self.weights[label] as i32;
        if self.conflicts {
            memo.sum += self.conflict_change(tiles, from, to);
        }
        if self.aim[label] {
            memo.aim = memo.aim.wrapping_add_signed(change);
        }
        memo
    }

    fn bound(&self, score: u32) -> usize {
        if self.is_bound { score.saturating_sub(1) as usize } else { 0 }
    }

    fn tells_apart(&self, label: u16) -> bool {
        self.aim[usize::from(label)]
    }

    fn may_move(&self, cell: usize) -> bool {
        !self.locked[cell]
    }
}

impl Distances {
    /// The sum of all distances, the blank's home being `home`.
    pub fn of_all(size: Size, home: usize, conflicts: bool) -> Distances {
        let aim: Vec<bool> = (0..size.cells()).map(|label| label != home).collect();
        let weights = aim.iter().map(|&aim| u32::from(aim)).collect();
        let locked = vec![false; size.cells()];
        Distances { geometry: Geometry::new(size), weights, aim, locked, conflicts, is_bound: true }
    }

    /// A move within a row changes what the columns hold, but only a tile that belongs to one counts there; and so for a
    /// move within a column.
    fn conflict_change(&self, tiles: &[u16], from: usize, to: usize) -> i32 {
        let moved = Some((from, to));
        let label = usize::from(tiles[from]);
        let (columns, rows) = (&self.geometry.columns, &self.geometry.rows);
        if rows[from] == rows[to] {
            let home = columns[label];
            let counts = columns[from] == home || columns[to] == home;
            if counts {
                self.column_conflicts(tiles, home, moved) - self.column_conflicts(tiles, home, None)
            } else {
                0
            }
        } else {
            let home = rows[label];
            let counts = rows[from] == home || rows[to] == home;
            if counts { self.row_conflicts(tiles, home, moved) - self.row_conflicts(tiles, home, None) } else { 0 }
        }
    }

    fn row_conflicts(&self, tiles: &[u16], row: u8, moved: Option<(usize, usize)>) -> i32 {
        let (columns, rows) = (&self.geometry.columns, &self.geometry.rows);
        let count = usize::from(columns[tiles.len() - 1]) + 1;
        let cells = usize::from(row) * count..(usize::from(row) + 1) * count;
        let goals = cells.filter_map(|cell| {
            let label = self.content(tiles, cell, moved)?;
            (rows[label] == row).then(|| columns[label])
        });
        to_take_out(goals)
    }

    fn column_conflicts(&self, tiles: &[u16], column: u8, moved: Option<(usize, usize)>) -> i32 {
        let (columns, rows) = (&self.geometry.columns, &self.geometry.rows);
        let count = usize::from(columns[tiles.len() - 1]) + 1;
        let cells = (usize::from(column)..tiles.len()).step_by(count);
        let goals = cells.filter_map(|cell| {
            let label = self.content(tiles, cell, moved)?;
            (columns[label] == column).then(|| rows[label])
        });
        to_take_out(goals)
    }

    /// The tile in a cell, after the move if there is one.
    fn content(&self, tiles: &[u16], cell: usize, moved: Option<(usize, usize)>) -> Option<usize> {
        let label = match moved {
            Some((from, _)) if cell == from => return None,
            Some((from, to)) if cell == to => tiles[from],
            _ => tiles[cell],
        };
        (self.weights[usize::from(label)] > 0).then_some(usize::from(label))
    }
}

/// Twice the number of places outside the longest ascending subsequence.
fn to_take_out(goals: impl Iterator<Item = u8>) -> i32 {
    // The smallest end of an ascending subsequence of each length (patience sorting).
    let mut ends = [0u8; Size::MAX_SIDE];
    let (mut length, mut count) = (0, 0);
    for goal in goals {
        let at = ends[..length].partition_point(|&end| end < goal);
        ends[at] = goal;
        length = length.max(at + 1);
        count += 2;
    }
    count - 2 * length as i32
}
