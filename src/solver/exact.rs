//! A shortest solution with its proof, for boards whose tables and searches are affordable.
//!
//! Small tables are built first, for most positions need no better ones; when the search grows beyond what larger tables
//! cost, it goes on with those, under the same threshold and without the roots that are done.

use super::additive::Additive;
use super::automaton::Automaton;
use super::best::Best;
use super::ida::{Ida, Outcome, Stop};
use super::labels::Labelled;
use super::partition::partitions;
use super::pattern::{MOST_CELLS, MOST_TILES};
use super::{Limits, Progress};

/// More bytes are never spent on the tables of one board.
const MOST_BYTES: usize = 700 << 20;

/// How many times more positions the next threshold takes, at least.
const GROWTH: u64 = 4;
/// By how much the best solution known may be longer than the shortest when a search begins.
const SLACK: usize = 6;

/// A search by IDA* that goes on where it was left.
pub(super) struct Exact<'a> {
    labelled: &'a Labelled,
    limits: &'a Limits<'a>,
    ida: Option<Ida>,
    /// The tables in use, and the most tiles of their patterns.
    tables: Option<(usize, Additive)>,
}

impl<'a> Exact<'a> {
    /// `None` if the board is too large; a solution that turns up at once is offered.
    pub fn new(labelled: &'a Labelled, limits: &'a Limits<'a>, best: &mut Best) -> Option<Exact<'a>> {
        if labelled.size.cells() > MOST_CELLS {
            return None;
        }
        let ida = match Ida::new(labelled, Automaton::new()) {
            Ok(ida) => Some(ida),
            Err(slides) => {
                best.raise(slides.len());
                best.offer(slides, "breadth-first");
                None
            }
        };
        Some(Exact { labelled, limits, ida, tables: None })
    }

    /// Makes tables of patterns of up to `tiles` tiles the ones in use. `false` if they take too much memory or time.
    pub fn build(&mut self, tiles: usize) -> bool {
        if self.tables.as_ref().is_some_and(|(built, _)| *built >= tiles) {
            return true;
        }
        let partitions = partitions(self.labelled, tiles);
        if Additive::bytes(self.labelled, &partitions) > MOST_BYTES {
            return false;
        }
        (self.limits.progress)(Progress::Tables);
        self.tables = None;
        let tables = Additive::new(self.labelled, &partitions, &|| self.limits.is_over());
        (self.limits.progress)(Progress::Search);
        self.tables = tables.map(|tables| (tiles, tables));
        self.tables.is_some()
    }

    /// The tables in use.
    pub fn tables(&self) -> Option<&Additive> {
        self.tables.as_ref().map(|(_, tables)| tables)
    }

    /// Searches on until solved, stopped by `over`, or about so many positions are generated. It gives up at once when
    /// what is left between the bounds would take more.
    pub fn search(&mut self, generated: u64, over: &(dyn Fn() -> bool + Sync), best: &mut Best) {
        let (Some(ida), Some((tiles, tables))) = (&mut self.ida, &self.tables) else { return };
        let before = (ida.expanded, ida.generated);
        let most = self.limits.max_moves.unwrap_or(usize::MAX).min(best.length().saturating_sub(1));
        let mut raise = |lower, cost: u64| {
            best.raise(lower);
            let steps = (best.length().saturating_sub(lower + SLACK) / 2).min(20) as u32;
            cost.saturating_mul(GROWTH.saturating_pow(steps)) <= generated
        };
        let outcome = ida.search(tables, Stop { over, generated, threshold: most, raise: &mut raise });
        best.count(ida.expanded - before.0, ida.generated - before.1);
        match outcome {
            Outcome::Solved(slides) => {
                best.raise(slides.len());
                best.offer(slides, method(*tiles));
            }
            Outcome::Exhausted => best.raise(ida.threshold),
            Outcome::Stopped => (),
        }
    }
}

fn method(tiles: usize) -> &'static str {
    match tiles {
        MOST_TILES => "IDA*, pattern databases of 6 tiles",
        5 => "IDA*, pattern databases of 5 tiles",
        _ => "IDA*, pattern databases",
    }
}
