//! What has not the lines that a board should have.

use image::RgbImage;

use super::cells::Reader;
use super::cells::assembled::bare_cell;
use super::cells::interpretation::{Flaw, Interpretation};
use super::contest::contestant::Contestant;
use super::effort::Effort;
use super::entrant::{Entrant, FAINT_CELLS, Lines, are_different};
use super::verdict::verdict;
use super::{Hints, Recognised, Refusal, contest, entrant};
use crate::vision::locate::Look;
use crate::vision::{Kind, Screenshot, locate};

/// How many boards with as many columns as rows are read, the likeliest.
const SQUARES: usize = 8;
/// How many grids are put together that lines speak against, or that are square, the likeliest, and how sure what they make must be.
const UNSEEN: usize = 2;
const SURELY: f32 = 0.9;
/// How well numbers must fit to show that none of them is a frame: with a column of bars beside three of numbers they fit 0.29.
const WELL: f32 = 0.6;
/// How many grids of strong lines are asked, the likeliest, whether they show a reference as closely as one without.
const DENYING: usize = 2;
/// How well the many tiles of a board without lines fit its reference, and how much better, times their number, few do. Of seven real
/// boards of four and five tiles a side that were read so none had less than 0.91; three by three of one of them had up to 0.87.
const WITHOUT_LINES: f32 = 0.8;
const BY_CHANCE: f32 = 1.0;
/// How many times the misfit of what is read such a grid may have at most.
const AS_CLOSELY: f32 = 1.25;

/// Reads boards of the usual sizes, those that show a reference, those of which only the numbers are seen, and those whose pieces
/// alone tell. The refusal is of numbers that were read and leave the blank's home open, or of the surest guess.
pub fn recognise_otherwise(
    screenshot: &Screenshot,
    references: &[RgbImage],
    hints: &Hints,
) -> Result<Recognised, Refusal> {
    let mut refused = Refusal::NoBoard;
    for read in [by_squares, by_references, by_numerals, by_pieces] {
        match read(screenshot, references, hints) {
            Ok(found) => return Ok(found),
            Err(refusal) => refused = refused.or_surer(refusal),
        }
    }
    Err(refused)
}

/// Reads boards with as many columns as rows by a reference or by numbers, or, where strong lines part them and nothing is told, by
/// pieces that very surely make a picture; unless the size is told.
fn by_squares(screenshot: &Screenshot, references: &[RgbImage], hints: &Hints) -> Result<Recognised, Refusal> {
    if hints.size.is_some() {
        return Err(Refusal::NoBoard);
    }
    let mut entrants = entrant::among(locate::squares(&screenshot.pixels, Look::Glance), Lines::Against);
    entrants.retain(|entrant| entrant.lines > Lines::Against);
    entrants.truncate(SQUARES);
    let reader = Reader::new(screenshot, references, hints, Effort::Labels);
    let read = verdict(contest::hold(&entrants, &reader).map(|best| unless_denied(best, &reader)), &reader);
    // Pieces can be put together wherever somebody says that the blank belongs.
    let is_nothing_told = references.is_empty() && hints.blank_home.is_none();
    read.or_else(|refusal| {
        entrants.retain(|entrant| entrant.lines == Lines::Strong && is_nothing_told);
        entrants.truncate(UNSEEN);
        let reader = Reader::new(screenshot, references, hints, Effort::Second);
        verdict(contest::hold(&entrants, &reader).filter(is_very_sure), &reader)
            .map_err(|other| refusal.or_surer(other))
    })
}

/// Whether pieces make a picture very surely.
fn is_very_sure(best: &Contestant) -> bool {
    best.interpretation.kind == Kind::Picture && best.interpretation.confidence >= SURELY
}

/// Reads boards whose lines say too little by the reference that their cells show closely.
fn by_references(screenshot: &Screenshot, references: &[RgbImage], hints: &Hints) -> Result<Recognised, Refusal> {
    if references.is_empty() {
        return Err(Refusal::NoBoard);
    }
    let entrants = entrant::by_references(&screenshot.pixels, references, hints.size);
    let reader = Reader::new(screenshot, references, hints, Effort::Labels);
    let best = contest::hold(&entrants, &reader).map(unless_vague);
    verdict(best.map(|best| unless_denied(best, &reader)), &reader)
}

/// What was read by a reference where no lines tell, in doubt if that is not shown closely.
fn unless_vague(best: Contestant) -> Contestant {
    let least = WITHOUT_LINES + BY_CHANCE / best.grid.size.cells() as f32;
    let is_vague = best.interpretation.reference.is_some() && best.interpretation.fit < least;
    if is_vague { best.doubted() } else { best }
}

/// What was read by a reference, in doubt where a grid of strong lines over the same part of the screenshot shows the reference
/// about as closely.
fn unless_denied(best: Contestant, reader: &Reader) -> Contestant {
    if !best.interpretation.is_sure() || best.interpretation.reference.is_none() {
        return best;
    }
    let seen = entrant::entrants(&reader.screenshot.pixels, reader.hints, Look::Glance).unwrap_or_default();
    let is_over = |seen: &&Entrant| {
        seen.lines == Lines::Strong && are_different(&seen.grid, &best.grid) && !best.is_apart(&seen.grid)
    };
    let mut others = seen.iter().filter(is_over).take(DENYING).filter_map(|seen| Contestant::of(seen, reader, false));
    let misfit = |of: &Contestant| 1.0 - of.interpretation.fit;
    if others.any(|other| misfit(&other) <= AS_CLOSELY * misfit(&best)) { best.doubted() } else { best }
}

/// Reads boards of which nothing is seen but numbers. In their order these would be any list, of levels or of pages.
fn by_numerals(screenshot: &Screenshot, references: &[RgbImage], hints: &Hints) -> Result<Recognised, Refusal> {
    let mut entrants = entrant::by_numerals(&screenshot.pixels);
    entrants.retain(|entrant| hints.size.is_none_or(|size| size == entrant.grid.size));
    let reader = Reader::new(screenshot, references, hints, Effort::Labels);
    let entrants = without_parts(entrants, &reader);
    match verdict(contest::hold(&entrants, &reader), &reader) {
        Ok(found) if found.reading.solved && found.reference.is_none() => {
            Err(Refusal::Doubtful(Box::new(found.reading)))
        }
        result => result,
    }
}

/// Reads boards whose lines are lost in their picture, as where its tiles touch and the blank looks like the page, if these make a
/// picture very surely around a blank that is plain.
fn by_pieces(screenshot: &Screenshot, references: &[RgbImage], hints: &Hints) -> Result<Recognised, Refusal> {
    if !references.is_empty() || hints.size.is_some() {
        return Err(Refusal::NoBoard);
    }
    let mut entrants = entrant::entrants(&screenshot.pixels, hints, Look::Glance)?;
    entrants.retain(|entrant| entrant.lines == Lines::Against && entrant.grid.size.cells() >= FAINT_CELLS);
    entrants.truncate(UNSEEN);
    entrants.iter_mut().for_each(|entrant| entrant.lines = Lines::Faint);
    let reader = Reader::new(screenshot, references, hints, Effort::Second);
    let is_clear = |best: &Contestant| {
        is_very_sure(best) && bare_cell(&reader.cells(&best.grid)) == Some(best.interpretation.blank)
    };
    verdict(contest::hold(&entrants, &reader).filter(is_clear), &reader)
}

/// Without those that are a part of another that [shows numbers](shows_numbers), of which none can be a frame then.
fn without_parts(entrants: Vec<Entrant>, reader: &Reader) -> Vec<Entrant> {
    let is_sure = |whole: &&Entrant| {
        let read = Contestant::of(whole, reader, true).map(|whole| whole.interpretation);
        read.is_some_and(|read| shows_numbers(&read))
    };
    let sure: Vec<Entrant> = entrants.iter().filter(is_sure).cloned().collect();
    let is_part = |part: &Entrant| {
        sure.iter().any(|whole| {
            whole.grid.size.cells() > part.grid.size.cells() && !whole.grid.region.is_apart(part.grid.region)
        })
    };
    entrants.into_iter().filter(|entrant| !is_part(entrant)).collect()
}

/// Whether a grid surely shows numbers in all its cells, or so well that none of its lines is a frame.
fn shows_numbers(read: &Interpretation) -> bool {
    let fits_well = read.kind == Kind::Numbers && read.fit >= WELL;
    read.is_sure() || read.flaw == Some(Flaw::HomeOpen) || fits_well
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::super::contest::contestant::tests::referred;
    use super::super::tests::{lay, waves};
    use super::*;
    use crate::puzzle::Size;
    use crate::rect::Rect;
    use crate::vision::Grid;
    use crate::vision::digits::tests::numbered;

    #[test]
    fn a_reference_that_is_shown_vaguely_is_not_believed_without_lines() {
        let is_believed = |side: usize, fit: f32| {
            let region = Rect::new(0, 0, 30 * side as u32, 30 * side as u32);
            let best = referred(Grid::even(region, Size::new(side, side).unwrap(), 0).unwrap(), 1.0, 1.0, 1.0);
            let interpretation = Interpretation { fit, ..best.interpretation };
            unless_vague(Contestant { interpretation, ..best }).interpretation.is_sure()
        };
        assert!(is_believed(3, 0.95) && !is_believed(3, 0.87));
        assert!(is_believed(8, 0.85) && !is_believed(8, 0.8));
    }

    #[test]
    fn strong_lines_that_part_the_reference_as_closely_deny_another_grid() {
        let picture = waves(180);
        let mut pixels = RgbImage::from_pixel(300, 320, Rgb([225, 228, 235]));
        imageops::replace(&mut pixels, &RgbImage::from_pixel(184, 184, Rgb([40, 42, 48])), 58, 88);
        for (cell, tile) in (0..).zip([1_u32, 4, 2, 0, 8, 5, 3, 6, 7]).filter(|(_, tile)| *tile != 8) {
            let piece = imageops::crop_imm(&picture, tile % 3 * 60 + 1, tile / 3 * 60 + 1, 58, 58).to_image();
            imageops::replace(&mut pixels, &piece, 61 + cell % 3 * 60, 91 + cell / 3 * 60);
        }
        let screenshot = Screenshot::exact(pixels);
        let (references, hints) = ([picture], Hints::default());
        let reader = Reader::new(&screenshot, &references, &hints, Effort::Labels);
        let is_denied = |rows: usize, fit: f32| {
            let grid = Grid::even(Rect::new(60, 90, 180, 180), Size::new(3, rows).unwrap(), 0).unwrap();
            let best = referred(grid, 1.0, 1.0, 1.0);
            let best = Contestant { interpretation: Interpretation { fit, ..best.interpretation }, ..best };
            !unless_denied(best, &reader).interpretation.is_sure()
        };
        let seen = entrant::entrants(&reader.screenshot.pixels, &hints, Look::Glance).unwrap();
        let misfit = 1.0 - Contestant::of(&seen[0], &reader, false).unwrap().interpretation.fit;
        assert!(misfit > 0.0 && is_denied(6, 1.0 - 2.0 * misfit));
        assert!(is_denied(6, 1.0 - misfit / 1.1), "it shows the reference hardly more closely");
        assert!(!is_denied(6, 1.0 - misfit / 1.5), "it shows the reference more closely");
        assert!(!is_denied(3, 0.9), "it is that grid");
    }

    #[test]
    fn pieces_whose_lines_are_lost_in_their_picture_tell_where_the_blank_is_plain() {
        const SIDE: u32 = 160;
        // Grain hides most steps between pieces that are smooth besides.
        let grain = |x: u32, y: u32| ((x * 7919) ^ (y * 104_729)).wrapping_mul(2_654_435_761) >> 27;
        let picture = RgbImage::from_fn(3 * SIDE, 3 * SIDE, |x, y| {
            let (across, down) = (x as f32 / 56.0, y as f32 / 44.0);
            let level = |a: f32, b: f32| (95.0 + 60.0 * (across * a + (down * b).sin()).sin()) as u32 + grain(x, y);
            Rgb([level(1.0, 1.4) as u8, level(0.7, 0.9) as u8, level(1.3, 0.6) as u8])
        });
        let tiles = [1, 4, 2, 0, 8, 5, 3, 6, 7];
        let read = |is_plain: bool| {
            let mut pixels = RgbImage::from_pixel(3 * SIDE, 5 * SIDE + 70, Rgb([0; 3]));
            lay(&mut pixels, &picture, &tiles, SIDE, [0, 150]);
            if !is_plain {
                let woven = RgbImage::from_fn(SIDE, SIDE, |x, y| Rgb([(x / 5 + y / 5) as u8 % 9; 3]));
                imageops::replace(&mut pixels, &woven, SIDE.into(), (150 + SIDE).into());
            }
            let screenshot = Screenshot::exact(pixels);
            let seen = entrant::entrants(&screenshot.pixels, &Hints::default(), Look::Glance).unwrap();
            let is_board = |seen: &&Entrant| seen.grid.size.cells() == 9 && seen.grid.region.y == 151;
            assert!(seen.iter().find(is_board).is_some_and(|board| board.lines == Lines::Against));
            recognise_otherwise(&screenshot, &[], &Hints::default())
        };
        assert_eq!(read(true).unwrap().reading.tiles, tiles.map(|tile| tile as usize));
        assert!(read(false).is_err(), "the blank is not plain");
    }

    #[test]
    fn as_many_columns_as_rows_that_strong_lines_part_are_put_together() {
        const SIDE: u32 = 60;
        let tiles = [1, 4, 2, 0, 8, 5, 3, 6, 7];
        let read = |picture: &RgbImage| {
            let mut pixels = RgbImage::from_pixel(420, 380, Rgb([225, 228, 235]));
            imageops::replace(&mut pixels, &RgbImage::from_pixel(194, 194, Rgb([30, 32, 38])), 93, 73);
            for (cell, tile) in (0..).zip(tiles).filter(|&(_, tile)| tile != 8) {
                let piece = imageops::crop_imm(picture, tile % 3 * SIDE, tile / 3 * SIDE, SIDE, SIDE).to_image();
                imageops::replace(&mut pixels, &piece, (96 + cell % 3 * 64).into(), (76 + cell / 3 * 64).into());
            }
            recognise_otherwise(&Screenshot::exact(pixels), &[], &Hints::default())
        };
        assert_eq!(read(&waves(3 * SIDE)).unwrap().reading.tiles, tiles.map(|tile| tile as usize));
        assert!(read(&RgbImage::from_fn(180, 180, |x, y| Rgb([(x / 60 * 50 + y / 60 * 30) as u8; 3]))).is_err());
    }

    #[test]
    fn the_home_is_asked_of_numbers_alone_that_leave_it_open() {
        let read = |numbers: [u16; 16]| {
            let mut pixels = RgbImage::from_pixel(400, 400, *numbered(Some(1), 60, 0.5, [0.5, 0.5]).get_pixel(5, 5));
            for (cell, number) in (0..).zip(numbers).filter(|&(_, number)| number > 0) {
                let tile = numbered(Some(number), 60, 0.5, [0.5, 0.5]);
                let digits = imageops::crop_imm(&tile, 5, 5, 50, 50).to_image();
                imageops::replace(&mut pixels, &digits, 80 + cell % 4 * 60, 80 + cell / 4 * 60);
            }
            recognise_otherwise(&Screenshot::exact(pixels), &[], &Hints::default())
        };
        let mut numbers = [5, 1, 14, 11, 4, 13, 8, 3, 12, 9, 0, 7, 6, 10, 2, 15];
        let open = read(numbers).unwrap_err();
        assert!(matches!(&open, Refusal::HomeOpen(guess) if guess.blank == 10), "{open:?}");
        numbers.swap(0, 1);
        assert_eq!(read(numbers).unwrap().reading.blank, 10);
    }

    #[test]
    fn numbers_within_a_frame_of_bars_are_a_board_and_those_beside_other_numbers_are_none() {
        let ground = *numbered(Some(1), 60, 0.5, [0.5, 0.5]).get_pixel(5, 5);
        let mut pixels = RgbImage::from_pixel(400, 400, ground);
        for (cell, number) in (0..).zip([2, 8, 10, 0, 5, 9, 4, 6, 7, 3, 11, 1]).filter(|&(_, number)| number > 0) {
            let digits = imageops::crop_imm(&numbered(Some(number), 60, 0.5, [0.5, 0.5]), 5, 5, 50, 50).to_image();
            imageops::replace(&mut pixels, &digits, 140 + cell % 3 * 60, 80 + cell / 3 * 60);
        }
        for row in 0..4 {
            let bar = RgbImage::from_pixel(8, 22, Rgb([40, 30, 20]));
            imageops::replace(&mut pixels, &bar, 101, 94 + row * 60);
        }
        let (screenshot, hints) = (Screenshot::exact(pixels), Hints::default());
        let sizes = entrant::by_numerals(&screenshot.pixels).into_iter().map(|entrant| entrant.grid.size.to_string());
        assert_eq!(sizes.collect::<Vec<_>>(), ["4x4", "3x4"]);
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Labels);
        let left = without_parts(entrant::by_numerals(&screenshot.pixels), &reader);
        assert_eq!(left.len(), 2, "the bars are no numbers");
        assert_eq!(recognise_otherwise(&screenshot, &[], &hints).unwrap().reading.columns, 3);
        let read = reader.interpret(&left[1].grid, Lines::Faint, true).unwrap();
        let of = |fit: f32| Interpretation { confidence: 0.48, fit, ..read.clone() };
        assert!(shows_numbers(&of(0.77)) && !shows_numbers(&of(0.29)), "one of them is covered by something");
    }
}
