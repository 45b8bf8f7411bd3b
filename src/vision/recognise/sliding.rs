//! Whether a tile was caught on its way from one cell into the next.
//!
//! Then the bed shows twice: on one side of the tile, in the one cell, and on the other side, in the other. Both strips are
//! of one colour and end at a straight edge, the tile's, at the same place in either cell.

use image::RgbImage;

use crate::rect::Rect;
use crate::vision::Grid;
use crate::vision::colour::{Pixel, is_near, middle};

/// A colour this far off, in any channel, is not the bed's.
const OFF: u8 = 12;
/// A colour that is no farther from one some lines before may have drifted there.
const DRIFT: u8 = 6;
/// So much of a line across the tile's way is of the bed's colour where the bed shows…
const BED: f32 = 0.94;
/// …and no more where the edge of a tile is: bevels are lines, digits are not.
const EDGE: f32 = 0.4;
/// So many lines before an edge may be neither, for lossy files blur it; in small cells as a share of them, but not fewer than
/// the second.
const BLUR: [usize; 2] = [6, 3];
const BLURRED: usize = 8;
/// So much of a line is left out at either end: the tiles' corners.
const CORNER: f32 = 0.12;
/// So much of a cell is left out at either end: what the grid is off, or else what a gutter of another colour than the bed's is
/// wide.
const BORDERS: [f32; 2] = [0.05, 0.15];
/// A tile that has come less far may be taken for one at rest, and one that lacks no more of its way; in pixels, too.
const LEAST: f32 = 0.08;
const FEWEST: usize = 4;
/// How far apart the edges may be beyond a gutter, and the widest gutter, as shares of a cell.
const UNEVEN: f32 = 0.04;
const GUTTER: f32 = 0.12;
/// As many of the other cells, of all, may show such an edge: more of them, and it is what tiles look like.
const OTHERS: f32 = 0.15;
/// So many pixels of a line are looked at, at most.
const SAMPLES: usize = 64;

/// A cell as lines across a tile's way, from left to right or from the top down.
struct Lines<'a> {
    picture: &'a RgbImage,
    cell: Rect,
    is_down: bool,
    /// The share of the cell that is left out at either end.
    border: f32,
}

/// The two cells that a tile is between, if one is seen on its way. Which of them it comes from cannot be seen. Costs next to
/// nothing: a few lines of most cells.
pub fn between(picture: &RgbImage, grid: &Grid) -> Option<[usize; 2]> {
    let (columns, count) = (grid.size.columns(), grid.cells.len());
    if grid.cells.iter().any(|cell| cell.width.min(cell.height) < Grid::MIN_CELL) {
        return None;
    }
    let is_followed = |cell: usize| !(cell + 1).is_multiple_of(columns);
    let across = (0..count).filter(|&cell| is_followed(cell)).map(|cell| ([cell, cell + 1], false));
    let down = (0..count - columns).map(|cell| ([cell, cell + columns], true));
    let is_between = |cells: [usize; 2], is_down: bool| {
        let lines = |cell: usize, border: f32| Lines { picture, cell: grid.cells[cell], is_down, border };
        BORDERS.iter().any(|&border| is_between(cells, count, |cell| lines(cell, border)))
    };
    across.chain(down).find(|&(cells, is_down)| is_between(cells, is_down)).map(|(cells, _)| cells)
}

/// Whether a tile is between two of `count` cells, by the `lines` of each.
fn is_between<'a>([one, next]: [usize; 2], count: usize, lines: impl Fn(usize) -> Lines<'a>) -> bool {
    let (before, after) = (lines(one), lines(next));
    let length = after.count();
    let far = length as f32;
    let is_on_its_way =
        |edge: usize| (LEAST..=1.0 - LEAST).contains(&(edge as f32 / far)) && edge >= FEWEST && edge + FEWEST <= length;
    let last: Vec<Pixel> = after.line(after.last()).collect();
    let bed = middle(&last);
    let Some(front) = after.front(bed).filter(|&front| is_on_its_way(front)) else { return false };
    let Some(back) = before.back(bed).filter(|&back| is_on_its_way(back)) else { return false };
    let uneven = (UNEVEN * far).max(2.0);
    if !(-uneven..=GUTTER * far + uneven).contains(&(back as f32 - front as f32)) {
        return false;
    }
    let is_alike =
        |cell: &usize| lines(*cell).back(bed).is_some_and(|edge| (edge as f32 - back as f32).abs() <= uneven);
    let others = (0..count).filter(|&cell| cell != one && cell != next);
    others.filter(is_alike).count() as f32 <= OTHERS * (count - 2) as f32
}

impl Lines<'_> {
    /// How many lines there are.
    fn count(&self) -> usize {
        (if self.is_down { self.cell.height } else { self.cell.width }) as usize
    }

    /// The first line that is looked at.
    fn first(&self) -> usize {
        (self.border * self.count() as f32) as usize
    }

    /// The last one.
    fn last(&self) -> usize {
        ((1.0 - self.border) * self.count() as f32) as usize
    }

    /// The pixels of a line, but for its ends.
    fn line(&self, index: usize) -> impl Iterator<Item = Pixel> {
        let Rect { x, y, width, height } = self.cell;
        let across = if self.is_down { width } else { height };
        let corner = (CORNER * across as f32) as u32;
        let step = (across as usize).div_ceil(SAMPLES);
        (corner..across - corner).step_by(step).map(move |at| {
            let (column, row) = if self.is_down { (at, index as u32) } else { (index as u32, at) };
            self.picture.get_pixel(x + column, y + row).0
        })
    }

    /// How much of a line is of the bed's colour.
    fn share(&self, index: usize, bed: Pixel) -> f32 {
        let (count, seen) = self
            .line(index)
            .fold((0, 0), |(count, seen), pixel| (count + 1, seen + u32::from(is_near(pixel, bed, OFF))));
        seen as f32 / count as f32
    }

    /// Where the tile ends beyond which the bed shows up to the cell's last line.
    fn front(&self, bed: Pixel) -> Option<usize> {
        self.edge((0..self.last()).rev(), bed).map(|last| last + 1)
    }

    /// Where the tile begins before which the bed shows from the cell's first line on.
    fn back(&self, bed: Pixel) -> Option<usize> {
        self.edge(self.first()..self.count(), bed)
    }

    /// The line at which a tile begins, or ends, after lines of bed. Where the colour only drifts away from the bed's there is none.
    fn edge(&self, lines: impl Iterator<Item = usize>, bed: Pixel) -> Option<usize> {
        let [most, least] = BLUR;
        let blur = (self.count() / BLURRED).clamp(least, most);
        let mut lines = lines.peekable();
        let mut last = *lines.peek()?;
        while let Some(line) = lines.next_if(|&line| self.share(line, bed) >= BED) {
            last = line;
        }
        lines.take(blur).find(|&line| self.share(line, bed) <= EDGE).filter(|&line| self.alike(last, line) <= EDGE)
    }

    /// How much of two lines is about the same.
    fn alike(&self, one: usize, other: usize) -> f32 {
        let (count, alike) = self
            .line(one)
            .zip(self.line(other))
            .fold((0, 0), |(count, alike), (a, b)| (count + 1, alike + u32::from(is_near(a, b, DRIFT))));
        alike as f32 / count as f32
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::*;
    use crate::puzzle::Size;
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
        assert_eq!(between(&board.0, &board.1), None);
        for far in [6, 20, 34] {
            assert_eq!(between(&moved(&board, 3, (far, 0)), &board.1), Some([3, 4]));
            assert_eq!(between(&moved(&board, 5, (-far, 0)), &board.1), Some([4, 5]));
            assert_eq!(between(&moved(&board, 1, (0, far)), &board.1), Some([1, 4]));
            assert_eq!(between(&moved(&board, 7, (0, -far)), &board.1), Some([4, 7]));
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
        assert_eq!(between(&framed(board.0.clone()), &board.1), None);
        assert_eq!(between(&framed(moved(&board, 3, (16, 0))), &board.1), Some([3, 4]));
        assert_eq!(between(&framed(moved(&board, 7, (0, -16))), &board.1), Some([4, 7]));
    }

    #[test]
    fn shades_that_drift_have_no_edge() {
        let drifting = |y: u32| [[100 + (y * 3 / 5) as u8; 3], [100 + ((39 - y.min(39)) * 3 / 5) as u8; 3]];
        let board = board(|x, y| match (x.saturating_sub(10) / 40, y.saturating_sub(10) / 40) {
            (0, row @ 0..2) => drifting((y.saturating_sub(10)) % 40)[row as usize],
            _ => [(90 + x) as u8, (200 - y / 2 + x * y % 13) as u8, (60 + x % 40 * 3) as u8],
        });
        assert_eq!(between(&board.0, &board.1), None);
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
        assert_eq!(between(&board.0, &board.1), None);
        assert_eq!(between(&moved(&board, 3, (14, 0)), &board.1), Some([3, 4]));
    }
}
