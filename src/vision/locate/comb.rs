//! Fitting the teeth of a comb, the lines of one direction, to a profile of evidence: where they are, how far apart, and
//! how wide the gutters.

use super::profile::{CAP, OUTER, Profile};
use super::ruler::Ruler;
use crate::puzzle::Size;

/// Gutters that are tried first; what lies between them is found by small steps.
const GUTTERS: [f32; 9] = [0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 13.0];
/// Wider ones, as on screens with many pixels, start here.
const WIDE: u32 = 15;
/// What their other edges must show on average.
const PLAIN: f32 = 0.1;
/// The widest, as a share of the pitch.
const WIDEST: f32 = 0.22;
/// The same of tiles that lie apart: those of three real games do so by 0.38 to 0.6. Where it is more than the second, three tiles or
/// more must have nothing between them but what may be left of their own edges: so wide are tiles, too, of which a line lacks each
/// second one.
const APART: f32 = 0.64;
const EMPTY: f32 = 0.42;
const LEFT: f32 = 4.0;
/// What the lines between those are worth on average at least.
const SEEN: f32 = 0.2;

/// How many tiles a side may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub least: usize,
    pub most: usize,
}

impl Counts {
    /// Any number that is looked for without a hint.
    pub const ANY: Counts = Counts { least: Size::MIN_SIDE, most: 16 };

    /// That number only.
    pub fn only(count: usize) -> Counts {
        Counts { least: count, most: count }
    }

    pub fn hold(self, count: usize) -> bool {
        (self.least..=self.most).contains(&count)
    }
}

/// The best ruler that agrees with lines at `position` and every `pitch` from there, near `from..to`: which lines are
/// starts or ends of tiles, how wide the gutters are, and where the board ends are all found out.
pub(super) fn fit_comb(
    profile: &Profile,
    position: f32,
    pitch: f32,
    (from, to): (f32, f32),
    counts: Counts,
) -> Option<(f32, Ruler)> {
    let mut best: Option<(f32, Ruler)> = None;
    let gutters = GUTTERS.into_iter().filter(|gutter| *gutter < pitch * WIDEST);
    for gutter in gutters.chain(wide_gutter(profile, position, pitch, (from, to))) {
        for start in [position, position + gutter] {
            let first = start + ((from - start) / pitch).round() * pitch;
            if let Some(found) = best_extent(profile, first, pitch, gutter, (from, to), counts)
                && best.is_none_or(|(worth, _)| found.0 > worth + 1e-4)
            {
                best = Some(found);
            }
            if gutter == 0.0 {
                break;
            }
        }
    }
    best
}

/// The gutter among the wide ones whose other edges show most, if `position` and every `pitch` from there is one edge.
fn wide_gutter(profile: &Profile, position: f32, pitch: f32, (from, to): (f32, f32)) -> Option<f32> {
    let first = position + ((from - position) / pitch).round() * pitch;
    let lines = ((to - first) / pitch).round().max(1.0) as usize;
    let shown = |offset: f32| (0..=lines).map(|line| profile.edge(first + line as f32 * pitch + offset)).sum::<f32>();
    let wide = (WIDE..(pitch * WIDEST) as u32).map(|gutter| gutter as f32);
    let found = wide.map(|gutter| (shown(gutter).max(shown(-gutter)), gutter));
    let needed = PLAIN * (lines + 1) as f32;
    found.filter(|&(shown, _)| shown > needed).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, gutter)| gutter)
}

/// How many tiles beyond the given extent a board may reach.
const BEYOND: usize = 3;

/// The best first and last tile for tiles that start at `start` and every `pitch` from there, near `from..to`.
fn best_extent(
    profile: &Profile,
    start: f32,
    pitch: f32,
    gutter: f32,
    (from, to): (f32, f32),
    counts: Counts,
) -> Option<(f32, Ruler)> {
    let tiles = ((to - from) / pitch).round().max(1.0) as usize + 2 * BEYOND;
    if tiles > 64 {
        return None;
    }
    let whole = Ruler { start: start - BEYOND as f32 * pitch, pitch, count: tiles, gutter };
    let begins: Vec<f32> = (0..=tiles).map(|index| profile.edge(whole.begin(index))).collect();
    let ends: Vec<f32> = (0..=tiles).map(|index| profile.edge(whole.begin(index) - gutter)).collect();
    let mut best: Option<(f32, Ruler)> = None;
    for first in 0..tiles {
        let mut inner = 0.0;
        for last in first + 1..=tiles {
            let count = last - first;
            if counts.hold(count) {
                let worth = OUTER * (begins[first] + ends[last]) + inner;
                let ruler = Ruler { start: whole.begin(first), count, ..whole };
                if profile.holds(&ruler) && best.is_none_or(|(most, _)| worth > most + 1e-4) {
                    best = Some((worth, ruler));
                }
            }
            inner += (begins[last] + ends[last]) / 2.0;
        }
    }
    best
}

/// How often the lines of a ruler are moved, each time by [`STEP`] pixels at most.
const MOVES: u8 = 4;
const STEP: i8 = 2;

/// The positions that may matter where a ruler is adjusted.
pub(super) fn around(ruler: &Ruler) -> (f32, f32) {
    let reach = f32::from(MOVES) * f32::from(STEP);
    (ruler.start - reach, ruler.stop() + reach)
}

/// Moves the ends and the gutters of a ruler by pixels while that makes its lines worth more.
pub(super) fn adjust(profile: &Profile, ruler: &Ruler) -> Ruler {
    let mut best = *ruler;
    let mut most = profile.worth(&best);
    for _ in 0..MOVES {
        let (start, stop, gutter) = (best.start, best.stop(), best.gutter);
        let before = most;
        let mut consider = |start: f32, stop: f32, gutter: f32, fee: f32| {
            let tried = Ruler::between(start, stop, ruler.count, gutter);
            let worth = profile.worth(&tried) - fee;
            if gutter < tried.pitch * 0.25 && profile.holds(&tried) && worth > most + 1e-4 {
                (most, best) = (worth, tried);
            }
        };
        for left in -STEP..=STEP {
            for right in -STEP..=STEP {
                let fee = 0.002 * f32::from(left.abs() + right.abs());
                consider(start + f32::from(left), stop + f32::from(right), gutter, fee);
            }
        }
        for change in [-2.0, -1.0, 1.0, 2.0] {
            consider(start, stop, gutter + change, 0.002);
            consider(start + change, stop, gutter + change, 0.002);
            consider(start, stop - change, gutter + change, 0.002);
            consider(start + change / 2.0, stop - change / 2.0, gutter + change, 0.002);
        }
        if most <= before {
            break;
        }
    }
    best
}

/// The best ways to divide `from..to` into tiles, at most `limit`, best first: the gutters are found out.
pub(super) fn divisions(profile: &Profile, from: f32, to: f32, counts: Counts, limit: usize) -> Vec<(f32, Ruler)> {
    divided(profile, (from, to), counts, limit, GUTTERS.into_iter(), WIDEST)
}

/// The same with wide gutters only, where most of their edges are seen: the tiles lie apart then.
pub(super) fn wide_divisions(profile: &Profile, from: f32, to: f32, counts: Counts, limit: usize) -> Vec<(f32, Ruler)> {
    let wide = (WIDE..).map(|gutter| gutter as f32);
    let mut found = divided(profile, (from, to), counts, limit, wide, APART);
    let is_gutter = |ruler: &Ruler| ruler.gutter <= EMPTY * ruler.pitch || ruler.count > 2 && is_empty(profile, ruler);
    found.retain(|(worth, ruler)| *worth >= SEEN * (ruler.count - 1) as f32 && is_gutter(ruler));
    found
}

/// Whether nothing at all is seen between the tiles of a ruler.
fn is_empty(profile: &Profile, ruler: &Ruler) -> bool {
    (1..ruler.count).all(|index| {
        let (from, to) = (ruler.end(index - 1) + LEFT, ruler.begin(index) - LEFT);
        (from as u32..=to as u32).all(|position| profile.at(position as f32) <= 0.0)
    })
}

/// The best ways to divide a stretch with gutters among some, the narrowest first, up to a share of the pitch.
fn divided(
    profile: &Profile,
    (from, to): (f32, f32),
    counts: Counts,
    limit: usize,
    gutters: impl Iterator<Item = f32> + Clone,
    widest: f32,
) -> Vec<(f32, Ruler)> {
    let best = |count: usize| {
        let mut best: Option<(f32, Ruler)> = None;
        for gutter in gutters.clone() {
            let ruler = Ruler::between(from, to, count, gutter);
            if ruler.tile() < 8.0 || gutter > ruler.pitch * widest {
                break;
            }
            let worth = profile.inner(&ruler);
            if best.is_none_or(|(most, _)| worth > most + 1e-4) {
                best = Some((worth, ruler));
            }
        }
        best
    };
    let mut found: Vec<(f32, Ruler)> = (counts.least..=counts.most).filter_map(best).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(limit);
    found
}

/// Lines at equal distances in a profile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progression {
    /// The first line.
    pub first: f32,
    /// From line to line.
    pub pitch: f32,
    /// How many lines.
    pub lines: usize,
    /// The stretch along the lines the profile was taken over.
    pub band: (f32, f32),
    /// What it is worth.
    pub worth: f32,
}

impl Progression {
    /// The last line.
    pub fn last(&self) -> f32 {
        self.first + (self.lines - 1) as f32 * self.pitch
    }
}

/// How many peaks of a profile are followed.
const PEAKS: usize = 44;
/// The least evidence of a line that begins a progression, and of one that continues it.
const PEAK: (f32, f32) = (0.14, 0.09);

/// The best progressions of lines in a profile taken over `band`, at most `limit`.
pub(super) fn progressions(profile: &Profile, band: (f32, f32), limit: usize) -> Vec<Progression> {
    let peaks = peaks(&profile.sharp);
    let mut found: Vec<Progression> = Vec::new();
    for (index, &first) in peaks.iter().enumerate() {
        for &second in &peaks[index + 1..] {
            let pitch = (second - first) as f32;
            if pitch < 10.0 || pitch > 3.0 * (band.1 - band.0) {
                continue;
            }
            let found_one = follow(profile, first as f32, pitch, band);
            found.extend(found_one.filter(|progression| progression.lines >= 3));
        }
    }
    found.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let mut kept: Vec<Progression> = Vec::new();
    for progression in found {
        if kept.len() >= limit {
            break;
        }
        if !kept.iter().any(|other| is_same(other, &progression)) {
            kept.push(progression);
        }
    }
    kept
}

/// Whether two progressions have the same lines where both have some.
pub(super) fn is_same(a: &Progression, b: &Progression) -> bool {
    let phase = (a.first - b.first) / a.pitch;
    (a.pitch - b.pitch).abs() < 1.2
        && (phase - phase.round()).abs() * a.pitch < 2.6
        && a.first < b.last() + b.pitch
        && b.first < a.last() + a.pitch
}

fn peaks(values: &[f32]) -> Vec<usize> {
    let is_peak = |index: usize| {
        let here = values[index];
        here >= PEAK.0 && (index.saturating_sub(2)..(index + 3).min(values.len())).all(|near| values[near] <= here)
    };
    let mut peaks: Vec<usize> = (0..values.len()).filter(|&index| is_peak(index)).collect();
    if peaks.len() > PEAKS {
        peaks.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
        peaks.truncate(PEAKS);
        peaks.sort_unstable();
    }
    peaks
}

fn follow(profile: &Profile, first: f32, guess: f32, band: (f32, f32)) -> Option<Progression> {
    let mut pitch = guess;
    let mut lines = 2;
    let value = |position: f32| profile.at(position).min(CAP) - PEAK.1;
    let mut worth = value(first) + value(first + pitch);
    let mut last = first + pitch;
    if profile.at(first - pitch) > PEAK.0 && first - pitch > 0.0 {
        return None;
    }
    while lines <= Counts::ANY.most {
        let next = last + pitch;
        let at = |step: f32| (profile.at(next + step) - 0.02 * step.abs(), next + step);
        let (seen, position) = [0.0, -1.0, 1.0, -2.0, 2.0].map(at).into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        if seen < PEAK.1 || position > profile.limit {
            break;
        }
        lines += 1;
        last = position;
        worth += value(position);
        pitch = (last - first) / (lines - 1) as f32;
    }
    Some(Progression { first, pitch, lines, band, worth: worth * (band.1 - band.0).sqrt() })
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::super::evidence::Edges;
    use super::*;

    #[test]
    fn tiles_that_lie_apart_are_told_by_both_sides_of_their_gutters() {
        let profile = |tile: u32| {
            let is_tile = |v: u32| (20..356).contains(&v) && (v - 20) % 88 < tile;
            let shade = |x: u32, y: u32| if is_tile(x) && is_tile(y) { 90 + (x / 88 * 30) as u8 } else { 230 };
            let picture = RgbImage::from_fn(376, 376, |x, y| Rgb([shade(x, y); 3]));
            Profile::new(&Edges::new(&picture).vertical, (20.0, 356.0))
        };
        let found = |tile: u32| wide_divisions(&profile(tile), 20.0, 264.0 + 20.0 + tile as f32, Counts::ANY, 2);
        let (_, ruler) = found(64)[0];
        assert!(ruler.count == 4 && (ruler.gutter - 24.0).abs() <= 1.0, "{ruler:?}");
        let (_, ruler) = found(54)[0];
        assert!(ruler.count == 4 && (ruler.gutter - 34.0).abs() <= 1.0, "{ruler:?}");
        assert_eq!(found(88), [], "tiles touch");
        let (_, ruler) = found(40)[0];
        assert!(ruler.count == 4 && (ruler.gutter - 48.0).abs() <= 1.0, "{ruler:?}");
        let touching = |x: u32, y: u32| {
            Rgb([40 + x / 44 % 2 * 150 + (x % 44 / 20 * 20), y / 44 * 20, 90].map(|level| level as u8))
        };
        let edges = Edges::new(&RgbImage::from_fn(308, 176, touching));
        let of_each_second =
            wide_divisions(&Profile::new(&edges.vertical, (0.0, 176.0)), 0.0, 308.0, Counts::only(4), 2);
        assert_eq!(of_each_second, [], "what is between them are tiles");
        assert!(found(28).iter().all(|(_, ruler)| ruler.count != 4), "that is no gutter");
        let of_two = |tile: u32| wide_divisions(&profile(tile), 20.0, 88.0 + 20.0 + tile as f32, Counts::ANY, 2);
        assert!(of_two(54).iter().any(|(_, ruler)| ruler.count == 2));
        assert!(of_two(40).iter().all(|(_, ruler)| ruler.count != 2), "two tiles may be anything");
    }
}
