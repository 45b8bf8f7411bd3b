//! Cells of a picture shrunk to a common small size, so that they can be compared pixel by pixel.

use image::RgbImage;

use crate::puzzle::Size;
use crate::resize::{Window, resize_into};

/// How many times as bright a thumbnail may be made.
const BRIGHTEST: f32 = 4.0;

/// The thumbnails of a list of windows: for each, `side` × `side` pixels of red, green and blue, row by row, 0 to 255.
#[derive(Clone, Debug)]
pub struct Thumbnails {
    stride: usize,
    values: Vec<f32>,
}

impl Thumbnails {
    /// Shrinks each of `windows` of `picture`; what lies outside the picture is left out.
    pub fn cut(picture: &RgbImage, windows: &[Window], side: usize) -> Thumbnails {
        let stride = side * side * 3;
        let mut small = vec![0; stride];
        let mut values = Vec::with_capacity(windows.len() * stride);
        for &window in windows {
            resize_into(picture, window, side as u32, side as u32, &mut small);
            values.extend(small.iter().map(|&value| f32::from(value)));
        }
        Thumbnails { stride, values }
    }

    /// Shrinks the cells of a board that fills `window` of `picture`, row by row, in one go.
    pub fn divided(picture: &RgbImage, window: Window, size: Size, side: usize) -> Thumbnails {
        let (columns, rows) = (size.columns(), size.rows());
        let width = columns * side;
        let mut small = vec![0; width * rows * side * 3];
        resize_into(picture, window, width as u32, (rows * side) as u32, &mut small);
        let mut values = Vec::with_capacity(small.len());
        for cell in 0..size.cells() {
            for y in 0..side {
                let start = ((size.row(cell) * side + y) * width + size.column(cell) * side) * 3;
                values.extend(small[start..start + side * 3].iter().map(|&value| f32::from(value)));
            }
        }
        Thumbnails { stride: side * side * 3, values }
    }

    /// The side of each, in pixels.
    pub fn side(&self) -> usize {
        (self.stride / 3).isqrt()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len() / self.stride
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of one thumbnail.
    pub fn get(&self, index: usize) -> &[f32] {
        &self.values[index * self.stride..(index + 1) * self.stride]
    }

    /// The values of all thumbnails, one after the other.
    pub fn all(&self) -> &[f32] {
        &self.values
    }

    /// Replaces each value of channel `c` by `gain[c] * value + offset[c]`.
    pub fn adjust(&mut self, gain: [f32; 3], offset: [f32; 3]) {
        for pixel in self.values.chunks_exact_mut(3) {
            for (channel, value) in pixel.iter_mut().enumerate() {
                *value = *value * gain[channel] + offset[channel];
            }
        }
    }

    /// Replaces each value by what `of` makes of it, given the thumbnail, the pixel in it and the channel.
    pub fn change(&mut self, of: impl Fn(usize, usize, usize, f32) -> f32) {
        for (index, thumbnail) in self.values.chunks_exact_mut(self.stride).enumerate() {
            for (at, value) in thumbnail.iter_mut().enumerate() {
                *value = of(index, at / 3, at % 3, *value);
            }
        }
    }

    /// These, each without its mean colour: what varies in it.
    pub fn without_means(&self) -> Thumbnails {
        let mut varying = self.clone();
        for thumbnail in varying.values.chunks_exact_mut(self.stride) {
            let count = (thumbnail.len() / 3) as f32;
            let sum = |channel: usize| thumbnail.iter().skip(channel).step_by(3).sum::<f32>();
            let means: [f32; 3] = std::array::from_fn(|channel| sum(channel) / count);
            thumbnail.iter_mut().enumerate().for_each(|(at, value)| *value -= means[at % 3]);
        }
        varying
    }

    /// These, each as bright on average as all of them together, but for those that are so dark that nothing is seen in them.
    pub fn alike_bright(&self) -> Thumbnails {
        let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len().max(1) as f32;
        let all = mean(&self.values);
        let mut alike = self.clone();
        for thumbnail in alike.values.chunks_exact_mut(self.stride) {
            let gain = (all / mean(thumbnail).max(1.0)).min(BRIGHTEST);
            thumbnail.iter_mut().for_each(|value| *value *= gain);
        }
        alike
    }

    /// Takes the same from each thumbnail, value by value.
    pub fn subtract(&mut self, common: &[f32]) {
        for thumbnail in self.values.chunks_exact_mut(self.stride) {
            thumbnail.iter_mut().zip(common).for_each(|(value, common)| *value -= common);
        }
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::rect::Rect;

    #[test]
    fn a_board_is_divided_as_its_cells_are_cut() {
        let picture = RgbImage::from_fn(24, 16, |x, y| Rgb([(x / 8) as u8 * 40, (y / 8) as u8 * 90, 7]));
        let size = Size::new(3, 2).unwrap();
        let divided = Thumbnails::divided(&picture, Window::all(24, 16), size, 4);
        let cells: Vec<Window> = (0..6).map(|cell| Rect::new(cell % 3 * 8, cell / 3 * 8, 8, 8).into()).collect();
        let cut = Thumbnails::cut(&picture, &cells, 4);
        assert!((0..6).all(|cell| divided.get(cell) == cut.get(cell)));
    }

    #[test]
    fn thumbnails_become_alike_bright_and_keep_their_hues() {
        let picture = RgbImage::from_fn(16, 16, |x, _| if x < 8 { Rgb([30, 60, 90]) } else { Rgb([100, 200, 60]) });
        let cut = Thumbnails::divided(&picture, Window::all(16, 16), Size::new(2, 2).unwrap(), 4);
        let alike = cut.alike_bright();
        assert_eq!((&alike.get(0)[..3], &alike.get(1)[..3]), (&[45.0, 90.0, 135.0][..], &[75.0, 150.0, 45.0][..]));
        let dark = RgbImage::from_fn(16, 16, |x, _| if x < 8 { Rgb([5, 5, 5]) } else { Rgb([155, 155, 155]) });
        let alike = Thumbnails::divided(&dark, Window::all(16, 16), Size::new(2, 2).unwrap(), 4).alike_bright();
        assert_eq!((alike.get(0)[0], alike.get(1)[0]), (20.0, 80.0), "what is black stays dark");
    }

    #[test]
    fn what_varies_in_thumbnails_has_no_mean() {
        let picture = RgbImage::from_fn(8, 8, |x, y| Rgb([20 * x as u8, 10 * y as u8, 77]));
        let cut = Thumbnails::divided(&picture, Window::all(8, 8), Size::new(2, 2).unwrap(), 2);
        let varying = cut.without_means();
        assert_eq!(varying.get(0), [-20.0, -10.0, 0.0, 20.0, -10.0, 0.0, -20.0, 10.0, 0.0, 20.0, 10.0, 0.0]);
        assert_eq!(varying.get(0), varying.get(3));
    }

    #[test]
    fn adjusting_changes_each_channel_by_its_own() {
        let picture = RgbImage::from_pixel(8, 8, Rgb([10, 20, 30]));
        let mut thumbnails = Thumbnails::cut(&picture, &[Rect::new(0, 0, 8, 8).into()], 2);
        assert_eq!(thumbnails.len(), 1);
        thumbnails.adjust([1.0, 2.0, 0.5], [0.0, 1.0, -5.0]);
        assert_eq!(thumbnails.get(0)[..3], [10.0, 41.0, 10.0]);
    }
}
