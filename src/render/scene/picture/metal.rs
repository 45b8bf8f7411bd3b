//! Polished metal: shapes with rounded edges that mirror a bright sky and a dark ground.

use super::noise::noise;
use super::tone::{Point, Tone, coverage, hex, length, mix, ramp};

/// How a piece of metal looks.
pub(super) struct Metal {
    /// Its colours from the darkest reflection to the brightest.
    pub scale: [Tone; 5],
    /// How wide the rounding of its edges is.
    pub bevel: f32,
    /// The direction in which it was brushed.
    pub grain: Point,
}

pub(super) fn gold() -> [Tone; 5] {
    [hex(0x4a2606), hex(0x9a5f12), hex(0xd9a02b), hex(0xf6d36b), hex(0xfff8d6)]
}

pub(super) fn steel() -> [Tone; 5] {
    [hex(0x1f2630), hex(0x566270), hex(0x98a5b3), hex(0xd3dce4), hex(0xffffff)]
}

impl Metal {
    /// Lays a metal shape over `under`: `distance` gives its signed distance at any point. A soft shadow falls to the
    /// lower right.
    pub fn lay(&self, under: Tone, p: Point, pixel: f32, distance: impl Fn(Point) -> f32) -> Tone {
        let here = distance(p);
        if here > 0.12 {
            return under;
        }
        let shade = (1.0 - distance([p[0] - 0.022, p[1] - 0.030]).max(0.0) / 0.05).clamp(0.0, 1.0);
        let under = mix(under, hex(0x1a0204), 0.62 * shade);
        let covered = coverage(here, pixel);
        if covered == 0.0 { under } else { mix(under, self.tone(here, p, &distance), covered) }
    }

    fn tone(&self, here: f32, p: Point, distance: &impl Fn(Point) -> f32) -> Tone {
        const STEP: f32 = 0.003;
        let slope = [distance([p[0] + STEP, p[1]]) - here, distance([p[0], p[1] + STEP]) - here];
        let steep = length(slope).max(1e-6);
        let flat = (-here / self.bevel).clamp(0.0, 1.0);
        let lean = (1.0 - flat) * 1.5;
        let normal = [slope[0] / steep * lean, slope[1] / steep * lean];
        let size = (normal[0] * normal[0] + normal[1] * normal[1] + 1.0).sqrt();
        let light = (-0.48 * normal[0] - 0.68 * normal[1] + 0.55) / size;
        let shine = light.max(0.0);
        let glint = shine * shine * shine * shine;
        let brushed = [dot_scaled(p, self.grain, 5.0), dot_scaled(p, [-self.grain[1], self.grain[0]], 130.0)];
        let scratch = noise(brushed, 71) * 0.09 + noise([p[0] * 3.1, p[1] * 3.1], 72) * 0.16;
        let rim = 0.25 * (1.0 - (-here / 0.008).clamp(0.0, 1.0));
        ramp(&self.scale, 0.24 + 0.42 * light + 0.45 * glint * glint + scratch - rim)
    }
}

fn dot_scaled(p: Point, axis: Point, scale: f32) -> f32 {
    (p[0] * axis[0] + p[1] * axis[1]) * scale
}
