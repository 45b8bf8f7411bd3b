//! Shortens a solution by solving pieces of it again.
//!
//! The boards at the two ends of a window of the solution are a puzzle of their own. Of a short one IDA* with Manhattan
//! distance finds the shortest solution or proves that there is none shorter, in time that depends on the window's length
//! alone and not on the board's size. In a long one a beam looks for a shorter way, and leaves out what could not be one by
//! its distances with linear conflicts, which is most. Windows side by side do not disturb each other and are searched on
//! all cores. Then they are shifted, and where nothing more is gained they grow. The work in a window is bounded by
//! positions generated, so that the outcome is the same with every number of threads.

use rayon::prelude::*;

use crate::puzzle::{Size, Slide};

use super::super::geometry::{Geometry, NOWHERE};
use super::super::labels::{Labelled, Walk};
use super::super::optimal::automaton::{Automaton, FORBIDDEN};
use super::super::wave::Metric;
use super::beam;
use super::beam::Span;
use super::scores::Distances;

/// A sequence of moves that gets shorter.
pub(super) struct Windows<'a> {
    labelled: &'a Labelled,
    metric: Metric,
    geometry: Geometry,
    /// The shortest so far.
    pub slides: Vec<Slide>,
    /// Positions generated so far.
    pub generated: u64,
}

/// Some moves in a row.
struct Window {
    /// For every cell the label in it before them, and the cell of the blank.
    tiles: Vec<u16>,
    blank: usize,
    /// For every label the cell it is in after them.
    goal: Vec<u16>,
    slides: Vec<Slide>,
}

/// The puzzle between the ends of a window.
struct Piece<'a> {
    geometry: &'a Geometry,
    automaton: &'static Automaton,
    tiles: Vec<u16>,
    /// For every label the column and row where it stands at the end of the window.
    goals: Vec<(u8, u8)>,
    budget: u64,
    way: Vec<Slide>,
}

impl<'a> Windows<'a> {
    pub fn new(labelled: &'a Labelled, metric: Metric, slides: Vec<Slide>) -> Windows<'a> {
        Windows { labelled, metric, geometry: Geometry::new(labelled.size), slides, generated: 0 }
    }

    /// Searches all windows of `length` moves, shifted by `offset`; whether the solution got shorter. `budget` is the number
    /// of positions to generate in a window at most.
    pub fn pass(&mut self, length: usize, offset: usize, budget: u64, over: &(dyn Fn() -> bool + Sync)) -> bool {
        let again = |windows: &Windows, window: &Window| {
            let geometry = &windows.geometry;
            let goals = window.goal.iter().map(|&cell| coordinates(geometry, cell)).collect();
            let mut piece = Piece::new(geometry, window.tiles.clone(), goals, budget);
            let found = piece.shorten(window.blank, windows.labelled.home, window.slides.len());
            (found, budget - piece.budget)
        };
        self.replace(length, offset, over, again)
    }

    /// Searches all windows of `length` moves, shifted by `offset`, by beams of some width; whether the solution got shorter.
    pub fn beams(&mut self, length: usize, offset: usize, width: usize, over: &(dyn Fn() -> bool + Sync)) -> bool {
        let again = |windows: &Windows, window: &Window| {
            let labelled = windows.labelled;
            let tiles: Vec<u16> = window.tiles.iter().map(|&label| window.goal[usize::from(label)]).collect();
            let home = window.goal[labelled.home];
            let metric = windows.metric;
            let depth = metric.count(&window.slides).saturating_sub(metric.least_gain());
            let span = Span { width, metric, depth, hurry: &|| false, over };
            let mut expanded = 0;
            let score = Distances::of_all(labelled.size, usize::from(home), metric == Metric::Single);
            let way = beam::search(labelled.size, &tiles, window.blank, &score, &span, &mut expanded);
            (way.map(|way| beam::slides(labelled.size, window.blank, &way)), 2 * expanded)
        };
        self.replace(length, offset, over, again)
    }

    /// Puts in place of the moves of each window those that `again` finds, if any, and adds up what it generated.
    fn replace(
        &mut self,
        length: usize,
        offset: usize,
        over: &(dyn Fn() -> bool + Sync),
        again: impl Fn(&Windows, &Window) -> (Option<Vec<Slide>>, u64) + Sync,
    ) -> bool {
        let windows = self.windows(length, offset);
        let again = |window: &Window| if over() { (None, 0) } else { again(self, window) };
        let found: Vec<(Option<Vec<Slide>>, u64)> = windows.par_iter().map(again).collect();
        let before = self.metric.count(&self.slides);
        let mut slides = Vec::with_capacity(self.slides.len());
        for (window, (found, generated)) in windows.into_iter().zip(found) {
            self.generated += generated;
            slides.extend(found.unwrap_or(window.slides));
        }
        self.slides = slides;
        self.metric.count(&self.slides) < before
    }

    /// Windows side by side, the first one of `offset` moves.
    fn windows(&self, length: usize, offset: usize) -> Vec<Window> {
        let mut walk = Walk::new(self.labelled);
        let steps: Vec<&[Slide]> = self.metric.steps(&self.slides).collect();
        let (first, others) = steps.split_at(offset.min(steps.len()));
        let windows = std::iter::once(first).chain(others.chunks(length)).filter(|steps| !steps.is_empty());
        let window = |steps: &[&[Slide]]| {
            let (tiles, blank, slides) = (walk.tiles.clone(), walk.blank, steps.concat());
            slides.iter().for_each(|&slide| walk.slide(slide));
            Window { tiles, blank, goal: walk.cells.clone(), slides }
        };
        windows.map(window).collect()
    }
}

fn coordinates(geometry: &Geometry, cell: u16) -> (u8, u8) {
    (geometry.columns[usize::from(cell)], geometry.rows[usize::from(cell)])
}

/// A shortest solution of a board on which all but a few tiles are home.
pub(super) fn shortest(size: Size, tiles: &[u16], blank: usize, home: usize) -> Vec<Slide> {
    let geometry = Geometry::new(size);
    let goals = geometry.columns.iter().copied().zip(geometry.rows.iter().copied()).collect();
    let mut piece = Piece::new(&geometry, tiles.to_vec(), goals, u64::MAX);
    piece.shorten(blank, home, usize::MAX).unwrap_or_default()
}

impl<'a> Piece<'a> {
    fn new(geometry: &'a Geometry, tiles: Vec<u16>, goals: Vec<(u8, u8)>, budget: u64) -> Piece<'a> {
        Piece { geometry, automaton: Automaton::short(), tiles, goals, budget, way: Vec::new() }
    }

    /// A shortest solution if it has fewer than `length` moves.
    fn shorten(&mut self, blank: usize, home: usize, length: usize) -> Option<Vec<Slide>> {
        let distance: usize = (0..self.tiles.len())
            .filter(|&cell| usize::from(self.tiles[cell]) != home)
            .map(|cell| self.distance(cell))
            .sum();
        let mut threshold = distance;
        while threshold < length {
            if self.descend(blank, 0, threshold as i32, distance as i32) {
                return Some(self.way.iter().rev().copied().collect());
            }
            if self.budget == 0 {
                return None;
            }
            threshold += 2;
        }
        None
    }

    fn distance(&self, cell: usize) -> usize {
        let (column, row) = self.goals[usize::from(self.tiles[cell])];
        usize::from(self.geometry.columns[cell].abs_diff(column)) + usize::from(self.geometry.rows[cell].abs_diff(row))
    }

    /// Depth first: `left` moves may still be made, and the tiles are `distance` away. Moves are made and taken back.
    fn descend(&mut self, blank: usize, state: u16, left: i32, distance: i32) -> bool {
        if distance == 0 {
            return true;
        }
        let (column, row) = (self.geometry.columns[blank], self.geometry.rows[blank]);
        let neighbours = self.geometry.neighbours[blank];
        let states = self.automaton.next[usize::from(state)];
        for direction in 0..4 {
            let (next, cell) = (states[direction], neighbours[direction]);
            if next == FORBIDDEN || cell == NOWHERE {
                continue;
            }
            let cell = usize::from(cell);
            let (goal_column, goal_row) = self.goals[usize::from(self.tiles[cell])];
            // The tile goes the other way: towards the blank's old cell.
            let nearer = match direction {
                0 => goal_column >= column,
                1 => goal_column <= column,
                2 => goal_row >= row,
                _ => goal_row <= row,
            };
            let after = if nearer { distance - 1 } else { distance + 1 };
            if after > left - 1 || self.budget == 0 {
                continue;
            }
            self.budget -= 1;
            self.tiles.swap(blank, cell);
            let found = self.descend(cell, next, left - 1, after);
            self.tiles.swap(blank, cell);
            if found {
                self.way.push(Slide::ALL[direction].reverse());
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;
    use crate::solver::testing::Random;

    /// A long way gets shorter, in slides or in presses, is still one, and the same with every number of threads.
    #[test]
    fn windows_shorten_a_solution() {
        [Metric::Single, Metric::Multi].into_iter().for_each(shortens);
    }

    fn shortens(metric: Metric) {
        let puzzle = Random::new(37).puzzle(Size::new(6, 5).unwrap(), 30);
        let labelled = Labelled::new(&puzzle);
        let ways = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut windows = Windows::new(&labelled, metric, lines::solve(&labelled));
                assert!(metric == Metric::Multi || windows.pass(20, 5, 100_000, &|| false));
                puzzle.play(&windows.slides).unwrap();
                let before = metric.count(&windows.slides);
                assert!(windows.beams(60, 20, 500, &|| false));
                puzzle.play(&windows.slides).unwrap();
                assert!(metric.count(&windows.slides) < before);
                windows.slides
            })
        });
        assert_eq!(ways[0], ways[1]);
    }
}
