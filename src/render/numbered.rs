//! Boards known by numbers alone: clean tiles with large digits, coloured by the row they belong in, so that one
//! sees how far the board is.

use image::RgbImage;

use super::paint::{self, Colour};
use super::text::{self, Weight};
use super::{Artwork, ArtworkError};
use crate::puzzle::{Board, Size};
use crate::rect::Rect;

/// The board between and behind the tiles.
const GROUND: Colour = [38, 42, 51];
/// The cell of the blank.
const HOLLOW: Colour = [27, 30, 37];
/// The digits.
const INK: Colour = [255, 255, 255];
/// The relative luminance of tiles that belong in even rows and in odd ones, and the exponent that makes it of levels.
const LUMINANCES: [f32; 2] = [0.14, 0.09];
const GAMMA: f32 = 2.2;
/// The part of a tile's width that its number may take: beside it the arrow's tail has room.
const WIDEST: f32 = 0.72;
/// How large a board is drawn, in pixels, as long as its cells get no smaller than [`SMALLEST_CELL`].
const LONGEST_SIDE: u32 = 640;
const SMALLEST_CELL: u32 = 28;

impl Artwork {
    /// Draws `start` with numbered tiles, each in the colour of its row in `goal`; of identical tiles, the first one's.
    pub fn numbered(start: &Board, goal: &Board) -> Result<Artwork, ArtworkError> {
        Artwork::numbered_as(start, goal, start.tiles())
    }

    /// The same with other numbers on the tiles: for every cell that of the tile that starts in it; the blank's is ignored.
    ///
    /// # Panics
    ///
    /// If there are more or fewer numbers than cells.
    pub fn numbered_as(start: &Board, goal: &Board, numbers: &[u16]) -> Result<Artwork, ArtworkError> {
        let size = start.size();
        assert_eq!(numbers.len(), size.cells(), "one number per cell");
        let longest = size.columns().max(size.rows()) as u32;
        let pitch = (LONGEST_SIDE / longest).clamp(SMALLEST_CELL, 130);
        Ok(Drawing::new(start, goal, numbers, pitch).artwork()?.showing_numbers(numbers))
    }
}

/// What a drawn board is drawn from.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    size: Size,
    blank: usize,
    /// For every cell the number of the tile in it and the row where that belongs.
    tiles: Vec<(u16, usize)>,
    /// From one tile to the next, in pixels.
    pitch: u32,
}

impl Drawing {
    fn new(start: &Board, goal: &Board, numbers: &[u16], pitch: u32) -> Drawing {
        let size = start.size();
        let home = |tile: u16| goal.tiles().iter().position(|&other| other == tile).unwrap_or(0);
        let tiles = start.tiles().iter().zip(numbers).map(|(&tile, &number)| (number, size.row(home(tile)))).collect();
        Drawing { size, blank: start.blank(), tiles, pitch }
    }

    /// The same drawn as large as `side` pixels hold it.
    pub(super) fn within(&self, side: u32) -> Drawing {
        let longest = self.size.columns().max(self.size.rows());
        let fits = |&pitch: &u32| end(longest, pitch) <= side;
        let pitch = (1..=side / longest as u32).rev().find(fits).unwrap_or(1);
        Drawing { pitch, ..self.clone() }
    }

    /// Its longest side, in pixels.
    pub(super) fn side(&self) -> u32 {
        end(self.size.columns().max(self.size.rows()), self.pitch)
    }

    /// The board as it is drawn.
    pub(super) fn artwork(self) -> Result<Artwork, ArtworkError> {
        let (size, pitch) = (self.size, self.pitch);
        let side = pitch - gutter(pitch);
        let at = |index: usize| begin(index, pitch);
        let mut picture = paint::sheet_of(end(size.columns(), pitch), end(size.rows(), pitch), GROUND);
        let cells: Vec<Rect> =
            (0..size.cells()).map(|cell| Rect::new(at(size.column(cell)), at(size.row(cell)), side, side)).collect();
        let digits = self.tiles.iter().map(|tile| tile.0).max().map_or(1, |number| number.to_string().len());
        for (cell, (&rect, &(number, row))) in cells.iter().zip(&self.tiles).enumerate() {
            match cell == self.blank {
                true => rounded(&mut picture, rect, HOLLOW),
                false => draw_tile(&mut picture, rect, number, digits, row_colour(row, size.rows())),
            }
        }
        Ok(Artwork::new(picture, size, cells, self.blank)?.drawn_from(self))
    }
}

/// The distance between tiles, at a pitch.
fn gutter(pitch: u32) -> u32 {
    (pitch / 24).max(1)
}

/// Where a column or a row of tiles begins.
fn begin(index: usize, pitch: u32) -> u32 {
    2 * gutter(pitch) + index as u32 * pitch
}

/// Where the board ends after so many columns or rows.
fn end(count: usize, pitch: u32) -> u32 {
    begin(count, pitch) + gutter(pitch)
}

fn draw_tile(picture: &mut RgbImage, rect: Rect, number: u16, digits: usize, colour: Colour) {
    rounded(picture, rect, paint::mix(colour, [0; 3], 0.22));
    let lip = (rect.height / 28).max(1);
    rounded(picture, Rect { height: rect.height - lip, ..rect }, colour);
    let label = number.to_string();
    let widest = text::width(&"8".repeat(digits), 100.0, Weight::Bold) / 100.0;
    let size = (rect.width as f32 * 0.56).min(rect.width as f32 * WIDEST / widest);
    let middle = (rect.x as f32 + rect.width as f32 / 2.0, rect.y as f32 + (rect.height - lip) as f32 / 2.0);
    text::draw_centred(picture, middle, &label, size, Weight::Bold, INK);
}

/// Fills a rectangle with rounded corners.
fn rounded(picture: &mut RgbImage, rect: Rect, colour: Colour) {
    let radius = rect.width.min(rect.height) as f32 * 0.1;
    let (half_width, half_height) = (rect.width as f32 / 2.0, rect.height as f32 / 2.0);
    for y in 0..rect.height {
        for x in 0..rect.width {
            let dx = ((x as f32 + 0.5 - half_width).abs() - half_width + radius).max(0.0);
            let dy = ((y as f32 + 0.5 - half_height).abs() - half_height + radius).max(0.0);
            let outside = (dx * dx + dy * dy).sqrt() - radius;
            paint::blend(picture, (rect.x + x).into(), (rect.y + y).into(), colour, 0.5 - outside);
        }
    }
}

/// Hues from blue by green and orange to violet. Neighbouring rows differ in luminance, too, for grey print; it is low enough for
/// white digits to show on a tile that is brightened to be pressed.
fn row_colour(row: usize, rows: usize) -> Colour {
    let hue = (212.0 - 300.0 * row as f32 / rows as f32).rem_euclid(360.0);
    let channel = |offset: f32| {
        let k = (offset + hue / 30.0) % 12.0;
        0.5 - 0.34 * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    };
    let [red, green, blue] = [channel(0.0), channel(8.0), channel(4.0)];
    let scale = (LUMINANCES[row % 2] / luminance([red, green, blue])).powf(1.0 / GAMMA);
    [red, green, blue].map(|channel| (channel * scale * 255.0).round().min(255.0) as u8)
}

/// The relative luminance of channels from 0 to 1.
fn luminance([red, green, blue]: [f32; 3]) -> f32 {
    0.2126 * red.powf(GAMMA) + 0.7152 * green.powf(GAMMA) + 0.0722 * blue.powf(GAMMA)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::puzzle::Slide;
    use crate::render::{Style, mark};

    fn artwork(start: &str, goal: &str) -> Artwork {
        Artwork::numbered(&start.parse().unwrap(), &goal.parse().unwrap()).unwrap()
    }

    fn colour(artwork: &Artwork, cell: usize) -> Colour {
        let rect = artwork.cell(cell);
        artwork.board().get_pixel(rect.x + rect.width / 2, rect.y + rect.height / 12).0
    }

    #[test]
    fn tiles_wear_the_colour_of_the_row_they_belong_in() {
        let artwork = artwork("3 1 2/4 0 5", "1 2 3/4 5 0");
        assert_eq!(colour(&artwork, 0), colour(&artwork, 1));
        assert_ne!(colour(&artwork, 0), colour(&artwork, 3));
        assert_eq!(colour(&artwork, 4), HOLLOW);
        assert_eq!(artwork.number(5), Some(5));
    }

    #[test]
    fn rows_differ_in_colour_and_white_digits_show_on_all() {
        for rows in 2..=64 {
            let colours: Vec<Colour> = (0..rows).map(|row| row_colour(row, rows)).collect();
            for pair in colours.windows(2) {
                assert!(pair[0].iter().zip(pair[1]).any(|(a, b)| a.abs_diff(b) > 10), "{rows} rows: {pair:?}");
            }
            for tile in colours {
                let mut pressed = RgbImage::from_pixel(50, 50, Rgb(tile));
                mark::tile(&mut pressed, Rect::new(0, 0, 50, 50), 50, Style::Marked);
                let contrasts = [tile, pressed.get_pixel(25, 25).0].map(contrast_with_ink);
                assert!(contrasts[0] > 5.0 && contrasts[1] > 3.0, "{rows} rows, {tile:?}: {contrasts:?}");
            }
        }
    }

    /// (lighter + 0.05) / (darker + 0.05), as WCAG has it: large text needs 3, other text 4.5.
    fn contrast_with_ink(ground: Colour) -> f32 {
        let [ink, ground] = [INK, ground].map(|colour| luminance(colour.map(|level| f32::from(level) / 255.0)));
        (ink + 0.05) / (ground + 0.05)
    }

    #[test]
    fn arrows_leave_the_numbers_alone() {
        for (columns, rows) in [(3, 3), (4, 4), (10, 10), (12, 12)] {
            let size = crate::puzzle::Size::new(columns, rows).unwrap();
            let board = Board::new(size, (0..size.cells() as u16).rev().collect()).unwrap();
            let artwork = Artwork::numbered(&board, &board).unwrap();
            for (slide, to) in [(Slide::Left, 0), (Slide::Right, 2), (Slide::Up, 1), (Slide::Down, 2 * columns + 1)] {
                let from = artwork.cell(if to % columns == 1 { columns + 1 } else { 1 });
                let mut picture = artwork.board().clone();
                mark::arrows(&mut picture, &[from, artwork.cell(to)], slide, Style::Marked);
                let pixels = picture.enumerate_pixels().zip(artwork.board().pixels());
                let covered = |&((x, y, now), before): &((u32, u32, &Rgb<u8>), &Rgb<u8>)| {
                    let inside = x >= from.x && x < from.right() && y >= from.y && y < from.bottom();
                    inside && before.0 == INK && now != before
                };
                assert_eq!(pixels.filter(covered).count(), 0, "{columns}x{rows}, {slide:?}");
            }
        }
    }

    #[test]
    fn identical_tiles_look_alike_and_large_boards_have_cells_one_can_read() {
        let artwork = artwork("1 1/0 2", "1 2/1 0");
        assert_eq!(colour(&artwork, 0), colour(&artwork, 1));
        let size = crate::puzzle::Size::new(64, 2).unwrap();
        let board = Board::new(size, (0..128).collect()).unwrap();
        let artwork = Artwork::numbered(&board, &board).unwrap();
        assert!(artwork.cell(0).width >= 27);
    }

    #[test]
    fn drawings_are_drawn_anew_as_large_as_there_is_room() {
        let small = artwork("3 1 2/4 0 5", "1 2 3/4 5 0");
        assert_eq!(small.board().dimensions(), (405, 275));
        for (most, longest) in [(400, 400), (405, 405), (1500, 1500), (4096, 4096)] {
            let (side, filling) = (small.filling_side(360, most), small.clone().filling(360, most));
            assert_eq!(filling.board().width(), side);
            assert!((longest - 3..=longest).contains(&side), "{side} of {most}");
            assert_eq!((filling.number(5), filling.hides_numbers()), (Some(5), false));
        }
        let large = small.filling(360, 1500);
        assert_eq!((colour(&large, 4), colour(&large, 0)), (HOLLOW, row_colour(0, 2)));
        assert!((0..6).all(|cell| large.cell(cell).width == large.cell(0).width));
    }
}
