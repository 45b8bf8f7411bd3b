//! What a walkthrough looks like at every moment: the board, and below it the counter.

use image::RgbImage;

use crate::rect::Rect;
use crate::render::paint::Colour;
use crate::render::storyboard::Step;
use crate::render::text::Weight;
use crate::render::{Storyboard, Style, frame, paint, text};

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
            Some(_) => format!("Step {} of {}", self.storyboard.label(index), self.storyboard.length()),
            None => "Solved".to_string(),
        };
        text::draw(&mut strip, (margin, baseline), &words, size, Weight::Bold, BAR_INK);
        let press = steps.get(index).and_then(|step| Some((step, self.storyboard.number(index)?)));
        if let Some((step, number)) = press {
            let press = format!("{number} {}", crate::render::sheet::arrow(step.slide));
            let left = width as f32 - margin - text::width(&press, size, Weight::Bold);
            if left > margin * 2.0 + text::width(&words, size, Weight::Bold) {
                text::draw(&mut strip, (left, baseline), &press, size, Weight::Bold, BAR_DONE);
            }
        }
        strip
    }
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
