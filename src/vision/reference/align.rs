//! Which part of the reference the board shows.
//!
//! Mostly all of it. But a game may have cut a square from the middle of a photograph, and a reference may have a frame
//! or lack some pixels at its edges, which are then taken to go on as they end. Where tiles lie apart, the picture may go
//! on from one to the next, or behind what parts them. A few crops are tried; the best is then moved edge by edge, in
//! steps that halve, while the tiles fit better. All that happens on small copies, with the tiles left where they fitted
//! last.

use std::borrow::Cow;

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

/// How much of its width and height a reference may lack at each edge.
const LACKING: f64 = 0.06;
/// Gutters that are a smaller share of a cell hide nothing that matters.
const HIDING: f64 = 0.04;

/// The part of a reference that a board shows.
pub struct Crop<'a> {
    reference: Cow<'a, RgbImage>,
    cut: Cut,
}

/// How a picture is cut into tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cut {
    /// What is cut.
    window: Window,
    /// The shares of a cell's width and height that lie hidden at each side of it.
    hidden: (f64, f64),
}

impl Crop<'_> {
    /// The tiles in their goal cells, less the fraction `inset` at each side.
    pub fn thumbnails(&self, size: Size, inset: f64, side: usize) -> Thumbnails {
        let windows: Vec<Window> = self.cut.cells(size).map(|window| window.inset(inset)).collect();
        Thumbnails::cut(&self.reference, &windows, side)
    }
}

impl Cut {
    fn cells(self, size: Size) -> impl Iterator<Item = Window> {
        let Cut { window, hidden } = self;
        let (width, height) = (window.width / size.columns() as f64, window.height / size.rows() as f64);
        (0..size.cells()).map(move |cell| Window {
            left: window.left + width * (size.column(cell) as f64 + hidden.0),
            top: window.top + height * (size.row(cell) as f64 + hidden.1),
            width: width * (1.0 - 2.0 * hidden.0),
            height: height * (1.0 - 2.0 * hidden.1),
        })
    }

    fn thumbnails(self, picture: &RgbImage, size: Size) -> Thumbnails {
        if self.hidden == (0.0, 0.0) {
            return Thumbnails::divided(picture, self.window, size, SIDE);
        }
        Thumbnails::cut(picture, &self.cells(size).collect::<Vec<_>>(), SIDE)
    }
}

/// The crop under which the tiles of the reference fit the cells of the screenshot best.
pub fn best_crop<'a>(screenshot: &RgbImage, grid: &Grid, reference: &'a RgbImage) -> Crop<'a> {
    let windows: Vec<Window> = grid.cells.iter().map(|&cell| cell.into()).collect();
    let cells = Thumbnails::cut(screenshot, &windows, SIDE);
    let small = shrunk(reference, grid.size);
    let border = |length: u32| (f64::from(length) * LACKING).ceil() as u32;
    let border = (border(small.width()), border(small.height()));
    let wide = &extended(&small, border);
    let (best, found) = starts(&small, grid)
        .into_iter()
        .map(|cut| {
            let window = shifted(cut.window, (f64::from(border.0), f64::from(border.1)));
            let cut = Cut { window, ..cut };
            (cut, same_light(&cells, &cut.thumbnails(wide, grid.size), Measure::Squared))
        })
        .reduce(|best, other| if quality(&other.1) > quality(&best.1) { other } else { best })
        .expect("the whole reference is always tried");
    let Cut { window, hidden } = match quality(&found) {
        HOPELESS..PERFECT => moved_to_fit(&cells, wide, grid.size, best, &found.assignment),
        _ => best,
    };
    let window = shifted(window, (-f64::from(border.0), -f64::from(border.1)));
    let (x, y) = (scale(reference.width(), small.width()), scale(reference.height(), small.height()));
    let window =
        Window { left: window.left * x, top: window.top * y, width: window.width * x, height: window.height * y };
    reaching(reference, Cut { window, hidden })
}

/// The cut of a reference, which is extended where the cut leaves it.
fn reaching(reference: &RgbImage, cut: Cut) -> Crop<'_> {
    let Window { left, top, width, height } = cut.window;
    let beyond = |start: f64, length: f64, limit: u32| (-start).max(start + length - f64::from(limit)).max(0.0);
    let (x, y) = (beyond(left, width, reference.width()), beyond(top, height, reference.height()));
    if x < 1.0 && y < 1.0 {
        return Crop { reference: Cow::Borrowed(reference), cut };
    }
    let (x, y) = (x.ceil() as u32, y.ceil() as u32);
    let window = shifted(cut.window, (x.into(), y.into()));
    Crop { reference: Cow::Owned(extended(reference, (x, y))), cut: Cut { window, ..cut } }
}

/// A picture with borders added that go on as it ends.
fn extended(picture: &RgbImage, border: (u32, u32)) -> RgbImage {
    let (width, height) = picture.dimensions();
    let nearest = |at: u32, border: u32, length: u32| at.saturating_sub(border).min(length - 1);
    RgbImage::from_fn(width + 2 * border.0, height + 2 * border.1, |x, y| {
        *picture.get_pixel(nearest(x, border.0, width), nearest(y, border.1, height))
    })
}

fn shifted(window: Window, (x, y): (f64, f64)) -> Window {
    Window { left: window.left + x, top: window.top + y, ..window }
}

fn scale(large: u32, small: u32) -> f64 {
    f64::from(large) / f64::from(small)
}

/// Moves the edges of a cut while the tiles, given to the cells as before, fit better.
fn moved_to_fit(cells: &Thumbnails, small: &RgbImage, size: Size, mut cut: Cut, assignment: &[usize]) -> Cut {
    let misfit = |cut: Cut| compare::misfit(cells, &cut.thumbnails(small, size), assignment);
    let cell = (cut.window.width / size.columns() as f64).min(cut.window.height / size.rows() as f64);
    let mut least = misfit(cut);
    let mut step = cell * 0.12;
    for _ in 0..STEPS {
        if step < cell * 0.01 {
            break;
        }
        let tried = MOVES.iter().map(|factors| Cut { window: moved(cut.window, factors, step), ..cut });
        match tried.map(|tried| (misfit(tried), tried)).min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((better, there)) if better < least * 0.999 => (least, cut) = (better, there),
            _ => step /= 2.0,
        }
    }
    cut
}

/// The cuts worth trying: of all, and of the middle of the board's shape; both with more and with less at each edge, and
/// with and without what gutters may hide.
fn starts(reference: &RgbImage, grid: &Grid) -> Vec<Cut> {
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
    let insets = [0.0, -0.03, 0.02, 0.045, 0.08];
    let windows = wholes.iter().flat_map(|window| insets.iter().map(|&inset| window.inset(inset)));
    let gutters = gutters(grid);
    let hides = gutters.0 > HIDING || gutters.1 > HIDING;
    let hidden = if hides { vec![(0.0, 0.0), (gutters.0 / 2.0, gutters.1 / 2.0)] } else { vec![(0.0, 0.0)] };
    windows.flat_map(|window| hidden.iter().map(move |&hidden| Cut { window, hidden })).collect()
}

/// The shares of a cell's width and height that gutters take.
fn gutters(grid: &Grid) -> (f64, f64) {
    let share =
        |tile: u32, region: u32, cells: usize| (1.0 - f64::from(tile) * cells as f64 / f64::from(region)).max(0.0);
    let (tile, region) = (grid.cells[0], grid.region);
    (share(tile.width, region.width, grid.size.columns()), share(tile.height, region.height, grid.size.rows()))
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
    let SameLight { costs, assignment, .. } = found;
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
