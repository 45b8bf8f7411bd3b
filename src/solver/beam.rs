//! Beam search: breadth-first, but of every depth only the most promising positions.
//!
//! Positions are ranked by a [`Score`]; among equals a hash decides, which is as good as chance and the same on every
//! machine and with every number of threads. A set of all positions kept so far, not only of the last depth, keeps a beam
//! from walking in circles on large boards, where without it the beam fills with shuffled copies of what it had.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use rayon::prelude::*;

use crate::puzzle::{Size, Slide};

use super::geometry::{Geometry, NOWHERE};
use super::hash::{Scattered, key};

/// Ranks positions, and knows when the aim is reached.
pub(super) trait Score: Sync {
    /// What is remembered of a position to score its neighbours.
    type Memo: Copy + Send + Sync;

    /// The memo of a position, from nothing.
    fn begin(&self, tiles: &[u16]) -> Self::Memo;

    /// The score of a position, 0 when the aim is reached.
    fn score(&self, memo: &Self::Memo) -> u32;

    /// How far a position that reached the aim is from what comes after it.
    fn rest(&self, memo: &Self::Memo) -> u32;

    /// The memo after the tile in `from` moved into the blank in `to`. `tiles` is the position before.
    fn after(&self, memo: &Self::Memo, tiles: &[u16], from: usize, to: usize) -> Self::Memo;

    /// Whether the place of a tile makes a position another one.
    fn tells_apart(&self, label: u16) -> bool;

    /// Whether a tile may be moved out of a cell.
    fn may_move(&self, cell: usize) -> bool;
}

/// How wide a beam is, and when it gives up.
pub(super) struct Span<'a> {
    pub width: usize,
    /// The most moves of a solution worth having.
    pub depth: usize,
    pub over: &'a (dyn Fn() -> bool + Sync),
}

/// A beam that has come no nearer for so many moves will not find the way any more.
const PATIENCE: usize = 200;

/// Positions of one depth.
struct Front<M> {
    tiles: Vec<u16>,
    blanks: Vec<u16>,
    hashes: Vec<u64>,
    memos: Vec<M>,
}

/// A position that might be kept.
#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    score: u32,
    parent: u32,
    cell: u16,
}

/// The blank's cells from one position to where the aim of `score` is reached, or `None` if the beam gave up.
/// `expanded` counts the positions expanded.
pub(super) fn search<S: Score>(
    size: Size,
    tiles: &[u16],
    blank: usize,
    score: &S,
    span: &Span,
    expanded: &mut u64,
) -> Option<Vec<usize>> {
    let cells = size.cells();
    let home = tiles[blank];
    let geometry = Geometry::new(size);
    let start = tiles.iter().enumerate().filter(|&(_, &label)| label == home || score.tells_apart(label));
    let hash = start.fold(0, |hash, (cell, &label)| hash ^ key(cell, label));
    let memo = score.begin(tiles);
    if score.score(&memo) == 0 {
        return Some(Vec::new());
    }
    let mut front = Front { tiles: tiles.to_vec(), blanks: vec![blank as u16], hashes: vec![hash], memos: vec![memo] };
    let mut seen: HashSet<u64, BuildHasherDefault<Scattered>> = HashSet::from_iter([hash]);
    let mut trail: Vec<Vec<(u32, u16)>> = Vec::new();
    let (mut nearest, mut since) = (u32::MAX, 0);
    while trail.len() < span.depth && !front.blanks.is_empty() && since < PATIENCE && !(span.over)() {
        *expanded += front.blanks.len() as u64;
        let candidates = generate(&geometry, &front, score, home);
        let rest = |candidate: &Candidate| {
            let parent = candidate.parent as usize;
            let tiles = &front.tiles[parent * cells..][..cells];
            let (cell, blank) = (usize::from(candidate.cell), usize::from(front.blanks[parent]));
            (score.rest(&score.after(&front.memos[parent], tiles, cell, blank)), candidate.hash)
        };
        if let Some(reached) = candidates.iter().filter(|candidate| candidate.score == 0).min_by_key(|c| rest(c)) {
            return Some(way_back(&trail, reached.parent, usize::from(reached.cell)));
        }
        let kept = select(candidates, span.width, &mut seen);
        let best = kept.first().map_or(u32::MAX, |candidate| candidate.score);
        (nearest, since) = if best < nearest { (best, 0) } else { (nearest, since + 1) };
        trail.push(kept.iter().map(|candidate| (candidate.parent, candidate.cell)).collect());
        front = advance(cells, &front, score, &kept);
    }
    None
}

fn generate<S: Score>(geometry: &Geometry, front: &Front<S::Memo>, score: &S, home: u16) -> Vec<Candidate> {
    let cells = geometry.neighbours.len();
    let chunks: Vec<Vec<Candidate>> = (0..front.blanks.len().div_ceil(256))
        .into_par_iter()
        .map(|chunk| {
            let mut candidates = Vec::with_capacity(1024);
            for parent in chunk * 256..(chunk * 256 + 256).min(front.blanks.len()) {
                let tiles = &front.tiles[parent * cells..][..cells];
                let blank = usize::from(front.blanks[parent]);
                let neighbours = geometry.neighbours[blank].into_iter().filter(|&cell| cell != NOWHERE);
                for cell in neighbours.map(usize::from).filter(|&cell| score.may_move(cell)) {
                    let label = tiles[cell];
                    let mut hash = front.hashes[parent] ^ key(blank, home) ^ key(cell, home);
                    if score.tells_apart(label) {
                        hash ^= key(cell, label) ^ key(blank, label);
                    }
                    let memo = score.after(&front.memos[parent], tiles, cell, blank);
                    let score = score.score(&memo);
                    candidates.push(Candidate { hash, score, parent: parent as u32, cell: cell as u16 });
                }
            }
            candidates
        })
        .collect();
    chunks.concat()
}

/// The best `width` candidates that were not seen before.
fn select(
    candidates: Vec<Candidate>,
    width: usize,
    seen: &mut HashSet<u64, BuildHasherDefault<Scattered>>,
) -> Vec<Candidate> {
    /// More hashes are not remembered.
    const MOST_SEEN: usize = 12_000_000;
    if seen.len() > MOST_SEEN {
        seen.clear();
    }
    // Sorted by score, by counting: within a score that is kept whole the order is of no account.
    let worst = candidates.iter().map(|candidate| candidate.score).max().unwrap_or(0);
    let mut ends = vec![0usize; worst as usize + 2];
    candidates.iter().for_each(|candidate| ends[candidate.score as usize + 1] += 1);
    (1..ends.len()).for_each(|score| ends[score] += ends[score - 1]);
    let mut by_score = candidates.clone();
    for candidate in candidates {
        let place = &mut ends[candidate.score as usize];
        by_score[*place] = candidate;
        *place += 1;
    }
    let mut kept = Vec::with_capacity(width.min(by_score.len()));
    for equals in by_score.chunk_by_mut(|a, b| a.score == b.score) {
        if kept.len() == width {
            break;
        }
        if kept.len() + equals.len() > width {
            equals.sort_unstable_by_key(|candidate| (candidate.hash, candidate.parent));
        }
        for candidate in equals {
            if kept.len() < width && seen.insert(candidate.hash) {
                kept.push(*candidate);
            }
        }
    }
    kept
}

fn advance<S: Score>(cells: usize, front: &Front<S::Memo>, score: &S, kept: &[Candidate]) -> Front<S::Memo> {
    let mut tiles = vec![0; kept.len() * cells];
    let memos = tiles
        .par_chunks_mut(cells * 64)
        .zip(kept.par_chunks(64))
        .flat_map_iter(|(tiles, kept)| {
            let child = |(tiles, candidate): (&mut [u16], &Candidate)| {
                let parent = candidate.parent as usize;
                let (cell, blank) = (usize::from(candidate.cell), usize::from(front.blanks[parent]));
                tiles.copy_from_slice(&front.tiles[parent * cells..][..cells]);
                let memo = score.after(&front.memos[parent], tiles, cell, blank);
                tiles.swap(cell, blank);
                memo
            };
            tiles.chunks_mut(cells).zip(kept).map(child).collect::<Vec<_>>()
        })
        .collect();
    Front {
        tiles,
        blanks: kept.iter().map(|candidate| candidate.cell).collect(),
        hashes: kept.iter().map(|candidate| candidate.hash).collect(),
        memos,
    }
}

fn way_back(trail: &[Vec<(u32, u16)>], parent: u32, cell: usize) -> Vec<usize> {
    let mut way = vec![cell];
    let mut index = parent as usize;
    for depth in trail.iter().rev() {
        let (parent, cell) = depth[index];
        way.push(usize::from(cell));
        index = parent as usize;
    }
    way.reverse();
    way
}

/// The slides that lead the blank along `way`.
pub(super) fn slides(size: Size, mut blank: usize, way: &[usize]) -> Vec<Slide> {
    let mut slide = |&cell: &usize| super::labels::slide_between(size, cell, std::mem::replace(&mut blank, cell));
    way.iter().map(&mut slide).collect()
}
