//! The goal of a board, where the game shows it beside the board: the same numbers, or the same reference, solved.

use super::contestant::Contestant;
use super::entrant::Entrant;
use super::reader::Reader;
use super::{Hints, Kind};

/// The board, rather than the goal that is shown beside it. Of two boards that both are solved, or both not, neither is the other's
/// goal. The goal of a numbered board tells where its blank belongs; a picture mostly lacks no piece there.
pub fn by_goal_shown(best: Contestant, entrants: &[Entrant], reader: &Reader) -> Contestant {
    let is_numbered = best.interpretation.kind == Kind::Numbers;
    let is_alike = |board: &Contestant| {
        let of = &board.interpretation;
        of.is_sure() && if is_numbered { of.kind == Kind::Numbers } else { of.reference.is_some() }
    };
    let Some((size, region)) = best.other.filter(|&(size, _)| size == best.grid.size && is_alike(&best)) else {
        return best;
    };
    let is_there = |entrant: &&Entrant| (entrant.grid.size, entrant.grid.region) == (size, region);
    let other = entrants.iter().find(is_there).and_then(|entrant| Contestant::of(entrant, reader, false));
    let Some(other) = other.filter(is_alike) else { return best };
    let is_solved =
        |board: &Contestant| board.interpretation.tiles.iter().enumerate().all(|(cell, &tile)| cell == tile);
    let (goal, board) = match (is_solved(&best), is_solved(&other)) {
        (true, false) => (&best, &other),
        (false, true) => (&other, &best),
        _ => return best,
    };
    let other_place = Some(goal.place());
    if !is_numbered {
        return if is_solved(&best) { Contestant { rival: None, other: other_place, ..other } } else { best };
    }
    let hints = Hints { blank_home: Some(goal.interpretation.blank), ..reader.hints.clone() };
    let told = entrants.iter().find(|entrant| entrant.grid == board.grid);
    let told = told.and_then(|entrant| Contestant::of(entrant, &Reader { hints: &hints, ..*reader }, false));
    match told.filter(is_alike) {
        Some(told) => Contestant { rival: None, other: other_place, ..told },
        None => best,
    }
}

#[cfg(test)]
mod tests {
    use image::imageops::{self, FilterType};
    use image::{Rgb, RgbImage};

    use super::super::tests::waves;
    use super::super::{Hints, recognise};
    use crate::vision::Screenshot;

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
                recognise(&Screenshot { pixels, lossy: false }, std::slice::from_ref(&picture), &Hints::default())
                    .unwrap();
            assert_eq!(found.reading.tiles, tiles.map(|tile| tile as usize));
            assert!(found.other.is_some());
        }
    }
}
