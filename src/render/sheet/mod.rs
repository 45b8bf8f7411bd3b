//! The contact sheet: the start board first, the solved board last, read left to right, top to bottom.
//!
//! A way too long for one sheet with pictures one can read is spread over several, each with a heading of its own.

mod caption;
mod edge;
mod heading;
mod layout;

use std::ops::Range;

use image::RgbImage;
use rayon::prelude::*;

use super::text::{self, Weight};
use super::{Storyboard, Style, frame, paint};
use crate::rect::Rect;
use caption::Captions;
pub(super) use caption::arrow;
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

/// What is known about the length of the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claim {
    /// Nothing is said.
    #[default]
    Nothing,
    /// No way is shorter; proven.
    Least,
    /// At least so many moves, or presses where those are counted, are needed; proven.
    AtLeast(usize),
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

/// The sheets of a way: one, or as many as keep the pictures readable. Each is drawn when it is asked for.
pub struct Sheets {
    /// The way with pictures as large as they are shown.
    storyboard: Storyboard,
    style: Style,
    claim: Claim,
    layout: Layout,
    captions: Captions,
    /// Whether pictures need a line around them to be told from the paper.
    edged: bool,
}

impl Sheets {
    /// Lays the sheets out.
    pub fn new(storyboard: &Storyboard, options: &SheetOptions) -> Sheets {
        let layout = lay_out(storyboard, options);
        let (width, _) = storyboard.artwork().board().dimensions();
        let artwork = storyboard.artwork().scaled(f64::from(layout.picture.0) / f64::from(width));
        let storyboard = storyboard.with_artwork(artwork);
        let captions = Captions::fitting(&storyboard, layout.picture.0 as f32, layout.text);
        let edged = edge::is_lost(storyboard.artwork().board());
        Sheets { storyboard, style: options.style, claim: options.claim, layout, captions, edged }
    }

    /// How many there are, at least one.
    pub fn count(&self) -> usize {
        self.layout.sheets
    }

    /// Draws a sheet, counted from 0. Its pictures are drawn in parallel.
    ///
    /// # Panics
    ///
    /// Where there are not so many.
    pub fn draw(&self, sheet: usize) -> RgbImage {
        assert!(sheet < self.count(), "sheet {sheet} of {}", self.count());
        let layout = &self.layout;
        let pictures = layout.pictures(sheet);
        let heading = heading::lines(&self.storyboard, self.claim, layout, sheet);
        let top = layout.margin + heading.height(layout.text);
        let height = layout.height(sheet, heading.height(layout.text));
        let mut paper = paint::sheet_of(layout.width, height.max(layout.page_height.unwrap_or(0)), PAPER);
        heading.draw(&mut paper, layout);
        for (row, start) in (0..).zip(pictures.clone().step_by(layout.columns)) {
            let indices = start..(start + layout.columns).min(pictures.end);
            self.draw_row(&mut paper, indices, top + row * layout.row_height());
        }
        paper
    }

    fn draw_row(&self, paper: &mut RgbImage, indices: Range<usize>, y: u32) {
        let draw = |index| frame::draw(&self.storyboard, index, self.style);
        let frames: Vec<RgbImage> = indices.clone().into_par_iter().map(draw).collect();
        for (column, (index, picture)) in indices.zip(&frames).enumerate() {
            let x = self.layout.x(column);
            let whole = Rect::new(0, 0, picture.width(), picture.height());
            let place = Rect { x, y, ..whole };
            paint::copy(paper, place, picture, whole);
            if self.edged {
                edge::draw(paper, place, self.layout.thin());
            }
            self.captions.draw(paper, &self.storyboard, index, (x, y + picture.height()), picture.width());
        }
    }
}

/// How high a heading is depends on the pictures below it, so that is guessed first, and guessed higher where all of a sheet
/// would be higher than the paper.
fn lay_out(storyboard: &Storyboard, options: &SheetOptions) -> Layout {
    let heading = |layout: &Layout, sheet| heading::lines(storyboard, options.claim, layout, sheet).height(layout.text);
    let fits = |layout: &Layout| {
        let is_held = |page| (0..layout.sheets).all(|sheet| layout.height(sheet, heading(layout, sheet)) <= page);
        layout.page_height.is_none_or(is_held)
    };
    let layouts = heading::HEIGHTS.map(|lines| Layout::under(lines, storyboard, options));
    let [.., last] = &layouts;
    layouts.iter().find(|layout| fits(layout)).unwrap_or(last).clone()
}

/// A thin line across a sheet.
fn rule(sheet: &mut RgbImage, layout: &Layout, y: u32) {
    let width = layout.width - 2 * layout.margin;
    paint::fill(sheet, Rect::new(layout.margin, y, width, layout.thin()), RULE);
}

fn write(sheet: &mut RgbImage, at: (f32, f32), words: &str, size: f32, weight: Weight, colour: paint::Colour) -> f32 {
    text::draw(sheet, at, words, size, weight, colour);
    at.0 + text::width(words, size, weight)
}

#[cfg(test)]
mod tests {
    use super::super::{Artwork, testing};
    use super::*;

    #[test]
    fn pictures_with_a_white_edge_have_a_line_around_them() {
        let story = testing::walk(&testing::solved(3, 3), &testing::wander(3, 3, 5));
        // How much of the line is left of the first column of pictures, and how much should be.
        let left_of_pictures = |frame: [u8; 3]| {
            let artwork = story.artwork();
            let mut board = artwork.board().clone();
            let outer = *board.get_pixel(0, 0);
            board.pixels_mut().filter(|pixel| **pixel == outer).for_each(|pixel| pixel.0 = frame);
            let cells = (0..9).map(|cell| artwork.cell(cell)).collect();
            let artwork = Artwork::new(board, artwork.size(), cells, artwork.blank()).unwrap();
            let sheets = Sheets::new(&story.with_artwork(artwork), &SheetOptions::default());
            let (sheet, layout) = (sheets.draw(0), &sheets.layout);
            let x = layout.x(0) - 1;
            let line = (0..sheet.height()).filter(|&y| sheet.get_pixel(x, y).0 == edge::EDGE).count();
            let rows = (story.steps().len() + 1).div_ceil(layout.columns);
            (line, rows * (layout.picture.1 + 2 * layout.thin()) as usize)
        };
        let (line, whole) = left_of_pictures([255; 3]);
        assert_eq!(line, whole);
        assert_eq!(left_of_pictures([40, 60, 30]).0, 0);
    }

    #[test]
    fn paper_holds_all_of_every_sheet() {
        let claim = Claim::AtLeast(0);
        let pages = [(Page::A4, None), (Page::Letter, None), (Page::A4, Some(1)), (Page::A4, Some(9))];
        for (width, height) in [(3, 2), (3, 3), (5, 3), (2, 9)] {
            for moves in (0..40).chain([75, 150]) {
                let story = testing::walk(&testing::solved(width, height), &testing::wander(width, height, moves));
                for (page, columns) in pages {
                    let layout = lay_out(&story, &SheetOptions { page, columns, claim, ..SheetOptions::default() });
                    for sheet in 0..layout.sheets {
                        let heading = heading::lines(&story, claim, &layout, sheet).height(layout.text);
                        let all = layout.height(sheet, heading);
                        assert!(
                            all <= layout.page_height.unwrap(),
                            "{width}x{height}, {moves} moves: {all} {layout:?}"
                        );
                    }
                }
            }
        }
    }
}
