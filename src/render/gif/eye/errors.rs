//! How far what is seen is from what should be: in colour, and in structure.

use std::iter::Sum;
use std::ops::{Add, Mul};

use super::super::eye;
use super::squared;
use crate::render::paint::Colour;

/// How far pictures are from what they should be, on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// The squared distance of colours.
    pub colour: f32,
    /// What the structural similarity of luma lacks of 1, block by block (Wang et al., "Image quality assessment: from error
    /// visibility to structural similarity", 2004).
    pub luma: f32,
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

impl Sum for Errors {
    fn sum<I: Iterator<Item = Errors>>(all: I) -> Errors {
        all.fold(Errors::default(), Add::add)
    }
}

/// Blocks of so many pixels a side are compared: about as large as the window that structural similarity is usually
/// measured in.
pub const BLOCK: usize = 6;

impl Errors {
    /// Those of the colours seen in a picture that is `width` pixels wide.
    pub fn of(truths: &[Colour], seen: &[Colour], width: usize) -> Errors {
        let height = truths.len() / width.max(1);
        let (mut colour, mut luma, mut blocks) = (0_u64, 0.0, 0.0_f64);
        let starts = |length: usize| (0..length).step_by(BLOCK);
        for (y, x) in starts(height).flat_map(|y| starts(width).map(move |x| (y, x))) {
            let mut block = Block::default();
            for row in y..(y + BLOCK).min(height) {
                let row = row * width + x..row * width + (x + BLOCK).min(width);
                for (&truth, &seen) in truths[row.clone()].iter().zip(&seen[row]) {
                    colour += u64::from(squared(truth, seen));
                    block.add(eye::luma(truth), eye::luma(seen));
                }
            }
            luma += f64::from((1.0 - block.similarity()).max(0.0));
            blocks += 1.0;
        }
        Errors { colour: (colour as f64 / truths.len().max(1) as f64) as f32, luma: (luma / blocks.max(1.0)) as f32 }
    }
}

/// Luma of the pixels of a block, as they should be and as they are seen.
#[derive(Default)]
struct Block {
    count: f32,
    sums: [f32; 2],
    squares: [f32; 2],
    products: f32,
}

impl Block {
    #[inline]
    fn add(&mut self, truth: f32, seen: f32) {
        self.count += 1.0;
        self.sums = [self.sums[0] + truth, self.sums[1] + seen];
        self.squares = [self.squares[0] + truth * truth, self.squares[1] + seen * seen];
        self.products += truth * seen;
    }

    /// Structural similarity.
    fn similarity(&self) -> f32 {
        const LIGHT: f32 = 0.01 * 255.0 * 0.01 * 255.0;
        const STEADY: f32 = 0.03 * 255.0 * 0.03 * 255.0;
        let [x, y] = self.sums.map(|sum| sum / self.count);
        let variances = (self.squares[0] + self.squares[1]) / self.count - x * x - y * y;
        let covariance = self.products / self.count - x * y;
        (2.0 * x * y + LIGHT) * (2.0 * covariance + STEADY) / ((x * x + y * y + LIGHT) * (variances + STEADY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn structure(change: impl Fn(usize, u8) -> u8) -> Errors {
        let grey = |i: usize| (60 + (i % 32) * 3 + i / 32) as u8;
        let truths: Vec<Colour> = (0..32 * 16).map(|i| [grey(i); 3]).collect();
        let seen: Vec<Colour> = (0..32 * 16).map(|i| [change(i, grey(i)); 3]).collect();
        Errors::of(&truths, &seen, 32)
    }

    #[test]
    fn an_error_that_is_the_same_all_over_hardly_changes_structure() {
        let (even, noise) = (structure(|_, grey| grey + 2), structure(|i, grey| grey - 2 + 4 * (i % 2) as u8));
        assert!((even.colour - 12.0).abs() < 1e-3 && (noise.colour - 12.0).abs() < 1e-3, "{even:?}, {noise:?}");
        assert!(even.luma < 1e-3 && noise.luma > 20.0 * even.luma, "{even:?}, {noise:?}");
        assert_eq!(structure(|_, grey| grey), Errors::default());
    }
}
