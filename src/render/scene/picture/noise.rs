//! Random textures: gradient noise (K. Perlin, "Improving noise", SIGGRAPH 2002) with a hashed lattice, and sums of it.

use super::tone::Point;

/// 32 bits that depend on a lattice point and a seed in no visible way (the finishing steps of MurmurHash3).
pub(super) fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut h =
        (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77) ^ seed.wrapping_mul(0xc2b2_ae3d);
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

/// A number of 0 to 1 that depends on a lattice point and a seed.
pub(super) fn chance(x: i32, y: i32, seed: u32) -> f32 {
    (hash(x, y, seed) >> 8) as f32 / 16_777_216.0
}

const GRADIENTS: [Point; 8] =
    [[1.0, 0.4], [0.4, 1.0], [-0.4, 1.0], [-1.0, 0.4], [-1.0, -0.4], [-0.4, -1.0], [0.4, -1.0], [1.0, -0.4]];

/// Smooth noise of about −0.7 to 0.7, its features one unit apart.
pub(super) fn noise(p: Point, seed: u32) -> f32 {
    let (x, y) = (p[0].floor(), p[1].floor());
    let (dx, dy) = (p[0] - x, p[1] - y);
    let corner = |i: i32, j: i32| {
        let gradient = GRADIENTS[(hash(x as i32 + i, y as i32 + j, seed) & 7) as usize];
        gradient[0] * (dx - i as f32) + gradient[1] * (dy - j as f32)
    };
    let ease = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (u, v) = (ease(dx), ease(dy));
    let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * u;
    let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * u;
    top + (bottom - top) * v
}

/// `octaves` noises summed, each half as strong and twice as fine as the one before: about −1 to 1.
pub(super) fn cloud(p: Point, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut strength, mut scale) = (0.0, 1.0, 1.0);
    for octave in 0..octaves {
        sum += strength * noise([p[0] * scale, p[1] * scale], seed.wrapping_add(octave));
        strength *= 0.5;
        scale *= 2.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_bounded_and_zero_on_the_lattice() {
        assert_eq!(noise([3.0, -2.0], 9), 0.0);
        for step in 0..2000 {
            let x = step as f32 * 0.013;
            let here = noise([x, 0.37], 1);
            assert!(here.abs() < 1.0 && (noise([x + 0.001, 0.37], 1) - here).abs() < 0.01);
        }
    }

    #[test]
    fn chances_are_even() {
        let mean = (0..10_000).map(|i| chance(i % 100, i / 100, 5)).sum::<f32>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }
}
