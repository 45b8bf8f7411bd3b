//! How far colours are apart to the eye, where differences are traded for bytes: channel by channel, and in luma once
//! more, since eyes are keener on light than on hue, and a palette errs in both alike.

use super::super::paint::Colour;

/// How much a difference in luma counts beside those of the channels; squared.
const LUMA: f32 = 2.0;

/// The squared distance of two colours.
pub(super) fn distance(a: Colour, b: Colour) -> f32 {
    let [red, green, blue] = [0, 1, 2].map(|i| f32::from(a[i]) - f32::from(b[i]));
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    red * red + green * green + blue * blue + LUMA * luma * luma
}

/// The colours of a palette, laid out for a search that the compiler turns into vector instructions: a list per
/// channel.
pub(super) struct Shades {
    channels: [Vec<f32>; 3],
}

impl Shades {
    pub(super) fn new(colours: &[Colour]) -> Shades {
        Shades { channels: [0, 1, 2].map(|i| colours.iter().map(|colour| f32::from(colour[i])).collect()) }
    }

    /// Calls back with the index and the squared distance of every colour nearer than `limit`.
    pub(super) fn each(&self, colour: Colour, limit: f32, mut each: impl FnMut(u8, f32)) {
        let [red, green, blue] = colour.map(f32::from);
        let [reds, greens, blues] = &self.channels;
        let mut distances = [f32::INFINITY; 256];
        for (((distance, r), g), b) in distances.iter_mut().zip(reds).zip(greens).zip(blues) {
            let (r, g, b) = (r - red, g - green, b - blue);
            let luma = 0.299 * r + 0.587 * g + 0.114 * b;
            *distance = r * r + g * g + b * b + LUMA * luma * luma;
        }
        for (index, &distance) in distances[..reds.len()].iter().enumerate() {
            if distance <= limit {
                each(index as u8, distance);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_equals_a_plain_search() {
        let colours: Vec<Colour> = (0..=254_u8).map(|i| [i, i.wrapping_mul(73), i.wrapping_mul(151)]).collect();
        let shades = Shades::new(&colours);
        for (colour, limit) in [([10, 20, 30], 9000.0), ([255, 255, 255], 40_000.0), ([128, 0, 77], 0.0)] {
            let mut found = Vec::new();
            shades.each(colour, limit, |index, distance| found.push((index, distance)));
            let plain = colours.iter().enumerate().map(|(i, &other)| (i as u8, distance(other, colour)));
            assert_eq!(found, plain.filter(|&(_, distance)| distance <= limit).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_difference_in_light_is_farther_than_one_in_hue() {
        let grey = [100; 3];
        assert!(distance(grey, [106, 106, 106]) > 1.5 * distance(grey, [106, 97, 108]));
    }
}
