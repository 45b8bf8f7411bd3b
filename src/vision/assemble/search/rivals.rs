//! The best arrangement, of all or of those that sliding can reach, and the best other one that looks different.

use super::super::field::{Arrangement, Field, rotate};
use super::lines::Move;
use super::{Pool, lines};

/// The least gain that counts.
const GAIN: f32 = 1e-3;
/// Arrangements out of reach that are repaired.
const REPAIRED: usize = 6;
/// Single swaps that are combined with others.
const COMBINED: usize = 24;

/// Which arrangements there may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Those that sliding leads to.
    Legal,
    /// All: a game that deals its tiles at random deals every other board so that it cannot be solved.
    Any,
}

/// The choice among the arrangements of a pool.
pub struct Choice {
    /// The cheapest arrangement within reach.
    pub best: Arrangement,
    /// What it costs.
    pub cost: f32,
    /// The cheapest one found within reach that looks different, with its cost.
    pub rival: Option<(f32, Arrangement)>,
}

/// Chooses from a pool, which is not empty. `classes` names for every tile the first that looks the same; two such tiles
/// can always take each other's place to make an arrangement legal.
pub fn choose(field: &Field, pool: &Pool, classes: &[usize], reach: Reach) -> Choice {
    let twins = twins(field, classes);
    let allows = |arrangement: &Arrangement| reach == Reach::Any || field.is_legal(arrangement);
    let mut within: Vec<(f32, Arrangement)> = Vec::new();
    let mut repairs = 0;
    for (cost, arrangement) in pool.iter() {
        if allows(arrangement) {
            within.push((cost, arrangement.clone()));
        } else if repairs < REPAIRED {
            repairs += 1;
            within.extend(repair(field, arrangement, twins).map(|(more, repaired)| (cost + more, repaired)));
        }
    }
    within.sort_by(|a, b| a.0.total_cmp(&b.0));
    // A board too small to repair anything has only the arrangement it shows.
    let shown = || (field.total(&(0..field.count()).collect::<Vec<_>>()), (0..field.count()).collect());
    let (mut cost, mut best) = within.first().cloned().unwrap_or_else(shown);
    let may = |arrangement: &Arrangement| twins.is_some() || allows(arrangement);
    let mut near = near_rival(field, &best, cost, classes, may);
    // What all costs must fall as well: rounding lets changes gain on each other in a circle.
    let mut total = field.total(&best);
    while let Some((less, better)) = near.take_if(|(other, better)| *other < cost - GAIN && field.total(better) < total)
    {
        total = field.total(&better);
        within.push((cost, std::mem::replace(&mut best, better)));
        cost = less;
        near = near_rival(field, &best, cost, classes, may);
    }
    let different = |other: &Arrangement| other.iter().zip(&best).any(|(&a, &b)| classes[a] != classes[b]);
    let rival = within.into_iter().filter(|(_, other)| different(other)).chain(near).min_by(|a, b| a.0.total_cmp(&b.0));
    Choice { best, cost, rival }
}

/// Whether sliding cannot bring about an arrangement, nor one that looks like it.
pub fn is_stuck(field: &Field, arrangement: &Arrangement, classes: &[usize]) -> bool {
    !field.is_legal(arrangement) && twins(field, classes).is_none()
}

/// Two tiles that look the same, if there are any.
fn twins(field: &Field, classes: &[usize]) -> Option<(usize, usize)> {
    let solid = |tile: usize| tile != field.blank && classes[tile] != field.blank;
    (0..classes.len()).find(|&tile| classes[tile] != tile && solid(tile)).map(|tile| (classes[tile], tile))
}

/// The cheapest single swap that makes an arrangement legal, and by how much it is dearer.
fn repair(field: &Field, arrangement: &Arrangement, twins: Option<(usize, usize)>) -> Option<(f32, Arrangement)> {
    let legal = |cells: &[usize; 2]| {
        let blank = cells.iter().any(|&cell| arrangement[cell] == field.blank);
        !blank || field.size.distance(cells[0], cells[1]).is_multiple_of(2)
    };
    let mut changed = arrangement.clone();
    let (cost, cells) = match twins {
        Some((a, b)) => {
            let cell = |tile: usize| arrangement.iter().position(|&other| other == tile);
            let cells = [cell(a)?, cell(b)?];
            (field.turn(&mut changed, &cells), cells)
        }
        None => {
            let swaps = field.swaps(arrangement).filter(|(_, cells)| legal(cells));
            swaps.min_by(|a, b| a.0.total_cmp(&b.0))?
        }
    };
    rotate(&mut changed, &cells);
    Some((cost, changed))
}

/// The cheapest arrangement that `may` be, a few moves away, that looks different. A move is a swap or a piece of a line turning
/// by one (see [`lines`]); one or two are made, or three tiles take turns.
fn near_rival(
    field: &Field,
    best: &Arrangement,
    cost: f32,
    classes: &[usize],
    may: impl Fn(&Arrangement) -> bool,
) -> Option<(f32, Arrangement)> {
    let mut work = best.clone();
    let count = field.count();
    let visible = |cells: &[usize]| cells.iter().any(|&cell| classes[best[cell]] != classes[best[cells[0]]]);
    let mut single: Vec<(f32, Move)> = field.swaps(best).map(|(more, [a, b])| (more, Move::swap(a, b))).collect();
    single.extend(lines::changes(field, best));
    single.sort_by(|a, b| a.0.total_cmp(&b.0));
    let single: Vec<(f32, Vec<usize>)> = single
        .into_iter()
        .map(|(more, change)| (more, change.cells()))
        .filter(|(_, cells)| visible(cells))
        .take(8 * COMBINED)
        .collect();
    let mut rival: Option<(f32, Arrangement)> = None;
    let mut offer = |more: f32, changed: &Arrangement| {
        let cheaper = rival.as_ref().is_none_or(|(least, _)| cost + more < *least);
        let different = || changed.iter().zip(best).any(|(&a, &b)| classes[a] != classes[b]);
        if cheaper && may(changed) && different() {
            rival = Some((cost + more, changed.clone()));
        }
    };
    for (more, cells) in &single {
        rotate(&mut work, cells);
        offer(*more, &work);
        work.clone_from(best);
    }
    for (index, (more, cells)) in single.iter().take(COMBINED).enumerate() {
        rotate(&mut work, cells);
        let once = work.clone();
        let thirds = (0..count).flat_map(|third| cells.iter().map(move |&cell| vec![cell, third]));
        let thirds = thirds.filter(|pair| cells.len() == 2 && !cells.contains(&pair[1]));
        for others in single[..index].iter().map(|(_, others)| others.clone()).chain(thirds) {
            let both = more + field.turn(&mut work, &others);
            rotate(&mut work, &others);
            offer(both, &work);
            work.clone_from(&once);
        }
        work.clone_from(best);
    }
    rival
}

#[cfg(test)]
mod tests {
    use super::super::search;
    use super::*;
    use crate::puzzle::Size;
    use crate::vision::assemble::field::tests::scattered;
    use crate::vision::assemble::fit::Pairs;

    #[test]
    fn the_choice_is_legal_and_its_rival_dearer_and_different() {
        for (columns, rows) in [(2, 2), (3, 3), (4, 3), (5, 5)] {
            let size = Size::new(columns, rows).unwrap();
            let count = columns * rows;
            let classes: Vec<usize> = (0..count).collect();
            for seed in 0..6 {
                let field = Field::new(&scattered(count, seed), size, seed % count, None);
                let choice = choose(&field, &search(&field), &classes, Reach::Legal);
                assert!(field.is_legal(&choice.best));
                assert!((field.total(&choice.best) - choice.cost).abs() < 1e-2);
                let (cost, rival) = choice.rival.unwrap();
                assert!(field.is_legal(&rival) && rival != choice.best && cost >= choice.cost - 1e-2);
                assert!((field.total(&rival) - cost).abs() < 1e-2);
            }
        }
    }

    #[test]
    fn twins_make_every_arrangement_legal_and_are_no_rivals() {
        let size = Size::new(4, 3).unwrap();
        let mut classes: Vec<usize> = (0..12).collect();
        classes[5] = 2;
        let field = Field::new(&scattered(12, 9), size, 0, None);
        let choice = choose(&field, &search(&field), &classes, Reach::Legal);
        let rival = choice.rival.unwrap().1;
        assert!(rival.iter().zip(&choice.best).any(|(&a, &b)| classes[a] != classes[b]));
    }

    #[test]
    fn choosing_among_tiles_that_all_fit_alike_ends_where_the_home_is_given() {
        let size = Size::new(11, 5).unwrap();
        let count = size.cells();
        let classes: Vec<usize> = (0..count).collect();
        for cost in [0.37, 2.93, 5.61] {
            let table = || vec![cost; count * count];
            let field = Field::new(&Pairs::new(count, table(), table()), size, 30, Some(0));
            let choice = choose(&field, &search(&field), &classes, Reach::Legal);
            assert!(choice.best[0] == 30 && field.is_legal(&choice.best));
        }
    }
}
