//! Photographs of a screen: what was seen at an angle, as if it had been seen from the front.
//!
//! Parallel lines of a plane meet in one point of its photograph. With the middle of the picture as origin and half its
//! longer side as unit, lines that were upright are `u(v) = x + (slant + spread·x)·v` for some `x`, all of one slant and one
//! spread, and meet in `(slant : 1 : -spread)`; lines that were level are the same with `u` and `v` exchanged. Both pairs of
//! numbers are searched for: along the right lines the edges of a screen, of its windows and of a board pile up, so that
//! their profile is sharpest. The projection that sends the two points to infinity,
//!
//! ```text
//!            ⎛  1   a  0 ⎞       a, b: slant and spread of the upright lines
//! seen from  ⎜  c   1  0 ⎟ front c, d: of the level lines
//!            ⎝ -d  -b  1 ⎠
//! ```
//!
//! then shows the screen from the front, but for its width to height, which no reading needs.

use image::{Rgb, RgbImage};
use imageproc::geometric_transformations::{Border, Interpolation, Projection, warp_into};
use rayon::prelude::*;

use super::{Fidelity, Screenshot};
use crate::rect::Rect;
use crate::resize::resized;

/// The longer side of the picture that edges are looked for in.
const SIDE: u32 = 640;
/// The longer side of what is returned is at most this.
const MOST: u32 = 2400;
/// No more than this of the plane is shown, in units from the middle.
const FARTHEST: f32 = 1.6;
/// Slant and spread are looked for up to this: 20 degrees and a little.
const STEEPEST: f32 = 0.42;
/// Steps of the search, in units.
const STEPS: [f32; 4] = [0.028, 0.009, 0.003, 0.001];
/// The least width of the profile's bins: more than a pixel, or the pixels' own lattice would be the sharpest.
const FINEST: f32 = 2.5 / SIDE as f32;
/// Below this nothing is gained by straightening: half a pixel at the ends of a board's line.
const STRAIGHT: f32 = 0.004;
/// Lines are straight if they are so many times sharper than with slants and spreads of about this size. Those of either
/// direction alone may be so by chance.
const BESIDE: [(f32, f32); 3] = [(0.009, 1.0), (0.02, 1.05), (0.04, 1.2)];
/// Lines are straight where others are no sharper than by this.
const GAIN: f32 = 0.9;
/// Bins that no line spans.
const APART: usize = 3;
/// So many edges are looked at in each direction.
const EDGES: usize = 12_000;
/// Every so-manieth edge tells roughly how the lines run.
const FEW: usize = 4;

/// How the lines of one direction run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Lines {
    slant: f32,
    spread: f32,
}

/// A pixel on an edge: along and across the lines looked for, in units, and how strong.
#[derive(Clone, Copy)]
struct Edge {
    along: f32,
    across: f32,
    strength: f32,
}

/// A photograph of a screen as seen from the front.
#[derive(Clone, Debug)]
pub struct Straightened {
    /// The picture. What the photograph does not show is black.
    pub screenshot: Screenshot,
    /// From the photograph to the picture.
    projection: Projection,
    /// Width and height of the photograph.
    size: (u32, u32),
}

impl Straightened {
    /// The rectangle of the photograph round what is in `rect` of the picture, at least one pixel.
    pub fn seen(&self, rect: Rect) -> Rect {
        let back = self.projection.invert();
        let corners =
            [(rect.x, rect.y), (rect.right(), rect.y), (rect.x, rect.bottom()), (rect.right(), rect.bottom())]
                .map(|(x, y)| back * (x as f32, y as f32));
        let clipped = |of: [f32; 4], limit: u32| {
            let least = of.into_iter().fold(f32::INFINITY, f32::min).round().clamp(0.0, limit as f32 - 1.0);
            let most = of.into_iter().fold(f32::NEG_INFINITY, f32::max).round().clamp(least + 1.0, limit as f32);
            (least as u32, (most - least) as u32)
        };
        let (x, width) = clipped(corners.map(|(x, _)| x), self.size.0);
        let (y, height) = clipped(corners.map(|(_, y)| y), self.size.1);
        Rect { x, y, width, height }
    }
}

/// The picture seen from the front, where it was seen at an angle of up to about 20 degrees, tilted or turned. Nothing
/// where it is straight already, as screenshots are. Cost: some thousand profiles of 12,000 edges.
pub fn straighten(photograph: &Screenshot) -> Option<Straightened> {
    let (width, height) = photograph.pixels.dimensions();
    let (upright, level) = bent_lines(&photograph.pixels)?;
    let unit = width.max(height) as f32 / 2.0;
    let seen =
        Projection::from_matrix([1.0, upright.slant, 0.0, level.slant, 1.0, 0.0, -level.spread, -upright.spread, 1.0])?;
    let into_units = Projection::translate(-(width as f32) / 2.0, -(height as f32) / 2.0)
        .and_then(Projection::scale(1.0 / unit, 1.0 / unit));
    let front = into_units.and_then(seen.invert());
    let (left, top, right, bottom) = bounds(front, width as f32, height as f32);
    let scale = unit.min(MOST as f32 / (right - left).max(bottom - top));
    let (across, down) = (((right - left) * scale) as u32, ((bottom - top) * scale) as u32);
    if across < Screenshot::MIN_SIDE || down < Screenshot::MIN_SIDE {
        return None;
    }
    let projection = front.and_then(Projection::translate(-left, -top)).and_then(Projection::scale(scale, scale));
    let mut pixels = RgbImage::new(across, down);
    warp_into(&photograph.pixels, projection, Interpolation::Bilinear, Border::Constant(Rgb([0; 3])), &mut pixels);
    let screenshot = Screenshot { pixels, fidelity: Fidelity::Photographed };
    Some(Straightened { screenshot, projection, size: (width, height) })
}

/// Whether the lines of a picture, or of a part of one, are upright and level. Cost: that of straightening it.
pub fn is_straight(picture: &RgbImage) -> bool {
    bent_lines(picture).is_none()
}

/// How the lines of a picture run that should be upright, and those that should be level, if some are not.
fn bent_lines(picture: &RgbImage) -> Option<(Lines, Lines)> {
    let (upright, level) = edges(picture);
    let are_straight = rayon::join(|| are_straight(&upright), || are_straight(&level));
    if are_straight == (true, true) {
        return None;
    }
    let (upright, level) = rayon::join(|| lines(&upright), || lines(&level));
    let bend = [upright.slant, upright.spread, level.slant, level.spread];
    bend.iter().any(|bend| bend.abs() >= STRAIGHT).then_some((upright, level))
}

/// Left, top, right and bottom of the whole picture as it is seen from the front, less what would be stretched far.
fn bounds(front: Projection, width: f32, height: f32) -> (f32, f32, f32, f32) {
    let corners = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)].map(|corner| front * corner);
    let least = |of: [f32; 4]| of.into_iter().fold(f32::INFINITY, f32::min).max(-FARTHEST);
    let most = |of: [f32; 4]| of.into_iter().fold(f32::NEG_INFINITY, f32::max).min(FARTHEST);
    let (x, y) = (corners.map(|(x, _)| x), corners.map(|(_, y)| y));
    (least(x), least(y), most(x), most(y))
}

/// The edges of a picture that may be upright, and those that may be level.
fn edges(picture: &RgbImage) -> (Vec<Edge>, Vec<Edge>) {
    let (width, height) = picture.dimensions();
    let scale = (f64::from(SIDE) / f64::from(width.max(height))).min(1.0);
    let (columns, rows) = ((f64::from(width) * scale).max(3.0) as u32, (f64::from(height) * scale).max(3.0) as u32);
    let small = resized(picture, columns, rows);
    let light = |x: u32, y: u32| {
        let [red, green, blue] = small.get_pixel(x, y).0.map(f32::from);
        0.3 * red + 0.6 * green + 0.1 * blue
    };
    let unit = columns.max(rows) as f32 / 2.0;
    let (mut upright, mut level) = (Vec::new(), Vec::new());
    for y in 1..rows - 1 {
        for x in 1..columns - 1 {
            let (across, down) = (light(x + 1, y) - light(x - 1, y), light(x, y + 1) - light(x, y - 1));
            let u = (x as f32 + 0.5 - columns as f32 / 2.0) / unit;
            let v = (y as f32 + 0.5 - rows as f32 / 2.0) / unit;
            let (across, down) = (across.abs(), down.abs());
            if across > 1.5 * down {
                upright.push(Edge { along: v, across: u, strength: across });
            } else if down > 1.5 * across {
                level.push(Edge { along: u, across: v, strength: down });
            }
        }
    }
    (strongest(upright), strongest(level))
}

/// The strongest edges. Strong ones count alike: one bright window must not drown a board.
fn strongest(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    edges.truncate(EDGES);
    edges.retain(|edge| edge.strength > 8.0);
    edges.iter_mut().for_each(|edge| edge.strength = edge.strength.min(60.0));
    edges
}

/// Whether lines that run a little otherwise fit the edges less well than straight ones.
fn are_straight(edges: &[Edge]) -> bool {
    let straight = Profile::new(edges, 0.0, FINEST).sharpness(0.0);
    let is_sharper = |(size, times): (f32, f32)| {
        [-size, 0.0, size].into_iter().all(|spread| {
            let mut profile = Profile::new(edges, spread, FINEST);
            let mut slants = [-size, 0.0, size].into_iter().filter(|&slant| (slant, spread) != (0.0, 0.0));
            slants.all(|slant| straight > times * profile.sharpness(slant))
        })
    };
    BESIDE.into_iter().all(is_sharper)
}

/// The lines that most edges lie along: slant and spread on ever finer lattices, at first for some of the edges only.
fn lines(edges: &[Edge]) -> Lines {
    let some: Vec<Edge> = edges.iter().step_by(FEW).copied().collect();
    let mut best = Lines::default();
    let mut reach = STEEPEST;
    for (round, step) in STEPS.into_iter().enumerate() {
        let edges = if round == 0 { &some } else { edges };
        let count = (reach / step) as i32;
        let middle = best;
        let tried = move |middle: f32| (-count..=count).map(move |index| middle + step * index as f32);
        let spreads: Vec<f32> = tried(middle.spread).collect();
        let all = spreads.into_par_iter().flat_map_iter(|spread| {
            let mut profile = Profile::new(edges, spread, step.max(FINEST));
            tried(middle.slant).map(move |slant| (profile.sharpness(slant), Lines { slant, spread }))
        });
        // Of equals the straighter one, so that the answer does not depend on the order.
        let bend = |lines: Lines| lines.slant.abs() + lines.spread.abs();
        let better = |a: (f32, Lines), b: (f32, Lines)| {
            if a.0.total_cmp(&b.0).then(bend(b.1).total_cmp(&bend(a.1))).is_ge() { a } else { b }
        };
        if let Some((_, lines)) = all.reduce_with(better) {
            best = lines;
        }
        // Lines that are sharpest straight among those a step off bend too little to matter.
        if round > 0 && best == Lines::default() {
            return best;
        }
        reach = 2.0 * step;
    }
    let sharpness = |lines: Lines| Profile::new(edges, lines.spread, FINEST).sharpness(lines.slant);
    let straight = sharpness(Lines::default()) >= GAIN * sharpness(best);
    if straight { Lines::default() } else { best }
}

/// The edges across lines of one spread and any slant, summed up in bins.
struct Profile {
    /// Edges in bins from the first, both coordinates divided by how far the lines are apart there.
    edges: Vec<Edge>,
    sums: Vec<f32>,
}

impl Profile {
    /// With bins of `bin` units.
    fn new(edges: &[Edge], spread: f32, bin: f32) -> Profile {
        let in_bins = |edge: &Edge| {
            let apart = bin * (1.0 + spread * edge.along);
            Edge { along: edge.along / apart, across: edge.across / apart + FARTHEST / bin, strength: edge.strength }
        };
        let bins = (2.0 * FARTHEST / bin) as usize;
        Profile { edges: edges.iter().map(in_bins).collect(), sums: vec![0.0; bins + 1] }
    }

    /// The sum of squares of the profile across lines of that slant, with edges shared between bins, less what it would be
    /// for edges without lines: the product of sums a few bins apart, which grows alike where lines draw all edges together.
    fn sharpness(&mut self, slant: f32) -> f32 {
        let bins = (self.sums.len() - 1) as f32;
        self.sums.fill(0.0);
        for edge in &self.edges {
            let at = edge.across - slant * edge.along;
            if at >= 0.0 && at < bins {
                let left = at as usize;
                let right = edge.strength * (at - left as f32);
                self.sums[left] += edge.strength - right;
                self.sums[left + 1] += right;
            }
        }
        self.sums.windows(APART + 1).map(|sums| sums[0] * (sums[0] - sums[APART])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows of stripes: lines to go by in both directions.
    fn screen() -> RgbImage {
        RgbImage::from_fn(600, 400, |x, y| {
            let is_window = (60..540).contains(&x) && (50..350).contains(&y);
            Rgb([if is_window && (x / 40 + y / 50) % 2 == 0 { 220 } else { 40 }; 3])
        })
    }

    #[test]
    fn what_is_straight_is_left_alone() {
        assert!(straighten(&Screenshot::exact(screen())).is_none());
        assert!(straighten(&Screenshot::exact(RgbImage::new(50, 50))).is_none(), "no lines at all");
    }

    #[test]
    fn lines_seen_at_an_angle_come_out_upright_and_level() {
        let seen = Projection::from_control_points(
            [(60.0, 50.0), (540.0, 50.0), (540.0, 350.0), (60.0, 350.0)],
            [(90.0, 40.0), (520.0, 75.0), (495.0, 350.0), (60.0, 330.0)],
        );
        let mut pixels = RgbImage::new(600, 400);
        warp_into(&screen(), seen.unwrap(), Interpolation::Bilinear, Border::Replicate, &mut pixels);
        let straightened = straighten(&Screenshot::exact(pixels)).unwrap();
        let upright = |(x, y): (f32, f32)| straightened.projection * (x, y);
        let corners = [(90.0, 40.0), (520.0, 75.0), (495.0, 350.0), (60.0, 330.0)].map(upright);
        let [top_left, top_right, bottom_right, bottom_left] = corners;
        for (a, b) in [
            (top_left.0, bottom_left.0),
            (top_right.0, bottom_right.0),
            (top_left.1, top_right.1),
            (bottom_left.1, bottom_right.1),
        ] {
            assert!((a - b).abs() < 3.0, "{corners:?}");
        }
    }

    #[test]
    fn places_lead_back_to_the_photograph() {
        let shift = Projection::translate(-30.0, -20.0);
        let screenshot = Screenshot::exact(RgbImage::new(100, 100));
        let straightened = Straightened { screenshot, projection: shift, size: (90, 90) };
        assert_eq!(straightened.seen(Rect::new(10, 10, 20, 30)), Rect::new(40, 30, 20, 30));
        assert_eq!(straightened.seen(Rect::new(50, 60, 50, 50)), Rect::new(80, 80, 10, 10), "clipped");
    }
}
