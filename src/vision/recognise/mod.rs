//! From a screenshot to a reading: several grids and several ways to read them compete to the end.
//!
//! What is in the `cells` of a grid that is worth reading, an `entrant`, is read in every way there is. The grids compete in a
//! `contest`, and with the picture or the goal that is `shown` beside the board; the `verdict` is whether the best is believed.
//! Only where that refuses it is looked `otherwise`.

mod alone;
mod borne_out;
mod cells;
mod contest;
mod effort;
mod entrant;
mod otherwise;
mod refusal;
mod shown;
mod told;
mod verdict;

use image::RgbImage;

use crate::puzzle::{Goal, Size};
use crate::rect::Rect;
use crate::vision::locate::Look;
use crate::vision::{Kind, Reading, Screenshot};
use borne_out::borne_out;
use cells::Reader;
use cells::interpretation::Interpretation;
pub use cells::printed::printed_numbers;
use contest::contestant::Contestant;
use effort::Effort;
use entrant::{Entrant, Lines, are_different};
use otherwise::recognise_otherwise;
pub use refusal::Refusal;
use shown::goal::{by_goal_shown, is_goal_of};
use told::{unless_at_home_elsewhere, unless_seen_otherwise};
use verdict::verdict;

/// What is known of a board beforehand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Its columns and rows.
    pub size: Option<Size>,
    /// Where it is.
    pub region: Option<Rect>,
    /// The cell of the blank when solved.
    pub blank_home: Option<usize>,
    /// The order of numbered tiles when solved. For tiles that show no numbers, a board says what stands where when
    /// solved: its numbers then name the tiles by where they stand in the screenshot, row by row from 1.
    pub goal: Goal,
}

impl Hints {
    /// Whether they say where every cell is.
    fn is_exact(&self) -> bool {
        self.region.is_some() && self.size.is_some()
    }

    /// Whether they say where the board is, and not how many cells it has there.
    fn is_of_a_place(&self) -> bool {
        self.region.is_some() && self.size.is_none()
    }
}

/// A reading, which of the references it was read by, and what else there is.
#[derive(Clone, Debug, PartialEq)]
pub struct Recognised {
    /// The reading.
    pub reading: Reading,
    /// The index of the reference used.
    pub reference: Option<usize>,
    /// The index of the reference that matches second best, and how much less it matches, 0 to 1: a match is worth its
    /// confidence times its fit.
    pub second: Option<(usize, f32)>,
    /// The size and place of another board in the screenshot, which was less clear.
    pub other: Option<(Size, Rect)>,
    /// Where the screenshot shows the solved picture, if the board was read by that.
    pub shown: Option<Rect>,
}

/// Readings of less confidence are refused.
pub const CONFIDENT: f32 = 0.5;
/// What is read from afar is believed if it is as sure.
const SURE_FROM_AFAR: f32 = 0.6;
/// Reads the board in `screenshot`: by the best matching of `references` where there are any, else by the numbers on its
/// tiles, by what they show, or by the solved picture if the screenshot shows it beside the board. Where the likeliest grids tell
/// that the screenshot is the board alone, or that the board reaches from one side of it to the other, it is read as that first.
///
/// A size or a region told alone is refused where another board is surely read without it; then nothing is taken for all of a board
/// that is a part. Nor is the blank's home believed that is told where pieces surely show it elsewhere. What [`glance`] does not
/// settle is looked at [further](look_further).
pub fn recognise(screenshot: &Screenshot, references: &[RgbImage], hints: &Hints) -> Result<Recognised, Refusal> {
    glance(screenshot, references, hints).or_else(|refusal| look_further(screenshot, references, hints, refusal))
}

/// What is read in `screenshot` at a glance: most of what [`recognise`] reads, in a small part of the time that it may take.
pub fn glance(screenshot: &Screenshot, references: &[RgbImage], hints: &Hints) -> Result<Recognised, Refusal> {
    let at_a_glance = |hints: &Hints| recognise_at(Look::Glance, screenshot, references, hints);
    let found = unless_seen_otherwise(Ok(at_a_glance(hints)?), hints, at_a_glance)?;
    unless_at_home_elsewhere(found, hints, at_a_glance)
}

/// What [`recognise`] reads in `screenshot` after a [`glance`] ended in `refusal`, unless that is final: a large screenshot is
/// looked at once more, closely, and any from afar; then boards of the usual sizes are looked for that can be read by a reference
/// or by numbers, boards of any size that show a reference, those of which only the numbers are seen, and those whose pieces alone
/// tell. Of the guesses that are refused the surest is given.
pub fn look_further(
    screenshot: &Screenshot,
    references: &[RgbImage],
    hints: &Hints,
    refusal: Refusal,
) -> Result<Recognised, Refusal> {
    let found = recognise_further(screenshot, references, hints, refusal);
    let at_a_glance = |hints: &Hints| recognise_at(Look::Glance, screenshot, references, hints);
    unless_at_home_elsewhere(unless_seen_otherwise(found, hints, at_a_glance)?, hints, at_a_glance)
}

fn recognise_further(
    screenshot: &Screenshot,
    references: &[RgbImage],
    hints: &Hints,
    mut refusal: Refusal,
) -> Result<Recognised, Refusal> {
    if !refusal.is_open() || hints.region.is_some() {
        return Err(refusal);
    }
    let (width, height) = screenshot.pixels.dimensions();
    let closely = || {
        let is_large = Look::Glance.reduces(width, height);
        is_large.then(|| recognise_at(Look::Close, screenshot, references, hints).ok()).flatten()
    };
    let is_settled = match &refusal {
        Refusal::HomeOpen(guess) => guess.kind == Kind::Numbers,
        refusal => matches!(refusal, Refusal::NoBlank(_)),
    };
    if is_settled {
        return closely().ok_or(refusal);
    }
    let guess = refusal.guess_mut().cloned();
    let again = || closely().or_else(|| recognise_from_afar(screenshot, references, hints, guess.as_ref()));
    let (again, otherwise) = rayon::join(again, || recognise_otherwise(screenshot, references, hints));
    let found = again.map_or(otherwise, Ok);
    if let (Ok(found), Some(board)) = (&found, &guess)
        && is_goal_of(board, &found.reading)
    {
        return Err(refusal);
    }
    found.or_else(|other| borne_out(screenshot, references, hints).ok_or_else(|| refusal.or_surer(other)))
}

fn recognise_at(
    look: Look,
    screenshot: &Screenshot,
    references: &[RgbImage],
    hints: &Hints,
) -> Result<Recognised, Refusal> {
    recognise_among(entrant::entrants(&screenshot.pixels, hints, look)?, look, screenshot, references, hints)
}

/// Reads the board that one of the likeliest grids parts. The blank's home that is told leaves only large ones; where it is not the
/// last cell of what is read, that may be because the board has fewer cells.
fn recognise_among(
    entrants: Vec<Entrant>,
    look: Look,
    screenshot: &Screenshot,
    references: &[RgbImage],
    hints: &Hints,
) -> Result<Recognised, Refusal> {
    let is_small = |entrant: &Entrant, cell: usize| {
        entrant.lines >= Lines::Clear && entrant.grid.size.cells() <= cell && hints.size.is_none()
    };
    let Some(cell) = hints.blank_home.filter(|&cell| entrants.iter().any(|entrant| is_small(entrant, cell))) else {
        return recognise_told(entrants, look, screenshot, references, hints);
    };
    let told = recognise_told(entrants.clone(), look, screenshot, references, hints);
    if told.as_ref().is_ok_and(|told| told.reading.cells.len() == cell + 1) {
        return told;
    }
    let unsaid = Hints { blank_home: None, ..hints.clone() };
    let board = match recognise_told(entrants, look, screenshot, references, &unsaid) {
        Ok(found) => Some(found.reading),
        Err(Refusal::HomeOpen(guess) | Refusal::NoBlank(guess)) => Some(*guess),
        Err(_) => None,
    };
    match board.and_then(|board| Size::new(board.columns, board.rows).ok()).filter(|size| size.cells() <= cell) {
        Some(size) => Err(Refusal::BlankHome { cell, size }),
        None => told,
    }
}

/// Reads the board that one of the likeliest grids parts, by all that is told.
fn recognise_told(
    mut entrants: Vec<Entrant>,
    look: Look,
    screenshot: &Screenshot,
    references: &[RgbImage],
    hints: &Hints,
) -> Result<Recognised, Refusal> {
    let (width, height) = screenshot.pixels.dimensions();
    let everything = Rect::new(0, 0, width, height);
    let mut likely = None;
    if hints.region.is_none()
        && hints.size.is_none()
        && let Some(board) = alone::whole(&entrants, width, height)
    {
        let hints = Hints { region: Some(everything), ..hints.clone() };
        if board.region == everything
            && let Ok(found) = recognise_at(look, screenshot, references, &hints)
            && alone::is_told(&found, board.size)
        {
            return Ok(found);
        }
        // Boards in the middle of a telephone's screen are continued to both its ends by chance. Where little speaks for that, its
        // parts are read as well, but after it.
        match entrant::lines_of(&screenshot.pixels, &board, look) {
            Lines::Against => {}
            Lines::Faint => likely = Some(board),
            Lines::Clear | Lines::Strong => entrants = alone::without_parts(entrants, &board),
        }
    }
    let effort = if look == Look::Glance { Effort::Full } else { Effort::Second };
    let reader = Reader::new(screenshot, references, hints, effort);
    let board = likely.or_else(|| alone::from_side_to_side(&entrants, width, height));
    let Some(board) = board.filter(|_| !hints.is_exact()) else {
        return verdict(best_of(&entrants, &reader, look), &reader);
    };
    // Without its parts, other grids that they would have beaten must not be read in its place.
    let whole = best_of(&alone::without_parts(entrants.clone(), &board), &reader, look);
    let whole = whole.filter(|best| !are_different(&best.grid, &board));
    verdict(whole, &reader).or_else(|_| {
        let best = best_of(&entrants, &reader, look);
        let is_blind = |of: &Interpretation| of.kind == Kind::Picture && of.reference.is_none();
        let is_strong = |best: &Contestant| {
            entrants.iter().any(|seen| seen.lines == Lines::Strong && !are_different(&seen.grid, &best.grid))
        };
        let is_part = |best: &Contestant| {
            is_blind(&best.interpretation)
                && alone::is_at_one_end(&best.grid, &board, width, height)
                && !is_strong(best)
        };
        verdict(best.map(|best| if is_part(&best) { best.doubted() } else { best }), &reader)
    })
}

/// Reads boards whose lines are soft, or hidden among finer ones, if that is surer than it must be at a glance. The board that was
/// guessed then was refused with reason: its cells, cut a little elsewhere, may be surely wrong. So where that is the likeliest one
/// from afar, too, or none is clear, nothing is read.
fn recognise_from_afar(
    screenshot: &Screenshot,
    references: &[RgbImage],
    hints: &Hints,
    guess: Option<&Reading>,
) -> Option<Recognised> {
    let is_guess = |columns: usize, rows: usize, region: Rect| {
        guess.is_some_and(|guess| (guess.columns, guess.rows) == (columns, rows) && !guess.region.is_apart(region))
    };
    let seen = entrant::entrants(&screenshot.pixels, hints, Look::Far).ok()?;
    let Entrant { grid, lines, .. } = seen.first()?;
    if *lines < Lines::Clear || is_guess(grid.size.columns(), grid.size.rows(), grid.region) {
        return None;
    }
    let found = recognise_among(seen, Look::Far, screenshot, references, hints).ok()?;
    let Reading { columns, rows, region, confidence, .. } = found.reading;
    (confidence >= SURE_FROM_AFAR && !is_guess(columns, rows, region)).then_some(found)
}

/// What the likeliest of some grids says, or the solved picture if the screenshot shows it.
fn best_of(entrants: &[Entrant], reader: &Reader, look: Look) -> Option<Contestant> {
    let best = contest::hold(entrants, reader).map(|best| by_goal_shown(best, entrants, reader));
    match reader.references.is_empty() && !best.as_ref().is_some_and(Contestant::is_beyond_doubt) {
        true => shown::by_shown(entrants, best.as_ref(), reader, look).or(best),
        false => best,
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, imageops};

    use super::*;
    use crate::vision::{Grid, digits};

    /// A picture that has detail everywhere and may be shrunk.
    pub fn waves(side: u32) -> RgbImage {
        RgbImage::from_fn(side, side, |x, y| {
            let (x, y) = (x as f32, y as f32);
            let level =
                |a: f32, b: f32| (128.0 + 70.0 * (x / a + 2.0 * (y / b).sin()).sin() + 40.0 * (y / a).cos()) as u8;
            Rgb([level(14.0, 40.0), level(17.0, 23.0), level(25.0, 29.0)])
        })
    }

    /// Puts the tiles of a picture, of so many pixels and as many in a row as in a column, at a place of a screen; the last one is missing.
    pub fn lay(screen: &mut RgbImage, picture: &RgbImage, tiles: &[u32], side: u32, [left, top]: [u32; 2]) {
        let (count, last) = (tiles.len().isqrt() as u32, tiles.len() as u32 - 1);
        for (cell, &tile) in (0..).zip(tiles).filter(|&(_, &tile)| tile != last) {
            let piece = imageops::crop_imm(picture, tile % count * side, tile / count * side, side, side).to_image();
            imageops::replace(screen, &piece, (left + cell % count * side).into(), (top + cell / count * side).into());
        }
    }

    const TILE: u32 = 60;
    /// Where the tiles are, for each cell: the last two stand beside each other and show a disc's left and right side.
    const TILES: [usize; 9] = [7, 2, 0, 4, 8, 6, 1, 3, 5];

    /// A disc with a texture, before plain ground that goes on beyond it on both sides.
    fn picture() -> RgbImage {
        RgbImage::from_fn(3 * TILE, 3 * TILE, |x, y| {
            let (across, down) = (x as f32 - 90.0, y as f32 - 90.0);
            match across.hypot(down * 0.5) < 60.0 {
                true => Rgb([(x * y % 97) as u8, (60 + y / 2) as u8, (40 + x / 2) as u8]),
                false => Rgb([235, 238, 236]),
            }
        })
    }

    #[test]
    fn what_only_looks_like_a_tile_on_its_way_is_read_by_its_reference() {
        let mut pixels = RgbImage::from_pixel(5 * TILE, 5 * TILE, Rgb([90, 120, 90]));
        let place = |cell: usize| (cell as u32 % 3 * TILE, cell as u32 / 3 * TILE);
        for (cell, &tile) in TILES.iter().enumerate() {
            let ((x, y), (left, top)) = (place(cell), place(tile));
            let piece = imageops::crop_imm(&picture(), left, top, TILE, TILE).to_image();
            let piece = if tile == 8 { RgbImage::from_pixel(TILE, TILE, Rgb([60; 3])) } else { piece };
            imageops::replace(&mut pixels, &piece, (x + TILE).into(), (y + TILE).into());
        }
        let hints = Hints { region: Some(Rect::new(TILE, TILE, 3 * TILE, 3 * TILE)), ..Hints::default() };
        let screenshot = Screenshot::exact(pixels);
        let found = recognise(&screenshot, &[picture()], &hints).unwrap();
        assert_eq!((found.reading.tiles, found.reading.blank), (TILES.to_vec(), 4));
        let grid = Grid::even(hints.region.unwrap(), Size::new(3, 3).unwrap(), 0).unwrap();
        assert_eq!(verdict::sliding::between(&screenshot.pixels, &grid, 4), Some([7, 8]));
    }

    #[test]
    fn a_board_whose_region_is_told_a_little_off_is_read_where_its_gutters_are() {
        let picture = waves(180);
        let mut pixels = RgbImage::from_pixel(300, 300, Rgb([225, 228, 235]));
        let tiles = [4, 8, 0, 7, 3, 2, 1, 5, 6];
        for (cell, tile) in (0..).zip(tiles).filter(|(_, tile)| *tile != 8) {
            let piece = imageops::crop_imm(&picture, tile % 3 * 60, tile / 3 * 60, 60, 60).to_image();
            imageops::replace(&mut pixels, &piece, 50 + cell % 3 * 68, 50 + cell / 3 * 68);
        }
        let screenshot = Screenshot::exact(pixels);
        let read = |references: &[RgbImage], region: Rect| {
            let hints = Hints { region: Some(region), size: Size::new(3, 3).ok(), ..Hints::default() };
            recognise(&screenshot, references, &hints).map(|found| (found.reading.tiles, found.reading.cells[8]))
        };
        for region in [Rect::new(46, 46, 204, 204), Rect::new(43, 45, 210, 206), Rect::new(50, 50, 196, 196)] {
            for references in [&[][..], std::slice::from_ref(&picture)] {
                let (found, last) = read(references, region).unwrap();
                assert_eq!(found, tiles.map(|tile| tile as usize), "{region:?}");
                assert!(last.x.abs_diff(186) <= 2 && last.right().abs_diff(246) <= 2, "{last:?} in {region:?}");
            }
        }
    }

    /// A screen with numbered tiles; 0 is the blank.
    fn numbers(tiles: &[u16]) -> Screenshot {
        let mut pixels = RgbImage::from_pixel(400, 400, Rgb([70, 80, 90]));
        let count = tiles.len().isqrt() as u32;
        for (cell, &number) in (0..).zip(tiles).filter(|&(_, &number)| number != 0) {
            let tile = digits::tests::numbered(Some(number), 60, 0.5, [0.5, 0.5]);
            imageops::replace(&mut pixels, &tile, (60 + cell % count * 64).into(), (60 + cell / count * 64).into());
        }
        Screenshot::exact(pixels)
    }

    #[test]
    fn numbers_in_every_cell_have_no_blank() {
        let screenshot = numbers(&[5, 9, 2, 1, 3, 7, 4, 6, 8]);
        let refused = recognise(&screenshot, &[], &Hints::default()).unwrap_err();
        assert!(matches!(refused, Refusal::NoBlank(_)), "{refused:?}");
        assert_eq!(refused.to_string(), "every cell shows a number of its own: none is the blank");
    }

    #[test]
    fn numbers_that_count_from_2_leave_the_home_of_their_blank_open_where_moves_bring_them_there_only_last() {
        let shown = [14, 3, 11, 6, 12, 2, 16, 0, 7, 9, 15, 13, 5, 8, 10, 4];
        let read = |blank_home: Option<usize>| {
            recognise(&numbers(&shown), &[], &Hints { blank_home, ..Hints::default() }).map(|found| found.reading.tiles)
        };
        let refused = read(None).unwrap_err();
        assert!(matches!(refused, Refusal::HomeOpen(_)), "{refused:?}");
        let why = "moves cannot put these numbers in order with the blank first, only with it last";
        assert_eq!(refused.to_string(), why);
        let from_2 = shown.map(|number| if number == 0 { 15 } else { usize::from(number) - 2 });
        assert_eq!(read(Some(15)), Ok(from_2.to_vec()));
    }

    #[test]
    fn a_board_from_side_to_side_is_read_without_the_dark_above_and_below_it() {
        let mut pixels = RgbImage::from_pixel(240, 360, Rgb([0; 3]));
        let tiles = [0, 3, 1, 7, 14, 5, 6, 8, 9, 2, 15, 12, 13, 4, 11, 10];
        lay(&mut pixels, &waves(240), &tiles, 60, [0, 60]);
        let found = recognise(&Screenshot::exact(pixels), &[], &Hints::default()).unwrap();
        assert_eq!(found.reading.tiles, tiles.map(|tile| tile as usize));
    }

    #[test]
    fn a_goal_is_for_tiles_that_show_its_numbers() {
        let screenshot = numbers(&[5, 0, 2, 9, 3, 7, 4, 6, 8]);
        let read = |goal: &str| {
            let goal: Goal = goal.parse().unwrap();
            recognise(&screenshot, &[], &Hints { size: goal.size(), goal, ..Hints::default() })
        };
        assert_eq!(read("0 2 3/4 5 6/7 8 9").unwrap().reading.tiles, [4, 0, 1, 8, 2, 6, 3, 5, 7]);
        assert_eq!(read("9 8 7/6 5 4/3 2 0").unwrap().reading.tiles, [4, 8, 7, 0, 6, 2, 5, 3, 1]);
        assert!(matches!(read("1 2 3/4 5 6/7 8 0"), Err(Refusal::OtherGoal(_))));
        assert!(read("1 2/3 0").is_err(), "it is of another size");
    }

    #[test]
    fn a_goal_names_tiles_without_numbers_by_where_they_stand() {
        let picture = waves(180);
        let mut pixels = RgbImage::from_pixel(320, 320, Rgb([225, 228, 235]));
        imageops::replace(&mut pixels, &RgbImage::from_pixel(190, 190, Rgb([40, 42, 48])), 60, 60);
        for (cell, tile) in (0..).zip([1_u32, 4, 2, 0, 8, 5, 3, 6, 7]).filter(|(_, tile)| *tile != 8) {
            let piece = imageops::crop_imm(&picture, tile % 3 * 60 + 2, tile / 3 * 60 + 2, 56, 56).to_image();
            imageops::replace(&mut pixels, &piece, 65 + cell % 3 * 62, 65 + cell / 3 * 62);
        }
        let goal: Goal = "3 1 2/6 4 5/8 7 0".parse().unwrap();
        let hints = Hints { size: goal.size(), goal, ..Hints::default() };
        let found = recognise(&Screenshot::exact(pixels), &[], &hints).unwrap();
        assert_eq!((found.reading.tiles, found.reading.blank), (vec![1, 2, 0, 4, 8, 5, 3, 7, 6], 4));
    }

    #[test]
    fn the_blank_cannot_belong_beyond_the_board() {
        let screenshot = numbers(&[5, 0, 2, 1, 3, 7, 4, 6, 8]);
        let read = |home: usize| recognise(&screenshot, &[], &Hints { blank_home: Some(home), ..Hints::default() });
        assert!(read(0).is_ok() && read(8).is_ok());
        let size = Size::new(3, 3).unwrap();
        for cell in [9, 15, 99] {
            assert_eq!(read(cell), Err(Refusal::BlankHome { cell, size }));
        }
    }
}
