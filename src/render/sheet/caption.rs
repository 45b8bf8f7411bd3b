//! What stands under a picture: its step, and the press.

use image::RgbImage;

use super::super::Storyboard;
use super::super::storyboard::Step;
use super::super::text::{self, Weight};
use super::layout::Layout;
use super::{GREY, INK, write};
use crate::puzzle::Slide;

/// How a press is named on these sheets: all alike, as fully as there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By the tile's number: `5 ↓`.
    Number,
    /// By the tile's place: `↓ row 2, column 3`.
    Place,
    /// By the way alone: `↓`.
    Arrow,
}

/// The arrow that points the way a tile slides.
pub(in super::super) fn arrow(slide: Slide) -> &'static str {
    match slide {
        Slide::Left => "←",
        Slide::Right => "→",
        Slide::Up => "↑",
        Slide::Down => "↓",
    }
}

impl Kind {
    pub(super) fn fitting(storyboard: &Storyboard, width: f32, size: f32) -> Kind {
        if storyboard.artwork().number(0).is_some() {
            return Kind::Number;
        }
        let steps = storyboard.steps().len();
        let (columns, rows) = (storyboard.size().columns(), storyboard.size().rows());
        let longest = format!("← row {rows}, column {columns}");
        let needed =
            text::width(&longest, size, Weight::Regular) + text::width(&format!("{steps}  "), size, Weight::Bold);
        if needed <= width { Kind::Place } else { Kind::Arrow }
    }

    fn press(self, storyboard: &Storyboard, index: usize, step: Step) -> String {
        let (arrow, size) = (arrow(step.slide), storyboard.size());
        match (self, storyboard.number(index)) {
            (Kind::Number, Some(number)) => format!("{number} {arrow}"),
            (Kind::Place, _) => {
                format!("{arrow} row {}, column {}", size.row(step.press) + 1, size.column(step.press) + 1)
            }
            _ => arrow.to_string(),
        }
    }
}

/// Writes the caption of picture `index` below `at`, the lower left corner of the picture.
pub(super) fn draw(
    sheet: &mut RgbImage,
    storyboard: &Storyboard,
    index: usize,
    kind: Kind,
    at: (u32, u32),
    layout: &Layout,
) {
    let size = layout.text;
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
            let right = x + layout.picture.0 as f32 - text::width(&press, size, Weight::Bold);
            write(sheet, (right, baseline), &press, size, Weight::Bold, INK)
        }
    };
}
