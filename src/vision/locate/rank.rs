//! How much the traits of a lattice look like those of a board.
//!
//! The weights were learned from drawn screens: a layer of rectified units over the normalised traits, beside a direct
//! sum, trained so that among all lattices of a screen the board's has the largest score.

use super::traits::TRAITS;
use super::weights::{BIAS, DIRECT, HIDDEN, MEAN, OUT, SPREAD, WEIGHTS};

/// The score of a lattice with these traits: larger is likelier to be a board.
pub(super) fn score(traits: &[f32; TRAITS]) -> f32 {
    let x: [f32; TRAITS] = std::array::from_fn(|i| ((traits[i] - MEAN[i]) / SPREAD[i]).clamp(-4.0, 4.0));
    let dot = |w: &[f32; TRAITS]| w.iter().zip(&x).map(|(w, x)| w * x).sum::<f32>();
    dot(&DIRECT) + (0..HIDDEN).map(|h| (dot(&WEIGHTS[h]) + BIAS[h]).max(0.0) * OUT[h]).sum::<f32>()
}
