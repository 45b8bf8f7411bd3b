//! What a screen shows besides the board: the page, the game's own window, a browser's or a telephone's furniture.

use image::RgbImage;
use image::imageops::{FilterType, resize};

use super::brush::{Area, change, fill, fill_round, mix};
use super::clutter;
use super::look::{Chrome, Page, Screen};
use super::text::{Line, bold};
use super::widgets::{Inks, button, centred, window, words};

/// How much room the furniture takes beyond the frame: left and right, above, below.
pub(super) fn room(chrome: Chrome) -> (i64, i64, i64) {
    match chrome {
        Chrome::None => (0, 0, 0),
        Chrome::Window => (26, 92, 30),
        Chrome::Web => (36, 150, 110),
        Chrome::Phone => (14, 170, 120),
    }
}

/// The least width of the game with its furniture.
pub(super) fn least_width(chrome: Chrome) -> i64 {
    match chrome {
        Chrome::None => 0,
        Chrome::Window => 300,
        Chrome::Web => 420,
        Chrome::Phone => 320,
    }
}

/// Draws everything but the board, whose frame fills `board`.
pub(super) fn draw(screen: &Screen, board: Area) -> RgbImage {
    let mut picture = page(screen);
    let whole = Area::new(0, 0, screen.size.0.into(), screen.size.1.into());
    if let (Some((count, seed)), Chrome::None | Chrome::Window) = (screen.clutter, screen.chrome) {
        let free = if screen.chrome == Chrome::None { board.grown(12) } else { Area::new(0, 0, 0, 0) };
        clutter::draw(&mut picture, whole, free, screen.theme, (count, seed));
    }
    let inks = screen.theme.inks();
    match screen.chrome {
        Chrome::None => {}
        Chrome::Window => game_window(&mut picture, board, inks),
        Chrome::Web => web_page(&mut picture, whole, board, inks),
        Chrome::Phone => phone(&mut picture, whole, board, inks),
    }
    picture
}

fn page(screen: &Screen) -> RgbImage {
    let (width, height) = screen.size;
    let area = Area::new(0, 0, width.into(), height.into());
    match &screen.page {
        Page::Plain(colour) => RgbImage::from_pixel(width, height, image::Rgb(*colour)),
        Page::Gradient(above, below) => {
            let mut picture = RgbImage::new(width, height);
            fill_round(&mut picture, area, 0, (*above, *below));
            picture
        }
        Page::Wallpaper(picture, seed) => {
            let small = picture.draw(width.div_ceil(2), height.div_ceil(2), *seed);
            resize(&small, width, height, FilterType::CatmullRom)
        }
    }
}

fn game_window(picture: &mut RgbImage, board: Area, inks: Inks) {
    let (beside, above, below) = room(Chrome::Window);
    let width = (board.width + 2 * beside).max(least_width(Chrome::Window));
    let area = Area::new(board.x - (width - board.width) / 2, board.y - above, width, above + board.height + below);
    let inner = window(picture, area, "Sliding Puzzle", inks);
    button(picture, Area::new(inner.x + 14, inner.y + 12, 92, 28), "New game", inks);
    let right = inner.right() - 14;
    for (index, caption) in ["Undo", "Hint"].into_iter().enumerate() {
        button(picture, Area::new(right - 58 - 66 * index as i64, inner.y + 12, 58, 28), caption, inks);
    }
    words(picture, (inner.x + 16, inner.bottom() - 10), "Moves: 0", 9.0, inks.faint);
    words(picture, (inner.right() - 88, inner.bottom() - 10), "Time: 0:07", 9.0, inks.faint);
}

/// The area, made at least `width` wide about its middle.
fn wider(area: Area, width: i64) -> Area {
    let more = (width - area.width).max(0);
    Area { x: area.x - more / 2, width: area.width + more, ..area }
}

fn web_page(picture: &mut RgbImage, whole: Area, board: Area, inks: Inks) {
    fill(picture, whole, inks.field);
    let bar = Area::new(0, 0, whole.width, 46);
    fill(picture, bar, inks.bar.0);
    fill(picture, Area::new(0, 45, whole.width, 1), inks.line);
    let address = Area::new(96, 9, (whole.width - 150).max(40), 28);
    fill_round(picture, address, 14, (inks.field, inks.field));
    words(picture, (address.x + 16, 28), "puzzles.example/slide", 10.0, inks.faint);
    for (index, arrow) in ["←", "→"].into_iter().enumerate() {
        words(picture, (18 + 36 * index as i64, 29), arrow, 13.0, inks.text);
    }
    let left = board.x.max(10);
    Line { text: "Slide the picture", font: bold(), height: 21.0 }.draw(
        picture,
        (left as f32, board.y as f32 - 62.0),
        inks.text,
    );
    words(picture, (left, board.y - 32), "Put the pieces back in order.", 10.0, inks.text);
    for (index, caption) in ["Shuffle", "Reset", "Show"].into_iter().enumerate() {
        let area = Area::new(left + 92 * index as i64, board.bottom() + 22, 82, 28);
        button(picture, area, caption, inks);
    }
    words(picture, (left, board.bottom() + 82), "Rows and columns: choose below", 9.0, inks.faint);
    fill(picture, Area::new(left, board.bottom() + 96, board.width.max(120), 1), inks.line);
}

fn phone(picture: &mut RgbImage, whole: Area, board: Area, inks: Inks) {
    change(picture, whole, |_, _, old| mix(old, inks.window, 0.35));
    let board = wider(board, 280);
    words(picture, (18, 26), "9:41", 10.0, inks.text);
    fill_round(picture, Area::new(whole.width - 46, 15, 28, 12), 3, (inks.text, inks.text));
    let title = Line { text: "15 Puzzle", font: bold(), height: 24.0 };
    title.draw_centred(picture, (whole.width as f32 / 2.0, board.y as f32 - 118.0), inks.text);
    let half = (board.width - 12) / 2;
    for (index, caption) in ["Moves 24", "Best 87"].into_iter().enumerate() {
        let area = Area::new(board.x + (half + 12) * index as i64, board.y - 78, half, 50);
        fill_round(picture, area, 10, inks.bar);
        centred(picture, area, caption, 13.0, inks.text);
    }
    for (index, caption) in ["Restart", "Menu"].into_iter().enumerate() {
        let area = Area::new(board.x + (half + 12) * index as i64, board.bottom() + 36, half, 48);
        fill_round(picture, area, 24, inks.button);
        centred(picture, area, caption, 13.0, inks.text);
    }
    fill_round(picture, Area::new(whole.width / 2 - 60, whole.height - 16, 120, 5), 2, (inks.text, inks.text));
}
