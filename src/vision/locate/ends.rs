//! Where tiles just end, to the pixel.
//!
//! The lines of a grid are even, but pixels are whole: where the pitch is a fraction, a game rounds it in its own way. So each end of
//! the tiles is moved to where the picture changes most beside it, if that is much more than where it was: else a strip of its
//! neighbours shows beside a tile that has moved away from them, or a strip of it stays behind.

use image::RgbImage;

use super::changes::changes;
use crate::rect::Rect;
use crate::vision::Grid;

/// How far an end may move, in pixels.
const REACH: u32 = 2;
/// How many times as much as where the end was the picture must change there, and how much at least: mean levels.
const CLEARER: f32 = 1.5;
const LEAST: f32 = 3.0;
/// Where the picture changes less at the second side of what may be a gutter of one pixel, as a share of the first, there is none.
const ONE_SIDED: f32 = 0.5;
/// The widest line between tiles that seem to touch, in pixels, and how much the picture must change at either side of it, as a share
/// of where it changes most.
const WIDEST: u32 = 5;
const TWO_SIDED: f32 = 0.6;
/// How much the picture changes at the sides of gutters at least, as a share of how much it does in their middle; and how wide those
/// are that are looked at so.
const SIDED: f32 = 0.25;
const WIDE: u32 = 2 * REACH + 1;
/// How wide a frame may be that was taken for a part of the outer tiles, as a share of the others; and how much the picture must change
/// where it begins, as a share of how much it does between tiles.
const FRAMED: f32 = 0.08;
const ENDED: f32 = 0.6;

/// The least that is left of a tile.
const SHORTEST: u32 = Grid::MIN_CELL / 2;

/// The stretches of the tiles, column by column or row by row: where each starts and ends.
pub(super) type Parts = Vec<(u32, u32)>;

/// The grid with its cells ending where the tiles just do. A grid that leaves the picture stays. Cost: a few looks at each pixel on
/// a line.
pub fn at_ends(picture: &RgbImage, grid: &Grid) -> Grid {
    if !grid.region.fits(picture.width(), picture.height()) {
        return grid.clone();
    }
    let Rect { x, y, width, height } = grid.region;
    let (vertical, horizontal) = changes(picture, grid.region, u32::MAX);
    let vertical = Line { change: vertical, limit: picture.width() };
    let horizontal = Line { change: horizontal, limit: picture.height() };
    let (columns, rows) = (joined(grid.columns(), &vertical), joined(grid.rows(), &horizontal));
    let (across, down) = (ended(&columns, &vertical), ended(&rows, &horizontal));
    let (left, right) = around(&across, &columns, (x, x + width), picture.width());
    let (top, bottom) = around(&down, &rows, (y, y + height), picture.height());
    Grid::of(grid.size, Rect::new(left, top, right - left, bottom - top), &across, &down)
}

/// Where a board begins and ends whose parts were moved: with them if they touch, else as far beyond them as it did before, as half a
/// gutter belongs to each.
fn around(parts: &Parts, were: &Parts, (from, to): (u32, u32), limit: u32) -> (u32, u32) {
    let last = |parts: &Parts| parts[parts.len() - 1].1;
    if are_touching(parts) {
        return (parts[0].0, last(parts));
    }
    let (before, after) = (were[0].0.saturating_sub(from), to.saturating_sub(last(were)));
    (parts[0].0.saturating_sub(before), (last(parts) + after).min(limit))
}

/// How much the picture changes before each pixel of a line across the tiles.
struct Line<F> {
    change: F,
    limit: u32,
}

impl<F: Fn(u32) -> f32> Line<F> {
    /// How much it does there, nothing where there is no pixel on both sides.
    fn at(&self, place: u32) -> f32 {
        if (1..self.limit).contains(&place) { (self.change)(place) } else { 0.0 }
    }

    /// The most it does from `first` to `last`, and where.
    fn most(&self, first: u32, last: u32) -> Option<(f32, u32)> {
        let places = first.max(1)..=last.min(self.limit - 1);
        places.map(|place| (self.at(place), place)).max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Where it does most from `first` to `last`, if that is clearly more than at `end`, which the sides of the picture are taken for.
    fn clearest(&self, end: u32, first: u32, last: u32) -> u32 {
        if !(1..self.limit).contains(&end) {
            return end;
        }
        let is_clear = |&(most, _): &(f32, u32)| most >= LEAST && most > CLEARER * self.at(end);
        self.most(first, last).filter(is_clear).map_or(end, |(_, place)| place)
    }

    /// Where it does most within reach, if that is clearly more.
    fn near(&self, end: u32) -> u32 {
        self.clearest(end, end.saturating_sub(REACH), end + REACH)
    }
}

/// The parts with their ends moved, unless hardly anything would be left of tiles of few pixels.
fn ended(parts: &Parts, line: &Line<impl Fn(u32) -> f32>) -> Parts {
    let is_touching = do_touch(parts, line);
    let moved = if is_touching { touching(parts, line) } else { apart_from_each_other(parts, line) };
    if moved.iter().any(|&(start, end)| end < start + SHORTEST) {
        return parts.clone();
    }
    if is_touching { without_frame(moved, line) } else { moved }
}

/// Parts that seem to touch, their ends moved together.
fn touching(parts: &Parts, line: &Line<impl Fn(u32) -> f32>) -> Parts {
    let lines: Vec<u32> = parts.iter().map(|part| part.0).chain(parts.last().map(|part| part.1)).collect();
    let seams = between(&lines[1..lines.len() - 1], line);
    let starts = std::iter::once(line.near(lines[0])).chain(seams.iter().map(|seam| seam.1));
    let ends = seams.iter().map(|seam| seam.0).chain([line.near(lines[lines.len() - 1])]);
    starts.zip(ends).collect()
}

/// The parts, the outer ones as long as the inner ones where they are longer and the picture changes there as it does between tiles:
/// what is beyond is a frame, unless it is no wider than what was seen between tiles, which may be their rims.
fn without_frame(mut parts: Parts, line: &Line<impl Fn(u32) -> f32>) -> Parts {
    let count = parts.len();
    if count < 3 {
        return parts;
    }
    let lengths = || parts[1..count - 1].iter().map(|part| part.1 - part.0);
    let (shortest, longest) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    if longest > shortest + 1 {
        return parts;
    }
    let seams = parts.windows(2).map(|pair| line.at(pair[0].1).max(line.at(pair[1].0)));
    let usual = seams.sum::<f32>() / (count - 1) as f32;
    let rim = parts[1].0 - parts[0].1 + 1;
    let is_longer = |part: (u32, u32)| {
        let beyond = (part.1 - part.0).saturating_sub(longest);
        beyond > REACH.max(rim) && beyond as f32 <= FRAMED * longest as f32
    };
    let end_near = |at: u32| {
        let found = line.most(at.saturating_sub(REACH), at + REACH);
        found.filter(|&(most, _)| most >= LEAST.max(ENDED * usual)).map(|(_, at)| at)
    };
    let (first, last) = (parts[0], parts[count - 1]);
    if is_longer(first)
        && let Some(at) = end_near(first.1 - longest)
    {
        parts[0].0 = at;
    }
    if is_longer(last)
        && let Some(at) = end_near(last.0 + longest)
    {
        parts[count - 1].1 = at;
    }
    parts
}

/// Where tiles that seem to touch end and the next ones start: at one place, or on both sides of a thin line, if all have one of the
/// same width.
fn between(seams: &[u32], line: &Line<impl Fn(u32) -> f32>) -> Parts {
    let most = |seam: u32| line.most(seam.saturating_sub(REACH), seam + REACH).map_or(0.0, |(most, _)| most);
    let sided = |seam: u32, width: u32| {
        let sides = (seam.saturating_sub(REACH + width / 2)..=(seam + REACH).saturating_sub(width / 2))
            .map(|at| (at, at + width));
        let both = |&(a, b): &(u32, u32)| line.at(a).min(line.at(b));
        sides.max_by(|a, b| both(a).total_cmp(&both(b))).map_or((0.0, (seam, seam)), |sides| (both(&sides), sides))
    };
    let all: f32 = seams.iter().map(|&seam| most(seam)).sum();
    let of = |width: u32| {
        let found: Vec<(f32, (u32, u32))> = seams.iter().map(|&seam| sided(seam, width)).collect();
        (found.iter().map(|found| found.0).sum::<f32>(), found.into_iter().map(|found| found.1).collect::<Parts>())
    };
    let likeliest = (2..=WIDEST).map(of).max_by(|a, b| a.0.total_cmp(&b.0));
    match likeliest {
        Some((both, sides)) if both >= TWO_SIDED * all && all > 0.0 => sides,
        _ => seams.iter().map(|&seam| line.near(seam)).map(|at| (at, at)).collect(),
    }
}

fn are_touching(parts: &Parts) -> bool {
    parts.windows(2).all(|pair| pair[0].1 == pair[1].0)
}

/// Whether there is nothing between the parts: no pixel, or one that the picture changes at one side of only.
fn do_touch(parts: &Parts, line: &Line<impl Fn(u32) -> f32>) -> bool {
    if are_touching(parts) {
        return true;
    }
    let sides = |pair: &[(u32, u32)]| {
        let (first, place) = line.most(pair[0].1.saturating_sub(1), pair[1].0 + 1)?;
        Some((first, line.at(place.saturating_sub(1)).max(line.at(place + 1))))
    };
    let is_narrow = parts.windows(2).all(|pair| pair[1].0.saturating_sub(pair[0].1) <= 1);
    let (first, second) =
        parts.windows(2).filter_map(sides).fold((0.0, 0.0), |sum, side| (sum.0 + side.0, sum.1 + side.1));
    is_narrow && second < ONE_SIDED * first
}

/// The parts, touching in the middle of what was taken for wide gutters, if lines are there and nothing is seen at the sides: those
/// are plain rims of the tiles.
fn joined(parts: Parts, line: &Line<impl Fn(u32) -> f32>) -> Parts {
    let gutters = || parts.windows(2).map(|pair| (pair[0].1, pair[1].0));
    if gutters().any(|(from, to)| to < from + WIDE) {
        return parts;
    }
    let near = |at: u32| line.most(at.saturating_sub(1), at + 1).map_or(0.0, |(most, _)| most);
    let (sides, middle) = gutters().fold((0.0, 0.0), |(sides, middle), (from, to)| {
        (sides + near(from).max(near(to)), middle + near((from + to) / 2))
    });
    if sides >= SIDED * middle {
        return parts;
    }
    let half = |(from, to): (u32, u32)| (to - from) / 2;
    let start = parts[0].0.saturating_sub(gutters().next().map_or(0, half));
    let end = parts[parts.len() - 1].1 + gutters().next_back().map_or(0, half);
    let middles = gutters().map(|(from, to)| (from + to) / 2);
    let lines: Vec<u32> = std::iter::once(start).chain(middles).chain([end.min(line.limit)]).collect();
    lines.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Parts that lie apart, each end moved by itself, and none beyond the middle of a gutter.
fn apart_from_each_other(parts: &Parts, line: &Line<impl Fn(u32) -> f32>) -> Parts {
    let mut moved = parts.clone();
    for (index, part) in moved.iter_mut().enumerate() {
        let before = index.checked_sub(1).map(|before| (parts[before].1 + parts[index].0).div_ceil(2));
        let after = parts.get(index + 1).map(|after| (parts[index].1 + after.0) / 2);
        let (start, end) = parts[index];
        let first = start.saturating_sub(REACH).max(before.unwrap_or(0));
        let last = (end + REACH).min(after.unwrap_or(u32::MAX));
        *part = (line.clearest(start, first, start + REACH), line.clearest(end, end.saturating_sub(REACH), last));
    }
    moved
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::puzzle::Size;

    /// Four tiles a side, whose starts and ends are given, of a texture of their own each, on plain ground.
    fn board(parts: [(u32, u32); 4]) -> RgbImage {
        let part = |v: u32| parts.iter().position(|&(start, end)| (start..end).contains(&v));
        RgbImage::from_fn(160, 160, |x, y| match (part(x), part(y)) {
            (Some(column), Some(row)) => {
                let tone = ((column * 7 + row * 11) % 16 * 14) as u8;
                Rgb([tone, 255 - tone, (x / 4 + y / 4) as u8 + tone / 2])
            }
            _ => Rgb([90; 3]),
        })
    }

    /// Tiles of the lengths that a game rounds a pitch of 27.5 pixels to, so many pixels apart.
    fn rounded(gutter: u32) -> [(u32, u32); 4] {
        [(20, 47), (47, 75), (75, 103), (103, 130)].map(|(start, end)| (start, end - gutter))
    }

    fn grid(region: Rect, gutter: u32) -> Grid {
        Grid::even(region, Size::new(4, 4).unwrap(), gutter).unwrap()
    }

    fn parts(grid: &Grid) -> Parts {
        grid.cells[..4].iter().map(|cell| (cell.x, cell.right())).collect()
    }

    #[test]
    fn cells_end_where_touching_tiles_do_as_the_game_rounded_them() {
        let found = at_ends(&board(rounded(0)), &grid(Rect::new(21, 19, 109, 111), 0));
        assert_eq!(found.region, Rect::new(20, 20, 110, 110));
        assert_eq!(parts(&found), rounded(0));
        assert_eq!(found.cells[6], Rect::new(75, 47, 28, 28));
    }

    #[test]
    fn a_gutter_of_a_pixel_that_is_none_is_closed() {
        let found = at_ends(&board(rounded(0)), &grid(Rect::new(20, 20, 110, 110), 1));
        assert_eq!((found.region, parts(&found)), (Rect::new(20, 20, 110, 110), rounded(0).to_vec()));
    }

    #[test]
    fn cells_end_where_tiles_that_lie_apart_do() {
        for (gutter, of) in [(4, 4), (4, 2), (4, 6), (8, 6)] {
            let start = 20 - gutter / 2;
            let found = at_ends(&board(rounded(gutter)), &grid(Rect::new(start, start, 110, 110), of));
            assert_eq!(parts(&found), rounded(gutter), "{gutter} taken for {of}");
            let beyond = of / 2;
            assert_eq!(found.region, Rect::new(20 - beyond, 20 - beyond, 110 - gutter + of, 110 - gutter + of));
        }
    }

    #[test]
    fn a_thin_line_between_tiles_that_seem_to_touch_is_left_to_the_ground() {
        for gutter in 2..=5 {
            let found = at_ends(&board(rounded(gutter)), &grid(Rect::new(20, 20, 110 - gutter, 110 - gutter), 0));
            assert_eq!(parts(&found), rounded(gutter), "{gutter}");
        }
    }

    #[test]
    fn plain_rims_of_tiles_are_no_gutters_where_lines_part_them() {
        let is_line = |v: u32| (20..130).contains(&v) && (v - 20) % 28 < 2;
        let at_heart = |v: u32| (20..130).contains(&v) && (11..19).contains(&((v - 20) % 28));
        let picture = |line: [u8; 3]| {
            RgbImage::from_fn(160, 160, |x, y| match () {
                _ if is_line(x) || is_line(y) => Rgb(line),
                _ if at_heart(x) && at_heart(y) => Rgb([(x * y * 7 % 250) as u8, 90, 40]),
                _ => Rgb([240; 3]),
            })
        };
        let taken = grid(Rect::new(21, 21, 112, 112), 10);
        let found = at_ends(&picture([40; 3]), &taken);
        assert_eq!(parts(&found)[1..3], [(50, 76), (78, 104)]);
        assert_eq!(at_ends(&picture([240; 3]), &taken), taken, "no lines part them");
    }

    #[test]
    fn a_frame_around_tiles_that_touch_is_left_to_the_ground() {
        let lines = [20, 75, 130, 185, 240];
        let part = |v: u32| lines.windows(2).position(|line| (line[0]..line[1]).contains(&v));
        let picture = |frame: Option<[u8; 3]>| {
            RgbImage::from_fn(260, 260, |x, y| match (part(x), part(y), frame) {
                (Some(column), Some(row), _) => Rgb([(column * 70) as u8, (row * 60) as u8, (x * y % 30) as u8]),
                _ if !(16..244).contains(&x) || !(16..244).contains(&y) => Rgb([90; 3]),
                (_, _, Some(frame)) => Rgb(frame),
                _ => {
                    let near = |v: u32| part(v.clamp(20, 239)).unwrap_or(0);
                    Rgb([(near(x) * 70) as u8, (near(y) * 60) as u8, (x * y % 30) as u8])
                }
            })
        };
        let taken = grid(Rect::new(16, 16, 228, 228), 0);
        assert_eq!(at_ends(&picture(Some([20, 90, 200])), &taken).region, Rect::new(20, 20, 220, 220));
        assert_eq!(at_ends(&picture(None), &taken).region, taken.region, "the outer tiles are longer");
    }

    #[test]
    fn cells_stay_where_nothing_is_clearer() {
        let plain = RgbImage::from_pixel(160, 160, Rgb([90; 3]));
        for gutter in [0, 2] {
            let grid = grid(Rect::new(21, 19, 109, 111), gutter);
            assert_eq!(at_ends(&plain, &grid), grid);
        }
        let all = grid(Rect::new(0, 0, 160, 160), 0);
        assert_eq!(at_ends(&plain, &all), all, "there is nothing beyond the screen");
    }
}
