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

use super::labels::Labelled;
use super::pattern::{IMPOSSIBLE, Pattern, bits, home_region};
use super::symmetry;

/// The most patterns of a view.
pub(super) const MOST_GROUPS: usize = 8;

/// Some sums of pattern databases over all tiles of a board.
pub(super) struct Additive {
    /// All tables, one behind the other.
    pub values: Vec<AtomicU8>,
    pub views: Vec<View>,
    cells: usize,
}

/// One sum.
pub(super) struct View {
    /// For every label its pattern; the blank's label is in none.
    pub groups: Vec<u8>,
    /// What a label adds to its pattern's index in a cell, at `label * cells + cell`.
    pub weights: Vec<u32>,
    /// Where each pattern's table begins.
    pub bases: Vec<u32>,
}

/// The patterns of every view, as goal cells.
pub(super) type Partition = Vec<Vec<usize>>;

impl Additive {
    /// How many bytes the tables for `partitions` take.
    pub fn bytes(labelled: &Labelled, partitions: &[Partition]) -> usize {
        let symmetries = symmetry::of(labelled.size);
        let patterns = partitions.iter().flatten().map(|labels| canonical(labels, labelled, &symmetries).0);
        patterns.collect::<BTreeSet<_>>().iter().map(|pattern| pattern.table_len(labelled.size)).sum()
    }

    /// Builds the tables for `partitions` of all labels but the blank's. `None` if `stop` said so.
    pub fn new(labelled: &Labelled, partitions: &[Partition], stop: &(dyn Fn() -> bool + Sync)) -> Option<Additive> {
        let size = labelled.size;
        let symmetries = symmetry::of(size);
        let mut tables: BTreeMap<Pattern, usize> = BTreeMap::new();
        let mut length = 0;
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
        let values: Vec<AtomicU8> = (0..length).map(|_| AtomicU8::new(IMPOSSIBLE)).collect();
        let filled = tables
            .par_iter()
            .all(|(pattern, &base)| pattern.fill(size, &values[base..][..pattern.table_len(size)], stop));
        filled.then(|| Additive { values, views, cells: size.cells() })
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
