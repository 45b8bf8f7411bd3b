//! One picture of the animation: only what changed, packed.

use image::RgbImage;

use super::super::paint::Colour;
use super::inks::Inks;
use super::lzw::{self, Allowed};
use crate::rect::Rect;

/// A packed part of the canvas.
pub(super) struct Patch {
    pub(super) place: Rect,
    pub(super) delay: u16,
    pub(super) transparent: u8,
    /// The colour table, unless it is the global one.
    pub(super) table: Option<Vec<u8>>,
    /// The size of a symbol in bits, then the code stream.
    pub(super) data: Vec<u8>,
}

/// What should be seen, as colours, as indices of the nearest ink, and how much each pixel tolerates.
pub(super) struct Wanted<'a> {
    pub(super) truth: &'a RgbImage,
    pub(super) indices: &'a [u8],
    pub(super) levels: &'a [u8],
}

/// What a viewer sees of a part of the canvas: nothing is known of a pixel at first but that it shows what it should
/// (`before`), as well as the inks of its time could.
pub(super) struct Seen {
    place: Rect,
    before: RgbImage,
    written: Vec<Option<Colour>>,
}

impl Seen {
    pub(super) fn new(place: Rect, before: RgbImage) -> Seen {
        let pixels = place.width as usize * place.height as usize;
        Seen { place, before, written: vec![None; pixels] }
    }

    /// Packs what has to be drawn for `wanted` to be seen, and remembers it.
    pub(super) fn draw(&mut self, wanted: &Wanted, inks: &Inks, global: bool, beam: usize, delay: u16) -> Patch {
        let width = self.place.width as usize;
        let keep = self.kept(wanted, inks);
        let part = changed(&keep, width).unwrap_or(Rect::new(0, 0, 1, 1));
        let rows = part.y as usize..part.bottom() as usize;
        let pixels: Vec<usize> =
            rows.flat_map(|y| (part.x as usize..part.right() as usize).map(move |x| y * width + x)).collect();
        let choice = Choice {
            inks,
            pixels: pixels
                .iter()
                .map(|&i| Pixel { index: wanted.indices[i], level: wanted.levels[i], keep: keep[i] })
                .collect(),
        };
        let packed = lzw::pack(&choice, inks.bits, beam);
        for (&i, &symbol) in pixels.iter().zip(&packed.symbols) {
            if symbol != inks.transparent {
                self.written[i] = Some(inks.palette.colours()[usize::from(symbol)]);
            }
        }
        let mut data = vec![inks.bits as u8];
        data.extend(packed.bytes);
        Patch {
            place: Rect { x: part.x + self.place.x, y: part.y + self.place.y, ..part },
            delay,
            transparent: inks.transparent,
            table: (!global).then(|| inks.table()),
            data,
        }
    }

    /// Which pixels may stay as they are: those that should not change, and those near enough to what they should be.
    fn kept(&self, wanted: &Wanted, inks: &Inks) -> Vec<bool> {
        let truths = wanted.truth.pixels().zip(self.before.pixels());
        truths
            .enumerate()
            .map(|(i, (truth, before))| match self.written[i] {
                None => truth == before,
                Some(seen) => {
                    let ink = inks.palette.colours()[usize::from(wanted.indices[i])];
                    squared(seen, truth.0) <= squared(ink, truth.0).max(inks.limit(wanted.levels[i]))
                }
            })
            .collect()
    }
}

fn squared(a: Colour, b: Colour) -> u32 {
    (0..3).map(|i| u32::from(a[i].abs_diff(b[i])).pow(2)).sum()
}

/// The smallest rectangle around the pixels that may not be kept.
fn changed(keep: &[bool], width: usize) -> Option<Rect> {
    let row = |y: usize| &keep[y * width..(y + 1) * width];
    let rows = keep.len() / width;
    let drawn = |y: &usize| row(*y).contains(&false);
    let (top, bottom) = ((0..rows).find(drawn)?, (0..rows).rev().find(drawn)? + 1);
    let left = (top..bottom).filter_map(|y| row(y).iter().position(|keep| !keep)).min()?;
    let right = (top..bottom).filter_map(|y| row(y).iter().rposition(|keep| !keep)).max()? + 1;
    Some(Rect::new(left as u32, top as u32, (right - left) as u32, (bottom - top) as u32))
}

#[derive(Clone, Copy)]
struct Pixel {
    index: u8,
    level: u8,
    keep: bool,
}

/// A rectangle of pixels with what each allows.
struct Choice<'a> {
    inks: &'a Inks,
    pixels: Vec<Pixel>,
}

impl Allowed for Choice<'_> {
    fn len(&self) -> usize {
        self.pixels.len()
    }

    fn first(&self, pixel: usize, mut each: impl FnMut(u8)) {
        let Pixel { index, level, keep } = self.pixels[pixel];
        if keep {
            each(self.inks.transparent);
        }
        for (block, &set) in self.inks.set(level, index).iter().enumerate() {
            let mut rest = set;
            while rest != 0 {
                each((block * 64) as u8 + rest.trailing_zeros() as u8);
                rest &= rest - 1;
            }
        }
    }

    #[inline]
    fn error(&self, pixel: usize, symbol: u8) -> Option<u32> {
        let Pixel { index, level, keep } = self.pixels[pixel];
        if symbol == self.inks.transparent {
            return keep.then_some(0);
        }
        let set = self.inks.set(level, index);
        let allowed = set[usize::from(symbol / 64)] >> (symbol % 64) & 1 == 1;
        allowed.then(|| self.inks.distance(index, symbol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_rectangle_is_tight() {
        let mut keep = vec![true; 20];
        assert_eq!(changed(&keep, 5), None);
        keep[6] = false;
        keep[13] = false;
        assert_eq!(changed(&keep, 5), Some(Rect::new(1, 1, 3, 2)));
    }
}
