//! The goal of a board, where the game shows it beside the board: the same numbers, or the same reference, solved.

use super::super::cells::Reader;
use super::super::contest::contestant::Contestant;
use super::super::effort::Effort;
use super::super::entrant::{Entrant, Lines};
use super::super::{Hints, entrant};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::resize::cropped;
use crate::vision::locate::Look;
use crate::vision::{Kind, Reading, Screenshot};

/// How far beyond the sides of a board another may reach that stands in line with it, in pixels.
const ASIDE: u32 = 24;
/// By what share of its sides a board may differ from its goal that is as large.
const AS_LARGE: f32 = 0.03;
/// How many times as long the sides of a board are at least as those of its goal that is shown small.
const LARGER: f32 = 1.2;

/// The board, rather than the goal that is shown beside it. Of two boards that both are solved neither is the other's goal; of two
/// numbered ones that both are not, one may be what the game began with, and the goal stands in line with that. The goal of a numbered
/// board tells where its blank belongs; a picture mostly lacks no piece there.
pub fn by_goal_shown(best: Contestant, entrants: &[Entrant], reader: &Reader) -> Contestant {
    let is_beside = |place: &(Size, Rect)| place.0 == best.grid.size && best.interpretation.is_sure();
    let entrant = |place: (Size, Rect)| entrants.iter().find(|seen| (seen.grid.size, seen.grid.region) == place);
    let Some(other) = best.other.filter(is_beside).and_then(entrant) else {
        return unless_elsewhere(best, entrants, reader);
    };
    match best.interpretation.kind {
        Kind::Numbers => entrant(best.place()).and_then(|seen| numbered(seen, other, reader)).unwrap_or(best),
        _ if best.interpretation.reference.is_some() => referred(best, other, reader),
        _ => best,
    }
}

/// What is read, unless that is solved and another board of as many cells is less clear: it may be the goal of that. A goal of
/// numbers is shown small or as large as its board, a picture in pieces small. The board itself is read then, if no more than to say
/// why it is not read surely.
fn unless_elsewhere(best: Contestant, entrants: &[Entrant], reader: &Reader) -> Contestant {
    if !best.interpretation.is_sure() || !best.interpretation.is_solved() {
        return best;
    }
    let are_numbers = best.interpretation.kind == Kind::Numbers;
    let is_board = |other: &&Entrant| {
        let region = other.grid.region;
        let is_as_large = || other.lines > Lines::Against && region.is_as_large(best.grid.region, AS_LARGE);
        let is_larger = other.lines >= Lines::Clear && is_larger(region, best.grid.region);
        other.grid.size == best.grid.size && best.is_apart(&other.grid) && (is_larger || are_numbers && is_as_large())
    };
    let Some(other) = entrants.iter().find(is_board) else { return best };
    if are_numbers && solved(other, reader).is_some() {
        return best;
    }
    let seen = entrants.iter().find(|seen| (seen.grid.size, seen.grid.region) == best.place());
    seen.filter(|_| are_numbers)
        .and_then(|seen| numbered(seen, other, reader))
        .or_else(|| Contestant::of(other, reader, true).map(Contestant::doubted))
        .unwrap_or_else(|| best.doubted())
}

/// Whether what is read may be the goal, shown small, of a board that was refused: a tile of it may be on its way.
pub fn is_goal_of(board: &Reading, read: &Reading) -> bool {
    let is_as_many = (board.columns, board.rows) == (read.columns, read.rows);
    read.solved && is_as_many && board.region.is_apart(read.region) && is_larger(board.region, read.region)
}

/// Whether a board is so much larger than another one that that may be its goal.
pub(super) fn is_larger(board: Rect, goal: Rect) -> bool {
    board.width as f32 > LARGER * goal.width as f32 && board.height as f32 > LARGER * goal.height as f32
}

/// The one of two numbered boards whose goal is the other, or stands in line with that.
fn numbered(seen: &Entrant, other: &Entrant, reader: &Reader) -> Option<Contestant> {
    let (board, goal) = match (solved(seen, reader), solved(other, reader)) {
        (Some(goal), None) => (other, goal),
        (None, Some(goal)) => (seen, goal),
        (None, None) => (seen, by_numbers(other, reader).and_then(|_| in_line_with(other, reader))?),
        _ => return None,
    };
    let hints = Hints { blank_home: Some(goal.blank), ..reader.hints.clone() };
    let told = by_numbers(board, &reader.told(&hints))?;
    Some(Contestant { rival: None, other: Some(goal.place), ..told })
}

/// Of two boards that show the reference, that which is not solved.
fn referred(best: Contestant, other: &Entrant, reader: &Reader) -> Contestant {
    let is_alike = |of: &Contestant| of.interpretation.is_sure() && of.interpretation.reference.is_some();
    let Some(other) = Contestant::of(other, reader, false).filter(is_alike) else { return best };
    match (best.interpretation.is_solved(), other.interpretation.is_solved()) {
        (true, false) => Contestant { rival: None, other: Some(best.place()), ..other },
        _ => best,
    }
}

/// A solved board of numbers: where it is, and its blank.
struct Solved {
    place: (Size, Rect),
    blank: usize,
}

/// The board that a grid shows if its numbers are in order, wherever the blank is, if nobody says where that belongs.
fn solved(entrant: &Entrant, reader: &Reader) -> Option<Solved> {
    let blank = by_numbers(entrant, reader)?.interpretation.blank;
    let hints = Hints { blank_home: reader.hints.blank_home.or(Some(blank)), ..reader.hints.clone() };
    let read = by_numbers(entrant, &reader.told(&hints))?;
    read.interpretation.is_solved().then(|| Solved { place: read.place(), blank })
}

fn by_numbers(entrant: &Entrant, reader: &Reader) -> Option<Contestant> {
    let read = Contestant::of(entrant, reader, true)?;
    (read.interpretation.is_sure() && read.interpretation.kind == Kind::Numbers).then_some(read)
}

/// A solved board with as many cells as another, in line with that.
fn in_line_with(other: &Entrant, reader: &Reader) -> Option<Solved> {
    let Rect { x, y, width, height } = other.grid.region;
    let (right, bottom) = (x + width, y + height);
    let screen = reader.screenshot.pixels.dimensions();
    let (left, top) = (x.saturating_sub(ASIDE), y.saturating_sub(ASIDE));
    let (wide, high) = ((right + ASIDE).min(screen.0) - left, (bottom + ASIDE).min(screen.1) - top);
    let bands = [
        Rect::new(right, top, screen.0 - right, high),
        Rect::new(0, top, x, high),
        Rect::new(left, bottom, wide, screen.1 - bottom),
        Rect::new(left, 0, wide, y),
    ];
    let hints = Hints { size: Some(other.grid.size), region: None, ..reader.hints.clone() };
    let within = |band: Rect| {
        let pixels = cropped(&reader.screenshot.pixels, band);
        let seen = entrant::entrants(&pixels, &hints, Look::Glance).ok()?;
        let screenshot = Screenshot { pixels, ..*reader.screenshot };
        let Solved { place: (size, region), blank } =
            solved(seen.first()?, &Reader::new(&screenshot, reader.references, &hints, Effort::Labels))?;
        let region = Rect::new(band.x + region.x, band.y + region.y, region.width, region.height);
        Some(Solved { place: (size, region), blank })
    };
    bands.into_iter().filter(|band| band.width >= width / 2 && band.height >= height / 2).find_map(within)
}

#[cfg(test)]
mod tests {
    use image::imageops::{self, FilterType};
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::vision::recognise::cells::interpretation::Interpretation;
    use crate::vision::recognise::contest::contestant::tests::referred;
    use crate::vision::recognise::tests::waves;
    use crate::vision::recognise::{Refusal, recognise};
    use crate::vision::{Grid, Screenshot, digits};

    /// A board of tiles of so many pixels, and gutters of two, in a margin of twenty. Tile 8 is shown, or missing.
    fn board(picture: &RgbImage, tiles: [u32; 9], side: u32, is_whole: bool) -> RgbImage {
        let ground = Rgb([245; 3]);
        let picture = imageops::resize(picture, 3 * side, 3 * side, FilterType::Triangle);
        let mut board = RgbImage::from_pixel(3 * side + 44, 3 * side + 44, ground);
        for (cell, tile) in (0..).zip(tiles).filter(|&(_, tile)| is_whole || tile != 8) {
            let piece = imageops::crop_imm(&picture, tile % 3 * side, tile / 3 * side, side, side).to_image();
            let at = |line: u32| i64::from(20 + line * (side + 2));
            imageops::replace(&mut board, &piece, at(cell % 3), at(cell / 3));
        }
        board
    }

    #[test]
    fn the_board_is_read_rather_than_the_whole_picture_in_pieces_beside_it() {
        let picture = waves(180);
        let tiles = [3, 6, 0, 2, 1, 8, 4, 7, 5];
        for (board_side, goal_side) in [(90, 60), (60, 90), (60, 60)] {
            let parts = [
                board(&picture, tiles, board_side, false),
                board(&picture, [0, 1, 2, 3, 4, 5, 6, 7, 8], goal_side, true),
            ];
            let mut pixels = RgbImage::from_pixel(parts[0].width() + parts[1].width(), 330, Rgb([245; 3]));
            imageops::replace(&mut pixels, &parts[0], 0, 0);
            imageops::replace(&mut pixels, &parts[1], parts[0].width().into(), 0);
            let found =
                recognise(&Screenshot::exact(pixels), std::slice::from_ref(&picture), &Hints::default()).unwrap();
            assert_eq!(found.reading.tiles, tiles.map(|tile| tile as usize));
            assert!(found.other.is_some());
        }
    }

    #[test]
    fn what_is_solved_is_doubted_where_it_may_be_the_goal_of_another_board() {
        let screenshot = Screenshot::exact(RgbImage::from_pixel(500, 300, Rgb([225; 3])));
        let hints = Hints::default();
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let entrant = |x: u32, side: u32, lines: Lines| {
            let grid = Grid::even(Rect::new(x, 40, side, side), Size::new(4, 4).unwrap(), 0).unwrap();
            Entrant { grid, support: 1.0, lines }
        };
        let goal = entrant(280, 160, Lines::Clear);
        let is_doubted = |kind: Kind, other: Entrant| {
            let read = referred(goal.grid.clone(), 1.0, 1.0, 1.0);
            let interpretation = Interpretation { kind, reference: None, ..read.interpretation };
            let best = Contestant { interpretation, ..read };
            !by_goal_shown(best, &[goal.clone(), other], &reader).interpretation.is_sure()
        };
        assert!(is_doubted(Kind::Numbers, entrant(40, 162, Lines::Faint)));
        assert!(!is_doubted(Kind::Picture, entrant(40, 162, Lines::Faint)), "a picture in pieces is no goal");
        assert!(is_doubted(Kind::Picture, entrant(40, 200, Lines::Clear)));
        assert!(!is_doubted(Kind::Picture, entrant(40, 200, Lines::Faint)), "it may be anything");
        assert!(!is_doubted(Kind::Numbers, entrant(40, 120, Lines::Faint)), "it is smaller");
        assert!(!is_doubted(Kind::Numbers, entrant(40, 162, Lines::Against)), "lines speak against it");
        assert!(!is_doubted(Kind::Numbers, entrant(282, 160, Lines::Faint)), "it is the same board");
    }

    #[test]
    fn a_small_goal_is_not_read_while_a_tile_of_its_board_is_on_its_way() {
        let mut pixels = RgbImage::from_pixel(460, 520, Rgb([225, 228, 235]));
        let mut lay = |tiles: [u16; 9], side: u32, [left, top]: [u32; 2], far: u32| {
            for (cell, number) in (0..).zip(tiles).filter(|&(_, number)| number != 0) {
                let tile = digits::tests::numbered(Some(number), side, 0.5, [0.5, 0.5]);
                let far = if number == 5 { far } else { 0 };
                let (x, y) = (left + cell % 3 * (side + 6) + far, top + cell / 3 * (side + 6));
                imageops::replace(&mut pixels, &tile, x.into(), y.into());
            }
        };
        lay([1, 2, 3, 4, 5, 6, 7, 8, 0], 36, [20, 20], 0);
        lay([8, 1, 6, 2, 5, 0, 4, 7, 3], 90, [60, 190], 40);
        let refused = recognise(&Screenshot::exact(pixels), &[], &Hints::default()).unwrap_err();
        assert!(matches!(&refused, Refusal::Strange { cells, .. } if cells == &[4, 5]), "{refused:?}");
    }
}
