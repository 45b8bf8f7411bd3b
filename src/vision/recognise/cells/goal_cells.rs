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

    /// For every goal cell the number that belongs in it, where these are not counted from 1 without a gap but at the blank's home.
    pub(super) fn shown(&self, numbers: &Numbers) -> Option<Vec<u16>> {
        let mut shown: Vec<(usize, u16)> =
            self.0.iter().zip(0..).filter_map(|(cell, number)| Some(((*cell)?, number))).collect();
        shown.sort_unstable();
        let shown: Vec<u16> = shown.into_iter().map(|(_, number)| number).collect();
        let on_tiles = shown.iter().filter(|&&number| number != numbers.absent);
        (!on_tiles.copied().eq(1..numbers.numbers.len() as u16)).then_some(shown)
    }
}

/// Where the numbers belong on a board of `size`, with the blank's home where it is known; `None` where the goal is of another
/// size, or lacks one of them.
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
    let goal_cells = GoalCells(goal_cells);
    goal_cells.tiles(numbers).is_some().then_some(goal_cells)
}

/// The goal cells along an order, but for one.
pub(super) fn in_order(order: Order, size: Size, without: Option<usize>) -> Vec<usize> {
    order.cells(size).into_iter().filter(|&cell| Some(cell) != without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of a 3x2 board from `first` on, the last cell blank.
    fn numbers(first: u16, absent: u16) -> Numbers {
        let on_tiles = (first..first + 6).filter(|&number| number != absent);
        Numbers {
            numbers: on_tiles.map(Some).chain([None]).collect(),
            blank: 5,
            first,
            absent,
            margins: vec![6.0; 6],
            runner_up: vec![None; 6],
            confidence: 1.0,
            fit: 1.0,
            least: 1.0,
            are_all_shown: false,
        }
    }

    #[test]
    fn what_tiles_show_is_told_where_it_is_not_counted_from_one_along_the_goal_cells() {
        let size = Size::new(3, 2).unwrap();
        let shown = |numbers: &Numbers, goal: &str, home: Option<usize>| {
            goal_cells(numbers, size, &goal.parse().unwrap(), home).unwrap().shown(numbers)
        };
        let from_one = numbers(1, 6);
        assert_eq!(shown(&from_one, "rows", None), None);
        assert_eq!(shown(&from_one, "rows", Some(0)), None, "the blank's home is left out");
        assert_eq!(shown(&from_one, "snake", None), Some(vec![1, 2, 3, 6, 5, 4]));
        assert_eq!(shown(&from_one, "3 1 2/4 5 0", None), Some(vec![3, 1, 2, 4, 5, 6]));
        assert_eq!(shown(&numbers(0, 5), "rows", None), Some(vec![0, 1, 2, 3, 4, 5]));
        assert_eq!(shown(&numbers(1, 3), "rows", Some(2)), Some(vec![1, 2, 3, 4, 5, 6]), "there is no 3");
    }
}
