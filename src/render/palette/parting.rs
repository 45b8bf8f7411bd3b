//! Parting pixels into as many parts as a palette may have colours, and moving a colour to the middle of each.

use super::super::paint::{Colour, luma};
use super::oklab::{from_oklab, oklab};
use super::{Palette, Sample, merging};

type Point = [f32; 3];

const ITERATIONS: usize = 6;
const LAST_ITERATIONS: usize = 2;
/// Up to so many times as many colours as there may be are merged, not parted: most of them stay as they are.
const FEW: usize = 4;

#[derive(Clone, Copy)]
struct Pixel {
    colour: Colour,
    /// The colour in Oklab.
    point: Point,
    weight: f32,
}

/// Pixels parted by their spread, those of a part side by side. It can go on to more parts where it stopped, so that
/// palettes of growing sizes share the work.
pub(in crate::render) struct Parting {
    pixels: Vec<Pixel>,
    parts: Vec<Part>,
}

/// A part of the pixels: where it lies in the list, and how badly one colour would do for it.
struct Part {
    start: usize,
    end: usize,
    mean: Point,
    axis: usize,
    error: f64,
}

impl Part {
    fn of(pixels: &[Pixel], start: usize, end: usize) -> Part {
        let mut sum = [0.0_f64; 3];
        let mut squares = [0.0_f64; 3];
        let mut weight = 0.0_f64;
        for pixel in &pixels[start..end] {
            let w = f64::from(pixel.weight);
            weight += w;
            for axis in 0..3 {
                let value = f64::from(pixel.point[axis]);
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

impl Parting {
    /// All samples in one part.
    pub(in crate::render) fn new(samples: &[Sample]) -> Parting {
        let pixel = |Sample { colour, weight }| Pixel { colour, point: oklab(colour), weight };
        let pixels: Vec<Pixel> = counted(samples).into_iter().map(pixel).collect();
        let parts = vec![Part::of(&pixels, 0, pixels.len())];
        Parting { pixels, parts }
    }

    /// At most `size` colours for the samples; black for none. Of a number of calls, the sizes have to grow.
    pub(in crate::render) fn palette(&mut self, size: usize) -> Palette {
        if self.pixels.len() <= size {
            let mut exact: Vec<Colour> = self.pixels.iter().map(|pixel| pixel.colour).collect();
            exact.sort_unstable_by_key(by_luma);
            return Palette::of(if exact.is_empty() { vec![[0; 3]] } else { exact });
        }
        let (mut centres, mut nearest) =
            if self.pixels.len() <= FEW * size { self.merged(size) } else { self.moved(size) };
        let weights = self.weights();
        let points: Vec<Point> = self.pixels.iter().map(|pixel| pixel.colour.map(f32::from)).collect();
        for _ in 0..LAST_ITERATIONS {
            assign(&centres, &points, &mut nearest);
            centre(&mut centres, &points, &weights, &nearest);
            centres.iter_mut().for_each(|centre| *centre = centre.map(f32::round));
        }
        let mut colours: Vec<Colour> = centres.iter().map(|centre| centre.map(|channel| channel as u8)).collect();
        colours.sort_unstable_by_key(by_luma);
        colours.dedup();
        Palette::of(colours)
    }

    /// The means of merged pixels; and of which of them each pixel may be.
    fn merged(&self, size: usize) -> (Vec<Point>, Vec<u8>) {
        let samples = self.pixels.iter().map(|&Pixel { colour, weight, .. }| Sample { colour, weight });
        (merging::means(&samples.collect::<Vec<_>>(), size), vec![0; self.pixels.len()])
    }

    /// The means of parted pixels, moved to where they suit best in Oklab, and of which of them each pixel is.
    fn moved(&mut self, size: usize) -> (Vec<Point>, Vec<u8>) {
        self.cut(size);
        let mut nearest = self.members();
        let points: Vec<Point> = self.pixels.iter().map(|pixel| pixel.point).collect();
        let weights = self.weights();
        let mut centres: Vec<Point> = self.parts.iter().map(|part| part.mean).collect();
        for _ in 0..ITERATIONS {
            assign(&centres, &points, &mut nearest);
            centre(&mut centres, &points, &weights, &nearest);
        }
        (centres.into_iter().map(|centre| from_oklab(centre).map(f32::from)).collect(), nearest)
    }

    /// The mean squared difference of the samples from the mean colours of at most `size` parts, as they are before
    /// the colours are moved.
    pub(in crate::render) fn error(&mut self, size: usize) -> f32 {
        if self.pixels.len() <= size {
            return 0.0;
        }
        self.cut(size);
        let (mut sum, mut weight) = (0.0, 0.0);
        for part in &self.parts {
            let mean = from_oklab(part.mean).map(f32::from);
            for pixel in &self.pixels[part.start..part.end] {
                sum += pixel.weight * squared(mean, pixel.colour.map(f32::from));
                weight += pixel.weight;
            }
        }
        sum / weight.max(1.0)
    }

    /// Cuts the worst part until there are `count`, or none can be cut.
    fn cut(&mut self, count: usize) {
        while self.parts.len() < count {
            let worse = |&a: &usize, &b: &usize| self.parts[a].error.total_cmp(&self.parts[b].error);
            let worst = (0..self.parts.len()).max_by(worse).unwrap_or(0);
            let Part { start, end, mean, axis, error } = self.parts[worst];
            if error <= 0.0 {
                break;
            }
            let slice = &mut self.pixels[start..end];
            slice.sort_unstable_by_key(|pixel| pixel.point[axis] > mean[axis]);
            let cut = start + slice.partition_point(|pixel| pixel.point[axis] <= mean[axis]);
            if cut == start || cut == end {
                self.parts[worst].error = 0.0;
                continue;
            }
            self.parts[worst] = Part::of(&self.pixels, start, cut);
            self.parts.push(Part::of(&self.pixels, cut, end));
        }
    }

    fn weights(&self) -> Vec<f32> {
        self.pixels.iter().map(|pixel| pixel.weight).collect()
    }

    /// The part of each pixel.
    fn members(&self) -> Vec<u8> {
        let mut members = vec![0; self.pixels.len()];
        for (index, part) in self.parts.iter().enumerate() {
            members[part.start..part.end].fill(index as u8);
        }
        members
    }
}

/// Each colour once, with all its weight, in ascending order.
pub(super) fn counted(samples: &[Sample]) -> Vec<Sample> {
    let mut sorted = samples.to_vec();
    let place = |sample: &Sample| u32::from_be_bytes([0, sample.colour[0], sample.colour[1], sample.colour[2]]);
    sorted.sort_unstable_by_key(place);
    let merged = sorted.chunk_by(|a, b| a.colour == b.colour);
    merged.map(|same| Sample { colour: same[0].colour, weight: same.iter().map(|s| s.weight).sum() }).collect()
}

/// Colours in ascending order of luma.
pub(super) fn by_luma(&colour: &Colour) -> (u32, Colour) {
    (luma(colour), colour)
}

fn squared(a: Point, b: Point) -> f32 {
    let [x, y, z] = [0, 1, 2].map(|axis| a[axis] - b[axis]);
    x * x + y * y + z * z
}

/// Gives every point to its nearest centre. `nearest` tells whose it was: a centre nearer to a point than that one is
/// no farther from that one than twice the point is, so that each centre's points have few others to be compared with.
fn assign(centres: &[Point], points: &[Point], nearest: &mut [u8]) {
    let mut reach = vec![0.0_f32; centres.len()];
    let own: Vec<f32> = points.iter().zip(&*nearest).map(|(&p, &n)| squared(p, centres[usize::from(n)])).collect();
    for (&own, &centre) in own.iter().zip(&*nearest) {
        let reach = &mut reach[usize::from(centre)];
        *reach = reach.max(own);
    }
    let rivals: Vec<Rivals> = (0..centres.len()).map(|i| Rivals::of(centres, i, 4.0 * SLACK * reach[i])).collect();
    for ((point, nearest), own) in points.iter().zip(nearest).zip(own) {
        *nearest = rivals[usize::from(*nearest)].nearest(*point, own, *nearest);
    }
}

/// More than rounding can take away from a bound.
const SLACK: f32 = 1.0001;

/// The centres that points of one centre may be nearer to.
struct Rivals {
    /// A point nearer to its own centre than this, squared, is nearest to that.
    safe: f32,
    centres: Vec<(Point, u8)>,
}

impl Rivals {
    /// The rivals of centre `index`: no farther from it than `reach`, squared.
    fn of(centres: &[Point], index: usize, reach: f32) -> Rivals {
        let mut distances = [0.0_f32; 256];
        let own = centres[index];
        for (distance, &other) in distances.iter_mut().zip(centres) {
            *distance = squared(own, other);
        }
        let mut rivals = Vec::new();
        let mut safe = f32::INFINITY;
        for (i, &distance) in distances[..centres.len()].iter().enumerate() {
            if distance <= reach && i != index {
                rivals.push((centres[i], i as u8));
                safe = safe.min(distance);
            }
        }
        Rivals { safe: safe / (4.0 * SLACK), centres: rivals }
    }

    /// The nearest of them and of `index`, which is as far as `own`, squared.
    fn nearest(&self, point: Point, own: f32, index: u8) -> u8 {
        if own < self.safe {
            return index;
        }
        let mut best = (own, index);
        for &(centre, index) in &self.centres {
            let distance = squared(centre, point);
            best = if distance < best.0 { (distance, index) } else { best };
        }
        best.1
    }
}

/// Moves every centre to the mean of its points; one that has none stays.
fn centre(centres: &mut [Point], points: &[Point], weights: &[f32], nearest: &[u8]) {
    let mut sums = vec![[0.0_f64; 4]; centres.len()];
    for ((point, &weight), &nearest) in points.iter().zip(weights).zip(nearest) {
        let sum = &mut sums[usize::from(nearest)];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_centre_equals_a_plain_search_whosever_a_point_was() {
        let mut seed = 5_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32
        };
        let mut points = |count: usize| (0..count).map(|_| [next(), next(), next()]).collect::<Vec<Point>>();
        for count in [1, 2, 40, 256] {
            let (centres, points) = (points(count), points(3000));
            for stride in [0, 1] {
                let mut nearest: Vec<u8> = (0..points.len()).map(|i| (i * stride % count) as u8).collect();
                assign(&centres, &points, &mut nearest);
                for (&point, nearest) in points.iter().zip(nearest) {
                    let distance = |&centre: &Point| squared(centre, point);
                    let least = centres.iter().map(distance).min_by(f32::total_cmp).unwrap();
                    assert_eq!(distance(&centres[usize::from(nearest)]), least);
                }
            }
        }
    }

    #[test]
    fn palettes_of_growing_sizes_equal_those_chosen_alone() {
        let colour = |i: u32| [(i * 7 % 256) as u8, (i * i % 251) as u8, (i * 31 % 239) as u8];
        let samples: Vec<Sample> = (0..3000).map(|i| Sample { colour: colour(i), weight: 1.0 }).collect();
        let mut parting = Parting::new(&samples);
        let mut last = f32::INFINITY;
        for size in [15, 31, 255] {
            let error = parting.error(size);
            assert!(error < last);
            last = error;
            assert_eq!(parting.palette(size).colours(), Palette::choose(&samples, size).colours());
        }
    }
}
