//! The direction in which ink differs from its ground, among colours.

use super::planes::Planes;

/// Differences below this many levels are not ink.
const FAINT: f32 = 9.0;
/// So many products of differences, of up to 510 levels, are summed up before that passes what 32 bits hold.
const SUMMED: usize = 4096;

/// What two colours differ by, in levels of each channel.
pub(super) type Difference = [f32; 3];

/// What pixels differ by from others, channel by channel, in whole levels.
#[derive(Clone, Default)]
pub(super) struct Differences([Vec<i16>; 3]);

impl Differences {
    /// Of pixels to a look of as many.
    pub(super) fn of(pixels: &Planes, look: &Planes) -> Differences {
        let (pixels, look) = (pixels.channels(), look.channels());
        let less = |(&pixel, &look): (&u8, &u8)| i16::from(pixel) - i16::from(look);
        Differences([0, 1, 2].map(|channel: usize| pixels[channel].iter().zip(look[channel]).map(less).collect()))
    }

    /// The middle one in each channel, the lower one of two; 0 for none.
    pub(super) fn middle(&self) -> [i16; 3] {
        [0, 1, 2].map(|channel: usize| middle(&self.0[channel]))
    }

    /// All of them less the same.
    pub(super) fn less(mut self, shift: [i16; 3]) -> Differences {
        for (channel, shift) in self.0.iter_mut().zip(shift) {
            channel.iter_mut().for_each(|difference| *difference -= shift);
        }
        self
    }

    pub(super) fn append(&mut self, others: &Differences) {
        self.0.iter_mut().zip(&others.0).for_each(|(own, other)| own.extend_from_slice(other));
    }

    /// The sum of their squares.
    pub(super) fn energy(&self) -> f32 {
        self.0.iter().map(|channel| products(channel, channel)).sum::<i64>() as f32
    }

    /// How far they go along an axis.
    fn along(&self, axis: Difference) -> impl Iterator<Item = f32> {
        let [red, green, blue] = &self.0;
        let difference = |((&red, &green), &blue): ((&i16, &i16), &i16)| [red, green, blue].map(f32::from);
        red.iter().zip(green).zip(blue).map(move |levels| dot(difference(levels), axis))
    }
}

/// How dark ink is, or how light, along which direction among colours.
#[derive(Clone, Copy)]
pub(super) struct Direction {
    axis: Difference,
    /// The level of full ink.
    pub(super) full: f32,
}

impl Direction {
    /// The main axis of the differences, towards the rarer and larger ones (away from them when `sign` is negative), and
    /// the level of full ink along it. None when nothing stands out.
    pub(super) fn of(samples: &Differences, sign: f32) -> Option<Direction> {
        let spread = [0, 1, 2].map(|a: usize| [0, 1, 2].map(|b: usize| products(&samples.0[a], &samples.0[b]) as f64));
        let mut axis = [1.0, 1.01, 0.99];
        for _ in 0..24 {
            let next: [f64; 3] = std::array::from_fn(|c| (0..3).map(|d| spread[c][d] * axis[d]).sum());
            let length = next.iter().map(|value| value * value).sum::<f64>().sqrt();
            if length < 1e-6 {
                return None;
            }
            axis = next.map(|value| value / length);
        }
        let axis = axis.map(|value| value as f32);
        let skew: f64 = samples.along(axis).map(|along| f64::from(along).powi(3)).sum();
        let axis = axis.map(|value| value * sign * if skew < 0.0 { -1.0 } else { 1.0 });
        let full = full_ink(samples.along(axis));
        (full >= FAINT).then_some(Direction { axis, full })
    }

    /// How much ink each pixel is, 0 to 1, where a look and the same shift for all are its ground.
    pub(super) fn ink(&self, pixels: &Planes, look: &Planes, shift: [i16; 3]) -> Vec<f32> {
        let (shift, axis, full) = (shift.map(f32::from), self.axis, self.full);
        let ([red, green, blue], look) = (pixels.channels(), look.channels());
        let channels = red.iter().zip(look[0]).zip(green.iter().zip(look[1])).zip(blue.iter().zip(look[2]));
        let less = |(&level, &look): (&u8, &u8), shift: f32| f32::from(level) - f32::from(look) - shift;
        let ink = |((red, green), blue)| {
            let difference = [less(red, shift[0]), less(green, shift[1]), less(blue, shift[2])];
            (dot(difference, axis) / full).clamp(0.0, 1.0)
        };
        channels.map(ink).collect()
    }

    /// Whether ink is darker than its ground, in each channel.
    pub(super) fn darkens(&self) -> [bool; 3] {
        self.axis.map(|along| along < 0.0)
    }
}

fn dot(a: Difference, b: Difference) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The sum of the products of differences, one by one.
fn products(a: &[i16], b: &[i16]) -> i64 {
    let sum = |(a, b): (&[i16], &[i16])| -> i32 { a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum() };
    a.chunks(SUMMED).zip(b.chunks(SUMMED)).map(|chunks| i64::from(sum(chunks))).sum()
}

/// The middle one of some differences, the lower one of two; 0 for none.
fn middle(differences: &[i16]) -> i16 {
    const MOST: i16 = 255;
    let mut counts = [0usize; 2 * MOST as usize + 1];
    differences.iter().for_each(|difference| counts[(difference + MOST) as usize] += 1);
    let mut seen = 0;
    let reaches_half = |&count: &usize| {
        seen += count;
        2 * seen >= differences.len()
    };
    counts.iter().position(reaches_half).filter(|_| !differences.is_empty()).map_or(0, |place| place as i16 - MOST)
}

/// The 80th percentile of the levels above 0.3 of the highest (a thousandth left aside).
fn full_ink(levels: impl Iterator<Item = f32>) -> f32 {
    let mut counts = [0usize; 512];
    for level in levels {
        counts[level.clamp(0.0, 511.0) as usize] += 1;
    }
    let total: usize = counts.iter().sum();
    let above = |share: usize, from: usize| {
        let mut seen = 0;
        (from..counts.len()).rev().find(|&level| {
            seen += counts[level];
            seen > share
        })
    };
    let highest = above(total / 1000, 0).unwrap_or(0);
    let from = highest * 3 / 10 + 1;
    let inked: usize = counts[from..].iter().sum();
    above(inked / 5, from).unwrap_or(0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(levels: &[[i16; 3]]) -> Differences {
        Differences([0, 1, 2].map(|channel: usize| levels.iter().map(|level| level[channel]).collect()))
    }

    #[test]
    fn the_direction_is_that_of_the_fewer_larger_differences() {
        let ground = (0..90).map(|at| [at % 3; 3]);
        let ink = (0..10).map(|_| [-120, -60, 30]);
        let samples: Vec<[i16; 3]> = ground.chain(ink).collect();
        let direction = Direction::of(&differences(&samples), 1.0).unwrap();
        assert_eq!(direction.darkens(), [true, true, false]);
        let inks =
            direction.ink(&Planes::of(&[[70, 85, 132], [250, 159, 100]]), &Planes::of(&[[200, 150, 100]; 2]), [0; 3]);
        assert_eq!(inks, [1.0, 0.0]);
        let shifted = direction.ink(&Planes::of(&[[70, 85, 132]]), &Planes::of(&[[200, 150, 100]]), [-130, -65, 32]);
        assert_eq!(shifted, [0.0]);
        assert!((direction.full - 137.0).abs() < 2.0, "{}", direction.full);
        assert!(Direction::of(&differences(&[[1, 2, 1]; 50]), 1.0).is_none(), "nothing stands out");
    }

    #[test]
    fn sums_are_those_of_all_differences() {
        let levels: Vec<[i16; 3]> = (0..10_000).map(|at| [at % 511 - 255, 510, -(at % 7)]).collect();
        let energy: i64 = levels.iter().flatten().map(|&level| i64::from(level).pow(2)).sum();
        assert_eq!(differences(&levels).energy(), energy as f32);
        for count in [0, 1, 2, 5, 6] {
            let mut few: Vec<i16> = (0..count).map(|at| at * 37 % 11 - 4).collect();
            let found = middle(&few);
            few.sort_unstable();
            assert_eq!(found, few.len().checked_sub(1).map_or(0, |last| few[last / 2]), "{few:?}");
        }
    }
}
