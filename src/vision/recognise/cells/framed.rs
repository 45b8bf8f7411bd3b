//! Pieces that stand in a wide frame of their own: buttons with a smaller picture in the middle, pictures in mounts.
//!
//! A frame is the same in every cell and the pieces are not: seen across all cells, the lines of pixels along a side hardly differ
//! up to where the pieces begin. What is narrower is a border, which is peeled off when pieces are compared.

use std::borrow::Cow;

use image::RgbImage;

use crate::rect::Rect;
use crate::resize::cropped;
use crate::vision::colour::{Pixel, is_near, middle};

/// The part of a cell's side that a frame takes at least on two sides opposite each other, and at most on one.
const LEAST: f64 = 0.1;
const MOST: f64 = 0.38;
/// The most of it that what is left of a gutter takes before the frame, where the page shows in that and is shaded.
const GUTTER: f64 = 0.04;
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

/// What is so deep in a cell from one of its sides, so far along that.
type Look = fn(&RgbImage, u32, u32) -> Pixel;

/// What is within the frames of all cells, if there are such, and else the cells.
pub fn within_frames(cells: &[RgbImage]) -> Cow<'_, [RgbImage]> {
    match insides(cells) {
        Some(insides) => cells.iter().zip(insides).map(|(cell, inside)| cropped(cell, inside)).collect(),
        None => Cow::Borrowed(cells),
    }
}

/// Where in each cell its piece is, within a frame that is the same in all, if there is one.
pub(super) fn insides(cells: &[RgbImage]) -> Option<Vec<Rect>> {
    let least = |length: fn(&RgbImage) -> u32| cells.iter().map(length).min().unwrap_or(0);
    let (width, height) = (least(RgbImage::width), least(RgbImage::height));
    let is_wide = |before: u32, after: u32, long: u32| f64::from(before.min(after)) >= LEAST * f64::from(long);
    let left = depth(cells, width, height, |cell, depth, along| cell.get_pixel(depth, along).0);
    let right = depth(cells, width, height, |cell, depth, along| cell.get_pixel(cell.width() - 1 - depth, along).0);
    let top = depth(cells, height, width, |cell, depth, along| cell.get_pixel(along, depth).0);
    let bottom = depth(cells, height, width, |cell, depth, along| cell.get_pixel(along, cell.height() - 1 - depth).0);
    if cells.len() < FEWEST || !is_wide(left, right, width) && !is_wide(top, bottom, height) {
        return None;
    }
    let inside = |cell: &RgbImage| Rect::new(left, top, cell.width() - left - right, cell.height() - top - bottom);
    Some(cells.iter().map(inside).collect())
}

/// How many lines at a side of cells that are `deep` from it and `long` beside it are the frame's.
fn depth(cells: &[RgbImage], deep: u32, long: u32, look: Look) -> u32 {
    let share = |part: f64| (part * f64::from(deep)) as u32;
    let is_frame = |&depth: &u32| is_shared(cells, depth, long, look);
    let Some(outer) = (0..=share(GUTTER)).find(is_frame) else { return 0 };
    let inner = (outer..=share(MOST)).find(|depth| !is_frame(depth)).unwrap_or(0);
    if outer > 0 && inner < outer + share(LEAST) { 0 } else { inner }
}

/// Whether the line of pixels so deep is the same in all cells but a few.
fn is_shared(cells: &[RgbImage], depth: u32, long: u32, look: Look) -> bool {
    let (from, to) = (long / 4, long - long / 4);
    let points = (from..to).step_by((to - from).div_ceil(POINTS).max(1) as usize);
    let line = |cell: &RgbImage| points.clone().map(|along| look(cell, depth, along)).collect::<Vec<Pixel>>();
    let lines: Vec<Vec<Pixel>> = cells.iter().map(line).collect();
    let middle_at = |point: usize| middle(&lines.iter().map(|line| line[point]).collect::<Vec<Pixel>>());
    let usual: Vec<Pixel> = (0..points.len()).map(middle_at).collect();
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
        assert_eq!(within_frames(&cells).to_vec(), (0..9).map(piece).collect::<Vec<_>>());
        cells[4] = RgbImage::from_pixel(64, 40, Rgb([20; 3]));
        assert_eq!(within_frames(&cells)[8], piece(8));
    }

    #[test]
    fn a_shaded_page_may_show_around_the_frames() {
        let on_page = |(cell, rim): (u32, u32)| {
            let mut on_page = RgbImage::from_pixel(64 + 2 * rim, 80, Rgb([90 + 15 * cell as u8; 3]));
            let bands = RgbImage::from_pixel(64, 80 - 2 * rim, Rgb([0, 188, 212]));
            imageops::replace(&mut on_page, &bands, rim.into(), rim.into());
            imageops::replace(&mut on_page, &imageops::crop_imm(&piece(cell), 0, 0, 30, 30).to_image(), 17, 25);
            on_page
        };
        let within =
            |rim: u32| within_frames(&(0..9).map(|cell| on_page((cell, rim))).collect::<Vec<_>>())[8].dimensions();
        assert_eq!(within(0), (30, 30));
        assert_eq!(within(2), (30, 30));
        assert_eq!(within(5), (74, 80), "it is more than a gutter");
    }

    #[test]
    fn pieces_without_frames_and_cells_that_are_all_alike_have_none() {
        let are_left = |cells: Vec<RgbImage>| *within_frames(&cells) == cells;
        assert!(are_left((0..9).map(piece).collect()));
        assert!(are_left(vec![button(1); 9]), "there is nothing in the frames");
        assert!(are_left((0..4).map(button).collect()), "too few tell it");
        assert!(are_left(Vec::new()));
    }

    #[test]
    fn a_frame_on_one_side_is_none() {
        let one_side = |cell| {
            let mut cell_in = RgbImage::from_pixel(60, 30, Rgb([200; 3]));
            imageops::replace(&mut cell_in, &piece(cell), 20, 0);
            cell_in
        };
        let cells: Vec<RgbImage> = (0..9).map(one_side).collect();
        assert_eq!(*within_frames(&cells), cells);
    }
}
