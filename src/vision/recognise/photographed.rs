//! What pieces make in photographs of a screen, where light changes from place to place and nothing is quite plain.

use image::RgbImage;

use super::assembled::{IN_DOUBT, LOOK};
use super::reader::Reader;
use crate::puzzle::Size;
use crate::resize::Window;
use crate::vision::assemble::Assembly;
use crate::vision::thumbnails::Thumbnails;

/// How often light is taken off that falls on a board from place to place, the fewest cells that tell it, and how sure what is put
/// together without it must be: of 324 drawn photographs 261 are read right with this and 254 without, one wrongly either way.
const LIT: usize = 2;
const FEWEST: usize = 9;
const SURE_IN_ONE_LIGHT: f32 = 0.8;
/// The blank is doubted that spreads so many times farther, and so many levels more, than another cell does: a black one was taken
/// for a dark piece twice.
const PLAINER: f32 = 3.0;
const CLEARLY: f32 = 6.0;
/// What is nearest to a cell's sides, which is not looked at for how plain the cell is, as a share of it.
const RIM: f64 = 0.15;

impl Reader<'_> {
    /// What the pieces make once the light that falls on them from place to place is taken off, as what they make tells it, and the
    /// pieces without it: if that is sure then.
    pub(super) fn put_together_in_one_light(
        &self,
        first: &Assembly,
        size: Size,
        cells: &[RgbImage],
    ) -> Option<(Assembly, Vec<RgbImage>)> {
        if first.is_still || size.cells() < FEWEST {
            return None;
        }
        let mut best: Option<(Assembly, Vec<RgbImage>)> = None;
        for _ in 0..LIT {
            let (found, cells) = best.as_ref().map_or((first, cells), |(found, cells)| (found, cells));
            if found.confidence >= IN_DOUBT.end {
                break;
            }
            let Some(even) = found.in_one_light(cells, size) else { break };
            let Some(next) = self.put_together(size, &even).filter(|next| next.confidence >= found.confidence) else {
                break;
            };
            best = Some((next, even));
        }
        let (found, cells) = best?;
        let found = self.tested(found, size, &cells);
        (found.confidence >= SURE_IN_ONE_LIGHT).then_some((found, cells))
    }
}

/// Whether another cell is much plainer than that of the blank.
pub(super) fn another_is_plainer(cells: &[RgbImage], blank: usize) -> bool {
    let spreads: Vec<f32> = cells.iter().map(spread).collect();
    let least = spreads.iter().copied().fold(f32::INFINITY, f32::min);
    spreads[blank] > PLAINER * least + CLEARLY
}

/// How far what a cell shows is from its mean, in levels, however noisy it is.
fn spread(cell: &RgbImage) -> f32 {
    let window = Window::all(cell.width(), cell.height()).inset(RIM);
    let look = Thumbnails::cut(cell, &[window], LOOK).without_means();
    let values = look.get(0);
    (values.iter().map(|value| value * value).sum::<f32>() / values.len() as f32).sqrt()
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn a_blank_is_doubted_beside_a_cell_that_is_much_plainer_however_noisy() {
        let noise = |x: u32, y: u32| ((x * 7 + y * 13) % 9) as u8;
        let plain = RgbImage::from_fn(60, 60, |x, y| Rgb([30 + noise(x, y); 3]));
        let shaded = RgbImage::from_fn(60, 60, |x, y| Rgb([30 + noise(x, y) + (x / 6) as u8; 3]));
        let piece = RgbImage::from_fn(60, 60, |x, y| Rgb([if x > 20 && y < 40 { 220 } else { 30 + noise(x, y) }; 3]));
        let cells = [piece.clone(), plain, piece, shaded];
        assert!(another_is_plainer(&cells, 0));
        assert!(!another_is_plainer(&cells, 1));
        assert!(!another_is_plainer(&cells, 3), "a blank may be lit from one side");
    }
}
