//! Boards in another light than their reference, or tiles in one of their own.

use image::Pixel;

use super::*;

#[test]
fn tiles_that_the_game_tints_match() {
    let soft = |x: u32, y: u32, level: u8| 90 + (y / TILE * 4 + x / TILE) as u8 * 6 + level / 4;
    let picture = picture();
    let soft = RgbImage::from_fn(4 * TILE, 4 * TILE, |x, y| picture.get_pixel(x, y).map(|level| soft(x, y, level)));
    let (screen, grid) = board(&soft, 0, 0);
    for cells in [vec![8], vec![2, 8], vec![0, 3, 8, 14]] {
        let tinted = RgbImage::from_fn(screen.width(), screen.height(), |x, y| {
            let is_tinted = cells.contains(&((y / TILE * 4 + x / TILE) as usize));
            screen.get_pixel(x, y).map(|level| if is_tinted { level / 2 + 110 } else { level })
        });
        let (found, _) = match_reference(&tinted, &grid, &soft, None);
        assert_eq!((found.tiles, found.blank, found.strange), (TILES.to_vec(), 5, vec![]), "{cells:?}");
        assert!(found.confidence > 0.9, "{}", found.confidence);
    }
}

/// Changes the pixels of one cell, which may depend on where in it they are.
fn retouch(screen: &mut RgbImage, cell: Rect, change: impl Fn(u32, u32, f32) -> f32) {
    for (x, y) in (0..cell.height).flat_map(|y| (0..cell.width).map(move |x| (x, y))) {
        let pixel = screen.get_pixel_mut(cell.x + x, cell.y + y);
        *pixel = Rgb(pixel.0.map(|value| change(x, y, f32::from(value)).round() as u8));
    }
}

#[test]
fn a_tile_that_is_lit_is_a_tile_and_one_that_is_covered_is_not() {
    let lit = |_: u32, _: u32, value: f32| 0.4 * value + 0.6 * 255.0;
    let covered = |x: u32, _: u32, value: f32| if x < TILE / 4 { value } else { 250.0 };
    let strange = |change: &dyn Fn(u32, u32, f32) -> f32| -> Vec<usize> {
        let (mut screen, grid) = board(&picture(), 0, 0);
        retouch(&mut screen, grid.cells[9], change);
        let (found, _) = match_reference(&screen, &grid, &picture(), None);
        assert_eq!(found.tiles, TILES);
        found.strange
    };
    assert!(strange(&lit).is_empty());
    assert_eq!(strange(&covered), vec![9]);
}

#[test]
fn tiles_may_be_darkened_where_they_are_not_at_home() {
    let mut picture = picture();
    let plain = |x: u32, y: u32| Rgb([120 + (x / 12) as u8, 180 + (y / 8) as u8, 240]);
    replace(&mut picture, &RgbImage::from_fn(4 * TILE, TILE, plain), 0, 0);
    let (mut screen, grid) = board(&picture, 0, 0);
    for (cell, _) in TILES.iter().enumerate().filter(|&(cell, &tile)| tile != cell && tile != 15) {
        retouch(&mut screen, grid.cells[cell], |_, _, level| level * 0.45);
    }
    let (found, _) = match_reference(&screen, &grid, &picture, None);
    assert_eq!((found.tiles, found.blank), (TILES.to_vec(), 5));
    assert!(found.confidence > 0.5, "{}", found.confidence);
}

#[test]
fn a_shade_on_every_tile_leaves_no_doubt() {
    let (mut screen, grid) = board(&picture(), 0, 0);
    let shade = |x: u32, y: u32, value: f32| {
        let edge = x.min(y).min(TILE - 1 - x).min(TILE - 1 - y);
        value * (edge as f32 / 12.0).min(1.0)
    };
    grid.cells.iter().for_each(|&cell| retouch(&mut screen, cell, shade));
    let (found, _) = match_reference(&screen, &grid, &picture(), None);
    assert_eq!((found.tiles, found.strange), (TILES.to_vec(), vec![]));
    assert!(found.confidence > 0.9, "{}", found.confidence);
}

#[test]
fn a_light_blank_on_a_dark_picture_does_not_tell_the_light() {
    let dark = RgbImage::from_fn(4 * TILE, 4 * TILE, |x, y| {
        let (x, y) = (x as f32 / (4 * TILE) as f32, 1.0 - y as f32 / (4 * TILE) as f32);
        Rgb([(25.0, 130.0), (40.0, 120.0), (60.0, 140.0)].map(|(dark, more)| (dark + more * x * y * y) as u8))
    });
    let (mut screen, grid) = board(&dark, 0, 0);
    retouch(&mut screen, grid.cells[5], |_, _, _| 235.0);
    assert_is_read(&screen, &grid, &dark);
}

#[test]
fn a_shaded_blank_is_no_tile_of_like_shade_where_all_others_are_shown_as_they_are() {
    let mut picture = picture();
    let shade = |level: f32| {
        RgbImage::from_fn(TILE, TILE, |_, y| Rgb([(level + 0.8 * y as f32) as u8, (level + 0.5 * y as f32) as u8, 90]))
    };
    replace(&mut picture, &shade(120.0), (2 * TILE).into(), TILE.into());
    let (mut screen, grid) = board(&picture, 0, 0);
    let blank = grid.cells[5];
    replace(&mut screen, &shade(20.0), blank.x.into(), blank.y.into());
    assert_is_read(&screen, &grid, &picture);
}

#[test]
fn plain_tiles_under_uneven_light_are_told_apart_by_what_moves_can_make() {
    let mut picture = picture();
    let mut plain = |tile: u32, level: u8| {
        let piece = RgbImage::from_fn(TILE, TILE, |x, y| Rgb([level + ((x / 6 + y / 6) % 2) as u8; 3]));
        replace(&mut picture, &piece, (tile % 4 * TILE).into(), (tile / 4 * TILE).into());
    };
    plain(9, 44);
    plain(10, 60);
    let (mut screen, grid) = board(&picture, 0, 0);
    for (_, y, pixel) in screen.enumerate_pixels_mut() {
        let light = if y < TILE { 1.6 } else { 1.0 };
        pixel.0.iter_mut().for_each(|level| *level = (f32::from(*level) * light).min(255.0) as u8);
    }
    let (found, _) = match_reference(&screen, &grid, &picture, None);
    assert_eq!((found.tiles, found.blank), (TILES.to_vec(), 5), "the upper one is the darker one");
}

/// The board on a screen that reflects a lamp, most where it is so much to the right and down, of 1.
fn reflecting(screen: &RgbImage, right: f32, down: f32) -> RgbImage {
    let (width, height) = (screen.width() as f32, screen.height() as f32);
    RgbImage::from_fn(screen.width(), screen.height(), |x, y| {
        let far = (x as f32 / width - right).powi(2) + (y as f32 / height - down).powi(2);
        let lamp = 0.2 * (-far / 0.4).exp();
        Rgb(screen.get_pixel(x, y).0.map(|level| {
            let seen = (f32::from(level) / 255.0).powf(2.2) + lamp;
            (255.0 * seen.powf(1.0 / 2.2)).min(255.0) as u8
        }))
    })
}

#[test]
fn a_reflection_leaves_no_doubt_of_the_tiles_under_it() {
    let mut dark = picture();
    dark.pixels_mut().for_each(|pixel| pixel.0 = pixel.0.map(|level| level / 2));
    let (screen, grid) = board(&dark, 4, 0);
    for (right, down) in [(0.1, 0.2), (0.8, 0.1), (0.5, 0.9)] {
        assert_is_read(&reflecting(&screen, right, down), &grid, &dark);
    }
}
