//! Choosing at most 256 colours for many pixels.
//!
//! Colours are compared in Oklab (B. Ottosson, "A perceptual color space for image processing", 2020), where equal
//! distances look about equally large. The pixels are first parted by their spread: the part with the largest
//! weighted squared error is cut at its mean, across the axis of its largest variance, until there are enough parts.
//! Lloyd's iterations (k-means) then move every colour to the mean of the pixels nearest to it; the last of them in
//! red, green and blue, as pixels will be given colours: what is left is rounded once, and large flat parts stay exact.
//! Pixels no more varied than the palette is long get a palette that is exact.

mod median_cut;
mod merging;
mod oklab;
mod parting;

use std::sync::OnceLock;

use super::paint::Colour;
pub(super) use parting::Parting;

/// A colour and how much it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) colour: Colour,
    pub(super) weight: f32,
}

/// A list of colours, and for each cube of all colours, as soon as it is asked for, which of the list can be nearest to any
/// colour in it; and so for each small cube in it, where few can be.
#[derive(Debug)]
pub(super) struct Palette {
    colours: Vec<Colour>,
    cubes: Box<[OnceLock<Cube>]>,
}

/// A colour of the list that may be the nearest.
#[derive(Clone, Copy, Debug)]
struct Near {
    colour: [i16; 3],
    index: u8,
}

/// A cube, as far as it was asked for.
#[derive(Clone, Debug)]
struct Cube {
    near: Vec<Near>,
    parts: Box<[OnceLock<Vec<Near>>]>,
}

/// Sides of a cube: 16 of the 256 values of a channel.
const CUBE_BITS: u32 = 4;
/// Sides of a small one: 4 of them.
const PART_BITS: u32 = 2;

impl Palette {
    /// The palette of these very colours.
    pub(super) fn of(colours: Vec<Colour>) -> Palette {
        Palette { colours, cubes: vec![OnceLock::new(); 1 << (3 * (8 - CUBE_BITS))].into() }
    }

    /// At most `size` colours for these samples, in ascending order of luma; black for none.
    ///
    /// Cost: about 8 times for each sample the distances of the few colours around its own.
    pub(super) fn choose(samples: &[Sample], size: usize) -> Palette {
        Parting::new(samples).palette(size)
    }

    /// At most `size` colours for these samples as ordinary encoders choose them, in ascending order of luma.
    pub(super) fn usual(samples: &[Sample], size: usize) -> Palette {
        let mut colours = median_cut::colours(parting::counted(samples), size);
        colours.sort_unstable_by_key(parting::by_luma);
        colours.dedup();
        Palette::of(colours)
    }

    /// Its colours.
    pub(super) fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// The index of the colour nearest to `colour`, by squared differences of the channels; the first of equals.
    pub(super) fn nearest(&self, colour: Colour) -> u8 {
        let place = |from: u32, to: u32| {
            let side = from - to;
            let [red, green, blue] = colour.map(|channel| usize::from(channel >> to) & ((1 << side) - 1));
            red << (2 * side) | green << side | blue
        };
        let cube = self.cubes[place(8, CUBE_BITS)].get_or_init(|| {
            let all = self.colours.iter().enumerate();
            let all: Vec<Near> =
                all.map(|(i, colour)| Near { colour: colour.map(i16::from), index: i as u8 }).collect();
            let parts = vec![OnceLock::new(); 1 << (3 * (CUBE_BITS - PART_BITS))].into();
            Cube { near: near_cube(&all, colour, CUBE_BITS), parts }
        });
        let part = &cube.parts[place(CUBE_BITS, PART_BITS)];
        let part = part.get_or_init(|| near_cube(&cube.near, colour, PART_BITS));
        let colour = colour.map(i16::from);
        let nearest = part.iter().map(|near| {
            let [red, green, blue] = [0, 1, 2].map(|i| i32::from(near.colour[i] - colour[i]));
            ((red * red + green * green + blue * blue) as u32) << 8 | u32::from(near.index)
        });
        nearest.min().unwrap_or(0) as u8
    }

    /// The index of the nearest colour for each of many, of which neighbours are often alike.
    pub(super) fn indices<'a>(&'a self, colours: impl Iterator<Item = Colour> + 'a) -> impl Iterator<Item = u8> + 'a {
        let mut last = None;
        colours.map(move |colour| match last {
            Some((same, index)) if same == colour => index,
            _ => last.insert((colour, self.nearest(colour))).1,
        })
    }
}

/// Of these colours, the ones that can be nearest to some colour in the cube around `colour`, in the same order: those
/// whose least distance from the cube is no more than the smallest of all greatest distances.
fn near_cube(colours: &[Near], colour: Colour, bits: u32) -> Vec<Near> {
    let mut least = [0_i32; 256];
    let mut most = [0_i32; 256];
    for (channel, value) in colour.into_iter().enumerate() {
        let low = i32::from(value >> bits << bits);
        let high = low + (1 << bits) - 1;
        for ((least, most), of) in least.iter_mut().zip(&mut most).zip(colours) {
            let value = i32::from(of.colour[channel]);
            let near = (low - value).max(value - high).max(0);
            let far = (value - low).max(high - value);
            *least += near * near;
            *most += far * far;
        }
    }
    let bound = most[..colours.len()].iter().copied().min().unwrap_or(0);
    let near = colours.iter().zip(least).filter(|&(_, least)| least <= bound);
    near.map(|(&near, _)| near).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(colours: impl IntoIterator<Item = Colour>) -> Vec<Sample> {
        colours.into_iter().map(|colour| Sample { colour, weight: 1.0 }).collect()
    }

    fn noise(count: usize) -> Vec<Colour> {
        let mut seed = 7_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        };
        (0..count).map(|_| [next(), next(), next()]).collect()
    }

    #[test]
    fn few_colours_are_kept_exactly() {
        let colours = noise(200);
        let palette = Palette::choose(&samples(colours.clone()), 255);

        assert!(colours.iter().all(|&c| palette.colours()[usize::from(palette.nearest(c))] == c));
        assert_eq!(Palette::choose(&[], 255).colours(), [[0; 3]]);
    }

    #[test]
    fn the_nearest_equals_a_plain_search() {
        for size in [1, 2, 15, 16, 17, 255] {
            let palette = Palette::of(noise(size));

            for colour in noise(2000) {
                let distance = |i: &usize| -> i32 {
                    let other = palette.colours()[*i];
                    (0..3).map(|c| (i32::from(colour[c]) - i32::from(other[c])).pow(2)).sum()
                };
                let slow = (0..size).min_by_key(distance).unwrap();
                assert_eq!(usize::from(palette.nearest(colour)), slow);
            }
        }
    }

    #[test]
    fn many_colours_get_near_ones_and_weight_draws_colours() {
        let mut all = samples(noise(20_000));
        let error = |palette: &Palette, colour: Colour| -> u32 {
            let near = palette.colours()[usize::from(palette.nearest(colour))];
            (0..3).map(|c| u32::from(near[c].abs_diff(colour[c]))).sum()
        };
        let palette = Palette::choose(&all, 255);
        assert!(palette.colours().len() > 250);
        let mean = all.iter().map(|s| error(&palette, s.colour)).sum::<u32>() / all.len() as u32;
        assert!(mean < 35, "{mean}");
        for sample in &mut all[..50] {
            sample.weight = 10_000.0;
        }
        let weighted = Palette::choose(&all, 255);
        let heavy = |palette: &Palette| all[..50].iter().map(|s| error(palette, s.colour)).sum::<u32>();
        assert!(heavy(&weighted) * 4 < heavy(&palette));
    }
}
