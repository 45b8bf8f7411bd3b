//! Mountains over a lake in the evening: as many fine gradients and textures as a photograph.

use super::noise::{chance, cloud, noise};
use super::tone::{Spot, Tone, hex, lit, mix, ramp, smooth};

/// Where the far shore is, as a share of the height.
const SHORE: f32 = 0.60;

/// The colour of one pixel. `seed` makes another country.
pub(super) fn tone(spot: &Spot, seed: u32) -> Tone {
    let [_, v] = spot.shares();
    let x = spot.at[0] + spot.reach[0];
    let grain = 0.035 * (chance(spot.index[0], spot.index[1], seed) - 0.5);
    let tone = match v {
        v if v < SHORE => country(x, v, seed),
        v if v < bank(x, seed) => lake(x, v, seed),
        v => meadow(x, v, bank(x, seed), seed),
    };
    tone.map(|channel| channel + grain)
}

fn country(x: f32, v: f32, seed: u32) -> Tone {
    let ridges = [(0.30, 0.34, 0.9, 0x7c86b8), (0.42, 0.22, 1.7, 0x4f5f8c), (0.51, 0.10, 3.1, 0x2f4a5c)];
    let mut tone = sky(x, v, seed);
    for (layer, (level, height, pace, colour)) in ridges.into_iter().enumerate() {
        let seed = seed.wrapping_add(20 + layer as u32 * 7);
        let top = level - height * cloud([x * pace, 0.5], 6, seed);
        if v > top {
            tone = slope(x, v, (v - top) / height, hex(colour), seed, layer);
        }
    }
    if v > forest(x, seed) {
        lit(hex(0x16281f), 0.8 + 0.9 * chance((x * 160.0) as i32, (v * 90.0) as i32, seed))
    } else {
        tone
    }
}

fn sky(x: f32, v: f32, seed: u32) -> Tone {
    let scale = [hex(0x28437c), hex(0x5f86b8), hex(0xb9c3cf), hex(0xf4d3a4), hex(0xf6b98a)];
    let clear = ramp(&scale, v / 0.5);
    let glow = 1.0 - smooth(0.0, 0.5, ((x - 0.55) * (x - 0.55) + (v - 0.33) * (v - 0.33) * 5.0).sqrt());
    let clear = mix(clear, hex(0xfff0c8), 0.8 * glow);
    let puffs = cloud([x * 1.6 + 3.0, v * 6.0 + 0.4 * noise([x * 2.0, v * 3.0], seed)], 6, seed);
    let lit_side = cloud([x * 1.6 + 2.95, v * 6.0 - 0.2], 3, seed);
    let white = mix(hex(0xfff6ea), hex(0x9a90a8), 0.5 + puffs - lit_side);
    mix(clear, white, smooth(0.0, 0.55, puffs) * (1.0 - 0.5 * v))
}

fn slope(x: f32, v: f32, below: f32, colour: Tone, seed: u32, layer: usize) -> Tone {
    let rock =
        |shift: f32| cloud([(x + shift) * 4.0 + v * 3.0, v * 7.0 + 0.7 * noise([x * 2.0, v * 4.0], seed)], 6, seed + 1);
    let light = 0.80 + (rock(0.0) - rock(0.03)) * 1.5;
    let snow = smooth(0.35, 0.0, below + 0.28 * rock(0.3)) * [0.95, 0.4, 0.0][layer];
    let lit_rock = lit(mix(colour, hex(0xf3e8e4), snow), light);
    mix(lit_rock, hex(0xe6c9b4), 0.34 * smooth(0.1, 1.0, below) * [1.0, 0.7, 0.3][layer])
}

/// The tops of the trees along the shore.
fn forest(x: f32, seed: u32) -> f32 {
    let tree = x * 34.0;
    let (index, within) = (tree.floor(), tree - tree.floor() - 0.5);
    let tall = chance(index as i32, 0, seed);
    let stand = 0.585 - 0.03 * noise([x * 1.4, 9.0], seed).max(-0.2);
    stand - (0.02 + 0.035 * tall) * (1.0 - 2.0 * within.abs())
}

fn lake(x: f32, v: f32, seed: u32) -> Tone {
    let depth = (v - SHORE) / 0.25;
    let ripple = noise([x * (10.0 - 6.0 * depth), v * (190.0 - 110.0 * depth)], seed + 40);
    let mirrored = country(x + 0.012 * ripple * depth, SHORE - (v - SHORE) * 1.5 + 0.018 * ripple, seed);
    mix(lit(mirrored, 0.86 + 0.22 * ripple), hex(0x24506a), 0.22 + 0.35 * depth)
}

/// The edge of the meadow.
fn bank(x: f32, seed: u32) -> f32 {
    0.83 + 0.05 * cloud([x * 1.1, 40.0], 4, seed)
}

fn meadow(x: f32, v: f32, edge: f32, seed: u32) -> Tone {
    let near = (v - edge) / (1.0 - edge);
    let blade = noise([x * 95.0 + 3.0 * noise([x * 8.0, v * 30.0], seed), v * 24.0], seed + 50);
    let patch = noise([x * 3.0, v * 9.0], seed + 51);
    let green = ramp(&[hex(0x1c3a17), hex(0x3f6b22), hex(0x7c9a34), hex(0xc6c562)], 0.42 + 0.55 * blade + 0.35 * patch);
    let green = lit(green, 0.65 + 0.45 * near);
    let (column, row) = ((x * 46.0).floor(), (v * 60.0).floor());
    let flower = chance(column as i32, row as i32, seed + 52);
    let [dx, dy] = [x * 46.0 - column - 0.5, v * 60.0 - row - 0.5];
    let colours = [hex(0xf6e04a), hex(0xf4f0ea), hex(0xd8466a), hex(0x8a6ad0)];
    let petal = smooth(0.20, 0.05, dx * dx + dy * dy) * if flower > 0.86 { 1.0 } else { 0.0 };
    mix(green, colours[(flower * 1000.0) as usize % 4], petal * (0.4 + 0.6 * near))
}
