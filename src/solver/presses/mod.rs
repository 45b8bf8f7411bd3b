//! Few presses: many games slide all tiles between the pressed cell and the blank with one press.
//!
//! A press is a run of equal slides, so every solution in slides is one in presses, and the other way round. Small spaces
//! are searched whole by the wave, with presses for steps, which proves the least. Else a solution by beams of presses is the
//! beginning, the best that is found where slides are counted is taken if its runs are fewer, and what improves ways of slides
//! improves those of presses (`large`). On boards of up to 16 cells pieces are solved again with fewer presses: two
//! breadth-first searches, one from either end of a piece, meet in the middle. Presses along one line merge, so that the
//! blank goes along its row and its column by turns and there are few positions to look at: on 4x4, three times as many with
//! each press.
//!
//! On boards of up to 30 cells without identical tiles a search of its own (`fewest`) proves the least, or as much
//! as time allows. Elsewhere one press moves at most as many tiles as a line has cells less one, so the distances of all
//! tiles along each axis divided by that bound the presses along it from below, and both take turns.

mod fewest;
mod walking;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rayon::prelude::*;

use crate::puzzle::{Puzzle, Slide};

use super::best::{Best, check};
use super::geometry::{Geometry, NOWHERE};
use super::hash::{Scattered, key};
use super::labels::{Labelled, Walk};
use super::large::lines;
use super::optimal::ida::MOST_CELLS;
use super::optimal::{PROVEN_CELLS, Tables, guides};
use super::wave::{Metric, Wave};
use super::{Limits, Proof, Solution, SolveError, Stats, large};
use fewest::Fewest;

/// A solution of few presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presses {
    /// The slides; equal ones in a row are one press.
    pub slides: Vec<Slide>,
    /// How many presses they are.
    pub presses: usize,
    /// No solution has fewer presses: when the two are equal, it is proven the least.
    pub lower: usize,
    /// What finding them took.
    pub stats: Stats,
}

/// How many presses `slides` are: runs of equal slides.
pub fn count(slides: &[Slide]) -> usize {
    Metric::Multi.count(slides)
}

/// The part of the time in which slides are counted, before presses are, and the part after which no proof is tried where it
/// may not be within reach.
const SLIDES_UNTIL: f64 = 0.25;
const PROVE_UNTIL: f64 = 0.45;
/// The longest pieces, in presses, before a proof is tried and after.
const SHORT: usize = 14;
const LONGEST: usize = 28;
/// Positions generated for a proof that may not be within reach.
const TRY_TO_PROVE: u64 = 2_000_000_000;
/// Contents of cells that the two searches of one piece may store.
const MOST_CONTENTS: usize = 2_000_000;

/// The fewest presses that can be found within the limits; `max_moves` counts presses.
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Result<Presses, SolveError> {
    let small = Wave::positions(puzzle.start()).is_some_and(|count| super::is_small(count, puzzle));
    let proven = if small { by_wave(puzzle, limits) } else { None };
    let best = proven.unwrap_or_else(|| rayon::scope(|_| search(puzzle, limits)));
    let presses = best.length();
    let Solution { moves, proof, stats } = best.finish()?;
    let lower = match proof {
        Proof::Optimal => presses,
        Proof::Bounds { lower, .. } => lower,
    };
    Ok(Presses { slides: moves, presses, lower, stats })
}

fn by_wave<'a>(puzzle: &'a Puzzle, limits: &'a Limits) -> Option<Best<'a>> {
    let mut wave = Wave::new(puzzle.start(), Metric::Multi, u64::MAX)?;
    let presses = wave.run_to(puzzle.goal(), &mut || limits.is_over())?;
    let slides = wave.way_to(puzzle.goal()).filter(|slides| check(puzzle, slides))?;
    let (expanded, generated) = wave.effort();
    let mut best = Best::new(puzzle, limits, Metric::Multi, presses, slides, "wave");
    best.count(expanded, generated);
    Some(best)
}

fn search<'a>(puzzle: &'a Puzzle, limits: &'a Limits) -> Best<'a> {
    let labelled = Labelled::new(puzzle);
    let first = lines::solve(&labelled);
    let mut best = Best::new(puzzle, limits, Metric::Multi, distance_bound(&labelled), first, "lines");
    large::first(&labelled, large::FIRST_ANSWER, limits, &mut best);
    let tables = if best.is_enough() { None } else { guides(&labelled, limits) };
    count_slides(puzzle, tables.as_ref(), limits, &mut best);
    if labelled.size.cells() <= PROVEN_CELLS {
        shorten(&labelled, SHORT, limits, &mut best);
        prove(&labelled, &|| limits.is_over(), &mut best);
        shorten(&labelled, LONGEST, limits, &mut best);
    } else if labelled.size.cells() <= MOST_CELLS {
        prove(&labelled, &|| (limits.used)() > PROVE_UNTIL, &mut best);
    }
    if !best.is_enough() && !limits.is_over() {
        large::improve(&labelled, tables.as_ref().map(|(_, tables)| tables.as_ref()), limits, &mut best);
    }
    best
}

/// Offers what is found where slides are counted.
fn count_slides(puzzle: &Puzzle, tables: Option<&Tables>, limits: &Limits, best: &mut Best) {
    if best.is_enough() || (limits.used)() > SLIDES_UNTIL {
        return;
    }
    let used = || (limits.used)() / SLIDES_UNTIL;
    let limits = Limits { used: &used, progress: &|_| (), max_moves: None };
    let Solution { moves, proof, stats } = super::search(puzzle, &limits, tables).solution();
    let lower = match proof {
        Proof::Optimal => moves.len(),
        Proof::Bounds { lower, .. } => lower,
    };
    best.raise(lower.div_ceil(Metric::Multi.longest(puzzle.size())));
    best.count(stats.expanded, stats.generated);
    best.offer(moves, stats.method);
}

/// Presses there must be by the distances of the tiles.
fn distance_bound(labelled: &Labelled) -> usize {
    let size = labelled.size;
    let longest = size.columns().max(size.rows()) - 1;
    if labelled.identical {
        return labelled.bound.div_ceil(longest);
    }
    let tiles = labelled.tiles.iter().map(|&label| usize::from(label)).enumerate();
    let tiles = tiles.filter(|&(_, label)| label != labelled.home);
    let (columns, rows) = tiles.fold((0, 0), |(columns, rows), (cell, label)| {
        (columns + size.column(cell).abs_diff(size.column(label)), rows + size.row(cell).abs_diff(size.row(label)))
    });
    let (along, across) = (columns.div_ceil(size.columns() - 1), rows.div_ceil(size.rows() - 1));
    if along == across { 2 * along } else { 2 * along.max(across) - 1 }
}

/// Finds the fewest presses, or raises the bound.
fn prove(labelled: &Labelled, over: &(dyn Fn() -> bool + Sync), best: &mut Best) {
    if labelled.identical || best.is_enough() {
        return;
    }
    let Some(mut fewest) = Fewest::new(labelled, over) else { return };
    let way = fewest.search(best.length(), TRY_TO_PROVE, over);
    best.count(0, fewest.generated);
    best.raise(fewest.threshold);
    if let Some(way) = way {
        best.offer(slides(&Geometry::new(labelled.size), &way), "depth-first, presses for steps");
    }
}

/// Pieces of growing length until none of up to `longest` presses can do with fewer.
fn shorten(labelled: &Labelled, longest: usize, limits: &Limits, best: &mut Best) {
    let mut length = 6;
    while length <= longest && !best.is_enough() && !limits.is_over() {
        let before = best.length();
        for third in 0..3 {
            let shorter = pass(labelled, best.slides(), length, third * length / 3, limits);
            best.offer(shorter, "pieces with fewer presses");
        }
        length += if best.length() < before { 0 } else { 2 };
    }
}

/// Solves all pieces of `length` presses again, side by side, the first one of `offset` presses.
fn pass(labelled: &Labelled, slides: &[Slide], length: usize, offset: usize, limits: &Limits) -> Vec<Slide> {
    let geometry = Geometry::new(labelled.size);
    let runs: Vec<&[Slide]> = Metric::Multi.steps(slides).collect();
    let (first, rest) = runs.split_at(offset.min(runs.len()));
    let mut walk = Walk::new(labelled);
    let mut pieces = Vec::new();
    for piece in std::iter::once(first).chain(rest.chunks(length)) {
        let from = (walk.tiles.clone(), walk.blank);
        piece.iter().copied().flatten().for_each(|&slide| walk.slide(slide));
        pieces.push((from, (walk.tiles.clone(), walk.blank), piece));
    }
    let solved = pieces.into_par_iter().map(|(from, to, piece)| {
        let again = if limits.is_over() { None } else { meet(&geometry, from, to, piece.len()) };
        again.unwrap_or_else(|| piece.concat())
    });
    solved.collect::<Vec<_>>().concat()
}

/// One of the two searches of a piece.
struct Side {
    tiles: Vec<u16>,
    /// For every position: where it comes from, the blank's cell, and whether the blank went along its row to get there.
    nodes: Vec<(u32, u16, Option<bool>)>,
    index: HashMap<u64, u32, BuildHasherDefault<Scattered>>,
    hashes: Vec<u64>,
    front: std::ops::Range<usize>,
}

/// Slides with fewer than `presses` presses from one board to another, each with its blank.
fn meet(geometry: &Geometry, from: (Vec<u16>, usize), to: (Vec<u16>, usize), presses: usize) -> Option<Vec<Slide>> {
    let mut sides = [Side::new(from.0, from.1), Side::new(to.0, to.1)];
    let cells = geometry.neighbours.len();
    for _ in 1..presses {
        let side = usize::from(sides[1].front.len() < sides[0].front.len());
        if (sides[0].nodes.len() + sides[1].nodes.len()) * cells > MOST_CONTENTS {
            return None;
        }
        let (one, other) = sides.split_at_mut(1);
        let (here, there) = if side == 0 { (&mut one[0], &other[0]) } else { (&mut other[0], &one[0]) };
        if let Some((mine, its)) = here.expand(geometry, there) {
            let (forth, back) = if side == 0 { (mine, its) } else { (its, mine) };
            let mut way = sides[0].way(forth);
            way.reverse();
            way.extend(sides[1].way(back).into_iter().skip(1));
            return Some(slides(geometry, &way));
        }
    }
    None
}

impl Side {
    fn new(tiles: Vec<u16>, blank: usize) -> Side {
        let hash = tiles.iter().enumerate().fold(0, |hash, (cell, &label)| hash ^ key(cell, label));
        let index = [(hash, 0)].into_iter().collect();
        Side { tiles, nodes: vec![(0, blank as u16, None)], index, hashes: vec![hash], front: 0..1 }
    }

    /// One press more from every position of the front; the pair of equal positions if the other side has one of them.
    fn expand(&mut self, geometry: &Geometry, there: &Side) -> Option<(u32, u32)> {
        let cells = geometry.neighbours.len();
        for parent in self.front.clone() {
            let (_, blank, along) = self.nodes[parent];
            for direction in 0..4 {
                let in_row = direction < 2;
                if along == Some(in_row) {
                    continue;
                }
                let mut tiles = self.tiles[parent * cells..][..cells].to_vec();
                let (mut blank, mut hash) = (usize::from(blank), self.hashes[parent]);
                while geometry.neighbours[blank][direction] != NOWHERE {
                    let cell = usize::from(geometry.neighbours[blank][direction]);
                    let (label, empty) = (tiles[cell], tiles[blank]);
                    hash ^= key(cell, label) ^ key(blank, empty) ^ key(cell, empty) ^ key(blank, label);
                    tiles.swap(cell, blank);
                    blank = cell;
                    if self.index.contains_key(&hash) {
                        continue;
                    }
                    let node = self.nodes.len() as u32;
                    self.index.insert(hash, node);
                    self.nodes.push((parent as u32, blank as u16, Some(in_row)));
                    self.hashes.push(hash);
                    self.tiles.extend_from_slice(&tiles);
                    if let Some(&other) = there.index.get(&hash) {
                        return Some((node, other));
                    }
                }
            }
        }
        self.front = self.front.end..self.nodes.len();
        None
    }

    /// The blank's cells from a position back to where this side began.
    fn way(&self, node: u32) -> Vec<usize> {
        let mut way = vec![usize::from(self.nodes[node as usize].1)];
        let mut node = node;
        while node != 0 {
            node = self.nodes[node as usize].0;
            way.push(usize::from(self.nodes[node as usize].1));
        }
        way
    }
}

/// The slides that lead the blank from cell to cell, each in the row or column of the one before.
fn slides(geometry: &Geometry, way: &[usize]) -> Vec<Slide> {
    let (columns, rows) = (&geometry.columns, &geometry.rows);
    let mut slides = Vec::new();
    for pair in way.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let slide = match () {
            () if columns[to] > columns[from] => Slide::Left,
            () if columns[to] < columns[from] => Slide::Right,
            () if rows[to] > rows[from] => Slide::Up,
            () => Slide::Down,
        };
        slides.extend(std::iter::repeat_n(slide, geometry.distance(from, to) as usize));
    }
    slides
}

#[cfg(test)]
mod tests {
    use super::super::testing::Random;
    use super::*;
    use crate::puzzle::Size;

    #[test]
    fn a_press_is_a_run_of_equal_slides() {
        assert_eq!(count(&[]), 0);
        assert_eq!(count(&[Slide::Left, Slide::Left, Slide::Up, Slide::Left]), 3);
    }

    /// On boards the wave can search whole, pieces never claim fewer presses than there must be, and distinct tiles prove them.
    #[test]
    fn pieces_stay_between_the_bounds() {
        let mut random = Random::new(11);
        for (columns, rows, kinds) in [(3, 3, 9), (2, 4, 9), (3, 3, 2)] {
            let puzzle = random.puzzle(Size::new(columns, rows).unwrap(), kinds);
            let least = by_wave(&puzzle, &Limits::NONE).unwrap();
            let found = search(&puzzle, &Limits::NONE);
            assert!(least.is_optimal());
            assert_eq!(count(least.slides()), least.length());
            assert_eq!(count(found.slides()), found.length());
            assert!(found.lower() <= least.length() && least.length() <= found.length());
            assert!(kinds < 9 || found.is_optimal());
            assert!(check(&puzzle, found.slides()) && check(&puzzle, least.slides()));
        }
    }
}
