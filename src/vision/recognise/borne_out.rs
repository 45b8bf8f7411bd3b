//! What the pieces show by themselves, borne out by a reference that they hardly match.
//!
//! With large numbers printed on its pieces a picture looks so unlike its reference that a match is in doubt, even where the numbers
//! or the pieces surely tell what is where. If the match has most tiles in the same cells then, the reference is that picture.

use image::RgbImage;

use super::cells::Reader;
use super::cells::interpretation::TELLING;
use super::effort::Effort;
use super::entrant::Lines;
use super::{Hints, Recognised, glance};
use crate::vision::{Grid, Screenshot};

/// What is surely read without the references, if the match with one of them has half of all tiles in the same cells at least. With
/// fewer than nine cells it may have so by chance.
pub fn borne_out(screenshot: &Screenshot, references: &[RgbImage], hints: &Hints) -> Option<Recognised> {
    if references.is_empty() {
        return None;
    }
    let found = glance(screenshot, &[], hints).ok()?;
    let reading = &found.reading;
    let grid = Grid { size: reading.size()?, region: reading.region, cells: reading.cells.clone() };
    let matched = Reader::new(screenshot, references, hints, Effort::Labels).by_reference(&grid, Lines::Clear)?;
    let is_same = |&cell: &usize| cell != reading.blank && reading.are_alike(matched.tiles[cell], reading.tiles[cell]);
    let (tiles, same) = (grid.cells.len() - 1, (0..grid.cells.len()).filter(is_same).count());
    let reference = matched.reference?;
    let is_that = !reading.solved && tiles >= TELLING - 1 && 2 * same >= tiles;
    is_that.then_some(Recognised { reference: Some(reference.index), second: reference.second, ..found })
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::super::tests::{lay, waves};
    use super::*;

    #[test]
    fn only_the_picture_that_the_pieces_make_bears_them_out() {
        let tiles = [1, 6, 2, 3, 0, 4, 10, 7, 8, 5, 15, 11, 12, 9, 13, 14];
        let mut pixels = RgbImage::from_pixel(380, 380, Rgb([225, 228, 235]));
        lay(&mut pixels, &waves(240), &tiles, 60, [70, 70]);
        for cell in (0..16).filter(|&cell| tiles[cell as usize] != 15) {
            let mark = RgbImage::from_pixel(24, 30, Rgb([20; 3]));
            imageops::replace(&mut pixels, &mark, (88 + cell % 4 * 60).into(), (85 + cell / 4 * 60).into());
        }
        let screenshot = Screenshot::exact(pixels);
        let by = |picture: RgbImage| borne_out(&screenshot, &[picture], &Hints::default());
        let found = by(waves(240)).unwrap();
        assert_eq!(found.reading.tiles, tiles.map(|tile| tile as usize));
        assert_eq!(found.reference, Some(0));
        assert_eq!(by(imageops::rotate90(&waves(240))), None);
    }
}
