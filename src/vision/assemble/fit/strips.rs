//! The strips of pixels along the four sides of a tile, which is all that the measures of compatibility look at.
//!
//! A strip runs along its side (top to bottom, left to right) and inwards: [`LENGTH`] samples along, [`DEPTH`] bands
//! deep, three channels each, the outermost band first. Bands grow inwards, from one pixel (or 1/96 of a large tile) at
//! the border, so that both the exact continuation of the picture and its drift are there. Every sample is the mean of
//! the pixels it covers. Channels are luma and two colour differences, in units of the board's own contrast.

use image::RgbImage;

/// Samples along a side.
pub const LENGTH: usize = 48;
/// Where the bands begin and end, in units (see [`fn@unit`]).
const BANDS: [f32; 7] = [0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0];
/// Bands from the border inwards.
pub const DEPTH: usize = BANDS.len() - 1;
/// Luma and two colour differences.
pub const CHANNELS: usize = 3;
/// Numbers for one sample along the side.
pub const SAMPLE: usize = DEPTH * CHANNELS;
/// The contrast below which a board counts as flat.
const LEAST_CONTRAST: f32 = 16.0;

/// A side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Towards the last column.
    Right,
    /// Towards the first column.
    Left,
    /// Towards the last row.
    Bottom,
    /// Towards the first row.
    Top,
}

impl Side {
    /// In the order in which everything per side is kept.
    pub const ALL: [Side; 4] = [Side::Right, Side::Left, Side::Bottom, Side::Top];
}

/// The borders of a tile, in pixels, for every side in the order of [`Side::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Peel {
    /// How many outermost pixels show nothing of the picture.
    pub hidden: [u32; 4],
    /// How many are not the picture as it is.
    pub border: [u32; 4],
}

/// What makes a line of pixels that was mixed with one colour what it was: its channels are multiplied, then shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mend {
    pub gain: f32,
    pub shift: [f32; CHANNELS],
}

impl Mend {
    /// Changes nothing.
    pub const NONE: Mend = Mend { gain: 1.0, shift: [0.0; CHANNELS] };

    pub fn apply(&self, colour: [f32; CHANNELS]) -> [f32; CHANNELS] {
        std::array::from_fn(|i| self.gain * colour[i] + self.shift[i])
    }
}

/// The brightness and contrast of a whole board.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    mean: f32,
    scale: f32,
}

/// Luma and the red and blue colour differences of a pixel, 0 to 255.
pub fn channels(pixel: &[u8]) -> [f32; CHANNELS] {
    let [r, g, b] = [f32::from(pixel[0]), f32::from(pixel[1]), f32::from(pixel[2])];
    let luma = 0.299 * r + 0.587 * g + 0.114 * b;
    [luma, r - luma, b - luma]
}

impl Levels {
    /// The levels of all tiles together, from at most a few thousand pixels of each.
    pub fn of(tiles: &[RgbImage]) -> Levels {
        let (mut count, mut sum, mut squares) = (0.0f64, 0.0f64, 0.0f64);
        for tile in tiles {
            let step = (tile.width().max(tile.height()) / 64).max(1) as usize;
            for row in (0..tile.height()).step_by(step) {
                for column in (0..tile.width()).step_by(step) {
                    let luma = f64::from(channels(&tile.get_pixel(column, row).0)[0]);
                    (count, sum, squares) = (count + 1.0, sum + luma, squares + luma * luma);
                }
            }
        }
        let mean = sum / count.max(1.0);
        let spread = (squares / count.max(1.0) - mean * mean).max(0.0).sqrt() as f32;
        Levels { mean: mean as f32, scale: 1.0 / spread.max(LEAST_CONTRAST) }
    }
}

/// The unit of depth, in pixels, for a tile `size` pixels deep.
fn unit(size: f32) -> f32 {
    if size < 24.0 { size / 24.0 } else { (size / 96.0).max(1.0) }
}

/// The strip of a tile along `side`, [`LENGTH`] × [`SAMPLE`] numbers. What hides the picture is peeled off, other lines of
/// pixels are mended by `mends`, the outermost first; the ends of the strip are taken off with the borders of the sides
/// next to it. The tile keeps at least one pixel.
pub fn cut(tile: &RgbImage, peel: &Peel, mends: &[Mend], side: Side, levels: Levels) -> Vec<f32> {
    let (across, down) = match side {
        Side::Right | Side::Left => (peel.hidden, peel.border),
        Side::Bottom | Side::Top => (peel.border, peel.hidden),
    };
    let (x0, x1) = inside(tile.width(), across[1], across[0]);
    let (y0, y1) = inside(tile.height(), down[3], down[2]);
    let (deep, long) = match side {
        Side::Right | Side::Left => (x1 - x0, y1 - y0),
        Side::Bottom | Side::Top => (y1 - y0, x1 - x0),
    };
    let outside = match side {
        Side::Right => tile.width() - x1,
        Side::Left => x0,
        Side::Bottom => tile.height() - y1,
        Side::Top => y0,
    };
    let mend = |depth: u32| mends.get((outside + depth) as usize).unwrap_or(&Mend::NONE);
    let at = |depth: u32, along: u32| match side {
        Side::Right => (x1 - 1 - depth, y0 + along),
        Side::Left => (x0 + depth, y0 + along),
        Side::Bottom => (x0 + along, y1 - 1 - depth),
        Side::Top => (x0 + along, y0 + depth),
    };
    let unit = unit(deep as f32);
    let covered = |band: usize| cover(BANDS[band] * unit, BANDS[band + 1] * unit, deep).map(move |part| (band, part));
    let covers: Vec<(usize, (u32, f32))> = (0..DEPTH).flat_map(covered).collect();
    let mut lines = vec![[0.0f32; SAMPLE]; long as usize];
    let mut add = |(band, (depth, share)): (usize, (u32, f32)), along: usize| {
        let (x, y) = at(depth, along as u32);
        let [luma, red, blue] = mend(depth).apply(channels(&tile.get_pixel(x, y).0));
        let normal = [luma - levels.mean, red, blue];
        for (sum, value) in lines[along][band * CHANNELS..].iter_mut().zip(normal) {
            *sum += share * levels.scale * value;
        }
    };
    // Along rows of pixels, as they lie in memory.
    match side {
        Side::Right | Side::Left => {
            (0..long as usize).for_each(|along| covers.iter().for_each(|&part| add(part, along)))
        }
        Side::Bottom | Side::Top => {
            covers.iter().for_each(|&part| (0..long as usize).for_each(|along| add(part, along)))
        }
    }
    along(&lines)
}

/// The range left of `size` pixels when both ends are peeled.
fn inside(size: u32, start: u32, end: u32) -> (u32, u32) {
    if start + end < size { (start, size - end) } else { (0, size) }
}

/// The pixels between two depths, with the share of the mean that each has.
fn cover(from: f32, to: f32, size: u32) -> impl Iterator<Item = (u32, f32)> {
    let last = (to.ceil() as u32).min(size);
    (from as u32..last).map(move |at| {
        let part = (to.min(at as f32 + 1.0) - from.max(at as f32)).max(0.0);
        (at, part / (to - from))
    })
}

/// Resamples the lines of a strip to [`LENGTH`].
fn along(lines: &[[f32; SAMPLE]]) -> Vec<f32> {
    let mut strip = vec![0.0; LENGTH * SAMPLE];
    let step = lines.len() as f32 / LENGTH as f32;
    for (index, sample) in strip.chunks_exact_mut(SAMPLE).enumerate() {
        for (line, share) in cover(index as f32 * step, (index + 1) as f32 * step, lines.len() as u32) {
            for (sum, value) in sample.iter_mut().zip(&lines[line as usize]) {
                *sum += share * value;
            }
        }
    }
    strip
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    fn ramp(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| Rgb([(x * 4) as u8, (x * 4) as u8, (y * 2) as u8]))
    }

    #[test]
    fn strips_begin_at_their_border() {
        let tile = ramp(60, 40);
        let levels = Levels { mean: 0.0, scale: 1.0 };
        let outer = |side, hidden| cut(&tile, &Peel { hidden, border: hidden }, &[], side, levels)[0];
        let luma = |x, y| channels(&tile.get_pixel(x, y).0)[0];
        assert!((outer(Side::Left, [0; 4]) - luma(0, 0)).abs() < 0.5);
        assert!((outer(Side::Right, [0; 4]) - luma(59, 0)).abs() < 0.5);
        assert!((outer(Side::Right, [5, 0, 0, 0]) - luma(54, 0)).abs() < 0.5);
        assert!((outer(Side::Bottom, [0, 3, 2, 0]) - luma(3, 37)).abs() < 2.0);
    }

    #[test]
    fn flat_tiles_have_flat_strips_whatever_their_size() {
        for (width, height) in [(1, 1), (7, 12), (24, 24), (50, 31), (333, 480)] {
            let tile = RgbImage::from_pixel(width, height, Rgb([200, 100, 50]));
            for side in Side::ALL {
                let peel = Peel { hidden: [9, 0, 0, 9], border: [9, 0, 0, 9] };
                let strip = cut(&tile, &peel, &[], side, Levels { mean: 0.0, scale: 1.0 });
                assert_eq!(strip.len(), LENGTH * SAMPLE);
                let expected = channels(&[200, 100, 50]);
                for (index, value) in strip.iter().enumerate() {
                    assert!((value - expected[index % CHANNELS]).abs() < 0.01, "{width}x{height} {side:?}: {value}");
                }
            }
        }
    }

    #[test]
    fn levels_are_those_of_the_whole_board() {
        let tiles = [RgbImage::from_pixel(9, 9, Rgb([0; 3])), RgbImage::from_pixel(9, 9, Rgb([200; 3]))];
        let levels = Levels::of(&tiles);
        assert!((levels.mean - 100.0).abs() < 0.01 && (levels.scale - 0.01).abs() < 1e-5);
        assert_eq!(Levels::of(&[]).scale, 1.0 / LEAST_CONTRAST);
    }
}
