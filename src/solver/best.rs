//! The shortest solution so far and the largest lower bound so far, closing in on each other.

use crate::puzzle::{Puzzle, Slide};

use super::wave::Metric;
use super::{Limits, Progress, Proof, Solution, SolveError, Stats};

/// What is known about one puzzle while it is being solved.
pub(super) struct Best<'a> {
    puzzle: &'a Puzzle,
    limits: &'a Limits<'a>,
    metric: Metric,
    slides: Vec<Slide>,
    length: usize,
    lower: usize,
    stats: Stats,
}

impl<'a> Best<'a> {
    /// Begins with a solution that may be long, and a bound that may be low.
    pub fn new(
        puzzle: &'a Puzzle,
        limits: &'a Limits<'a>,
        metric: Metric,
        lower: usize,
        slides: Vec<Slide>,
        method: &'static str,
    ) -> Self {
        let (length, stats) = (metric.count(&slides), Stats { method, ..Stats::default() });
        let mut best = Best { puzzle, limits, metric, slides, length, lower: 0, stats };
        (limits.progress)(Progress::Found(length));
        best.raise(lower);
        best
    }

    /// What lengths and bounds count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The length of the shortest solution known.
    pub fn length(&self) -> usize {
        self.length
    }

    /// No solution is shorter than this.
    pub fn lower(&self) -> usize {
        self.lower
    }

    /// The shortest solution known.
    pub fn slides(&self) -> &[Slide] {
        &self.slides
    }

    /// Whether only the first, long solution is known.
    pub fn is_rough(&self) -> bool {
        self.stats.method == "lines"
    }

    /// Takes a solution if it is shorter, or as short and now proven the shortest, and if it really is one.
    pub fn offer(&mut self, slides: Vec<Slide>, method: &'static str) {
        let length = self.metric.count(&slides);
        let better = length < self.length || (length == self.length && self.is_optimal());
        if better && check(self.puzzle, &slides) {
            if length < self.length {
                (self.limits.progress)(Progress::Found(length));
            }
            self.slides = slides;
            self.length = length;
            self.stats.method = method;
        }
    }

    /// Takes a proven lower bound if it is larger, rounded up to the parity that all solutions share where slides count.
    pub fn raise(&mut self, lower: usize) {
        let lower = match self.metric {
            Metric::Single => lower + (lower + self.length) % 2,
            Metric::Multi => lower,
        };
        if lower > self.lower {
            self.lower = lower;
            (self.limits.progress)(Progress::LowerBound(lower));
        }
    }

    /// Adds to what the search took.
    pub fn count(&mut self, expanded: u64, generated: u64) {
        self.stats.expanded += expanded;
        self.stats.generated += generated;
    }

    /// Whether no solution is shorter.
    pub fn is_optimal(&self) -> bool {
        self.lower >= self.length
    }

    /// Whether nothing more is asked for: it is proven the shortest, or short enough, or none can be short enough.
    pub fn is_enough(&self) -> bool {
        self.is_optimal() || self.limits.max_moves.is_some_and(|most| self.length <= most || self.lower > most)
    }

    /// Hands over what is known, short enough or not.
    pub fn solution(self) -> Solution {
        let (lower, length) = (self.lower, self.length);
        let proof = if self.is_optimal() { Proof::Optimal } else { Proof::Bounds { lower, length } };
        Solution { moves: self.slides, proof, stats: self.stats }
    }

    /// Hands over.
    pub fn finish(self) -> Result<Solution, SolveError> {
        let (lower, length) = (self.lower, self.length);
        match self.limits.max_moves {
            Some(max_moves) if lower > max_moves => Err(SolveError::None { max_moves, lower }),
            Some(max_moves) if length > max_moves => Err(SolveError::Time { max_moves, lower, shortest: length }),
            _ => Ok(self.solution()),
        }
    }
}

/// Whether `slides` lead from the start to the goal. Nothing is handed over without this.
pub(super) fn check(puzzle: &Puzzle, slides: &[Slide]) -> bool {
    puzzle.play(slides).is_ok()
}
