//! Bars at an end of a board, which its lines may take for one more row of tiles, or column.

use image::RgbImage;

use super::evidence::Edges;
use super::ruler::Lattice;
use super::support::Pieces;
use super::{Grid, around, view};
use crate::rect::Rect;

/// The most that a bar shows of a line between cells, and the least that a row, or column, of tiles does of all, on average.
const BARE: f32 = 0.1;
const PARTED: f32 = 0.3;
/// The least that every piece shows of the line between the bar and the tiles.
const APART: f32 = 0.5;

/// Whether `whole` is `part` and, at one end, a bar: one row or column more, with a line between it and the rest wherever
/// there are tiles, and with hardly any that part it into cells as they part the rest. A header as wide as its board shows
/// that, or two buttons; plain tiles in a row show nothing between themselves and another like them, or show all lines.
/// Costs as much as looking for lines in the part of the screenshot where the grid is.
pub fn is_bar(shot: &RgbImage, part: &Grid, whole: &Grid) -> bool {
    let more = |of: fn(&Grid) -> usize| of(whole).checked_sub(of(part));
    let is_row = match (more(|grid| grid.size.columns()), more(|grid| grid.size.rows())) {
        (Some(0), Some(1)) => true,
        (Some(1), Some(0)) => false,
        _ => return false,
    };
    let window = around(whole.region, Rect::new(0, 0, shot.width(), shot.height()));
    let Edges { vertical, horizontal } = Edges::new(&view(shot, window, 1));
    let (between, beyond) = if is_row { (vertical, horizontal) } else { (horizontal, vertical) };
    let within = |grid: &Grid| {
        let Lattice { mut across, mut down } = Lattice::of(grid);
        across.start -= window.x as f32;
        down.start -= window.y as f32;
        if is_row { [across, down] } else { [down, across] }
    };
    let [[along, tiles], [wide, all]] = [within(part), within(whole)];
    let bar = if tiles.start - all.start > all.stop() - tiles.stop() { 0 } else { tiles.count };
    let lines = &Pieces::new(&between, &wide, &all);
    let inner = 1..lines.lines - 1;
    let pieces = |at: usize| inner.clone().map(move |line| lines.line(line)[at]);
    let is_bare = |at: usize| 2 * pieces(at).filter(|&piece| piece < BARE).count() > inner.len();
    let is_parted = |at: usize| pieces(at).sum::<f32>() > PARTED * inner.len() as f32;
    let has_bar = (0..all.count).all(|at| if at == bar { is_bare(at) } else { is_parted(at) });
    let (end, inside) = (Pieces::new(&beyond, &tiles, &along), Pieces::new(&beyond, &all, &wide));
    let mut border = end.line(bar).iter().zip(inside.line(bar.max(1)));
    has_bar && border.all(|(&one, &other)| one.max(other) > APART)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::puzzle::Size;

    const TILE: u32 = 40;

    /// Three rows of four tiles and a header, `gap` pixels apart, with or without lines in the header.
    fn shot(gap: u32, is_parted: bool) -> RgbImage {
        RgbImage::from_fn(240, 240, |x, y| {
            let (column, row) = ((x.wrapping_sub(30)) / (TILE + 4), (y.wrapping_sub(30)) / (TILE + 4));
            let is_gutter = |at: u32| at.wrapping_sub(30) % (TILE + 4) >= TILE;
            match (column, row) {
                (0..4, 0) if y >= 74 - gap => Rgb([240; 3]),
                (0..4, 0) if is_parted && is_gutter(x) => Rgb([240; 3]),
                (0..4, 0) => Rgb([40, 60, 150]),
                (0..4, 1..4) if !is_gutter(x) && !is_gutter(y) => Rgb([(90 + 30 * column) as u8, 90, (40 * row) as u8]),
                _ => Rgb([240; 3]),
            }
        })
    }

    fn grid(y: u32, columns: usize, rows: usize) -> Grid {
        let region = Rect::new(28, y, columns as u32 * 44, rows as u32 * 44);
        Grid::even(region, Size::new(columns, rows).unwrap(), 4).unwrap()
    }

    #[test]
    fn a_header_is_a_bar_and_a_row_of_tiles_is_not() {
        let (part, whole) = (grid(72, 4, 3), grid(28, 4, 4));
        assert!(is_bar(&shot(4, false), &part, &whole));
        assert!(!is_bar(&shot(4, true), &part, &whole));
        assert!(!is_bar(&shot(4, false), &whole, &whole));
        assert!(!is_bar(&shot(4, false), &grid(72, 3, 3), &whole), "it lacks a column, too");
    }

    #[test]
    fn two_buttons_are_a_bar() {
        let mut buttons = shot(4, false);
        (28..70).for_each(|y| (112..116).for_each(|x| buttons.put_pixel(x, y, Rgb([240; 3]))));
        assert!(is_bar(&buttons, &grid(72, 4, 3), &grid(28, 4, 4)));
    }

    #[test]
    fn a_bar_beside_the_board_is_one_as_well() {
        let turned = image::imageops::rotate90(&shot(4, false));
        let region = |x: u32, columns: usize| Rect::new(x, 28, columns as u32 * 44, 176);
        let of = |x: u32, columns: usize| Grid::even(region(x, columns), Size::new(columns, 4).unwrap(), 4).unwrap();
        assert!(is_bar(&turned, &of(36, 3), &of(36, 4)));
    }
}
