//! The columns, or the rows, in another order.
//!
//! Where a picture hardly changes along its columns, as stripes do, all joints between two columns say the same: they are one
//! witness, not as many as there are rows.

use super::super::field::{Arrangement, Field};
use super::WITNESSES;

/// The columns or the rows of an arrangement.
struct Lines<'a> {
    field: &'a Field,
    arrangement: &'a [usize],
    /// How many there are, and how many tiles each holds.
    count: usize,
    length: usize,
    /// How many cells on the next tile is, of the same line.
    step: usize,
    /// And the same tile of the next line.
    next: usize,
}

/// By how much the best other order of all columns, or of all rows, is dearer: the joints by what they cost more in the mean of
/// the tiles of a line, in nats, which count as [`WITNESSES`], and the blank's home as one. Two lines change places, or some in a
/// row move elsewhere. Infinite where there is no other. Cost: O(lines³ · cells).
pub fn lead(field: &Field, arrangement: &[usize]) -> f32 {
    let (columns, rows) = (field.size.columns(), field.size.rows());
    let across = Lines { field, arrangement, count: columns, length: rows, step: columns, next: 1 };
    let down = Lines { field, arrangement, count: rows, length: columns, step: 1, next: columns };
    across.lead().min(down.lead())
}

impl Lines<'_> {
    fn lead(&self) -> f32 {
        let order: Vec<usize> = (0..self.count).collect();
        let pairs = || (0..self.count).flat_map(|first| (first + 1..self.count).map(move |last| (first, last)));
        let swapped = pairs().map(|(first, last)| {
            let mut order = order.clone();
            order.swap(first, last);
            order
        });
        let moved = pairs().flat_map(|(first, last)| (1..=last - first).map(move |by| (first, last, by)));
        let moved = moved.map(|(first, last, by)| {
            let mut order = order.clone();
            order[first..=last].rotate_left(by);
            order
        });
        let (joined, home) = self.prices(&order);
        let dearer = |order: Vec<usize>| {
            let (other_joined, other_home) = self.prices(&order);
            (other_joined - joined) / self.length as f32 + (other_home - home) / WITNESSES
        };
        swapped.chain(moved).map(dearer).fold(f32::INFINITY, f32::min)
    }

    /// What the joints cost, and the home, with the lines in this order.
    fn prices(&self, order: &[usize]) -> (f32, f32) {
        let mut arrangement: Arrangement = self.arrangement.to_vec();
        for (to, from) in order.iter().enumerate() {
            for tile in (0..self.length).map(|place| place * self.step) {
                arrangement[tile + to * self.next] = self.arrangement[tile + from * self.next];
            }
        }
        let joined = self.field.joined(&arrangement);
        (joined, self.field.total(&arrangement) - joined)
    }
}
