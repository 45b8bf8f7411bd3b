//! What a walkthrough looks like at every moment: the board, and below it the counter.

use std::borrow::Cow;

use image::RgbImage;

use super::super::paint::{self, Colour};
use super::super::storyboard::Step;
use super::super::text::{self, Weight};
use super::super::{Storyboard, Style, frame, mark};
use super::timeline::{Moment, Timing};
use crate::rect::Rect;

const BAR: Colour = [28, 30, 36];
const BAR_INK: Colour = [236, 238, 242];
const BAR_DONE: Colour = [255, 214, 10];
const BAR_AHEAD: Colour = [70, 74, 84];

/// The canvas of a walkthrough.
pub(super) struct Stage<'a> {
    pub(super) storyboard: &'a Storyboard,
    pub(super) style: Style,
    /// Where the counter stands; empty without one.
    pub(super) counter: Rect,
}

impl<'a> Stage<'a> {
    pub(super) fn new(storyboard: &'a Storyboard, style: Style, counter: bool) -> Stage<'a> {
        let (width, height) = storyboard.artwork().board().dimensions();
        let strip = if counter { (width.max(height) / 17).clamp(22, 64) } else { 0 };
        Stage { storyboard, style, counter: Rect::new(0, height, width, strip) }
    }

    /// Width and height in pixels.
    pub(super) fn canvas(&self) -> (u32, u32) {
        (self.counter.width, self.counter.bottom())
    }

    /// The first picture: the first step lit and counted, or the solved board where there is nothing to do.
    pub(super) fn opening(&self) -> RgbImage {
        let (width, height) = self.canvas();
        let mut canvas = RgbImage::new(width, height);
        let board = frame::draw(self.storyboard, 0, self.style);
        let whole = Rect::new(0, 0, board.width(), board.height());
        paint::copy(&mut canvas, whole, &board, whole);
        if self.counter.height > 0 {
            let strip = self.strip(0);
            paint::copy(&mut canvas, self.counter, &strip, Rect::new(0, 0, strip.width(), strip.height()));
        }
        canvas
    }

    /// The board in at most `most` rectangles of as few cells each as that takes, row by row.
    pub(super) fn blocks(&self, most: usize) -> Vec<Rect> {
        let artwork = self.storyboard.artwork();
        let size = artwork.size();
        let blocks = |stride: usize| size.columns().div_ceil(stride) * size.rows().div_ceil(stride);
        let stride = (1..).find(|&stride| blocks(stride) <= most.max(1)).unwrap_or(1);
        let starts = |count: usize| (0..count).step_by(stride).map(move |start| (start, (start + stride).min(count)));
        let block = |(top, bottom): (usize, usize), (left, right): (usize, usize)| {
            let first = artwork.cell(top * size.columns() + left);
            paint::union(first, artwork.cell((bottom - 1) * size.columns() + right - 1))
        };
        starts(size.rows()).flat_map(|rows| starts(size.columns()).map(move |columns| block(rows, columns))).collect()
    }

    /// How many steps from `index` on go by until a cell changes, that one included; all, if it does not.
    pub(super) fn stays(&self, cell: usize, index: usize) -> usize {
        let size = self.storyboard.size();
        let steps = &self.storyboard.steps()[index..];
        let changes = |step: &Step| step.blank == cell || step.sliding(size).any(|slid| slid == cell);
        steps.iter().position(changes).unwrap_or(steps.len()) + 1
    }

    /// The counter before step `index`; after the last it says that the board is solved.
    pub(super) fn strip(&self, index: usize) -> RgbImage {
        let (width, height) = (self.counter.width, self.counter.height);
        let steps = self.storyboard.steps();
        let mut strip = paint::sheet_of(width, height, BAR);
        let line = (height / 10).max(2);
        let done = (u64::from(width) * index as u64 / steps.len().max(1) as u64) as u32;
        paint::fill(&mut strip, Rect::new(0, 0, width, line), BAR_AHEAD);
        paint::fill(&mut strip, Rect::new(0, 0, done, line), BAR_DONE);
        let size = height as f32 * 0.52;
        let baseline = line as f32 + (height - line) as f32 / 2.0 + size * text::DIGIT_HEIGHT / 2.0;
        let margin = size * 0.6;
        let words = match steps.get(index) {
            Some(_) => format!("Step {} of {}", index + 1, steps.len()),
            None => "Solved".to_string(),
        };
        text::draw(&mut strip, (margin, baseline), &words, size, Weight::Bold, BAR_INK);
        let press = steps.get(index).and_then(|step| Some((step, self.storyboard.number(index)?)));
        if let Some((step, number)) = press {
            let press = format!("{number} {}", super::super::sheet::arrow(step.slide));
            let left = width as f32 - margin - text::width(&press, size, Weight::Bold);
            if left > margin * 2.0 + text::width(&words, size, Weight::Bold) {
                text::draw(&mut strip, (left, baseline), &press, size, Weight::Bold, BAR_DONE);
            }
        }
        strip
    }
}

/// The pictures of one step, all of its corridor: the cells from the tile to press to the blank.
pub(super) struct Scene {
    /// Where the corridor is on the canvas.
    pub(super) place: Rect,
    /// The corridor before the step.
    pub(super) before: RgbImage,
    /// The same with the tile lit and the arrow.
    pub(super) lit: RgbImage,
    /// The corridor without tiles, and the sliding tiles, lit where they are to be pressed: the picture of each, and
    /// where it starts and ends within the corridor.
    pub(super) empty: RgbImage,
    pub(super) tiles: Vec<Sprite>,
    /// The corridor after the step.
    pub(super) after: RgbImage,
}

/// A sliding tile.
pub(super) struct Sprite {
    pub(super) picture: RgbImage,
    from: Rect,
    to: Rect,
}

impl Sprite {
    /// Where it is at a moment.
    pub(super) fn place(&self, timing: Timing, part: u32) -> Rect {
        let eased = timing.eased(part);
        let between = |a: u32, b: u32| (f64::from(a) + (f64::from(b) - f64::from(a)) * eased).round() as u32;
        Rect { x: between(self.from.x, self.to.x), y: between(self.from.y, self.to.y), ..self.from }
    }
}

impl Scene {
    /// The scene of a step; `board` tells the origins of the tiles before it.
    pub(super) fn new(stage: &Stage, board: &[u16], step: Step) -> Scene {
        let storyboard = stage.storyboard;
        let artwork = storyboard.artwork();
        let place = frame::corridor(storyboard, step);
        let within = |cell: usize| {
            let rect = artwork.cell(cell);
            Rect { x: rect.x - place.x, y: rect.y - place.y, ..rect }
        };
        let mut ground = RgbImage::new(place.width, place.height);
        paint::copy(&mut ground, Rect::new(0, 0, place.width, place.height), artwork.board(), place);
        let put = |picture: &mut RgbImage, cell: usize, origin: u16| {
            paint::copy(picture, within(cell), artwork.board(), artwork.cell(origin.into()));
        };
        let cells: Vec<usize> = std::iter::once(step.blank).chain(step.sliding(storyboard.size())).collect();
        let (mut before, mut empty) = (ground.clone(), ground.clone());
        let mut after = ground;
        let blank = board[step.blank];
        for (i, &cell) in cells.iter().enumerate() {
            put(&mut before, cell, board[cell]);
            put(&mut empty, cell, blank);
            put(&mut after, cell, cells.get(i + 1).map_or(blank, |&next| board[next]));
        }
        let mut lit = before.clone();
        let (from, to) = (within(step.press), within(step.blank));
        mark::tile(&mut lit, from, from.width.min(from.height), stage.style);
        let tiles = cells.windows(2).map(|pair| cut(&lit, within(pair[1]), within(pair[0]))).collect();
        mark::arrow(&mut lit, from, to, step.slide, stage.style);
        Scene { place, before, lit, empty, tiles, after }
    }

    /// What is seen while the tiles slide.
    pub(super) fn in_flight(&self) -> Vec<&RgbImage> {
        self.tiles.iter().map(|tile| &tile.picture).chain([&self.empty]).collect()
    }

    /// The corridor at a moment.
    pub(super) fn at(&self, moment: Moment, timing: Timing) -> Cow<'_, RgbImage> {
        match moment {
            Moment::Lit | Moment::Counted => Cow::Borrowed(&self.lit),
            Moment::Landed | Moment::Settled => Cow::Borrowed(&self.after),
            Moment::Sliding { part } => {
                let mut picture = self.empty.clone();
                for tile in &self.tiles {
                    let whole = Rect::new(0, 0, tile.picture.width(), tile.picture.height());
                    paint::copy(&mut picture, tile.place(timing, part), &tile.picture, whole);
                }
                Cow::Owned(picture)
            }
        }
    }
}

fn cut(picture: &RgbImage, from: Rect, to: Rect) -> Sprite {
    let mut sprite = RgbImage::new(from.width, from.height);
    paint::copy(&mut sprite, Rect::new(0, 0, from.width, from.height), picture, from);
    Sprite { picture: sprite, from, to }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Slide;
    use crate::render::testing;

    #[test]
    fn cells_stay_until_a_tile_leaves_or_enters_them() {
        let story = testing::walk("1 2 3/4 5 6/7 8 0", &[Slide::Right, Slide::Down]);
        let stage = Stage::new(&story, Style::Marked, false);
        assert_eq!([8, 7, 4, 0].map(|cell| stage.stays(cell, 0)), [1, 1, 2, 3]);
        assert_eq!([8, 7, 4, 0].map(|cell| stage.stays(cell, 1)), [2, 1, 1, 2]);
        assert_eq!(stage.stays(4, 2), 1);
    }
}
