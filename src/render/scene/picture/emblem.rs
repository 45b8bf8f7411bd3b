//! A hammer and a sickle in gold and steel on red cloth, a star above them, ears of wheat around, a gilt frame.

use super::metal::{Metal, gold, steel};
use super::noise::{cloud, noise};
use super::shape::{along, circle, ellipse, minus, rod, slab, star};
use super::tone::{Point, Spot, Tone, coverage, direction, hex, length, lit, mix, smooth, turns};

/// Half a right angle's cosine: the tools lie along the diagonals.
const DIAGONAL: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// How wide the frame is.
const FRAME: f32 = 0.11;

/// The colour of one pixel. `seed` moves the folds of the cloth.
pub(super) fn tone(spot: &Spot, seed: u32) -> Tone {
    let p = spot.at;
    let mut tone = rays(cloth(spot, seed), p);
    tone = wheat(tone, spot);
    tone = ribbon(tone, spot);
    tone = tools(tone, spot);
    tone = red_star(tone, spot);
    frame(tone, spot)
}

fn cloth(spot: &Spot, seed: u32) -> Tone {
    let p = spot.at;
    let bend = noise([p[0] * 0.9 + 4.0, p[1] * 0.9], seed);
    let fold = |shift: f32| {
        let across = p[0] * 1.5 + p[1] * 0.55 + bend * 0.9 + shift;
        cloud([across, p[1] * 0.28 + 7.0], 3, seed.wrapping_add(3))
    };
    let light = 0.80 + (fold(0.0) - fold(0.06)) * 5.0;
    let weave = weave(spot.at);
    let red = mix(hex(0x7d0a12), hex(0xb81a24), 0.5 + 0.35 * noise([p[0] * 1.7, p[1] * 1.7], seed.wrapping_add(9)));
    lit(red, light * (1.0 + 0.13 * weave))
}

/// Threads over and under each other, −1 to 1.
fn weave(p: Point) -> f32 {
    let (x, y) = (p[0] * 92.0, p[1] * 92.0);
    let over = (x.floor() + y.floor()).rem_euclid(2.0) < 1.0;
    let across = if over { x - x.floor() } else { y - y.floor() };
    let bulge = 4.0 * across * (1.0 - across);
    bulge * 1.4 - 0.9 + if over { 0.12 } else { -0.12 }
}

/// Light that streams from the middle.
fn rays(cloth: Tone, p: Point) -> Tone {
    let from = minus(p, [0.0, 0.06]);
    let far = length(from);
    let beam = turns(from) * 20.0;
    let within = (beam - beam.floor() - 0.5).abs() * 2.0;
    let edge = smooth(0.42, 0.58, within);
    let strength = smooth(0.02, 0.35, far) * (1.0 - 0.55 * smooth(0.6, 1.5, far));
    let warm = mix(lit(cloth, 1.28), hex(0xf2a13a), 0.16);
    let glow = 0.5 * (1.0 - smooth(0.0, 0.75, far));
    mix(mix(lit(cloth, 0.80), warm, edge * strength), hex(0xffb347), glow * 0.50)
}

fn tools(under: Tone, spot: &Spot) -> Tone {
    let place = |p: Point| [p[0] / 0.86, (p[1] - 0.10) / 0.86];
    let p = place(spot.at);
    let pixel = spot.pixel / 0.86;
    let wood = Metal { scale: wood(), bevel: 0.05, grain: [DIAGONAL, DIAGONAL] };
    let head = Metal { scale: steel(), bevel: 0.045, grain: [DIAGONAL, -DIAGONAL] };
    let blade = Metal { scale: gold(), bevel: 0.060, grain: [0.98, 0.2] };
    let collar = Metal { scale: gold(), bevel: 0.03, grain: [-DIAGONAL, DIAGONAL] };
    let handle = Metal { scale: wood.scale, bevel: 0.05, grain: [-DIAGONAL, DIAGONAL] };
    let mut tone = wood.lay(under, p, pixel, hammer_shaft);
    tone = collar.lay(tone, p, pixel, hammer_ferrule);
    tone = head.lay(tone, p, pixel, hammer_head);
    tone = handle.lay(tone, p, pixel, sickle_handle);
    tone = blade.lay(tone, p, pixel, sickle_blade);
    collar.lay(tone, p, pixel, sickle_collar)
}

fn wood() -> [Tone; 5] {
    [hex(0x2c1206), hex(0x5f2d10), hex(0x96541f), hex(0xc98a45), hex(0xf7dca8)]
}

fn hammer_shaft(p: Point) -> f32 {
    rod(p, [-0.40, -0.40], [0.60, 0.60], [0.048, 0.060])
}

fn hammer_ferrule(p: Point) -> f32 {
    let q = along(minus(p, [0.565, 0.565]), [DIAGONAL, DIAGONAL]);
    slab(q, [0.045, 0.072], 0.02)
}

/// A block across the shaft, one end drawn out to a wedge.
fn hammer_head(p: Point) -> f32 {
    let q = along(minus(p, [-0.375, -0.375]), [DIAGONAL, -DIAGONAL]);
    let block = slab(q, [0.265, 0.105], 0.018);
    let wedge = (q[1] * 0.90 + q[0] * 0.44) - 0.155;
    block.max(wedge)
}

/// Between two circles that are not concentric: broad below on the right, a point above on the left, cut off where the
/// neck begins.
fn sickle_blade(p: Point) -> f32 {
    const MIDDLE: Point = [0.05, -0.02];
    let cut = -0.469 * (p[1] - MIDDLE[1]) - 0.883 * (p[0] - MIDDLE[0]);
    let blade = crescent(minus(p, MIDDLE));
    let neck = rod(p, [-0.225, 0.512], [-0.37, 0.585], [0.047, 0.036]);
    if p[1] > 0.0 { blade.max(cut).min(neck) } else { blade }
}

/// A crescent cut by a circle shifted to the upper left, around the middle of the outer circle.
fn crescent(p: Point) -> f32 {
    const OUTER: f32 = 0.64;
    const INNER: f32 = 0.575;
    const SHIFT: f32 = 0.129;
    let q = along(p, [-0.8137, -0.5812]);
    let q = [q[0], q[1].abs()];
    let corner = (OUTER * OUTER - INNER * INNER + SHIFT * SHIFT) / (2.0 * SHIFT);
    let tip = [corner, (OUTER * OUTER - corner * corner).sqrt()];
    if q[0] * tip[1] - q[1] * tip[0] > SHIFT * (tip[1] - q[1]).max(0.0) {
        length(minus(q, tip))
    } else {
        (length(q) - OUTER).max(INNER - length(minus(q, [SHIFT, 0.0])))
    }
}

fn sickle_collar(p: Point) -> f32 {
    let q = along(minus(p, [-0.395, 0.605]), [-DIAGONAL, DIAGONAL]);
    slab(q, [0.035, 0.070], 0.02)
}

fn sickle_handle(p: Point) -> f32 {
    rod(p, [-0.40, 0.61], [-0.60, 0.81], [0.048, 0.066])
}

/// Two ears of wheat that rise from below on either side.
fn wheat(under: Tone, spot: &Spot) -> Tone {
    let p = [spot.at[0].abs(), spot.at[1]];
    let middle = [0.0, 0.04];
    let far = circle(p, middle, 0.80);
    if far.abs() > 0.22 {
        return under;
    }
    let grain = Metal { scale: gold(), bevel: 0.028, grain: [0.0, 1.0] };
    grain.lay(under, p, spot.pixel, |p| ear(minus(p, middle)))
}

/// Distance to the nearest grain or the stalk, on the right half, from the middle of the ring.
fn ear(p: Point) -> f32 {
    const STEP: f32 = 0.0165;
    let turn = 0.25 - turns([p[0], p[1]]);
    let turn = if turn < -0.5 { turn + 1.0 } else { turn };
    let nearest = (turn / STEP).round();
    let stalk = (length(p) - 0.80).abs() - 0.011;
    let mut distance = if turn > 0.0 && turn < 0.385 { stalk } else { 1.0 };
    for offset in [-2.0, -1.0, 0.0, 1.0, 2.0] {
        let index = nearest + offset;
        if (3.0..=23.0).contains(&index) {
            distance = distance.min(grains(p, 0.25 - index * STEP));
        }
    }
    distance
}

/// One grain on either side of the stalk and one on it.
fn grains(p: Point, turn: f32) -> f32 {
    let out = direction(turn);
    let mut distance = 1.0_f32;
    for (radius, lean) in [(0.80 + 0.048, 0.07), (0.80 - 0.048, -0.07)] {
        let axis = direction(turn - 0.25 + lean);
        let q = along(minus(p, [out[0] * radius, out[1] * radius]), axis);
        distance = distance.min(ellipse(q, [0.056, 0.024]));
    }
    distance
}

/// A band that ties the ears together.
fn ribbon(under: Tone, spot: &Spot) -> Tone {
    let gilt = Metal { scale: gold(), bevel: 0.02, grain: [1.0, 0.0] };
    let q = [spot.at[0], spot.at[1] - 0.805];
    let tone = gilt.lay(under, q, spot.pixel, |q| slab(q, [0.150, 0.062], 0.03));
    let inside = coverage(slab(q, [0.130, 0.042], 0.02), spot.pixel);
    let stripe = ((q[0] + q[1]) * 16.0).rem_euclid(1.0);
    let red = lit(hex(0xb5121d), 0.75 + 0.5 * smooth(0.15, 0.5, stripe) - 0.3 * smooth(0.6, 0.95, stripe));
    mix(tone, red, inside)
}

/// A star with ten facets, enamelled red within a gilt edge.
fn red_star(under: Tone, spot: &Spot) -> Tone {
    let q = [spot.at[0], spot.at[1] + 0.665];
    let edge = |q: Point| star(q, 0.205, 0.42);
    let gilt = Metal { scale: gold(), bevel: 0.035, grain: [1.0, 0.0] };
    let tone = gilt.lay(under, q, spot.pixel, edge);
    let enamel = [hex(0x4d0008), hex(0x8e0512), hex(0xd3121f), hex(0xf2584a), hex(0xffe3d0)];
    let faceted = Metal { scale: enamel, bevel: 0.20, grain: [1.0, 0.0] };
    let inner = |q: Point| edge(q) + 0.022;
    let covered = coverage(inner(q), spot.pixel);
    if covered == 0.0 { tone } else { mix(tone, faceted.lay(tone, q, spot.pixel, inner), covered) }
}

/// A gilt moulding with beads along a red inlay.
fn frame(under: Tone, spot: &Spot) -> Tone {
    let [right, down] = [0, 1].map(|i| spot.reach[i] - spot.at[i].abs());
    let depth = right.min(down);
    let shadow = 0.55 * (1.0 - (depth - FRAME).max(0.0) / 0.07).clamp(0.0, 1.0);
    let under = mix(under, hex(0x140103), shadow);
    let moulding = Metal { scale: gold(), bevel: 0.026, grain: if right < down { [0.0, 1.0] } else { [1.0, 0.0] } };
    let inside = coverage(depth - FRAME, spot.pixel);
    if inside == 0.0 {
        return under;
    }
    let ridge = |p: Point| {
        let depth = (spot.reach[0] - p[0].abs()).min(spot.reach[1] - p[1].abs());
        (depth - FRAME).max((0.033 - (depth - 0.055).abs()).min(depth - 0.0))
    };
    let gilt = moulding.lay(hex(0x6d0a12), spot.at, spot.pixel, ridge);
    mix(under, beads(gilt, spot, right < down), inside)
}

fn beads(under: Tone, spot: &Spot, upright: bool) -> Tone {
    let (lengthwise, across) = if upright { (1, 0) } else { (0, 1) };
    let depth = spot.reach[across] - spot.at[across].abs();
    let count = (spot.reach[lengthwise] / 0.052).round();
    let place = spot.at[lengthwise] / spot.reach[lengthwise] * count;
    let q = [(place - place.floor() - 0.5) * spot.reach[lengthwise] / count, depth - 0.055];
    let upright_q = if upright { [q[1] * -spot.at[0].signum(), q[0]] } else { [q[0], q[1] * -spot.at[1].signum()] };
    let pearl = Metal { scale: gold(), bevel: 0.022, grain: [1.0, 0.0] };
    let covered = coverage(circle(upright_q, [0.0, 0.0], 0.019), spot.pixel);
    mix(under, pearl.lay(under, upright_q, spot.pixel, |q| circle(q, [0.0, 0.0], 0.019)), covered)
}
