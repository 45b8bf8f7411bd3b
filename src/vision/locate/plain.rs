//! Boards without any inner line: a plain panel, and on it one number a tile.
//!
//! A division of the panel is a hypothesis where no ink lies on its lines and at most a tile in twelve, or one, has
//! none.

use image::RgbImage;

use super::faces::{ground, is_ink, look};
use super::panel::{Panel, Sides};
use super::ruler::{Lattice, Ruler};

/// Samples in each direction.
const SIDE: usize = 96;
/// The most tiles in each direction.
const MOST: usize = 10;

/// The divisions of a panel that its ink allows.
pub(super) fn divide_plain(picture: &RgbImage, panel: &Panel, sides: Sides) -> Vec<Lattice> {
    let (width, height) = (panel.right - panel.left, panel.bottom - panel.top);
    if width < 24.0 || height < 24.0 {
        return Vec::new();
    }
    let pixel = |index: usize, from: f32, length: f32, limit: u32| {
        let inset = 2.0f32.min(length / 20.0);
        let at = from + inset + (length - 2.0 * inset) * (index as f32 + 0.5) / SIDE as f32;
        (at as u32).min(limit - 1)
    };
    let columns: Vec<u32> = (0..SIDE).map(|index| pixel(index, panel.left, width, picture.width())).collect();
    let rows: Vec<u32> = (0..SIDE).map(|index| pixel(index, panel.top, height, picture.height())).collect();
    let some = |of: &[u32]| of.iter().copied().skip(2).step_by(5).collect::<Vec<u32>>();
    if !is_plain(&look(picture, &some(&columns), &some(&rows))) {
        return Vec::new();
    }
    let pixels = look(picture, &columns, &rows);
    let ground = ground(&pixels);
    let seen: Vec<bool> = pixels.iter().map(|pixel| is_ink(*pixel, ground)).collect();
    let ink: Vec<(usize, usize)> =
        seen.iter().enumerate().filter(|(_, ink)| **ink).map(|(index, _)| (index % SIDE, index / SIDE)).collect();
    if ink.len() < SIDE || ink.len() * 2 > seen.len() {
        return Vec::new();
    }
    let across = clear(ink.iter().map(|(x, _)| *x));
    let down = clear(ink.iter().map(|(_, y)| *y));
    let mut found = Vec::new();
    for &columns in across.iter().filter(|count| sides.columns.hold(**count)) {
        for &rows in down.iter().filter(|count| sides.rows.hold(**count)) {
            if bare(&ink, columns, rows) <= (columns * rows / 12).max(1) {
                found.push(Lattice {
                    across: Ruler::between(panel.left, panel.right, columns, 0.0),
                    down: Ruler::between(panel.top, panel.bottom, rows, 0.0),
                });
            }
        }
    }
    found
}

/// Whether most of the pixels are of one colour, but not nearly all.
fn is_plain(pixels: &[[u8; 3]]) -> bool {
    let ground = ground(pixels);
    let ink = pixels.iter().filter(|pixel| is_ink(**pixel, ground)).count();
    ink * 50 > pixels.len() && ink * 5 < pixels.len() * 2
}

/// The counts of tiles whose borders meet next to no ink, given the positions of all ink.
fn clear(ink: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut on_line = [0usize; SIDE];
    let mut total = 0;
    for position in ink {
        on_line[position] += 1;
        total += 1;
    }
    let is_clear = |count: usize| {
        let met: usize = (1..count).map(|border| on_line[border * SIDE / count]).sum();
        met * 80 <= total * count
    };
    (2..=MOST).filter(|count| is_clear(*count)).collect()
}

/// How many tiles have no ink.
fn bare(ink: &[(usize, usize)], columns: usize, rows: usize) -> usize {
    let tile = |count: usize| -> [usize; SIDE] { std::array::from_fn(|position| position * count / SIDE) };
    let (column, row) = (tile(columns), tile(rows));
    let mut seen = vec![0usize; columns * rows];
    for (x, y) in ink {
        seen[row[*y] * columns + column[*x]] += 1;
    }
    let least = SIDE * SIDE / (columns * rows) / 200;
    seen.iter().filter(|count| **count <= least).count()
}

#[cfg(test)]
mod tests {
    use super::super::comb::Counts;
    use super::*;
    use image::Rgb;

    #[test]
    fn one_mark_a_tile_gives_the_division_away() {
        let mark = |x: u32, y: u32| (12..25).contains(&(x % 40)) && (10..30).contains(&(y % 40)) && (x >= 40 || y < 80);
        let picture = RgbImage::from_fn(160, 120, |x, y| Rgb([if mark(x, y) { 20 } else { 220 }; 3]));
        let panel = Panel { left: 0.0, top: 0.0, right: 160.0, bottom: 120.0, evidence: 1.0 };
        let found = divide_plain(&picture, &panel, Sides { columns: Counts::ANY, rows: Counts::ANY });
        let sizes: Vec<_> = found.iter().map(|lattice| (lattice.across.count, lattice.down.count)).collect();
        assert!(sizes.contains(&(4, 3)), "{sizes:?}");
    }
}
