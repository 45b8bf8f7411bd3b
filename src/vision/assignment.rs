//! Exact one-to-one assignment, and by how much it beats the best other one.
//!
//! The assignment itself is the Hungarian method of a library. Its margins follow from it: any other assignment differs
//! from the best in cycles, in which cell `i` takes the tile of cell `k`, `k` the tile of another, and so on round to
//! `i`. With `w(i, k) = cost(i, tile of k) - cost(i, tile of i)` the margin of cell `i` is the weight of the lightest
//! cycle through `i`. No cycle is negative, because the assignment is the best, so all lightest paths come from one run
//! of Floyd and Warshall's algorithm.

use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;

/// A square table of costs: row `i`, column `j` is what it costs to give column `j` to row `i`.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    n: usize,
    values: Vec<f32>,
}

/// By how much an assignment beats the best other one, for one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// The column the row would have in the best assignment that gives it another one.
    pub runner_up: usize,
    /// How much more that assignment costs.
    pub margin: f32,
}

impl Costs {
    /// An `n` × `n` table with `cost(row, column)` in each place. Costs that are not finite count as very large.
    pub fn new(n: usize, mut cost: impl FnMut(usize, usize) -> f32) -> Costs {
        let values = (0..n * n).map(|place| cost(place / n, place % n)).collect();
        Costs { n, values }
    }

    /// How many rows, and columns.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The cost of giving `column` to `row`.
    pub fn at(&self, row: usize, column: usize) -> f32 {
        self.values[row * self.n + column]
    }
}

/// For each row the column it is given, each column once, at the least total cost. Ties are resolved the same way in
/// every run. Cubic in the number of rows: some 0.2 ms for 100.
pub fn assign(costs: &Costs) -> Vec<usize> {
    if costs.is_empty() {
        return Vec::new();
    }
    let largest = costs.values.iter().copied().filter(|cost| cost.is_finite()).fold(1e-6_f32, |a, b| a.max(b.abs()));
    let scale = (1_i64 << 40) as f64 / f64::from(largest);
    let whole = |cost: f32| if cost.is_finite() { (f64::from(cost) * scale) as i64 } else { 1 << 44 };
    let weights = Matrix::from_fn(costs.n, costs.n, |(row, column)| whole(costs.at(row, column)));
    kuhn_munkres_min(&weights).1
}

/// The margin of each row of a best assignment. With a single row there is no other assignment: its margin is infinite.
///
/// Cubic in the number of rows: some 1 ms for 100.
pub fn margins(costs: &Costs, assignment: &[usize]) -> Vec<Margin> {
    let n = costs.n;
    let weight = |i: usize, k: usize| f64::from(costs.at(i, assignment[k])) - f64::from(costs.at(i, assignment[i]));
    let mut path = vec![f64::INFINITY; n * n];
    for i in 0..n {
        for k in 0..n {
            path[i * n + k] = if i == k { 0.0 } else { weight(i, k) };
        }
    }
    for via in 0..n {
        let from_via = path[via * n..(via + 1) * n].to_vec();
        for i in 0..n {
            let to_via = path[i * n + via];
            for (length, rest) in path[i * n..(i + 1) * n].iter_mut().zip(&from_via) {
                *length = length.min(to_via + rest);
            }
        }
    }
    (0..n)
        .map(|i| {
            let cycle = |k: usize| weight(i, k) + path[k * n + i];
            let others = (0..n).filter(|&k| k != i);
            let best = others.min_by(|&a, &b| cycle(a).total_cmp(&cycle(b)));
            match best {
                Some(k) => Margin { runner_up: assignment[k], margin: cycle(k).max(0.0) as f32 },
                None => Margin { runner_up: assignment[i], margin: f32::INFINITY },
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every assignment of `n` rows with its total cost, the slow way.
    fn all_assignments(costs: &Costs) -> Vec<(f32, Vec<usize>)> {
        fn extend(costs: &Costs, chosen: &mut Vec<usize>, all: &mut Vec<(f32, Vec<usize>)>) {
            if chosen.len() == costs.len() {
                let total = chosen.iter().enumerate().map(|(row, &column)| costs.at(row, column)).sum();
                all.push((total, chosen.clone()));
                return;
            }
            for column in 0..costs.len() {
                if !chosen.contains(&column) {
                    chosen.push(column);
                    extend(costs, chosen, all);
                    chosen.pop();
                }
            }
        }
        let mut all = Vec::new();
        extend(costs, &mut Vec::new(), &mut all);
        all
    }

    /// Costs that look random but are the same in every run.
    fn scattered(n: usize, seed: u32) -> Costs {
        Costs::new(n, |row, column| {
            let mixed =
                (seed.wrapping_mul(31) + row as u32 * 7919 + column as u32 * 104_729).wrapping_mul(2_654_435_761);
            (mixed >> 20) as f32
        })
    }

    #[test]
    fn the_assignment_and_its_margins_agree_with_trying_all() {
        for n in 1..=6 {
            for seed in 0..40 {
                let costs = scattered(n, seed);
                let all = all_assignments(&costs);
                let best = all.iter().map(|(total, _)| *total).fold(f32::INFINITY, f32::min);
                let found = assign(&costs);
                let total: f32 = found.iter().enumerate().map(|(row, &column)| costs.at(row, column)).sum();
                assert_eq!(total, best);
                for (row, margin) in margins(&costs, &found).into_iter().enumerate() {
                    let others = all.iter().filter(|(_, columns)| columns[row] != found[row]);
                    let second = others.map(|(total, _)| *total).fold(f32::INFINITY, f32::min);
                    assert_eq!(margin.margin, second - best, "row {row} of {costs:?}");
                    let named = all.iter().filter(|(_, columns)| columns[row] == margin.runner_up);
                    assert_eq!(
                        named.map(|(total, _)| *total).fold(f32::INFINITY, f32::min),
                        if n == 1 { best } else { second }
                    );
                }
            }
        }
    }

    #[test]
    fn infinite_costs_are_avoided() {
        let costs = Costs::new(2, |row, column| if row == column { f32::INFINITY } else { 1.0 });
        assert_eq!(assign(&costs), [1, 0]);
    }
}
