//! Where cells lie, anywhere between pixels.

use image::RgbImage;

use crate::puzzle::Size;
use crate::rect::Rect;
use crate::resize::Window;
use crate::vision::Grid;
use crate::vision::thumbnails::Thumbnails;

/// The cells of a board, or of a picture that is cut into tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub x: Axis,
    pub y: Axis,
}

/// Where the columns or the rows of a frame lie, evenly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// How many there are.
    pub count: usize,
    /// The middle of all.
    pub middle: f64,
    /// From one to the next.
    pub pitch: f64,
    /// How long each is.
    pub length: f64,
}

/// A picture with where its cells lie.
#[derive(Clone, Copy)]
pub struct Framed<'a> {
    pub picture: &'a RgbImage,
    pub frame: Frame,
}

/// Parts that leave no more between them touch, for all that can be seen: in pixels.
const TOUCHING: f64 = 0.75;
/// How far parts that touched may seem to lie apart: in pixels, and as a share of the pitch.
const HARDLY: (f64, f64) = (2.5, 0.07);
/// How far beyond the edge of a picture the cells of a grid may end, in pixels.
const BEYOND: f64 = 1.5;

impl Framed<'_> {
    /// The cells, less the fraction `inset` of them at each side.
    pub fn thumbnails(&self, inset: f64, side: usize) -> Thumbnails {
        let Frame { x, y } = self.frame;
        self.thumbnails_of(0..x.count * y.count, inset, side)
    }

    /// Some of the cells, in this order, less the fraction `inset` of them at each side.
    pub fn thumbnails_of(&self, cells: impl IntoIterator<Item = usize>, inset: f64, side: usize) -> Thumbnails {
        let windows: Vec<Window> = cells.into_iter().map(|cell| self.frame.window(cell).inset(inset)).collect();
        Thumbnails::cut(self.picture, &windows, side)
    }
}

impl Frame {
    /// The frame nearest to the cells of a grid.
    pub fn of(grid: &Grid) -> Frame {
        let (columns, rows) = (grid.size.columns(), grid.size.rows());
        let column = |index: usize| (grid.cells[index].x, grid.cells[index].width);
        let row = |index: usize| (grid.cells[index * columns].y, grid.cells[index * columns].height);
        Frame { x: Axis::through((0..columns).map(column).collect()), y: Axis::through((0..rows).map(row).collect()) }
    }

    /// A cell, counted row by row.
    fn window(self, cell: usize) -> Window {
        let Frame { x, y } = self;
        Window { left: x.start(cell % x.count), top: y.start(cell / x.count), width: x.length, height: y.length }
    }

    /// Whether the cells of another frame are no farther away, and no longer or shorter, than by a share of their length.
    pub fn is_near(self, other: Frame, share: f64) -> bool {
        self.x.is_near(other.x, share) && self.y.is_near(other.y, share)
    }

    /// How far the cells reach beyond the window, at most, in cells.
    pub fn reach_beyond(self, window: Window) -> f64 {
        self.x.reach_beyond(window.left, window.width).max(self.y.reach_beyond(window.top, window.height))
    }

    /// These cells, no shorter along an axis than those of the frame they were moved from, and touching where those do and
    /// these hardly lie apart: how long cells are is told less surely than where their middles are, and of a tile that shows
    /// more than its share of the picture a part only.
    pub fn whole(self, before: Frame) -> Frame {
        Frame { x: self.x.whole(before.x), y: self.y.whole(before.y) }
    }

    /// The grid of these cells, in whole pixels, if all lie in a picture of `width` × `height`.
    pub fn grid(self, size: Size, width: u32, height: u32) -> Option<Grid> {
        let (columns, rows) = (self.x.rounded(width)?, self.y.rounded(height)?);
        let (x, y) = (self.x.ends(width), self.y.ends(height));
        let cell = |&(top, height): &(u32, u32), &(left, width): &(u32, u32)| Rect::new(left, top, width, height);
        let cells = rows.iter().flat_map(|row| columns.iter().map(move |column| cell(row, column))).collect();
        Some(Grid { size, region: Rect::new(x.0, y.0, x.1 - x.0, y.1 - y.0), cells })
    }
}

impl Axis {
    /// The axis that divides `length` from `start` on, of each part the share `hidden` left out.
    pub fn dividing(start: f64, length: f64, count: usize, hidden: f64) -> Axis {
        let pitch = length / count as f64;
        Axis { count, middle: start + length / 2.0, pitch, length: pitch * (1.0 - hidden) }
    }

    /// The axis nearest to parts, given by start and length, in least squares.
    fn through(parts: Vec<(u32, u32)>) -> Axis {
        let count = parts.len();
        let middles = || parts.iter().map(|&(start, length)| f64::from(start) + f64::from(length) / 2.0);
        let middle = middles().sum::<f64>() / count as f64;
        let place = |index: usize| index as f64 - (count - 1) as f64 / 2.0;
        let rise: f64 = middles().enumerate().map(|(index, at)| place(index) * (at - middle)).sum();
        let run: f64 = (0..count).map(|index| place(index) * place(index)).sum();
        let length = parts.iter().map(|&(_, length)| f64::from(length)).sum::<f64>() / count as f64;
        Axis { count, middle, pitch: rise / run, length: length.min(rise / run) }
    }

    /// How many pitches from the middle of all a part lies.
    pub fn place(self, index: usize) -> f64 {
        index as f64 - (self.count - 1) as f64 / 2.0
    }

    pub fn shifted(self, by: f64) -> Axis {
        Axis { middle: self.middle + by, ..self }
    }

    pub fn scaled(self, by: f64) -> Axis {
        Axis { middle: self.middle * by, pitch: self.pitch * by, length: self.length * by, ..self }
    }

    /// The length of all, with half of what parts them on each side.
    pub fn all(self) -> f64 {
        self.pitch * self.count as f64
    }

    fn start(self, index: usize) -> f64 {
        self.middle + self.pitch * self.place(index) - self.length / 2.0
    }

    fn is_near(self, other: Axis, share: f64) -> bool {
        let apart = |index: usize| (self.start(index) - other.start(index) + (self.length - other.length) / 2.0).abs();
        let longer = (self.length - other.length).abs();
        longer.max(apart(0)).max(apart(self.count - 1)) <= share * other.length
    }

    fn whole(self, before: Axis) -> Axis {
        let did_touch = before.pitch - before.length <= TOUCHING;
        let is_close = self.pitch - self.length <= HARDLY.0.max(HARDLY.1 * self.pitch);
        let length = match did_touch {
            true if is_close => self.pitch,
            true => self.length,
            false => self.length.max(before.length * self.pitch / before.pitch),
        };
        Axis { length, ..self }
    }

    fn reach_beyond(self, start: f64, length: f64) -> f64 {
        let middle = start + length / 2.0;
        let over = (self.middle - middle).abs() + (self.all() - length) / 2.0;
        over.max(0.0) / self.pitch
    }

    /// Starts and lengths in whole pixels.
    fn rounded(self, limit: u32) -> Option<Vec<(u32, u32)>> {
        let part = |index: usize| {
            let (start, end) = (self.start(index), self.start(index) + self.length);
            let is_inside = start > -BEYOND && end < f64::from(limit) + BEYOND;
            let (start, end) = (start.round().max(0.0) as u32, (end.round() as u32).min(limit));
            (is_inside && end >= start + Grid::MIN_CELL).then(|| (start, end - start))
        };
        (0..self.count).map(part).collect()
    }

    /// Start and end of all in whole pixels, with half of what parts them on each side.
    fn ends(self, limit: u32) -> (u32, u32) {
        let at = |place: f64| place.round().clamp(0.0, limit.into()) as u32;
        (at(self.middle - self.all() / 2.0), at(self.middle + self.all() / 2.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five columns and three rows, so many pixels apart.
    fn frame(gutter: u32) -> Frame {
        Frame::of(&Grid::even(Rect::new(7, 9, 200, 150), Size::new(5, 3).unwrap(), gutter).unwrap())
    }

    #[test]
    fn the_frame_of_a_grid_is_that_grid() {
        let size = Size::new(5, 3).unwrap();
        let grid = Grid::even(Rect::new(7, 9, 200, 150), size, 4).unwrap();
        let frame = Frame::of(&grid);
        assert_eq!((frame.x.pitch, frame.x.length, frame.x.middle), (40.0, 36.0, 107.0));
        assert_eq!(frame.grid(size, 300, 200), Some(grid));
    }

    #[test]
    fn cells_that_moved_or_shrank_too_far_are_not_near() {
        let touching = frame(0);
        let shifted = |by: f64| Frame { x: touching.x.shifted(by), ..touching };
        assert!(shifted(8.0).is_near(touching, 0.2) && !shifted(9.0).is_near(touching, 0.2));
        assert!(frame(8).is_near(touching, 0.2) && !frame(10).is_near(touching, 0.2));
    }

    #[test]
    fn cells_that_hardly_part_touch_if_they_did_before() {
        assert_eq!(frame(2).whole(frame(0)), frame(0));
        assert_eq!(frame(4).whole(frame(0)), frame(4));
        assert_eq!(frame(2).whole(frame(2)), frame(2));
    }

    #[test]
    fn cells_that_shrank_are_whole_again() {
        assert_eq!(frame(6).whole(frame(2)), frame(2));
        assert_eq!(frame(1).whole(frame(2)), frame(1));
    }

    #[test]
    fn cells_reach_beyond_a_window_by_what_is_outside() {
        let frame = Frame::of(&Grid::even(Rect::new(0, 0, 200, 150), Size::new(5, 3).unwrap(), 0).unwrap());
        let window = Window { left: 0.0, top: 0.0, width: 200.0, height: 150.0 };
        assert_eq!(frame.reach_beyond(window), 0.0);
        assert_eq!(frame.reach_beyond(Window { left: -9.0, width: 220.0, ..window }), 0.0);
        assert_eq!(frame.reach_beyond(Window { left: 8.0, ..window }), 0.2);
        assert_eq!(frame.reach_beyond(Window { height: 130.0, ..window }), 0.4);
    }

    #[test]
    fn cells_that_leave_the_picture_are_no_grid() {
        let size = Size::new(5, 3).unwrap();
        let frame = Frame::of(&Grid::even(Rect::new(0, 0, 200, 150), size, 0).unwrap());
        let shifted = |by: f64| Frame { x: frame.x.shifted(by), ..frame };
        assert!(shifted(-1.0).grid(size, 200, 150).is_some());
        assert_eq!(shifted(-3.0).grid(size, 200, 150), None);
        assert_eq!(shifted(3.0).grid(size, 200, 150), None);
    }
}
