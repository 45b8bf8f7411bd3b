//! A shortest solution with its proof, for boards whose tables and searches are affordable.
//!
//! Small tables are built first, for most positions need no better ones; when the search grows beyond what larger tables
//! cost, it goes on with those, under the same threshold and without the roots that are done.

pub mod automaton;
mod descent;
pub mod ida;
pub mod partition;
mod roots;

use std::sync::Arc;

use super::best::Best;
use super::labels::Labelled;
use super::patterns::additive::Additive;
use super::{Limits, Progress, patterns};
use crate::puzzle::Size;
use ida::{Ida, MOST_CELLS, Outcome, Stop};
use partition::{Grade, partitions};

/// More bytes are never spent on the tables of one board.
const MOST_BYTES: usize = 700 << 20;

/// Boards of up to so many cells are searched until the shortest solution is proven.
pub(super) const PROVEN_CELLS: usize = 16;
/// How many times more positions the next threshold takes, at least.
const GROWTH: u64 = 5;
/// By how much the best solution known may be longer than the shortest when a search begins.
const SLACK: usize = 6;

/// A search by IDA* that goes on where it was left.
pub(super) struct Exact<'a> {
    labelled: &'a Labelled,
    limits: &'a Limits<'a>,
    ida: Option<Ida<'a>>,
    tables: Option<Tables>,
    /// Tables that were built before, for the same goal.
    kept: Option<&'a Tables>,
}

/// Tables, and how good they are.
pub(super) type Tables = (Grade, Arc<Additive>);

/// Builds the tables of a grade, some of which may be `known` from another goal. `None` if there are none, they take too much
/// memory or `limits` end it.
pub(super) fn build(labelled: &Labelled, grade: Grade, known: Option<&Additive>, limits: &Limits) -> Option<Tables> {
    let partitions = partitions(labelled, grade);
    if partitions.is_empty() || Additive::bytes(labelled, &partitions) > MOST_BYTES {
        return None;
    }
    (limits.progress)(Progress::Tables);
    let tables = Additive::new(labelled, &partitions, known, &|| limits.is_over());
    (limits.progress)(Progress::Search);
    tables.map(|tables| (grade, Arc::new(tables)))
}

/// Whether tables that guide beams are affordable for boards of a size.
pub(super) fn has_guides(size: Size) -> bool {
    size.cells() <= patterns::MOST_CELLS
}

/// Tables that guide beams, for boards they are affordable for.
pub(super) fn guides(labelled: &Labelled, limits: &Limits) -> Option<Tables> {
    has_guides(labelled.size).then(|| build(labelled, Grade::Fives, None, limits)).flatten()
}

impl<'a> Exact<'a> {
    /// `None` if the board is too large; a solution that turns up at once is offered.
    pub fn new(
        labelled: &'a Labelled,
        limits: &'a Limits<'a>,
        kept: Option<&'a Tables>,
        best: &mut Best,
    ) -> Option<Exact<'a>> {
        if labelled.size.cells() > MOST_CELLS {
            return None;
        }
        let ida = match Ida::new(labelled) {
            Ok(ida) => Some(ida),
            Err(slides) => {
                best.raise(slides.len());
                best.offer(slides, "breadth-first");
                None
            }
        };
        Some(Exact { labelled, limits, ida, tables: None, kept })
    }

    /// Makes the tables of a grade the ones in use; without them, those in use remain. Whether there are any now.
    pub fn build(&mut self, grade: Grade) -> bool {
        if self.tables.as_ref().is_none_or(|(built, _)| *built < grade) {
            let kept = self.kept.filter(|(kept, _)| *kept >= grade).cloned();
            let better = kept.or_else(|| build(self.labelled, grade, None, self.limits));
            self.tables = better.or(self.tables.take());
        }
        self.tables.is_some()
    }

    /// The tables in use.
    pub fn tables(&self) -> Option<&Additive> {
        self.tables.as_ref().map(|(_, tables)| tables.as_ref())
    }

    /// Searches on until solved, stopped by `over`, or about so many positions are generated; it gives up before a threshold
    /// that would take more, and on large boards when all between the bounds would.
    pub fn search(&mut self, generated: u64, over: &(dyn Fn() -> bool + Sync), best: &mut Best) {
        let (Some(ida), Some((grade, tables))) = (&mut self.ida, &self.tables) else { return };
        let before = (ida.expanded, ida.generated);
        // A solution that is known need not be found again, except where the answer must be the same however it came about.
        let provable = self.labelled.size.cells() <= PROVEN_CELLS;
        let known = best.length().saturating_sub(usize::from(!provable));
        let most = self.limits.max_moves.unwrap_or(usize::MAX).min(known);
        let mut raise = |lower, cost: u64| {
            best.raise(lower);
            let ahead = (best.length().saturating_sub(lower + SLACK) / 2).min(20) as u32;
            let steps = match provable {
                false => ahead,
                true if best.is_rough() => 1,
                true => ahead + 1,
            };
            cost.saturating_mul(GROWTH.saturating_pow(steps)) <= generated
        };
        let outcome = ida.search(tables, Stop { over, generated, threshold: most, raise: &mut raise });
        best.count(ida.expanded - before.0, ida.generated - before.1);
        match outcome {
            Outcome::Solved(slides) => {
                best.raise(slides.len());
                best.offer(slides, method(*grade));
            }
            Outcome::Exhausted => best.raise(ida.threshold),
            Outcome::Stopped => (),
        }
    }
}

fn method(grade: Grade) -> &'static str {
    match grade {
        Grade::Fives => "IDA*, pattern databases of 5 tiles",
        Grade::Sixes => "IDA*, pattern databases of 6 tiles",
        Grade::Sevens => "IDA*, pattern databases of 7 tiles",
    }
}

#[cfg(test)]
mod tests {
    use super::super::large::lines;
    use super::super::testing::Random;
    use super::super::wave::{Metric, Wave};
    use super::*;
    use crate::puzzle::{Puzzle, Size, Slide};

    fn rough<'a>(puzzle: &'a Puzzle, labelled: &Labelled) -> Best<'a> {
        Best::new(puzzle, &Limits::NONE, Metric::Single, labelled.bound, lines::solve(labelled), "lines")
    }

    /// Boards that [`super::super::solve`] leaves to the wave, so that both can be compared.
    #[test]
    fn the_search_agrees_with_the_wave() {
        let mut random = Random::new(3);
        for (columns, rows) in [(3, 3), (4, 2), (2, 4), (3, 3), (5, 2)] {
            let size = Size::new(columns, rows).unwrap();
            for kinds in [2, 3, 4, 9] {
                let puzzle = random.puzzle(size, kinds);
                let labelled = Labelled::new(&puzzle);
                let mut wave = Wave::new(puzzle.start(), Metric::Single, u64::MAX).unwrap();
                let distance = wave.run_to(puzzle.goal(), &mut || false).unwrap();
                for grade in [Grade::Fives, Grade::Sixes] {
                    let mut best = rough(&puzzle, &labelled);
                    if let Some(mut exact) = Exact::new(&labelled, &Limits::NONE, None, &mut best) {
                        assert!(exact.build(grade));
                        exact.search(u64::MAX, &|| false, &mut best);
                    }
                    assert!(best.is_optimal());
                    assert_eq!(best.length(), distance, "{} to {}", puzzle.start(), puzzle.goal());
                }
            }
        }
    }

    /// The slow twin of the search: breadth-first, in the order of the blank's directions, remembering every board.
    #[test]
    fn the_answer_is_the_first_of_the_shortest() {
        let mut random = Random::new(8);
        for (columns, rows, kinds) in [(3, 3, 9), (3, 3, 3), (4, 2, 9), (3, 2, 2), (2, 5, 3)] {
            let puzzle = random.puzzle(Size::new(columns, rows).unwrap(), kinds);
            let mut ways = std::collections::HashMap::from([(puzzle.start().clone(), Vec::new())]);
            let mut queue = std::collections::VecDeque::from([puzzle.start().clone()]);
            while !ways.contains_key(puzzle.goal()) {
                let board = queue.pop_front().unwrap();
                for slide in Slide::ALL.map(Slide::reverse) {
                    let mut next = board.clone();
                    if next.slide(slide).is_some() && !ways.contains_key(&next) {
                        ways.insert(next.clone(), [&ways[&board][..], &[slide]].concat());
                        queue.push_back(next);
                    }
                }
            }
            let labelled = Labelled::new(&puzzle);
            for grade in [Grade::Fives, Grade::Sixes] {
                let mut best = rough(&puzzle, &labelled);
                if let Some(mut exact) = Exact::new(&labelled, &Limits::NONE, None, &mut best) {
                    assert!(exact.build(grade));
                    exact.search(u64::MAX, &|| false, &mut best);
                }
                assert_eq!(best.slides(), ways[puzzle.goal()], "{} to {}", puzzle.start(), puzzle.goal());
            }
        }
    }
}
