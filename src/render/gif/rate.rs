//! What differences cost in codes, measured: what is given up for bytes shall come to as much as the palette of an
//! ordinary encoder would err, on each picture. How far that goes at a given price depends on the picture, so a part of
//! the first one is packed at a few prices.

use image::RgbImage;

use super::bands::Bands;
use super::choice::{Choice, Pixel};
use super::eye::Weight;
use super::eye::errors::{BLOCK, Errors};
use super::inks::Inks;
use super::lzw::Packed;
use super::settings::Care;
use super::usual::Usual;
use crate::render::paint;
use crate::render::paint::Colour;

/// So much nobody sees.
const LEAST: Errors = Errors { colour: 0.5, luma: 5e-6 };
/// Less is not told from nothing.
const NOTHING: Errors = Errors { colour: 0.01, luma: 1e-7 };
/// What luma costs beside colour where nothing is measured, both erring as much as the nearest inks do.
const LUMA: f32 = 0.125;
/// What may be erred at least, beside what the nearest inks do.
const LEAST_ALLOWED: Errors = Errors { colour: 0.9, luma: 0.95 };
/// What prices are changed by before anything is measured.
const START: f32 = 1.5;
/// How often they are adjusted; and how often at most, where nothing was given up yet, which tells little of what comes next.
const ADJUSTMENTS: usize = 2;
const MOST_ADJUSTMENTS: usize = 5;
/// Something was given up where the channels err so many times as much as the nearest inks do.
const GIVEN_UP: f32 = 1.05;
/// How much they are adjusted: by this power of what the errors are beside those allowed.
const POWER: Errors = Errors { colour: 3.0, luma: 2.5 };
/// That of colour goes no lower beside that of luma: structure cares little for hue, but players do.
const BALANCE: f32 = 0.6;
/// The least that a price is changed by at once, and the least and the most in all.
const AT_ONCE: f32 = 0.25;
const CHANGE: (f32, f32) = (0.02, 16.0);

/// Enough is saved where this share of the bytes is left that the nearest inks take; where less is, less is given up, in these
/// steps.
const ENOUGH: f32 = 0.73;
const SPARED: [f32; 4] = [0.935, 0.905, 0.87, 0.83];
/// What differences cost where nothing is given up.
const PLAIN: Weight = Weight { colour: 1.0, luma: 1.0 };

/// How many bands stand for the first picture, and how many lines each has.
const BANDS: usize = 16;
const TALL: usize = 2 * BLOCK;

/// A part of the first picture, in the nearest inks.
pub(super) struct Probe<'a> {
    bands: Bands,
    truths: Vec<Colour>,
    inks: &'a Inks,
    nearest: Vec<u8>,
    /// What they err.
    own: Errors,
    /// The same, or more than that where more does not matter.
    least: Errors,
    /// What an ordinary encoder errs; as much as nobody sees, if that is not known.
    pub(super) usual: Errors,
}

impl<'a> Probe<'a> {
    /// A probe of a picture whose pixels have these nearest inks, and what is to be held against it.
    pub(super) fn new(picture: &RgbImage, nearest: &[u8], inks: &'a Inks, usual: Option<&Usual>) -> Probe<'a> {
        let bands = Bands::new(picture.dimensions(), BANDS, TALL);
        let truths: Vec<Colour> = bands.of(paint::colours(picture)).copied().collect();
        let nearest: Vec<u8> = bands.of(nearest).copied().collect();
        let own = errors(&truths, &nearest, inks.palette.colours(), bands.width);
        let usual = usual.map_or(LEAST, |usual| Errors::of(&truths, &usual.seen(&truths), bands.width));
        let least = Errors {
            colour: own.colour.max(usual.colour.clamp(NOTHING.colour, LEAST.colour)),
            luma: own.luma.max(usual.luma.clamp(NOTHING.luma, LEAST.luma)),
        };
        Probe { bands, truths, inks, nearest, own, least, usual }
    }

    /// What differences cost at a price of 1, where the errors of the nearest inks are the measure.
    pub(super) fn plain(&self) -> Weight {
        Weight { colour: 1.0 / self.least.colour, luma: LUMA / self.least.luma }
    }

    /// What may be erred: this share of what an ordinary encoder errs.
    fn allowed(&self, share: Errors) -> Errors {
        Errors {
            colour: (share.colour * self.usual.colour).max(LEAST_ALLOWED.colour * self.least.colour),
            luma: (share.luma * self.usual.luma).max(LEAST_ALLOWED.luma * self.least.luma),
        }
    }

    /// What differences cost at a price of 1, where the errors may grow to this share of an ordinary encoder's, or to less of
    /// it where that saves more than is asked for. `weights` are those of all pixels of the picture at the plain price.
    pub(super) fn spending(&self, weights: &[Weight], care: Care, beam: usize, share: Errors) -> Weight {
        let (mut rate, mut taken) = self.adjusted(weights, care, beam, share);
        let enough = ENOUGH * self.exact(care, beam) as f32;
        for less in SPARED {
            if taken as f32 >= enough {
                break;
            }
            let finer = self.adjusted(weights, care, beam, Errors { colour: share.colour * less, ..share });
            if finer.1 > taken {
                (rate, taken) = finer;
            }
        }
        rate
    }

    /// The bytes that the nearest inks take.
    fn exact(&self, care: Care, beam: usize) -> usize {
        self.packed(&vec![PLAIN; self.truths.len()], PLAIN, Care { most: 0.0, ..care }, beam).1
    }

    /// What differences cost at a price of 1, where the errors may grow to this share of an ordinary encoder's, and how many
    /// bytes the probe takes then.
    fn adjusted(&self, weights: &[Weight], care: Care, beam: usize, share: Errors) -> (Weight, usize) {
        let allowed = self.allowed(share);
        let weights: Vec<Weight> = self.bands.of(weights).copied().collect();
        let mut change = Weight { colour: START, luma: START };
        let (mut errors, mut taken) = self.packed(&weights, change, care, beam);
        for round in 1..=MOST_ADJUSTMENTS {
            let adjust = |change: f32, share: f32, power: f32| {
                (change * share.powf(power).max(AT_ONCE)).clamp(CHANGE.0, CHANGE.1)
            };
            change.luma = adjust(change.luma, errors.luma / allowed.luma, POWER.luma);
            let colour = adjust(change.colour, errors.colour / allowed.colour, POWER.colour);
            change.colour = colour.max(BALANCE * change.luma);
            let is_told = errors.colour > GIVEN_UP * self.own.colour;
            (errors, taken) = self.packed(&weights, change, care, beam);
            if round >= ADJUSTMENTS && is_told {
                break;
            }
        }
        let plain = self.plain();
        (Weight { colour: plain.colour * change.colour, luma: plain.luma * change.luma }, taken)
    }

    /// The errors that are left where differences cost `change` times as much as `weights` say, and the bytes that it takes.
    fn packed(&self, weights: &[Weight], change: Weight, care: Care, beam: usize) -> (Errors, usize) {
        let most = care.price * care.most;
        let pixels = self.truths.iter().zip(&self.nearest).zip(weights);
        let pixel = |((&truth, &index), weight): ((&Colour, &u8), &Weight)| {
            let weight = Weight { colour: weight.colour * change.colour, luma: weight.luma * change.luma };
            let least = self.inks.cost(index, truth, weight);
            let alone = self.inks.shades.is_alone(index, weight, least, most);
            Pixel { truth, index, weight, least, nearest: 0.0, kept: f32::INFINITY, alone }
        };
        let choice = Choice::new(self.inks, most, pixels.map(pixel).collect());
        let Packed { symbols, bytes, .. } = choice.pack(beam);
        (errors(&self.truths, &symbols, &choice.suited(&symbols).0, self.bands.width), bytes.len())
    }
}

/// The errors of pixels in these symbols.
fn errors(truths: &[Colour], symbols: &[u8], colours: &[Colour], width: usize) -> Errors {
    let seen: Vec<Colour> = symbols.iter().map(|&symbol| colours[usize::from(symbol)]).collect();
    Errors::of(truths, &seen, width)
}

#[cfg(test)]
mod tests {
    use super::super::eye::weights::weights;
    use super::super::samples::samples;
    use super::*;
    use crate::render::scene::Picture;

    #[test]
    fn what_is_given_up_comes_to_what_is_allowed() {
        let picture = Picture::Garden.draw(240, 240, 1);
        let inks = Inks::new(&samples(&[&picture], 20_000), 255);
        let probe = Probe::new(&picture, &inks.indices(&picture), &inks, None);
        let care = Care { price: 0.1, most: 5.0, rate: probe.plain(), ..Care::EXACT };
        let weights = weights(&picture, care);
        let left = |allowed: f32| {
            let Errors { colour, luma } = probe.least * allowed;
            let share = Errors { colour: colour / probe.usual.colour, luma: luma / probe.usual.luma };
            let (plain, rate) = (probe.plain(), probe.adjusted(&weights, care, 2, share).0);
            let change = Weight { colour: rate.colour / plain.colour, luma: rate.luma / plain.luma };
            probe.packed(&probe.bands.of(&weights).copied().collect::<Vec<_>>(), change, care, 2).0
        };
        let (strict, lax) = (left(1.1), left(1.6));
        let shares = [strict, lax].map(|errors| errors.luma / probe.least.luma);
        assert!(shares[0] < 1.2 && shares[1] > 1.3 && shares[1] < 1.8, "{shares:?}");
        assert!(strict.colour < lax.colour, "{strict:?}, {lax:?}");
    }

    #[test]
    fn less_is_given_up_where_that_saves_more_than_is_asked_for() {
        let care = Care { price: 0.0887, most: 5.0, ..Care::EXACT };
        let share = Errors { colour: 2.0, luma: 2.0 };
        let is_finer = |picture: &Picture| {
            let picture = picture.draw(240, 240, 1);
            let samples = samples(&[&picture], 20_000);
            let (inks, usual) = (Inks::new(&samples, 255), Usual::new(&samples, 255));
            let probe = Probe::new(&picture, &inks.indices(&picture), &inks, Some(&usual));
            let weights = weights(&picture, Care { rate: probe.plain(), ..care });
            let (first, taken) = probe.adjusted(&weights, care, 2, share);
            let rate = probe.spending(&weights, care, 2, share);
            let is_enough = taken as f32 >= ENOUGH * probe.exact(care, 2) as f32;
            assert!(rate == first || !is_enough);
            rate != first
        };
        let finer = Picture::ALL.iter().filter(|picture| is_finer(picture)).count();
        assert!((1..Picture::ALL.len()).contains(&finer), "{finer}");
    }
}
