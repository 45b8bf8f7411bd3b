//! The picture that pieces make when they are put together as a reading says, beside that reading: whether it is right can be
//! seen at once.

use image::RgbImage;

use super::annotate::{DARK, DOUBTFUL, Note, WHITE, outline, thickness};
use super::paint;
use super::text::{self, Weight};
use crate::rect::Rect;
use crate::resize::resized;

const CAPTION: &str = "Solved, as read";
/// The caption's size: so small a part of the height, in a range of pixels.
const CAPTION_PART: u32 = 40;
const CAPTION_SIZES: (u32, u32) = (14, 40);
/// A picture is shown no smaller than this.
const LEAST: u32 = 24;

/// `annotated` with the picture that the pieces of `screenshot` make on its right, no higher than both. Where there is no room
/// for it, or no region in the screenshot, nothing is added.
pub fn beside(annotated: RgbImage, screenshot: &RgbImage, region: Rect, notes: &[Note]) -> RgbImage {
    let (width, height) = annotated.dimensions();
    let size = (height / CAPTION_PART).clamp(CAPTION_SIZES.0, CAPTION_SIZES.1);
    let (margin, caption) = (size, 2 * size);
    let room = height.saturating_sub(caption + 2 * margin);
    let Some(solved) = put_together(screenshot, region, notes).filter(|_| room >= LEAST) else { return annotated };
    let scale = (f64::from(room) / f64::from(solved.height())).min(1.0);
    let [across, down] = [solved.width(), solved.height()].map(|side| ((f64::from(side) * scale) as u32).max(1));
    let words = text::width(CAPTION, size as f32, Weight::Bold).ceil() as u32;
    let mut both = paint::sheet_of(width + across.max(words) + 2 * margin, height, DARK);
    let whole = |picture: &RgbImage| Rect::new(0, 0, picture.width(), picture.height());
    paint::copy(&mut both, whole(&annotated), &annotated, whole(&annotated));
    let solved = if scale < 1.0 { resized(&solved, across, down) } else { solved };
    let (x, y) = (width + margin, region.y.clamp(margin + caption, height - margin - down));
    paint::copy(&mut both, Rect::new(x, y, across, down), &solved, whole(&solved));
    text::draw(&mut both, (x as f32, (y - size / 2) as f32), CAPTION, size as f32, Weight::Bold, WHITE);
    both
}

/// Every piece at home, doubtful ones outlined. `None` where the region does not lie in the screenshot.
fn put_together(screenshot: &RgbImage, region: Rect, notes: &[Note]) -> Option<RgbImage> {
    if !region.fits(screenshot.width(), screenshot.height()) {
        return None;
    }
    let mut solved = paint::sheet_of(region.width, region.height, DARK);
    for note in notes {
        let (left, top) = (note.home.x.checked_sub(region.x), note.home.y.checked_sub(region.y));
        let home = Rect { x: left?, y: top?, ..note.home };
        paint::copy(&mut solved, home, screenshot, note.rect);
        if note.runner_up.is_some() {
            outline(&mut solved, home, thickness(home.width.min(home.height)), DOUBTFUL);
        }
    }
    Some(solved)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// Two cells of one colour each, exchanged, in a screenshot of so many pixels' height.
    fn read(height: u32) -> (RgbImage, Rect, [Note; 2]) {
        let screenshot = RgbImage::from_fn(200, height, |x, _| Rgb([if x < 60 { 90 } else { 210 }, 40, 40]));
        let (left, right) = (Rect::new(20, 10, 40, 60), Rect::new(60, 10, 40, 60));
        let note = |rect: Rect, home: Rect, runner_up| Note { rect, home, number: 1, is_blank: false, runner_up };
        (screenshot, Rect::new(20, 10, 80, 60), [note(left, right, None), note(right, left, Some(2))])
    }

    #[test]
    fn pieces_stand_at_home_beside_the_screenshot() {
        let (screenshot, region, notes) = read(150);
        let both = beside(screenshot.clone(), &screenshot, region, &notes);
        assert_eq!((both.height(), both.get_pixel(199, 149)), (150, screenshot.get_pixel(199, 149)));
        let at = |x: u32| both.get_pixel(200 + 14 + x, 42 + 30).0;
        assert_eq!((at(20), at(60)), ([210, 40, 40], [90, 40, 40]));
        assert_eq!(at(0), DOUBTFUL);
    }

    #[test]
    fn what_is_too_high_is_shrunk_and_what_has_no_room_left_out() {
        let (screenshot, region, notes) = read(100);
        let both = beside(screenshot.clone(), &screenshot, region, &notes);
        let is_seen = |pixel: &Rgb<u8>| pixel.0[0] == 210 || pixel.0[0] == 90;
        let rows = (0..100).filter(|&y| is_seen(both.get_pixel(200 + 14 + 20, y))).count();
        assert!((40..=44).contains(&rows), "{rows}");
        let (screenshot, region, notes) = read(75);
        assert_eq!(beside(screenshot.clone(), &screenshot, region, &notes), screenshot);
        let outside = Rect { x: 150, ..region };
        assert_eq!(beside(screenshot.clone(), &screenshot, outside, &notes), screenshot);
    }
}
