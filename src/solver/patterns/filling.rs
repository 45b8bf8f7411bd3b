//! The breadth-first search that fills the table of a pattern.
//!
//! Nodes are laid out as *slabs*: one for every set of occupied cells and region, with a bit for each order in which the
//! tiles stand in these cells. A tile that moves past no other keeps the order, so a whole slab's front moves to the next
//! in a few word operations; a tile that moves past others permutes the orders, by a small table. Every slab pulls from its
//! neighbours, so slabs can be dealt out to all cores and nothing is written twice.
//!
//! Every move carries a tile from a light cell of a chessboard to a dark one or back, so a set of cells is reached at even
//! depths only or at odd ones, and at each depth half of the slabs are passed over.
//!
//! Values are written down set by set, one beside the other, and carried to their places in the table when all are known:
//! the table is several times as large, and a processor can hardly have it at hand while it searches.

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use crate::puzzle::Size;

use super::slabs::{Graph, Orders, bits};
use super::{IMPOSSIBLE, Pattern, Set};

/// Fills `table`, which is as long as [`Pattern::table_len`] says and all [`IMPOSSIBLE`]. `stop` ends it early, and `false`
/// is returned: the table is then of no use.
pub(super) fn fill(pattern: &Pattern, size: Size, table: &[AtomicU8], stop: &(dyn Fn() -> bool + Sync)) -> bool {
    let orders = Orders::new(pattern);
    let graph = Graph::new(size, pattern.cells.len(), !pattern.is_set());
    Filling::new(pattern, size, &graph, &orders).run(table, stop)
}

/// One breadth-first search, a depth at a time.
struct Filling<'a> {
    pattern: &'a Pattern,
    size: Size,
    graph: &'a Graph,
    orders: &'a Orders,
    /// The dark cells of a chessboard, and whether the goal has an odd number of them.
    dark: Set,
    parity: u32,
    /// For every slab the orders reached at the current depth, and whether there are any.
    front: Vec<u64>,
    alive: Vec<bool>,
    /// For every slab the orders reached so far.
    seen: Vec<u64>,
    /// For every set of cells the values of all orders.
    values: Vec<u8>,
}

/// The slabs of some sets of cells, to be advanced by one task.
struct Share<'s> {
    masks: std::ops::Range<usize>,
    seen: &'s mut [u64],
    next: &'s mut [u64],
    alive: &'s mut [bool],
    values: &'s mut [u8],
}

impl<'a> Filling<'a> {
    fn new(pattern: &'a Pattern, size: Size, graph: &'a Graph, orders: &'a Orders) -> Filling<'a> {
        let (slabs, words) = (graph.regions.len(), orders.words());
        let values = vec![IMPOSSIBLE; graph.masks.len() * orders.tiles.len()];
        let (front, seen) = (vec![0; slabs * words], vec![0; slabs * words]);
        let is_dark = |cell: usize| (size.column(cell) + size.row(cell)) % 2 == 1;
        let dark = (0..size.cells()).filter(|&cell| is_dark(cell)).fold(0, |dark, cell| dark | 1 << cell);
        let parity = pattern.cells.iter().filter(|&&cell| is_dark(usize::from(cell))).count() as u32 % 2;
        Filling { pattern, size, graph, orders, dark, parity, front, alive: vec![false; slabs], seen, values }
    }

    fn run(mut self, table: &[AtomicU8], stop: &(dyn Fn() -> bool + Sync)) -> bool {
        self.seed();
        let mut next = vec![0; self.front.len()];
        let mut next_alive = vec![false; self.alive.len()];
        for depth in 1..IMPOSSIBLE {
            let (mut seen, mut values) = (std::mem::take(&mut self.seen), std::mem::take(&mut self.values));
            let shares = self.shares(&mut seen, &mut next, &mut next_alive, &mut values);
            shares.into_par_iter().for_each(|share| self.advance(share, depth));
            (self.seen, self.values) = (seen, values);
            std::mem::swap(&mut self.front, &mut next);
            std::mem::swap(&mut self.alive, &mut next_alive);
            if stop() {
                return false;
            }
            if !self.alive.contains(&true) {
                break;
            }
        }
        self.spread(table);
        true
    }

    /// The goal, in all orders of identical tiles.
    fn seed(&mut self) {
        let goal = self.pattern.cells.iter().fold(0, |set: Set, &cell| set | 1 << cell);
        let Ok(index) = self.graph.masks.binary_search(&goal) else { return };
        let words = self.orders.words();
        for (order, tiles) in self.orders.tiles.iter().enumerate() {
            let classes = tiles.iter().map(|&tile| self.pattern.classes[usize::from(tile)]);
            if !self.pattern.is_set() && !classes.eq(self.pattern.classes.iter().copied()) {
                continue;
            }
            for slab in self.graph.first[index]..self.graph.first[index + 1] {
                if self.graph.regions[slab as usize] != self.pattern.region {
                    continue;
                }
                let word = slab as usize * words + order / 64;
                self.front[word] |= 1 << (order % 64);
                self.seen[word] |= 1 << (order % 64);
                self.alive[slab as usize] = true;
            }
            self.values[index * self.orders.tiles.len() + order] = 0;
        }
    }

    /// Deals the slabs out, never two of the same set of cells to different tasks.
    fn shares<'s>(
        &self,
        mut seen: &'s mut [u64],
        mut next: &'s mut [u64],
        mut alive: &'s mut [bool],
        mut values: &'s mut [u8],
    ) -> Vec<Share<'s>> {
        let masks = self.graph.masks.len();
        let step = masks.div_ceil(64).max(64);
        let mut shares = Vec::new();
        for from in (0..masks).step_by(step) {
            let to = (from + step).min(masks);
            let slabs = (self.graph.first[to] - self.graph.first[from]) as usize;
            let (one, other, flags, known);
            (one, seen) = seen.split_at_mut(slabs * self.orders.words());
            (other, next) = next.split_at_mut(slabs * self.orders.words());
            (flags, alive) = alive.split_at_mut(slabs);
            (known, values) = values.split_at_mut((to - from) * self.orders.tiles.len());
            shares.push(Share { masks: from..to, seen: one, next: other, alive: flags, values: known });
        }
        shares
    }

    fn advance(&self, share: Share, depth: u8) {
        let (words, orders) = (self.orders.words(), self.orders.tiles.len());
        let offset = self.graph.first[share.masks.start] as usize;
        let mut known = vec![0; words];
        for (index, values) in share.masks.zip(share.values.chunks_exact_mut(orders)) {
            let slabs = self.graph.first[index] as usize..self.graph.first[index + 1] as usize;
            if (self.graph.masks[index] & self.dark).count_ones() % 2 != (self.parity + u32::from(depth)) % 2 {
                share.alive[slabs.start - offset..slabs.end - offset].fill(false);
                continue;
            }
            known.fill(0);
            for slab in slabs.clone() {
                let seen = &share.seen[(slab - offset) * words..][..words];
                known.iter_mut().zip(seen).for_each(|(known, seen)| *known |= seen);
            }
            for slab in slabs {
                let range = (slab - offset) * words..(slab - offset + 1) * words;
                let (next, seen) = (&mut share.next[range.clone()], &mut share.seen[range]);
                let pulled = self.pull(slab, next, seen);
                share.alive[slab - offset] = pulled;
                if pulled {
                    record(next, &known, depth, values);
                }
            }
        }
    }

    /// The orders of a slab that are reached from the fronts of its neighbours for the first time; whether there are any.
    fn pull(&self, slab: usize, next: &mut [u64], seen: &mut [u64]) -> bool {
        next.fill(0);
        let missing: u32 = self.orders.all.iter().zip(&*seen).map(|(all, seen)| (all & !seen).count_ones()).sum();
        if missing == 0 {
            return false;
        }
        let words = self.orders.words();
        let range = self.graph.edges_from[slab] as usize..self.graph.edges_from[slab + 1] as usize;
        for edge in &self.graph.edges[range] {
            let other = edge.slab as usize;
            if !self.alive[other] {
                continue;
            }
            let front = &self.front[other * words..][..words];
            if edge.from == edge.to {
                next.iter_mut().zip(front).for_each(|(next, front)| *next |= front);
            } else if missing < front.iter().map(|word| word.count_ones()).sum() {
                // The other way round: where each order that is missing would come from.
                let moved = self.orders.moved(edge.to, edge.from);
                each_bit(seen.iter().zip(&self.orders.all).map(|(seen, all)| all & !seen), |order| {
                    let from = usize::from(moved[order]);
                    next[order / 64] |= (front[from / 64] >> (from % 64) & 1) << (order % 64);
                });
            } else {
                let moved = self.orders.moved(edge.from, edge.to);
                each_bit(front.iter().copied(), |order| {
                    let to = usize::from(moved[order]);
                    next[to / 64] |= 1 << (to % 64);
                });
            }
        }
        let mut any = 0;
        for (next, seen) in next.iter_mut().zip(seen) {
            *next &= !*seen;
            *seen |= *next;
            any |= *next;
        }
        any != 0
    }

    /// Carries all values to their places in the table.
    fn spread(&self, table: &[AtomicU8]) {
        let values = self.values.par_chunks_exact(self.orders.tiles.len());
        self.graph.masks.par_iter().zip(values).for_each(|(&mask, values)| {
            if self.pattern.is_set() {
                return table[mask as usize].store(values[0], Ordering::Relaxed);
            }
            let weights = self.weights(mask);
            for (tiles, &value) in self.orders.tiles.iter().zip(values) {
                let rows = weights.chunks_exact(self.orders.places);
                let index: u32 = tiles.iter().zip(rows).map(|(&tile, row)| row[usize::from(tile)]).sum();
                table[index as usize].store(value, Ordering::Relaxed);
            }
        });
    }

    /// What each tile adds to an index in each of the occupied cells, at `place * places + tile`.
    fn weights(&self, mask: Set) -> Vec<u32> {
        let tiles = self.orders.places;
        bits(mask)
            .flat_map(|cell| (0..tiles).map(move |tile| self.pattern.weight(self.size, tile, cell) as u32))
            .collect()
    }
}

/// Visits the numbers of all bits that are set, 64 a word.
fn each_bit(words: impl Iterator<Item = u64>, mut visit: impl FnMut(usize)) {
    for (number, mut word) in words.enumerate() {
        while word != 0 {
            visit(number * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// Writes `depth` for the orders of `fresh` that no region of the same cells has known before.
fn record(fresh: &[u64], known: &[u64], depth: u8, values: &mut [u8]) {
    for ((&fresh, &known), values) in fresh.iter().zip(known).zip(values.chunks_mut(64)) {
        let mut set = fresh & !known;
        while set != 0 {
            values[set.trailing_zeros() as usize] = depth;
            set &= set - 1;
        }
    }
}
