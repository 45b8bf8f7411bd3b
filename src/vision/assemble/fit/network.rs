//! The learned measure: how likely two sides belong together, from the strips along them.
//!
//! A tower of three one-dimensional convolutions runs along a strip and leaves [`FEATURES`] numbers at every second
//! sample. Two sides are compared by the absolute differences of these: their mean, root mean square and mean root over
//! the side go through a small head. A second head gives each side alone the score of *nothing*: no tile of the board
//! belongs there. Scores are logits: trained so that the exponentials of one side's scores, nothing's included, share
//! out the probability of what its neighbour is. The same weights serve all four sides; photographed screens have their own.
//!
//! Weights, training program and the pictures it learned from: `assets/edges`.

use super::strips::{LENGTH, SAMPLE};
use crate::vision::Fidelity;

static WEIGHTS: &[u8] = include_bytes!("../../../../assets/edges/weights.bin");
static PHOTOGRAPHS: &[u8] = include_bytes!("../../../../assets/edges/photographs.bin");

/// Numbers between the convolutions of a tower at each place.
const WIDTH: usize = 48;
/// Numbers a tower leaves at each place.
const FEATURES: usize = 32;
/// Places along a side after the tower.
const PLACES: usize = LENGTH / 2;
/// Hidden numbers of the head that compares.
const HEAD: usize = 32;
/// Hidden numbers of the head that scores nothing.
const NOTHING: usize = 16;
/// What the heads' outputs are multiplied by, as in training.
const GAIN: f32 = 3.0;

/// One convolution: a matrix of `kernel * inputs` × `outputs`, and what is added.
struct Layer {
    kernel: usize,
    inputs: usize,
    outputs: usize,
    stride: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

/// The network with its weights.
pub struct Network {
    layers: [Layer; 3],
    head: Vec<f32>,
    head_bias: Vec<f32>,
    head_last: Vec<f32>,
    plain: Vec<f32>,
    offset: f32,
    nothing: Vec<f32>,
    nothing_bias: Vec<f32>,
    nothing_last: Vec<f32>,
}

/// What the tower makes of one side: [`PLACES`] × [`FEATURES`] numbers.
pub struct Features(Vec<f32>);

impl Network {
    /// The network with the weights for such pixels.
    pub fn new(fidelity: Fidelity) -> Network {
        let weights = if fidelity == Fidelity::Photographed { PHOTOGRAPHS } else { WEIGHTS };
        let mut numbers =
            weights.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().expect("chunks of four")));
        let mut take = |count: usize| numbers.by_ref().take(count).collect::<Vec<f32>>();
        let mut layer = |kernel, inputs, outputs, stride| Layer {
            kernel,
            inputs,
            outputs,
            stride,
            weights: take(kernel * inputs * outputs),
            bias: take(outputs),
        };
        let layers = [layer(5, SAMPLE, WIDTH, 1), layer(5, WIDTH, WIDTH, 1), layer(3, WIDTH, FEATURES, 2)];
        Network {
            layers,
            head: take(3 * FEATURES * HEAD),
            head_bias: take(HEAD),
            head_last: take(HEAD),
            plain: take(FEATURES).into_iter().map(|weight| weight.exp().ln_1p()).collect(),
            offset: take(1)[0],
            nothing: take(2 * FEATURES * NOTHING),
            nothing_bias: take(NOTHING),
            nothing_last: take(NOTHING),
        }
    }

    /// Runs the tower over a strip.
    pub fn features(&self, strip: &[f32]) -> Features {
        let [first, second, third] = &self.layers;
        let mut values = first.run(strip);
        values.iter_mut().for_each(|value| *value = value.max(0.0));
        values = second.run(&values);
        values.iter_mut().for_each(|value| *value = value.max(0.0));
        Features(third.run(&values))
    }

    /// The score of two sides facing each other.
    pub fn compare(&self, a: &Features, b: &Features) -> f32 {
        let mut sums = [[0.0f32; FEATURES]; 3];
        for (a, b) in a.0.chunks_exact(FEATURES).zip(b.0.chunks_exact(FEATURES)) {
            for feature in 0..FEATURES {
                let difference = (a[feature] - b[feature]).abs();
                sums[0][feature] += difference;
                sums[1][feature] += difference * difference;
                sums[2][feature] += (difference + 1e-4).sqrt();
            }
        }
        let [mean, square, root] = &mut sums;
        mean.iter_mut().chain(root).for_each(|sum| *sum /= PLACES as f32);
        square.iter_mut().for_each(|sum| *sum = (*sum / PLACES as f32 + 1e-6).sqrt());
        let plain: f32 = sums[0].iter().zip(&self.plain).map(|(mean, weight)| mean * weight).sum();
        let head = perceptron(sums.as_flattened(), &self.head, &self.head_bias, &self.head_last);
        self.offset - GAIN * (plain + head)
    }

    /// The score of nothing beside a side.
    pub fn nothing(&self, side: &Features) -> f32 {
        let mut sums = [[0.0f32; FEATURES]; 2];
        for place in side.0.chunks_exact(FEATURES) {
            for (sum, value) in sums[0].iter_mut().zip(place) {
                *sum += value / PLACES as f32;
            }
        }
        for place in side.0.chunks_exact(FEATURES) {
            for feature in 0..FEATURES {
                sums[1][feature] += (place[feature] - sums[0][feature]).abs() / PLACES as f32;
            }
        }
        GAIN * perceptron(sums.as_flattened(), &self.nothing, &self.nothing_bias, &self.nothing_last)
    }
}

impl Layer {
    /// Convolves rows of `inputs` numbers, with zeros beyond both ends.
    fn run(&self, values: &[f32]) -> Vec<f32> {
        let count = values.len() / self.inputs;
        let pad = self.kernel / 2;
        let mut padded = vec![0.0; (count + 2 * pad) * self.inputs];
        padded[pad * self.inputs..][..values.len()].copy_from_slice(values);
        let window = self.kernel * self.inputs;
        let mut out = vec![0.0; count.div_ceil(self.stride) * self.outputs];
        for (pair, rows) in out.chunks_mut(2 * self.outputs).enumerate() {
            let start = |row: usize| &padded[(2 * pair + row) * self.stride * self.inputs..][..window];
            if rows.len() == 2 * self.outputs {
                let (upper, lower) = rows.split_at_mut(self.outputs);
                self.two_rows([start(0), start(1)], upper, lower);
            } else {
                let mut spare = vec![0.0; self.outputs];
                self.two_rows([start(0), start(0)], rows, &mut spare);
            }
        }
        out
    }

    /// The outputs of two windows at once, sixteen numbers at a time: the shape that keeps vector registers full.
    fn two_rows(&self, windows: [&[f32]; 2], upper: &mut [f32], lower: &mut [f32]) {
        const LANES: usize = 16;
        for block in (0..self.outputs).step_by(LANES) {
            let bias: [f32; LANES] = self.bias[block..block + LANES].try_into().expect("outputs come in sixteens");
            let (mut a, mut b) = (bias, bias);
            let columns = self.weights[block..].chunks(self.outputs);
            for ((&x, &y), weights) in windows[0].iter().zip(windows[1]).zip(columns) {
                let weights: &[f32; LANES] = weights[..LANES].try_into().expect("outputs come in sixteens");
                for lane in 0..LANES {
                    a[lane] += x * weights[lane];
                    b[lane] += y * weights[lane];
                }
            }
            upper[block..block + LANES].copy_from_slice(&a);
            lower[block..block + LANES].copy_from_slice(&b);
        }
    }
}

/// One hidden layer of rectified sums, then their weighted sum.
fn perceptron(inputs: &[f32], weights: &[f32], bias: &[f32], last: &[f32]) -> f32 {
    let mut hidden = [0.0f32; HEAD];
    let hidden = &mut hidden[..bias.len()];
    hidden.copy_from_slice(bias);
    for (input, weights) in inputs.iter().zip(weights.chunks_exact(bias.len())) {
        for (sum, weight) in hidden.iter_mut().zip(weights) {
            *sum += input * weight;
        }
    }
    hidden.iter().zip(last).map(|(value, weight)| value.max(0.0) * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The convolution as it is defined, one number at a time.
    fn slow(layer: &Layer, values: &[f32]) -> Vec<f32> {
        let count = values.len() / layer.inputs;
        let mut out = Vec::new();
        for place in (0..count).step_by(layer.stride) {
            for output in 0..layer.outputs {
                let mut sum = layer.bias[output];
                for k in 0..layer.kernel {
                    let at = (place + k).wrapping_sub(layer.kernel / 2);
                    if at < count {
                        for input in 0..layer.inputs {
                            sum += values[at * layer.inputs + input]
                                * layer.weights[(k * layer.inputs + input) * layer.outputs + output];
                        }
                    }
                }
                out.push(sum);
            }
        }
        out
    }

    fn strip(seed: usize) -> Vec<f32> {
        (0..LENGTH * SAMPLE).map(|i| ((i * 37 + seed * 101) % 97) as f32 / 40.0 - 1.0).collect()
    }

    #[test]
    fn the_weights_fit_the_network() {
        for (fidelity, weights) in [(Fidelity::Exact, WEIGHTS), (Fidelity::Photographed, PHOTOGRAPHS)] {
            let network = Network::new(fidelity);
            let heads =
                network.head.len() + network.head_bias.len() + network.head_last.len() + network.plain.len() + 1;
            let nothing = network.nothing.len() + network.nothing_bias.len() + network.nothing_last.len();
            let layers: usize = network.layers.iter().map(|layer| layer.weights.len() + layer.bias.len()).sum();
            assert_eq!(4 * (layers + heads + nothing), weights.len());
        }
    }

    #[test]
    fn convolutions_agree_with_their_definition() {
        let network = Network::new(Fidelity::Exact);
        let fast = network.layers[0].run(&strip(1));
        for (a, b) in fast.iter().zip(slow(&network.layers[0], &strip(1))) {
            assert!((a - b).abs() < 1e-3);
        }
        let fast = network.layers[2].run(&fast[..(LENGTH - 1) * WIDTH]);
        assert_eq!(fast.len(), PLACES * FEATURES);
    }

    /// A strip of shades that rise and fall along it.
    fn waves(seed: usize) -> Vec<f32> {
        let shade = |i: usize| ((i / SAMPLE) as f32 * 0.2 + seed as f32 * 1.7).sin() * (1.0 + seed as f32 / 6.0);
        (0..LENGTH * SAMPLE).map(shade).collect()
    }

    #[test]
    fn a_side_fits_itself_best_and_either_way_round() {
        let network = Network::new(Fidelity::Exact);
        let sides: Vec<Features> = (0..6).map(|seed| network.features(&waves(seed))).collect();
        for a in &sides {
            for b in &sides {
                assert!(network.compare(a, a) >= network.compare(a, b));
                assert_eq!(network.compare(a, b), network.compare(b, a));
            }
        }
    }
}
