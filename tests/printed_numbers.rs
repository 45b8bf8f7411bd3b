//! Numbers printed on pieces that do not fit together, and what only somebody who knows the game can tell of them.

use image::{Rgb, RgbImage};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;
use snapslide::assist::{artwork, expected, names, to_puzzle};
use snapslide::puzzle::{Board, Order, Puzzle, Random, Size};
use snapslide::render::scene::{Drawn, Face, Ground, Lettering, Page, Place, Scene, Tiles};
use snapslide::vision::{Hints, Reading, Refusal, Screenshot, look_further, printed_numbers, recognise};

/// A picture of fine ripples between two levels: what two pieces show beside one another tells nothing.
fn ripples(side: u32, (least, most): (u8, u8)) -> RgbImage {
    let level = |x: f32, y: f32, turn: f32| {
        let wave = (0.9 * x + 4.0 * (0.31 * y + turn).sin()).sin() + (1.1 * y + 5.0 * (0.23 * x - turn).sin()).sin();
        f32::from(least) + (wave + 2.0) / 4.0 * f32::from(most - least)
    };
    RgbImage::from_fn(side, side, |x, y| Rgb([0.0, 1.0, 2.0].map(|turn| level(x as f32, y as f32, turn) as u8)))
}

/// A shuffled board whose pieces of such a picture bear numbers.
fn board(count: usize, tile: u32, levels: (u8, u8), lettering: Lettering) -> Scene {
    let size = Size::new(count, count).unwrap();
    let tiles = Board::new(size, (0..size.cells() as u16).collect()).unwrap();
    let goal = Order::Rows.goal(&tiles, Some(size.cells() - 1)).unwrap();
    let tiles = Tiles::of(&Puzzle::shuffled(goal, &mut Random::new(7)));
    let ground = Ground::Picture(ripples(count as u32 * tile, levels));
    let mut scene = Scene::new(tiles, Face { ground, lettering: Some(lettering) });
    (scene.look.tile, scene.look.gutter) = ((tile, tile), 6);
    scene.fit(20);
    scene
}

fn assert_is_read(scene: &Scene) {
    let drawn = scene.draw().unwrap();
    let screenshot = Screenshot::exact(drawn.screenshot.clone());
    let found = recognise(&screenshot, &[], &Hints::default()).unwrap().reading;
    let truth = expected(scene, &drawn);
    assert_eq!((found.tiles, found.blank), (truth.tiles, truth.blank));
}

const WHITE: Lettering =
    Lettering { font: None, height: 0.07, place: Place::TopLeft, ink: [0xff; 3], halo: None, plate: Some([0x14; 3]) };

#[test]
fn small_numbers_in_a_corner_of_large_pieces_are_read() {
    for place in [Place::TopLeft, Place::BottomRight] {
        assert_is_read(&board(3, 220, (40, 230), Lettering { place, ..WHITE }));
    }
}

#[test]
fn black_numbers_on_dark_pieces_are_read() {
    let black = Lettering { height: 0.5, place: Place::Middle, ink: [0; 3], plate: None, ..WHITE };
    assert_is_read(&board(4, 90, (20, 75), black));
}

/// A board of plain tiles of 90 pixels with these numbers, by goal cell.
fn plain(goal_cells: Vec<usize>, blank: usize, numbers: Vec<u16>) -> Scene {
    let side = goal_cells.len().isqrt();
    let size = Size::new(side, side).unwrap();
    let lettering = Lettering { height: 0.5, place: Place::Middle, ink: [20; 3], plate: None, ..WHITE };
    let face = Face { ground: Ground::Flat([225, 220, 205]), lettering: Some(lettering) };
    let mut scene = Scene::new(Tiles { size, goal_cells, blank, numbers }, face);
    (scene.look.tile, scene.look.gutter) = ((90, 90), 6);
    scene.fit(20);
    scene
}

#[test]
fn numbers_in_order_with_a_sign_after_the_last_are_a_list() {
    let scene = plain((0..9).collect(), 8, (1..9).chain([0]).collect());
    let Drawn { screenshot: mut pixels, cells, .. } = scene.draw().unwrap();
    let read = |pixels: &RgbImage| {
        let screenshot = Screenshot::exact(pixels.clone());
        recognise(&screenshot, &[], &Hints::default()).map(|found| found.reading.solved)
    };
    assert_eq!(read(&pixels), Ok(true));
    let middle = |start: u32, length: u32| start + length / 2;
    let (x, y) = (middle(cells[8].x, cells[8].width), middle(cells[8].y, cells[8].height));
    for (width, height) in [(8, 50), (50, 8)] {
        let bar = Rect::at((x - width / 2) as i32, (y - height / 2) as i32).of_size(width, height);
        draw_filled_rect_mut(&mut pixels, bar, Rgb([240; 3]));
    }
    assert!(matches!(read(&pixels), Err(Refusal::Doubtful(_))));
}

#[test]
fn where_the_blank_belongs_is_asked_where_numbers_are_in_order_around_it() {
    let read = |blank: usize, blank_home: Option<usize>| {
        let homes: Vec<usize> = (0..blank).chain([15]).chain(blank..15).collect();
        let drawn = plain(homes, blank, (1..16).chain([0]).collect()).draw().unwrap();
        let hints = Hints { blank_home, ..Hints::default() };
        recognise(&Screenshot::exact(drawn.screenshot), &[], &hints).map(|found| found.reading.solved)
    };
    assert_eq!(read(12, None), Ok(false), "it was moved along the last row");
    assert!(matches!(read(6, None), Err(Refusal::HomeOpen(_))), "{:?}", read(6, None));
    assert_eq!(read(6, Some(6)), Ok(true), "it belongs there");
}

#[test]
fn a_number_in_the_middle_that_is_on_no_tile_is_asked_about() {
    let scene = plain(vec![1, 8, 3, 6, 2, 5, 0, 4, 7], 7, vec![1, 2, 3, 4, 0, 6, 7, 8, 9]);
    let drawn = scene.draw().unwrap();
    let screenshot = Screenshot::exact(drawn.screenshot.clone());
    let read = |blank_home: Option<usize>| recognise(&screenshot, &[], &Hints { blank_home, ..Hints::default() });
    let refused = read(None).unwrap_err();
    assert!(matches!(refused, Refusal::HomeOpen(_)), "{refused}");
    assert_eq!(refused.to_string(), "the numbers do not surely tell where the blank belongs");
    let told = read(Some(4)).unwrap().reading;
    assert_eq!(told.tiles, scene.tiles.goal_cells);
    assert_called_as_printed(&told, &scene);
}

#[test]
fn where_the_blank_belongs_is_asked_where_moves_bring_numbers_home_only_with_it_first() {
    let homes = vec![5, 1, 14, 11, 4, 13, 8, 3, 12, 9, 0, 7, 6, 10, 2, 15];
    let drawn = plain(homes.clone(), 10, (0..16).collect()).draw().unwrap();
    let screenshot = Screenshot::exact(drawn.screenshot);
    let read = |blank_home: Option<usize>| recognise(&screenshot, &[], &Hints { blank_home, ..Hints::default() });
    let refused = read(None).unwrap_err();
    assert!(matches!(refused, Refusal::HomeOpen(_)), "{refused}");
    assert!(refused.to_string().contains("only with it first"), "{refused}");
    assert_eq!(read(Some(0)).unwrap().reading.tiles, homes);
    let told = read(Some(15)).unwrap().reading;
    assert!(!told.is_legal() && to_puzzle(&told).is_err(), "the deal cannot be solved");
}

#[test]
fn the_order_is_asked_where_moves_cannot_make_rows_unless_two_have_just_changed_places() {
    let homes = vec![4, 5, 0, 1, 7, 6, 2, 3, 8];
    let read = |homes: &[usize], hints: &Hints| {
        let drawn = plain(homes.to_vec(), 8, (1..10).collect()).draw().unwrap();
        recognise(&Screenshot::exact(drawn.screenshot), &[], hints)
    };
    let refused = read(&homes, &Hints::default()).unwrap_err();
    assert!(matches!(refused, Refusal::HomeOpen(_)), "{refused}");
    assert_eq!(refused.to_string(), "moves cannot put these numbers in order, row by row");
    let spiral = Hints { goal: "spiral".parse().unwrap(), ..Hints::default() };
    let found = read(&homes, &spiral).unwrap().reading;
    assert!(found.is_legal() && found.tiles == [8, 7, 0, 1, 3, 6, 2, 5, 4], "{:?}", found.tiles);
    for (homes, blank_home) in [(homes, Some(8)), (vec![0, 1, 2, 3, 4, 5, 7, 6, 8], None)] {
        let told = read(&homes, &Hints { blank_home, ..Hints::default() }).unwrap().reading;
        assert!(told.tiles == homes && to_puzzle(&told).is_err(), "it cannot be solved");
    }
}

/// That tiles are called by the numbers printed on them, in the pictures of the solution, too.
fn assert_called_as_printed(reading: &Reading, scene: &Scene) {
    let printed = |(cell, &tile): (usize, &usize)| (cell != scene.tiles.blank).then_some(scene.tiles.numbers[tile]);
    let printed: Vec<Option<u16>> = scene.tiles.goal_cells.iter().enumerate().map(printed).collect();
    assert_eq!(names(reading).unwrap(), printed);
    let artwork = artwork(reading, &to_puzzle(reading).unwrap(), None).unwrap();
    let is_called = |(cell, &name): (usize, &Option<u16>)| name.is_none_or(|name| artwork.number(cell) == Some(name));
    assert!(printed.iter().enumerate().all(is_called));
}

#[test]
fn tiles_counted_from_nought_are_called_as_the_screen_shows_them() {
    let scene = plain(vec![1, 8, 3, 6, 2, 5, 0, 4, 7], 1, (0..9).collect());
    let screenshot = Screenshot::exact(scene.draw().unwrap().screenshot);
    let found = recognise(&screenshot, &[], &Hints::default()).unwrap().reading;
    assert_eq!(found.tiles, scene.tiles.goal_cells);
    assert_called_as_printed(&found, &scene);
}

#[test]
fn the_goal_beside_the_board_is_not_the_board_and_tells_where_the_blank_belongs() {
    let numbers: Vec<u16> = (0..9).collect();
    let tiles = vec![3, 1, 4, 8, 0, 5, 6, 7, 2];
    let shown =
        |goal_cells: Vec<usize>, blank: usize| plain(goal_cells, blank, numbers.clone()).draw().unwrap().screenshot;
    let (board, goal) = (shown(tiles.clone(), 4), shown((0..9).collect(), 0));
    let mut pixels = RgbImage::from_pixel(board.width(), 2 * board.height(), *board.get_pixel(0, 0));
    for order in [[&board, &goal], [&goal, &board]] {
        for (part, y) in order.into_iter().zip([0, board.height()]) {
            image::imageops::replace(&mut pixels, part, 0, y.into());
        }
        let screenshot = Screenshot::exact(pixels.clone());
        let found = recognise(&screenshot, &[], &Hints::default()).unwrap();
        assert_eq!((found.reading.tiles, found.reading.blank), (tiles.clone(), 4));
        assert!(found.other.is_some());
    }
}

#[test]
fn tiles_of_a_picture_are_called_by_the_numbers_on_them() {
    let mut scene = board(3, 220, (40, 230), Lettering { place: Place::Middle, ..WHITE });
    let mut printed = |numbers: Option<Vec<u16>>| {
        scene.face.lettering = scene.face.lettering.take().filter(|_| numbers.is_some());
        scene.tiles.numbers = numbers.unwrap_or_else(|| (0..9).collect());
        let drawn = scene.draw().unwrap();
        let mut reading = expected(&scene, &drawn);
        let screenshot = Screenshot::exact(drawn.screenshot);
        reading.numbers = printed_numbers(&screenshot, &reading);
        let artwork = artwork(&reading, &to_puzzle(&reading).unwrap(), Some(&screenshot)).unwrap();
        assert_eq!(artwork.hides_numbers(), reading.numbers.is_none(), "what they are needs to be explained or not");
        reading.numbers
    };
    let from_nought: Vec<u16> = (0..9).collect();
    assert_eq!(printed(Some(from_nought.clone())), Some(from_nought));
    assert_eq!(printed(Some((1..10).collect())), None, "as they are called anyhow");
    assert_eq!(printed(Some((11..20).collect())), None, "no way of counting");
    assert_eq!(printed(None), None, "there are none");
}

#[test]
fn the_goal_tells_where_the_blank_belongs_also_beside_what_the_game_began_with() {
    let tiles = vec![5, 8, 6, 2, 4, 3, 1, 7, 0];
    let shown =
        |goal_cells: Vec<usize>| plain(goal_cells, 4, vec![1, 2, 3, 4, 0, 5, 6, 7, 8]).draw().unwrap().screenshot;
    let (board, goal) = (shown(tiles.clone()), shown((0..9).collect()));
    let side = board.width();
    let small = |picture: &RgbImage| {
        image::imageops::resize(picture, side * 3 / 5, side * 3 / 5, image::imageops::FilterType::Triangle)
    };
    let mut pixels = RgbImage::from_pixel(2 * side, 2 * side, *board.get_pixel(0, 0));
    image::imageops::replace(&mut pixels, &small(&goal), side.into(), 0);
    for is_begun in [false, true] {
        if is_begun {
            image::imageops::replace(&mut pixels, &small(&board), 0, 0);
        }
        image::imageops::replace(&mut pixels, &board, i64::from(side) / 2, side.into());
        let screenshot = Screenshot::exact(pixels.clone());
        let found = recognise(&screenshot, &[], &Hints::default()).unwrap();
        assert_eq!((found.reading.tiles, found.reading.blank), (tiles.clone(), 4));
        let (_, other) = found.other.unwrap();
        assert!(other.x >= side && other.bottom() <= side, "{other:?}");
    }
}

/// A shuffled board of plain tiles whose numbers are as high as a share of them.
fn shuffled(count: usize, (width, height): (u32, u32), gutter: u32, share: f32) -> Scene {
    let lettering = Lettering { height: share, place: Place::Middle, ink: [20; 3], plate: None, ..WHITE };
    let mut scene = board(count, width, (0, 255), lettering);
    scene.tiles.numbers = (1..=(count * count) as u16).collect();
    scene.face.ground = Ground::Flat([224; 3]);
    (scene.look.tile, scene.look.gutter, scene.look.bed) = ((width, height), gutter, Some([245; 3]));
    scene.fit(20);
    scene
}

#[test]
fn small_numbers_in_the_middle_of_wide_tiles_are_read() {
    for share in [0.1, 0.14] {
        let mut scene = shuffled(3, (443, 102), 10, share);
        (scene.face.ground, scene.screen.page) = (Ground::Flat([255; 3]), Page::Plain([255; 3]));
        (scene.look.bed, scene.look.outline) = (Some([255; 3]), Some((1, [0; 3])));
        assert_is_read(&scene);
    }
}

#[test]
fn a_blank_that_shows_its_own_number_is_read() {
    let scene = plain(vec![3, 8, 1, 6, 2, 5, 0, 7, 4], 1, (1..9).chain([0]).collect());
    let drawn = scene.draw().unwrap();
    let mut pixels = drawn.screenshot.clone();
    let other = plain(vec![3, 7, 1, 6, 2, 5, 0, 8, 4], 7, (1..8).chain([9, 0]).collect()).draw().unwrap().screenshot;
    let cell = drawn.cells[1];
    let read = |pixels: &RgbImage| {
        recognise(&Screenshot::exact(pixels.clone()), &[], &Hints::default()).map(|found| found.reading)
    };
    assert!(read(&pixels).is_ok());
    for y in cell.y..cell.bottom() {
        for x in cell.x..cell.right() {
            let ink = *other.get_pixel(x, y);
            pixels.put_pixel(x, y, if ink[2] > 150 { Rgb([120, 170, 250]) } else { ink });
        }
    }
    let found = read(&pixels).unwrap();
    assert_eq!((found.tiles, found.blank), (scene.tiles.goal_cells, 1));
}

#[test]
fn a_tile_on_its_way_on_a_board_that_is_not_surely_one_does_not_keep_others_from_being_looked_for() {
    let scene = plain(vec![3, 8, 1, 6, 2, 5, 0, 7, 4], 1, (1..9).chain([0]).collect());
    let drawn = scene.draw().unwrap();
    let screenshot = Screenshot::exact(drawn.screenshot.clone());
    let looked_further = |confidence: f32| {
        let best = Reading { confidence, ..expected(&scene, &drawn) };
        let refusal = Refusal::Strange { best: Box::new(best), cells: vec![0, 1] };
        look_further(&screenshot, &[], &Hints::default(), refusal).map(|found| found.reading.tiles)
    };
    assert_eq!(looked_further(0.1), Ok(scene.tiles.goal_cells.clone()));
    assert!(matches!(looked_further(0.9), Err(Refusal::Strange { .. })));
}
