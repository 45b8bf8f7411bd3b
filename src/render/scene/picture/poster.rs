//! A poster in a few flat colours: a lighthouse on a coast under a sky without a cloud, so that whole tiles look alike.

use super::shape::{circle, dot, rod, slab};
use super::tone::{Point, Spot, Tone, coverage, hex, mix};

/// The colours of a poster: sky, sun, far hills, near hills, sea, sand, and two for what stands there.
const PALETTES: [[u32; 8]; 4] = [
    [0xf3d9a4, 0xe2583e, 0x6a8f86, 0x2f5d62, 0x1d3f55, 0xe8b45a, 0xc8382e, 0xfaf3e3],
    [0x9fd3e6, 0xfbe26a, 0x5fa08a, 0x2c6e5a, 0x1b6fa3, 0xf1d9a0, 0xd94f3d, 0xffffff],
    [0x3a2e5c, 0xf5c16c, 0x6b3f6e, 0x8f4b6b, 0x22203f, 0xd0705a, 0xf08a4b, 0xf8e7c9],
    [0xcfe8c8, 0xf47c5d, 0x7fb08b, 0x437a5c, 0x33566b, 0xf7efc9, 0x2e4057, 0xfffdf2],
];

/// The colour of one pixel. `seed` picks the colours and moves what stands about.
pub(super) fn tone(spot: &Spot, seed: u32) -> Tone {
    let palette = PALETTES[seed as usize % PALETTES.len()].map(hex);
    let side = if (seed / 4).is_multiple_of(2) { 1.0 } else { -1.0 };
    let p = [spot.at[0] * side, spot.at[1]];
    let mut tone = palette[0];
    let mut lay = |distance: f32, colour: usize| tone = mix(tone, palette[colour], coverage(distance, spot.pixel));
    let low = spot.reach[1] - 1.0;
    let q = [p[0], p[1] - low];
    lay(circle(q, [-0.42, 0.02], 0.27), 1);
    lay(hill(q, -0.75, 0.10, 0.9), 2);
    lay(hill(q, 0.45, -0.02, 0.6), 2);
    lay(hill(q, -0.1, 0.22, 1.6), 3);
    lay(0.36 - q[1], 4);
    for (index, wave) in [0.44, 0.52, 0.61].into_iter().enumerate() {
        lay(slab([q[0] + 0.5 - 0.37 * index as f32, q[1] - wave], [0.22, 0.008], 0.008), 7);
    }
    boat(q, &mut lay);
    lay(hill(q, 0.80, 0.50, 1.1), 5);
    lighthouse(q, &mut lay);
    tone
}

/// Below a parabola with its top at `x`, `y`.
fn hill(p: Point, x: f32, y: f32, width: f32) -> f32 {
    let t = (p[0] - x) / width;
    let slope = 2.0 * t / width;
    (y + t * t - p[1]) / (1.0 + slope * slope).sqrt()
}

fn boat(p: Point, lay: &mut impl FnMut(f32, usize)) {
    let q = [p[0] + 0.36, p[1] - 0.50];
    let sail = |tip: Point, foot: Point| half_plane(q, tip, foot);
    let large = sail([0.02, -0.36], [0.25, 0.0]).max(q[1] + 0.015).max(0.02 - q[0]);
    let small = sail([-0.20, 0.0], [-0.02, -0.30]).max(q[1] + 0.015).max(q[0] + 0.02);
    lay(large, 7);
    lay(small, 1);
    lay(slab([q[0], q[1] + 0.16], [0.007, 0.20], 0.0), 6);
    lay(circle(q, [0.0, -0.20], 0.31).max(0.012 - q[1]).max(q[1] - 0.12), 6);
}

/// Distance to the line from `a` to `b`, positive on its left as one walks.
fn half_plane(p: Point, a: Point, b: Point) -> f32 {
    let along = [b[0] - a[0], b[1] - a[1]];
    let size = dot(along, along).sqrt();
    (along[1] * (p[0] - a[0]) - along[0] * (p[1] - a[1])) / size
}

fn lighthouse(p: Point, lay: &mut impl FnMut(f32, usize)) {
    let q = [p[0] - 0.74, p[1]];
    let tower = (q[0].abs() - 0.085 - 0.05 * (q[1] + 0.36)).max(-0.40 - q[1]).max(q[1] - 0.66);
    lay(tower, 7);
    for band in [-0.28, 0.02, 0.32] {
        lay(tower.max((q[1] - band).abs() - 0.075), 6);
    }
    lay(slab([q[0], q[1] + 0.42], [0.115, 0.022], 0.0), 4);
    lay(slab([q[0], q[1] + 0.51], [0.055, 0.075], 0.0), 1);
    lay((q[0].abs() - 0.09 + 0.9 * (-0.58 - q[1])).max(q[1] + 0.575), 6);
    lay(circle(q, [0.0, -0.70], 0.018), 6);
    lay(rod(q, [0.0, 0.60], [0.0, 0.68], [0.035, 0.035]), 4);
}
