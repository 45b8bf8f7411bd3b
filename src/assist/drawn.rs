//! The reading that must come of a drawn screenshot.

use crate::render::scene::{Drawn, Scene};
use crate::vision::{Grid, Kind, Reading};

/// The reading that must come of `drawn`, the drawing of `scene`: sure of everything.
pub fn expected(scene: &Scene, drawn: &Drawn) -> Reading {
    let grid = Grid { size: scene.tiles.size, region: drawn.region, cells: drawn.cells.clone() };
    let kind = if scene.face.is_picture() { Kind::Picture } else { Kind::Numbers };
    let mut reading = Reading::certain(&grid, kind, scene.tiles.goal_cells.clone(), scene.tiles.blank);
    reading.identical = drawn.identical.clone();
    reading
}
