//! Pieces put together, or matched, once more, cut a little elsewhere.
//!
//! Cells that lie a little beside the tiles show some of a frame or a gutter at their edges, which are all that pieces are put
//! together by. So what is not firm is looked at once more: it may be sure then, and what was sure may turn out to hang on the
//! cut.

use rayon::prelude::*;

use super::assembled::TESTED;
use super::contestant::{Contestant, FIRM};
use super::entrant::Entrant;
use super::reader::Reader;
use super::{CONFIDENT, Kind};
use crate::rect::Rect;
use crate::vision::Grid;

/// Those that are put together, or matched, more surely do not hang on where a side of the board is.
const STEADY: f32 = 0.8;
/// How far a side of the board is moved to see whether they do, in cells.
const MOVED: [f64; 4] = [-0.06, -0.03, 0.03, 0.06];
/// The confidence in another arrangement that shows that pieces put together do. A match shows it only where it is sure itself.
const CONTRARY: f32 = 0.4;

/// The best of all boards, read where the gutters are if it is surer so, and doubted if it shows something else there, or with a
/// side a little elsewhere. Cost: that of putting the pieces together, for boards that are not firm, and sixteen times that for
/// those that are not steady.
pub fn read_again(best: Contestant, entrants: &[Entrant], reader: &Reader) -> Contestant {
    let was = &best.interpretation;
    let is_firm = was.is_sure() && was.confidence >= FIRM;
    if is_firm || was.kind != Kind::Picture {
        return best;
    }
    let Some(entrant) = entrants.iter().find(|entrant| entrant.grid == best.grid) else { return best };
    if hangs_on_the_cut(&best, entrant, reader) {
        return best.doubted();
    }
    if was.reference.is_some() {
        return best;
    }
    match at_gutters(entrant, reader) {
        Some(moved) if !was.is_sure() && hangs_on_the_cut(&moved, entrant, reader) => best,
        Some(moved) if !was.is_sure() && moved.interpretation.is_sure() => moved,
        Some(moved) if was.is_sure() && moved.interpretation.tiles != was.tiles => best.doubted(),
        Some(moved) if was.is_sure() && moved.interpretation.confidence > was.confidence => moved,
        _ => best,
    }
}

fn at_gutters(entrant: &Entrant, reader: &Reader) -> Option<Contestant> {
    let grid = reader.at_gutters(&entrant.grid)?;
    Contestant::of(&Entrant { grid, ..*entrant }, reader, true)
}

/// Whether pieces that were not quite surely put together, or matched, are so otherwise if a side of the board is moved a
/// little.
fn hangs_on_the_cut(best: &Contestant, entrant: &Entrant, reader: &Reader) -> bool {
    let was = &best.interpretation;
    if !was.is_sure() || was.confidence >= STEADY || best.grid.size.cells() > TESTED || reader.hints.is_exact() {
        return false;
    }
    let contrary = if was.reference.is_some() { CONFIDENT } else { CONTRARY };
    let otherwise = |grid: &Grid| match was.reference {
        Some(_) => reader.by_reference(grid, entrant.lines).filter(|other| !was.is_alike(&other.tiles)),
        None => reader.by_assembly_unlike(was, grid, entrant.lines),
    };
    let is_contrary = |grid: Grid| {
        let other = otherwise(&grid);
        let other = other.map(|other| Contestant::new(&Entrant { grid, ..*entrant }, other, reader.hints));
        other.is_some_and(|other| other.interpretation.confidence > contrary)
    };
    let (width, height) = reader.screenshot.pixels.dimensions();
    recuts(&best.grid, Rect::new(0, 0, width, height)).into_par_iter().any(is_contrary)
}

/// A grid with one of its sides moved a little, as far as it stays on the screen.
fn recuts(grid: &Grid, screen: Rect) -> Vec<Grid> {
    let Rect { x, y, width, height } = grid.region;
    let pixels = |share: f64, length: u32, parts: usize| {
        let moved = share * f64::from(length) / parts as f64;
        (moved.abs().max(1.0) * moved.signum()).round() as i32
    };
    let moved = MOVED.iter().flat_map(|&share| {
        let (across, down) = (pixels(share, width, grid.size.columns()), pixels(share, height, grid.size.rows()));
        let longer = |length: u32, by: i32| length.saturating_add_signed(by);
        [
            Some(Rect::new(x, y, longer(width, across), height)),
            Some(Rect::new(x, y, width, longer(height, down))),
            x.checked_add_signed(-across).map(|x| Rect::new(x, y, longer(width, across), height)),
            y.checked_add_signed(-down).map(|y| Rect::new(x, y, width, longer(height, down))),
        ]
    });
    let is_on_screen = |region: &Rect| region.right() <= screen.right() && region.bottom() <= screen.bottom();
    moved.flatten().filter(is_on_screen).map(|region| grid.stretched_onto(region)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Size;

    #[test]
    fn every_side_is_moved_either_way_as_far_as_the_screen_goes() {
        let grid = Grid::even(Rect::new(50, 0, 300, 300), Size::new(3, 3).unwrap(), 0).unwrap();
        let regions = |screen: Rect| -> Vec<Rect> { recuts(&grid, screen).iter().map(|grid| grid.region).collect() };
        let wide = regions(Rect::new(0, 0, 400, 400));
        assert_eq!(wide.len(), 14, "the upper side is at the screen's");
        for region in [Rect::new(44, 0, 306, 300), Rect::new(53, 0, 297, 300), Rect::new(50, 6, 300, 294)] {
            assert!(wide.contains(&region), "{region:?}");
        }
        assert!(wide.contains(&Rect::new(50, 0, 306, 300)) && wide.contains(&Rect::new(50, 0, 300, 297)));
        assert_eq!(regions(Rect::new(0, 0, 350, 400)).len(), 12, "so is the right one");
    }
}
