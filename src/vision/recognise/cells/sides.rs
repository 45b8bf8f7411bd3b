//! Numbers that reach the sides of their tiles, where they run into a page of their own colour.

use image::RgbImage;

use super::focus::with_margin;
use crate::rect::Rect;
use crate::vision::Grid;
use crate::vision::colour::{Pixel, is_near, middle};

/// How far apart the colours of a tile's ground may be in any channel.
const ALIKE: u8 = 16;
/// Numbers must reach the sides of so many tiles.
const FEWEST: usize = 2;
/// Of so many rows one tells whether a tile is plain.
const SPARSE: usize = 4;
/// The margin that tiles get, as a part of their shorter side.
const MARGIN: u32 = 20;

/// Whether there is a gutter between the cells of a grid.
pub fn lie_apart(grid: &Grid) -> bool {
    grid.cells[0].right() < grid.cells[1].x
}

/// The cells with a margin of their own ground, in which nothing touches a side, if numbers reach the sides of plain ones.
pub fn on_wider_ground(cells: &[RgbImage]) -> Option<Vec<RgbImage>> {
    let reached = cells.iter().filter(|cell| is_reached(cell)).take(FEWEST);
    (reached.count() == FEWEST).then(|| cells.iter().map(widened).collect())
}

/// Whether something on a plain tile reaches its left or its right side, the corners left out.
fn is_reached(cell: &RgbImage) -> bool {
    let (width, height) = cell.dimensions();
    let is_touched = |x: u32| {
        let side: Vec<Pixel> = (height / 5..height - height / 5).map(|y| cell.get_pixel(x, y).0).collect();
        let ground = middle(&side);
        side.iter().any(|&pixel| !is_near(pixel, ground, ALIKE)) && is_plain(cell, ground)
    };
    [0, width - 1].into_iter().any(is_touched)
}

/// Whether a cell is mostly of one colour, by some of its rows.
fn is_plain(cell: &RgbImage, ground: Pixel) -> bool {
    let pixels: Vec<Pixel> = cell.rows().step_by(SPARSE).flatten().map(|pixel| pixel.0).collect();
    pixels.iter().filter(|&&pixel| is_near(pixel, ground, ALIKE)).count() * 2 >= pixels.len()
}

fn widened(cell: &RgbImage) -> RgbImage {
    let (width, height) = cell.dimensions();
    let margin = width.min(height) / MARGIN + 1;
    with_margin(cell, Rect::new(0, 0, width, height), margin)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::*;
    use crate::vision::Screenshot;
    use crate::vision::digits::tests::numbered;
    use crate::vision::recognise::{Hints, recognise};

    const WHITE: Pixel = [255; 3];

    /// A tile of 100 pixels a side with rounded corners and its number in the colour of the page, or with none.
    fn tile(number: u16, ground: Pixel) -> RgbImage {
        let drawn = numbered(Some(number), 100, 0.9, [0.5, 0.5]);
        RgbImage::from_fn(100, 100, |x, y| {
            let [dx, dy] = [x, y].map(|at| 6u32.saturating_sub(at.min(99 - at)));
            let is_page = dx * dx + dy * dy > 36 || number > 0 && drawn.get_pixel(x, y).0[0] < 130;
            Rgb(if is_page { WHITE } else { ground })
        })
    }

    #[test]
    fn numbers_that_run_into_a_page_of_their_colour_are_read() {
        let numbers = [1, 3, 4, 8, 5, 2, 7, 12, 6, 0, 11, 15, 9, 13, 10, 14];
        let mut pixels = RgbImage::from_pixel(640, 560, Rgb(WHITE));
        for (cell, number) in (0..).zip(numbers) {
            let ground = match number {
                0 => [0, 0, 139],
                _ if i64::from(number) == cell + 1 => [0, 0, 255],
                _ => [255, 165, 0],
            };
            imageops::replace(&mut pixels, &tile(number, ground), 90 + cell % 4 * 114, 60 + cell / 4 * 114);
        }
        let found = recognise(&Screenshot::exact(pixels), &[], &Hints::default()).unwrap();
        let truth: Vec<usize> = numbers.iter().map(|&number| (usize::from(number) + 15) % 16).collect();
        assert_eq!(found.reading.tiles, truth);
    }

    #[test]
    fn tiles_whose_sides_are_bare_or_that_are_not_plain_stay_as_they_are() {
        let tile = |x: u32, width: u32| {
            let is_ink = move |at: u32, y: u32| at >= x && at < x + width && y > 20;
            RgbImage::from_fn(40, 40, |at, y| Rgb([if is_ink(at, y) { 20 } else { 200 }; 3]))
        };
        let wider = |tile: RgbImage| on_wider_ground(&vec![tile; 16]);
        assert!(wider(tile(10, 8)).is_none());
        assert!(wider(RgbImage::from_fn(40, 40, |x, y| Rgb([(x * 6) as u8, (y * 6) as u8, 90]))).is_none());
        let cells = wider(tile(32, 8)).unwrap();
        assert_eq!((cells[0].dimensions(), cells[0].get_pixel(45, 30).0), ((46, 46), [200; 3]));
    }
}
