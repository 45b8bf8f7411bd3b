//! Boards that are too large to be proven: ever shorter solutions until the time is up.
//!
//! What works, in this order:
//! 1. *Beams* over the whole board by the sum of pattern databases ([`ends`]), on boards of up to seven by six; on
//!    larger ones [`stages`], which end with such a beam. Small patterns of four tiles, in two partitions, find
//!    solutions a tenth shorter than distances with linear conflicts do, in less time.
//!    Either begins at both ends of the way.
//! 2. *Windows* ([`windows`]): what a beam decides early and cannot take back is found again in pieces, by beams
//!    from one of its positions to another, ever farther apart. On 8x8 they gain some twenty moves in a tenth of the time
//!    that exact searches in short windows take for fewer. Each beam over the whole board begins a solution of its own, and
//!    so each is shortened for a while, and the shortest of all as long as there is time.

pub mod beam;
pub mod ends;
mod guided;
pub mod lines;
mod polish;
pub mod scores;
mod stages;
mod windows;

use super::best::Best;
use super::labels::Labelled;
use super::patterns::additive::Additive;
use super::{Limits, Progress};
use ends::{Widths, turn};
use polish::{shorten, shorten_by_beams};
use stages::Stages;

/// The part of the time after which no new beam begins: the rest is for windows.
const BEAMS_UNTIL: f64 = 0.6;
/// The widths of the last beams in windows: between the beams over the whole board, and after all of them.
const QUICK_WIDTH: usize = 500;
const LAST_WIDTH: usize = 50_000;

/// Improves on `best` until nothing more is asked for or no way to improve is left. With `tables` they guide the beams.
pub(super) fn improve(labelled: &Labelled, tables: Option<&Additive>, limits: &Limits, best: &mut Best) {
    (limits.progress)(Progress::Search);
    match tables {
        Some(tables) => ends::beams(labelled, tables, Widths::of(labelled, true), limits, best),
        None => staged(labelled, Widths::of(labelled, false), limits, best),
    }
    let slides = best.slides().to_vec();
    shorten_by_beams(labelled, slides, LAST_WIDTH, &|| limits.is_over(), best);
}

/// A first answer before there are tables, by beams of some width.
pub(super) fn first(labelled: &Labelled, width: usize, limits: &Limits, best: &mut Best) {
    let mut expanded = 0;
    let found = Stages::new(labelled, best.metric()).solve(width, &|| limits.is_over(), &mut expanded);
    best.count(expanded, 2 * expanded);
    let slides = found.unwrap_or_else(|| best.slides().to_vec());
    best.offer(slides.clone(), "beam");
    shorten(labelled, limits, slides, &|| (limits.used)() > FIRST_UNTIL, best);
}

/// Beams of growing width, stage by stage, from both ends; each way is shortened, for it has other flaws.
fn staged(labelled: &Labelled, widths: Widths, limits: &Limits, best: &mut Best) {
    let inverse = labelled.inverse();
    let mut ends = [labelled, &inverse].map(|labelled| Stages::new(labelled, best.metric()));
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
                shorten_by_beams(labelled, slides, QUICK_WIDTH, &over, best);
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

/// The width of the beams for a first answer where tables are soon there, and where they take a second or more: of five boards of 7x6
/// the ways were 340 to 573 moves long with the one, after 0.2 s 294 to 341 with the other, and 534 to 630 without any.
pub(super) const FIRST_ANSWER: usize = 100;
pub(super) const FIRST_ANSWER_LATE: usize = 1_000;
/// The part of the time after which it is not shortened by beams any more.
const FIRST_UNTIL: f64 = 0.1;
