//! What windows of a drawn screen are made of: colours, title bars, buttons, lines of text.

use image::RgbImage;

use super::brush::{Area, fill, fill_round, mix, outline, shadow};
use super::look::{Colour, Theme};
use super::text::{Line, bold, regular};

/// The colours a theme draws with.
#[derive(Clone, Copy)]
pub(super) struct Inks {
    pub window: Colour,
    pub bar: (Colour, Colour),
    pub text: Colour,
    pub faint: Colour,
    pub line: Colour,
    pub button: (Colour, Colour),
    pub field: Colour,
}

impl Theme {
    pub(super) fn inks(self) -> Inks {
        match self {
            Theme::Light => Inks {
                window: [0xf2, 0xf1, 0xef],
                bar: ([0xe6, 0xe4, 0xe1], [0xd2, 0xcf, 0xcb]),
                text: [0x2b, 0x2d, 0x30],
                faint: [0x7c, 0x7f, 0x83],
                line: [0xb9, 0xb6, 0xb1],
                button: ([0xfd, 0xfd, 0xfc], [0xe4, 0xe2, 0xdf]),
                field: [0xff, 0xff, 0xff],
            },
            Theme::Dark => Inks {
                window: [0x2c, 0x2f, 0x36],
                bar: ([0x3a, 0x3e, 0x47], [0x2f, 0x33, 0x3a]),
                text: [0xe4, 0xe6, 0xea],
                faint: [0x93, 0x99, 0xa4],
                line: [0x17, 0x19, 0x1d],
                button: ([0x4a, 0x4f, 0x5a], [0x3e, 0x43, 0x4c]),
                field: [0x1e, 0x20, 0x25],
            },
        }
    }
}

/// The height of a title bar.
const BAR: i64 = 36;

/// A window with a title bar and its three buttons; returns the area below the bar.
pub(super) fn window(picture: &mut RgbImage, area: Area, title: &str, inks: Inks) -> Area {
    shadow(picture, area.moved(0, 6), 26, 0.45);
    fill_round(picture, area, 9, (inks.window, inks.window));
    let bar = Area::new(area.x, area.y, area.width, BAR);
    fill_round(picture, Area { height: BAR + 9, ..bar }, 9, inks.bar);
    fill(picture, Area::new(area.x, area.y + BAR, area.width, 10), inks.window);
    fill(picture, Area::new(area.x, area.y + BAR - 1, area.width, 1), inks.line);
    outline(picture, area, 9, 1, inks.line);
    let line = Line { text: title, font: bold(), height: 11.0 };
    line.draw_centred(picture, (area.x as f32 + area.width as f32 / 2.0, area.y as f32 + 18.0), inks.text);
    for (index, colour) in [[0xed, 0x6a, 0x5e], [0xf5, 0xbf, 0x4f], [0x61, 0xc5, 0x54]].into_iter().enumerate() {
        let dot = Area::new(area.right() - 24 - 20 * index as i64, area.y + 12, 12, 12);
        fill_round(picture, dot, 6, (colour, mix(colour, [0; 3], 0.15)));
    }
    Area::new(area.x, area.y + BAR, area.width, area.height - BAR)
}

/// A button with its caption.
pub(super) fn button(picture: &mut RgbImage, area: Area, caption: &str, inks: Inks) {
    fill_round(picture, area, 5, inks.button);
    outline(picture, area, 5, 1, inks.line);
    centred(picture, area, caption, 10.0, inks.text);
}

/// A line of text in the middle of an area.
pub(super) fn centred(picture: &mut RgbImage, area: Area, text: &str, height: f32, colour: Colour) {
    let middle = (area.x as f32 + area.width as f32 / 2.0, area.y as f32 + area.height as f32 / 2.0);
    Line { text, font: regular(), height }.draw_centred(picture, middle, colour);
}

/// A line of text that begins at a point of its base line.
pub(super) fn words(picture: &mut RgbImage, at: (i64, i64), text: &str, height: f32, colour: Colour) {
    Line { text, font: regular(), height }.draw(picture, (at.0 as f32, at.1 as f32), colour);
}
