//! Text from the embedded fonts (see `assets/font/README.md`).

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};
use image::RgbImage;

use super::paint::{Colour, blend};

/// The two weights there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

fn font(weight: Weight) -> &'static FontRef<'static> {
    static REGULAR: OnceLock<FontRef<'static>> = OnceLock::new();
    static BOLD: OnceLock<FontRef<'static>> = OnceLock::new();
    let (cell, bytes): (_, &'static [u8]) = match weight {
        Weight::Regular => (&REGULAR, include_bytes!("../../assets/font/DejaVuSans-subset.ttf")),
        Weight::Bold => (&BOLD, include_bytes!("../../assets/font/DejaVuSans-Bold-subset.ttf")),
    };
    cell.get_or_init(|| FontRef::try_from_slice(bytes).expect("the embedded font is a font"))
}

/// How many pixels wide `text` is when its capitals and digits are `size` × 0.73 pixels high.
pub(super) fn width(text: &str, size: f32, weight: Weight) -> f32 {
    let font = font(weight).as_scaled(scale(size, weight));
    text.chars().map(|c| font.h_advance(font.glyph_id(c))).sum()
}

/// Draws `text` with its left edge at `x` and its baseline at `y`, in pixels.
pub(super) fn draw(picture: &mut RgbImage, at: (f32, f32), text: &str, size: f32, weight: Weight, colour: Colour) {
    let scale = scale(size, weight);
    let font = font(weight);
    let scaled = font.as_scaled(scale);
    let mut x = at.0;
    for c in text.chars() {
        let id = font.glyph_id(c);
        let glyph = id.with_scale_and_position(scale, ab_glyph::point(x, at.1));
        if let Some(outline) = font.outline_glyph(glyph) {
            let bounds = outline.px_bounds();
            outline.draw(|dx, dy, coverage| {
                let (px, py) = (bounds.min.x as i64 + i64::from(dx), bounds.min.y as i64 + i64::from(dy));
                blend(picture, px, py, colour, coverage);
            });
        }
        x += scaled.h_advance(id);
    }
}

/// Draws `text` with its middle at `x` and the middle of its digits at `y`.
pub(super) fn draw_centred(
    picture: &mut RgbImage,
    middle: (f32, f32),
    text: &str,
    size: f32,
    weight: Weight,
    colour: Colour,
) {
    let x = middle.0 - width(text, size, weight) / 2.0;
    draw(picture, (x, middle.1 + size * DIGIT_HEIGHT / 2.0), text, size, weight, colour);
}

/// Height of a digit as a share of the size.
pub(super) const DIGIT_HEIGHT: f32 = 0.73;

/// Breaks `text` between words into lines at most `limit` pixels wide; a longer word stands alone.
pub(super) fn wrap(text: &str, size: f32, weight: Weight, limit: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line, size, weight) + width(" ", size, weight) + width(word, size, weight) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// `ab_glyph` scales the distance from ascent to descent; typographers the em.
fn scale(size: f32, weight: Weight) -> PxScale {
    let font = font(weight);
    PxScale::from(size * font.height_unscaled() / font.units_per_em().unwrap_or(2048.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_the_pictures_need_is_in_both_fonts() {
        let signs = ('0'..='9').chain('a'..='z').chain('A'..='Z').chain("←→↑↓×·–…✓(),.:;%/ ".chars());
        for sign in signs {
            for weight in [Weight::Regular, Weight::Bold] {
                assert_ne!(font(weight).glyph_id(sign).0, 0, "{sign} in {weight:?}");
            }
        }
    }

    #[test]
    fn digits_are_as_high_as_promised() {
        let mut picture = RgbImage::new(100, 100);
        draw(&mut picture, (10.0, 90.0), "1", 80.0, Weight::Bold, [255; 3]);
        let rows: Vec<u32> = picture.enumerate_pixels().filter(|(_, _, p)| p.0[0] > 128).map(|(_, y, _)| y).collect();
        let height = rows.iter().max().unwrap() - rows.iter().min().unwrap() + 1;
        assert!((height as f32 - 80.0 * DIGIT_HEIGHT).abs() < 1.5, "{height}");
    }

    #[test]
    fn lines_break_between_words() {
        let lines = wrap("one two three", 10.0, Weight::Regular, width("one two ", 10.0, Weight::Regular));
        assert_eq!(lines, ["one two", "three"]);
    }
}
