//! How the tile to press is made to stand out.
//!
//! Brightening alone hardly shows on light tiles, and colour alone not in grey print. So a tile is brightened or
//! darkened, whichever its own light leaves room for, and edged dark, light, dark: one of the two shows on any
//! picture. The arrow has the same edge; it starts at the tile's rim and points into the blank, so that it covers
//! nothing of the tile but its rim.

use image::RgbImage;

use super::paint::{self, Colour};
use crate::puzzle::Slide;
use crate::rect::Rect;

/// How the tile to press is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Brightened or darkened, edged, and with an arrow towards the blank.
    #[default]
    Marked,
    /// Each channel raised by 100, and nothing else.
    Plain,
}

/// The light of the edge and the arrow.
const LIGHT: Colour = [255, 214, 10];
/// Their dark.
const DARK: Colour = [16, 14, 8];
/// Tiles with a mean luma above this are darkened, others brightened.
const LIGHT_TILE: u64 = 150;
/// How far an arrow reaches into the blank, and into a tile that is pushed, in cells.
const INTO_BLANK: f32 = 0.46;
const INTO_TILE: f32 = 0.14;

/// Lights the tile in `cell`; `side` is the shorter side of an ordinary cell.
pub(super) fn tile(picture: &mut RgbImage, cell: Rect, side: u32, style: Style) {
    match style {
        Style::Plain => paint::change(picture, cell, |colour| colour.map(|channel| channel.saturating_add(100))),
        Style::Marked => {
            let towards = if is_light(picture, cell) { [0; 3] } else { [255; 3] };
            let mixed: Vec<u8> = (0..=255).map(|channel| paint::mix([channel; 3], towards, 0.28)[0]).collect();
            paint::change(picture, cell, |colour| colour.map(|channel| mixed[usize::from(channel)]));
            edge(picture, cell, side);
        }
    }
}

/// Points from each of some cells in line to the next, which lies `slide` of it: from the tile to press over those that it pushes,
/// of which nothing is covered but the rims, into the blank.
pub(super) fn arrows(picture: &mut RgbImage, cells: &[Rect], slide: Slide, style: Style) {
    if style == Style::Plain {
        return;
    }
    for (index, pair) in cells.windows(2).enumerate() {
        let depth = if index + 2 == cells.len() { INTO_BLANK } else { INTO_TILE };
        draw(picture, pair[0], pair[1], &Arrow::between(pair[0], pair[1], slide, depth));
    }
}

fn draw(picture: &mut RgbImage, from: Rect, to: Rect, arrow: &Arrow) {
    let bounds = arrow.bounds(paint::clip(paint::union(from, to), picture.width(), picture.height()));
    for y in bounds.y..bounds.bottom() {
        for x in bounds.x..bounds.right() {
            let distance = arrow.distance(x as f32 + 0.5, y as f32 + 0.5);
            let inside = (0.5 - distance).clamp(0.0, 1.0);
            let edged = (0.5 - (distance - arrow.edge)).clamp(0.0, 1.0);
            if edged > 0.0 {
                paint::blend(picture, x.into(), y.into(), DARK, edged);
                paint::blend(picture, x.into(), y.into(), LIGHT, inside);
            }
        }
    }
}

/// Whether a tile has so little room above its own light that it is darkened instead of brightened.
pub(super) fn is_light(picture: &RgbImage, cell: Rect) -> bool {
    mean_luma(picture, cell) > LIGHT_TILE
}

fn mean_luma(picture: &RgbImage, rect: Rect) -> u64 {
    let rect = paint::clip(rect, picture.width(), picture.height());
    let rows = rect.y..rect.bottom();
    let sum: u64 = rows
        .flat_map(|y| paint::row(picture, rect.x, y, rect.width).chunks_exact(3))
        .map(|p| u64::from(paint::luma([p[0], p[1], p[2]])))
        .sum();
    sum / (u64::from(rect.width) * u64::from(rect.height)).max(1)
}

/// How wide the dark and the light parts of an edge are.
fn edge_widths(side: u32) -> (u32, u32) {
    ((side / 70).max(1), (side / 24).max(2))
}

fn edge(picture: &mut RgbImage, cell: Rect, side: u32) {
    let (dark, light) = edge_widths(side);
    ring(picture, cell, 0, dark, DARK);
    ring(picture, cell, dark, light, LIGHT);
    ring(picture, cell, dark + light, dark, DARK);
}

/// A frame `width` pixels wide, `inset` pixels within `rect`.
fn ring(picture: &mut RgbImage, rect: Rect, inset: u32, width: u32, colour: Colour) {
    let (inner_width, inner_height) = (rect.width.saturating_sub(2 * inset), rect.height.saturating_sub(2 * inset));
    let width = width.min(inner_width / 2).min(inner_height / 2);
    let (x, y) = (rect.x + inset, rect.y + inset);
    paint::fill(picture, Rect::new(x, y, inner_width, width), colour);
    paint::fill(picture, Rect::new(x, y + inner_height - width, inner_width, width), colour);
    paint::fill(picture, Rect::new(x, y, width, inner_height), colour);
    paint::fill(picture, Rect::new(x + inner_width - width, y, width, inner_height), colour);
}

/// An arrow along one axis: a shaft from `tail` to `neck`, a head from `neck` to `tip`.
struct Arrow {
    /// Unit vector of the way it points.
    way: (f32, f32),
    /// A point on its axis, from which `tail`, `neck` and `tip` are measured.
    origin: (f32, f32),
    tail: f32,
    neck: f32,
    tip: f32,
    shaft: f32,
    head: f32,
    edge: f32,
}

impl Arrow {
    /// From one cell so deep into the next, no thicker than that leaves room for.
    fn between(from: Rect, to: Rect, slide: Slide, depth: f32) -> Arrow {
        let way = match slide {
            Slide::Left => (-1.0, 0.0),
            Slide::Right => (1.0, 0.0),
            Slide::Up => (0.0, -1.0),
            Slide::Down => (0.0, 1.0),
        };
        let along = |rect: Rect| if way.0 == 0.0 { rect.height } else { rect.width } as f32;
        let middle = |rect: Rect| (rect.x as f32 + rect.width as f32 / 2.0, rect.y as f32 + rect.height as f32 / 2.0);
        let (start, end) = (middle(from), middle(to));
        let distance = (end.0 - start.0).abs() + (end.1 - start.1).abs();
        let shortest = to.width.min(to.height).min(from.width).min(from.height);
        let (side, (dark, light)) = (shortest as f32, edge_widths(shortest));
        let edge = (side / 40.0).max(1.0);
        let rim = distance - along(to) / 2.0;
        let tip = rim + depth * along(to).min(side * 1.2);
        let tail = along(from) / 2.0 - (2 * dark + light) as f32 + edge;
        let length = (0.27 * side).min(tip - tail);
        let size = length / 0.27;
        Arrow { way, origin: start, tail, neck: tip - length, tip, shaft: 0.085 * size, head: 0.23 * size, edge }
    }

    /// The part of `within` that it and its edge lie in. The edge goes farthest where the head is widest, by less than
    /// three times its width.
    fn bounds(&self, within: Rect) -> Rect {
        let spare = 3.0 * (self.edge + 1.0);
        let ends = [self.tail - spare, self.tip + spare];
        let side = self.head.max(self.shaft) + spare;
        let span = |start: u32, length: u32, origin: f32, way: f32| {
            let ends = if way == 0.0 { [-side, side] } else { ends.map(|end| end * way) };
            let low = (origin + ends[0].min(ends[1])).max(start as f32) as u32;
            let high = (origin + ends[0].max(ends[1])).ceil().clamp(0.0, (start + length) as f32) as u32;
            (low, high.saturating_sub(low))
        };
        let (x, width) = span(within.x, within.width, self.origin.0, self.way.0);
        let (y, height) = span(within.y, within.height, self.origin.1, self.way.1);
        Rect::new(x, y, width, height)
    }

    /// How far a point is outside, in pixels; negative inside. Sharp at the corners.
    fn distance(&self, x: f32, y: f32) -> f32 {
        let (dx, dy) = (x - self.origin.0, y - self.origin.1);
        let along = dx * self.way.0 + dy * self.way.1;
        let across = (dx * self.way.1 - dy * self.way.0).abs();
        let length = self.tip - self.neck;
        // It reaches into the head, so that no seam shows.
        let shaft = (self.tail - along).max(along - self.neck - length / 4.0).max(across - self.shaft);
        let slope = (length * length + self.head * self.head).sqrt();
        let side = ((along - self.neck) * self.head + across * length - self.head * length) / slope;
        shaft.min((self.neck - along).max(side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(colour: Colour) -> RgbImage {
        let mut picture = paint::sheet_of(100, 100, colour);
        tile(&mut picture, Rect::new(0, 0, 100, 100), 100, Style::Marked);
        picture
    }

    #[test]
    fn light_tiles_darken_and_dark_ones_brighten() {
        assert!(marked([250; 3]).get_pixel(50, 50).0[0] < 200);
        assert!(marked([5; 3]).get_pixel(50, 50).0[0] > 60);
    }

    #[test]
    fn the_edge_shows_on_any_grey() {
        for grey in 0..=255 {
            let picture = marked([grey; 3]);
            let inside = paint::luma(picture.get_pixel(50, 50).0);
            let contrast = (0..8).map(|x| paint::luma(picture.get_pixel(x, 50).0).abs_diff(inside)).max();
            assert!(contrast >= Some(90), "grey {grey}: {contrast:?}");
        }
    }

    #[test]
    fn plain_raises_each_channel_by_100() {
        let mut picture = paint::sheet_of(2, 1, [10, 155, 200]);
        tile(&mut picture, Rect::new(1, 0, 1, 1), 1, Style::Plain);
        arrows(&mut picture, &[Rect::new(1, 0, 1, 1), Rect::new(0, 0, 1, 1)], Slide::Left, Style::Plain);
        assert_eq!(picture.as_raw(), &[10, 155, 200, 110, 255, 255]);
    }

    #[test]
    fn arrows_point_into_the_blank() {
        let cells = [Rect::new(0, 100, 100, 100), Rect::new(100, 100, 100, 100)];
        let light = |from: Rect, to: Rect, slide| {
            let mut picture = paint::sheet_of(200, 300, [128; 3]);
            arrows(&mut picture, &[from, to], slide, Style::Marked);
            let lit = picture.enumerate_pixels().filter(|(_, _, p)| p.0 == LIGHT);
            lit.map(|(x, _, _)| x).collect::<Vec<_>>()
        };
        let right = light(cells[0], cells[1], Slide::Right);
        assert!(right.iter().all(|x| (80..150).contains(x)) && right.contains(&144));
        let left = light(cells[1], cells[0], Slide::Left);
        assert!(left.iter().all(|x| (50..120).contains(x)) && left.contains(&56));
    }

    #[test]
    fn arrows_cover_nothing_of_a_tile_but_its_edge() {
        for side in [40, 83, 150, 540] {
            let [below, above] = [Rect::new(0, side, side, side), Rect::new(0, 0, side, side)];
            let mut lit = paint::sheet_of(side, 2 * side, [128; 3]);
            tile(&mut lit, below, side, Style::Marked);
            let before = lit.clone();
            arrows(&mut lit, &[below, above], Slide::Up, Style::Marked);
            let (dark, light) = edge_widths(side);
            let inner = side + 2 * dark + light;
            let covered = |y: u32| (0..side).any(|x| lit.get_pixel(x, y) != before.get_pixel(x, y));
            assert!(!(inner..2 * side).any(covered) && covered(side + dark), "{side}");
        }
    }

    #[test]
    fn arrows_over_tiles_that_are_pushed_leave_these_to_be_seen() {
        for side in [24, 83, 150, 540] {
            let cells = [2, 1, 0].map(|row| Rect::new(0, row * side, side, side));
            let mut picture = paint::sheet_of(side, 3 * side, [128; 3]);
            arrows(&mut picture, &cells, Slide::Up, Style::Marked);
            let covered = |from: f32, to: f32| {
                let rows = (from * side as f32) as u32..(to * side as f32) as u32;
                rows.into_iter().any(|y| (0..side).any(|x| picture.get_pixel(x, y).0 != [128; 3]))
            };
            assert!(!covered(1.2, 1.8) && covered(1.9, 2.1) && covered(0.6, 1.0), "{side}");
        }
    }

    #[test]
    fn arrows_and_their_edges_lie_within_their_bounds() {
        for side in [3, 20, 77, 240] {
            let whole = Rect::new(0, 0, 3 * side, 3 * side);
            for (slide, x, y) in [(Slide::Left, 0, 1), (Slide::Right, 2, 1), (Slide::Up, 1, 0), (Slide::Down, 1, 2)] {
                let (from, to) = (Rect::new(side, side, side, side), Rect::new(x * side, y * side, side, side));
                for arrow in [INTO_BLANK, INTO_TILE].map(|depth| Arrow::between(from, to, slide, depth)) {
                    let bounds = arrow.bounds(whole);
                    for (x, y) in (0..3 * side).flat_map(|y| (0..3 * side).map(move |x| (x, y))) {
                        let is_inside =
                            (bounds.x..bounds.right()).contains(&x) && (bounds.y..bounds.bottom()).contains(&y);
                        let is_painted = arrow.distance(x as f32 + 0.5, y as f32 + 0.5) - arrow.edge < 0.5;
                        assert!(is_inside || !is_painted, "{slide:?}, {side}: {x}, {y} is not in {bounds:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_cell_is_too_small() {
        for side in 1..12 {
            let mut picture = paint::sheet_of(2 * side, side, [128; 3]);
            let cells = [Rect::new(0, 0, side, side), Rect::new(side, 0, side, side)];
            tile(&mut picture, cells[0], side, Style::Marked);
            arrows(&mut picture, &cells, Slide::Right, Style::Marked);
        }
    }
}
