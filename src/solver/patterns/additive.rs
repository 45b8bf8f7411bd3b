//! Sums of pattern databases, and several such sums at once.
//!
//! A *view* parts all tiles among patterns; the sum of their values is a lower bound, and so is the largest sum of several
//! views. Patterns that are images of each other under the symmetries of the board share one table: the table of a pattern
//! looked at through a symmetry is the table of its image. So a second view by reflection costs no memory, and even
//! within one view two patterns may share a table.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use crate::puzzle::Size;

use super::super::labels::Labelled;
use super::filling::fill;
use super::slabs::{bits, home_region};
use super::{IMPOSSIBLE, Pattern, symmetry};

/// The most patterns of a view.
pub const MOST_GROUPS: usize = 16;

/// Some sums of pattern databases over all tiles of a board.
pub struct Additive {
    /// All tables, one behind the other.
    pub values: Vec<AtomicU8>,
    pub views: Vec<View>,
    /// Where the table of every pattern begins.
    tables: BTreeMap<Pattern, usize>,
    cells: usize,
}

/// One sum.
pub struct View {
    /// For every label its pattern; the blank's label is in none.
    pub groups: Vec<u8>,
    /// What a label adds to its pattern's index in a cell, at `label * cells + cell`.
    pub weights: Vec<u32>,
    /// Where each pattern's table begins.
    pub bases: Vec<u32>,
}

/// The patterns of every view, as goal cells.
pub type Partition = Vec<Vec<usize>>;

impl Additive {
    /// How many bytes the tables for `partitions` take.
    pub fn bytes(labelled: &Labelled, partitions: &[Partition]) -> usize {
        let symmetries = symmetry::of(labelled.size);
        let patterns = partitions.iter().flatten().map(|labels| canonical(labels, labelled, &symmetries).0);
        let lengths = patterns.collect::<BTreeSet<_>>();
        lengths.iter().map(|pattern| pattern.table_len(labelled.size)).fold(0, usize::saturating_add)
    }

    /// Builds the tables for `partitions` of all labels but the blank's, except those that are among the `known` ones of the
    /// same board. `None` if `stop` said so.
    pub fn new(
        labelled: &Labelled,
        partitions: &[Partition],
        known: Option<&Additive>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Additive> {
        let size = labelled.size;
        let symmetries = symmetry::of(size);
        let mut tables = known.map_or_else(BTreeMap::new, |known| known.tables.clone());
        let mut values: Vec<AtomicU8> = known.map_or_else(Vec::new, |known| {
            known.values.par_iter().map(|value| AtomicU8::new(value.load(Ordering::Relaxed))).collect()
        });
        let (old, mut length) = (values.len(), values.len());
        let mut views = Vec::new();
        for partition in partitions {
            let mut view =
                View { groups: vec![0; size.cells()], weights: vec![0; size.cells().pow(2)], bases: Vec::new() };
            for (group, labels) in partition.iter().enumerate() {
                let (pattern, image) = canonical(labels, labelled, &symmetries);
                let base = *tables.entry(pattern.clone()).or_insert_with(|| {
                    length += pattern.table_len(size);
                    length - pattern.table_len(size)
                });
                view.add(size, group, labels, &pattern, image);
                view.bases.push(u32::try_from(base).ok()?);
            }
            views.push(view);
        }
        values.resize_with(length, || AtomicU8::new(IMPOSSIBLE));
        let filled = tables
            .par_iter()
            .filter(|&(_, &base)| base >= old)
            .all(|(pattern, &base)| fill(pattern, size, &values[base..][..pattern.table_len(size)], stop));
        filled.then(|| Additive { values, views, tables, cells: size.cells() })
    }

    /// The index of each pattern of a view when `tiles` says which label is in which cell.
    pub fn indices(&self, view: usize, tiles: &[u8], home: usize) -> [u32; MOST_GROUPS] {
        let view = &self.views[view];
        let mut indices = [0; MOST_GROUPS];
        indices[..view.bases.len()].copy_from_slice(&view.bases);
        for (cell, &label) in tiles[..self.cells].iter().enumerate() {
            let label = usize::from(label);
            if label != home {
                indices[usize::from(view.groups[label])] += view.weights[label * self.cells + cell];
            }
        }
        indices
    }

    /// The value at an index.
    pub fn value(&self, index: u32) -> u8 {
        self.values[index as usize].load(Ordering::Relaxed)
    }

    /// The largest sum of any view.
    pub fn estimate(&self, tiles: &[u8], home: usize) -> usize {
        let sum = |view: usize| {
            let indices = self.indices(view, tiles, home);
            indices[..self.views[view].bases.len()].iter().map(|&index| usize::from(self.value(index))).sum()
        };
        (0..self.views.len()).map(sum).max().unwrap_or(0)
    }
}

impl View {
    fn add(&mut self, size: Size, group: usize, labels: &[usize], pattern: &Pattern, image: &[u8]) {
        for &label in labels {
            self.groups[label] = group as u8;
            let tile = pattern.cells.iter().position(|&cell| cell == image[label]).unwrap_or(0);
            let weights = &mut self.weights[label * size.cells()..][..size.cells()];
            for (weight, &cell) in weights.iter_mut().zip(image) {
                *weight = pattern.weight(size, tile, usize::from(cell)) as u32;
            }
        }
    }
}

/// The first of all images of a pattern, and the symmetry that leads to it.
fn canonical<'s>(labels: &[usize], labelled: &Labelled, symmetries: &'s [Vec<u8>]) -> (Pattern, &'s [u8]) {
    let classes = &labelled.classes;
    let region = home_region(labelled.size, labels, labelled.home);
    let image = |symmetry: &'s Vec<u8>| {
        let mut cells: Vec<(u8, u16)> = labels.iter().map(|&label| (symmetry[label], classes[label])).collect();
        cells.sort_unstable();
        let mut order: Vec<u16> = Vec::new();
        let mut numbers = Vec::new();
        for &(_, class) in &cells {
            let number = order.iter().position(|&seen| seen == class).unwrap_or_else(|| {
                order.push(class);
                order.len() - 1
            });
            numbers.push(number as u8);
        }
        let cells = cells.into_iter().map(|(cell, _)| cell).collect();
        let region = bits(region).fold(0, |set, cell| set | 1 << symmetry[cell]);
        (Pattern { cells, classes: numbers, region }, &symmetry[..])
    };
    let images = symmetries.iter().map(image);
    images.min_by(|a, b| a.0.cmp(&b.0)).expect("the identity is a symmetry")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solver::geometry::Geometry;
    use crate::solver::large::beam::Score;
    use crate::solver::large::scores::Distances;
    use crate::solver::optimal::partition::{Grade, partitions};
    use crate::solver::testing::{Random, walk};

    /// Positions of some 3x3 and 2x4 puzzles, distinct and identical tiles, against true distances. Sums of tables are not
    /// consistent, for the least over the blank's regions may jump; conflicts must agree with themselves step by step.
    #[test]
    fn heuristics_never_exceed_the_distance() {
        let mut random = Random::new(5);
        for (columns, rows, kinds) in [(3, 3, 9), (3, 3, 3), (4, 2, 9), (2, 4, 2)] {
            let size = Size::new(columns, rows).unwrap();
            let puzzle = random.puzzle(size, kinds);
            let labelled = Labelled::new(&puzzle);
            let tables = Additive::new(&labelled, &partitions(&labelled, Grade::Fives), None, &|| false).unwrap();
            let conflicts = conflicts(&labelled);
            let goal: Vec<u16> = (0..size.cells() as u16).collect();
            let limit = if kinds == 9 && columns == 3 { 60_000 } else { usize::MAX };
            for (tiles, distance) in walk(size, &goal, labelled.home, limit) {
                let bytes: Vec<u8> = tiles.iter().map(|&label| label as u8).collect();
                let estimate = tables.estimate(&bytes, labelled.home);
                assert!(estimate <= distance, "{tiles:?}: {estimate} above {distance}");
                assert!(distance > 0 || estimate == 0);
                if !labelled.identical {
                    assert!(conflicts.score(&conflicts.begin(&tiles)) as usize <= distance + 1, "{tiles:?}");
                }
                let blank = tiles.iter().position(|&label| usize::from(label) == labelled.home).unwrap();
                for cell in size.neighbours(blank) {
                    let memo = conflicts.begin(&tiles);
                    let mut after = tiles.clone();
                    after.swap(cell, blank);
                    let stepped = conflicts.after(&memo, &tiles, cell, blank);
                    assert_eq!(conflicts.score(&stepped), conflicts.score(&conflicts.begin(&after)));
                }
            }
        }
    }

    fn conflicts(labelled: &Labelled) -> Distances {
        let mut weights = vec![1; labelled.size.cells()];
        weights[labelled.home] = 0;
        let aim = weights.iter().map(|&weight| weight > 0).collect();
        let locked = vec![false; weights.len()];
        Distances { geometry: Geometry::new(labelled.size), weights, aim, locked, conflicts: true, is_bound: true }
    }

    /// The slow twin of the slabs: one pattern's values by walking over its tiles and the blank, its moves alone counted.
    #[test]
    fn values_agree_with_a_plain_search() {
        let cases = [(3, 3, vec![0, 1, 3]), (3, 3, vec![5, 7]), (3, 3, vec![4, 5, 6, 7]), (6, 6, vec![0, 34])];
        for (columns, rows, group) in cases {
            let size = Size::new(columns, rows).unwrap();
            let cells = size.cells();
            let goal = crate::puzzle::Board::new(size, (1..cells as u16).chain([0]).collect()).unwrap();
            let labelled = Labelled::new(&Puzzle::new(goal.clone(), goal).unwrap());
            let tables = Additive::new(&labelled, &[vec![group.clone()]], None, &|| false).unwrap();
            let view = &tables.views[0];
            for (places, value) in plain(size, &group, labelled.home) {
                let weights = group.iter().zip(&places).map(|(&label, &cell)| view.weights[label * cells + cell]);
                let index = view.bases[0] + weights.sum::<u32>();
                assert_eq!(usize::from(tables.value(index)), value, "{group:?} in {places:?}");
            }
        }
    }

    /// A board that a walk leads to is no farther than the walk is long.
    #[test]
    fn sums_on_larger_boards_never_exceed_a_walk() {
        let mut random = Random::new(17);
        for (order, grade) in [(0, Grade::Fives), (15, Grade::Sixes), (5, Grade::Sixes)] {
            let size = Size::new(4, 4).unwrap();
            let mut goal: Vec<u16> = (1..16).collect();
            goal.insert(order, 0);
            let goal = crate::puzzle::Board::new(size, goal).unwrap();
            let labelled = Labelled::new(&Puzzle::new(goal.clone(), goal.clone()).unwrap());
            let tables = Additive::new(&labelled, &partitions(&labelled, grade), None, &|| false).unwrap();
            for _ in 0..20 {
                let (mut tiles, mut blank) = ((0..16).collect::<Vec<u8>>(), order);
                for steps in 1..60 {
                    let cells: Vec<usize> = size.neighbours(blank).collect();
                    let cell = cells[random.below(cells.len())];
                    tiles.swap(cell, blank);
                    blank = cell;
                    assert!(tables.estimate(&tiles, order) <= steps, "{tiles:?} after {steps} moves");
                }
            }
        }
    }

    /// Tables known from another home of the blank give the same sums.
    #[test]
    fn known_tables_serve_another_goal() {
        let board = |home: usize| {
            let mut goal: Vec<u16> = (1..16).collect();
            goal.insert(home, 0);
            let goal = crate::puzzle::Board::new(Size::new(4, 4).unwrap(), goal).unwrap();
            Labelled::new(&Puzzle::new(goal.clone(), goal).unwrap())
        };
        let known = Additive::new(&board(0), &partitions(&board(0), Grade::Fives), None, &|| false).unwrap();
        let labelled = board(6);
        let partitions = partitions(&labelled, Grade::Fives);
        let fresh = Additive::new(&labelled, &partitions, None, &|| false).unwrap();
        let added = Additive::new(&labelled, &partitions, Some(&known), &|| false).unwrap();
        assert!(added.values.len() < known.values.len() + fresh.values.len());
        for (tiles, _) in walk(labelled.size, &(0..16).collect::<Vec<u16>>(), 6, 500) {
            let bytes: Vec<u8> = tiles.iter().map(|&label| label as u8).collect();
            assert_eq!(added.estimate(&bytes, 6), fresh.estimate(&bytes, 6));
        }
    }

    /// The least moves of the tiles of `group`, by their cells.
    fn plain(size: Size, group: &[usize], home: usize) -> BTreeMap<Vec<usize>, usize> {
        let mut seen = BTreeMap::from([((group.to_vec(), home), 0)]);
        let mut queue = std::collections::VecDeque::from([(group.to_vec(), home)]);
        while let Some((cells, blank)) = queue.pop_front() {
            let value = seen[&(cells.clone(), blank)];
            for next in size.neighbours(blank) {
                let moved: Vec<usize> = cells.iter().map(|&cell| if cell == next { blank } else { cell }).collect();
                let cost = usize::from(moved != cells);
                let state = (moved, next);
                if seen.get(&state).is_none_or(|&known| value + cost < known) {
                    seen.insert(state.clone(), value + cost);
                    if cost == 0 { queue.push_front(state) } else { queue.push_back(state) }
                }
            }
        }
        let mut least = BTreeMap::new();
        for ((cells, _), value) in seen {
            let known = least.entry(cells).or_insert(value);
            *known = value.min(*known);
        }
        least
    }
}
