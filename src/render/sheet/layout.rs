//! How many pictures go on a sheet, and how large.
//!
//! For every number of columns there is one largest picture that lets the fewest sheets do. Pictures get no smaller
//! than a tile one can recognise; when that is too large for one sheet, more sheets are taken, all filled alike.

use std::cmp::Reverse;
use std::ops::{Range, RangeInclusive};

use super::super::Storyboard;
use super::{Page, SheetOptions};

/// The measures of a sheet, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) columns: usize,
    pub(super) sheets: usize,
    /// The first picture of each sheet, and the number of all pictures last.
    starts: Vec<usize>,
    /// Width and height of a picture.
    pub(super) picture: (u32, u32),
    pub(super) width: u32,
    /// The height of the paper, where it is paper.
    pub(super) page_height: Option<u32>,
    pub(super) margin: u32,
    pub(super) gap: u32,
    /// Size of the captions' text.
    pub(super) text: f32,
}

/// A page to fill: its size, and the height of its heading in lines of text.
struct Paper {
    width: u32,
    height: u32,
    fixed: bool,
    margin: u32,
    heading: f32,
}

impl Paper {
    /// A screen's sheet may be so many screens long.
    fn of(page: Page, screens: u32, heading: f32) -> Paper {
        match page {
            Page::Screen => Paper { width: 2240, height: 1680 * screens, fixed: false, margin: 48, heading },
            Page::A4 => Paper { width: 1654, height: 2339, fixed: true, margin: 80, heading },
            Page::Letter => Paper { width: 1700, height: 2200, fixed: true, margin: 80, heading },
        }
    }
}

/// A tile should be at least so many pixels wide, for a picture to be read, as long as pictures stay below
/// [`LARGEST_MINIMUM`].
const READABLE_TILE: u32 = 40;
/// No picture needs to be smaller than a square one of this side.
const SMALLEST_MINIMUM: u32 = 250;
const LARGEST_MINIMUM: u32 = 640;
/// Pictures get no larger than this.
const LARGEST_PICTURE: u32 = 560;
/// Text is sized as if pictures were at most so wide.
const WIDEST_FOR_TEXT: u32 = 400;
/// More sheets than this are too many to look for a step in: on a screen they become longer, to be scrolled.
const MANY: usize = 8;
const LONGER: [u32; 2] = [2, 4];
impl Layout {
    /// The layout with the largest pictures under headings of a height in lines of text.
    pub(super) fn under(heading: f32, storyboard: &Storyboard, options: &SheetOptions) -> Layout {
        let pictures = storyboard.steps().len() + 1;
        let (width, height) = storyboard.artwork().board().dimensions();
        let aspect = f64::from(height) / f64::from(width);
        let size = storyboard.size();
        let minimum = (f64::from(SMALLEST_MINIMUM) / aspect.max(1.0).sqrt()) as u32;
        let smallest = (size.columns() as u32 * READABLE_TILE).clamp(minimum, LARGEST_MINIMUM);
        let columns = match options.columns {
            Some(columns) => columns.clamp(1, 40)..=columns.clamp(1, 40),
            None => 1..=12,
        };
        let on = |screens: u32| {
            let paper = Paper::of(options.page, screens, heading);
            Layout::on(&paper, columns.clone(), pictures, aspect, smallest)
        };
        let mut layout = on(1);
        for screens in LONGER {
            if options.page == Page::Screen && layout.sheets > MANY {
                layout = on(screens);
            }
        }
        layout
    }

    /// The best number of columns: fewest sheets, then the largest pictures, then the fullest rows.
    fn on(paper: &Paper, columns: RangeInclusive<usize>, pictures: usize, aspect: f64, smallest: u32) -> Layout {
        let rank = |layout: &Layout| {
            let empty = pictures.div_ceil(layout.sheets).next_multiple_of(layout.columns) - pictures / layout.sheets;
            let readable = layout.picture.0 >= smallest.min(paper.width / 3);
            (Reverse(readable), layout.sheets, Reverse(layout.picture.0 / 8), empty)
        };
        let layouts = columns.map(|columns| Layout::with_columns(paper, columns, pictures, aspect, smallest));
        layouts.min_by_key(rank).expect("there is at least one number of columns")
    }

    fn with_columns(paper: &Paper, columns: usize, pictures: usize, aspect: f64, smallest: u32) -> Layout {
        let count = columns as u32;
        let inner = paper.width - 2 * paper.margin;
        let gap_at = |picture: u32| (picture / 12).clamp(10, 36);
        let mut across = (inner / count).min(LARGEST_PICTURE + 36);
        across = across.saturating_sub(gap_at(across)).max(24);
        let rows_at = |picture: u32| {
            let text = text_size(picture);
            let usable = f64::from(paper.height) - f64::from(paper.margin) * 1.5 - f64::from(text * paper.heading);
            let row = (f64::from(picture) * aspect).round() + f64::from(caption_height(text) + gap_at(picture));
            (usable / row) as usize
        };
        // A row is no higher than a page.
        let across = (24..=across).rev().find(|&picture| rows_at(picture) > 0).unwrap_or(24);
        // Shrink the pictures as far as is readable when that saves sheets.
        let floor = smallest.min(across);
        let least = pictures.div_ceil(columns * rows_at(floor).max(1));
        let picture =
            (floor..=across).rev().find(|&p| pictures.div_ceil(columns * rows_at(p).max(1)) == least).unwrap_or(floor);
        let sheets = least;
        let starts = (0..=sheets).map(|sheet| fair_start(pictures, sheets, columns, sheet)).collect();
        let gap = gap_at(picture);
        let columns = columns.min(pictures);
        let width = match paper.fixed {
            true => paper.width,
            false => (2 * paper.margin + columns as u32 * (picture + gap) - gap).max(720),
        };
        Layout {
            columns,
            sheets,
            starts,
            picture: (picture, ((f64::from(picture) * aspect).round() as u32).max(1)),
            width,
            page_height: paper.fixed.then_some(paper.height),
            margin: paper.margin,
            gap,
            text: text_size(picture),
        }
    }

    /// The pictures on a sheet.
    pub(super) fn pictures(&self, sheet: usize) -> Range<usize> {
        self.starts[sheet]..self.starts[sheet + 1]
    }

    /// The height that a sheet takes below the top of the paper, with a heading of a height.
    pub(super) fn height(&self, sheet: usize, heading: u32) -> u32 {
        let rows = self.pictures(sheet).len().div_ceil(self.columns) as u32;
        self.margin + heading + rows * self.row_height() + self.margin / 2
    }

    /// Where a column's pictures begin: columns stand in the middle of the sheet.
    pub(super) fn x(&self, column: usize) -> u32 {
        let all = self.columns as u32 * (self.picture.0 + self.gap) - self.gap;
        (self.width.saturating_sub(all)) / 2 + column as u32 * (self.picture.0 + self.gap)
    }

    /// How thick a thin line is.
    pub(super) fn thin(&self) -> u32 {
        (self.text / 14.0).max(1.0) as u32
    }

    /// The width between the margins.
    pub(super) fn inner_width(&self) -> f32 {
        (self.width - 2 * self.margin) as f32
    }

    pub(super) fn row_height(&self) -> u32 {
        self.picture.1 + caption_height(self.text) + self.gap
    }
}

fn text_size(picture: u32) -> f32 {
    (picture.min(WIDEST_FOR_TEXT) as f32 * 0.062).clamp(13.0, 26.0)
}

fn caption_height(text: f32) -> u32 {
    (text * 1.75) as u32
}

/// The first picture of a sheet when all sheets take whole rows and about equally many.
fn fair_start(pictures: usize, sheets: usize, columns: usize, sheet: usize) -> usize {
    let rows = pictures.div_ceil(columns);
    ((rows * sheet).div_ceil(sheets) * columns).min(pictures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::testing;

    fn layout(columns: usize, rows: usize, moves: usize, options: SheetOptions) -> Layout {
        let story = testing::walk(&testing::solved(columns, rows), &testing::wander(columns, rows, moves));
        Layout::under(7.0, &story, &options)
    }

    #[test]
    fn twenty_moves_are_crisp_on_one_sheet() {
        let screen = layout(3, 3, 20, SheetOptions::default());
        assert_eq!((screen.sheets, screen.columns), (1, 6));
        assert!(screen.picture.0 >= 300, "{screen:?}");
        let paper = layout(3, 3, 20, SheetOptions { page: Page::A4, ..SheetOptions::default() });
        assert_eq!((paper.sheets, paper.columns, paper.page_height), (1, 4, Some(2339)));
    }

    #[test]
    fn long_ways_take_several_sheets_rather_than_ants() {
        for (columns, rows, moves) in [(4, 4, 80), (5, 5, 150), (10, 10, 90), (3, 3, 31), (7, 3, 90)] {
            for page in [Page::Screen, Page::A4, Page::Letter] {
                let layout = layout(columns, rows, moves, SheetOptions { page, ..SheetOptions::default() });
                assert!(layout.picture.0 >= 250 && layout.picture.0 as usize / columns >= 30, "{layout:?}");
                let all: Vec<usize> = (0..layout.sheets).flat_map(|sheet| layout.pictures(sheet)).collect();
                assert_eq!(all, (0..=moves).collect::<Vec<_>>());
                let tall = layout.pictures(0).len().div_ceil(layout.columns) as u32 * layout.row_height();
                assert!(tall < 2400, "{layout:?}");
            }
        }
    }

    #[test]
    fn high_boards_stand_side_by_side() {
        let paper = layout(2, 9, 112, SheetOptions { page: Page::A4, ..SheetOptions::default() });
        assert!(paper.sheets <= 5 && paper.picture.0 >= 100, "{paper:?}");
    }

    #[test]
    fn very_long_ways_are_scrolled_rather_than_leafed_through() {
        let screen = layout(10, 10, 1250, SheetOptions::default());
        assert!(screen.sheets <= 30 && screen.picture.0 >= 400, "{screen:?}");
        let few = layout(10, 10, 90, SheetOptions::default());
        assert!(few.pictures(0).len() < 20, "{few:?}");
    }

    #[test]
    fn columns_may_be_chosen() {
        for columns in [1, 2, 9, 40] {
            let layout = layout(3, 3, 20, SheetOptions { columns: Some(columns), ..SheetOptions::default() });
            assert_eq!(layout.columns, columns.min(21));
            assert!(layout.x(layout.columns - 1) + layout.picture.0 <= layout.width, "{layout:?}");
        }
    }
}
