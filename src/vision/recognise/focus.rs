//! The part of their cells in which tiles differ: on plain tiles that is where the numbers are, however small.

use std::ops::Range;

use image::{Rgb, RgbImage};

use crate::rect::Rect;
use crate::vision::colour::{Pixel, middle};

/// So many cells are looked at, at most.
const SAMPLED: usize = 25;
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
    let seen = differing(cells, width, height)?;
    let around = (AROUND * seen.height as f32).ceil() as u32;
    let is_smaller = |part: u32, side: u32| (part as f32) < SMALLER * side as f32;
    if !is_smaller(seen.width, width) && !is_smaller(seen.height, height) {
        return None;
    }
    Some(cells.iter().map(|cell| with_margin(cell, seen, around)).collect())
}

/// The smallest rectangle around all places in which cells of `width` × `height` pixels differ.
fn differing(cells: &[RgbImage], width: u32, height: u32) -> Option<Rect> {
    let count = cells.len().min(SAMPLED);
    let sampled: Vec<&RgbImage> = (0..count).map(|index| &cells[index * cells.len() / count]).collect();
    let own: Vec<Pixel> = sampled.iter().map(|cell| middle(cell.as_raw().as_chunks::<3>().0)).collect();
    let range = |x: u32, y: u32, channel: usize| {
        let level =
            |(cell, own): (&&RgbImage, &Pixel)| i32::from(cell.get_pixel(x, y)[channel]) - i32::from(own[channel]);
        let mut levels: Vec<i32> = sampled.iter().zip(&own).map(level).collect();
        levels.sort_unstable();
        levels[count.saturating_sub(2)] - levels[1.min(count - 1)]
    };
    let differs = |x: u32, y: u32| (0..3).any(|channel| range(x, y, channel) > APART);
    let differing: Vec<bool> = (0..width * height).map(|at| differs(at % width, at / width)).collect();
    let in_column = |x: u32, rows: &Range<u32>| rows.clone().filter(|y| differing[(y * width + x) as usize]).count();
    let in_row = |y: u32, columns: &Range<u32>| columns.clone().filter(|x| differing[(y * width + x) as usize]).count();
    let (columns, rows) = (0..width, 0..height);
    let columns = but_for_frames(columns.clone().map(|x| in_column(x, &rows)).collect(), height);
    let rows = but_for_frames(rows.clone().map(|y| in_row(y, &columns)).collect(), width);
    let span = |range: &Range<u32>, count: &dyn Fn(u32) -> usize| {
        let first = range.clone().find(|&at| count(at) >= FEWEST)?;
        let last = range.clone().rfind(|&at| count(at) >= FEWEST)?;
        Some((first, last + 1 - first))
    };
    let (x, width) = span(&columns, &|x| in_column(x, &rows))?;
    let (y, height) = span(&rows, &|y| in_row(y, &columns))?;
    Some(Rect { x, y, width, height })
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
fn with_margin(cell: &RgbImage, part: Rect, around: u32) -> RgbImage {
    let own = Rgb(middle(cell.as_raw().as_chunks::<3>().0));
    RgbImage::from_fn(part.width + 2 * around, part.height + 2 * around, |x, y| {
        let (x, y) = ((part.x + x).wrapping_sub(around), (part.y + y).wrapping_sub(around));
        cell.get_pixel_checked(x, y).copied().unwrap_or(own)
    })
}
