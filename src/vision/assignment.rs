//! Exact one-to-one assignment, and by how much it beats the best other one.
//!
//! Rows and columns have prices that no cost undercuts: `cost(i, j) - price(i) - price(j) >= 0`. Where the rest is 0 a
//! row may take a column at no loss. Most rows find such a column as soon as prices are the least costs of columns and
//! then of rows; each of the others is given one along the lightest path of exchanges, prices rising just enough to pay
//! for it (R. Jonker and A. Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment
//! problems", Computing 38, 1987). The searches of an assembly solve thousands of such tables, most of them nearly
//! solved, for which the Hungarian method of the library that serves elsewhere takes ten times as long.
//!
//! The margins follow from the assignment: any other one differs from the best in cycles, in which cell `i` takes the
//! tile of cell `k`, `k` the tile of another, and so on round to `i`. With
//! `w(i, k) = cost(i, tile of k) - cost(i, tile of i)` the margin of cell `i` is the weight of the lightest cycle through
//! `i`. No cycle is negative, because the assignment is the best, so all lightest paths come from one run of Floyd and
//! Warshall's algorithm.

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
        let mut values = Vec::with_capacity(n * n);
        for row in 0..n {
            values.extend((0..n).map(|column| cost(row, column)));
        }
        Costs { n, values }
    }

    /// An `n` × `n` table of these values, row by row.
    pub fn of_rows(n: usize, values: Vec<f32>) -> Costs {
        assert_eq!(values.len(), n * n, "a square table of side {n}");
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
/// every run. At most cubic in the number of rows.
pub fn assign(costs: &Costs) -> Vec<usize> {
    Market::settled(costs).columns()
}

/// Rows that take columns, and the prices. Costs are whole numbers, so that sums of them are exact.
#[derive(Clone)]
pub struct Market {
    n: usize,
    costs: Vec<i64>,
    row_prices: Vec<i64>,
    column_prices: Vec<i64>,
    /// The row that has each column.
    owners: Vec<Option<usize>>,
}

impl Market {
    /// The market in which every row has the column that [`assign`] gives it.
    pub fn settled(costs: &Costs) -> Market {
        let mut market = Market::new(costs);
        for row in market.first_come() {
            market.serve(row);
        }
        market
    }

    /// For each row its column.
    pub fn columns(&self) -> Vec<usize> {
        let mut columns = vec![0; self.n];
        self.owners.iter().enumerate().for_each(|(column, owner)| columns[owner.expect("all are served")] = column);
        columns
    }

    /// The settled market if any column cost this row nothing: it gives its own back and takes what suits the others best.
    /// At most quadratic in the number of rows.
    pub fn without_claims_of(mut self, row: usize) -> Market {
        self.costs[row * self.n..][..self.n].fill(0);
        self.owners.iter_mut().filter(|owner| **owner == Some(row)).for_each(|owner| *owner = None);
        self.row_prices[row] = self.column_prices.iter().map(|price| -price).min().unwrap_or(0);
        self.serve(row);
        self
    }

    fn new(costs: &Costs) -> Market {
        let finite = costs.values.iter().copied().filter(|cost| cost.is_finite());
        let scale = (1_i64 << 40) as f64 / f64::from(finite.fold(1e-6_f32, |a, b| a.max(b.abs())));
        let whole = |&cost: &f32| if cost.is_finite() { (f64::from(cost) * scale) as i64 } else { 1 << 44 };
        let n = costs.n;
        Market {
            n,
            costs: costs.values.iter().map(whole).collect(),
            row_prices: vec![0; n],
            column_prices: vec![0; n],
            owners: vec![None; n],
        }
    }

    /// Sets the first prices, lets every row take its cheapest column unless that is gone, and gives the rows left.
    fn first_come(&mut self) -> Vec<usize> {
        if self.n == 0 {
            return Vec::new();
        }
        self.column_prices.copy_from_slice(&self.costs[..self.n]);
        for row in self.costs.chunks_exact(self.n) {
            self.column_prices.iter_mut().zip(row).for_each(|(price, &cost)| *price = cost.min(*price));
        }
        let mut left = Vec::new();
        for (row, costs) in self.costs.chunks_exact(self.n).enumerate() {
            let rests = costs.iter().zip(&self.column_prices).map(|(cost, price)| cost - price);
            let (column, rest) = rests.enumerate().min_by_key(|&(_, rest)| rest).expect("there is a column");
            self.row_prices[row] = rest;
            match &mut self.owners[column] {
                free @ None => *free = Some(row),
                Some(_) => left.push(row),
            }
        }
        left
    }

    /// Gives a row a column: along the lightest path to a free one, each row hands its own to the row before.
    fn serve(&mut self, row: usize) {
        let mut paths = vec![Path { length: i64::MAX, before: None, is_final: false }; self.n];
        let (mut asking, mut length, mut last) = (row, 0, None);
        let end = loop {
            let paid = length - self.row_prices[asking];
            let costs = &self.costs[asking * self.n..][..self.n];
            let mut next = (i64::MAX, 0);
            let open = paths.iter_mut().zip(costs).zip(&self.column_prices).enumerate();
            for (column, ((path, cost), price)) in open.filter(|(_, ((path, _), _))| !path.is_final) {
                let here = paid + cost - price;
                if here < path.length {
                    (path.length, path.before) = (here, last);
                }
                if path.length < next.0 {
                    next = (path.length, column);
                }
            }
            let column = next.1;
            (length, last) = (next.0, Some(column));
            paths[column].is_final = true;
            match self.owners[column] {
                Some(owner) => asking = owner,
                None => break column,
            }
        };
        self.row_prices[row] += length;
        for (column, path) in paths.iter().enumerate().filter(|(_, path)| path.is_final) {
            self.column_prices[column] -= length - path.length;
            if let Some(owner) = self.owners[column] {
                self.row_prices[owner] += length - path.length;
            }
        }
        let mut column = end;
        while let Some(before) = paths[column].before {
            self.owners[column] = self.owners[before];
            column = before;
        }
        self.owners[column] = Some(row);
    }
}

/// The lightest path of exchanges found to a column.
#[derive(Clone)]
struct Path {
    length: i64,
    /// The column before.
    before: Option<usize>,
    /// Whether no lighter one can be found.
    is_final: bool,
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
    use std::collections::HashSet;

    use pathfinding::kuhn_munkres::kuhn_munkres_min;
    use pathfinding::matrix::Matrix;

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
    fn large_tables_cost_what_the_library_finds() {
        for (n, seed) in [(30, 1), (30, 2), (61, 3)] {
            for tied in [1.0, 400.0] {
                let fine = scattered(n, seed);
                let costs = Costs::new(n, |row, column| (fine.at(row, column) / tied).floor());
                let weights = Matrix::from_fn(n, n, |(row, column)| costs.at(row, column) as i64);
                let found = assign(&costs);
                let total: f32 = (0..n).map(|row| costs.at(row, found[row])).sum();
                assert_eq!(total as i64, kuhn_munkres_min(&weights).0);
                assert_eq!(found.iter().collect::<HashSet<_>>().len(), n);
            }
        }
    }

    #[test]
    fn a_row_that_claims_nothing_leaves_the_others_what_suits_them_best() {
        for (n, seed) in [(1, 0), (2, 1), (5, 2), (30, 3)] {
            let costs = scattered(n, seed);
            for row in 0..n {
                let free = Costs::new(n, |r, column| if r == row { 0.0 } else { costs.at(r, column) });
                let total = |columns: &[usize]| -> f32 { (0..n).map(|row| free.at(row, columns[row])).sum() };
                let found = Market::settled(&costs).without_claims_of(row).columns();
                assert_eq!(total(&found), total(&assign(&free)));
                assert_eq!(found.iter().collect::<HashSet<_>>().len(), n);
            }
        }
    }

    #[test]
    fn infinite_costs_are_avoided() {
        let costs = Costs::new(2, |row, column| if row == column { f32::INFINITY } else { 1.0 });
        assert_eq!(assign(&costs), [1, 0]);
    }
}
