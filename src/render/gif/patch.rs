//! One picture of the animation: only what changed, packed.

use image::{Rgb, RgbImage};

use super::super::paint::{self, Colour};
use super::super::palette::Sample;
use super::inks::{Inks, squared};
use super::lzw::{self, Allowed, Packed};
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

/// What should be seen, as colours and as indices of the nearest inks.
pub(super) struct Wanted<'a> {
    pub(super) truth: &'a RgbImage,
    pub(super) indices: &'a [u8],
    /// What a squared difference costs at each pixel, in codes.
    pub(super) weights: &'a [f32],
    /// The most that a pixel's difference may cost.
    pub(super) most: f32,
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

    /// What is seen of a smaller part, given by its place on the canvas.
    pub(super) fn part(&self, place: Rect) -> Seen {
        let inner = Rect { x: place.x - self.place.x, y: place.y - self.place.y, ..place };
        let whole = Rect::new(0, 0, place.width, place.height);
        let mut before = RgbImage::new(place.width, place.height);
        paint::copy(&mut before, whole, &self.before, inner);
        let row = |y: u32| (y * self.place.width + inner.x) as usize;
        let rows = (inner.y..inner.bottom()).map(|y| &self.written[row(y)..row(y) + inner.width as usize]);
        Seen { place, before, written: rows.flatten().copied().collect() }
    }

    /// Where it is on the canvas.
    pub(super) fn place(&self) -> Rect {
        self.place
    }

    /// The colours of the pixels that are farther from the truth than they are on average.
    pub(super) fn worst(&self, truth: &RgbImage) -> Vec<Sample> {
        let error = |(i, truth): (usize, &Rgb<u8>)| self.written[i].map_or(0, |seen| squared(seen, truth.0));
        let errors: Vec<u32> = truth.pixels().enumerate().map(error).collect();
        let mean = errors.iter().map(|&error| u64::from(error)).sum::<u64>() / errors.len().max(1) as u64;
        let worse = truth.pixels().zip(errors).filter(|&(_, error)| u64::from(error) > mean);
        worse.map(|(pixel, _)| Sample { colour: pixel.0, weight: 1.0 }).collect()
    }

    /// Packs what has to be drawn for `wanted` to be seen, and remembers it.
    pub(super) fn draw(&mut self, wanted: &Wanted, ink: Ink, beam: usize, delay: u16) -> Patch {
        let inks = ink.inks();
        let width = self.place.width as usize;
        let kept = self.kept(wanted, inks);
        let part = changed(&kept, width).unwrap_or(Rect::new(0, 0, 1, 1));
        let rows = part.y as usize..part.bottom() as usize;
        let places: Vec<usize> =
            rows.flat_map(|y| (part.x as usize..part.right() as usize).map(move |x| y * width + x)).collect();
        let truths = wanted.truth.as_raw();
        // Other inks may be farther from the truth than what is seen already; the same ones cannot.
        let stays = |i: usize| wanted.most == 0.0 && kept[i] == 0.0 && matches!(ink, Ink::Own(_));
        let pixel = |&i: &usize| Pixel {
            truth: [truths[3 * i], truths[3 * i + 1], truths[3 * i + 2]],
            index: if stays(i) { inks.transparent } else { wanted.indices[i] },
            weight: wanted.weights[i],
            kept: kept[i],
        };
        let choice = Choice::new(inks, wanted.most, places.iter().map(pixel).collect());
        let packed = pack(&choice, beam);
        for (&i, &symbol) in places.iter().zip(&packed.symbols) {
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
            table: match ink {
                Ink::Global(_) => None,
                Ink::Own(inks) => Some(inks.table()),
            },
            data,
        }
    }

    /// What it costs to leave each pixel as it is; infinitely much where that is not allowed. Pixels that should not
    /// change cost nothing, others as much as what is seen is farther from what should be than the nearest ink.
    fn kept(&self, wanted: &Wanted, inks: &Inks) -> Vec<f32> {
        let truths = wanted.truth.pixels().zip(self.before.pixels());
        truths
            .enumerate()
            .map(|(i, (truth, before))| match self.written[i] {
                None if truth == before => 0.0,
                None => f32::INFINITY,
                Some(seen) => {
                    let ink = inks.palette.colours()[usize::from(wanted.indices[i])];
                    let excess = squared(seen, truth.0).saturating_sub(squared(ink, truth.0));
                    let cost = excess as f32 * wanted.weights[i];
                    if cost <= wanted.most { cost } else { f32::INFINITY }
                }
            })
            .collect()
    }
}

/// Inks that the canvas brings along, or that a patch brings itself.
#[derive(Clone, Copy)]
pub(super) enum Ink<'a> {
    Global(&'a Inks),
    Own(&'a Inks),
}

impl<'a> Ink<'a> {
    pub(super) fn inks(self) -> &'a Inks {
        match self {
            Ink::Global(inks) | Ink::Own(inks) => inks,
        }
    }
}

/// The smallest rectangle around the pixels that may not be kept.
fn changed(kept: &[f32], width: usize) -> Option<Rect> {
    let row = |y: usize| &kept[y * width..(y + 1) * width];
    let rows = kept.len() / width;
    let draws = |cost: &f32| cost.is_infinite();
    let drawn = |y: &usize| row(*y).iter().any(draws);
    let (top, bottom) = ((0..rows).find(drawn)?, (0..rows).rev().find(drawn)? + 1);
    let left = (top..bottom).filter_map(|y| row(y).iter().position(draws)).min()?;
    let right = (top..bottom).filter_map(|y| row(y).iter().rposition(draws)).max()? + 1;
    Some(Rect::new(left as u32, top as u32, (right - left) as u32, (bottom - top) as u32))
}

/// Packs the pixels: those that may stay as they are transparent or not, as suits each phrase. In flat pictures, where
/// phrases are long and packing is quick, all of them one way or the other may be shorter, and is tried.
fn pack(choice: &Choice, beam: usize) -> Packed {
    let bits = choice.inks.bits;
    let free = lzw::pack(choice, bits, beam);
    if free.bytes.len() * FLAT > choice.pixels.len() {
        return free;
    }
    let opaque = |pixel: &Pixel| Pixel { kept: f32::INFINITY, ..*pixel };
    let opaque = lzw::pack(&choice.with(opaque), bits, beam);
    let untouched = |pixel: &Pixel| match pixel.kept {
        0.0 => Pixel { index: choice.inks.transparent, ..*pixel },
        _ => Pixel { kept: f32::INFINITY, ..*pixel },
    };
    let untouched = lzw::pack(&choice.with(untouched), bits, beam);
    [opaque, untouched].into_iter().fold(free, |a, b| if b.bytes.len() < a.bytes.len() { b } else { a })
}

/// So many pixels in a byte are of a flat picture.
const FLAT: usize = 12;

#[derive(Clone, Copy)]
struct Pixel {
    truth: Colour,
    /// The nearest ink, or the transparent symbol if the pixel has to stay as it is.
    index: u8,
    weight: f32,
    /// What it costs to leave it as it is.
    kept: f32,
}

/// A rectangle of pixels with what each allows.
struct Choice<'a> {
    inks: &'a Inks,
    colours: &'a [Colour],
    most: f32,
    pixels: Vec<Pixel>,
}

impl<'a> Choice<'a> {
    fn new(inks: &'a Inks, most: f32, pixels: Vec<Pixel>) -> Choice<'a> {
        Choice { inks, colours: inks.palette.colours(), most, pixels }
    }

    fn with(&self, pixel: impl Fn(&Pixel) -> Pixel) -> Choice<'a> {
        Choice { pixels: self.pixels.iter().map(pixel).collect(), ..*self }
    }

    /// What a colour costs at a pixel, if it is allowed: nothing is as near as the pixel's own index.
    #[inline]
    fn cost(&self, pixel: Pixel, symbol: u8) -> Option<f32> {
        if symbol == pixel.index {
            return Some(0.0);
        }
        if self.most == 0.0 || pixel.index == self.inks.transparent {
            return None;
        }
        let distance = |symbol: u8| squared(self.colours[usize::from(symbol)], pixel.truth);
        let cost = distance(symbol).saturating_sub(distance(pixel.index)) as f32 * pixel.weight;
        (cost <= self.most).then_some(cost)
    }
}

impl Allowed for Choice<'_> {
    fn len(&self) -> usize {
        self.pixels.len()
    }

    fn each(&self, pixel: usize, mut each: impl FnMut(u8, f32)) {
        let pixel = self.pixels[pixel];
        if pixel.kept.is_finite() && pixel.index != self.inks.transparent {
            each(self.inks.transparent, pixel.kept);
        }
        if self.most == 0.0 || pixel.index == self.inks.transparent {
            return each(pixel.index, 0.0);
        }
        for symbol in 0..self.inks.transparent {
            if let Some(cost) = self.cost(pixel, symbol) {
                each(symbol, cost);
            }
        }
    }

    #[inline]
    fn cost(&self, pixel: usize, symbol: u8) -> Option<f32> {
        let pixel = self.pixels[pixel];
        if symbol == self.inks.transparent && symbol != pixel.index {
            return pixel.kept.is_finite().then_some(pixel.kept);
        }
        self.cost(pixel, symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_rectangle_is_tight() {
        let mut kept = vec![0.5; 20];
        assert_eq!(changed(&kept, 5), None);
        kept[6] = f32::INFINITY;
        kept[13] = f32::INFINITY;
        assert_eq!(changed(&kept, 5), Some(Rect::new(1, 1, 3, 2)));
    }
}
