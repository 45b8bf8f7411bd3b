//! Boards of one hue, shown by a picture of many: games draw tiles grey that are not home, and screens may be grey or brown at night.

use image::{DynamicImage, RgbImage, imageops};

use crate::rect::Rect;
use crate::vision::Grid;
use crate::vision::colour::Pixel;

/// How far pixels of one hue may be from what their luminance says, by the mean of the channels, in levels.
const NEAR: f32 = 4.0;
/// The share of cells without any colour that makes a board grey, and that of cells of one hue, whatever it is; and by how much more
/// that must be than in the picture, where plain ground may have no colour either.
const GREY: f32 = 0.5;
const OF_ONE_HUE: f32 = 0.9;
const MORE: f32 = 0.25;
/// How many pixels of a cell tell, in either direction.
const SAMPLES: u32 = 12;

/// Whether a board shows the picture without its colour: at least half of its cells have none, or nearly all are of one hue, and
/// those of the picture are not.
pub fn lacks_colour(screen: &RgbImage, grid: &Grid, picture: &RgbImage) -> bool {
    let all = Rect::new(0, 0, picture.width(), picture.height());
    let Ok(solved) = Grid::even(all, grid.size, 0) else { return false };
    let (board, solved) = (Colours::of(screen, grid), Colours::of(picture, &solved));
    let lacks = |least: f32, board: f32, solved: f32| board >= least && board - solved >= MORE;
    lacks(GREY, board.grey(), solved.grey()) || lacks(OF_ONE_HUE, board.of_one_hue(), solved.of_one_hue())
}

/// A picture without its colour.
pub fn grey(picture: &RgbImage) -> RgbImage {
    DynamicImage::ImageLuma8(imageops::grayscale(picture)).to_rgb8()
}

/// Pixels of each cell of a grid, evenly spread.
struct Colours(Vec<Vec<Pixel>>);

impl Colours {
    fn of(picture: &RgbImage, grid: &Grid) -> Colours {
        let at = |from: u32, length: u32, index: u32| from + (2 * index + 1) * length / (2 * SAMPLES);
        let places = || (0..SAMPLES * SAMPLES).map(|index| (index % SAMPLES, index / SAMPLES));
        let pixels = |cell: &Rect| {
            places().map(|(x, y)| picture.get_pixel(at(cell.x, cell.width, x), at(cell.y, cell.height, y)).0).collect()
        };
        Colours(grid.cells.iter().map(pixels).collect())
    }

    /// The share of cells without colour.
    fn grey(&self) -> f32 {
        self.share(&Hue::GREY)
    }

    /// The share of cells of the hue that is likeliest for all of them.
    fn of_one_hue(&self) -> f32 {
        self.share(&Hue::of(&self.0.concat()))
    }

    fn share(&self, hue: &Hue) -> f32 {
        let near = self.0.iter().filter(|cell| hue.distance(cell) <= NEAR);
        near.count() as f32 / self.0.len() as f32
    }
}

/// For each channel what it is at no luminance, and how much more for each level of that.
struct Hue([(f32, f32); 3]);

impl Hue {
    const GREY: Hue = Hue([(0.0, 1.0); 3]);

    /// The hue that pixels have most likely, if they have one: by the least squares.
    fn of(pixels: &[Pixel]) -> Hue {
        let count = pixels.len() as f32;
        let mean = |value: &dyn Fn(&Pixel) -> f32| pixels.iter().map(value).sum::<f32>() / count;
        let middle = mean(&|pixel| luminance(*pixel));
        let variance = mean(&|pixel| (luminance(*pixel) - middle).powi(2));
        Hue([0, 1, 2].map(|channel: usize| {
            let level = mean(&|pixel| f32::from(pixel[channel]));
            let together = mean(&|pixel| (luminance(*pixel) - middle) * (f32::from(pixel[channel]) - level));
            let slope = together / variance.max(1.0);
            (level - slope * middle, slope)
        }))
    }

    /// How far pixels are from it, by the mean of all channels, in levels.
    fn distance(&self, pixels: &[Pixel]) -> f32 {
        let far = |pixel: &Pixel| {
            let luminance = luminance(*pixel);
            let channels = self.0.iter().zip(pixel);
            channels.map(|((least, slope), &level)| (least + slope * luminance - f32::from(level)).abs()).sum::<f32>()
        };
        pixels.iter().map(far).sum::<f32>() / (3 * pixels.len()) as f32
    }
}

/// By ITU-R BT.709.
fn luminance([red, green, blue]: Pixel) -> f32 {
    0.2126 * f32::from(red) + 0.7152 * f32::from(green) + 0.0722 * f32::from(blue)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::*;
    use crate::puzzle::Size;
    use crate::vision::Screenshot;
    use crate::vision::recognise::tests::{lay, waves};
    use crate::vision::recognise::{Hints, recognise};

    const TILES: [u32; 16] = [1, 2, 3, 7, 0, 5, 15, 6, 4, 8, 10, 11, 12, 9, 13, 14];

    /// A board of tiles of 60 pixels from (40, 30) on, without colour but for a row.
    fn screen() -> RgbImage {
        let mut pixels = RgbImage::from_pixel(420, 320, Rgb([22, 26, 60]));
        let picture = waves(240);
        lay(&mut pixels, &grey(&picture), &TILES, 60, [40, 30]);
        let row = imageops::crop_imm(&picture, 0, 180, 60, 60).to_image();
        imageops::replace(&mut pixels, &row, 40, 210);
        pixels
    }

    /// A picture as a brown screen shows it.
    fn brown(picture: &RgbImage) -> RgbImage {
        let mut brown = grey(picture);
        brown.pixels_mut().for_each(|Rgb([_, green, blue])| {
            *green = (f32::from(*green) * 0.9) as u8;
            *blue = (f32::from(*blue) * 0.75) as u8;
        });
        brown
    }

    #[test]
    fn tiles_of_one_hue_are_read_by_a_picture_of_many() {
        for pixels in [screen(), brown(&screen())] {
            let screenshot = Screenshot::exact(pixels);
            let found = recognise(&screenshot, &[waves(240)], &Hints::default()).unwrap();
            assert_eq!(found.reading.tiles, TILES.map(|tile| tile as usize));
        }
    }

    #[test]
    fn most_cells_are_grey_or_nearly_all_of_one_hue_and_the_picture_is_not() {
        let grid = Grid::even(Rect::new(40, 30, 240, 240), Size::new(4, 4).unwrap(), 0).unwrap();
        let (picture, other) = (waves(240), waves(300));
        assert!(lacks_colour(&screen(), &grid, &picture) && lacks_colour(&brown(&screen()), &grid, &picture));
        assert!(!lacks_colour(&other, &grid, &picture) && !lacks_colour(&grey(&other), &grid, &grey(&picture)));
        let on_white = |picture: &RgbImage| {
            let mut white = RgbImage::from_pixel(300, 300, Rgb([255; 3]));
            imageops::replace(&mut white, &imageops::crop_imm(picture, 0, 0, 120, 120).to_image(), 40, 30);
            white
        };
        assert!(!lacks_colour(&on_white(&picture), &grid, &on_white(&picture)), "white ground has no colour either");
    }
}
