//! Tiles named by the cells they belong to.
//!
//! Which numbers the tiles carry and in which order they stand when solved makes no difference to the moves. So every
//! tile is called by its goal cell, and so is the blank: the goal becomes the identity, whatever it was, and tables need
//! one form only. Identical tiles are given one goal cell each, such that the distances add up to the least (an exact
//! assignment for each number), and such that the goal can be reached: where parity disagrees, two identical tiles
//! exchange their goal cells.

use pathfinding::matrix::Matrix;
use pathfinding::prelude::kuhn_munkres_min;

use crate::puzzle::{Puzzle, Size, Slide};

/// A puzzle whose goal is the identity.
#[derive(Clone)]
pub(super) struct Labelled {
    /// The size of the board.
    pub size: Size,
    /// The goal cell of the blank, which is also its label.
    pub home: usize,
    /// For every cell the label in it.
    pub tiles: Vec<u16>,
    /// For every label its class: labels of identical tiles have the same.
    pub classes: Vec<u16>,
    /// Whether two labels share a class.
    pub identical: bool,
    /// The sum of the distances of all tiles from their goal cells, or less if some class was too large to assign
    /// exactly. No solution is shorter.
    pub bound: usize,
}

/// Larger classes are assigned by order, not exactly: the exact assignment costs the third power of their size.
const MOST_EXACT: usize = 200;

impl Labelled {
    pub fn new(puzzle: &Puzzle) -> Labelled {
        let (size, start, goal) = (puzzle.size(), puzzle.start(), puzzle.goal());
        let mut tiles = vec![0; size.cells()];
        let mut bound = 0;
        for (_, from, to) in groups(start.tiles(), goal.tiles()) {
            let (pairs, exact) = assign(size, &from, &to);
            for (from, to) in pairs {
                tiles[from] = to as u16;
                if exact && goal.tile(to) != 0 {
                    bound += size.distance(from, to);
                }
            }
        }
        let classes = goal.tiles().to_vec();
        let identical = goal.has_identical_tiles();
        let mut labelled = Labelled { size, home: goal.blank(), tiles, classes, identical, bound };
        if labelled.identical && !labelled.parity_agrees() {
            labelled.exchange_identical();
        }
        labelled
    }

    /// The way back: from the goal to the start, every tile called by the cell it is in at the start.
    pub fn inverse(&self) -> Labelled {
        let mut tiles = vec![0; self.tiles.len()];
        for (cell, &label) in self.tiles.iter().enumerate() {
            tiles[usize::from(label)] = cell as u16;
        }
        let classes = self.tiles.iter().map(|&label| self.classes[usize::from(label)]).collect();
        Labelled { home: self.blank(), tiles, classes, ..self.clone() }
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.tiles.iter().position(|&label| usize::from(label) == self.home).expect("one label is the blank's")
    }

    fn parity_agrees(&self) -> bool {
        let mut tiles = self.tiles.clone();
        let mut odd = false;
        for cell in 0..tiles.len() {
            while usize::from(tiles[cell]) != cell {
                let other = usize::from(tiles[cell]);
                tiles.swap(cell, other);
                odd = !odd;
            }
        }
        odd == (self.size.distance(self.blank(), self.home) % 2 == 1)
    }

    /// Exchanges the goal cells of the first two identical tiles that lie closest together.
    fn exchange_identical(&mut self) {
        let mut last: std::collections::HashMap<u16, usize> = std::collections::HashMap::new();
        let mut best = None;
        for cell in 0..self.tiles.len() {
            let class = self.classes[usize::from(self.tiles[cell])];
            if let Some(before) = last.insert(class, cell) {
                let near = self.size.distance(before, cell);
                if best.is_none_or(|(least, _, _)| near < least) {
                    best = Some((near, before, cell));
                }
            }
        }
        if let Some((_, a, b)) = best {
            self.tiles.swap(a, b);
        }
    }
}

/// For every number the cells it stands in at the start and in the goal, in ascending order.
fn groups(start: &[u16], goal: &[u16]) -> Vec<(u16, Vec<usize>, Vec<usize>)> {
    let sorted = |tiles: &[u16]| {
        let mut cells: Vec<usize> = (0..tiles.len()).collect();
        cells.sort_by_key(|&cell| (tiles[cell], cell));
        cells
    };
    let (from, to) = (sorted(start), sorted(goal));
    let mut groups: Vec<(u16, Vec<usize>, Vec<usize>)> = Vec::new();
    for (&from, &to) in from.iter().zip(&to) {
        match groups.last_mut() {
            Some((tile, froms, tos)) if *tile == start[from] => {
                froms.push(from);
                tos.push(to);
            }
            _ => groups.push((start[from], vec![from], vec![to])),
        }
    }
    groups
}

/// Pairs the cells of one number so that the distances add up to the least; and whether that is proven.
fn assign(size: Size, from: &[usize], to: &[usize]) -> (Vec<(usize, usize)>, bool) {
    if from.len() == 1 {
        return (vec![(from[0], to[0])], true);
    }
    if from.len() > MOST_EXACT {
        return (from.iter().copied().zip(to.iter().copied()).collect(), false);
    }
    let costs = from.iter().map(|&from| to.iter().map(|&to| size.distance(from, to) as i64).collect::<Vec<_>>());
    let costs = Matrix::from_rows(costs).expect("as many distances in every row");
    let (_, chosen) = kuhn_munkres_min(&costs);
    (from.iter().zip(chosen).map(|(&from, index)| (from, to[index])).collect(), true)
}

/// A board of labels on which moves are made and written down.
#[derive(Clone)]
pub(super) struct Walk {
    pub size: Size,
    /// For every cell the label in it.
    pub tiles: Vec<u16>,
    /// For every label the cell it is in.
    pub cells: Vec<u16>,
    pub blank: usize,
    pub slides: Vec<Slide>,
}

impl Walk {
    pub fn new(labelled: &Labelled) -> Walk {
        let mut cells = vec![0; labelled.tiles.len()];
        for (cell, &label) in labelled.tiles.iter().enumerate() {
            cells[usize::from(label)] = cell as u16;
        }
        Walk { size: labelled.size, tiles: labelled.tiles.clone(), cells, blank: labelled.blank(), slides: Vec::new() }
    }

    /// Moves the tile of `cell`, a neighbour of the blank, into the blank.
    pub fn press(&mut self, cell: usize) {
        self.slides.push(slide_between(self.size, cell, self.blank));
        let label = self.tiles[cell];
        self.cells.swap(usize::from(label), usize::from(self.tiles[self.blank]));
        self.tiles.swap(cell, self.blank);
        self.blank = cell;
    }

    /// Moves a tile this way into the blank, if there is one to move.
    pub fn slide(&mut self, slide: Slide) {
        if let Some(cell) = self.size.step(self.blank, slide.reverse()) {
            self.press(cell);
        }
    }
}

/// The slide that brings a tile from one cell to a neighbouring one.
pub(super) fn slide_between(size: Size, from: usize, to: usize) -> Slide {
    if from == to + 1 {
        Slide::Left
    } else if from + 1 == to {
        Slide::Right
    } else if from == to + size.columns() {
        Slide::Up
    } else {
        Slide::Down
    }
}
