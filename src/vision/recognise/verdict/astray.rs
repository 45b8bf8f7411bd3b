//! Whether a number stands between cells: its tile was caught on its way, which is not seen where no line parts the tiles.

use image::RgbImage;

use super::super::cells::assembled::is_bare;
use super::super::cells::numbered::{ODD, colour_of};
use crate::rect::Rect;
use crate::resize::{cropped, resize_into};
use crate::vision::Grid;
use crate::vision::colour::{Pixel, is_near, middle};
use crate::vision::median::median;
use crate::vision::words::{ANCHORS, Anchor, Word, words};

/// How far a number at rest is from where the others stand in their cells, at most, as a share of a cell.
const AT_REST: f32 = 0.1;
/// How much higher or lower than the middle one of all a number may be, as a share of it.
const UNEVEN: f32 = 0.35;

/// The longest side of the board that is looked at, in pixels: larger ones are reduced.
const SIDE: f32 = 1200.0;

/// The cells between which numbers stand, all in one row or column: those without a number in its place, one more than there
/// are numbers out of place among them. None where each number is in its place, or where other things are seen; nor where the blank
/// is of one colour, far from that of the tiles: none is on its way into it then.
pub fn between(picture: &RgbImage, grid: &Grid, blank: usize) -> Option<Vec<usize>> {
    if is_plainly_empty(picture, grid, blank) {
        return None;
    }
    seen(picture, grid, |board, numbers| board.between(numbers))
}

/// Whether every cell but one has its number in its place: whatever looks like a tile on its way is none.
pub fn are_at_rest(picture: &RgbImage, grid: &Grid) -> bool {
    seen(picture, grid, |board, numbers| board.are_at_rest(numbers).then_some(())).is_some()
}

fn is_plainly_empty(picture: &RgbImage, grid: &Grid, blank: usize) -> bool {
    let cells: Vec<RgbImage> = grid.cells.iter().map(|&cell| cropped(picture, cell)).collect();
    let usual = middle(&cells.iter().map(colour_of).collect::<Vec<Pixel>>());
    is_bare(&cells[blank]) && !is_near(colour_of(&cells[blank]), usual, ODD)
}

/// What is seen by the first kind of ink that has one number fewer than there are cells, and shows it.
fn seen<T>(picture: &RgbImage, grid: &Grid, look: impl Fn(&Board, &[&Word]) -> Option<T>) -> Option<T> {
    let Rect { width, height, .. } = grid.region;
    let scale = (SIDE / width.max(height) as f32).min(1.0);
    let [width, height] = [width, height].map(|length| ((length as f32 * scale).round() as u32).max(1));
    let mut board = RgbImage::new(width, height);
    resize_into(picture, grid.region.into(), width, height, &mut board);
    words(&board).iter().find_map(|words| {
        let typical = median(words.iter().map(|word| word.height).collect());
        let is_number = |word: &&Word| (word.height / typical - 1.0).abs() <= UNEVEN;
        let numbers: Vec<&Word> = words.iter().filter(is_number).collect();
        (numbers.len() + 1 == grid.cells.len()).then(|| look(&Board { grid, scale }, &numbers)).flatten()
    })
}

/// A board cut out of its picture, and how much it is reduced.
struct Board<'a> {
    grid: &'a Grid,
    scale: f32,
}

impl Board<'_> {
    fn between(&self, numbers: &[&Word]) -> Option<Vec<usize>> {
        let usual = self.usual(numbers);
        let mut has_number = vec![false; self.grid.cells.len()];
        let mut astray = Vec::new();
        for number in numbers {
            match self.is_at_rest(number, &usual) {
                [true, true] => has_number[self.cell_of(number)] = true,
                in_line => astray.push((self.cell_of(number), in_line)),
            }
        }
        let empty: Vec<usize> = (0..has_number.len()).filter(|&cell| !has_number[cell]).collect();
        let columns = self.grid.size.columns();
        let is_column = empty.windows(2).all(|pair| pair[0] + columns == pair[1]);
        let is_row = empty.windows(2).all(|pair| pair[0] + 1 == pair[1] && pair[1] % columns > 0);
        let moves = |&&(cell, [in_column, in_row]): &&(usize, [bool; 2])| {
            empty.contains(&cell) && (is_column && in_column || is_row && in_row)
        };
        (empty.len() > 1 && astray.iter().filter(moves).count() + 1 == empty.len()).then_some(empty)
    }

    /// Whether each number has a cell of its own and is in its place there, by the anchor by which most are.
    fn are_at_rest(&self, numbers: &[&Word]) -> bool {
        let mut cells: Vec<usize> = numbers.iter().map(|number| self.cell_of(number)).collect();
        cells.sort_unstable();
        cells.dedup();
        let off = |number: &Word, anchor: Anchor, usual: &[f32; 2]| {
            let place = self.place(number, anchor);
            [0, 1].map(|side| (place[side] - usual[side]).abs())
        };
        let usual = self.usual(numbers);
        let mostly = |&(anchor, usual): &(&Anchor, &[f32; 2])| {
            median(numbers.iter().map(|number| off(number, *anchor, usual)[0]).collect())
        };
        let best = ANCHORS.iter().zip(&usual).min_by(|a, b| mostly(a).total_cmp(&mostly(b)));
        let is_placed = |number: &Word, (anchor, usual): (&Anchor, &[f32; 2])| {
            let (off, far) = (off(number, *anchor, usual), self.far(number));
            off[0] <= far[0] && off[1] <= far[1]
        };
        cells.len() == numbers.len() && best.is_some_and(|best| numbers.iter().all(|number| is_placed(number, best)))
    }

    /// Where numbers usually stand in their cells, by each anchor.
    fn usual(&self, numbers: &[&Word]) -> [[f32; 2]; 3] {
        ANCHORS.map(|anchor| {
            [0, 1].map(|side| median(numbers.iter().map(|number| self.place(number, anchor)[side]).collect()))
        })
    }

    /// In which directions a number is where the others are in their cells: across and down.
    fn is_at_rest(&self, number: &Word, usual: &[[f32; 2]; 3]) -> [bool; 2] {
        let far = self.far(number);
        [0, 1].map(|side| {
            let off = |(anchor, usual): (&Anchor, &[f32; 2])| self.place(number, *anchor)[side] - usual[side];
            ANCHORS.iter().zip(usual).any(|anchor| off(anchor).abs() <= far[side])
        })
    }

    /// How far a number at rest may be from where the others are in their cells.
    fn far(&self, number: &Word) -> [f32; 2] {
        let Rect { width, height, .. } = self.grid.cells[self.cell_of(number)];
        [width, height].map(|length| AT_REST * length as f32 * self.scale + 1.0)
    }

    /// Where a number is from the middle of its cell.
    fn place(&self, number: &Word, anchor: Anchor) -> [f32; 2] {
        let [x, y] = self.middle(self.cell_of(number));
        [anchor(number) - x, number.top + number.height / 2.0 - y]
    }

    /// The cell whose middle is nearest.
    fn cell_of(&self, word: &Word) -> usize {
        let far = |cell: usize| {
            let [x, y] = self.middle(cell);
            ((word.left + word.right) / 2.0 - x).hypot(word.top + word.height / 2.0 - y)
        };
        (0..self.grid.cells.len()).min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap_or(0)
    }

    fn middle(&self, cell: usize) -> [f32; 2] {
        let (Rect { x, y, width, height }, board) = (self.grid.cells[cell], self.grid.region);
        let at = |from: u32, length: u32, origin: u32| ((from - origin) as f32 + length as f32 / 2.0) * self.scale;
        [at(x, width, board.x), at(y, height, board.y)]
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;
    use image::imageops::FilterType;

    use super::*;
    use crate::puzzle::Size;

    /// Whether cells of a 3x3 board are found between which a number stands. Numbers are marks of ten by twelve pixels in the
    /// middle of cells of forty, none in cell 4, one of them moved.
    fn cells(moved: usize, by: [i32; 2], height: u32) -> Option<Vec<usize>> {
        let [small, large] = [1, 12].map(|times| enlarged(moved, by, height, times));
        assert_eq!(small, large, "whatever its size");
        small
    }

    /// The same on a board so many times as large.
    fn enlarged(moved: usize, by: [i32; 2], height: u32, times: u32) -> Option<Vec<usize>> {
        let (picture, grid) = board(moved, by, height, times);
        between(&picture, &grid, 4)
    }

    fn board(moved: usize, [right, down]: [i32; 2], height: u32, times: u32) -> (RgbImage, Grid) {
        let mut picture = RgbImage::from_pixel(160, 160, Rgb([225; 3]));
        for cell in (0..9).filter(|&cell| cell != 4) {
            let (x, y) = (20 + cell % 3 * 40 + 15, 20 + cell / 3 * 40 + 14);
            let at = |place: i32, by: i32| (place + if cell as usize == moved { by } else { 0 }) as u32;
            let mark = RgbImage::from_pixel(10, height, Rgb([30; 3]));
            image::imageops::replace(&mut picture, &mark, at(x, right).into(), at(y, down).into());
        }
        let picture = image::imageops::resize(&picture, 160 * times, 160 * times, FilterType::Nearest);
        let region = Rect::new(20 * times, 20 * times, 120 * times, 120 * times);
        (picture, Grid::even(region, Size::new(3, 3).unwrap(), 0).unwrap())
    }

    #[test]
    fn a_number_between_its_cell_and_the_blank_is_seen() {
        assert_eq!(cells(3, [12, 0], 12), Some(vec![3, 4]));
        assert_eq!(cells(3, [20, 0], 12), Some(vec![3, 4]));
        assert_eq!(cells(1, [0, 16], 12), Some(vec![1, 4]));
    }

    #[test]
    fn no_tile_is_on_its_way_into_a_blank_of_one_other_colour() {
        let (mut picture, grid) = board(3, [12, 0], 12, 1);
        image::imageops::replace(&mut picture, &RgbImage::from_pixel(40, 40, Rgb([10; 3])), 60, 60);
        assert_eq!(between(&picture, &grid, 4), None);
        image::imageops::replace(&mut picture, &RgbImage::from_pixel(40, 40, Rgb([235; 3])), 60, 60);
        assert_eq!(between(&picture, &grid, 4), Some(vec![3, 4]), "it may be the page");
    }

    #[test]
    fn numbers_in_their_places_and_marks_elsewhere_are_none_on_their_way() {
        assert_eq!(cells(3, [0, 0], 12), None);
        assert_eq!(cells(3, [0, 12], 12), None, "there is no room where it goes");
        assert_eq!(cells(0, [12, 12], 12), None);
        assert_eq!(enlarged(3, [12, 0], 3, 1), None, "it is too low to be a number");
        let are_at_rest = |by: [i32; 2]| {
            let (picture, grid) = board(3, by, 12, 1);
            super::are_at_rest(&picture, &grid)
        };
        assert!(are_at_rest([0, 0]) && are_at_rest([0, 3]) && !are_at_rest([12, 0]) && !are_at_rest([0, 12]));
    }
}
