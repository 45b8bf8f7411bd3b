//! Rectangles in pixels, as both the readers and the painters of pictures use them.

use serde::{Deserialize, Serialize};

/// A half-open rectangle in pixels: `x..x + width`, `y..y + height`. In JSON `[x, y, width, height]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[u32; 4]", into = "[u32; 4]")]
pub struct Rect {
    /// The first column.
    pub x: u32,
    /// The first row.
    pub y: u32,
    /// How many columns.
    pub width: u32,
    /// How many rows.
    pub height: u32,
}

impl Rect {
    /// The rectangle at `x`, `y` of `width` × `height` pixels.
    pub fn new(x: u32, y: u32, width: u32, height: u32) -> Rect {
        Rect { x, y, width, height }
    }

    /// The column after the last.
    pub fn right(self) -> u32 {
        self.x.saturating_add(self.width)
    }

    /// The row after the last.
    pub fn bottom(self) -> u32 {
        self.y.saturating_add(self.height)
    }

    /// The pixel in the middle (left and above of it where the sides are even).
    pub fn middle(self) -> (u32, u32) {
        (self.x + self.width.saturating_sub(1) / 2, self.y + self.height.saturating_sub(1) / 2)
    }

    /// Whether the middle of another lies in it.
    pub fn holds_middle_of(self, other: Rect) -> bool {
        let (x, y) = other.middle();
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }

    /// Whether it shares no pixel with another.
    pub fn is_apart(self, other: Rect) -> bool {
        self.right() <= other.x || other.right() <= self.x || self.bottom() <= other.y || other.bottom() <= self.y
    }

    /// Whether neither of its sides is longer or shorter than another's by more than a share of that, wherever both are.
    pub fn is_as_large(self, other: Rect, unlike: f32) -> bool {
        let is_near = |a: u32, b: u32| (a as f32 / b as f32 - 1.0).abs() <= unlike;
        is_near(self.width, other.width) && is_near(self.height, other.height)
    }

    /// Whether it lies in a picture of `width` × `height` pixels and has an area.
    pub fn fits(self, width: u32, height: u32) -> bool {
        let inside = |start: u32, length: u32, limit: u32| {
            length > 0 && start.checked_add(length).is_some_and(|end| end <= limit)
        };
        inside(self.x, self.width, width) && inside(self.y, self.height, height)
    }
}

impl From<[u32; 4]> for Rect {
    fn from([x, y, width, height]: [u32; 4]) -> Rect {
        Rect { x, y, width, height }
    }
}

impl From<Rect> for [u32; 4] {
    fn from(rect: Rect) -> [u32; 4] {
        [rect.x, rect.y, rect.width, rect.height]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_half_open() {
        let rect = Rect::new(2, 3, 4, 5);
        assert_eq!((rect.right(), rect.bottom()), (6, 8));
        assert!(rect.fits(6, 8));
        assert!(!rect.fits(5, 8));
        assert!(!Rect::new(u32::MAX, 0, 1, 1).fits(u32::MAX, 1));
        assert!(!Rect::new(0, 0, 0, 1).fits(10, 10));
    }

    #[test]
    fn a_rectangle_holds_the_middle_of_another_that_is_half_over_it() {
        let holds = |x: u32| Rect::new(10, 10, 10, 10).holds_middle_of(Rect::new(x, 12, 10, 10));
        assert!(holds(6) && holds(15));
        assert!(!holds(5) && !holds(16));
    }

    #[test]
    fn both_sides_tell_whether_rectangles_are_as_large() {
        let is_as_large =
            |width: u32, height: u32| Rect::new(7, 9, width, height).is_as_large(Rect::new(0, 0, 100, 200), 0.03);
        assert!(is_as_large(103, 194));
        assert!(!is_as_large(104, 200) && !is_as_large(100, 193));
    }
}
