//! The reading that must come of a drawn screenshot.

use crate::render::scene::{Drawn, Scene, Tiles};
use crate::vision::{Grid, Kind, Reading};

/// The reading that must come of `drawn`, the drawing of `scene`: sure of everything.
pub fn expected(scene: &Scene, drawn: &Drawn) -> Reading {
    let grid = Grid { size: scene.tiles.size, region: drawn.region, cells: drawn.cells.clone() };
    let kind = if scene.face.is_picture() { Kind::Picture } else { Kind::Numbers };
    let mut reading = Reading::certain(&grid, kind, scene.tiles.goal_cells.clone(), scene.tiles.blank);
    reading.identical = drawn.identical.clone();
    reading.numbers = (kind == Kind::Numbers).then(|| shown(&scene.tiles)).flatten();
    reading
}

/// What the tiles show by goal cell, where that is not counted along them.
fn shown(tiles: &Tiles) -> Option<Vec<u16>> {
    let home = tiles.goal_cells[tiles.blank];
    let on_tiles = (0..tiles.numbers.len()).filter(|&cell| cell != home).map(|cell| tiles.numbers[cell]);
    let absent = tiles.numbers.len() as u16;
    let is_counted = on_tiles.clone().is_sorted();
    let number = |cell: usize| if cell == home { absent } else { tiles.numbers[cell] };
    (!is_counted).then(|| (0..tiles.numbers.len()).map(number).collect())
}
