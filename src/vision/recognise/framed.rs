//! Pieces that stand in a wide frame of their own: buttons with a smaller picture in the middle, pictures in mounts.
//!
//! A frame is the same in every cell and the pieces are not: seen across all cells, the lines of pixels along a side hardly differ,
//! up to a depth from which most do. What is narrower is a border, which is peeled off when pieces are compared.

use image::RgbImage;

use crate::rect::Rect;
use crate::resize::cropped;
use crate::vision::colour::{Pixel, is_near, middle};

/// The part of a cell's side that a frame takes at least on two sides opposite each other, and at most on one.
const LEAST: f64 = 0.1;
const MOST: f64 = 0.38;
/// The fewest cells that tell what is in all of them, and the share of them that may hold something else: the blank, and one that is
/// picked out.
const FEWEST: usize = 6;
const OTHERS: usize = 6;
/// How far apart in any channel the same colour may be.
const SAME: u8 = 10;
/// The share of a line that must be the same.
const ALONG: f64 = 0.9;
/// Points compared along a line, at the middle of the side.
const POINTS: u32 = 24;

/// The sides of a cell.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// What is within the frames of all cells, if there are such.
pub(super) fn within_frames(cells: &[RgbImage]) -> Option<Vec<RgbImage>> {
    let (width, height) = (cells.iter().map(RgbImage::width).min()?, cells.iter().map(RgbImage::height).min()?);
    let is_wide = |before: u32, after: u32, long: u32| f64::from(before.min(after)) >= LEAST * f64::from(long);
    if cells.len() < FEWEST {
        return None;
    }
    let [left, right] = [Side::Left, Side::Right].map(|side| depth(cells, side, width, height));
    let [top, bottom] = [Side::Top, Side::Bottom].map(|side| depth(cells, side, height, width));
    if !is_wide(left, right, width) && !is_wide(top, bottom, height) {
        return None;
    }
    let inner = |cell: &RgbImage| {
        cropped(cell, Rect::new(left, top, cell.width() - left - right, cell.height() - top - bottom))
    };
    Some(cells.iter().map(inner).collect())
}

/// How many lines at a side of cells that are `deep` from it and `long` beside it are the frame's.
fn depth(cells: &[RgbImage], side: Side, deep: u32, long: u32) -> u32 {
    let most = (MOST * f64::from(deep)) as u32;
    let frame = (0..=most).take_while(|&line| is_shared(cells, side, line, long)).count() as u32;
    if frame > most { 0 } else { frame }
}

/// Whether a line of pixels at some depth is the same in all cells but a few.
fn is_shared(cells: &[RgbImage], side: Side, line: u32, long: u32) -> bool {
    let (from, to) = (long / 4, long - long / 4);
    let count = POINTS.min(to - from);
    let at = |cell: &RgbImage, point: u32| -> Pixel {
        let along = from + point * (to - from) / count;
        let (right, bottom) = (cell.width() - 1, cell.height() - 1);
        let (x, y) = match side {
            Side::Left => (line, along),
            Side::Right => (right - line, along),
            Side::Top => (along, line),
            Side::Bottom => (along, bottom - line),
        };
        cell.get_pixel(x, y).0
    };
    let lines: Vec<Vec<Pixel>> = cells.iter().map(|cell| (0..count).map(|point| at(cell, point)).collect()).collect();
    let usual: Vec<Pixel> = (0..count as usize)
        .map(|point| middle(&lines.iter().map(|line| line[point]).collect::<Vec<Pixel>>()))
        .collect();
    let is_usual = |line: &Vec<Pixel>| {
        let same = line.iter().zip(&usual).filter(|&(&a, &b)| is_near(a, b, SAME)).count();
        same as f64 >= ALONG * line.len() as f64
    };
    lines.iter().filter(|line| !is_usual(line)).count() * OTHERS <= lines.len()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::*;

    /// A piece of a picture, unlike all others.
    fn piece(cell: u32) -> RgbImage {
        RgbImage::from_fn(40, 30, |x, y| Rgb([(x * 5) as u8 ^ (cell * 37) as u8, (y * 7 + cell * 50) as u8, 90]))
    }

    /// Buttons shaded from top to bottom, with a piece in the middle.
    fn button(cell: u32) -> RgbImage {
        let mut button = RgbImage::from_fn(64, 40, |_, y| Rgb([200 + y as u8; 3]));
        imageops::replace(&mut button, &piece(cell), 12, 5);
        button
    }

    #[test]
    fn what_is_within_the_frames_is_seen_though_one_cell_is_another() {
        let mut cells: Vec<RgbImage> = (0..9).map(button).collect();
        assert_eq!(within_frames(&cells), Some((0..9).map(piece).collect()));
        cells[4] = RgbImage::from_pixel(64, 40, Rgb([20; 3]));
        assert_eq!(within_frames(&cells).unwrap()[8], piece(8));
    }

    #[test]
    fn pieces_without_frames_and_cells_that_are_all_alike_have_none() {
        assert_eq!(within_frames(&(0..9).map(piece).collect::<Vec<_>>()), None);
        assert_eq!(within_frames(&vec![button(1); 9]), None, "there is nothing in the frames");
        assert_eq!(within_frames(&(0..4).map(button).collect::<Vec<_>>()), None, "too few tell it");
    }

    #[test]
    fn a_frame_on_one_side_is_none() {
        let one_side = |cell| {
            let mut cell_in = RgbImage::from_pixel(60, 30, Rgb([200; 3]));
            imageops::replace(&mut cell_in, &piece(cell), 20, 0);
            cell_in
        };
        assert_eq!(within_frames(&(0..9).map(one_side).collect::<Vec<_>>()), None);
    }
}
