//! Boards and pictures for the tests of this room.

use image::{Rgb, RgbImage};

use super::{Artwork, Storyboard};
use crate::puzzle::{Board, Puzzle, Size, Slide};
use crate::rect::Rect;

/// A textured board of 20-pixel cells with gutters of 2 and a frame of 3, the blank in `blank`.
pub(super) fn artwork(columns: usize, rows: usize, blank: usize) -> Artwork {
    sized_artwork(columns, rows, blank, 20)
}

/// The same with cells of `side` pixels.
pub(super) fn sized_artwork(columns: usize, rows: usize, blank: usize, side: u32) -> Artwork {
    let size = Size::new(columns, rows).unwrap();
    let at = |i: usize| 3 + i as u32 * (side + 2);
    let cells: Vec<Rect> =
        (0..size.cells()).map(|c| Rect::new(at(size.column(c)), at(size.row(c)), side, side)).collect();
    let mut board = RgbImage::from_pixel(at(columns) + 1, at(rows) + 1, Rgb([60, 40, 30]));
    for (cell, rect) in cells.iter().enumerate() {
        for y in rect.y..rect.bottom() {
            for x in rect.x..rect.right() {
                let wave = ((x * x / 7 + y * 5) % 97) as u8;
                let colour = [(cell * 255 / cells.len()) as u8, 90 + wave, (x * 3 + y) as u8 / 2 + 40];
                board.put_pixel(x, y, Rgb(if cell == blank { [20, 20, 24] } else { colour }));
            }
        }
    }
    Artwork::new(board, size, cells, blank).unwrap()
}

/// The storyboard of `slides` from `start` to `goal`.
pub(super) fn storyboard(start: &str, goal: &str, slides: &[Slide]) -> Storyboard {
    let puzzle = Puzzle::new(start.parse().unwrap(), goal.parse().unwrap()).unwrap();
    let size = puzzle.size();
    let artwork = artwork(size.columns(), size.rows(), puzzle.start().blank());
    let numbers = puzzle.start().tiles().to_vec();
    Storyboard::new(&puzzle, slides, artwork.with_numbers(&numbers)).unwrap()
}

/// The solved board of a size, the blank last, as text.
pub(super) fn solved(columns: usize, rows: usize) -> String {
    let tiles: Vec<String> = (1..columns * rows).map(|tile| tile.to_string()).chain(["0".into()]).collect();
    tiles.chunks(columns).map(|row| row.join(" ")).collect::<Vec<String>>().join("/")
}

/// The storyboard of `slides` from `start` to wherever they end.
pub(super) fn walk(start: &str, slides: &[Slide]) -> Storyboard {
    let mut board: Board = start.parse().unwrap();
    for &slide in slides {
        board.slide(slide).expect("a legal walk");
    }
    storyboard(start, &board.to_string(), slides)
}

/// A legal walk of `moves` slides that never undoes the last one, the blank starting in the last cell.
pub(super) fn wander(columns: usize, rows: usize, moves: usize) -> Vec<Slide> {
    let size = Size::new(columns, rows).unwrap();
    let (mut blank, mut seed, mut last) = (size.cells() - 1, 1_u64, None);
    (0..moves)
        .map(|_| {
            let legal = |slide: &Slide| size.step(blank, slide.reverse()).is_some() && last != Some(slide.reverse());
            let choices: Vec<Slide> = Slide::ALL.into_iter().filter(legal).collect();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let slide = choices[(seed >> 33) as usize % choices.len()];
            blank = size.step(blank, slide.reverse()).unwrap();
            last = Some(slide);
            slide
        })
        .collect()
}
