//! The search for cheap arrangements: all of them on small boards, elsewhere growth from every seed, then from the part
//! of the best arrangement that is sure, by annealing where much is not; last the best one with another beginning.

mod anneal;
pub mod exact;
mod grow;
mod improve;
mod lines;
pub mod random;
pub mod rivals;

use super::confidence;
use super::field::{Arrangement, Field};
use anneal::anneal;
use grow::{Placed, grow};
use improve::improve;
use random::Random;

/// Arrangements that are kept.
const KEEP: usize = 48;
/// Grown arrangements that are improved.
const IMPROVED: usize = 5;
/// Tiles from which arrangements are grown at a glance.
const GLANCES: usize = 16;
/// No search makes a picture of tiles whose best arrangement at a glance fits less. Of 666 grids laid over boards and
/// over other things, those that came out at one half had a fit of 0.5 or more here, and those at one fifth, of 0.3.
const HOPELESS: f32 = 0.25;
/// The share a joint must have among all that its two sides could make, to be sure.
const SURE: f32 = 0.5;
/// Growths from the sure part in a row without success after which the search ends.
const PATIENCE: usize = 8;
/// The temperatures at which annealing begins where growing leaves doubts.
const HOT: [f32; 3] = [2.0, 4.0, 6.0];
/// How much more a wrapped arrangement may cost to be worth improving.
const WRAPPED: f32 = 60.0;
/// The least gain that counts.
const GAIN: f32 = 1e-3;
/// How much the order of placing is shaken, in nats.
const NOISE: f32 = 3.0;

/// The cheapest arrangements met, each once, cheapest first.
#[derive(Default)]
pub(super) struct Pool(Vec<(f32, Arrangement)>);

impl Pool {
    /// Adds an arrangement if it is new and among the cheapest; tells whether it is cheaper than all before it.
    fn add(&mut self, cost: f32, arrangement: Arrangement) -> bool {
        let cheapest = self.0.first().is_none_or(|(least, _)| cost < least - GAIN);
        let at = self.0.partition_point(|(other, _)| *other < cost);
        let known = self.0[at..].iter().take_while(|(other, _)| *other <= cost).any(|(_, other)| *other == arrangement);
        if known || at >= KEEP {
            return false;
        }
        self.0.insert(at, (cost, arrangement));
        self.0.truncate(KEEP);
        cheapest
    }

    /// The least cost met.
    pub(super) fn least(&self) -> f32 {
        self.0.first().map_or(f32::INFINITY, |(cost, _)| *cost)
    }

    /// The arrangements with their costs.
    pub(super) fn iter(&self) -> impl Iterator<Item = (f32, &Arrangement)> {
        self.0.iter().map(|(cost, arrangement)| (*cost, arrangement))
    }
}

/// Whether tiles arranged like this do not belong to one picture, or can hardly be told to.
pub(super) fn is_hopeless(field: &Field, arrangement: &Arrangement) -> bool {
    field.count() > exact::MOST_CELLS && confidence::fit(field, arrangement) < HOPELESS
}

/// Searches a field. Where that is hopeless, the search ends early.
pub(super) fn search(field: &Field) -> Pool {
    if field.count() <= exact::MOST_CELLS {
        return exhaust(field);
    }
    let mut pool = shown(field);
    let mut random = Random::new(field.blank as u64);
    let step = (field.count() / GLANCES).max(1);
    grow_from(field, (0..field.count()).step_by(step), &mut pool, &mut random);
    if is_hopeless(field, &pool.0[0].1) {
        return pool;
    }
    grow_from(field, (0..field.count()).filter(|tile| !tile.is_multiple_of(step)), &mut pool, &mut random);
    improve_best(field, &mut pool);
    let mut settled = regrow(field, &mut pool, &mut random);
    for hot in HOT {
        if settled {
            break;
        }
        let (_, mut annealed) = anneal(field, &pool.0[0].1, hot, &mut random);
        let cost = improve(field, &mut annealed);
        pool.add(cost, annealed);
        settled = regrow(field, &mut pool, &mut random);
    }
    wrap(field, &mut pool);
    pool
}

/// A first look at a field: `like`, an arrangement found for another blank, is improved.
pub(super) fn search_near(field: &Field, like: &Arrangement) -> Pool {
    if field.count() <= exact::MOST_CELLS {
        return exhaust(field);
    }
    let mut pool = shown(field);
    let mut moved = like.clone();
    let cost = improve(field, &mut moved);
    pool.add(cost, moved);
    pool
}

/// Goes on where a first look ended.
pub(super) fn search_further(field: &Field, pool: &mut Pool) {
    if field.count() > exact::MOST_CELLS && !is_hopeless(field, &pool.0[0].1) {
        improve_best(field, pool);
        regrow(field, pool, &mut Random::new(field.blank as u64));
        wrap(field, pool);
    }
}

/// The cheapest of all arrangements of a small board.
fn exhaust(field: &Field) -> Pool {
    let mut pool = Pool::default();
    for (cost, arrangement) in exact::cheapest(field, KEEP / 2, true) {
        pool.add(cost, arrangement);
    }
    for (cost, arrangement) in exact::cheapest(field, 1, false) {
        pool.add(cost, arrangement);
    }
    pool
}

/// The arrangement of the screenshot.
fn shown(field: &Field) -> Pool {
    let shown: Arrangement = (0..field.count()).collect();
    Pool(vec![(field.total(&shown), shown)])
}

/// Grows from each of some tiles.
fn grow_from(field: &Field, tiles: impl Iterator<Item = usize>, pool: &mut Pool, random: &mut Random) {
    for tile in tiles.filter(|&tile| tile != field.blank) {
        let grown = grow(field, &[(tile, 0, 0)], 0.0, random);
        pool.add(field.total(&grown), grown);
    }
}

fn improve_best(field: &Field, pool: &mut Pool) {
    let best: Vec<Arrangement> = pool.0.iter().take(IMPROVED).map(|(_, arrangement)| arrangement.clone()).collect();
    for mut arrangement in best {
        let cost = improve(field, &mut arrangement);
        pool.add(cost, arrangement);
    }
}

/// Keeps the largest sure part of one of the best arrangements and grows the rest again, until that does not help.
/// Tells whether the best arrangement leaves no doubt: all of it hangs together, and no joint is worse than chance.
fn regrow(field: &Field, pool: &mut Pool, random: &mut Random) -> bool {
    let mut vain = 0;
    while vain < PATIENCE {
        let from = if vain % 3 == 2 { random.below(pool.0.len().min(3)) } else { 0 };
        let parts = sure_parts(field, &pool.0[from].1);
        let largest = parts.iter().map(Vec::len).max().unwrap_or(0);
        if from == 0 && largest + 1 >= field.count() && none_doubtful(field, &pool.0[0].1) {
            return true;
        }
        let part = if vain % 4 == 3 {
            &parts[random.below(parts.len())]
        } else {
            parts.iter().find(|part| part.len() == largest).expect("one part is the largest")
        };
        let noise = if vain == 0 { 0.0 } else { NOISE };
        let mut grown = grow(field, &seed(field, &pool.0[from].1, part), noise, random);
        let cost = improve(field, &mut grown);
        vain = if pool.add(cost, grown) { 0 } else { vain + 1 };
    }
    false
}

/// Tries the best arrangement moved along, as a whole or a band of it, until that does not help: a picture whose opposite
/// borders match, as those of textures do, could begin anywhere, and so could a part of it that is flat around.
fn wrap(field: &Field, pool: &mut Pool) {
    loop {
        let (best, arrangement) = pool.0[0].clone();
        for (mut wrapped, is_whole) in lines::wrapped(field.size, &arrangement) {
            let mut cost = field.total(&wrapped);
            if is_whole && cost < best + WRAPPED {
                cost = improve(field, &mut wrapped);
            }
            pool.add(cost, wrapped);
        }
        if pool.least() >= best - GAIN {
            break;
        }
    }
}

/// The tiles of some cells, placed relative to each other.
fn seed(field: &Field, arrangement: &Arrangement, cells: &[usize]) -> Vec<Placed> {
    let left = cells.iter().map(|&cell| field.size.column(cell)).min().unwrap_or(0);
    let top = cells.iter().map(|&cell| field.size.row(cell)).min().unwrap_or(0);
    let place = |&cell: &usize| (arrangement[cell], field.size.column(cell) - left, field.size.row(cell) - top);
    cells.iter().map(place).collect()
}

/// Whether every joint of an arrangement is better than chance.
fn none_doubtful(field: &Field, arrangement: &Arrangement) -> bool {
    field.joints(arrangement).all(|(_, a, b)| lead(field, arrangement, a, b) <= 0.0)
}

fn lead(field: &Field, arrangement: &Arrangement, a: usize, b: usize) -> f32 {
    let (first, second) = (arrangement[a], arrangement[b]);
    if b == a + 1 { field.lead_across(first, second) } else { field.lead_down(first, second) }
}

/// The parts of an arrangement that hold together by sure joints. The blank is in none of them.
fn sure_parts(field: &Field, arrangement: &Arrangement) -> Vec<Vec<usize>> {
    let count = field.count();
    let sure = -(SURE * count as f32).ln();
    let mut part: Vec<usize> = (0..count).collect();
    for (_, a, b) in field.joints(arrangement) {
        if lead(field, arrangement, a, b) < sure {
            let (from, to) = (part[b], part[a]);
            part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
        }
    }
    let members =
        |name: usize| (0..count).filter(|&cell| part[cell] == name && arrangement[cell] != field.blank).collect();
    (0..count).map(members).filter(|cells: &Vec<usize>| !cells.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::field::tests::scattered;
    use super::super::fit::Pairs;
    use super::*;
    use crate::puzzle::Size;

    /// Scores in which tile `t` belongs to cell `t * step % count`, among random ones.
    fn planted(size: Size, step: usize, blank: usize) -> (Pairs, Arrangement) {
        let count = size.cells();
        let mut arrangement = vec![0; count];
        (0..count).for_each(|tile| arrangement[tile * step % count] = tile);
        let mut pairs = scattered(count, step);
        let field = Field::new(&pairs, size, blank, None);
        let joints: Vec<_> = field.joints(&arrangement).map(|(_, a, b)| (a, b)).collect();
        for (a, b) in joints {
            let at = arrangement[a] * count + arrangement[b];
            if b == a + 1 { pairs.across[at] = 6.0 } else { pairs.down[at] = 6.0 }
        }
        (Pairs::new(count, pairs.across, pairs.down), arrangement)
    }

    #[test]
    fn a_planted_picture_is_found_with_the_blank_at_any_home() {
        for (columns, rows, step) in [(3, 3, 4), (4, 4, 7), (5, 6, 7), (8, 8, 27), (10, 10, 37)] {
            let size = Size::new(columns, rows).unwrap();
            for blank in [0, 3, size.cells() - 1] {
                let (pairs, planted) = planted(size, step, blank);
                let field = Field::new(&pairs, size, blank, None);
                let pool = search(&field);
                let best = pool.iter().next().unwrap();
                assert!(best.0 <= field.total(&planted) + 1e-2, "{size} blank {blank}");
            }
        }
    }

    #[test]
    fn the_pool_is_sorted_and_holds_nothing_twice() {
        let mut pool = Pool::default();
        assert!(pool.add(1.0, vec![0, 1]) && pool.add(0.5, vec![1, 0]));
        assert!(!pool.add(0.5, vec![1, 0]) && !pool.add(0.7, vec![2, 0]));
        assert_eq!(pool.iter().map(|(cost, _)| cost).collect::<Vec<_>>(), [0.5, 0.7, 1.0]);
    }
}
