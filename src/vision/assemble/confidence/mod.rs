//! How far an assembled picture can be relied on.
//!
//! The weights of the evidence are those of a logistic regression over 1,820 drawn boards of 2x2 to 10x10 (pictures the
//! network did not learn from, clean, compressed, bevelled, with pixels lost, cropped a little off), moved towards caution
//! until of these boards one in 240 of those above one half was wrong. Grids inside a picture of like parts may lead far
//! with joints that fit badly: of 1,300 boards that came out right above one half none had a fit below [`VAGUE`], so less
//! is not believed. `tests/recognition_sweep.rs` tells how often what is believed is wrong.

pub mod likelihoods;
pub mod order;
pub mod other_end;
mod steady;
pub mod strip;
pub mod torn;

use super::field::{Arrangement, FIRST, Field, LAST};
use likelihoods::Likelihoods;

/// What speaks for an arrangement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Evidence {
    /// The lead over the best different arrangement, in nats.
    pub(super) margin: f32,
    /// The same without what homes cost: below 0 where only the blank's usual home speaks for it.
    pub(super) unaided: f32,
    /// The lead over the best other order of whole columns or rows, in nats a line: see `order.rs`.
    pub(super) order: f32,
    /// The mean probability of its joints.
    pub(super) fit: f32,
    /// The share of its joints that are mutual: see [`mutual`].
    pub(super) mutual: f32,
    /// What parity made it cost more.
    pub(super) repair: f32,
    /// What the blank's home costs.
    pub(super) home: f32,
    /// Whether somebody told where that is.
    pub(super) is_home_told: bool,
    /// The best score of the joints of what is in the last cell, in nats.
    pub(super) last: f32,
    /// How many cells there are.
    pub(super) cells: usize,
    /// Whether lines of the grid run through tiles.
    pub(super) split: bool,
    /// Whether sliding cannot reach it.
    pub(super) stuck: bool,
    /// How well the picture goes on at its own other side: see [`wrap`].
    pub(super) wrap: f32,
    /// Whether tiles that surely belong together stand apart: see `torn.rs`.
    pub(super) is_torn: bool,
    /// Whether an outermost column or row has nothing to do with the others: see `strip.rs`.
    pub(super) has_strip: bool,
    /// Whether the blank's home may as well be at the other end of its row or column: see `other_end.rs`.
    pub(super) may_end_elsewhere: bool,
    /// Whether another cell looks like the blank, and may as well be it.
    pub(super) has_twin: bool,
    /// The share of small changes to all tiles after which it is found again, if that was asked.
    pub(super) steadiness: Option<f32>,
}

/// Joints that were rearranged, at least, for them to be judged alone.
const MOVED: usize = 3;

/// The mean probability of the joints of an arrangement, the blank's left out. Of all joints or of those that are not joints
/// of the screenshot, whichever is less: the others fit under any grid.
pub(super) fn fit(field: &Field, arrangement: &Arrangement) -> f32 {
    let columns = field.size.columns();
    let [across, down] = [Likelihoods::across(field), Likelihoods::down(field)];
    let (mut every, mut moved) = (Vec::new(), Vec::new());
    for (_, a, b) in field.joints(arrangement) {
        let (first, second) = (arrangement[a], arrangement[b]);
        if first == field.blank || second == field.blank {
            continue;
        }
        let in_rows = b == a + 1;
        let shown = if in_rows { second == first + 1 && second % columns > 0 } else { second == first + columns };
        let probability = if in_rows { &across } else { &down }.of(first, second);
        every.push(probability);
        moved.extend((!shown).then_some(probability));
    }
    let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len().max(1) as f32;
    if moved.len() < MOVED { mean(&every) } else { mean(&every).min(mean(&moved)) }
}

/// The mean probability of what would be joints if the last column stood before the first, or the last row above the first,
/// whichever is more. Plain ground on both sides fits as well as tiles that belong together, and the picture may begin at
/// another column.
pub(super) fn wrap(field: &Field, arrangement: &Arrangement) -> f32 {
    let (columns, rows) = (field.size.columns(), field.size.rows());
    let tiles = |last: usize, first: usize| (arrangement[last], arrangement[first]);
    let is_shown = |&(last, first): &(usize, usize)| last != field.blank && first != field.blank;
    let across = (0..rows).map(|row| tiles((row + 1) * columns - 1, row * columns)).filter(is_shown);
    let down = (0..columns).map(|column| tiles((rows - 1) * columns + column, column)).filter(is_shown);
    Likelihoods::across(field).mean(across).max(Likelihoods::down(field).mean(down))
}

/// The share of the joints of an arrangement, the blank's left out, of which each tile fits the other best of all: *best
/// buddies* of Pomeranz, Shemesh and Ben-Shahar (see `grow.rs`).
pub(super) fn mutual(field: &Field, arrangement: &Arrangement) -> f32 {
    let columns = field.size.columns();
    let tiles = || (0..field.count()).filter(|&tile| tile != field.blank);
    let joints: Vec<bool> = field
        .joints(arrangement)
        .map(|(cost, a, b)| (cost, a + 1 == b && b % columns > 0, arrangement[a], arrangement[b]))
        .filter(|&(_, _, first, second)| first != field.blank && second != field.blank)
        .map(|(cost, in_rows, first, second)| {
            let joint = |a: usize, b: usize| if in_rows { field.across(a, b) } else { field.down(a, b) };
            let is_best = |other: usize| {
                (other == first || joint(first, other) >= cost) && (other == second || joint(other, second) >= cost)
            };
            tiles().all(is_best)
        })
        .collect();
    joints.iter().filter(|&&is_mutual| is_mutual).count() as f32 / joints.len().max(1) as f32
}

/// What something takes off for each part that there is more of it than by chance.
struct Excess {
    each: f32,
    from: f32,
}

impl Excess {
    fn of(&self, value: f32) -> f32 {
        self.each * (value - self.from).max(0.0)
    }
}

/// From 0 to 1.
pub(super) fn confidence(evidence: &Evidence) -> f32 {
    let score = match evidence.steadiness {
        Some(steadiness) => {
            let before = untested(evidence).clamp(-MOST, MOST);
            let seen = BEFORE * before + STEADY * steadiness + MUTUAL * evidence.mutual;
            seen - STEADILY_UNAIDED.of(-evidence.unaided) - TESTED
        }
        None => untested(evidence),
    };
    let may_be_shifted = evidence.home > FIRST && (evidence.order < SHIFTED || evidence.wrap > WRAPPED.from);
    let is_shaky = evidence
        .steadiness
        .is_some_and(|steadiness| steadiness < 1.0 && evidence.margin < slight(evidence.home, steadiness));
    let may_be_elsewhere =
        may_be_shifted || evidence.may_end_elsewhere || may_belong_elsewhere(evidence) || may_be_last(evidence);
    // A trace of its neighbours' pixels on a white tile is enough for a blank as white to fit better in its place, surely.
    let is_unclear = evidence.fit < VAGUE || evidence.is_torn || evidence.has_strip || evidence.has_twin;
    let is_doubted = is_unclear || is_shaky || may_be_elsewhere;
    (1.0 / (1.0 + (-score).exp())).min(if is_doubted { DOUBTED } else { 1.0 })
}

/// The [lead](Evidence::margin) that an arrangement needs which was found again after a share of the changes only.
fn slight(home: f32, steadiness: f32) -> f32 {
    match home {
        home if home > LAST => SLIGHT_ELSEWHERE,
        _ if steadiness < UNSTEADY => SLIGHT_UNSTEADY,
        _ => SLIGHT,
    }
}

/// Whether the blank's home may well be another cell than the usual one that was found, as it is in games that leave out any piece.
fn may_belong_elsewhere(evidence: &Evidence) -> bool {
    let is_unaided = evidence.unaided < 0.0;
    let is_scattered = evidence.cells <= FEW && evidence.mutual <= SCATTERED;
    let is_narrow = evidence.margin < NARROW && (is_unaided || is_scattered);
    let goes_on = evidence.wrap > ROUND;
    let is_elsewhere = match evidence.home {
        home if home > LAST => is_unaided || goes_on && evidence.mutual < LOOSE,
        _ => is_unaided && goes_on,
    };
    !evidence.is_home_told && evidence.home <= FIRST && (is_narrow || is_elsewhere)
}

/// Whether the blank may belong in the last cell though a piece was put there, since that fits nothing beside it: of three real boards on
/// which one tile was drawn tinted, that tile stood there, and the blank where it belongs.
fn may_be_last(evidence: &Evidence) -> bool {
    !evidence.is_home_told && evidence.home > LAST && evidence.last < UNFIT
}

/// The odds that an arrangement is right, by what it shows itself: their logarithm.
fn untested(evidence: &Evidence) -> f32 {
    let cells = (evidence.cells as f32).ln();
    let margin = evidence.margin.min(WITNESSES * evidence.order.max(0.0));
    let seen = 2.7 * margin.ln_1p() + 4.0 * evidence.fit - 0.4 * evidence.repair;
    let prior = 0.2 * cells + 0.15 * evidence.home;
    let weigh = |holds: bool, weight: f32| if holds { weight } else { 0.0 };
    let against = weigh(evidence.split, SPLIT)
        + weigh(evidence.stuck, STUCK)
        + carried_on(evidence)
        + UNAIDED.of(-evidence.unaided);
    seen - prior - against - THRESHOLD
}

/// What it takes off that a picture goes on at its own other side. Where it may begin at another column or row, and the blank's
/// home is the last cell, the home would be another, which is rare; else, or where sliding cannot reach the arrangement, it is
/// likely that another is right.
fn carried_on(evidence: &Evidence) -> f32 {
    match evidence.home {
        home if home > FIRST => CARRIED_ON.of(evidence.wrap),
        home if home > LAST || evidence.stuck => WRAPPED.of(evidence.wrap),
        _ => 0.0,
    }
}

/// What the evidence weighs at one half.
const THRESHOLD: f32 = 6.8;
/// What a grid that cuts its tiles takes off.
const SPLIT: f32 = 6.0;
/// What it takes off that sliding cannot reach an arrangement. Of 619 boards with two tiles exchanged that were put together
/// right, 394 are believed, and none of 246 others; without it 470, but one board that slid is taken for one that did not.
const STUCK: f32 = 1.5;
/// What a picture that goes on at its own other side takes off where the blank's home is the first cell. Of 230 real boards
/// that were put together, three of one picture stood a column off, at 0.3 to 0.6; right ones mostly had less than 0.1. Where
/// the home is the last cell some 50 of 370 had 0.2 to 1, and one of them was wrong.
const WRAPPED: Excess = Excess { each: 6.0, from: 0.22 };
/// The same where the blank's home would be neither the last cell nor the first, as it is by a column or row too many: of 34
/// real boards the right ones whose home it is had 0.02 at most but for two in doubt, the wrong ones 0.13 and more. It costs
/// one of 750 drawn boards, whose picture has 0.14.
const CARRIED_ON: Excess = Excess { each: 12.0, from: 0.02 };
/// What it takes off for each nat that another arrangement's joints are better by, so that only the blank's home speaks against it.
/// Of 816 real boards 24 of those believed were such, by up to 6 nats, and one of them wrong, by 4.5.
const UNAIDED: Excess = Excess { each: 0.3, from: 0.0 };
/// As how many witnesses the joints between two lines count, which may all say the same. Of 474 boards of 97 pictures that were
/// believed at 0.9 and more, three were wrong: columns of a picture of stripes had changed places.
pub(super) const WITNESSES: f32 = 3.0;
/// What weighs once an arrangement was put together again after changes: the odds without them, the share of changes after
/// which it was found again, and the share of mutual joints; and what all of it weighs at one half. From a logistic regression over
/// 905 boards of 97 pictures that the network did not learn from, moved towards caution by drawn boards. Of 1,093, tested or
/// not, 708 are believed then, and three of them wrong; by the odds alone eleven of as many would be.
const BEFORE: f32 = 0.24;
const STEADY: f32 = 5.97;
const MUTUAL: f32 = 5.15;
const TESTED: f32 = 7.8;
/// What it takes off then that only the blank's home speaks against other joints, as it does after every change, for each nat.
const STEADILY_UNAIDED: Excess = Excess { each: 0.5, from: 2.0 };
/// A lead with which an arrangement must be found again after every change: of 884 boards, real ones and copies of these, that were
/// put together and believed, one led by less and was not after one of the changes, and it was wrong.
const SLIGHT: f32 = 1.0;
/// The same where the blank's home is another than the last cell: of six such boards that were believed after changes the two that
/// were wrong, copies of one whose last row was put first, led by 2.4 and 2.7, the others by 4.8 and more.
const SLIGHT_ELSEWHERE: f32 = 3.0;
/// The same where it was found again after so few changes: of 1,648 boards that were believed, copies of real ones, 13 were such, and
/// the two that were wrong led by 1.8 and 2.1, the others by 3.2 and more.
const UNSTEADY: f32 = 0.75;
const SLIGHT_UNSTEADY: f32 = 2.5;
/// The odds count no more than these.
const MOST: f32 = 5.0;
/// The fit below which tiles are hardly those of one picture.
const VAGUE: f32 = 0.35;
/// How much dearer whole lines in another order must be, in nats a line, where the blank's home would be neither the last cell
/// nor the first, whatever else speaks for an arrangement: it is the same after every change. Of seven real boards with less, or
/// with a picture that goes on at its own other side, two were wrong.
const SHIFTED: f32 = 1.0;
/// A lead, and a share of mutual joints on few cells, with which the blank's home may be another than the last cell or the first.
/// Of boards of 130 pictures of 3x3 and 4x4 whose home was neither, 823 were believed and 40 of them wrong: 8 by such a lead with
/// such a share or with better joints elsewhere, and 9 more whose joints were better elsewhere than with the first cell as home. Of
/// 987 whose home was the last cell one was right by such a lead, of 475 whose home was the first three with better joints elsewhere.
const NARROW: f32 = 5.0;
/// How much a picture goes on at its own other side for its last cell to be doubted as the blank's home where joints are better
/// elsewhere. Of those 1,648 boards 26 had better joints elsewhere; three of the seven that went on by more were wrong, a column off.
const ROUND: f32 = 0.12;
/// The share of mutual joints below which the first cell is doubted where the picture goes on so: of 40 such copies of eleven boards
/// the three of one that were wrong, of a pattern that repeats, had less, the others 0.9 and more.
const LOOSE: f32 = 0.85;
/// A piece in the last cell fits nothing beside it if its joints are less likely than that.
const UNFIT: f32 = -0.5;
const SCATTERED: f32 = 0.8;
const FEW: usize = 16;
/// What can be believed at most of such tiles, or lines.
const DOUBTED: f32 = 0.4;

#[cfg(test)]
mod tests {
    use super::*;

    const NINE_CELLS: Evidence = Evidence {
        margin: 10.75,
        order: 10.75,
        unaided: 10.75,
        fit: 0.62,
        mutual: 0.8,
        repair: 0.0,
        home: LAST,
        is_home_told: false,
        cells: 9,
        split: false,
        stuck: false,
        wrap: 0.0,
        is_torn: false,
        has_strip: false,
        may_end_elsewhere: false,
        has_twin: false,
        last: 5.0,
        steadiness: None,
    };

    #[test]
    fn what_only_the_usual_home_speaks_for_is_doubted() {
        let believed = |unaided: f32| confidence(&Evidence { margin: 5.0, unaided, fit: 0.95, ..NINE_CELLS }) >= 0.5;
        assert!(believed(4.0) && believed(-2.0));
        assert!(!believed(-5.0));
    }

    #[test]
    fn a_picture_that_goes_on_at_its_other_side_is_doubted_sooner_where_the_home_is_unusual() {
        let believed = |home: f32, wrap: f32| confidence(&Evidence { home, wrap, mutual: 0.9, ..NINE_CELLS }) >= 0.5;
        let (first, corner) = (FIRST, 2.5);
        assert!(believed(LAST, 1.0) && believed(first, 0.2) && believed(corner, 0.02));
        assert!(!believed(corner, 0.2) && !believed(first, 0.6));
    }

    #[test]
    fn an_unusual_home_is_doubted_where_whole_lines_may_stand_elsewhere() {
        let believed = |home: f32, order: f32, wrap: f32| {
            let tested = Evidence { home, order, wrap, steadiness: Some(1.0), mutual: 1.0, ..NINE_CELLS };
            confidence(&tested) >= 0.5
        };
        assert!(believed(8.0, 1.5, 0.1) && believed(LAST, 0.5, 0.4));
        assert!(!believed(8.0, 0.5, 0.0) && !believed(8.0, 5.0, 0.3));
    }

    #[test]
    fn a_usual_home_is_doubted_where_another_may_be_as_good() {
        let believed = |home: f32, margin: f32, unaided: f32, mutual: f32| {
            let tested = Evidence { home, margin, unaided, mutual, steadiness: Some(1.0), ..NINE_CELLS };
            confidence(&tested) >= 0.5
        };
        assert!(believed(LAST, 4.0, 4.0, 0.9) && believed(LAST, 6.0, -1.0, 0.8) && believed(FIRST, 6.0, 1.0, 0.9));
        assert!(!believed(LAST, 4.0, 4.0, 0.7) && !believed(LAST, 4.0, -1.0, 0.9), "its lead is narrow");
        assert!(!believed(FIRST, 6.0, -1.0, 0.9), "the joints are better elsewhere");
        let many = Evidence { margin: 4.0, mutual: 0.7, cells: 25, steadiness: Some(1.0), ..NINE_CELLS };
        assert!(confidence(&many) >= 0.5, "there are many joints");
        assert!(believed(8.0, 4.0, 12.0, 0.7), "that of an unusual home is what is left of it");
        let told = Evidence { margin: 4.0, is_home_told: true, steadiness: Some(1.0), ..NINE_CELLS };
        assert!(confidence(&told) >= 0.5, "it can be no other");
    }

    #[test]
    fn a_usual_home_is_doubted_where_the_picture_goes_on_at_its_other_side_and_fits_better_so_or_loosely() {
        let believed = |unaided: f32, wrap: f32| confidence(&Evidence { unaided, wrap, ..NINE_CELLS }) >= 0.5;
        assert!(believed(-1.0, 0.1) && believed(1.0, 0.3));
        assert!(!believed(-1.0, 0.3));
        let told = Evidence { unaided: -1.0, wrap: 0.3, is_home_told: true, ..NINE_CELLS };
        assert!(confidence(&told) >= 0.5, "it can be no other");
        let first = |wrap: f32, mutual: f32| {
            confidence(&Evidence { home: FIRST, margin: 12.0, fit: 0.9, wrap, mutual, ..NINE_CELLS }) >= 0.5
        };
        assert!(first(0.15, 0.9) && first(0.1, 0.8) && !first(0.15, 0.8));
    }

    #[test]
    fn an_unusual_home_is_doubted_where_a_piece_that_fits_nowhere_stands_last() {
        let believed = |home: f32, last: f32| confidence(&Evidence { home, last, ..NINE_CELLS }) >= 0.5;
        assert!(believed(FIRST, 1.0) && !believed(FIRST, -1.0));
        assert!(believed(LAST, -1.0), "that is the blank");
    }

    #[test]
    fn joints_that_may_all_say_the_same_count_as_few() {
        let believed = |order: f32| confidence(&Evidence { margin: 18.0, order, ..NINE_CELLS }) >= 0.5;
        assert!(believed(6.0) && believed(3.5));
        assert!(!believed(1.0) && !believed(-1.0));
    }

    #[test]
    fn a_slight_lead_is_doubted_where_several_changes_end_it() {
        let believed = |margin: f32, steadiness: f32| {
            let tested = Evidence { margin, fit: 0.9, mutual: 1.0, steadiness: Some(steadiness), ..NINE_CELLS };
            confidence(&tested) >= 0.5
        };
        assert!(believed(2.0, 1.0) && believed(2.0, 0.83) && believed(3.0, 0.67));
        assert!(!believed(2.0, 0.67) && !believed(0.8, 0.83));
    }

    #[test]
    fn what_is_found_again_after_every_change_is_believed_though_it_leads_little() {
        let tested = |margin: f32, steadiness: f32| {
            confidence(&Evidence { margin, mutual: 0.9, steadiness: Some(steadiness), ..NINE_CELLS })
        };
        assert!(tested(2.0, 1.0) > 0.5 && tested(2.0, 0.5) < 0.5);
        assert!(tested(10.0, 0.3) < 0.5, "its lead is little worth if it is soon another");
        let all_but_one = |margin: f32, home: f32| {
            let steadiness = Some(5.0 / 6.0);
            confidence(&Evidence { margin, fit: 0.9, mutual: 1.0, steadiness, home, ..NINE_CELLS })
        };
        assert!(all_but_one(2.0, LAST) > 0.5 && all_but_one(0.9, LAST) < 0.5, "it hardly leads");
        assert!(all_but_one(4.0, FIRST) > 0.5 && all_but_one(2.5, FIRST) < 0.5, "the home is unusual");
    }
}
