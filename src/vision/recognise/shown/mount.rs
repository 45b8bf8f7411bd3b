//! The mount of a picture: strips of one colour, even and as wide, at sides that face each other, in which some games hang it.

use std::ops::Range;

use image::RgbImage;

use crate::rect::Rect;
use crate::vision::colour::{Pixel, is_near, middle};

/// How far apart the levels of a mount may be, in each channel.
const NEAR: u8 = 12;
/// The share of a line that is left out at either end, where corners may be round.
const CORNER: f32 = 0.15;
/// The share of a line that must be of the mount's colour, and of the first line of the picture that must not be.
const MOSTLY: f32 = 0.95;
const ENDED: f32 = 0.7;
/// The widest strip, as a share of the side.
const WIDEST: f32 = 0.2;
/// By what share of the wider, or by how many pixels, strips that face each other may differ.
const UNLIKE: f32 = 0.1;
const UNEVEN: u32 = 2;
/// How many lines at each end may be blended with what is around the mount.
const BLENDED: u32 = 2;

/// Where the picture is within its mount, if it hangs in one. What is plain at one side only, or does not end in a straight line, is
/// a part of the picture. Cost: a look at each pixel of the mount.
pub fn within_mount(picture: &RgbImage) -> Option<Rect> {
    let (width, height) = picture.dimensions();
    let column = |x: u32| inner(height).map(|y| picture.get_pixel(x, y).0).collect();
    let row = |y: u32| inner(width).map(|x| picture.get_pixel(x, y).0).collect();
    let (across, down) = (mounted(width, column), mounted(height, row));
    let is_all = across == (0..width) && down == (0..height);
    (!is_all).then(|| Rect::new(across.start, down.start, across.end - across.start, down.end - down.start))
}

/// What is looked at of a line of so many pixels.
fn inner(length: u32) -> Range<u32> {
    let corner = (length as f32 * CORNER) as u32;
    corner..length - corner
}

/// The lines between strips at both ends that are a mount, or all.
fn mounted(lines: u32, line: impl Fn(u32) -> Vec<Pixel>) -> Range<u32> {
    let widest = (lines as f32 * WIDEST) as u32;
    if widest <= BLENDED {
        return 0..lines;
    }
    let (colour, other) = (middle(&line(BLENDED)), middle(&line(lines - 1 - BLENDED)));
    let share = |at: u32| {
        let line = line(at);
        line.iter().filter(|&&pixel| is_near(pixel, colour, NEAR)).count() as f32 / line.len() as f32
    };
    let first = (BLENDED..=widest).find(|&at| share(at) < MOSTLY);
    let last = (BLENDED..=widest).find(|&at| share(lines - 1 - at) < MOSTLY);
    let (Some(first), Some(last)) = (first, last) else { return 0..lines };
    let is_even = first.abs_diff(last) <= UNEVEN.max((first.max(last) as f32 * UNLIKE) as u32);
    let is_mount = first.min(last) > BLENDED && is_even && is_near(colour, other, NEAR);
    let ends = || [first, lines - 1 - last].iter().all(|&at| 1.0 - share(at) >= ENDED);
    if is_mount && ends() { first..lines - last } else { 0..lines }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::super::super::tests::waves;
    use super::*;

    /// A picture of 100 x 100 pixels at a place before a plain ground of so many.
    fn mount(width: u32, height: u32, left: u32, top: u32) -> RgbImage {
        let mut mount = RgbImage::from_pixel(width, height, Rgb([214, 221, 224]));
        imageops::replace(&mut mount, &waves(100), left.into(), top.into());
        mount
    }

    #[test]
    fn a_picture_is_cut_out_of_its_mount() {
        assert_eq!(within_mount(&mount(140, 140, 20, 20)), Some(Rect::new(20, 20, 100, 100)));
        assert_eq!(within_mount(&mount(130, 100, 15, 0)), Some(Rect::new(15, 0, 100, 100)));
        let mut blended = mount(100, 130, 0, 14);
        imageops::replace(&mut blended, &RgbImage::from_pixel(100, 1, Rgb([235, 238, 240])), 0, 0);
        assert_eq!(within_mount(&blended), Some(Rect::new(0, 14, 100, 100)));
    }

    #[test]
    fn what_is_plain_at_one_side_or_without_a_straight_end_is_a_part_of_the_picture() {
        assert_eq!(within_mount(&mount(100, 100, 0, 0)), None);
        assert_eq!(within_mount(&mount(100, 130, 0, 0)), None);
        assert_eq!(within_mount(&mount(140, 100, 30, 0)), None, "one strip is three times as wide");
        let mut round = RgbImage::from_pixel(140, 140, Rgb([214, 221, 224]));
        for (x, y, pixel) in round.enumerate_pixels_mut() {
            if x.abs_diff(70).pow(2) + y.abs_diff(70).pow(2) < 2500 {
                *pixel = Rgb([20, 40, 60]);
            }
        }
        assert_eq!(within_mount(&round), None);
    }
}
