//! Where the ink is: several ways of telling the number from its tile, which compete by what can be read.
//!
//! On plain tiles what all cells have in common (the median over the cells, pixel by pixel) is the tile's look, bevels
//! and texture included, and what is left is ink along one colour direction, the main axis of the differences. Tiles
//! of different colours are taken one by one. On pictures only the ink's own colour is common.

use super::stack::{Colour, Stack};
use crate::vision::median::median;

/// Differences below this many levels are not ink.
const FAINT: f32 = 9.0;
/// Cells that the common look is taken from, at most.
const SAMPLED: usize = 25;
/// A colour this far off (in the channel farthest off) counts as half ink.
const NEAR: f32 = 44.0;
/// A colour this far off is no longer just the same, halfway.
const JUST: f32 = 14.0;
/// How many colours found on all cells are tried as ink.
const FOUND: usize = 3;

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
    /// Nearness to a colour.
    Near(Colour),
    /// Having just that colour: over a picture as dark as black digits, or as light as white ones.
    Just(Colour),
    /// Distance from a colour, that of a badge which the number stands on.
    Away(Colour),
}

/// The ways worth trying on a stack, the likeliest first.
pub(super) fn ways(stack: &Stack) -> Vec<Way> {
    let plain = [Way::Common, Way::Flat, Way::Backed, Way::Own, Way::Opposite];
    let colours = common_colours(stack);
    let usual = [[255; 3], [0; 3]].into_iter().filter(|&usual| colours.iter().all(|&found| apart(found, usual) > 20));
    let near = colours.iter().copied().chain(usual).map(Way::Near);
    let away = colours.iter().copied().map(Way::Away);
    let just = [[255; 3], [0; 3]].map(Way::Just);
    plain.into_iter().chain(near).chain(away).chain(just).collect()
}

/// The ink of every cell; nothing where no ink stands out.
pub(super) fn find(stack: &Stack, way: Way) -> Vec<Option<Ink>> {
    match way {
        Way::Common => along_common(stack, usual_look(stack), 1.0),
        Way::Opposite => along_common(stack, usual_look(stack), -1.0),
        Way::Backed => backed(stack),
        Way::Own => along_own(stack, Some(usual_look(stack))),
        Way::Flat => along_own(stack, None),
        Way::Near(colour) => stack.cells.iter().map(|cell| near(stack, cell, colour, NEAR)).collect(),
        Way::Just(colour) => stack.cells.iter().map(|cell| near(stack, cell, colour, JUST)).collect(),
        Way::Away(colour) => stack.cells.iter().map(|cell| away(stack, cell, colour)).collect(),
    }
}

/// What the cells have in common: the median.
fn usual_look(stack: &Stack) -> &[Colour] {
    stack.look.get_or_init(|| common_look(stack, [0.5; 3]))
}

/// What the cells have in common: over the cells a quantile of every pixel, for each channel its own. It is the largest
/// level that no more cells are below than its rank, found bit by bit for many pixels at once.
fn common_look(stack: &Stack, quantiles: [f32; 3]) -> Vec<Colour> {
    const BLOCK: usize = 48;
    let count = stack.cells.len().min(SAMPLED);
    let sampled: Vec<&[u8]> =
        (0..count).map(|index| stack.cells[index * stack.cells.len() / count].as_flattened()).collect();
    let ranks = quantiles.map(|quantile| ((count as f32 * quantile) as usize).min(count - 1));
    let ranks: [u8; BLOCK] = std::array::from_fn(|place| ranks[place % 3] as u8);
    let mut look = vec![[0; 3]; stack.width * stack.height];
    for (block, levels) in look.as_flattened_mut().chunks_mut(BLOCK).enumerate() {
        let values = block * BLOCK..block * BLOCK + levels.len();
        for bit in (0..8).rev() {
            let tried: [u8; BLOCK] = std::array::from_fn(|at| levels.get(at).map_or(0, |level| level | 1 << bit));
            let mut below = [0; BLOCK];
            for cell in &sampled {
                let values = cell[values.clone()].iter().zip(&tried);
                below.iter_mut().zip(values).for_each(|(below, (value, tried))| *below += u8::from(value < tried));
            }
            for (at, level) in levels.iter_mut().enumerate().filter(|(at, _)| below[*at] <= ranks[*at]) {
                *level = tried[at];
            }
        }
    }
    look
}

fn difference(a: Colour, b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|channel| f32::from(a[channel]) - b[channel])
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn differences(stack: &Stack, look: &[Colour]) -> Vec<Vec<[f32; 3]>> {
    let each = |cell: &Vec<Colour>| {
        cell.iter().zip(look).map(|(&pixel, common)| difference(pixel, common.map(f32::from))).collect()
    };
    stack.cells.iter().map(each).collect()
}

/// The direction of ink on all cells, those left aside that differ too much from the others to be tiles.
fn common_direction(stack: &Stack, differences: &[Vec<[f32; 3]>], sign: f32) -> Option<([f32; 3], f32)> {
    let energy = |cell: &Vec<[f32; 3]>| stack.inside(cell).map(|&d| dot(d, d)).sum::<f32>();
    let energies: Vec<f32> = differences.iter().map(energy).collect();
    let usual = median(energies.clone());
    let tiles = differences.iter().zip(&energies).filter(|&(_, &energy)| energy <= 4.0 * usual);
    let samples: Vec<[f32; 3]> = tiles.flat_map(|(cell, _)| stack.inside(cell).copied()).collect();
    direction(&samples, sign)
}

fn along_common(stack: &Stack, look: &[Colour], sign: f32) -> Vec<Option<Ink>> {
    let differences = differences(stack, look);
    let Some((axis, full)) = common_direction(stack, &differences, sign) else { return vec![None; stack.cells.len()] };
    let shade = |cell: &Vec<[f32; 3]>| Some(cell.iter().map(|&d| (dot(d, axis) / full).clamp(0.0, 1.0)).collect());
    differences.iter().map(shade).collect()
}

fn backed(stack: &Stack) -> Vec<Option<Ink>> {
    let differences = differences(stack, usual_look(stack));
    let Some((axis, _)) = common_direction(stack, &differences, 1.0) else { return vec![None; stack.cells.len()] };
    along_common(stack, &common_look(stack, axis.map(|along| if along < 0.0 { 0.75 } else { 0.25 })), 1.0)
}

fn along_own(stack: &Stack, look: Option<&[Colour]>) -> Vec<Option<Ink>> {
    let own = |cell: &Vec<Colour>| {
        let common = |pixel: usize| look.map_or([0.0; 3], |look| look[pixel].map(f32::from));
        let raw: Vec<[f32; 3]> =
            cell.iter().enumerate().map(|(index, &pixel)| difference(pixel, common(index))).collect();
        let shift: [f32; 3] =
            std::array::from_fn(|channel| median(stack.inside(&raw).map(|difference| difference[channel]).collect()));
        let moved: Vec<[f32; 3]> = raw.iter().map(|d| std::array::from_fn(|c| d[c] - shift[c])).collect();
        let samples: Vec<[f32; 3]> = stack.inside(&moved).copied().collect();
        direction(&samples, 1.0).map(|(axis, full)| (moved, axis, full))
    };
    let found: Vec<_> = stack.cells.iter().map(own).collect();
    let usual = median(found.iter().flatten().map(|&(_, _, full)| full).collect());
    let shade = |(cell, axis, full): (Vec<[f32; 3]>, [f32; 3], f32)| {
        let ink = || cell.iter().map(|&d| (dot(d, axis) / full).clamp(0.0, 1.0)).collect();
        (full > 0.35 * usual).then(ink)
    };
    found.into_iter().map(|found| found.and_then(shade)).collect()
}

/// The main axis of the differences, towards the rarer and larger ones (away from them when `sign` is negative), and
/// the level of full ink along it. None when nothing stands out.
fn direction(samples: &[[f32; 3]], sign: f32) -> Option<([f32; 3], f32)> {
    let mut spread = [[0.0f64; 3]; 3];
    for sample in samples {
        for (row, a) in spread.iter_mut().zip(sample) {
            for (value, b) in row.iter_mut().zip(sample) {
                *value += f64::from(a * b);
            }
        }
    }
    let mut axis = [1.0, 1.01, 0.99];
    for _ in 0..24 {
        let next: [f64; 3] = std::array::from_fn(|c| (0..3).map(|d| spread[c][d] * axis[d]).sum());
        let length = next.iter().map(|value| value * value).sum::<f64>().sqrt();
        if length < 1e-6 {
            return None;
        }
        axis = next.map(|value| value / length);
    }
    let axis = axis.map(|value| value as f32);
    let skew: f64 = samples.iter().map(|&sample| f64::from(dot(sample, axis)).powi(3)).sum();
    let axis = axis.map(|value| value * sign * if skew < 0.0 { -1.0 } else { 1.0 });
    let full = full_ink(samples.iter().map(|&sample| dot(sample, axis)));
    (full >= FAINT).then_some((axis, full))
}

/// The 80th percentile of the levels above 0.3 of the highest (a thousandth left aside).
fn full_ink(levels: impl Iterator<Item = f32>) -> f32 {
    let mut counts = [0usize; 512];
    for level in levels {
        counts[level.clamp(0.0, 511.0) as usize] += 1;
    }
    let total: usize = counts.iter().sum();
    let above = |share: usize, from: usize| {
        let mut seen = 0;
        (from..counts.len()).rev().find(|&level| {
            seen += counts[level];
            seen > share
        })
    };
    let highest = above(total / 1000, 0).unwrap_or(0);
    let from = highest * 3 / 10 + 1;
    let inked: usize = counts[from..].iter().sum();
    above(inked / 5, from).unwrap_or(0) as f32
}

/// The difference in the channel that differs most.
fn apart(a: Colour, b: Colour) -> u8 {
    (0..3).map(|channel| a[channel].abs_diff(b[channel])).max().unwrap_or(0)
}

fn near(stack: &Stack, cell: &[Colour], colour: Colour, half: f32) -> Option<Ink> {
    let ink: Ink = cell.iter().map(|pixel| (1.0 - f32::from(apart(*pixel, colour)) / (2.0 * half)).max(0.0)).collect();
    let inked = stack.inside(&ink).filter(|&&value| value > 0.5).count();
    let all = stack.inside(&ink).count();
    (inked > 2 && inked * 10 < all * 9).then_some(ink)
}

fn away(stack: &Stack, cell: &[Colour], colour: Colour) -> Option<Ink> {
    near(stack, cell, colour, NEAR).map(|ink| ink.into_iter().map(|value| 1.0 - value).collect())
}

/// Colours that nearly every cell has some of, and none is full of.
fn common_colours(stack: &Stack) -> Vec<Colour> {
    let bin = |pixel: &Colour| (pixel[0] >> 5) as usize * 64 + (pixel[1] >> 5) as usize * 8 + (pixel[2] >> 5) as usize;
    let mut shares = vec![Vec::new(); 512];
    let mut sums = vec![[0u64; 4]; 512];
    for cell in &stack.cells {
        let mut counts = [0u32; 512];
        for pixel in stack.inside(cell) {
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
    let mut found: Vec<Colour> = Vec::new();
    for colour in ranked.iter().map(|&(_, bin)| mean(bin)) {
        if found.len() < FOUND && found.iter().all(|&other| apart(colour, other) > NEAR as u8) {
            found.push(colour);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_look_is_the_quantile_of_every_pixel() {
        for count in [1, 4, 25, 31] {
            let cell =
                |cell: usize| (0..70).map(|pixel| [7, 11, 13].map(|c| (pixel * c * (cell + 3) % 251) as u8)).collect();
            let cells: Vec<Vec<Colour>> = (0..count).map(cell).collect();
            let stack = Stack { width: 10, height: 7, cells, look: std::sync::OnceLock::new() };
            let look = common_look(&stack, [0.25, 0.5, 0.75]);
            let sampled = count.min(SAMPLED);
            for (pixel, level) in look.iter().enumerate() {
                for (channel, quantile) in [0.25, 0.5, 0.75].into_iter().enumerate() {
                    let level_of = |index: usize| stack.cells[index * count / sampled][pixel][channel];
                    let mut levels: Vec<u8> = (0..sampled).map(level_of).collect();
                    levels.sort_unstable();
                    assert_eq!(level[channel], levels[((sampled as f32 * quantile) as usize).min(sampled - 1)]);
                }
            }
        }
    }
}
