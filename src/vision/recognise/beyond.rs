//! Whether the picture put together goes on beyond the grid, which then covers only a part of a board, or of any picture.

use image::RgbImage;

use crate::puzzle::Size;
use crate::rect::Rect;
use crate::resize::cropped;
use crate::vision::assemble::Pieces;
use crate::vision::{Grid, Screenshot};

/// The least tiles at an edge that tell.
const TELLING: usize = 3;
/// A likelihood that is enough. Of some 150 real and drawn boards that were put together right, the greatest was 0.16.
const ENOUGH: f32 = 0.5;

/// Columns or rows, by start and length, with one more at either end where there is room.
struct Extended {
    parts: Vec<(u32, u32)>,
    before: bool,
    after: bool,
}

/// Whether what lies beyond one of the grid's edges is likely what follows there: see [`likelihood_beyond`].
pub fn goes_on(screenshot: &Screenshot, grid: &Grid, tiles: &[usize], blank: usize) -> bool {
    likelihood_beyond(screenshot, grid, tiles, blank) > ENOUGH
}

/// How likely what lies beyond one of the grid's edges is what follows there on the tiles whose home is at that edge, 0 to 1: a
/// mean probability, the greatest of the four edges. `tiles` says for every cell the goal cell of what is in it. Costs as much as
/// comparing the tiles of a board that is larger by two columns and rows.
pub fn likelihood_beyond(screenshot: &Screenshot, grid: &Grid, tiles: &[usize], blank: usize) -> f32 {
    let (columns, rows) = (grid.size.columns(), grid.size.rows());
    let (width, height) = screenshot.pixels.dimensions();
    let across = Extended::of(grid.cells[..columns].iter().map(|cell| (cell.x, cell.width)).collect(), width);
    let down = Extended::of(grid.cells.iter().step_by(columns).map(|cell| (cell.y, cell.height)).collect(), height);
    let cell = |&(y, height): &(u32, u32), &(x, width): &(u32, u32)| Rect { x, y, width, height };
    let cells = down.parts.iter().flat_map(|row| across.parts.iter().map(move |column| cell(row, column)));
    let cells: Vec<RgbImage> = cells.map(|cell| cropped(&screenshot.pixels, cell)).collect();
    let size = Size::new(across.parts.len(), down.parts.len()).ok();
    let Some(pieces) = size.and_then(|size| Pieces::measure(&cells, size, screenshot.fidelity).ok()) else {
        return 0.0;
    };
    let line = across.parts.len();
    let at =
        |cell: usize| (cell / columns + usize::from(down.before)) * line + cell % columns + usize::from(across.before);
    // At each edge: whether there is room, the goal cells, and the tile and what lies beyond its home, in order.
    type Edge<'a> = (bool, &'a dyn Fn(usize) -> bool, &'a dyn Fn(usize, usize) -> (usize, usize));
    let followed = |(has_room, is_there, pair): Edge, in_rows: bool| {
        let told = (0..tiles.len()).filter(|&cell| has_room && cell != blank && is_there(tiles[cell]));
        let pairs: Vec<(usize, usize)> = told.map(|cell| pair(at(cell), at(tiles[cell]))).collect();
        if pairs.len() >= TELLING { pieces.likelihood(&pairs, in_rows) } else { 0.0 }
    };
    let left: Edge = (across.before, &|goal| goal % columns == 0, &|tile, home| (home - 1, tile));
    let right: Edge = (across.after, &|goal| (goal + 1) % columns == 0, &|tile, home| (tile, home + 1));
    let above: Edge = (down.before, &|goal| goal < columns, &|tile, home| (home - line, tile));
    let below: Edge = (down.after, &|goal| goal + columns >= columns * rows, &|tile, home| (tile, home + line));
    let edges = [(left, true), (right, true), (above, false), (below, false)];
    edges.into_iter().map(|(edge, in_rows)| followed(edge, in_rows)).fold(0.0, f32::max)
}

impl Extended {
    /// Of parts within `limit`.
    fn of(parts: Vec<(u32, u32)>, limit: u32) -> Extended {
        let (first, last) = (parts[0], parts[parts.len() - 1]);
        let pitch = (last.0 - first.0) / (parts.len() as u32 - 1).max(1);
        let before = first.0.checked_sub(pitch).map(|start| (start, first.1));
        let after = Some((last.0 + pitch, last.1)).filter(|(start, length)| start + length <= limit);
        let parts = before.into_iter().chain(parts).chain(after).collect();
        Extended { parts, before: before.is_some(), after: after.is_some() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waves of three lengths, which go on everywhere but repeat nowhere.
    fn waves(side: u32) -> RgbImage {
        RgbImage::from_fn(side, side, |x, y| {
            let wave =
                |a: f32, b: f32| 127.0 + 120.0 * (x as f32 * a + y as f32 * b + (x as f32 * b * 0.7).sin()).sin();
            image::Rgb([wave(0.051, 0.083) as u8, wave(-0.073, 0.041) as u8, wave(0.033, -0.067) as u8])
        })
    }

    #[test]
    fn a_picture_goes_on_beyond_a_part_of_it_and_not_beyond_its_edges() {
        let grid = Grid::even(Rect::new(60, 60, 160, 160), Size::new(4, 4).unwrap(), 0).unwrap();
        let mut tiles: Vec<usize> = (0..16).collect();
        let mut picture = waves(300);
        let goes_on =
            |picture: &RgbImage, tiles: &[usize]| super::goes_on(&Screenshot::exact(picture.clone()), &grid, tiles, 15);
        assert!(goes_on(&picture, &tiles));
        let (a, b) = (cropped(&picture, grid.cells[0]), cropped(&picture, grid.cells[6]));
        image::imageops::replace(&mut picture, &b, 60, 60);
        image::imageops::replace(&mut picture, &a, grid.cells[6].x.into(), grid.cells[6].y.into());
        tiles.swap(0, 6);
        assert!(goes_on(&picture, &tiles), "a tile tells what follows at its home");
        let mut page = RgbImage::from_pixel(300, 300, image::Rgb([235, 235, 240]));
        image::imageops::replace(&mut page, &cropped(&picture, grid.region), 60, 60);
        assert!(!goes_on(&page, &tiles));
    }
}
