//! The numbers that can be read surely on some of the cells, as on pictures that hide others.

use image::RgbImage;

use super::spelling::Odds;
use super::stack::Stack;
use super::{FEWEST, MOST, ink, readings, segments};

/// How likely a number must be.
const SURELY: f32 = 0.9;

/// The number that each cell surely shows by some way of finding ink, of which at least half of the cells show one, each another;
/// none where two such ways contradict each other, or a number is there twice. All ways are tried on all cells, so that this takes
/// as long as [`super::read`] does at most.
pub fn legible(tiles: &[RgbImage]) -> Vec<Option<u16>> {
    let nothing = || vec![None; tiles.len()];
    if !(FEWEST..=MOST).contains(&tiles.len()) {
        return nothing();
    }
    let Some(stack) = Stack::new(tiles) else { return nothing() };
    let mut seen: Vec<Vec<u16>> = vec![Vec::new(); tiles.len()];
    for way in ink::ways(&stack) {
        let segments = segments(&stack, way);
        for (_, odds) in readings(&segments, way, tiles.len()) {
            let sure = once(odds.iter().map(sure).collect());
            if sure.iter().flatten().count() * 2 >= tiles.len() {
                seen.iter_mut().zip(sure).for_each(|(seen, number)| seen.extend(number));
            }
        }
    }
    let agreed = |seen: &Vec<u16>| seen.first().copied().filter(|first| seen.iter().all(|other| other == first));
    once(seen.iter().map(agreed).collect())
}

/// The number that a cell surely shows.
fn sure(odds: &Odds) -> Option<u16> {
    (0..).zip(&odds[..odds.len() - 1]).find(|&(_, &odds)| odds >= SURELY).map(|(number, _)| number)
}

/// These without the numbers that are there twice.
fn once(numbers: Vec<Option<u16>>) -> Vec<Option<u16>> {
    let is_there_once = |number: &u16| numbers.iter().flatten().filter(|other| *other == number).count() == 1;
    numbers.iter().map(|number| number.filter(is_there_once)).collect()
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::super::tests::numbered;
    use super::*;

    #[test]
    fn what_is_covered_is_not_legible_nor_what_is_there_twice() {
        let shown = [5, 1, 14, 11, 4, 13, 8, 3, 12, 9, 7, 7, 6, 10, 2, 15];
        let mut tiles: Vec<RgbImage> =
            shown.iter().map(|&number| numbered(Some(number), 60, 0.5, [0.5, 0.5])).collect();
        tiles[2] = RgbImage::from_fn(60, 60, |x, y| Rgb([(x * 4) as u8, (y * 4) as u8, (x * y % 251) as u8]));
        let expected = (0..16).map(|cell| Some(shown[cell]).filter(|_| ![2, 10, 11].contains(&cell)));
        assert_eq!(legible(&tiles), expected.collect::<Vec<_>>());
        assert_eq!(legible(&tiles[..3]), [None; 3], "they are too few");
    }

    #[test]
    fn nothing_is_legible_where_most_is_hidden() {
        let mut tiles = vec![RgbImage::from_pixel(60, 60, Rgb([120, 125, 130])); 10];
        tiles.extend((1..=6).map(|number| numbered(Some(number), 60, 0.5, [0.5, 0.5])));
        assert_eq!(legible(&tiles), [None; 16]);
    }
}
