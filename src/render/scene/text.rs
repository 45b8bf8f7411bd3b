//! Words and numbers on drawn screens, in any font.

use std::sync::OnceLock;

use ab_glyph::{Font, FontArc, PxScale, ScaleFont, point};
use image::RgbImage;

use super::brush::mix;
use super::look::Colour;

/// The embedded font, bold.
pub(super) fn bold() -> &'static FontArc {
    static FONT: OnceLock<FontArc> = OnceLock::new();
    FONT.get_or_init(|| embedded(include_bytes!("../../../assets/font/DejaVuSans-Bold-subset.ttf")))
}

/// The embedded font.
pub(super) fn regular() -> &'static FontArc {
    static FONT: OnceLock<FontArc> = OnceLock::new();
    FONT.get_or_init(|| embedded(include_bytes!("../../../assets/font/DejaVuSans-subset.ttf")))
}

fn embedded(bytes: &'static [u8]) -> FontArc {
    FontArc::try_from_slice(bytes).expect("the embedded font is a font")
}

/// A piece of text as it is to be set.
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub font: &'a FontArc,
    /// The height of the digits in pixels.
    pub height: f32,
}

/// The box that the ink of a line fills: left, top, right, bottom, from the start of its baseline.
type Ink = [f32; 4];

impl Line<'_> {
    fn scale(&self) -> PxScale {
        let unit = PxScale::from(1000.0);
        let digit = self.font.glyph_id('8').with_scale(unit);
        let tall = self.font.outline_glyph(digit).map_or(700.0, |glyph| glyph.px_bounds().height());
        PxScale::from(1000.0 * self.height / tall.max(1.0))
    }

    fn each_glyph(&self, at: (f32, f32), mut visit: impl FnMut(&ab_glyph::OutlinedGlyph)) {
        let scale = self.scale();
        let font = self.font.as_scaled(scale);
        let mut x = at.0;
        for sign in self.text.chars() {
            let id = self.font.glyph_id(sign);
            if let Some(glyph) = self.font.outline_glyph(id.with_scale_and_position(scale, point(x, at.1))) {
                visit(&glyph);
            }
            x += font.h_advance(id);
        }
    }

    fn ink(&self) -> Ink {
        let mut ink = [f32::MAX, f32::MAX, 0.0, 0.0];
        self.each_glyph((0.0, 0.0), |glyph| {
            let bounds = glyph.px_bounds();
            ink = [
                ink[0].min(bounds.min.x),
                ink[1].min(bounds.min.y),
                ink[2].max(bounds.max.x),
                ink[3].max(bounds.max.y),
            ];
        });
        if ink[0] > ink[2] { [0.0; 4] } else { ink }
    }

    /// The width and height of its ink in pixels.
    pub fn extent(&self) -> (f32, f32) {
        let [left, top, right, bottom] = self.ink();
        (right - left, bottom - top)
    }

    /// Draws it from `at`, the start of its baseline.
    pub fn draw(&self, picture: &mut RgbImage, at: (f32, f32), colour: Colour) {
        self.each_glyph(at, |glyph| {
            let start = glyph.px_bounds().min;
            glyph.draw(|dx, dy, share| {
                let (x, y) = (start.x as i64 + i64::from(dx), start.y as i64 + i64::from(dy));
                let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
                if x < picture.width() && y < picture.height() {
                    let pixel = picture.get_pixel_mut(x, y);
                    pixel.0 = mix(pixel.0, colour, share);
                }
            });
        });
    }

    /// Draws it with the middle of its ink at `middle`.
    pub fn draw_centred(&self, picture: &mut RgbImage, middle: (f32, f32), colour: Colour) {
        let [left, top, right, bottom] = self.ink();
        self.draw(picture, (middle.0 - (left + right) / 2.0, middle.1 - (top + bottom) / 2.0), colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_the_middle_as_high_as_asked() {
        let mut picture = RgbImage::new(100, 100);
        let line = Line { text: "8", font: bold(), height: 40.0 };
        line.draw_centred(&mut picture, (50.0, 50.0), [255; 3]);
        let lit: Vec<u32> = picture.enumerate_pixels().filter(|(_, _, p)| p.0[0] > 128).map(|(_, y, _)| y).collect();
        let (top, bottom) = (*lit.iter().min().unwrap(), *lit.iter().max().unwrap());
        assert!((bottom - top + 1).abs_diff(40) <= 2 && (top + bottom).abs_diff(99) <= 2, "{top} to {bottom}");
    }

    #[test]
    fn text_outside_the_picture_is_left_out() {
        let mut picture = RgbImage::new(10, 10);
        let line = Line { text: "snapslide", font: regular(), height: 30.0 };
        line.draw(&mut picture, (-40.0, 5.0), [255; 3]);
        assert_eq!(Line { text: "", font: regular(), height: 9.0 }.extent(), (0.0, 0.0));
    }
}
