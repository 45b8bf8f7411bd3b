//! What pieces make in photographs of a screen, where light changes from place to place and nothing is quite plain.

use image::RgbImage;

use super::super::CONFIDENT;
use super::Reader;
use super::assembled::{IN_DOUBT, LOOK};
use super::interpretation::Interpretation;
use super::memory::Question;
use crate::puzzle::Size;
use crate::resize::Window;
use crate::vision::Fidelity;
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
/// So is one that spreads so many levels: of 178 photographs of real boards that were read right by their pieces, none did by more
/// than 12.4, and one by 15.6 that was a piece of a part of a board.
const PLAIN: f32 = 14.0;
/// What is nearest to a cell's sides, which is not looked at for how plain the cell is, as a share of it.
const RIM: f64 = 0.15;

impl Reader<'_> {
    /// Whether pieces on a photograph surely make something else than what a reference shows: plain ones in uneven light were given
    /// out wrongly by one in two of 324 drawn photographs.
    pub fn is_contradicted(&self, found: &Interpretation, question: &Question) -> bool {
        let is_asked = self.screenshot.fidelity == Fidelity::Photographed
            && found.reference.is_some()
            && found.confidence >= CONFIDENT;
        is_asked
            && self
                .by_assembly(&question.grid, question.lines, &self.cells(&question.grid))
                .is_some_and(|other| other.confidence >= CONFIDENT && !found.is_alike(&other.tiles))
    }

    /// What the pieces make once the light that falls on them from place to place is taken off, as what they make tells it, and the
    /// pieces without it: if that is sure then.
    pub fn put_together_in_one_light(
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

/// Whether the cell of the blank is by far not as plain as a blank is in a photograph, or as another cell.
pub(super) fn is_no_blank(cells: &[RgbImage], blank: usize) -> bool {
    let spreads: Vec<f32> = cells.iter().map(spread).collect();
    let least = spreads.iter().copied().fold(f32::INFINITY, f32::min);
    spreads[blank] > (PLAINER * least + CLEARLY).min(PLAIN)
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
    use image::{Rgb, imageops};

    use super::*;
    use crate::rect::Rect;
    use crate::resize::cropped;
    use crate::vision::recognise::Hints;
    use crate::vision::recognise::effort::Effort;
    use crate::vision::recognise::entrant::Lines;
    use crate::vision::{Grid, Screenshot};

    const SIDE: u32 = 60;

    /// A board of 3x3 cells of a picture, in each of them what `tiles` says and nothing for the last tile.
    fn board(tiles: [u32; 9]) -> RgbImage {
        let wave = |v: f32| (128.0 + 110.0 * v.sin()) as u8;
        let picture = RgbImage::from_fn(3 * SIDE, 3 * SIDE, |x, y| {
            let (x, y) = (x as f32, y as f32);
            Rgb([wave(x / 23.0 + y / 61.0), wave(y / 17.0 - x / 90.0), wave((x * x + y * y) / 9000.0)])
        });
        let mut board = RgbImage::new(3 * SIDE, 3 * SIDE);
        for (cell, &tile) in (0..).zip(&tiles).filter(|&(_, &tile)| tile != 8) {
            let piece = cropped(&picture, Rect::new(tile % 3 * SIDE, tile / 3 * SIDE, SIDE, SIDE));
            imageops::replace(&mut board, &piece, i64::from(cell % 3 * SIDE), i64::from(cell / 3 * SIDE));
        }
        board
    }

    #[test]
    fn what_a_reference_shows_is_doubted_in_photographs_where_the_pieces_make_something_else() {
        let pixels = board([3, 0, 1, 6, 4, 2, 7, 5, 8]);
        let read = |reference: [u32; 9], fidelity: Fidelity| {
            let screenshot = Screenshot { pixels: pixels.clone(), fidelity };
            let (references, hints) = ([board(reference)], Hints::default());
            let reader = Reader::new(&screenshot, &references, &hints, Effort::Full);
            let grid = Grid::even(Rect::new(0, 0, 3 * SIDE, 3 * SIDE), Size::new(3, 3).unwrap(), 0).unwrap();
            reader.interpret(&grid, Lines::Strong, true).unwrap().confidence
        };
        let (solved, other) = ([0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 0, 3, 4, 5, 6, 7, 8]);
        assert!(read(solved, Fidelity::Photographed) >= CONFIDENT);
        assert!(read(other, Fidelity::Exact) >= CONFIDENT);
        assert!(read(other, Fidelity::Photographed) < CONFIDENT);
    }

    #[test]
    fn a_blank_is_doubted_that_is_not_plain_or_much_less_so_than_another_cell_however_noisy() {
        let noise = |x: u32, y: u32| ((x * 7 + y * 13) % 9) as u8;
        let plain = RgbImage::from_fn(60, 60, |x, y| Rgb([30 + noise(x, y); 3]));
        let shaded = RgbImage::from_fn(60, 60, |x, y| Rgb([30 + noise(x, y) + (x / 6) as u8; 3]));
        let piece = RgbImage::from_fn(60, 60, |x, y| Rgb([if x > 20 && y < 40 { 220 } else { 30 + noise(x, y) }; 3]));
        let cells = [piece.clone(), plain, piece.clone(), shaded.clone()];
        assert!(is_no_blank(&cells, 0));
        assert!(!is_no_blank(&cells, 1));
        assert!(!is_no_blank(&cells, 3), "a blank may be lit from one side");
        assert!(is_no_blank(&[piece.clone(), piece.clone(), piece.clone()], 1), "none is plain");
        assert!(!is_no_blank(&[piece.clone(), shaded, piece], 1));
    }
}
