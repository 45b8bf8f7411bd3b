//! Rims that are parts of the tiles.
//!
//! Many games draw a border on each tile and none on the blank. The borders of two tiles together look like a gutter then, but
//! beside the blank there is only that of its neighbour. Cells without their borders would leave a frame of the blank's colour
//! around its place, and none around the tile that moves there.

use image::RgbImage;

use super::ends::Parts;
use crate::rect::Rect;
use crate::vision::Grid;
use crate::vision::colour::{Pixel, is_near, middle};

/// How far the colours of a blank may be from its usual one in any channel, and which share of a line of pixels is nearer.
const NOISE: u8 = 20;
const PLAIN: f32 = 0.9;
/// What is left out at the ends of the blank's sides, a part of it.
const CORNER: u32 = 8;
/// The share of a gutter by which the blank may reach less or farther than to its middle.
const OFF: f32 = 0.15;
/// How wide two borders are together at most, as a share of the pitch.
const WIDEST: f32 = 0.11;

/// The grid with its cells reaching to the middle of its gutters, if its blank is plain and does so at all sides where another cell
/// is. A grid that leaves the picture stays. Cost: a few looks at each pixel around the blank.
pub fn with_rims(picture: &RgbImage, grid: &Grid, blank: usize) -> Grid {
    if !grid.region.fits(picture.width(), picture.height()) {
        return grid.clone();
    }
    let (columns, rows) = (grid.columns(), grid.rows());
    let (column, row) = (grid.size.column(blank), grid.size.row(blank));
    let pixel = |x: u32, y: u32| picture.get_pixel(x, y).0;
    let (wide, high) = (within(columns[column]), within(rows[row]));
    let inside: Vec<Pixel> = (high.0..high.1).flat_map(|y| (wide.0..wide.1).map(move |x| pixel(x, y))).collect();
    let colour = middle(&inside);
    let is_plain = |line: &[Pixel]| {
        let near = line.iter().filter(|&&pixel| is_near(pixel, colour, NOISE)).count();
        near as f32 >= PLAIN * line.len() as f32
    };
    let vertical = |x: u32| is_plain(&(high.0..high.1).map(|y| pixel(x, y)).collect::<Vec<Pixel>>());
    let horizontal = |y: u32| is_plain(&(wide.0..wide.1).map(|x| pixel(x, y)).collect::<Vec<Pixel>>());
    if !is_plain(&inside) || !reach_half(&columns, column, vertical) || !reach_half(&rows, row, horizontal) {
        return grid.clone();
    }
    let (across, down) = (widened(&columns, picture.width()), widened(&rows, picture.height()));
    let ((left, right), (top, bottom)) = (ends(&across), ends(&down));
    Grid::of(grid.size, Rect::new(left, top, right - left, bottom - top), &across, &down)
}

/// A stretch without its ends.
fn within((from, to): (u32, u32)) -> (u32, u32) {
    let corner = (to - from) / CORNER;
    (from + corner, to - corner)
}

/// Whether the blank, which takes one of some parts, reaches to the middle of the gutters beside that.
fn reach_half(parts: &Parts, blank: usize, is_plain: impl Fn(u32) -> bool) -> bool {
    let (start, end) = parts[blank];
    let reaches = |length: usize, gutter: u32| {
        let is_border = gutter >= 2 && gutter as f32 <= WIDEST * (end - start + gutter) as f32;
        is_border && (length as f32 - gutter as f32 / 2.0).abs() <= (OFF * gutter as f32).max(0.5)
    };
    let before = blank.checked_sub(1).map(|before| parts[before].1);
    let after = parts.get(blank + 1).map(|after| after.0);
    before.is_none_or(|from| reaches((from..start).rev().take_while(|&at| is_plain(at)).count(), start - from))
        && after.is_none_or(|to| reaches((end..to).take_while(|&at| is_plain(at)).count(), to - end))
}

/// The parts up to the middle of the gutters between them, and half a gutter farther at either end, but no longer there than
/// elsewhere.
fn widened(parts: &Parts, limit: u32) -> Parts {
    let half = (parts[1].0 - parts[0].1) / 2;
    let bounds: Vec<u32> = parts.windows(2).map(|pair| (pair[0].1 + pair[1].0) / 2).collect();
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    let usual = bounds.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(limit);
    let start = first.0.saturating_sub(half).max(bounds[0].saturating_sub(usual)).min(first.0);
    let end = (last.1 + half).min(limit).min(bounds[bounds.len() - 1] + usual).max(last.1);
    let bounds = [vec![start], bounds, vec![end]].concat();
    bounds.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

fn ends(parts: &Parts) -> (u32, u32) {
    (parts[0].0, parts[parts.len() - 1].1)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::puzzle::Size;

    /// A board of tiles of 46 pixels with borders of 2, its blank with one of so many, and the grid within the borders.
    fn board(border_of_blank: u32) -> (RgbImage, Grid) {
        let shot = RgbImage::from_fn(190, 190, |x, y| {
            let (column, row) = (x.wrapping_sub(20) / 50, y.wrapping_sub(20) / 50);
            if column > 2 || row > 2 {
                return Rgb([240; 3]);
            }
            let (x, y) = ((x - 20) % 50, (y - 20) % 50);
            let border = if (column, row) == (1, 1) { border_of_blank } else { 2 };
            let is_within = |at: u32| (border..50 - border).contains(&at);
            match is_within(x) && is_within(y) {
                false => Rgb([10; 3]),
                true if (column, row) == (1, 1) => Rgb([255; 3]),
                true => Rgb([(x * 5) as u8, (y * 5) as u8, (column * 80 + row * 9) as u8]),
            }
        });
        let parts = |_| (0..3).map(|part| (22 + part * 50, 68 + part * 50)).collect::<Parts>();
        (shot, Grid::of(Size::new(3, 3).unwrap(), Rect::new(20, 20, 150, 150), &parts(0), &parts(1)))
    }

    #[test]
    fn borders_that_the_blank_lacks_are_parts_of_the_tiles() {
        let (shot, grid) = board(0);
        let found = with_rims(&shot, &grid, 4);
        assert_eq!((found.cells[0], found.cells[5]), (Rect::new(20, 20, 50, 50), Rect::new(120, 70, 50, 50)));
        assert_eq!(with_rims(&shot, &grid, 0), grid, "that is no blank");
    }

    #[test]
    fn outer_tiles_that_have_their_border_already_get_none_more() {
        let inner = vec![(20, 65), (75, 115), (125, 170)];
        assert_eq!(widened(&inner, 200), [(20, 70), (70, 120), (120, 170)]);
        assert_eq!(widened(&vec![(25, 65), (75, 115)], 117), [(20, 70), (70, 117)], "the picture ends there");
    }

    #[test]
    fn gutters_beside_the_blank_as_wide_as_elsewhere_are_none() {
        for border in [2, 1] {
            let (shot, grid) = board(border);
            assert_eq!(with_rims(&shot, &grid, 4), grid, "{border}");
        }
    }
}
