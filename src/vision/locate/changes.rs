//! How much a picture changes from one line of pixels to the next.

use image::RgbImage;

use crate::rect::Rect;
use crate::vision::colour::apart;

/// More change of a pixel counts no more, so that a few bright ones do not tell alone.
const MOST: u8 = 40;

/// How much the picture changes along a region before a column of pixels, and before a row: mean levels, 0 to [`MOST`]. Up to
/// so many pixels of a line are looked at. There must be a line before.
pub(super) fn changes(
    picture: &RgbImage,
    region: Rect,
    samples: u32,
) -> (impl Fn(u32) -> f32 + '_, impl Fn(u32) -> f32 + '_) {
    let pixel = |x: u32, y: u32| picture.get_pixel(x, y).0;
    let Rect { x: left, y: top, width, height } = region;
    let vertical = move |x: u32| mean(top, height, samples, |y| apart(pixel(x - 1, y), pixel(x, y)));
    let horizontal = move |y: u32| mean(left, width, samples, |x| apart(pixel(x, y - 1), pixel(x, y)));
    (vertical, horizontal)
}

fn mean(from: u32, length: u32, samples: u32, change: impl Fn(u32) -> u8) -> f32 {
    let seen = (from..from + length).step_by(length.div_ceil(samples).max(1) as usize);
    let (sum, count) = seen.fold((0, 0), |(sum, count), at| (sum + u32::from(change(at).min(MOST)), count + 1));
    sum as f32 / count.max(1) as f32
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn a_step_changes_as_much_as_its_share_of_the_line_and_no_more_than_counts() {
        let step = |x: u32, y: u32| if x >= 20 && y < 10 { [110, 100, 100] } else { [100; 3] };
        let picture = RgbImage::from_fn(40, 40, |x, y| Rgb(if y >= 30 { [250; 3] } else { step(x, y) }));
        for samples in [u32::MAX, 10] {
            let (vertical, horizontal) = changes(&picture, Rect::new(0, 0, 40, 20), samples);
            assert_eq!((vertical(20), vertical(19)), (5.0, 0.0));
            assert_eq!((horizontal(10), horizontal(30)), (5.0, 40.0));
        }
    }
}
