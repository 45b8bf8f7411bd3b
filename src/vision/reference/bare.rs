//! The cell that a reference shows bare, if it is no picture but a solved board: there the blank belongs.
//!
//! A plain piece of a picture is like its neighbours where they meet. A bare cell is not: it is plain, and what its neighbours show
//! near it is mostly of other colours, but for frames and gutters.

use super::compare::{is_shaped_like, spread};
use crate::puzzle::Size;
use crate::vision::thumbnails::Thumbnails;

/// A cell whose levels vary more, but for one shade from side to side, is not plain; nor is it with more of a shade.
const PLAIN: f32 = 4.0;
const SHADED: f32 = 12.0;
/// How far from its colour, in any channel, what is near it must be: in levels, and times its spread more, for a plain piece may
/// be shaded; and the share of that which need not.
const NEAR: (f32, f32) = (6.0, 3.0);
const LITTLE: f32 = 0.3;
/// From where on and up to where a neighbour is looked at, from the side at which they meet, as shares of it: a frame or a gutter
/// may be of the bare cell's colour.
const LOOKED_AT: [f32; 2] = [0.12, 0.4];

/// The bare cell of a reference whose cells these are; nothing where there is none, or more than one.
pub fn bare_cell(tiles: &Thumbnails, size: Size) -> Option<usize> {
    let mut bare = (0..tiles.len()).filter(|&cell| is_bare(tiles, cell, size));
    bare.next().filter(|_| bare.next().is_none())
}

/// Whether a cell is of the shape of a bare one, if that has any: the blank of a solved board does not change by being moved.
pub fn is_shaped_so(cell: &[f32], bare: &[f32]) -> bool {
    spread(bare) < PLAIN || is_shaped_like(cell, bare)
}

fn is_bare(tiles: &Thumbnails, cell: usize, size: Size) -> bool {
    let is_beside = |other: &usize| size.distance(cell, *other) == 1;
    spread(tiles.get(cell)) < SHADED
        && spread(&without_shade(tiles.get(cell), tiles.side())) < PLAIN
        && (0..tiles.len()).filter(is_beside).all(|other| share(tiles, other, cell, size) <= LITTLE)
}

/// A cell without what changes evenly from one of its sides to the other, by least squares.
fn without_shade(cell: &[f32], side: usize) -> Vec<f32> {
    let middle = (side - 1) as f32 / 2.0;
    let place = |at: usize| [(at / 3 % side) as f32 - middle, (at / 3 / side) as f32 - middle];
    let squares = (side * side * (side * side - 1)) as f32 / 12.0;
    let mut slopes = [[0.0; 2]; 3];
    for (at, level) in cell.iter().enumerate() {
        let place = place(at);
        (0..2).for_each(|axis| slopes[at % 3][axis] += level * place[axis] / squares);
    }
    let shade = |at: usize| place(at).iter().zip(slopes[at % 3]).map(|(place, slope)| place * slope).sum::<f32>();
    cell.iter().enumerate().map(|(at, level)| level - shade(at)).collect()
}

fn mean(cell: &[f32]) -> [f32; 3] {
    let count = (cell.len() / 3) as f32;
    [0, 1, 2].map(|channel| cell[channel..].iter().step_by(3).sum::<f32>() / count)
}

/// How much of what `other` shows near its neighbour `cell` is of the colour of that.
fn share(tiles: &Thumbnails, other: usize, cell: usize, size: Size) -> f32 {
    let (side, colour) = (tiles.side(), mean(tiles.get(cell)));
    let far = NEAR.0 + NEAR.1 * spread(tiles.get(cell));
    let [from, to] = LOOKED_AT.map(|share| (share * side as f32).ceil() as usize);
    let is_first = cell < other;
    let is_across = size.row(cell) == size.row(other);
    let depth = |x: usize, y: usize| {
        let along = if is_across { x } else { y };
        if is_first { along } else { side - 1 - along }
    };
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let near = places.filter(|&(x, y)| (from..to).contains(&depth(x, y)));
    let pixels: Vec<&[f32]> = near.map(|(x, y)| &tiles.get(other)[(y * side + x) * 3..][..3]).collect();
    let is_near = |pixel: &&&[f32]| pixel.iter().zip(colour).all(|(value, colour)| (value - colour).abs() <= far);
    pixels.iter().filter(is_near).count() as f32 / pixels.len() as f32
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::resize::Window;

    const SIDE: u32 = 20;

    /// The bare cell of a picture of three by three, some of which is white.
    fn bare(pixel: impl Fn(u32, u32) -> [u8; 3], is_white: impl Fn(u32, u32) -> bool) -> Option<usize> {
        let shown = |x: u32, y: u32| if is_white(x, y) { [255; 3] } else { pixel(x, y) };
        let picture = RgbImage::from_fn(3 * SIDE, 3 * SIDE, |x, y| Rgb(shown(x, y)));
        let size = Size::new(3, 3).unwrap();
        bare_cell(&Thumbnails::divided(&picture, Window::all(3 * SIDE, 3 * SIDE), size, 16), size)
    }

    fn picture(x: u32, y: u32) -> [u8; 3] {
        [(x * 4) as u8, (y * 4) as u8, (x * y % 90) as u8]
    }

    fn is_last(x: u32, y: u32) -> bool {
        x >= 2 * SIDE && y >= 2 * SIDE
    }

    #[test]
    fn the_blank_of_a_solved_board_is_bare() {
        let is_gutter = |v: u32| v % SIDE < 2 || v % SIDE >= SIDE - 2;
        assert_eq!(bare(picture, is_last), Some(8));
        assert_eq!(bare(picture, |x, y| is_last(x, y) || is_gutter(x) || is_gutter(y)), Some(8));
        assert_eq!(bare(picture, |_, _| false), None);
    }

    #[test]
    fn a_bare_cell_may_be_shaded_if_the_blank_is_so_too() {
        let shaded = |from: u32| RgbImage::from_fn(SIDE, SIDE, |x, y| Rgb([(from + x + y) as u8; 3]));
        let cells = [shaded(200), shaded(201), RgbImage::from_pixel(SIDE, SIDE, Rgb([220; 3]))];
        let cut = |cell: &RgbImage| Thumbnails::cut(cell, &[Window::all(SIDE, SIDE)], 16);
        let [bare_cell, blank, plain] = cells.each_ref().map(cut);
        assert!(is_shaped_so(blank.get(0), bare_cell.get(0)) && !is_shaped_so(plain.get(0), bare_cell.get(0)));
        assert!(is_shaped_so(blank.get(0), plain.get(0)), "one of one colour has no shape");
        let over = |x: u32, y: u32| if is_last(x, y) { [(120 + x + y) as u8; 3] } else { picture(x, y) };
        assert_eq!(bare(over, |_, _| false), Some(8));
        let drawn =
            |x: u32, y: u32| if is_last(x, y) { [(120 + 20 * ((x + y) / 9 % 2)) as u8; 3] } else { picture(x, y) };
        assert_eq!(bare(drawn, |_, _| false), None, "that is no shade");
    }

    #[test]
    fn a_plain_piece_of_a_picture_is_not() {
        assert_eq!(bare(picture, |x, y| is_last(x + 8, y + 4)), None, "its neighbours share its colour");
        assert_eq!(bare(picture, |x, y| is_last(x, y) || x < SIDE && y < SIDE), None, "there are two such");
    }
}
