//! The blank's home at the other end of its row or column.

use super::super::field::{Arrangement, Field, rotate};
use super::likelihoods::Likelihoods;

/// How likely the joints of the tiles must be on average, where they would stand then, with the line beside them.
const LIKELY: f32 = 0.15;
/// How much dearer all joints may be then, in nats.
const AS_CHEAP: f32 = 2.0;

/// Whether the other tiles of the row or column that ends in the blank's home, a corner, may all stand one cell on, with the home at
/// the other end: they fit the line beside them as well there, so that only the home speaks against it. Of 767 arrangements of real
/// boards and copies of them that were right and believed 13 are so in one of their cuts, of 10 that were wrong five. Costs O(count²).
pub fn may_be_home(field: &Field, arrangement: &Arrangement) -> bool {
    let (size, columns) = (field.size, field.size.columns());
    let home = arrangement.iter().position(|&tile| tile == field.blank);
    let Some(home) = home.filter(|&home| size.is_corner(home)) else { return false };
    let (column, row) = (size.column(home), size.row(home));
    let in_row: Vec<usize> = up_to(column, columns).map(|at| row * columns + at).collect();
    let in_column: Vec<usize> = up_to(row, size.rows()).map(|at| at * columns + column).collect();
    let beside = |line: usize| if line == 0 { 1 } else { line - 1 };
    let (row_beside, column_beside) = (beside(row), beside(column));
    let in_next_row = |cell: usize| row_beside * columns + size.column(cell);
    let in_next_column = |cell: usize| size.row(cell) * columns + column_beside;
    fit_moved_on(field, arrangement, &in_row, &Likelihoods::down(field), in_next_row)
        || fit_moved_on(field, arrangement, &in_column, &Likelihoods::across(field), in_next_column)
}

/// The places of a line of so many, from its other end up to the end given.
fn up_to(end: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |at| if end == 0 { count - 1 - at } else { at })
}

/// Whether the tiles of `cells`, the last of which is the blank's home, fit those in the cells `beside` theirs as well when they are
/// moved on by one, to the home, and cost about as little then without what homes cost.
fn fit_moved_on(
    field: &Field,
    arrangement: &Arrangement,
    cells: &[usize],
    likelihoods: &Likelihoods,
    beside: impl Fn(usize) -> usize,
) -> bool {
    let (first, home) = (cells[0], cells[cells.len() - 1]);
    let joint = |arrangement: &Arrangement, cell: usize| {
        let (cell, next) = (cell.min(beside(cell)), cell.max(beside(cell)));
        (arrangement[cell], arrangement[next])
    };
    let mut moved = arrangement.clone();
    let homes = field.home(first, field.blank) - field.home(home, field.blank);
    let dearer = field.turn(&mut moved, cells) - homes;
    rotate(&mut moved, cells);
    let before = likelihoods.mean(cells[..cells.len() - 1].iter().map(|&cell| joint(arrangement, cell)));
    let after = likelihoods.mean(cells[1..].iter().map(|&cell| joint(&moved, cell)));
    dearer <= AS_CHEAP && after >= LIKELY.max(before)
}

#[cfg(test)]
mod tests {
    use super::super::super::fit::Pairs;
    use super::*;
    use crate::puzzle::Size;

    #[test]
    fn a_row_that_fits_as_well_moved_on_by_one_may_have_the_home_at_its_other_end() {
        let solved: Arrangement = (0..9).collect();
        let may_be_home = |as_it_is: f32, moved_on: f32, blank: usize| {
            // With the blank first all is turned round.
            let score = |at: usize| match if blank == 8 { (at / 9, at % 9) } else { (8 - at % 9, 8 - at / 9) } {
                (3, 6) | (4, 7) => as_it_is,
                (4, 6) | (5, 7) => moved_on,
                (first, second) if second == first + 3 => 8.0,
                _ => -4.0,
            };
            let across = |at: usize| if at / 9 + 1 == at % 9 { 8.0 } else { -4.0 };
            let pairs = Pairs::new(9, (0..81).map(across).collect(), (0..81).map(score).collect());
            super::may_be_home(&Field::new(&pairs, Size::new(3, 3).unwrap(), blank, None), &solved)
        };
        for blank in [8, 0] {
            assert!(may_be_home(0.0, 3.0, blank), "{blank}");
            assert!(may_be_home(3.0, 3.0, blank) && !may_be_home(3.0, 0.0, blank), "{blank}");
            assert!(!may_be_home(-4.0, -3.0, blank), "no joint is likely");
        }
    }
}
