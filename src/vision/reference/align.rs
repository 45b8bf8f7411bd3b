//! Which part of the reference the board shows.
//!
//! Mostly all of it. But a game may have cut a square from the middle of a photograph, and a reference may have a frame
//! or lack some pixels at its edges. A few crops are tried; the best is then moved edge by edge, in steps that halve,
//! while the tiles fit better. All that happens on small copies, with the tiles left where they fitted last.

use image::RgbImage;

use super::compare::{self, Measure, SameLight, fit, same_light};
use crate::puzzle::Size;
use crate::resize::{Window, resized};
use crate::vision::Grid;
use crate::vision::thumbnails::Thumbnails;

/// The side of the thumbnails that crops are judged by.
const SIDE: usize = 12;
/// A fit above which there is nothing to gain from moving edges.
const PERFECT: f32 = 0.985;
/// A fit below which moving edges does not help.
const HOPELESS: f32 = 0.5;
/// The most steps; each moves one edge or one pair.
const STEPS: usize = 40;
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

/// The part of a reference that a board shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crop(Window);

impl Crop {
    /// The cells of the solved board in the reference, less the fraction `inset` at each side.
    pub fn cells(self, size: Size, inset: f64) -> Vec<Window> {
        let (width, height) = (self.0.width / size.columns() as f64, self.0.height / size.rows() as f64);
        let cell = |cell: usize| {
            let left = self.0.left + width * size.column(cell) as f64;
            let top = self.0.top + height * size.row(cell) as f64;
            Window { left, top, width, height }.inset(inset)
        };
        (0..size.cells()).map(cell).collect()
    }
}

/// The crop under which the tiles of the reference fit the cells of the screenshot best.
pub fn best_crop(screenshot: &RgbImage, grid: &Grid, reference: &RgbImage) -> Crop {
    let windows: Vec<Window> = grid.cells.iter().map(|&cell| cell.into()).collect();
    let cells = Thumbnails::cut(screenshot, &windows, SIDE);
    let small = &shrunk(reference, grid.size);
    let (best, found) = starts(small, grid)
        .into_iter()
        .map(|window| {
            let tiles = Thumbnails::divided(small, window, grid.size, SIDE);
            (window, same_light(&cells, &tiles, Measure::Squared))
        })
        .reduce(|best, other| if quality(&other.1) > quality(&best.1) { other } else { best })
        .expect("the whole reference is always tried");
    let window = match quality(&found) {
        HOPELESS..PERFECT => moved_to_fit(&cells, small, grid.size, best, &found.assignment),
        _ => best,
    };
    let (x, y) = (scale(reference.width(), small.width()), scale(reference.height(), small.height()));
    Crop(Window { left: window.left * x, top: window.top * y, width: window.width * x, height: window.height * y })
}

fn scale(large: u32, small: u32) -> f64 {
    f64::from(large) / f64::from(small)
}

/// Moves the edges of `window` while the tiles, given to the cells as before, fit better.
fn moved_to_fit(cells: &Thumbnails, small: &RgbImage, size: Size, mut window: Window, assignment: &[usize]) -> Window {
    let misfit = |window: Window| compare::misfit(cells, &Thumbnails::divided(small, window, size, SIDE), assignment);
    let cell = (window.width / size.columns() as f64).min(window.height / size.rows() as f64);
    let mut least = misfit(window);
    let mut step = cell * 0.12;
    for _ in 0..STEPS {
        if step < cell * 0.01 {
            break;
        }
        let tried = MOVES.iter().map(|factors| moved(window, factors, step)).map(|window| (misfit(window), window));
        match tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((better, there)) if better < least * 0.999 => (least, window) = (better, there),
            _ => step /= 2.0,
        }
    }
    window
}

/// The crops worth trying: all, the middle of the board's shape, and both with less of each edge.
fn starts(reference: &RgbImage, grid: &Grid) -> Vec<Window> {
    let all = Window::all(reference.width(), reference.height());
    let (width, height) = (all.width, all.height);
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
fn quality(found: &SameLight) -> f32 {
    let SameLight { costs, assignment } = found;
    let own = |cell: &usize| costs.at(*cell, assignment[*cell]);
    let worst = (0..costs.len()).max_by(|a, b| own(a).total_cmp(&own(b))).unwrap_or(0);
    fit(costs, assignment, worst)
}

/// The reference with no more pixels than the thumbnails can use, so that trying a crop is cheap.
fn shrunk(reference: &RgbImage, size: Size) -> RgbImage {
    let limit = |length: u32, cells: usize| length.min((cells * SIDE * 3) as u32);
    let (width, height) = (limit(reference.width(), size.columns()), limit(reference.height(), size.rows()));
    resized(reference, width, height)
}
