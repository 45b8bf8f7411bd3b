//! Where tiles end beside lines that a game draws between all of them.
//!
//! Such lines stay where they are while tiles move. They may be of several shades, as the borders of two cells and what is between
//! them, and all of a board's lie evenly. So where a stretch of plain lines of pixels is seen at every seam, all about as wide, the
//! tiles end at it: a grid that is off by a pixel at one end of the board has them take a part of it along otherwise.

use std::ops::Range;

use image::RgbImage;

use crate::rect::Rect;
use crate::vision::Grid;
use crate::vision::colour::{Pixel, is_near, middle};

/// How far beyond what is taken for a gutter a seam is looked for, in pixels and as a share of the pitch.
const AROUND: (f32, f32) = (3.0, 0.02);
/// The widest seam, as a share of the pitch.
const WIDEST: f32 = 0.2;
/// How far the colours of a plain line may be from its usual one in any channel, and which share of it is nearer, beside every tile;
/// and how far apart its usual colours are there at most.
const NOISE: u8 = 14;
const PLAIN: f32 = 0.75;
const SHADED: u8 = 24;
/// What is left out at the ends of a tile's side, a part of it.
const CORNER: u32 = 8;
/// By how many pixels seams may be wider than others, and lie off from where an even division has them.
const WIDER: u32 = 1;
const OFF: f32 = 1.5;
/// How far an end of the board may move, in pixels.
const REACH: f32 = 4.0;

/// The stretches of the tiles, column by column or row by row.
type Parts = Vec<Range<u32>>;

/// The grid with its cells ending at the seams where lines are seen at all of them, in the direction in which they are. A grid that
/// leaves the picture stays. Cost: a few looks at each pixel near a seam.
pub fn at_seams(picture: &RgbImage, grid: &Grid) -> Grid {
    if !grid.region.fits(picture.width(), picture.height()) {
        return grid.clone();
    }
    let count = grid.size.columns();
    let columns: Parts = grid.cells[..count].iter().map(|cell| cell.x..cell.right()).collect();
    let rows: Parts = grid.cells.iter().step_by(count).map(|cell| cell.y..cell.bottom()).collect();
    let vertical = |x: u32, y: u32| picture.get_pixel(x, y).0;
    let horizontal = |y: u32, x: u32| picture.get_pixel(x, y).0;
    let across = Lines { pixel: vertical, sides: &rows, limit: picture.width() }.part(&columns);
    let down = Lines { pixel: horizontal, sides: &columns, limit: picture.height() }.part(&rows);
    let Rect { x, y, width, height } = grid.region;
    let (left, right) = across.as_ref().map_or((x, x + width), |parts| around(parts, picture.width()));
    let (top, bottom) = down.as_ref().map_or((y, y + height), |parts| around(parts, picture.height()));
    let (across, down) = (across.unwrap_or(columns), down.unwrap_or(rows));
    let rect = |x: &Range<u32>, y: &Range<u32>| Rect::new(x.start, y.start, x.end - x.start, y.end - y.start);
    let cells = down.iter().flat_map(|row| across.iter().map(move |column| rect(column, row))).collect();
    Grid { region: rect(&(left..right), &(top..bottom)), cells, ..grid.clone() }
}

/// From half a gutter before the first of some parts to half a gutter after the last.
fn around(parts: &Parts, limit: u32) -> (u32, u32) {
    let gutter = parts[1].start - parts[0].end;
    (parts[0].start.saturating_sub(gutter / 2), (parts[parts.len() - 1].end + gutter.div_ceil(2)).min(limit))
}

/// The lines of pixels along the seams of one direction.
struct Lines<'a, P> {
    /// The pixel of a line at a place along it.
    pixel: P,
    /// The stretches of the tiles along it.
    sides: &'a Parts,
    /// How many lines there are.
    limit: u32,
}

impl<P: Fn(u32, u32) -> Pixel> Lines<'_, P> {
    /// The parts, ending at the seams, if there are any.
    fn part(&self, parts: &Parts) -> Option<Parts> {
        let last = parts.len() - 1;
        let pitch = (parts[last].start - parts[0].start) as f32 / last as f32;
        let seams: Vec<Range<u32>> =
            parts.windows(2).map(|pair| self.seam(pair[0].end, pair[1].start, pitch)).collect::<Option<_>>()?;
        let width = |seam: &Range<u32>| seam.end - seam.start;
        let (narrowest, widest) = (seams.iter().map(width).min()?, seams.iter().map(width).max()?);
        let are_alike = seams.iter().all(|seam| self.are_alike(seam, &seams[0]));
        if widest > narrowest + WIDER || !are_alike {
            return None;
        }
        let middles: Vec<f32> = seams.iter().map(|seam| (seam.start + seam.end) as f32 / 2.0).collect();
        let (first, final_) = (middles[0], middles[middles.len() - 1]);
        let pitch = if middles.len() > 1 { (final_ - first) / (middles.len() - 1) as f32 } else { pitch };
        let is_even = |(index, &middle): (usize, &f32)| (middle - first - index as f32 * pitch).abs() <= OFF;
        if !middles.iter().enumerate().all(is_even) {
            return None;
        }
        let half = width(&seams[0]) as f32 / 2.0;
        let start = self.end(first - pitch + half, parts[0].start, -1)?;
        let end = self.end(final_ + pitch - half, parts[last].end, 1)?;
        let starts = std::iter::once(start).chain(seams.iter().map(|seam| seam.end));
        let ends = seams.iter().map(|seam| seam.start).chain([end]);
        let parts: Parts = starts.zip(ends).map(|(start, end)| start..end).collect();
        parts.iter().all(|part| part.start < part.end).then_some(parts)
    }

    /// The only plain lines near a seam, if tiles are on both sides of them.
    fn seam(&self, from: u32, to: u32, pitch: f32) -> Option<Range<u32>> {
        let around = AROUND.0.max(AROUND.1 * pitch) as u32;
        let near = from.saturating_sub(around)..(to + around).min(self.limit);
        let plain: Vec<u32> = near.clone().filter(|&at| self.plain(at).is_some()).collect();
        let seam = *plain.first()?..*plain.last()? + 1;
        let is_one = seam.len() == plain.len() && seam.start > near.start && seam.end < near.end;
        (is_one && seam.len() as f32 <= WIDEST * pitch).then_some(seam)
    }

    /// Whether the lines of a seam are of the colours of another one's, from first to last.
    fn are_alike(&self, seam: &Range<u32>, other: &Range<u32>) -> bool {
        let most = seam.len().max(other.len()) as u32;
        let colour = |seam: &Range<u32>, step: u32| self.plain(seam.start + step * seam.len() as u32 / most);
        (0..most).all(|step| {
            colour(seam, step).zip(colour(other, step)).is_some_and(|(own, other)| is_near(own, other, SHADED))
        })
    }

    /// Where the board ends: about at `even`, where a plain line is followed by another or by none if there is such a place.
    fn end(&self, even: f32, was: u32, beyond: i64) -> Option<u32> {
        let even = if (even - was as f32).abs() <= REACH { even.round() as u32 } else { return None };
        let is_end = |at: u32| {
            let (inner, outer) = if beyond < 0 { (Some(at), at.checked_sub(1)) } else { (at.checked_sub(1), Some(at)) };
            let line = |at: Option<u32>| at.filter(|&at| at < self.limit);
            match (line(inner), line(outer)) {
                (Some(inner), Some(outer)) => self
                    .plain(outer)
                    .is_some_and(|page| self.plain(inner).is_none_or(|tile| !is_near(page, tile, SHADED))),
                (inner, _) => inner.is_some(),
            }
        };
        let place = |step: i64| (i64::from(even) + step).clamp(0, i64::from(self.limit)) as u32;
        let near = (0..=REACH as i64).flat_map(|step| [step * beyond, -step * beyond]).map(place);
        Some(near.into_iter().find(|&at| is_end(at)).unwrap_or(even))
    }

    /// The colour of a line of pixels that is of one beside every tile.
    fn plain(&self, at: u32) -> Option<Pixel> {
        let mut usual = None;
        let is_plain = self.sides.iter().all(|side| {
            let corner = (side.end - side.start) / CORNER;
            let pixels = side.start + corner..side.end - corner;
            let pixels: Vec<Pixel> = pixels.map(|along| (self.pixel)(at, along)).collect();
            let own = middle(&pixels);
            let near = pixels.iter().filter(|&&pixel| is_near(pixel, own, NOISE)).count();
            near as f32 >= PLAIN * pixels.len() as f32 && is_near(own, *usual.get_or_insert(own), SHADED)
        });
        usual.filter(|_| is_plain)
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::puzzle::Size;

    /// Three by three tiles of 60 pixels from 20 on, each of a texture of its own, 63 pixels apart, on the page; between them lines
    /// whose colour is told by how far they are from the tile before them.
    fn board(line: impl Fn(u32, u32) -> Pixel) -> RgbImage {
        RgbImage::from_fn(240, 240, |x, y| {
            let at =
                |v: u32| v.checked_sub(20).map(|v| (v / 63, v % 63)).filter(|&(tile, within)| tile * 63 + within < 186);
            let (Some((column, across)), Some((row, down))) = (at(x), at(y)) else { return Rgb([255; 3]) };
            match [across, down].into_iter().filter(|&within| within >= 60).max() {
                Some(within) => Rgb(line(within - 60, column + row)),
                None => Rgb([(column * 70 + across) as u8, (row * 70 + 3 * down) as u8, (x * y % 97) as u8]),
            }
        })
    }

    fn size() -> Size {
        Size::new(3, 3).unwrap()
    }

    #[test]
    fn tiles_end_at_the_lines_between_them_though_the_grid_is_off_at_one_end() {
        let picture = board(|step, _| if step == 1 { [244, 52, 52] } else { [255, 0, 0] });
        let cell = |cell: usize| Rect::new(20 + cell as u32 % 3 * 63, 20 + cell as u32 / 3 * 63, 60, 60);
        let exact = Grid { size: size(), region: Rect::new(19, 19, 189, 189), cells: (0..9).map(cell).collect() };
        for region in [Rect::new(19, 19, 190, 189), Rect::new(17, 19, 191, 188), Rect::new(20, 20, 187, 188)] {
            for gutter in [2, 3] {
                let off = Grid::even(region, size(), gutter).unwrap();
                assert_eq!(at_seams(&picture, &off), exact, "{region:?} {gutter}");
            }
        }
    }

    #[test]
    fn lines_that_are_not_everywhere_or_have_no_end_are_no_seams() {
        let grid = Grid::even(Rect::new(17, 19, 191, 188), size(), 2).unwrap();
        let tiles = board(|_, seam| if seam == 0 { [255, 0, 0] } else { [0, 0, 255] });
        assert_eq!(at_seams(&tiles, &grid), grid, "each is of another colour");
        let plain = RgbImage::from_pixel(240, 240, Rgb([90; 3]));
        assert_eq!(at_seams(&plain, &grid), grid);
        let leaving = Grid::even(Rect::new(100, 100, 180, 180), size(), 2).unwrap();
        assert_eq!(at_seams(&plain, &leaving), leaving);
    }
}
