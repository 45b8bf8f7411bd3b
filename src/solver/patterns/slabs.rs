//! Sets of occupied cells, the regions of the blank they leave, and the orders of tiles in them.

use crate::puzzle::Size;

use super::{MOST_CELLS, Pattern, Set};

/// The orders of tiles in their cells.
pub(super) struct Orders {
    /// The tiles of each order, by ascending cells.
    pub tiles: Vec<Vec<u8>>,
    pub places: usize,
    /// A bit for each order.
    pub all: Vec<u64>,
    moved: Vec<Vec<u16>>,
}

impl Orders {
    pub fn new(pattern: &Pattern) -> Orders {
        let places = pattern.cells.len();
        if pattern.is_set() {
            return Orders { tiles: vec![Vec::new()], places, all: vec![1], moved: vec![vec![0]; places * places] };
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
        let all = tiles.chunks(64).map(|orders| u64::MAX >> (64 - orders.len())).collect();
        Orders { moved: moved.collect(), tiles, places, all }
    }

    /// For every order the one after the tile in place `from` went past others to place `to`.
    pub fn moved(&self, from: u8, to: u8) -> &[u16] {
        &self.moved[usize::from(from) * self.places + usize::from(to)]
    }

    /// Words of a bit set of orders.
    pub fn words(&self) -> usize {
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
pub(super) struct Graph {
    /// All sets of so many cells, ascending.
    pub masks: Vec<Set>,
    /// The first slab of every set, and the number of slabs at the end.
    pub first: Vec<u32>,
    /// The region of every slab.
    pub regions: Vec<Set>,
    /// The first edge of every slab, and the number of edges at the end.
    pub edges_from: Vec<u32>,
    pub edges: Vec<Edge>,
}

/// A slab that one move of a tile leads from, and how that move changes the tile's place in the order.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub slab: u32,
    pub from: u8,
    pub to: u8,
}

/// Binomial coefficients, for the rank of a set among the sets of its size in ascending order.
fn binomials() -> [[u32; MOST_CELLS + 2]; MOST_CELLS + 1] {
    let mut choose = [[0u32; MOST_CELLS + 2]; MOST_CELLS + 1];
    for n in 0..=MOST_CELLS {
        choose[n][0] = 1;
        for k in 1..=n {
            choose[n][k] = u32::saturating_add(choose[n - 1][k - 1], choose[n - 1][k]);
        }
    }
    choose
}

/// The cells of a set, ascending.
pub(super) fn bits(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl Graph {
    pub fn new(size: Size, tiles: usize, ordered: bool) -> Graph {
        let cells = size.cells();
        let neighbours = neighbour_sets(size);
        let (mut masks, mut first, mut regions) = (Vec::new(), Vec::new(), Vec::new());
        let mut mask: Set = (1 << tiles) - 1;
        while mask < 1 << cells {
            masks.push(mask);
            first.push(regions.len() as u32);
            let mut free = !mask & ((1 << cells) - 1);
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

    fn connect(&mut self, neighbours: &[Set], ordered: bool) {
        let choose = binomials();
        let rank = |mask: Set| bits(mask).enumerate().map(|(i, cell)| choose[cell][i + 1]).sum::<u32>() as usize;
        let place = |mask: Set, cell: usize| (mask & ((1 << cell) - 1)).count_ones() as u8;
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
pub(super) fn home_region(size: Size, labels: &[usize], home: usize) -> Set {
    let neighbours = neighbour_sets(size);
    let free = labels.iter().fold((1 << size.cells()) - 1, |free, &label| free & !(1 << label));
    flood(1 << home, free, &neighbours)
}

fn neighbour_sets(size: Size) -> Vec<Set> {
    (0..size.cells()).map(|cell| size.neighbours(cell).fold(0, |set, next| set | 1 << next)).collect()
}

/// The free cells connected with `seed`.
fn flood(seed: Set, free: Set, neighbours: &[Set]) -> Set {
    let (mut region, mut fresh) = (seed, seed);
    while fresh != 0 {
        let around = bits(fresh).fold(0, |around, cell| around | neighbours[cell]);
        fresh = around & free & !region;
        region |= fresh;
    }
    region
}
