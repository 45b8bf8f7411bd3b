//! The depth-first search below one root, some dozens of positions at a time.
//!
//! One position after the other, the processor would wait for every value of a table, and guess wrong at every second
//! branch. So a batch is taken off the stack and goes through three stages, none of which waits for its own results: the
//! moves and the indices of the values they lead to; the values, whose loads overlap; and those positions that are within
//! the threshold are put back on the stack, without a branch on which they are. The stack grows in proportion to the depth.
//!
//! In batches positions are not visited in depth-first order. A solution found that way only says that there is one: the
//! root is searched again with batches of one, which visit in the order of directions, and so find the first.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::super::patterns::additive::{Additive, MOST_GROUPS};
use super::automaton::{Automaton, FORBIDDEN};
use super::roots::{BEYOND, Neighbours, Root, WIDE};

/// Positions in a batch.
const BATCH: usize = 32;
/// At most as many moves lead on from them.
const MOVES: usize = 4 * BATCH;
/// Every `POLL` expansions, about, a search looks whether it should stop.
const POLL: u32 = 1 << 13;

/// What the threads that search under one threshold share.
pub(super) struct Shared<'s> {
    pub over: &'s (dyn Fn() -> bool + Sync),
    /// How many positions may be generated in all.
    pub limit: u64,
    /// The first root known to have a solution.
    pub solved: AtomicUsize,
    pub stopped: AtomicBool,
    pub generated: AtomicU64,
    pub expanded: AtomicU64,
}

impl Shared<'_> {
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// The labels in the cells of a board.
pub(super) trait Packed: Copy + Send {
    fn pack(tiles: &[u8; WIDE]) -> Self;

    /// The label in a cell.
    fn label(&self, cell: usize) -> usize;

    /// After the tile `label` went from one cell to another, where the blank was, whose label is `home`.
    fn moved(self, label: usize, from: usize, to: usize, home: usize) -> Self;
}

/// Up to sixteen cells, four bits each.
impl Packed for u64 {
    fn pack(tiles: &[u8; WIDE]) -> u64 {
        (0..16).fold(0, |packed, cell| packed | u64::from(tiles[cell] & 15) << (4 * cell))
    }

    fn label(&self, cell: usize) -> usize {
        (self >> (4 * (cell & 15))) as usize & 15
    }

    fn moved(self, label: usize, from: usize, to: usize, home: usize) -> u64 {
        let both = (label ^ home) as u64;
        self ^ both << (4 * (from & 15)) ^ both << (4 * (to & 15))
    }
}

impl Packed for [u8; WIDE] {
    fn pack(tiles: &[u8; WIDE]) -> Self {
        *tiles
    }

    fn label(&self, cell: usize) -> usize {
        usize::from(self[cell % WIDE])
    }

    fn moved(mut self, label: usize, from: usize, to: usize, home: usize) -> Self {
        self[from % WIDE] = home as u8;
        self[to % WIDE] = label as u8;
        self
    }
}

/// A position to expand.
#[derive(Clone, Copy)]
struct Node<T, const VIEWS: usize, const GROUPS: usize> {
    /// For every view its patterns' indices and values, and their sum.
    indices: [[u32; GROUPS]; VIEWS],
    values: [[u8; GROUPS]; VIEWS],
    sums: [u16; VIEWS],
    tiles: T,
    /// The state of the automaton.
    state: u16,
    /// How many moves may still be made.
    left: u16,
    blank: u8,
    /// The direction of the blank that led here.
    direction: u8,
}

/// A move from a position of the batch.
#[derive(Clone, Copy)]
struct Move<const VIEWS: usize> {
    indices: [u32; VIEWS],
    values: [u8; VIEWS],
    sums: [u16; VIEWS],
    parent: u8,
    label: u8,
    cell: u8,
    direction: u8,
}

/// What all searches on one board have in common.
#[derive(Clone, Copy)]
pub(super) struct Ground<'g> {
    pub neighbours: &'g Neighbours,
    pub automaton: &'g Automaton,
    pub heuristic: &'g Additive,
    pub home: usize,
}

/// One thread's search.
pub(super) struct Descent<'s, T, const VIEWS: usize, const GROUPS: usize> {
    ground: Ground<'s>,
    shared: &'s Shared<'s>,
    /// For every cell the directions that do not lead beyond the edge, as bits.
    exits: [u8; WIDE],
    groups: [[u8; WIDE]; VIEWS],
    weights: [[[u32; WIDE]; WIDE]; VIEWS],
    stack: Vec<Node<T, VIEWS, GROUPS>>,
    batch: [Node<T, VIEWS, GROUPS>; BATCH],
    moves: [Move<VIEWS>; MOVES],
    /// The directions of the blank from the root; with batches of one only.
    pub way: Vec<u8>,
    root: usize,
    fuel: u32,
    generated: u64,
    expanded: u64,
    /// Whether the search was stopped.
    pub stopped: bool,
}

impl<'s, T: Packed, const VIEWS: usize, const GROUPS: usize> Descent<'s, T, VIEWS, GROUPS> {
    pub fn new(ground: Ground<'s>, shared: &'s Shared<'s>) -> Self {
        let mut groups = [[0; WIDE]; VIEWS];
        let mut weights = [[[0; WIDE]; WIDE]; VIEWS];
        for (view, source) in ground.heuristic.views.iter().enumerate() {
            let cells = source.groups.len();
            groups[view][..cells].copy_from_slice(&source.groups);
            for (weights, source) in weights[view].iter_mut().zip(source.weights.chunks_exact(cells)) {
                weights[..cells].copy_from_slice(source);
            }
        }
        let exits = ground.neighbours.map(|cells| {
            (0..4).filter(|&direction| cells[direction] != BEYOND).fold(0, |exits, direction| exits | 1 << direction)
        });
        let node = Node {
            indices: [[0; GROUPS]; VIEWS],
            values: [[0; GROUPS]; VIEWS],
            sums: [0; VIEWS],
            tiles: T::pack(&[0; WIDE]),
            state: 0,
            left: 0,
            blank: 0,
            direction: 0,
        };
        let none = Move {
            indices: [0; VIEWS],
            values: [0; VIEWS],
            sums: [0; VIEWS],
            parent: 0,
            label: 0,
            cell: 0,
            direction: 0,
        };
        Descent {
            ground,
            shared,
            exits,
            groups,
            weights,
            stack: Vec::new(),
            batch: [node; BATCH],
            moves: [none; MOVES],
            way: Vec::new(),
            root: 0,
            fuel: 0,
            generated: 0,
            expanded: 0,
            stopped: false,
        }
    }

    /// Whether there is a solution of `left` more moves below `root`, which is the one with this `number`; its way is known
    /// then. `false` also when stopped.
    pub fn finds(&mut self, root: &Root, number: usize, left: usize) -> bool {
        self.root = number;
        self.run(root, left, BATCH) && self.run(root, left, 1)
    }

    fn run(&mut self, root: &Root, left: usize, size: usize) -> bool {
        let root = self.node(root, left);
        self.stack.clear();
        self.stack.push(root);
        self.way.clear();
        self.way.resize(left, 0);
        while !self.stack.is_empty() {
            let count = self.stack.len().min(size);
            let rest = self.stack.len() - count;
            self.batch[..count].copy_from_slice(&self.stack[rest..]);
            self.stack.truncate(rest);
            if size == 1 {
                let node = &self.batch[0];
                if let Some(last) = (left - usize::from(node.left)).checked_sub(1) {
                    self.way[last] = node.direction;
                }
            }
            let moves = self.lead_on(count);
            if let Some(direction) = self.weigh(moves) {
                let made = left - usize::from(self.batch[0].left);
                self.way.truncate(made);
                self.way.push(direction);
                return true;
            }
            self.keep(moves);
            self.fuel += count as u32;
            if self.fuel > POLL {
                self.report();
                if self.stopped {
                    return false;
                }
            }
        }
        false
    }

    fn node(&self, root: &Root, left: usize) -> Node<T, VIEWS, GROUPS> {
        let mut node = self.batch[0];
        for view in 0..VIEWS {
            let indices: [u32; MOST_GROUPS] = self.ground.heuristic.indices(view, &root.tiles, self.ground.home);
            let used = self.ground.heuristic.views[view].bases.len();
            node.sums[view] = 0;
            for (group, &index) in indices[..used].iter().enumerate() {
                node.indices[view][group] = index;
                node.values[view][group] = self.ground.heuristic.value(index);
                node.sums[view] += u16::from(node.values[view][group]);
            }
        }
        node.tiles = T::pack(&root.tiles);
        // The way to a root is the first of the shortest and contains no forbidden word.
        let next = &self.ground.automaton.next;
        node.state =
            root.way.iter().fold(0, |state, &direction| match next[usize::from(state)][usize::from(direction)] {
                FORBIDDEN => 0,
                state => state,
            });
        node.left = left as u16;
        node.blank = root.blank as u8;
        node
    }

    /// All moves from the first `count` positions of the batch; how many.
    fn lead_on(&mut self, count: usize) -> usize {
        let mut moves = 0;
        for (parent, node) in self.batch[..count].iter().enumerate() {
            let blank = usize::from(node.blank) % WIDE;
            let mut open = self.exits[blank] & self.ground.automaton.open[usize::from(node.state)];
            // The last direction first, so that the first one is on top of the stack.
            while open != 0 {
                let direction = 7 - open.leading_zeros() as usize;
                open ^= 1 << direction;
                let cell = usize::from(self.ground.neighbours[blank][direction % 4]) % WIDE;
                let label = node.tiles.label(cell);
                let step = &mut self.moves[moves % MOVES];
                (step.parent, step.label) = (parent as u8, label as u8);
                (step.cell, step.direction) = (cell as u8, direction as u8);
                for view in 0..VIEWS {
                    let group = usize::from(self.groups[view][label % WIDE]) % GROUPS;
                    let weights = &self.weights[view][label % WIDE];
                    step.indices[view] =
                        node.indices[view][group].wrapping_add(weights[blank]).wrapping_sub(weights[cell]);
                }
                moves += 1;
            }
        }
        self.expanded += count as u64;
        self.generated += moves as u64;
        moves
    }

    /// Looks up what the moves lead to. The direction of the last one if one of them solves the puzzle.
    fn weigh(&mut self, moves: usize) -> Option<u8> {
        let mut solved = None;
        for step in &mut self.moves[..moves] {
            let node = &self.batch[usize::from(step.parent) % BATCH];
            for view in 0..VIEWS {
                let group = usize::from(self.groups[view][usize::from(step.label) % WIDE]) % GROUPS;
                step.values[view] = self.ground.heuristic.value(step.indices[view]);
                step.sums[view] =
                    (node.sums[view] + u16::from(step.values[view])).wrapping_sub(u16::from(node.values[view][group]));
            }
            if step.sums[0] == 0 {
                solved = Some(step.direction);
            }
        }
        solved
    }

    /// Puts what is within the threshold on the stack.
    fn keep(&mut self, moves: usize) {
        let mut kept = [0u8; MOVES];
        let mut count = 0;
        for (number, step) in self.moves[..moves].iter().enumerate() {
            let left = self.batch[usize::from(step.parent) % BATCH].left;
            kept[count % MOVES] = number as u8;
            let largest = step.sums.iter().fold(0, |largest, &sum| sum.max(largest));
            count += usize::from(largest < left);
        }
        // Copied whole and then changed in place: put together elsewhere, a position would be read again while its parts are
        // still on their way to memory.
        let rest = self.stack.len();
        let parent = |&number: &u8| self.batch[usize::from(self.moves[usize::from(number) % MOVES].parent) % BATCH];
        self.stack.extend(kept[..count].iter().map(parent));
        for (node, &number) in self.stack[rest..].iter_mut().zip(&kept) {
            let step = &self.moves[usize::from(number) % MOVES];
            let label = usize::from(step.label);
            for view in 0..VIEWS {
                let group = usize::from(self.groups[view][label % WIDE]) % GROUPS;
                node.indices[view][group] = step.indices[view];
                node.values[view][group] = step.values[view];
            }
            node.sums = step.sums;
            node.tiles = node.tiles.moved(label, usize::from(step.cell), usize::from(node.blank), self.ground.home);
            node.state = self.ground.automaton.next[usize::from(node.state)][usize::from(step.direction) % 4];
            node.left -= 1;
            node.blank = step.cell;
            node.direction = step.direction;
        }
    }

    /// Adds to the shared counts, and looks whether to stop.
    pub fn report(&mut self) {
        let shared = self.shared;
        self.fuel = 0;
        shared.expanded.fetch_add(std::mem::take(&mut self.expanded), Ordering::Relaxed);
        let generated = std::mem::take(&mut self.generated);
        let generated = shared.generated.fetch_add(generated, Ordering::Relaxed) + generated;
        if generated > shared.limit || (shared.over)() {
            shared.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped = shared.is_stopped() || shared.solved.load(Ordering::Relaxed) < self.root;
    }
}
