//! The hand-made measure: how well the picture's gradient carries on from one side to the other.
//!
//! After A. C. Gallagher, "Jigsaw puzzles with pieces of unknown orientation" (CVPR 2012): the step across the joint
//! is compared with the steps across the outermost bands of each of the two tiles, by their mean and covariance over
//! the side. A part of the step that both gradients predict is taken off first, which carries the picture over pixels
//! that were lost in the joint. A dissimilarity means something only against those of rivals: each is divided by the
//! best of the others of its row and of its column.

use super::strips::{CHANNELS, LENGTH, SAMPLE};

/// The share of the predicted step that is taken off.
const CARRY: f32 = 0.5;
/// The variance that every channel has at least, in squares of the board's contrast.
const NOISE: f32 = 4e-4;
/// Bounds of the logarithm of a ratio.
const MOST: f32 = 6.0;

/// So many places are summed up at once.
const LANES: usize = 8;

type Vector = [f32; CHANNELS];
/// Levels along a side, channel by channel.
type Line = [[f32; LENGTH]; CHANNELS];

/// The border of one side, and how the steps out of the tile vary along it.
struct Border {
    /// Its outermost samples carried on by their part of the predicted step.
    carried: Line,
    /// What those of the side it faces are then, if that is its neighbour.
    expected: Line,
    inverse: [Vector; CHANNELS],
}

impl Border {
    fn of(strip: &[f32]) -> Border {
        let sample = |place: usize, band: usize| -> Vector {
            std::array::from_fn(|channel| strip[place * SAMPLE + band * CHANNELS + channel])
        };
        let value: Vec<Vector> = (0..LENGTH).map(|place| sample(place, 0)).collect();
        let outwards: Vec<Vector> = (0..LENGTH).map(|place| minus(value[place], sample(place, 1))).collect();
        let count = LENGTH as f32;
        let mean = outwards.iter().fold([0.0; CHANNELS], |sum, step| plus(sum, *step)).map(|sum| sum / count);
        let mut spread = [[0.0; CHANNELS]; CHANNELS];
        for step in &outwards {
            let off = minus(*step, mean);
            for (i, row) in spread.iter_mut().enumerate() {
                for (j, cell) in row.iter_mut().enumerate() {
                    *cell += off[i] * off[j] / count;
                }
            }
        }
        for (i, row) in spread.iter_mut().enumerate() {
            row[i] += NOISE;
        }
        let line = |level: &dyn Fn(usize, usize) -> f32| -> Line {
            std::array::from_fn(|channel| std::array::from_fn(|place| level(place, channel)))
        };
        let carried = line(&|place, channel| value[place][channel] + 0.5 * CARRY * outwards[place][channel]);
        let expected = line(&|place, channel| carried[channel][place] + (1.0 - CARRY) * mean[channel]);
        Border { carried, expected, inverse: inverse(spread) }
    }

    /// The mean squared Mahalanobis distance of the steps across the joint from this side's own.
    fn distance(&self, other: &Border) -> f32 {
        let [[rr, rg, rb], [_, gg, gb], [_, _, bb]] = self.inverse;
        let off = |channel: usize, place: usize| other.carried[channel][place] - self.expected[channel][place];
        let mut sums = [0.0; LANES];
        for from in (0..LENGTH).step_by(LANES) {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let [r, g, b] = [off(0, from + lane), off(1, from + lane), off(2, from + lane)];
                *sum += rr * r * r + gg * g * g + bb * b * b + 2.0 * (rg * r * g + rb * r * b + gb * g * b);
            }
        }
        sums.iter().sum::<f32>() / LENGTH as f32
    }
}

/// For every pair of a strip of `before` and one of `after` that may face it, the logarithms of the dissimilarity over
/// the best rival's, in the row and in the column, halved: negative where the two are each other's best. The diagonal
/// is the worst.
pub fn table(before: &[Vec<f32>], after: &[Vec<f32>]) -> Vec<f32> {
    let borders = |strips: &[Vec<f32>]| strips.iter().map(|strip| Border::of(strip)).collect::<Vec<_>>();
    let (before, after) = (borders(before), borders(after));
    let count = before.len();
    let mut costs = vec![f32::INFINITY; count * count];
    for (i, a) in before.iter().enumerate() {
        for (j, b) in after.iter().enumerate() {
            if i != j {
                costs[i * count + j] = (a.distance(b) + b.distance(a)).sqrt();
            }
        }
    }
    let rows: Vec<_> = (0..count).map(|i| two_least((0..count).map(|j| costs[i * count + j]))).collect();
    let columns: Vec<_> = (0..count).map(|j| two_least((0..count).map(|i| costs[i * count + j]))).collect();
    let mut ratios = costs.clone();
    for (at, ratio) in ratios.iter_mut().enumerate() {
        let against = |(least, second): (f32, f32)| costs[at] / if costs[at] <= least { second } else { least };
        let log = 0.5 * (against(rows[at / count]).ln() + against(columns[at % count]).ln());
        *ratio = if log.is_nan() { MOST } else { log.clamp(-MOST, MOST) };
    }
    ratios
}

fn two_least(values: impl Iterator<Item = f32>) -> (f32, f32) {
    values.fold(
        (f32::INFINITY, f32::INFINITY),
        |(least, second), value| {
            if value < least { (value, least) } else { (least, second.min(value)) }
        },
    )
}

fn plus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] + b[i])
}

fn minus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

/// The inverse of a symmetric positive matrix, by its adjugate.
fn inverse(m: [Vector; CHANNELS]) -> [Vector; CHANNELS] {
    let minor = |i: usize, j: usize| {
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        let (c, d) = ((j + 1) % 3, (j + 2) % 3);
        m[a][c] * m[b][d] - m[a][d] * m[b][c]
    };
    let determinant = m[0][0] * minor(0, 0) + m[0][1] * minor(0, 1) + m[0][2] * minor(0, 2);
    std::array::from_fn(|i| std::array::from_fn(|j| minor(j, i) / determinant))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let m = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]];
        let back = inverse(m);
        for (i, row) in m.iter().enumerate() {
            for j in 0..3 {
                let product: f32 = row.iter().zip(&back).map(|(a, row)| a * row[j]).sum();
                assert!((product - if i == j { 1.0 } else { 0.0 }).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn a_ramp_goes_on_where_it_left_off() {
        // The bands of a strip lie 0.5, 1.5, 2.5 … units inside; luma grows by 0.1 a unit along the way and waves across it.
        let strip = |border: f32, inwards: f32| -> Vec<f32> {
            let mut strip = vec![0.0; LENGTH * SAMPLE];
            for place in 0..LENGTH {
                for band in 0..SAMPLE / CHANNELS {
                    let x = border + inwards * (band as f32 + 0.5);
                    strip[place * SAMPLE + band * CHANNELS] = 0.1 * x + (place as f32 * 0.3 + x * 0.05).sin();
                }
            }
            strip
        };
        let right: Vec<Vec<f32>> = [20.0, 40.0, 60.0].map(|x| strip(x, -1.0)).into();
        let left: Vec<Vec<f32>> = [60.0, 20.0, 40.0].map(|x| strip(x, 1.0)).into();
        let table = table(&right, &left);
        assert!(table[1] < 0.0 && table[5] < 0.0 && table[6] < 0.0);
        assert_eq!(table[0], MOST);
    }
}
