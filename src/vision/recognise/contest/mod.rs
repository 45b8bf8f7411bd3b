//! Grids compete by what is made of them.
//!
//! A grid's score is how much its lines speak for it, times how well its cells can be read, times how surely as far as
//! that is still in question. A grid a row short may still be read, but not as well as the whole board; one of twice the
//! pitch shows four tiles in each cell, one of half the pitch cannot tell the four parts of the blank apart.

mod again;
pub mod contestant;
mod relations;
mod set_apart;

use rayon::prelude::*;

use super::cells::Reader;
use super::cells::beyond::likelihood_beyond;
use super::cells::interpretation::{Flaw, Interpretation};
use super::entrant::{ALIKE, Entrant, FAINT_CELLS, Lines, are_different, is_part, is_within, is_within_stronger};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::Kind;
use crate::vision::locate::is_bar;
use crate::vision::reference::is_nearly_solved;
use again::read_again;
use contestant::Contestant;
use relations::CLOSE;
use set_apart::without_set_apart;

/// How many grids are read together before it is asked whether one is clear.
const HEAT: usize = 2;
/// A grid with this score and no close second by its lines wins without the others being read.
const CLEAR: f32 = 0.8;
/// How close by its lines a second grid may come to a clear one.
const DISTANT: f32 = 0.9;
/// How close by its lines a grid elsewhere must come to the first to be looked at.
const SECOND: f32 = 0.5;
/// The share of a grid's misfit that a board within it has at most which shows the reference much more closely.
const MUCH_CLOSER: f32 = 0.25;
/// How many boards beside a bar are read, the likeliest, and the least confidence there must be in one; and the confidence
/// in another board that leaves nothing to ask.
const PARTS: usize = 2;
const SURELY: f32 = 0.7;
const SETTLED: f32 = 0.9;
/// How likely by its lines a board must be of which a sure one may be a part, how many tiles of that are home then, and how likely
/// what lies beyond it follows there, around which such a board is seen and around which none is. Of some 250 real boards those
/// that were a part had 0.27 and more, the others 0.014 and 0.053 at most; drawn parts had 0.044 and more where a board is seen.
const AROUND: f32 = 0.25;
const HOME: f32 = 0.33;
const FOLLOWED: f32 = 0.03;
const FOLLOWED_UNSEEN: f32 = 0.1;

/// Reads the grids, best first, until one is clear, and gives the best. No score exceeds what the lines say, so grids
/// that could not even become a rival are left out; so are those that could only be doubted, as parts of a stronger one.
pub fn hold(entrants: &[Entrant], reader: &Reader) -> Option<Contestant> {
    let first = entrants.first()?;
    let next = entrants.iter().skip(1).find(|other| are_different(&other.grid, &first.grid));
    let is_distant = next.is_none_or(|next| next.support < DISTANT);
    let chosen = reader.effort.chosen(entrants);
    let mut read: Vec<Contestant> = Vec::new();
    for heat in std::iter::once(&entrants[..1]).chain(entrants[1..].chunks(HEAT)) {
        let most = read.iter().map(|contestant| contestant.score).fold(0.0, f32::max);
        let is_hidden = |entrant: &Entrant| {
            let stronger = |other: &Entrant| is_within_stronger(&entrant.grid, entrant.support, other);
            reader.references.is_empty() && entrants.iter().any(stronger)
        };
        let able = heat.par_iter().filter(|entrant| {
            let is_framed = || reader.within_frames(&entrant.grid).is_some();
            entrant.support >= CLOSE * most && !is_hidden(entrant) && (!is_spare(entrant, entrants) || is_framed())
        });
        let is_close =
            |entrant: &Entrant| chosen.include(entrant) && !read.iter().any(|other| other.is_doubtful_part_of(entrant));
        let found = able.filter_map(|entrant| Contestant::of(entrant, reader, is_close(entrant)));
        let found: Vec<Contestant> = found.collect();
        read.extend(found);
        if is_distant && read.iter().any(|contestant| contestant.score >= CLEAR) {
            break;
        }
    }
    let sureness = |of: &Contestant| if of.interpretation.is_sure() { of.interpretation.confidence } else { 0.0 };
    let most = read.iter().map(sureness).fold(0.0, f32::max);
    if reader.references.is_empty()
        && most < SETTLED
        && let Some(board) = beside_bar(entrants, reader).filter(|board| sureness(board) > most)
    {
        let other = elsewhere(&board, &read, entrants, reader);
        return Some(Contestant { other, ..board });
    }
    read.sort_by(|a, b| b.score.total_cmp(&a.score));
    // Cells elsewhere may be called by any goal: they show no numbers.
    if let Some(told) = read.iter().position(|told| told.interpretation.flaw == Some(Flaw::OtherGoal)) {
        return Some(read.swap_remove(told));
    }
    if let Some(at) = read.iter().position(|whole| read[0].is_outdone_by(whole)) {
        let whole = read.remove(at);
        read.retain(|part| !part.is_outdone_by(&whole));
        read.insert(0, whole);
    }
    let best = read.first()?;
    if let Some(whole) = whole_of(best, entrants, reader) {
        read.insert(0, whole);
    } else if let Some(core) = core_of(best, entrants, reader) {
        read[0] = core;
    }
    let first = read_again(read.remove(0), entrants, reader);
    let first = without_set_apart(first, entrants, reader);
    let first = with_rest(first, entrants, reader);
    read.insert(0, first);
    let (best, rest) = read.split_first()?;
    let rival = rest.iter().find(|other| best.is_rivalled_by(other)).map(Contestant::place);
    let other = best.interpretation.is_sure().then(|| elsewhere(best, rest, entrants, reader)).flatten();
    let is_contradicted =
        rest.iter().any(|other| best.is_contradicted_by(other)) || entrants.iter().any(|other| best.is_part_by(other));
    let best = read.into_iter().next()?;
    let best = if is_contradicted { best.doubted() } else { best };
    Some(Contestant { rival, other, ..best })
}

/// Whether there are so many likelier grids of the same board that it is only asked where pieces stand in wide frames: there the lines
/// of the right one are seldom among the clearest. Elsewhere the luckiest of many would win.
fn is_spare(entrant: &Entrant, entrants: &[Entrant]) -> bool {
    let likelier = entrants.iter().take_while(|other| other.grid != entrant.grid);
    likelier.filter(|other| !are_different(&other.grid, &entrant.grid)).count() >= ALIKE
}

/// The likeliest board that lies beside the best one: it is as sure as a board must be to be read.
fn elsewhere(best: &Contestant, rest: &[Contestant], entrants: &[Entrant], reader: &Reader) -> Option<(Size, Rect)> {
    let likely =
        |entrant: &&Entrant| entrant.support >= SECOND && entrant.lines >= Lines::Clear && best.is_apart(&entrant.grid);
    let entrant = entrants.iter().find(likely)?;
    let place = |other: &Contestant| other.interpretation.is_sure().then(|| other.place());
    match rest.iter().find(|other| other.grid == entrant.grid) {
        Some(other) => place(other),
        None => place(&Contestant::of(entrant, reader, true)?),
    }
}

/// The board of which the best grid is a part: if that shows the reference out of shape, in part or not quite, and the board
/// does all of it, for lines may be missing where a board ends with the screen, or with plain tiles (not if it was read by what a
/// screenshot shows in its place: that shows more of the screen as well); or if the board has more numbers, all of which are there:
/// the lowest stand together in a part where nearly all are home, and seldom elsewhere, a number then missing.
fn whole_of(best: &Contestant, entrants: &[Entrant], reader: &Reader) -> Option<Contestant> {
    let is_numbered = |of: &Contestant| of.interpretation.kind == Kind::Numbers;
    let Interpretation { tiles, blank, .. } = &best.interpretation;
    let is_usual = || best.interpretation.is_home_last() && !is_nearly_solved(tiles, *blank);
    let is_complete = match is_numbered(best) {
        true => !best.interpretation.is_sure() || is_usual(),
        false => best.is_read_in_place() || !best.is_out_of_shape() && !best.fits_loosely(),
    };
    if is_complete {
        return None;
    }
    let around = entrants.iter().filter(|other| is_part(&best.grid, &other.grid));
    let worth = |of: &Contestant| of.interpretation.worth();
    let is_better = |whole: &Contestant| match is_numbered(best) {
        true => is_numbered(whole),
        false => !whole.is_out_of_shape() && worth(whole) > worth(best),
    };
    let wholes = around.filter_map(|other| Contestant::of(other, reader, false));
    let wholes = wholes.filter(|whole| whole.interpretation.is_sure() && is_better(whole));
    wholes.max_by(|a, b| worth(a).total_cmp(&worth(b)))
}

/// The board that is half of the best grid or less and shows all of the reference in its shape and much more closely: beside it
/// the picture may stand as a whole, which any grid of it shows as closely.
fn core_of(best: &Contestant, entrants: &[Entrant], reader: &Reader) -> Option<Contestant> {
    if !best.fits_loosely() {
        return None;
    }
    let misfit = |of: &Contestant| 1.0 - of.interpretation.fit;
    let is_inside = |other: &&Entrant| {
        let is_half = 2 * other.grid.size.cells() <= best.grid.size.cells();
        other.lines >= Lines::Clear && is_half && is_within(&other.grid, &best.grid)
    };
    let cores = entrants.iter().filter(is_inside).filter_map(|other| Contestant::of(other, reader, false));
    let is_closer = |core: &Contestant| {
        let Interpretation { tiles, blank, .. } = &core.interpretation;
        core.interpretation.is_sure()
            && !core.is_out_of_shape()
            && !is_nearly_solved(tiles, *blank)
            && misfit(core) < MUCH_CLOSER * misfit(best)
    };
    cores.filter(is_closer).min_by(|a, b| misfit(a).total_cmp(&misfit(b)))
}

/// The best board, or, in doubt, the one of which it is a part: if its picture likely goes on beyond it. That one may be a part as
/// well, so that it is not believed either. Dark or pale rows at the end of a board look like the page around it, and go unseen
/// where they are home, as the tiles of a board near its end mostly are. Of a solved one a part is solved, too.
fn with_rest(best: Contestant, entrants: &[Entrant], reader: &Reader) -> Contestant {
    let Interpretation { kind, reference, tiles, blank, .. } = &best.interpretation;
    let is_near_its_end = || {
        let home = tiles.iter().enumerate().filter(|&(cell, &tile)| cell == tile).count();
        home < tiles.len() && home as f32 >= HOME * tiles.len() as f32
    };
    if *kind != Kind::Picture || reference.is_some() || !best.interpretation.is_sure() || !is_near_its_end() {
        return best;
    }
    let is_around = |other: &&Entrant| other.support >= AROUND && is_part(&best.grid, &other.grid);
    let whole = entrants.iter().find(is_around);
    let least = if whole.is_some() { FOLLOWED } else { FOLLOWED_UNSEEN };
    if likelihood_beyond(reader.screenshot, &best.grid, tiles, *blank) < least {
        return best;
    }
    let whole = whole.and_then(|whole| Contestant::of(whole, reader, true));
    whole.filter(|whole| whole.interpretation.kind == Kind::Picture).unwrap_or(best).doubted()
}

/// The board that is all of the likeliest grid but a bar at one end of it, if that can be read surely by itself. It would be
/// left out, or doubted, as a part of the whole.
fn beside_bar(entrants: &[Entrant], reader: &Reader) -> Option<Contestant> {
    let whole = &entrants.first()?.grid;
    let is_beside = |entrant: &&Entrant| {
        entrant.lines >= Lines::Clear
            && entrant.grid.size.cells() >= FAINT_CELLS
            && is_within(&entrant.grid, whole)
            && is_bar(&reader.screenshot.pixels, &entrant.grid, whole)
    };
    let mut able = entrants.iter().filter(is_beside).take(PARTS);
    able.find_map(|entrant| {
        Contestant::of(entrant, reader, true).filter(|board| board.interpretation.confidence >= SURELY)
    })
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, imageops};

    use super::super::Hints;
    use super::super::cells::interpretation::Interpretation;
    use super::super::effort::Effort;
    use super::super::entrant::tests::grid;
    use super::super::tests::waves;
    use super::contestant::tests::referred;
    use super::*;
    use crate::vision::{Grid, Screenshot};

    #[test]
    fn the_board_that_shows_the_whole_reference_is_read_rather_than_a_part_of_it() {
        let level = |x: u32, y: u32| (x * x / 7 + y * y / 5 + x * y / 11) as u8;
        let picture = RgbImage::from_fn(90, 90, |x, y| Rgb([level(x, y), level(y, x + 40), level(x + 9, y)]));
        let mut pixels = RgbImage::from_pixel(110, 110, Rgb([40; 3]));
        let tiles = [4, 0, 2, 1, 3, 5, 6, 7];
        for (cell, &tile) in tiles.iter().enumerate() {
            let (place, from) = ((cell % 3 * 30 + 10, cell / 3 * 30 + 10), (tile % 3 * 30, tile / 3 * 30));
            let piece = imageops::crop_imm(&picture, from.0, from.1, 30, 30).to_image();
            imageops::replace(&mut pixels, &piece, place.0 as i64, place.1 as i64);
        }
        let screenshot = Screenshot::exact(pixels);
        let (references, hints) = ([picture], Hints::default());
        let reader = Reader::new(&screenshot, &references, &hints, Effort::Full);
        let whole = |stretched: f32, fit: f32| {
            let entrant = Entrant { grid: grid(3, 3), support: 0.01, lines: Lines::Against };
            let part = referred(grid(3, 2), 1.0, stretched, 1.0);
            let part = Contestant { interpretation: Interpretation { fit, ..part.interpretation }, ..part };
            whole_of(&part, &[entrant], &reader).map(|whole| whole.interpretation.tiles)
        };
        let tiles = Some(vec![4, 0, 2, 1, 3, 5, 6, 7, 8]);
        assert_eq!((whole(1.5, 1.0), whole(1.0, 0.9)), (tiles.clone(), tiles));
        assert_eq!(whole(1.0, 1.0), None, "it shows the reference as it is");
    }

    #[test]
    fn the_board_beside_its_picture_is_read_rather_than_both_as_one() {
        let picture = waves(90);
        let mut pixels = RgbImage::from_pixel(200, 110, Rgb([40; 3]));
        imageops::replace(&mut pixels, &picture, 10, 10);
        let tiles = [4, 0, 2, 1, 3, 5, 6, 7];
        for (cell, &tile) in (0..).zip(&tiles) {
            let piece = imageops::crop_imm(&picture, tile % 3 * 30, tile / 3 * 30, 30, 30).to_image();
            imageops::replace(&mut pixels, &piece, 100 + cell % 3 * 30, 10 + cell / 3 * 30);
        }
        let screenshot = Screenshot::exact(pixels);
        let (references, hints) = ([picture], Hints::default());
        let reader = Reader::new(&screenshot, &references, &hints, Effort::Full);
        let entrant = |x: u32| {
            let grid = Grid::even(Rect::new(x, 10, 90, 90), Size::new(3, 3).unwrap(), 0).unwrap();
            Entrant { grid, support: 0.8, lines: Lines::Clear }
        };
        let core = |fit: f32| {
            let both = referred(grid(6, 3), 1.0, 1.0, 1.0);
            let both = Contestant { interpretation: Interpretation { fit, ..both.interpretation }, ..both };
            core_of(&both, &[entrant(10), entrant(100)], &reader).map(|core| core.interpretation.tiles)
        };
        assert_eq!(core(0.93), Some(vec![4, 0, 2, 1, 3, 5, 6, 7, 8]), "the picture itself is no board");
        assert_eq!(core(0.99), None, "all of it shows the reference");
    }
}
