//! Other things on a drawn screen: windows with text, tables, calculators, thumbnails. They look as regular as a board.

use image::RgbImage;

use super::brush::{Area, fill, fill_round, outline};
use super::look::Theme;
use super::picture::Picture;
use super::widgets::{Inks, button, window, words};
use crate::puzzle::Random;

const WORDS: [&str; 24] = [
    "archive", "budget", "copy", "draft", "errors", "figures", "garden", "holiday", "index", "journal", "kernel",
    "letter", "market", "notes", "orders", "photos", "queue", "report", "summary", "tables", "update", "volume",
    "winter", "yearly",
];

/// Puts up to `count` things anywhere on `whole`, as `seed` has it; those that would cover `free` are left out.
pub(super) fn draw(picture: &mut RgbImage, whole: Area, free: Area, theme: Theme, (count, seed): (u32, u64)) {
    let mut random = Random::new(seed);
    let inks = theme.inks();
    for _ in 0..count {
        let kind = random.below(5);
        let (width, height) = [(380, 300), (340, 260), (230, 292), (320, 240), (292, 236)][kind];
        let x = random.below((whole.width - width / 3).max(1) as usize) as i64 - width / 6;
        let y = random.below((whole.height - height / 3).max(1) as usize) as i64;
        let area = Area::new(x, y, width, height);
        match kind {
            _ if area.meets(free) => {}
            0 => terminal(picture, area, inks, &mut random),
            1 => table(picture, area, inks, &mut random),
            2 => calculator(picture, area, inks),
            3 => document(picture, area, inks, &mut random),
            _ => thumbnails(picture, area, inks, &mut random),
        }
    }
}

fn sentence(random: &mut Random, length: usize) -> String {
    let words: Vec<&str> = (0..length).map(|_| WORDS[random.below(WORDS.len())]).collect();
    words.join(" ")
}

fn terminal(picture: &mut RgbImage, area: Area, inks: Inks, random: &mut Random) {
    let inner = window(picture, area, "Terminal", inks);
    let body = inner.grown(-1);
    fill(picture, body, [0x14, 0x17, 0x1c]);
    for row in 0..body.height / 17 {
        let text = format!("{:>6} {}.txt", random.below(90_000), sentence(random, 2).replace(' ', "-"));
        words(picture, (body.x + 8, body.y + 15 + 17 * row), &text, 8.5, [0xb8, 0xd8, 0xb0]);
    }
}

fn table(picture: &mut RgbImage, area: Area, inks: Inks, random: &mut Random) {
    let inner = window(picture, area, "Table", inks).grown(-8);
    fill(picture, inner, inks.field);
    let (width, height) = (inner.width / 5, inner.height / 8);
    for row in 0..8 {
        for column in 0..5 {
            let cell = Area::new(inner.x + column * width, inner.y + row * height, width + 1, height + 1);
            outline(picture, cell, 0, 1, inks.line);
            let number = random.below(1000).to_string();
            words(picture, (cell.x + 8, cell.bottom() - 8), &number, 9.0, inks.text);
        }
    }
}

fn calculator(picture: &mut RgbImage, area: Area, inks: Inks) {
    let inner = window(picture, area, "Calculator", inks).grown(-10);
    let display = Area { height: 34, ..inner };
    fill_round(picture, display, 4, (inks.field, inks.field));
    words(picture, (display.right() - 34, display.y + 23), "42", 13.0, inks.text);
    let keys = ["7", "8", "9", "/", "4", "5", "6", "x", "1", "2", "3", "-", "0", ".", "%", "+"];
    let (width, height) = (inner.width / 4, (inner.height - 44) / 4);
    for (index, key) in (0..).zip(keys) {
        let place = Area::new(inner.x + index % 4 * width, inner.y + 44 + index / 4 * height, width - 5, height - 5);
        button(picture, place, key, inks);
    }
}

fn document(picture: &mut RgbImage, area: Area, inks: Inks, random: &mut Random) {
    let inner = window(picture, area, "Notes", inks).grown(-1);
    fill(picture, inner, inks.field);
    for row in 0..inner.height / 20 - 1 {
        let length = 2 + random.below(3);
        words(picture, (inner.x + 14, inner.y + 24 + 20 * row), &sentence(random, length), 9.5, inks.text);
    }
}

fn thumbnails(picture: &mut RgbImage, area: Area, inks: Inks, random: &mut Random) {
    let inner = window(picture, area, "Pictures", inks).grown(-12);
    fill(picture, inner.grown(8), inks.field);
    for row in 0..2 {
        for column in 0..3 {
            let other = Picture::ALL[random.below(Picture::ALL.len())].draw(80, 80, random.below(100) as u32);
            let at = (inner.x + 92 * column, inner.y + 94 * row);
            super::brush::paste(picture, &other, at, |_, _| 1.0);
        }
    }
}
