//! What is told of a board against what the screenshot shows.
//!
//! Parts of a board can be read as well as all of it, if somebody says that there is no more.

use super::entrant::is_elsewhere;
use super::{Hints, Recognised, Refusal};
use crate::puzzle::{Goal, Size};
use crate::rect::Rect;
use crate::vision::{Kind, Reading};

/// The confidence in a blank that belongs elsewhere which none in what is told outweighs. Of 286 untrue homes that were
/// believed on 85 real boards, 48 are with this, all but nine by numbers printed on the picture.
const FIRM: f32 = 0.93;

/// What was made of a screenshot by the hints, unless their size or region is another than that of the board which `seen` surely
/// reads there without these. Whoever tells both is believed, if that can be read at all; so is whoever tells the region where
/// a reference is, which shows what is missing.
pub fn unless_seen_otherwise(
    found: Result<Recognised, Refusal>,
    hints: &Hints,
    seen: impl FnOnce(&Hints) -> Result<Recognised, Refusal>,
) -> Result<Recognised, Refusal> {
    let (size, region) = match &found {
        Ok(found) if hints.is_exact() || hints.region.is_some() && found.reference.is_some() => {
            return Ok(found.clone());
        }
        Ok(found) => (found.reading.size(), Some(found.reading.region)),
        Err(refusal) if !refusal.is_open() => return found,
        Err(_) => (hints.size, hints.region),
    };
    if hints.size.is_none() && hints.region.is_none() {
        return found;
    }
    // A goal that is a board tells its size.
    let goal = if hints.goal.size().is_some() { Goal::default() } else { hints.goal.clone() };
    match seen(&Hints { size: None, region: None, goal, ..hints.clone() }) {
        Ok(Recognised { reading, .. }) if is_another(&reading, size, region) => {
            Err(Refusal::OtherBoard(Box::new(reading)))
        }
        _ => found,
    }
}

/// What was read by the blank's home that is told, unless `seen` surely reads a picture on the same board whose blank belongs elsewhere:
/// pieces can be put together wherever the blank is said to belong, and cells are easily counted from 1. Whoever tells it is believed
/// where that is as sure, as where the pieces of both places look alike; and of numbers, which can be called by any order.
pub fn unless_at_home_elsewhere(
    found: Recognised,
    hints: &Hints,
    seen: impl FnOnce(&Hints) -> Result<Recognised, Refusal>,
) -> Result<Recognised, Refusal> {
    let Some(home) = hints.blank_home else { return Ok(found) };
    let told = &found.reading;
    let is_contrary = |other: &Reading| {
        other.kind == Kind::Picture
            && other.size() == told.size()
            && !other.region.is_apart(told.region)
            && other.tiles[other.blank] != home
            && other.confidence >= told.confidence.min(FIRM)
    };
    match seen(&Hints { blank_home: None, ..hints.clone() }) {
        Ok(Recognised { reading, .. }) if is_contrary(&reading) => {
            Err(Refusal::OtherHome { seen: Box::new(reading), told: home })
        }
        _ => Ok(found),
    }
}

/// Whether a board is of another size than is told, or shares only a part of a region.
fn is_another(board: &Reading, told: Option<Size>, region: Option<Rect>) -> bool {
    let Some(size) = board.size() else { return false };
    let is_resized = told.is_some_and(|told| told != size);
    match region {
        Some(region) if board.region.is_apart(region) => false,
        Some(region) => is_resized || is_elsewhere(board.region, region, size),
        None => is_resized,
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, imageops};

    use super::super::recognise;
    use super::super::tests::{lay, waves};
    use super::*;
    use crate::vision::{Grid, Screenshot};

    /// What is read with cells of 30 pixels from a point on.
    fn read(columns: usize, rows: usize, [x, y]: [u32; 2]) -> Recognised {
        let region = Rect::new(x, y, 30 * columns as u32, 30 * rows as u32);
        let grid = Grid::even(region, Size::new(columns, rows).unwrap(), 0).unwrap();
        let reading = Reading::certain(&grid, Kind::Picture, (0..columns * rows).collect(), columns * rows - 1);
        Recognised { reading, reference: None, second: None, other: None, shown: None }
    }

    fn told(size: Option<[usize; 2]>, region: Option<Rect>) -> Hints {
        let size = size.map(|[columns, rows]| Size::new(columns, rows).unwrap());
        Hints { size, region, ..Hints::default() }
    }

    #[test]
    fn a_part_of_a_board_is_no_board_whatever_is_told() {
        let is_refused = |found: Recognised, hints: &Hints, seen: Recognised| {
            let seen_by = |unsaid: &Hints| {
                assert_eq!(*unsaid, Hints::default(), "it is seen without what was told");
                Ok(seen.clone())
            };
            match unless_seen_otherwise(Ok(found.clone()), hints, seen_by) {
                Ok(read) => read != found,
                Err(refusal) => refusal == Refusal::OtherBoard(Box::new(seen.reading)),
            }
        };
        let (part, whole) = (read(3, 4, [10, 10]), read(4, 4, [10, 10]));
        let region = part.reading.region;
        assert!(is_refused(part.clone(), &told(Some([3, 4]), None), whole.clone()));
        assert!(is_refused(part.clone(), &told(None, Some(region)), whole.clone()));
        assert!(
            is_refused(read(4, 4, [25, 10]), &told(Some([4, 4]), None), whole.clone()),
            "it is half a cell beside it"
        );
        assert!(!is_refused(part.clone(), &told(Some([3, 4]), Some(region)), whole.clone()), "both are told");
        assert!(!is_refused(part.clone(), &told(Some([3, 4]), None), read(4, 4, [300, 10])), "that is elsewhere");
        assert!(!is_refused(read(4, 4, [13, 8]), &told(Some([4, 4]), None), whole.clone()), "that is about the same");
        let by_reference = Recognised { reference: Some(0), ..part };
        assert!(is_refused(by_reference.clone(), &told(Some([3, 4]), None), whole.clone()));
        assert!(!is_refused(by_reference, &told(None, Some(region)), whole), "a reference shows what is missing");
    }

    #[test]
    fn a_blank_is_not_at_home_where_it_is_surely_seen_not_to_be() {
        let blank_at = |home: usize, confidence: f32, kind: Kind| {
            let mut found = read(3, 3, [10, 10]);
            found.reading.tiles.swap(home, 8);
            found.reading = Reading { confidence, kind, ..found.reading };
            found
        };
        let hints = Hints { blank_home: Some(0), ..Hints::default() };
        let is_refused = |told: f32, seen: Recognised| {
            let found = blank_at(0, told, Kind::Picture);
            let refusal = Refusal::OtherHome { seen: Box::new(seen.reading.clone()), told: 0 };
            let read = unless_at_home_elsewhere(found.clone(), &hints, |unsaid| {
                assert_eq!(*unsaid, Hints::default(), "it is seen without what was told");
                Ok(seen)
            });
            assert!([&Ok(found), &Err(refusal)].contains(&&read));
            read.is_err()
        };
        assert!(is_refused(0.99, blank_at(8, 0.95, Kind::Picture)));
        assert!(is_refused(0.6, blank_at(8, 0.7, Kind::Picture)));
        assert!(!is_refused(0.99, blank_at(8, 0.7, Kind::Picture)), "what is told is surer");
        assert!(!is_refused(0.99, blank_at(0, 0.99, Kind::Picture)), "it is as told");
        assert!(!is_refused(0.99, blank_at(8, 0.99, Kind::Numbers)), "numbers can be called by any order");
        assert!(!is_refused(0.99, read(4, 4, [10, 10])), "that is another board");
        let nothing_told = |_: &Hints| -> Result<Recognised, Refusal> { panic!("nothing is to be looked at") };
        assert!(unless_at_home_elsewhere(read(3, 3, [10, 10]), &Hints::default(), nothing_told).is_ok());
    }

    #[test]
    fn what_cannot_be_read_as_told_is_said_to_be_another_board_where_one_is_seen() {
        let doubtful = || Refusal::Doubtful(Box::new(read(3, 3, [10, 10]).reading));
        let after = |refusal: Refusal, hints: &Hints, seen: Result<Recognised, Refusal>| {
            unless_seen_otherwise(Err(refusal), hints, |_| seen).unwrap_err()
        };
        let whole = read(4, 4, [10, 10]);
        let other = Refusal::OtherBoard(Box::new(whole.reading.clone()));
        let (size, region) = (told(Some([3, 3]), None), told(None, Some(Rect::new(10, 10, 90, 90))));
        let both = told(Some([3, 3]), Some(Rect::new(10, 10, 90, 90)));
        for hints in [&size, &region, &both] {
            assert_eq!(after(doubtful(), hints, Ok(whole.clone())), other, "{hints:?}");
        }
        assert_eq!(after(doubtful(), &size, Err(Refusal::NoBoard)), doubtful(), "none is seen");
        assert_eq!(after(doubtful(), &told(Some([4, 4]), None), Ok(whole.clone())), doubtful(), "it is as told");
        assert_eq!(after(doubtful(), &Hints::default(), Ok(whole.clone())), doubtful(), "nothing is told");
        let goal = || Refusal::OtherGoal(Box::new(whole.reading.clone()));
        assert_eq!(after(goal(), &size, Ok(whole.clone())), goal(), "that is said first");
    }

    #[test]
    fn a_region_or_a_size_that_leaves_out_tiles_is_refused() {
        let picture = waves(240);
        let mut pixels = RgbImage::from_pixel(420, 420, Rgb([225, 228, 235]));
        imageops::replace(&mut pixels, &RgbImage::from_pixel(254, 254, Rgb([40, 42, 48])), 60, 60);
        let tiles = [0, 1, 2, 3, 4, 6, 5, 7, 8, 9, 15, 10, 12, 13, 14, 11];
        for (cell, tile) in (0..).zip(tiles).filter(|(_, tile)| *tile != 15) {
            let piece = imageops::crop_imm(&picture, tile % 4 * 60 + 1, tile / 4 * 60 + 1, 58, 58).to_image();
            imageops::replace(&mut pixels, &piece, (65 + cell % 4 * 62).into(), (65 + cell / 4 * 62).into());
        }
        let screenshot = Screenshot::exact(pixels);
        let read = |references: &[RgbImage], size: Option<Size>, region: Option<Rect>| {
            recognise(&screenshot, references, &Hints { size, region, ..Hints::default() })
        };
        let three = Size::new(4, 3).ok();
        for references in [&[][..], std::slice::from_ref(&picture)] {
            let found = read(references, None, None).unwrap();
            assert_eq!(found.reading.tiles, tiles.map(|tile| tile as usize));
            for (size, region) in [(three, None), (None, Some(Rect::new(65, 65, 248, 186)))] {
                let refusal = read(references, size, region).unwrap_err();
                assert_eq!(refusal, Refusal::OtherBoard(Box::new(found.reading.clone())), "{size:?} {region:?}");
            }
        }
    }

    #[test]
    fn the_blank_does_not_belong_where_pieces_show_that_it_does_not() {
        let picture = waves(180);
        let mut pixels = RgbImage::from_pixel(320, 320, Rgb([225, 228, 235]));
        let tiles = [1, 4, 2, 0, 8, 5, 3, 6, 7];
        lay(&mut pixels, &picture, &tiles, 60, [70, 60]);
        let screenshot = Screenshot::exact(pixels);
        let read = |references: &[RgbImage], home: usize| {
            recognise(&screenshot, references, &Hints { blank_home: Some(home), ..Hints::default() })
        };
        for references in [&[][..], std::slice::from_ref(&picture)] {
            assert_eq!(read(references, 8).unwrap().reading.tiles, tiles.map(|tile| tile as usize));
            for told in [0, 2, 4] {
                assert!(read(references, told).is_err(), "{told}");
            }
        }
        let seen = recognise(&screenshot, &[], &Hints::default()).unwrap().reading;
        assert_eq!(read(&[], 0), Err(Refusal::OtherHome { seen: Box::new(seen), told: 0 }));
    }
}
