//! Shortens a solution by solving pieces of it again.
//!
//! The boards at the two ends of a window of the solution are a puzzle of their own, and a short one: IDA* with Manhattan
//! distance finds its shortest solution or proves that there is none shorter, in time that depends on the window's length
//! alone and not on the board's size. Windows side by side do not disturb each other and are searched on all cores. Then
//! they are shifted, and where nothing more is gained they grow. The work in a window is bounded by positions generated,
//! so that the outcome is the same with every number of threads.

use rayon::prelude::*;

use crate::puzzle::{Size, Slide};

use super::automaton::{Automaton, FORBIDDEN};
use super::geometry::{Geometry, NOWHERE};
use super::labels::{Labelled, Walk};

/// A sequence of moves that gets shorter.
pub(super) struct Windows<'a> {
    labelled: &'a Labelled,
    automaton: &'a Automaton,
    geometry: Geometry,
    /// The shortest so far.
    pub slides: Vec<Slide>,
    /// Positions generated so far.
    pub generated: u64,
}

/// The puzzle between the ends of a window.
struct Piece<'a> {
    geometry: &'a Geometry,
    automaton: &'a Automaton,
    tiles: Vec<u16>,
    /// For every label the column and row where it stands at the end of the window.
    goals: Vec<(u8, u8)>,
    budget: u64,
    way: Vec<Slide>,
}

impl<'a> Windows<'a> {
    pub fn new(labelled: &'a Labelled, automaton: &'a Automaton, slides: Vec<Slide>) -> Windows<'a> {
        Windows { labelled, automaton, geometry: Geometry::new(labelled.size), slides, generated: 0 }
    }

    /// Searches all windows of `length` moves, shifted by `offset`; whether the solution got shorter. `budget` is the number
    /// of positions to generate in a window at most.
    pub fn pass(&mut self, length: usize, offset: usize, budget: u64, over: &(dyn Fn() -> bool + Sync)) -> bool {
        let before = self.slides.len();
        let mut walk = Walk::new(self.labelled);
        let mut pieces = Vec::new();
        let mut from = 0;
        while from < before {
            let to = (if from == 0 && offset > 0 { offset } else { from + length }).min(before);
            let start = (walk.tiles.clone(), walk.blank);
            for &slide in &self.slides[from..to] {
                if let Some(cell) = walk.size.step(walk.blank, slide.reverse()) {
                    walk.press(cell);
                }
            }
            pieces.push((start, walk.cells.clone(), from..to));
            from = to;
        }
        let shorter: Vec<(Option<Vec<Slide>>, u64)> = pieces
            .par_iter()
            .map(|((tiles, blank), goal, range)| {
                if over() {
                    return (None, 0);
                }
                let goals = goal.iter().map(|&cell| self.coordinates(cell)).collect();
                let (geometry, automaton) = (&self.geometry, self.automaton);
                let mut piece = Piece { geometry, automaton, tiles: tiles.clone(), goals, budget, way: Vec::new() };
                let found = piece.shorten(*blank, self.labelled.home, range.len());
                (found, budget - piece.budget)
            })
            .collect();
        let mut slides = Vec::with_capacity(before);
        for ((_, _, range), (found, generated)) in pieces.into_iter().zip(shorter) {
            self.generated += generated;
            match found {
                Some(found) => slides.extend(found),
                None => slides.extend_from_slice(&self.slides[range]),
            }
        }
        self.slides = slides;
        self.slides.len() < before
    }

    fn coordinates(&self, cell: u16) -> (u8, u8) {
        (self.geometry.columns[usize::from(cell)], self.geometry.rows[usize::from(cell)])
    }
}

/// A shortest solution of a board on which all but a few tiles are home.
pub(super) fn shortest(size: Size, tiles: &[u16], blank: usize, home: usize) -> Vec<Slide> {
    let (geometry, automaton) = (&Geometry::new(size), Automaton::short());
    let goals = geometry.columns.iter().copied().zip(geometry.rows.iter().copied()).collect();
    let mut piece = Piece { geometry, automaton, tiles: tiles.to_vec(), goals, budget: u64::MAX, way: Vec::new() };
    piece.shorten(blank, home, usize::MAX).unwrap_or_default()
}

impl Piece<'_> {
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
