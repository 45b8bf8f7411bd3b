//! What was understood of a screenshot, drawn on it.

use image::RgbImage;

use super::paint::{self, Colour};
use super::text::{self, Weight};
use crate::rect::Rect;

/// What was understood of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where its tile is.
    pub rect: Rect,
    /// Where that tile belongs.
    pub home: Rect,
    /// The number of the tile in it.
    pub number: u16,
    /// Whether it is the blank.
    pub is_blank: bool,
    /// The number of the tile that may be in it instead.
    pub runner_up: Option<u16>,
}

const SURE: Colour = [28, 200, 90];
pub(super) const DOUBTFUL: Colour = [255, 150, 20];
const BLANK: Colour = [60, 150, 255];
pub(super) const DARK: Colour = [16, 18, 22];
pub(super) const WHITE: Colour = [255, 255, 255];

/// A copy of `screenshot` with `region` and every cell outlined and each cell's number in a label, doubtful cells in
/// another colour with the runner-up.
pub fn draw(screenshot: &RgbImage, region: Rect, notes: &[Note]) -> RgbImage {
    let mut picture = screenshot.clone();
    let cell = notes.iter().map(|note| note.rect.width.min(note.rect.height)).min().unwrap_or(0);
    let thickness = thickness(cell);
    outline(&mut picture, region, thickness, DARK);
    for note in notes {
        let colour = match note {
            Note { is_blank: true, .. } => BLANK,
            Note { runner_up: Some(_), .. } => DOUBTFUL,
            _ => SURE,
        };
        outline(&mut picture, note.rect, thickness, colour);
        label(&mut picture, note, colour);
    }
    picture
}

fn label(picture: &mut RgbImage, note: &Note, colour: Colour) {
    let words = match note {
        Note { is_blank: true, .. } => "blank".to_string(),
        Note { runner_up: Some(other), number, .. } => format!("{number}/{other}?"),
        Note { number, .. } => number.to_string(),
    };
    let rect = note.rect;
    let share = text::width(&words, 100.0, Weight::Bold) / 100.0 + 0.5;
    let size = (rect.height as f32 * 0.3).clamp(7.0, 44.0).min(rect.width as f32 * 0.9 / share);
    let (width, height) = (size * share, size * 1.25);
    let middle = (rect.x as f32 + rect.width as f32 / 2.0, rect.y as f32 + rect.height as f32 / 2.0);
    let plate = Rect::new(
        (middle.0 - width / 2.0).max(0.0) as u32,
        (middle.1 - height / 2.0).max(0.0) as u32,
        width as u32,
        height as u32,
    );
    let plate = paint::clip(plate, picture.width(), picture.height());
    paint::fill(picture, plate, DARK);
    outline(picture, plate, 1, colour);
    text::draw_centred(picture, middle, &words, size, Weight::Bold, WHITE);
}

/// How thick the outline of a cell is, by its shorter side.
pub(super) fn thickness(cell: u32) -> u32 {
    (cell / 40).clamp(1, 6)
}

/// The edge of a rectangle, inside it.
pub(super) fn outline(picture: &mut RgbImage, rect: Rect, thickness: u32, colour: Colour) {
    let across = thickness.min(rect.width);
    let down = thickness.min(rect.height);
    let edges = [
        Rect { height: down, ..rect },
        Rect { y: rect.bottom() - down, height: down, ..rect },
        Rect { width: across, ..rect },
        Rect { x: rect.right() - across, width: across, ..rect },
    ];
    for edge in edges {
        let edge = paint::clip(edge, picture.width(), picture.height());
        paint::fill(picture, edge, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubtful_cells_and_the_blank_have_colours_of_their_own() {
        let screenshot = RgbImage::from_pixel(100, 50, image::Rgb([200, 200, 200]));
        let note = |x: u32, is_blank: bool, runner_up: Option<u16>| Note {
            rect: Rect::new(x, 5, 30, 40),
            home: Rect::new(x, 5, 30, 40),
            number: 7,
            is_blank,
            runner_up,
        };
        let notes = [note(0, false, None), note(34, true, None), note(68, false, Some(8))];
        let drawn = draw(&screenshot, Rect::new(0, 0, 100, 50), &notes);
        assert_eq!(drawn.dimensions(), (100, 50));
        for (x, colour) in [(0, SURE), (34, BLANK), (68, DOUBTFUL)] {
            assert_eq!(drawn.get_pixel(x, 20).0, colour);
        }
    }

    #[test]
    fn cells_at_the_edge_of_the_picture_are_clipped() {
        let screenshot = RgbImage::new(20, 20);
        let rect = Rect::new(15, 15, 30, 30);
        let note = Note { rect, home: rect, number: 1, is_blank: false, runner_up: Some(2) };
        assert_eq!(draw(&screenshot, Rect::new(10, 10, 50, 50), &[note]).dimensions(), (20, 20));
    }
}
