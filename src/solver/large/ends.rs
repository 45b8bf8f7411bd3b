//! Beams over a whole board from both of its ends, guided by pattern databases.
//!
//! The way back from the goal to the start is as long as the way there, but a beam is led astray elsewhere on it: at which
//! end it begins often matters more than a width four times as large. Which end is better shows in narrow beams already. So
//! both begin, and as widths grow the one goes on that had the shorter way; the other comes last, if there is time.

use std::borrow::Cow;

use super::super::best::Best;
use super::super::labels::Labelled;
use super::super::optimal::partition::Grade;
use super::super::patterns::additive::Additive;
use super::super::{Limits, optimal};
use super::beam::Span;
use super::polish::shorten;
use super::{beam, guided};
use crate::puzzle::Slide;

/// The part of the time after which no beam ends, as far as can be foreseen; one that is not ready then hurries.
const UNTIL: f64 = 0.93;
/// How many times wider the next beam is, unless little time would be left after it, and at least.
const GROWTH: f64 = 4.0;
const LEAST_GROWTH: f64 = 1.5;

/// Where beams begin.
struct End<'a> {
    labelled: Cow<'a, Labelled>,
    tables: &'a Additive,
    /// Whether it is the goal.
    back: bool,
    /// The width of the last beam from here and the length of its way.
    width: usize,
    length: usize,
}

/// One beam from the start.
pub fn once(labelled: &Labelled, tables: &Additive, width: usize, limits: &Limits, best: &mut Best) {
    let mut end = End { labelled: Cow::Borrowed(labelled), tables, back: false, width: 0, length: 0 };
    end.beam(labelled, width, limits, best);
}

/// Beams of growing width until a wider one would take too long.
pub(super) fn beams(labelled: &Labelled, tables: &Additive, widths: Widths, limits: &Limits, best: &mut Best) {
    let back = labelled.inverse();
    let tables_back = optimal::build(&back, Grade::Fives, Some(tables), limits);
    let mut ends = vec![End { labelled: Cow::Borrowed(labelled), tables, back: false, width: 0, length: 0 }];
    if let Some((_, tables)) = &tables_back {
        ends.push(End { labelled: Cow::Owned(back), tables, back: true, width: 0, length: 0 });
    }
    let mut width = widths.first;
    while !best.is_enough() && !limits.is_over() {
        let began = (limits.used)();
        let least = ends.iter().map(|end| end.length).min();
        let chosen = ends.iter_mut().filter(|end| Some(end.length) == least);
        chosen.for_each(|end| end.beam(labelled, width, limits, best));
        let now = (limits.used)();
        let left = if now > began { (UNTIL - now) / (now - began) } else { f64::INFINITY };
        if width == widths.last && left >= 1.0 {
            let others = ends.iter_mut().filter(|end| end.width < width);
            others.for_each(|end| end.beam(labelled, width, limits, best));
        }
        if left < LEAST_GROWTH || width == widths.last {
            break;
        }
        let growth = if left < GROWTH * (1.0 + LEAST_GROWTH) { left } else { GROWTH };
        width = ((width as f64 * growth) as usize).min(widths.last);
    }
}

impl End<'_> {
    /// Offers the way that a beam from here finds. `forth` is the way from the start, whichever end this is.
    fn beam(&mut self, forth: &Labelled, width: usize, limits: &Limits, best: &mut Best) {
        let span = Span {
            width,
            metric: best.metric(),
            depth: best.length(),
            hurry: &|| (limits.used)() > UNTIL,
            over: &|| limits.is_over(),
        };
        let (before, mut expanded) = ((limits.used)(), 0);
        self.width = width;
        let way = guided::way(&self.labelled, self.tables, &span, &mut expanded);
        best.count(expanded, 2 * expanded);
        let Some(way) = way else {
            self.length = usize::MAX;
            return;
        };
        let mut slides = beam::slides(forth.size, self.labelled.blank(), &way);
        self.length = best.metric().count(&slides);
        if self.back {
            turn(&mut slides);
        }
        best.offer(slides.clone(), "beam");
        let after = (limits.used)();
        shorten(forth, limits, slides, &|| limits.is_over() || (limits.used)() > after + after - before, best);
    }
}

/// The widths of the first beam and of the last.
pub(super) struct Widths {
    pub first: usize,
    pub last: usize,
}

impl Widths {
    /// Widths that take about as long on every board. The last beam takes most memory where tables guide it and its whole
    /// way is one stage.
    pub fn of(labelled: &Labelled, guided: bool) -> Widths {
        let cells = labelled.size.cells();
        let last = if guided { MOST_GUIDED / cells } else { MOST_STAGED / cells };
        Widths { first: (4_000_000 / cells.pow(2)).clamp(20, 1_000), last: last.max(1_000) }
    }
}

/// The most cells of all positions of one depth.
const MOST_GUIDED: usize = 18_000_000;
const MOST_STAGED: usize = 8_000_000;

/// Turns the way between two boards into the way back.
pub(super) fn turn(slides: &mut [Slide]) {
    slides.reverse();
    slides.iter_mut().for_each(|slide| *slide = slide.reverse());
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;
    use crate::puzzle::{Puzzle, Size};
    use crate::solver::testing::Random;
    use crate::solver::wave::Metric;

    /// What one beam from either end makes of a puzzle, and the length it had itself.
    fn beam(puzzle: &Puzzle, back: bool, width: usize, limits: &Limits) -> (Vec<Slide>, usize) {
        let labelled = Labelled::new(puzzle);
        let from = if back { labelled.inverse() } else { labelled.clone() };
        let (_, tables) = optimal::build(&from, Grade::Fives, None, &Limits::NONE).unwrap();
        let mut end = End { labelled: Cow::Borrowed(&from), tables: &tables, back, width: 0, length: 0 };
        let mut best = Best::new(puzzle, limits, Metric::Single, 0, lines::solve(&labelled), "lines");
        end.beam(&labelled, width, limits, &mut best);
        (best.slides().to_vec(), end.length)
    }

    #[test]
    fn beams_from_both_ends_are_solutions_whether_in_a_hurry_or_not() {
        let mut random = Random::new(23);
        for (columns, rows, kinds) in [(4, 4, 16), (4, 4, 5), (5, 3, 15)] {
            let puzzle = random.puzzle(Size::new(columns, rows).unwrap(), kinds);
            for back in [false, true] {
                for used in [0.0, 0.99] {
                    let (slides, length) = beam(&puzzle, back, 3_000, &Limits { used: &|| used, ..Limits::NONE });
                    puzzle.play(&slides).unwrap();
                    assert!(slides.len() <= length && length < 200, "{length} moves");
                }
            }
        }
    }

    #[test]
    fn a_beam_is_the_same_with_every_number_of_threads() {
        let puzzle = Random::new(29).puzzle(Size::new(4, 4).unwrap(), 16);
        let slides = [1, 2, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| beam(&puzzle, false, 3_000, &Limits::NONE))
        });
        assert_eq!(slides[0], slides[1]);
        assert_eq!(slides[0], slides[2]);
    }
}
