//! The best arrangements of small boards, by trying all that could be among them.
//!
//! A board is filled row by row, the most promising rows first. What is still to come costs at least the cheapest rows
//! that can be made of the tiles left, and for each of these tiles the best joint it has anywhere below another; where
//! even that is too dear the branch ends. Of the 362,880 arrangements of 3x3 tiles some thousands are looked at.

use super::super::field::{Arrangement, Field};

/// The most cells a board may have for this.
pub const MOST_CELLS: usize = 9;

/// A row of tiles.
#[derive(Clone, Copy)]
struct Row {
    tiles: [usize; MOST_CELLS],
    /// What the joints in it cost.
    cost: f32,
}

/// The tiles of a row in every order.
struct Orders {
    /// Bit `t` for tile `t`.
    set: usize,
    rows: Vec<Row>,
    /// What one of the rows costs at least below others.
    least: f32,
}

/// The search below one choice of rows.
struct Exhaust<'a> {
    field: &'a Field,
    keep: usize,
    legal: bool,
    orders: Vec<Orders>,
    /// For every set of tiles what rows of them cost at least, their joints to the rows above included.
    least: Vec<f32>,
    chosen: Arrangement,
    best: Vec<(f32, Arrangement)>,
}

/// The `keep` cheapest arrangements with their costs, cheapest first; with `legal` only those that can be reached by
/// sliding. For boards of at most [`MOST_CELLS`] cells. Cost: up to cells! in the worst case, some 0.2 ms for 3x3.
pub fn cheapest(field: &Field, keep: usize, legal: bool) -> Vec<(f32, Arrangement)> {
    let orders = orders(field);
    let least = least(&orders, field.count());
    let mut search = Exhaust { field, keep, legal, orders, least, chosen: Vec::new(), best: Vec::new() };
    search.fill(0.0, (1 << field.count()) - 1);
    search.best
}

/// All rows that tiles can make, by their sets.
fn orders(field: &Field) -> Vec<Orders> {
    let (count, columns) = (field.count(), field.size.columns());
    let below = |tile: usize| {
        let others = (0..count).filter(|&other| other != tile);
        others.map(|other| field.down(other, tile)).fold(0.0, f32::min)
    };
    let below: Vec<f32> = (0..count).map(below).collect();
    let sets = (0..1_usize << count).filter(|set| set.count_ones() as usize == columns);
    let orders = |set: usize| {
        let mut rows = Vec::new();
        let none = Row { tiles: [0; MOST_CELLS], cost: 0.0 };
        in_every_order(field, none, 0, set, &mut rows);
        let joints: f32 = (0..count).filter(|tile| set >> tile & 1 == 1).map(|tile| below[tile]).sum();
        let least = rows.iter().map(|row| row.cost).fold(f32::INFINITY, f32::min) + joints;
        Orders { set, rows, least }
    };
    sets.map(orders).collect()
}

/// Adds all rows that begin as `row` does up to `column` and go on with the tiles left.
fn in_every_order(field: &Field, row: Row, column: usize, left: usize, rows: &mut Vec<Row>) {
    if left == 0 {
        return rows.push(row);
    }
    for tile in (0..field.count()).filter(|tile| left >> tile & 1 == 1) {
        let mut longer = row;
        longer.tiles[column] = tile;
        if column > 0 {
            longer.cost += field.across(row.tiles[column - 1], tile);
        }
        in_every_order(field, longer, column + 1, left ^ 1 << tile, rows);
    }
}

/// For every set of tiles that fills rows what these cost at least, below others; infinity for other sets.
fn least(orders: &[Orders], count: usize) -> Vec<f32> {
    let mut least = vec![f32::INFINITY; 1 << count];
    least[0] = 0.0;
    for all in 1..1_usize << count {
        let within = orders.iter().filter(|orders| orders.set & all == orders.set);
        least[all] = within.map(|orders| orders.least + least[all ^ orders.set]).fold(f32::INFINITY, f32::min);
    }
    least
}

impl Exhaust<'_> {
    /// Adds rows of the tiles left to what was chosen, which costs `cost`.
    fn fill(&mut self, cost: f32, left: usize) {
        if left == 0 {
            return self.note(cost);
        }
        let (first, columns) = (self.chosen.len(), self.field.size.columns());
        let limit = self.limit();
        let mut tried: Vec<(f32, f32, usize, Row)> = Vec::new();
        for Orders { set, rows, least } in self.orders.iter().filter(|orders| orders.set & left == orders.set) {
            let rest = self.least[left ^ set];
            if cost + least + rest >= limit {
                continue;
            }
            for row in rows {
                let mut next = cost + row.cost;
                for (column, &tile) in row.tiles[..columns].iter().enumerate() {
                    next += self.field.home(first + column, tile);
                    if first > 0 {
                        next += self.field.down(self.chosen[first - columns + column], tile);
                    }
                }
                if next + rest < limit {
                    tried.push((next + rest, next, *set, *row));
                }
            }
        }
        tried.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for (bound, next, set, row) in tried {
            if bound >= self.limit() {
                break;
            }
            self.chosen.extend_from_slice(&row.tiles[..columns]);
            self.fill(next, left ^ set);
            self.chosen.truncate(first);
        }
    }

    /// What an arrangement has to cost less than, to be kept.
    fn limit(&self) -> f32 {
        if self.best.len() == self.keep { self.best[self.keep - 1].0 } else { f32::INFINITY }
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
    use super::*;
    use crate::puzzle::Size;
    use crate::vision::assemble::field::tests::scattered;

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
