//! A city at night over water: large dark parts, small bright windows.

use super::noise::{chance, cloud, noise};
use super::shape::circle;
use super::tone::{Point, Spot, Tone, coverage, hex, lit, mix, ramp, smooth};

/// Where the quay is, as a share of the height.
const QUAY: f32 = 0.78;

/// The colour of one pixel. `seed` builds another city.
pub(super) fn tone(spot: &Spot, seed: u32) -> Tone {
    let [_, v] = spot.shares();
    let x = spot.at[0] + spot.reach[0];
    if v < QUAY {
        return town(x, v, spot.pixel, seed);
    }
    let depth = (v - QUAY) / (1.0 - QUAY);
    let ripple = noise([x * 5.0, v * 120.0], seed + 9) + 0.5 * noise([x * 11.0, v * 260.0], seed + 10);
    let mirrored = town(x + 0.03 * ripple * (0.3 + depth), QUAY - (v - QUAY) * 1.7, spot.pixel, seed);
    mix(lit(mirrored, 0.75 + 0.15 * ripple), hex(0x0a1626), 0.25 + 0.5 * depth)
}

fn town(x: f32, v: f32, pixel: f32, seed: u32) -> Tone {
    let mut tone = sky(x, v, pixel, seed);
    let layers: [(f32, f32, u32); 3] = [(0.15, 0.30, 0x2a2f55), (0.19, 0.42, 0x1b1f3d), (0.26, 0.58, 0x0d1024)];
    for (layer, (width, lowest, colour)) in layers.into_iter().enumerate() {
        let seed = seed.wrapping_add(layer as u32 * 31);
        let index = (x / width).floor();
        let top = lowest + 0.22 * (chance(index as i32, 1, seed) - 0.3);
        let mast = chance(index as i32, 2, seed) > 0.6 && (x / width - index - 0.5).abs() < 0.02 && v > top - 0.07;
        if v > top || mast {
            let inside = [x / width - index, (v - top) / width];
            tone = house(inside, index as i32, hex(colour), layer, seed);
        }
    }
    tone
}

fn house(inside: Point, index: i32, colour: Tone, layer: usize, seed: u32) -> Tone {
    let across = 5.0 + (chance(index, 3, seed) * 4.0).floor();
    let p = [inside[0] * across, inside[1] * across * 1.6];
    let (column, floor) = (p[0].floor(), p[1].floor());
    let place = [p[0] - column, p[1] - floor];
    let wall = lit(colour, 1.15 - 0.5 * inside[0]);
    let is_edge = column == 0.0 && place[0] < 0.25 || column == across - 1.0 && place[0] > 0.75 || inside[1] < 0.05;
    let is_window = (0.22..0.78).contains(&place[0]) && (0.25..0.72).contains(&place[1]);
    let light = chance(index * 97 + column as i32, floor as i32, seed + 4);
    if is_edge || !is_window {
        return wall;
    }
    let glow = [hex(0xffd27a), hex(0xffe9b8), hex(0xff9f5a), hex(0xa9d6ff)][(light * 977.0) as usize % 4];
    let strength = [0.35, 0.65, 0.95][layer];
    if light > 0.62 { mix(wall, glow, strength * (0.6 + light * 0.4)) } else { lit(wall, 0.7) }
}

fn sky(x: f32, v: f32, pixel: f32, seed: u32) -> Tone {
    let scale = [hex(0x050918), hex(0x0f1b3d), hex(0x2c2a5e), hex(0x6b3f73), hex(0xc2666a)];
    let haze = cloud([x * 1.4, v * 5.0], 5, seed + 20);
    let mut tone = ramp(&scale, v / 0.72 + 0.10 * haze);
    let star = [(x * 34.0).floor(), (v * 68.0).floor()];
    let bright = chance(star[0] as i32, star[1] as i32, seed + 21);
    let off = [x * 34.0 - star[0] - 0.5, v * 68.0 - star[1] - 0.5];
    if bright > 0.94 {
        tone = mix(tone, [1.0; 3], (1.0 - v * 1.6) * smooth(0.02, 0.0, off[0] * off[0] + off[1] * off[1]));
    }
    let p = [x - 1.52, 2.0 * v - 0.34];
    let moon = circle(p, [0.0, 0.0], 0.13);
    let halo = smooth(0.5, 0.0, moon);
    let tone = mix(tone, hex(0xf5e6c4), 0.32 * halo * halo);
    let face = lit(hex(0xfaf1d6), 0.90 + 0.22 * cloud([p[0] * 14.0, p[1] * 14.0], 3, seed + 22));
    mix(tone, face, coverage(moon, pixel))
}
