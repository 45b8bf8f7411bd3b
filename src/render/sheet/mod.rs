//! The contact sheet: the start board first, the solved board last, read left to right, top to bottom.
//!
//! A way too long for one sheet with pictures one can read is spread over several, each with a heading of its own.

mod caption;
mod heading;
mod layout;

use image::RgbImage;
use rayon::prelude::*;

use super::text::{self, Weight};
use super::{Storyboard, Style, frame, paint};
use crate::rect::Rect;
pub(super) use caption::{arrow, step_number};
pub(super) use heading::{advice, claim_in_words, title};
use layout::Layout;

/// The paper, or the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// As wide as a screen, as high as needed.
    #[default]
    Screen,
    /// A4, at 200 dots an inch.
    A4,
    /// US Letter, at 200 dots an inch.
    Letter,
}

/// What is known about the number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claim {
    /// Nothing is said.
    #[default]
    Nothing,
    /// No way is shorter; proven.
    Least,
    /// At least so many moves are needed; proven.
    AtLeast(usize),
    /// Presses are counted, and no way has fewer; proven.
    LeastPresses,
    /// Presses are counted, and at least so many are needed; proven.
    AtLeastPresses(usize),
}

/// How sheets are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SheetOptions {
    /// How the tile to press is shown.
    pub style: Style,
    /// What they are laid out for.
    pub page: Page,
    /// Pictures in a row; chosen to suit the page where not given. Clamped to 1 to 40.
    pub columns: Option<usize>,
    /// What the heading says about the number of moves.
    pub claim: Claim,
}

const PAPER: paint::Colour = [255, 255, 255];
const INK: paint::Colour = [24, 26, 31];
const GREY: paint::Colour = [96, 101, 112];
const RULE: paint::Colour = [214, 217, 224];

/// Draws the sheets: one, or as many as keep the pictures readable.
///
/// Pictures are drawn in parallel. Memory: the sheets themselves, and one picture per thread.
pub fn draw(storyboard: &Storyboard, options: &SheetOptions) -> Vec<RgbImage> {
    let layout = Layout::choose(storyboard, options);
    let (width, _) = storyboard.artwork().board().dimensions();
    let small = storyboard.artwork().scaled(f64::from(layout.picture.0) / f64::from(width));
    let small = storyboard.with_artwork(small);
    let captions = caption::Kind::fitting(&small, layout.picture.0 as f32, layout.text);
    (0..layout.sheets)
        .map(|sheet| {
            let pictures = layout.pictures(sheet);
            let heading = heading::lines(&small, options.claim, &layout, sheet);
            draw_sheet(&small, options.style, &layout, captions, pictures, &heading)
        })
        .collect()
}

fn draw_sheet(
    storyboard: &Storyboard,
    style: Style,
    layout: &Layout,
    captions: caption::Kind,
    pictures: std::ops::Range<usize>,
    heading: &heading::Lines,
) -> RgbImage {
    let top = layout.margin + heading.height(layout.text);
    let rows = pictures.len().div_ceil(layout.columns) as u32;
    let (mut height, row_height) = (top + rows * layout.row_height() + layout.margin / 2, layout.row_height());
    if let Some(page) = layout.page_height {
        height = height.max(page);
    }
    let mut sheet = paint::sheet_of(layout.width, height, PAPER);
    heading.draw(&mut sheet, layout);
    let first = pictures.start;
    for row in 0..rows as usize {
        let start = first + row * layout.columns;
        let indices = start..(start + layout.columns).min(pictures.end);
        let frames: Vec<RgbImage> =
            indices.clone().into_par_iter().map(|i| frame::draw(storyboard, i, style)).collect();
        for (column, (index, picture)) in indices.zip(&frames).enumerate() {
            let (x, y) = (layout.x(column), top + row as u32 * row_height);
            let whole = Rect::new(0, 0, picture.width(), picture.height());
            paint::copy(&mut sheet, Rect { x, y, ..whole }, picture, whole);
            caption::draw(&mut sheet, storyboard, index, captions, (x, y + picture.height()), layout);
        }
    }
    sheet
}

/// A thin line across a sheet.
fn rule(sheet: &mut RgbImage, layout: &Layout, y: u32) {
    let width = layout.width - 2 * layout.margin;
    paint::fill(sheet, Rect::new(layout.margin, y, width, (layout.text / 14.0).max(1.0) as u32), RULE);
}

fn write(sheet: &mut RgbImage, at: (f32, f32), words: &str, size: f32, weight: Weight, colour: paint::Colour) -> f32 {
    text::draw(sheet, at, words, size, weight, colour);
    at.0 + text::width(words, size, weight)
}
