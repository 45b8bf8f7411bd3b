//! How far colours are apart to the eye, where differences are traded for bytes: channel by channel, and in luma once
//! more, since eyes are keener on light than on hue, and a palette errs in both alike.

use super::super::paint::Colour;

/// How much a difference in luma counts beside those of the channels; squared.
const LUMA: f32 = 2.0;

/// The squared distance of two colours.
pub(super) fn distance(a: Colour, b: Colour) -> f32 {
    let difference @ [red, green, blue] = [0, 1, 2].map(|i| f32::from(a[i]) - f32::from(b[i]));
    let luma = luma(difference);
    red * red + green * green + blue * blue + LUMA * luma * luma
}

/// The colours of a palette by luma. Colours are at least as far apart as [`APART`] times their lumas are, squared:
/// channels can make no less of a difference in luma than when they differ in proportion to their weights.
pub(super) struct Shades {
    lumas: Vec<f32>,
    colours: Vec<(Colour, u8)>,
}

/// A little less than `LUMA + 1 / (0.299² + 0.587² + 0.114²)`, for rounding.
const APART: f32 = LUMA + 2.23;

impl Shades {
    pub(super) fn new(colours: &[Colour]) -> Shades {
        let mut colours: Vec<(Colour, u8)> = colours.iter().copied().zip(0..=255).collect();
        let of = |&(colour, _): &(Colour, u8)| luma(colour.map(f32::from));
        colours.sort_by(|a, b| of(a).total_cmp(&of(b)));
        Shades { lumas: colours.iter().map(of).collect(), colours }
    }

    /// Calls back with the index and the squared distance of every colour no farther than `limit`.
    pub(super) fn each(&self, colour: Colour, limit: f32, mut each: impl FnMut(u8, f32)) {
        let (middle, reach) = (luma(colour.map(f32::from)), (limit / APART).sqrt());
        let start = self.lumas.partition_point(|&luma| luma < middle - reach);
        for (&(other, index), &luma) in self.colours[start..].iter().zip(&self.lumas[start..]) {
            if luma > middle + reach {
                break;
            }
            let distance = distance(other, colour);
            if distance <= limit {
                each(index, distance);
            }
        }
    }
}

fn luma([red, green, blue]: [f32; 3]) -> f32 {
    0.299 * red + 0.587 * green + 0.114 * blue
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
            found.sort_by_key(|&(index, _)| index);
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
