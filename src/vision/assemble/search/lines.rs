//! Moves along a row or column: a piece of it turns by one place, or all of it by any number.
//!
//! Pieces that were assembled right but stand a place too far along, which exchanges of two tiles cannot put right
//! without making all of it worse first. The blank's home sliding along its line is such a move.

//!
//! What a move changes are the joints at the ends of its piece and those to both sides of the line. The latter are
//! sums over stretches of the line of what each tile costs a place further or back: differences of running sums.

use std::ops::Range;

use super::super::field::{Arrangement, Field, rotate};
use crate::puzzle::Size;

/// The least gain that counts.
const GAIN: f32 = 1e-3;

/// Cells at equal distances, of which each one's tile moves to the next, the last one's to the first; or back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    first: usize,
    step: usize,
    count: usize,
    is_back: bool,
}

impl Move {
    /// The exchange of the tiles of two cells, `a` before `b`.
    pub fn swap(a: usize, b: usize) -> Move {
        Move { first: a, step: b - a, count: 2, is_back: false }
    }

    /// The cells, in the order in which tiles move along.
    pub fn cells(self) -> Vec<usize> {
        let cells = (0..self.count).map(|place| self.first + place * self.step);
        if self.is_back { cells.rev().collect() } else { cells.collect() }
    }
}

/// All moves along the lines of an arrangement, with how much more it costs after each. Plain swaps are left out.
pub fn changes(field: &Field, arrangement: &[usize]) -> Vec<(f32, Move)> {
    let (columns, rows) = (field.size.columns(), field.size.rows());
    let line = |first, step, count| Line { field, arrangement, first, step, count, is_row: step == 1 };
    let across = (0..rows).map(|row| line(row * columns, 1, columns));
    let down = (0..columns).map(|column| line(column, columns, rows));
    let mut found = Vec::new();
    across.chain(down).for_each(|line| line.changes(&mut found));
    found
}

/// Makes the move along a line that helps most, if one does, and returns by how much the cost changed.
pub fn turn_best(field: &Field, arrangement: &mut Arrangement) -> f32 {
    match changes(field, arrangement).into_iter().min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((change, best)) if change < -GAIN => {
            rotate(arrangement, &best.cells());
            change
        }
        _ => 0.0,
    }
}

/// A row or column of an arrangement.
struct Line<'a> {
    field: &'a Field,
    arrangement: &'a [usize],
    first: usize,
    step: usize,
    count: usize,
    is_row: bool,
}

impl Line<'_> {
    fn tile(&self, place: usize) -> usize {
        self.arrangement[self.first + place * self.step]
    }

    /// What the tiles of two places cost next to each other on the line; nothing where there is none.
    fn joint(&self, a: Option<usize>, b: Option<usize>) -> f32 {
        match (a, b) {
            (Some(a), Some(b)) if self.is_row => self.field.across(self.tile(a), self.tile(b)),
            (Some(a), Some(b)) => self.field.down(self.tile(a), self.tile(b)),
            _ => 0.0,
        }
    }

    /// What `tile` costs at a place, the line's own joints left out.
    fn beside(&self, place: usize, tile: usize) -> f32 {
        let cell = self.first + place * self.step;
        let columns = self.field.size.columns();
        let mut cost = self.field.home(cell, tile);
        if self.is_row {
            if cell >= columns {
                cost += self.field.down(self.arrangement[cell - columns], tile);
            }
            if cell + columns < self.arrangement.len() {
                cost += self.field.down(tile, self.arrangement[cell + columns]);
            }
        } else {
            if self.first > 0 {
                cost += self.field.across(self.arrangement[cell - 1], tile);
            }
            if self.first + 1 < columns {
                cost += self.field.across(tile, self.arrangement[cell + 1]);
            }
        }
        cost
    }

    /// For every place the sums, over the places before it, of what the tile costs beside the line where it is, a place
    /// further and a place back.
    fn sums(&self) -> Vec<[f32; 3]> {
        let mut sums = vec![[0.0; 3]];
        let mut sum = [0.0; 3];
        for place in 0..self.count {
            let tile = self.tile(place);
            sum[0] += self.beside(place, tile);
            sum[1] += if place + 1 < self.count { self.beside(place + 1, tile) } else { 0.0 };
            sum[2] += if place > 0 { self.beside(place - 1, tile) } else { 0.0 };
            sums.push(sum);
        }
        sums
    }

    fn changes(&self, found: &mut Vec<(f32, Move)>) {
        let sums = self.sums();
        let over = |which: usize, from: usize, to: usize| sums[to][which] - sums[from][which];
        for from in 0..self.count {
            for to in from + 3..=self.count {
                let (head, tail) = (from, to - 1);
                let (before, after) = (head.checked_sub(1), (to < self.count).then_some(to));
                let joint = |a: usize, b: usize| self.joint(Some(a), Some(b));
                let ends = self.joint(before, Some(head)) + self.joint(Some(tail), after);
                let stay = over(0, from, to) + ends - joint(tail, head);
                let further = over(1, head, tail)
                    + self.beside(head, self.tile(tail))
                    + self.joint(before, Some(tail))
                    + self.joint(Some(tail - 1), after)
                    - joint(tail - 1, tail);
                let back = over(2, head + 1, to)
                    + self.beside(tail, self.tile(head))
                    + self.joint(before, Some(head + 1))
                    + self.joint(Some(head), after)
                    - joint(head, head + 1);
                for (cost, is_back) in [(further, false), (back, true)] {
                    let first = self.first + from * self.step;
                    found.push((cost - stay, Move { first, step: self.step, count: to - from, is_back }));
                }
            }
        }
    }
}

/// The arrangement with a band of neighbouring rows moved along, or of columns, what leaves on one side entering on the
/// other; and whether the band is the whole arrangement. O(side³) of them.
pub fn wrapped(size: Size, arrangement: &Arrangement) -> impl Iterator<Item = (Arrangement, bool)> + '_ {
    let (columns, rows) = (size.columns(), size.rows());
    let across = bands(rows, columns).map(move |(band, by)| {
        let along = |cell: usize| cell - cell % columns + (cell % columns + by) % columns;
        let from = |cell: usize| if band.contains(&(cell / columns)) { along(cell) } else { cell };
        ((0..columns * rows).map(|cell| arrangement[from(cell)]).collect(), band.len() == rows)
    });
    let down = bands(columns, rows).map(move |(band, by)| {
        let along = |cell: usize| (cell + by * columns) % (columns * rows);
        let from = |cell: usize| if band.contains(&(cell % columns)) { along(cell) } else { cell };
        ((0..columns * rows).map(|cell| arrangement[from(cell)]).collect(), band.len() == columns)
    });
    across.chain(down)
}

/// All bands of `lines` lines, each with all distances to move along in lines of `length` cells.
fn bands(lines: usize, length: usize) -> impl Iterator<Item = (Range<usize>, usize)> {
    let bands = (0..lines).flat_map(move |from| (from + 1..=lines).map(move |to| from..to));
    bands.flat_map(move |band| (1..length).map(move |by| (band.clone(), by)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::assemble::field::tests::scattered;
    use crate::vision::assemble::fit::Pairs;

    #[test]
    fn every_piece_of_every_line_turns_both_ways_at_what_it_costs() {
        for (columns, rows) in [(4, 2), (5, 5), (3, 7)] {
            let size = Size::new(columns, rows).unwrap();
            let count = size.cells();
            let field = Field::new(&scattered(count, 7), size, 2, None);
            let mut arrangement: Arrangement = (0..count).map(|cell| (cell * 3 + 1) % count).collect();
            arrangement = if count.is_multiple_of(3) { (0..count).rev().collect() } else { arrangement };
            let changes = changes(&field, &arrangement);
            for (change, turned) in &changes {
                let slow = field.turn(&mut arrangement, &turned.cells());
                assert!((change - slow).abs() < 1e-3, "{turned:?}: {change}, {slow}");
            }
            let pieces = |count: usize| (count - 1) * (count - 2);
            assert_eq!(changes.len(), rows * pieces(columns) + columns * pieces(rows));
            if columns == 4 {
                assert_eq!(changes[0].1.cells(), [0, 1, 2]);
                assert!(changes.iter().any(|(_, turned)| turned.cells() == [7, 6, 5]));
            }
        }
    }

    #[test]
    fn a_piece_one_place_too_far_is_put_right() {
        let size = Size::new(5, 2).unwrap();
        let mut pairs = scattered(10, 5);
        for table in [&mut pairs.across, &mut pairs.down] {
            table.iter_mut().for_each(|score| *score = -2.0);
        }
        for tile in [0, 1, 2, 3, 5, 6, 7, 8] {
            pairs.across[tile * 10 + tile + 1] = 5.0;
        }
        (0..5).for_each(|tile| pairs.down[tile * 10 + tile + 5] = 5.0);
        let pairs = Pairs::new(10, pairs.across, pairs.down);
        let field = Field::new(&pairs, size, 9, None);
        let mut arrangement = vec![0, 1, 2, 3, 4, 9, 5, 6, 7, 8];
        assert!(turn_best(&field, &mut arrangement) < -1.0);
        assert_eq!(arrangement, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn wrapped_arrangements_are_cyclic() {
        let size = Size::new(3, 2).unwrap();
        let plain: Arrangement = (0..6).collect();
        let wrapped = |is_whole: bool| -> Vec<Arrangement> {
            let all = wrapped(size, &plain).filter(|(_, whole)| *whole == is_whole);
            all.map(|(arrangement, _)| arrangement).collect()
        };
        assert_eq!(wrapped(true), [[1, 2, 0, 4, 5, 3], [2, 0, 1, 5, 3, 4], [3, 4, 5, 0, 1, 2]]);
        let rows = [[1, 2, 0, 3, 4, 5], [2, 0, 1, 3, 4, 5], [0, 1, 2, 4, 5, 3], [0, 1, 2, 5, 3, 4]];
        let columns =
            [[3, 1, 2, 0, 4, 5], [3, 4, 2, 0, 1, 5], [0, 4, 2, 3, 1, 5], [0, 4, 5, 3, 1, 2], [0, 1, 5, 3, 4, 2]];
        assert_eq!(wrapped(false), rows.into_iter().chain(columns).collect::<Vec<_>>());
    }
}
