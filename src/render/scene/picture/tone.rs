//! Colours and points as the painters of pictures reckon with them.
//!
//! Only operations that IEEE 754 rounds exactly are used here and in the painters (+, −, ×, ÷, √, comparisons), in an
//! order the source fixes, so a picture is the same on every machine. Angles come from a polynomial.

use std::f32::consts::{FRAC_PI_2, TAU};

use image::RgbImage;

/// A colour: red, green and blue, 0 to 1 (sRGB).
pub(super) type Tone = [f32; 3];

/// A point or a direction: x to the right, y down.
pub(super) type Point = [f32; 2];

/// A colour from its usual six hexadecimal digits.
pub(super) fn hex(digits: u32) -> Tone {
    [16, 8, 0].map(|shift| (digits >> shift & 255) as f32 / 255.0)
}

/// `a` with the share `amount` of `b`.
pub(super) fn mix(a: Tone, b: Tone, amount: f32) -> Tone {
    let amount = amount.clamp(0.0, 1.0);
    [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * amount)
}

/// `tone` made `factor` times as bright.
pub(super) fn lit(tone: Tone, factor: f32) -> Tone {
    tone.map(|channel| channel * factor)
}

/// The colour at `at`, 0 to 1, on a scale of colours evenly spaced.
pub(super) fn ramp(scale: &[Tone], at: f32) -> Tone {
    let place = at.clamp(0.0, 1.0) * (scale.len() - 1) as f32;
    let index = (place as usize).min(scale.len() - 2);
    mix(scale[index], scale[index + 1], place - index as f32)
}

/// 0 below `from`, 1 above `to`, smooth between; falling when `from` is the larger.
pub(super) fn smooth(from: f32, to: f32, at: f32) -> f32 {
    let t = ((at - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// How much of a pixel as wide as `pixel` lies inside a shape whose edge is `distance` away (negative inside).
pub(super) fn coverage(distance: f32, pixel: f32) -> f32 {
    (0.5 - distance / pixel).clamp(0.0, 1.0)
}

/// The length of a vector.
pub(super) fn length(p: Point) -> f32 {
    (p[0] * p[0] + p[1] * p[1]).sqrt()
}

/// The angle of a direction in turns, 0 to 1, from the right over down; right to a few ten-thousandths.
pub(super) fn turns(p: Point) -> f32 {
    let (x, y) = (p[0].abs(), p[1].abs());
    let ratio = x.min(y) / x.max(y).max(1e-9);
    let square = ratio * ratio;
    let eighth = ((-0.046_496_5 * square + 0.159_314_2) * square - 0.327_622_8) * square * ratio + ratio;
    let quarter = if y > x { FRAC_PI_2 - eighth } else { eighth } / TAU;
    match (p[0] < 0.0, p[1] < 0.0) {
        (false, false) => quarter,
        (true, false) => 0.5 - quarter,
        (true, true) => 0.5 + quarter,
        (false, true) => 1.0 - quarter,
    }
}

/// The direction at an angle in turns: what [`turns`] gives back. By parabolas, right to a thousandth.
pub(super) fn direction(turns: f32) -> Point {
    [sine(turns + 0.25), sine(turns)]
}

fn sine(turns: f32) -> f32 {
    let x = 2.0 * (turns - (turns + 0.5).floor());
    let parabola = 4.0 * x * (1.0 - x.abs());
    0.225 * (parabola * parabola.abs() - parabola) + parabola
}

/// One pixel to be painted: where it is and how wide.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// Its place; the shorter side of the picture goes from −1 to 1, and 0 is the middle.
    pub at: Point,
    /// How far the picture reaches right and down from the middle; the smaller is 1.
    pub reach: Point,
    /// The width of a pixel.
    pub pixel: f32,
    /// Its column and row.
    pub index: [i32; 2],
}

impl Spot {
    /// The place as shares of the picture's width and height, 0 to 1.
    pub fn shares(&self) -> Point {
        [0, 1].map(|i| (self.at[i] / self.reach[i] + 1.0) / 2.0)
    }
}

/// Paints a picture pixel by pixel.
pub(super) fn paint(width: u32, height: u32, tone_at: impl Fn(&Spot) -> Tone) -> RgbImage {
    let pixel = 2.0 / width.min(height).max(1) as f32;
    let reach = [width as f32 * pixel / 2.0, height as f32 * pixel / 2.0];
    RgbImage::from_fn(width, height, |x, y| {
        let at = [(x as f32 + 0.5) * pixel - reach[0], (y as f32 + 0.5) * pixel - reach[1]];
        let tone = tone_at(&Spot { at, reach, pixel, index: [x as i32, y as i32] });
        image::Rgb(tone.map(|channel| (channel.clamp(0.0, 1.0) * 255.0 + 0.5) as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_go_there_and_back() {
        for step in 0..100 {
            let angle = step as f32 / 100.0;
            let there = direction(angle);
            assert!((length(there) - 1.0).abs() < 2e-3);
            let back = turns(there);
            assert!((back - angle).abs() < 1e-3 || (back - angle).abs() > 0.999, "{angle} became {back}");
        }
    }

    #[test]
    fn ramps_go_through_their_colours() {
        let scale = [hex(0x000000), hex(0xff0000), hex(0xffffff)];
        assert_eq!(ramp(&scale, 0.5), hex(0xff0000));
        assert_eq!(ramp(&scale, 2.0), hex(0xffffff));
    }
}
