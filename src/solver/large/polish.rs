//! A way made shorter window by window.

use super::super::Limits;
use super::super::best::Best;
use super::super::labels::Labelled;
use super::super::wave::Metric;
use super::windows::Windows;
use crate::puzzle::Slide;

/// The longest windows that are searched to the end after each guided beam.
const EXACT_WINDOW: usize = 20;

/// Shortens for a while: by exact searches where slides count, until none can be shortened, and else by beams until it is
/// `enough`.
pub(super) fn shorten(
    labelled: &Labelled,
    limits: &Limits,
    slides: Vec<Slide>,
    enough: &(dyn Fn() -> bool + Sync),
    best: &mut Best,
) {
    match best.metric() {
        Metric::Single => shorten_exactly(labelled, limits, slides, best),
        Metric::Multi => shorten_by_beams(labelled, slides, FIRST_WIDTH, enough, best),
    }
}

fn shorten_exactly(labelled: &Labelled, limits: &Limits, slides: Vec<Slide>, best: &mut Best) {
    let mut windows = Windows::new(labelled, Metric::Single, slides);
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

/// The first windows that beams search, in moves, and the width of these beams.
const FIRST_LENGTH: usize = 50;
const FIRST_WIDTH: usize = 500;
/// The same where presses count: a position has many more successors then.
const FIRST_PRESSES: usize = 20;
const FIRST_PRESSES_WIDTH: usize = 200;

/// Beams in windows of growing length, until none of up to `last` wide finds a shorter way.
pub(super) fn shorten_by_beams(
    labelled: &Labelled,
    slides: Vec<Slide>,
    last: usize,
    over: &(dyn Fn() -> bool + Sync),
    best: &mut Best,
) {
    let mut windows = Windows::new(labelled, best.metric(), slides);
    let (mut length, mut width) = match best.metric() {
        Metric::Single => (FIRST_LENGTH, FIRST_WIDTH),
        Metric::Multi => (FIRST_PRESSES, FIRST_PRESSES_WIDTH),
    };
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
