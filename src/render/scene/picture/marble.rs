//! Polished marble: broad swirls, fine veins, no outline anywhere.

use super::noise::{cloud, noise};
use super::tone::{Spot, Tone, hex, mix, ramp, smooth};

const SCALES: [[u32; 5]; 3] = [
    [0x0b2b33, 0x1f6f78, 0x7fc3b8, 0xe7efe2, 0xd9a441],
    [0x2b0f2e, 0x7a2a5a, 0xd66a6a, 0xf7c59f, 0xfff4dc],
    [0x101820, 0x3b4a5a, 0x8fa3b0, 0xe3e6e2, 0xb98b5e],
];

/// The colour of one pixel. `seed` quarries another block.
pub(super) fn tone(spot: &Spot, seed: u32) -> Tone {
    let p = [spot.at[0] * 1.3, spot.at[1] * 1.3];
    let q = [cloud(p, 4, seed), cloud([p[0] + 5.2, p[1] + 1.3], 4, seed + 11)];
    let r = [p[0] + 2.1 * q[0], p[1] + 2.1 * q[1]];
    let broad = cloud([r[0] + 1.7, r[1] + 9.2], 5, seed + 23);
    let scale = SCALES[seed as usize % SCALES.len()].map(hex);
    let ground = ramp(&scale, 0.45 + 0.55 * broad + 0.25 * q[0]);
    let vein = noise([r[0] * 2.2, r[1] * 2.2], seed + 37).abs() + 0.08 * noise([p[0] * 20.0, p[1] * 20.0], seed + 38);
    mix(ground, scale[4], 0.75 * smooth(0.055, 0.0, vein))
}
