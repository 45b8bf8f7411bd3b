//! Lines of a frame that were taken for those of the board.
//!
//! A frame close around the tiles has lines as clear as theirs. Where a grid begins or ends with one of these, it is a little too
//! large, and the lines within it lie beside those between the tiles, farther than where tiles just end is looked for.

use image::RgbImage;

use super::changes::changes;
use super::ends::Parts;
use crate::rect::Rect;
use crate::vision::Grid;

/// How much farther in either end of the tiles may be, as a share of the pitch.
const WIDEST: f32 = 0.04;
/// How far beside its place a line between tiles is looked for, besides half a gutter, in pixels.
const BESIDE: u32 = 2;
/// How much the picture must change at every line between the tiles, in mean levels, and how many times as much as it does at that
/// where it changes least now.
const LEAST: f32 = 8.0;
const CLEARER: f32 = 3.0;
/// The share of a change that counts where it is farthest beside the place of a line.
const FARTHEST: f32 = 0.5;
/// How many pixels of a line are looked at, at most.
const SAMPLES: u32 = 256;
/// Fewer tiles side by side have too few lines between them to tell.
const FEWEST: usize = 3;

/// The grid without the frame's lines, if the picture shows all lines between the tiles where they are without these, and hardly where
/// the grid has them. A grid that leaves the picture stays. Cost: a few hundred looks at each line of pixels.
pub fn off_frame_lines(picture: &RgbImage, grid: &Grid) -> Grid {
    let region = grid.region;
    if !region.fits(picture.width(), picture.height()) {
        return grid.clone();
    }
    let (vertical, horizontal) = changes(picture, region, SAMPLES);
    let (left, right) = farther_in(&grid.columns(), vertical);
    let (top, bottom) = farther_in(&grid.rows(), horizontal);
    let Rect { x, y, width, height } = region;
    grid.stretched_onto(Rect::new(x + left, y + top, width - left - right, height - top - bottom))
}

/// How much farther in tiles begin and end than these parts do, given how much the picture changes before each pixel.
fn farther_in(parts: &Parts, change: impl Fn(u32) -> f32) -> (u32, u32) {
    let count = parts.len();
    let (start, end) = (parts[0].0, parts[count - 1].1);
    let gutter = parts[1].0.saturating_sub(parts[0].1);
    let far = (WIDEST * (end - start) as f32 / count as f32) as u32;
    if count < FEWEST || far <= BESIDE {
        return (0, 0);
    }
    let changes: Vec<f32> = (start + 1..end).map(change).collect();
    let reach = (BESIDE + gutter.div_ceil(2)) as usize;
    let near = |place: f32| {
        let place = place.round() as usize - start as usize - 1;
        let seen = place.saturating_sub(reach)..(place + reach + 1).min(changes.len());
        let counts = |at: usize| 1.0 - (1.0 - FARTHEST) * at.abs_diff(place) as f32 / reach as f32;
        seen.map(|at| counts(at) * changes[at]).fold(0.0, f32::max)
    };
    let weakest = |(before, after): (u32, u32)| {
        let (first, pitch) = (start + before, (end + gutter - start - before - after) as f32 / count as f32);
        let line = |index: usize| near(first as f32 + index as f32 * pitch - gutter as f32 / 2.0);
        (1..count).map(line).fold(f32::INFINITY, f32::min)
    };
    let within = (0..=far).flat_map(|before| (0..=far).map(move |after| (before, after)));
    let best = within.max_by(|&a, &b| weakest(a).total_cmp(&weakest(b))).unwrap_or((0, 0));
    let (is, was) = (weakest(best), weakest((0, 0)));
    if is >= LEAST && is >= CLEARER * was { best } else { (0, 0) }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::puzzle::Size;

    /// Three tiles of 200 pixels a side, each of another colour, from 60 and 40 on, with thin white lines between them.
    fn picture() -> RgbImage {
        let is_line = |v: u32| matches!(v % 200, 0 | 199);
        RgbImage::from_fn(740, 700, |x, y| match (x.checked_sub(60), y.checked_sub(40)) {
            (Some(x @ 0..600), Some(y @ 0..600)) if !is_line(x) && !is_line(y) => {
                Rgb([(40 + x / 200 * 30) as u8, 90, (30 + y / 200 * 25) as u8])
            }
            _ => Rgb([235; 3]),
        })
    }

    fn moved(region: Rect) -> Rect {
        off_frame_lines(&picture(), &Grid::even(region, Size::new(3, 3).unwrap(), 0).unwrap()).region
    }

    #[test]
    fn a_grid_that_begins_with_a_frame_begins_with_the_tiles() {
        let Rect { x, y, width, height } = moved(Rect::new(52, 40, 608, 608));
        assert!(x.abs_diff(60) <= 3 && (x + width).abs_diff(660) <= 3, "{x} {width}");
        assert!(y.abs_diff(40) <= 3 && (y + height).abs_diff(640) <= 3, "{y} {height}");
    }

    #[test]
    fn a_grid_at_its_lines_stays() {
        let region = Rect::new(60, 40, 600, 600);
        assert_eq!(moved(region), region);
        let region = Rect::new(40, 20, 640, 640);
        assert_eq!(moved(region), region, "it is far off");
    }
}
