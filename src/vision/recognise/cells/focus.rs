//! The part of their cells in which tiles differ: on plain tiles that is where the numbers are, however small.

use std::ops::Range;

use image::{Rgb, RgbImage};

use crate::rect::Rect;
use crate::vision::colour::{Pixel, middle};

/// So many cells are looked at, at most.
const SAMPLED: usize = 25;
/// Of larger cells, by their shorter side, only some lines are looked at.
const FINE: u32 = 160;
/// The sides of a cell in which there may be a frame, as a share of it, and how much of a line must differ to be one.
const SIDE: f32 = 0.12;
const FRAME: f32 = 0.4;
/// How far apart tiles must be at a place, in levels of a channel about their own colours, for numbers to be there, once the
/// farthest off in either direction, which may be the blank, is left aside.
const APART: i32 = 48;
/// A line in which fewer places differ shows noise.
const FEWEST: usize = 2;
/// What is seen around the numbers, as a share of their height.
const AROUND: f32 = 0.5;
/// A part that is no smaller than this share of either side tells nothing that the whole cells do not.
const SMALLER: f32 = 0.7;

/// The parts of `cells` in which these differ, a little wider, with their own colours beyond the cells; `None` where that
/// is most of them, or nothing.
pub fn on_what_differs(cells: &[RgbImage]) -> Option<Vec<RgbImage>> {
    let side = |of: fn(&RgbImage) -> u32| cells.iter().map(of).min().unwrap_or(0);
    let (width, height) = (side(RgbImage::width), side(RgbImage::height));
    let seen = (width > 0 && height > 0).then(|| differing(cells, width, height)).flatten()?;
    let around = (AROUND * seen.height as f32).ceil() as u32;
    let is_smaller = |part: u32, side: u32| (part as f32) < SMALLER * side as f32;
    if !is_smaller(seen.width, width) && !is_smaller(seen.height, height) {
        return None;
    }
    Some(cells.iter().map(|cell| with_margin(cell, seen, around)).collect())
}

/// The smallest rectangle around all places in which cells of `width` × `height` pixels differ.
fn differing(cells: &[RgbImage], width: u32, height: u32) -> Option<Rect> {
    let step = (width.min(height) / FINE).max(1);
    let (across, down) = (width / step, height / step);
    let count = cells.len().min(SAMPLED);
    let sampled: Vec<&RgbImage> = (0..count).map(|index| &cells[index * cells.len() / count]).collect();
    let own: Vec<Pixel> = sampled.iter().map(|cell| middle(cell.as_raw().as_chunks::<3>().0)).collect();
    let levels = |x: u32, y: u32, channel: usize| {
        let level = move |(cell, own): (&&RgbImage, &Pixel)| {
            i32::from(cell.get_pixel(x * step, y * step)[channel]) - i32::from(own[channel])
        };
        sampled.iter().zip(&own).map(level)
    };
    let differs = |x: u32, y: u32| (0..3).any(|channel| range(levels(x, y, channel)) > APART);
    let differing: Vec<bool> = (0..across * down).map(|at| differs(at % across, at / across)).collect();
    let in_column = |x: u32, rows: &Range<u32>| rows.clone().filter(|y| differing[(y * across + x) as usize]).count();
    let in_row =
        |y: u32, columns: &Range<u32>| columns.clone().filter(|x| differing[(y * across + x) as usize]).count();
    let (columns, rows) = (0..across, 0..down);
    let columns = but_for_frames(columns.clone().map(|x| in_column(x, &rows)).collect(), down);
    let rows = but_for_frames(rows.clone().map(|y| in_row(y, &columns)).collect(), across);
    let span = |range: &Range<u32>, count: &dyn Fn(u32) -> usize| {
        let first = range.clone().find(|&at| count(at) >= FEWEST)?;
        let last = range.clone().rfind(|&at| count(at) >= FEWEST)?;
        Some((first * step, (last + 1 - first) * step))
    };
    let (x, width) = span(&columns, &|x| in_column(x, &rows))?;
    let (y, height) = span(&rows, &|y| in_row(y, &columns))?;
    Some(Rect { x, y, width, height })
}

/// How far apart levels are but for the lowest and the highest.
fn range(levels: impl Iterator<Item = i32>) -> i32 {
    let (mut low, mut high) = ([i32::MAX; 2], [i32::MIN; 2]);
    for level in levels {
        low = [low[0].min(level), low[1].min(low[0].max(level))];
        high = [high[0].max(level), high[1].max(high[0].min(level))];
    }
    high[1].saturating_sub(low[1])
}

/// The lines of a cell but for those at its sides up to a frame: most of such a line of `length` pixels differs, where the frame is
/// not drawn at just the same place of all cells.
fn but_for_frames(counts: Vec<usize>, length: u32) -> Range<u32> {
    let lines = counts.len() as u32;
    let side = ((SIDE * lines as f32) as u32).max(1);
    let is_frame = |line: &u32| counts[*line as usize] as f32 > FRAME * length as f32;
    let first = (0..side).rfind(is_frame).map_or(0, |line| line + 1);
    let last = (lines - side..lines).find(is_frame).unwrap_or(lines);
    first..last.max(first)
}

/// A part of a cell with so many pixels around it: of the cell's own colour beyond it, for a number may touch its side.
pub fn with_margin(cell: &RgbImage, part: Rect, around: u32) -> RgbImage {
    let own = Rgb(middle(cell.as_raw().as_chunks::<3>().0));
    RgbImage::from_fn(part.width + 2 * around, part.height + 2 * around, |x, y| {
        let (x, y) = ((part.x + x).wrapping_sub(around), (part.y + y).wrapping_sub(around));
        cell.get_pixel_checked(x, y).copied().unwrap_or(own)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles of 40 by 30 pixels in several colours with a frame and a mark of their own, the last one blank.
    fn tiles() -> Vec<RgbImage> {
        let tile = |tile: u32| {
            RgbImage::from_fn(40, 30, |x, y| match () {
                _ if tile == 8 => Rgb([250; 3]),
                _ if x == tile % 2 || y == tile % 3 => Rgb([0; 3]),
                _ if (26..33).contains(&x) && (8..14).contains(&y) && (x + y * tile).is_multiple_of(3) => Rgb([10; 3]),
                _ => Rgb([90 + 10 * tile as u8, 160, 120]),
            })
        };
        (0..9).map(tile).collect()
    }

    #[test]
    fn tiles_are_cut_out_where_they_differ_but_for_their_frames() {
        let tiles = tiles();
        assert_eq!(differing(&tiles, 40, 30), Some(Rect::new(26, 8, 7, 6)));
        let cut = on_what_differs(&tiles).unwrap();
        assert!(cut.iter().all(|face| face.dimensions() == (13, 12)));
        assert_eq!(cut[3].get_pixel(3, 3), tiles[3].get_pixel(26, 8));
        assert_eq!(on_what_differs(&vec![tiles[0].clone(); 9]), None, "they do not differ");
        let whole = |tile: u32| RgbImage::from_fn(40, 30, |x, y| Rgb([(x * y * (tile + 1) % 251) as u8; 3]));
        assert_eq!(on_what_differs(&(0..9).map(whole).collect::<Vec<_>>()), None, "they differ everywhere");
    }

    #[test]
    fn the_lowest_and_the_highest_level_do_not_count() {
        assert_eq!(range([5, -90, 7, 60, 9].into_iter()), 4);
        assert_eq!(range([5, 5].into_iter()), 0);
    }
}
