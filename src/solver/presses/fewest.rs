//! The fewest presses with their proof: depth-first under a growing threshold, presses for steps.
//!
//! Two presses along one line are one, or none, so in a solution of fewest presses rows and columns take turns. It needs at
//! least as many presses along either axis as the walking distance says ([`super::walking`]), and so nearly twice the larger
//! of the two in all. And there are only as many ways to go on as the line has other cells: three on 4x4, where such a
//! search generates some millions of positions.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::super::geometry::{Geometry, NOWHERE};
use super::super::labels::Labelled;
use super::walking::Walking;

/// Presses before the searches that are dealt out begin.
const ROOT_PRESSES: usize = 5;
/// Positions generated between looks at whether to stop.
const POLL: u64 = 1 << 14;

/// A search for the fewest presses that can go on where it was left.
pub(super) struct Fewest<'a> {
    labelled: &'a Labelled,
    geometry: Geometry,
    /// The walking distances along rows, from column to column, and along columns.
    axes: [Walking; 2],
    /// No solution has fewer presses.
    pub threshold: usize,
    pub generated: u64,
}

/// One position on the way down. Along rows is axis 0, along columns axis 1.
#[derive(Clone)]
struct Position {
    tiles: Vec<u16>,
    blank: usize,
    states: [u32; 2],
    /// The cells of the blank from the start on, press by press.
    way: Vec<usize>,
    /// The axis of the next press.
    axis: usize,
}

/// What all descents under one threshold share.
struct Shared<'s> {
    over: &'s (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
    generated: AtomicU64,
}

/// One thread's descent.
struct Descent<'s> {
    fewest: &'s Fewest<'s>,
    shared: &'s Shared<'s>,
    position: Position,
    generated: u64,
}

impl<'a> Fewest<'a> {
    /// For a board without identical tiles. `None` if `over` ends it.
    pub fn new(labelled: &'a Labelled, over: &dyn Fn() -> bool) -> Option<Fewest<'a>> {
        let (size, home) = (labelled.size, labelled.home);
        let axes = [
            Walking::new(size.columns(), size.rows(), size.column(home), over)?,
            Walking::new(size.rows(), size.columns(), size.row(home), over)?,
        ];
        let mut fewest = Fewest { labelled, geometry: Geometry::new(size), axes, threshold: 0, generated: 0 };
        fewest.threshold = (0..2).map(|axis| fewest.least(fewest.start(axis).states, axis)).min().unwrap_or(0);
        Some(fewest)
    }

    /// Raises the threshold until there is a solution of so many presses: the cells of the blank, press by press. `None` when
    /// the threshold reaches `most`, the search is stopped or the next one may generate more than `generated` positions.
    pub fn search(&mut self, most: usize, generated: u64, over: &(dyn Fn() -> bool + Sync)) -> Option<Vec<usize>> {
        let mut cost = 0;
        while self.threshold < most && cost <= generated / self.growth() {
            let before = self.generated;
            let shared = Shared { over, stopped: AtomicBool::new(false), generated: AtomicU64::new(0) };
            let way = self.roots().into_par_iter().find_map_first(|root| self.below(root, &shared));
            self.generated += shared.generated.into_inner();
            cost = self.generated - before;
            match way {
                Some(way) => return Some(way),
                None if shared.stopped.into_inner() => return None,
                None => self.threshold += 1,
            }
        }
        None
    }

    /// How many times more positions the next threshold takes, at most.
    fn growth(&self) -> u64 {
        (self.labelled.size.columns().max(self.labelled.size.rows()) - 1) as u64
    }

    fn start(&self, axis: usize) -> Position {
        let (size, tiles) = (self.labelled.size, &self.labelled.tiles);
        let lines = |axis: usize, cell: usize| if axis == 0 { size.column(cell) } else { size.row(cell) };
        let states = [0, 1].map(|axis| {
            let others = tiles.iter().enumerate().filter(|&(_, &label)| usize::from(label) != self.labelled.home);
            let lines_of = others.map(|(cell, &label)| (lines(axis, cell), lines(axis, usize::from(label))));
            self.axes[axis].state(lines_of, lines(axis, self.labelled.blank()))
        });
        Position { tiles: tiles.clone(), blank: self.labelled.blank(), states, way: vec![self.labelled.blank()], axis }
    }

    /// The least presses there must be when the next one is along `axis` and they take turns.
    fn least(&self, states: [u32; 2], axis: usize) -> usize {
        let along = self.axes[axis].presses(states[axis]);
        let across = self.axes[1 - axis].presses(states[1 - axis]);
        (2 * along).saturating_sub(1).max(2 * across)
    }

    /// The positions after some presses from which the threshold might do.
    fn roots(&self) -> Vec<Position> {
        let mut roots: Vec<Position> = (0..2).map(|axis| self.start(axis)).collect();
        for presses in 1..=ROOT_PRESSES.min(self.threshold) {
            let mut next = Vec::new();
            for root in &roots {
                for behind in [false, true] {
                    let mut position = root.clone();
                    while self.step(&mut position, behind) {
                        let mut child = position.clone();
                        child.axis = 1 - root.axis;
                        child.way.push(child.blank);
                        if presses + self.least(child.states, child.axis) <= self.threshold {
                            next.push(child);
                        }
                    }
                }
            }
            roots = next;
        }
        roots
    }

    /// One cell on in a press along the position's axis; `false` at the edge.
    fn step(&self, position: &mut Position, behind: bool) -> bool {
        let (axis, blank) = (position.axis, position.blank);
        let cell = self.geometry.neighbours[blank][2 * axis + usize::from(behind)];
        if cell == NOWHERE {
            return false;
        }
        let label = usize::from(position.tiles[usize::from(cell)]);
        let lines = if axis == 0 { &self.geometry.columns } else { &self.geometry.rows };
        let walking = &self.axes[axis];
        position.states[axis] = walking.after(position.states[axis], behind, walking.kind(usize::from(lines[label])));
        position.tiles.swap(usize::from(cell), blank);
        position.blank = usize::from(cell);
        true
    }

    fn below(&self, root: Position, shared: &Shared) -> Option<Vec<usize>> {
        let left = self.threshold + 1 - root.way.len();
        let mut descent = Descent { fewest: self, shared, position: root, generated: 0 };
        let found = descent.descend(left);
        descent.report();
        found.then_some(descent.position.way)
    }
}

impl Descent<'_> {
    /// Whether there is a solution of at most `left` more presses; its way is known then.
    fn descend(&mut self, left: usize) -> bool {
        if left == 0 || self.shared.stopped.load(Ordering::Relaxed) {
            let home = self.position.tiles.iter().enumerate();
            return left == 0 && home.into_iter().all(|(cell, &label)| cell == usize::from(label));
        }
        let (axis, blank, states) = (self.position.axis, self.position.blank, self.position.states);
        for behind in [false, true] {
            while self.fewest.step(&mut self.position, behind) {
                self.generated += 1;
                if self.fewest.least(self.position.states, 1 - axis) < left {
                    self.position.axis = 1 - axis;
                    self.position.way.push(self.position.blank);
                    if self.descend(left - 1) {
                        return true;
                    }
                    self.position.way.pop();
                    self.position.axis = axis;
                }
            }
            while self.position.blank != blank {
                self.fewest.step(&mut self.position, !behind);
            }
            self.position.states = states;
        }
        if self.generated > POLL {
            self.report();
        }
        false
    }

    /// Adds to the shared count, and looks whether to stop.
    fn report(&mut self) {
        self.shared.generated.fetch_add(std::mem::take(&mut self.generated), Ordering::Relaxed);
        if (self.shared.over)() {
            self.shared.stopped.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::puzzle::Size;
    use crate::solver::testing::Random;
    use crate::solver::wave::{Metric, Wave};

    #[test]
    fn tables_are_left_when_the_time_is_up() {
        let puzzle = Random::new(2).puzzle(Size::new(12, 2).unwrap(), 24);
        let asked = Cell::new(0);
        let over = || asked.replace(asked.get() + 1) > 1000;
        let labelled = Labelled::new(&puzzle);
        Fewest::new(&labelled, &over);
        assert!(asked.get() < 1100, "{}", asked.get());
    }

    /// The bound at the start and the proven number against a search of the whole space.
    #[test]
    fn the_search_agrees_with_the_wave() {
        let mut random = Random::new(31);
        for (columns, rows) in [(3, 3), (2, 4), (3, 3), (5, 2), (3, 2), (3, 3)] {
            let puzzle = random.puzzle(Size::new(columns, rows).unwrap(), columns * rows);
            let mut wave = Wave::new(puzzle.start(), Metric::Multi, u64::MAX).unwrap();
            let presses = wave.run_to(puzzle.goal(), &mut || false).unwrap();
            let labelled = Labelled::new(&puzzle);
            let mut fewest = Fewest::new(&labelled, &|| false).unwrap();
            assert!(fewest.threshold <= presses, "{} of {presses}", fewest.threshold);
            let way = fewest.search(usize::MAX, u64::MAX, &|| false).unwrap();
            assert_eq!((way.len() - 1, fewest.threshold), (presses, presses), "{}", puzzle.start());
        }
    }
}
