//! The shortest solution so far and the largest lower bound so far, closing in on each other.

use crate::puzzle::{Puzzle, Slide};

use super::{Limits, Progress, Proof, Solution, SolveError, Stats};

/// What is known about one puzzle while it is being solved.
pub(super) struct Best<'a> {
    puzzle: &'a Puzzle,
    limits: &'a Limits<'a>,
    slides: Vec<Slide>,
    lower: usize,
    stats: Stats,
}

impl<'a> Best<'a> {
    /// Begins with a solution that may be long, and a bound that may be low.
    pub fn new(
        puzzle: &'a Puzzle,
        limits: &'a Limits<'a>,
        lower: usize,
        slides: Vec<Slide>,
        method: &'static str,
    ) -> Self {
        let mut best = Best { puzzle, limits, slides, lower: 0, stats: Stats { method, ..Stats::default() } };
        (limits.progress)(Progress::Found(best.slides.len()));
        best.raise(lower);
        best
    }

    /// The length of the shortest solution known.
    pub fn length(&self) -> usize {
        self.slides.len()
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
        let better = slides.len() < self.slides.len() || (slides.len() == self.slides.len() && self.is_optimal());
        if better && check(self.puzzle, &slides) {
            if slides.len() < self.slides.len() {
                (self.limits.progress)(Progress::Found(slides.len()));
            }
            self.slides = slides;
            self.stats.method = method;
        }
    }

    /// Takes a proven lower bound if it is larger, rounded up to the parity that all solutions share.
    pub fn raise(&mut self, lower: usize) {
        let lower = lower + (lower + self.slides.len()) % 2;
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
        self.lower >= self.slides.len()
    }

    /// Whether nothing more is asked for: it is proven the shortest, or short enough, or none can be short enough.
    pub fn is_enough(&self) -> bool {
        self.is_optimal() || self.limits.max_moves.is_some_and(|most| self.slides.len() <= most || self.lower > most)
    }

    /// Hands over what is known, short enough or not.
    pub fn solution(self) -> Solution {
        let (lower, length) = (self.lower, self.slides.len());
        let proof = if self.is_optimal() { Proof::Optimal } else { Proof::Bounds { lower, length } };
        Solution { moves: self.slides, proof, stats: self.stats }
    }

    /// Hands over.
    pub fn finish(self) -> Result<Solution, SolveError> {
        let (lower, length) = (self.lower, self.slides.len());
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
