//! How much cells of a screenshot differ from tiles of a reference.

use crate::vision::assignment::Costs;
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

/// What a cell's cost against its own tile is when nothing is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    usual: f32,
    /// What rounding makes.
    least: f32,
}

/// Tiles closer than this, in levels of 255, look the same to a player…
const ALIKE: f32 = 2.0;
/// …unless they are farther apart in one spot.
const APART: f32 = 16.0;
/// A spot that is farther apart than this is more than a trace of the neighbours, which a cut a little off shows.
const DETAIL: f32 = 1.25 * APART;
/// Tiles farther apart than this in the mean differ in more than a trace of their neighbours.
const CLEAR: f32 = 5.0;
/// How many levels a pattern must have to be seen, and how far from its own a cell may show it, where the other tile's is 1 away.
const PATTERN: f32 = 2.0;
const NEAR: f32 = 0.25;
/// The share of a tile's variance that a cell which shows it may differ by.
const FITTING: f32 = 0.2;
/// The part of a thumbnail's side that the frame of a tile that is picked out takes at most: one of so many.
const RIM: usize = 8;
/// How many times as much a tile varies, at least, as a cell that is plain beside it.
const PLAIN: f32 = 2.0;
/// The share of what a cell differs from any tile by which it differs from its own where it looks like none, and where it looks
/// only somewhat like its own.
const STRANGE: f32 = 0.5;
const POOR: f32 = 0.25;
/// The least spread of a cell that has a shape, and the likeness to the tile that it does not show and to that which it shows: on
/// 314 real boards that were matched right none with so little likeness to its own had more than 0.74 to another.
const SHAPED: f32 = 8.0;
const UNLIKE: f32 = 0.2;
const LIKE: f32 = 0.85;
/// The likeness of a blank to a tile from which on it may be that one, where a light falls on it: three of 171 drawn photographs of
/// boards were misread with 0.74 and more to the tile that was there.
const LIKE_A_TILE: f32 = 0.7;
/// The likeness of the blank's cell to its home in the picture itself, under a grid that is a little off: 0.65 and more where one stood
/// beside a board. That of true blanks of drawn solved boards was below 0.2 under their own grids.
const LIKE_HOME: f32 = 0.5;
/// The fit of another picture's board of many cells; how much more, times their number, it may be on few cells; and the fit
/// that leaves nothing to be asked for.
const OTHERS: f32 = 0.5;
const BY_CHANCE: f32 = 1.4;
pub const FULL: f32 = 0.9;

impl Noise {
    /// The median over the cells, and never less than rounding makes.
    pub fn of(costs: &Costs, assignment: &[usize], measure: Measure) -> Noise {
        let own = assignment.iter().enumerate().map(|(cell, &tile)| costs.at(cell, tile));
        let least = match measure {
            Measure::Squared => 0.25,
            Measure::Absolute => 0.4,
        };
        Noise { usual: median(own.collect()).max(least), least }
    }

    /// That of a few cells whose costs against their own tiles are `cost` at the most: less than is usual where these tiles
    /// are plain, never more.
    pub fn among(self, cost: f32) -> Noise {
        Noise { usual: self.usual.min(cost.max(self.least)), ..self }
    }

    /// That of light which differs by so much from cell to cell: what is told by how bright they are is as uncertain.
    pub fn in_light_of(self, unevenness: f32, measure: Measure) -> Noise {
        let cost = match measure {
            Measure::Squared => unevenness * unevenness,
            Measure::Absolute => unevenness,
        };
        Noise { usual: self.usual.max(cost), ..self }
    }

    /// A cost in multiples of the noise.
    pub fn multiples(self, cost: f32) -> f32 {
        cost / self.usual
    }

    /// The noise so many times.
    pub fn times(self, times: f32) -> f32 {
        times * self.usual
    }

    /// How sure an arrangement is that costs `margin` less than another: 0 for a tie, 1/2 where the margin is half the
    /// noise, near 1 where it is far above. A thumbnail holds some hundred independent values, so that half the noise
    /// is three to four standard deviations of the margin.
    pub fn sureness(self, margin: f32) -> f32 {
        1.0 / (1.0 + 0.5 * self.usual / margin)
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
    let most = |cell: usize| limit.max(little_of(tiles.get(assignment[cell]), measure));
    (0..differences.len()).filter(|&cell| differences[cell] <= most(cell)).collect()
}

/// Little of what varies in a tile.
pub fn little_of(tile: &[f32], measure: Measure) -> f32 {
    let spread = spread(tile);
    match measure {
        Measure::Squared => FITTING * spread * spread,
        Measure::Absolute => FITTING.sqrt() * spread,
    }
}

/// Whether a cell differs from a tile by little of what varies in that, but for its rim: games frame the tile that is picked out. A
/// plain cell does not show a tile whose shape is at its rim.
pub fn fits_within_rim(cell: &[f32], tile: &[f32], measure: Measure) -> bool {
    if spread(tile) >= SHAPED && spread(cell) < spread(tile) / PLAIN {
        return false;
    }
    let side = (tile.len() / 3).isqrt();
    let rim = side / RIM;
    let within = |thumbnail: &[f32]| -> Vec<f32> {
        let rows = thumbnail.chunks_exact(3 * side).take(side - rim).skip(rim);
        rows.flat_map(|row| row[3 * rim..3 * (side - rim)].iter().copied()).collect()
    };
    let [cell, tile] = [cell, tile].map(within);
    difference(&cell, &tile, measure) <= little_of(&tile, measure)
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
    is_off(costs, arrangement, cell, noise, measure, STRANGE)
}

/// Whether two cells or more, the blank left out, are far less like their tiles than the others are. Under another grid than
/// the board's that is so where the tiles that are home match it anyway and the others only somewhat.
pub fn is_uneven(costs: &Costs, arrangement: &[usize], blank: usize, noise: Noise, measure: Measure) -> bool {
    let is_poor = |&cell: &usize| cell != blank && is_off(costs, arrangement, cell, noise, measure, POOR);
    (0..costs.len()).filter(is_poor).nth(1).is_some()
}

/// Whether a cell differs from its tile by more than that share of what it differs from any, and far more than cells do.
fn is_off(costs: &Costs, arrangement: &[usize], cell: usize, noise: Noise, measure: Measure, share: f32) -> bool {
    let own = costs.at(cell, arrangement[cell]);
    let any = || (0..costs.len()).map(|tile| costs.at(cell, tile)).sum::<f32>() / costs.len() as f32;
    !is_usual(own, noise, measure) && own > share * any()
}

/// Whether a cell that shows its tile may cost so much.
pub fn is_usual(cost: f32, noise: Noise, measure: Measure) -> bool {
    let far = match measure {
        Measure::Squared => 5.0,
        Measure::Absolute => 2.2,
    };
    noise.multiples(cost) <= far
}

/// What a fit is worth as confidence on a board of so many cells: boards of other pictures reach a fit of a half or so,
/// because any assignment picks what fits best, and more by chance where few tiles are compared.
pub fn trust(fit: f32, cells: usize) -> f32 {
    let others = OTHERS + BY_CHANCE / cells as f32;
    ((fit - others) / (FULL - others)).clamp(0.0, 1.0)
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

/// Whether a cell shows a tile rather than another by the pattern in which these differ, whatever else is wrong with it and
/// whatever its light.
pub fn shows(cell: &[f32], tile: &[f32], other: &[f32]) -> bool {
    let count = (tile.len() / 3) as f32;
    let at = |index: usize| tile[index] - other[index];
    let mut means = [0.0; 3];
    (0..tile.len()).for_each(|index| means[index % 3] += at(index) / count);
    let (mut own, mut pattern) = (0.0, 0.0);
    for index in 0..tile.len() {
        let apart = at(index) - means[index % 3];
        own += apart * (cell[index] - (tile[index] + other[index]) / 2.0);
        pattern += apart * apart;
    }
    pattern >= PATTERN * PATTERN * tile.len() as f32 && (own / pattern - 0.5).abs() < NEAR
}

/// Whether a cell that is given a tile has the shape of another one and not of that, whatever its light: a game may light some
/// tiles so much that they are nearer in colour to another tile than to their own.
pub fn shows_another(cell: &[f32], tiles: &Thumbnails, given: usize) -> bool {
    spread(cell) >= SHAPED
        && likeness(cell, tiles.get(given)) < UNLIKE
        && (0..tiles.len()).any(|tile| likeness(cell, tiles.get(tile)) > LIKE)
}

/// Whether what is taken for the blank has the shape of a tile, whatever its light: not of the one that it lacks, nor of the one
/// that belongs there, for games show the solved picture through the blank.
pub fn blank_shows_a_tile(blank: &[f32], tiles: &Thumbnails, place: usize, home: usize) -> bool {
    let others = || (0..tiles.len()).filter(|tile| ![place, home].contains(tile));
    spread(blank) >= SHAPED && others().any(|tile| likeness(blank, tiles.get(tile)) > LIKE_A_TILE)
}

/// Whether a cell has the shape of a tile, somewhat at least, whatever its light.
pub fn is_shaped_like(cell: &[f32], tile: &[f32]) -> bool {
    likeness(cell, tile) > LIKE_HOME
}

/// How alike two thumbnails are whatever their light, -1 to 1: the correlation of what varies in them, and 0 where nothing does.
fn likeness(a: &[f32], b: &[f32]) -> f32 {
    let [means, others] = [a, b].map(|of| means_and_spreads(of).0);
    let [mut both, mut first, mut second] = [0.0; 3];
    for (index, (a, b)) in a.iter().zip(b).enumerate() {
        let (a, b) = (a - means[index % 3], b - others[index % 3]);
        both += a * b;
        first += a * a;
        second += b * b;
    }
    both / (first * second).sqrt().max(1e-6)
}

/// The mean difference of two tiles.
pub fn difference(a: &[f32], b: &[f32], measure: Measure) -> f32 {
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
    let (_, spreads) = means_and_spreads(thumbnail);
    (spreads.map(|spread| spread * spread).iter().sum::<f32>() / 3.0).sqrt()
}

/// Of each channel the mean and the standard deviation.
pub fn means_and_spreads(values: &[f32]) -> ([f32; 3], [f32; 3]) {
    let count = (values.len() / 3).max(1) as f32;
    let means = sums_by_channel(values, |value, _| value).map(|sum| sum / count);
    let squares = sums_by_channel(values, |value, channel| (value - means[channel]) * (value - means[channel]));
    (means, squares.map(|sum| (sum / count).sqrt()))
}

/// Of each channel the sum of what `of` makes of its values, in several sums side by side as above.
pub(super) fn sums_by_channel(values: &[f32], of: impl Fn(f32, usize) -> f32) -> [f32; 3] {
    const LANES: usize = 12;
    let mut sums = [0.0; LANES];
    let (all, rest) = values.as_chunks::<LANES>();
    for chunk in all {
        for lane in 0..LANES {
            sums[lane] += of(chunk[lane], lane % 3);
        }
    }
    rest.iter().zip(&mut sums).enumerate().for_each(|(lane, (&value, sum))| *sum += of(value, lane % 3));
    std::array::from_fn(|channel| sums[channel..].iter().step_by(3).sum())
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::resize::Window;

    #[test]
    fn a_cell_lit_by_the_game_shows_the_tile_of_its_shape() {
        let picture = RgbImage::from_fn(32, 16, |x, y| match x {
            0..16 => Rgb([190 + y as u8; 3]),
            25.. if y > 8 => Rgb([60; 3]),
            _ => Rgb([140; 3]),
        });
        let window = |left: f64| Window { left, ..Window::all(16, 16) };
        let tiles = Thumbnails::cut(&picture, &[window(0.0), window(16.0)], 16);
        let [sky, sign] = [0, 1].map(|tile| tiles.get(tile).to_vec());
        let lit: Vec<f32> = sign.iter().map(|level| (1.3 * level + 20.0).min(255.0)).collect();
        assert!(shows_another(&lit, &tiles, 0) && !shows_another(&lit, &tiles, 1));
        assert!(!shows_another(&sky, &tiles, 1), "it has hardly a shape");
    }

    #[test]
    fn a_cell_a_little_off_has_the_shape_of_its_tile_and_a_blank_has_not() {
        let level = |x: u32, y: u32| (128.0 + 90.0 * (x as f32 / 4.0 + (y as f32 / 5.0).cos()).sin()) as u8;
        let picture = RgbImage::from_fn(40, 40, |x, y| Rgb([level(x, y), level(y, x), 90]));
        let cut = |left: f64| Thumbnails::cut(&picture, &[Window { left, ..Window::all(24, 24) }], 16);
        let (tile, off) = (cut(0.0), cut(2.0));
        assert!(is_shaped_like(off.get(0), tile.get(0)));
        assert!(!is_shaped_like(&vec![80.0; off.get(0).len()], tile.get(0)));
    }

    #[test]
    fn a_tile_that_is_framed_fits_within_its_rim() {
        let picture = RgbImage::from_fn(32, 16, |x, y| Rgb([[x * y % 190, 4 * x + y][x as usize / 16] as u8; 3]));
        let tiles = Thumbnails::cut(&picture, &[0.0, 16.0].map(|left| Window { left, ..Window::all(16, 16) }), 16);
        let mut framed = tiles.get(0).to_vec();
        for at in (0..framed.len()).filter(|at| at / 48 < 2 || at % 48 >= 42) {
            framed[at] = if at % 3 == 0 { 255.0 } else { 0.0 };
        }
        for measure in [Measure::Squared, Measure::Absolute] {
            assert!(
                fits_within_rim(&framed, tiles.get(0), measure) && !fits_within_rim(&framed, tiles.get(1), measure)
            );
            let plain: Vec<f32> = (0..framed.len()).map(|at| [40.0, 90.0, 150.0][at % 3]).collect();
            let mut cornered = plain.clone();
            for at in (0..cornered.len()).filter(|at| at % 48 < 9 && at / 48 < 8) {
                cornered[at] = 250.0;
            }
            assert!(!fits_within_rim(&plain, &cornered, measure), "what varies is at its rim");
            let paled: Vec<f32> = tiles.get(0).iter().map(|level| 0.3 * level + 160.0).collect();
            assert!(!fits_within_rim(&paled, tiles.get(0), measure), "games show the solved picture through the blank");
        }
    }

    #[test]
    fn a_blank_that_looks_like_a_tile_in_another_light_may_be_that() {
        let picture =
            RgbImage::from_fn(48, 16, |x, y| Rgb([[x * y % 190, 4 * x + y, 12 * y][x as usize / 16] as u8; 3]));
        let tiles =
            Thumbnails::cut(&picture, &[0.0, 16.0, 32.0].map(|left| Window { left, ..Window::all(16, 16) }), 16);
        let lit: Vec<f32> =
            tiles.get(1).iter().enumerate().map(|(at, level)| 0.5 * level + (at % 48) as f32 * 0.8 + 90.0).collect();
        assert!(blank_shows_a_tile(&lit, &tiles, 0, 2));
        assert!(!blank_shows_a_tile(&lit, &tiles, 1, 2), "the game may show what belongs there");
        assert!(!blank_shows_a_tile(&lit, &tiles, 0, 1), "or what is missing");
        let plain: Vec<f32> = lit.iter().map(|level| 0.05 * level).collect();
        assert!(!blank_shows_a_tile(&plain, &tiles, 0, 2), "it has hardly a shape");
    }

    #[test]
    fn few_tiles_must_fit_better_to_be_believed() {
        assert!(trust(0.84, 4) < 0.5 && trust(0.84, 25) > 0.5);
        assert_eq!([4, 25].map(|cells| (trust(0.5, cells), trust(0.95, cells))), [(0.0, 1.0); 2]);
    }
}
