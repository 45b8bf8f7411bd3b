//! What of a tile's outermost pixels is no picture, and what is picture seen through something.
//!
//! What a game draws around its tiles lies at the same depth on all tiles; what a crop that is a little off, or a pitch
//! that is, leaves there lies at the same depth in all of a column or row of cells. So does the step from it to the
//! picture: across that depth neighbouring lines of pixels differ much more, on the median tile, than lines further in.
//! The picture itself has no such depth near the border. Further in it may, where its parts are as regular as the tiles,
//! and so has a number printed in a corner; there a step counts only if it runs along the side and looks drawn: all of
//! it lighter or all of it darker, or all that lies outside of one colour.
//!
//! A single tile may have a frame of its own, picked out or under the pointer: as many lines of one colour, or of several, on all four
//! sides.
//!
//! Outlines, gutters and the neighbour's pixels hide the picture and are peeled off. A bevel, a shadow and the blur of a
//! gutter mix it with one colour; lines that still follow the first line of picture are mended (see [`veil`]), and so are those
//! of a shadow that seems to fade out without a step (see [`fade`]), if the tiles fit better so.

use image::RgbImage;

use super::border::{Border, PARTS, variance};
use super::strips::{CHANNELS, Mend, Peel, Side};
use super::{fade, veil};
use crate::vision::median::median;

/// The part of a tile's size that a border may take on a side.
const MOST: f32 = 0.13;
/// The part up to which any step counts: more of the neighbour than that is not in a crop.
const NEAR: f32 = 0.045;
/// How much larger than further in a step must be on the median tile of the board, and by how many levels more.
const BOARD: (f32, f32) = (1.8, 2.0);
/// The same for the median tile of a column or row, which is the median of few.
const LINE: (f32, f32) = (2.5, 5.0);
/// In how many parts of a side a step must be seen that runs along it.
const ALONG: usize = 3;
/// The share of the changes across a drawn step that go one way.
const ONE_WAY: f32 = 0.7;
/// The variance of a line of one colour, as a share of that of the next line.
const ONE_COLOUR: f32 = 0.25;
/// By how many lines the sides of a frame of a single tile differ.
const UNEVEN: u32 = 2;
/// How far the luma of a line that is one on all tiles reaches.
const SOLID: f32 = 12.0;
/// How many lines before the last step a fade ends at least, of which that is a part.
const BEFORE: usize = 2;

/// The borders of all tiles of a board.
pub struct Borders {
    /// What to peel from each tile.
    pub peels: Vec<Peel>,
    /// For every side, in the order of [`Side::ALL`], how the lines from the outermost inwards are mended.
    pub mends: [Vec<Mend>; 4],
}

/// What the borders may be: as their steps show; and, where tiles seem to have bevels or shadows that fade out, with these too.
/// `tiles` holds tiles of about the same size, row by row, `columns` in a row.
pub fn measure(tiles: &[RgbImage], columns: usize) -> Vec<Borders> {
    let sides = Side::ALL.map(|side| Edges::of(tiles, side));
    let fades = std::array::from_fn(|index| fade_end(sides[index].as_ref()?, sides[(index + 2) % 4].as_ref()));
    let mut borders = vec![borders(tiles.len(), columns, &sides, [None; 4])];
    if fades.iter().any(Option::is_some) {
        borders.push(self::borders(tiles.len(), columns, &sides, fades));
    }
    borders
}

/// The borders of `count` tiles, on some of whose sides fades end after so many lines.
fn borders(count: usize, columns: usize, sides: &[Option<Edges>; 4], fades: [Option<usize>; 4]) -> Borders {
    let mut borders = Borders { peels: vec![Peel::default(); count], mends: Default::default() };
    let mut plain = vec![[0; 4]; count];
    for (index, side) in Side::ALL.into_iter().enumerate() {
        let Some(edges) = &sides[index] else { continue };
        let (border, (hidden, mends)) = match fades[index] {
            Some(end) => (end, veil::lift_fade(&edges.lines(), edges.solid, end)),
            None => (edges.stepped, veil::lift(&edges.lines(), edges.stepped)),
        };
        borders.mends[index] = mends;
        let line = |cell: usize| if matches!(side, Side::Right | Side::Left) { cell % columns } else { cell / columns };
        for number in 0..=(0..count).map(line).max().unwrap_or(0) {
            let cells: Vec<usize> = (0..count).filter(|&cell| line(cell) == number).collect();
            let of_line: Vec<&Border> = cells.iter().map(|&cell| &edges.all[cell]).collect();
            let own = depth(&of_line, edges.near, edges.most, LINE);
            for &cell in &cells {
                borders.peels[cell].hidden[index] = if own > border { own } else { hidden } as u32;
                borders.peels[cell].border[index] = border.max(own) as u32;
                plain[cell][index] = edges.all[cell].plain(border.max(own), edges.most) as u32;
            }
        }
    }
    for (peel, plain) in borders.peels.iter_mut().zip(plain) {
        if is_frame(plain, peel.border) {
            *peel = Peel { hidden: plain, border: plain };
        }
    }
    borders
}

/// The same side of all tiles.
struct Edges {
    all: Vec<Border>,
    /// The depths [`NEAR`] and [`MOST`], in lines.
    near: usize,
    most: usize,
    /// How many lines lie outside the deepest step.
    stepped: usize,
    /// How many lines there are up to the last of the first `near` that is of one colour on all tiles.
    solid: usize,
}

impl Edges {
    /// `None` of tiles that are too small.
    fn of(tiles: &[RgbImage], side: Side) -> Option<Edges> {
        let size = tiles.iter().map(|tile| deep(tile, side)).min().unwrap_or(0);
        let part = |share: f32| ((size as f32 * share).round() as usize).max(2);
        let (near, most) = (part(NEAR), part(MOST));
        if (size as usize) < 3 * most + 2 {
            return None;
        }
        let all: Vec<Border> = tiles.iter().map(|tile| Border::of(tile, side, 3 * most + 1)).collect();
        let stepped = depth(&all.iter().collect::<Vec<_>>(), near, most, BOARD);
        let solid = (0..near).rev().find(|&line| is_solid(&all, line)).map_or(0, |line| line + 1);
        Some(Edges { all, near, most, stepped, solid })
    }

    /// Of each tile.
    fn lines(&self) -> Vec<&[Vec<[f32; CHANNELS]>]> {
        self.all.iter().map(|border| border.lines.as_slice()).collect()
    }
}

/// Whether a line is of about one colour, and that one on all tiles.
fn is_solid(borders: &[Border], line: usize) -> bool {
    let lumas = || borders.iter().flat_map(|border| border.lines[line].iter().map(|colour| colour[0]));
    lumas().fold(f32::MIN, f32::max) - lumas().fold(f32::MAX, f32::min) < SOLID
}

/// After how many lines a fade ends that reaches farther in than the last step, if there is one. Light falls on tiles from one of
/// their corners, if not all around, so that two of their sides look alike: what fades on both together is more surely seen.
fn fade_end(edges: &Edges, alike: Option<&Edges>) -> Option<usize> {
    let lines = edges.lines();
    let own = [edges.solid, edges.stepped].map(|from| (from, fade::end(&lines, from, edges.near, edges.most)));
    let both = alike.map(|alike| {
        let lines = [lines, alike.lines()].concat();
        let (near, most) = (edges.near.min(alike.near), edges.most.min(alike.most));
        [edges.solid.max(alike.solid), edges.stepped.max(alike.stepped)]
            .map(|from| (from, fade::end(&lines, from, near, most)))
    });
    let ends = own.into_iter().chain(both.into_iter().flatten());
    let fades = ends.filter(|&(from, end)| end > from && end + BEFORE >= edges.stepped).map(|(_, end)| end);
    fades.max().filter(|&end| end > edges.stepped)
}

/// Whether so many plain lines at the four sides of a tile are a frame of its own, beyond the border that it has as others have.
fn is_frame(plain: [u32; 4], border: [u32; 4]) -> bool {
    let (least, most) = plain.iter().fold((u32::MAX, 0), |(least, most), &count| (least.min(count), most.max(count)));
    most - least <= UNEVEN && plain.iter().zip(border).all(|(&plain, border)| plain > border)
}

/// How many lines lie outside the deepest step that stands out on the median of some tiles: any of the first `near`,
/// one that is drawn along the side of the first `most`.
fn depth(borders: &[&Border], near: usize, most: usize, (ratio, levels): (f32, f32)) -> usize {
    let stands_out = |depth: usize, step: &dyn Fn(&[f32; PARTS]) -> f32| {
        let typical = |depth: usize| median(borders.iter().map(|border| step(&border.steps[depth])).collect());
        let usual = median((most..3 * most).map(typical).collect());
        typical(depth) > ratio * usual + levels
    };
    let is_step = |depth| stands_out(depth, &|parts| parts.iter().sum::<f32>() / PARTS as f32);
    let runs_along = |depth| (0..PARTS).filter(|&part| stands_out(depth, &|parts| parts[part])).count() >= ALONG;
    let counts = |&depth: &usize| is_step(depth) && (depth < near || runs_along(depth) && is_drawn(borders, depth));
    (0..most).rev().find(counts).map_or(0, |depth| depth + 1)
}

/// Whether the step inwards of the line at `depth` goes one way on all tiles, or the line is of one colour on them.
fn is_drawn(borders: &[&Border], depth: usize) -> bool {
    let line = |depth: usize| borders.iter().flat_map(move |border| border.lines[depth].iter().map(|colour| colour[0]));
    let changes = || line(depth).zip(line(depth + 1)).map(|(a, b)| a - b);
    let one_way = changes().sum::<f32>().abs() > ONE_WAY * changes().map(f32::abs).sum::<f32>();
    one_way || variance(line(depth)) < ONE_COLOUR * variance(line(depth + 1))
}

fn deep(tile: &RgbImage, side: Side) -> u32 {
    match side {
        Side::Right | Side::Left => tile.width(),
        Side::Bottom | Side::Top => tile.height(),
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// Tiles of a drawn picture, each with lines of `thick` pixels around it.
    fn tiles(thick: u32) -> Vec<RgbImage> {
        let drawn = |x: f32, y: f32| (128.0 + 60.0 * (x * 0.031).sin() + 60.0 * (y * 0.043 + x * 0.017).cos()) as u8;
        (0..16u32)
            .map(|tile| {
                RgbImage::from_fn(60, 60, |x, y| {
                    let border = x.min(y).min(59 - x).min(59 - y) < thick;
                    let value = drawn((x + tile % 4 * 60) as f32, (y + tile / 4 * 60) as f32);
                    if border { Rgb([10; 3]) } else { Rgb([value; 3]) }
                })
            })
            .collect()
    }

    /// How many pixels the borders of each tile take.
    fn widths(tiles: &[RgbImage]) -> Vec<[u32; 4]> {
        measure(tiles, 4)[0].peels.iter().map(|peel| peel.border).collect()
    }

    #[test]
    fn outlines_are_peeled_and_pictures_are_not() {
        for thick in [0, 1, 3] {
            let [borders] = measure(&tiles(thick), 4).try_into().ok().unwrap();
            assert_eq!(borders.peels, [Peel { hidden: [thick; 4], border: [thick; 4] }; 16]);
        }
    }

    /// Tiles whose last `foreign` columns of pixels, by the column of the cell, are another tile's.
    fn off(foreign: impl Fn(usize) -> u32) -> Vec<RgbImage> {
        let plain = tiles(0);
        let tile = |cell: usize| {
            let start = 60 - foreign(cell % 4);
            RgbImage::from_fn(60, 60, |x, y| match x.checked_sub(start) {
                Some(over) => *plain[(cell * 5 + 6) % 16].get_pixel(over, y),
                None => *plain[cell].get_pixel(x, y),
            })
        };
        (0..16).map(tile).collect()
    }

    #[test]
    fn a_crop_that_is_off_is_peeled_on_one_side() {
        assert_eq!(measure(&off(|_| 2), 4)[0].peels, [Peel { hidden: [2, 0, 0, 0], border: [2, 0, 0, 0] }; 16]);
    }

    #[test]
    fn a_pitch_that_is_off_is_peeled_column_by_column() {
        for (cell, peel) in widths(&off(|column| column as u32)).into_iter().enumerate() {
            assert_eq!(peel, [cell as u32 % 4, 0, 0, 0]);
        }
    }

    #[test]
    fn a_wide_bevel_on_small_tiles_is_peeled() {
        let mut bevelled = tiles(0);
        for tile in &mut bevelled {
            *tile = image::imageops::crop_imm(tile, 0, 0, 30, 30).to_image();
            for (x, y, pixel) in tile.enumerate_pixels_mut() {
                match (x.min(y), (29 - x).min(29 - y)) {
                    (light, dark) if light < 4 && light <= dark => pixel.0 = pixel.0.map(|c| c + (255 - c) / 3),
                    (_, dark) if dark < 4 => pixel.0 = pixel.0.map(|c| c - c / 3),
                    _ => {}
                }
            }
        }
        assert_eq!(widths(&bevelled), [[4; 4]; 16]);
    }

    #[test]
    fn numbers_printed_in_a_corner_are_no_border() {
        let mut numbered = tiles(0);
        for tile in &mut numbered {
            (4..22).for_each(|x| (5..18).for_each(|y| tile.put_pixel(x, y, Rgb([250; 3]))));
        }
        assert_eq!(widths(&numbered), [[0; 4]; 16]);
    }

    #[test]
    fn the_frame_of_a_single_tile_is_peeled() {
        let mut picked = tiles(1);
        for (x, y, pixel) in picked[6].enumerate_pixels_mut() {
            match x.min(y).min(59 - x).min(59 - y) {
                0 => {}
                1..4 => *pixel = Rgb([250; 3]),
                4 => *pixel = Rgb([30; 3]),
                _ => {}
            }
        }
        let of = |cell: usize| if cell == 6 { [5; 4] } else { [1; 4] };
        assert_eq!(widths(&picked), (0..16).map(of).collect::<Vec<_>>());
        picked[6]
            .enumerate_pixels_mut()
            .filter(|(x, ..)| *x >= 55)
            .for_each(|(_, y, pixel)| pixel.0 = [y as u8 * 4; 3]);
        assert_eq!(widths(&picked), [[1; 4]; 16], "it is open on one side");
    }

    #[test]
    fn the_border_of_a_long_side_may_be_deeper_than_that_of_a_short_one() {
        let long: Vec<RgbImage> = tiles(0)
            .iter()
            .map(|tile| {
                let drawn = |x: u32, y: u32| if y < 139 { *tile.get_pixel(x, y * 59 / 149) } else { Rgb([10; 3]) };
                RgbImage::from_fn(30, 150, drawn)
            })
            .collect();
        assert_eq!(widths(&long), [[0, 0, 11, 0]; 16]);
    }

    /// Tiles with a light shadow inside that falls from the upper left and a dark one from the lower right.
    fn shaded() -> Vec<RgbImage> {
        let mut shaded = tiles(0);
        for (x, y, pixel) in shaded.iter_mut().flat_map(|tile| tile.enumerate_pixels_mut()) {
            let share = |depth: u32| 0.5 * (1.0 - depth as f32 / 9.0).max(0.0).powi(2);
            let (light, dark) = (share(x.min(y)), share((59 - x).min(59 - y)));
            pixel.0 = pixel.0.map(|c| (f32::from(c) * (1.0 - dark) * (1.0 - light) + 255.0 * light) as u8);
        }
        shaded
    }

    #[test]
    fn shadows_that_fade_out_may_be_borders() {
        let [stepped, faded] = measure(&shaded(), 4).try_into().ok().unwrap();
        assert!(faded.peels.iter().all(|peel| peel.hidden == [0; 4] && peel.border.iter().all(|&lines| lines >= 5)));
        assert_ne!(stepped.peels, faded.peels);
    }

    #[test]
    fn the_smallest_tiles_are_left_alone() {
        assert_eq!(measure(&[RgbImage::new(3, 2)], 1)[0].peels, [Peel::default()]);
        assert!(measure(&[], 2)[0].peels.is_empty());
    }
}
