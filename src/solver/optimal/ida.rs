//! IDA*: depth-first search under a growing threshold, on all cores (R. E. Korf, Artificial Intelligence 27, 1985).
//!
//! A breadth-first search from the start gives some *roots*, all at one depth and without duplicates. For each threshold they
//! are dealt out in their order, and searched by [`super::descent`].
//!
//! The answer is always the same: of all shortest solutions the first by the directions of the blank. The way to each root
//! is the first of the shortest to it, the roots are in the order of their ways, under the first root that has a solution the
//! first is taken, and it contains no forbidden word ([`super::automaton`]). A heuristic that never overestimates prunes
//! nothing of it. So neither the number of threads, nor the heuristic, nor how many roots there are makes a difference, nor
//! the moment at which any of these changes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::puzzle::Slide;

use super::super::labels::Labelled;
use super::super::patterns::additive::Additive;
use super::automaton::Automaton;
use super::descent::{Descent, Ground, Packed, Shared};
use super::roots::{Neighbours, Root, WIDE, neighbours, roots, slides};

/// The most cells of a board to search, and the most patterns of a view.
pub const MOST_CELLS: usize = 30;
pub(super) const MOST_PATTERNS: usize = 8;
/// Roots of a short search and of a long one.
const FEW: usize = 16;
const MANY: usize = 1000;
/// A search is long when so many positions were generated under one threshold.
const LONG: u64 = 1_000_000;

/// A search that can be continued with another heuristic where one gave up.
pub(super) struct Ida<'a> {
    labelled: &'a Labelled,
    automaton: &'static Automaton,
    neighbours: Neighbours,
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

impl<'a> Ida<'a> {
    /// Prepares the roots of a board of at most [`MOST_CELLS`] cells. The solution itself may turn up.
    pub fn new(labelled: &'a Labelled) -> Result<Ida<'a>, Vec<Slide>> {
        debug_assert!(labelled.size.cells() <= MOST_CELLS);
        let neighbours = neighbours(labelled);
        let roots = roots(labelled, &neighbours, FEW)?;
        let done = roots.iter().map(|_| AtomicBool::new(false)).collect();
        let threshold = labelled.bound;
        let automaton = Automaton::short();
        Ok(Ida { labelled, automaton, neighbours, roots, threshold, done, expanded: 0, generated: 0 })
    }

    /// Raises the threshold until there is a solution, or `stop`.
    pub fn search(&mut self, heuristic: &Additive, stop: Stop) -> Outcome {
        let mut estimates = self.estimates(heuristic);
        let parity = self.threshold % 2;
        let least = estimates.iter().min().copied().unwrap_or(0);
        if least > self.threshold {
            self.raise(least + (least + parity) % 2);
        }
        let limit = self.generated.saturating_add(stop.generated);
        let mut cost = 0;
        loop {
            let go_on = (stop.raise)(self.threshold, cost);
            if self.threshold > stop.threshold {
                return Outcome::Exhausted;
            }
            if !go_on {
                return Outcome::Stopped;
            }
            let before = self.generated;
            match self.pass(heuristic, &estimates, stop.over, limit) {
                Outcome::Exhausted => self.raise(self.threshold + 2),
                outcome => return outcome,
            }
            cost = self.generated - before;
            if cost > LONG && self.roots.len() < MANY {
                if let Err(slides) = self.take_up_speed() {
                    return Outcome::Solved(slides);
                }
                estimates = self.estimates(heuristic);
            }
        }
    }

    fn raise(&mut self, threshold: usize) {
        self.threshold = threshold;
        self.done.iter_mut().for_each(|done| *done.get_mut() = false);
    }

    /// Prepares for a long search, between two thresholds.
    fn take_up_speed(&mut self) -> Result<(), Vec<Slide>> {
        self.automaton = Automaton::long();
        self.roots = roots(self.labelled, &self.neighbours, MANY)?;
        self.done = self.roots.iter().map(|_| AtomicBool::new(false)).collect();
        Ok(())
    }

    /// For every root the least length of a solution through it.
    fn estimates(&self, heuristic: &Additive) -> Vec<usize> {
        let home = self.labelled.home;
        self.roots.par_iter().map(|root| root.way.len() + heuristic.estimate(&root.tiles, home)).collect()
    }

    /// All roots under one threshold.
    fn pass(
        &mut self,
        heuristic: &Additive,
        estimates: &[usize],
        over: &(dyn Fn() -> bool + Sync),
        limit: u64,
    ) -> Outcome {
        let (generated, expanded) = (AtomicU64::new(self.generated), AtomicU64::new(self.expanded));
        let (solved, stopped) = (AtomicUsize::new(usize::MAX), AtomicBool::new(false));
        let pass = Pass {
            ida: self,
            heuristic,
            estimates,
            next: AtomicUsize::new(0),
            solution: Mutex::new(None),
            shared: Shared { over, limit, solved, stopped, generated, expanded },
        };
        (0..rayon::current_num_threads()).into_par_iter().for_each(|_| pass.work());
        let Pass { shared, solution, .. } = pass;
        let solution = solution.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let first = solution.filter(|&(first, _)| (0..first).all(|root| self.is_done(root, estimates)));
        let Shared { generated, expanded, stopped, .. } = shared;
        (self.generated, self.expanded) = (generated.into_inner(), expanded.into_inner());
        match first {
            Some((_, slides)) => Outcome::Solved(slides),
            _ if stopped.into_inner() => Outcome::Stopped,
            _ => Outcome::Exhausted,
        }
    }

    /// Whether there is no solution under a root.
    fn is_done(&self, root: usize, estimates: &[usize]) -> bool {
        estimates[root] > self.threshold || self.done[root].load(Ordering::Relaxed)
    }
}

/// All roots under one threshold.
struct Pass<'p> {
    ida: &'p Ida<'p>,
    heuristic: &'p Additive,
    estimates: &'p [usize],
    next: AtomicUsize,
    solution: Mutex<Option<(usize, Vec<Slide>)>>,
    shared: Shared<'p>,
}

impl Pass<'_> {
    /// One thread's part. The search is made for the number of cells, views and patterns of a view.
    fn work(&self) {
        let patterns = self.heuristic.views.iter().map(|view| view.bases.len()).max().unwrap_or(0);
        match (self.ida.labelled.size.cells() <= 16, patterns <= 4) {
            (true, true) => self.work_on::<u64, 4>(),
            (true, false) => self.work_on::<u64, MOST_PATTERNS>(),
            _ => self.work_on::<[u8; WIDE], MOST_PATTERNS>(),
        }
    }

    fn work_on<T: Packed, const GROUPS: usize>(&self) {
        match self.heuristic.views.len() {
            1 => self.work_with::<T, 1, GROUPS>(),
            2 => self.work_with::<T, 2, GROUPS>(),
            3 => self.work_with::<T, 3, GROUPS>(),
            _ => self.work_with::<T, 4, GROUPS>(),
        }
    }

    /// Takes one root after the other until none is left before the first one with a solution.
    fn work_with<T: Packed, const VIEWS: usize, const GROUPS: usize>(&self) {
        let (ida, shared) = (self.ida, &self.shared);
        let ground = Ground {
            neighbours: &ida.neighbours,
            automaton: ida.automaton,
            heuristic: self.heuristic,
            home: ida.labelled.home,
        };
        let mut descent = Descent::<T, VIEWS, GROUPS>::new(ground, shared);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= ida.roots.len().min(shared.solved.load(Ordering::Relaxed)) || shared.is_stopped() {
                break;
            }
            if ida.is_done(number, self.estimates) {
                continue;
            }
            let root = &ida.roots[number];
            if descent.finds(root, number, ida.threshold - root.way.len()) {
                self.solve(number, slides(root.way.iter().chain(&descent.way).copied()));
            } else if !descent.stopped {
                ida.done[number].store(true, Ordering::Relaxed);
            }
            if descent.stopped {
                break;
            }
        }
        descent.report();
    }

    fn solve(&self, root: usize, slides: Vec<Slide>) {
        self.shared.solved.fetch_min(root, Ordering::Relaxed);
        let mut solution = self.solution.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if solution.as_ref().is_none_or(|(first, _)| root < *first) {
            *solution = Some((root, slides));
        }
    }
}
