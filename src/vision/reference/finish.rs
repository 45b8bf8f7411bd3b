//! What the tiles of a board carry alike and those of the reference do not: bevels, shades towards their edges, a gloss.

use crate::vision::thumbnails::Thumbnails;

/// Fewer cells do not tell what is on all of them from what they show.
const FEWEST: usize = 6;
/// How many times what chance makes the cells have in common must be there.
const CLEAR: f32 = 4.0;

/// The cells without their finish: what those of them that fit their tiles differ from these on average, place by place.
/// None where that is hardly more than chance makes it, or more than the tiles differ by among themselves: what then is on
/// all cells may be all that they show.
///
/// Of cells and tiles given to each other one to one the sum of squared differences falls by the same amount however they
/// are; so no arrangement becomes likelier, but what is wrong with a board stands out from what its finish costs.
pub fn without(cells: &Thumbnails, tiles: &Thumbnails, assignment: &[usize], fitting: &[usize]) -> Option<Thumbnails> {
    let count = fitting.len() as f32;
    let (mut finish, mut mean) = (vec![0.0; cells.get(0).len()], vec![0.0; cells.get(0).len()]);
    let (mut wrong, mut shown) = (0.0, 0.0);
    for &cell in fitting {
        let pairs = cells.get(cell).iter().zip(tiles.get(assignment[cell]));
        for ((finish, mean), (a, b)) in finish.iter_mut().zip(&mut mean).zip(pairs) {
            *finish += (a - b) / count;
            *mean += b / count;
            wrong += (a - b) * (a - b);
            shown += b * b;
        }
    }
    let squares = |of: &[f32]| count * of.iter().map(|value| value * value).sum::<f32>();
    let (common, varying) = (squares(&finish), shown - squares(&mean));
    (fitting.len() >= FEWEST && common * count > CLEAR * wrong && common < varying).then(|| {
        let mut plain = cells.clone();
        plain.subtract(&finish);
        plain
    })
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::puzzle::Size;
    use crate::resize::Window;

    const SIDE: u32 = 8;

    /// Nine tiles of a picture, each darker by `shade` towards its left.
    fn tiles(shade: u32) -> Thumbnails {
        let level = |x: u32, y: u32| ((x * x * 7 + y * y * 13 + x * y) % 200 + 50 - shade * (x % SIDE)) as u8;
        let picture =
            RgbImage::from_fn(3 * SIDE, 3 * SIDE, |x, y| Rgb([level(x, y), level(y, x + 1), level(x + 5, y)]));
        Thumbnails::divided(&picture, Window::all(3 * SIDE, 3 * SIDE), Size::new(3, 3).unwrap(), SIDE as usize)
    }

    #[test]
    fn a_shade_on_all_tiles_is_taken_off() {
        let all: Vec<usize> = (0..9).collect();
        let found = without(&tiles(4), &tiles(0), &all, &all).unwrap();
        let farthest = |tile: usize| {
            let pairs =
                found.get(tile).iter().zip(tiles(0).get(tile)).map(|(a, b)| (a - b).abs()).collect::<Vec<f32>>();
            pairs.into_iter().fold(0.0, f32::max)
        };
        assert!((0..9).all(|tile| farthest(tile) < 0.01));
    }

    #[test]
    fn other_tiles_have_no_finish() {
        let all: Vec<usize> = (0..9).collect();
        let turned: Vec<usize> = (0..9).map(|tile| (tile + 4) % 9).collect();
        assert!(without(&tiles(0), &tiles(0), &turned, &all).is_none());
        assert!(without(&tiles(4), &tiles(0), &all, &all[..4]).is_none());
    }

    #[test]
    fn what_is_on_plain_tiles_is_what_they_show() {
        let all: Vec<usize> = (0..9).collect();
        let plain = RgbImage::from_pixel(3 * SIDE, 3 * SIDE, Rgb([90, 120, 60]));
        let plain =
            Thumbnails::divided(&plain, Window::all(3 * SIDE, 3 * SIDE), Size::new(3, 3).unwrap(), SIDE as usize);
        let mut keys = plain.clone();
        keys.subtract(&(0..SIDE * SIDE * 3).map(|value| (value % 11) as f32).collect::<Vec<f32>>());
        assert!(without(&keys, &plain, &all, &all).is_none());
    }
}
