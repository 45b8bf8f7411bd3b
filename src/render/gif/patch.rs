//! One picture of the animation: only what changed, packed.

use std::ops::Range;

use image::{Rgb, RgbImage};

use super::choice::{Choice, Pixel};
use super::eye;
use super::eye::{Weight, squared};
use super::inks::Inks;
use crate::rect::Rect;
use crate::render::paint;
use crate::render::paint::Colour;
use crate::render::palette::Sample;

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
    /// What squared differences cost at each pixel.
    pub(super) weights: &'a [Weight],
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

    /// The colours seen that are known.
    pub(super) fn written(&self) -> &[Option<Colour>] {
        &self.written
    }

    /// Packs what has to be drawn for `wanted` to be seen, and remembers it.
    pub(super) fn draw(&mut self, wanted: &Wanted, ink: Ink, beam: usize, delay: u16) -> Patch {
        let inks = ink.inks();
        let width = self.place.width as usize;
        let mut pixels = self.pixels(wanted, ink);
        let part = changed(&pixels, width).unwrap_or(Rect::new(0, 0, 1, 1));
        let rows = (part.y as usize..part.bottom() as usize).map(|y| y * width + part.x as usize);
        let rows: Vec<Range<usize>> = rows.map(|start| start..start + part.width as usize).collect();
        if (part.width, part.height) != (self.place.width, self.place.height) {
            pixels = rows.iter().map(|row| &pixels[row.clone()]).collect::<Vec<_>>().concat();
        }
        let choice = Choice::new(inks, wanted.most, pixels);
        let packed = choice.pack(beam);
        let table = table(ink, wanted.most > 0.0, || choice.suited(&packed.symbols));
        let colours = table.as_deref().unwrap_or(inks.palette.colours());
        for (row, symbols) in rows.into_iter().zip(packed.symbols.chunks_exact(part.width as usize)) {
            for (written, &symbol) in self.written[row].iter_mut().zip(symbols) {
                *written = colours.get(usize::from(symbol)).copied().or(*written);
            }
        }
        let mut data = vec![inks.bits as u8];
        data.extend(packed.bytes);
        Patch {
            place: Rect { x: part.x + self.place.x, y: part.y + self.place.y, ..part },
            delay,
            transparent: inks.transparent,
            table: table.map(|colours| colours.concat()),
            data,
        }
    }

    /// All pixels, with what it costs to leave each as it is; infinitely much where that is not allowed. Those that
    /// should not change cost nothing. Others cost as much as what is seen is farther from what should be than the nearest
    /// ink; but where it is nearer, other inks than those of its time would do harm, and it is they that cost.
    fn pixels(&self, wanted: &Wanted, ink: Ink) -> Vec<Pixel> {
        let inks = ink.inks();
        let exact = wanted.most == 0.0;
        let own = matches!(ink, Ink::Own(_));
        let truths = paint::colours(wanted.truth).iter().zip(paint::colours(&self.before));
        let indices = wanted.indices.iter().zip(wanted.weights);
        let pixel = |truth: Colour, before: Colour, index: u8, weight: Weight, written: Option<Colour>| {
            let ink = inks.palette.colours().get(usize::from(index)).copied();
            let shade = eye::shade(truth);
            // Nearest inks are all that matters where nothing may differ.
            let free = index == inks.transparent || (exact && (written.is_none() || written == ink));
            let near = if free { 0.0 } else { eye::cost(inks.shades.get(index), shade, weight) };
            let seen = match written {
                None if truth == before => near,
                None => f32::INFINITY,
                _ if written == ink => near,
                Some(seen) => eye::cost(eye::shade(seen), shade, weight),
            };
            let least = near.min(seen);
            let kept = if seen - least <= wanted.most { seen - least } else { f32::INFINITY };
            let stays = kept == 0.0 && (near - least > wanted.most || (exact && own));
            let (index, nearest) = if stays { (inks.transparent, 0.0) } else { (index, near - least) };
            let alone = exact || inks.shades.is_alone(index, weight, near, wanted.most);
            Pixel { truth, index, weight, least, nearest, kept, alone }
        };
        let all = truths.zip(indices).zip(&self.written);
        all.map(|(((&truth, &before), (&i, &weight)), &written)| pixel(truth, before, i, weight, written)).collect()
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

/// The colours a patch brings along: those that suit its pixels. Instead of the inks of the canvas only if that pays for
/// storing them, and if nearest inks were not all that mattered.
fn table(ink: Ink, lossy: bool, suited: impl FnOnce() -> (Vec<Colour>, f32)) -> Option<Vec<Colour>> {
    match ink {
        Ink::Own(_) => Some(suited().0),
        Ink::Global(_) if !lossy => None,
        Ink::Global(_) => {
            let (colours, saved) = suited();
            (saved * CODE_BYTES > 3.0 * colours.len() as f32).then_some(colours)
        }
    }
}

/// The usual length of a code.
const CODE_BYTES: f32 = 1.4;

/// The smallest rectangle around the pixels that may not be kept.
fn changed(pixels: &[Pixel], width: usize) -> Option<Rect> {
    let row = |y: usize| &pixels[y * width..(y + 1) * width];
    let rows = pixels.len() / width;
    let draws = |pixel: &Pixel| pixel.kept.is_infinite();
    let drawn = |y: &usize| row(*y).iter().any(draws);
    let (top, bottom) = ((0..rows).find(drawn)?, (0..rows).rev().find(drawn)? + 1);
    let (mut left, mut right) = (width, 0);
    for row in (top..bottom).map(row) {
        left = row[..left].iter().position(draws).unwrap_or(left);
        right += row[right..].iter().rposition(draws).map_or(0, |last| last + 1);
    }
    Some(Rect::new(left as u32, top as u32, (right - left) as u32, (bottom - top) as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_rectangle_is_tight() {
        let pixel = Pixel {
            truth: [0; 3],
            index: 0,
            weight: Weight { colour: 1.0, luma: 0.0 },
            least: 0.0,
            nearest: 0.0,
            kept: 0.5,
            alone: false,
        };
        let mut pixels = vec![pixel; 20];
        assert_eq!(changed(&pixels, 5), None);
        pixels[6].kept = f32::INFINITY;
        pixels[13].kept = f32::INFINITY;
        assert_eq!(changed(&pixels, 5), Some(Rect::new(1, 1, 3, 2)));
    }
}
