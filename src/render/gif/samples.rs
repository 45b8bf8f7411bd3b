//! The colours of pictures with how often they are seen.

use image::RgbImage;

use crate::render::paint;
use crate::render::paint::Colour;
use crate::render::palette::Sample;

/// No more colours than this are few.
const FEW: usize = 4_000;

/// All colours, counted, if they are few; else those of at most `limit` evenly chosen pixels.
pub(super) fn samples(pictures: &[&RgbImage], limit: usize) -> Vec<Sample> {
    counted(pictures, FEW).unwrap_or_else(|| {
        let pixels: usize = pictures.iter().map(|picture| paint::colours(picture).len()).sum();
        let every = (pixels / limit).max(1) | 1;
        let all = pictures.iter().flat_map(|picture| paint::colours(picture));
        all.skip(every - 1).step_by(every).map(|&colour| Sample { colour, weight: 1.0 }).collect()
    })
}

/// Each colour once, if there are at most `limit`.
fn counted(pictures: &[&RgbImage], limit: usize) -> Option<Vec<Sample>> {
    let mut tally = Tally::new(limit);
    for same in pictures.iter().flat_map(|picture| paint::colours(picture).chunk_by(|a, b| a == b)) {
        tally.add(same[0], same.len() as f32);
        if tally.samples.len() > limit {
            return None;
        }
    }
    Some(tally.samples)
}

/// Counted colours, in the order in which they were seen first.
struct Tally {
    samples: Vec<Sample>,
    /// The place of each colour in the list, at the first free place from that of its hash on.
    places: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Tally {
    /// Room for one colour more than `limit`.
    fn new(limit: usize) -> Tally {
        Tally { samples: Vec::new(), places: vec![FREE; (2 * (limit + 1)).next_power_of_two()] }
    }

    fn add(&mut self, colour: Colour, weight: f32) {
        let mask = self.places.len() - 1;
        let mut place = hash(colour) & mask;
        while let Some(sample) = self.samples.get_mut(self.places[place] as usize) {
            if sample.colour == colour {
                sample.weight += weight;
                return;
            }
            place = (place + 1) & mask;
        }
        self.places[place] = self.samples.len() as u32;
        self.samples.push(Sample { colour, weight });
    }
}

/// Spreads colours that differ little (D. Knuth, "The Art of Computer Programming", volume 3, 6.4: multiplicative hashing).
fn hash([red, green, blue]: Colour) -> usize {
    (u32::from_be_bytes([0, red, green, blue]).wrapping_mul(0x9e37_79b1) >> 12) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_all_counted_and_many_are_sampled() {
        let grey = RgbImage::from_fn(300, 300, |x, y| image::Rgb([((x * y + x) % 251) as u8; 3]));
        let spot = RgbImage::from_pixel(1, 1, image::Rgb([9, 0, 0]));
        let counted = samples(&[&grey, &spot], 100);
        let of = |grey: u8| counted.iter().filter(move |sample| sample.colour == [grey; 3]).map(|sample| sample.weight);
        let pixels = |value: u8| grey.pixels().filter(|pixel| pixel.0 == [value; 3]).count() as f32;
        assert_eq!(counted.len(), 252);
        assert!((0..=250).all(|value| of(value).eq([pixels(value)])));
        let many = RgbImage::from_fn(300, 300, |x, y| image::Rgb([x as u8, y as u8, (x / 256 + y / 256) as u8]));
        let sampled = samples(&[&many], 1000);
        assert!((900..=1000).contains(&sampled.len()) && sampled.iter().all(|sample| sample.weight == 1.0));
    }
}
