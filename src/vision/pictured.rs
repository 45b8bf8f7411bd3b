//! Whether numbered tiles show pieces of a picture, which a drawing of their numbers would lose.

use image::RgbImage;

use super::median::median;
use crate::rect::Rect;
use crate::resize::{cropped, resized};

/// How many pixels a tile's face is shrunk to, each way, and how much of it is left out at each side.
const SIDE: u32 = 8;
const INSET: f32 = 0.12;
/// A pixel that differs more from what most of its tile looks like is not plain, and so much of a piece is not.
const PLAIN: u8 = 20;
const ROUGH: f32 = 0.4;
/// How far the same place of two pieces differs, beside how light these are, as a standard deviation. Of 318 numbered boards of real
/// games six exceed both, their tiles being mostly digits, or no tiles; of 54 whose numbers stand on pieces 39 do.
const DIFFERENT: f32 = 20.0;

/// Whether most of the tiles in `cells`, but the blank, show pieces of a picture: they are neither plain nor all alike. Cells that
/// leave the screenshot show nothing.
pub fn show_pieces(screenshot: &RgbImage, cells: &[Rect], blank: usize) -> bool {
    if !cells.iter().all(|cell| cell.fits(screenshot.width(), screenshot.height())) {
        return false;
    }
    let faces: Vec<RgbImage> =
        cells.iter().enumerate().filter(|&(cell, _)| cell != blank).map(|(_, &cell)| face(screenshot, cell)).collect();
    let rough = median(faces.iter().map(roughness).collect());
    let different = (0..SIDE * SIDE).map(|at| deviation(&faces, at % SIDE, at / SIDE)).collect();
    rough >= ROUGH && median(different) >= DIFFERENT
}

fn face(screenshot: &RgbImage, cell: Rect) -> RgbImage {
    let (across, down) = ((cell.width as f32 * INSET) as u32, (cell.height as f32 * INSET) as u32);
    let inner = Rect::new(cell.x + across, cell.y + down, cell.width - 2 * across, cell.height - 2 * down);
    resized(&cropped(screenshot, inner), SIDE, SIDE)
}

/// The share of a face that is not plain.
fn roughness(face: &RgbImage) -> f32 {
    let usual = [0, 1, 2].map(|channel| {
        let mut values: Vec<u8> = face.pixels().map(|pixel| pixel.0[channel]).collect();
        values.sort_unstable();
        values[values.len() / 2]
    });
    let is_rough = |pixel: &&image::Rgb<u8>| (0..3).any(|channel| pixel.0[channel].abs_diff(usual[channel]) > PLAIN);
    face.pixels().filter(is_rough).count() as f32 / face.pixels().len() as f32
}

/// How far faces differ at a place, each taken less its mean, in the colour where they do most.
fn deviation(faces: &[RgbImage], x: u32, y: u32) -> f32 {
    let of = |channel: usize| {
        let beside = |face: &RgbImage| {
            let mean = face.pixels().map(|pixel| f32::from(pixel.0[channel])).sum::<f32>() / face.pixels().len() as f32;
            f32::from(face.get_pixel(x, y).0[channel]) - mean
        };
        let values: Vec<f32> = faces.iter().map(beside).collect();
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        (values.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / values.len() as f32).sqrt()
    };
    (0..3).map(of).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// Whether nine tiles of 40 pixels show pieces, of which each pixel is told by the tile and where it is in it.
    fn are_pieces(pixel: impl Fn(u32, u32, u32) -> [u8; 3]) -> bool {
        let screenshot = RgbImage::from_fn(120, 120, |x, y| Rgb(pixel(y / 40 * 3 + x / 40, x % 40, y % 40)));
        let cells: Vec<Rect> = (0..9).map(|cell| Rect::new(cell % 3 * 40, cell / 3 * 40, 40, 40)).collect();
        show_pieces(&screenshot, &cells, 8)
    }

    #[test]
    fn pieces_are_neither_plain_nor_alike() {
        let wave = |tile: u32, x: u32, y: u32| {
            let phase = (tile * 7 + x) as f32 / 6.0 + ((tile * 3 + y) as f32 / 9.0).sin() * 2.0;
            (128.0 + 100.0 * phase.sin()) as u8
        };
        assert!(are_pieces(|tile, x, y| [wave(tile, x, y), 90, 120]));
        assert!(!are_pieces(|_, x, y| [wave(0, x, y), 90, 120]), "all show the same grain");
        assert!(!are_pieces(|tile, _, _| [(tile * 25) as u8, 90, 120]), "each has its own colour");
        let digit =
            |tile: u32, x: u32, y: u32| (14..26).contains(&x) && (10..30).contains(&y) && (x * y + tile) % 5 < 3;
        assert!(!are_pieces(|tile, x, y| if digit(tile, x, y) { [20; 3] } else { [230; 3] }), "they show digits");
    }
}
