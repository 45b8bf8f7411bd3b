//! Where a depth-first search begins: all positions at one depth, each once.

use std::collections::HashSet;

use crate::puzzle::Slide;

use super::super::labels::Labelled;

/// Cells of the arrays of a search: a power of two, so that indices need no check.
pub(super) const WIDE: usize = 32;
/// Stands for a neighbour beyond the edge.
pub(super) const BEYOND: u8 = u8::MAX;

/// For every cell the one on each side of it, or [`BEYOND`].
pub(super) type Neighbours = [[u8; 4]; WIDE];

/// One position from which to search.
pub(super) struct Root {
    pub tiles: [u8; WIDE],
    pub blank: usize,
    /// The directions of the blank that lead here.
    pub way: Vec<u8>,
}

/// The neighbours of the cells of a board of at most [`WIDE`] cells.
pub(super) fn neighbours(labelled: &Labelled) -> Neighbours {
    let size = labelled.size;
    let mut neighbours = [[BEYOND; 4]; WIDE];
    for (cell, next) in neighbours.iter_mut().enumerate().take(size.cells()) {
        *next = Slide::ALL.map(|way| size.step(cell, way).map_or(BEYOND, |cell| cell as u8));
    }
    neighbours
}

/// The positions at the first depth that has at least `count`, in the order of the breadth-first search; or the solution if
/// it is as near. The way to each is the first, by directions, of the shortest.
pub(super) fn roots(labelled: &Labelled, neighbours: &Neighbours, count: usize) -> Result<Vec<Root>, Vec<Slide>> {
    let class =
        |tiles: &[u8; WIDE]| tiles.map(|label| labelled.classes.get(usize::from(label)).map_or(0, |&class| class));
    let mut tiles = [0; WIDE];
    let mut goal = [0; WIDE];
    for cell in 0..labelled.size.cells() {
        tiles[cell] = labelled.tiles[cell] as u8;
        goal[cell] = cell as u8;
    }
    let goal = class(&goal);
    let mut seen = HashSet::from([class(&tiles)]);
    let mut front = vec![Root { tiles, blank: labelled.blank(), way: Vec::new() }];
    while front.len() < count && !front.is_empty() {
        let mut next = Vec::with_capacity(2 * front.len());
        for root in &front {
            for (direction, &cell) in neighbours[root.blank].iter().enumerate() {
                if cell == BEYOND {
                    continue;
                }
                let mut tiles = root.tiles;
                tiles.swap(root.blank, usize::from(cell));
                let board = class(&tiles);
                if seen.insert(board) {
                    let mut way = root.way.clone();
                    way.push(direction as u8);
                    if board == goal {
                        return Err(slides(way));
                    }
                    next.push(Root { tiles, blank: usize::from(cell), way });
                }
            }
        }
        front = next;
    }
    Ok(front)
}

/// The slides for a way of the blank.
pub(super) fn slides(way: impl IntoIterator<Item = u8>) -> Vec<Slide> {
    way.into_iter().map(|direction| Slide::ALL[usize::from(direction)].reverse()).collect()
}
