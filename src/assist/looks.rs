//! What a board looks like, for the pictures of its solution and of its reading.

use image::RgbImage;

use crate::puzzle::Puzzle;
use crate::render::{Artwork, ArtworkError, Note, annotate};
use crate::vision::{Kind, Reading, Screenshot};

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

/// The screenshot with what was understood drawn on it: each cell's rectangle, the number of the goal cell of what is in
/// it, from 1, the blank, and for doubtful cells the runner-up.
pub fn annotated(screenshot: &Screenshot, reading: &Reading) -> RgbImage {
    let notes: Vec<Note> = reading
        .cells
        .iter()
        .zip(&reading.tiles)
        .enumerate()
        .map(|(cell, (&rect, &tile))| Note {
            rect,
            number: tile + 1,
            is_blank: cell == reading.blank,
            runner_up: reading.doubts.iter().find(|doubt| doubt.cell == cell).map(|doubt| doubt.runner_up + 1),
        })
        .collect();
    annotate::draw(&screenshot.pixels, reading.region, &notes)
}
