//! What the ranking of lattices is learned from: every lattice that competes in a picture, with its traits.

use image::RgbImage;
use rayon::prelude::*;

use super::evidence::Edges;
use super::panel::Sides;
use super::pool::compete;
use super::support::Support;
use super::traits::traits;
use super::{Grid, Look, view};
use crate::rect::Rect;

/// A lattice that was weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// Its cells.
    pub grid: Grid,
    /// The figures by which it was weighed, always as many and in the same order.
    pub traits: Vec<f32>,
    /// What they came to: larger is likelier to be a board.
    pub score: f32,
}

/// All lattices that compete for the board in a picture, best first: some hundred. Which ones do depends on the ranking
/// there is. `assets/grids` tells how the ranking is learned from this.
pub fn weigh(shot: &RgbImage) -> Vec<Weighed> {
    let (width, height) = shot.dimensions();
    let factor = Look::Glance.reduction(width, height);
    let picture = view(shot, Rect::new(0, 0, width, height), factor);
    let edges = Edges::new(&picture);
    let weighed = compete(&picture, &edges, Sides::ANY).into_par_iter().filter_map(|hypothesis| {
        let lattice = hypothesis.lattice;
        let grid = lattice.scaled(factor as f32, (0, 0)).grid(width, height)?;
        let support = Support::new(&edges, &lattice);
        let traits = traits(&picture, &edges, &lattice, &support).to_vec();
        Some(Weighed { grid, traits, score: hypothesis.score })
    });
    weighed.collect()
}
