//! Numbers in doubt, read once more from cells that are changed a little.
//!
//! An unusual letter may be clear to the network at another size, without its colour or a little blurred, and so may small numbers
//! near the side of their cells. Two of 114 real boards are read so, and none of 28 screens without one.

use image::{RgbImage, imageops};
use rayon::prelude::*;

use super::Reader;
use super::grey::grey;
use super::interpretation::{Flaw, Interpretation};
use super::numbered::NUMBERED;
use crate::resize::{scaled, trimmed};
use crate::vision::{Grid, digits};

/// What is done to every cell.
const CHANGES: [fn(&RgbImage) -> RgbImage; 7] = [
    |cell| scaled(cell, 0.7, LEAST),
    |cell| scaled(cell, 0.5, LEAST),
    |cell| scaled(cell, 1.5, LEAST),
    |cell| without_rim(cell, 0.04),
    |cell| blurred(cell, 1.0 / 60.0),
    |cell| blurred(cell, 1.0 / 30.0),
    grey,
];
/// How likely its number must be in every cell as it is: the one left over for a sign on a calculator's key had 0.014, the least likely
/// of two real boards that are read so 0.032.
const LEFT_OVER: f32 = 0.025;
/// What is left of the shorter side of a cell.
const LEAST: u32 = 12;

impl Reader<'_> {
    /// The numbers that `was` holds in doubt, if they are read surely in the same cells after a change: as surely as after any. Not
    /// where one is only left over.
    pub fn by_numbers_on_changed(&self, was: &Interpretation, grid: &Grid) -> Option<Interpretation> {
        let cells = self.cells(grid);
        if digits::read(&cells).is_none_or(|numbers| numbers.least < LEFT_OVER) {
            return None;
        }
        let read = |change: &fn(&RgbImage) -> RgbImage| {
            let changed: Vec<RgbImage> = cells.iter().map(change).collect();
            let found = self.by_numbers_on(&changed, NUMBERED, grid, &cells, None)?;
            let is_told = found.is_sure() || found.flaw == Some(Flaw::HomeOpen);
            (is_told && (found.blank, &found.tiles) == (was.blank, &was.tiles)).then_some(found)
        };
        CHANGES.par_iter().filter_map(read).max_by(|a, b| a.confidence.total_cmp(&b.confidence))
    }
}

/// Without so much of the shorter side at every side.
fn without_rim(cell: &RgbImage, by: f32) -> RgbImage {
    trimmed(cell, (by * cell.width().min(cell.height()) as f32) as u32)
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
    use crate::rect::Rect;
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
    fn the_keys_of_a_calculator_stay_in_doubt() {
        let mut pixels = RgbImage::from_pixel(240, 240, Rgb([70, 80, 90]));
        let key = |pixels: &mut RgbImage, cell: i64, key: &RgbImage| {
            imageops::replace(pixels, key, 24 + cell % 3 * 64, 24 + cell / 3 * 64);
        };
        for (cell, number) in [(0, 4), (1, 5), (2, 6), (3, 1), (4, 2), (5, 3), (7, 7)] {
            key(&mut pixels, cell, &numbered(Some(number), 60, 0.5, [0.5, 0.5]));
        }
        let sign = |bars: [[u32; 4]; 2]| {
            let mut cell = numbered(None, 60, 0.5, [0.5, 0.5]);
            for [left, top, width, height] in bars {
                imageops::replace(&mut cell, &RgbImage::new(width, height), left.into(), top.into());
            }
            cell
        };
        key(&mut pixels, 6, &sign([[20, 28, 20, 4], [28, 20, 4, 20]]));
        key(&mut pixels, 8, &sign([[20, 24, 20, 4], [20, 34, 20, 4]]));
        let (screenshot, hints) = (Screenshot::exact(pixels), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let grid = Grid::even(Rect::new(22, 22, 192, 192), Size::new(3, 3).unwrap(), 4).unwrap();
        let cells = reader.cells(&grid);
        let was = reader.by_numbers_on(&cells, 0.0, &grid, &cells, None).unwrap();
        assert!(!was.is_sure() && reader.by_numbers_on_changed(&was, &grid).is_none());
    }

    #[test]
    fn cells_stay_large_enough_to_be_read() {
        let cell = RgbImage::new(20, 14);
        let sizes = CHANGES.map(|change| change(&cell).dimensions());
        assert!(sizes.iter().all(|&(width, height)| width >= LEAST && height >= LEAST), "{sizes:?}");
        assert_eq!(scaled(&RgbImage::new(9, 8), 0.5, LEAST).dimensions(), (9, 8));
    }
}
