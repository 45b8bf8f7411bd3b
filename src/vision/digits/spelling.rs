//! How the numbers of a board are written: as usual, or all with two digits, those below ten with a nought before them.
//!
//! Numbers as the network was taught never begin with a nought. It takes one for a digit like it, an 8 or a 9, or for no number
//! at all, and reads what follows as well as ever. On a board of 36 cells there is no 83: it is a 03.

use std::iter;

use super::network::Likelihood;

/// log P(no number) of a cell where no ink is in line.
const NOTHING_SEEN: f32 = -0.05;
/// How likely ink in line is that of no number, as a share of what the network takes for none: in unusual letters it does so often,
/// but there is one blank only, which mostly has no ink.
const INKED_BLANK: f32 = 0.1;
/// The tens that a nought may be taken for: on boards where there are any of them, it cannot be told.
const LIKE_NOUGHT: usize = 8;
/// So many cells must be likelier to begin with a nought than not, and more than have one digit.
const FEWEST: usize = 2;

/// For one cell the probabilities of the numbers from 0 to the count of cells, then that of no number.
pub(super) type Odds = Vec<f32>;

/// How the numbers below ten are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// With one digit.
    Usual,
    /// With a nought before it.
    Padded,
}

/// How the numbers may be written that are seen in the cells of a board of `count` cells, or in some of them.
pub(super) fn likely(seen: &[Option<Likelihood>], count: usize) -> Vec<Spelling> {
    let are_two_digits = (10..LIKE_NOUGHT * 10).contains(&count);
    let cells = |is: &dyn Fn(&Likelihood) -> bool| seen.iter().flatten().filter(|cell| is(cell)).count();
    let padded = || cells(&|cell| cell.of_padded(count).iter().sum::<f32>() > 0.5);
    let usual = || cells(&|cell| cell.of_one_digit() > 0.5);
    match are_two_digits && padded() >= FEWEST.max(usual() + 1) {
        true => vec![Spelling::Usual, Spelling::Padded],
        false => vec![Spelling::Usual],
    }
}

impl Spelling {
    /// The odds of a cell of a board of `count` cells; of one where no ink is in line if `seen` is none.
    pub(super) fn odds(self, seen: Option<&Likelihood>, count: usize) -> Odds {
        let Some(cell) = seen else {
            return iter::repeat_n(0.0, count + 1).chain([NOTHING_SEEN.exp()]).collect();
        };
        let mut none = cell.of_none().exp();
        let mut numbers: Odds = (0..=count).map(|number| cell.of_number(number as u16).exp()).collect();
        if self == Spelling::Padded {
            let padded = cell.of_padded(count);
            none *= 1.0 - padded.iter().copied().fold(0.0, f32::max);
            numbers[..padded.len()].copy_from_slice(&padded);
        }
        let all = 1.0 - none + INKED_BLANK * none;
        numbers.into_iter().chain([INKED_BLANK * none]).map(|odds| odds / all).collect()
    }
}
