//! Palettes at work.

use image::RgbImage;

use super::eye;
use super::eye::{Shades, Weight, squared};
use crate::render::paint;
use crate::render::paint::Colour;
use crate::render::palette::{Palette, Parting, Sample};

/// A palette with what a coder of its indices has to know.
pub(super) struct Inks {
    pub(super) palette: Palette,
    pub(super) shades: Shades,
    /// Symbols are of so many bits.
    pub(super) bits: u32,
    /// The symbol that leaves a pixel as it is.
    pub(super) transparent: u8,
    /// The mean squared distance of the samples it was chosen for from their nearest colours.
    pub(super) error: f32,
}

/// Colours of a palette; one symbol more says that a pixel stays as it is.
pub(super) const COLOURS: usize = 255;
/// What parted pixels err is not brought down by this factor when colours are moved to where they suit best.
const HOPELESS: f32 = 2.0;
/// The numbers of colours tried first: with the symbol more, tables of a power of two.
const FEWER: [usize; 4] = [15, 31, 63, 127];

impl Inks {
    /// At most `colours` inks that suit these samples.
    pub(super) fn new(samples: &[Sample], colours: usize) -> Inks {
        Inks::of(Palette::choose(samples, colours), samples)
    }

    fn of(palette: Palette, samples: &[Sample]) -> Inks {
        let error = error(&palette, samples);
        let count = palette.colours().len();
        let bits = (usize::BITS - count.leading_zeros()).max(2);
        let shades = Shades::new(palette.colours());
        Inks { palette, shades, bits, transparent: count as u8, error }
    }

    /// As few inks as come as near as `error` to these samples, at most `colours`; `None` if that are many and the
    /// inks at hand, whose table need not be stored once more, come as near as is enough for them.
    pub(super) fn enough(
        samples: &[Sample],
        colours: usize,
        error: f32,
        (at_hand, enough): (&Inks, f32),
    ) -> Option<Inks> {
        let mut parting = Parting::new(samples);
        for fewer in FEWER.into_iter().filter(|&fewer| fewer < colours) {
            if fewer == FEWER[2] && self::error(&at_hand.palette, samples) <= enough {
                return None;
            }
            if parting.error(fewer) > HOPELESS * error {
                continue;
            }
            let inks = Inks::of(parting.palette(fewer), samples);
            if inks.error <= error {
                return Some(inks);
            }
        }
        Some(Inks::of(parting.palette(colours), samples))
    }

    /// The index of each pixel.
    pub(super) fn indices(&self, picture: &RgbImage) -> Vec<u8> {
        self.palette.indices(paint::colours(picture).iter().copied()).collect()
    }

    /// What an ink costs in the place of a colour; nothing, where the symbol leaves the pixel as it is.
    #[inline]
    pub(super) fn cost(&self, index: u8, colour: Colour, weight: Weight) -> f32 {
        if index == self.transparent { 0.0 } else { eye::cost(self.shades.get(index), eye::shade(colour), weight) }
    }

    /// The colours as a colour table.
    pub(super) fn table(&self) -> Vec<u8> {
        self.palette.colours().concat()
    }
}

/// So many samples tell how near a palette comes to all.
const JUDGES: usize = 4_000;

/// The mean squared distance of samples from the nearest colours of a palette, of evenly chosen ones.
pub(super) fn error(palette: &Palette, samples: &[Sample]) -> f32 {
    let error = |sample: &Sample| {
        let near = palette.colours()[usize::from(palette.nearest(sample.colour))];
        squared(near, sample.colour) as f32 * sample.weight
    };
    let judges = || samples.iter().step_by(samples.len().div_ceil(JUDGES).max(1));
    let weight: f32 = judges().map(|sample| sample.weight).sum();
    judges().map(error).sum::<f32>() / weight.max(1.0)
}
