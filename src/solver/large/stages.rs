//! Large boards in stages: the outermost line comes home by one beam, then the next line, until what is left is small.
//!
//! The score counts the tiles of the stage several times and the others once, so that these drift the right way meanwhile;
//! without the linear conflicts of all, which it counts too, narrow beams find ways a twenty-fifth longer. Of positions
//! that differ in other tiles only, the one that scores best is kept. A stage is about a whole line: with fewer tiles the
//! beam has nothing to choose from, and gets no better however wide it is; all tiles at once lead it astray on boards of
//! more than seven by seven. Of the positions at the end of a stage the one nearest to the goal is taken.
//!
//! What is left is a board of its own, small enough for pattern databases, which guide the last beam.

use crate::puzzle::{Size, Slide};

use super::super::geometry::Geometry;
use super::super::labels::{Labelled, Walk};
use super::super::optimal::partition::Grade;
use super::super::patterns::additive::Additive;
use super::super::wave::Metric;
use super::super::{Limits, optimal};
use super::beam::Span;
use super::lines::outer_lines;
use super::scores::Distances;
use super::{beam, guided};

/// How much the tiles of a stage count against the others.
const STAGE_WEIGHT: u32 = 2;
/// Tiles brought home in a stage, at most.
const STAGE_TILES: usize = 8;
/// What is left of both sides when the stages end.
const REST: usize = 6;

/// How one board is taken apart.
pub(super) struct Stages<'a> {
    labelled: &'a Labelled,
    metric: Metric,
    stages: Vec<Vec<usize>>,
    /// The cells of the last stage, ascending: a rectangle.
    rest: Vec<usize>,
    /// Tables for the rest as a board of its own.
    tables: Option<Additive>,
}

impl<'a> Stages<'a> {
    pub fn new(labelled: &'a Labelled, metric: Metric) -> Stages<'a> {
        let lines = outer_lines(labelled.size, labelled.home, REST);
        let rest =
            (0..labelled.size.cells()).filter(|cell| !lines.iter().flatten().any(|other| other == cell)).collect();
        let stages = lines.iter().flat_map(|line| pieces(line)).map(<[usize]>::to_vec).collect();
        Stages { labelled, metric, stages, rest, tables: None }
    }

    /// Builds tables for the last stage.
    pub fn prepare(&mut self, limits: &Limits) {
        if self.tables.is_none() {
            let goal: Vec<u16> = (0..self.labelled.size.cells() as u16).collect();
            let inner = self.inner(&goal);
            self.tables = optimal::build(&inner, Grade::Fives, None, limits)
                .and_then(|(_, tables)| std::sync::Arc::into_inner(tables));
        }
    }

    /// A solution by beams of one width; `None` if one of them gave up.
    pub fn solve(&self, width: usize, over: &(dyn Fn() -> bool + Sync), expanded: &mut u64) -> Option<Vec<Slide>> {
        let (size, metric) = (self.labelled.size, self.metric);
        let mut walk = Walk::new(self.labelled);
        let mut locked = vec![false; size.cells()];
        for stage in &self.stages {
            let score = self.score(&locked, Some(stage));
            let span = Span { width, metric, depth: 8 * size.cells(), hurry: &|| false, over };
            let way = beam::search(size, &walk.tiles, walk.blank, &score, &span, expanded)?;
            way.into_iter().for_each(|cell| walk.press(cell));
            stage.iter().for_each(|&cell| locked[cell] = true);
        }
        let span = Span { width, metric, depth: 16 * size.cells(), hurry: &|| false, over };
        let way = match &self.tables {
            Some(tables) => {
                let inner = self.inner(&walk.tiles);
                let way = guided::way(&inner, tables, &span, expanded)?;
                way.into_iter().map(|cell| self.rest[cell]).collect()
            }
            None => beam::search(size, &walk.tiles, walk.blank, &self.score(&locked, None), &span, expanded)?,
        };
        way.into_iter().for_each(|cell| walk.press(cell));
        Some(walk.slides)
    }

    /// The score for one stage, or for the rest.
    fn score(&self, locked: &[bool], stage: Option<&[usize]>) -> Distances {
        let mut weights: Vec<u32> = locked.iter().map(|&locked| u32::from(!locked)).collect();
        weights[self.labelled.home] = 0;
        let mut aim: Vec<bool> = weights.iter().map(|&weight| weight > 0).collect();
        if let Some(stage) = stage {
            aim.fill(false);
            stage.iter().for_each(|&cell| (weights[cell], aim[cell]) = (STAGE_WEIGHT, true));
        }
        let geometry = Geometry::new(self.labelled.size);
        Distances { geometry, weights, aim, locked: locked.to_vec(), conflicts: true, is_bound: stage.is_none() }
    }

    /// What is in the cells of the rest, as a board of its own, when all other tiles are home.
    fn inner(&self, tiles: &[u16]) -> Labelled {
        let size = self.labelled.size;
        let (first, last) = (self.rest[0], self.rest[self.rest.len() - 1]);
        let columns = size.column(last) - size.column(first) + 1;
        let place = |cell: usize| self.rest.binary_search(&cell).unwrap_or(0);
        let classes: Vec<u16> = self.rest.iter().map(|&label| self.labelled.classes[label]).collect();
        let mut sorted = classes.clone();
        sorted.sort_unstable();
        Labelled {
            size: Size::new(columns, self.rest.len() / columns).unwrap_or(size),
            home: place(self.labelled.home),
            tiles: self.rest.iter().map(|&cell| place(usize::from(tiles[cell])) as u16).collect(),
            identical: sorted.windows(2).any(|pair| pair[0] == pair[1]),
            classes,
            bound: 0,
        }
    }
}

/// A line in pieces, none of which leaves a single tile for the end.
fn pieces(line: &[usize]) -> Vec<&[usize]> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while rest.len() > STAGE_TILES + 1 {
        let (piece, after) = rest.split_at(STAGE_TILES.min(rest.len() - 2));
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::testing::Random;

    #[test]
    fn every_stage_leaves_a_board_that_can_be_solved() {
        let mut random = Random::new(4);
        for (columns, rows, kinds) in [(8, 7, 56), (12, 3, 36), (8, 8, 4)] {
            let puzzle = random.puzzle(Size::new(columns, rows).unwrap(), kinds);
            let labelled = Labelled::new(&puzzle);
            let mut stages = Stages::new(&labelled, Metric::Single);
            let without = stages.solve(500, &|| false, &mut 0).unwrap();
            puzzle.play(&without).unwrap();
            if columns.min(rows) < 6 {
                stages.prepare(&Limits::NONE);
                assert!(stages.tables.is_some());
                puzzle.play(&stages.solve(500, &|| false, &mut 0).unwrap()).unwrap();
            }
        }
    }
}
