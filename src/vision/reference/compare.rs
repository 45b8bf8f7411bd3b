//! How much cells of a screenshot differ from tiles of a reference.

use crate::vision::assignment::{Costs, assign};
use crate::vision::median::median;
use crate::vision::thumbnails::Thumbnails;

/// How the difference of two pixels counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// By its square.
    Squared,
    /// By its size.
    Absolute,
}

/// The cells in the light of the tiles, what all of them cost against all tiles then, and the best assignment.
pub struct SameLight {
    pub cells: Thumbnails,
    pub costs: Costs,
    pub assignment: Vec<usize>,
}

/// What a cell's cost against its own tile is when nothing is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Noise(f32);

/// Tiles closer than this, in levels of 255, look the same to a player…
const ALIKE: f32 = 2.0;
/// …unless they are farther apart in one spot.
const APART: f32 = 16.0;
/// A spot that is farther apart than this is more than a trace of the neighbours, which a cut a little off shows.
const DETAIL: f32 = 1.25 * APART;
/// Tiles farther apart than this in the mean differ in more than a trace of their neighbours.
const CLEAR: f32 = 5.0;
/// The share of a tile's variance that a cell which shows it may differ by.
const FITTING: f32 = 0.2;

impl Noise {
    /// The median over the cells, and never less than rounding makes.
    pub fn of(costs: &Costs, assignment: &[usize], measure: Measure) -> Noise {
        let own = assignment.iter().enumerate().map(|(cell, &tile)| costs.at(cell, tile));
        let floor = match measure {
            Measure::Squared => 0.25,
            Measure::Absolute => 0.4,
        };
        Noise(median(own.collect()).max(floor))
    }

    /// A cost in multiples of the noise.
    pub fn multiples(self, cost: f32) -> f32 {
        cost / self.0
    }

    /// How sure an arrangement is that costs `margin` less than another: 0 for a tie, 1/2 where the margin is half the
    /// noise, near 1 where it is far above. A thumbnail holds some hundred independent values, so that half the noise
    /// is three to four standard deviations of the margin.
    pub fn sureness(self, margin: f32) -> f32 {
        1.0 / (1.0 + 0.5 * self.0 / margin)
    }
}

/// Brings `cells` into the light of `tiles`, channel by channel: first so that mean and spread over the whole board
/// agree, then by least squares over the cells that fit their tiles.
pub fn same_light(cells: &Thumbnails, tiles: &Thumbnails, measure: Measure) -> SameLight {
    let mut lit = cells.clone();
    let (gain, offset) = spread_fit(cells, tiles);
    lit.adjust(gain, offset);
    let costs = costs(&lit, tiles, measure);
    let assignment = assign(&costs);
    let own: Vec<f32> = (0..cells.len()).map(|cell| costs.at(cell, assignment[cell])).collect();
    let limit = 2.0 * median(own.clone()) + 1.0;
    let fitting = fitting(&own, limit, tiles, &assignment, measure);
    let (gain, offset) = least_squares(cells, tiles, &fitting, &assignment);
    let mut lit = cells.clone();
    lit.adjust(gain, offset);
    let costs = self::costs(&lit, tiles, measure);
    let assignment = assign(&costs);
    SameLight { cells: lit, costs, assignment }
}

impl SameLight {
    /// The cell that differs most from the tile given to it.
    pub fn worst(&self) -> usize {
        let own = |cell: usize| self.costs.at(cell, self.assignment[cell]);
        (0..self.costs.len()).max_by(|&a, &b| own(a).total_cmp(&own(b))).unwrap_or(0)
    }

    /// The same with the tiles given anew to all cells but the worst, which gets what is left over: if it is the blank it had
    /// taken what another cell shows, and that perhaps what a third one does.
    pub fn without_blank(self) -> SameLight {
        let worst = self.worst();
        let cost = |cell: usize, tile: usize| if cell == worst { 0.0 } else { self.costs.at(cell, tile) };
        let assignment = assign(&Costs::new(self.costs.len(), cost));
        SameLight { assignment, ..self }
    }
}

/// The cells that differ from the tiles given to them by no more than `limit`, in the same measure, or than little of what
/// varies in the tile: where most tiles are flat, these alone tell neither light nor place.
pub fn fitting(
    differences: &[f32],
    limit: f32,
    tiles: &Thumbnails,
    assignment: &[usize],
    measure: Measure,
) -> Vec<usize> {
    let little = |spread: f32| match measure {
        Measure::Squared => FITTING * spread * spread,
        Measure::Absolute => FITTING.sqrt() * spread,
    };
    let most = |cell: usize| limit.max(little(spread(tiles.get(assignment[cell]))));
    (0..differences.len()).filter(|&cell| differences[cell] <= most(cell)).collect()
}

/// What each cell differs from the tile given to it, squared, and the cells in the light that suits them best. The cell that
/// differs most may be the blank and does not tell the light.
pub fn differences(cells: &Thumbnails, tiles: &Thumbnails, assignment: &[usize]) -> (Vec<f32>, Thumbnails) {
    let all: Vec<usize> = (0..cells.len()).collect();
    let in_light_of = |fitting: &[usize]| {
        let (gain, offset) = least_squares(cells, tiles, fitting, assignment);
        let mut lit = cells.clone();
        lit.adjust(gain, offset);
        let own = |&cell: &usize| difference(lit.get(cell), tiles.get(assignment[cell]), Measure::Squared);
        (all.iter().map(own).collect::<Vec<f32>>(), lit)
    };
    let (first, _) = in_light_of(&all);
    let worst = all.iter().copied().max_by(|&a, &b| first[a].total_cmp(&first[b]));
    in_light_of(&all.iter().copied().filter(|&cell| Some(cell) != worst).collect::<Vec<_>>())
}

/// The sum of what cells differ from the tiles given to them; the cell that differs most may be the blank and does not
/// count. Only sums over a board with the same assignment compare.
pub fn misfit(cells: &Thumbnails, tiles: &Thumbnails, assignment: &[usize]) -> f32 {
    let (differences, _) = differences(cells, tiles, assignment);
    differences.iter().sum::<f32>() - differences.iter().copied().fold(0.0, f32::max)
}

/// The mean difference of every cell and every tile.
pub fn costs(cells: &Thumbnails, tiles: &Thumbnails, measure: Measure) -> Costs {
    Costs::new(cells.len(), |cell, tile| difference(cells.get(cell), tiles.get(tile), measure))
}

/// How much better the tiles fit than strangers would, 0 to 1, the blank's cell left out.
pub fn fit(costs: &Costs, arrangement: &[usize], blank: usize) -> f32 {
    let cells = || (0..costs.len()).filter(|&cell| cell != blank);
    let own: f32 = cells().map(|cell| costs.at(cell, arrangement[cell])).sum();
    let any: f32 = cells().flat_map(|cell| (0..costs.len()).map(move |tile| costs.at(cell, tile))).sum();
    (1.0 - own * costs.len() as f32 / any.max(1e-6)).clamp(0.0, 1.0)
}

/// Whether a cell looks hardly more like the tile given to it than like any, while the other cells do: a tile is on its
/// way there, or something covers it.
pub fn is_strange(costs: &Costs, arrangement: &[usize], cell: usize, noise: Noise, measure: Measure) -> bool {
    let own = costs.at(cell, arrangement[cell]);
    let any: f32 = (0..costs.len()).map(|tile| costs.at(cell, tile)).sum::<f32>() / costs.len() as f32;
    let far = match measure {
        Measure::Squared => 5.0,
        Measure::Absolute => 2.2,
    };
    own > 0.5 * any && noise.multiples(own) > far
}

/// What a fit is worth as confidence: boards of other pictures reach a fit of a half or so, because any assignment picks
/// what fits best.
pub fn trust(fit: f32) -> f32 {
    ((fit - 0.5) / 0.4).clamp(0.0, 1.0)
}

/// Whether two tiles look the same to a player.
pub fn look_alike(a: &[f32], b: &[f32]) -> bool {
    difference(a, b, Measure::Squared).sqrt() < ALIKE && farthest(a, b) <= APART
}

/// Whether a detail tells two tiles apart, and no trace of their neighbours.
pub fn differ_in_a_spot(a: &[f32], b: &[f32]) -> bool {
    farthest(a, b) > DETAIL
}

fn farthest(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Whether two tiles differ in more than what a cut that is a little off leaves of their neighbours.
pub fn differ_clearly(a: &[f32], b: &[f32]) -> bool {
    difference(a, b, Measure::Squared).sqrt() > CLEAR
}

fn difference(a: &[f32], b: &[f32], measure: Measure) -> f32 {
    let sum = match measure {
        Measure::Squared => sum_of_pairs(a, b, |a, b| (a - b) * (a - b)),
        Measure::Absolute => sum_of_pairs(a, b, |a, b| (a - b).abs()),
    };
    sum / a.len() as f32
}

/// The sum of what `of` makes of the pairs, in several sums side by side: each addition waits for the one before it.
fn sum_of_pairs(a: &[f32], b: &[f32], of: impl Fn(f32, f32) -> f32) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += of(a[lane], b[lane]);
        }
    }
    sums.iter().sum::<f32>() + a_rest.iter().zip(b_rest).map(|(&a, &b)| of(a, b)).sum::<f32>()
}

/// The standard deviation of a thumbnail's values about its mean colour.
pub fn spread(thumbnail: &[f32]) -> f32 {
    let count = (thumbnail.len() / 3).max(1) as f32;
    let channel = |channel: usize| {
        let values = || thumbnail[channel..].iter().step_by(3);
        let mean = values().sum::<f32>() / count;
        values().map(|value| (value - mean) * (value - mean)).sum::<f32>() / count
    };
    ((0..3).map(channel).sum::<f32>() / 3.0).sqrt()
}

/// Per channel the gain and offset that give `from` the mean and spread of `to`.
fn spread_fit(from: &Thumbnails, to: &Thumbnails) -> ([f32; 3], [f32; 3]) {
    let (mut gain, mut offset) = ([1.0; 3], [0.0; 3]);
    for channel in 0..3 {
        let (mean, spread) = mean_and_spread(from, channel);
        let (wanted_mean, wanted_spread) = mean_and_spread(to, channel);
        gain[channel] = (wanted_spread / spread.max(1.0)).clamp(0.25, 4.0);
        offset[channel] = wanted_mean - gain[channel] * mean;
    }
    (gain, offset)
}

fn mean_and_spread(thumbnails: &Thumbnails, channel: usize) -> (f32, f32) {
    let values = || (0..thumbnails.len()).flat_map(|index| thumbnails.get(index)[channel..].iter().step_by(3));
    let count = values().count().max(1) as f32;
    let mean = values().sum::<f32>() / count;
    let variance = values().map(|value| (value - mean) * (value - mean)).sum::<f32>() / count;
    (mean, variance.sqrt())
}

/// Per channel the gain and offset that bring the `fitting` cells closest to their tiles.
fn least_squares(
    cells: &Thumbnails,
    tiles: &Thumbnails,
    fitting: &[usize],
    assignment: &[usize],
) -> ([f32; 3], [f32; 3]) {
    let mut sums = [[0.0_f64; 3]; 4];
    let mut count = 0;
    for &cell in fitting {
        let (cell, tile) = (cells.get(cell).as_chunks::<3>().0, tiles.get(assignment[cell]).as_chunks::<3>().0);
        count += cell.len();
        for (a, b) in cell.iter().zip(tile) {
            let (a, b) = (a.map(f64::from), b.map(f64::from));
            for channel in 0..3 {
                sums[0][channel] += a[channel];
                sums[1][channel] += b[channel];
                sums[2][channel] += a[channel] * a[channel];
                sums[3][channel] += a[channel] * b[channel];
            }
        }
    }
    let (mut gain, mut offset) = ([1.0; 3], [0.0; 3]);
    for channel in 0..3 {
        let (n, [x, y, xx, xy]) = (count as f64, sums.map(|sum| sum[channel]));
        let spread = xx - x * x / n.max(1.0);
        let slope = if spread > n { ((xy - x * y / n) / spread).clamp(0.25, 4.0) } else { 1.0 };
        gain[channel] = slope as f32;
        offset[channel] = ((y - slope * x) / n.max(1.0)) as f32;
    }
    (gain, offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blank_gives_back_the_tile_that_it_was_taken_for() {
        let costs = [[500.0, 900.0, 900.0], [1.0, 200.0, 600.0], [800.0, 2.0, 90.0]];
        let costs = Costs::new(3, |cell, tile| costs[cell][tile]);
        let found = SameLight {
            cells: Thumbnails::cut(&image::RgbImage::new(1, 1), &[], 1),
            assignment: assign(&costs),
            costs,
        };
        assert_eq!(found.assignment, [0, 1, 2]);
        assert_eq!(found.without_blank().assignment, [2, 0, 1]);
    }
}
