//! Light that changes from place to place of a board, as under a reflection on a photographed screen: what tiles that belong
//! together differ by where they meet tells it, and without it they fit.

use image::RgbImage;

use super::Assembly;
use crate::puzzle::Size;
use crate::vision::light_change::{Terms, Wanted, centred, local, terms};

/// Added to the normal equations: joints that say little change little.
const RIDGE: f64 = 1.0;
/// Each side of a tile is looked at in so many parts, so deep, less what is nearest to the edge, as shares of the tile.
const PARTS: u32 = 4;
const DEEP: f64 = 0.06;
const LEAST_DEEP: u32 = 2;
const SKIPPED: f64 = 0.03;
/// Joints count little that differ by more than so many times what is usual, and how often they are weighed.
const FAR: f64 = 2.0;
const ROUNDS: usize = 3;
/// The share of what joints usually differ by, at most, that must be left without the light.
const LESS: f64 = 0.85;

type Light = [Terms; 3];

/// What is on one side of a joint: the place on the board, from -1 to 1 either way, and the mean colour there.
struct End {
    place: (f64, f64),
    colour: [f64; 3],
}

/// Sides of a tile by what is beyond them.
#[derive(Clone, Copy)]
enum Side {
    Right,
    Left,
    Below,
    Above,
}

impl Assembly {
    /// The tiles that were put together, in one light. Nothing where the joints fit about as well without that.
    pub fn in_one_light(&self, tiles: &[RgbImage], size: Size) -> Option<Vec<RgbImage>> {
        let joints = self.joints(tiles, size);
        let found: Vec<(Terms, f64, f64)> = (0..3).map(|channel| light(&joints, channel)).collect::<Option<_>>()?;
        let [before, after] = [|of: &(Terms, f64, f64)| of.1, |of: &(Terms, f64, f64)| of.2]
            .map(|misfit| found.iter().map(misfit).sum::<f64>());
        let light: Light = [found[0].0, found[1].0, found[2].0];
        (after <= LESS * before)
            .then(|| tiles.iter().enumerate().map(|(cell, tile)| without(tile, size, cell, &light)).collect())
    }

    /// Both ends of all joints between tiles that are no blank.
    fn joints(&self, tiles: &[RgbImage], size: Size) -> Vec<[End; 2]> {
        let mut cells = vec![0; self.tiles.len()];
        self.tiles.iter().enumerate().for_each(|(cell, &goal)| cells[goal] = cell);
        let end = |cell: usize, side: Side, part: u32| End::of(&tiles[cell], size, cell, side, part);
        (0..cells.len())
            .flat_map(|goal| {
                let beside = (size.column(goal) + 1 < size.columns()).then(|| (goal + 1, Side::Right, Side::Left));
                let below =
                    (size.row(goal) + 1 < size.rows()).then(|| (goal + size.columns(), Side::Below, Side::Above));
                beside.into_iter().chain(below).map(move |(other, side, facing)| (goal, other, side, facing))
            })
            .map(|(goal, other, side, facing)| (cells[goal], cells[other], side, facing))
            .filter(|&(first, second, ..)| first != self.blank && second != self.blank)
            .flat_map(|(first, second, side, facing)| {
                (0..PARTS).map(move |part| [end(first, side, part), end(second, facing, part)])
            })
            .collect()
    }
}

impl End {
    fn of(tile: &RgbImage, size: Size, cell: usize, side: Side, part: u32) -> End {
        let (width, height) = tile.dimensions();
        let depth = |length: u32| ((DEEP * f64::from(length)).ceil() as u32).max(LEAST_DEEP).min(length);
        let skipped = |length: u32| ((SKIPPED * f64::from(length)).ceil() as u32).min(length - depth(length));
        let near = |length: u32| skipped(length)..skipped(length) + depth(length);
        let far = |length: u32| length - skipped(length) - depth(length)..length - skipped(length);
        let along = |length: u32| length * part / PARTS..(length * (part + 1) / PARTS).max(length * part / PARTS + 1);
        let middle = (f64::from(part) + 0.5) / f64::from(PARTS);
        let (across, down, (x, y)) = match side {
            Side::Right => (far(width), along(height), (1.0, middle)),
            Side::Left => (near(width), along(height), (0.0, middle)),
            Side::Below => (along(width), far(height), (middle, 1.0)),
            Side::Above => (along(width), near(height), (middle, 0.0)),
        };
        let pixels = || down.clone().flat_map(|y| across.clone().map(move |x| (x.min(width - 1), y.min(height - 1))));
        let sum = |channel: usize| pixels().map(|(x, y)| f64::from(tile.get_pixel(x, y).0[channel])).sum::<f64>();
        let colour = std::array::from_fn(|channel| sum(channel) / pixels().count() as f64);
        End { place: place(size, cell, x, y), colour }
    }

    fn terms(&self, channel: usize) -> Terms {
        terms(self.place, self.colour[channel])
    }
}

/// The change of a channel that makes both ends of joints most alike, and what they usually differ by without and with it.
fn light(joints: &[[End; 2]], channel: usize) -> Option<(Terms, f64, f64)> {
    // What is the same everywhere no joint tells.
    let apart = |[a, b]: &[End; 2]| (local(a.terms(channel) - b.terms(channel)), a.colour[channel] - b.colour[channel]);
    let joints: Vec<(Terms, f64)> = joints.iter().map(apart).collect();
    let usual = |change: &Terms| {
        let mut left: Vec<f64> = joints.iter().map(|(terms, apart)| (apart + terms.dot(change)).abs()).collect();
        left.sort_by(f64::total_cmp);
        left.get(left.len() / 2).map(|middle| middle + 1.0)
    };
    let (mut change, before) = (Terms::zeros(), usual(&Terms::zeros())?);
    for _ in 0..ROUNDS {
        let far = FAR * usual(&change)?;
        let mut wanted = Wanted::new(RIDGE);
        for (terms, apart) in &joints {
            let weight = 1.0 / (1.0 + ((apart + terms.dot(&change)) / far).powi(2));
            wanted.add(weight, terms, -apart);
        }
        change = wanted.met()?;
    }
    Some((change, before, usual(&change)?))
}

/// A tile with its light changed.
fn without(tile: &RgbImage, size: Size, cell: usize, light: &Light) -> RgbImage {
    let (width, height) = tile.dimensions();
    RgbImage::from_fn(width, height, |x, y| {
        let place =
            place(size, cell, (f64::from(x) + 0.5) / f64::from(width), (f64::from(y) + 0.5) / f64::from(height));
        let mut pixel = *tile.get_pixel(x, y);
        for (level, change) in pixel.0.iter_mut().zip(light) {
            let seen = f64::from(*level);
            *level = (seen + terms(place, seen).dot(change)).round().clamp(0.0, 255.0) as u8;
        }
        pixel
    })
}

/// Where a point of a cell is on the board, from -1 to 1 either way.
fn place(size: Size, cell: usize, x: f64, y: f64) -> (f64, f64) {
    (centred(size.column(cell) as f64 + x, size.columns()), centred(size.row(cell) as f64 + y, size.rows()))
}
