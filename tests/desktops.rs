//! Whole desktops: what else is on a large screen, and how small a board on it may be.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use image::imageops::{FilterType, replace};
use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut, draw_line_segment_mut, draw_polygon_mut};
use imageproc::point::Point;
use imageproc::rect::Rect;
use serde_json::Value;

fn fixture(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(case)
}

fn screenshot(case: &str) -> RgbImage {
    picture(case, "screenshot")
}

fn picture(case: &str, name: &str) -> RgbImage {
    let place = ["png", "jpg"].map(|kind| fixture(case).join(name).with_extension(kind));
    image::open(place.iter().find(|place| place.exists()).unwrap()).unwrap().to_rgb8()
}

fn expected(case: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(fixture(case).join("expected.json")).unwrap()).unwrap()
}

/// A desktop of that size in one colour with windows at some places.
fn desktop((width, height): (u32, u32), windows: &[(&RgbImage, (i64, i64))]) -> RgbImage {
    let mut screen = RgbImage::from_pixel(width, height, Rgb([58, 72, 88]));
    windows.iter().for_each(|(window, (x, y))| replace(&mut screen, *window, *x, *y));
    screen
}

fn read(screen: &RgbImage, words: &[&str]) -> Output {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("desktop.png");
    screen.save(&path).unwrap();
    Command::new(env!("CARGO_BIN_EXE_snapslide")).args(["read", "--json"]).args(words).arg(path).output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_solved_picture_beside_the_board_tells_where_its_pieces_belong() {
    for case in ["mosaic-4x3-home-first", "city-5x4-home-inside"] {
        let (shot, picture) = (screenshot(case), picture(case, "reference"));
        let alone = desktop((1000, 620), &[(&shot, (60, 40))]);
        assert_eq!(read(&alone, &[]).status.code(), Some(3));
        let output = read(&desktop((1000, 620), &[(&shot, (60, 40)), (&picture, (560, 90))]), &[]);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(words.contains("was read by the solved picture at 5"), "{words}");
        let found = json(&output);
        assert_eq!((&found["tiles"], &found["reference"]), (&expected(case)["tiles"], &Value::Null));
    }
}

#[test]
fn of_two_boards_one_is_read_and_the_other_named_with_where_it_is() {
    let windows = [("kuzhlevka-3x3", (40, 60)), ("numbers-4x4", (900, 110))];
    let shots = windows.map(|(case, _)| screenshot(case));
    let screen = desktop((1920, 1080), &[(&shots[0], windows[0].1), (&shots[1], windows[1].1)]);
    let output = read(&screen, &[]);
    let first = json(&output);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let region = words.split("--region ").nth(1).and_then(|rest| rest.split(' ').next()).expect(&words);
    let second = json(&read(&screen, &["--region", region]));
    let mut found = [&first, &second].map(|reading| reading["tiles"].clone());
    found.sort_by_key(|tiles| tiles.as_array().unwrap().len());
    assert_eq!(found, windows.map(|(case, _)| expected(case)["tiles"].clone()));
}

#[test]
fn a_header_as_high_as_a_row_and_as_wide_as_the_board_is_no_row_of_tiles() {
    for (case, colour) in [("garden-4x4-no-reference", [40, 44, 52]), ("landscape-4x4-jpeg", [74, 124, 214])] {
        let (shot, expected) = (screenshot(case), expected(case));
        let [x, y, width, height] = [0, 1, 2, 3].map(|at| expected["region"][at].as_u64().unwrap() as u32);
        let board = image::imageops::crop_imm(&shot, x, y, width, height).to_image();
        let row = height / 4;
        for gap in [3, 6] {
            let mut screen = RgbImage::from_pixel(width + 300, height + 300, Rgb([225, 228, 233]));
            replace(&mut screen, &board, 150, 150);
            let header = Rect::at(150, 150 - row as i32).of_size(width, row - gap);
            draw_filled_rect_mut(&mut screen, header, Rgb(colour));
            for letter in 0..7 {
                let left = header.left() + (width / 4 + letter * width / 14) as i32;
                let place = Rect::at(left, header.top() + row as i32 / 3).of_size(width / 20, row / 6);
                draw_filled_rect_mut(&mut screen, place, Rgb([255; 3]));
            }
            assert_eq!(json(&read(&screen, &[]))["tiles"], expected["tiles"], "{case}, {gap} pixels apart");
        }
    }
}

/// The pieces of a picture, cut in columns and rows of square tiles, in a dark frame as wide as the gaps between them. The last
/// is left out.
fn framed(picture: &RgbImage, (columns, side, gap): (u32, u32, u32), tiles: &[u32]) -> RgbImage {
    let rows = tiles.len() as u32 / columns;
    let picture = image::imageops::resize(picture, columns * side, rows * side, FilterType::Triangle);
    let long = |count: u32| count * (side + gap) + gap;
    let mut board = RgbImage::from_pixel(long(columns), long(rows), Rgb([24, 24, 30]));
    for (cell, &tile) in (0..).zip(tiles).filter(|&(_, &tile)| tile + 1 != columns * rows) {
        let piece = image::imageops::crop_imm(&picture, tile % columns * side, tile / columns * side, side, side);
        let place = |of: u32| i64::from(gap + of * (side + gap));
        replace(&mut board, &piece.to_image(), place(cell % columns), place(cell / columns));
    }
    board
}

#[test]
fn a_board_near_its_end_on_which_whole_lines_have_moved_is_read() {
    let tiles = [0, 1, 2, 4, 5, 8, 3, 6, 7];
    let board = framed(&picture("kuzhlevka-3x3", "reference"), (3, 100, 4), &tiles);
    let found = json(&read(&desktop((620, 480), &[(&board, (150, 70))]), &[]));
    assert_eq!(found["tiles"], serde_json::json!(tiles));
}

#[test]
fn pieces_that_are_all_there_have_no_blank_among_them() {
    let solved = picture("landscape-4x4-desktop", "reference");
    let tiles = [5, 6, 1, 8, 4, 7, 2, 3, 0];
    let mut board = framed(&solved, (3, 100, 4), &tiles);
    let last = image::imageops::resize(&solved, 300, 300, FilterType::Triangle);
    let last = image::imageops::crop_imm(&last, 200, 200, 100, 100).to_image();
    let reference = fixture("landscape-4x4-desktop").join("reference.jpg");
    let mut picked_out = RgbImage::from_pixel(100, 100, Rgb([230, 20, 20]));
    replace(&mut picked_out, &image::imageops::crop_imm(&last, 4, 4, 92, 92).to_image(), 4, 4);
    for piece in [last, picked_out] {
        replace(&mut board, &piece, 4, 4 + 104);
        let screen = desktop((620, 480), &[(&board, (150, 70))]);
        for words in [&[][..], &["--reference", reference.to_str().unwrap()]] {
            let output = read(&screen, words);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(3), "{said}");
            assert!(said.contains("every cell shows a piece of the picture: none is the blank"), "{said}");
            let told = [words, &["--blank-home", "8"]].concat();
            assert_eq!(json(&read(&screen, &told))["tiles"], serde_json::json!(tiles));
        }
    }
}

#[test]
fn a_blank_of_the_colour_in_which_the_picture_ends_is_a_blank_nevertheless() {
    let tiles = [14, 0, 5, 2, 9, 11, 4, 15, 1, 8, 3, 6, 12, 7, 13, 10];
    let mut picture =
        image::imageops::resize(&picture("landscape-4x4-desktop", "reference"), 400, 400, FilterType::Triangle);
    draw_filled_circle_mut(&mut picture, (400, 400), 170, Rgb([24, 24, 30]));
    let board = framed(&picture, (4, 100, 4), &tiles);
    let found = json(&read(&desktop((740, 560), &[(&board, (150, 70))]), &[]));
    assert_eq!(found["tiles"], serde_json::json!(tiles));
}

/// Tiles with a bright sign on each, in a dark frame, as they are solved or otherwise, more or less bright.
fn signs(tiles: &[u32], bright: f32) -> RgbImage {
    let mut picture = RgbImage::from_pixel(300, 300, Rgb([90, 70, 60]));
    for tile in 0..8u32 {
        let turned = |corner: u32| {
            let angle = (corner * (tile % 3 + 2) + tile) as f32 * 0.7;
            let middle = |of: u32| (of * 100 + 50) as f32;
            let reach = 16.0 + 6.0 * ((corner + tile) % 3) as f32;
            let (x, y) = (middle(tile % 3) + reach * angle.cos(), middle(tile / 3) + reach * angle.sin());
            Point::new(x as i32, y as i32)
        };
        for corner in 0..3 + tile % 3 {
            let (from, to) = (turned(corner), turned(corner + 1));
            for thick in 0..4 {
                let at = |point: Point<i32>| ((point.x + thick) as f32, point.y as f32);
                draw_line_segment_mut(&mut picture, at(from), at(to), Rgb([235, 225, 200]));
            }
        }
    }
    let mut board = framed(&picture, (3, 100, 8), tiles);
    for level in board.iter_mut() {
        *level = (f32::from(*level) * bright) as u8;
    }
    board
}

#[test]
fn of_two_boards_of_signs_the_one_whose_blank_is_last_is_the_goal_of_the_other() {
    let tiles = [2, 7, 6, 5, 1, 3, 8, 4, 0];
    let (board, goal) = (signs(&tiles, 1.0), signs(&[0, 1, 2, 3, 4, 5, 6, 7, 8], 0.7));
    for (board_at, goal_at) in [((460, 120), (80, 120)), ((60, 100), (440, 100))] {
        let screen = desktop((860, 560), &[(&board, board_at), (&goal, goal_at)]);
        assert_eq!(json(&read(&screen, &[]))["tiles"], serde_json::json!(tiles));
    }
    let tiles = [2, 7, 6, 5, 1, 3, 0, 4, 8];
    let screen = desktop((860, 560), &[(&signs(&tiles, 1.0), (460, 120)), (&goal, (80, 120))]);
    assert_eq!(read(&screen, &[]).status.code(), Some(3), "either may be the goal");
}

/// A picture whose upper rows are night as dark as a page, with some stars.
fn with_night(mut picture: RgbImage, night: u32) -> RgbImage {
    let mut state = 5_u32;
    let mut below = |limit: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % limit
    };
    for (_, y, pixel) in picture.enumerate_pixels_mut() {
        let day = (y as f32 / night as f32 * 2.0 - 1.5).clamp(0.0, 1.0);
        for (level, dark) in pixel.0.iter_mut().zip([24.0, 24.0, 34.0]) {
            *level = (dark + day * (f32::from(*level) - dark)) as u8;
        }
    }
    for _ in 0..50 {
        let place = (below(picture.width()), below(night * 3 / 4));
        picture.put_pixel(place.0, place.1, Rgb([120, 120, 130]));
    }
    picture
}

#[test]
fn rows_of_a_board_near_its_end_are_no_board_though_the_others_look_like_the_page() {
    for case in ["garden-6x6-gutters", "landscape-4x4-desktop"] {
        let picture = image::imageops::resize(&picture(case, "reference"), 420, 420, FilterType::Triangle);
        let mut tiles: Vec<u32> = (0..25).collect();
        [(24, 23), (23, 18), (18, 17), (17, 12), (12, 13), (13, 14)].into_iter().for_each(|(a, b)| tiles.swap(a, b));
        let board = framed(&with_night(picture, 200), (5, 84, 1), &tiles);
        let mut screen = RgbImage::from_pixel(670, 590, Rgb([24, 24, 30]));
        replace(&mut screen, &board, 120, 80);
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("screen.jpg");
        let file = fs::File::create(&path).unwrap();
        image::codecs::jpeg::JpegEncoder::new_with_quality(file, 75).encode_image(&screen).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_snapslide")).args(["read", "--json"]).arg(path).output().unwrap();
        if output.status.code() != Some(3) {
            assert_eq!(json(&output)["tiles"], serde_json::json!(tiles), "{case}");
        }
    }
}

#[test]
fn dark_tiles_in_a_dark_frame_are_put_together_without_it() {
    let boards: [(u32, u32, u32, &[u32]); 3] = [
        (3, 100, 5, &[3, 0, 5, 2, 4, 1, 6, 7, 8]),
        (3, 72, 4, &[0, 1, 2, 7, 4, 6, 3, 11, 9, 10, 8, 5]),
        (4, 90, 4, &[1, 5, 3, 6, 0, 15, 11, 2, 4, 8, 9, 7, 12, 13, 10, 14]),
    ];
    for (columns, side, gap, tiles) in boards {
        let board = framed(&picture("city-5x4-home-inside", "reference"), (columns, side, gap), tiles);
        let mut screen = RgbImage::from_pixel(700, 620, Rgb([238, 240, 243]));
        replace(&mut screen, &board, 150, 70);
        assert_eq!(json(&read(&screen, &[]))["tiles"], serde_json::json!(tiles));
    }
}

#[test]
fn a_frame_as_wide_as_the_gaps_is_no_part_of_the_tiles() {
    let boards: [(&str, u32, u32, u32, &[u32]); 6] = [
        ("kuzhlevka-3x3", 2, 90, 5, &[0, 1, 5, 3, 2, 4]),
        ("city-5x4-home-inside", 2, 60, 8, &[0, 3, 5, 1, 4, 2]),
        ("landscape-4x4-desktop", 3, 72, 3, &[1, 3, 2, 6, 4, 8, 7, 0, 5]),
        ("landscape-4x4-desktop", 3, 72, 3, &[0, 4, 2, 8, 3, 1, 6, 7, 5, 9, 10, 11]),
        ("landscape-4x4-desktop", 4, 72, 2, &[12, 5, 9, 3, 0, 6, 10, 1, 4, 13, 2, 15, 8, 7, 14, 11]),
        ("city-5x4-home-inside", 4, 72, 5, &[12, 5, 9, 3, 0, 6, 10, 1, 4, 13, 2, 15, 8, 7, 14, 11]),
    ];
    for (case, columns, side, gap, tiles) in boards {
        let board = framed(&picture(case, "reference"), (columns, side, gap), tiles);
        let mut screen = RgbImage::from_pixel(700, 520, Rgb([238, 240, 243]));
        replace(&mut screen, &board, 150, 70);
        let place = tempfile::tempdir().unwrap();
        let reference = place.path().join("picture.png");
        let rows = tiles.len() as u32 / columns;
        let solved =
            image::imageops::resize(&picture(case, "reference"), columns * 60, rows * 60, FilterType::Triangle);
        solved.save(&reference).unwrap();
        let found = json(&read(&screen, &["--reference", reference.to_str().unwrap()]));
        assert_eq!(found["tiles"], serde_json::json!(tiles));
        let cells: Vec<[u32; 4]> = serde_json::from_value(found["cells"].clone()).unwrap();
        let place = |of: usize, from: u32| from + gap + of as u32 * (side + gap);
        for (cell, [x, y, width, height]) in cells.into_iter().enumerate() {
            let (left, top) = (place(cell % columns as usize, 150), place(cell / columns as usize, 70));
            let far = [x.abs_diff(left), y.abs_diff(top), width.abs_diff(side), height.abs_diff(side)];
            assert!(far.iter().all(|&far| far <= 1), "{case}: cell {cell} at {x}, {y}, {width}x{height}");
        }
    }
}

#[test]
fn plain_tiles_on_a_page_of_their_colour_are_no_smaller_board() {
    const SIDE: u32 = 90;
    let discs = [(186, 144, 31, [61, 176, 40]), (89, 98, 23, [163, 91, 220]), (211, 42, 56, [10, 135, 159])];
    let others = [(137, 78, 31, [57, 31, 167]), (186, 115, 36, [94, 201, 159])];
    let mut picture = RgbImage::from_pixel(3 * SIDE, 3 * SIDE, Rgb([255; 3]));
    for (x, y, radius, colour) in discs.into_iter().chain(others) {
        draw_filled_circle_mut(&mut picture, (x, y), radius, Rgb([0; 3]));
        draw_filled_circle_mut(&mut picture, (x, y), radius - 1, Rgb(colour));
    }
    let tiles = [6, 4, 3, 0, 8, 2, 7, 1, 5];
    let mut screen = RgbImage::from_pixel(590, 510, Rgb([255; 3]));
    for (cell, tile) in (0..).zip(tiles) {
        let place = |of: u32| (of % 3 * SIDE, of / 3 * SIDE);
        let ((x, y), (left, top)) = (place(cell), place(tile));
        let piece = match tile {
            8 => RgbImage::from_pixel(SIDE, SIDE, Rgb([120; 3])),
            _ => image::imageops::crop_imm(&picture, left, top, SIDE, SIDE).to_image(),
        };
        replace(&mut screen, &piece, (150 + x).into(), (110 + y).into());
    }
    let place = tempfile::tempdir().unwrap();
    let reference = place.path().join("picture.png");
    image::imageops::resize(&picture, 180, 180, FilterType::Triangle).save(&reference).unwrap();
    let found = json(&read(&screen, &["--reference", reference.to_str().unwrap()]));
    let names: Vec<u32> = serde_json::from_value(found["tiles"].clone()).unwrap();
    let is_plain = |tile: u32| found["identical"][0].as_array().unwrap().contains(&tile.into());
    assert_eq!(names.len(), tiles.len(), "{found}");
    assert!(names.iter().zip(tiles).all(|(&name, tile)| name == tile || is_plain(name) && is_plain(tile)), "{names:?}");
}

#[test]
fn boards_as_wide_as_the_screen_are_read_whole() {
    let boards: [(&str, u32, u32, &[u32]); 4] = [
        ("landscape-4x4-desktop", 4, 96, &[5, 12, 9, 6, 15, 4, 1, 0, 10, 14, 3, 8, 7, 13, 2, 11]),
        ("landscape-4x4-desktop", 4, 96, &[14, 15, 10, 5, 13, 6, 3, 8, 0, 12, 11, 7, 2, 9, 1, 4]),
        ("landscape-4x4-jpeg", 4, 96, &[2, 8, 7, 9, 15, 11, 13, 4, 14, 12, 6, 3, 1, 0, 5, 10]),
        (
            "garden-6x6-gutters",
            5,
            80,
            &[9, 15, 19, 10, 8, 21, 1, 13, 7, 16, 23, 0, 6, 14, 4, 24, 11, 12, 18, 20, 17, 5, 3, 2, 22],
        ),
    ];
    for (case, columns, side, tiles) in boards {
        let board = framed(&picture(case, "reference"), (columns, side, 0), tiles);
        let width = columns * side;
        let mut screen = RgbImage::from_pixel(width, 2 * width + 40, Rgb([0, 150, 220]));
        replace(&mut screen, &board, 0, (width / 2).into());
        assert_eq!(json(&read(&screen, &[]))["tiles"], serde_json::json!(tiles), "{case}, {columns} columns");
        // In the middle of a screen that is nearly as high as the board with two rows more above it and below.
        let beyond = 2 * side - 4;
        let mut screen = RgbImage::from_pixel(width, width + 2 * beyond, Rgb([0; 3]));
        replace(&mut screen, &board, 0, beyond.into());
        assert_eq!(
            json(&read(&screen, &[]))["tiles"],
            serde_json::json!(tiles),
            "{case}, {columns} columns in the middle"
        );
    }
}

#[test]
fn small_boards_on_large_screens_are_read() {
    let shot = screenshot("numbers-4x4");
    let small = image::imageops::thumbnail(&shot, shot.width() / 3, shot.height() / 3);
    for size in [(2560, 1440), (3840, 2160)] {
        let reading = json(&read(&desktop(size, &[(&small, (1301, 407))]), &[]));
        assert_eq!(reading["tiles"], expected("numbers-4x4")["tiles"], "{size:?}");
    }
}

/// A field of 16x16 cells of 28 pixels, a pixel apart, some of which hold a digit or a flag.
fn mine_field(mut state: u32) -> RgbImage {
    let mut field = RgbImage::from_pixel(463, 463, Rgb([255; 3]));
    let ink = Rgb([20, 20, 20]);
    for cell in 0..256 {
        let (x, y) = (cell % 16 * 29, cell / 16 * 29);
        let mut bar = |left, top, width, height, colour| {
            draw_filled_rect_mut(&mut field, Rect::at(x + left, y + top).of_size(width, height), colour);
        };
        bar(0, 0, 28, 28, Rgb([187; 3]));
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match state >> 24 {
            0..50 => bar(13, 8, 3, 12, ink),
            50..90 => [(10, 8, 8, 2), (16, 8, 2, 6), (10, 13, 8, 2), (10, 13, 2, 6), (10, 18, 8, 2)]
                .into_iter()
                .for_each(|(left, top, width, height)| bar(left, top, width, height, ink)),
            90..130 => {
                bar(10, 8, 2, 13, ink);
                draw_polygon_mut(
                    &mut field,
                    &[(11, 8), (19, 11), (11, 14)].map(|(dx, dy)| Point::new(x + dx, y + dy)),
                    ink,
                );
            }
            _ => {}
        }
    }
    field
}

#[test]
fn a_field_of_many_cells_is_no_board_of_few() {
    let output = read(&desktop((1600, 900), &[(&mine_field(118), (30, 30))]), &[]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stdout));
}
