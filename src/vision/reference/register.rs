//! Board and reference moved until the cells show just what the tiles do.
//!
//! Where a cell lies a little off, it shows its tile a little off. How far follows from the first terms of a Taylor series
//! (Lucas and Kanade, "An iterative image registration technique with an application to stereo vision", 1981): what a pixel
//! differs by is the shift there times the slope of the picture. A board whose pitch is a little off shifts cells by where
//! they stand, a reference cropped a little otherwise by where they belong; a scrambled board tells the two apart. A shift
//! that is the same for all, cells that are all too long, and anything on a solved board may be the fault of either: that is
//! for the caller to try.

use super::compare::{Measure, fitting};
use super::frame::{Axis, Framed};
use super::light::differences;
use crate::vision::median::median;

/// Which of the two is moved where the fault may be either's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Board,
    Reference,
}

/// The sides of the thumbnails, one step each: the smaller ones see farther.
const SIDES: [usize; 6] = [8, 8, 12, 12, 12, 12];
/// What is left out at each side of a cell, as a fraction of it: it may be a neighbour's, or bevelled.
const INSET: f64 = 0.06;
/// Of boards with more cells than this every second is looked at, or every third and so on, scattered evenly.
const MANY: usize = 36;
/// Cells that differ by so many times what is usual are not what they were taken for.
const STRANGE: f32 = 3.0;
/// Along an axis what is sought: the common shift, what the board's pitch and the reference's lack, and the share of their
/// length that cells have too much; and how large each is expected to be, in cells.
const TERMS: usize = 4;
const USUAL: [f64; TERMS] = [0.05, 0.02, 0.02, 0.05];
/// How many times less is expected of the pitch that is not at fault.
const FAULTLESS: f64 = 0.25;
/// How many values differ as one, for what is too small to see is drawn into all of them.
const ALIKE: f64 = 12.0;

/// Moves the frames; `assignment` says for every cell of the board which of the reference it shows.
pub fn register<'a>(pair: &[Framed<'a>; 2], assignment: &[usize], fault: Fault) -> [Framed<'a>; 2] {
    let [mut board, mut reference] = *pair;
    for side in SIDES {
        let [x, y] = faults(&board, &reference, assignment, side, fault);
        mend(&mut board.frame.x, &mut reference.frame.x, x, fault);
        mend(&mut board.frame.y, &mut reference.frame.y, y, fault);
    }
    [board, reference]
}

/// What is wrong along either axis.
fn faults(board: &Framed, reference: &Framed, assignment: &[usize], side: usize, fault: Fault) -> [[f64; TERMS]; 2] {
    let columns = board.frame.x.count;
    let step = assignment.len().div_ceil(MANY);
    let is_looked_at = |&cell: &usize| (cell % columns + cell / columns).is_multiple_of(step);
    let (cells, tiles): (Vec<usize>, Vec<usize>) =
        (0..assignment.len()).filter(is_looked_at).map(|cell| (cell, assignment[cell])).unzip();
    let shown = board.thumbnails_of(cells.iter().copied(), INSET, side);
    let wanted = reference.thumbnails_of(tiles.iter().copied(), INSET, side);
    let each: Vec<usize> = (0..cells.len()).collect();
    let (differences, shown) = differences(&shown, &wanted, &each);
    let limit = STRANGE * median(differences.clone());
    let fitting = fitting(&differences, limit, &wanted, &each, Measure::Squared);
    let noise = fitting.iter().map(|&index| f64::from(differences[index])).sum::<f64>() / fitting.len().max(1) as f64;
    let mut sums = Sums::expecting(noise.max(1.0), fault);
    let place = |of: &Framed, cell: usize| [of.frame.x.place(cell % columns), of.frame.y.place(cell / columns)];
    for index in fitting {
        let places = [place(board, cells[index]), place(reference, tiles[index])];
        sums.add(shown.get(index), wanted.get(index), side, places);
    }
    sums.solution()
}

/// Moves two axes by what is wrong along them.
fn mend(
    board: &mut Axis,
    reference: &mut Axis,
    [shift, board_pitch, reference_pitch, length]: [f64; TERMS],
    fault: Fault,
) {
    board.pitch -= board_pitch * board.length;
    reference.pitch += reference_pitch * reference.length;
    let ratio = 1.0 + length.clamp(-0.2, 0.2);
    match fault {
        Fault::Board => {
            board.middle -= shift * board.length;
            resize([board, reference], 1.0 / ratio);
        }
        Fault::Reference => {
            reference.middle += shift * reference.length;
            resize([reference, board], ratio);
        }
    }
}

/// Makes the cells of `axis` longer by a factor, as far as its pitch lets them be, and those of `other` shorter by the rest.
fn resize([axis, other]: [&mut Axis; 2], factor: f64) {
    let wanted = axis.length * factor;
    axis.length = wanted.min(axis.pitch);
    other.length = (other.length * axis.length / wanted).min(other.pitch);
}

const ROWS: usize = 2 * TERMS;
/// Of both axes, what a single cell tells apart: its shift, and the share of its length that it has too much.
const SUMMED: usize = 4;

/// The sums of a least-squares problem with an expectation of what is sought. Of the matrix, which is symmetric, only what is
/// not below the diagonal is kept.
struct Sums {
    matrix: [[f64; ROWS]; ROWS],
    right: [f64; ROWS],
}

impl Sums {
    /// Nothing yet but what is expected, `noise` being how far values differ anyway, squared.
    fn expecting(noise: f64, fault: Fault) -> Sums {
        let usual = |term: usize| match (term, fault) {
            (1, Fault::Reference) | (2, Fault::Board) => FAULTLESS * USUAL[term],
            _ => USUAL[term],
        };
        let weight = |row: usize| ALIKE * noise / usual(row % TERMS).powi(2);
        let entry = |row: usize, column: usize| if row == column { weight(row) } else { 0.0 };
        Sums { matrix: std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column))), right: [0.0; ROWS] }
    }

    /// Adds a cell and its tile, which stand so many pitches from the middle of their frames. The first three terms of an axis
    /// are one value times what is the same in all of the cell, so that the cell is summed up with two terms for each axis.
    fn add(&mut self, cell: &[f32], tile: &[f32], side: usize, [stands, belongs]: [[f64; 2]; 2]) {
        let (matrix, right) = moments(cell, tile, side);
        let summed = |row: usize| 2 * (row / TERMS) + usize::from(row % TERMS == TERMS - 1);
        let times: [f64; ROWS] = std::array::from_fn(|row| match row % TERMS {
            1 => stands[row / TERMS],
            2 => belongs[row / TERMS],
            _ => 1.0,
        });
        for i in 0..ROWS {
            self.right[i] += times[i] * right[summed(i)];
            for k in i..ROWS {
                self.matrix[i][k] += times[i] * times[k] * matrix[summed(i)][summed(k)];
            }
        }
    }

    /// By Gauss' elimination; no pivot is small, for something is expected of every term.
    fn solution(mut self) -> [[f64; TERMS]; 2] {
        for i in 0..ROWS {
            for k in i + 1..ROWS {
                let factor = self.matrix[i][k] / self.matrix[i][i];
                (k..ROWS).for_each(|column| self.matrix[k][column] -= factor * self.matrix[i][column]);
                self.right[k] -= factor * self.right[i];
            }
        }
        let mut found = [0.0; ROWS];
        for i in (0..ROWS).rev() {
            let known: f64 = (i + 1..ROWS).map(|k| self.matrix[i][k] * found[k]).sum();
            found[i] = (self.right[i] - known) / self.matrix[i][i];
        }
        [std::array::from_fn(|term| found[term]), std::array::from_fn(|term| found[TERMS + term])]
    }
}

/// The sums of products of slope across, the same times where in the cell, slope down, the same times where; and of these and
/// of what cell and tile differ by.
fn moments(cell: &[f32], tile: &[f32], side: usize) -> ([[f64; SUMMED]; SUMMED], [f64; SUMMED]) {
    let scale = side as f64 / (1.0 - 2.0 * INSET);
    let both = |index: usize| f64::from(cell[index]) + f64::from(tile[index]);
    let slope = |from: usize, to: usize| (both(to) - both(from)) / 4.0 * scale;
    let place = |pixel: usize| (pixel as f64 + 0.5 - side as f64 / 2.0) / scale;
    let (mut matrix, mut right) = ([[0.0; SUMMED]; SUMMED], [0.0; SUMMED]);
    for y in 1..side - 1 {
        for x in 1..side - 1 {
            for index in (y * side + x) * 3..(y * side + x) * 3 + 3 {
                let (across, down) = (slope(index - 3, index + 3), slope(index - 3 * side, index + 3 * side));
                let row = [across, across * place(x), down, down * place(y)];
                let differs = f64::from(cell[index]) - f64::from(tile[index]);
                for i in 0..SUMMED {
                    right[i] += row[i] * differs;
                    (0..SUMMED).for_each(|k| matrix[i][k] += row[i] * row[k]);
                }
            }
        }
    }
    (matrix, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values between -1 and 1, one after another.
    fn values() -> impl FnMut() -> f64 {
        let mut state = 7_u32;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 16) / 32_768.0 - 1.0
        }
    }

    fn add_row(sums: &mut Sums, row: [f64; ROWS], right: f64) {
        for i in 0..ROWS {
            sums.right[i] += row[i] * right;
            (i..ROWS).for_each(|k| sums.matrix[i][k] += row[i] * row[k]);
        }
    }

    #[test]
    fn what_rows_were_made_of_is_found_again() {
        let wanted: [f64; ROWS] = [0.03, -0.01, 0.002, 0.04, -0.05, 0.02, -0.004, 0.01];
        let mut sums = Sums::expecting(1e-9, Fault::Board);
        let mut value = values();
        for _ in 0..40 {
            let row: [f64; ROWS] = std::array::from_fn(|_| value());
            add_row(&mut sums, row, row.iter().zip(wanted).map(|(a, b)| a * b).sum());
        }
        let found = sums.solution().concat();
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
    }

    #[test]
    fn a_cell_adds_what_all_its_values_add() {
        const SIDE: usize = 8;
        let mut value = values();
        let mut cell = || -> Vec<f32> { (0..SIDE * SIDE * 3).map(|_| 128.0 + 100.0 * value() as f32).collect() };
        let (cell, tile) = (cell(), cell());
        let [stands, belongs] = [[0.5, -1.5], [2.0, -0.25]];
        let [mut sums, mut slow] = [1.0; 2].map(|noise| Sums::expecting(noise, Fault::Board));
        sums.add(&cell, &tile, SIDE, [stands, belongs]);
        let at = |x: usize, y: usize, colour: usize| (y * SIDE + x) * 3 + colour;
        let both = |index: usize| f64::from(cell[index]) + f64::from(tile[index]);
        let pitches = SIDE as f64 / (1.0 - 2.0 * INSET);
        let place = |pixel: usize| (pixel as f64 + 0.5 - SIDE as f64 / 2.0) / pitches;
        let inner = (0..SIDE * SIDE * 3).map(|index| (index / 3 % SIDE, index / 3 / SIDE, index % 3));
        for (x, y, colour) in inner.filter(|&(x, y, _)| [x, y].iter().all(|at| (1..SIDE - 1).contains(at))) {
            let across = (both(at(x + 1, y, colour)) - both(at(x - 1, y, colour))) / 4.0 * pitches;
            let down = (both(at(x, y + 1, colour)) - both(at(x, y - 1, colour))) / 4.0 * pitches;
            let [columns, rows] = [(0, x), (1, y)].map(|(axis, at)| [1.0, stands[axis], belongs[axis], place(at)]);
            let row: Vec<f64> =
                columns.map(|term| across * term).into_iter().chain(rows.map(|term| down * term)).collect();
            let differs = f64::from(cell[at(x, y, colour)]) - f64::from(tile[at(x, y, colour)]);
            add_row(&mut slow, row.try_into().unwrap(), differs);
        }
        let [found, wanted] = [sums, slow].map(|sums| [sums.matrix.concat(), sums.right.to_vec()].concat());
        assert!(
            found.iter().zip(&wanted).all(|(a, b)| (a - b).abs() <= 1e-9 * b.abs().max(1.0)),
            "{found:?} {wanted:?}"
        );
    }

    #[test]
    fn nothing_is_found_where_nothing_shows() {
        let mut sums = Sums::expecting(1.0, Fault::Reference);
        let flat = vec![100.0; 12 * 12 * 3];
        sums.add(&flat, &flat, 12, [[0.5, -0.5], [1.5, 0.5]]);
        assert_eq!(sums.solution(), [[0.0; TERMS]; 2]);
    }

    #[test]
    fn cells_grow_until_they_touch_and_the_others_shrink_by_the_rest() {
        let axis = |length: f64| Axis { count: 4, middle: 100.0, pitch: 50.0, length };
        let (mut board, mut reference) = (axis(48.0), axis(40.0));
        resize([&mut board, &mut reference], 1.25);
        assert_eq!((board.length, reference.length), (50.0, 40.0 * 50.0 / 60.0));
    }
}
