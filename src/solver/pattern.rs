//! Pattern databases: for every arrangement of a few tiles, the least moves *of these tiles* that bring them home.
//!
//! Moves of other tiles and of the blank among them count nothing, so that the values of patterns without a common tile
//! add up to a lower bound (R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134,
//! 2002). Without other tiles in the way, the blank roams its region of the free cells at no cost: a node of the
//! breadth-first search is an arrangement of the pattern and a region, and its value is the least over all regions.
//!
//! Nodes are laid out as *slabs*: one for every set of occupied cells and region, with a bit for each order in which the
//! tiles stand in these cells. A tile that moves past no other keeps the order, so a whole slab's front moves to the next
//! in a few word operations; a tile that moves past others permutes the orders, by a small table. Every slab pulls from its
//! neighbours, so slabs can be dealt out to all cores and nothing is written twice.
//!
//! Values are indexed for the search, not for size: every tile's cell is a digit to the base of the number of cells, so that
//! a move changes the index by one addition. Tiles of one class stand for each other: the search begins with all their
//! orders, and the values are the least over all labellings. A class of more than [`MOST_TILES`] is a pattern of its own,
//! in which only the set of cells counts; the index is then the set as a number.
//!
//! The search begins with the region of the blank's home. Where the pattern leaves one region only, as most do, the table
//! does not depend on the home; a pattern that walls the home in gains by it, for its first move is then certain.

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use crate::puzzle::Size;

/// The most tiles of a pattern whose tiles can be told apart.
pub(super) const MOST_TILES: usize = 6;
/// The most cells of a board that has pattern databases: sets of cells are 32-bit numbers.
pub(super) const MOST_CELLS: usize = 30;

/// Some goal cells in ascending order, and which of their tiles are identical.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Pattern {
    /// The goal cells.
    pub cells: Vec<u8>,
    /// For each of them its class, numbered from 0 in order of appearance.
    pub classes: Vec<u8>,
    /// The free cells that the blank can reach from its home, as a set.
    pub region: u32,
}

/// A value that no arrangement has.
pub(super) const IMPOSSIBLE: u8 = u8::MAX;

impl Pattern {
    /// Whether only the set of cells counts.
    pub fn is_set(&self) -> bool {
        self.cells.len() > MOST_TILES
    }

    /// How many bytes its table takes on a board.
    pub fn table_len(&self, size: Size) -> usize {
        if self.is_set() { 1 << size.cells() } else { size.cells().pow(self.cells.len() as u32) }
    }

    /// How much of an index is due to the tile of `self.cells[tile]` standing in `cell`.
    pub fn weight(&self, size: Size, tile: usize, cell: usize) -> usize {
        if self.is_set() { 1 << cell } else { cell * size.cells().pow(tile as u32) }
    }

    /// Fills `table`, which is as long as [`Pattern::table_len`] says and all [`IMPOSSIBLE`]. `stop` ends it early, and
    /// `false` is returned: the table is then of no use.
    pub fn fill(&self, size: Size, table: &[AtomicU8], stop: &(dyn Fn() -> bool + Sync)) -> bool {
        let orders = Orders::new(self);
        let graph = Graph::new(size, self.cells.len(), !self.is_set());
        Filling::new(self, size, &graph, &orders).run(table, stop)
    }
}

/// The orders of tiles in their cells.
struct Orders {
    /// The tiles of each order, by ascending cells.
    tiles: Vec<Vec<u8>>,
    /// The order after the tile in place `from` went past others to place `to`, at `from * places + to`.
    moved: Vec<Vec<u16>>,
    places: usize,
}

impl Orders {
    fn new(pattern: &Pattern) -> Orders {
        let places = pattern.cells.len();
        if pattern.is_set() {
            return Orders { tiles: vec![Vec::new()], moved: vec![vec![0]; places * places], places };
        }
        let mut tiles = Vec::new();
        permute(&mut Vec::new(), places, &mut tiles);
        let moved = (0..places * places).map(|pair| {
            let after = |order: &Vec<u8>| {
                let mut order = order.clone();
                let tile = order.remove(pair / places);
                order.insert(pair % places, tile);
                tiles.binary_search(&order).unwrap_or(0) as u16
            };
            tiles.iter().map(after).collect()
        });
        Orders { moved: moved.collect(), tiles, places }
    }

    fn words(&self) -> usize {
        self.tiles.len().div_ceil(64)
    }
}

/// All orders of `places` tiles, lexicographically.
fn permute(prefix: &mut Vec<u8>, places: usize, into: &mut Vec<Vec<u8>>) {
    if prefix.len() == places {
        return into.push(prefix.clone());
    }
    for tile in 0..places as u8 {
        if !prefix.contains(&tile) {
            prefix.push(tile);
            permute(prefix, places, into);
            prefix.pop();
        }
    }
}

/// Sets of occupied cells, the regions of the blank they leave, and the moves between them.
struct Graph {
    /// All sets of so many cells, ascending.
    masks: Vec<u32>,
    /// The first slab of every set, and the number of slabs at the end.
    first: Vec<u32>,
    /// The region of every slab.
    regions: Vec<u32>,
    /// The first edge of every slab, and the number of edges at the end.
    edges_from: Vec<u32>,
    edges: Vec<Edge>,
}

/// A slab that one move of a tile leads from, and how that move changes the tile's place in the order.
#[derive(Clone, Copy)]
struct Edge {
    slab: u32,
    from: u8,
    to: u8,
}

/// Binomial coefficients, for the rank of a set among the sets of its size in ascending order.
fn binomials() -> [[u32; MOST_CELLS + 2]; MOST_CELLS + 1] {
    let mut choose = [[0u32; MOST_CELLS + 2]; MOST_CELLS + 1];
    for n in 0..=MOST_CELLS {
        choose[n][0] = 1;
        for k in 1..=n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
        }
    }
    choose
}

/// The cells of a set, ascending.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl Graph {
    fn new(size: Size, tiles: usize, ordered: bool) -> Graph {
        let cells = size.cells();
        let neighbours = neighbour_sets(size);
        let (mut masks, mut first, mut regions) = (Vec::new(), Vec::new(), Vec::new());
        let mut mask = (1u64 << tiles) - 1;
        while mask < 1 << cells {
            masks.push(mask as u32);
            first.push(regions.len() as u32);
            let mut free = !(mask as u32) & ((1u64 << cells) - 1) as u32;
            while free != 0 {
                let region = flood(free & free.wrapping_neg(), free, &neighbours);
                regions.push(region);
                free &= !region;
            }
            let low = mask & mask.wrapping_neg();
            let carried = mask + low;
            mask = carried | ((mask ^ carried) / low) >> 2;
        }
        first.push(regions.len() as u32);
        let mut graph = Graph { masks, first, regions, edges_from: Vec::new(), edges: Vec::new() };
        graph.connect(&neighbours, ordered);
        graph
    }

    fn connect(&mut self, neighbours: &[u32], ordered: bool) {
        let choose = binomials();
        let rank = |mask: u32| bits(mask).enumerate().map(|(i, cell)| choose[cell][i + 1]).sum::<u32>() as usize;
        let place = |mask: u32, cell: usize| (mask & ((1 << cell) - 1)).count_ones() as u8;
        for (index, &mask) in self.masks.iter().enumerate() {
            for slab in self.first[index]..self.first[index + 1] {
                self.edges_from.push(self.edges.len() as u32);
                let region = self.regions[slab as usize];
                for cell in bits(mask) {
                    for next in bits(neighbours[cell] & region) {
                        let other = mask ^ 1 << cell ^ 1 << next;
                        let (from, to) = if ordered { (place(other, next), place(mask, cell)) } else { (0, 0) };
                        let mut slab = self.first[rank(other)];
                        while self.regions[slab as usize] >> cell & 1 == 0 {
                            slab += 1;
                        }
                        self.edges.push(Edge { slab, from, to });
                    }
                }
            }
        }
        self.edges_from.push(self.edges.len() as u32);
    }
}

/// The cells the blank can reach from `home` when all `labels` are in their goal cells.
pub(super) fn home_region(size: Size, labels: &[usize], home: usize) -> u32 {
    let neighbours = neighbour_sets(size);
    let free = labels.iter().fold(((1u64 << size.cells()) - 1) as u32, |free, &label| free & !(1 << label));
    flood(1 << home, free, &neighbours)
}

fn neighbour_sets(size: Size) -> Vec<u32> {
    (0..size.cells()).map(|cell| size.neighbours(cell).fold(0, |set, next| set | 1 << next)).collect()
}

/// The free cells connected with `seed`.
fn flood(seed: u32, free: u32, neighbours: &[u32]) -> u32 {
    let (mut region, mut fresh) = (seed, seed);
    while fresh != 0 {
        let around = bits(fresh).fold(0, |around, cell| around | neighbours[cell]);
        fresh = around & free & !region;
        region |= fresh;
    }
    region
}

/// One breadth-first search, a depth at a time.
struct Filling<'a> {
    pattern: &'a Pattern,
    size: Size,
    graph: &'a Graph,
    orders: &'a Orders,
    /// For every slab the orders reached at the current depth, and whether there are any.
    front: Vec<u64>,
    alive: Vec<bool>,
    /// For every slab the orders reached so far.
    seen: Vec<u64>,
}

/// The slabs of some sets of cells, to be advanced by one task.
struct Share<'s> {
    masks: std::ops::Range<usize>,
    seen: &'s mut [u64],
    next: &'s mut [u64],
    alive: &'s mut [bool],
}

impl<'a> Filling<'a> {
    fn new(pattern: &'a Pattern, size: Size, graph: &'a Graph, orders: &'a Orders) -> Filling<'a> {
        let (slabs, words) = (graph.regions.len(), orders.words());
        let seen = vec![0; slabs * words];
        Filling { pattern, size, graph, orders, front: seen.clone(), alive: vec![false; slabs], seen }
    }

    fn run(mut self, table: &[AtomicU8], stop: &(dyn Fn() -> bool + Sync)) -> bool {
        self.seed(table);
        let mut next = vec![0; self.front.len()];
        let mut next_alive = vec![false; self.alive.len()];
        for depth in 1..IMPOSSIBLE {
            let mut seen = std::mem::take(&mut self.seen);
            self.shares(&mut seen, &mut next, &mut next_alive).into_par_iter().for_each(|share| {
                self.advance(share, depth, table);
            });
            self.seen = seen;
            std::mem::swap(&mut self.front, &mut next);
            std::mem::swap(&mut self.alive, &mut next_alive);
            if !self.alive.contains(&true) {
                return true;
            }
            if stop() {
                return false;
            }
        }
        true
    }

    /// The goal, in all orders of identical tiles.
    fn seed(&mut self, table: &[AtomicU8]) {
        let goal = self.pattern.cells.iter().fold(0u32, |set, &cell| set | 1 << cell);
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
            table[self.index(goal, &self.weights(goal), order)].store(0, Ordering::Relaxed);
        }
    }

    /// Deals the slabs out, never two of the same set of cells to different tasks.
    fn shares<'s>(
        &self,
        mut seen: &'s mut [u64],
        mut next: &'s mut [u64],
        mut alive: &'s mut [bool],
    ) -> Vec<Share<'s>> {
        let masks = self.graph.masks.len();
        let step = masks.div_ceil(64).max(64);
        let mut shares = Vec::new();
        for from in (0..masks).step_by(step) {
            let to = (from + step).min(masks);
            let slabs = (self.graph.first[to] - self.graph.first[from]) as usize;
            let (one, other, flags);
            (one, seen) = seen.split_at_mut(slabs * self.orders.words());
            (other, next) = next.split_at_mut(slabs * self.orders.words());
            (flags, alive) = alive.split_at_mut(slabs);
            shares.push(Share { masks: from..to, seen: one, next: other, alive: flags });
        }
        shares
    }

    fn advance(&self, share: Share, depth: u8, table: &[AtomicU8]) {
        let words = self.orders.words();
        let offset = self.graph.first[share.masks.start] as usize;
        let mut known = vec![0; words];
        for index in share.masks {
            let slabs = self.graph.first[index] as usize..self.graph.first[index + 1] as usize;
            known.fill(0);
            for slab in slabs.clone() {
                let seen = &share.seen[(slab - offset) * words..][..words];
                known.iter_mut().zip(seen).for_each(|(known, seen)| *known |= seen);
            }
            let mut weights = None;
            for slab in slabs {
                let range = (slab - offset) * words..(slab - offset + 1) * words;
                let (next, seen) = (&mut share.next[range.clone()], &mut share.seen[range]);
                let pulled = self.pull(slab, next, seen);
                share.alive[slab - offset] = pulled;
                if pulled {
                    let mask = self.graph.masks[index];
                    let weights = weights.get_or_insert_with(|| self.weights(mask));
                    self.record(mask, weights, next, &known, depth, table);
                }
            }
        }
    }

    /// The orders of a slab that are reached from the fronts of its neighbours for the first time; whether there are any.
    fn pull(&self, slab: usize, next: &mut [u64], seen: &mut [u64]) -> bool {
        next.fill(0);
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
                continue;
            }
            let moved = &self.orders.moved[usize::from(edge.from) * self.orders.places + usize::from(edge.to)];
            for (word, &set) in front.iter().enumerate() {
                let mut set = set;
                while set != 0 {
                    let order = usize::from(moved[word * 64 + set.trailing_zeros() as usize]);
                    next[order / 64] |= 1 << (order % 64);
                    set &= set - 1;
                }
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

    /// Writes `depth` for the orders of `fresh` that no region of the same cells has known before.
    fn record(&self, mask: u32, weights: &[u32], fresh: &[u64], known: &[u64], depth: u8, table: &[AtomicU8]) {
        for (word, (&fresh, &known)) in fresh.iter().zip(known).enumerate() {
            let mut set = fresh & !known;
            while set != 0 {
                let order = word * 64 + set.trailing_zeros() as usize;
                table[self.index(mask, weights, order)].store(depth, Ordering::Relaxed);
                set &= set - 1;
            }
        }
    }

    /// What each tile adds to an index in each of the occupied cells, at `place * places + tile`.
    fn weights(&self, mask: u32) -> Vec<u32> {
        let tiles = self.orders.places;
        if self.pattern.is_set() {
            return Vec::new();
        }
        bits(mask)
            .flat_map(|cell| (0..tiles).map(move |tile| self.pattern.weight(self.size, tile, cell) as u32))
            .collect()
    }

    fn index(&self, mask: u32, weights: &[u32], order: usize) -> usize {
        if self.pattern.is_set() {
            return mask as usize;
        }
        let tiles = &self.orders.tiles[order];
        let rows = weights.chunks_exact(self.orders.places);
        tiles.iter().zip(rows).map(|(&tile, row)| row[usize::from(tile)] as usize).sum()
    }
}
