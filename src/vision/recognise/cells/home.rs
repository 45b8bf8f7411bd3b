//! Where the blank belongs on a numbered board.
//!
//! Numbers name all tiles and leave open which cell of the goal is the blank's: the last one, as a rule. Where the numbers are
//! printed on pieces of a picture, the picture tells: the reference shows, or the pieces make by themselves, the arrangement
//! that the numbers make with one home of the blank. Else it may be the first cell, with the numbers after it: it is where they
//! nearly are home so. Where sliding can bring the numbers home only with the blank first, as it can half of all boards with both
//! sides even, the home is open: of 44 such real boards it was the first cell on three and another on two; the others were deals
//! that cannot be solved. Nor does it tell there that the blank stands in the last cell, or in the first: it did so on six of the
//! deals and on four of the five others. Where a side is odd both homes are reached, or neither: of four real boards in rows that moves
//! could not make three belonged in a spiral. Only where nearly all tiles are home, as where two have changed places, is it known.

use image::RgbImage;

use super::super::CONFIDENT;
use super::Reader;
use super::assembled::are_mostly_alike;
use super::goal_cells::goal_cells;
use super::interpretation::Interpretation;
use crate::puzzle::{Goal, Order, Size, is_legal};
use crate::vision::Grid;
use crate::vision::assemble::Pieces;
use crate::vision::digits::Numbers;

/// The share of the cells on which reference and numbers must agree for the reference to say where the blank belongs.
const AGREED: f32 = 0.5;
/// How much better, in nats for each cell, the pieces must fit with another home of the blank than the last cell, for them
/// to be assembled at all; and with the last cell than the first, for the order not to be asked.
const BETTER: f32 = 1.0;
/// Of all cells, so many steps is nearly home what is so far away in all; and so many times farther from the usual goal.
const NEARLY: f32 = 0.5;
const FARTHER: usize = 2;

/// Where the blank belongs on a numbered board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// In this cell.
    In(usize),
    /// Where the absent number does.
    Usual,
    /// There, if at all: a number in the middle is seldom the one that is on no tile.
    Odd,
    /// Where the absent number does as a rule, but nothing tells that it is not the first cell.
    Open,
    /// There or in the cell at the other end, if only with that can sliding bring the others home; if with neither, in another order.
    Unreached,
}

impl Reader<'_> {
    /// What tells the blank's home. `matched` is what a reference says, though not surely.
    pub(super) fn told_home(
        &self,
        grid: &Grid,
        cells: &[RgbImage],
        numbers: &Numbers,
        matched: Option<&Interpretation>,
    ) -> Home {
        let Goal::Order(order) = self.hints.goal else { return Home::Usual };
        let goal = &self.hints.goal;
        let tiles = |home: usize| goal_cells(numbers, grid.size, goal, Some(home))?.tiles(numbers);
        let absent = usize::from(numbers.absent - numbers.first);
        if absent == 0 {
            return without_the_first_number(order, grid.size, numbers.blank, tiles).unwrap_or(Home::Usual);
        }
        if absent + 1 != grid.size.cells() {
            let is_usual = grid.size.is_corner(order.cells(grid.size)[absent]);
            return if is_usual { Home::Usual } else { Home::Odd };
        }
        let by_picture = self.home_by_picture(grid, cells, numbers.blank, &tiles, matched);
        match by_picture {
            Some(home) => Home::In(home),
            None => told_by_order(order, grid.size, numbers.blank, tiles).unwrap_or(Home::Usual),
        }
    }

    /// The home with which the numbers make the picture, where the tiles are pieces of one. `tiles` says for every cell the goal
    /// cell of what is in it, with the blank's home in a cell.
    fn home_by_picture(
        &self,
        grid: &Grid,
        cells: &[RgbImage],
        blank: usize,
        tiles: &impl Fn(usize) -> Option<Vec<usize>>,
        matched: Option<&Interpretation>,
    ) -> Option<usize> {
        let last = grid.size.cells() - 1;
        let homes = (0..=last).rev().filter_map(|home| Some((home, tiles(home)?)));
        if let Some(matched) = matched {
            let agreeing = |tiles: &[usize]| tiles.iter().zip(&matched.tiles).filter(|(a, b)| a == b).count();
            let counted = homes.map(|(home, tiles)| (agreeing(&tiles), home));
            let (count, home) = counted.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
            let is_sure = home == last || matched.prefers(&tiles(home)?, &tiles(last)?);
            return (is_sure && count as f32 >= AGREED * cells.len() as f32).then_some(home);
        }
        if are_mostly_alike(cells) {
            return None;
        }
        let pieces = Pieces::measure(cells, grid.size, self.screenshot.fidelity).ok()?;
        let costs: Vec<(f32, usize)> =
            homes.filter_map(|(home, tiles)| Some((pieces.cost_of(&tiles, blank)?, home))).collect();
        let ((usual, _), (first, _)) = (costs.first()?, costs.last()?);
        let (least, home) = costs.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let much = BETTER * cells.len() as f32;
        if usual - least < much {
            return (first - usual >= much).then_some(last);
        }
        let found = pieces.assemble(Some(blank), None).ok()?;
        (found.confidence >= CONFIDENT && Some(found.tiles) == tiles(home)).then_some(home)
    }
}

/// What the order says of numbers of which the first is on no tile: the blank belongs in the first cell, or in the last if only so
/// sliding can bring the others home, for some games count from 2.
fn without_the_first_number(
    order: Order,
    size: Size,
    blank: usize,
    tiles: impl Fn(usize) -> Option<Vec<usize>>,
) -> Option<Home> {
    let [first, last] = [tiles(0)?, tiles(size.cells() - 1)?];
    let is_open = order == Order::Rows && !is_legal(&first, blank, size) && is_legal(&last, blank, size);
    Some(if is_open && !is_nearer(&first, &last, blank, size) { Home::Unreached } else { Home::Usual })
}

/// What the order of the numbers says: the first cell if nearly all tiles are home with the blank there, or the last one; and which
/// of them is open. Whoever asks for another order than rows is believed, though moves cannot make it.
fn told_by_order(order: Order, size: Size, blank: usize, tiles: impl Fn(usize) -> Option<Vec<usize>>) -> Option<Home> {
    let way = order.cells(size);
    let (before, after) = (tiles(way[0])?, tiles(way[way.len() - 1])?);
    let [is_first, is_last] = [is_nearer(&before, &after, blank, size), is_nearer(&after, &before, blank, size)];
    Some(match [is_legal(&before, blank, size), is_legal(&after, blank, size)] {
        [true, _] | [false, false] if is_first => Home::In(way[0]),
        _ if is_last => Home::Usual,
        [true, false] => Home::Unreached,
        [false, false] if order == Order::Rows => Home::Unreached,
        [true, true] => Home::Open,
        _ => Home::Usual,
    })
}

/// Whether nearly all tiles are home with one goal, and far from it with another.
fn is_nearer(tiles: &[usize], others: &[usize], blank: usize, size: Size) -> bool {
    let away = |tiles: &[usize]| -> usize {
        (0..tiles.len()).filter(|&cell| cell != blank).map(|cell| size.distance(cell, tiles[cell])).sum()
    };
    away(tiles) as f32 <= NEARLY * size.cells() as f32 && away(others) > FARTHER * away(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The home by the numbers in the cells, 0 for the blank.
    fn home(size: Size, numbers: &[usize]) -> Home {
        let blank = numbers.iter().position(|&number| number == 0).unwrap();
        let last = size.cells() - 1;
        let told = told_by_order(Order::Rows, size, blank, |home| {
            let goal_cell = |&number: &usize| match number {
                0 => home,
                _ if home == last => number - 1,
                _ => number,
            };
            Some(numbers.iter().map(goal_cell).collect())
        });
        told.unwrap()
    }

    #[test]
    fn it_is_open_where_sliding_can_bring_the_numbers_home_only_with_the_blank_first_wherever_that_is() {
        let size = Size::new(4, 4).unwrap();
        let first = [0, 1, 11, 14, 4, 13, 8, 3, 12, 9, 5, 7, 6, 10, 2, 15];
        assert_eq!(home(size, &first), Home::Unreached);
        let mut last = first;
        last.swap(2, 3);
        assert_eq!(home(size, &last), Home::Usual);
        last.swap(0, 15);
        assert_eq!(home(size, &last), Home::Unreached);
        assert_eq!(home(size, &[5, 1, 14, 11, 4, 13, 8, 3, 12, 9, 0, 7, 6, 10, 2, 15]), Home::Unreached);
        let nearly = [4, 1, 2, 3, 5, 9, 6, 7, 8, 0, 10, 11, 12, 13, 14, 15];
        assert_eq!(home(size, &nearly), Home::In(0));
    }

    #[test]
    fn where_the_first_number_is_absent_the_blank_belongs_first_unless_only_with_it_last_all_can_be_brought_home() {
        let size = Size::new(4, 4).unwrap();
        let told = |numbers: [usize; 16]| {
            let blank = numbers.iter().position(|&number| number == 0).unwrap();
            let tiles = |home: usize| {
                let goal_cell = |&number: &usize| match number {
                    0 => home,
                    _ if home == 0 => number - 1,
                    _ => number - 2,
                };
                Some(numbers.iter().map(goal_cell).collect())
            };
            without_the_first_number(Order::Rows, size, blank, tiles).unwrap()
        };
        let mut numbers = [14, 3, 11, 6, 12, 2, 16, 0, 7, 9, 15, 13, 5, 8, 10, 4];
        assert_eq!(told(numbers), Home::Unreached);
        numbers.swap(0, 1);
        assert_eq!(told(numbers), Home::Usual);
        assert_eq!(told([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 15]), Home::Usual, "two are exchanged");
    }

    #[test]
    fn the_order_is_open_where_moves_cannot_make_rows_unless_nearly_all_tiles_are_home() {
        let (three, four) = (Size::new(3, 3).unwrap(), Size::new(4, 4).unwrap());
        assert_eq!(home(three, &[5, 6, 1, 2, 8, 7, 3, 4, 0]), Home::Unreached);
        assert_eq!(home(three, &[1, 2, 3, 4, 5, 6, 8, 7, 0]), Home::Usual);
        assert_eq!(home(three, &[0, 2, 1, 3, 4, 5, 6, 7, 8]), Home::In(0));
        assert_eq!(home(four, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0]), Home::Usual);
    }

    #[test]
    fn the_blank_belongs_first_where_nearly_all_tiles_are_home_so() {
        let size = Size::new(5, 3).unwrap();
        assert_eq!(home(size, &[5, 1, 2, 0, 4, 10, 6, 7, 3, 9, 11, 12, 13, 8, 14]), Home::In(0));
        assert_eq!(home(size, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13, 14]), Home::Usual);
        assert_eq!(home(size, &[14, 3, 9, 0, 1, 10, 12, 2, 5, 6, 8, 13, 7, 11, 4]), Home::Open, "it is well mixed");
    }
}
