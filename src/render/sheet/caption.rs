//! What stands under a picture: its step, and the press.

use image::RgbImage;

use super::super::Storyboard;
use super::super::storyboard::Step;
use super::super::text::{self, Weight};
use super::{GREY, INK, write};
use crate::puzzle::Slide;

/// How the captions of these sheets are written: all alike, as fully as there is room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Captions {
    kind: Kind,
    size: f32,
}

/// How a press is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// By the tile's number: `5 ↓`.
    Number,
    /// By the tile's place: `↓ row 2, column 3`.
    Place,
    /// By the way alone: `↓`.
    Arrow,
    /// Not at all: the arrow in the picture tells it.
    Nothing,
}

/// Text gets no smaller than this for a press to be named more fully.
const SMALLEST: f32 = 10.0;

/// The arrow that points the way a tile slides.
pub(in super::super) fn arrow(slide: Slide) -> &'static str {
    match slide {
        Slide::Left => "←",
        Slide::Right => "→",
        Slide::Up => "↑",
        Slide::Down => "↓",
    }
}

impl Captions {
    /// For pictures of a width: at most so large that none reaches the next one.
    pub(super) fn fitting(storyboard: &Storyboard, width: f32, size: f32) -> Captions {
        let named = match storyboard.artwork().number(0) {
            Some(_) => (Kind::Number, SMALLEST),
            None => (Kind::Place, size),
        };
        let kinds = [named, (Kind::Arrow, SMALLEST), (Kind::Nothing, 0.0)];
        let fitted = kinds.map(|(kind, least)| (Captions { kind, size: kind.fitting(storyboard, width, size) }, least));
        let [.., (last, _)] = fitted;
        fitted.iter().find(|(captions, least)| captions.size >= *least).map_or(last, |&(captions, _)| captions)
    }

    /// Writes the caption of picture `index` below `at`, the lower left corner of the picture, which is `width` wide.
    pub(super) fn draw(self, sheet: &mut RgbImage, storyboard: &Storyboard, index: usize, at: (u32, u32), width: u32) {
        let Captions { kind, size } = self;
        let (x, baseline) = (at.0 as f32, at.1 as f32 + size * 1.25);
        let Some(&step) = storyboard.steps().get(index) else {
            let words = if storyboard.steps().is_empty() { "Solved already" } else { "Solved" };
            write(sheet, (x, baseline), words, size, Weight::Bold, INK);
            return;
        };
        let end = write(sheet, (x, baseline), &storyboard.label(index), size, Weight::Bold, INK);
        let press = kind.press(storyboard, index, step);
        match kind {
            Kind::Place => write(sheet, (end + size * 0.6, baseline), &press, size, Weight::Regular, GREY),
            _ => {
                let right = x + width as f32 - text::width(&press, size, Weight::Bold);
                write(sheet, (right, baseline), &press, size, Weight::Bold, INK)
            }
        };
    }
}

impl Kind {
    /// The largest size of text, up to `size`, at which a step and a press beside it take no more than `width`.
    fn fitting(self, storyboard: &Storyboard, width: f32, size: f32) -> f32 {
        let artwork = storyboard.artwork();
        let (columns, rows) = (storyboard.size().columns(), storyboard.size().rows());
        let numbers = (0..storyboard.size().cells()).filter_map(|origin| artwork.number(origin));
        let widest = |words: &str, weight: Weight| text::width(words, size, weight);
        let press = match self {
            Kind::Number => widest(&format!("  {} ←", numbers.max().unwrap_or(0)), Weight::Bold),
            Kind::Place => {
                widest("  ", Weight::Bold) + widest(&format!("← row {rows}, column {columns}"), Weight::Regular)
            }
            Kind::Arrow => widest("  ←", Weight::Bold),
            Kind::Nothing => 0.0,
        };
        let labels = (0..storyboard.steps().len()).map(|index| widest(&storyboard.label(index), Weight::Bold));
        size * (width / (labels.fold(0.0, f32::max) + press)).min(1.0)
    }

    fn press(self, storyboard: &Storyboard, index: usize, step: Step) -> String {
        let (arrow, size) = (arrow(step.slide), storyboard.size());
        match (self, storyboard.number(index)) {
            (Kind::Number, Some(number)) => format!("{number} {arrow}"),
            (Kind::Place, _) => {
                format!("{arrow} row {}, column {}", size.row(step.press) + 1, size.column(step.press) + 1)
            }
            (Kind::Nothing, _) => String::new(),
            _ => arrow.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::testing;
    use crate::render::{Page, SheetOptions, sheet};

    /// Numbers of two digits on the tiles.
    fn numbered(moves: usize) -> Storyboard {
        let story = testing::walk(&testing::solved(5, 5), &testing::wander(5, 5, moves));
        let numbers: Vec<u16> = (1..=25).collect();
        story.with_artwork(story.artwork().clone().showing_numbers(&numbers))
    }

    #[test]
    fn captions_stay_beside_one_another_in_any_number_of_columns() {
        for story in [numbered(30), numbered(1200), numbered(1200).merge_runs()] {
            for (columns, page) in (1..=40).flat_map(|columns| [Page::Screen, Page::A4].map(|page| (columns, page))) {
                let options = SheetOptions { page, columns: Some(columns), ..SheetOptions::default() };
                let layout = sheet::lay_out(&story, &options);
                let width = layout.picture.0 as f32;
                let Captions { kind, size } = Captions::fitting(&story, width, layout.text);
                for (index, &step) in story.steps().iter().enumerate() {
                    let press = kind.press(&story, index, step);
                    let all = [story.label(index), press].map(|words| text::width(&words, size, Weight::Bold));
                    assert!(all[0] + all[1] <= width + 0.5, "{columns} columns, step {index}: {all:?} in {width}");
                }
            }
        }
    }

    #[test]
    fn captions_say_less_before_they_get_too_small_to_read() {
        let story = numbered(120);
        let kinds = [90.0, 55.0, 42.0, 26.0].map(|width| Captions::fitting(&story, width, 13.0));
        assert_eq!(kinds.map(|captions| captions.kind), [Kind::Number, Kind::Number, Kind::Arrow, Kind::Nothing]);
        assert_eq!(kinds[0].size, 13.0);
        assert!(kinds.iter().all(|captions| captions.size >= SMALLEST), "{kinds:?}");
    }
}
