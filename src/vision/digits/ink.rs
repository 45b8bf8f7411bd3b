//! Where the ink is: several ways of telling the number from its tile, which compete by what can be read.
//!
//! On plain tiles what all cells have in common (the median over the cells, pixel by pixel) is the tile's look, bevels
//! and texture included, and what is left is ink along one colour direction, the main axis of the differences. Tiles
//! of different colours are taken one by one. On pictures only the ink's own colour is common.

use std::cmp::Reverse;

use super::bridge::bridged;
use super::direction::{Differences, Direction};
use super::planes::Planes;
use super::quartile::Quartiles;
use super::stack::Stack;
use crate::vision::colour::{Pixel, apart, middle};
use crate::vision::median::median;

/// A colour this far off (in the channel farthest off) counts as half ink.
const NEAR: f32 = 44.0;
/// A colour this far off is no longer just the same, halfway.
const JUST: f32 = 14.0;
/// How many colours found on all cells are tried as ink.
const FOUND: usize = 3;
/// How often a colour is moved to the middle of the pixels near it.
const PASSES: usize = 3;
/// How far off in any channel the pixels of a cell may be that is of one colour.
const ONE: u8 = 6;

/// Ink of one cell, 0..=1, of the stack's size.
pub(super) type Ink = Vec<f32>;

/// A way of finding ink.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// Difference to the common look along the common direction of ink.
    Common,
    /// The same, the look being not the median but what three in ten cells have that are least like ink: some places of
    /// the number are inked on most cells.
    Backed,
    /// The same, but the opposite direction: the fill of an outlined number, or its outline.
    Opposite,
    /// Difference to the common look shifted to each cell's own colour, along each cell's own direction.
    Own,
    /// Difference to each cell's own median colour, along its own direction.
    Flat,
    /// The same, across narrow gaps: it takes longer, and is for where no other way will do.
    Bridged,
    /// Nearness to a colour.
    Near(Pixel),
    /// Having just that colour: over a picture as dark as black digits, or as light as white ones, and on grained wood.
    Just(Pixel),
    /// Distance from a colour, that of a badge which the number stands on.
    Away(Pixel),
}

/// The usual ways worth trying on a stack, the likeliest first.
pub(super) fn ways(stack: &Stack) -> Vec<Way> {
    let plain = [Way::Common, Way::Flat, Way::Backed, Way::Own, Way::Opposite];
    let common = common_colours(stack);
    let colours = distinct(common.iter().copied(), NEAR);
    let usual = [[255; 3], [0; 3]].into_iter().filter(|&usual| colours.iter().all(|&found| apart(found, usual) > 20));
    let near = colours.iter().copied().chain(usual).map(Way::Near);
    let away = colours.iter().copied().map(Way::Away);
    let just = [[255; 3], [0; 3]].into_iter().chain(outstanding(stack, common)).map(Way::Just);
    plain.into_iter().chain(near).chain(away).chain(just).collect()
}

/// The ink of every cell; nothing where no ink stands out, nor in a cell of one colour: what others have in common would stand
/// out from that.
pub(super) fn find(stack: &Stack, way: Way) -> Vec<Option<Ink>> {
    let found = find_anywhere(stack, way);
    found.into_iter().zip(&stack.inner).map(|(ink, inner)| ink.filter(|_| !is_of_one_colour(inner))).collect()
}

fn is_of_one_colour(pixels: &Planes) -> bool {
    pixels.channels().into_iter().all(|channel| channel.iter().all(|&level| level.abs_diff(channel[0]) <= ONE))
}

fn find_anywhere(stack: &Stack, way: Way) -> Vec<Option<Ink>> {
    let usual_look = || &stack.quartiles().median;
    match way {
        Way::Common => along_common(stack, usual_look(), 1.0),
        Way::Opposite => along_common(stack, usual_look(), -1.0),
        Way::Backed => backed(stack),
        Way::Own => along_own(stack, usual_look()),
        Way::Flat => along_own(stack, &Planes::black(stack.width * stack.height)),
        Way::Bridged => {
            let across_gaps = |ink: Option<Ink>| ink.map(|ink| bridged(&ink, stack.width));
            find_anywhere(stack, Way::Flat).into_iter().map(across_gaps).collect()
        }
        Way::Near(colour) => (0..stack.cells.len()).map(|cell| near(stack, cell, colour, NEAR)).collect(),
        Way::Just(colour) => (0..stack.cells.len()).map(|cell| near(stack, cell, colour, JUST)).collect(),
        Way::Away(colour) => (0..stack.cells.len()).map(|cell| away(stack, cell, colour)).collect(),
    }
}

/// The direction of ink on all cells, those left aside that differ too much from the others to be tiles.
fn common_direction(stack: &Stack, look: &Planes, sign: f32) -> Option<Direction> {
    let look = stack.inside(look);
    let differences: Vec<Differences> = stack.inner.iter().map(|inner| Differences::of(inner, &look)).collect();
    let energies: Vec<f32> = differences.iter().map(Differences::energy).collect();
    let usual = median(energies.clone());
    let tiles = differences.iter().zip(&energies).filter(|&(_, &energy)| energy <= 4.0 * usual);
    let mut samples = Differences::default();
    tiles.for_each(|(cell, _)| samples.append(cell));
    Direction::of(&samples, sign)
}

fn along_common(stack: &Stack, look: &Planes, sign: f32) -> Vec<Option<Ink>> {
    let Some(direction) = common_direction(stack, look, sign) else { return vec![None; stack.cells.len()] };
    stack.cells.iter().map(|cell| Some(direction.ink(cell, look, [0; 3]))).collect()
}

fn backed(stack: &Stack) -> Vec<Option<Ink>> {
    let Quartiles { lower, median, upper } = stack.quartiles();
    let Some(direction) = common_direction(stack, median, 1.0) else { return vec![None; stack.cells.len()] };
    let darkens = direction.darkens();
    let least = |(lower, upper): (Pixel, Pixel)| -> Pixel {
        std::array::from_fn(|channel| if darkens[channel] { upper[channel] } else { lower[channel] })
    };
    let look: Vec<Pixel> = lower.pixels().zip(upper.pixels()).map(least).collect();
    along_common(stack, &Planes::of(&look), 1.0)
}

fn along_own(stack: &Stack, look: &Planes) -> Vec<Option<Ink>> {
    let inner_look = stack.inside(look);
    let own = |inner: &Planes| {
        let differences = Differences::of(inner, &inner_look);
        let shift = differences.middle();
        Direction::of(&differences.less(shift), 1.0).map(|direction| (shift, direction))
    };
    let found: Vec<Option<([i16; 3], Direction)>> = stack.inner.iter().map(own).collect();
    // Of the fainter tiles: a game may show those at home clearer.
    let mut fulls: Vec<f32> = found.iter().flatten().map(|(_, direction)| direction.full).collect();
    fulls.sort_by(f32::total_cmp);
    let usual = fulls.get(fulls.len() / 4).copied().unwrap_or(0.0);
    let inked = |(cell, found): (&Planes, Option<([i16; 3], Direction)>)| {
        let (shift, direction) = found.filter(|(_, direction)| direction.full > 0.35 * usual)?;
        Some(direction.ink(cell, look, shift))
    };
    stack.cells.iter().zip(found).map(inked).collect()
}

/// How near the pixels of a cell are to a colour, if some are, and not nearly all.
fn near(stack: &Stack, cell: usize, colour: Pixel, half: f32) -> Option<Ink> {
    let inner = nearness(&stack.inner[cell], colour, half);
    let inked = inner.iter().filter(|&&value| value > 0.5).count();
    (inked > 2 && inked * 10 < inner.len() * 9).then(|| nearness(&stack.cells[cell], colour, half))
}

fn nearness(pixels: &Planes, colour: Pixel, half: f32) -> Ink {
    pixels.pixels().map(|pixel| (1.0 - f32::from(apart(pixel, colour)) / (2.0 * half)).max(0.0)).collect()
}

fn away(stack: &Stack, cell: usize, colour: Pixel) -> Option<Ink> {
    near(stack, cell, colour, NEAR).map(|ink| ink.into_iter().map(|value| 1.0 - value).collect())
}

/// Of some common colours those that are farthest from the most usual one, each where most pixels near it are: what is hardly
/// darker or lighter than the grain of wood or stone.
fn outstanding(stack: &Stack, mut colours: Vec<Pixel>) -> Vec<Pixel> {
    let pixels = || stack.inner.iter().flat_map(Planes::pixels);
    let usual = middle(&pixels().collect::<Vec<Pixel>>());
    colours.sort_by_key(|&colour| Reverse(apart(colour, usual)));
    let purest = |colour: Pixel| {
        let near: Vec<Pixel> = pixels().filter(|&pixel| f32::from(apart(pixel, colour)) < JUST).collect();
        if near.is_empty() { colour } else { middle(&near) }
    };
    let purest = |colour: Pixel| (0..PASSES).fold(colour, |colour, _| purest(colour));
    distinct(colours.into_iter(), 2.0 * JUST).into_iter().map(purest).collect()
}

/// Colours that nearly every cell has some of, and none is full of, the commonest first.
fn common_colours(stack: &Stack) -> Vec<Pixel> {
    let bin = |pixel: Pixel| (pixel[0] >> 5) as usize * 64 + (pixel[1] >> 5) as usize * 8 + (pixel[2] >> 5) as usize;
    let mut shares = vec![Vec::new(); 512];
    let mut sums = vec![[0u64; 4]; 512];
    for inner in &stack.inner {
        let mut counts = [0u32; 512];
        for pixel in inner.pixels() {
            let bin = bin(pixel);
            counts[bin] += 1;
            sums[bin][3] += 1;
            for channel in 0..3 {
                sums[bin][channel] += u64::from(pixel[channel]);
            }
        }
        let total = counts.iter().sum::<u32>().max(1) as f32;
        for (share, count) in shares.iter_mut().zip(counts) {
            share.push(count as f32 / total);
        }
    }
    let mut ranked: Vec<(f32, usize)> = shares
        .iter_mut()
        .enumerate()
        .map(|(bin, share)| {
            share.sort_unstable_by(f32::total_cmp);
            (share[share.len() / 8], share[share.len() / 2], bin)
        })
        .filter(|&(low, middle, _)| low > 0.006 && middle < 0.45)
        .map(|(low, _, bin)| (low, bin))
        .collect();
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    let mean = |bin: usize| std::array::from_fn(|channel| (sums[bin][channel] / sums[bin][3].max(1)) as u8);
    ranked.into_iter().map(|(_, bin)| mean(bin)).collect()
}

/// The first of some colours that are farther apart.
fn distinct(colours: impl Iterator<Item = Pixel>, far: f32) -> Vec<Pixel> {
    let mut found: Vec<Pixel> = Vec::new();
    for colour in colours {
        if found.len() < FOUND && found.iter().all(|&other| f32::from(apart(colour, other)) > far) {
            found.push(colour);
        }
    }
    found
}
