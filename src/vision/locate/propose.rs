//! Hypotheses: lattices that lines suggest, before anything is known of what they enclose.
//!
//! Two ways lead to them. Lines at equal distances in bands of the picture, in both directions, where they cross; and
//! rectangles whose four sides are seen, divided in the ways their inner lines allow.

use image::RgbImage;
use rayon::prelude::*;

use super::comb::{Progression, adjust, divisions, fit_comb, is_same, progressions, wide_divisions};
use super::evidence::{EdgeMap, Edges};
use super::panel::{Panel, Sides};
use super::plain::divide_plain;
use super::profile::Profile;
use super::ruler::{Lattice, Ruler};
use super::segments::{Segment, segments};

/// Segments kept in each direction.
const SEGMENTS: usize = 260;
/// Progressions kept in each direction.
const PROGRESSIONS: usize = 70;
/// Crossings of progressions that are followed up.
const CROSSINGS: usize = 70;
/// Rectangles that are divided.
const RECTANGLES: usize = 110;
/// Rectangles of all kinds: a board has hundreds of its own.
const ALL_RECTANGLES: usize = 1000;

/// Rectangles that are looked through for numbers without borders.
const PLAIN: usize = 40;

/// What the lines of a picture suggest, whatever the number of tiles.
pub(super) struct Suggestions {
    across: Vec<Progression>,
    down: Vec<Progression>,
    panels: Vec<Panel>,
}

impl Suggestions {
    pub fn new(edges: &Edges) -> Suggestions {
        let (vertical, horizontal) = both_segments(edges);
        let (across, down) = rayon::join(
            || all_progressions(&edges.vertical, &vertical),
            || all_progressions(&edges.horizontal, &horizontal),
        );
        Suggestions { across, down, panels: panels(edges, &vertical, &horizontal, Ends::Alike, RECTANGLES) }
    }

    /// All hypotheses for boards with such sides.
    pub fn lattices(&self, picture: &RgbImage, edges: &Edges, sides: Sides) -> Vec<Lattice> {
        let Suggestions { across, down, panels } = self;
        let mut lattices = crossings(edges, across, down, sides);
        lattices.par_extend(panels.par_iter().flat_map_iter(|panel| divide(edges, panel, sides, 2)));
        lattices.par_extend(panels.par_iter().take(PLAIN).flat_map_iter(|panel| divide_plain(picture, panel, sides)));
        lattices
    }
}

/// Rectangles whose four sides are seen, also where two of them go on beyond it, best first; the whole picture is always one
/// of them.
pub(super) fn rectangles(edges: &Edges) -> Vec<Panel> {
    let (vertical, horizontal) = both_segments(edges);
    panels(edges, &vertical, &horizontal, Ends::Any, ALL_RECTANGLES)
}

/// The stretches of lines of either direction that are worth most.
fn both_segments(edges: &Edges) -> (Vec<Segment>, Vec<Segment>) {
    rayon::join(|| segments(&edges.vertical, SEGMENTS), || segments(&edges.horizontal, SEGMENTS))
}

/// All hypotheses for a board that fills a rectangle.
pub(super) fn propose_within(picture: &RgbImage, edges: &Edges, panel: &Panel, sides: Sides) -> Vec<Lattice> {
    let mut lattices = divide(edges, panel, sides, 6);
    lattices.extend(divide_plain(picture, panel, sides));
    lattices
}

/// The progressions of lines in all bands: along the segments, and at fixed distances.
fn all_progressions(map: &EdgeMap, segments: &[Segment]) -> Vec<Progression> {
    let within = |(from, to)| progressions(&Profile::new(map, (from, to)), (from, to), 6);
    let mut all: Vec<Progression> = bands(segments, map.length).into_par_iter().flat_map_iter(within).collect();
    all.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let mut kept: Vec<Progression> = Vec::new();
    for progression in all {
        if kept.len() >= PROGRESSIONS {
            break;
        }
        let is_known = |other: &Progression| is_same(other, &progression) && share(other.band, progression.band) > 0.6;
        if !kept.iter().any(is_known) {
            kept.push(progression);
        }
    }
    kept
}

/// The common part of two stretches, as a share of their union.
fn share(a: (f32, f32), b: (f32, f32)) -> f32 {
    ((a.1.min(b.1) - a.0.max(b.0)) / (a.1.max(b.1) - a.0.min(b.0))).max(0.0)
}

/// Bands that follow segments, at most so many.
const SEGMENT_BANDS: usize = 36;

fn bands(segments: &[Segment], length: usize) -> Vec<(f32, f32)> {
    let mut bands: Vec<(f32, f32)> = vec![(0.0, length as f32)];
    for segment in segments {
        let band = (segment.from as f32, segment.to as f32);
        if bands.len() >= SEGMENT_BANDS {
            break;
        }
        if band.1 - band.0 >= 20.0 && !bands.iter().any(|other| share(*other, band) > 0.75) {
            bands.push(band);
        }
    }
    for height in [56, 200] {
        let fixed = (0..length.saturating_sub(height / 2)).step_by(height / 2);
        bands.extend(fixed.map(|from| (from as f32, (from + height).min(length) as f32)));
    }
    bands
}

/// Lattices where progressions of both directions cross and bound one another.
fn crossings(edges: &Edges, across: &[Progression], down: &[Progression], sides: Sides) -> Vec<Lattice> {
    let mut pairs = Vec::new();
    for columns in across {
        for rows in down {
            let wide = share((columns.first, columns.last()), rows.band);
            let high = share((rows.first, rows.last()), columns.band);
            let ratio = (columns.pitch / rows.pitch).ln().abs();
            if wide > 0.25 && high > 0.25 && ratio < 1.1 {
                pairs.push(((columns.worth + rows.worth) * wide * high * (1.0 - 0.5 * ratio), columns, rows));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    pairs.truncate(CROSSINGS);
    pairs.par_iter().filter_map(|(_, columns, rows)| cross(edges, columns, rows, sides)).collect()
}

/// The lattice two progressions make together: each bounds the lines of the other, in turn.
fn cross(edges: &Edges, columns: &Progression, rows: &Progression, sides: Sides) -> Option<Lattice> {
    let mut extent = (rows.first, rows.last());
    let mut lattice = None;
    for _ in 0..2 {
        let profile = Profile::new(&edges.vertical, extent);
        let around = (columns.first, columns.last());
        let (_, across) = fit_comb(&profile, columns.first, columns.pitch, around, sides.columns)?;
        let across = adjust(&profile, &across);
        let profile = Profile::new(&edges.horizontal, (across.start, across.stop()));
        let around = (rows.first, rows.last());
        let (_, down) = fit_comb(&profile, rows.first, rows.pitch, around, sides.rows)?;
        let down = adjust(&profile, &down);
        extent = (down.start, down.stop());
        lattice = Some(Lattice { across, down });
    }
    lattice
}

/// The best ways to divide a rectangle, at most `limit` for each direction.
fn divide(edges: &Edges, panel: &Panel, sides: Sides, limit: usize) -> Vec<Lattice> {
    let (wide, high) = ((panel.left, panel.right), (panel.top, panel.bottom));
    let vertical = Profile::near(&edges.vertical, high, wide);
    let horizontal = Profile::near(&edges.horizontal, wide, high);
    let across = divisions(&vertical, panel.left, panel.right, sides.columns, limit);
    let down = divisions(&horizontal, panel.top, panel.bottom, sides.rows, limit);
    let across_apart = wide_divisions(&vertical, panel.left, panel.right, sides.columns, limit);
    let down_apart = wide_divisions(&horizontal, panel.top, panel.bottom, sides.rows, limit);
    let lattice = |(x, (_, across)): (usize, &(f32, Ruler)), (y, (_, down)): (usize, &(f32, Ruler))| {
        let ratio = (across.pitch / down.pitch).ln().abs();
        (x + y < limit && ratio < 1.2).then_some(Lattice { across: *across, down: *down })
    };
    let ways = [(&across, &down), (&across_apart, &down), (&across, &down_apart), (&across_apart, &down_apart)];
    let pairs = ways.into_iter().flat_map(|(across, down)| {
        across.iter().enumerate().flat_map(|x| down.iter().enumerate().map(move |y| (x, y)))
    });
    pairs.filter_map(|(x, y)| lattice(x, y)).collect()
}

/// The evidence of a side that is seen.
const SEEN: f32 = 0.2;
/// How far from the ends of two opposite sides those across may be, in pixels; and the part of their length that a round corner takes
/// at most, before which the sides end.
const NEAR: usize = 5;
const ROUND: usize = 6;

/// How two opposite sides of a rectangle must end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Where the other does, about.
    Alike,
    /// There or farther on: things that stand in line share a line; or before the corners, if these are round.
    Any,
}

/// At most so many rectangles with evidence on all four sides, best first; the whole picture is always one of them.
fn panels(edges: &Edges, vertical: &[Segment], horizontal: &[Segment], ends: Ends, most: usize) -> Vec<Panel> {
    let mut found = pairs_of_sides(vertical, &edges.horizontal, ends);
    found.extend(pairs_of_sides(horizontal, &edges.vertical, ends).into_iter().map(|panel| Panel {
        left: panel.top,
        top: panel.left,
        right: panel.bottom,
        bottom: panel.right,
        evidence: panel.evidence,
    }));
    found.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let (width, height) = (edges.horizontal.length as f32, edges.vertical.length as f32);
    let mut kept = vec![Panel { left: 0.0, top: 0.0, right: width, bottom: height, evidence: 0.3 }];
    for panel in found {
        if kept.len() >= most {
            break;
        }
        if !kept.iter().any(|other| is_near(other, &panel)) {
            kept.push(panel);
        }
    }
    kept
}

fn value(panel: &Panel) -> f32 {
    panel.evidence * ((panel.right - panel.left) * (panel.bottom - panel.top)).sqrt().sqrt()
}

fn is_near(a: &Panel, b: &Panel) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < 1.5;
    near(a.left, b.left) && near(a.top, b.top) && near(a.right, b.right) && near(a.bottom, b.bottom)
}

/// Rectangles from two segments of one direction that end alike, or of which one ends within the other, with evidence in
/// `crossing`, the map of the other direction, where they do. Sides are named as if the segments were vertical.
fn pairs_of_sides(segments: &[Segment], crossing: &EdgeMap, ends: Ends) -> Vec<Panel> {
    let mut found = Vec::new();
    for one in segments {
        for other in segments {
            if one.position + 20 > other.position {
                continue;
            }
            let (length, reach) = (one.to - one.from, (one.to - one.from) / 14 + 8);
            let are_alike = one.from.abs_diff(other.from) <= reach && one.to.abs_diff(other.to) <= reach;
            let (shorter, longer) = if length < other.to - other.from { (one, other) } else { (other, one) };
            let is_within = longer.from <= shorter.from + reach && shorter.to <= longer.to + reach;
            let (begins, stops) = match ends {
                _ if are_alike => ((one.from, other.from), (one.to, other.to)),
                Ends::Any if is_within => ((shorter.from, shorter.from), (shorter.to, shorter.to)),
                _ => continue,
            };
            if shorter.to - shorter.from < 20 {
                continue;
            }
            let level = |segment: &Segment| 0.18 + segment.worth / (segment.to - segment.from) as f32;
            let (left, right) = (one.position, other.position);
            let corner = (right - left) / ROUND;
            let panel = |places: [(usize, usize); 2]| {
                let [top, bottom] = places.map(|places| strongest(crossing, places, (left, right)));
                let evidence = top.1.min(bottom.1).min(level(one)).min(level(other));
                let [left, top, right, bottom] = [left, top.0, right, bottom.0].map(|at| at as f32);
                (evidence > SEEN && bottom > top + 20.0).then_some(Panel { left, top, right, bottom, evidence })
            };
            let may_be_round = ends == Ends::Any && are_alike && level(one).min(level(other)) > SEEN;
            let round = || may_be_round.then(|| panel([around(begins, corner, 0), around(stops, 0, corner)]))?;
            found.extend(panel([around(begins, NEAR, NEAR), around(stops, NEAR, NEAR)]).or_else(round));
        }
    }
    found
}

/// The positions from so much before two ends to so much after them.
fn around(ends: (usize, usize), before: usize, after: usize) -> (usize, usize) {
    (ends.0.min(ends.1).saturating_sub(before), ends.0.max(ends.1) + after)
}

/// The position, of all from the first to the last, where a line over the whole stretch has the most evidence, and how much.
fn strongest(map: &EdgeMap, (first, last): (usize, usize), (from, to): (usize, usize)) -> (usize, f32) {
    let evidence = (first..=last.min(map.positions - 1)).map(|position| (position, map.mean(position, from, to)));
    evidence.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((first, 0.0))
}
