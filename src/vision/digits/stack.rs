//! The cells of a board brought to one size, so that a pixel means the same place on each.

use std::sync::OnceLock;

use super::quartile::Quartiles;
use crate::resize::resized;
use crate::vision::colour::Pixel;
use image::RgbImage;

/// Smaller cells are enlarged until their longer side has this many pixels.
const SMALLEST: f32 = 64.0;
/// Longer sides are reduced to this on boards of few cells, to the second on boards of many.
const LARGEST: [f32; 2] = [112.0, 80.0];
/// From this many cells on a board has many.
const MANY: usize = 36;

/// Cells of one size.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The pixels of each cell, row by row.
    pub(super) cells: Vec<Vec<Pixel>>,
    quartiles: OnceLock<Quartiles>,
}

impl Stack {
    /// All cells scaled to the median of their sizes, within the limits above. None when any cell is empty.
    pub(super) fn new(tiles: &[RgbImage]) -> Option<Stack> {
        let middle = |side: fn(&RgbImage) -> u32| {
            let mut sides: Vec<u32> = tiles.iter().map(side).collect();
            sides.sort_unstable();
            sides.get(sides.len() / 2).copied().filter(|_| sides[0] > 0)
        };
        let (width, height) = (middle(RgbImage::width)? as f32, middle(RgbImage::height)? as f32);
        let longer = width.max(height);
        let most = LARGEST[usize::from(tiles.len() >= MANY)];
        let scale = longer.clamp(SMALLEST, most) / longer;
        let size = [width, height].map(|side| ((side * scale).round() as u32).max(8));
        let cells = tiles.iter().map(|tile| scaled(tile, size)).collect();
        Some(Stack { width: size[0] as usize, height: size[1] as usize, cells, quartiles: OnceLock::new() })
    }

    /// Some of the cells.
    pub(super) fn of(&self, indices: impl Iterator<Item = usize>) -> Stack {
        let cells = indices.map(|index| self.cells[index].clone()).collect();
        Stack { cells, quartiles: OnceLock::new(), ..*self }
    }

    /// What the cells have in common.
    pub(super) fn quartiles(&self) -> &Quartiles {
        self.quartiles.get_or_init(|| Quartiles::of(&self.cells))
    }

    /// The pixels of a cell well inside it, every second one of every second row.
    pub(super) fn inside<'a, T>(&self, pixels: &'a [T]) -> impl Iterator<Item = &'a T> + use<'a, T> {
        let (width, across, down) = (self.width, self.width / 10, self.height / 10);
        let rows = (down..self.height - down).step_by(2);
        rows.flat_map(move |y| pixels[y * width + across..(y + 1) * width - across].iter().step_by(2))
    }
}

fn scaled(tile: &RgbImage, [width, height]: [u32; 2]) -> Vec<Pixel> {
    let pixels = |tile: &RgbImage| tile.as_raw().as_chunks::<3>().0.to_vec();
    if tile.dimensions() == (width, height) { pixels(tile) } else { pixels(&resized(tile, width, height)) }
}
