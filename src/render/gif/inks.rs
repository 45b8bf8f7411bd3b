//! A palette at work: the index of every pixel, and which other indices would do.
//!
//! Which differences go unseen is told in the palette's own terms: level 1 allows the colours that are no farther from
//! a pixel's own than the palette is from the pixels on average, each further level half as much again. So one and the
//! same setting suits flat art, where the palette is exact and nothing is allowed, and photographs.

use image::RgbImage;

use super::super::palette::{Finder, Palette};

/// How many levels of tolerance there are; level 0 allows the nearest colour only.
pub(super) const LEVELS: usize = 16;

/// A palette with what it allows.
pub(super) struct Inks {
    pub(super) palette: Palette,
    /// Symbols are of so many bits.
    pub(super) bits: u32,
    /// The symbol that leaves a pixel as it is.
    pub(super) transparent: u8,
    /// Squared distances between colours, row by row.
    distances: Vec<u32>,
    /// For each level and colour, a set of symbols as bits.
    allowed: Vec<[u64; 4]>,
    /// The squared distance that each level allows.
    limits: [u32; LEVELS],
}

impl Inks {
    /// The inks of a palette of at most 255 colours, whose mean squared error over its pixels is `error`.
    pub(super) fn new(palette: Palette, error: f32) -> Inks {
        let colours = palette.colours();
        let count = colours.len();
        let bits = usize::BITS - count.leading_zeros();
        let limits = std::array::from_fn(|level| match level {
            0 => 0,
            _ => (error * 1.5_f32.powi(level as i32 - 1)) as u32,
        });
        let squared = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        let distances: Vec<u32> = colours
            .iter()
            .flat_map(|a| colours.iter().map(|b| (0..3).map(|i| squared(a[i], b[i])).sum::<u32>()))
            .collect();
        let mut allowed = vec![[0_u64; 4]; LEVELS * count];
        for (level, &limit) in limits.iter().enumerate() {
            for colour in 0..count {
                let set = &mut allowed[level * count + colour];
                for other in 0..count {
                    if other == colour || distances[colour * count + other] <= limit {
                        set[other / 64] |= 1 << (other % 64);
                    }
                }
            }
        }
        Inks { palette, bits: bits.max(2), transparent: count as u8, distances, allowed, limits }
    }

    /// The index of each pixel.
    pub(super) fn indices(&self, finder: &mut Finder, picture: &RgbImage) -> Vec<u8> {
        picture.pixels().map(|pixel| finder.nearest(&self.palette, pixel.0)).collect()
    }

    /// The symbols that a pixel of this index and level allows.
    pub(super) fn set(&self, level: u8, index: u8) -> &[u64; 4] {
        &self.allowed[usize::from(level) * self.palette.colours().len() + usize::from(index)]
    }

    /// The squared distance between two of its colours.
    pub(super) fn distance(&self, a: u8, b: u8) -> u32 {
        self.distances[usize::from(a) * self.palette.colours().len() + usize::from(b)]
    }

    /// The squared distance that a level allows.
    pub(super) fn limit(&self, level: u8) -> u32 {
        self.limits[usize::from(level)]
    }

    /// The colours as a colour table.
    pub(super) fn table(&self) -> Vec<u8> {
        self.palette.colours().concat()
    }
}
