//! Beam search: breadth-first, but of every depth only the most promising positions.
//!
//! Positions are ranked by a [`Score`]; among equals a hash decides, which is as good as chance and the same on every
//! machine. A set of all positions kept so far, not only of the last depth, keeps a beam from walking in circles on large
//! boards, where without it the beam fills with shuffled copies of what it had.
//!
//! The beam is in *parts*: the hash of a position says to which one it belongs, and each part keeps the best of its own.
//! As hashes are as good as chance, the parts together keep what one list would, but they need not wait for one another:
//! at every depth each part hands the successors of its positions over to where they belong, and then each part chooses.
//! How many parts there are depends on the width alone, so that the outcome is the same with every number of threads.
//!
//! What counts as one move is as in [`Metric`]: where presses count, a position has a successor for every cell of the lines
//! that the blank can go along, and none along the line it came.

use rayon::prelude::*;

use crate::puzzle::{Size, Slide};

use super::super::geometry::{Geometry, NOWHERE};
use super::super::hash::Products;
use super::super::labels::slide_between;
use super::super::wave::Metric;

/// Ranks positions, and knows when the aim is reached.
pub trait Score: Sync {
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

    /// The score of the memo that [`Score::after`] would give.
    fn glance(&self, memo: &Self::Memo, tiles: &[u16], from: usize, to: usize) -> u32 {
        self.score(&self.after(memo, tiles, from, to))
    }

    /// The least number of moves to the aim that a score allows.
    fn bound(&self, _score: u32) -> usize {
        0
    }

    /// Whether the place of a tile makes a position another one.
    fn tells_apart(&self, label: u16) -> bool;

    /// Whether a tile may be moved out of a cell.
    fn may_move(&self, cell: usize) -> bool;
}

/// How wide a beam is, and when it gives up.
pub(super) struct Span<'a> {
    pub width: usize,
    /// What counts as one move.
    pub metric: Metric,
    /// The most moves of a solution worth having.
    pub depth: usize,
    /// Whether to go on as a narrow beam, so as to get there before the time is up.
    pub hurry: &'a (dyn Fn() -> bool + Sync),
    pub over: &'a (dyn Fn() -> bool + Sync),
}

/// A beam that has come no nearer for so many moves will not find the way any more.
const PATIENCE: usize = 200;
/// The least positions of a part, and the most parts: their numbers have six bits.
const LEAST_PART: usize = 256;
const MOST_PARTS: usize = 64;
/// How wide a beam may be that hurries.
const HURRIED_WIDTH: usize = 2048;
/// So many positions are remembered at least, and so many depths.
const LEAST_SEEN: usize = 2_000_000;
const DEPTHS_SEEN: usize = 8;

/// Some positions of one depth.
struct Part<M> {
    tiles: Vec<u16>,
    blanks: Vec<u16>,
    hashes: Vec<u64>,
    memos: Vec<M>,
    steps: Vec<Step>,
}

/// Where a position comes from: the number of the part, the place in it, how many cells the blank went beyond the first, and
/// in which direction.
#[derive(Clone, Copy)]
struct Step(u32);

/// A position that might be kept.
#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    score: u32,
    step: Step,
}

/// A position that reached the aim: how far it is from what comes after, and its hash, to choose among several.
type Reached = (u32, u64, Step);

/// The positions of a part that were kept last: in every bucket those that fell into it, the latest first. A position is told
/// by 32 bits of its hash, and the bits that chose its part and bucket.
struct Seen {
    buckets: Vec<[u32; 8]>,
}

/// What stays the same from depth to depth.
struct Beam<'a, S> {
    geometry: Geometry,
    products: Products,
    score: &'a S,
    /// How many parts there are.
    count: usize,
    metric: Metric,
    /// How many cells the blank goes in one move at most.
    longest: usize,
}

impl Step {
    fn new(part: usize, index: usize, beyond: usize, direction: usize) -> Step {
        Step((part << 26 | index << 8 | beyond << 2 | direction) as u32)
    }

    fn part(self) -> usize {
        self.0 as usize >> 26
    }

    fn index(self) -> usize {
        self.0 as usize >> 8 & ((1 << 18) - 1)
    }

    /// How many cells the blank went.
    fn reach(self) -> usize {
        (self.0 as usize >> 2 & 63) + 1
    }

    fn direction(self) -> usize {
        self.0 as usize & 3
    }
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
    let memo = score.begin(tiles);
    if score.score(&memo) == 0 {
        return Some(Vec::new());
    }
    let home = tiles[blank];
    let count = (span.width / LEAST_PART + 1).next_power_of_two().min(MOST_PARTS);
    let products = Products::new(size.cells(), |label| label == home || score.tells_apart(label));
    let (metric, longest) = (span.metric, span.metric.longest(size));
    let beam = Beam { geometry: Geometry::new(size), products, score, count, metric, longest };
    let mut quota = span.width.div_ceil(count);
    let hash = beam.products.hash(tiles);
    let mut parts: Vec<Part<S::Memo>> = (0..count).map(|_| Part::new()).collect();
    let first = &mut parts[beam.part(hash)];
    (first.tiles, first.blanks, first.hashes, first.memos) =
        (tiles.to_vec(), vec![blank as u16], vec![hash], vec![memo]);
    let mut seen: Vec<Seen> = (0..count).map(|_| Seen::new(quota, count)).collect();
    seen[beam.part(hash)].insert(hash);
    let mut next: Vec<Part<S::Memo>> = (0..count).map(|_| Part::new()).collect();
    let mut handed: Vec<Vec<Vec<Candidate>>> = vec![vec![Vec::new(); count]; count];
    let mut trail: Vec<Vec<Vec<Step>>> = Vec::new();
    let (mut nearest, mut since) = (u32::MAX, 0);
    while trail.len() < span.depth && since < PATIENCE && !(span.over)() {
        *expanded += parts.iter().map(|part| part.blanks.len() as u64).sum::<u64>();
        let left = span.depth - trail.len() - 1;
        let expanding = parts.par_iter().zip(&mut handed).enumerate();
        let reached = expanding.filter_map(|(number, (part, handed))| beam.expand(number, part, left, handed));
        if let Some((_, _, step)) = reached.min_by_key(|&(rest, hash, _)| (rest, hash)) {
            trail.push(parts.into_iter().map(|part| part.steps).collect());
            return Some(beam.way(&trail, step, blank));
        }
        if (span.hurry)() {
            quota = quota.min(HURRIED_WIDTH / count);
        }
        let choosing = next.par_iter_mut().zip(&mut seen).zip(handed_to(&handed));
        let best = choosing.filter_map(|((part, seen), handed)| beam.choose(&parts, &handed, quota, seen, part)).min();
        std::mem::swap(&mut parts, &mut next);
        trail.push(next.iter_mut().map(|part| std::mem::take(&mut part.steps)).collect());
        let best = best?;
        (nearest, since) = if best < nearest { (best, 0) } else { (nearest, since + 1) };
    }
    None
}

impl<S: Score> Beam<'_, S> {
    /// The part a position belongs to.
    fn part(&self, hash: u64) -> usize {
        (hash >> 32) as usize % self.count
    }

    /// Hands the successors of a part's positions over to where they belong, those left out that cannot reach the aim in
    /// `left` more moves; the best of them that have reached it.
    fn expand(
        &self,
        number: usize,
        part: &Part<S::Memo>,
        left: usize,
        handed: &mut [Vec<Candidate>],
    ) -> Option<Reached> {
        let cells = self.geometry.neighbours.len();
        handed.iter_mut().for_each(Vec::clear);
        let mut reached: Option<Reached> = None;
        let mut passed = vec![0; cells];
        for (index, start) in part.tiles.chunks_exact(cells).enumerate() {
            let last = part.steps.get(index).map(|step| step.direction());
            for direction in (0..4).filter(|&direction| !self.is_wasted(last, direction)) {
                let (mut blank, mut memo, mut hash) =
                    (usize::from(part.blanks[index]), part.memos[index], part.hashes[index]);
                for beyond in 0..self.longest {
                    let tiles = if beyond == 0 { start } else { &passed };
                    let cell = usize::from(self.geometry.neighbours[blank][direction]);
                    if cell == usize::from(NOWHERE) || !self.score.may_move(cell) {
                        break;
                    }
                    let score = match self.metric {
                        Metric::Single => self.score.glance(&memo, tiles, cell, blank),
                        Metric::Multi => {
                            memo = self.score.after(&memo, tiles, cell, blank);
                            self.score.score(&memo)
                        }
                    };
                    hash = self.products.after(hash, tiles, cell, blank);
                    let step = Step::new(number, index, beyond, direction);
                    if score == 0 {
                        let rest = match self.metric {
                            Metric::Single => self.score.rest(&self.score.after(&memo, tiles, cell, blank)),
                            Metric::Multi => self.score.rest(&memo),
                        };
                        let better = reached.is_none_or(|(least, first, _)| (rest, hash) < (least, first));
                        reached = if better { Some((rest, hash, step)) } else { reached };
                    }
                    if self.score.bound(score) <= left * self.longest {
                        handed[self.part(hash)].push(Candidate { hash, score, step });
                    }
                    if beyond + 1 < self.longest {
                        if beyond == 0 {
                            passed.copy_from_slice(start);
                        }
                        passed.swap(cell, blank);
                        blank = cell;
                    }
                }
            }
        }
        reached
    }

    /// Whether a move after one in the direction `last` leads nowhere that fewer moves do not.
    fn is_wasted(&self, last: Option<usize>, direction: usize) -> bool {
        last.is_some_and(|last| match self.metric {
            Metric::Single => direction == last ^ 1,
            Metric::Multi => direction / 2 == last / 2,
        })
    }

    /// Fills a part with the best that were handed over to it and not seen before; the best score.
    fn choose(
        &self,
        parts: &[Part<S::Memo>],
        handed: &[&[Candidate]],
        quota: usize,
        seen: &mut Seen,
        part: &mut Part<S::Memo>,
    ) -> Option<u32> {
        let mut candidates = by_score(&handed.concat());
        let mut kept = Vec::with_capacity(quota);
        for equals in candidates.chunk_by_mut(|a, b| a.score == b.score) {
            let room = quota - kept.len();
            if equals.len() > room {
                equals.sort_unstable_by_key(|candidate| (candidate.hash, candidate.step.0));
            }
            for candidate in equals {
                if kept.len() < quota && seen.insert(candidate.hash) {
                    kept.push(*candidate);
                }
            }
            if kept.len() == quota {
                break;
            }
        }
        part.fill(&self.geometry, self.score, parts, &kept);
        kept.first().map(|candidate| candidate.score)
    }

    /// The blank's cells from its first one along the steps that end with `last`.
    fn way(&self, trail: &[Vec<Vec<Step>>], last: Step, mut blank: usize) -> Vec<usize> {
        let mut step = last;
        let mut steps = vec![last];
        for parts in trail.iter().rev() {
            let Some(&before) = parts[step.part()].get(step.index()) else { break };
            steps.push(before);
            step = before;
        }
        let mut go = |direction| {
            blank = usize::from(self.geometry.neighbours[blank][direction]);
            blank
        };
        let directions = |step: Step| std::iter::repeat_n(step.direction(), step.reach());
        steps.into_iter().rev().flat_map(directions).map(&mut go).collect()
    }
}

impl<M: Copy> Part<M> {
    fn new() -> Part<M> {
        Part { tiles: Vec::new(), blanks: Vec::new(), hashes: Vec::new(), memos: Vec::new(), steps: Vec::new() }
    }

    /// Fills it with what the steps of candidates make of their parents: first copies, whose places are known and whose
    /// loads overlap, then the changes.
    fn fill<S: Score<Memo = M>>(&mut self, geometry: &Geometry, score: &S, parents: &[Part<M>], kept: &[Candidate]) {
        let cells = geometry.neighbours.len();
        let parent = |candidate: &Candidate| (&parents[candidate.step.part()], candidate.step.index());
        self.tiles.clear();
        self.memos.clear();
        self.blanks.clear();
        for (part, index) in kept.iter().map(parent) {
            self.tiles.extend_from_slice(&part.tiles[index * cells..][..cells]);
        }
        self.memos.extend(kept.iter().map(parent).map(|(part, index)| part.memos[index]));
        self.blanks.extend(kept.iter().map(parent).map(|(part, index)| part.blanks[index]));
        let moved = self.tiles.chunks_exact_mut(cells).zip(&mut self.memos).zip(&mut self.blanks);
        for (((tiles, memo), blank), candidate) in moved.zip(kept) {
            for _ in 0..candidate.step.reach() {
                let (cell, to) =
                    (geometry.neighbours[usize::from(*blank)][candidate.step.direction()], usize::from(*blank));
                *memo = score.after(memo, tiles, usize::from(cell), to);
                tiles.swap(usize::from(cell), to);
                *blank = cell;
            }
        }
        self.hashes.clear();
        self.hashes.extend(kept.iter().map(|candidate| candidate.hash));
        self.steps = kept.iter().map(|candidate| candidate.step).collect();
    }
}

impl Seen {
    fn new(quota: usize, count: usize) -> Seen {
        let positions = (DEPTHS_SEEN * quota).max(LEAST_SEEN / count);
        Seen { buckets: vec![[0; 8]; positions.next_power_of_two() / 8] }
    }

    /// Whether a position is a new one; it is known from now on.
    fn insert(&mut self, hash: u64) -> bool {
        let place = hash as usize & (self.buckets.len() - 1);
        let bucket = &mut self.buckets[place];
        let mark = (hash >> 32) as u32;
        let fresh = !bucket.contains(&mark);
        if fresh {
            bucket.rotate_right(1);
            bucket[0] = mark;
        }
        fresh
    }
}

/// For every part the candidates handed over to it.
fn handed_to(handed: &[Vec<Vec<Candidate>>]) -> Vec<Vec<&[Candidate]>> {
    let to = |part: usize| handed.iter().map(|handed| &handed[part][..]).collect();
    (0..handed.len()).map(to).collect()
}

/// Sorts by counting.
fn by_score(candidates: &[Candidate]) -> Vec<Candidate> {
    let best = candidates.iter().map(|candidate| candidate.score).min().unwrap_or(0);
    let worst = candidates.iter().map(|candidate| candidate.score).max().unwrap_or(0);
    let mut ends = vec![0usize; (worst - best) as usize + 2];
    candidates.iter().for_each(|candidate| ends[(candidate.score - best) as usize + 1] += 1);
    (1..ends.len()).for_each(|score| ends[score] += ends[score - 1]);
    let mut sorted = candidates.to_vec();
    for candidate in candidates {
        let place = &mut ends[(candidate.score - best) as usize];
        sorted[*place] = *candidate;
        *place += 1;
    }
    sorted
}

/// The slides that lead the blank along `way`.
pub(super) fn slides(size: Size, mut blank: usize, way: &[usize]) -> Vec<Slide> {
    let mut slide = |&cell: &usize| slide_between(size, cell, std::mem::replace(&mut blank, cell));
    way.iter().map(&mut slide).collect()
}
