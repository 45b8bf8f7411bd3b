//! Reading numbered tiles: from the pixels of all cells to which number is in which cell, and how sure that is.
//!
//! Ink is told from tile in several ways (`ink`), what stands in the line of the numbers is cut out (`segment`),
//! a small network says which number each cut may be (`network`), and the numbers are given to the cells one to one
//! (`numbering`). The ways compete: the one under which the whole board is likeliest is believed.

mod bridge;
mod direction;
mod ink;
mod legible;
mod network;
mod numbering;
mod planes;
mod quartile;
mod segment;
mod spacing;
mod spelling;
mod stack;

use image::RgbImage;
use ink::Way;
pub use legible::legible;
use network::{Cut, Likelihood};
use numbering::Numbering;
use rayon::prelude::*;
use segment::{Segments, Slack};
use spelling::{Odds, Spelling};
use stack::Stack;

/// Boards of fewer cells have no numbers to tell apart.
pub const FEWEST: usize = 4;
/// Boards of more cells are not read.
pub const MOST: usize = 400;
/// Readings of less confidence are not to be believed.
pub const ACCEPTED: f32 = 0.5;
/// From this confidence on no further way of finding ink is tried.
const SURE: f32 = 0.9;
/// How well numbers fit at least that are clear.
const LEGIBLE: f32 = 0.8;
/// Cells that a first look is taken at.
const SAMPLE: usize = 12;
/// Cuts that are read first, and how surely all of them must be no numbers for the others to be left unread.
const PROBED: usize = 5;
const NO_NUMBER: f32 = -0.25;
/// Ways of reading that fit a sample no better than this are not carried through.
const HOPELESS: f32 = 0.04;
/// Ways of reading carried through at most on a large board when none fits its sample surely.
const TRIED: usize = 4;
/// How confidence follows from a numbering, fitted to boards in fonts that the network never saw.
const MARGIN_ENOUGH: f32 = 6.0;
const FIT_COUNTS: f32 = 9.0;
const SCORE_ACCEPTED: f32 = 0.7;
const NO_BLANK: f32 = 2.0;
/// How likely a number must be by some way of reading to be there, and how well that way must read a sample.
const SEEN: f32 = 0.5;
/// Readers whose odds are mixed when none alone is sure.
const MIXED: usize = 3;

/// The numbers of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    /// The number in each cell, in the order given; none for the blank.
    pub numbers: Vec<Option<u16>>,
    /// The cell that is blank.
    pub blank: usize,
    /// The lowest number of the board: 1, or 0 for boards that count from 0.
    pub first: u16,
    /// The number that is on no tile. The blank's home is the cell of this number in the solved board.
    pub absent: u16,
    /// For each cell, by how much the best reading that differs there is less likely: the natural logarithm of the ratio,
    /// 0 for a tie.
    pub margins: Vec<f32>,
    /// What that reading has in the cell; none for the blank.
    pub runner_up: Vec<Option<u16>>,
    /// How sure the whole board is, 0..=1; [`ACCEPTED`] is where to believe it.
    pub confidence: f32,
    /// How much the cells look like these numbers, 0..=1: the geometric mean of the likelihoods of all cells. About 1
    /// for a numbered board, below 0.5 for anything else, a wrong grid over numbers included.
    pub fit: f32,
    /// The likelihood of its number in the cell that shows it least, 0..=1: near 0 where one was only left over.
    pub least: f32,
    /// Whether every cell clearly shows a number, the one taken for the blank the absent one.
    pub are_all_shown: bool,
}

/// Reads the numbers on the cells of a board, one picture a cell, the blank among them, of 12 pixels a side and more.
/// None when there are fewer than [`FEWEST`] or more than [`MOST`] cells, a cell without pixels, or no ink in line.
pub fn read(tiles: &[RgbImage]) -> Option<Numbers> {
    if !(FEWEST..=MOST).contains(&tiles.len()) {
        return None;
    }
    let stack = Stack::new(tiles)?;
    let sample = sample(&stack);
    let (mut readers, mut waiting, mut is_in_line) = (Vec::new(), Vec::new(), false);
    for way in ink::ways(&stack).into_iter().chain([Way::Bridged]) {
        // Where nothing stands in line, or what does is clear, gaps are not the matter.
        if way == Way::Bridged && (!is_in_line || readers.iter().any(Reader::is_legible)) {
            break;
        }
        let segments = segments(sample.as_ref().unwrap_or(&stack), way);
        is_in_line |= way == Way::Flat && segments.are_mostly_in_line();
        for (slack, odds) in readings(&segments, way, tiles.len()) {
            let fit = numbering::fit_of_sample(&odds).exp();
            if sample.is_none() {
                readers.push(Reader::of(odds));
            } else if fit > SURE {
                readers.extend(whole(&stack, way, slack));
            } else if fit > HOPELESS {
                waiting.push((fit, way, slack));
            }
            if let Some(sure) = readers.pop_if(|reader| reader.is_sure()) {
                return believed(sure.numbering, &readers);
            }
        }
    }
    waiting.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, way, slack) in waiting.into_iter().take(TRIED) {
        readers.extend(whole(&stack, way, slack));
        if let Some(sure) = readers.pop_if(|reader| reader.is_sure()) {
            return believed(sure.numbering, &readers);
        }
    }
    believed(together(&mut readers)?, &readers)
}

/// What one way of reading made of a whole board.
struct Reader {
    numbering: Numbering,
    odds: Vec<Odds>,
}

impl Reader {
    fn of(odds: Vec<Odds>) -> Reader {
        Reader { numbering: numbering::best(&odds), odds }
    }

    fn is_sure(&self) -> bool {
        confidence(&self.numbering) >= SURE
    }

    /// Whether the numbers are clear, though they may be none of a board.
    fn is_legible(&self) -> bool {
        self.numbering.mean().exp() >= LEGIBLE
    }
}

fn whole(stack: &Stack, way: Way, slack: Slack) -> Option<Reader> {
    let readers = odds(&segments(stack, way).cuts(slack), stack.cells.len()).into_iter().map(Reader::of);
    readers.max_by(|a, b| confidence(&a.numbering).total_cmp(&confidence(&b.numbering)))
}

/// The surest of several numberings and of the one that follows from the best readers' mixed odds.
fn together(readers: &mut [Reader]) -> Option<Numbering> {
    readers.sort_by(|a, b| confidence(&b.numbering).total_cmp(&confidence(&a.numbering)));
    let best = &readers.first()?.numbering;
    let odds: Vec<&[Odds]> = readers.iter().take(MIXED).map(|reader| reader.odds.as_slice()).collect();
    let mixed = (odds.len() > 1).then(|| numbering::best(&numbering::mixed(&odds)));
    Some(mixed.filter(|mixed| confidence(mixed) > confidence(best)).unwrap_or_else(|| best.clone()))
}

/// The numbers of a numbering. Where another way of reading sees the absent number in the cell taken for the blank, that cell
/// is none.
fn believed(found: Numbering, others: &[Reader]) -> Option<Numbers> {
    let blank = found.numbers.iter().position(Option::is_none)?;
    let is_seen = others.iter().any(|reader| reader.odds[blank][usize::from(found.absent)] > SEEN);
    let found = Numbering { has_no_blank: found.has_no_blank || is_seen, ..found };
    Some(Numbers {
        blank,
        first: found.first,
        absent: found.absent,
        margins: found.others.iter().map(|other| other.0).collect(),
        runner_up: found.others.iter().map(|other| other.1).collect(),
        confidence: confidence(&found),
        fit: found.mean().exp(),
        least: found.least().exp(),
        are_all_shown: is_seen && found.mean_of_numbers().exp() >= LEGIBLE,
        numbers: found.numbers,
    })
}

/// Whether a board looks numbered, from a few of its cells at a fraction of the cost of reading it: whether what these show
/// is an estimate of [`Numbers::fit`] of at least `least`, 0..=1.
pub fn looks_numbered(tiles: &[RgbImage], least: f32) -> bool {
    if !(FEWEST..=MOST).contains(&tiles.len()) {
        return false;
    }
    let sample: Vec<RgbImage> = spread(tiles.len()).map(|index| tiles[index].clone()).collect();
    let Some(stack) = Stack::new(&sample) else { return false };
    ink::ways(&stack).into_par_iter().any(|way| {
        let segments = segments(&stack, way);
        readings(&segments, way, tiles.len()).any(|(_, odds)| numbering::fit_of_sample(&odds).exp() >= least)
    })
}

/// Whether the blank of a numbered board shows a 0, by any way of finding ink that shows the numbers of the others: by
/// another way an empty cell may show a ghost of these. Costs as much as [`looks_numbered`].
pub fn shows_zero(tiles: &[RgbImage], blank: usize) -> bool {
    let others = spread(tiles.len()).filter(|&cell| cell != blank);
    let sample: Vec<RgbImage> = std::iter::once(blank).chain(others).map(|cell| tiles[cell].clone()).collect();
    let Some(stack) = Stack::new(&sample) else { return false };
    ink::ways(&stack).into_par_iter().any(|way| {
        let segments = segments(&stack, way);
        let shows = |odds: &[Odds]| odds[0][0] > SEEN && numbering::fit_of_sample(odds).exp() > SEEN;
        readings(&segments, way, tiles.len()).any(|(_, odds)| shows(&odds))
    })
}

/// Up to [`SAMPLE`] of `count` places, evenly spread.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let sampled = count.min(SAMPLE);
    (0..sampled).map(move |index| index * count / sampled)
}

/// Some cells of a large board, on which a way of reading is judged before it is carried through; none of a small board.
fn sample(stack: &Stack) -> Option<Stack> {
    let count = stack.cells.len();
    (count > SAMPLE + SAMPLE / 2).then(|| stack.of(spread(count)))
}

fn segments(stack: &Stack, way: Way) -> Segments {
    Segments::of(ink::find(stack, way), stack.width, stack.height)
}

/// The odds of every cell on a board of `count` cells, with each slack that lets more belong to a number, and in each spelling
/// that these may have.
fn readings(segments: &Segments, way: Way, count: usize) -> impl Iterator<Item = (Slack, Vec<Odds>)> {
    let mut before = None;
    slacks(way).iter().flat_map(move |&slack| {
        let cuts = Some(segments.cuts(slack)).filter(|cuts| before.as_ref() != Some(cuts));
        let odds = cuts.as_ref().map_or(Vec::new(), |cuts| odds(cuts, count));
        before = cuts.or(before.take());
        odds.into_iter().map(move |odds| (slack, odds))
    })
}

/// The odds of every cell on a board of `count` cells, in each spelling that its numbers may have; none when fewer than half of
/// the cells have ink in line, or a few of those that have show no number.
fn odds(cuts: &[Option<Cut>], count: usize) -> Vec<Vec<Odds>> {
    let seen: Vec<&Cut> = cuts.iter().flatten().collect();
    let nothing = |index: usize| Likelihood::of(seen[index * seen.len() / PROBED]).of_none() > NO_NUMBER;
    if seen.len() * 2 < cuts.len() || seen.len() < 2 || (0..PROBED).all(nothing) {
        return Vec::new();
    }
    let read = |cut: &Option<Cut>| cut.as_ref().map(Likelihood::of);
    let seen: Vec<Option<Likelihood>> = cuts.par_iter().map(read).collect();
    let spelt = |spelling: Spelling| seen.iter().map(|seen| spelling.odds(seen.as_ref(), count)).collect();
    spelling::likely(&seen, count).into_iter().map(spelt).collect()
}

/// How much may belong to a number, depending on how its ink is found.
fn slacks(way: Way) -> &'static [Slack] {
    match way {
        Way::Near(_) | Way::Away(_) | Way::Just(_) => &[Slack::None, Slack::OldStyle, Slack::Spaced],
        _ => &[Slack::All, Slack::Spaced],
    }
}

/// From the smallest margin and the mean likelihood, both in natural logarithms: each alone may be good by chance. Where
/// every number has a cell, as in a calendar, the one taken for the blank shows the number that is taken for absent; of the
/// keys of a calculator, too, some are no number.
fn confidence(numbering: &Numbering) -> f32 {
    let score = numbering.margin().min(MARGIN_ENOUGH) + FIT_COUNTS * numbering.mean();
    let is_part = numbering.has_no_blank || numbering.is_doubtful();
    let score = if is_part { score.min(SCORE_ACCEPTED - NO_BLANK) } else { score };
    1.0 / (1.0 + (SCORE_ACCEPTED - score).exp())
}

#[cfg(test)]
pub(super) mod tests;
