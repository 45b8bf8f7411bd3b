//! The blank's home at the other end of its row or column.

use super::super::field::{Arrangement, Field, rotate};
use super::likelihoods::Likelihoods;

/// How likely the joints of the tiles must be on average, where they would stand then, with the line beside them.
const LIKELY: f32 = 0.15;
/// How much dearer all joints may be then, in nats.
const AS_CHEAP: f32 = 2.0;

/// Whether the other tiles of the row or column in which the blank's home is an end may all stand one cell on, with the home at the
/// other end: they fit the line beside them as well there, so that only the home speaks against it. Of 767 arrangements of real boards
/// and copies of them that were right and believed 13 are so, of 10 that were wrong five. Costs O(count²).
pub fn may_be_home(field: &Field, arrangement: &Arrangement) -> bool {
    let (columns, rows) = (field.size.columns(), field.size.rows());
    let Some(home) = arrangement.iter().position(|&tile| tile == field.blank) else { return false };
    let (column, row) = (home % columns, home / columns);
    let along_row = Line::ending_in(column, columns, |at| row * columns + at).zip(beside(row, rows));
    let along_column = Line::ending_in(row, rows, |at| at * columns + column).zip(beside(column, columns));
    let by_row = |(line, next): (Line, usize)| {
        line.fits_moved_on(field, arrangement, &Likelihoods::down(field), |cell| next * columns + cell % columns)
    };
    let by_column = |(line, next): (Line, usize)| {
        line.fits_moved_on(field, arrangement, &Likelihoods::across(field), |cell| cell - cell % columns + next)
    };
    along_row.is_some_and(by_row) || along_column.is_some_and(by_column)
}

/// The line beside an outermost one of so many.
fn beside(line: usize, count: usize) -> Option<usize> {
    match line {
        0 => Some(1),
        _ if line + 1 == count => Some(line - 1),
        _ => None,
    }
}

/// The cells of a row or column, the last of them the blank's home.
struct Line(Vec<usize>);

impl Line {
    /// So many cells, if the home is an end of them.
    fn ending_in(home: usize, count: usize, cell: impl Fn(usize) -> usize) -> Option<Line> {
        match home {
            0 => Some(Line((0..count).rev().map(cell).collect())),
            _ if home + 1 == count => Some(Line((0..count).map(cell).collect())),
            _ => None,
        }
    }

    /// Whether its tiles fit those in the cells `beside` theirs as well when they are moved on by one, to the home, and cost about as
    /// little then without what homes cost.
    fn fits_moved_on(
        &self,
        field: &Field,
        arrangement: &Arrangement,
        likelihoods: &Likelihoods,
        beside: impl Fn(usize) -> usize,
    ) -> bool {
        let Line(cells) = self;
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
