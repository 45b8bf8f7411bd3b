//! Whether a board on which nearly all tiles are home was divided into its own cells.
//!
//! Any grid over a solved picture matches the reference. But only under its own grid does a cell show one thing: under
//! another one the blank shares its cell with pieces that are home, and a tile that is not home lies across a cell in which
//! the rest is as it should be.

use crate::vision::median::median;
use crate::vision::thumbnails::Thumbnails;

/// The share of tiles that are home on a board that is nearly solved.
const HOME: f32 = 0.75;
/// The side of a patch of a thumbnail, in pixels.
const PATCH: usize = 4;
/// A part of a cell is like the reference if it differs by less than so many times what this part of all cells does, and
/// unlike it if its colour does by more than so many times, by so many levels, and by more than that part of the reference
/// varies: a strong edge that is a little off is no other picture.
const LIKE: f32 = 2.0;
const UNLIKE: (f32, f32) = (6.0, 14.0);
/// So many patches of a cell that are unlike the reference are no accident.
const MANY: usize = 6;
/// The least that parts differ by, in levels.
const NOISE: f32 = 1.5;
/// Of a part whose levels vary less nothing can be said.
const PLAIN: f32 = 8.0;
/// So many outermost lines of a blank may belong to its neighbours, whose borders are not known to the pixel.
const BORDER: usize = 1;

/// A rectangle of a thumbnail: left, top, right and bottom.
type Part = [usize; 4];

/// Whether nearly all tiles of an arrangement are home.
pub fn is_nearly_solved(arrangement: &[usize], blank: usize) -> bool {
    let home = (0..arrangement.len()).filter(|&cell| cell != blank && arrangement[cell] == cell).count();
    home as f32 >= HOME * (arrangement.len() - 1) as f32
}

/// Whether some cell shows its own tile in part only. `cells` are in the light of `tiles`.
pub fn is_cut_across(cells: &Thumbnails, tiles: &Thumbnails, arrangement: &[usize], blank: usize) -> bool {
    let side = cells.side();
    let others: Vec<usize> = (0..arrangement.len()).filter(|&cell| cell != blank).collect();
    let tile = |cell: usize| tiles.get(arrangement[cell]);
    let unlike = |part: Part| {
        let shift = |cell: usize| shift(cells.get(cell), tile(cell), side, part);
        let usual = median(others.iter().map(|&cell| shift(cell)).collect()).max(NOISE);
        let limit = (UNLIKE.0 * usual).max(UNLIKE.1);
        let is_unlike = move |&cell: &usize| shift(cell) > limit && shift(cell) > spread(tile(cell), side, part);
        others.iter().copied().filter(is_unlike).collect::<Vec<usize>>()
    };
    let shows_the_reference = |part: Part| {
        let difference = |cell: usize| difference(cells.get(cell), tile(cell), side, part);
        let usual = median(others.iter().map(|&cell| difference(cell)).collect()).max(NOISE);
        spread(cells.get(blank), side, part) > PLAIN && difference(blank) < LIKE * usual
    };
    let starts = || (0..side).step_by(PATCH);
    let patches = starts().flat_map(|y| starts().map(move |x| [x, y, x + PATCH, y + PATCH]));
    let mut found = vec![0; arrangement.len()];
    patches.flat_map(unlike).for_each(|cell| found[cell] += 1);
    let mut lines = (BORDER..side - BORDER).flat_map(|at| [[at, 0, at + 1, side], [0, at, side, at + 1]]);
    found.into_iter().any(|count| count >= MANY) || lines.any(shows_the_reference)
}

/// Whether one half of the blank's cell is blank and the other shows what belongs in that cell, as where one cell is laid over
/// the blank and a tile that is home. `cells` are in the light of `tiles`.
pub fn is_half_a_blank(cells: &Thumbnails, tiles: &Thumbnails, arrangement: &[usize], blank: usize) -> bool {
    let side = cells.side();
    let (half, edge) = (side / 2, side - BORDER);
    let halves = [
        [BORDER, BORDER, half, edge],
        [half, BORDER, edge, edge],
        [BORDER, BORDER, edge, half],
        [BORDER, half, edge, edge],
    ];
    let shows = |part: Part| {
        let of = |cell: usize, tile: usize| difference(cells.get(cell), tiles.get(tile), side, part);
        let others = (0..arrangement.len()).filter(|&cell| cell != blank);
        let usual = median(others.map(|cell| of(cell, arrangement[cell])).collect()).max(NOISE);
        let is_like = spread(cells.get(blank), side, part) > PLAIN && of(blank, blank) < LIKE * usual;
        let is_unlike = of(blank, blank) > UNLIKE.0 * usual;
        (is_like, is_unlike)
    };
    let [left, right, top, bottom] = halves.map(shows);
    [(left, right), (right, left), (top, bottom), (bottom, top)].iter().any(|(one, other)| one.0 && other.1)
}

/// Where the values of a part are in a thumbnail.
fn values(side: usize, [left, top, right, bottom]: Part) -> impl Iterator<Item = usize> {
    (top..bottom).flat_map(move |y| (y * side + left) * 3..(y * side + right) * 3)
}

/// The mean difference of a part.
fn difference(a: &[f32], b: &[f32], side: usize, part: Part) -> f32 {
    let (sum, count) =
        values(side, part).fold((0.0, 0.0), |(sum, count), at| (sum + (a[at] - b[at]).abs(), count + 1.0));
    sum / count
}

/// The largest difference of the mean levels of a part, by channel: what is a little off differs less so.
fn shift(a: &[f32], b: &[f32], side: usize, part: Part) -> f32 {
    let count = values(side, part).count() as f32 / 3.0;
    let channel = |channel: usize| values(side, part).skip(channel).step_by(3).map(|at| a[at] - b[at]).sum::<f32>();
    (0..3).map(|at| channel(at).abs() / count).fold(0.0, f32::max)
}

/// By how much the levels of a part vary, in the channel in which they do most.
fn spread(thumbnail: &[f32], side: usize, part: Part) -> f32 {
    let channel = |channel: usize| {
        let levels = || values(side, part).skip(channel).step_by(3).map(|at| thumbnail[at]);
        let count = levels().count() as f32;
        let mean = levels().sum::<f32>() / count;
        (levels().map(|level| (level - mean).powi(2)).sum::<f32>() / count).sqrt()
    };
    (0..3).map(channel).fold(0.0, f32::max)
}
