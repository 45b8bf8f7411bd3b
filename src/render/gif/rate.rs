//! What differences cost in codes, measured: what is given up for bytes shall come to as much as the palette of an
//! ordinary encoder would err, on each picture. How far that goes at a given price depends on the picture, so a part of
//! the first one is packed at a few prices.

use std::ops::{Add, Mul};

use image::RgbImage;

use super::super::paint::{self, Colour};
use super::super::palette::Palette;
use super::choice::{Choice, Pixel};
use super::eye::{self, Weight};
use super::inks::Inks;
use super::settings::Care;
use super::weights::{busy, weights};
use crate::rect::Rect;

/// How far pictures are from what they should be, on average.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errors {
    /// The squared distance of colours.
    pub(super) colour: f32,
    /// The squared difference of luma over what varies there, block by block; one that is the same all over a block
    /// does not count.
    pub(super) luma: f32,
}

impl Mul<f32> for Errors {
    type Output = Errors;

    fn mul(self, factor: f32) -> Errors {
        Errors { colour: self.colour * factor, luma: self.luma * factor }
    }
}

impl Add for Errors {
    type Output = Errors;

    fn add(self, other: Errors) -> Errors {
        Errors { colour: self.colour + other.colour, luma: self.luma + other.luma }
    }
}

/// So much nobody sees.
const LEAST: Errors = Errors { colour: 0.5, luma: 1e-5 };
/// What luma costs beside colour where nothing is measured, both erring as much as the nearest inks do.
const LUMA: f32 = 0.25;
/// What may be erred beside what the palette of an ordinary encoder errs, and at least beside what the nearest inks do.
const ALLOWED: Errors = Errors { colour: 0.98, luma: 0.88 };
const LEAST_ALLOWED: Errors = Errors { colour: 0.9, luma: 0.95 };
/// How much of what colours gain that suit the few pixels looked at is gained by those that suit a whole picture.
const SUITED: f32 = 0.25;
/// How often prices are adjusted, and how much: by this power of what the errors are beside those allowed.
const ADJUSTMENTS: usize = 3;
const POWER: i32 = 3;
/// That of colour goes no lower beside that of luma: structure cares little for hue, but players do.
const BALANCE: f32 = 0.6;
/// The least and the most that a price is changed by.
const CHANGE: (f32, f32) = (0.12, 8.0);

/// Blocks of so many pixels a side are compared.
const BLOCK: usize = 8;
/// Bands of two blocks' height that stand for a whole picture.
const BANDS: u32 = 6;

/// A part of a picture, in the nearest inks.
pub(super) struct Probe<'a> {
    picture: RgbImage,
    inks: &'a Inks,
    nearest: Vec<u8>,
    least: Errors,
}

impl<'a> Probe<'a> {
    pub(super) fn new(picture: &RgbImage, inks: &'a Inks) -> Probe<'a> {
        let picture = bands(picture);
        let nearest = inks.indices(&picture);
        let errors = errors(&picture, &nearest, inks.palette.colours());
        let least = Errors { colour: errors.colour.max(LEAST.colour), luma: errors.luma.max(LEAST.luma) };
        Probe { picture, inks, nearest, least }
    }

    /// Whether the nearest inks err so little that nothing is to be measured.
    pub(super) fn is_exact(&self) -> bool {
        self.least.colour <= LEAST.colour
    }

    /// What differences cost at a price of 1, where the errors of the nearest inks are the measure.
    pub(super) fn plain(&self) -> Weight {
        Weight { colour: 1.0 / self.least.colour, luma: LUMA / self.least.luma }
    }

    /// What may be erred, as multiples of what the nearest inks err: about as much as an ordinary encoder does, whose
    /// palette is like `usual`.
    pub(super) fn allowed(&self, usual: &Palette) -> Errors {
        let nearest: Vec<u8> = usual.indices(paint::colours(&self.picture).iter().copied()).collect();
        let errors = errors(&self.picture, &nearest, usual.colours());
        let allowed = |error: f32, least: f32, allowed: f32| allowed * error / least;
        Errors {
            colour: allowed(errors.colour, self.least.colour, ALLOWED.colour).max(LEAST_ALLOWED.colour),
            luma: allowed(errors.luma, self.least.luma, ALLOWED.luma).max(LEAST_ALLOWED.luma),
        }
    }

    /// The same, where the errors may grow to `allowed` times those of the nearest inks.
    pub(super) fn adjusted(&self, care: Care, beam: usize, allowed: Errors) -> Weight {
        let plain = self.plain();
        let weights = weights(&self.picture, care, plain);
        let mut change = Weight { colour: 1.0, luma: 1.0 };
        for _ in 0..ADJUSTMENTS {
            let errors = self.packed(&weights, change, care, beam);
            let adjust = |change: f32, share: f32| (change * share.powi(POWER)).clamp(CHANGE.0, CHANGE.1);
            change.luma = adjust(change.luma, errors.luma / self.least.luma / allowed.luma);
            let colour = adjust(change.colour, errors.colour / self.least.colour / allowed.colour);
            change.colour = colour.max(BALANCE * change.luma);
        }
        Weight { colour: plain.colour * change.colour, luma: plain.luma * change.luma }
    }

    /// The errors that are left where differences cost `change` times as much as `weights` say.
    fn packed(&self, weights: &[Weight], change: Weight, care: Care, beam: usize) -> Errors {
        let most = care.price * care.most;
        let pixels = paint::colours(&self.picture).iter().zip(&self.nearest).zip(weights);
        let pixel = |((&truth, &index), weight): ((&Colour, &u8), &Weight)| {
            let weight = Weight { colour: weight.colour * change.colour, luma: weight.luma * change.luma };
            let least = self.inks.cost(index, truth, weight);
            let alone = self.inks.shades.is_alone(index, weight, least, most);
            Pixel { truth, index, weight, least, nearest: 0.0, kept: f32::INFINITY, alone }
        };
        let choice = Choice::new(self.inks, most, pixels.map(pixel).collect());
        let symbols = choice.pack(beam).symbols;
        let left = |colours: &[Colour]| errors(&self.picture, &symbols, colours);
        left(self.inks.palette.colours()) * (1.0 - SUITED) + left(&choice.suited(&symbols).0) * SUITED
    }
}

/// Bands of a picture, evenly spread and one below the other; the whole of a low one.
fn bands(picture: &RgbImage) -> RgbImage {
    let (width, height) = picture.dimensions();
    let tall = 2 * BLOCK as u32;
    if height <= tall * BANDS {
        return picture.clone();
    }
    let mut bands = RgbImage::new(width, tall * BANDS);
    for band in 0..BANDS {
        let y = (height - tall) * (2 * band + 1) / (2 * BANDS);
        paint::copy(&mut bands, Rect::new(0, band * tall, width, tall), picture, Rect::new(0, y, width, tall));
    }
    bands
}

fn errors(truth: &RgbImage, symbols: &[u8], colours: &[Colour]) -> Errors {
    let (width, height) = (truth.width() as usize, truth.height() as usize);
    let truths = paint::colours(truth);
    let (mut colour, mut luma, mut blocks) = (0.0, 0.0, 0.0_f64);
    let starts = |length: usize| (0..length).step_by(BLOCK);
    for (y, x) in starts(height).flat_map(|y| starts(width).map(move |x| (y, x))) {
        let (mut difference, mut shown) = (Spread::default(), Spread::default());
        for row in y..(y + BLOCK).min(height) {
            for i in row * width + x..row * width + (x + BLOCK).min(width) {
                let (truth, ink) = (eye::shade(truths[i]), eye::shade(colours[usize::from(symbols[i])]));
                colour += f64::from(eye::cost(truth, ink, Weight { colour: 1.0, luma: 0.0 }));
                difference.add(ink[0] - truth[0]);
                shown.add(truth[0]);
            }
        }
        luma += f64::from(difference.variance() / busy(shown.variance()));
        blocks += 1.0;
    }
    Errors { colour: (colour / truths.len().max(1) as f64) as f32, luma: (luma / blocks.max(1.0)) as f32 }
}

/// How much values spread.
#[derive(Default)]
struct Spread {
    count: f32,
    sum: f32,
    squares: f32,
}

impl Spread {
    fn add(&mut self, value: f32) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn variance(&self) -> f32 {
        let mean = self.sum / self.count;
        (self.squares / self.count - mean * mean).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::gif::inks::samples;
    use crate::render::scene::Picture;

    const CARE: Care = Care { palette: None, price: 0.1, most: 5.0 };

    #[test]
    fn what_is_given_up_comes_to_what_is_allowed() {
        let picture = Picture::Garden.draw(200, 200, 1);
        let inks = Inks::new(&samples(&[&picture], 20_000), 255);
        let probe = Probe::new(&picture, &inks);
        let left = |allowed: Errors| {
            let (plain, rate) = (probe.plain(), probe.adjusted(CARE, 2, allowed));
            let change = Weight { colour: rate.colour / plain.colour, luma: rate.luma / plain.luma };
            probe.packed(&weights(&probe.picture, CARE, plain), change, CARE, 2)
        };
        let (strict, lax) = (left(Errors { colour: 1.1, luma: 1.1 }), left(Errors { colour: 1.8, luma: 1.8 }));
        let shares = [strict, lax].map(|errors| errors.luma / probe.least.luma);
        assert!(shares[0] < 1.25 && shares[1] > 1.3 && shares[1] < 2.5, "{shares:?}");
        assert!(strict.colour < lax.colour, "{strict:?}, {lax:?}");
    }

    #[test]
    fn an_error_that_is_the_same_all_over_changes_no_structure() {
        let picture = RgbImage::from_fn(32, 16, |x, y| image::Rgb([(x * 3 + y) as u8; 3]));
        let symbols: Vec<u8> = picture.pixels().map(|pixel| pixel.0[0] + 2).collect();
        let greys: Vec<Colour> = (0..=255).map(|grey| [grey; 3]).collect();
        let errors = errors(&picture, &symbols, &greys);
        assert!((errors.colour - 12.0).abs() < 1e-3 && errors.luma < 1e-4, "{errors:?}");
    }
}
