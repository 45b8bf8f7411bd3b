//! Where the tiles of the reference are, and just where the cells of the board are.
//!
//! A board mostly shows all of its reference. But a game may have cut a square from the middle of a photograph, or from its
//! start, and a reference may have a frame or lack some pixels at its edges, which are then taken to go on as they end. Where
//! tiles lie apart, the picture may go on from one to the next, or behind what parts them. A few crops are tried; from the
//! best, board and reference are moved until the tiles fit better, by turns with giving the tiles to the cells anew. All that
//! happens on small copies.

use std::borrow::Cow;

use image::RgbImage;
use rayon::prelude::*;

use super::compare::{Measure, fit};
use super::frame::{Axis, Frame, Framed};
use super::light::{SameLight, misfit, same_light};
use super::register::{Fault, register};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::resize::{Window, resize_into, resized};
use crate::vision::Grid;
use crate::vision::thumbnails::Thumbnails;

/// The side of the thumbnails that crops are judged by.
const SIDE: usize = 12;
/// How many pixels a cell of the small copies has at most.
const SMALL: usize = 3 * SIDE;
/// A fit below which there is nothing to be gained.
const HOPELESS: f32 = 0.4;
/// How often tiles are given to the cells anew.
const TURNS: usize = 3;
/// A fit above which a misfit comes mostly from what differs anyway, and a little less of it says nothing.
const GOOD: f32 = 0.95;
/// What the misfit falls to, at most, where moving helps: mostly, where the fit is good, and where moving the board helps
/// more than moving the reference. Where that takes the tiles beyond its edges, the board need only not fit much worse.
const BETTER: f32 = 0.97;
const HALF: f32 = 0.5;
const MUCH_BETTER: f32 = 0.9;
const NOT_MUCH_WORSE: f32 = 1.5;
/// How much farther, in cells, tiles may reach beyond the reference for nothing: beyond that they show what is not in it.
const LITTLE: f64 = 0.02;
/// How far the middle of a cell may come to lie from where it was, and how much longer or shorter it may be, in cells.
const FARTHEST: f64 = 0.4;
/// How much of its width and height a reference may lack at each edge.
const LACKING: f64 = 0.06;
/// The share of a reference that a board shows which is cut from its start: of what shows less, it may be a part.
const MOST: f64 = 0.75;
/// How much of a cell the board may reach beyond its grid.
const BEYOND: f64 = 0.5;
/// Gutters that are a smaller share of a cell hide nothing that matters.
const HIDING: f64 = 0.04;

/// A board and its reference, each with where its cells are: moved, and as they were before.
pub struct Aligned<'a> {
    pub board: [Frame; 2],
    pub reference: Cow<'a, RgbImage>,
    pub tiles: [Frame; 2],
    /// How much of the reference the tiles show, moved.
    pub shown: f32,
}

/// A part of a picture with few pixels, and how many of the picture's its own are.
struct Small {
    picture: RgbImage,
    /// Where the picture's first pixel is in the copy.
    origin: (f64, f64),
    scale: (f64, f64),
}

/// Finds the part of the reference under which its tiles fit the cells of the screenshot best, and where these just are:
/// where `grid` says, unless the tiles fit much better elsewhere.
pub fn align<'a>(screenshot: &RgbImage, grid: &Grid, reference: &'a RgbImage) -> Aligned<'a> {
    let (board, tiles) =
        rayon::join(|| Small::of_board(screenshot, grid), || Small::of_reference(reference, grid.size));
    let at = board.within(Frame::of(grid));
    let start = Framed { picture: &board.picture, frame: at };
    let cells = start.thumbnails(0.0, SIDE);
    let matched = |tiles: &Framed| same_light(&cells, &tiles.thumbnails(0.0, SIDE), Measure::Squared).without_blank();
    let crops: Vec<(Framed, SameLight)> = starts(reference, grid)
        .into_par_iter()
        .map(|frame| Framed { picture: &tiles.picture, frame: tiles.within(frame) })
        .map(|tiles| (tiles, matched(&tiles)))
        .collect();
    let (best, found) = crops
        .into_iter()
        .reduce(|best, other| if quality(&other.1) > quality(&best.1) { other } else { best })
        .expect("the whole reference is always tried");
    let [there, tried] = match quality(&found) {
        GOOD.. => moved([start, best], tiles.own(), found.assignment, HALF),
        HOPELESS.. => moved([start, best], tiles.own(), found.assignment, BETTER),
        _ => [start, best],
    };
    let frames = [tried, best].map(|crop| tiles.beyond(crop.frame));
    let area = |width: f64, height: f64| (width * height) as f32;
    let [Frame { x, y }, _] = frames;
    let shown = area(x.all(), y.all()) / area(reference.width().into(), reference.height().into());
    let (reference, tiles) = reaching(reference, frames);
    Aligned { board: [there, start].map(|framed| board.beyond(framed.frame)), reference, tiles, shown }
}

/// Board and reference, of whose copy only `own` is known, moved until that does not help, at first at least to the
/// share `needed` of the misfit.
fn moved<'a>(start: [Framed<'a>; 2], own: Window, mut assignment: Vec<usize>, needed: f32) -> [Framed<'a>; 2] {
    let mut best = Attempt::of(start, &assignment);
    for turn in 0..TURNS {
        let needed = if turn == 0 { needed } else { BETTER };
        let attempt = |fault: Fault| Attempt::of(register(&best.pair, &assignment, fault), &assignment);
        let tried = <[_; 2]>::from(rayon::join(|| attempt(Fault::Reference), || attempt(Fault::Board)));
        let near = tried.into_iter().filter(|tried| tried.pair[0].frame.is_near(start[0].frame, FARTHEST));
        let reach = |attempt: &Attempt| attempt.pair[1].frame.reach_beyond(own);
        let better = |best: Attempt<'a>, other: Attempt<'a>| {
            let reaches_out = reach(&best) > reach(&other) + LITTLE;
            let needed = if reaches_out { NOT_MUCH_WORSE } else { MUCH_BETTER };
            if other.misfit < needed * best.misfit { other } else { best }
        };
        match near.reduce(better) {
            Some(attempt) if attempt.misfit < needed * best.misfit => best = attempt,
            _ => break,
        }
        let [cells, tiles] = &best.thumbnails;
        assignment = same_light(cells, tiles, Measure::Squared).without_blank().assignment;
        best.misfit = misfit(cells, tiles, &assignment);
    }
    best.pair
}

/// Board and reference where they may be, with what they show there.
struct Attempt<'a> {
    pair: [Framed<'a>; 2],
    thumbnails: [Thumbnails; 2],
    misfit: f32,
}

impl<'a> Attempt<'a> {
    fn of(pair: [Framed<'a>; 2], assignment: &[usize]) -> Attempt<'a> {
        let thumbnails = pair.map(|framed| framed.thumbnails(0.0, SIDE));
        let misfit = misfit(&thumbnails[0], &thumbnails[1], assignment);
        Attempt { pair, thumbnails, misfit }
    }
}

impl Small {
    fn of_board(screenshot: &RgbImage, grid: &Grid) -> Small {
        let (width, height) = screenshot.dimensions();
        let part = |start: u32, length: u32, cells: usize, limit: u32| {
            let beyond = (f64::from(length) / cells as f64 * BEYOND) as u32;
            let first = start.saturating_sub(beyond);
            (first, (start + length + beyond).min(limit) - first)
        };
        let (x, width) = part(grid.region.x, grid.region.width, grid.size.columns(), width);
        let (y, height) = part(grid.region.y, grid.region.height, grid.size.rows(), height);
        let shrunk = |length: u32, cells: usize| length.min(((cells + 1) * SMALL) as u32);
        let (columns, rows) = (shrunk(width, grid.size.columns()), shrunk(height, grid.size.rows()));
        let mut picture = RgbImage::new(columns, rows);
        resize_into(screenshot, Rect::new(x, y, width, height).into(), columns, rows, &mut picture);
        let scale = (f64::from(width) / f64::from(columns), f64::from(height) / f64::from(rows));
        Small { picture, origin: (-f64::from(x) / scale.0, -f64::from(y) / scale.1), scale }
    }

    fn of_reference(reference: &RgbImage, size: Size) -> Small {
        let (width, height) = reference.dimensions();
        let shrunk = |length: u32, cells: usize| length.min((cells * SMALL) as u32);
        let (columns, rows) = (shrunk(width, size.columns()), shrunk(height, size.rows()));
        let small = resized(reference, columns, rows);
        let border = |length: u32| (f64::from(length) * LACKING).ceil() as u32;
        let border = (border(columns), border(rows));
        let scale = (f64::from(width) / f64::from(columns), f64::from(height) / f64::from(rows));
        Small { picture: extended(&small, border), origin: (border.0.into(), border.1.into()), scale }
    }

    /// Where the reference itself is in its copy.
    fn own(&self) -> Window {
        let (left, top) = self.origin;
        let (width, height) = self.picture.dimensions();
        Window { left, top, width: f64::from(width) - 2.0 * left, height: f64::from(height) - 2.0 * top }
    }

    /// A frame over the picture as one over the copy.
    fn within(&self, Frame { x, y }: Frame) -> Frame {
        let axis = |axis: Axis, origin: f64, scale: f64| axis.scaled(1.0 / scale).shifted(origin);
        Frame { x: axis(x, self.origin.0, self.scale.0), y: axis(y, self.origin.1, self.scale.1) }
    }

    /// A frame over the copy as one over the picture.
    fn beyond(&self, Frame { x, y }: Frame) -> Frame {
        let axis = |axis: Axis, origin: f64, scale: f64| axis.shifted(-origin).scaled(scale);
        Frame { x: axis(x, self.origin.0, self.scale.0), y: axis(y, self.origin.1, self.scale.1) }
    }
}

/// A reference that is extended where tiles leave it, with where they are then.
fn reaching(reference: &RgbImage, frames: [Frame; 2]) -> (Cow<'_, RgbImage>, [Frame; 2]) {
    let beyond = |axis: Axis, limit: u32| {
        let reach = axis.all() / 2.0;
        (reach - axis.middle).max(axis.middle + reach - f64::from(limit)).max(0.0)
    };
    let x = frames.iter().map(|frame| beyond(frame.x, reference.width())).fold(0.0, f64::max);
    let y = frames.iter().map(|frame| beyond(frame.y, reference.height())).fold(0.0, f64::max);
    if x < 1.0 && y < 1.0 {
        return (Cow::Borrowed(reference), frames);
    }
    let (x, y) = (x.ceil() as u32, y.ceil() as u32);
    let shifted = |frame: Frame| Frame { x: frame.x.shifted(x.into()), y: frame.y.shifted(y.into()) };
    (Cow::Owned(extended(reference, (x, y))), frames.map(shifted))
}

/// A picture with borders added that go on as it ends.
fn extended(picture: &RgbImage, border: (u32, u32)) -> RgbImage {
    let (width, height) = picture.dimensions();
    let nearest = |at: u32, border: u32, length: u32| at.saturating_sub(border).min(length - 1);
    RgbImage::from_fn(width + 2 * border.0, height + 2 * border.1, |x, y| {
        *picture.get_pixel(nearest(x, border.0, width), nearest(y, border.1, height))
    })
}

/// The crops worth trying: of all, and of the board's shape from the middle and from the upper left corner; each with more and
/// with less at each edge, and with and without what gutters may hide. And where there are gutters, what is shown of a picture as
/// large as the board by tiles that step through it by their own size.
fn starts(reference: &RgbImage, grid: &Grid) -> Vec<Frame> {
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
    let first = Window { left: 0.0, top: 0.0, ..middle };
    let is_most = middle.width * middle.height >= MOST * width * height;
    let wholes = match differ {
        true if is_most => vec![all, middle, first],
        true => vec![all, middle],
        false => vec![all],
    };
    let insets = [0.0, -0.03, 0.02, 0.045, 0.08];
    let windows = wholes.iter().flat_map(|window| insets.iter().map(|&inset| window.inset(inset)));
    let Frame { x, y } = Frame::of(grid);
    let gutters = [x, y].map(|axis| (1.0 - axis.length / axis.pitch).max(0.0));
    let hides = gutters.iter().any(|&gutter| gutter > HIDING);
    let hidden = if hides { vec![[0.0; 2], gutters] } else { vec![[0.0; 2]] };
    let cut = |window: Window, [across, down]: [f64; 2]| Frame {
        x: Axis::dividing(window.left, window.width, grid.size.columns(), across),
        y: Axis::dividing(window.top, window.height, grid.size.rows(), down),
    };
    let stepped = Window { width: width * (1.0 - gutters[0]), height: height * (1.0 - gutters[1]), ..all };
    let by_tiles = hides.then(|| cut(stepped, [0.0; 2]));
    windows.flat_map(|window| hidden.iter().map(move |&hidden| cut(window, hidden))).chain(by_tiles).collect()
}

/// How well the tiles fit; the cell that fits worst may be the blank and does not count.
fn quality(found: &SameLight) -> f32 {
    fit(&found.costs, &found.assignment, found.worst())
}
