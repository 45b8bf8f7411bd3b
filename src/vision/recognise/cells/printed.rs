//! What numbers are printed on the pieces of a picture that was read by what it shows.

use image::RgbImage;
use rayon::prelude::*;

use super::interpretation::TELLING;
use super::numbered::{NUMBERED, part_of};
use crate::resize::cropped;
use crate::vision::{Kind, Reading, Screenshot, digits};

/// The share of the tiles that must show what a way of counting says.
const SHOWN: f32 = 0.75;
/// Where small numbers are looked for besides whole tiles: in the middle, and in the corners.
const PLACES: [[f32; 2]; 5] = [[0.5, 0.5], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];

/// The numbers printed on the tiles of a picture, as in [`Reading::numbers`]: `None` where there are none, where they are counted from
/// 1 along the goal cells without the blank's home, or not along these at all. Takes about as long as reading a few boards of numbers.
pub fn printed_numbers(screenshot: &Screenshot, reading: &Reading) -> Option<Vec<u16>> {
    let count = reading.tiles.len();
    let (width, height) = screenshot.pixels.dimensions();
    let are_there = reading.cells.len() == count && reading.cells.iter().all(|cell| cell.fits(width, height));
    if reading.kind != Kind::Picture || count < TELLING || !are_there {
        return None;
    }
    let home = *reading.tiles.get(reading.blank).filter(|&&home| home < count)?;
    let cells: Vec<RgbImage> = reading.cells.iter().map(|&cell| cropped(&screenshot.pixels, cell)).collect();
    let parts = |place: [f32; 2]| cells.iter().map(|cell| part_of(cell, place)).collect();
    let faces: Vec<Vec<RgbImage>> = std::iter::once(cells.clone()).chain(PLACES.map(parts)).collect();
    let found = faces.par_iter().find_map_first(|faces| {
        let numbers = digits::looks_numbered(faces, NUMBERED).then(|| digits::read(faces)).flatten()?.numbers;
        let shows = |way: &Vec<u16>| {
            let is_shown = |cell: &usize| way.get(reading.tiles[*cell]).copied() == numbers[*cell];
            let tiles = (0..count).filter(|&cell| cell != reading.blank);
            tiles.filter(is_shown).count() as f32 >= SHOWN * (count - 1) as f32
        };
        ways_of_counting(count as u16, home).into_iter().enumerate().find(|(_, way)| shows(way))
    });
    found.filter(|&(way, _)| way > 0).map(|(_, numbers)| numbers)
}

/// What each goal cell is called if tiles are counted from 1 or from 0, without the blank's home or with that. The usual way is first.
fn ways_of_counting(count: u16, home: usize) -> [Vec<u16>; 4] {
    let along = |first: u16| (first..first + count).collect::<Vec<u16>>();
    let without = |first: u16| {
        let mut numbers = along(first);
        numbers[home..].rotate_right(1);
        numbers
    };
    [without(1), along(1), without(0), along(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_counted_with_the_blanks_home_or_without() {
        let [usual, with_home, from_nought, both] = ways_of_counting(6, 2);
        assert_eq!(usual, [1, 2, 6, 3, 4, 5]);
        assert_eq!(with_home, [1, 2, 3, 4, 5, 6]);
        assert_eq!(from_nought, [0, 1, 5, 2, 3, 4]);
        assert_eq!(both, [0, 1, 2, 3, 4, 5]);
    }
}
