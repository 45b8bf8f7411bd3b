//! The network that reads one number: three convolutions and two full layers.
//!
//! In: a cut of [`HEIGHT`] × [`WIDTH`] pixels, ink 1 on ground 0, the number filling the height but for the border.
//! Each convolution is 3×3 over a zero border, then 2×2 maximum, then ReLU. Out: how many digits there are (0 is "no
//! number"), and for every length up to three a distribution of ten for each of its digits, so that the likelihood of
//! a number is the product of its length's and its digits'. `assets/digits/README.md` says how it was trained.

use std::sync::LazyLock;

/// Height of a cut in pixels.
pub(super) const HEIGHT: usize = 24;
/// Width of a cut in pixels.
pub(super) const WIDTH: usize = 32;
/// Rows and columns of a cut that the number's box leaves free on each side.
pub(super) const BORDER: usize = 2;

const FIRST: usize = 8;
const SECOND: usize = 20;
const THIRD: usize = 32;
const FLAT: usize = HEIGHT / 8 * (WIDTH / 8) * THIRD;
const HIDDEN: usize = 64;
const LENGTHS: usize = 4;
/// Where the digits of a number of one, two and three digits begin in the output.
const DIGITS_AT: [usize; LENGTHS] = [0, 4, 14, 34];
const OUTPUTS: usize = 64;

/// Ink of one number, row by row, 0..=1.
pub(super) type Cut = [f32; HEIGHT * WIDTH];

struct Layer {
    /// The output channel runs fastest.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

struct Network {
    first: Layer,
    second: Layer,
    third: Layer,
    hidden: Layer,
    output: Layer,
}

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let mut bytes: &[u8] = include_bytes!("../../../assets/digits/weights.bin");
    Network {
        first: Layer::take(&mut bytes, 9, FIRST),
        second: Layer::take(&mut bytes, 9 * FIRST, SECOND),
        third: Layer::take(&mut bytes, 9 * SECOND, THIRD),
        hidden: Layer::take(&mut bytes, FLAT, HIDDEN),
        output: Layer::take(&mut bytes, HIDDEN, OUTPUTS),
    }
});

impl Layer {
    /// A scale, `inputs` × `outputs` weights of one byte, `outputs` biases; little-endian.
    fn take(bytes: &mut &[u8], inputs: usize, outputs: usize) -> Layer {
        let float = |chunk: &[u8]| f32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        let (scale, rest) = bytes.split_at(4);
        let (weights, rest) = rest.split_at(inputs * outputs);
        let (bias, rest) = rest.split_at(4 * outputs);
        *bytes = rest;
        let scale = float(scale);
        Layer {
            weights: weights.iter().map(|&weight| f32::from(weight as i8) * scale).collect(),
            bias: bias.chunks_exact(4).map(float).collect(),
        }
    }

    /// Adds to `sums` what the inputs contribute whose weights start at `from`.
    #[inline]
    fn add<const OUT: usize>(&self, sums: &mut [f32; OUT], from: usize, inputs: &[f32]) {
        let weights = self.weights[from * OUT..(from + inputs.len()) * OUT].as_chunks::<OUT>().0;
        for (&input, weights) in inputs.iter().zip(weights) {
            if input != 0.0 {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
        }
    }

    fn start<const OUT: usize>(&self) -> [f32; OUT] {
        std::array::from_fn(|output| self.bias[output])
    }

    fn full<const OUT: usize>(&self, inputs: &[f32]) -> [f32; OUT] {
        let mut sums = self.start();
        self.add(&mut sums, 0, inputs);
        sums
    }

    /// Convolution, 2×2 maximum and ReLU of `height` × `width` pixels of `channels` values.
    fn convolve<const OUT: usize>(&self, inputs: &[f32], height: usize, width: usize, channels: usize) -> Vec<f32> {
        let at = |y: usize, x: usize| -> [f32; OUT] {
            let mut sums = self.start();
            let (left, right) = (x.saturating_sub(1), (x + 2).min(width));
            for row in y.saturating_sub(1)..(y + 2).min(height) {
                let tap = (row + 1 - y) * 3 + left + 1 - x;
                let inputs = &inputs[(row * width + left) * channels..(row * width + right) * channels];
                self.add(&mut sums, tap * channels, inputs);
            }
            sums
        };
        let mut pooled = Vec::with_capacity(height * width * OUT / 4);
        for y in (0..height).step_by(2) {
            for x in (0..width).step_by(2) {
                let four = [at(y, x), at(y, x + 1), at(y + 1, x), at(y + 1, x + 1)];
                pooled.extend((0..OUT).map(|o| four.iter().fold(0.0f32, |most, sums| most.max(sums[o]))));
            }
        }
        pooled
    }
}

/// What the network makes of one cut: logarithms of likelihoods.
#[derive(Clone, Debug)]
pub(super) struct Likelihood([f32; OUTPUTS]);

impl Likelihood {
    /// Reads one cut; about 0.7 million multiplications.
    pub(super) fn of(cut: &Cut) -> Likelihood {
        let net = &*NETWORK;
        let first = net.first.convolve::<FIRST>(cut, HEIGHT, WIDTH, 1);
        let second = net.second.convolve::<SECOND>(&first, HEIGHT / 2, WIDTH / 2, FIRST);
        let third = net.third.convolve::<THIRD>(&second, HEIGHT / 4, WIDTH / 4, SECOND);
        let hidden = net.hidden.full::<HIDDEN>(&third).map(|sum| sum.max(0.0));
        let mut outputs = net.output.full::<OUTPUTS>(&hidden);
        logarithms(&mut outputs[..LENGTHS]);
        outputs[LENGTHS..].chunks_exact_mut(10).for_each(logarithms);
        Likelihood(outputs)
    }

    /// log P(there is no number).
    pub(super) fn of_none(&self) -> f32 {
        self.0[0]
    }

    /// log P(the number is `number`), which is at most 999.
    pub(super) fn of_number(&self, number: u16) -> f32 {
        let number = usize::from(number);
        let length = 1 + usize::from(number >= 10) + usize::from(number >= 100);
        let digit = |place: usize| number / 10_usize.pow((length - 1 - place) as u32) % 10;
        let each = |place: usize| self.0[DIGITS_AT[length] + 10 * place + digit(place)];
        self.0[length] + (0..length).map(each).sum::<f32>()
    }

    /// P(the number has one digit).
    pub(super) fn of_one_digit(&self) -> f32 {
        self.0[1].exp()
    }

    /// P(the number is that digit, with a nought before it), for each, on a board of `count` cells: it has two digits, or seems to
    /// be none, and the first of them is one that no number of the board begins with.
    pub(super) fn of_padded(&self, count: usize) -> [f32; 10] {
        let [tens, units] = [0, 1].map(|place| &self.0[DIGITS_AT[2] + 10 * place..][..10]);
        let impossible: f32 = tens[count / 10 + 1..].iter().map(|tens| tens.exp()).sum();
        let begins = (self.0[0].exp() + self.0[2].exp()) * (impossible + tens[0].exp());
        std::array::from_fn(|digit| begins * units[digit].exp())
    }
}

/// Turns scores into logarithms of probabilities that sum to 1.
fn logarithms(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = scores.iter().map(|score| (score - most).exp()).sum();
    scores.iter_mut().for_each(|score| *score -= most + sum.ln());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_of_all_numbers_sum_to_one() {
        let cut: Cut = std::array::from_fn(|pixel| (pixel * 37 % 101) as f32 / 100.0);
        let likelihood = Likelihood::of(&cut);
        let sum: f32 = (0..1000).map(|number| likelihood.of_number(number).exp()).sum();
        // Two- and three-digit numbers never begin with 0, of which the network is left a little.
        assert!((0.9..1.001).contains(&(sum + likelihood.of_none().exp())), "{sum}");
    }

    #[test]
    fn convolution_agrees_with_its_definition() {
        let (height, width) = (6, 8);
        let weights = (0..9 * 2 * 3).map(|i| (i * 29 % 17) as f32 - 8.0).collect();
        let layer = Layer { weights, bias: vec![1.0, -2.0, 3.0] };
        let inputs: Vec<f32> = (0..height * width * 2).map(|i| (i * 31 % 13) as f32 - 4.0).collect();
        let plain = |y: usize, x: usize, output: usize| {
            let mut sum = layer.bias[output];
            for (dy, dx, channel) in (0..18).map(|tap| (tap / 6, tap / 2 % 3, tap % 2)) {
                let (row, column) = (y + dy, x + dx);
                if (1..=height).contains(&row) && (1..=width).contains(&column) {
                    let input = inputs[((row - 1) * width + column - 1) * 2 + channel];
                    sum += input * layer.weights[((dy * 3 + dx) * 2 + channel) * 3 + output];
                }
            }
            sum
        };
        let fast = layer.convolve::<3>(&inputs, height, width, 2);
        for (place, &value) in fast.iter().enumerate() {
            let (y, x, output) = (place / 3 / (width / 2) * 2, place / 3 % (width / 2) * 2, place % 3);
            let four =
                [plain(y, x, output), plain(y, x + 1, output), plain(y + 1, x, output), plain(y + 1, x + 1, output)];
            assert_eq!(value, four.into_iter().fold(0.0, f32::max));
        }
    }
}
