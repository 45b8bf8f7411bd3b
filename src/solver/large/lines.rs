//! A solution of any board in next to no time: line by line from the outside.
//!
//! Rows and columns that do not hold the blank's home are completed one after the other, always across the longer side,
//! until 3x3 or less is left, for which a shortest solution is quickly found. In a line all tiles but the last two are led
//! home one by one. The last two are led into the end of the line, three cells along and three deep, and a search over the
//! places of the two and the blank settles them; of two tracked tiles among equal ones every arrangement in there can be
//! reached.
//!
//! A tile is led a step further by walking the blank around it, a bounded number of moves for each of at most 2N steps, so
//! that N x N boards take O(N^3) moves. It is the fallback that always answers; others improve on it.

use std::collections::VecDeque;

use crate::puzzle::{Size, Slide};

use super::super::labels::{Labelled, Walk};
use super::windows::shortest;

/// The part of the board that is not finished, as half-open ranges of columns and rows.
#[derive(Clone, Copy)]
struct Rest {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

/// A line at the edge of the rest, seen from its beginning: `cells[depth][index]`, the first depth being the line.
struct Line {
    cells: Vec<Vec<usize>>,
}

/// A solution, not a short one.
pub fn solve(labelled: &Labelled) -> Vec<Slide> {
    let size = labelled.size;
    let mut walk = Walk::new(labelled);
    let mut locked = vec![false; size.cells()];
    let mut rest = Rest { left: 0, right: size.columns(), top: 0, bottom: size.rows() };
    while let Some(line) = rest.take_line(size, labelled.home, 3) {
        line.complete(&mut walk, &mut locked);
    }
    finish(&mut walk, labelled.home);
    walk.slides
}

/// The lines to complete one after the other until neither side of what is left is longer than `side`.
pub(super) fn outer_lines(size: Size, home: usize, side: usize) -> Vec<Vec<usize>> {
    let mut rest = Rest { left: 0, right: size.columns(), top: 0, bottom: size.rows() };
    let lines = std::iter::from_fn(|| rest.take_line(size, home, side));
    lines.map(|mut line| line.cells.swap_remove(0)).collect()
}

impl Rest {
    /// Takes off one line of the longer side, or nothing when neither side is longer than `side`, three or more.
    fn take_line(&mut self, size: Size, home: usize, side: usize) -> Option<Line> {
        let (columns, rows) = (self.right - self.left, self.bottom - self.top);
        if columns <= side && rows <= side {
            return None;
        }
        let row = |row: usize, rest: &Rest| (rest.left..rest.right).map(|c| row * size.columns() + c).collect();
        let column =
            |column: usize, rest: &Rest| (rest.top..rest.bottom).map(|r| r * size.columns() + column).collect();
        let before = *self;
        let cells = if rows >= columns && size.row(home) != self.top {
            self.top += 1;
            (0..3).map(|depth| row(before.top + depth, &before)).collect()
        } else if rows >= columns {
            self.bottom -= 1;
            (0..3).map(|depth| row(self.bottom - depth, &before)).collect()
        } else if size.column(home) != self.left {
            self.left += 1;
            (0..3).map(|depth| column(before.left + depth, &before)).collect()
        } else {
            self.right -= 1;
            (0..3).map(|depth| column(self.right - depth, &before)).collect()
        };
        Some(Line { cells })
    }
}

impl Line {
    /// Brings every tile of the line home and locks its cells.
    fn complete(&self, walk: &mut Walk, locked: &mut [bool]) {
        let line = &self.cells[0];
        let (last, before) = (line[line.len() - 1], line[line.len() - 2]);
        for &cell in &line[..line.len() - 1] {
            lead(walk, cell as u16, cell, locked);
            locked[cell] = true;
        }
        if usize::from(walk.cells[last]) != last {
            self.settle_last_two(walk, before, last, locked);
        }
        locked[last] = true;
    }

    fn settle_last_two(&self, walk: &mut Walk, before: usize, last: usize, locked: &mut [bool]) {
        let count = self.cells[0].len();
        if walk.blank == last {
            walk.press(self.cells[1][count - 1]);
        }
        let from = count - count.min(3);
        let block: Vec<usize> = self.cells.iter().flat_map(|line| line[from..].iter().copied()).collect();
        if !block.contains(&usize::from(walk.cells[last])) {
            locked[last] = true;
            lead(walk, last as u16, self.cells[2][count - 1], locked);
            locked[last] = false;
        }
        locked[before] = false;
        let tracked = [walk.cells[before], walk.cells[last]].map(usize::from);
        let blocked = |cell: usize| locked[cell] || tracked.contains(&cell);
        if !block.contains(&walk.blank) {
            let way = way(walk.size, walk.blank, |cell| block.contains(&cell), blocked);
            way.into_iter().for_each(|cell| walk.press(cell));
        }
        let inside = |cell: usize| block.contains(&cell) && !locked[cell];
        let presses = settle(walk.size, [walk.blank, tracked[0], tracked[1]], [before, last], inside);
        presses.into_iter().for_each(|cell| walk.press(cell));
        locked[before] = true;
    }
}

/// Leads a tile to `target` without touching locked cells, each step the one for which the blank has the shorter way.
///
/// Some step brings it nearer: a locked cell lies in the line being completed, and all below that line is free.
fn lead(walk: &mut Walk, label: u16, target: usize, locked: &[bool]) {
    loop {
        let tile = usize::from(walk.cells[usize::from(label)]);
        let size = walk.size;
        let nearer = |&cell: &usize| !locked[cell] && size.distance(cell, target) < size.distance(tile, target);
        let blank_way = |step| way(size, walk.blank, |cell| cell == step, |cell| locked[cell] || cell == tile);
        let ways = size.neighbours(tile).filter(nearer).map(blank_way);
        let Some(around) = ways.min_by_key(Vec::len) else { return };
        around.into_iter().for_each(|cell| walk.press(cell));
        walk.press(tile);
    }
}

/// The cells of a shortest way from `from`, itself left out, to a cell that is an `end`, past the `blocked` ones.
fn way(size: Size, from: usize, end: impl Fn(usize) -> bool, blocked: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut came = vec![u16::MAX; size.cells()];
    came[from] = from as u16;
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if end(cell) {
            let mut way = Vec::new();
            let mut back = cell;
            while back != from {
                way.push(back);
                back = usize::from(came[back]);
            }
            way.reverse();
            return way;
        }
        for next in size.neighbours(cell) {
            if came[next] == u16::MAX && !blocked(next) {
                came[next] = cell as u16;
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

/// The presses that bring two tracked tiles to `targets`, by breadth-first search over the cells of the blank and both.
fn settle(size: Size, from: [usize; 3], targets: [usize; 2], inside: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut came = std::collections::HashMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        if state[1..] == targets {
            let mut presses = Vec::new();
            let mut back = state;
            while back != from {
                presses.push(back[0]);
                back = came[&back];
            }
            presses.reverse();
            return presses;
        }
        for next in size.neighbours(state[0]).filter(|&cell| inside(cell)) {
            let moved = |tile: usize| if tile == next { state[0] } else { tile };
            let after = [next, moved(state[1]), moved(state[2])];
            came.entry(after).or_insert_with(|| {
                queue.push_back(after);
                state
            });
        }
    }
    Vec::new()
}

/// Solves what is left, nine cells at most.
fn finish(walk: &mut Walk, home: usize) {
    for slide in shortest(walk.size, &walk.tiles, walk.blank, home) {
        if let Some(cell) = walk.size.step(walk.blank, slide.reverse()) {
            walk.press(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::testing::Random;

    #[test]
    fn every_board_is_solved_within_the_cubic_bound() {
        let mut random = Random::new(1);
        for (columns, rows) in
            [(2, 2), (2, 3), (3, 2), (2, 9), (9, 2), (4, 3), (4, 4), (5, 7), (30, 3), (20, 20), (64, 64)]
        {
            let size = Size::new(columns, rows).unwrap();
            for kinds in [1, 2, 3, size.cells()] {
                let puzzle = random.puzzle(size, kinds);
                let slides = solve(&Labelled::new(&puzzle));
                assert!(puzzle.play(&slides).is_ok(), "{} to {}", puzzle.start(), puzzle.goal());
                let side = columns.max(rows);
                assert!(slides.len() <= 8 * side * size.cells() / 3 + 40, "{size}: {} moves", slides.len());
            }
        }
    }
}
