//! What is in the cells of a grid by a solved picture.

use image::RgbImage;

use super::super::entrant::Lines;
use super::assembled::bare_end;
use super::framed::insides;
use super::grey::{grey, lacks_colour};
use super::interpretation::{Flaw, Interpretation, Referred};
use super::{Reader, doubts};
use crate::puzzle::is_legal;
use crate::rect::Rect;
use crate::resize::cropped;
use crate::vision::assemble::is_split;
use crate::vision::reference::{Match, match_reference};
use crate::vision::{Grid, Kind};

/// How far the pitch may be off of cells that strong lines part: tiles that fit better under another show too little for it.
const STRAYED: f32 = 0.045;
/// The most confidence there is where the cells may not be the board's own.
const CUT: f32 = 0.2;
/// A match that is surer is not looked at once more.
const FIRM: f32 = 0.8;
/// Cells that fit less do not show the reference, wherever they just are.
const SHOWING: f32 = 0.5;

impl Reader<'_> {
    /// What the likeliest of the references says. Where that is not quite sure, the pieces may stand in wide frames; or the cells,
    /// if they show it, may lie a little beside the tiles. So they are put within the frames, or else where the gutters are, and
    /// what is surer then is kept.
    pub fn by_reference(&self, grid: &Grid, lines: Lines) -> Option<Interpretation> {
        let found = self.matched(grid, lines)?;
        if found.is_sure() && found.confidence >= FIRM {
            return Some(found);
        }
        let moved = self.within_frames(grid).or_else(|| self.at_gutters(grid).filter(|_| found.fit >= SHOWING));
        let other = moved.and_then(|moved| self.matched(&moved, lines));
        let is_surer =
            |other: &Interpretation| other.is_sure() && !(found.is_sure() && found.confidence >= other.confidence);
        other.filter(is_surer).or(Some(found))
    }

    /// A grid with its cells within the frames in which the pieces stand, if they do.
    pub fn within_frames(&self, grid: &Grid) -> Option<Grid> {
        let within = |cell: &Rect, inside: Rect| Rect { x: cell.x + inside.x, y: cell.y + inside.y, ..inside };
        let insides = insides(&self.cells(grid))?;
        let cells = grid.cells.iter().zip(insides).map(|(cell, inside)| within(cell, inside)).collect();
        Some(Grid { cells, ..grid.clone() })
    }

    fn matched(&self, grid: &Grid, lines: Lines) -> Option<Interpretation> {
        let screen = &self.screenshot.pixels;
        let matched = |reference: &RgbImage| match lacks_colour(screen, grid, reference) {
            true => match_reference(self.grey_screen(), grid, &grey(reference), self.hints.blank_home),
            false => match_reference(screen, grid, reference, self.hints.blank_home),
        };
        let matches = self.references.iter().enumerate().flat_map(|(index, reference)| {
            let solved = solved_board(screen, grid, reference);
            let references = solved.iter().map(|solved| (solved, true)).chain([(reference, false)]);
            references.map(|(reference, is_in_place)| (index, is_in_place, matched(reference))).collect::<Vec<_>>()
        });
        let worth = |found: &Match| found.confidence * found.fit;
        let mut matches: Vec<_> = matches.collect();
        matches.sort_by(|a, b| worth(&b.2.0).total_cmp(&worth(&a.2.0)));
        let second = matches.iter().find(|other| other.0 != matches[0].0);
        let second = second.map(|other| (other.0, worth(&matches[0].2.0) - worth(&other.2.0)));
        let (index, is_in_place, (found, mut place)) = matches.into_iter().next()?;
        if lines == Lines::Strong && has_strayed(place.grid.region, grid.region) {
            place.grid = grid.clone();
        }
        // A solved board that lacks no piece may be the picture itself, under any grid.
        let (is_whole, is_solved) = (found.is_whole && self.hints.blank_home.is_none(), found.is_solved());
        let is_picture = is_whole && is_solved && lines < Lines::Clear;
        let seems_whole = is_whole && !is_solved;
        let bare = seems_whole.then(|| bare_end(&found.tiles, &self.cells(grid))).flatten();
        let bare = bare.filter(|&bare| bare == found.blank || is_legal(&found.tiles, bare, grid.size));
        let lacks_none = seems_whole && bare.is_none();
        let are_parts = || self.hints.size.is_none() && is_split(grid.size, &found.tiles, found.blank);
        let is_cut = lines < Lines::Strong && (found.is_cut_across || are_parts());
        let most = if is_picture || is_cut { CUT } else { 1.0 };
        let interpretation = Interpretation {
            kind: Kind::Picture,
            doubts: doubts(&found.tiles, &found.margins, &found.runners_up),
            tiles: found.tiles,
            blank: bare.unwrap_or(found.blank),
            confidence: found.confidence.min(most),
            fit: found.fit,
            identical: found.identical,
            numbers: None,
            reference: Some(Referred { index, place, is_in_place, second }),
            strange: found.strange,
            flaw: None,
        };
        Some(match () {
            _ if lacks_none => interpretation.with_flaw(Flaw::NoBlank),
            _ if found.is_home_open && most == 1.0 => Interpretation { flaw: Some(Flaw::HomeOpen), ..interpretation },
            _ => interpretation,
        })
    }
}

/// What a reference shows in the place of a grid, if it is as large as the screenshot: it may show the whole game, solved.
fn solved_board(screen: &RgbImage, grid: &Grid, reference: &RgbImage) -> Option<RgbImage> {
    let is_all = (grid.region.width, grid.region.height) == screen.dimensions();
    (reference.dimensions() == screen.dimensions() && !is_all).then(|| cropped(reference, grid.region))
}

/// Whether cells are much longer or shorter, either way, than they were before being moved.
fn has_strayed(moved: Rect, region: Rect) -> bool {
    let is_far = |is: u32, was: u32| (is as f32 / was as f32 - 1.0).abs() > STRAYED;
    is_far(moved.width, region.width) || is_far(moved.height, region.height)
}

#[cfg(test)]
mod tests {
    use image::imageops;

    use super::*;
    use crate::puzzle::Size;
    use crate::vision::Screenshot;
    use crate::vision::recognise::effort::Effort;
    use crate::vision::recognise::tests::{lay, waves};
    use crate::vision::recognise::{Hints, Refusal, recognise};

    #[test]
    fn a_screenshot_of_the_solved_game_is_cut_where_the_board_is() {
        let screen = RgbImage::new(200, 150);
        let cut = |region: Rect, width: u32| {
            let grid = Grid::even(region, Size::new(3, 3).unwrap(), 0).unwrap();
            solved_board(&screen, &grid, &RgbImage::new(width, 150)).map(|board| board.dimensions())
        };
        let (board, all) = (Rect::new(40, 20, 120, 90), Rect::new(0, 0, 200, 150));
        assert_eq!(cut(board, 200), Some((120, 90)));
        assert_eq!(cut(board, 199), None, "it is of another size");
        assert_eq!(cut(all, 200), None, "the board is all of it");
    }

    #[test]
    fn a_blank_that_looks_like_the_plain_end_of_the_picture_is_the_blank() {
        let mut picture = waves(180);
        let pale = RgbImage::from_fn(60, 60, |x, y| image::Rgb([if x < 7 || y < 6 { 90 } else { 255 }; 3]));
        imageops::replace(&mut picture, &pale, 120, 120);
        let mut pixels = RgbImage::from_pixel(300, 260, image::Rgb([255; 3]));
        let tiles = [1, 4, 2, 0, 8, 5, 3, 6, 7];
        lay(&mut pixels, &picture, &tiles, 60, [40, 30]);
        let found = recognise(&Screenshot::exact(pixels), &[picture], &Hints::default()).unwrap();
        assert_eq!(found.reading.tiles, tiles.map(|tile| tile as usize));
    }

    #[test]
    fn a_blank_that_looks_like_the_plain_end_is_it_though_other_pieces_fit_less_and_are_nearly_as_plain() {
        let mut picture = waves(180);
        let white = RgbImage::from_pixel(60, 60, image::Rgb([255; 3]));
        let pale = RgbImage::from_fn(60, 60, |x, _| image::Rgb([250, 240, 225 + x as u8 % 2 * 3]));
        imageops::replace(&mut picture, &white, 120, 120);
        imageops::replace(&mut picture, &pale, 60, 120);
        let tiles = [1, 4, 2, 0, 8, 5, 3, 6, 7];
        let mut pixels = RgbImage::from_pixel(300, 260, image::Rgb([255; 3]));
        lay(&mut pixels, &picture, &tiles, 60, [40, 30]);
        imageops::replace(&mut pixels, &RgbImage::from_pixel(12, 12, image::Rgb([40, 160, 60])), 54, 44);
        let (screenshot, references, hints) = (Screenshot::exact(pixels), [picture], Hints::default());
        let reader = Reader::new(&screenshot, &references, &hints, Effort::Labels);
        let grid = Grid::even(Rect::new(40, 30, 180, 180), Size::new(3, 3).unwrap(), 0).unwrap();
        let found = reader.by_reference(&grid, Lines::Strong).unwrap();
        assert_eq!((found.tiles, found.blank, found.flaw), (tiles.map(|tile| tile as usize).to_vec(), 4, None));
    }

    #[test]
    fn somebody_must_say_where_the_blank_belongs_if_the_pieces_of_several_homes_look_alike() {
        let mut picture = RgbImage::from_pixel(180, 180, image::Rgb([40, 70, 110]));
        for tile in 3..8 {
            let (x, y) = (tile % 3 * 60 + 8, tile / 3 * 60 + 8);
            imageops::replace(&mut picture, &cropped(&waves(180), Rect::new(x, y, 44, 44)), x.into(), y.into());
        }
        let mut pixels = RgbImage::from_pixel(300, 260, image::Rgb([225, 228, 235]));
        let tiles = [1, 4, 2, 0, 8, 5, 3, 6, 7];
        lay(&mut pixels, &picture, &tiles, 60, [40, 30]);
        let (screenshot, references) = (Screenshot::exact(pixels), [picture]);
        let read =
            |blank_home: Option<usize>| recognise(&screenshot, &references, &Hints { blank_home, ..Hints::default() });
        let refused = read(None).unwrap_err();
        assert!(matches!(&refused, Refusal::HomeOpen(guess) if guess.blank == 4), "{refused:?}");
        assert_eq!(refused.to_string(), "tiles that look alike leave open where the blank belongs");
        let found = read(Some(8)).unwrap().reading;
        assert_eq!((found.blank, found.tiles[4], found.tiles[1]), (4, 8, 4));
    }

    #[test]
    fn pieces_in_wide_frames_show_the_reference_without_these() {
        let picture = waves(180);
        let button =
            RgbImage::from_fn(96, 60, |x, y| image::Rgb(if x % 95 == 0 || y % 59 == 0 { [120; 3] } else { [205; 3] }));
        let mut pixels = RgbImage::from_pixel(360, 260, image::Rgb([225, 228, 235]));
        let tiles = [1, 4, 2, 0, 8, 5, 3, 6, 7];
        for (cell, tile) in (0..).zip(tiles) {
            let (x, y) = (30 + cell % 3 * 100, 40 + cell / 3 * 64);
            let piece = imageops::crop_imm(&picture, tile % 3 * 60, tile / 3 * 60, 60, 56).to_image();
            let piece = if tile == 8 { RgbImage::from_pixel(60, 56, image::Rgb([0; 3])) } else { piece };
            imageops::replace(&mut pixels, &button, x.into(), y.into());
            imageops::replace(&mut pixels, &piece, (x + 18).into(), (y + 2).into());
        }
        let screenshot = Screenshot::exact(pixels);
        let (references, hints) = ([picture], Hints::default());
        let reader = Reader::new(&screenshot, &references, &hints, Effort::Labels);
        let grid = Grid::even(Rect::new(28, 38, 300, 192), Size::new(3, 3).unwrap(), 4).unwrap();
        let found = reader.by_reference(&grid, Lines::Clear).unwrap();
        assert_eq!(found.tiles, tiles.map(|tile| tile as usize));
        assert!(found.is_sure(), "{}", found.confidence);
    }

    #[test]
    fn the_screenshot_of_a_solved_game_tells_like_its_picture() {
        let picture = waves(180);
        let game = |tiles: [u32; 9]| {
            let mut screen = RgbImage::from_pixel(300, 320, image::Rgb([225, 228, 235]));
            imageops::replace(&mut screen, &RgbImage::from_pixel(60, 20, image::Rgb([60, 110, 200])), 60, 30);
            for (cell, tile) in (0..).zip(tiles) {
                let piece = imageops::crop_imm(&picture, tile % 3 * 60 + 1, tile / 3 * 60 + 1, 58, 58).to_image();
                let piece = if tile == 8 { RgbImage::from_pixel(58, 58, image::Rgb([40, 42, 48])) } else { piece };
                imageops::replace(&mut screen, &piece, (61 + cell % 3 * 60).into(), (91 + cell / 3 * 60).into());
            }
            screen
        };
        let tiles = [1, 4, 2, 0, 8, 5, 3, 6, 7];
        let screenshot = Screenshot::exact(game(tiles));
        let solved = game([0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let found = recognise(&screenshot, &[solved], &Hints::default()).unwrap();
        assert_eq!(found.reading.tiles, tiles.map(|tile| tile as usize));
        assert_eq!((found.reading.blank, found.reference), (4, Some(0)));
    }

    #[test]
    fn the_picture_itself_is_no_solved_board_where_no_lines_part_it() {
        let mut picture = waves(180);
        imageops::replace(&mut picture, &RgbImage::from_pixel(64, 64, image::Rgb([120, 160, 200])), 116, 116);
        let sure = |has_blank: bool, lines: Lines| {
            let mut pixels = RgbImage::from_pixel(300, 300, image::Rgb([225, 228, 235]));
            imageops::replace(&mut pixels, &picture, 60, 60);
            if has_blank {
                imageops::replace(&mut pixels, &RgbImage::from_pixel(60, 60, image::Rgb([40, 42, 48])), 180, 180);
            }
            let screenshot = Screenshot::exact(pixels);
            let (references, hints) = ([picture.clone()], Hints::default());
            let reader = Reader::new(&screenshot, &references, &hints, Effort::Labels);
            let grid = Grid::even(Rect::new(60, 60, 180, 180), Size::new(3, 3).unwrap(), 0).unwrap();
            reader.by_reference(&grid, lines).unwrap().is_sure()
        };
        assert!(sure(true, Lines::Faint) && sure(false, Lines::Clear));
        assert!(!sure(false, Lines::Faint));
    }

    #[test]
    fn cells_that_stay_in_pairs_are_parts_of_tiles_where_no_strong_lines_part_them() {
        let (picture, page) = (waves(180), RgbImage::from_pixel(300, 300, image::Rgb([225, 228, 235])));
        let sure = |tiles: [u32; 9], lines: Lines, size: Option<Size>| {
            let mut pixels = page.clone();
            lay(&mut pixels, &picture, &tiles, 60, [60, 60]);
            // The tile that is missing is half there, so that the other half may be the blank.
            let cell = (0..).zip(tiles).find(|&(_, tile)| tile == 8).map_or(0, |(cell, _)| cell);
            let half = imageops::crop_imm(&picture, 120, 120, 30, 60).to_image();
            imageops::replace(&mut pixels, &half, 60 + cell % 3 * 60, 60 + cell / 3 * 60);
            let screenshot = Screenshot::exact(pixels);
            let (references, hints) = ([picture.clone()], Hints { size, ..Hints::default() });
            let reader = Reader::new(&screenshot, &references, &hints, Effort::Labels);
            let halves = Size::new(6, 3).unwrap();
            reader.by_reference(&Grid::even(Rect::new(60, 60, 180, 180), halves, 0).unwrap(), lines).unwrap().is_sure()
        };
        let tiles = [1, 4, 2, 0, 8, 5, 3, 6, 7];
        assert!(!sure(tiles, Lines::Clear, None));
        assert!(sure(tiles, Lines::Strong, None) && sure(tiles, Lines::Clear, Size::new(6, 3).ok()));
    }

    #[test]
    fn cells_stray_where_they_grow_or_shrink_much_and_not_where_they_move() {
        let strays =
            |width: u32, height: u32| has_strayed(Rect::new(90, 110, width, height), Rect::new(100, 100, 400, 300));
        assert!(!strays(400, 300) && !strays(413, 291));
        assert!(strays(378, 300) && strays(400, 318));
    }
}
