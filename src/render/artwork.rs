//! What the board looks like: one picture of it at the start, and where its cells are.
//!
//! Every later board is that picture with its tiles in other cells, so a tile is named by the cell it starts in (its
//! *origin*), and its pixels are the picture's there. Cells cut from a screenshot may differ by a pixel; a tile that
//! moves to a larger cell repeats its last row or column.

use std::fmt;

use image::RgbImage;

use super::numbered::Drawing;
use super::paint;
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::resize::crisp;

/// How far in any channel the pixels of a plain line may be from its colour, and which share of them must be nearer: the numerator
/// and the denominator.
const ONE: u8 = 24;
const MOST: (usize, usize) = (4, 5);

/// The picture of a board at the start.
#[derive(Clone, Debug)]
pub struct Artwork {
    board: RgbImage,
    size: Size,
    cells: Vec<Rect>,
    blank: usize,
    numbers: Option<Vec<u16>>,
    shows_numbers: bool,
    /// What it is drawn from, where it is a drawing: such boards have no pixels of their own to keep to.
    drawing: Option<Drawing>,
}

/// Why a picture and rectangles make no artwork.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArtworkError {
    /// There are more or fewer rectangles than cells.
    Cells {
        /// The size of the board.
        size: Size,
        /// How many rectangles were given.
        rectangles: usize,
    },
    /// A rectangle is empty or leaves the picture.
    Outside {
        /// The cell.
        cell: usize,
        /// Its rectangle.
        rectangle: Rect,
    },
    /// A cell does not lie left of, or above, the next one.
    Overlap {
        /// The cell.
        cell: usize,
        /// The cell it should end before.
        next: usize,
    },
    /// The blank's cell is not on the board.
    Blank {
        /// The cell.
        cell: usize,
        /// The size of the board.
        size: Size,
    },
    /// A side of the picture is longer than [`Artwork::MAX_SIDE`].
    Large {
        /// The width of the picture.
        width: u32,
        /// The height of the picture.
        height: u32,
    },
}

impl Artwork {
    /// The longest side of a picture of a board, in pixels.
    pub const MAX_SIDE: u32 = 16_384;

    /// The picture `board` with one rectangle per cell, row by row, and the blank in cell `blank`.
    pub fn new(board: RgbImage, size: Size, cells: Vec<Rect>, blank: usize) -> Result<Artwork, ArtworkError> {
        let (width, height) = board.dimensions();
        if width > Artwork::MAX_SIDE || height > Artwork::MAX_SIDE {
            return Err(ArtworkError::Large { width, height });
        }
        check_cells(size, &cells, width, height)?;
        if blank >= size.cells() {
            return Err(ArtworkError::Blank { cell: blank, size });
        }
        Ok(Artwork { board, size, cells, blank, numbers: None, shows_numbers: false, drawing: None })
    }

    /// Cuts the board out of a screenshot, with a frame as wide as its gutters around it where the screenshot has one. Where tiles
    /// touch, that ends with them on sides where what lies around is not plain: if cells are a pixel beside the tiles, a strip
    /// of these would stay there while they move. The rectangles are the screenshot's.
    pub fn cut(screenshot: &RgbImage, size: Size, cells: &[Rect], blank: usize) -> Result<Artwork, ArtworkError> {
        let (width, height) = screenshot.dimensions();
        check_cells(size, cells, width, height)?;
        let around = cells.iter().skip(1).fold(cells[0], |all, &cell| paint::union(all, cell));
        let gutter = gutter(size, cells);
        let margin = gutter.max(around.width.max(around.height) / 150);
        let is_frame = |line: &Rect| line.fits(width, height) && (gutter > 0 || is_plain(screenshot, *line));
        let outside = |line: Option<Rect>| line.filter(is_frame).map_or(0, |_| margin);
        let left = outside(around.x.checked_sub(1).map(|x| Rect { x, width: 1, ..around })).min(around.x);
        let top = outside(around.y.checked_sub(1).map(|y| Rect { y, height: 1, ..around })).min(around.y);
        let right = outside(Some(Rect { x: around.right(), width: 1, ..around }));
        let bottom = outside(Some(Rect { y: around.bottom(), height: 1, ..around }));
        let region =
            Rect::new(around.x - left, around.y - top, around.width + left + right, around.height + top + bottom);
        let region = paint::clip(region, width, height);
        let mut board = RgbImage::new(region.width, region.height);
        paint::copy(&mut board, Rect::new(0, 0, region.width, region.height), screenshot, region);
        let cells = cells.iter().map(|cell| Rect { x: cell.x - region.x, y: cell.y - region.y, ..*cell }).collect();
        Artwork::new(board, size, cells, blank)
    }

    /// Names the tiles by numbers: for every cell, the number of the tile that starts in it; the blank's is ignored.
    ///
    /// # Panics
    ///
    /// If there are more or fewer numbers than cells.
    pub fn with_numbers(self, numbers: &[u16]) -> Artwork {
        assert_eq!(numbers.len(), self.size.cells(), "one number per cell");
        Artwork { numbers: Some(numbers.to_vec()), ..self }
    }

    /// The same, where the numbers are to be seen on the tiles, so that nobody has to be told which is which.
    ///
    /// # Panics
    ///
    /// As [`Artwork::with_numbers`] does.
    pub fn showing_numbers(self, numbers: &[u16]) -> Artwork {
        Artwork { shows_numbers: true, ..self.with_numbers(numbers) }
    }

    /// The same, as the picture that is drawn from `drawing`.
    pub(super) fn drawn_from(self, drawing: Drawing) -> Artwork {
        Artwork { drawing: Some(drawing), ..self }
    }

    /// The picture of the board at the start.
    pub fn board(&self) -> &RgbImage {
        &self.board
    }

    /// How many columns and rows the board has.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rectangle of a cell in the picture.
    pub fn cell(&self, cell: usize) -> Rect {
        self.cells[cell]
    }

    /// The cell of the blank at the start.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// The number of the tile that starts in a cell, if tiles have numbers.
    pub fn number(&self, origin: usize) -> Option<u16> {
        self.numbers.as_ref().map(|numbers| numbers[origin])
    }

    /// Whether tiles have numbers that are not to be seen on them.
    pub fn hides_numbers(&self) -> bool {
        self.numbers.is_some() && !self.shows_numbers
    }

    /// The same artwork, resized by `factor`; each tile on its own, so that neighbours do not bleed into each other.
    /// No side gets shorter than one pixel, or longer than [`Artwork::MAX_SIDE`].
    pub fn scaled(&self, factor: f64) -> Artwork {
        let (width, height) = self.board.dimensions();
        let longest = f64::from(width.max(height));
        let factor = factor.clamp(1.0 / longest, f64::from(Artwork::MAX_SIDE) / longest);
        let at = |v: u32| (f64::from(v) * factor).round() as u32;
        let (width, height) = (at(width).max(1), at(height).max(1));
        let whole = Rect::new(0, 0, self.board.width(), self.board.height());
        let mut board = crisp(&self.board, whole, width, height);
        let cells: Vec<Rect> = self.cells.iter().map(|cell| scaled_cell(*cell, at, width, height)).collect();
        for (&from, &to) in self.cells.iter().zip(&cells) {
            let tile = crisp(&self.board, from, to.width, to.height);
            paint::copy(&mut board, to, &tile, Rect::new(0, 0, to.width, to.height));
        }
        Artwork { board, cells, numbers: self.numbers.clone(), drawing: self.drawing.clone(), ..*self }
    }

    /// The artwork so resized that its longest side is at most `side` pixels; unchanged if it is not longer.
    pub fn fitted(self, side: u32) -> Artwork {
        match self.board.width().max(self.board.height()) {
            longest if longest > side => self.scaled(f64::from(side) / f64::from(longest)),
            _ => self,
        }
    }

    /// How long its longest side is when it is [`Artwork::shown`].
    pub(super) fn shown_side(&self, least: u32, most: u32) -> u32 {
        let longest = self.board.width().max(self.board.height());
        (longest * least.div_ceil(longest).min(most / longest).max(1)).min(most)
    }

    /// How long its longest side is when it is [`Artwork::filling`].
    pub(super) fn filling_side(&self, least: u32, most: u32) -> u32 {
        self.larger_drawing(most).map_or_else(|| self.shown_side(least, most), |drawing| drawing.side())
    }

    /// The artwork as it is [`Artwork::shown`], except that a drawing that may be larger is drawn as large as it may be.
    pub(super) fn filling(self, least: u32, most: u32) -> Artwork {
        match self.larger_drawing(most).and_then(|drawing| drawing.artwork().ok()) {
            Some(drawn) => Artwork { numbers: self.numbers, shows_numbers: self.shows_numbers, ..drawn },
            None => self.shown(least, most),
        }
    }

    fn larger_drawing(&self, most: u32) -> Option<Drawing> {
        let larger = self.drawing.as_ref()?.within(most);
        (larger.side() > self.board.width().max(self.board.height())).then_some(larger)
    }

    /// The artwork so resized that its longest side is at most `most` pixels, and at least `least` where a whole factor
    /// makes it so: all tiles stay equally large then, whose sizes are equal.
    pub(super) fn shown(self, least: u32, most: u32) -> Artwork {
        match (self.board.width().max(self.board.height()), self.shown_side(least, most)) {
            (longest, side) if longest == side => self,
            (longest, side) => self.scaled(f64::from(side) / f64::from(longest)),
        }
    }
}

fn scaled_cell(cell: Rect, at: impl Fn(u32) -> u32, width: u32, height: u32) -> Rect {
    let (x, y) = (at(cell.x).min(width - 1), at(cell.y).min(height - 1));
    let (right, bottom) = (at(cell.right()).min(width), at(cell.bottom()).min(height));
    Rect::new(x, y, right.saturating_sub(x).max(1), bottom.saturating_sub(y).max(1))
}

fn check_cells(size: Size, cells: &[Rect], width: u32, height: u32) -> Result<(), ArtworkError> {
    if cells.len() != size.cells() {
        return Err(ArtworkError::Cells { size, rectangles: cells.len() });
    }
    for (cell, &rectangle) in cells.iter().enumerate() {
        if !rectangle.fits(width, height) {
            return Err(ArtworkError::Outside { cell, rectangle });
        }
        if cell % size.columns() + 1 < size.columns() && rectangle.right() > cells[cell + 1].x {
            return Err(ArtworkError::Overlap { cell, next: cell + 1 });
        }
        let below = cell + size.columns();
        if below < cells.len() && rectangle.bottom() > cells[below].y {
            return Err(ArtworkError::Overlap { cell, next: below });
        }
    }
    Ok(())
}

/// Whether most of a line is of one colour, as frames and pages are.
fn is_plain(picture: &RgbImage, line: Rect) -> bool {
    let pixels =
        || (line.y..line.bottom()).flat_map(|y| (line.x..line.right()).map(move |x| picture.get_pixel(x, y).0));
    let middle: [u8; 3] = std::array::from_fn(|channel| {
        let mut levels: Vec<u8> = pixels().map(|pixel| pixel[channel]).collect();
        let half = levels.len() / 2;
        *levels.select_nth_unstable(half).1
    });
    let is_near = |pixel: [u8; 3]| pixel.iter().zip(middle).all(|(&level, usual)| level.abs_diff(usual) <= ONE);
    pixels().filter(|&pixel| is_near(pixel)).count() * MOST.1 >= pixels().count() * MOST.0
}

/// The widest distance between neighbouring cells of a row or column.
fn gutter(size: Size, cells: &[Rect]) -> u32 {
    let across = (0..cells.len()).filter(|cell| cell % size.columns() > 0).map(|c| cells[c].x - cells[c - 1].right());
    let down = (size.columns()..cells.len()).map(|c| cells[c].y - cells[c - size.columns()].bottom());
    across.chain(down).max().unwrap_or(0)
}

impl fmt::Display for ArtworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArtworkError::Cells { size, rectangles } => {
                write!(f, "a {size} board has {} cells, but {rectangles} rectangles are given", size.cells())
            }
            ArtworkError::Outside { cell, rectangle: Rect { x, y, width, height } } => {
                write!(f, "cell {cell} at {x},{y},{width},{height} is empty or leaves the picture")
            }
            ArtworkError::Overlap { cell, next } => write!(f, "cells {cell} and {next} overlap"),
            ArtworkError::Blank { cell, size } => {
                write!(f, "the blank cannot be in cell {cell}: a {size} board has cells 0 to {}", size.cells() - 1)
            }
            ArtworkError::Large { width, height } => {
                write!(f, "a board of {width}x{height} pixels is too large: at most {} a side", Artwork::MAX_SIDE)
            }
        }
    }
}

impl std::error::Error for ArtworkError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::testing;
    use image::Rgb;

    fn grid(size: Size, side: u32, pitch: u32, origin: u32) -> Vec<Rect> {
        (0..size.cells())
            .map(|c| {
                let at = |i: usize| origin + i as u32 * pitch;
                Rect::new(at(size.column(c)), at(size.row(c)), side, side)
            })
            .collect()
    }

    #[test]
    fn what_makes_no_artwork_is_refused_in_words() {
        let size = Size::new(2, 2).unwrap();
        let picture = || RgbImage::new(20, 20);
        let message = |cells, blank| Artwork::new(picture(), size, cells, blank).unwrap_err().to_string();
        assert_eq!(message(vec![], 0), "a 2x2 board has 4 cells, but 0 rectangles are given");
        assert_eq!(message(grid(size, 10, 11, 0), 0), "cell 1 at 11,0,10,10 is empty or leaves the picture");
        assert_eq!(message(grid(size, 10, 8, 0), 0), "cells 0 and 1 overlap");
        assert_eq!(message(grid(size, 10, 10, 0), 4), "the blank cannot be in cell 4: a 2x2 board has cells 0 to 3");
        assert_eq!(
            Artwork::new(RgbImage::new(20_000, 1), size, vec![], 0).unwrap_err().to_string(),
            "a board of 20000x1 pixels is too large: at most 16384 a side"
        );
    }

    #[test]
    fn a_cut_board_keeps_a_frame_as_wide_as_its_gutters() {
        let size = Size::new(2, 2).unwrap();
        let shot = RgbImage::from_fn(100, 60, |x, y| Rgb([x as u8, y as u8, 0]));
        let artwork = Artwork::cut(&shot, size, &grid(size, 10, 13, 20), 3).unwrap();
        assert_eq!(artwork.board().dimensions(), (29, 29));
        assert_eq!(artwork.cell(3), Rect::new(16, 16, 10, 10));
        assert_eq!(artwork.board().get_pixel(16, 16).0, [33, 33, 0]);
    }

    #[test]
    fn of_tiles_that_touch_no_strip_stays_beside_them() {
        let size = Size::new(2, 2).unwrap();
        let cut = |at: u32| {
            let is_board = |v: u32| (20..320).contains(&v);
            let shot = RgbImage::from_fn(340, 340, |x, y| match is_board(x) && is_board(y) {
                true => Rgb([(x * 7) as u8, (y * 11) as u8, (x * y) as u8]),
                false => Rgb([90, 92, 94]),
            });
            let artwork = Artwork::cut(&shot, size, &grid(size, 149, 149, at), 3).unwrap();
            (artwork.board().dimensions(), artwork.cell(0).x)
        };
        assert_eq!(cut(21), ((298, 298), 0), "a strip of the tiles is on all sides");
        assert_eq!(cut(20), ((299, 299), 1), "it is on two sides");
        let far = RgbImage::from_fn(640, 640, |x, y| Rgb([x as u8, y as u8, 7]));
        let artwork = Artwork::cut(&far, size, &grid(size, 200, 204, 20), 3).unwrap();
        assert_eq!(artwork.cell(0).x, 4, "gutters are around as well");
    }

    #[test]
    fn small_boards_are_shown_larger_by_a_whole_factor_as_far_as_allowed() {
        let small = || testing::artwork(3, 3, 8);
        assert_eq!(small().board().dimensions(), (70, 70));
        for (most, side) in [(760, 420), (400, 350), (139, 70), (60, 60)] {
            let shown = small().shown(360, most);
            assert_eq!((shown.board().dimensions(), small().shown_side(360, most)), ((side, side), side));
        }
        let enlarged = small().shown(360, 760);
        assert!((0..9).all(|cell| (enlarged.cell(cell).width, enlarged.cell(cell).height) == (120, 120)));
        assert_eq!(enlarged.shown(360, 760).board().dimensions(), (420, 420));
    }

    #[test]
    fn tiles_do_not_bleed_when_resized() {
        let size = Size::new(2, 2).unwrap();
        let picture = RgbImage::from_fn(90, 90, |x, y| Rgb(if (x < 45) == (y < 45) { [255; 3] } else { [0; 3] }));
        let small = Artwork::new(picture, size, grid(size, 45, 45, 0), 3).unwrap().scaled(0.31);
        assert_eq!(small.board().dimensions(), (28, 28));
        let odd = small.board().pixels().find(|p| (2..=253).contains(&p.0[0]));
        assert_eq!(odd, None);
        let tiny = small.scaled(0.0);
        assert_eq!(tiny.board().dimensions(), (1, 1));
    }
}
