//! Boards that are too large to be proven: ever shorter solutions until the time is up.
//!
//! What works, in this order:
//! 1. *Beams* over the whole board by the sum of pattern databases ([`super::ends`]), on boards of up to seven by six; on
//!    larger ones [`super::stages`], which end with such a beam. Small patterns of four tiles, in two partitions, find
//!    solutions a tenth shorter than distances with linear conflicts do, in less time.
//!    Either begins at both ends of the way.
//! 2. *Windows* ([`super::windows`]): what a beam decides early and cannot take back is found again in pieces, by beams
//!    from one of its positions to another, ever farther apart. On 8x8 they gain some twenty moves in a tenth of the time
//!    that exact searches in short windows take for fewer. Each beam over the whole board begins a solution of its own, and
//!    so each is shortened for a while, and the shortest of all as long as there is time.

use crate::puzzle::Slide;

use super::additive::Additive;
use super::best::Best;
use super::ends;
use super::labels::Labelled;
use super::stages::Stages;
use super::windows::Windows;
use super::{Limits, Progress};

/// The part of the time after which no new beam begins: the rest is for windows.
const BEAMS_UNTIL: f64 = 0.6;

/// Improves on `best` until nothing more is asked for or no way to improve is left. With `tables` they guide the beams.
pub(super) fn improve(labelled: &Labelled, tables: Option<&Additive>, limits: &Limits, best: &mut Best) {
    (limits.progress)(Progress::Search);
    match tables {
        Some(tables) => ends::beams(labelled, tables, Widths::of(labelled, true), limits, best),
        None => staged(labelled, Widths::of(labelled, false), limits, best),
    }
    let slides = best.slides().to_vec();
    again(labelled, slides, LAST_WIDTH, &|| limits.is_over(), best);
}

/// The first windows that beams search, in moves, and the widths of these beams: the first, the last between the beams over
/// the whole board, and the last of all.
const FIRST_LENGTH: usize = 50;
const FIRST_WIDTH: usize = 500;
const QUICK_WIDTH: usize = 500;
const LAST_WIDTH: usize = 50_000;

/// Beams in windows of growing length, until none of up to some width finds a shorter way.
fn again(labelled: &Labelled, slides: Vec<Slide>, last: usize, over: &(dyn Fn() -> bool + Sync), best: &mut Best) {
    let mut windows = Windows::new(labelled, slides);
    let (mut length, mut width) = (FIRST_LENGTH, FIRST_WIDTH);
    while width <= last && !best.is_enough() && !over() {
        let mut gained = false;
        for third in 0..3 {
            gained |= windows.beams(length, third * length / 3, width, over);
            best.offer(windows.slides.clone(), "windows");
        }
        if !gained {
            length += length / 2;
            width *= 2;
        }
    }
    best.count(0, windows.generated);
}

/// A first answer before there are tables.
pub(super) fn first(labelled: &Labelled, limits: &Limits, best: &mut Best) {
    let mut expanded = 0;
    let found = Stages::new(labelled).solve(FIRST_ANSWER, &|| limits.is_over(), &mut expanded);
    best.count(expanded, 2 * expanded);
    if let Some(slides) = found {
        best.offer(slides.clone(), "beam");
        shorten(labelled, limits, slides, best);
    }
}

/// Beams of growing width, stage by stage, from both ends; each way is shortened, for it has other flaws.
fn staged(labelled: &Labelled, widths: Widths, limits: &Limits, best: &mut Best) {
    let inverse = labelled.inverse();
    let mut ends = [Stages::new(labelled), Stages::new(&inverse)];
    let mut width = widths.first;
    while !best.is_enough() && !limits.is_over() {
        let began = (limits.used)();
        for (stages, back) in ends.iter().zip([false, true]) {
            let (before, mut expanded) = ((limits.used)(), 0);
            let found = stages.solve(width, &|| limits.is_over(), &mut expanded);
            best.count(expanded, 2 * expanded);
            let after = (limits.used)();
            if let Some(mut slides) = found {
                if back {
                    turn(&mut slides);
                }
                best.offer(slides.clone(), "beam");
                // As long as the beam took.
                let over = || limits.is_over() || (limits.used)() > after + after - before;
                again(labelled, slides, QUICK_WIDTH, &over, best);
            }
        }
        let (now, cost) = ((limits.used)(), (limits.used)() - began);
        let growth = if cost > 0.0 { ((BEAMS_UNTIL - now) / cost).min(4.0) } else { 4.0 };
        if growth < 1.5 || width >= widths.last {
            break;
        }
        width = ((width as f64 * growth) as usize).min(widths.last);
        ends.iter_mut().for_each(|stages| stages.prepare(limits));
    }
}

/// Turns the way between two boards into the way back.
pub(super) fn turn(slides: &mut [Slide]) {
    slides.reverse();
    slides.iter_mut().for_each(|slide| *slide = slide.reverse());
}

/// The width of the beam for a first answer.
const FIRST_ANSWER: usize = 100;

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

/// The longest windows that are searched to the end after each guided beam.
const EXACT_WINDOW: usize = 20;

/// Exact searches in windows until none can be shortened.
pub(super) fn shorten(labelled: &Labelled, limits: &Limits, slides: Vec<Slide>, best: &mut Best) {
    let mut windows = Windows::new(labelled, slides);
    let mut gained = true;
    while gained && !best.is_enough() {
        gained = false;
        for quarter in 0..4 {
            gained |= windows.pass(EXACT_WINDOW, quarter * EXACT_WINDOW / 4, EXACT_BUDGET, &|| limits.is_over());
        }
        best.offer(windows.slides.clone(), "windows");
    }
    best.count(0, windows.generated);
}

/// Positions generated in an exact window at most.
const EXACT_BUDGET: u64 = 200_000;
