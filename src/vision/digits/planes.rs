//! Pixels channel by channel, so that many are worked on at once.

use crate::vision::colour::Pixel;

/// Pixels, row by row: all their reds, then all their greens, then all their blues.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Planes(Vec<u8>);

impl Planes {
    pub(super) fn of(pixels: &[Pixel]) -> Planes {
        let mut levels = Vec::with_capacity(3 * pixels.len());
        (0..3).for_each(|channel| levels.extend(pixels.iter().map(|pixel| pixel[channel])));
        Planes(levels)
    }

    /// So many black ones.
    pub(super) fn black(pixels: usize) -> Planes {
        Planes(vec![0; 3 * pixels])
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len() / 3
    }

    pub(super) fn channels(&self) -> [&[u8]; 3] {
        let (red, others) = self.0.split_at(self.len());
        let (green, blue) = others.split_at(self.len());
        [red, green, blue]
    }

    /// The levels of all channels, one after the other.
    pub(super) fn levels(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn levels_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    pub(super) fn pixels(&self) -> impl Iterator<Item = Pixel> {
        let [red, green, blue] = self.channels();
        red.iter().zip(green).zip(blue).map(|((&red, &green), &blue)| [red, green, blue])
    }

    /// Those at some places.
    pub(super) fn at(&self, places: &[usize]) -> Planes {
        let mut levels = Vec::with_capacity(3 * places.len());
        self.channels().iter().for_each(|channel| levels.extend(places.iter().map(|&place| channel[place])));
        Planes(levels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_come_out_as_they_went_in() {
        let pixels = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]];
        let planes = Planes::of(&pixels);
        assert_eq!(planes.pixels().collect::<Vec<Pixel>>(), pixels);
        assert_eq!((planes.len(), planes.channels()[1]), (4, &[2, 5, 8, 11][..]));
        assert_eq!(planes.at(&[3, 1]), Planes::of(&[pixels[3], pixels[1]]));
        assert_eq!(Planes::black(2), Planes::of(&[[0; 3]; 2]));
    }
}
