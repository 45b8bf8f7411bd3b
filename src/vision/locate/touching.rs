//! Where tiles that touch just end, to the pixel.
//!
//! The lines of a grid are even, but pixels are whole: where the pitch is a fraction, a game rounds it in its own way. So each line
//! between tiles that touch is moved to where the picture changes most beside it, if that is much more than where it was: else a
//! strip of the neighbours shows beside each tile that has moved away from them.

use image::RgbImage;

use crate::rect::Rect;
use crate::vision::Grid;
use crate::vision::colour::apart;

/// How far a line may move, in pixels.
const REACH: u32 = 2;
/// How many times as much as where the line was the picture must change there, and how much at least: mean levels.
const CLEARER: f32 = 1.5;
const LEAST: f32 = 3.0;
/// More change of a pixel counts no more, so that a few bright ones do not tell alone.
const MOST: u8 = 40;

/// The grid with its lines moved to where tiles that touch just end. Lines between tiles that lie apart stay, as does a grid that
/// leaves the picture. Cost: a few looks at each pixel on a line.
pub fn at_ends(picture: &RgbImage, grid: &Grid) -> Grid {
    if !grid.region.fits(picture.width(), picture.height()) {
        return grid.clone();
    }
    let (columns, rows) = (grid.size.columns(), grid.size.rows());
    let Rect { x, y, width, height } = grid.region;
    let across = grid.cells[..columns].iter().map(|cell| (cell.x, cell.right()));
    let down = grid.cells.iter().step_by(columns).map(|cell| (cell.y, cell.bottom()));
    let change = |a: [u8; 3], b: [u8; 3]| f32::from(apart(a, b).min(MOST));
    let vertical = |at: u32| {
        let changes = (y..y + height).map(|y| change(picture.get_pixel(at - 1, y).0, picture.get_pixel(at, y).0));
        changes.sum::<f32>() / height as f32
    };
    let horizontal = |at: u32| {
        let changes = (x..x + width).map(|x| change(picture.get_pixel(x, at - 1).0, picture.get_pixel(x, at).0));
        changes.sum::<f32>() / width as f32
    };
    let across = touching(across.collect()).map(|lines| moved(&lines, picture.width(), vertical));
    let down = touching(down.collect()).map(|lines| moved(&lines, picture.height(), horizontal));
    let mut grid = grid.clone();
    for (cell, place) in grid.cells.iter_mut().enumerate() {
        if let Some(lines) = &across {
            let column = cell % columns;
            (place.x, place.width) = (lines[column], lines[column + 1] - lines[column]);
        }
        if let Some(lines) = &down {
            let row = cell / columns;
            (place.y, place.height) = (lines[row], lines[row + 1] - lines[row]);
        }
    }
    if let Some(lines) = &across {
        (grid.region.x, grid.region.width) = (lines[0], lines[columns] - lines[0]);
    }
    if let Some(lines) = &down {
        (grid.region.y, grid.region.height) = (lines[0], lines[rows] - lines[0]);
    }
    grid
}

/// The lines before, between and after parts that touch, from their starts and ends; `None` where they lie apart.
fn touching(parts: Vec<(u32, u32)>) -> Option<Vec<u32>> {
    let touch = parts.windows(2).all(|pair| pair[0].1 == pair[1].0);
    let last = parts.last().filter(|_| touch)?.1;
    Some(parts.iter().map(|part| part.0).chain([last]).collect())
}

/// Each line where the picture changes most, if that is clearly more. `change` tells how much it does before a pixel.
fn moved(lines: &[u32], limit: u32, change: impl Fn(u32) -> f32) -> Vec<u32> {
    let best = |&line: &u32| {
        let places = line.saturating_sub(REACH).max(1)..=(line + REACH).min(limit - 1);
        let (clearest, place) = places.map(|place| (change(place), place)).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let was = if (1..limit).contains(&line) { change(line) } else { f32::INFINITY };
        (clearest >= LEAST && clearest > CLEARER * was).then_some(place)
    };
    lines.iter().map(|line| best(line).unwrap_or(*line)).collect()
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::puzzle::Size;

    /// Four tiles a side, whose ends are given, of a texture of their own each, on plain ground.
    fn board(ends: [u32; 5]) -> RgbImage {
        let part = |v: u32| ends.windows(2).position(|pair| (pair[0]..pair[1]).contains(&v));
        RgbImage::from_fn(160, 160, |x, y| match (part(x), part(y)) {
            (Some(column), Some(row)) => {
                let tone = ((column * 7 + row * 11) % 16 * 14) as u8;
                Rgb([tone, 255 - tone, (x / 4 + y / 4) as u8 + tone / 2])
            }
            _ => Rgb([90; 3]),
        })
    }

    fn grid(region: Rect, gutter: u32) -> Grid {
        Grid::even(region, Size::new(4, 4).unwrap(), gutter).unwrap()
    }

    #[test]
    fn lines_move_to_where_tiles_end_as_the_game_rounded_them() {
        let found = at_ends(&board([20, 47, 75, 103, 130]), &grid(Rect::new(21, 19, 109, 111), 0));
        assert_eq!(found.region, Rect::new(20, 20, 110, 110));
        assert_eq!(found.cells[0], Rect::new(20, 20, 27, 27));
        assert_eq!(found.cells[6], Rect::new(75, 47, 28, 28));
        assert_eq!(found.cells[15], Rect::new(103, 103, 27, 27));
    }

    #[test]
    fn lines_stay_where_nothing_is_clearer_and_between_tiles_that_lie_apart() {
        let plain = RgbImage::from_pixel(160, 160, Rgb([90; 3]));
        let touching = grid(Rect::new(21, 19, 109, 111), 0);
        assert_eq!(at_ends(&plain, &touching), touching);
        let apart = grid(Rect::new(21, 19, 109, 111), 2);
        assert_eq!(at_ends(&board([20, 47, 75, 103, 130]), &apart), apart);
        let all = grid(Rect::new(0, 0, 160, 160), 0);
        assert_eq!(at_ends(&plain, &all), all, "there is nothing beyond the screen");
    }
}
