//! Screenshots that are photographs of a screen, seen at an angle.

use image::{RgbImage, imageops};
use snapslide::rect::Rect;
use snapslide::vision::{
    CONFIDENT, Fidelity, Hints, Reading, Recognised, Refusal, Screenshot, Straightened, glance, is_straight,
    look_further, recognise, straighten,
};

/// How many times the doubt is in what a picture shows in which lines are neither upright nor level; in what it shows once it is
/// straightened, for it is blurred then; in that by a reference, which knows nothing of blur; and in that by a picture beside the
/// board, which may be anything. Of 286 readings by a reference of photographs drawn of real screens none is wrong with this, five
/// would be without; of 17 by a picture beside the board, one is wrong instead of three.
const AT_AN_ANGLE: f32 = 10.0;
const PHOTOGRAPHED: f32 = 1.1;
const BY_REFERENCE: f32 = 1.3;
const BY_SHOWN: f32 = 2.8;
/// What is read in fewer cells at an angle, though nobody says that there are so few, is likely a part of a board: far from the
/// middle of a photograph its lines run differently.
const FEWEST: usize = 9;
/// Whether the lines of a smaller board are upright and level cannot be told in lossy files, in pixels of its shorter side.
const SMALLEST: u32 = 100;

/// Why nothing is read, and whether that may be in a photograph at an angle, which cameras keep as lossy files.
pub struct Unseen {
    pub refusal: Refusal,
    pub is_at_an_angle: bool,
}

/// What a screenshot shows, or, where that is not firm at a glance and its lines and the board's are neither upright nor level,
/// what it shows once it is straightened, and as what. Lines may run at an angle by chance, or be those of a page: so it is not
/// straightened where an upright board is read without the references, and where nothing is read that way, it is looked at further as
/// it is.
pub fn from_any_angle(
    screenshot: &Screenshot,
    references: &[RgbImage],
    hints: &Hints,
) -> Result<(Option<Straightened>, Recognised), Unseen> {
    let seen = glance(screenshot, references, hints);
    let is_upright = |board: &Reading| is_upright(screenshot, board, hints);
    let is_open = match &seen {
        Ok(found) => at_an_angle(found.clone(), hints).is_err() && !is_upright(&found.reading),
        Err(Refusal::Strange { best, .. }) if !is_upright(best) => true,
        Err(Refusal::Undecided(_)) => true,
        Err(refusal) => refusal.is_open(),
    };
    let is_as_it_is = || seen.is_err() && is_upright_without(screenshot, references, hints);
    let straightened = (is_open && hints.region.is_none()).then(|| straighten(screenshot)).flatten();
    let Some(straightened) = straightened.filter(|_| !is_as_it_is()) else {
        let found = seen.or_else(|refusal| look_further(screenshot, references, hints, refusal));
        return found.map(|found| (None, found)).map_err(|refusal| Unseen { refusal, is_at_an_angle: false });
    };
    let found = recognise(&straightened.screenshot, references, hints);
    let mut refusal = match found.and_then(|found| photographed(found, hints)) {
        Ok(found) => return Ok((Some(straightened), found)),
        Err(refusal) => refusal,
    };
    let further = |refusal: Refusal| look_further(screenshot, references, hints, refusal);
    let believed = |found: Recognised| match is_upright(&found.reading) {
        true => Ok(found),
        false => at_an_angle(found, hints),
    };
    seen.or_else(further).and_then(believed).map(|found| (None, found)).map_err(|as_it_is| {
        refusal.guess_mut().into_iter().for_each(|guess| put_back(guess, &straightened));
        Unseen { refusal: refusal.or_surer(as_it_is), is_at_an_angle: screenshot.fidelity != Fidelity::Exact }
    })
}

/// Whether an upright board is surely read without any of the references.
fn is_upright_without(screenshot: &Screenshot, references: &[RgbImage], hints: &Hints) -> bool {
    let is_board = |found: Recognised| is_upright(screenshot, &found.reading, hints);
    !references.is_empty() && glance(screenshot, &[], hints).is_ok_and(is_board)
}

/// Whether the lines of a board are upright and level, whatever those of the page are: it may show a picture.
fn is_upright(screenshot: &Screenshot, board: &Reading, hints: &Hints) -> bool {
    let Rect { x, y, width, height } = board.region;
    let is_small = screenshot.fidelity != Fidelity::Exact && width.min(height) < SMALLEST;
    !are_few(board, hints)
        && !is_small
        && is_straight(&imageops::crop_imm(&screenshot.pixels, x, y, width, height).to_image())
}

/// Whether a board has so few cells that it may be a part of one, and nobody says that there are so few.
fn are_few(board: &Reading, hints: &Hints) -> bool {
    hints.size.is_none() && board.cells.len() < FEWEST
}

/// Moves a board of the straightened picture to where the photograph shows it.
pub fn put_back(reading: &mut Reading, straightened: &Straightened) {
    reading.region = straightened.seen(reading.region);
    reading.cells.iter_mut().for_each(|cell| *cell = straightened.seen(*cell));
}

/// What is read in a picture whose lines are neither upright nor level, if it is to be believed.
fn at_an_angle(found: Recognised, hints: &Hints) -> Result<Recognised, Refusal> {
    let times = if are_few(&found.reading, hints) { f32::INFINITY } else { AT_AN_ANGLE };
    doubted(found, times)
}

/// What is read in a straightened picture, if it is to be believed.
fn photographed(found: Recognised, hints: &Hints) -> Result<Recognised, Refusal> {
    let times = match found.reference {
        _ if are_few(&found.reading, hints) => AT_AN_ANGLE,
        Some(_) => BY_REFERENCE,
        None if found.shown.is_some() => BY_SHOWN,
        None => PHOTOGRAPHED,
    };
    doubted(found, times)
}

/// The same with so many times the doubt, if it is still to be believed.
fn doubted(mut found: Recognised, times: f32) -> Result<Recognised, Refusal> {
    let confidence = &mut found.reading.confidence;
    *confidence = (1.0 - times * (1.0 - *confidence)).max(0.0);
    match *confidence < CONFIDENT {
        true => Err(Refusal::Doubtful(Box::new(found.reading))),
        false => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use snapslide::puzzle::Size;
    use snapslide::vision::{Grid, Kind};

    use super::*;

    fn found(side: usize, confidence: f32) -> Recognised {
        let length = 30 * side as u32;
        let grid = Grid::even(Rect::new(0, 0, length, length), Size::new(side, side).unwrap(), 0).unwrap();
        let last = side * side - 1;
        let reading = Reading::certain(&grid, Kind::Picture, (0..=last).collect(), last);
        Recognised {
            reading: Reading { confidence, ..reading },
            reference: None,
            second: None,
            other: None,
            shown: None,
        }
    }

    #[test]
    fn what_is_doubted_too_much_is_refused() {
        let left = doubted(found(3, 0.9), 2.0).unwrap().reading.confidence;
        assert!((left - 0.8).abs() < 1e-6, "{left}");
        let Err(Refusal::Doubtful(guess)) = doubted(found(3, 0.7), 2.0) else { panic!("it is believed") };
        assert!((guess.confidence - 0.4).abs() < 1e-6 && guess.tiles.len() == 9, "{guess:?}");
    }

    #[test]
    fn a_board_of_many_cells_is_upright_if_its_own_lines_are() {
        let is_line = |v: u32| v % 30 < 3;
        let screen = RgbImage::from_fn(480, 480, |x, y| {
            let is_dark = match x < 120 && y < 120 {
                true => is_line(x) || is_line(y),
                false => is_line(x + y / 8) || is_line(y + 60 - x / 8),
            };
            image::Rgb([if is_dark { 20 } else { 220 }; 3])
        });
        assert!(!is_straight(&screen));
        let is_upright = |side: usize, fidelity: Fidelity| {
            let screenshot = Screenshot { pixels: screen.clone(), fidelity };
            super::is_upright(&screenshot, &found(side, 0.9).reading, &Hints::default())
        };
        assert!(is_upright(4, Fidelity::Lossy) && is_upright(3, Fidelity::Exact));
        assert!(!is_upright(3, Fidelity::Lossy), "it is too small to tell");
        assert!(!is_upright(2, Fidelity::Exact), "it may be a part of a board");
    }

    #[test]
    fn an_upright_board_may_be_read_without_the_references() {
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/garden-4x4-no-reference/screenshot.jpg");
        let screenshot = Screenshot::decode(&std::fs::read(place).unwrap()).unwrap();
        let other = [RgbImage::new(90, 90)];
        let is_read = |pixels: RgbImage, references: &[RgbImage]| {
            let screenshot = Screenshot { pixels, fidelity: screenshot.fidelity };
            is_upright_without(&screenshot, references, &Hints::default())
        };
        assert!(is_read(screenshot.pixels.clone(), &other));
        assert!(!is_read(screenshot.pixels.clone(), &[]), "that was asked already");
        assert!(!is_read(RgbImage::new(400, 400), &other), "there is none");
    }

    #[test]
    fn a_guess_is_not_lost_where_straightening_shows_nothing() {
        let piece = |x: u32, y: u32| {
            let (x, y) = (f64::from(x), f64::from(y));
            let waves = [70.0 * (x / 14.0).sin(), 60.0 * (y / 11.0).cos(), 50.0 * ((x + y) / 17.0).sin()];
            waves.map(|level| (140.0 + level) as u8)
        };
        let screen = RgbImage::from_fn(960, 720, |x, y| {
            let is_line = |v: u32| v % 40 < 3;
            let is_dark = is_line(x + y / 8) || is_line(y + 120 - x / 8);
            image::Rgb(match (x.wrapping_sub(400) / 60, y.wrapping_sub(260) / 60) {
                (1, 1) => [0; 3],
                (column @ 0..2, row @ 0..3) => piece((x + 60 * row) % 120, (y + 60 * column) % 180),
                _ if is_dark => [20; 3],
                _ => [220; 3],
            })
        });
        let screenshot = Screenshot { pixels: screen, fidelity: Fidelity::Exact };
        assert!(straighten(&screenshot).is_some());
        let unseen = from_any_angle(&screenshot, &[], &Hints::default()).expect_err("it has few cells");
        let guess = unseen.refusal.into_guess().expect("there is one");
        assert_eq!((guess.columns, guess.rows), (2, 3));
    }

    #[test]
    fn few_cells_at_an_angle_are_believed_only_if_somebody_says_that_there_are_so_few() {
        let is_believed = |side: usize, confidence: f32, size: Option<Size>| {
            at_an_angle(found(side, confidence), &Hints { size, ..Hints::default() }).is_ok()
        };
        assert!(is_believed(3, 0.99, None) && !is_believed(3, 0.9, None));
        assert!(!is_believed(2, 0.99, None) && !is_believed(2, 1.0, None));
        assert!(is_believed(2, 0.99, Size::new(2, 2).ok()));
    }

    #[test]
    fn few_cells_of_a_straightened_picture_must_be_surer_and_so_must_those_read_by_a_reference_or_a_picture_beside() {
        let is_believed = |side: usize, confidence: f32, size: Option<Size>| {
            photographed(found(side, confidence), &Hints { size, ..Hints::default() }).is_ok()
        };
        assert!(is_believed(3, 0.7, None) && !is_believed(2, 0.7, None));
        assert!(is_believed(2, 0.96, None) && is_believed(2, 0.7, Size::new(2, 2).ok()));
        let by_reference = |confidence: f32| Recognised { reference: Some(0), ..found(3, confidence) };
        assert!(is_believed(3, 0.58, None) && photographed(by_reference(0.58), &Hints::default()).is_err());
        assert!(photographed(by_reference(0.65), &Hints::default()).is_ok());
        let by_shown = |confidence: f32| Recognised { shown: Some(Rect::new(0, 0, 90, 90)), ..found(3, confidence) };
        assert!(photographed(by_shown(0.8), &Hints::default()).is_err());
        assert!(photographed(by_shown(0.85), &Hints::default()).is_ok());
    }
}
