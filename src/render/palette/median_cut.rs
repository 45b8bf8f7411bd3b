//! Median cut (P. Heckbert, "Color image quantization for frame buffer display", 1982), as ordinary encoders have it: of
//! the parts, the one with the largest squared error is cut at its median, across the channel that it spans farthest.

use super::super::paint::Colour;
use super::Sample;

/// A part of the samples: where it lies in the list, and how badly its mean would do for it.
struct Part {
    start: usize,
    end: usize,
    mean: Colour,
    error: f64,
}

impl Part {
    fn of(samples: &[Sample], start: usize, end: usize) -> Part {
        let (mut sum, mut squares, mut weight) = ([0.0_f64; 3], 0.0, 0.0);
        for sample in &samples[start..end] {
            let part = f64::from(sample.weight);
            let colour = sample.colour.map(f64::from);
            weight += part;
            (0..3).for_each(|channel| sum[channel] += part * colour[channel]);
            squares += part * colour.iter().map(|value| value * value).sum::<f64>();
        }
        let error = squares - sum.iter().map(|sum| sum * sum).sum::<f64>() / weight;
        let error = if end - start > 1 { error } else { 0.0 };
        Part { start, end, mean: sum.map(|sum| (sum / weight).round() as u8), error }
    }
}

/// The mean colours of at most `size` parts of the samples, each colour of which is there once.
pub(super) fn colours(mut samples: Vec<Sample>, size: usize) -> Vec<Colour> {
    let mut parts = vec![Part::of(&samples, 0, samples.len())];
    while parts.len() < size {
        let worst = (0..parts.len()).max_by(|&a, &b| parts[a].error.total_cmp(&parts[b].error)).unwrap_or(0);
        let Part { start, end, error, .. } = parts[worst];
        if error <= 0.0 {
            break;
        }
        let cut = start + cut(&mut samples[start..end]);
        parts[worst] = Part::of(&samples, start, cut);
        parts.push(Part::of(&samples, cut, end));
    }
    parts.into_iter().map(|part| part.mean).collect()
}

/// Sorts two or more samples by the channel that they span farthest, green before red before blue; says where the second
/// half of their weight begins.
fn cut(samples: &mut [Sample]) -> usize {
    let span = |channel: usize| {
        let values = samples.iter().map(|sample| sample.colour[channel]);
        values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
    };
    let channel = [2, 0, 1].into_iter().max_by_key(|&channel| span(channel)).unwrap_or(1);
    samples.sort_unstable_by_key(|sample| (sample.colour[channel], sample.colour));
    let mut rest = samples.iter().map(|sample| sample.weight).sum::<f32>() / 2.0;
    let middle = samples.iter().position(|sample| {
        rest -= sample.weight;
        rest < 0.0
    });
    middle.unwrap_or(0).min(samples.len() - 2) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cut_at_the_middle_of_their_weight() {
        let sample = |(grey, weight)| Sample { colour: [grey; 3], weight };
        let samples: Vec<Sample> = [(0, 1.0), (10, 1.0), (20, 4.0), (200, 1.0)].into_iter().map(sample).collect();
        assert_eq!(colours(samples.clone(), 1), [[41; 3]]);
        assert_eq!(colours(samples.clone(), 2), [[15; 3], [200; 3]]);
        let mut all = colours(samples, 9);
        all.sort_unstable();
        assert_eq!(all, [[0; 3], [10; 3], [20; 3], [200; 3]]);
    }
}
