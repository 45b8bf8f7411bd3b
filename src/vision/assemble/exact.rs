//! The best arrangements of small boards, by trying all that could be among them.
//!
//! Cells are filled row by row, the most promising tiles first. What is still to come costs at least, for each tile left,
//! the best joints it has anywhere to its left and above it; where even that is too dear the branch ends.

use super::field::{Arrangement, Field};

/// The most cells a board may have for this.
pub(super) const MOST_CELLS: usize = 9;

/// The search below one choice of tiles for the first cells.
struct Exhaust<'a> {
    field: &'a Field,
    keep: usize,
    legal: bool,
    least: Vec<f32>,
    chosen: Arrangement,
    used: Vec<bool>,
    best: Vec<(f32, Arrangement)>,
}

/// The `keep` cheapest arrangements with their costs, cheapest first; with `legal` only those that can be reached by
/// sliding. For boards of at most [`MOST_CELLS`] cells. Cost: up to cells! in the worst case, some 10 ms for 3x3.
pub(super) fn cheapest(field: &Field, keep: usize, legal: bool) -> Vec<(f32, Arrangement)> {
    let count = field.count();
    let least = |tile: usize| {
        let others = || (0..count).filter(|&other| other != tile);
        let across = others().map(|other| field.across(other, tile)).fold(0.0, f32::min);
        let down = others().map(|other| field.down(other, tile)).fold(0.0, f32::min);
        across + down
    };
    let least: Vec<f32> = (0..count).map(least).collect();
    let rest = least.iter().sum();
    let mut search =
        Exhaust { field, keep, legal, least, chosen: Vec::new(), used: vec![false; count], best: Vec::new() };
    search.fill(0.0, rest);
    search.best
}

impl Exhaust<'_> {
    fn fill(&mut self, cost: f32, rest: f32) {
        let (cell, columns) = (self.chosen.len(), self.field.size.columns());
        if cell == self.used.len() {
            return self.note(cost);
        }
        let mut tried = [(0.0, 0.0, 0); MOST_CELLS];
        let mut count = 0;
        for tile in (0..self.used.len()).filter(|&tile| !self.used[tile]) {
            let mut next = cost + self.field.home(cell, tile);
            if cell % columns > 0 {
                next += self.field.across(self.chosen[cell - 1], tile);
            }
            if cell >= columns {
                next += self.field.down(self.chosen[cell - columns], tile);
            }
            tried[count] = (next + rest - self.least[tile], next, tile);
            count += 1;
        }
        let tried = &mut tried[..count];
        tried.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for &mut (bound, next, tile) in tried {
            if self.best.len() == self.keep && bound >= self.best[self.keep - 1].0 {
                break;
            }
            self.used[tile] = true;
            self.chosen.push(tile);
            self.fill(next, rest - self.least[tile]);
            self.chosen.pop();
            self.used[tile] = false;
        }
    }

    fn note(&mut self, cost: f32) {
        if self.legal && !self.field.is_legal(&self.chosen) {
            return;
        }
        let at = self.best.partition_point(|(other, _)| *other <= cost);
        self.best.insert(at, (cost, self.chosen.clone()));
        self.best.truncate(self.keep);
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::tests::scattered;
    use super::*;
    use crate::puzzle::Size;

    /// All arrangements in order of cost, without any bound.
    fn all(field: &Field, tiles: &mut Arrangement, from: usize, found: &mut Vec<f32>) {
        if from == tiles.len() {
            if field.is_legal(tiles) {
                found.push(field.total(tiles));
            }
            return;
        }
        for index in from..tiles.len() {
            tiles.swap(from, index);
            all(field, tiles, from + 1, found);
            tiles.swap(from, index);
        }
    }

    #[test]
    fn the_cheapest_are_those_of_trying_all() {
        for (columns, rows) in [(2, 2), (3, 2), (2, 4), (3, 3)] {
            let size = Size::new(columns, rows).unwrap();
            let count = columns * rows;
            let field = Field::new(&scattered(count, 4), size, count - 2, None);
            let mut costs = Vec::new();
            all(&field, &mut (0..count).collect(), 0, &mut costs);
            costs.sort_unstable_by(f32::total_cmp);
            let best = cheapest(&field, 6, true);
            for ((cost, arrangement), expected) in best.iter().zip(&costs) {
                assert!((cost - expected).abs() < 1e-3 && (field.total(arrangement) - cost).abs() < 1e-3);
            }
            assert_eq!(best.len(), 6.min(costs.len()));
        }
    }
}
