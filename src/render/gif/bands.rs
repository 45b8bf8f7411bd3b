//! Bands of lines that stand for a whole picture.

use std::ops::Range;

/// Where some lines of a picture are among its pixels.
pub(super) struct Bands {
    pub(super) width: usize,
    ranges: Vec<Range<usize>>,
}

impl Bands {
    /// So many bands of so many lines each, evenly spread over a picture of this width and height; the whole of a low
    /// one.
    pub(super) fn new((width, height): (u32, u32), count: usize, lines: usize) -> Bands {
        let (width, height) = (width as usize, height as usize);
        let (count, lines) = if height <= count * lines { (1, height) } else { (count, lines) };
        let top = |band: usize| (height - lines) * (2 * band + 1) / (2 * count);
        Bands { width, ranges: (0..count).map(|band| top(band) * width..(top(band) + lines) * width).collect() }
    }

    /// What of all pixels lies in them.
    pub(super) fn of<'a, T>(&'a self, whole: &'a [T]) -> impl Iterator<Item = &'a T> {
        self.ranges.iter().flat_map(|range| &whole[range.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_whole_lines_evenly_spread_or_all_of_a_low_picture() {
        let lines = |height: u32| -> Vec<u32> {
            let pixels: Vec<u32> = (0..height).flat_map(|line| [line; 3]).collect();
            let chosen: Vec<u32> = Bands::new((3, height), 4, 2).of(&pixels).copied().collect();
            chosen.chunks_exact(3).map(|line| line[0]).collect()
        };
        assert_eq!(lines(8), (0..8).collect::<Vec<_>>());
        assert_eq!(lines(34), [4, 5, 12, 13, 20, 21, 28, 29]);
    }
}
