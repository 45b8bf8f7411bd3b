//! How much every boundary between two pixels looks like the border of a tile.
//!
//! A step between neighbouring pixels counts for what it exceeds the unrest a few pixels to both sides, as a share
//! of itself: so a faint border between two calm tiles is worth as much as a hard one, and texture is worth little.
//! What the other boundaries nearby show on average is taken off, so that texture adds up to nothing along a line.
//! Sums along the lines make the mean of any stretch two look-ups.

use std::ops::Range;

use image::RgbImage;

/// Full evidence for one pixel of a line, in the sums.
const FULL: i32 = 255;
/// What the border of the picture is worth as a line: a board may fill the picture, and often does not.
const PICTURE_BORDER: i32 = FULL * 3 / 10;
/// A step of so many levels is worth nothing.
const FAINT: u8 = 2;
/// Values are looked at in blocks of so many: most of a screenshot is flat, and a block of rows and columns stays at hand.
const BLOCK: usize = 32;
/// The nearby boundaries that are compared are this far away at most…
const FAR: usize = 9;
/// …and farther than this: a soft step covers its neighbours.
const NEAR: usize = 2;

/// Evidence for lines in one direction, with its sums along them.
///
/// A *position* is a boundary between pixels across the lines: 0 is the picture's border, 1 lies between the first
/// two pixels.
pub(super) struct EdgeMap {
    /// Positions across the lines: the pixels, and one more.
    pub positions: usize,
    /// Pixels along the lines.
    pub length: usize,
    sums: Vec<i32>,
}

/// The evidence for vertical and for horizontal lines.
pub(super) struct Edges {
    /// Lines that bound columns.
    pub vertical: EdgeMap,
    /// Lines that bound rows.
    pub horizontal: EdgeMap,
}

impl Edges {
    /// The evidence in a picture. Costs time and memory (8 bytes a pixel) in proportion to its pixels.
    pub fn new(picture: &RgbImage) -> Edges {
        let (vertical, horizontal) = rayon::join(|| vertical(picture), || horizontal(picture));
        Edges { vertical, horizontal }
    }
}

impl EdgeMap {
    /// Sums up `sharp`, evidence in rows along the lines' direction: `length` rows of `positions - 1` values, each
    /// for the boundary before the pixel.
    fn new(sharp: &[u8], positions: usize, length: usize) -> EdgeMap {
        let mut sums = vec![0i32; (length + 1) * positions];
        // Sums over a neighbourhood are differences of these, small enough to be right where these wrap around.
        let mut running = vec![0u16; positions + 2 * FAR + 2];
        for along in 0..length {
            let row = &sharp[along * (positions - 1)..][..positions - 1];
            let mut total = 0u16;
            for (position, &value) in row.iter().enumerate() {
                total = total.wrapping_add(u16::from(value));
                running[position + FAR + 1] = total;
            }
            running[positions + FAR..].fill(total);
            let (before, after) = sums[along * positions..].split_at_mut(positions);
            accumulate(row, &running, before, &mut after[..positions]);
        }
        EdgeMap { positions, length, sums }
    }

    /// The sum of the evidence at `position` over `from..to` along the line, in pixels' worth.
    pub fn sum(&self, position: usize, from: usize, to: usize) -> f32 {
        (self.sums[to * self.positions + position] - self.sums[from * self.positions + position]) as f32 / FULL as f32
    }

    /// The mean evidence at `position` over `from..to`, at most 1, around 0 where there is no line.
    pub fn mean(&self, position: usize, from: usize, to: usize) -> f32 {
        self.sum(position, from, to) / (to - from) as f32
    }

    /// The mean evidence over `from..to` along the lines, for each of the `positions`, into `profile`.
    pub fn profile(&self, from: usize, to: usize, positions: Range<usize>, profile: &mut Vec<f32>) {
        let scale = 1.0 / (FULL as f32 * (to - from).max(1) as f32);
        let last = &self.sums[to * self.positions..][positions.clone()];
        let first = &self.sums[from * self.positions..][positions];
        profile.clear();
        profile.extend(last.iter().zip(first).map(|(last, first)| (last - first) as f32 * scale));
    }
}

/// Adds one row of evidence, less that of the neighbourhood, to the sums so far.
fn accumulate(row: &[u8], running: &[u16], before: &[i32], after: &mut [i32]) {
    const COUNT: u16 = 2 * (FAR - NEAR) as u16;
    let ends = running[2 * FAR + 1..].iter().zip(running);
    let middle = running[FAR + NEAR + 1..].iter().zip(&running[FAR - NEAR..]);
    let sides = ends
        .zip(middle)
        .map(|((last, first), (end, start))| last.wrapping_sub(*first).wrapping_sub(end.wrapping_sub(*start)) / COUNT);
    for (((after, before), &value), around) in after.iter_mut().zip(before).zip(row).zip(sides) {
        *after = before + (i32::from(value) - i32::from(around));
    }
    let last = after.len() - 1;
    after[0] = before[0] + PICTURE_BORDER;
    after[last] = before[last] + PICTURE_BORDER;
}

/// Splits a row of pixels into its three channels.
fn split(pixels: &[u8], channels: &mut [Vec<u8>; 3]) {
    let [red, green, blue] = channels;
    for (index, pixel) in pixels.chunks_exact(3).enumerate() {
        red[index] = pixel[0];
        green[index] = pixel[1];
        blue[index] = pixel[2];
    }
}

/// The largest difference of any channel, pixel by pixel.
fn difference(a: [&[u8]; 3], b: [&[u8]; 3], out: &mut [u8]) {
    let n = out.len();
    let ([a0, a1, a2], [b0, b1, b2]) = (a.map(|channel| &channel[..n]), b.map(|channel| &channel[..n]));
    for i in 0..n {
        out[i] = a0[i].abs_diff(b0[i]).max(a1[i].abs_diff(b1[i])).max(a2[i].abs_diff(b2[i]));
    }
}

/// The sums of three values, pixel by pixel.
fn add_three([a, b, c]: [&[u8]; 3], sums: &mut [u16]) {
    for (((sum, &a), &b), &c) in sums.iter_mut().zip(a).zip(b).zip(c) {
        *sum = u16::from(a) + u16::from(b) + u16::from(c);
    }
}

/// What steps are worth among their neighbours: the sums of the three steps from two pixels away on, to either side.
fn sharpness(steps: &[u8], left: &[u16], right: &[u16], sharp: &mut [u8]) {
    let (left, right) = (left.chunks(BLOCK), right.chunks(BLOCK));
    for (((sharp, steps), left), right) in sharp.chunks_mut(BLOCK).zip(steps.chunks(BLOCK)).zip(left).zip(right) {
        if steps.iter().fold(0, |most, &step| most.max(step)) <= FAINT {
            sharp.fill(0);
            continue;
        }
        for (((sharp, &step), &left), &right) in sharp.iter_mut().zip(steps).zip(left).zip(right) {
            let step = f32::from(step);
            let unrest = f32::from(left + right + left.min(right)) / 6.0;
            let worth = (step - unrest - f32::from(FAINT)) * (FULL as f32) / (step + 4.0);
            *sharp = whole(worth.clamp(0.0, FULL as f32));
        }
    }
}

/// The whole part of a value from 0 to 255: the lowest bits of a float so large that they count ones.
fn whole(value: f32) -> u8 {
    const ONES: f32 = (3 << 22) as f32;
    (value - 0.499 + ONES).to_bits() as u8
}

/// The evidence for vertical lines in a picture.
pub(super) fn vertical(picture: &RgbImage) -> EdgeMap {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut channels = [vec![0; width], vec![0; width], vec![0; width]];
    let mut steps = vec![0u8; width + 8];
    let mut threes = vec![0u16; width + 6];
    let mut sharp = vec![0u8; width * height];
    for (row, sharp) in picture.as_raw().chunks_exact(width * 3).zip(sharp.chunks_exact_mut(width)) {
        split(row, &mut channels);
        let [red, green, blue] = &channels;
        difference([&red[1..], &green[1..], &blue[1..]], [red, green, blue], &mut steps[5..4 + width]);
        add_three([&steps, &steps[1..], &steps[2..]], &mut threes);
        sharpness(&steps[4..][..width], &threes, &threes[6..], sharp);
    }
    EdgeMap::new(&sharp, width + 1, height)
}

fn horizontal(picture: &RgbImage) -> EdgeMap {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let planes = || [vec![0; width], vec![0; width], vec![0; width]];
    let (mut above, mut below) = (planes(), planes());
    let mut steps = vec![0u8; width * (height + 8)];
    for (y, row) in picture.as_raw().chunks_exact(width * 3).enumerate() {
        split(row, &mut below);
        if y > 0 {
            let out = &mut steps[(y + 4) * width..][..width];
            difference([&below[0], &below[1], &below[2]], [&above[0], &above[1], &above[2]], out);
        }
        std::mem::swap(&mut above, &mut below);
    }
    let mut sharp = vec![0u8; width * height];
    let (mut left, mut right) = (vec![0; width], vec![0; width]);
    for (y, sharp) in sharp.chunks_exact_mut(width).enumerate() {
        let row = |offset: usize| &steps[(y + offset) * width..][..width];
        add_three([row(0), row(1), row(2)], &mut left);
        add_three([row(6), row(7), row(8)], &mut right);
        sharpness(row(4), &left, &right, sharp);
    }
    EdgeMap::new(&transposed(&sharp, width, height), height + 1, width)
}

/// Turns rows into columns, block by block.
fn transposed(values: &[u8], width: usize, height: usize) -> Vec<u8> {
    let mut out = vec![0; values.len()];
    for top in (0..height).step_by(BLOCK) {
        for left in (0..width).step_by(BLOCK) {
            for x in left..(left + BLOCK).min(width) {
                for y in top..(top + BLOCK).min(height) {
                    out[x * height + y] = values[y * width + x];
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn checkered(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| if x < 20 && y < 30 { Rgb([200, 90, 30]) } else { Rgb([20, 90, 30]) })
    }

    #[test]
    fn a_border_stands_out_at_its_position_only() {
        let edges = Edges::new(&checkered(60, 50));
        assert!(edges.vertical.mean(20, 0, 30) > 0.8);
        assert!(edges.vertical.mean(20, 31, 50).abs() < 0.1);
        assert!(edges.vertical.mean(24, 0, 30) < 0.0);
        assert!(edges.horizontal.mean(30, 0, 20) > 0.8);
        assert!(edges.horizontal.mean(10, 0, 20).abs() < 0.1);
    }

    #[test]
    fn values_are_cut_off_to_whole_ones() {
        for value in 0..=255u8 {
            assert_eq!(whole(f32::from(value)), value);
            assert_eq!(whole((f32::from(value) + 0.99).min(255.0)), value);
        }
    }

    #[test]
    fn both_directions_see_the_same() {
        let picture = checkered(40, 56);
        let turned = RgbImage::from_fn(56, 40, |x, y| *picture.get_pixel(y, x));
        let (one, other) = (Edges::new(&picture), Edges::new(&turned));
        assert_eq!(one.vertical.sums, other.horizontal.sums);
        assert_eq!(one.horizontal.sums, other.vertical.sums);
    }

    #[test]
    fn a_profile_holds_the_means() {
        let edges = Edges::new(&checkered(60, 50));
        let mut profile = Vec::new();
        for positions in [0..61, 15..30] {
            edges.vertical.profile(3, 17, positions.clone(), &mut profile);
            assert_eq!(profile.len(), positions.len());
            let means = positions.map(|x| edges.vertical.mean(x, 3, 17));
            assert!(profile.iter().zip(means).all(|(profile, mean)| (profile - mean).abs() < 1e-6));
        }
    }

    #[test]
    fn single_pixels_have_borders() {
        let edges = Edges::new(&RgbImage::new(1, 1));
        assert_eq!((edges.vertical.positions, edges.vertical.length), (2, 1));
        assert!(edges.horizontal.mean(0, 0, 1) > 0.0);
    }
}
