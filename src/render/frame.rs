//! One picture per step: the board before it, the tile to press lit.

use image::RgbImage;

use super::storyboard::Step;
use super::{Storyboard, Style, mark, paint};
use crate::rect::Rect;

/// The board before step `step`, counted from 0, with the tile to press shown in `style`; for `steps().len()` the
/// solved board. As large as the artwork.
///
/// # Panics
///
/// If there is no such step.
pub fn draw(storyboard: &Storyboard, step: usize, style: Style) -> RgbImage {
    let mut picture = board(storyboard, &storyboard.board(step));
    if let Some(&step) = storyboard.steps().get(step) {
        light(&mut picture, storyboard, step, style);
    }
    picture
}

/// The board with the tiles of these origins in its cells.
pub(super) fn board(storyboard: &Storyboard, origins: &[u16]) -> RgbImage {
    let artwork = storyboard.artwork();
    let mut picture = artwork.board().clone();
    for (cell, &origin) in origins.iter().enumerate() {
        if cell != usize::from(origin) {
            place(&mut picture, storyboard, cell, origin);
        }
    }
    picture
}

/// Puts the tile of this origin into a cell.
pub(super) fn place(picture: &mut RgbImage, storyboard: &Storyboard, cell: usize, origin: u16) {
    let artwork = storyboard.artwork();
    paint::copy(picture, artwork.cell(cell), artwork.board(), artwork.cell(origin.into()));
}

/// Lights the tile to press in a step.
pub(super) fn light(picture: &mut RgbImage, storyboard: &Storyboard, step: Step, style: Style) {
    let artwork = storyboard.artwork();
    let from = artwork.cell(step.press);
    let line: Vec<Rect> = step.line(storyboard.size()).map(|cell| artwork.cell(cell)).collect();
    mark::tile(picture, from, from.width.min(from.height), style);
    mark::arrows(picture, &line, step.slide, style);
}

/// The rectangle that a step changes: from the tile to press to the blank, both included.
pub(super) fn corridor(storyboard: &Storyboard, step: Step) -> Rect {
    let artwork = storyboard.artwork();
    paint::union(artwork.cell(step.press), artwork.cell(step.blank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Slide::{Down, Left};
    use crate::render::testing;

    #[test]
    fn frames_show_the_start_first_and_the_solved_board_last() {
        let story = testing::storyboard("1 2 3/0 4 5", "1 2 3/4 5 0", &[Left, Left]);
        let artwork = story.artwork();
        let first = draw(&story, 0, Style::Plain);
        let corner = |picture: &RgbImage, cell| {
            let rect = artwork.cell(cell);
            picture.get_pixel(rect.x, rect.y).0
        };
        assert_eq!(corner(&first, 0), corner(artwork.board(), 0));
        assert_eq!(corner(&first, 4), corner(artwork.board(), 4).map(|c| c.saturating_add(100)));
        let last = draw(&story, 2, Style::Plain);
        assert_eq!(corner(&last, 3), corner(artwork.board(), 4));
        assert_eq!(corner(&last, 5), corner(artwork.board(), 3), "the blank as the screenshot draws it");
    }

    #[test]
    fn a_marked_frame_changes_nothing_but_the_tile_and_the_blank() {
        let story = testing::walk("1 2 3/4 5 6/7 8 0", &[Down]);
        let (plain, marked) = (story.artwork().board(), draw(&story, 1, Style::Marked));
        assert_eq!(marked, board(&story, &story.board(1)));
        let marked = draw(&story, 0, Style::Marked);
        let corridor = corridor(&story, story.steps()[0]);
        for (x, y, pixel) in marked.enumerate_pixels() {
            let inside = (corridor.x..corridor.right()).contains(&x) && (corridor.y..corridor.bottom()).contains(&y);
            assert!(inside || pixel == plain.get_pixel(x, y), "at {x},{y}");
        }
    }
}
