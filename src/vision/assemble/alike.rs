//! Tiles that cannot be told apart.

use image::RgbImage;

use crate::vision::Fidelity;

/// Points compared along each side of a tile.
const POINTS: u32 = 32;
/// So many pixels at each border are not compared: where a screenshot was rescaled they are partly the neighbour's.
const RIM: u32 = 1;
/// The mean difference, in levels of 255, up to which two tiles are alike; more where the pixels were compressed.
const MEAN: f32 = 1.2;
const LOSSY: f32 = 2.0;
/// The largest difference of any one point, in multiples of the mean allowed.
const LARGEST: f32 = 12.0;

/// For every tile the first one that it is alike to: itself, if to none before it.
pub(super) fn classes(tiles: &[RgbImage], fidelity: Fidelity) -> Vec<usize> {
    let most = if fidelity == Fidelity::Exact { MEAN } else { LOSSY };
    let points: Vec<Vec<u8>> = tiles.iter().map(points).collect();
    let mut classes: Vec<usize> = Vec::new();
    for tile in 0..tiles.len() {
        let class = (0..tile).find(|&other| classes[other] == other && alike(&points[tile], &points[other], most));
        classes.push(class.unwrap_or(tile));
    }
    classes
}

/// The colours at a raster of points.
fn points(tile: &RgbImage) -> Vec<u8> {
    let at = |index: u32, size: u32| {
        let rim = RIM.min((size - 1) / 2);
        rim + (2 * index + 1) * (size - 2 * rim) / (2 * POINTS)
    };
    (0..POINTS * POINTS)
        .flat_map(|point| tile.get_pixel(at(point % POINTS, tile.width()), at(point / POINTS, tile.height())).0)
        .collect()
}

fn alike(a: &[u8], b: &[u8], most: f32) -> bool {
    let limit = (most * a.len() as f32) as u32;
    let mut sum = 0;
    for (a, b) in a.iter().zip(b) {
        let difference = u32::from(a.abs_diff(*b));
        sum += difference;
        if sum > limit || difference as f32 > LARGEST * most {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn only_tiles_without_visible_difference_are_alike() {
        let sky = RgbImage::from_fn(40, 40, |x, _| Rgb([100, 150, 200 + (x % 2) as u8]));
        let mut other_sky = RgbImage::from_pixel(41, 40, Rgb([100, 150, 200]));
        let darker = RgbImage::from_pixel(40, 40, Rgb([97, 147, 197]));
        assert_eq!(classes(&[sky.clone(), other_sky.clone(), darker.clone()], Fidelity::Exact), [0, 0, 2]);
        (0..6).for_each(|x| (10..16).for_each(|y| other_sky.put_pixel(x, y, Rgb([20; 3]))));
        assert_eq!(classes(&[sky, other_sky, darker], Fidelity::Exact), [0, 1, 2]);
    }

    #[test]
    fn a_neighbours_colour_on_the_border_makes_no_difference() {
        let sky = RgbImage::from_pixel(40, 40, Rgb([100, 150, 200]));
        let bled = |wide: u32| {
            let mut sky = sky.clone();
            (0..wide).for_each(|x| (0..40).for_each(|y| sky.put_pixel(x, y, Rgb([40; 3]))));
            sky
        };
        assert_eq!(classes(&[sky.clone(), bled(1), bled(2)], Fidelity::Exact), [0, 0, 2]);
        assert_eq!(classes(&[RgbImage::new(1, 2), RgbImage::new(1, 2)], Fidelity::Exact), [0, 0]);
    }
}
