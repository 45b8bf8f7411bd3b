//! Whether a tile was caught on its way from one cell into the next.

mod bed;
mod edges;
mod lines;

use image::RgbImage;

use crate::vision::Grid;
use lines::Pair;

/// The two cells that a tile is between, if one is seen on its way: by the bed on both sides of it, or, beside the `blank`, by
/// its edges. Which of the two it comes from cannot be seen. Costs little: all lines of the cells beside the blank, a few of the
/// others.
pub fn between(picture: &RgbImage, grid: &Grid, blank: usize) -> Option<[usize; 2]> {
    if grid.cells.iter().any(|cell| cell.width.min(cell.height) < Grid::MIN_CELL) {
        return None;
    }
    let (beside, elsewhere): (Vec<Pair>, Vec<Pair>) =
        Pair::all(picture, grid).partition(|pair| pair.cells.contains(&blank));
    let beside = beside.iter().find(|pair| bed::is_between(pair) || edges::is_between(pair));
    beside.or_else(|| elsewhere.iter().find(|pair| bed::is_between(pair))).map(|pair| pair.cells)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::*;
    use crate::puzzle::Size;
    use crate::rect::Rect;
    use crate::resize::cropped;

    const BED_COLOUR: Rgb<u8> = Rgb([40, 42, 45]);

    /// A board of 3x3 tiles of 40 pixels whose middle cell is blank, and its grid.
    fn board(shade: impl Fn(u32, u32) -> [u8; 3]) -> (RgbImage, Grid) {
        let grid = Grid::even(Rect::new(10, 10, 120, 120), Size::new(3, 3).unwrap(), 0).unwrap();
        let mut picture = RgbImage::from_fn(140, 140, |x, y| Rgb(shade(x, y)));
        fill(&mut picture, grid.cells[4]);
        (picture, grid)
    }

    fn fill(picture: &mut RgbImage, Rect { x, y, width, height }: Rect) {
        imageops::replace(picture, &RgbImage::from_pixel(width, height, BED_COLOUR), x.into(), y.into());
    }

    /// The board with the tile of cell `from` moved by some pixels.
    fn moved(board: &(RgbImage, Grid), from: usize, (x, y): (i64, i64)) -> RgbImage {
        let mut picture = board.0.clone();
        let cell = board.1.cells[from];
        let tile = cropped(&picture, cell);
        fill(&mut picture, cell);
        imageops::replace(&mut picture, &tile, i64::from(cell.x) + x, i64::from(cell.y) + y);
        picture
    }

    #[test]
    fn a_tile_on_its_way_is_seen_and_one_at_rest_is_not() {
        let picture = |x: u32, y: u32| [(90 + x) as u8, (200 - y / 2 + x * y % 13) as u8, (60 + x % 40 * 3) as u8];
        let board = board(picture);
        assert_eq!(between(&board.0, &board.1, 4), None);
        for far in [6, 20, 34] {
            assert_eq!(between(&moved(&board, 3, (far, 0)), &board.1, 4), Some([3, 4]));
            assert_eq!(between(&moved(&board, 5, (-far, 0)), &board.1, 4), Some([4, 5]));
            assert_eq!(between(&moved(&board, 1, (0, far)), &board.1, 4), Some([1, 4]));
            assert_eq!(between(&moved(&board, 7, (0, -far)), &board.1, 4), Some([4, 7]));
        }
    }

    #[test]
    fn gutters_may_be_of_another_colour_than_the_bed() {
        let is_gutter = |v: u32| matches!((v + 30) % 40, 0..3 | 37..40);
        let picture = |x: u32, y: u32| [(90 + x) as u8, (200 - y / 2 + x * y % 13) as u8, (60 + x % 40 * 3) as u8];
        let framed = |picture: RgbImage| {
            let pixel =
                |x: u32, y: u32| if is_gutter(x) || is_gutter(y) { Rgb([5; 3]) } else { *picture.get_pixel(x, y) };
            RgbImage::from_fn(140, 140, pixel)
        };
        let board = board(picture);
        assert_eq!(between(&framed(board.0.clone()), &board.1, 4), None);
        assert_eq!(between(&framed(moved(&board, 3, (16, 0))), &board.1, 4), Some([3, 4]));
        assert_eq!(between(&framed(moved(&board, 7, (0, -16))), &board.1, 4), Some([4, 7]));
    }

    #[test]
    fn the_bed_must_show_on_both_sides_of_a_tile() {
        let (mut picture, grid) = board(|_, _| [102, 25, 153]);
        let mut fill = |cell: usize, from: u32, width: u32, colour: [u8; 3]| {
            let Rect { x, y, height, .. } = grid.cells[cell];
            let strip = RgbImage::from_pixel(width, height, Rgb(colour));
            imageops::replace(&mut picture, &strip, (x + from).into(), y.into());
        };
        // A shadow on a tile, and what a lossy file leaves in the blank.
        fill(5, 0, 6, [60, 10, 90]);
        fill(4, 7, 33, [48, 50, 55]);
        assert_eq!(between(&picture, &grid, 4), None);
    }

    #[test]
    fn the_bed_may_show_anything() {
        let grain = |x: u32, y: u32| (x * 7 + y * 13 + x * y % 5 * 9) as u8 % 60;
        let picture = |x: u32, y: u32| [(90 + x) as u8, (200 - y / 2 + x * y % 13) as u8, (60 + x % 40 * 3) as u8];
        let (mut still, grid) = board(picture);
        let fill = |picture: &mut RgbImage, cell: Rect| {
            let grained = RgbImage::from_fn(cell.width, cell.height, |x, y| Rgb([grain(x, y); 3]));
            imageops::replace(picture, &grained, cell.x.into(), cell.y.into());
        };
        fill(&mut still, grid.cells[4]);
        assert_eq!(between(&still, &grid, 4), None);
        for far in [8, 16, 24] {
            let mut moved = still.clone();
            let tile = cropped(&still, grid.cells[3]);
            fill(&mut moved, grid.cells[3]);
            imageops::replace(&mut moved, &tile, i64::from(grid.cells[3].x) + far, i64::from(grid.cells[3].y));
            assert_eq!((between(&moved, &grid, 4), between(&moved, &grid, 0)), (Some([3, 4]), None));
        }
    }

    #[test]
    fn shades_that_drift_have_no_edge() {
        let drifting = |y: u32| [[100 + (y * 3 / 5) as u8; 3], [100 + ((39 - y.min(39)) * 3 / 5) as u8; 3]];
        let board = board(|x, y| match (x.saturating_sub(10) / 40, y.saturating_sub(10) / 40) {
            (0, row @ 0..2) => drifting((y.saturating_sub(10)) % 40)[row as usize],
            _ => [(90 + x) as u8, (200 - y / 2 + x * y % 13) as u8, (60 + x % 40 * 3) as u8],
        });
        assert_eq!(between(&board.0, &board.1, 4), None);
    }

    #[test]
    fn bevels_show_where_tiles_are_of_the_beds_colour() {
        let is_edge = |v: u32| matches!((v + 30) % 40, 0 | 1 | 38 | 39);
        let is_mark = |v: u32, from: u32| (from..24).contains(&((v + 30) % 40));
        let board = board(|x, y| match () {
            _ if is_edge(x) || is_edge(y) => [220; 3],
            _ if is_mark(x, 12 + y / 40) && is_mark(y, 10) => [0; 3],
            _ => BED_COLOUR.0,
        });
        assert_eq!(between(&board.0, &board.1, 4), None);
        assert_eq!(between(&moved(&board, 3, (14, 0)), &board.1, 4), Some([3, 4]));
    }
}
