//! Which cell is the blank, and where its home is.
//!
//! Each cell is tried as the blank: what it shows then counts for nothing, the tiles are given to the other cells, and
//! the tile left over names the home. A cell that fits no tile makes the rest much cheaper. Where the reference shows
//! the blank too, all fit alike; then it counts that a blank is mostly a flat cell, that its home is mostly the last cell
//! or another corner, and that the arrangement must be legal.

use super::compare::Noise;
use super::legal::{cheapest_exchange, is_legal};
use crate::puzzle::Size;
use crate::vision::assignment::{Costs, assign};
use crate::vision::thumbnails::Thumbnails;

/// The likeliest blank, with the legal arrangement that follows from it.
pub struct Blank {
    pub cell: usize,
    pub arrangement: Vec<usize>,
    /// The costs under which it is best: the blank's row counts nothing.
    pub costs: Costs,
    /// How sure the blank and its home are, 0 to 1.
    pub sureness: f32,
}

/// How many cells are tried where none is given.
const TRIED: usize = 8;
/// The homes that are tried besides the one that is left over, which look-alike tiles may leave to chance.
const USUAL: [fn(Size) -> usize; 2] = [|size| size.cells() - 1, |_| 0];
/// What the noise of one cell weighs against how usual a blank and its home are, in nats.
const EVIDENT: f32 = 3.0;

/// Finds the blank among all cells. `assignment` is the best one with the blank taken for a tile.
pub fn find(
    costs: &Costs,
    assignment: &[usize],
    cells: &Thumbnails,
    size: Size,
    noise: Noise,
    home: Option<usize>,
) -> Blank {
    let n = costs.len();
    let spread: Vec<f32> = (0..n).map(|cell| spread(cells.get(cell))).collect();
    let is_flat = |cell: usize| spread[cell] < 4.0;
    let flat = (0..n).filter(|&cell| is_flat(cell)).count();
    let shown = |cell: usize| match (is_flat(cell), flat) {
        (true, _) => 0.8 / flat as f32,
        (false, 0) => 1.0 / n as f32,
        (false, _) => 0.2 / n as f32,
    };
    let own = |cell: usize| noise.multiples(costs.at(cell, assignment[cell]));
    let mut order: Vec<usize> = (0..n).collect();
    let promise = |cell: usize| EVIDENT * own(cell) + shown(cell).ln();
    order.sort_by(|&a, &b| promise(b).total_cmp(&promise(a)));
    let is_solved = assignment.iter().enumerate().all(|(cell, &tile)| cell == tile);
    if is_solved {
        order.sort_by_key(|&cell| usize::from(cell + 1 != n));
    }
    let mut tried: Vec<(f32, Blank)> = order
        .into_iter()
        .take(TRIED)
        .map(|cell| {
            let costs = costs_without(costs, cell, home);
            let (arrangement, total, sureness) = homed(&costs, cell, size, noise, home);
            let likely = shown(cell).ln() + home_prior(arrangement[cell], size).ln();
            (likely - EVIDENT * noise.multiples(total), Blank { cell, arrangement, costs, sureness })
        })
        .collect();
    tried.sort_by(|a, b| b.0.total_cmp(&a.0));
    let lead = tried.get(1).map_or(f32::INFINITY, |second| tried[0].0 - second.0);
    let mut best = tried.swap_remove(0).1;
    let solved = best.arrangement.iter().enumerate().all(|(cell, &tile)| cell == tile);
    best.sureness = if solved { 1.0 } else { best.sureness.min(sureness(lead)) };
    best
}

/// The costs with the blank at `cell`, whose home is any or `home`: what it shows counts for nothing.
fn costs_without(costs: &Costs, cell: usize, home: Option<usize>) -> Costs {
    Costs::new(costs.len(), |row, column| match home {
        Some(home) if (row == cell) != (column == home) => f32::INFINITY,
        _ if row == cell => 0.0,
        _ => costs.at(row, column),
    })
}

/// The best legal arrangement with the blank at `cell`, what it costs in all, and how sure the blank's home is: the one
/// that is left over, or the usual one where the tile from there looks the same.
fn homed(costs: &Costs, cell: usize, size: Size, noise: Noise, home: Option<usize>) -> (Vec<usize>, f32, f32) {
    let found = assign(costs);
    let elsewhere = |other: &usize| home.is_none() && *other != found[cell];
    let homes = USUAL.map(|home| home(size)).into_iter().filter(elsewhere).map(|home| with_home(&found, cell, home));
    let mut homes: Vec<(f32, Vec<usize>, f32)> = std::iter::once(found.clone())
        .chain(homes)
        .map(|arrangement| {
            let arrangement = made_legal(arrangement, costs, cell, size);
            let total: f32 = arrangement.iter().enumerate().map(|(row, &column)| costs.at(row, column)).sum();
            let score = home_prior(arrangement[cell], size).ln() - EVIDENT * noise.multiples(total);
            (score, arrangement, total)
        })
        .collect();
    homes.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (_, arrangement, total) = homes.swap_remove(0);
    let sureness = if home.is_some() { 1.0 } else { sureness(lead(costs, &arrangement, cell, size, noise)) };
    (arrangement, total, sureness)
}

/// By how many nats the blank's home is likelier than all others together: where the tile from another one looks like that
/// of this one, it may be the blank's as well.
fn lead(costs: &Costs, arrangement: &[usize], blank: usize, size: Size, noise: Noise) -> f32 {
    let home = arrangement[blank];
    let odds = |(cell, &tile): (usize, &usize)| {
        let worse = (costs.at(cell, home) - costs.at(cell, tile)).max(0.0);
        home_prior(tile, size) * (-EVIDENT * noise.multiples(worse)).exp()
    };
    let others: f32 = arrangement.iter().enumerate().filter(|&(cell, _)| cell != blank).map(odds).sum();
    (home_prior(home, size) / others).ln()
}

/// How sure a choice is that leads by so many nats: one half at odds of four to one.
fn sureness(lead: f32) -> f32 {
    1.0 - (-lead / 2.0).exp()
}

/// The arrangement with the blank's home at `home`: the tile from there takes what was the blank's.
fn with_home(arrangement: &[usize], blank: usize, home: usize) -> Vec<usize> {
    let mut changed = arrangement.to_vec();
    if let Some(other) = arrangement.iter().position(|&tile| tile == home) {
        changed.swap(blank, other);
    }
    changed
}

/// The arrangement with two tiles exchanged at the least cost, if moves cannot make it as it is.
fn made_legal(mut arrangement: Vec<usize>, costs: &Costs, blank: usize, size: Size) -> Vec<usize> {
    if !is_legal(&arrangement, blank, size)
        && let Some((i, k, _)) = cheapest_exchange(costs, &arrangement, blank)
    {
        arrangement.swap(i, k);
    }
    arrangement
}

/// How often the blank's home is this cell.
fn home_prior(home: usize, size: Size) -> f32 {
    let n = size.cells();
    let corners = [size.columns() - 1, n - size.columns()];
    match home {
        _ if home == n - 1 => 0.7,
        0 => 0.15,
        _ if corners.contains(&home) => 0.03,
        _ => 0.09 / n as f32,
    }
}

/// The standard deviation of a thumbnail's values about its mean colour.
fn spread(thumbnail: &[f32]) -> f32 {
    let count = (thumbnail.len() / 3).max(1) as f32;
    let channel = |channel: usize| {
        let values = || thumbnail[channel..].iter().step_by(3);
        let mean = values().sum::<f32>() / count;
        values().map(|value| (value - mean) * (value - mean)).sum::<f32>() / count
    };
    ((0..3).map(channel).sum::<f32>() / 3.0).sqrt()
}
