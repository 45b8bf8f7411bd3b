//! Bars at an end of a board, which its lines may take for more rows of tiles, or columns.

use image::RgbImage;

use super::evidence::Edges;
use super::ruler::Lattice;
use super::support::Pieces;
use super::{Grid, around, view};
use crate::rect::Rect;

/// The most that a bar shows of a line between cells, and the least that a row, or column, of tiles does of all, on average.
const BARE: f32 = 0.1;
const PARTED: f32 = 0.3;
/// The least that the pieces show of the line between the bar and the tiles, on average: buttons as grey as the gutters show none.
const APART: f32 = 0.5;

/// Whether `whole` is `part` and, at one end, a bar: some rows or columns more, with a line between them and most of the rest, and
/// with hardly any that part them into cells as they part the rest. A header as wide as its board shows that, or two buttons, or
/// the solved picture and a button; plain tiles in a row show nothing between themselves and another like them, or show all
/// lines. Costs as much as looking for lines in the part of the screenshot where the grid is.
pub fn is_bar(shot: &RgbImage, part: &Grid, whole: &Grid) -> bool {
    let more = |of: fn(&Grid) -> usize| of(whole).checked_sub(of(part));
    let is_row = match (more(|grid| grid.size.columns()), more(|grid| grid.size.rows())) {
        (Some(0), Some(1..)) => true,
        (Some(1..), Some(0)) => false,
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
    let is_first = tiles.start - all.start > all.stop() - tiles.stop();
    let extra = all.count - tiles.count;
    let (bar, border, end) = match is_first {
        true => (0..extra, extra, 0),
        false => (tiles.count..all.count, tiles.count, tiles.count),
    };
    let lines = &Pieces::new(&between, &wide, &all);
    let inner = 1..lines.lines - 1;
    let pieces = |at: usize| inner.clone().map(move |line| lines.line(line)[at]);
    let is_bare = |at: usize| 2 * pieces(at).filter(|&piece| piece < BARE).count() > inner.len();
    let is_parted = |at: usize| pieces(at).sum::<f32>() > PARTED * inner.len() as f32;
    let has_bar = (0..all.count).all(|at| if bar.contains(&at) { is_bare(at) } else { is_parted(at) });
    let (own, inside) = (Pieces::new(&beyond, &tiles, &along), Pieces::new(&beyond, &all, &wide));
    let border = own.line(end).iter().zip(inside.line(border));
    has_bar && border.map(|(&one, &other)| one.max(other) - APART).sum::<f32>() > 0.0
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
    fn the_solved_picture_and_a_button_are_a_bar_of_two_rows() {
        let mut screen = RgbImage::from_pixel(240, 284, Rgb([240; 3]));
        image::imageops::replace(&mut screen, &shot(4, false), 0, 44);
        for x in [30, 118] {
            image::imageops::replace(&mut screen, &RgbImage::from_pixel(84, 84, Rgb([40, 60, 150])), x, 30);
        }
        let (part, whole) = (grid(116, 4, 3), grid(28, 4, 5));
        assert!(is_bar(&screen, &part, &whole));
        assert!(!is_bar(&screen, &grid(72, 4, 4), &whole), "half of what they are is left with the tiles");
    }

    #[test]
    fn a_bar_may_look_like_some_of_the_tiles_beside_it() {
        let with_alike = |tiles: u32| {
            let mut screen = shot(4, false);
            (30..26 + 44 * tiles).for_each(|x| (30..114).for_each(|y| screen.put_pixel(x, y, Rgb([240; 3]))));
            is_bar(&screen, &grid(72, 4, 3), &grid(28, 4, 4))
        };
        assert!(with_alike(1) && !with_alike(2));
    }

    #[test]
    fn a_bar_beside_the_board_is_one_as_well() {
        let turned = image::imageops::rotate90(&shot(4, false));
        let region = |x: u32, columns: usize| Rect::new(x, 28, columns as u32 * 44, 176);
        let of = |x: u32, columns: usize| Grid::even(region(x, columns), Size::new(columns, 4).unwrap(), 4).unwrap();
        assert!(is_bar(&turned, &of(36, 3), &of(36, 4)));
    }
}
