//! Boards that are too large to be proven: ever shorter solutions until the time is up.
//!
//! What works, in this order:
//! 1. *Stages*, on boards longer than ten cells: a beam brings a few tiles of the outermost line home, then the next few,
//!    until what is left is small. The score counts the tiles of the stage several times and the others once, so that
//!    these drift the right way meanwhile. Positions that differ in other tiles only are one position: the best is kept.
//! 2. *A beam* over the whole rest by Manhattan distance and linear conflicts.
//! 3. *Windows* ([`super::windows`]): what a beam decides early and cannot take back is found again in pieces, and the
//!    pieces may grow as long as there is time.
//!
//! Beams are widened between rounds of windows, for each wider beam begins a solution of its own.

use crate::puzzle::Slide;

use super::additive::Additive;
use super::automaton::Automaton;
use super::beam::{self, Span};
use super::best::Best;
use super::geometry::Geometry;
use super::labels::{Labelled, Walk};
use super::scores::{Distances, Tables};
use super::windows::Windows;
use super::{Limits, Progress};

/// How much the tiles of a stage count against the others.
const STAGE_WEIGHT: u32 = 3;
/// Tiles brought home in a stage.
const STAGE_TILES: usize = 3;
/// What is left of both sides when the stages end.
const REST: usize = 10;

/// The part of the time after which no new beam begins: the rest is for windows.
const BEAMS_UNTIL: f64 = 0.7;

/// Improves on `best` until nothing more is asked for or no way to improve is left. With `tables` they guide the beam.
pub(super) fn improve(labelled: &Labelled, tables: Option<&Additive>, limits: &Limits, best: &mut Best) {
    (limits.progress)(Progress::Search);
    beams(labelled, tables, Widths::of(labelled), limits, best);
    let slides = best.slides().to_vec();
    shorten(labelled, limits, Automaton::short(), slides, LONGEST_WINDOW, best);
}

/// Beams of growing width.
pub(super) fn beams(labelled: &Labelled, tables: Option<&Additive>, widths: Widths, limits: &Limits, best: &mut Best) {
    let automaton = Automaton::short();
    let (quick_window, until) = if tables.is_some() { (20, 0.9) } else { (QUICK_WINDOW, BEAMS_UNTIL) };
    let mut width = widths.first;
    while !best.is_enough() && !limits.is_over() {
        let began = (limits.used)();
        let mut expanded = 0;
        let found = match tables {
            Some(tables) => by_tables(labelled, tables, width, &|| limits.is_over(), &mut expanded),
            None => staged(labelled, width, &|| limits.is_over(), &mut expanded).map(|walk| walk.slides),
        };
        best.count(expanded, 3 * expanded);
        if let Some(slides) = found {
            best.offer(slides.clone(), "beam");
            shorten(labelled, limits, automaton, slides, quick_window, best);
        }
        let (now, cost) = ((limits.used)(), (limits.used)() - began);
        let growth = if cost > 0.0 { ((until - now) / cost).min(4.0) } else { 4.0 };
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
    /// Widths that take about as long on every board.
    pub fn of(labelled: &Labelled) -> Widths {
        let cells = labelled.size.cells();
        Widths { first: (6_000_000 / cells.pow(2)).clamp(20, 1_500), last: (8_000_000 / cells).clamp(1_000, 300_000) }
    }
}

fn by_tables(
    labelled: &Labelled,
    tables: &Additive,
    width: usize,
    over: &(dyn Fn() -> bool + Sync),
    expanded: &mut u64,
) -> Option<Vec<Slide>> {
    let score = Tables { tables, home: labelled.home };
    let span = Span { width, depth: 16 * labelled.size.cells(), over };
    let blank = labelled.blank();
    let way = beam::search(labelled.size, &labelled.tiles, blank, &score, &span, expanded)?;
    Some(beam::slides(labelled.size, blank, &way))
}

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

/// Stages, then a beam over the rest; `None` if one of them gave up.
fn staged(labelled: &Labelled, width: usize, over: &(dyn Fn() -> bool + Sync), expanded: &mut u64) -> Option<Walk> {
    let size = labelled.size;
    let mut walk = Walk::new(labelled);
    let mut locked = vec![false; size.cells()];
    for line in super::lines::outer_lines(size, labelled.home, REST) {
        for stage in stages(&line) {
            let mut weights = vec![1; size.cells()];
            let mut aim = vec![false; size.cells()];
            stage.iter().for_each(|&cell| (weights[cell], aim[cell]) = (STAGE_WEIGHT, true));
            weights[labelled.home] = 0;
            (0..size.cells()).filter(|&cell| locked[cell]).for_each(|cell| weights[cell] = 0);
            let score =
                Distances { geometry: Geometry::new(size), weights, aim, locked: locked.clone(), conflicts: false };
            run(&mut walk, &score, width, over, expanded)?;
            stage.iter().for_each(|&cell| locked[cell] = true);
        }
    }
    let mut weights = vec![1; size.cells()];
    (0..size.cells()).filter(|&cell| locked[cell] || cell == labelled.home).for_each(|cell| weights[cell] = 0);
    let aim = weights.iter().map(|&weight| weight > 0).collect();
    let score = Distances { geometry: Geometry::new(size), weights, aim, locked, conflicts: true };
    run(&mut walk, &score, width, over, expanded)?;
    Some(walk)
}

/// A line in pieces, none of which leaves a single tile for the end.
fn stages(line: &[usize]) -> Vec<&[usize]> {
    let mut stages = Vec::new();
    let mut rest = line;
    while rest.len() > STAGE_TILES + 1 {
        let (stage, after) = rest.split_at(STAGE_TILES.min(rest.len() - 2));
        stages.push(stage);
        rest = after;
    }
    stages.push(rest);
    stages
}

fn run(
    walk: &mut Walk,
    score: &Distances,
    width: usize,
    over: &(dyn Fn() -> bool + Sync),
    expanded: &mut u64,
) -> Option<()> {
    let span = Span { width, depth: 8 * walk.size.cells() * 8, over };
    let way = beam::search(walk.size, &walk.tiles, walk.blank, score, &span, expanded)?;
    way.into_iter().for_each(|cell| walk.press(cell));
    Some(())
}
