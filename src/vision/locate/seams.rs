//! Where tiles end beside lines that a game draws between all of them.
//!
//! Such lines stay where they are while tiles move. They may be of several shades, as the borders of two cells and what is between
//! them, and all of a board's lie evenly. So where a stretch of plain lines of pixels is seen at every seam, all about as wide, the
//! tiles end at it: a grid that is off by a pixel at one end of the board has them take a part of it along otherwise.

use image::RgbImage;

use super::ends::Parts;
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

/// The grid with its cells ending at the seams where lines are seen at all of them, in the direction in which they are. A grid that
/// leaves the picture stays. Cost: a few looks at each pixel near a seam.
pub fn at_seams(picture: &RgbImage, grid: &Grid) -> Grid {
    if !grid.region.fits(picture.width(), picture.height()) {
        return grid.clone();
    }
    let (columns, rows) = (grid.columns(), grid.rows());
    let vertical = |x: u32, y: u32| picture.get_pixel(x, y).0;
    let horizontal = |y: u32, x: u32| picture.get_pixel(x, y).0;
    let across = Lines { pixel: vertical, sides: &rows, limit: picture.width() }.part(&columns);
    let down = Lines { pixel: horizontal, sides: &columns, limit: picture.height() }.part(&rows);
    let Rect { x, y, width, height } = grid.region;
    let (left, right) = across.as_ref().map_or((x, x + width), |parts| around(parts, picture.width()));
    let (top, bottom) = down.as_ref().map_or((y, y + height), |parts| around(parts, picture.height()));
    let region = Rect::new(left, top, right - left, bottom - top);
    Grid::of(grid.size, region, &across.unwrap_or(columns), &down.unwrap_or(rows))
}

/// From half a gutter before the first of some parts to half a gutter after the last.
fn around(parts: &Parts, limit: u32) -> (u32, u32) {
    let gutter = parts[1].0 - parts[0].1;
    (parts[0].0.saturating_sub(gutter / 2), (parts[parts.len() - 1].1 + gutter.div_ceil(2)).min(limit))
}

/// Plain lines between two tiles.
struct Seam {
    /// The first of them.
    start: u32,
    /// Their colours, from first to last.
    colours: Vec<Pixel>,
}

impl Seam {
    fn width(&self) -> u32 {
        self.colours.len() as u32
    }

    /// The first line after it.
    fn end(&self) -> u32 {
        self.start + self.width()
    }

    fn middle(&self) -> f32 {
        (self.start + self.end()) as f32 / 2.0
    }

    /// Whether it is about as wide as another one, and of its colours.
    fn is_like(&self, other: &Seam) -> bool {
        let most = self.colours.len().max(other.colours.len());
        let colour = |of: &Seam, step: usize| of.colours[step * of.colours.len() / most];
        self.width().abs_diff(other.width()) <= WIDER
            && (0..most).all(|step| is_near(colour(self, step), colour(other, step), SHADED))
    }
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
        let pitch = (parts[last].0 - parts[0].0) as f32 / last as f32;
        let seams: Vec<Seam> =
            parts.windows(2).map(|pair| self.seam(pair[0].1, pair[1].0, pitch)).collect::<Option<_>>()?;
        let (first, final_one) = (&seams[0], &seams[last - 1]);
        let pitch = match last {
            1 => pitch,
            _ => (final_one.middle() - first.middle()) / (last - 1) as f32,
        };
        let is_even =
            |(index, seam): (usize, &Seam)| (seam.middle() - first.middle() - index as f32 * pitch).abs() <= OFF;
        if !seams.iter().all(|seam| seam.is_like(first)) || !seams.iter().enumerate().all(is_even) {
            return None;
        }
        let half = first.width() as f32 / 2.0;
        let start = self.end(first.middle() - pitch + half, parts[0].0, -1)?;
        let end = self.end(final_one.middle() + pitch - half, parts[last].1, 1)?;
        let starts = std::iter::once(start).chain(seams.iter().map(Seam::end));
        let ends = seams.iter().map(|seam| seam.start).chain([end]);
        let parts: Parts = starts.zip(ends).collect();
        parts.iter().all(|(start, end)| start < end).then_some(parts)
    }

    /// The only plain lines near a seam, if tiles are on both sides of them.
    fn seam(&self, from: u32, to: u32, pitch: f32) -> Option<Seam> {
        let around = AROUND.0.max(AROUND.1 * pitch) as u32;
        let near = from.saturating_sub(around)..(to + around).min(self.limit);
        let plain: Vec<(u32, Pixel)> = near.clone().filter_map(|at| Some((at, self.plain(at)?))).collect();
        let (start, end) = (plain.first()?.0, plain.last()?.0 + 1);
        let seam = Seam { start, colours: plain.into_iter().map(|(_, colour)| colour).collect() };
        let is_one = seam.end() == end && start > near.start && end < near.end;
        (is_one && seam.width() as f32 <= WIDEST * pitch).then_some(seam)
    }

    /// Where the board ends: the place nearest to `even` where a plain line lies beyond, of another colour than what is within, or
    /// where the picture ends; else `even`. Nothing if that is far from where the end `was`.
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
            let corner = (side.1 - side.0) / CORNER;
            let pixels = side.0 + corner..side.1 - corner;
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
