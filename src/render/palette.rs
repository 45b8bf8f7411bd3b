//! Choosing at most 256 colours for many pixels.
//!
//! Colours are compared in Oklab (B. Ottosson, "A perceptual color space for image processing", 2020), where equal
//! distances look about equally large. The pixels are first parted by their spread: the part with the largest
//! weighted squared error is cut at its mean, across the axis of its largest variance, until there are enough parts.
//! Lloyd's iterations (k-means) then move every colour to the mean of the pixels nearest to it; the last of them in
//! red, green and blue, as pixels will be given colours: what is left is rounded once, and large flat parts stay exact.
//! Pixels no more varied than the palette is long get a palette that is exact.

use super::paint::Colour;

/// A colour and how much it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) colour: Colour,
    pub(super) weight: f32,
}

/// A list of colours; a [`Finder`] finds the nearest of them.
#[derive(Clone, Debug)]
pub(super) struct Palette {
    colours: Vec<Colour>,
}

/// Points laid out for a search that the compiler turns into vector instructions: one list per axis, padded.
#[derive(Clone, Debug)]
struct Points {
    axes: [Vec<f32>; 3],
}

const LANES: usize = 16;
const ITERATIONS: usize = 6;
const LAST_ITERATIONS: usize = 2;

impl Palette {
    /// The palette of these very colours.
    pub(super) fn of(colours: Vec<Colour>) -> Palette {
        Palette { colours }
    }

    /// At most `size` colours for these samples; black for none.
    ///
    /// Cost: about samples × size × 6 distances.
    pub(super) fn choose(samples: &[Sample], size: usize) -> Palette {
        let counts = counted(samples);
        if counts.len() <= size {
            let exact: Vec<Colour> = counts.iter().map(|sample| sample.colour).collect();
            return Palette::of(if exact.is_empty() { vec![[0; 3]] } else { exact });
        }
        let pixels: Vec<([f32; 3], f32)> = counts.iter().map(|sample| (oklab(sample.colour), sample.weight)).collect();
        let mut centres = parted(&pixels, size);
        for _ in 0..ITERATIONS {
            improve(&mut centres, &pixels);
        }
        let mut colours: Vec<Colour> = centres.into_iter().map(from_oklab).collect();
        for _ in 0..LAST_ITERATIONS {
            settle(&mut colours, &counts);
        }
        colours.sort_unstable();
        colours.dedup();
        Palette::of(colours)
    }

    /// Its colours.
    pub(super) fn colours(&self) -> &[Colour] {
        &self.colours
    }
}

/// Finds the nearest colours of one palette again and again. For each small cube of colours it notes which of the
/// palette can be nearest to any colour in it; few are.
#[derive(Default)]
pub(super) struct Finder {
    cubes: Vec<Vec<u8>>,
}

/// Sides of a cube: 16 of the 256 values of a channel.
const CUBE_BITS: u32 = 4;

impl Finder {
    /// The index of the colour nearest to `colour`, by squared differences of the channels; the first of equals.
    pub(super) fn nearest(&mut self, palette: &Palette, colour: Colour) -> u8 {
        let [r, g, b] = colour.map(|channel| usize::from(channel >> CUBE_BITS));
        if self.cubes.is_empty() {
            self.cubes = vec![Vec::new(); 1 << (3 * (8 - CUBE_BITS))];
        }
        let cube = &mut self.cubes[(r << 8 | g << 4) | b];
        if cube.is_empty() {
            *cube = near_cube(palette.colours(), colour);
        }
        let distance = |&i: &u8| squared(palette.colours[usize::from(i)], colour);
        cube.iter().copied().min_by_key(distance).unwrap_or(0)
    }
}

/// The colours that can be nearest to some colour in the cube around `colour`, in ascending order: those whose least
/// distance from the cube is no more than the smallest of all greatest distances.
fn near_cube(colours: &[Colour], colour: Colour) -> Vec<u8> {
    let low = colour.map(|channel| i32::from(channel >> CUBE_BITS << CUBE_BITS));
    let high = low.map(|channel| channel + (1 << CUBE_BITS) - 1);
    let range = |of: &Colour| {
        (0..3).fold((0, 0), |(least, most), i| {
            let value = i32::from(of[i]);
            let (below, above) = (low[i] - value, value - high[i]);
            let near = below.max(above).max(0);
            let far = (value - low[i]).abs().max((value - high[i]).abs());
            (least + near * near, most + far * far)
        })
    };
    let bound = colours.iter().map(|of| range(of).1).min().unwrap_or(0);
    (0..colours.len()).filter(|&i| range(&colours[i]).0 <= bound).map(|i| i as u8).collect()
}

fn squared(a: Colour, b: Colour) -> u32 {
    (0..3).map(|i| u32::from(a[i].abs_diff(b[i])).pow(2)).sum()
}

/// Each colour once, with all its weight, in ascending order.
fn counted(samples: &[Sample]) -> Vec<Sample> {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable_by_key(|sample| sample.colour);
    let merged = sorted.chunk_by(|a, b| a.colour == b.colour);
    merged.map(|same| Sample { colour: same[0].colour, weight: same.iter().map(|s| s.weight).sum() }).collect()
}

impl Points {
    fn new(points: &[[f32; 3]]) -> Points {
        let padded = points.len().next_multiple_of(LANES);
        let axis = |i: usize| {
            let values = points.iter().map(|p| p[i]);
            values.chain(std::iter::repeat(f32::INFINITY)).take(padded).collect()
        };
        Points { axes: [axis(0), axis(1), axis(2)] }
    }

    fn nearest(&self, point: [f32; 3]) -> usize {
        let mut best = [f32::INFINITY; LANES];
        let mut block = [0_u32; LANES];
        let [xs, ys, zs] = &self.axes;
        let chunks = xs.chunks_exact(LANES).zip(ys.chunks_exact(LANES)).zip(zs.chunks_exact(LANES));
        for (index, ((xs, ys), zs)) in chunks.enumerate() {
            for lane in 0..LANES {
                let (x, y, z) = (xs[lane] - point[0], ys[lane] - point[1], zs[lane] - point[2]);
                let distance = x * x + y * y + z * z;
                let closer = distance < best[lane];
                best[lane] = if closer { distance } else { best[lane] };
                block[lane] = if closer { index as u32 } else { block[lane] };
            }
        }
        let at = |lane: usize| block[lane] as usize * LANES + lane;
        at((1..LANES).fold(0, |a, b| if (best[b], at(b)) < (best[a], at(a)) { b } else { a }))
    }
}

/// A part of the pixels: where it lies in the list, and how badly one colour would do for it.
struct Part {
    start: usize,
    end: usize,
    mean: [f32; 3],
    axis: usize,
    error: f64,
}

impl Part {
    fn of(pixels: &[([f32; 3], f32)], start: usize, end: usize) -> Part {
        let mut sum = [0.0_f64; 3];
        let mut squares = [0.0_f64; 3];
        let mut weight = 0.0_f64;
        for (point, w) in &pixels[start..end] {
            let w = f64::from(*w);
            weight += w;
            for axis in 0..3 {
                let value = f64::from(point[axis]);
                sum[axis] += w * value;
                squares[axis] += w * value * value;
            }
        }
        let spread: [f64; 3] = std::array::from_fn(|axis| squares[axis] - sum[axis] * sum[axis] / weight);
        let axis = (0..3).max_by(|&a, &b| spread[a].total_cmp(&spread[b])).unwrap_or(0);
        let error = if end - start > 1 { spread.iter().sum() } else { 0.0 };
        Part { start, end, mean: sum.map(|s| (s / weight) as f32), axis, error }
    }
}

/// The means of `count` parts.
fn parted(pixels: &[([f32; 3], f32)], count: usize) -> Vec<[f32; 3]> {
    let mut pixels = pixels.to_vec();
    let mut parts = vec![Part::of(&pixels, 0, pixels.len())];
    while parts.len() < count {
        let worst = (0..parts.len()).max_by(|&a, &b| parts[a].error.total_cmp(&parts[b].error)).unwrap_or(0);
        let Part { start, end, mean, axis, error } = parts[worst];
        if error <= 0.0 {
            break;
        }
        let slice = &mut pixels[start..end];
        slice.sort_unstable_by_key(|(point, _)| point[axis] > mean[axis]);
        let cut = start + slice.partition_point(|(point, _)| point[axis] <= mean[axis]);
        if cut == start || cut == end {
            parts[worst].error = 0.0;
            continue;
        }
        parts[worst] = Part::of(&pixels, start, cut);
        parts.push(Part::of(&pixels, cut, end));
    }
    parts.into_iter().map(|part| part.mean).collect()
}

/// One of Lloyd's iterations. A colour nothing is nearest to stays.
fn improve(centres: &mut [[f32; 3]], pixels: &[([f32; 3], f32)]) {
    let points = Points::new(centres);
    let mut sums = vec![[0.0_f64; 4]; centres.len()];
    for &(point, weight) in pixels {
        let sum = &mut sums[points.nearest(point)];
        let weight = f64::from(weight);
        for axis in 0..3 {
            sum[axis] += weight * f64::from(point[axis]);
        }
        sum[3] += weight;
    }
    for (centre, sum) in centres.iter_mut().zip(sums).filter(|(_, sum)| sum[3] > 0.0) {
        *centre = std::array::from_fn(|axis| (sum[axis] / sum[3]) as f32);
    }
}

/// Moves every colour to the mean of the samples it is going to stand for: channel by channel, as a [`Finder`] has it.
fn settle(colours: &mut [Colour], samples: &[Sample]) {
    let points = Points::new(&colours.iter().map(|colour| colour.map(f32::from)).collect::<Vec<_>>());
    let mut sums = vec![[0.0_f64; 4]; colours.len()];
    for &Sample { colour, weight } in samples {
        let sum = &mut sums[points.nearest(colour.map(f32::from))];
        let weight = f64::from(weight);
        for axis in 0..3 {
            sum[axis] += weight * f64::from(colour[axis]);
        }
        sum[3] += weight;
    }
    for (colour, sum) in colours.iter_mut().zip(sums).filter(|(_, sum)| sum[3] > 0.0) {
        *colour = std::array::from_fn(|axis| (sum[axis] / sum[3]).round() as u8);
    }
}

fn oklab(colour: Colour) -> [f32; 3] {
    let [r, g, b] = colour.map(|channel| {
        let v = f32::from(channel) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    });
    let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

fn from_oklab([lightness, a, b]: [f32; 3]) -> Colour {
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let linear = [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_93 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ];
    linear.map(|v| {
        let v = if v <= 0.003_130_8 { v * 12.92 } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 };
        (v.clamp(0.0, 1.0) * 255.0).round() as u8
    })
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
        let mut finder = Finder::default();
        assert!(colours.iter().all(|&c| palette.colours()[usize::from(finder.nearest(&palette, c))] == c));
        assert_eq!(Palette::choose(&[], 255).colours(), [[0; 3]]);
    }

    #[test]
    fn the_nearest_equals_a_plain_search() {
        for size in [1, 2, 15, 16, 17, 255] {
            let palette = Palette::of(noise(size));
            let mut finder = Finder::default();
            for colour in noise(2000) {
                let distance = |i: &usize| -> i32 {
                    let other = palette.colours()[*i];
                    (0..3).map(|c| (i32::from(colour[c]) - i32::from(other[c])).pow(2)).sum()
                };
                let slow = (0..size).min_by_key(distance).unwrap();
                assert_eq!(usize::from(finder.nearest(&palette, colour)), slow);
            }
        }
    }

    #[test]
    fn colours_survive_oklab() {
        for colour in noise(3000) {
            assert_eq!(from_oklab(oklab(colour)), colour);
        }
    }

    #[test]
    fn many_colours_get_near_ones_and_weight_draws_colours() {
        let mut all = samples(noise(20_000));
        let error = |palette: &Palette, colour: Colour| -> u32 {
            let near = palette.colours()[usize::from(Finder::default().nearest(palette, colour))];
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
