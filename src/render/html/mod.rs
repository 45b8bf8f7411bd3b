//! The way out as one page for a browser: nothing is loaded from elsewhere.
//!
//! The page holds a picture of every tile that ever slides, which the browser puts together to every board, and of what they
//! lie on, where every cell that ever changes looks like the blank. So nothing of a tile that has gone shows beside the
//! one in its place, wherever a browser rounds the edges of tiles to. One picture that they are all parts of would be
//! smaller, but Chromium prints a part of a picture in some ten milliseconds, and a whole one, seen before, in none: hundreds of
//! boards would take minutes. Without JavaScript all steps stand in a list; with it, one at a time, large. On paper they
//! are a list again.

use std::fmt::Write;

use image::{RgbImage, imageops};

use super::sheet::Claim;
use super::still::{Effort, StillError, encode_png};
use super::storyboard::Step;
use super::{Storyboard, mark, paint, sheet};
use crate::puzzle::Slide;
use crate::rect::Rect;

/// The longest side of the picture in the page, in pixels.
const LONGEST_SIDE: u32 = 960;
/// Smaller pictures are enlarged here, tile by tile: a browser would blur the lines between them.
const LEAST_SIDE: u32 = 480;

/// The page of a storyboard. `claim` says what is known about the number of moves.
///
/// It grows with the number of steps times the number of tiles that ever move.
pub fn page(storyboard: &Storyboard, claim: Claim) -> Result<String, StillError> {
    let artwork = storyboard.artwork().clone().shown(LEAST_SIDE, LONGEST_SIDE);
    let storyboard = &storyboard.with_artwork(artwork);
    let board = storyboard.artwork().board();
    let changing = changing(storyboard);
    let tiles = tiles(storyboard, &changing)?;
    let ground = base64(&encode_png(&ground(storyboard, &changing), Effort::Small)?);
    let (width, height) = board.dimensions();
    let cell = storyboard.artwork().cell(0);
    let side = f64::from(cell.width.min(cell.height)) * 100.0 / f64::from(width);
    let (title, claim) = (sheet::title(storyboard), sheet::claim_in_words(claim, storyboard));
    let count = storyboard.steps().len();
    let mut page = String::with_capacity(tiles.len() + ground.len() + 400 * (count + 1));
    let style = include_str!("page.css");
    let walk = fingerprint(storyboard);
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{style}.board {{ background-image: url(data:image/png;base64,{ground}); aspect-ratio: {width} / {height}; --side: {side:.3}cqw; }}\nbody {{ --wide: {:.4}; }}\n{}{tiles}</style>\n\
         <body data-walk=\"{walk:016x}\">\n<svg aria-hidden=\"true\">{}</svg>\n<h1>{title} <small>{claim}</small></h1>\n<p>{}</p>\n\
         <nav><button aria-label=\"Back\">←</button><button aria-label=\"Play\">▶</button>\
         <button aria-label=\"Next\">→</button><input type=\"range\" max=\"{count}\" value=\"0\" aria-label=\"Steps done\"></nav>\n<ol>\n",
        f64::from(width) / f64::from(height),
        places(storyboard),
        arrows(),
        sheet::advice(storyboard),
    );
    for index in 0..=count {
        item(&mut page, storyboard, index, &changing);
    }
    let _ = write!(page, "</ol>\n<script>\n{}</script>\n</body>\n</html>\n", include_str!("page.js"));
    Ok(page)
}

/// The cells that do not show the same all the time.
fn changing(storyboard: &Storyboard) -> Vec<bool> {
    let steps = storyboard.steps();
    let changes = |cell: usize| {
        steps.iter().any(|step| step.blank == cell || step.sliding(storyboard.size()).any(|slid| slid == cell))
    };
    (0..storyboard.size().cells()).map(changes).collect()
}

/// The board at the start with all cells that change as the blank is drawn.
fn ground(storyboard: &Storyboard, changing: &[bool]) -> RgbImage {
    let artwork = storyboard.artwork();
    let mut ground = artwork.board().clone();
    for (cell, _) in changing.iter().enumerate().filter(|&(_, &changes)| changes) {
        paint::copy(&mut ground, artwork.cell(cell), artwork.board(), artwork.cell(artwork.blank()));
    }
    ground
}

/// One step of the list.
fn item(page: &mut String, storyboard: &Storyboard, index: usize, changing: &[bool]) {
    let step = storyboard.steps().get(index).copied();
    let told = step.map_or("Solved.".to_string(), |step| told(storyboard, index, step));
    let _ = write!(page, "<li><div class=\"board\" aria-hidden=\"true\">");
    for (cell, &origin) in storyboard.board(index).iter().enumerate() {
        let pressed = step.is_some_and(|step| step.press == cell);
        let artwork = storyboard.artwork();
        if changing[cell] && usize::from(origin) != artwork.blank() {
            let lit = match mark::is_light(artwork.board(), artwork.cell(origin.into())) {
                _ if !pressed => "",
                true => " lit pale",
                false => " lit",
            };
            let _ = write!(page, "<i class=\"c{cell} t{origin}{lit}\"></i>");
        }
    }
    if let Some(step) = step {
        let _ = write!(page, "<svg class=\"c{}\"><use href=\"#{}\"/></svg>", step.blank, step.slide.word());
    }
    let number = step.map_or(String::new(), |_| format!("<b>{}</b>", storyboard.label(index)));
    let _ = writeln!(page, "</div><p class=\"told\">{number}{told}</p></li>");
}

/// What a screen reader reads, and a player: `Press tile 5, second row, third column; it slides left.`
fn told(storyboard: &Storyboard, index: usize, step: Step) -> String {
    let size = storyboard.size();
    let tile = storyboard.number(index).map_or("the tile in the".to_string(), |number| format!("tile {number},"));
    let slides = if step.moves == 1 { "it slides".to_string() } else { format!("{} tiles slide", step.moves) };
    let (row, column) = (ordinal(size.row(step.press) + 1), ordinal(size.column(step.press) + 1));
    format!("Press {tile} {row} row, {column} column; {slides} {}.", step.slide)
}

fn ordinal(number: usize) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    match (WORDS.get(number.wrapping_sub(1)), number % 100, number % 10) {
        (Some(word), _, _) => (*word).to_string(),
        (None, 11..=13, _) => format!("{number}th"),
        (None, _, 1) => format!("{number}st"),
        (None, _, 2) => format!("{number}nd"),
        (None, _, 3) => format!("{number}rd"),
        _ => format!("{number}th"),
    }
}

/// The arrows from the tile to press into the blank, to be used by every step: one drawn to the right, and turned.
fn arrows() -> String {
    let arrow = |(way, degrees): (Slide, u16)| {
        format!(
            "<symbol id=\"{}\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\">\
             <path transform=\"rotate({degrees} 50 50)\" d=\"M-5 41H20V27L50 50 20 73V59H-5Z\"/></symbol>",
            way.word()
        )
    };
    [(Slide::Right, 0), (Slide::Down, 90), (Slide::Left, 180), (Slide::Up, 270)].map(arrow).concat()
}

/// Where each cell is (`c`).
fn places(storyboard: &Storyboard) -> String {
    let artwork = storyboard.artwork();
    let (all_width, all_height) = artwork.board().dimensions();
    let share = |part: u32, all: u32| f64::from(part) * 100.0 / f64::from(all);
    let mut rules = String::new();
    for cell in 0..storyboard.size().cells() {
        let Rect { x, y, width, height } = artwork.cell(cell);
        let _ = writeln!(
            rules,
            ".c{cell}{{left:{:.3}%;top:{:.3}%;width:{:.3}%;height:{:.3}%}}",
            share(x, all_width),
            share(y, all_height),
            share(width, all_width),
            share(height, all_height),
        );
    }
    rules
}

/// What each tile that ever slides looks like (`t`).
fn tiles(storyboard: &Storyboard, changing: &[bool]) -> Result<String, StillError> {
    let artwork = storyboard.artwork();
    let mut rules = String::new();
    for origin in (0..changing.len()).filter(|&origin| changing[origin] && origin != artwork.blank()) {
        let Rect { x, y, width, height } = artwork.cell(origin);
        let tile = imageops::crop_imm(artwork.board(), x, y, width, height).to_image();
        let tile = base64(&encode_png(&tile, Effort::Small)?);
        let _ = writeln!(rules, ".t{origin}{{background-image:url(data:image/png;base64,{tile})}}");
    }
    Ok(rules)
}

/// Tells walkthroughs apart (FNV-1a of the board and its moves): under it the browser keeps how far the player has come.
fn fingerprint(storyboard: &Storyboard) -> u64 {
    let moves = storyboard.steps().iter().flat_map(|step| [step.press as u64, step.blank as u64, step.tile as u64]);
    let size = [storyboard.size().columns() as u64, storyboard.size().rows() as u64];
    size.into_iter()
        .chain(moves)
        .fold(0xcbf2_9ce4_8422_2325, |hash, value| (hash ^ value).wrapping_mul(0x100_0000_01b3))
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let padded = [group[0], *group.get(1).unwrap_or(&0), *group.get(2).unwrap_or(&0)];
        let bits = u32::from_be_bytes([0, padded[0], padded[1], padded[2]]);
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= group.len() { digit.into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::testing;
    use Slide::{Left, Up};

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn every_step_is_told_in_words() {
        let story = testing::storyboard("1 2 3/0 4 5", "1 2 3/4 5 0", &[Left, Left]);
        let page = page(&story, Claim::Least).unwrap();
        assert!(page.contains("<b>1</b>Press tile 4, second row, second column; it slides left."));
        assert!(page.contains("Solved."));
        assert!(page.contains("the fewest possible (proven)"));
        assert_eq!(page.matches("<li>").count(), 3);
        assert_eq!((page.matches(" lit\"").count(), page.matches(" lit pale\"").count()), (1, 1));
        let merged = super::page(&story.clone().merge_runs(), Claim::Nothing).unwrap();
        assert!(merged.contains("<b>1–2</b>Press tile 5, second row, third column; 2 tiles slide left."));
        let presses = super::page(&story.counted_in_presses(), Claim::Nothing).unwrap();
        assert!(presses.contains("<title>3x2 board · 1 press</title>") && presses.contains("<b>1</b>Press tile 5,"));
    }

    #[test]
    fn nothing_of_a_tile_is_left_where_it_was() {
        let story = testing::storyboard("1 2 3/0 4 5", "1 2 3/4 5 0", &[Left, Left]);
        let changing = changing(&story);
        assert_eq!(changing, [false, false, false, true, true, true]);
        let (artwork, ground) = (story.artwork(), ground(&story, &changing));
        let part = |picture: &RgbImage, cell: usize| {
            let Rect { x, y, width, height } = artwork.cell(cell);
            imageops::crop_imm(picture, x, y, width, height).to_image()
        };
        for (cell, changes) in changing.into_iter().enumerate() {
            let shown = if changes { artwork.blank() } else { cell };
            assert_eq!(part(&ground, cell), part(artwork.board(), shown), "{cell}");
        }
        let page = page(&story, Claim::Least).unwrap();
        assert_eq!(page.matches("<i ").count(), 2 * 3);
    }

    #[test]
    fn tiles_are_pictures_of_their_own() {
        let story = testing::storyboard("1 2 3/0 4 5", "1 2 3/4 5 0", &[Left, Left]);
        let page = page(&story, Claim::Least).unwrap();
        let shown = |origin: usize| page.contains(&format!(".t{origin}{{background-image:url(data:image/png;"));
        assert_eq!([0, 1, 2, 3, 4, 5].map(shown), [false, false, false, false, true, true]);
        assert!(!page.contains("background-position"), "parts of a picture take long to print");
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        let page = page(&testing::walk("1 2/3 0", &[Slide::Down]), Claim::Nothing).unwrap();
        for outside in ["http:", "https:", "src=", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert_eq!(page.matches("href=").count(), page.matches("href=\"#").count());
        let walk = |slides: &[Slide]| fingerprint(&testing::walk("1 2 3/4 5 6/7 8 0", slides));
        assert_ne!(walk(&[Slide::Down]), walk(&[Slide::Right]));
        assert_ne!(walk(&[Slide::Down, Up]), walk(&[Slide::Down]));
    }

    #[test]
    fn ordinals_are_english() {
        let words: Vec<String> = [1, 10, 11, 12, 21, 22, 33, 64].into_iter().map(ordinal).collect();
        assert_eq!(words, ["first", "tenth", "11th", "12th", "21st", "22nd", "33rd", "64th"]);
    }
}
