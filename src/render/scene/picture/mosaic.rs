//! A rosette laid of small stones with grout between: every tile is full of edges, and none is like another.

use super::noise::{chance, noise};
use super::tone::{Point, Spot, Tone, hex, length, lit, mix, smooth, turns};

/// How many stones fit along half the shorter side.
const STONES: f32 = 15.0;

/// The colour of one pixel. `seed` lays other stones.
pub(super) fn tone(spot: &Spot, seed: u32) -> Tone {
    let p = [spot.at[0] * STONES, spot.at[1] * STONES];
    let (stone, to_edge) = nearest_stone(p, seed);
    let middle = [stone.1[0] / STONES, stone.1[1] / STONES];
    let (i, j) = stone.0;
    let own = chance(i, j, seed + 1);
    let glaze = noise([spot.at[0] * 40.0, spot.at[1] * 40.0], seed + 2);
    let slant =
        (p[0] - stone.1[0]) * (chance(i, j, seed + 3) - 0.7) + (p[1] - stone.1[1]) * (chance(i, j, seed + 4) - 0.8);
    let face = lit(design(middle, seed), 0.78 + 0.36 * own + 0.12 * glaze + 0.5 * slant);
    let grout = lit(hex(0x3a342e), 0.9 + 0.3 * glaze);
    mix(grout, face, smooth(0.04, 0.16, to_edge))
}

/// The stone at `p` (its lattice place and its middle) and how far its edge is.
fn nearest_stone(p: Point, seed: u32) -> (((i32, i32), Point), f32) {
    let (column, row) = (p[0].floor() as i32, p[1].floor() as i32);
    let mut best = ((column, row), p);
    let (mut first, mut second) = (f32::MAX, f32::MAX);
    for j in row - 1..=row + 1 {
        for i in column - 1..=column + 1 {
            let jitter = [chance(i, j, seed + 5), chance(i, j, seed + 6)];
            let middle = [i as f32 + 0.5 + 0.62 * (jitter[0] - 0.5), j as f32 + 0.5 + 0.62 * (jitter[1] - 0.5)];
            let far = length([p[0] - middle[0], p[1] - middle[1]]);
            if far < first {
                (second, first, best) = (first, far, ((i, j), middle));
            } else {
                second = second.min(far);
            }
        }
    }
    (best, (second - first) / 2.0)
}

/// Rings and petals around a point a little off the middle.
fn design(p: Point, seed: u32) -> Tone {
    let p = [p[0] - 0.12, p[1] + 0.08];
    let far = length(p);
    let petals = (turns(p) * 8.0 + 0.3 * far).fract() - 0.5;
    let reach = 0.62 - 1.1 * petals.abs();
    let swirl = noise([p[0] * 2.3, p[1] * 2.3], seed + 7);
    match far {
        far if far < 0.12 => hex(0xf2c14e),
        far if far < reach => mix(hex(0xd1495b), hex(0xf6b6a6), far / 0.6),
        far if far < 0.72 => mix(hex(0x1f6f8b), hex(0x2a9d8f), 0.5 + swirl),
        far if far < 0.80 => hex(0xf1e3c6),
        far if far < 0.92 => hex(0x7a1f3d),
        far => mix(hex(0xe9d8a6), hex(0x3d5a80), smooth(0.9, 1.5, far) + 0.4 * swirl),
    }
}
