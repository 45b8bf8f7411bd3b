//! Numbers in doubt, read once more from cells that are changed a little.
//!
//! An unusual letter may be clear to the network at another size, without its colour or a little blurred, and so may small numbers
//! near the side of their cells. Of 2,800 boards drawn in fonts that the network never learned from 331 were refused, 97 of them
//! with all numbers right in doubt: 36 of these are read so, and none of the others, nor of 36 real screens without a board.

use image::{RgbImage, imageops};
use rayon::prelude::*;

use super::Reader;
use super::grey::grey;
use super::interpretation::{Flaw, Interpretation};
use super::numbered::NUMBERED;
use crate::rect::Rect;
use crate::resize::{cropped, resized};
use crate::vision::digits::Numbers;
use crate::vision::{Grid, digits};

/// What is done to every cell.
const CHANGES: [fn(&RgbImage) -> RgbImage; 7] = [
    |cell| scaled(cell, 0.7),
    |cell| scaled(cell, 0.5),
    |cell| scaled(cell, 1.5),
    |cell| trimmed(cell, 0.04),
    |cell| blurred(cell, 1.0 / 60.0),
    |cell| blurred(cell, 1.0 / 30.0),
    grey,
];
/// How much likelier numbers that are read again and again, though never surely, must be than any others, as a natural logarithm; and
/// the confidence in them then.
const LEAD: f32 = 2.0;
const STEADILY: f32 = 0.6;
/// What is left of the shorter side of a cell.
const LEAST: u32 = 12;

impl Reader<'_> {
    /// The numbers that `was` holds in doubt, if they are read in the same cells after a change, surely, or after nearly all changes.
    /// What may be a part of something else stays in doubt.
    pub fn by_numbers_on_changed(&self, was: &Interpretation, grid: &Grid) -> Option<Interpretation> {
        let cells = self.cells(grid);
        let numbers = digits::read(&cells).filter(|numbers| !numbers.may_be_part)?;
        let is_same = |found: &Interpretation| (found.blank, &found.tiles) == (was.blank, &was.tiles);
        let read = |change: &fn(&RgbImage) -> RgbImage| {
            let changed: Vec<RgbImage> = cells.iter().map(change).collect();
            self.by_numbers_on(&changed, NUMBERED, grid, &cells, None).filter(is_same)
        };
        let found: Vec<Interpretation> = CHANGES.par_iter().filter_map(read).collect();
        let is_told = |found: &&Interpretation| found.is_sure() || found.flaw == Some(Flaw::HomeOpen);
        let surest = found.iter().filter(is_told).max_by(|a, b| a.confidence.total_cmp(&b.confidence));
        if let Some(surest) = surest {
            return Some(surest.clone());
        }
        let margin = numbers.margins.iter().copied().fold(f32::INFINITY, f32::min);
        if found.len() + 1 < CHANGES.len() || margin < LEAD {
            return None;
        }
        let numbers = Numbers { confidence: STEADILY, ..numbers };
        self.by(&numbers, &cells, grid, &cells, None).filter(is_same)
    }
}

fn scaled(cell: &RgbImage, by: f32) -> RgbImage {
    let side = |length: u32| ((length as f32 * by) as u32).max(LEAST.min(length));
    resized(cell, side(cell.width()), side(cell.height()))
}

/// Without so much of the shorter side at every side.
fn trimmed(cell: &RgbImage, by: f32) -> RgbImage {
    let (width, height) = cell.dimensions();
    let rim = (by * width.min(height) as f32) as u32;
    cropped(cell, Rect::new(rim, rim, width - 2 * rim, height - 2 * rim))
}

/// With so much of the shorter side as the deviation.
fn blurred(cell: &RgbImage, by: f32) -> RgbImage {
    imageops::blur(cell, by * cell.width().min(cell.height()) as f32)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::super::super::Hints;
    use super::super::super::effort::Effort;
    use super::super::interpretation::tests::interpretation;
    use super::*;
    use crate::puzzle::Size;
    use crate::vision::digits::tests::numbered;
    use crate::vision::{Kind, Screenshot};

    /// What is told of numbers, 0 for the blank, that were read in doubt with these goal cells.
    fn told(shown: [u16; 9], tiles: [usize; 9], hints: &Hints) -> Option<Interpretation> {
        let mut pixels = RgbImage::from_pixel(240, 240, Rgb([70, 80, 90]));
        for (cell, &number) in (0..).zip(&shown).filter(|(_, number)| **number > 0) {
            let tile = numbered(Some(number), 60, 0.5, [0.5, 0.5]);
            imageops::replace(&mut pixels, &tile, 24 + cell % 3 * 64, 24 + cell / 3 * 64);
        }
        let screenshot = Screenshot::exact(pixels);
        let reader = Reader::new(&screenshot, &[], hints, Effort::Full);
        let grid = Grid::even(Rect::new(22, 22, 192, 192), Size::new(3, 3).unwrap(), 4).unwrap();
        let blank = tiles.iter().position(|&tile| tile == 8).unwrap();
        let was = Interpretation { kind: Kind::Numbers, tiles: tiles.to_vec(), blank, ..interpretation([0; 4], 0.2) };
        reader.by_numbers_on_changed(&was, &grid)
    }

    #[test]
    fn numbers_in_doubt_are_believed_if_changed_cells_show_the_same_surely() {
        let (shown, tiles) = ([6, 5, 1, 2, 8, 7, 3, 4, 0], [5, 4, 0, 1, 7, 6, 2, 3, 8]);
        let found = told(shown, tiles, &Hints::default()).unwrap();
        assert!(found.is_sure() && found.tiles == tiles);
        let mut others = tiles;
        others.swap(0, 1);
        assert!(told(shown, others, &Hints::default()).is_none(), "they show other numbers");
        let found = told([5, 6, 1, 2, 8, 7, 3, 4, 0], others, &Hints::default()).unwrap();
        assert_eq!(found.flaw, Some(Flaw::HomeOpen), "moves cannot put them in rows");
    }

    #[test]
    fn numbers_in_every_cell_stay_in_doubt() {
        let tiles = [5, 4, 0, 1, 7, 6, 2, 3, 8];
        assert!(told([6, 5, 1, 2, 8, 7, 3, 4, 9], tiles, &Hints::default()).is_none());
    }

    #[test]
    fn cells_stay_large_enough_to_be_read() {
        let cell = RgbImage::new(20, 14);
        let sizes = CHANGES.map(|change| change(&cell).dimensions());
        assert!(sizes.iter().all(|&(width, height)| width >= LEAST && height >= LEAST), "{sizes:?}");
        assert_eq!(scaled(&RgbImage::new(9, 8), 0.5).dimensions(), (9, 8));
    }
}
