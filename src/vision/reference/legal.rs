//! Arrangements that moves can make, and by how much one beats the others.
//!
//! Once the blank and its home are known, only half of all arrangements are legal: any two of them differ by an even
//! permutation. The lightest ones that change a given cell are a rotation of three tiles, or an exchange of two together
//! with an exchange of two others. That makes parity a tie-breaker: of two look-alike tiles alone, only one order is
//! legal.

use super::compare::Noise;
use crate::vision::assignment::Costs;

/// How sure each cell of an arrangement is, and which tiles cannot be told apart.
pub struct Margins {
    pub margins: Vec<f32>,
    pub runners_up: Vec<usize>,
    pub identical: Vec<Vec<usize>>,
}

/// The exchange of two tiles other than the blank that costs least, with its cost.
pub fn cheapest_exchange(costs: &Costs, arrangement: &[usize], blank: usize) -> Option<(usize, usize, f32)> {
    let exchanges = Exchanges::new(costs, arrangement, blank);
    let cells = || (0..arrangement.len()).filter(|&cell| cell != blank);
    cells()
        .flat_map(|i| cells().filter(move |&k| i < k).map(move |k| (i, k)))
        .map(|(i, k)| (i, k, exchanges.swap(i, k)))
        .min_by(|a, b| a.2.total_cmp(&b.2))
}

/// The margin of each cell of an arrangement over those that moves could make of it, tiles that are alike to the eye and
/// cannot be told apart put into groups. A margin is measured by the noise of the two cells it is about: on a board of busy
/// tiles a flat one with a mark is known by that. `lit` makes of it the noise
/// of a cell in its light. The blank's own margin is 1: how sure it is, is another question.
pub fn margins(
    costs: &Costs,
    arrangement: &[usize],
    blank: usize,
    noise: Noise,
    alike: impl Fn(usize, usize) -> bool,
    lit: impl Fn(Noise, usize) -> Noise,
) -> Margins {
    let changes = Exchanges::new(costs, arrangement, blank).lightest_changes();
    let mut group: Vec<usize> = (0..arrangement.len()).collect();
    loop {
        let found: Vec<(usize, f32)> = (0..arrangement.len())
            .map(|cell| {
                let own = arrangement[cell];
                let others = arrangement.iter().copied().zip(changes[cell].iter().copied());
                let differ = others.filter(|&(other, _)| group[other] != group[own]);
                differ.fold((own, f32::INFINITY), |best, other| if other.1 < best.1 { other } else { best })
            })
            .collect();
        let sureness = |cell: usize| noise.sureness(found[cell].1.max(0.0));
        let merge = (0..arrangement.len()).find_map(|cell| {
            let (own, other) = (arrangement[cell], found[cell].0);
            (sureness(cell) < 0.5 && group[own] != group[other] && alike(own, other))
                .then_some((group[own], group[other]))
        });
        match merge {
            Some((a, b)) => group.iter_mut().filter(|member| **member == b).for_each(|member| *member = a),
            None => {
                let own = |cell: usize| costs.at(cell, arrangement[cell]);
                let holder = |tile: usize| (0..arrangement.len()).find(|&cell| arrangement[cell] == tile);
                let margin = |cell: usize| {
                    let (other, cost) = found[cell];
                    let holder = holder(other).unwrap_or(cell);
                    let there = noise.among(own(holder).max(own(cell)));
                    lit(lit(there, cell), holder).sureness(cost.max(0.0))
                };
                return Margins {
                    margins: (0..arrangement.len()).map(margin).collect(),
                    runners_up: found.iter().map(|&(tile, _)| tile).collect(),
                    identical: groups(&group),
                };
            }
        }
    }
}

fn groups(group: &[usize]) -> Vec<Vec<usize>> {
    let members = |name: usize| (0..group.len()).filter(|&tile| group[tile] == name).collect::<Vec<_>>();
    (0..group.len()).map(members).filter(|members| members.len() > 1).collect()
}

struct Exchanges<'a> {
    costs: &'a Costs,
    arrangement: &'a [usize],
    blank: usize,
}

impl<'a> Exchanges<'a> {
    fn new(costs: &'a Costs, arrangement: &'a [usize], blank: usize) -> Self {
        Exchanges { costs, arrangement, blank }
    }

    /// What it costs to give cell `i` the tile of cell `k` instead of its own.
    fn weight(&self, i: usize, k: usize) -> f32 {
        self.costs.at(i, self.arrangement[k]) - self.costs.at(i, self.arrangement[i])
    }

    fn swap(&self, i: usize, k: usize) -> f32 {
        self.weight(i, k) + self.weight(k, i)
    }

    /// For each cell and each other the cost of the lightest legal change that gives the first the tile of the second;
    /// without end where there is none, the blank's included. Cubic in the number of cells.
    fn lightest_changes(&self) -> Vec<Vec<f32>> {
        let n = self.arrangement.len();
        let is_change = |i: usize, k: usize| i != k && i != self.blank && k != self.blank;
        let weight = |i: usize, k: usize| if is_change(i, k) { self.weight(i, k) } else { f32::INFINITY };
        let table = |of: &dyn Fn(usize, usize) -> f32| -> Vec<Vec<f32>> {
            (0..n).map(|i| (0..n).map(|k| of(i, k)).collect()).collect()
        };
        let (gives, takes) = (table(&weight), table(&|i, k| weight(k, i)));
        let mut lightest = table(&|i, k| {
            let rotations = gives[k].iter().zip(&takes[i]).map(|(next, last)| gives[i][k] + next + last);
            rotations.fold(f32::INFINITY, |least, cost| if cost < least { cost } else { least })
        });
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |k| (i, k))).filter(|&(i, k)| is_change(i, k));
        let mut swaps: Vec<(f32, usize, usize)> = pairs.map(|(i, k)| (self.swap(i, k), i, k)).collect();
        swaps.sort_by(|a, b| a.0.total_cmp(&b.0));
        for &(cost, i, k) in &swaps {
            let is_apart = |&&(_, a, b): &&(f32, usize, usize)| a != i && a != k && b != i && b != k;
            if let Some(other) = swaps.iter().find(is_apart) {
                lightest[i][k] = lightest[i][k].min(cost + other.0);
                lightest[k][i] = lightest[k][i].min(cost + other.0);
            }
        }
        lightest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::reference::compare::Measure;

    /// Costs of six cells at home, tiles as far apart as `values`.
    fn line(values: [f32; 6]) -> Costs {
        Costs::new(6, |cell, tile| (values[cell] - values[tile]).powi(2))
    }

    fn margins_of(values: [f32; 6]) -> Margins {
        let costs = line(values);
        let home: Vec<usize> = (0..6).collect();
        let noise = Noise::of(&costs, &home, Measure::Squared);
        margins(&costs, &home, 5, noise, |a, b| (values[a] - values[b]).abs() < 2.0, |noise, _| noise)
    }

    #[test]
    fn parity_settles_one_pair_of_look_alikes() {
        let found = margins_of([0.0, 0.1, 50.0, 90.0, 140.0, 250.0]);
        assert!(found.identical.is_empty());
        assert!(found.margins.iter().all(|&margin| margin > 0.9), "{:?}", found.margins);
    }

    #[test]
    fn three_look_alikes_are_identical() {
        let found = margins_of([0.0, 0.1, 0.2, 90.0, 140.0, 250.0]);
        assert_eq!(found.identical, [[0, 1, 2]]);
        assert!(found.margins.iter().all(|&margin| margin > 0.9), "{:?}", found.margins);
    }

    #[test]
    fn flat_tiles_are_measured_by_their_own_noise() {
        let values = [10.0, 10.0, 12.5, 90.0, 140.0, 250.0];
        let noises = [0.0, 0.0, 0.0, 30.0, 30.0, 30.0];
        let costs = Costs::new(6, |cell, tile| noises[cell] + f32::powi(values[cell] - values[tile], 2));
        let home: Vec<usize> = (0..6).collect();
        let noise = Noise::of(&costs, &home, Measure::Squared);
        let found = margins(&costs, &home, 5, noise, |a, b| (values[a] - values[b]).abs() < 2.0, |noise, _| noise);
        assert!(found.identical.is_empty() && found.margins.iter().all(|&margin| margin > 0.9), "{:?}", found.margins);
    }

    #[test]
    fn two_pairs_of_look_alikes_are_two_groups() {
        let found = margins_of([0.0, 0.1, 90.0, 90.1, 140.0, 250.0]);
        assert_eq!(found.identical, [[0, 1], [2, 3]]);
    }

    #[test]
    fn the_cheapest_exchange_leaves_the_blank() {
        let costs = line([0.0, 30.0, 50.0, 90.0, 140.0, 140.0]);
        let (i, k, cost) = cheapest_exchange(&costs, &[0, 1, 2, 3, 4, 5], 5).unwrap();
        assert_eq!((i, k, cost), (1, 2, 800.0));
    }
}
