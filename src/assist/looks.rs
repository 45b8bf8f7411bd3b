//! What a board looks like, for the pictures of its solution and of its reading.

use image::RgbImage;

use crate::puzzle::Puzzle;
use crate::render::{Artwork, ArtworkError, Note, annotate, assembled};
use crate::vision::{Kind, Reading, Screenshot, show_pieces};

use super::position::{names, shown};

/// What the board of `reading` looks like: cut from its screenshot, or drawn clean where it shows nothing but numbers or where there
/// is no screenshot. Tiles are called as they are in [`names`].
pub fn artwork(reading: &Reading, puzzle: &Puzzle, screenshot: Option<&Screenshot>) -> Result<Artwork, ArtworkError> {
    let names = names(reading).filter(|names| names.len() == puzzle.size().cells());
    let numbers: Vec<u16> = match names {
        Some(names) => names.into_iter().map(Option::unwrap_or_default).collect(),
        None => puzzle.start().tiles().to_vec(),
    };
    match screenshot {
        Some(screenshot)
            if reading.kind == Kind::Picture || show_pieces(&screenshot.pixels, &reading.cells, reading.blank) =>
        {
            let artwork = Artwork::cut(&screenshot.pixels, puzzle.size(), &reading.cells, reading.blank)?;
            let are_printed = reading.kind != Kind::Picture || reading.numbers.is_some();
            Ok(if are_printed { artwork.showing_numbers(&numbers) } else { artwork.with_numbers(&numbers) })
        }
        _ => Artwork::numbered_as(puzzle.start(), puzzle.goal(), &numbers),
    }
}

/// The screenshot with what was understood drawn on it: each cell's rectangle, its tile's number as in [`names`], the
/// blank, and for doubtful cells the runner-up; beside it the picture that pieces make, unless they are at home. A reading
/// whose size is out of range leaves it as it is.
pub fn annotated(screenshot: &Screenshot, reading: &Reading) -> RgbImage {
    let Some(size) = reading.size() else { return screenshot.pixels.clone() };
    let numbers = shown(reading, size);
    let number = |tile: usize| numbers.get(tile).copied().unwrap_or(0);
    let notes: Vec<Note> = reading
        .cells
        .iter()
        .zip(&reading.tiles)
        .enumerate()
        .map(|(cell, (&rect, &tile))| Note {
            rect,
            home: reading.cells.get(tile).copied().unwrap_or(rect),
            number: number(tile),
            is_blank: cell == reading.blank,
            runner_up: reading.doubts.iter().find(|doubt| doubt.cell == cell).map(|doubt| number(doubt.runner_up)),
        })
        .collect();
    let drawn = annotate::draw(&screenshot.pixels, reading.region, &notes);
    match reading.kind {
        Kind::Picture if !reading.solved => assembled::beside(drawn, &screenshot.pixels, reading.region, &notes),
        _ => drawn,
    }
}
