//! A tile on its way by its edges: a line from side to side in either cell, at the same place, with the bed beyond both, whatever
//! that shows.
//!
//! Such a pair of lines is hardly ever there by chance, but tiles of one look, or a dithered picture, have them everywhere: only
//! where a cell is known to be the blank may one be looked for beside it.

use super::lines::{Lines, Pair};
use crate::vision::colour::is_near;
use crate::vision::median::median;

/// What is as far apart two lines on, in any channel, is a step.
const STEP: u8 = 16;
/// So much of a line must be steps. Of 160 real boards with a tile moved all but ten had 0.75 and more, of 283 as they were two
/// had 0.7 and one 0.88, a dithered one; nearly all had nothing.
const SEEN: f32 = 0.8;
/// Where the middle one of a cell's lines has more steps, these tell nothing.
const BUSY: f32 = 0.5;
/// A tile that has come less far may be taken for one at rest, and one that lacks no more of its way.
const LEAST: f32 = 0.1;

/// How far apart the bed's middle colours on both sides of a tile may be, in any channel: it may be a picture, or in a shadow.
const BED: u8 = 48;

/// Whether a tile is between two cells.
pub fn is_between(pair: &Pair) -> bool {
    let [backs, fronts] = pair.lines().map(edges);
    let is_alike = |lines: Lines, place: usize, uneven: f32| {
        edges(lines).iter().any(|&edge| (edge as f32 - place as f32).abs() <= uneven)
    };
    let [before, after] = pair.lines();
    let is_one_bed =
        |back: usize, front: usize| is_near(before.colour(0..back), after.colour(front + 1..after.count()), BED);
    let is_seen = |back: usize, front: usize| {
        pair.are_of_one_tile(back, front)
            && is_one_bed(back, front)
            && pair.is_alone(back, is_alike)
            && pair.is_alone(front, is_alike)
    };
    backs.iter().any(|&back| fronts.iter().any(|&front| is_seen(back, front)))
}

/// The lines at which a tile may begin or end: none in a cell so busy that any line looks like one.
fn edges(lines: Lines) -> Vec<usize> {
    let steps: Vec<f32> = (1..lines.count().saturating_sub(1)).map(|line| steps(lines, line)).collect();
    if steps.is_empty() || median(steps.clone()) > BUSY {
        return Vec::new();
    }
    let seen = (1..).zip(steps).filter(|&(line, steps)| steps >= SEEN && lines.is_on_its_way(line, LEAST));
    seen.map(|(line, _)| line).collect()
}

/// How much of a line is steps.
fn steps(lines: Lines, line: usize) -> f32 {
    let (count, steps) = lines
        .line(line - 1)
        .zip(lines.line(line + 1))
        .fold((0, 0), |(count, steps), (a, b)| (count + 1, steps + u32::from(!is_near(a, b, STEP))));
    steps as f32 / count as f32
}
