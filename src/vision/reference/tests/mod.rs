mod light;

use image::imageops::{crop_imm, replace};
use image::{Rgb, RgbImage};

use super::*;
use crate::puzzle::Size;
use crate::rect::Rect;

const TILE: u32 = 60;
/// Where the tiles of a 4x4 board are, for each cell; the blank, whose home is the last cell, is in cell 5.
const TILES: [usize; 16] = [0, 6, 9, 3, 12, 15, 2, 8, 1, 10, 14, 5, 7, 11, 4, 13];

/// A picture with detail everywhere, of four tiles a side.
fn picture() -> RgbImage {
    RgbImage::from_fn(4 * TILE, 4 * TILE, |x, y| {
        let (x, y) = (f64::from(x), f64::from(y));
        let level = |a: f64, b: f64| {
            (128.0 + 70.0 * (x / a + (y / b).sin() * 3.0).sin() + 40.0 * (y / a - x / 31.0).sin()) as u8
        };
        Rgb([level(7.0, 40.0), level(11.0, 23.0), level(17.0, 29.0)])
    })
}

/// The picture as a board whose tiles lie `gutter` apart, less the outer `hidden` pixels of each tile.
fn board(picture: &RgbImage, gutter: u32, hidden: u32) -> (RgbImage, Grid) {
    let side = TILE - 2 * hidden;
    let pitch = side + gutter;
    let size = Size::new(4, 4).unwrap();
    let mut screen = RgbImage::from_pixel(4 * pitch, 4 * pitch, Rgb([30, 30, 36]));
    let at = |cell: usize, pitch: u32| (size.column(cell) as u32 * pitch, size.row(cell) as u32 * pitch);
    for (cell, &tile) in TILES.iter().enumerate().filter(|(_, tile)| **tile != 15) {
        let ((x, y), (left, top)) = (at(tile, TILE), at(cell, pitch));
        let piece = crop_imm(picture, x + hidden, y + hidden, side, side).to_image();
        replace(&mut screen, &piece, (left + gutter / 2).into(), (top + gutter / 2).into());
    }
    let grid = Grid::even(Rect::new(0, 0, 4 * pitch, 4 * pitch), size, gutter).unwrap();
    (screen, grid)
}

fn assert_is_read(screen: &RgbImage, grid: &Grid, reference: &RgbImage) {
    let (found, _) = match_reference(screen, grid, reference, None);
    assert_eq!((found.tiles, found.blank), (TILES.to_vec(), 5));
    assert!(found.confidence > 0.5, "{}", found.confidence);
    assert!(found.fit > 0.9, "{}", found.fit);
}

#[test]
fn references_that_lack_their_edges_or_have_more_of_them_match() {
    let (screen, grid) = board(&picture(), 0, 0);
    let less = crop_imm(&picture(), 7, 7, 4 * TILE - 14, 4 * TILE - 14).to_image();
    let mut more = RgbImage::from_pixel(4 * TILE + 14, 4 * TILE + 14, Rgb([90, 60, 20]));
    replace(&mut more, &picture(), 7, 7);
    for reference in [picture(), less, more] {
        assert_is_read(&screen, &grid, &reference);
    }
}

#[test]
fn gutters_may_part_the_picture_or_hide_it() {
    for hidden in [0, 5] {
        let (screen, grid) = board(&picture(), 10, hidden);
        assert_is_read(&screen, &grid, &picture());
    }
}

#[test]
fn a_board_may_show_only_the_upper_part_of_a_higher_reference() {
    let (screen, grid) = board(&picture(), 0, 0);
    let (beside, below) = (picture(), image::imageops::rotate180(&picture()));
    let mut reference = RgbImage::new(4 * TILE, 4 * TILE + TILE);
    replace(&mut reference, &beside, 0, 0);
    replace(&mut reference, &below, 0, (4 * TILE).into());
    assert_is_read(&screen, &grid, &reference);
}

#[test]
fn tiles_that_lie_apart_may_step_through_a_picture_as_large_as_the_board_by_their_own_size() {
    let gutter = 10;
    let (screen, grid) = board(&picture(), gutter, 0);
    let whole = 4 * (TILE + gutter);
    let mut reference = image::imageops::resize(&picture(), whole, whole, image::imageops::FilterType::Triangle);
    replace(&mut reference, &picture(), 0, 0);
    assert_is_read(&screen, &grid, &reference);
}

#[test]
fn the_blank_belongs_where_a_solved_board_shows_it() {
    for (gutter, bare) in [(0, Rgb([250; 3])), (6, Rgb([30, 30, 36]))] {
        let (mut screen, grid) = board(&picture(), gutter, 0);
        let Rect { x, y, width, height } = grid.cells[5];
        replace(&mut screen, &RgbImage::from_pixel(width, height, bare), x.into(), y.into());
        for home in [15, 12] {
            let mut solved = RgbImage::from_pixel(screen.width(), screen.height(), Rgb([30, 30, 36]));
            let tile = |cell: usize| TILES.iter().position(|&tile| tile == cell).map(|at| grid.cells[at]);
            let moved = TILES.iter().position(|&tile| tile == home).unwrap();
            for (cell, place) in grid.cells.iter().enumerate() {
                let from = if cell == home { Some(grid.cells[5]) } else { tile(if cell == 15 { home } else { cell }) };
                let Rect { x, y, width, height } = from.unwrap();
                replace(
                    &mut solved,
                    &crop_imm(&screen, x, y, width, height).to_image(),
                    place.x.into(),
                    place.y.into(),
                );
            }
            let mut wanted = TILES.to_vec();
            (wanted[5], wanted[moved]) = (home, 15);
            let (found, _) = match_reference(&screen, &grid, &solved, None);
            assert_eq!((found.tiles, found.blank, found.is_whole), (wanted, 5, false), "{home} {gutter}");
            assert!(found.confidence > 0.5, "{}", found.confidence);
        }
    }
}

#[test]
fn the_blank_belongs_where_a_solved_board_shows_it_though_a_tile_differs_in_a_spot() {
    let (mut screen, grid) = board(&picture(), 0, 0);
    let mut solved = picture();
    replace(&mut solved, &RgbImage::from_pixel(TILE, TILE, Rgb([30, 30, 36])), (3 * TILE).into(), (3 * TILE).into());
    replace(&mut screen, &RgbImage::from_pixel(8, 8, Rgb([250; 3])), i64::from(3 * TILE) + 26, 26);
    assert_is_read(&screen, &grid, &solved);
}

#[test]
fn the_blank_does_not_belong_where_a_plain_piece_does_that_it_does_not_look_like() {
    let mut picture = picture();
    let plain = RgbImage::from_pixel(TILE, TILE, Rgb([226, 88, 62]));
    let last =
        RgbImage::from_fn(TILE, TILE, |x, y| if x + y < TILE { Rgb([226, 88, 62]) } else { Rgb([205, 110, 62]) });
    replace(&mut picture, &plain, (2 * TILE).into(), TILE.into());
    replace(&mut picture, &last, (3 * TILE).into(), (3 * TILE).into());
    let (screen, grid) = board(&picture, 8, 0);
    assert_is_read(&screen, &grid, &picture);
}

#[test]
fn the_blank_does_not_belong_where_a_plain_piece_does_that_stands_elsewhere() {
    let mut picture = picture();
    picture.pixels_mut().for_each(|pixel| pixel.0 = pixel.0.map(|level| 120 + level / 4));
    let plain = RgbImage::from_pixel(TILE, TILE, Rgb([236, 162, 126]));
    let last = RgbImage::from_fn(TILE, TILE, |x, y| Rgb([130 + (x / 3) as u8, 122 + (y / 3) as u8, 140]));
    replace(&mut picture, &plain, (2 * TILE).into(), TILE.into());
    replace(&mut picture, &last, (3 * TILE).into(), (3 * TILE).into());
    let (mut screen, grid) = board(&picture, 8, 0);
    let Rect { x, y, width, height } = grid.cells[5];
    replace(&mut screen, &RgbImage::from_pixel(width, height, Rgb([255; 3])), x.into(), y.into());
    assert_is_read(&screen, &grid, &picture);
}

#[test]
fn a_piece_that_is_framed_or_wears_a_badge_is_seen_to_be_no_blank() {
    let (mut framed, grid) = board(&picture(), 4, 0);
    let Rect { x, y, width, height } = grid.cells[5];
    let piece = crop_imm(&picture(), 3 * TILE, 3 * TILE, width - 3, height - 3).to_image();
    let paint = |screen: &mut RgbImage, at: u32, width: u32, height: u32| {
        let red = RgbImage::from_pixel(width, height, Rgb([250, 20, 20]));
        replace(screen, &red, (x + at).into(), (y + at).into());
    };
    let mut badged = framed.clone();
    replace(&mut badged, &piece, x.into(), y.into());
    paint(&mut badged, 15, 15, 10);
    paint(&mut framed, 0, width, height);
    replace(&mut framed, &piece, (x + 3).into(), (y + 3).into());
    let (bare, _) = board(&picture(), 4, 0);
    for (screen, is_whole) in [(framed, true), (badged, true), (bare, false)] {
        let (found, _) = match_reference(&screen, &grid, &picture(), None);
        assert_eq!((found.tiles, found.blank, found.is_whole), (TILES.to_vec(), 5, is_whole));
    }
}

#[test]
fn the_blank_belongs_in_the_last_cell_though_the_tile_beside_it_looks_the_same() {
    let beside = (2 * TILE, 3 * TILE);
    let mut picture = picture();
    replace(&mut picture, &RgbImage::from_pixel(2 * TILE, TILE, Rgb([40, 70, 90])), beside.0.into(), beside.1.into());
    let (screen, grid) = board(&picture, 4, 0);
    let mut reference = image::imageops::blur(&picture, 1.0);
    replace(&mut reference, &RgbImage::from_pixel(TILE, TILE, Rgb([42, 71, 90])), beside.0.into(), beside.1.into());
    assert_is_read(&screen, &grid, &reference);
}

#[test]
fn the_blank_belongs_where_no_tile_is_seen_to_belong() {
    let (mut picture, flat) = (picture(), Rgb([90, 180, 190]));
    replace(&mut picture, &RgbImage::from_pixel(TILE, TILE, flat), (3 * TILE).into(), (3 * TILE).into());
    let striped = RgbImage::from_fn(TILE, TILE, |x, y| if (x + 3 * y) % 40 < 12 { Rgb([98, 190, 199]) } else { flat });
    replace(&mut picture, &striped, (2 * TILE).into(), (2 * TILE).into());
    let (mut screen, grid) = board(&picture, 0, 0);
    // The blank's home is that of the striped tile, and the last tile, which is plain, where that would be.
    let at = (TILE, 2 * TILE);
    replace(&mut screen, &RgbImage::from_pixel(TILE, TILE, flat), at.0.into(), at.1.into());
    // Its other tiles are a little unlike those of the reference.
    for (x, y, pixel) in screen.enumerate_pixels_mut().filter(|(_, _, pixel)| **pixel != flat) {
        let unlike = ((x / 5 * 7919 + y / 5 * 104_729).wrapping_mul(2_654_435_761) >> 27) as u8;
        pixel.0.iter_mut().for_each(|level| *level = level.saturating_add(unlike));
    }
    let (found, _) = match_reference(&screen, &grid, &picture, None);
    let mut wanted = TILES;
    (wanted[5], wanted[9]) = (10, 15);
    assert_eq!((found.tiles, found.blank), (wanted.to_vec(), 5));
}

#[test]
fn a_tile_of_which_a_corner_is_covered_is_not_taken_for_the_blank() {
    let mut picture = picture();
    for (x, y) in (0..TILE).flat_map(|y| (0..TILE).map(move |x| (x + 2 * TILE, y))) {
        picture.get_pixel_mut(x, y).0.iter_mut().for_each(|level| *level = (45 + u32::from(*level) * 13 / 20) as u8);
    }
    let (mut screen, grid) = board(&picture, 0, 0);
    replace(&mut screen, &RgbImage::from_pixel(TILE, TILE, Rgb([128; 3])), TILE.into(), TILE.into());
    replace(&mut screen, &RgbImage::from_pixel(25, 27, Rgb([255; 3])), (3 * TILE - 25).into(), TILE.into());
    let (found, _) = match_reference(&screen, &grid, &picture, None);
    assert_eq!((found.tiles, found.blank), (TILES.to_vec(), 5));
    assert!(found.confidence < 0.5 || !found.strange.is_empty());
}

#[test]
fn a_solved_board_is_believed_under_its_own_grid_only() {
    let picture = picture();
    let (side, tile) = (4 * TILE, 4 * TILE / 6);
    for exchanged in [false, true] {
        let mut screen = picture.clone();
        let last = i64::from(5 * tile);
        replace(&mut screen, &RgbImage::from_pixel(tile, tile, Rgb([20; 3])), last, last);
        if exchanged {
            let above = crop_imm(&picture, 5 * tile, 4 * tile, tile, tile).to_image();
            replace(&mut screen, &RgbImage::from_pixel(tile, tile, Rgb([20; 3])), last, last - i64::from(tile));
            replace(&mut screen, &above, last, last);
        }
        for count in [2, 3, 4, 5, 6, 8, 12] {
            let grid = Grid::even(Rect::new(0, 0, side, side), Size::new(count, count).unwrap(), 0).unwrap();
            let (found, _) = match_reference(&screen, &grid, &picture, None);
            let is_believed = found.confidence >= 0.5 && found.strange.is_empty() && !found.is_cut_across;
            assert_eq!(is_believed, count == 6, "{count} a side: {} {:?}", found.confidence, found.strange);
        }
    }
}

#[test]
fn a_cell_over_the_blank_and_a_tile_that_is_home_is_no_cell_of_the_board() {
    let picture = picture();
    let at = |cell: u32| (cell % 4 * TILE, cell / 4 * TILE);
    let mut screen = picture.clone();
    replace(&mut screen, &RgbImage::from_pixel(TILE, TILE, Rgb([204; 3])), at(5).0.into(), at(5).1.into());
    for (cell, tile) in [(6, 5), (7, 6), (11, 7), (15, 11)] {
        let (left, top) = at(tile);
        let piece = crop_imm(&picture, left, top, TILE, TILE).to_image();
        replace(&mut screen, &piece, at(cell).0.into(), at(cell).1.into());
    }
    let is_cut_across = |rows: usize| {
        let grid = Grid::even(Rect::new(0, 0, 4 * TILE, 4 * TILE), Size::new(4, rows).unwrap(), 0).unwrap();
        match_reference(&screen, &grid, &picture, None).0.is_cut_across
    };
    assert!(is_cut_across(2) && !is_cut_across(4));
}

#[test]
fn a_grid_a_little_off_is_moved_to_where_the_tiles_are() {
    let (board, grid) = board(&picture(), 6, 0);
    let mut screen = RgbImage::from_pixel(board.width() + 40, board.height() + 40, Rgb([70, 90, 60]));
    replace(&mut screen, &board, 20, 20);
    let side = board.width();
    for (x, y, width, height) in [(20, 20, side, side), (16, 21, side + 9, side - 4), (24, 17, side - 3, side + 8)] {
        let off = Grid::even(Rect::new(x, y, width, height), grid.size, 6).unwrap();
        let (found, place) = match_reference(&screen, &off, &picture(), None);
        assert_eq!((found.tiles, found.blank), (TILES.to_vec(), 5));
        let is_near = |(is, was): (&Rect, &Rect)| {
            is.x.abs_diff(was.x + 20) <= 2
                && is.right().abs_diff(was.right() + 20) <= 2
                && is.y.abs_diff(was.y + 20) <= 2
        };
        let places = || place.grid.cells.iter().zip(&grid.cells);
        assert!(places().all(is_near), "{:?} and {:?}", place.grid.cells[0], place.grid.cells[15]);
        assert!((place.shown - 1.0).abs() < 0.04, "{}", place.shown);
    }
}

#[test]
fn a_board_that_cannot_be_solved_is_read_as_it_is() {
    let (mut screen, grid) = board(&picture(), 4, 0);
    let [one, other] = [0, 7].map(|cell: usize| grid.cells[cell]);
    let pieces = [one, other].map(|cell| crop_imm(&screen, cell.x, cell.y, cell.width, cell.height).to_image());
    replace(&mut screen, &pieces[1], one.x.into(), one.y.into());
    replace(&mut screen, &pieces[0], other.x.into(), other.y.into());
    let (found, _) = match_reference(&screen, &grid, &picture(), None);
    let mut tiles = TILES;
    tiles.swap(0, 7);
    assert_eq!((found.tiles, found.blank), (tiles.to_vec(), 5));
    assert!(found.confidence > 0.5, "{}", found.confidence);
}

#[test]
fn the_home_of_the_blank_is_in_doubt_where_other_tiles_look_like_the_one_it_hides() {
    let mut picture = picture();
    replace(&mut picture, &RgbImage::from_pixel(4 * TILE, TILE + 15, Rgb([90, 140, 200])), 0, 0);
    let (mut screen, grid) = board(&picture, 4, 0);
    let (tile, blank) = (grid.cells[TILES.iter().position(|&tile| tile == 0).unwrap()], grid.cells[5]);
    let last = crop_imm(&picture, 3 * TILE, 3 * TILE, TILE, TILE).to_image();
    replace(&mut screen, &last, tile.x.into(), tile.y.into());
    assert_eq!((tile.width, blank.width), (TILE, TILE));
    let sureness = |home: Option<usize>| match_reference(&screen, &grid, &picture, home).0.confidence;
    assert!(sureness(None) < 0.5 && sureness(Some(0)) > 0.5, "{} {}", sureness(None), sureness(Some(0)));
}

#[test]
fn a_board_says_how_far_it_stretches_its_picture() {
    let (screen, grid) = board(&picture(), 0, 0);
    for (width, stretched) in [(4 * TILE, 1.0), (6 * TILE, 1.5), (2 * TILE, 2.0)] {
        let reference = image::imageops::resize(&picture(), width, 4 * TILE, image::imageops::FilterType::Triangle);
        let (found, place) = match_reference(&screen, &grid, &reference, None);
        assert_eq!(found.tiles, TILES);
        assert!((place.stretched - stretched).abs() < 0.05, "{}", place.stretched);
    }
}

#[test]
fn at_a_glance_a_board_fits_its_own_picture_in_any_light_and_size_and_not_others() {
    let (mut screen, grid) = board(&picture(), 0, 0);
    screen.pixels_mut().for_each(|pixel| pixel.0 = pixel.0.map(|level| level / 2 + 20));
    let small = image::imageops::thumbnail(&picture(), 90, 90);
    let other = image::imageops::rotate90(&picture());
    let fits = [&picture(), &small, &other].map(|reference| fit_at_a_glance(&screen, &grid, reference));
    assert!(fits[0] > 0.9 && fits[1] > 0.8 && fits[2] < 0.45, "{fits:?}");
}

#[test]
fn two_sure_matches_that_differ_are_doubted_unless_by_tiles_that_look_the_same() {
    let matched = |tiles: [usize; 4], confidence: f32, identical: &[&[usize]]| Match {
        tiles: tiles.to_vec(),
        blank: 3,
        margins: vec![confidence; 4],
        runners_up: tiles.to_vec(),
        identical: identical.iter().map(|group| group.to_vec()).collect(),
        fit: 0.9,
        strange: Vec::new(),
        is_cut_across: false,
        is_home_open: false,
        is_whole: false,
        shows_home: false,
        confidence,
    };
    let either = |absolute: [usize; 4], confidence: f32, identical: &[&[usize]]| {
        let squared = matched([0, 1, 2, 3], 0.9, &[]);
        Match::by_either(squared, matched(absolute, confidence, identical)).confidence
    };
    assert_eq!(either([0, 1, 2, 3], 0.7, &[]), 0.9);
    assert_eq!(either([0, 1, 3, 2], 0.7, &[]), DOUBTED);
    assert_eq!(either([1, 0, 2, 3], 0.7, &[&[0, 1]]), 0.9);
    assert_eq!(either([0, 1, 3, 2], 0.5, &[]), 0.9, "the other is not sure");
}
