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
    let promise = |cell: usize| own(cell) / 2.0 + shown(cell).ln();
    order.sort_by(|&a, &b| promise(b).total_cmp(&promise(a)));
    let is_solved = assignment.iter().enumerate().all(|(cell, &tile)| cell == tile);
    if is_solved {
        order.sort_by_key(|&cell| usize::from(cell + 1 != n));
    }
    let mut tried: Vec<(f32, Blank)> = order
        .into_iter()
        .take(TRIED)
        .map(|cell| {
            let (arrangement, costs, total) = arrangement_without(costs, cell, size, home);
            let likely = shown(cell).ln() + home_prior(arrangement[cell], size).ln();
            (likely - noise.multiples(total) / 2.0, Blank { cell, arrangement, costs, sureness: 0.0 })
        })
        .collect();
    tried.sort_by(|a, b| b.0.total_cmp(&a.0));
    let lead = tried.get(1).map_or(f32::INFINITY, |second| tried[0].0 - second.0);
    let mut best = tried.swap_remove(0).1;
    let solved = best.arrangement.iter().enumerate().all(|(cell, &tile)| cell == tile);
    best.sureness = if solved { 1.0 } else { 1.0 - (-lead).exp() };
    best
}

/// The best legal arrangement with the blank at `cell`, the costs it is best under, and what it costs in all.
fn arrangement_without(costs: &Costs, cell: usize, size: Size, home: Option<usize>) -> (Vec<usize>, Costs, f32) {
    let free = Costs::new(costs.len(), |row, column| match home {
        Some(home) if (row == cell) != (column == home) => f32::INFINITY,
        _ if row == cell => 0.0,
        _ => costs.at(row, column),
    });
    let mut arrangement = assign(&free);
    if !is_legal(&arrangement, cell, size)
        && let Some((i, k, _)) = cheapest_exchange(&free, &arrangement, cell)
    {
        arrangement.swap(i, k);
    }
    let total = arrangement.iter().enumerate().map(|(row, &column)| free.at(row, column)).sum();
    (arrangement, free, total)
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
