//! Boards that are too large to be proven: ever shorter solutions until the time is up.
//!
//! What works, in this order:
//! 1. *Beams* over the whole board by the sum of pattern databases ([`super::ends`]), on boards of up to seven by six; on
//!    larger ones [`super::stages`], which end with such a beam. Small patterns of four tiles, in two partitions, find
//!    solutions a tenth shorter than distances with linear conflicts do, in less time.
//! 2. *Windows* ([`super::windows`]): what a beam decides early and cannot take back is found again in pieces, and the
//!    pieces may grow as long as there is time.
//!
//! Beams are widened between rounds of windows, for each wider beam begins a solution of its own.

use crate::puzzle::Slide;

use super::additive::Additive;
use super::automaton::Automaton;
use super::best::Best;
use super::ends;
use super::labels::Labelled;
use super::stages::Stages;
use super::windows::Windows;
use super::{Limits, Progress};

/// The part of the time after which no new beam begins: the rest is for windows.
const BEAMS_UNTIL: f64 = 0.7;

/// Improves on `best` until nothing more is asked for or no way to improve is left. With `tables` they guide the beams.
pub(super) fn improve(labelled: &Labelled, tables: Option<&Additive>, limits: &Limits, best: &mut Best) {
    (limits.progress)(Progress::Search);
    match tables {
        Some(tables) => ends::beams(labelled, tables, Widths::of(labelled, true), limits, best),
        None => staged(labelled, Widths::of(labelled, false), limits, best),
    }
    let slides = best.slides().to_vec();
    shorten(labelled, limits, Automaton::short(), slides, LONGEST_WINDOW, best);
}

/// Beams of growing width, stage by stage.
pub(super) fn staged(labelled: &Labelled, widths: Widths, limits: &Limits, best: &mut Best) {
    let mut stages = Stages::new(labelled);
    let mut answered = false;
    let mut width = widths.first;
    while !best.is_enough() && !limits.is_over() {
        if answered {
            stages.prepare(limits);
        }
        let began = (limits.used)();
        let mut expanded = 0;
        let found = stages.solve(width, &|| limits.is_over(), &mut expanded);
        best.count(expanded, 2 * expanded);
        if let Some(slides) = found {
            answered = true;
            best.offer(slides.clone(), "beam");
            shorten(labelled, limits, Automaton::short(), slides, QUICK_WINDOW, best);
        }
        let (now, cost) = ((limits.used)(), (limits.used)() - began);
        let growth = if cost > 0.0 { ((BEAMS_UNTIL - now) / cost).min(4.0) } else { 4.0 };
        if growth < 1.5 || width >= widths.last {
            break;
        }
        width = ((width as f64 * growth) as usize).min(widths.last);
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
        Widths { first: (6_000_000 / cells.pow(2)).clamp(20, 1_500), last: last.max(1_000) }
    }
}

/// The most cells of all positions of one depth.
const MOST_GUIDED: usize = 18_000_000;
const MOST_STAGED: usize = 8_000_000;

/// The longest windows of a quick round, and of the last one.
const QUICK_WINDOW: usize = 32;
const LONGEST_WINDOW: usize = 64;

/// Windows of growing length until none up to `longest` moves can be shortened.
pub(super) fn shorten(
    labelled: &Labelled,
    limits: &Limits,
    automaton: &Automaton,
    slides: Vec<Slide>,
    longest: usize,
    best: &mut Best,
) {
    let over = || limits.is_over();
    let mut windows = Windows::new(labelled, automaton, slides);
    let mut length = 20;
    while length <= longest && !best.is_enough() {
        let mut gained = false;
        for quarter in 0..4 {
            if over() {
                break;
            }
            let budget = 200_000u64 << ((length - 20) / 4).min(12);
            gained |= windows.pass(length, quarter * length / 4, budget, &over);
            best.offer(windows.slides.clone(), "windows");
        }
        if over() {
            break;
        }
        if !gained {
            length += 4;
        }
    }
    best.count(0, windows.generated);
}
