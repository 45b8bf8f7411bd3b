//! Boards drawn and read again: what a player would check.

use super::*;
use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use image::Rgb;

/// How the tiles of a board are drawn.
#[derive(Clone, Copy)]
struct Look {
    /// Side of a cell in pixels.
    side: u32,
    /// Height of the text as a share of the side.
    text: f32,
    /// Where the middle of the text is, as a share of the side.
    at: [f32; 2],
    ground: [u8; 3],
    ink: [u8; 3],
}

const PLAIN: Look = Look { side: 60, text: 0.6, at: [0.5, 0.5], ground: [230, 220, 200], ink: [40, 30, 20] };

fn draw(tile: &mut RgbImage, text: &str, look: Look) {
    let font = FontRef::try_from_slice(include_bytes!("../../../assets/font/DejaVuSans-Bold-subset.ttf")).unwrap();
    let scaled = font.as_scaled(PxScale::from(look.side as f32 * look.text));
    let wide: f32 = text.chars().map(|c| scaled.h_advance(scaled.glyph_id(c))).sum();
    let side = look.side as f32;
    let mut pen = point(look.at[0] * side - wide / 2.0, look.at[1] * side + scaled.height() * 0.31);
    for c in text.chars() {
        let mut glyph = scaled.scaled_glyph(c);
        glyph.position = pen;
        pen.x += scaled.h_advance(glyph.id);
        let Some(outline) = font.outline_glyph(glyph) else { continue };
        let corner = outline.px_bounds().min;
        outline.draw(|x, y, share| {
            let (x, y) = ((corner.x + x as f32) as i64, (corner.y + y as f32) as i64);
            if (0..i64::from(tile.width())).contains(&x) && (0..i64::from(tile.height())).contains(&y) {
                let pixel = tile.get_pixel_mut(x as u32, y as u32);
                for (level, ink) in pixel.0.iter_mut().zip(look.ink) {
                    *level = (f32::from(*level) * (1.0 - share) + f32::from(ink) * share) as u8;
                }
            }
        });
    }
}

/// A tile with its number.
fn tile(number: Option<u16>, look: Look) -> RgbImage {
    lettered(number.map(|number| number.to_string()), look)
}

/// A tile of so many pixels a side with its number, of a height and at a place that are shares of that.
pub fn numbered(number: Option<u16>, side: u32, text: f32, at: [f32; 2]) -> RgbImage {
    tile(number, Look { side, text, at, ..PLAIN })
}

/// A tile with a light edge above and on the left, a dark one below and on the right.
fn lettered(text: Option<String>, look: Look) -> RgbImage {
    let Some(text) = text else { return RgbImage::from_pixel(look.side, look.side, Rgb([120, 125, 130])) };
    let last = look.side - 1;
    let mut tile = RgbImage::from_fn(look.side, look.side, |x, y| {
        let step = if x.max(y) == last {
            -30
        } else if x.min(y) == 0 {
            25
        } else {
            0
        };
        Rgb(look.ground.map(|level| (i32::from(level) + step).clamp(0, 255) as u8))
    });
    draw(&mut tile, &text, look);
    tile
}

/// Numbers from `first` on in a mixed order, `absent` left out for the blank; the count of cells is no multiple of 7.
fn mixed(cells: usize, first: u16, absent: u16) -> Vec<Option<u16>> {
    (0..cells).map(|cell| Some(first + (cell * 7 % cells) as u16).filter(|&number| number != absent)).collect()
}

fn board(numbers: &[Option<u16>], look: Look) -> Vec<RgbImage> {
    numbers.iter().map(|&number| tile(number, look)).collect()
}

fn assert_reads(numbers: &[Option<u16>], tiles: &[RgbImage]) -> Numbers {
    let read = read(tiles).unwrap();
    assert_eq!(read.numbers, numbers, "confidence {}", read.confidence);
    assert!(read.confidence >= ACCEPTED, "confidence {}", read.confidence);
    read
}

#[test]
fn reads_numbers_of_any_place_size_and_colour() {
    let looks = [
        PLAIN,
        Look { ground: [30, 40, 90], ink: [255, 250, 240], ..PLAIN },
        Look { side: 100, text: 0.3, at: [0.2, 0.2], ..PLAIN },
        Look { side: 24, ..PLAIN },
        Look { side: 300, text: 0.8, ground: [200, 60, 60], ink: [90, 160, 90], ..PLAIN },
    ];
    for look in looks {
        let numbers = mixed(16, 1, 16);
        let read = assert_reads(&numbers, &board(&numbers, look));
        assert_eq!((read.first, read.absent), (1, 16));
        assert_eq!(read.blank, numbers.iter().position(Option::is_none).unwrap());
        assert!(read.fit > 0.8, "fit {}", read.fit);
        assert!(read.margins.iter().all(|&margin| margin > 2.0), "{:?}", read.margins);
        assert!(looks_numbered(&board(&numbers, look), 0.8));
    }
}

#[test]
fn tiles_at_home_may_look_clearer_than_the_others() {
    let home = Look { ground: [180, 250, 170], ink: [30, 45, 80], ..PLAIN };
    let away = Look { ground: [215, 205, 205], ink: [150, 152, 190], ..PLAIN };
    let numbers = mixed(16, 1, 16);
    let look = |cell: usize| if cell.is_multiple_of(2) || cell == 7 { home } else { away };
    let tiles: Vec<RgbImage> = numbers.iter().enumerate().map(|(cell, &number)| tile(number, look(cell))).collect();
    assert_reads(&numbers, &tiles);
}

#[test]
fn all_numbers_are_shown_where_every_cell_has_one() {
    let all: Vec<Option<u16>> = (0..16).map(|cell| Some(1 + cell * 7 % 16)).collect();
    let shown = read(&board(&all, PLAIN)).unwrap();
    assert!(shown.are_all_shown && shown.confidence < ACCEPTED);
    let numbers = mixed(16, 1, 16);
    let shown = read(&board(&numbers, PLAIN)).unwrap();
    assert!(!shown.are_all_shown);
}

#[test]
fn the_blank_may_stand_for_the_first_number() {
    let numbers = mixed(16, 1, 1);
    assert_eq!(assert_reads(&numbers, &board(&numbers, PLAIN)).absent, 1);
}

#[test]
fn counting_may_begin_at_nought() {
    let numbers = mixed(12, 0, 11);
    let read = assert_reads(&numbers, &board(&numbers, PLAIN));
    assert_eq!((read.first, read.absent), (0, 11));
}

#[test]
fn a_nought_among_the_others_tells_where_counting_begins() {
    let numbers = mixed(25, 0, 3);
    let tiles = board(&numbers, PLAIN);
    let found = read(&tiles).unwrap();
    assert_eq!((found.first, found.absent, found.numbers), (0, 3, numbers));
}

#[test]
fn an_empty_blank_shows_no_nought_by_a_way_that_shows_no_numbers() {
    let look = Look { side: 112, text: 0.32, at: [0.5, 0.45], ground: [88, 92, 143], ink: [214, 202, 252] };
    let numbers: Vec<Option<u16>> =
        (0..16).map(|cell| Some(1 + (cell * 13 + 3) % 16).filter(|&number| number != 16)).collect();
    let blank = numbers.iter().position(Option::is_none).unwrap();
    let mut tiles = board(&numbers, look);
    tiles[blank] = RgbImage::from_fn(112, 112, |_, y| Rgb([47, 90 + (y / 9) as u8, 123 + (y / 9) as u8]));
    assert!(!shows_zero(&tiles, blank));
    assert_reads(&numbers, &tiles);
}

#[test]
fn a_nought_in_the_blank_is_seen() {
    let numbers = mixed(15, 1, 15);
    let blank = numbers.iter().position(Option::is_none).unwrap();
    let mut tiles = board(&numbers, PLAIN);
    assert!(!shows_zero(&tiles, blank));
    tiles[blank] = tile(Some(0), Look { ground: [180, 190, 250], ..PLAIN });
    assert!(shows_zero(&tiles, blank));
    let read = read(&tiles).unwrap();
    assert_eq!((read.numbers, read.blank), (numbers, blank));
}

#[test]
fn three_digits_are_read() {
    let numbers = mixed(144, 1, 144);
    assert_reads(&numbers, &board(&numbers, Look { side: 40, text: 0.42, ..PLAIN }));
}

#[test]
fn tiles_may_each_have_a_colour_of_their_own() {
    let numbers = mixed(25, 1, 25);
    let own = |number: u16| [(number * 8) as u8, 90, (200 - number * 7) as u8];
    let look = |number: Option<u16>| Look { ground: own(number.unwrap_or(0)), ink: [255; 3], ..PLAIN };
    let tiles: Vec<RgbImage> = numbers.iter().map(|&number| tile(number, look(number))).collect();
    assert_reads(&numbers, &tiles);
}

#[test]
fn numbers_on_badges_over_pictures_are_read() {
    let numbers = mixed(16, 1, 16);
    let look = Look { side: 96, text: 0.3, at: [0.2, 0.2], ink: [255; 3], ..PLAIN };
    let painted = |(cell, &number): (usize, &Option<u16>)| {
        let cell = cell as u32;
        let mut tile = RgbImage::from_fn(look.side, look.side, |x, y| {
            let badge = (x as f32 - 19.0).hypot(y as f32 - 19.0) < 17.0;
            let wave = |a: u32, b: u32| ((x * a + y * b + cell * 53) / 3 % 128 + 60) as u8;
            if number.is_some() && badge { Rgb([20, 20, 90]) } else { Rgb([wave(2, 5), wave(7, 1), wave(3, 4 + cell)]) }
        });
        if let Some(number) = number {
            draw(&mut tile, &number.to_string(), look);
        }
        tile
    };
    let tiles: Vec<RgbImage> = numbers.iter().enumerate().map(painted).collect();
    assert_reads(&numbers, &tiles);
}

#[test]
fn numbers_hardly_darker_than_the_grain_of_wood_are_read() {
    let numbers = mixed(16, 1, 16);
    let look = Look { side: 96, text: 0.4, ink: [74, 36, 12], ..PLAIN };
    let painted = |(cell, &number): (usize, &Option<u16>)| {
        let mut tile = RgbImage::from_fn(look.side, look.side, |x, y| {
            let along = (cell as u32 * 37 + y * 5 + x / 8) as f32 / 23.0;
            let grain = (along.sin() + (along * 2.7).sin() + 2.0) / 4.0;
            Rgb([108.0, 60.0, 25.0].map(|level: f32| (level * (1.0 + 0.7 * grain)) as u8))
        });
        match number {
            Some(number) => draw(&mut tile, &number.to_string(), look),
            None => tile = RgbImage::from_pixel(look.side, look.side, Rgb([40, 20, 8])),
        }
        tile
    };
    let tiles: Vec<RgbImage> = numbers.iter().enumerate().map(painted).collect();
    assert_reads(&numbers, &tiles);
}

/// A tile with a gap in each of its digits but narrow ones, through the middle of it, as in stencil letters.
fn parted(mut tile: RgbImage, gap: u32) -> RgbImage {
    let (width, height) = tile.dimensions();
    let is_inked = |x: &u32| (8..height - 8).any(|y| tile.get_pixel(*x, y)[0] < 128);
    let inked: Vec<u32> = (8..width - 8).filter(is_inked).collect();
    for digit in inked.chunk_by(|x, next| x + 1 == *next).filter(|digit| digit.len() > 25) {
        let middle = (digit[0] + digit[digit.len() - 1]).div_ceil(2);
        let strip = RgbImage::from_pixel(gap, height - 16, Rgb(PLAIN.ground));
        image::imageops::replace(&mut tile, &strip, (middle - gap / 2).into(), 8);
    }
    tile
}

#[test]
fn digits_in_stencil_letters_are_read() {
    let look = Look { side: 112, text: 0.55, ..PLAIN };
    let numbers = mixed(16, 1, 16);
    for gap in [4, 6] {
        let tiles: Vec<RgbImage> = board(&numbers, look).into_iter().map(|tile| parted(tile, gap)).collect();
        assert_reads(&numbers, &tiles);
    }
}

#[test]
fn a_one_may_be_a_bare_bar() {
    let numbers = mixed(16, 1, 16);
    let side = PLAIN.side as f32;
    let lettered = |&number: &Option<u16>| {
        let text = number.map_or(String::new(), |number| number.to_string());
        let mut tile = tile(number.map(|_| 8), Look { text: 0.0, ..PLAIN });
        for (place, digit) in text.chars().enumerate() {
            let middle = 0.5 + (place as f32 + 0.5 - text.len() as f32 / 2.0) * 0.28;
            if digit == '1' {
                let (left, top) = ((middle * side) as u32 - 6, (0.29 * side) as u32);
                (top..top + 26).for_each(|y| (left..left + 12).for_each(|x| tile.put_pixel(x, y, Rgb(PLAIN.ink))));
            } else {
                draw(&mut tile, &digit.to_string(), Look { at: [middle, 0.5], ..PLAIN });
            }
        }
        tile
    };
    let tiles: Vec<RgbImage> = numbers.iter().map(lettered).collect();
    assert_reads(&numbers, &tiles);
}

/// Cuts the drawn board, `columns` cells wide, into cells of another size.
fn cut_anew(tiles: &[RgbImage], columns: u32, side: u32) -> Vec<RgbImage> {
    let old = tiles[0].width();
    let rows = tiles.len() as u32 / columns;
    let pixel = |x: u32, y: u32| *tiles[(y / old * columns + x / old) as usize].get_pixel(x % old, y % old);
    let cells = (0..rows * old / side).flat_map(|row| (0..columns * old / side).map(move |column| (column, row)));
    cells.map(|(column, row)| RgbImage::from_fn(side, side, |x, y| pixel(column * side + x, row * side + y))).collect()
}

#[test]
fn a_wrong_grid_fits_worse() {
    let numbers = mixed(16, 1, 16);
    let tiles = board(&numbers, PLAIN);
    for side in [30, 40, 80, 120] {
        let wrong = cut_anew(&tiles, 4, side);
        assert!(!looks_numbered(&wrong, 0.6), "{side}");
        let read = read(&wrong);
        assert!(read.is_none_or(|read| read.fit < 0.6 && read.confidence < ACCEPTED), "{side}");
    }
    let part: Vec<RgbImage> = (0..9).map(|cell| tiles[cell / 3 * 4 + cell % 3].clone()).collect();
    assert!(read(&part).is_none_or(|read| read.confidence < ACCEPTED));
}

#[test]
fn what_is_no_numbered_board_is_not_believed() {
    let same = board(&[Some(5); 16], PLAIN);
    let full: Vec<Option<u16>> = (1..=16).map(Some).collect();
    let waves = (0..16u32).map(|cell| {
        RgbImage::from_fn(60, 60, |x, y| {
            let wave = |a: u32, b: u32| ((x * a + y * b + cell * 97) / 5 % 200) as u8;
            Rgb([wave(cell + 1, 3), wave(2, cell), wave(cell, cell)])
        })
    });
    let flat = vec![RgbImage::from_pixel(60, 60, Rgb([90; 3])); 16];
    for tiles in [same, board(&full, PLAIN), waves.collect(), flat] {
        assert!(read(&tiles).is_none_or(|read| read.confidence < ACCEPTED));
    }
}

#[test]
fn sizes_out_of_bounds_are_not_read() {
    let tiny = RgbImage::new(1, 1);
    assert_eq!(read(&[]), None);
    assert_eq!(read(&vec![tiny.clone(); FEWEST - 1]), None);
    assert_eq!(read(&vec![tiny.clone(); MOST + 1]), None);
    assert_eq!(read(&vec![RgbImage::new(0, 9); 4]), None);
    assert_eq!(read(&vec![tiny.clone(); 9]), None);
    assert!(!looks_numbered(&vec![tiny; MOST + 1], 0.0));
}

#[test]
fn numbers_below_ten_may_begin_with_a_nought() {
    for cells in [16, 25, 36] {
        let numbers = mixed(cells, 1, cells as u16);
        let padded = |number: &Option<u16>| lettered(number.map(|number| format!("{number:02}")), PLAIN);
        assert_reads(&numbers, &numbers.iter().map(padded).collect::<Vec<RgbImage>>());
    }
}

#[test]
fn digits_with_spaces_between_them_are_read() {
    let numbers = mixed(16, 1, 16);
    let spaced = |number: u16| number.to_string().chars().map(String::from).collect::<Vec<_>>().join("  ");
    for look in
        [Look { text: 0.3, ..PLAIN }, Look { side: 120, text: 0.2, ink: [250; 3], ground: [180, 20, 30], ..PLAIN }]
    {
        let tiles: Vec<RgbImage> = numbers.iter().map(|number| lettered(number.map(spaced), look)).collect();
        assert_reads(&numbers, &tiles);
    }
}

#[test]
fn a_cell_of_one_colour_shows_no_number_though_others_have_badges() {
    let badge = Look { side: 80, text: 0.3, at: [0.8, 0.8], ground: [240; 3], ink: [20; 3] };
    let numbers = mixed(16, 1, 16);
    let mut tiles: Vec<RgbImage> = numbers
        .iter()
        .zip(0u32..)
        .map(|(&number, cell)| match number {
            Some(_) => {
                let mut tile = RgbImage::from_fn(80, 80, |x, y| {
                    let is_badge = x.min(y) >= 50 && x.max(y) < 78;
                    Rgb(if is_badge { [240; 3] } else { [(x * 2 + cell * 9) as u8, (y * 3) as u8, 200 - cell as u8] })
                });
                draw(&mut tile, &number.unwrap().to_string(), badge);
                tile
            }
            None => RgbImage::from_pixel(80, 80, Rgb([22, 30, 38])),
        })
        .collect();
    let spoilt = numbers.iter().position(|&number| number == Some(3)).unwrap();
    tiles[spoilt] = RgbImage::from_fn(80, 80, |x, y| Rgb([(x * 37 % 255) as u8, (y * 91 % 255) as u8, (x * y) as u8]));
    let found = read(&tiles).unwrap();
    assert_eq!(found.numbers[found.blank], None);
    assert_eq!(Some(found.blank), numbers.iter().position(Option::is_none));
}
