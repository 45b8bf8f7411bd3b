//! What a picture of a step is held against: a part of it, and how far from that an ordinary encoder would be.

use image::RgbImage;

use super::bands::Bands;
use super::eye::errors::{BLOCK, Errors};
use super::patch::Seen;
use super::usual::Usual;
use crate::render::paint;
use crate::render::paint::Colour;

/// One band of blocks in so many is looked at, and at least so many bands.
const EVERY: usize = 6;
const LEAST: usize = 4;

/// A part of a picture.
pub(super) struct Measure {
    bands: Bands,
    truths: Vec<Colour>,
    /// How far an ordinary encoder would be from it.
    pub(super) usual: Errors,
}

impl Measure {
    pub(super) fn new(picture: &RgbImage, usual: &Usual) -> Measure {
        let count = (picture.height() as usize / (EVERY * BLOCK)).max(LEAST);
        let bands = Bands::new(picture.dimensions(), count, BLOCK);
        let truths: Vec<Colour> = bands.of(paint::colours(picture)).copied().collect();
        let usual = Errors::of(&truths, &usual.seen(&truths), bands.width);
        Measure { bands, truths, usual }
    }

    /// How far from it is what is seen.
    pub(super) fn made(&self, seen: &Seen) -> Errors {
        let shown = self.bands.of(seen.written()).zip(&self.truths);
        let shown: Vec<Colour> = shown.map(|(written, &truth)| written.unwrap_or(truth)).collect();
        Errors::of(&self.truths, &shown, self.bands.width)
    }
}
