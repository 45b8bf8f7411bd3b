//! The cell that a reference shows bare, if it is no picture but a solved board: there the blank belongs.
//!
//! A plain piece of a picture is like its neighbours where they meet. A bare cell is not: it is plain, and what lies around it
//! has nothing of its colour, but for frames and gutters.

use super::compare::spread;
use crate::puzzle::Size;
use crate::vision::thumbnails::Thumbnails;

/// A cell whose levels vary more is not plain.
const PLAIN: f32 = 4.0;
/// How far from its colour, in any channel, the pixels of other cells must be, and the share of them that need not.
const NEAR: f32 = 24.0;
const LITTLE: f32 = 0.04;
/// What is left out at each side of a neighbour, as a share of it: a frame or a gutter may be of the bare cell's colour.
const BORDER: f32 = 0.15;

/// The bare cell of a reference whose cells these are; nothing where there is none, or more than one.
pub fn bare_cell(tiles: &Thumbnails, size: Size) -> Option<usize> {
    let mut bare = (0..tiles.len()).filter(|&cell| is_bare(tiles, cell, size));
    bare.next().filter(|_| bare.next().is_none())
}

/// Whether a cell of a screenshot is plain.
pub fn is_plain(cell: &[f32]) -> bool {
    spread(cell) < PLAIN
}

fn is_bare(tiles: &Thumbnails, cell: usize, size: Size) -> bool {
    let is_near = |other: &usize| size.distance(cell, *other) == 1;
    is_plain(tiles.get(cell)) && {
        let colour = mean(tiles.get(cell));
        (0..tiles.len()).filter(is_near).all(|other| share(tiles.get(other), tiles.side(), colour) <= LITTLE)
    }
}

fn mean(cell: &[f32]) -> [f32; 3] {
    let count = (cell.len() / 3) as f32;
    [0, 1, 2].map(|channel| cell[channel..].iter().step_by(3).sum::<f32>() / count)
}

/// How much of a cell, well inside it, is of a colour.
fn share(cell: &[f32], side: usize, colour: [f32; 3]) -> f32 {
    let border = (BORDER * side as f32) as usize;
    let inside = border..side - border;
    let pixels = || inside.clone().flat_map(|y| inside.clone().map(move |x| &cell[(y * side + x) * 3..][..3]));
    let is_near = |pixel: &&[f32]| pixel.iter().zip(colour).all(|(value, colour)| (value - colour).abs() <= NEAR);
    pixels().filter(is_near).count() as f32 / pixels().count() as f32
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
