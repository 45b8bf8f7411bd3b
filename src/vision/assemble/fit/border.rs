//! The outermost lines of pixels along one side of a tile.

use image::RgbImage;

use super::strips::{CHANNELS, Side, channels};

/// The parts into which a side is divided.
pub const PARTS: usize = 4;
/// The variance of luma in a plain line at most, the least step between two, and how many lines beside the border a frame begins.
const PLAIN: f32 = 16.0;
const STEP: f32 = 12.0;
const BESIDE: usize = 2;
/// Pixels compared along a side at most.
const SAMPLES: u32 = 48;

/// The colours of the outermost lines of pixels along a side of a tile, and the steps between them.
pub struct Border {
    pub lines: Vec<Vec<[f32; CHANNELS]>>,
    /// For every line but the last, the mean difference in luma from the next in each part of the side.
    pub steps: Vec<[f32; PARTS]>,
}

impl Border {
    /// The first `count` lines.
    pub fn of(tile: &RgbImage, side: Side, count: usize) -> Border {
        let (right, bottom) = (tile.width() - 1, tile.height() - 1);
        let colour = |depth: u32, along: u32| {
            let (x, y) = match side {
                Side::Right => (right - depth, along),
                Side::Left => (depth, along),
                Side::Bottom => (along, bottom - depth),
                Side::Top => (along, depth),
            };
            channels(&tile.get_pixel(x, y).0)
        };
        // The ends of a line belong to the borders of the sides next to it.
        let long = if matches!(side, Side::Right | Side::Left) { tile.height() } else { tile.width() };
        let (from, to) = (long / 8, long - long / 8);
        let every = ((to - from) / SAMPLES).max(1) as usize;
        let line = |depth: usize| (from..to).step_by(every).map(|along| colour(depth as u32, along)).collect();
        let lines: Vec<Vec<_>> = (0..count).map(line).collect();
        let steps = lines.windows(2).map(|pair| steps(&pair[0], &pair[1])).collect();
        Border { lines, steps }
    }

    /// How many lines there are to where the plain ones end, or the last step between these is, that begin at the border or next to
    /// it; 0 if that is deeper, or nowhere.
    pub fn plain(&self, border: usize, most: usize) -> usize {
        let luma = |line: usize| self.lines[line].iter().map(|colour| colour[0]);
        let is_plain = |line: &usize| variance(luma(*line)) < PLAIN;
        let Some(first) = (0..=border + BESIDE).find(is_plain) else { return 0 };
        let end = first + (first..self.lines.len()).take_while(is_plain).count();
        let mean = |line: usize| luma(line).sum::<f32>() / self.lines[line].len().max(1) as f32;
        let is_step = |depth: &usize| (mean(depth - 1) - mean(*depth)).abs() >= STEP;
        if end <= most { end } else { (first + 1..=most).rev().find(is_step).unwrap_or(0) }
    }
}

/// The mean difference in luma between two lines, in each part of them.
fn steps(line: &[[f32; CHANNELS]], next: &[[f32; CHANNELS]]) -> [f32; PARTS] {
    std::array::from_fn(|part| {
        let (from, to) = (part * line.len() / PARTS, (part + 1) * line.len() / PARTS);
        let differences = line[from..to].iter().zip(&next[from..to]).map(|(a, b)| (a[0] - b[0]).abs());
        differences.sum::<f32>() / (to - from).max(1) as f32
    })
}

/// The variance of some numbers.
pub fn variance(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let count = values.clone().count().max(1) as f32;
    let mean = values.clone().sum::<f32>() / count;
    values.map(|value| (value - mean) * (value - mean)).sum::<f32>() / count
}
