//! The light of a board: its reference may be brighter or duller, in each channel.

use super::compare::{Measure, costs, difference, fit, fitting, little_of, means_and_spreads};
use super::products::{Light, Products};
use super::{finish, reflection};
use crate::puzzle::Size;
use crate::vision::assignment::{Costs, Market, assign};
use crate::vision::median::median;
use crate::vision::thumbnails::Thumbnails;

/// The cells in the light of the tiles, what all of them cost against all tiles then, and the best assignment.
pub struct SameLight {
    pub cells: Thumbnails,
    pub costs: Costs,
    pub assignment: Vec<usize>,
    market: Market,
}

/// The light of the screenshot itself.
const OWN: Light = ([1.0; 3], [0.0; 3]);
/// A gain that differs from one by less is that of the screenshot.
const HARDLY: f32 = 0.05;
/// Fewer cells, or with so little of the tiles in common, do not tell how the light changes from one to the other.
const FEWEST: usize = 9;
const FITTING: usize = 6;
const AS_WELL: f32 = 0.5;
/// Light is uneven if most cells are brighter or darker than their tiles by so many levels, and falls on a cell alone if that is.
pub const UNEVEN: f32 = 3.0;
/// The share of the squared misfit, at most, that must be left once light is made even, and how often it is made so: each time more
/// cells fit and tell more of it.
const LESS: f32 = 0.85;
const ROUNDS: usize = 4;
/// The share of their misfit that is left at most where cells fit far better.
const FAR_BETTER: f32 = 0.25;
/// The share of the cells, the blank left out, whose light differs by no more than how uneven it is.
const MOST: f32 = 0.8;

/// Brings `cells` into the light of `tiles`, channel by channel: first so that mean and spread over the whole board
/// agree, then by least squares over the cells that fit their tiles. Where that is another light, a blank unlike the tiles may
/// have told it, and the screenshot's own is tried as well: the one in which the tiles fit better is the light.
pub fn same_light(cells: &Thumbnails, tiles: &Thumbnails, measure: Measure) -> SameLight {
    let products = (measure == Measure::Squared).then(|| Products::of(cells, tiles));
    let in_light = |light: Light| {
        let mut lit = cells.clone();
        lit.adjust(light.0, light.1);
        match &products {
            Some(products) => SameLight::with(lit, products.costs(light)),
            None => SameLight::of(lit, tiles, measure),
        }
    };
    let light = spread_fit(cells, tiles);
    let mut first = in_light(light);
    if light.0.iter().any(|gain| (gain - 1.0).abs() > HARDLY) {
        let own = in_light(OWN);
        first = if own.misfit() < first.misfit() { own } else { first };
    }
    let first = first.without_chain();
    in_light(least_squares(cells, tiles, &first.fitting(tiles, measure), &first.assignment))
}

impl SameLight {
    /// The cells as they are, in the light of the tiles.
    pub fn of(cells: Thumbnails, tiles: &Thumbnails, measure: Measure) -> SameLight {
        let costs = costs(&cells, tiles, measure);
        SameLight::with(cells, costs)
    }

    /// The cells with what they cost against the tiles.
    pub fn with(cells: Thumbnails, costs: Costs) -> SameLight {
        let market = Market::settled(&costs);
        SameLight { cells, costs, assignment: market.columns(), market }
    }

    /// The cells that fit the tiles given to them.
    fn fitting(&self, tiles: &Thumbnails, measure: Measure) -> Vec<usize> {
        let own: Vec<f32> = self.assignment.iter().enumerate().map(|(cell, &tile)| self.costs.at(cell, tile)).collect();
        let limit = 2.0 * median(own.clone()) + 1.0;
        fitting(&own, limit, tiles, &self.assignment, measure)
    }

    /// The same with the cells without what all of them carry, if there is such a finish.
    pub fn without_finish(self, tiles: &Thumbnails, measure: Measure) -> SameLight {
        let fitting = self.fitting(tiles, measure);
        match finish::without(&self.cells, tiles, &self.assignment, &fitting) {
            Some(plain) => SameLight::of(plain, tiles, measure),
            None => self,
        }
    }

    /// The same with the cells in one light, if it changes over the board and they fit better so.
    pub fn evened(self, tiles: &Thumbnails, size: Size, measure: Measure) -> SameLight {
        let is_uneven = self.costs.len() >= FEWEST
            && self.unevenness(tiles) >= UNEVEN
            && fit(&self.costs, &self.assignment, self.worst()) >= AS_WELL;
        if !is_uneven {
            return self;
        }
        let mut best = self;
        for _ in 0..ROUNDS {
            let Some(even) = best.in_one_light(tiles, size, measure) else { break };
            best = even;
        }
        best
    }

    fn in_one_light(&self, tiles: &Thumbnails, size: Size, measure: Measure) -> Option<SameLight> {
        let fitting = self.fitting(tiles, measure);
        if fitting.len() < FITTING {
            return None;
        }
        let cells = reflection::without(&self.cells, tiles, &self.assignment, &fitting, size)?;
        let most = match measure {
            Measure::Squared => LESS,
            Measure::Absolute => LESS.sqrt(),
        };
        Some(SameLight::of(cells, tiles, measure)).filter(|even| even.misfit() <= most * self.misfit())
    }

    /// By how many levels most cells are brighter or darker than their tiles at the most: more than a little where the light falls
    /// from one side, or a photographed screen reflects some.
    pub fn unevenness(&self, tiles: &Thumbnails) -> f32 {
        self.unevenness_among(0..self.costs.len(), tiles)
    }

    /// The same among some cells; 0 where there are none.
    pub fn unevenness_among(&self, cells: impl Iterator<Item = usize>, tiles: &Thumbnails) -> f32 {
        let mut off: Vec<f32> = cells.map(|cell| self.off(tiles, cell, self.assignment[cell])).collect();
        off.sort_by(f32::total_cmp);
        off.get((MOST * off.len().saturating_sub(1) as f32) as usize).copied().unwrap_or(0.0)
    }

    /// By how many levels a cell is brighter or darker than a tile.
    pub fn off(&self, tiles: &Thumbnails, cell: usize, tile: usize) -> f32 {
        let [is, was] = [self.cells.get(cell), tiles.get(tile)].map(|of| means_and_spreads(of).0);
        difference(&is, &was, Measure::Squared).sqrt()
    }

    /// The best assignment where one cell may have any tile.
    pub fn assignment_without_claims_of(&self, cell: usize) -> Vec<usize> {
        self.market.clone().without_claims_of(cell).columns()
    }

    /// What the cells differ from their tiles in sum, at least, without the odd one: it may be the blank.
    fn misfit(&self) -> f32 {
        let (odd, anew) = self.without_odd();
        self.misfit_beside(odd, &anew)
    }

    /// The cell without which the others fit best, and the best assignment where it may have any tile: the cell that differs most
    /// from the tile given to it, or the one least like any tile, which may have taken what another cell shows, and that what a third
    /// one does, which then differs more.
    fn without_odd(&self) -> (usize, Vec<usize>) {
        let freed = |cell: usize| (cell, self.assignment_without_claims_of(cell));
        let (worst, strangest) = (self.worst(), self.strangest());
        let first = freed(worst);
        if strangest == worst {
            return first;
        }
        let other = freed(strangest);
        let misfit = |(cell, anew): &(usize, Vec<usize>)| self.misfit_beside(*cell, anew);
        if misfit(&other) < misfit(&first) { other } else { first }
    }

    /// What all cells but one differ from the tiles of an assignment in sum.
    fn misfit_beside(&self, cell: usize, assignment: &[usize]) -> f32 {
        let others = (0..self.costs.len()).filter(|&other| other != cell);
        others.map(|other| self.costs.at(other, assignment[other])).sum()
    }

    /// The same with the tiles given anew to all cells but the odd one, if the others fit far better so: a blank far brighter than all
    /// tiles takes the brightest, another cell the next, and so on, and none tells the light then.
    fn without_chain(self) -> SameLight {
        let (odd, anew) = self.without_odd();
        let is_chain = self.misfit_beside(odd, &anew) < FAR_BETTER * self.misfit_beside(odd, &self.assignment);
        if is_chain { SameLight { assignment: anew, ..self } } else { self }
    }

    /// The cell that differs most from the tile given to it.
    pub fn worst(&self) -> usize {
        let own = |cell: usize| self.costs.at(cell, self.assignment[cell]);
        (0..self.costs.len()).max_by(|&a, &b| own(a).total_cmp(&own(b))).unwrap_or(0)
    }

    /// The cell least like any tile.
    fn strangest(&self) -> usize {
        let n = self.costs.len();
        let least = |cell: usize| (0..n).map(|tile| self.costs.at(cell, tile)).fold(f32::INFINITY, f32::min);
        (0..n).max_by(|&a, &b| least(a).total_cmp(&least(b))).unwrap_or(0)
    }

    /// The same with the tiles given anew to all cells but the odd one, which gets what is left over: if it is the blank it had
    /// taken what another cell shows, and that perhaps what a third one does. Solved anew, for the alignment goes on from here:
    /// between look-alike tiles the market would settle ties by how it came about.
    pub fn without_blank(self) -> SameLight {
        let (odd, _) = self.without_odd();
        let cost = |cell: usize, tile: usize| if cell == odd { 0.0 } else { self.costs.at(cell, tile) };
        SameLight { assignment: assign(&Costs::new(self.costs.len(), cost)), ..self }
    }
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

/// Whether a cell shows the tile given to it in a light of its own: a game may brighten the tile under the pointer.
pub fn is_lit_by_itself(cells: &Thumbnails, tiles: &Thumbnails, assignment: &[usize], cell: usize) -> bool {
    let (gain, offset) = least_squares(cells, tiles, &[cell], assignment);
    let tile = tiles.get(assignment[cell]);
    let lit = cells.get(cell).iter().enumerate().map(|(i, value)| value * gain[i % 3] + offset[i % 3]);
    let wrong = lit.zip(tile).map(|(a, b)| (a - b) * (a - b)).sum::<f32>() / tile.len() as f32;
    wrong <= little_of(tile, Measure::Squared)
}

/// Per channel the gain and offset that give `from` the mean and spread of `to`.
pub fn spread_fit(from: &Thumbnails, to: &Thumbnails) -> Light {
    let [(means, spreads), (wanted_means, wanted_spreads)] = [from, to].map(|of| means_and_spreads(of.all()));
    let gain = std::array::from_fn(|channel| (wanted_spreads[channel] / spreads[channel].max(1.0)).clamp(0.25, 4.0));
    (gain, std::array::from_fn(|channel| wanted_means[channel] - gain[channel] * means[channel]))
}

/// Per channel the gain and offset that bring the `fitting` cells closest to their tiles.
fn least_squares(cells: &Thumbnails, tiles: &Thumbnails, fitting: &[usize], assignment: &[usize]) -> Light {
    let mut sums = [[0.0_f64; 3]; 4];
    let mut count = 0;
    for &cell in fitting {
        let (cell, tile) = (cells.get(cell).as_chunks::<3>().0, tiles.get(assignment[cell]).as_chunks::<3>().0);
        count += cell.len();
        // A cell's values are few enough to be summed up in single precision.
        let mut own = [[0.0_f32; 3]; 4];
        for (a, b) in cell.iter().zip(tile) {
            for channel in 0..3 {
                own[0][channel] += a[channel];
                own[1][channel] += b[channel];
                own[2][channel] += a[channel] * a[channel];
                own[3][channel] += a[channel] * b[channel];
            }
        }
        for (sum, own) in sums.as_flattened_mut().iter_mut().zip(own.as_flattened()) {
            *sum += f64::from(*own);
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
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::rect::Rect;
    use crate::resize::Window;

    #[test]
    fn a_blank_far_brighter_than_all_tiles_does_not_tell_the_light() {
        // Tiles of 8 pixels, each brighter than the one before it; the first is not on the board.
        let level = |x: u32, y: u32| (30 + x / 8 * 15 + (x * 7 + y * 5) % 8) as u8;
        let strip =
            |blank: u32| RgbImage::from_fn(72, 8, |x, y| Rgb([if x / 8 == blank { 255 } else { level(x, y) }; 3]));
        let windows: Vec<Window> = (0..9).map(|tile| Rect::new(tile * 8, 0, 8, 8).into()).collect();
        let thumbnails = |blank: u32| Thumbnails::cut(&strip(blank), &windows, 8);
        let (board, tiles) = (thumbnails(0), thumbnails(9));
        let lit = same_light(&board, &tiles, Measure::Squared).cells;
        for tile in 1..9 {
            let off = difference(lit.get(tile), tiles.get(tile), Measure::Squared);
            assert!(off < 1.0, "tile {tile} is {off} off");
        }
    }

    #[test]
    fn the_blank_gives_back_the_tile_that_it_was_taken_for() {
        let costs = [[500.0, 900.0, 900.0], [1.0, 200.0, 600.0], [800.0, 2.0, 90.0]];
        let costs = Costs::new(3, |cell, tile| costs[cell][tile]);
        let found = SameLight::with(Thumbnails::cut(&RgbImage::new(1, 1), &[], 1), costs);
        assert_eq!(found.assignment, [0, 1, 2]);
        assert_eq!(found.without_blank().assignment, [2, 0, 1]);
    }

    #[test]
    fn a_blank_that_takes_a_tile_which_another_cell_shows_gives_it_back_though_a_third_differs_more() {
        let costs = [
            [1000.0, 600.0, 400.0, 100.0],
            [40.0, 0.0, 300.0, 600.0],
            [200.0, 50.0, 0.0, 300.0],
            [300.0, 200.0, 150.0, 0.0],
        ];
        let costs = Costs::new(4, |cell, tile| costs[cell][tile]);
        let found = SameLight::with(Thumbnails::cut(&RgbImage::new(1, 1), &[], 1), costs);
        assert_eq!((&found.assignment, found.worst()), (&vec![3, 0, 1, 2], 3));
        assert_eq!(found.without_blank().assignment, [0, 1, 2, 3]);
    }
}
