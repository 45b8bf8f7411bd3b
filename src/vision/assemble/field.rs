//! What an arrangement costs, for one cell held to be the blank.

use super::fit::Pairs;
use crate::puzzle::{Size, is_legal};

/// Which tile of the screenshot stands in every cell of the assembled picture; tiles are named by the cell they are in
/// now. The blank is one of them: where it stands is its home.
pub(super) type Arrangement = Vec<usize>;

/// The cost of a home that is not allowed: more than any arrangement gains, and so little that sums stay exact.
const FORBIDDEN: f32 = 1e4;
/// What a home in the last cell costs.
pub(super) const LAST: f32 = 0.0;
/// What a home in the first cell costs more than one in the last.
pub(super) const FIRST: f32 = 1.75;
/// What a home in another corner costs more than one in the last cell.
const CORNER: f32 = 8.0;
/// What a home that is no corner costs.
const ELSEWHERE: f32 = 11.0;

/// What all joints of one direction count. It is kept both ways, since searches ask for one tile beside many: these lie
/// side by side.
struct Joints {
    count: usize,
    after: Vec<f32>,
    before: Vec<f32>,
}

/// The costs of all joints between tiles, in nats (negative where they fit), none for the blank's; and of its homes.
///
/// Costs of different fields over the same [`Pairs`] can be compared.
pub(super) struct Field {
    pub(super) size: Size,
    /// The cell in which the blank is now; one past the last where all cells hold tiles.
    pub(super) blank: usize,
    across: Joints,
    down: Joints,
    lead_across: Joints,
    lead_down: Joints,
    homes: Vec<f32>,
    /// The column of every cell: a search asks for it all the time, and a division is not cheap.
    column: Vec<usize>,
}

impl Field {
    /// The field in which `blank` is the blank, at `home` when solved, if that is known.
    pub(super) fn new(pairs: &Pairs, size: Size, blank: usize, home: Option<usize>) -> Field {
        let count = pairs.count;
        let costs = |scores: &[f32]| {
            let joint = |(at, score): (usize, &f32)| {
                if at / count == blank || at % count == blank { 0.0 } else { -score }
            };
            scores.iter().enumerate().map(joint).collect()
        };
        let prior = |cell: usize| match home {
            Some(home) if home == cell => 0.0,
            Some(_) => FORBIDDEN,
            None => home_cost(size, cell),
        };
        let homes = (0..size.cells()).map(prior).collect();
        let joints = |after| Joints::new(count, after);
        Field {
            size,
            blank,
            across: joints(costs(&pairs.across)),
            down: joints(costs(&pairs.down)),
            lead_across: joints(leads(&pairs.across, &pairs.odds[0], count, blank)),
            lead_down: joints(leads(&pairs.down, &pairs.odds[1], count, blank)),
            homes,
            column: (0..size.cells()).map(|cell| size.column(cell)).collect(),
        }
    }

    /// How many cells there are.
    pub(super) fn count(&self) -> usize {
        self.homes.len()
    }

    /// The cost of tile `a` left of tile `b`.
    pub(super) fn across(&self, a: usize, b: usize) -> f32 {
        self.across.after(a)[b]
    }

    /// The cost of tile `a` above tile `b`.
    pub(super) fn down(&self, a: usize, b: usize) -> f32 {
        self.down.after(a)[b]
    }

    /// How far each tile to the right of `tile`, to the left, below and above it is behind chance.
    pub(super) fn leads_around(&self, tile: usize) -> [&[f32]; 4] {
        let (across, down) = (&self.lead_across, &self.lead_down);
        [across.after(tile), across.before(tile), down.after(tile), down.before(tile)]
    }

    /// How far tile `a` left of tile `b` is behind chance among all that could be there, in nats.
    pub(super) fn lead_across(&self, a: usize, b: usize) -> f32 {
        self.lead_across.after(a)[b]
    }

    /// How far tile `a` above tile `b` is behind chance among all that could be there, in nats.
    pub(super) fn lead_down(&self, a: usize, b: usize) -> f32 {
        self.lead_down.after(a)[b]
    }

    /// Whether the blank's home was told.
    pub(super) fn is_home_told(&self) -> bool {
        self.homes.contains(&FORBIDDEN)
    }

    /// The cost of the blank's home at `cell`, or nothing for other tiles.
    pub(super) fn home(&self, cell: usize, tile: usize) -> f32 {
        if tile == self.blank { self.homes[cell] } else { 0.0 }
    }

    /// What `tile` would cost in `cell`, all around it as it is.
    pub(super) fn at(&self, arrangement: &[usize], cell: usize, tile: usize) -> f32 {
        let mut cost = self.home(cell, tile);
        self.around_cell(arrangement, cell, |joints| cost += joints[tile]);
        cost
    }

    /// What every tile would cost in `cell`, all around it as it is.
    pub(super) fn all_at(&self, arrangement: &[usize], cell: usize) -> Vec<f32> {
        let mut costs: Vec<f32> = (0..arrangement.len()).map(|tile| self.home(cell, tile)).collect();
        self.around_cell(arrangement, cell, |joints| {
            costs.iter_mut().zip(joints).for_each(|(cost, joint)| *cost += joint);
        });
        costs
    }

    /// What the joints with each of the neighbours of `cell` cost, for every tile.
    #[inline]
    fn around_cell(&self, arrangement: &[usize], cell: usize, mut see: impl FnMut(&[f32])) {
        let (columns, column) = (self.size.columns(), self.column[cell]);
        if column > 0 {
            see(self.across.after(arrangement[cell - 1]));
        }
        if column + 1 < columns {
            see(self.across.before(arrangement[cell + 1]));
        }
        if cell >= columns {
            see(self.down.after(arrangement[cell - columns]));
        }
        if cell + columns < arrangement.len() {
            see(self.down.before(arrangement[cell + columns]));
        }
    }

    /// The cost of the joint between two cells, `a` before `b`: 0 if they do not touch.
    pub(super) fn between(&self, arrangement: &[usize], a: usize, b: usize) -> f32 {
        let columns = self.size.columns();
        if b == a + columns {
            self.down(arrangement[a], arrangement[b])
        } else if b == a + 1 && self.column[b] > 0 {
            self.across(arrangement[a], arrangement[b])
        } else {
            0.0
        }
    }

    /// What the tiles of `cells` cost together, joints between them once. For few cells.
    fn around(&self, arrangement: &[usize], cells: &[usize]) -> f32 {
        let columns = self.size.columns();
        let own = |cell: &usize| self.at(arrangement, *cell, arrangement[*cell]);
        let mut cost: f32 = cells.iter().map(own).sum();
        for &cell in cells {
            if self.column[cell] + 1 < columns && cells.contains(&(cell + 1)) {
                cost -= self.across(arrangement[cell], arrangement[cell + 1]);
            }
            if cells.contains(&(cell + columns)) {
                cost -= self.down(arrangement[cell], arrangement[cell + columns]);
            }
        }
        cost
    }

    /// By how much an arrangement costs more when the tile of each of `cells` moves to the next, the last one's to the
    /// first. The cells are distinct; the arrangement is used and left as it was.
    pub(super) fn turn(&self, arrangement: &mut [usize], cells: &[usize]) -> f32 {
        let before = self.around(arrangement, cells);
        rotate(arrangement, cells);
        let after = self.around(arrangement, cells);
        rotate_back(arrangement, cells);
        after - before
    }

    /// All exchanges of two tiles, by their cells, with how much more the arrangement costs after each.
    pub(super) fn swaps<'a>(&'a self, arrangement: &'a [usize]) -> impl Iterator<Item = (f32, [usize; 2])> + 'a {
        let count = arrangement.len();
        let own: Vec<f32> = (0..count).map(|cell| self.at(arrangement, cell, arrangement[cell])).collect();
        let mut work = arrangement.to_vec();
        let change = move |(a, b): (usize, usize)| {
            let touch = b == a + 1 || b == a + self.size.columns();
            let change = match touch {
                true => self.turn(&mut work, &[a, b]),
                false => {
                    self.at(arrangement, a, arrangement[b]) + self.at(arrangement, b, arrangement[a]) - own[a] - own[b]
                }
            };
            (change, [a, b])
        };
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b))).map(change)
    }

    /// What an arrangement costs.
    pub(super) fn total(&self, arrangement: &[usize]) -> f32 {
        let home: f32 = arrangement.iter().enumerate().map(|(cell, &tile)| self.home(cell, tile)).sum();
        home + self.joined(arrangement)
    }

    /// What the joints of an arrangement cost together.
    pub(super) fn joined(&self, arrangement: &[usize]) -> f32 {
        self.joints(arrangement).map(|(cost, _, _)| cost).sum()
    }

    /// All joints of an arrangement: the cost, and the two cells.
    pub(super) fn joints<'a>(&'a self, arrangement: &'a [usize]) -> impl Iterator<Item = (f32, usize, usize)> + 'a {
        let columns = self.size.columns();
        let across = (0..arrangement.len())
            .filter(move |cell| cell % columns + 1 < columns)
            .map(|cell| (self.across(arrangement[cell], arrangement[cell + 1]), cell, cell + 1));
        let down = (columns..arrangement.len())
            .map(move |cell| (self.down(arrangement[cell - columns], arrangement[cell]), cell - columns, cell));
        across.chain(down)
    }

    /// Whether an arrangement can be reached from the screenshot's by sliding tiles, all taken to be distinct.
    pub(super) fn is_legal(&self, arrangement: &[usize]) -> bool {
        let home = arrangement.iter().position(|&tile| tile == self.blank);
        home.is_none_or(|home| is_legal(arrangement, home, self.size))
    }
}

impl Joints {
    /// Of `count` tiles; `after[a * count + b]` is the joint of tile `a` and then tile `b`.
    fn new(count: usize, after: Vec<f32>) -> Joints {
        let before = (0..count * count).map(|at| after[at % count * count + at / count]).collect();
        Joints { count, after, before }
    }

    /// Those of tile `a` with every tile after it.
    fn after(&self, a: usize) -> &[f32] {
        &self.after[a * self.count..][..self.count]
    }

    /// Those of every tile with tile `b` after it.
    fn before(&self, b: usize) -> &[f32] {
        &self.before[b * self.count..][..self.count]
    }
}

/// Moves the tile of each of `cells` to the next of them, the last one's to the first.
pub(super) fn rotate(arrangement: &mut [usize], cells: &[usize]) {
    for pair in cells.windows(2).rev() {
        arrangement.swap(pair[0], pair[1]);
    }
}

fn rotate_back(arrangement: &mut [usize], cells: &[usize]) {
    for pair in cells.windows(2) {
        arrangement.swap(pair[0], pair[1]);
    }
}

/// What scores say against those of their rivals: the negative logarithm of a joint's share among all joints of either
/// side, over that of chance. Unlike a cost it tells a match that is poor but unrivalled from one of many.
fn leads(scores: &[f32], odds: &[f32], count: usize, blank: usize) -> Vec<f32> {
    let tiles = || (0..count).filter(|&tile| tile != blank);
    let sum = |cells: &mut dyn Iterator<Item = usize>| cells.map(|at| odds[at]).sum::<f32>().ln();
    let rows: Vec<f32> = (0..count).map(|a| sum(&mut tiles().filter(|&b| b != a).map(|b| a * count + b))).collect();
    let columns: Vec<f32> = (0..count).map(|b| sum(&mut tiles().filter(|&a| a != b).map(|a| a * count + b))).collect();
    let chance = (count as f32).ln();
    let lead = |at: usize| (rows[at / count] + columns[at % count]) / 2.0 - scores[at] - chance;
    (0..count * count).map(|at| if at / count == blank || at % count == blank { 0.0 } else { lead(at) }).collect()
}

/// What a home costs before anything is seen: the last cell is the usual one, then the first, then the other corners. In 73 of
/// 82 games with pictures it is the last, at least sometimes, in ten the first, in four another corner. Homes that are neither
/// weigh twice what that share says: pictures whose home is one are mostly rolled, and the joints along a cut through plain
/// ground are not independent of each other.
fn home_cost(size: Size, cell: usize) -> f32 {
    match cell {
        _ if cell + 1 == size.cells() => LAST,
        0 => FIRST,
        _ if size.is_corner(cell) => CORNER,
        _ => ELSEWHERE,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Scores that look random but are the same in every run.
    pub(crate) fn scattered(count: usize, seed: usize) -> Pairs {
        let score = |at: usize| ((at + seed * 7919 + 1).wrapping_mul(2_654_435_761) >> 7) % 997;
        let table = |salt: usize| (0..count * count).map(|at| score(at + salt) as f32 / 100.0 - 5.0).collect();
        Pairs::new(count, table(0), table(100_000))
    }

    #[test]
    fn turning_costs_what_the_totals_differ_by() {
        let size = Size::new(4, 3).unwrap();
        let field = Field::new(&scattered(12, 1), size, 7, None);
        let mut arrangement: Arrangement = (0..12).map(|cell| cell * 5 % 12).collect();
        for cells in [vec![0, 1], vec![0, 11], vec![3, 4], vec![5, 9, 6], vec![1, 2, 3], vec![0, 4, 8, 9]] {
            let before = field.total(&arrangement);
            let turned = field.turn(&mut arrangement, &cells);
            assert_eq!(field.total(&arrangement), before);
            rotate(&mut arrangement, &cells);
            assert!((field.total(&arrangement) - before - turned).abs() < 1e-3, "{cells:?}");
        }
    }

    #[test]
    fn swaps_are_turns_of_two() {
        let size = Size::new(4, 3).unwrap();
        let field = Field::new(&scattered(12, 6), size, 1, None);
        let mut arrangement: Arrangement = (0..12).map(|cell| cell * 5 % 12).collect();
        let swaps: Vec<_> = field.swaps(&arrangement.clone()).collect();
        assert_eq!(swaps.len(), 12 * 11 / 2);
        for (change, cells) in swaps {
            assert!((field.turn(&mut arrangement, &cells) - change).abs() < 1e-4, "{cells:?}");
        }
    }

    #[test]
    fn what_sliding_reaches_is_legal_and_one_swap_more_is_not() {
        let size = Size::new(3, 3).unwrap();
        // The screenshot shows tiles 0 to 8, the blank in cell 4. Slides of the goal lead to arrangements it may have.
        let field = Field::new(&scattered(9, 2), size, 4, None);
        let mut arrangement: Arrangement = (0..9).collect();
        let mut blank = 4;
        for (step, &slide) in crate::puzzle::Slide::ALL.iter().cycle().take(200).enumerate() {
            let Some(next) = size.step(blank, slide).filter(|_| step % 7 != 3) else { continue };
            arrangement.swap(blank, next);
            blank = next;
            assert!(field.is_legal(&arrangement));
            let others: Vec<usize> = (0..9).filter(|&cell| cell != blank).collect();
            let mut swapped = arrangement.clone();
            swapped.swap(others[step % 8], others[(step + 3) % 8]);
            assert!(!field.is_legal(&swapped));
        }
    }
}
