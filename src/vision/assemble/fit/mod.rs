//! How well every two tiles fit beside and below each other: what all searches of one board share.

mod border;
mod fade;
mod gradient;
mod network;
mod peel;
mod strips;
mod veil;

use image::RgbImage;
use rayon::prelude::*;

use crate::puzzle::Size;
use crate::vision::Fidelity;
use network::{Features, Network};
use peel::Borders;
use strips::{Levels, Side};

/// The share of the hand-made measure beside the learned one where nothing was lost to compression.
pub(super) const SHARE: f32 = 1.2;
/// The range of a joint's score.
const RANGE: f32 = 10.0;

/// The scores of all joints two tiles could make, in nats: how much more likely the two are neighbours than either has
/// nothing beside it.
pub(super) struct Pairs {
    /// How many tiles there are, the blank included.
    pub(super) count: usize,
    /// `across[a * count + b]`: tile `a` left of tile `b`.
    pub(super) across: Vec<f32>,
    /// `down[a * count + b]`: tile `a` above tile `b`.
    pub(super) down: Vec<f32>,
    /// The exponentials of `across` and of `down`, which every search asks for again.
    pub(super) odds: [Vec<f32>; 2],
}

impl Pairs {
    /// The pairs of `count` tiles with these scores.
    pub(super) fn new(count: usize, across: Vec<f32>, down: Vec<f32>) -> Pairs {
        let odds = [&across, &down].map(|scores| scores.iter().map(|score| score.exp()).collect());
        Pairs { count, across, down, odds }
    }

    /// The best score of the joints that the tile in a cell of an arrangement has with tiles other than `blank`.
    pub(super) fn best_joint(&self, size: Size, arrangement: &[usize], cell: usize, blank: usize) -> f32 {
        let beside = size.neighbours(cell).filter(|&other| arrangement[other] != blank);
        beside.map(|other| self.joint(arrangement, cell, other)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// The score of the joint between two cells of an arrangement that are neighbours.
    fn joint(&self, arrangement: &[usize], cell: usize, other: usize) -> f32 {
        let (first, second) = (cell.min(other), cell.max(other));
        let scores = if second == first + 1 { &self.across } else { &self.down };
        scores[arrangement[first] * self.count + arrangement[second]]
    }

    /// How much less likely than not the tile in a cell of an arrangement belongs beside those it is beside, in nats a joint.
    pub(super) fn misfit(&self, size: Size, arrangement: &[usize], cell: usize) -> f32 {
        let scores: Vec<f32> = size.neighbours(cell).map(|other| self.joint(arrangement, cell, other)).collect();
        -scores.iter().sum::<f32>() / scores.len() as f32
    }

    /// Compares all tiles of a board of `columns` columns, without the borders they may have with which they fit best. Cost:
    /// O(count²), 50 ms for 100, twice where tiles seem to have bevels or shadows that fade out.
    pub(super) fn measure(tiles: &[RgbImage], columns: usize, fidelity: Fidelity) -> Pairs {
        let levels = Levels::of(tiles);
        let network = Network::new(fidelity);
        let without = |borders: &Borders| Pairs::without(borders, tiles, levels, &network, fidelity);
        let mut pairs = peel::measure(tiles, columns).iter().map(without).collect::<Vec<_>>();
        let fitting = pairs.iter().map(Pairs::fitting).collect::<Vec<_>>();
        let best = (0..pairs.len()).rev().max_by(|&a, &b| fitting[a].total_cmp(&fitting[b])).unwrap_or(0);
        pairs.swap_remove(best)
    }

    /// How well the tiles fit those that fit them best, in nats.
    fn fitting(&self) -> f32 {
        let best = |scores: &mut dyn Iterator<Item = f32>| scores.fold(0.0, f32::max);
        let of_tile = |scores: &[f32], tile: usize| {
            let others = || (0..self.count).filter(move |&other| other != tile);
            best(&mut others().map(|other| scores[tile * self.count + other]))
                + best(&mut others().map(|other| scores[other * self.count + tile]))
        };
        (0..self.count).map(|tile| of_tile(&self.across, tile) + of_tile(&self.down, tile)).sum()
    }

    /// Compares the tiles without these borders.
    fn without(borders: &Borders, tiles: &[RgbImage], levels: Levels, network: &Network, fidelity: Fidelity) -> Pairs {
        let [right, left, bottom, top] = [0, 1, 2, 3].map(|index| {
            let (side, mends) = (Side::ALL[index], &borders.mends[index]);
            let pieces = tiles.par_iter().zip(&borders.peels);
            pieces.map(|(tile, peel)| strips::cut(tile, peel, mends, side, levels)).collect::<Vec<_>>()
        });
        let share = if fidelity == Fidelity::Exact { SHARE } else { 0.0 };
        let (across, down) = (joints(network, &right, &left, share), joints(network, &bottom, &top, share));
        Pairs::new(tiles.len(), across, down)
    }
}

/// The scores of all joints between a strip of `before` and one of `after`.
fn joints(network: &Network, before: &[Vec<f32>], after: &[Vec<f32>], share: f32) -> Vec<f32> {
    let count = before.len();
    let features = |strips: &[Vec<f32>]| strips.par_iter().map(|strip| network.features(strip)).collect::<Vec<_>>();
    let nothing = |sides: &[Features]| sides.iter().map(|side| network.nothing(side)).collect::<Vec<_>>();
    let (before_features, after_features) = (features(before), features(after));
    let (end, start) = (nothing(&before_features), nothing(&after_features));
    let mut scores = vec![-RANGE; count * count];
    let hand_made = if share > 0.0 { gradient::table(before, after) } else { vec![0.0; count * count] };
    scores.par_chunks_exact_mut(count).enumerate().for_each(|(a, scores)| {
        for b in (0..count).filter(|&b| b != a) {
            let learned = network.compare(&before_features[a], &after_features[b]) - (end[a] + start[b]) / 2.0;
            scores[b] = (learned - share * hand_made[a * count + b]).clamp(-RANGE, RANGE);
        }
    });
    scores
}
