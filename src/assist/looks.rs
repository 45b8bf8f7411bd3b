//! What a board looks like, for the pictures of its solution and of its reading.

use image::RgbImage;

use crate::puzzle::Puzzle;
use crate::render::{Artwork, ArtworkError, Note, annotate};
use crate::vision::{Kind, Reading, Screenshot};

use super::position::numbers;

/// What the board of `reading` looks like: cut from its screenshot, or drawn clean where it shows numbers or where there
/// is no screenshot.
pub fn artwork(reading: &Reading, puzzle: &Puzzle, screenshot: Option<&Screenshot>) -> Result<Artwork, ArtworkError> {
    match screenshot {
        Some(screenshot) if reading.kind == Kind::Picture => {
            let artwork = Artwork::cut(&screenshot.pixels, puzzle.size(), &reading.cells, reading.blank)?;
            Ok(artwork.with_numbers(puzzle.start().tiles()))
        }
        _ => Artwork::numbered(puzzle.start(), puzzle.goal()),
    }
}

/// The screenshot with what was understood drawn on it: each cell's rectangle, its tile's number as everywhere (by goal
/// cell from 1, the blank's home left out), the blank, and for doubtful cells the runner-up. A reading whose size is out
/// of range leaves it as it is.
pub fn annotated(screenshot: &Screenshot, reading: &Reading) -> RgbImage {
    let Some(size) = reading.size() else { return screenshot.pixels.clone() };
    let numbers = numbers(reading, size);
    let number = |tile: usize| numbers.get(tile).copied().unwrap_or(0);
    let notes: Vec<Note> = reading
        .cells
        .iter()
        .zip(&reading.tiles)
        .enumerate()
        .map(|(cell, (&rect, &tile))| Note {
            rect,
            number: number(tile),
            is_blank: cell == reading.blank,
            runner_up: reading.doubts.iter().find(|doubt| doubt.cell == cell).map(|doubt| number(doubt.runner_up)),
        })
        .collect();
    annotate::draw(&screenshot.pixels, reading.region, &notes)
}
