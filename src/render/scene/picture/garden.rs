//! Flowers over leaves, close by: soft shading, many colours, the same motif again and again but never twice the same.

use super::noise::{chance, cloud, noise};
use super::tone::{Point, Spot, Tone, hex, length, lit, mix, ramp, smooth, turns};

const COLOURS: [[u32; 3]; 6] = [
    [0x7a0f2b, 0xd8345f, 0xffb3c1],
    [0x8a4b08, 0xf29f1d, 0xffe08a],
    [0x3d1a78, 0x8a56d8, 0xd9c2ff],
    [0x8c1c13, 0xe8452f, 0xffb08a],
    [0x9a8f7a, 0xf3efe2, 0xffffff],
    [0x0f3b8c, 0x3f7fe0, 0xb8dcff],
];

/// The colour of one pixel. `seed` plants other flowers.
pub(super) fn tone(spot: &Spot, seed: u32) -> Tone {
    let mut tone = leaves(spot.at, seed);
    for (layer, pace) in [3.6, 3.0, 2.3].into_iter().enumerate() {
        let seed = seed.wrapping_add(100 * (layer as u32 + 1));
        let p = [spot.at[0] * pace + 0.37 * layer as f32, spot.at[1] * pace + 0.61 * layer as f32];
        let (column, row) = (p[0].floor() as i32, p[1].floor() as i32);
        for j in row - 1..=row + 1 {
            for i in column - 1..=column + 1 {
                tone = flower(tone, p, (i, j), spot.pixel * pace, seed);
            }
        }
    }
    let grain = 0.03 * (chance(spot.index[0], spot.index[1], seed) - 0.5);
    tone.map(|channel| channel + grain)
}

fn leaves(p: Point, seed: u32) -> Tone {
    let bend = cloud([p[0] * 1.5, p[1] * 1.5], 3, seed);
    let q = [p[0] * 5.0 + 2.5 * bend, p[1] * 5.0 - 2.0 * bend];
    let blade = cloud(q, 4, seed + 1);
    let vein = 1.0 - smooth(0.0, 0.09, noise([q[0] * 1.4, q[1] * 0.5], seed + 2).abs());
    let scale = [hex(0x07140a), hex(0x123a1a), hex(0x2f6b2a), hex(0x79a843), hex(0xcfe08a)];
    ramp(&scale, 0.38 + 0.5 * blade + 0.12 * vein)
}

fn flower(under: Tone, p: Point, (i, j): (i32, i32), pixel: f32, seed: u32) -> Tone {
    if chance(i, j, seed) > 0.52 {
        return under;
    }
    let middle = [i as f32 + 0.2 + 0.6 * chance(i, j, seed + 1), j as f32 + 0.2 + 0.6 * chance(i, j, seed + 2)];
    let radius = 0.42 + 0.40 * chance(i, j, seed + 3);
    let from = [p[0] - middle[0], p[1] - middle[1]];
    let far = length(from) / radius;
    if far > 1.35 {
        return under;
    }
    let petals = 5.0 + (chance(i, j, seed + 4) * 8.0).floor();
    let turn = (turns(from) + chance(i, j, seed + 5)) * petals;
    let within = turn - turn.floor() - 0.5;
    let outline = 1.0 - 0.55 * (2.0 * within.abs()) * (2.0 * within.abs()) * (2.0 * within.abs());
    let shadow = 0.55 * smooth(1.3, 0.75, far);
    let under = mix(under, hex(0x050d06), shadow);
    let blossom = blossom(far / outline, within, turn, (i, j), seed);
    let heart = smooth(0.25, 0.20, far);
    let seeds = 0.55 + 0.9 * chance((from[0] * 70.0) as i32, (from[1] * 70.0) as i32, seed + 6);
    let tone = mix(blossom, lit(hex(0xd9a21b), seeds * (1.3 - 2.0 * far)), heart);
    mix(under, tone, (0.5 + (outline - far) * radius / pixel).clamp(0.0, 1.0))
}

/// The colour of a petal: `out` from the heart (0) to its tip (1), `within` its width (−½ to ½).
fn blossom(out: f32, within: f32, turn: f32, (i, j): (i32, i32), seed: u32) -> Tone {
    let colours = COLOURS[(chance(i, j, seed + 7) * 6.0) as usize].map(hex);
    let streak = noise([turn * 7.0, out * 1.5], seed + 8) * 0.22;
    let fold = 0.22 * (1.0 - 4.0 * within * within) - 0.12;
    let own = 0.25 * (chance(turn.floor() as i32, i * 31 + j, seed + 9) - 0.5);
    ramp(&colours, 0.18 + 0.62 * out + streak + fold + own)
}
