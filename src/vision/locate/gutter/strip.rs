//! What is seen around the gutters of one direction.

use std::ops::Range;

use super::super::ruler::Ruler;
use crate::vision::colour::{Pixel, is_near, middle};

/// How many lines of pixels are looked at across the gutters…
pub const LINES: usize = 48;
/// …and how many neighbours of them share a colour.
const SHARING: usize = 8;
/// How far from where it is taken to be a gutter is looked for, as a share of the pitch, and not less than so many pixels: farther
/// than the widest is wide, since a line may have been seen at either side of it.
const REACH: f32 = 0.3;
const LEAST_REACH: f32 = 5.0;
/// How much farther the last gutter may lie from the first than it is taken to, in pixels and as a share of the pitch; and what
/// each pixel of that costs, in columns of pixels.
const DRIFT: (f32, f32) = (2.0, 0.04);
const DRIFTING: f32 = 0.3;
/// Colours of ground differ by no more nearby, and by no more from gutter to gutter and along them, in any channel.
pub const NOISE: u8 = 14;
const SHADED: u8 = 40;
/// The share of the gutters that is of a colour which they may have.
const LIKELY: f32 = 0.85;
/// So many colours are tried.
const COLOURS: usize = 5;
/// Where in a tile, along a side of it, its colours are looked at.
const INSIDE: [f32; 5] = [0.14, 0.3, 0.5, 0.7, 0.86];
/// Colours that cover more of the tiles say nothing, nor does one that covers more of those beside its gutter; and those that
/// cover less than this say no more than others.
const COMMON: f32 = 0.4;
const COMMON_BESIDE: f32 = 0.7;
const RARE: f32 = 0.15;
/// How much of a gutter may be hidden.
const HIDDEN: f32 = 0.05;

/// The colours of a gutter, from its first lines to its last.
type Colours = Vec<Pixel>;

/// The columns around the gutters of one direction, or the rows.
pub struct Strip<P> {
    /// A column's pixel on each of the lines.
    pub column: P,
    /// What the gutters are taken to be.
    pub ruler: Ruler,
    /// How far a gutter is looked for, in pixels.
    pub reach: i32,
    /// How much farther apart the outermost may lie, in pixels.
    drift: i32,
    /// The columns around the first gutter, then those around the second, and so on.
    columns: Vec<Vec<Pixel>>,
}

/// All gutters laid upon each other.
pub struct Fold {
    /// How much farther apart the outermost lie than they are taken to.
    pub drift: i32,
    /// The pixels of a gutter, from where its middle is taken to be.
    pub span: Range<i32>,
    /// How much of each column is of the gutter's colours.
    pub shares: Vec<f32>,
    /// The colours of each gutter.
    colours: Vec<Colours>,
    worth: f32,
}

impl<P: Fn(f32) -> Vec<Pixel>> Strip<P> {
    /// The strip around the gutters of a ruler.
    pub fn new(column: P, ruler: &Ruler) -> Strip<P> {
        let reach = (REACH * ruler.pitch).max(LEAST_REACH).ceil() as i32;
        let drift = if ruler.count > 2 { (DRIFT.0 + DRIFT.1 * ruler.pitch).ceil() as i32 } else { 0 };
        let around = reach + drift;
        let mut strip = Strip { column, ruler: *ruler, reach, drift, columns: Vec::new() };
        let offsets = |gutter: usize| (-around..=around).map(move |offset| (gutter, offset as f32));
        let columns = (0..strip.gutters()).flat_map(offsets);
        strip.columns = columns.map(|(gutter, offset)| (strip.column)(strip.middle(gutter) + offset)).collect();
        strip
    }

    /// How many gutters there are.
    pub fn gutters(&self) -> usize {
        self.ruler.count - 1
    }

    /// Where the middle of a gutter is taken to be.
    pub fn middle(&self, gutter: usize) -> f32 {
        self.ruler.begin(gutter + 1) - self.ruler.gutter / 2.0
    }

    /// By how much a gutter lies off if the outermost lie so much farther apart.
    pub fn shift(&self, gutter: usize, drift: i32) -> i32 {
        (drift as f32 * (gutter as f32 / (self.gutters() - 1).max(1) as f32 - 0.5)).round() as i32
    }

    /// The index of a column beside the middle of a gutter.
    pub fn index(&self, gutter: usize, offset: i32, drift: i32) -> usize {
        let around = self.reach + self.drift;
        gutter * (2 * around + 1) as usize + (offset + self.shift(gutter, drift) + around) as usize
    }

    /// The columns around a gutter, from so far before its middle as it is looked for to as far behind.
    pub fn around(&self, gutter: usize) -> &[Vec<Pixel>] {
        &self.columns[self.index(gutter, -self.reach, 0)..=self.index(gutter, self.reach, 0)]
    }

    /// How much colours differ on the two sides of a line along the gutters, every difference counting for 1 at most.
    pub fn contrast(&self, at: f32) -> f32 {
        let (before, after) = ((self.column)(at - 1.0), (self.column)(at));
        let channels = before.iter().flatten().zip(after.iter().flatten());
        channels.map(|(a, b)| f32::from(a.abs_diff(*b).min(SHADED))).sum::<f32>() / f32::from(SHADED)
    }

    /// The most of that at a line, give or take a pixel.
    pub fn contrast_near(&self, at: f32) -> f32 {
        [-1.0, 0.0, 1.0].map(|aside| self.contrast(at.round() + aside)).into_iter().fold(0.0, f32::max)
    }

    /// How much of a column is of the colours of a gutter.
    pub fn ground(&self, fold: &Fold, gutter: usize, at: f32) -> f32 {
        self.share(&(self.column)(at), &fold.colours[gutter])
    }

    /// Whether one cell is of the gutters' colour all over, as the blank is where the ground shows.
    pub fn shows_ground(&self, fold: &Fold) -> bool {
        let is_ground = |tile: usize| {
            let colours = &fold.colours[tile.min(self.gutters() - 1)];
            let usual = middle(colours);
            let columns = INSIDE.map(|place| self.inside(tile, place));
            colours.iter().enumerate().filter(|&(_, &colour)| is_near(colour, usual, NOISE)).any(|(block, &colour)| {
                let lines = block * SHARING..(block + 1) * SHARING;
                columns.iter().all(|column| column[lines.clone()].iter().all(|&line| is_near(line, colour, NOISE)))
            })
        };
        (0..self.ruler.count).filter(|&tile| is_ground(tile)).count() == 1
    }

    /// On how much of a line along the gutters, or of one a little beside it, there is a step.
    pub fn step(&self, at: f32) -> f32 {
        let step = |aside: i8| {
            let (before, after) = ((self.column)(at + f32::from(aside - 1)), (self.column)(at + f32::from(aside + 1)));
            before.iter().zip(&after).filter(|&(&a, &b)| !is_near(a, b, NOISE)).count()
        };
        (-3..=3).map(step).max().unwrap_or(0) as f32 / LINES as f32
    }

    /// The stretch that is most like gutters.
    pub fn best_fold(&self) -> Option<Fold> {
        let folds = self.candidates().into_iter().map(|(colours, common)| self.fold(colours, common));
        folds.max_by(|a, b| a.worth.total_cmp(&b.worth))
    }

    /// The colours that the gutters may have, likeliest first, and how much of the tiles is of them.
    fn candidates(&self) -> Vec<(Vec<Colours>, f32)> {
        let seen: Vec<(Colours, f32)> = self.columns.iter().map(|column| self.colours(column)).collect();
        let mut found: Vec<(f32, i32, i32)> = Vec::new();
        for drift in -self.drift..=self.drift {
            for offset in -self.reach..=self.reach {
                let at = |gutter: usize| &seen[self.index(gutter, offset, drift)];
                let share = (0..self.gutters()).map(|gutter| at(gutter).1).sum::<f32>() / self.gutters() as f32;
                if share >= LIKELY && (1..self.gutters()).all(|gutter| is_near(at(gutter).0[0], at(0).0[0], SHADED)) {
                    found.push((share - 0.01 * drift.abs() as f32, offset, drift));
                }
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut distinct: Vec<Vec<Colours>> = Vec::new();
        let mut candidates = Vec::new();
        for (_, offset, drift) in found {
            let gutters = 0..self.gutters();
            let colours: Vec<Colours> =
                gutters.map(|gutter| seen[self.index(gutter, offset, drift)].0.clone()).collect();
            let pairs = |known: &Vec<Colours>| {
                known.iter().flatten().zip(colours.iter().flatten()).all(|(&a, &b)| is_near(a, b, NOISE))
            };
            if distinct.iter().any(pairs) {
                continue;
            }
            distinct.push(colours.clone());
            candidates.extend(self.common(&colours).map(|common| (colours, common)));
            if candidates.len() == COLOURS {
                break;
            }
        }
        candidates
    }

    /// A column's colours, and how much of it they cover; nothing where they are too many.
    fn colours(&self, column: &[Pixel]) -> (Colours, f32) {
        let colours: Colours = column.chunks(SHARING).map(middle).collect();
        let is_one = colours.iter().all(|&colour| is_near(colour, colours[0], SHADED));
        let share = if is_one { self.share(column, &colours) } else { 0.0 };
        (colours, share)
    }

    /// How much of a column is of these colours.
    fn share(&self, column: &[Pixel], colours: &[Pixel]) -> f32 {
        let blocks = column.chunks(SHARING).zip(colours);
        let alike = blocks.map(|(lines, &colour)| lines.iter().filter(|&&line| is_near(line, colour, NOISE)).count());
        alike.sum::<usize>() as f32 / column.len() as f32
    }

    /// How much of the tiles is of these colours; nothing where that is too much for gutters.
    fn common(&self, colours: &[Colours]) -> Option<f32> {
        let beside: Vec<f32> = (0..self.gutters()).map(|gutter| self.beside(gutter, &colours[gutter])).collect();
        let common = beside.iter().sum::<f32>() / self.gutters() as f32;
        (common <= COMMON && beside.iter().all(|&share| share <= COMMON_BESIDE)).then_some(common)
    }

    /// The stretch that is most like gutters of these colours: where their share speaks most for it, against that in the tiles.
    fn fold(&self, colours: Vec<Colours>, common: f32) -> Fold {
        let count = self.gutters() as f32;
        let around = self.columns.len() / self.gutters();
        let columns = self.columns.iter().enumerate();
        let shares: Vec<f32> = columns.map(|(at, column)| self.share(column, &colours[at / around])).collect();
        let common = common.max(RARE);
        let (is, other) = (((1.0 - HIDDEN) / common).ln(), (HIDDEN / (1.0 - common)).ln());
        let mut best = (f32::MIN, 0, 0..0);
        for drift in -self.drift..=self.drift {
            let fee = DRIFTING * is * drift.abs() as f32;
            let (mut sum, mut from) = (0.0, -self.reach);
            for offset in -self.reach..=self.reach {
                if sum <= 0.0 {
                    (sum, from) = (0.0, offset);
                }
                let share = (0..self.gutters()).map(|gutter| shares[self.index(gutter, offset, drift)]).sum::<f32>();
                sum += share / count * is + (1.0 - share / count) * other;
                if sum - fee > best.0 {
                    best = (sum - fee, drift, from..offset + 1);
                }
            }
        }
        let (worth, drift, span) = best;
        Fold { drift, span, shares, colours, worth }
    }

    /// How much of the tiles beside a gutter is of its colours.
    fn beside(&self, gutter: usize, colours: &[Pixel]) -> f32 {
        let places = INSIDE.into_iter().flat_map(|place| [gutter, gutter + 1].map(|tile| (tile, place)));
        let shares = places.map(|(tile, place)| self.share(&self.inside(tile, place), colours));
        shares.sum::<f32>() / (2 * INSIDE.len()) as f32
    }

    /// The column at a place in a tile, as a share of it.
    fn inside(&self, tile: usize, place: f32) -> Vec<Pixel> {
        (self.column)(self.ruler.begin(tile) + place * self.ruler.tile())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gutters_are_not_of_the_colour_of_the_tiles_beside_them() {
        let (tile, ground) = ([102, 25, 153], [67, 0, 116]);
        let column = |x: f32| vec![if matches!(x as i32, 60 | 110 | 160) { ground } else { tile }; LINES];
        let strip = Strip::new(column, &Ruler { start: 10.0, pitch: 50.0, count: 4, gutter: 0.0 });
        let common = |colours: [Pixel; 3]| strip.common(&colours.map(|colour| vec![colour; LINES / SHARING]));
        assert_eq!(common([ground; 3]), Some(0.0));
        assert_eq!(common([tile, ground, ground]), None, "one of three");
        assert_eq!(common([tile; 3]), None);
    }
}
