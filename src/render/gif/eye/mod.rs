//! How far colours are apart to the eye, where differences are traded for bytes: channel by channel, as the signal-to-noise
//! ratio counts, and in luma against what varies around, as structural similarity counts.

pub mod errors;
pub mod weights;

use std::ops::Mul;

use super::lzw::costs::{Costs, SYMBOLS};
use crate::render::paint;
use crate::render::paint::Colour;

/// A colour's luma, and what else it is: its places on two axes at right angles to luma's and to each other, as long as
/// those of red, green and blue.
pub(super) type Shade = [f32; 3];

/// What squared differences cost at a pixel, in codes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weight {
    /// Those of the channels.
    pub(super) colour: f32,
    /// That of luma.
    pub(super) luma: f32,
}

impl Weight {
    /// What a difference costs, of which as much is in luma as in each channel.
    pub(super) fn grey(self) -> f32 {
        self.colour + self.luma / 3.0
    }
}

impl Mul<f32> for Weight {
    type Output = Weight;

    fn mul(self, factor: f32) -> Weight {
        Weight { colour: self.colour * factor, luma: self.luma * factor }
    }
}

/// The weights of red, green and blue in luma (Rec. 601).
const RED: f32 = 0.299;
const GREEN: f32 = 0.587;
const BLUE: f32 = 0.114;
/// What squared differences in luma are worth as differences in red, green and blue: 1 over the sum of squares of their
/// weights.
const LUMA: f32 = 1.0 / (RED * RED + GREEN * GREEN + BLUE * BLUE);

/// The luma of a colour.
#[inline]
pub(super) fn luma([red, green, blue]: Colour) -> f32 {
    RED * f32::from(red) + GREEN * f32::from(green) + BLUE * f32::from(blue)
}

#[inline]
pub(super) fn shade(colour: Colour) -> Shade {
    let [red, green, blue] = colour.map(f32::from);
    [
        luma(colour),
        0.891_062_7 * red - 0.453_880_3 * green,
        0.985_354_7 * blue - 0.077_394_3 * red - 0.151_941_3 * green,
    ]
}

/// What the difference of two colours costs.
#[inline]
pub(super) fn cost(a: Shade, b: Shade, weight: Weight) -> f32 {
    let [luma, first, second] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    (weight.luma + LUMA * weight.colour) * (luma * luma) + weight.colour * (first * first + second * second)
}

/// The squared distance between two colours.
pub(super) fn squared(a: Colour, b: Colour) -> u32 {
    (0..3).map(|i| u32::from(a[i].abs_diff(b[i])).pow(2)).sum()
}

/// The colours of a palette, which are in ascending order of luma, channel by channel, so that many are compared at once.
pub(super) struct Shades {
    channels: [[f32; SYMBOLS]; 3],
    /// How many colours are darker than each luma.
    darker: [u16; 257],
    /// How far each colour is from the nearest other one, channel by channel, squared.
    apart: Vec<f32>,
}

/// More than rounding can make of a difference in luma.
const SLACK: f32 = 0.01;
/// So many colours are compared at once.
const LANES: usize = 8;

impl Shades {
    pub(super) fn new(colours: &[Colour]) -> Shades {
        let mut channels = [[f32::MAX.sqrt(); SYMBOLS]; 3];
        for (i, &colour) in colours.iter().enumerate() {
            let shade = shade(colour);
            (0..3).for_each(|channel| channels[channel][i] = shade[channel]);
        }
        let darker = |luma: usize| colours.partition_point(|&colour| (paint::luma(colour) as usize) < luma) as u16;
        let apart = |&colour: &Colour| {
            let others = colours.iter().filter(|&&other| other != colour);
            others.map(|&other| squared(colour, other)).min().map_or(f32::MAX, |least| least as f32)
        };
        let apart = colours.iter().map(apart).collect();
        Shades { channels, darker: std::array::from_fn(darker), apart }
    }

    /// The colour of an index.
    #[inline]
    pub(super) fn get(&self, index: u8) -> Shade {
        self.channels.each_ref().map(|channel| channel[usize::from(index)])
    }

    /// Whether every colour costs at least `most` more than that of `index`, which costs `least`.
    #[inline]
    pub(super) fn is_alone(&self, index: u8, weight: Weight, least: f32, most: f32) -> bool {
        let Some(&apart) = self.apart.get(usize::from(index)) else { return false };
        // Another colour is no nearer to the pixel than it is to this one, less what this one is far from the pixel.
        let more = apart * weight.colour - least - (least + most);
        more > 0.0 && more * more > 4.0 * least * (least + most)
    }

    /// What each colour costs more than `least`; those that cost more than `most` are not allowed.
    pub(super) fn costs(&self, colour: Shade, weight: Weight, least: f32, most: f32, costs: &mut Costs) {
        let reach = ((least + most) / (weight.luma + LUMA * weight.colour)).sqrt() + SLACK;
        let start = usize::from(self.darker[(colour[0] - reach).max(0.0) as usize]) / LANES * LANES;
        let end = usize::from(self.darker[((colour[0] + reach) as usize + 1).min(256)]).next_multiple_of(LANES);
        let range = start..end.max(start);
        let [luma, first, second] = self.channels.each_ref().map(|channel| &channel[range.clone()]);
        let inks = luma.iter().zip(first).zip(second);
        for (((&luma, &first), &second), cost) in inks.zip(costs.only(range)) {
            let more = (self::cost([luma, first, second], colour, weight) - least).max(0.0);
            *cost = if more <= most { more } else { f32::INFINITY };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Colours in ascending order of luma.
    fn colours() -> Vec<Colour> {
        let mut colours: Vec<Colour> = (0..=254_u8).map(|i| [i, i.wrapping_mul(73), i.wrapping_mul(151)]).collect();
        colours.sort_by_key(|&colour| paint::luma(colour));
        colours
    }

    #[test]
    fn what_is_near_equals_a_plain_search() {
        let (colours, mut costs) = (colours(), Costs::new());
        let shades = Shades::new(&colours);
        for (luma, colour, most) in [(0.0, [10, 20, 30], 9000.0), (5.0, [255; 3], 40_000.0), (1.0, [128, 0, 77], 0.0)] {
            let (colour, weight) = (shade(colour), Weight { colour: 1.0, luma });
            shades.costs(colour, weight, 50.0, most, &mut costs);
            for (i, &other) in colours.iter().enumerate() {
                let more = (cost(shade(other), colour, weight) - 50.0).max(0.0);
                assert_eq!(costs.of(i as u8), if more <= most { more } else { f32::INFINITY }, "{colour:?}, {other:?}");
            }
        }
    }

    #[test]
    fn a_colour_that_is_alone_is_the_only_one_near() {
        let (colours, mut costs) = (colours(), Costs::new());
        let shades = Shades::new(&colours);
        let mut alone = 0;
        for (i, &[red, green, blue]) in colours.iter().enumerate() {
            let truth = shade([red.saturating_add(3), green, blue.saturating_sub(2)]);
            for (luma, most) in [(0.0, 60.0), (2.0, 300.0)] {
                let weight = Weight { colour: 1.0, luma };
                let least = cost(truth, shades.get(i as u8), weight);
                if shades.is_alone(i as u8, weight, least, most) {
                    shades.costs(truth, weight, least, most, &mut costs);
                    let allowed = (0..colours.len()).filter(|&other| costs.of(other as u8).is_finite());
                    assert_eq!(allowed.collect::<Vec<_>>(), [i]);
                    alone += 1;
                }
            }
        }
        assert!(alone > 100, "{alone}");
    }

    #[test]
    fn differences_are_those_of_the_channels_and_of_luma() {
        for (&a, &b) in colours().iter().zip(&colours()[100..]) {
            let plain = 2.0 * squared(a, b) as f32 + 3.0 * (luma(a) - luma(b)).powi(2);
            let cost = cost(shade(a), shade(b), Weight { colour: 2.0, luma: 3.0 });
            assert!((cost - plain).abs() < 1e-5 * plain + 1e-2, "{cost}, {plain}");
        }
    }

    #[test]
    fn a_difference_in_light_costs_more_than_one_in_hue() {
        let [grey, light, hue] = [[100; 3], [106; 3], [106, 97, 108]].map(shade);
        let weight = Weight { colour: 1.0, luma: 2.0 };
        assert!(cost(grey, light, weight) > 1.5 * cost(grey, hue, weight));
    }
}
