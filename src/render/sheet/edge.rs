//! The edge of pictures that are as white there as the paper: without it nobody sees where the board ends.

use image::RgbImage;

use super::super::{annotate, paint};
use super::PAPER;
use crate::rect::Rect;

pub(super) const EDGE: paint::Colour = [184, 188, 197];
/// How far in any channel a pixel is from the paper that is hardly seen on it.
const HARDLY: u8 = 12;

/// Whether more than half of a side of a picture is hardly seen on paper.
pub(super) fn is_lost(picture: &RgbImage) -> bool {
    let (right, bottom) = (picture.width() - 1, picture.height() - 1);
    let is_hardly_seen =
        |pixel: paint::Colour| pixel.iter().zip(PAPER).all(|(level, paper)| level.abs_diff(paper) <= HARDLY);
    let is_lost = |x: u32, y: u32| is_hardly_seen(picture.get_pixel(x, y).0);
    let along = |y: u32| (0..=right).filter(|&x| is_lost(x, y)).count() * 2 > picture.width() as usize;
    let down = |x: u32| (0..=bottom).filter(|&y| is_lost(x, y)).count() * 2 > picture.height() as usize;
    along(0) || along(bottom) || down(0) || down(right)
}

/// A line around a picture on a sheet.
pub(super) fn draw(sheet: &mut RgbImage, picture: Rect, thickness: u32) {
    let around = Rect {
        x: picture.x.saturating_sub(thickness),
        y: picture.y.saturating_sub(thickness),
        width: picture.width + 2 * thickness,
        height: picture.height + 2 * thickness,
    };
    annotate::outline(sheet, around, thickness, EDGE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_that_is_mostly_white_is_lost_on_paper() {
        let picture = |white: u32, level: u8| {
            RgbImage::from_fn(40, 30, |x, _| image::Rgb(if x >= 40 - white { [level; 3] } else { [60, 90, 120] }))
        };
        assert!(is_lost(&picture(1, 255)) && is_lost(&picture(25, 250)));
        assert!(!is_lost(&picture(0, 255)));
        assert!(!is_lost(&picture(40, 230)), "one sees it");
        let mut rounded = picture(0, 255);
        for (x, y) in [(0, 0), (39, 0), (0, 29), (39, 29)] {
            rounded.put_pixel(x, y, image::Rgb(PAPER));
        }
        assert!(!is_lost(&rounded), "only corners are white");
    }

    #[test]
    fn the_line_is_beside_the_picture() {
        let mut sheet = paint::sheet_of(30, 20, PAPER);
        draw(&mut sheet, Rect::new(5, 5, 20, 10), 2);
        let is_line = |x: u32, y: u32| sheet.get_pixel(x, y).0 == EDGE;
        assert!(is_line(3, 3) && is_line(4, 10) && is_line(26, 16) && is_line(12, 15));
        assert!(!is_line(5, 5) && !is_line(24, 14) && !is_line(2, 3) && !is_line(27, 10));
    }
}
