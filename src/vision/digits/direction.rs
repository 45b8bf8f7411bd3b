//! The direction in which ink differs from its ground, among colours.

/// Differences below this many levels are not ink.
const FAINT: f32 = 9.0;

/// What two colours differ by, in levels of each channel.
pub(super) type Difference = [f32; 3];

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
    pub(super) fn of(samples: &[Difference], sign: f32) -> Option<Direction> {
        let mut spread = [[0.0f64; 3]; 3];
        for sample in samples {
            for (row, a) in spread.iter_mut().zip(sample) {
                for (value, b) in row.iter_mut().zip(sample) {
                    *value += f64::from(a * b);
                }
            }
        }
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
        let skew: f64 = samples.iter().map(|&sample| f64::from(dot(sample, axis)).powi(3)).sum();
        let axis = axis.map(|value| value * sign * if skew < 0.0 { -1.0 } else { 1.0 });
        let full = full_ink(samples.iter().map(|&sample| dot(sample, axis)));
        (full >= FAINT).then_some(Direction { axis, full })
    }

    /// How much ink a difference is, 0 to 1.
    pub(super) fn ink(&self, difference: Difference) -> f32 {
        (dot(difference, self.axis) / self.full).clamp(0.0, 1.0)
    }

    /// Whether ink is darker than its ground, in each channel.
    pub(super) fn darkens(&self) -> [bool; 3] {
        self.axis.map(|along| along < 0.0)
    }
}

pub(super) fn dot(a: Difference, b: Difference) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
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

    #[test]
    fn the_direction_is_that_of_the_fewer_larger_differences() {
        let ground = (0..90).map(|at| [(at % 3) as f32; 3]);
        let ink = (0..10).map(|_| [-120.0, -60.0, 30.0]);
        let samples: Vec<Difference> = ground.chain(ink).collect();
        let direction = Direction::of(&samples, 1.0).unwrap();
        assert_eq!(direction.darkens(), [true, true, false]);
        assert_eq!((direction.ink([-130.0, -65.0, 32.0]), direction.ink([50.0, 9.0, 0.0])), (1.0, 0.0));
        assert!((direction.full - 137.0).abs() < 2.0, "{}", direction.full);
        assert!(Direction::of(&[[1.0, 2.0, 1.0]; 50], 1.0).is_none(), "nothing stands out");
    }
}
