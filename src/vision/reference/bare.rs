//! The cell that a reference shows bare, if it is no picture but a solved board: there the blank belongs.
//!
//! A plain piece of a picture is like its neighbours where they meet. A bare cell is not: it is plain, and what its neighbours show
//! near it is mostly of other colours, but for frames and gutters.

use super::compare::spread;
use crate::puzzle::Size;
use crate::vision::thumbnails::Thumbnails;

/// A cell whose levels vary more is not plain.
const PLAIN: f32 = 4.0;
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

fn is_bare(tiles: &Thumbnails, cell: usize, size: Size) -> bool {
    let is_beside = |other: &usize| size.distance(cell, *other) == 1;
    spread(tiles.get(cell)) < PLAIN
        && (0..tiles.len()).filter(is_beside).all(|other| share(tiles, other, cell, size) <= LITTLE)
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
    fn a_plain_piece_of_a_picture_is_not() {
        assert_eq!(bare(picture, |x, y| is_last(x + 8, y + 4)), None, "its neighbours share its colour");
        assert_eq!(bare(picture, |x, y| is_last(x, y) || x < SIDE && y < SIDE), None, "there are two such");
    }
}
