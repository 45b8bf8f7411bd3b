//! Which cell is the blank, and where its home is.
//!
//! Each cell is tried as the blank: what it shows then counts for nothing, the tiles are given to the other cells, and
//! the tile left over names the home. A cell that fits no tile makes the rest much cheaper. Where the reference shows
//! the blank too, all fit alike; then it counts that a blank is mostly a flat cell, that its home is mostly the last cell
//! or another corner, and that an arrangement is mostly legal: some games shuffle their tiles anyhow, so that half of
//! their boards cannot be solved.

use super::compare::{Noise, spread};
use super::is_solved;
use super::legal::cheapest_exchange;
use crate::puzzle::{Size, is_legal};
use crate::vision::assignment::{Costs, assign};
use crate::vision::thumbnails::Thumbnails;

/// The likeliest blank, with the arrangement that follows from it.
pub struct Blank {
    pub cell: usize,
    pub arrangement: Vec<usize>,
    /// The costs under which it is best: the blank's row counts nothing.
    pub costs: Costs,
    /// How sure the blank is, and whether moves can bring the tiles home, 0 to 1.
    pub sureness: f32,
    /// How sure its home is: tiles that look alike may leave that open.
    pub home_sureness: f32,
}

/// How many cells are tried where none is given, and how many flat ones besides: these rival a blank though a tile fits them.
const TRIED: usize = 8;
const FLAT: usize = 4;
/// The homes that are tried besides the one that is left over, which look-alike tiles may leave to chance.
const USUAL: [fn(Size) -> usize; 2] = [|size| size.cells() - 1, |_| 0];
/// What the noise of one cell weighs against how usual a blank and its home are, in nats.
const EVIDENT: f32 = 3.0;
/// How much rarer boards are that cannot be solved, in nats: one in fifty.
const IMPOSSIBLE: f32 = 4.0;

/// Finds the blank among all cells. `assignment` is the best one with the blank taken for a tile; `shows` tells whether a cell
/// shows a tile, the second argument, rather than another, the third, as [`super::compare::shows`] does.
pub fn find(
    costs: &Costs,
    assignment: &[usize],
    cells: &Thumbnails,
    size: Size,
    noise: Noise,
    home: Option<usize>,
    shows: impl Fn(usize, usize, usize) -> bool,
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
    if is_solved(assignment) {
        order.sort_by_key(|&cell| usize::from(cell + 1 != n));
    }
    // What looks like that tile may be the blank itself, in a reference that shows it.
    order.sort_by_key(|&cell| usize::from(home != Some(assignment[cell])));
    let (most, more) = order.split_at(TRIED.min(n));
    let more = more.iter().filter(|&&cell| is_flat(cell)).take(FLAT);
    let mut tried: Vec<(f32, Blank)> = most
        .iter()
        .chain(more)
        .copied()
        .map(|cell| {
            let costs = costs_without(costs, cell, home);
            let Homed { arrangement, score, sureness } = homed(&costs, cell, size, noise, home, &shows);
            (shown(cell).ln() + score, Blank { cell, arrangement, costs, sureness, home_sureness: 1.0 })
        })
        .collect();
    tried.sort_by(|a, b| b.0.total_cmp(&a.0));
    let lead = tried.get(1).map_or(f32::INFINITY, |second| tried[0].0 - second.0);
    let mut best = tried.swap_remove(0).1;
    if is_solved(&best.arrangement) {
        return Blank { sureness: 1.0, ..best };
    }
    best.sureness = best.sureness.min(sureness(lead));
    if home.is_none() {
        best.home_sureness = sureness(home_lead(&best, size, noise, shows));
    }
    best
}

/// The costs with the blank at `cell`, whose home is any or `home`: what it shows counts for nothing.
pub fn costs_without(costs: &Costs, cell: usize, home: Option<usize>) -> Costs {
    Costs::new(costs.len(), |row, column| match home {
        Some(home) if (row == cell) != (column == home) => f32::INFINITY,
        _ if row == cell => 0.0,
        _ => costs.at(row, column),
    })
}

/// An arrangement with the blank in some cell.
struct Homed {
    arrangement: Vec<usize>,
    /// How likely it is, in nats.
    score: f32,
    /// How sure it is whether moves can bring the tiles home.
    sureness: f32,
}

/// The likeliest arrangement with the blank at `cell`. Its home is the one that is left over, or the usual one where the
/// tile from there looks the same; and the tiles stand as they fit best, or two of them the other way round where moves can
/// bring only these home.
fn homed(
    costs: &Costs,
    cell: usize,
    size: Size,
    noise: Noise,
    home: Option<usize>,
    shows: &impl Fn(usize, usize, usize) -> bool,
) -> Homed {
    let found = assign(costs);
    let is_shown =
        |tile: usize| found.iter().position(|&other| other == tile).is_some_and(|at| shows(at, tile, found[cell]));
    let may_be = |other: &usize| home.is_none() && *other != found[cell] && !is_shown(*other);
    let homes = USUAL.map(|home| home(size)).into_iter().filter(may_be).map(|home| with_home(&found, cell, home));
    let score = |arrangement: &[usize], rarer: f32| {
        let total: f32 = arrangement.iter().enumerate().map(|(row, &column)| costs.at(row, column)).sum();
        home_prior(arrangement[cell], size).ln() - EVIDENT * noise.multiples(total) - rarer
    };
    let with_sureness = |arrangement: Vec<usize>| {
        let (as_it_is, legal) = match is_legal(&arrangement, cell, size) {
            true => (score(&arrangement, 0.0), None),
            false => (score(&arrangement, IMPOSSIBLE), made_legal(&arrangement, costs, cell)),
        };
        let Some(legal) = legal else { return Homed { arrangement, score: as_it_is, sureness: 1.0 } };
        let lead = score(&legal, 0.0) - as_it_is;
        let (arrangement, score) = if lead >= 0.0 { (legal, as_it_is + lead) } else { (arrangement, as_it_is) };
        Homed { arrangement, score, sureness: sureness(lead.abs()) }
    };
    let homes = std::iter::once(found.clone()).chain(homes).map(with_sureness);
    let best = homes.reduce(|best, other| if other.score > best.score { other } else { best });
    best.expect("one home is left over")
}

/// By how many nats the blank's home is likelier than all others together: where the tile from another one looks like that
/// of this one, it may be the blank's as well. A usual home is likely enough to be left out where its tile is seen to be there.
fn home_lead(blank: &Blank, size: Size, noise: Noise, shows: impl Fn(usize, usize, usize) -> bool) -> f32 {
    let Blank { costs, arrangement, .. } = blank;
    let home = arrangement[blank.cell];
    let is_usual = |tile: usize| USUAL.iter().any(|usual| usual(size) == tile);
    let may_be = |&(cell, &tile): &(usize, &usize)| cell != blank.cell && !(is_usual(tile) && shows(cell, tile, home));
    let odds = |(cell, &tile): (usize, &usize)| {
        let worse = (costs.at(cell, home) - costs.at(cell, tile)).max(0.0);
        home_prior(tile, size) * (-EVIDENT * noise.multiples(worse)).exp()
    };
    let others: f32 = arrangement.iter().enumerate().filter(may_be).map(odds).sum();
    (home_prior(home, size) / others).ln()
}

/// How sure a choice is that leads by so many nats: one half at odds of four to one.
fn sureness(lead: f32) -> f32 {
    1.0 - (-lead.max(0.0) / 2.0).exp()
}

/// The arrangement with the blank's home at `home`: the tile from there takes what was the blank's.
fn with_home(arrangement: &[usize], blank: usize, home: usize) -> Vec<usize> {
    let mut changed = arrangement.to_vec();
    if let Some(other) = arrangement.iter().position(|&tile| tile == home) {
        changed.swap(blank, other);
    }
    changed
}

/// An arrangement that moves cannot bring home, with two tiles exchanged at the least cost.
fn made_legal(arrangement: &[usize], costs: &Costs, blank: usize) -> Option<Vec<usize>> {
    let (i, k, _) = cheapest_exchange(costs, arrangement, blank)?;
    let mut legal = arrangement.to_vec();
    legal.swap(i, k);
    Some(legal)
}

/// How often the blank's home is this cell.
fn home_prior(home: usize, size: Size) -> f32 {
    let n = size.cells();
    match home {
        _ if home == n - 1 => 0.7,
        0 => 0.15,
        _ if size.is_corner(home) => 0.03,
        _ => 0.09 / n as f32,
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::super::compare::Measure;
    use super::*;
    use crate::resize::Window;

    #[test]
    fn a_flat_tile_is_not_surely_the_blank_where_a_flat_cell_looks_like_it() {
        const SIDE: usize = 8;
        let (n, tile, blank) = (25, 11, 18);
        let flat = |cell: usize| [tile, blank].contains(&cell);
        let screen = RgbImage::from_fn((n * SIDE) as u32, SIDE as u32, |x, y| match flat(x as usize / SIDE) {
            true => Rgb([4; 3]),
            false => Rgb([(x * 31 + y * 57) as u8; 3]),
        });
        let window =
            |cell: usize| Window { left: (cell * SIDE) as f64, top: 0.0, width: SIDE as f64, height: SIDE as f64 };
        let windows: Vec<Window> = (0..n).map(window).collect();
        let cells = Thumbnails::cut(&screen, &windows, SIDE);
        // The tiles are home but for the blank, whose home is the last cell. Many fit less than the one that is flat.
        let home = |cell: usize| match cell {
            _ if cell == blank => n - 1,
            _ if cell == n - 1 => blank,
            _ => cell,
        };
        let costs = Costs::new(n, |cell, goal| match () {
            _ if (cell, goal) == (blank, tile) => 0.2,
            _ if (cell, goal) == (tile, tile) => 0.3,
            _ if cell == blank || goal != home(cell) => 100.0,
            _ if cell % 3 == 0 => 3.0,
            _ => 1.0,
        });
        let assignment = assign(&costs);
        let noise = Noise::of(&costs, &assignment, Measure::Squared);
        let found = find(&costs, &assignment, &cells, Size::new(5, 5).unwrap(), noise, None, |_, _, _| true);
        let sure = found.sureness.min(found.home_sureness);
        assert!(found.cell == blank || sure < 0.5, "{} {sure}", found.cell);
    }
}
