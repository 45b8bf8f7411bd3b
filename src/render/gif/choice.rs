//! Which symbols each pixel of a picture may get, and what each of them costs.

use super::eye::{Weight, squared};
use super::inks::Inks;
use super::lzw::costs::{Allowed, Costs};
use super::lzw::{Full, Packed};
use super::{eye, lzw};
use crate::render::paint::Colour;

/// A pixel to be packed.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Pixel {
    pub(super) truth: Colour,
    /// The nearest ink, or the transparent symbol if the pixel has to stay as it is.
    pub(super) index: u8,
    /// What squared differences cost.
    pub(super) weight: Weight,
    /// What the nearest ink costs, or the pixel as it is where that is less; 0 where nothing else is allowed.
    pub(super) least: f32,
    /// How much more than that the nearest ink costs.
    pub(super) nearest: f32,
    /// How much more than that it costs to leave the pixel as it is; infinitely much where that is not allowed.
    pub(super) kept: f32,
    /// Whether no other ink is near enough to be allowed.
    pub(super) alone: bool,
}

/// A rectangle of pixels with what each allows.
pub(super) struct Choice<'a> {
    inks: &'a Inks,
    /// The most that a pixel's difference may cost.
    most: f32,
    pixels: Vec<Pixel>,
}

/// Pixels to be packed, of which those that may stay as they are stay or not as [`Stay`] says.
struct Staying<'a> {
    choice: &'a Choice<'a>,
    stay: Stay,
}

#[derive(Clone, Copy, PartialEq)]
enum Stay {
    /// As suits each phrase.
    Free,
    /// None.
    Never,
    /// All that cost nothing.
    Always,
}

/// So many pixels in a byte are of a flat picture.
const FLAT: usize = 12;

impl<'a> Choice<'a> {
    pub(super) fn new(inks: &'a Inks, most: f32, pixels: Vec<Pixel>) -> Choice<'a> {
        Choice { inks, most, pixels }
    }

    /// Packs the pixels: those that may stay as they are transparent or not, as suits each phrase, if several are
    /// followed at once. In flat pictures, where phrases are long and packing is quick, all of them one way or the other
    /// may be shorter, and is tried; and so is to keep a full dictionary, where no pixel allows a choice of inks.
    pub(super) fn pack(&self, beam: usize) -> Packed {
        let pack = |stay, full| lzw::pack(&Staying { choice: self, stay }, self.inks.bits, beam, full);
        let (usual, stays) = match beam {
            1 => (Stay::Never, &[Stay::Always][..]),
            _ => (Stay::Free, &[Stay::Never, Stay::Always][..]),
        };
        let packed = pack(usual, Full::Clear);
        let may_stay = |pixel: &Pixel| pixel.kept.is_finite();
        let flat = packed.bytes.len() * FLAT <= self.pixels.len() && self.pixels.iter().any(may_stay);
        let exact = beam > 1 && self.pixels.iter().all(|pixel| pixel.alone);
        let stays = stays.iter().filter(|_| flat).map(|&stay| (stay, Full::Clear));
        let others = stays.chain(exact.then_some((usual, Full::Keep)));
        let least = |a: Packed, b: Packed| if b.bytes.len() < a.bytes.len() { b } else { a };
        others.map(|(stay, full)| pack(stay, full)).fold(packed, least)
    }

    /// The colours that suit the pixels best as they were packed, each the mean of those it stands for, and how much
    /// less they cost than with the inks they were packed for. Where differences are given up for bytes, an ink stands
    /// for other pixels than those it was chosen for.
    pub(super) fn suited(&self, symbols: &[u8]) -> (Vec<Colour>, f32) {
        let mut colours = self.inks.palette.colours().to_vec();
        let mut sums = vec![[0.0_f64; 4]; colours.len() + 1];
        for (pixel, &symbol) in self.pixels.iter().zip(symbols) {
            let weight = f64::from(pixel.weight.grey());
            let [red, green, blue] = pixel.truth.map(|channel| weight * f64::from(channel));
            let sum = &mut sums[usize::from(symbol)];
            *sum = [sum[0] + red, sum[1] + green, sum[2] + blue, sum[3] + weight];
        }
        let mut saved = 0.0;
        for (colour, sum) in colours.iter_mut().zip(&sums).filter(|(_, sum)| sum[3] > 0.0) {
            let mean = [0, 1, 2].map(|i| (sum[i] / sum[3]).round() as u8);
            saved += sum[3] as f32 * squared(*colour, mean) as f32;
            *colour = mean;
        }
        (colours, saved)
    }
}

impl Staying<'_> {
    #[inline]
    fn pixel(&self, pixel: usize) -> Pixel {
        let pixel = self.choice.pixels[pixel];
        match self.stay {
            Stay::Free => pixel,
            Stay::Always if pixel.kept == 0.0 => Pixel { index: self.choice.inks.transparent, ..pixel },
            _ => Pixel { kept: f32::INFINITY, ..pixel },
        }
    }
}

impl Allowed for Staying<'_> {
    fn len(&self) -> usize {
        self.choice.pixels.len()
    }

    #[inline]
    fn only(&self, pixel: usize) -> Option<u8> {
        let pixel = self.pixel(pixel);
        let inks = self.choice.inks;
        let strict = pixel.index == inks.transparent || (pixel.alone && pixel.kept.is_infinite());
        strict.then_some(pixel.index)
    }

    #[inline]
    fn is_same(&self, pixel: usize, other: usize) -> bool {
        self.choice.pixels[pixel] == self.choice.pixels[other]
    }

    #[inline]
    fn costs(&self, pixel: usize, costs: &mut Costs) {
        let pixel = self.pixel(pixel);
        let Choice { inks, most, .. } = *self.choice;
        if pixel.alone || pixel.index == inks.transparent {
            costs.only(0..0);
        } else {
            inks.shades.costs(eye::shade(pixel.truth), pixel.weight, pixel.least, most, costs);
        }
        // One symbol is allowed, whatever rounding makes of its costs.
        costs.allow(pixel.index, pixel.nearest);
        if pixel.kept.is_finite() && pixel.index != inks.transparent {
            costs.allow(inks.transparent, pixel.kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::palette::Sample;

    fn pixel(truth: Colour, index: u8, colour: f32, inks: &Inks) -> Pixel {
        let weight = Weight { colour, luma: 0.0 };
        Pixel {
            truth,
            index,
            weight,
            least: inks.cost(index, truth, weight),
            nearest: 0.0,
            kept: f32::INFINITY,
            alone: false,
        }
    }

    #[test]
    fn inks_become_the_means_of_what_they_stand_for() {
        let samples = [[0; 3], [100; 3]].map(|colour| Sample { colour, weight: 1.0 });
        let inks = Inks::new(&samples, 2);
        let truths = [[0, 4, 8], [20, 0, 0], [90, 90, 90], [30, 30, 30]];
        let pixel = |(truth, weight)| pixel(truth, 0, weight, &inks);
        let pixels = truths.into_iter().zip([1.0, 3.0, 1.0, 1.0]).map(pixel).collect();
        let (colours, saved) = Choice::new(&inks, 1.0, pixels).suited(&[0, 0, 1, inks.transparent]);
        assert_eq!(colours, [[15, 1, 2], [90, 90, 90]]);
        assert_eq!(saved as u32, 4 * squared([0; 3], [15, 1, 2]) + squared([100; 3], [90; 3]));
    }

    #[test]
    fn only_near_colours_are_allowed_and_the_nearest_is_free() {
        let samples = [[0; 3], [10; 3], [100; 3]].map(|colour| Sample { colour, weight: 1.0 });
        let inks = Inks::new(&samples, 3);
        let choice = Choice::new(&inks, 1.0, vec![pixel([9; 3], 1, 0.002, &inks)]);
        let choice = Staying { choice: &choice, stay: Stay::Free };
        let mut costs = Costs::new();
        choice.costs(0, &mut costs);
        let [black, near, far, kept] = [0, 1, 2, inks.transparent].map(|symbol| costs.of(symbol));
        assert!(near == 0.0 && black > 0.0 && black <= 1.0, "{near}, {black}");
        assert!(far.is_infinite() && kept.is_infinite(), "{far}, {kept}");
    }

    #[test]
    fn what_is_seen_is_worsened_at_a_price_only() {
        let inks = Inks::new(&[Sample { colour: [10; 3], weight: 1.0 }], 1);
        let seen = Pixel { least: 0.0, nearest: 0.6, kept: 0.0, ..pixel([0; 3], 0, 0.002, &inks) };
        let choice = Choice::new(&inks, 1.0, vec![seen]);
        let mut costs = Costs::new();
        Staying { choice: &choice, stay: Stay::Free }.costs(0, &mut costs);
        assert_eq!((costs.of(0), costs.of(inks.transparent)), (0.6, 0.0));
    }
}
