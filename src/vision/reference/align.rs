//! Which part of the reference the board shows.
//!
//! Mostly all of it. But a game may have cut a square from the middle of a photograph, and a reference may have a frame
//! or lack some pixels at its edges. A few crops are tried; the best is then moved edge by edge, in steps that halve,
//! while the tiles fit better.

use image::RgbImage;

use super::compare::{Measure, SameLight, fit, same_light};
use super::{INSET, SIDE};
use crate::puzzle::Size;
use crate::resize::{Window, resized};
use crate::vision::Grid;
use crate::vision::thumbnails::Thumbnails;

/// A fit above which there is nothing to gain from moving edges.
const PERFECT: f32 = 0.985;
/// How the edges of a window move: factors of a step for left, top, right and bottom.
const MOVES: [[f64; 4]; 16] = [
    [1.0, 0.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, -1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, -1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
    [0.0, 0.0, 0.0, -1.0],
    [1.0, 0.0, 1.0, 0.0],
    [-1.0, 0.0, -1.0, 0.0],
    [0.0, 1.0, 0.0, 1.0],
    [0.0, -1.0, 0.0, -1.0],
    [1.0, 1.0, -1.0, -1.0],
    [-1.0, -1.0, 1.0, 1.0],
    [1.0, 0.0, -1.0, 0.0],
    [0.0, 1.0, 0.0, -1.0],
];

/// The thumbnails of the reference's cells, cut so that they fit `cells` best.
pub fn aligned_tiles(cells: &Thumbnails, grid: &Grid, reference: &RgbImage) -> Thumbnails {
    let reference = &shrunk(reference, grid.size);
    let try_window = |window: Window| {
        let tiles = cut(reference, window, grid.size);
        let fit = quality(cells, &tiles);
        (fit, window, tiles)
    };
    let mut best = starts(reference, grid)
        .into_iter()
        .map(try_window)
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .expect("the whole reference is always tried");
    let cell = best.1.width.min(best.1.height) / grid.size.columns().max(grid.size.rows()) as f64;
    let mut step = cell * 0.12;
    while step > cell * 0.01 && best.0 < PERFECT {
        let better =
            MOVES.iter().map(|factors| try_window(moved(best.1, factors, step))).max_by(|a, b| a.0.total_cmp(&b.0));
        match better {
            Some(better) if better.0 > best.0 + 1e-4 => best = better,
            _ => step /= 2.0,
        }
    }
    best.2
}

/// The crops worth trying: all, the middle of the board's shape, and both with less of each edge.
fn starts(reference: &RgbImage, grid: &Grid) -> Vec<Window> {
    let (width, height) = (f64::from(reference.width()), f64::from(reference.height()));
    let all = Window { left: 0.0, top: 0.0, width, height };
    let shape = f64::from(grid.region.width) / f64::from(grid.region.height);
    let middle = if width / height > shape {
        let cut = height * shape;
        Window { left: (width - cut) / 2.0, width: cut, ..all }
    } else {
        let cut = width / shape;
        Window { top: (height - cut) / 2.0, height: cut, ..all }
    };
    let differ = (middle.width - width).abs() > width * 0.02 || (middle.height - height).abs() > height * 0.02;
    let wholes = if differ { vec![all, middle] } else { vec![all] };
    let insets = [0.0, 0.02, 0.045, 0.08];
    wholes.iter().flat_map(|window| insets.iter().map(|&inset| window.inset(inset))).collect()
}

fn moved(window: Window, factors: &[f64; 4], step: f64) -> Window {
    let [left, top, right, bottom] = factors.map(|factor| factor * step);
    Window {
        left: window.left + left,
        top: window.top + top,
        width: window.width + right - left,
        height: window.height + bottom - top,
    }
}

/// How well the tiles fit; the cell that fits worst may be the blank and does not count.
fn quality(cells: &Thumbnails, tiles: &Thumbnails) -> f32 {
    let SameLight { costs, assignment } = same_light(cells, tiles, Measure::Squared);
    let own = |cell: &usize| costs.at(*cell, assignment[*cell]);
    let worst = (0..costs.len()).max_by(|a, b| own(a).total_cmp(&own(b))).unwrap_or(0);
    fit(&costs, &assignment, worst)
}

fn cut(reference: &RgbImage, window: Window, size: Size) -> Thumbnails {
    let (width, height) = (window.width / size.columns() as f64, window.height / size.rows() as f64);
    let windows: Vec<Window> = (0..size.cells())
        .map(|cell| {
            let left = window.left + width * size.column(cell) as f64;
            let top = window.top + height * size.row(cell) as f64;
            Window { left, top, width, height }.inset(INSET)
        })
        .collect();
    Thumbnails::cut(reference, &windows, SIDE)
}

/// The reference with no more pixels than the thumbnails can use, so that trying a crop is cheap.
fn shrunk(reference: &RgbImage, size: Size) -> RgbImage {
    let limit = |length: u32, cells: usize| length.min((cells * SIDE * 2) as u32);
    let (width, height) = (limit(reference.width(), size.columns()), limit(reference.height(), size.rows()));
    if (width, height) == reference.dimensions() {
        return reference.clone();
    }
    resized(reference, width, height)
}
