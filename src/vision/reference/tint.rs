//! Cells in a light of their own: games tint the tile under the pointer, or those that are home.

use super::blank::{Blank, costs_without};
use super::compare::{Measure, Noise, difference, little_of, means_and_spreads, spread};
use super::light::{SameLight, UNEVEN};
use crate::vision::assignment::{Costs, Market, assign};
use crate::vision::thumbnails::Thumbnails;

/// The shares of a tile's contrast that a tint leaves, or makes of it.
const CONTRASTS: [f32; 10] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 1.1, 1.2, 1.35];
/// How far a cell may be beyond what a mixture with any colour makes of a tile, in levels.
const SLACK: f32 = 6.0;
/// What a tint counts in levels, and in multiples of what cells differ from their tiles anyway, at the least: what is fainter may come
/// from anywhere.
const COUNTS: f32 = 6.0;
const TIMES: f32 = 8.0;
/// The share of its contrast that a tint leaves at most of the piece that the blank lacks, where a game shows that faintly.
const FAINT: f32 = 0.4;
/// The spread of a cell below which it may be any plain tile in some tint, or the blank.
const FLAT: f32 = 4.0;

/// The cells in their light, those that are tinted without their tint: where the tiles are given to the cells so that as few as can be
/// are tinted, and those show their tiles else. In uneven light any cell may seem so, and none is lifted. Cost: that of one exchange
/// where no cell but the blank's is far from its tile; some times that of comparing all where one is.
pub fn lifted(light: SameLight, tiles: &Thumbnails, measure: Measure) -> SameLight {
    let counts = counts(Noise::of(&light.costs, &light.assignment, measure), measure);
    let worst = light.worst();
    let others = light.assignment_without_claims_of(worst);
    let is_far = |&cell: &usize| cell != worst && light.costs.at(cell, others[cell]) > counts;
    let (far, near): (Vec<usize>, Vec<usize>) = (0..others.len()).partition(is_far);
    let lit = near.into_iter().filter(|&cell| cell != worst);
    if far.is_empty() || light.unevenness_among(lit, tiles) >= UNEVEN {
        return light;
    }
    let tints = Tints::between(&light.cells, tiles, measure);
    let seen = Seen { light: &light, tints: &tints, tiles, measure, counts };
    let market = Market::settled(&tints.or_else(&light.costs, counts));
    let shown = market.columns();
    let blank = seen.blank(&shown).or_else(|| seen.ghost(&shown, worst)).unwrap_or(worst);
    let found = market.without_claims_of(blank).columns();
    let mut is_tinted = vec![false; found.len()];
    seen.tinted(&found)
        .filter(|&cell| cell != blank && seen.shows(cell, found[cell]))
        .for_each(|cell| is_tinted[cell] = true);
    if !is_tinted.contains(&true) {
        return light;
    }
    let mut cells = light.cells.clone();
    cells.change(|cell, _, channel, level| match is_tinted[cell] {
        true => tints.at(cell, found[cell]).lift(level, channel),
        false => level,
    });
    let costs = |cell: usize| if is_tinted[cell] { &tints.costs } else { &light.costs };
    SameLight::with(cells, Costs::new(others.len(), |cell, tile| costs(cell).at(cell, tile)))
}

/// Whether the tiles fit as well with the blank at home in the last or the first cell, where it mostly is, and one tile in a tint, in
/// which that looks like the tile from there. What shows that tile as closely as most show theirs is no other in a tint.
pub fn hides_a_usual_home(
    light: &SameLight,
    tiles: &Thumbnails,
    blank: &Blank,
    noise: Noise,
    measure: Measure,
) -> bool {
    let (n, home) = (tiles.len(), blank.arrangement[blank.cell]);
    let usual = [n - 1, 0];
    if usual.contains(&home) {
        return false;
    }
    let counts = counts(noise, measure);
    let either = Tints::between(&light.cells, tiles, measure).or_else(&light.costs, counts);
    let total = |costs: &Costs, arrangement: &[usize]| -> f32 {
        (0..n).filter(|&cell| cell != blank.cell).map(|cell| costs.at(cell, arrangement[cell])).sum()
    };
    let as_it_is = total(&light.costs, &blank.arrangement);
    usual.into_iter().any(|home| {
        let found = assign(&costs_without(&either, blank.cell, Some(home)));
        let is_vague = |cell: usize| noise.multiples(light.costs.at(cell, blank.arrangement[cell])) > 1.0;
        let mut moved = (0..n).filter(|&cell| cell != blank.cell && found[cell] != blank.arrangement[cell]);
        moved.any(is_vague) && total(&either, &found) - counts <= as_it_is
    })
}

/// What a tint counts in the costs of this measure.
fn counts(noise: Noise, measure: Measure) -> f32 {
    noise.times(TIMES).max(match measure {
        Measure::Squared => COUNTS * COUNTS,
        Measure::Absolute => COUNTS,
    })
}

/// Cells as they are and without tints.
struct Seen<'a> {
    light: &'a SameLight,
    tints: &'a Tints,
    tiles: &'a Thumbnails,
    measure: Measure,
    counts: f32,
}

impl Seen<'_> {
    /// The cells that are far from the tiles given to them but for a tint.
    fn tinted(&self, found: &[usize]) -> impl Iterator<Item = usize> {
        let is_far =
            |cell: usize| self.light.costs.at(cell, found[cell]) > self.tints.costs.at(cell, found[cell]) + self.counts;
        (0..found.len()).filter(move |&cell| is_far(cell))
    }

    /// Whether a cell shows a tile in a tint.
    fn shows(&self, cell: usize, tile: usize) -> bool {
        let most = little_of(self.tiles.get(tile), self.measure).max(self.counts / TIMES);
        self.tints.costs.at(cell, tile) <= most.min(self.counts)
    }

    /// The blank shows no tile, though if it is plain it may be any plain tile in some tint: of such cells, the one that is least like
    /// any tile as it is.
    fn blank(&self, found: &[usize]) -> Option<usize> {
        let costs = &self.light.costs;
        let nearest = |cell: usize| (0..found.len()).map(|tile| costs.at(cell, tile)).fold(f32::INFINITY, f32::min);
        let is_flat = |cell: usize| spread(self.light.cells.get(cell)) < FLAT;
        let may_be = self.tinted(found).filter(|&cell| !self.shows(cell, found[cell]) || is_flat(cell));
        may_be.max_by(|&a, &b| nearest(a).total_cmp(&nearest(b)))
    }

    /// Where all cells show their tiles, and one of them alone does so faintly, that one is the blank: games show what belongs there. The
    /// cell that seemed `worst` is one that shows its tile then.
    fn ghost(&self, found: &[usize], worst: usize) -> Option<usize> {
        let mut tinted = self.tinted(found);
        let ghost = tinted.next().filter(|_| tinted.next().is_none())?;
        let is_faint = self.tints.at(ghost, found[ghost]).contrast <= FAINT;
        let is_shown = ghost != worst && self.light.costs.at(worst, found[worst]) <= self.counts;
        (is_faint && is_shown).then_some(ghost)
    }
}

/// What tints each cell would have if it showed each tile, and what it would differ from that without.
struct Tints {
    of: Vec<Tint>,
    costs: Costs,
}

impl Tints {
    fn between(cells: &Thumbnails, tiles: &Thumbnails, measure: Measure) -> Tints {
        let n = tiles.len();
        let (shown, wanted) = (Varying::each(cells), Varying::each(tiles));
        let of: Vec<Tint> = shown.iter().flat_map(|cell| wanted.iter().map(|tile| Tint::between(cell, tile))).collect();
        let costs = Costs::new(n, |cell, tile| {
            let levels = cells.get(cell).iter().enumerate();
            let lifted: Vec<f32> = levels.map(|(at, &level)| of[cell * n + tile].lift(level, at % 3)).collect();
            difference(&lifted, tiles.get(tile), measure)
        });
        Tints { of, costs }
    }

    /// What cells cost as they are, or in a tint, which counts so much.
    fn or_else(&self, costs: &Costs, counts: f32) -> Costs {
        Costs::new(costs.len(), |cell, tile| costs.at(cell, tile).min(self.costs.at(cell, tile) + counts))
    }

    fn at(&self, cell: usize, tile: usize) -> &Tint {
        &self.of[cell * self.costs.len() + tile]
    }
}

/// What makes a cell of a tile: its contrast is multiplied, and a colour is added.
struct Tint {
    contrast: f32,
    colour: [f32; 3],
}

impl Tint {
    /// The one that leaves least between them, squared: any mixture with one colour, or one that raises the contrast about a level.
    fn between(cell: &Varying, tile: &Varying) -> Tint {
        let count = cell.levels.len() as f32;
        let common = cell.levels.iter().zip(&tile.levels).map(|(a, b)| a * b).sum::<f32>() / count;
        let tried = CONTRASTS.map(|contrast| {
            let most = 255.0 * (1.0 - contrast);
            let wanted: [f32; 3] = std::array::from_fn(|at| cell.mean[at] - contrast * tile.mean[at]);
            let colour = wanted.map(|level| level.clamp(most.min(0.0) - SLACK, most.max(0.0) + SLACK));
            let beyond = wanted.iter().zip(colour).map(|(wanted, colour)| (wanted - colour).powi(2)).sum::<f32>() / 3.0;
            let left = (cell.variance + beyond) / contrast.powi(2) - 2.0 * common / contrast + tile.variance;
            (left, Tint { contrast, colour })
        });
        let least = tried.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        least.expect("some contrast is tried").1
    }

    /// A level of the cell without it.
    fn lift(&self, level: f32, channel: usize) -> f32 {
        (level - self.colour[channel]) / self.contrast
    }
}

/// A thumbnail as its mean colour and what varies about that.
struct Varying {
    mean: [f32; 3],
    levels: Vec<f32>,
    variance: f32,
}

impl Varying {
    fn each(thumbnails: &Thumbnails) -> Vec<Varying> {
        let varying = thumbnails.without_means();
        let of = |index: usize| {
            let levels = varying.get(index).to_vec();
            let variance = levels.iter().map(|level| level * level).sum::<f32>() / levels.len() as f32;
            Varying { mean: means_and_spreads(thumbnails.get(index)).0, levels, variance }
        };
        (0..thumbnails.len()).map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::puzzle::Size;
    use crate::resize::Window;

    const SIDE: u32 = 8;
    const MEASURES: [Measure; 2] = [Measure::Squared, Measure::Absolute];

    /// Nine cells of one picture, the last one plain grey where it is the blank's, `seen` as the game shows them.
    fn cells(is_bare: bool, seen: impl Fn(u32, u8) -> u8) -> Thumbnails {
        let level = |x: u32, y: u32| ((x * x * 7 + y * y * 13 + x * y) % 90 + 20 * (x / SIDE) + 40) as u8;
        let picture = RgbImage::from_fn(3 * SIDE, 3 * SIDE, |x, y| {
            let cell = x / SIDE + 3 * (y / SIDE);
            let shown = if is_bare && cell == 8 { 230 } else { level(x, y) };
            Rgb([seen(cell, shown); 3])
        });
        Thumbnails::divided(&picture, Window::all(3 * SIDE, 3 * SIDE), Size::new(3, 3).unwrap(), SIDE as usize)
    }

    fn lifted_cells(seen: impl Fn(u32, u8) -> u8, measure: Measure) -> Vec<usize> {
        let (cells, tiles) = (cells(true, seen), cells(false, |_, level| level));
        let lit = lifted(SameLight::of(cells.clone(), &tiles, measure), &tiles, measure);
        (0..9).filter(|&cell| lit.cells.get(cell) != cells.get(cell)).collect()
    }

    #[test]
    fn tiles_in_a_tint_are_compared_without_it_and_the_blank_is_not() {
        let tints: [fn(u8) -> u8; 3] = [
            |level| (0.7 * f32::from(level) + 76.0) as u8,
            |level| (0.6 * f32::from(level)) as u8,
            |level| (1.3 * f32::from(level)) as u8,
        ];
        for (tint, measure) in tints.into_iter().flat_map(|tint| MEASURES.map(|measure| (tint, measure))) {
            let seen = |cell: u32, level: u8| if [2, 4].contains(&cell) { tint(level) } else { level };
            assert_eq!(lifted_cells(seen, measure), [2, 4]);
            let tiles = cells(false, |_, level| level);
            let lit = lifted(SameLight::of(cells(true, seen), &tiles, measure), &tiles, measure);
            assert!([2, 4].iter().all(|&cell| lit.assignment[cell] == cell && lit.costs.at(cell, cell) < 30.0));
        }
    }

    /// Whether the last cell may be the blank's home where the fifth cell seems to show the tile from there, the blank is in the
    /// last one, and the others show theirs.
    fn hides_the_last(seen: Thumbnails, tiles: &Thumbnails) -> bool {
        let light = SameLight::of(seen, tiles, Measure::Squared);
        let arrangement = vec![0, 1, 2, 3, 8, 5, 6, 7, 4];
        let noise = Noise::of(&light.costs, &arrangement, Measure::Squared);
        let blank = Blank {
            cell: 8,
            costs: costs_without(&light.costs, 8, None),
            arrangement,
            sureness: 1.0,
            home_sureness: 1.0,
        };
        hides_a_usual_home(&light, tiles, &blank, noise, Measure::Squared)
    }

    #[test]
    fn the_home_of_the_blank_is_open_where_a_tinted_tile_may_pass_for_the_last_one() {
        let hides = |shows_the_last: bool| {
            let mut tiles = cells(false, |_, level| level);
            let tinted: Vec<f32> = tiles.get(4).iter().map(|level| 0.7 * level + 70.0).collect();
            let striped = |at: usize| (at % 2) as f32 * 4.0;
            tiles.change(
                |tile, at, channel, level| if tile == 8 { tinted[3 * at + channel] + striped(at) } else { level },
            );
            let mut seen = tiles.clone();
            seen.change(|cell, at, channel, level| match cell {
                4 if shows_the_last => tiles.get(8)[3 * at + channel],
                4 => tinted[3 * at + channel],
                8 => 230.0,
                _ => level,
            });
            hides_the_last(seen, &tiles)
        };
        assert!(hides(false) && !hides(true));
    }

    #[test]
    fn a_plain_tile_that_is_shown_as_it_is_is_no_other_in_a_tint() {
        let hides = |level: f32| {
            let plain = |levels: [f32; 2]| {
                let mut thumbnails = cells(false, |_, level| level);
                thumbnails.change(|index, _, _, level| match index {
                    4 => levels[0],
                    8 => levels[1],
                    _ => level,
                });
                thumbnails
            };
            hides_the_last(plain([level, 230.0]), &plain([150.0, 153.0]))
        };
        assert!(hides(152.0) && !hides(153.0));
    }

    #[test]
    fn a_cell_that_alone_shows_its_tile_faintly_is_the_blank() {
        let mut tiles = cells(false, |_, level| level);
        // Brighter than the tile in the middle and darker than what is seen of that, so that it seems to be there.
        tiles.change(|tile, at, _, level| if tile == 8 { 150.0 + (at % 5) as f32 * 8.0 } else { level });
        for (contrast, wanted) in [(0.35, vec![]), (0.5, vec![4])] {
            let mut seen = tiles.clone();
            seen.change(|cell, _, _, level| match cell {
                4 => contrast * level + 255.0 * (1.0 - contrast),
                _ => level,
            });
            let light = SameLight::of(seen.clone(), &tiles, Measure::Squared);
            assert_eq!(light.worst(), 8);
            let lit = lifted(light, &tiles, Measure::Squared);
            let lifted: Vec<usize> = (0..9).filter(|&cell| lit.cells.get(cell) != seen.get(cell)).collect();
            assert_eq!(lifted, wanted, "{contrast}");
        }
    }

    #[test]
    fn nothing_is_lifted_from_a_cell_that_shows_something_else() {
        for measure in MEASURES {
            assert!(lifted_cells(|_, level| level, measure).is_empty());
            let covered = |cell: u32, level: u8| if cell == 4 { 255 - level } else { level };
            assert!(lifted_cells(covered, measure).is_empty());
        }
    }
}
