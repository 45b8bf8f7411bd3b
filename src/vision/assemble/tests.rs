use image::{Rgb, RgbImage};

use super::*;

/// A picture with something to see everywhere.
fn picture(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let (x, y) = (x as f32, y as f32);
        let wave = |a: f32, b: f32, c: f32| 55.0 * (a * x + b * y + c + 2.0 * (x * 0.013 - y * 0.009).sin()).sin();
        let level = |a, b, c| (128.0 + wave(a, b, c) + wave(b * 0.7, -a, c * 3.0)) as u8;
        Rgb([level(0.031, 0.017, 0.0), level(-0.023, 0.037, 1.0), level(0.041, 0.029, 2.0)])
    })
}

/// The tiles of a picture after `slides` slides drawn from `seed`, with what [`Assembly::tiles`] should be.
fn scrambled(size: Size, side: u32, home: usize, slides: usize, seed: u64) -> (Vec<RgbImage>, Vec<usize>) {
    let whole = picture(side * size.columns() as u32, side * size.rows() as u32);
    scrambled_of(&whole, size, side, home, slides, seed)
}

fn scrambled_of(
    whole: &RgbImage,
    size: Size,
    side: u32,
    home: usize,
    slides: usize,
    seed: u64,
) -> (Vec<RgbImage>, Vec<usize>) {
    let mut goals: Vec<usize> = (0..size.cells()).collect();
    let (mut blank, mut random) = (home, search::random::Random::new(seed));
    for _ in 0..slides {
        let next: Vec<usize> = size.neighbours(blank).collect();
        let next = next[random.below(next.len())];
        goals.swap(blank, next);
        blank = next;
    }
    let crop = |&goal: &usize| {
        if goal == home {
            return RgbImage::from_pixel(side, side, Rgb([30; 3]));
        }
        let (x, y) = (size.column(goal) as u32 * side, size.row(goal) as u32 * side);
        image::imageops::crop_imm(whole, x, y, side, side).to_image()
    };
    (goals.iter().map(crop).collect(), goals)
}

#[test]
fn pictures_are_assembled_wherever_the_blank_is_and_belongs() {
    for (columns, rows, home) in [(3, 3, 8), (3, 3, 4), (4, 4, 15), (4, 3, 0), (5, 5, 24), (6, 4, 5)] {
        let size = Size::new(columns, rows).unwrap();
        let (tiles, goals) = scrambled(size, 48, home, 500, 7);
        let blank = goals.iter().position(|&goal| goal == home).unwrap();
        for known in [Some(blank), None] {
            let assembly = assemble(&tiles, size, known, Fidelity::Exact).unwrap();
            assert_eq!(assembly.tiles, goals, "{size}, home {home}, blank {known:?}");
            assert_eq!((assembly.blank, assembly.home), (blank, home));
            assert!(assembly.confidence > 0.5 && assembly.fit > 0.5 && assembly.gain > 0.5, "{assembly:?}");
        }
    }
}

#[test]
fn a_white_tile_may_be_the_blank_that_is_as_white_unless_no_moves_bring_the_tiles_home_then() {
    let (size, side) = (Size::new(4, 4).unwrap(), 48);
    let mut whole = picture(4 * side, 4 * side);
    for (x, y, pixel) in whole.enumerate_pixels_mut() {
        let share = (((x * x + y * y) as f32).sqrt() / 10.0 - 7.0).clamp(0.0, 1.0);
        pixel.0 = pixel.0.map(|level| (255.0 - share * (255.0 - f32::from(level))) as u8);
    }
    // The white tile and the blank stand an odd number of steps apart, and then an even one.
    for (seed, edge, is_told) in [(1, 250, false), (3, 250, false), (3, 255, true)] {
        let (mut tiles, goals) = scrambled_of(&whole, size, side, 15, 500, seed);
        let [white, blank] = [0, 15].map(|tile| goals.iter().position(|&goal| goal == tile).unwrap());
        tiles[blank] = RgbImage::from_pixel(side, side, Rgb([255; 3]));
        (0..side).for_each(|x| tiles[white].put_pixel(x, side - 1, Rgb([edge; 3])));
        let found = assemble(&tiles, size, None, Fidelity::Exact).unwrap();
        assert_eq!(found.confidence >= 0.5, is_told, "{found:?}");
        assert!(!is_told || found.tiles == goals);
        let known = assemble(&tiles, size, Some(blank), Fidelity::Exact).unwrap();
        assert!(known.tiles == goals && known.confidence >= 0.5, "the blank is known: {known:?}");
    }
}

#[test]
fn a_solved_board_is_still_and_its_blank_no_piece_of_it() {
    let size = Size::new(4, 4).unwrap();
    for slides in [0, 1] {
        let (tiles, goals) = scrambled(size, 60, 15, slides, 0);
        let blank = goals.iter().position(|&goal| goal == 15);
        let assembly = assemble(&tiles, size, blank, Fidelity::Exact).unwrap();
        assert_eq!(assembly.tiles, goals);
        assert!(assembly.is_still && assembly.outlier > 2.0 && (slides > 0 || assembly.gain < 0.01), "{assembly:?}");
    }
}

#[test]
fn tiles_that_belong_to_no_picture_do_not_fit() {
    let size = Size::new(4, 4).unwrap();
    let flat: Vec<RgbImage> = (0..16).map(|_| RgbImage::from_pixel(40, 40, Rgb([180; 3]))).collect();
    let assembly = assemble(&flat, size, Some(15), Fidelity::Exact).unwrap();
    assert!(assembly.confidence < 0.5 && assembly.fit < 0.3, "{assembly:?}");
    assert_eq!(assembly.identical.len(), 1);
}

#[test]
fn a_picture_that_goes_on_at_its_own_other_side_is_doubted_with_the_blank_at_home_in_a_corner() {
    let size = Size::new(3, 3).unwrap();
    let wide = picture(400, 450);
    let around = RgbImage::from_fn(144, 144, |x, y| {
        let angle = x as f32 * std::f32::consts::TAU / 144.0;
        *wide.get_pixel((200.0 + 90.0 * angle.cos()) as u32, (200.0 + 90.0 * angle.sin()) as u32 + y)
    });
    for seed in 1..4 {
        let (tiles, _) = scrambled_of(&around, size, 48, 6, 300, seed);
        let assembly = assemble(&tiles, size, None, Fidelity::Exact).unwrap();
        assert!(assembly.fit > 0.5 && assembly.confidence < 0.5, "{assembly:?}");
        let (tiles, goals) = scrambled_of(&around, size, 48, 8, 300, seed);
        assert_eq!(
            assemble(&tiles, size, None, Fidelity::Exact).unwrap().tiles,
            goals,
            "the usual home tells where it begins"
        );
    }
}

#[test]
fn a_known_home_is_kept_to() {
    let size = Size::new(4, 4).unwrap();
    let (tiles, goals) = scrambled(size, 48, 15, 400, 3);
    let blank = goals.iter().position(|&goal| goal == 15).unwrap();
    let pieces = Pieces::measure(&tiles, size, Fidelity::Exact).unwrap();
    assert_eq!(pieces.assemble(Some(blank), Some(15)).unwrap().tiles, goals);
    let elsewhere = pieces.assemble(Some(blank), Some(3)).unwrap();
    assert_eq!(elsewhere.home, 3);
    assert!(elsewhere.cost > pieces.assemble(Some(blank), None).unwrap().cost);
}

#[test]
fn what_cannot_be_assembled_is_refused_in_words() {
    let size = Size::new(3, 2).unwrap();
    let tiles = |count| vec![RgbImage::new(8, 8); count];
    let words = |result: Result<Assembly, AssembleError>| result.unwrap_err().to_string();
    assert_eq!(
        words(assemble(&tiles(5), size, None, Fidelity::Exact)),
        "a 3x2 board has 6 cells, but 5 tiles are given"
    );
    assert_eq!(
        words(assemble(&tiles(6), size, Some(6), Fidelity::Exact)),
        "cell 6 is not on a 3x2 board: its cells are 0 to 5"
    );
    let large = Size::new(64, 64).unwrap();
    assert_eq!(
        words(assemble(&[], large, None, Fidelity::Exact)),
        "a 64x64 board is too large to be assembled: 400 cells are the most"
    );
    let mut empty = tiles(6);
    empty[2] = RgbImage::new(0, 8);
    assert_eq!(words(assemble(&empty, size, None, Fidelity::Exact)), "the tile in cell 2 has no pixels");
}

#[test]
fn a_board_that_cannot_be_solved_is_read_as_it_is() {
    for (columns, rows) in [(3, 3), (4, 4), (5, 4)] {
        let size = Size::new(columns, rows).unwrap();
        let (mut tiles, mut goals) = scrambled(size, 48, size.cells() - 1, 400, 5);
        let others: Vec<usize> = (0..size.cells()).filter(|&cell| goals[cell] + 1 != size.cells()).collect();
        tiles.swap(others[0], others[3]);
        goals.swap(others[0], others[3]);
        let assembly = assemble(&tiles, size, None, Fidelity::Exact).unwrap();
        assert_eq!(assembly.tiles, goals, "{size}");
        assert!(assembly.confidence > 0.5 && assembly.repair == 0.0, "{assembly:?}");
    }
}

#[test]
fn a_piece_is_no_stranger_where_another_was_taken_for_it() {
    let size = Size::new(3, 3).unwrap();
    let stranger = |tiles: &[RgbImage], goals: Vec<usize>, blank: usize| {
        let pieces = Pieces::measure(tiles, size, Fidelity::Exact).unwrap();
        let found = pieces.assemble(Some(blank), None).unwrap();
        pieces.stranger(&Assembly { home: goals[blank], tiles: goals, ..found })
    };
    let (mut tiles, mut goals) = scrambled(size, 48, 8, 300, 4);
    let blank = goals.iter().position(|&goal| goal == 8).unwrap();
    assert!(stranger(&tiles, goals.clone(), blank) > 2.5, "it is the blank");
    tiles[blank] = image::imageops::crop_imm(&picture(144, 144), 96, 96, 48, 48).to_image();
    goals.swap(blank, (blank + 4) % 9);
    assert!(stranger(&tiles, goals, blank) < 0.0, "it belongs where the other is, and that one where it is");
}

#[test]
fn what_is_the_same_after_changes_is_surer_and_what_came_of_chance_is_not() {
    let size = Size::new(4, 4).unwrap();
    let tested = |tiles: &[RgbImage], before: f32| {
        let found = assemble(tiles, size, None, Fidelity::Exact).unwrap();
        Assembly { confidence: before, ..found }.tested(tiles, size, None, Fidelity::Exact)
    };
    let (tiles, goals) = scrambled(size, 40, 15, 300, 2);
    let found = tested(&tiles, 0.3);
    assert!(found.tiles == goals && found.confidence > 0.3, "{found:?}");
    assert_eq!(tested(&tiles, 0.6).confidence, 0.6, "what is believed gains nothing");
    let whole = picture(1600, 1600);
    let strangers =
        |cell: u32| image::imageops::crop_imm(&whole, cell * 701 % 1560, cell * 337 % 1560, 40, 40).to_image();
    let found = tested(&(0..16).map(strangers).collect::<Vec<_>>(), 0.6);
    assert!(found.confidence < 0.6, "{found:?}");
}

#[test]
fn tiles_under_a_reflection_fit_better_as_photographed_ones_and_once_it_is_taken_off() {
    let size = Size::new(4, 4).unwrap();
    let (tiles, goals) = scrambled(size, 48, 15, 500, 7);
    let lit = |(cell, tile): (usize, &RgbImage)| {
        RgbImage::from_fn(48, 48, |x, y| {
            let (x_on_board, y_on_board) = (size.column(cell) as u32 * 48 + x, size.row(cell) as u32 * 48 + y);
            let far = (x_on_board as f32 / 192.0 - 0.2).powi(2) + (y_on_board as f32 / 192.0 - 0.3).powi(2);
            let lamp = (-far / 0.3).exp();
            Rgb(tile.get_pixel(x, y).0.map(|level| (f32::from(level) * (0.8 - 0.1 * lamp) + 60.0 * lamp) as u8))
        })
    };
    let lit: Vec<RgbImage> = tiles.iter().enumerate().map(lit).collect();
    let seen = assemble(&lit, size, None, Fidelity::Lossy).unwrap();
    let photographed = assemble(&lit, size, None, Fidelity::Photographed).unwrap();
    assert!(photographed.tiles == goals && photographed.fit > seen.fit + 0.3, "{photographed:?} {seen:?}");
    let even = seen.in_one_light(&lit, size).unwrap();
    let found = assemble(&even, size, None, Fidelity::Lossy).unwrap();
    assert_eq!(found.tiles, goals);
    assert!(found.fit > seen.fit + 0.1 && found.confidence > seen.confidence, "{found:?} {seen:?}");
    let plain = assemble(&tiles, size, None, Fidelity::Lossy).unwrap().in_one_light(&tiles, size);
    let is_kept = |even: Vec<RgbImage>| assemble(&even, size, None, Fidelity::Lossy).unwrap().tiles == goals;
    assert!(plain.is_none_or(is_kept), "they are in one light");
}

#[test]
fn pictures_are_assembled_through_light_and_shade_that_fade_out() {
    let size = Size::new(4, 4).unwrap();
    let (mut tiles, goals) = scrambled(size, 64, 15, 500, 3);
    let blank = goals.iter().position(|&goal| goal == 15).unwrap();
    for (_, tile) in tiles.iter_mut().enumerate().filter(|&(cell, _)| cell != blank) {
        for (x, y, pixel) in tile.enumerate_pixels_mut() {
            let share = |most: f32, depth: u32| most / (1.0 + (0.9 * (depth as f32 - 3.0)).exp());
            let (light, dark) = (share(0.6, x.min(y)), share(0.6, (63 - x).min(63 - y)));
            pixel.0 = pixel.0.map(|c| ((f32::from(c) * (1.0 - dark)) * (1.0 - light) + 255.0 * light).round() as u8);
        }
    }
    let assembly = assemble(&tiles, size, Some(blank), Fidelity::Exact).unwrap();
    assert_eq!(assembly.tiles, goals);
    assert!(assembly.confidence > 0.5, "{assembly:?}");
}
