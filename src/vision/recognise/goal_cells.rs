//! Where each number of a board belongs.

use crate::puzzle::{Goal, Order, Size};
use crate::vision::digits::Numbers;

/// The goal cell of each number, by number; the absent one's is the blank's home.
pub(super) struct GoalCells(Vec<Option<usize>>);

impl GoalCells {
    pub(super) fn of(&self, numbers: &Numbers, number: Option<u16>) -> Option<usize> {
        self.0.get(usize::from(number.unwrap_or(numbers.absent))).copied().flatten()
    }

    /// For every cell the goal cell of what is in it.
    pub(super) fn tiles(&self, numbers: &Numbers) -> Option<Vec<usize>> {
        numbers.numbers.iter().map(|&number| self.of(numbers, number)).collect()
    }
}

/// Where the numbers belong on a board of `size`, with the blank's home where it is known; `None` where the goal is of another
/// size.
pub(super) fn goal_cells(numbers: &Numbers, size: Size, goal: &Goal, blank_home: Option<usize>) -> Option<GoalCells> {
    let first = usize::from(numbers.first);
    let mut goal_cells = vec![None; first + size.cells() + 1];
    match goal {
        Goal::Board(goal) => {
            if goal.size() != size {
                return None;
            }
            for (cell, &number) in goal.tiles().iter().enumerate() {
                let number = if number == 0 { numbers.absent } else { number };
                *goal_cells.get_mut(usize::from(number))? = Some(cell);
            }
        }
        Goal::Order(order) => {
            let ordered = in_order(*order, size, blank_home);
            let present = (first..first + size.cells()).filter(|&number| number != usize::from(numbers.absent));
            match blank_home {
                Some(home) => {
                    goal_cells[usize::from(numbers.absent)] = Some(home);
                    present.zip(ordered).for_each(|(number, cell)| goal_cells[number] = Some(cell));
                }
                None => (first..).zip(ordered).for_each(|(number, cell)| goal_cells[number] = Some(cell)),
            }
        }
    }
    Some(GoalCells(goal_cells))
}

fn in_order(order: Order, size: Size, without: Option<usize>) -> Vec<usize> {
    order.cells(size).into_iter().filter(|&cell| Some(cell) != without).collect()
}
