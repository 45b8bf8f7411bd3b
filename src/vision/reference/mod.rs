//! Which tile is in which cell, by the solved picture.
//!
//! Each cell of the screenshot and each cell of the reference is shrunk to a thumbnail; the tiles are given to the cells
//! one to one so that the differences are least in sum. Squared differences under such an assignment do not see a change
//! of brightness or contrast of the whole board, absolute ones are not led astray by what is printed on a few pixels of
//! each tile; both are tried and the clearer answer is kept. A reference cropped a little differently is moved until it
//! fits.
//!
//! The blank is the cell whose content fits no tile; its home is what remains. Where that is not clear, a legal
//! arrangement decides: moves make even permutations only.

mod align;
mod blank;
mod compare;
mod legal;

use image::RgbImage;

use super::Grid;
use super::thumbnails::Thumbnails;
use crate::resize::Window;
use compare::Measure;

/// What a board is according to a solved picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// For every cell the goal cell of what is in it, the blank included.
    pub tiles: Vec<usize>,
    /// The cell of the blank.
    pub blank: usize,
    /// How sure each cell's tile is, 0 to 1: by how much it beats the best legal arrangement with another tile there,
    /// against what tiles differ from their matches anyway.
    pub margins: Vec<f32>,
    /// For every cell the tile of that other arrangement.
    pub runners_up: Vec<usize>,
    /// Goal cells whose tiles cannot be told apart, in groups.
    pub identical: Vec<Vec<usize>>,
    /// How much better the tiles fit than strangers would, 0 to 1: low for another picture's board.
    pub fit: f32,
    /// The smallest margin, lowered where the fit is poor or the blank unsure.
    pub confidence: f32,
}

/// The side of a thumbnail in pixels.
const SIDE: usize = 16;
/// What is left out at each side of a cell, as a fraction of it: borders and bevels are not part of the picture.
const INSET: f64 = 0.05;

/// Matches the cells of `grid` in `screenshot` to the cells of `reference`, whose scale, light and crop may differ. The
/// blank's home is found unless it is given.
pub fn match_reference(screenshot: &RgbImage, grid: &Grid, reference: &RgbImage, blank_home: Option<usize>) -> Match {
    let windows: Vec<Window> = grid.cells.iter().map(|&cell| Window::from(cell).inset(INSET)).collect();
    let cells = Thumbnails::cut(screenshot, &windows, SIDE);
    let tiles = align::aligned_tiles(&cells, grid, reference);
    let [squared, absolute] =
        [Measure::Squared, Measure::Absolute].map(|measure| match_cells(&cells, &tiles, grid, measure, blank_home));
    if absolute.confidence > squared.confidence { absolute } else { squared }
}

fn match_cells(
    cells: &Thumbnails,
    tiles: &Thumbnails,
    grid: &Grid,
    measure: Measure,
    blank_home: Option<usize>,
) -> Match {
    let light = compare::same_light(cells, tiles, measure);
    let noise = compare::Noise::of(&light.costs, &light.assignment, measure);
    let blank = blank::find(&light.costs, &light.assignment, cells, grid.size, noise, blank_home);
    let alike = |a: usize, b: usize| compare::root_mean_square(tiles.get(a), tiles.get(b)) < compare::ALIKE;
    let settled = legal::margins(&blank.costs, &blank.arrangement, blank.cell, noise, alike);
    let fit = compare::fit(&light.costs, &blank.arrangement, blank.cell);
    let smallest = settled.margins.iter().copied().fold(1.0, f32::min);
    Match {
        tiles: blank.arrangement,
        blank: blank.cell,
        margins: settled.margins,
        runners_up: settled.runners_up,
        identical: settled.identical,
        fit,
        confidence: smallest.min(blank.sureness).min(compare::trust(fit)),
    }
}
