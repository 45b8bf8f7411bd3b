//! IDA*: depth-first search under a growing threshold, on all cores (R. E. Korf, Artificial Intelligence 27, 1985).
//!
//! A breadth-first search from the start gives a few thousand *roots*, all at one depth and without duplicates. For each
//! threshold they are dealt out in their order; the solution under the first root that has one is the answer. A heuristic
//! that never overestimates prunes nothing that belongs to a solution as long as the threshold, so the answer is the same
//! whatever the heuristic, the number of threads and the moment at which one heuristic takes over from another.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::puzzle::{Size, Slide};

use super::additive::{Additive, MOST_GROUPS};
use super::automaton::{Automaton, FORBIDDEN};
use super::labels::Labelled;
use super::pattern::MOST_CELLS;

/// Every `POLL` expansions a search looks whether it should stop.
const POLL: u32 = 1 << 13;
/// The breadth-first search ends at the first depth with so many positions.
const ROOTS: usize = 3000;
/// Cells of the arrays of a search: a power of two, so that indices need no check.
const WIDE: usize = 32;
const NOWHERE: u8 = u8::MAX;

/// One position from which to search.
struct Root {
    tiles: [u8; WIDE],
    blank: usize,
    /// The directions of the blank that lead here.
    way: Vec<u8>,
}

/// A search that can be continued with another heuristic where one gave up.
pub(super) struct Ida {
    size: Size,
    home: usize,
    automaton: Automaton,
    neighbours: [[u8; 4]; WIDE],
    roots: Vec<Root>,
    /// No solution is shorter than this.
    pub threshold: usize,
    /// The roots under which there is no solution as long as the threshold.
    done: Vec<AtomicBool>,
    pub expanded: u64,
    pub generated: u64,
}

/// How a search ended.
pub(super) enum Outcome {
    /// A shortest solution.
    Solved(Vec<Slide>),
    /// There is no solution within the most moves allowed.
    Exhausted,
    /// It was stopped.
    Stopped,
}

/// What ends a search early.
pub(super) struct Stop<'a> {
    /// Whether to stop at once.
    pub over: &'a (dyn Fn() -> bool + Sync),
    /// How many positions may be generated, about.
    pub generated: u64,
    /// The highest threshold to search.
    pub threshold: usize,
    /// Told each new lower bound and how many positions the threshold before it took; says whether to go on.
    pub raise: &'a mut dyn FnMut(usize, u64) -> bool,
}

impl Ida {
    /// Prepares the roots of a board of at most [`MOST_CELLS`] cells. The solution itself may turn up.
    pub fn new(labelled: &Labelled, automaton: Automaton) -> Result<Ida, Vec<Slide>> {
        let size = labelled.size;
        debug_assert!(size.cells() <= MOST_CELLS);
        let mut neighbours = [[NOWHERE; 4]; WIDE];
        for (cell, next) in neighbours.iter_mut().enumerate().take(size.cells()) {
            *next = Slide::ALL.map(|way| size.step(cell, way).map_or(NOWHERE, |cell| cell as u8));
        }
        let roots = roots(labelled, &neighbours)?;
        let done = roots.iter().map(|_| AtomicBool::new(false)).collect();
        let threshold = labelled.bound;
        Ok(Ida { size, home: labelled.home, automaton, neighbours, roots, threshold, done, expanded: 0, generated: 0 })
    }

    /// Raises the threshold until there is a solution, or `stop`.
    pub fn search(&mut self, heuristic: &Additive, stop: Stop) -> Outcome {
        let estimates: Vec<usize> = self.estimates(heuristic);
        let parity = self.threshold % 2;
        let least = estimates.iter().min().copied().unwrap_or(0);
        if least > self.threshold {
            self.raise(least + (least + parity) % 2);
        }
        let limit = self.generated.saturating_add(stop.generated);
        let mut before = self.generated;
        loop {
            let go_on = (stop.raise)(self.threshold, self.generated - before);
            if self.threshold > stop.threshold {
                return Outcome::Exhausted;
            }
            if !go_on {
                return Outcome::Stopped;
            }
            before = self.generated;
            match self.pass(heuristic, &estimates, stop.over, limit) {
                Outcome::Exhausted => self.raise(self.threshold + 2),
                outcome => return outcome,
            }
        }
    }

    fn raise(&mut self, threshold: usize) {
        self.threshold = threshold;
        self.done.iter_mut().for_each(|done| *done.get_mut() = false);
    }

    /// For every root the least length of a solution through it.
    fn estimates(&self, heuristic: &Additive) -> Vec<usize> {
        self.roots.par_iter().map(|root| root.way.len() + heuristic.estimate(&root.tiles, self.home)).collect()
    }

    /// All roots under one threshold.
    fn pass(
        &mut self,
        heuristic: &Additive,
        estimates: &[usize],
        over: &(dyn Fn() -> bool + Sync),
        limit: u64,
    ) -> Outcome {
        let shared = Shared {
            over,
            limit,
            next: AtomicUsize::new(0),
            solved: AtomicUsize::new(usize::MAX),
            stopped: AtomicBool::new(false),
            generated: AtomicU64::new(self.generated),
            expanded: AtomicU64::new(self.expanded),
            solution: Mutex::new(None),
        };
        let this = &*self;
        (0..rayon::current_num_threads()).into_par_iter().for_each(|_| match heuristic.views.len() {
            1 => this.work::<1>(heuristic, estimates, &shared),
            2 => this.work::<2>(heuristic, estimates, &shared),
            3 => this.work::<3>(heuristic, estimates, &shared),
            _ => this.work::<4>(heuristic, estimates, &shared),
        });
        self.generated = shared.generated.into_inner();
        self.expanded = shared.expanded.into_inner();
        let solution = shared.solution.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        match solution {
            Some((_, slides)) if !shared.stopped.load(Ordering::Relaxed) => Outcome::Solved(slides),
            _ if shared.stopped.load(Ordering::Relaxed) => Outcome::Stopped,
            _ => Outcome::Exhausted,
        }
    }

    /// Takes one root after the other until none is left before the first one with a solution.
    fn work<const VIEWS: usize>(&self, heuristic: &Additive, estimates: &[usize], shared: &Shared) {
        let mut search = Search::<VIEWS>::new(self, heuristic, shared);
        loop {
            let root = shared.next.fetch_add(1, Ordering::Relaxed);
            if root >= self.roots.len().min(shared.solved.load(Ordering::Relaxed)) || shared.is_stopped() {
                break;
            }
            if estimates[root] > self.threshold || self.done[root].load(Ordering::Relaxed) {
                continue;
            }
            search.root = root;
            if search.begin(&self.roots[root], self.threshold - self.roots[root].way.len()) {
                shared.solve(root, self.slides(&self.roots[root], &search.way));
            } else if !search.stopped {
                self.done[root].store(true, Ordering::Relaxed);
            }
            if search.stopped {
                break;
            }
        }
        search.report();
    }

    /// The slides for a way to a root and, backwards, a way from there.
    fn slides(&self, root: &Root, way: &[u8]) -> Vec<Slide> {
        root.way.iter().chain(way.iter().rev()).map(|&way| Slide::ALL[usize::from(way)].reverse()).collect()
    }
}

/// What the threads of one pass share.
struct Shared<'s> {
    over: &'s (dyn Fn() -> bool + Sync),
    limit: u64,
    next: AtomicUsize,
    /// The first root known to have a solution.
    solved: AtomicUsize,
    stopped: AtomicBool,
    generated: AtomicU64,
    expanded: AtomicU64,
    solution: Mutex<Option<(usize, Vec<Slide>)>>,
}

impl Shared<'_> {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn solve(&self, root: usize, slides: Vec<Slide>) {
        self.solved.fetch_min(root, Ordering::Relaxed);
        let mut solution = self.solution.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if solution.as_ref().is_none_or(|(first, _)| root < *first) {
            *solution = Some((root, slides));
        }
    }
}

/// One thread's depth-first search; moves are made and taken back in place.
struct Search<'s, const VIEWS: usize> {
    ida: &'s Ida,
    heuristic: &'s Additive,
    shared: &'s Shared<'s>,
    groups: [[u8; WIDE]; VIEWS],
    weights: [[[u32; WIDE]; WIDE]; VIEWS],
    tiles: [u8; WIDE],
    indices: [[u32; MOST_GROUPS]; VIEWS],
    values: [[u8; MOST_GROUPS]; VIEWS],
    /// The directions of the blank from a root to the goal, last first.
    way: Vec<u8>,
    root: usize,
    fuel: u32,
    generated: u64,
    expanded: u64,
    stopped: bool,
}

impl<'s, const VIEWS: usize> Search<'s, VIEWS> {
    fn new(ida: &'s Ida, heuristic: &'s Additive, shared: &'s Shared<'s>) -> Self {
        let cells = ida.size.cells();
        let mut groups = [[0; WIDE]; VIEWS];
        let mut weights = [[[0; WIDE]; WIDE]; VIEWS];
        for (view, source) in heuristic.views.iter().enumerate() {
            groups[view][..cells].copy_from_slice(&source.groups);
            for (weights, source) in weights[view].iter_mut().zip(source.weights.chunks_exact(cells)) {
                weights[..cells].copy_from_slice(source);
            }
        }
        Search {
            ida,
            heuristic,
            shared,
            groups,
            weights,
            tiles: [0; WIDE],
            indices: [[0; MOST_GROUPS]; VIEWS],
            values: [[0; MOST_GROUPS]; VIEWS],
            way: Vec::new(),
            root: 0,
            fuel: POLL,
            generated: 0,
            expanded: 0,
            stopped: false,
        }
    }

    /// Searches below a root with so many moves left. The way back is not gone.
    fn begin(&mut self, root: &Root, left: usize) -> bool {
        self.tiles = root.tiles;
        self.way.clear();
        let mut sums = [0; VIEWS];
        for (view, sum) in sums.iter_mut().enumerate() {
            self.indices[view] = self.heuristic.indices(view, &root.tiles, self.ida.home);
            for group in 0..self.heuristic.views[view].bases.len() {
                self.values[view][group] = self.heuristic.value(self.indices[view][group]);
                *sum += i32::from(self.values[view][group]);
            }
        }
        let back = root.way.last().map_or(4, |&way| way ^ 1);
        self.expand(root.blank, &self.ida.automaton.next[0], back, left as i32, &sums)
    }

    fn expand(&mut self, blank: usize, states: &[u16; 4], back: u8, left: i32, sums: &[i32; VIEWS]) -> bool {
        self.fuel -= 1;
        if self.fuel == 0 {
            self.report();
            if self.stopped {
                return false;
            }
        }
        let neighbours = self.ida.neighbours[blank % WIDE];
        for direction in 0..4u8 {
            let state = states[usize::from(direction)];
            let cell = usize::from(neighbours[usize::from(direction)]);
            if state == FORBIDDEN || cell >= WIDE || direction == back {
                continue;
            }
            if self.enter(blank, cell, state, direction, left - 1, sums) {
                return true;
            }
        }
        false
    }

    /// Moves the blank to `cell`, searches from there if the heuristic allows it, and moves back.
    #[inline(always)]
    fn enter(&mut self, blank: usize, cell: usize, state: u16, direction: u8, left: i32, sums: &[i32; VIEWS]) -> bool {
        self.generated += 1;
        let label = self.tiles[cell % WIDE];
        let tile = usize::from(label) % WIDE;
        let (mut indices, mut values, mut after) = ([0; VIEWS], [0; VIEWS], *sums);
        for view in 0..VIEWS {
            let group = usize::from(self.groups[view][tile]) % MOST_GROUPS;
            let weights = &self.weights[view][tile];
            indices[view] =
                self.indices[view][group].wrapping_add(weights[blank % WIDE]).wrapping_sub(weights[cell % WIDE]);
            values[view] = self.heuristic.value(indices[view]);
            after[view] += i32::from(values[view]) - i32::from(self.values[view][group]);
            if after[view] > left {
                return false;
            }
        }
        if after[0] == 0 {
            self.way.push(direction);
            return true;
        }
        for view in 0..VIEWS {
            let group = usize::from(self.groups[view][tile]) % MOST_GROUPS;
            std::mem::swap(&mut self.indices[view][group], &mut indices[view]);
            std::mem::swap(&mut self.values[view][group], &mut values[view]);
        }
        self.tiles[blank % WIDE] = label;
        let states = self.ida.automaton.next[usize::from(state)];
        let found = self.expand(cell, &states, 4, left, &after);
        self.tiles[cell % WIDE] = label;
        for view in 0..VIEWS {
            let group = usize::from(self.groups[view][tile]) % MOST_GROUPS;
            self.indices[view][group] = indices[view];
            self.values[view][group] = values[view];
        }
        if found {
            self.way.push(direction);
        }
        found
    }

    /// Adds to the shared counts, and looks whether to stop.
    fn report(&mut self) {
        let shared = self.shared;
        self.expanded += u64::from(POLL - self.fuel);
        self.fuel = POLL;
        shared.expanded.fetch_add(std::mem::take(&mut self.expanded), Ordering::Relaxed);
        let generated = std::mem::take(&mut self.generated);
        let generated = shared.generated.fetch_add(generated, Ordering::Relaxed) + generated;
        if generated > shared.limit || (shared.over)() {
            shared.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped = shared.is_stopped() || shared.solved.load(Ordering::Relaxed) < self.root;
    }
}

/// Positions at one depth, each once, in the order of the breadth-first search; or the solution if it is as near.
fn roots(labelled: &Labelled, neighbours: &[[u8; 4]; WIDE]) -> Result<Vec<Root>, Vec<Slide>> {
    let cells = labelled.size.cells();
    let class =
        |tiles: &[u8; WIDE]| tiles.map(|label| labelled.classes.get(usize::from(label)).map_or(0, |&class| class));
    let mut tiles = [0; WIDE];
    let mut goal = [0; WIDE];
    for cell in 0..cells {
        tiles[cell] = labelled.tiles[cell] as u8;
        goal[cell] = cell as u8;
    }
    let goal = class(&goal);
    let mut seen = HashSet::from([class(&tiles)]);
    let mut front = vec![Root { tiles, blank: labelled.blank(), way: Vec::new() }];
    while front.len() < ROOTS && !front.is_empty() {
        let mut next = Vec::with_capacity(2 * front.len());
        for root in &front {
            for (direction, &cell) in neighbours[root.blank].iter().enumerate() {
                if cell == NOWHERE {
                    continue;
                }
                let mut tiles = root.tiles;
                tiles.swap(root.blank, usize::from(cell));
                let board = class(&tiles);
                if seen.insert(board) {
                    let mut way = root.way.clone();
                    way.push(direction as u8);
                    if board == goal {
                        return Err(way.into_iter().map(|way| Slide::ALL[usize::from(way)].reverse()).collect());
                    }
                    next.push(Root { tiles, blank: usize::from(cell), way });
                }
            }
        }
        front = next;
    }
    Ok(front)
}
