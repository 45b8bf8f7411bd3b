//! Which number is in which cell: the numbers are consecutive, each is there once, one is absent, one cell is blank.
//!
//! Cells and one more row, "absent", are given the numbers and one more column, "blank", one to one at the least sum of
//! negative log-likelihoods. A likelihood is never taken for smaller than [`DOUBT`] allows, so that one spoilt cell
//! costs a bounded sum and cannot overrule all others.

use super::spelling::Odds;
use crate::vision::assignment::{Costs, Margin, assign, margins};

/// The share of every cell's likelihood that is spread over all it could be.
const DOUBT: f32 = 0.01;
/// The log-likelihood below which a cell is in doubt, and that below which the blank is.
const DOUBTFUL: f32 = -1.0;
const DOUBTFUL_BLANK: f32 = -0.5;
/// Cost of a choice that is no numbering at all.
const IMPOSSIBLE: f32 = 1e4;
/// Cost of the absent number being the first, or one between the first and the last, which is absent as a rule.
const FIRST_ABSENT: f32 = 1.0;
const INNER_ABSENT: f32 = 5.0;
/// Cost of counting from 0, which is tried only if the mean log-likelihood is not this good counting from 1.
const FROM_ZERO: f32 = 6.0;
const GOOD: f32 = -0.05;

/// A numbering of all cells.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// The lowest number of the board, absent or not: 0 or 1.
    pub(super) first: u16,
    /// The number of each cell; none for the blank.
    pub(super) numbers: Vec<Option<u16>>,
    /// The number that no cell has.
    pub(super) absent: u16,
    /// For each cell, by how much the best numbering with another number there is less likely (natural logarithm), and that
    /// number.
    pub(super) others: Vec<(f32, Option<u16>)>,
    /// The log-likelihood of what each cell was given.
    pub(super) likelihoods: Vec<f32>,
    /// Whether the cell taken for the blank shows the number taken for absent rather than nothing.
    pub(super) has_no_blank: bool,
}

impl Numbering {
    /// The mean log-likelihood of the cells.
    pub(super) fn mean(&self) -> f32 {
        self.likelihoods.iter().sum::<f32>() / self.likelihoods.len() as f32
    }

    /// The mean log-likelihood of the cells that were given a number, and the least.
    pub(super) fn mean_of_numbers(&self) -> f32 {
        self.of_numbers().sum::<f32>() / (self.likelihoods.len() - 1).max(1) as f32
    }

    pub(super) fn least(&self) -> f32 {
        self.of_numbers().fold(0.0, f32::min)
    }

    fn of_numbers(&self) -> impl Iterator<Item = f32> {
        self.likelihoods
            .iter()
            .zip(&self.numbers)
            .filter(|(_, number)| number.is_some())
            .map(|(&likelihood, _)| likelihood)
    }

    /// Whether another cell than the blank may hold no number, and either the blank may be none or counting begins at 0: of
    /// the keys of a calculator some are no digits.
    pub(super) fn is_doubtful(&self) -> bool {
        let (blank, inked): (Vec<_>, Vec<_>) =
            self.likelihoods.iter().zip(&self.numbers).partition(|(_, number)| number.is_none());
        let has_less = |cells: Vec<(&f32, _)>, than: f32| cells.iter().any(|&(&likelihood, _)| likelihood < than);
        (self.first == 0 || has_less(blank, DOUBTFUL_BLANK)) && has_less(inked, DOUBTFUL)
    }

    /// The smallest margin of all cells.
    pub(super) fn margin(&self) -> f32 {
        self.others.iter().map(|&(margin, _)| margin).fold(f32::INFINITY, f32::min)
    }
}

/// Cell by cell the mean of several readers' odds.
pub(super) fn mixed(readers: &[&[Odds]]) -> Vec<Odds> {
    let cells = readers.first().map_or(0, |reader| reader.len());
    let mean = |cell: usize, choice: usize| {
        readers.iter().map(|reader| reader[cell][choice]).sum::<f32>() / readers.len() as f32
    };
    (0..cells).map(|cell| (0..readers[0][cell].len()).map(|choice| mean(cell, choice)).collect()).collect()
}

/// What it costs that something of probability `likelihood` is so, on a board of `count` cells.
fn cost(likelihood: f32, count: usize) -> f32 {
    -((1.0 - DOUBT) * likelihood + DOUBT / (count + 1) as f32).ln()
}

/// The costs of giving `cells` the numbers from `first` on; the last column is "blank". Where counting begins at 1 a 0 stands for the
/// blank, as solvers write it.
fn costs(cells: &[Odds], first: usize) -> Costs {
    let count = cells.len();
    let blank = |cell: &Odds| cell[count + 1] + if first == 1 { cell[0] } else { 0.0 };
    Costs::new(count + 1, |row, column| match (cells.get(row), column < count) {
        (Some(cell), true) => cost(cell[first + column], count),
        (Some(cell), false) => cost(blank(cell), count),
        (None, false) => IMPOSSIBLE,
        (None, true) if column + 1 == count => 0.0,
        (None, true) if column == 0 && first == 0 => IMPOSSIBLE,
        (None, true) if column == 0 => FIRST_ABSENT,
        (None, true) => INNER_ABSENT,
    })
}

/// The likeliest numbering from 1 on, or from 0 where that is clearly likelier.
pub(super) fn best(cells: &[Odds]) -> Numbering {
    let one = numbering(cells, 1);
    if one.mean() > GOOD {
        return one;
    }
    let zero = numbering(cells, 0);
    let gain = (zero.mean() - one.mean()) * cells.len() as f32;
    if gain > FROM_ZERO { zero } else { one }
}

fn numbering(cells: &[Odds], first: u16) -> Numbering {
    let costs = costs(cells, usize::from(first));
    let chosen = assign(&costs);
    let number = |column: usize| (column < cells.len()).then_some(first + column as u16);
    let others = margins(&costs, &chosen);
    let other = |&Margin { margin, runner_up }: &Margin| (margin, number(runner_up));
    Numbering {
        first,
        numbers: chosen[..cells.len()].iter().map(|&column| number(column)).collect(),
        absent: first + chosen[cells.len()] as u16,
        others: others[..cells.len()].iter().map(other).collect(),
        likelihoods: (0..cells.len()).map(|cell| -costs.at(cell, chosen[cell])).collect(),
        has_no_blank: (0..cells.len()).any(|cell| {
            chosen[cell] == cells.len() && costs.at(cell, chosen[cells.len()]) < costs.at(cell, cells.len())
        }),
    }
}

/// How well a sample of the cells of a board fits its numbers: the mean log-likelihood of their best assignment.
pub(super) fn fit_of_sample(cells: &[Odds]) -> f32 {
    let count = cells.first().map_or(0, |cell| cell.len() - 2);
    let costs = Costs::new(count + 1, |row, column| cells.get(row).map_or(0.0, |cell| cost(cell[column + 1], count)));
    let total: f32 = assign(&costs).iter().enumerate().map(|(row, &column)| costs.at(row, column)).sum();
    -total / cells.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Odds on a board of `count` cells of something seen surely: a number, or none.
    fn sure(seen: Option<usize>, count: usize) -> Odds {
        (0..count + 2).map(|choice| f32::from(choice == seen.unwrap_or(count + 1))).collect()
    }

    #[test]
    fn one_spoilt_cell_is_found_by_elimination() {
        let mut cells: Vec<Odds> = [Some(3), None, Some(1), Some(2)].map(|seen| sure(seen, 4)).to_vec();
        cells[2] = sure(Some(3), 4);
        cells[2][1] = 0.2;
        let found = best(&cells);
        assert_eq!(found.numbers, [Some(3), None, Some(1), Some(2)]);
        assert_eq!((found.first, found.absent), (1, 4));
        assert!(found.others[1].0 > found.others[0].0);
    }

    #[test]
    fn an_exchange_has_its_margin_and_names_the_other() {
        let mut cells: Vec<Odds> = [Some(1), Some(2), Some(3), None].map(|seen| sure(seen, 4)).to_vec();
        cells[0] = vec![0.0, 0.6, 0.4, 0.0, 0.0, 0.0];
        cells[1] = vec![0.0, 0.4, 0.6, 0.0, 0.0, 0.0];
        let found = best(&cells);
        assert_eq!(found.others[0].1, Some(2));
        assert_eq!(found.others[1].1, Some(1));
        assert!((found.margin() - 2.0 * 1.5f32.ln()).abs() < 0.05, "{}", found.margin());
    }

    #[test]
    fn a_blank_that_shows_the_absent_number_is_none() {
        let all = [1, 2, 3, 4].map(|number| sure(Some(number), 4)).to_vec();
        assert!(best(&all).has_no_blank);
        let board = [Some(1), None, Some(3), Some(2)].map(|seen| sure(seen, 4)).to_vec();
        assert!(!best(&board).has_no_blank);
    }

    #[test]
    fn a_nought_is_the_blank_where_all_others_are_there() {
        let seen = |numbers: [usize; 9]| numbers.map(|number| sure(Some(number), 9)).to_vec();
        let found = best(&seen([3, 4, 5, 7, 6, 8, 2, 1, 0]));
        assert_eq!((found.first, found.absent, found.has_no_blank), (1, 9, false));
        assert!(found.numbers[8].is_none() && found.mean() > GOOD && !found.is_doubtful());
        let mut from_nought = seen([3, 4, 5, 7, 6, 0, 2, 1, 0]);
        from_nought[8] = sure(None, 9);
        assert_eq!((best(&from_nought).first, best(&from_nought).absent), (0, 8));
    }

    #[test]
    fn a_spoilt_cell_is_doubtful_where_the_blank_is_too_or_counting_begins_at_nought() {
        let spoilt = |number: usize, count: usize| {
            let mut odds = sure(None, count);
            (odds[number], odds[count + 1]) = (0.1, 0.4);
            odds
        };
        let board = |first: usize, blank: f32| {
            let mut cells = [first + 1, first, first + 2, first + 3].map(|number| sure(Some(number), 5)).to_vec();
            cells[2] = spoilt(first + 2, 5);
            cells.push(sure(None, 5).into_iter().map(|odds| odds * blank).collect());
            best(&cells)
        };
        assert!(!board(1, 0.95).is_doubtful(), "the only cell that has no number");
        assert!(board(1, 0.5).is_doubtful());
        let from_nought = board(0, 0.95);
        assert!(from_nought.first == 0 && from_nought.is_doubtful());
    }

    #[test]
    fn mixing_fills_what_one_reader_missed() {
        let seen = [Some(1), Some(2), None, Some(3)].map(|seen| sure(seen, 4)).to_vec();
        let missed = [Some(1), None, None, Some(3)].map(|seen| sure(seen, 4)).to_vec();
        assert_eq!(best(&mixed(&[&seen, &missed])).numbers, [Some(1), Some(2), None, Some(3)]);
    }
}
