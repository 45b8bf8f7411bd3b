//! The cells of a board brought to one size, so that a pixel means the same place on each.

use std::sync::OnceLock;

use super::planes::Planes;
use super::quartile::Quartiles;
use crate::resize::resized;
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
    /// The pixels of each cell.
    pub(super) cells: Vec<Planes>,
    /// Those of each cell that are well inside it.
    pub(super) inner: Vec<Planes>,
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
        let (width, height) = (size[0] as usize, size[1] as usize);
        let cells: Vec<Planes> = tiles.iter().map(|tile| scaled(tile, size)).collect();
        let places = inside(width, height);
        let inner = cells.iter().map(|cell| cell.at(&places)).collect();
        Some(Stack { width, height, cells, inner, quartiles: OnceLock::new() })
    }

    /// Some of the cells.
    pub(super) fn of(&self, indices: impl Iterator<Item = usize>) -> Stack {
        let (cells, inner) = indices.map(|index| (self.cells[index].clone(), self.inner[index].clone())).unzip();
        Stack { cells, inner, quartiles: OnceLock::new(), ..*self }
    }

    /// What is well inside a look of all cells.
    pub(super) fn inside(&self, look: &Planes) -> Planes {
        look.at(&inside(self.width, self.height))
    }

    /// What the cells have in common.
    pub(super) fn quartiles(&self) -> &Quartiles {
        self.quartiles.get_or_init(|| Quartiles::of(&self.cells))
    }
}

/// The places well inside a cell: every second one of every second row.
fn inside(width: usize, height: usize) -> Vec<usize> {
    let (across, down) = (width / 10, height / 10);
    let rows = (down..height - down).step_by(2);
    rows.flat_map(|y| (y * width + across..(y + 1) * width - across).step_by(2)).collect()
}

fn scaled(tile: &RgbImage, [width, height]: [u32; 2]) -> Planes {
    let planes = |tile: &RgbImage| Planes::of(tile.as_raw().as_chunks::<3>().0);
    if tile.dimensions() == (width, height) { planes(tile) } else { planes(&resized(tile, width, height)) }
}
