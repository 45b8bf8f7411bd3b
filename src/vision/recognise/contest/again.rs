//! Pieces put together, or matched, once more, cut a little elsewhere.
//!
//! Cells that lie a little beside the tiles show some of a frame or a gutter at their edges, which are all that pieces are put
//! together by. So what is not firm is looked at once more: it may be sure then, and what was sure may turn out to hang on the
//! cut. Numbers in doubt are read once more from cells that are changed.

use rayon::prelude::*;

use super::super::CONFIDENT;
use super::super::cells::Reader;
use super::super::cells::assembled::{TESTED, bare_cell};
use super::super::cells::framed::within_frames;
use super::super::cells::interpretation::Interpretation;
use super::super::entrant::Entrant;
use super::contestant::{Contestant, FIRM};
use crate::rect::Rect;
use crate::vision::{Grid, Kind};

/// Those that are put together, or matched, more surely do not hang on where a side of the board is.
const STEADY: f32 = 0.8;
/// How far a side of the board is moved to see whether they do, in cells.
const MOVED: [f64; 4] = [-0.06, -0.03, 0.03, 0.06];
/// The confidence in another arrangement that shows that pieces put together do. A match shows it only where it is sure itself.
const CONTRARY: f32 = 0.4;
/// How well numbers must fit that are read again from changed cells.
const LIKELY: f32 = 0.4;
/// How much longer or shorter than wide cells may be that are made square, and the least confidence in what they show then: of 18
/// boards, real and drawn, with less than this, 6 were wrong, of 6 with more none.
const NEARLY_SQUARE: f64 = 0.03;
const SQUARE: f32 = 0.9;

/// The best of all boards, read where the gutters are if it is surer so, and doubted if it shows something else there, or with a
/// side a little elsewhere. What is not sure then is read with square cells if it is sure so. Cost: that of putting the pieces
/// together, for boards that are not firm, sixteen times that for those that are not steady, and four times for those that are not
/// sure.
pub fn read_again(best: Contestant, entrants: &[Entrant], reader: &Reader) -> Contestant {
    let was = &best.interpretation;
    let is_firm = was.is_sure() && was.confidence >= FIRM;
    let Some(entrant) = entrants.iter().find(|entrant| entrant.grid == best.grid).filter(|_| !is_firm) else {
        return best;
    };
    if was.kind == Kind::Numbers {
        return changed(&best, entrant, reader).unwrap_or(best);
    }
    // Faint numbers were looked for at the gutters, too.
    let reader = &reader.of_pieces();
    let best = where_the_gutters_are(best, entrant, reader);
    let is_told = best.interpretation.is_sure() || best.interpretation.reference.is_some();
    match is_told || best.grid.size.cells() > TESTED || reader.hints.region.is_some() {
        true => best,
        false => with_square_cells(entrant, reader).unwrap_or(best),
    }
}

/// Numbers in doubt, if their cells, changed a little, show them surely.
fn changed(best: &Contestant, entrant: &Entrant, reader: &Reader) -> Option<Contestant> {
    let was = &best.interpretation;
    let is_likely = !was.is_sure() && was.fit >= LIKELY && was.flaw.is_none();
    let found = is_likely.then(|| reader.by_numbers_on_changed(was, &best.grid))??;
    Some(Contestant::new(entrant, found, reader.hints))
}

fn where_the_gutters_are(best: Contestant, entrant: &Entrant, reader: &Reader) -> Contestant {
    let was = &best.interpretation;
    if hangs_on_the_cut(&best, entrant, reader) {
        return best.doubted();
    }
    if was.reference.is_some() {
        return best;
    }
    match at_gutters(entrant, reader) {
        Some(moved) if !was.is_sure() && hangs_on_the_cut(&moved, entrant, reader) => best,
        Some(moved) if !was.is_sure() && moved.interpretation.is_sure() => moved,
        Some(moved) if was.is_sure() && moved.interpretation.blank != was.blank && is_bare(&best, reader) => best,
        Some(moved) if was.is_sure() && moved.interpretation.tiles != was.tiles => best.doubted(),
        Some(moved) if was.is_sure() && moved.interpretation.confidence > was.confidence => moved,
        _ => best,
    }
}

/// The board with its cells as wide as they are high, where they nearly are: if that makes one arrangement sure by two cuts, and no
/// other by any.
fn with_square_cells(entrant: &Entrant, reader: &Reader) -> Option<Contestant> {
    let (width, height) = reader.screenshot.pixels.dimensions();
    let cuts = squared(&entrant.grid, Rect::new(0, 0, width, height));
    let read = |grid: Grid| Contestant::of(&Entrant { grid, ..*entrant }, reader, true);
    let mut found: Vec<Contestant> = cuts.into_par_iter().filter_map(read).collect();
    found.sort_by(|a, b| b.interpretation.confidence.total_cmp(&a.interpretation.confidence));
    let (best, others) = found.split_first()?;
    let is_same = |other: &Contestant| other.interpretation.tiles == best.interpretation.tiles;
    let is_believed = best.interpretation.is_sure()
        && best.interpretation.confidence >= SQUARE
        && others.iter().any(is_same)
        && others.iter().all(|other| is_same(other) || other.interpretation.confidence < CONTRARY);
    is_believed.then(|| found.swap_remove(0))
}

/// A grid of nearly square cells with all of them square, as it can be with one of its sides moved.
fn squared(grid: &Grid, screen: Rect) -> Vec<Grid> {
    let Rect { x, y, width, height } = grid.region;
    let (columns, rows) = (grid.size.columns() as f64, grid.size.rows() as f64);
    let (across, down) = (f64::from(width) / columns, f64::from(height) / rows);
    if (across / down - 1.0).abs() > NEARLY_SQUARE {
        return Vec::new();
    }
    let (wide, high) = ((down * columns).round() as u32, (across * rows).round() as u32);
    let cuts = [
        Some(Rect::new(x, y, width, high)),
        (y + height).checked_sub(high).map(|y| Rect::new(x, y, width, high)),
        Some(Rect::new(x, y, wide, height)),
        (x + width).checked_sub(wide).map(|x| Rect::new(x, y, wide, height)),
    ];
    let is_cut = |region: &Rect| {
        *region != grid.region && region.right() <= screen.right() && region.bottom() <= screen.bottom()
    };
    cuts.into_iter().flatten().filter(is_cut).map(|region| grid.stretched_onto(region)).collect()
}

fn at_gutters(entrant: &Entrant, reader: &Reader) -> Option<Contestant> {
    let grid = reader.at_gutters(&entrant.grid)?;
    Contestant::of(&Entrant { grid, ..*entrant }, reader, true)
}

/// Whether pieces that were not quite surely put together, or matched, are so otherwise if a side of the board is moved a
/// little.
fn hangs_on_the_cut(best: &Contestant, entrant: &Entrant, reader: &Reader) -> bool {
    let was = &best.interpretation;
    if !was.is_sure() || was.confidence >= STEADY || best.grid.size.cells() > TESTED {
        return false;
    }
    let contrary = if was.reference.is_some() { CONFIDENT } else { CONTRARY };
    let otherwise = |grid: &Grid| match was.reference {
        Some(_) => reader.by_reference(grid, entrant.lines).filter(|other| !was.is_alike(&other.tiles)),
        None => reader.by_assembly_unlike(was, grid, entrant.lines),
    };
    let is_bare = is_bare(best, reader);
    let is_contrary = |grid: Grid| {
        let other = otherwise(&grid).filter(|other| !is_bare || other.blank == was.blank);
        let other = other.map(|other| Contestant::new(&Entrant { grid, ..*entrant }, other, reader.hints));
        other.is_some_and(|other| other.interpretation.confidence > contrary)
    };
    let (width, height) = reader.screenshot.pixels.dimensions();
    recuts(&best.grid, Rect::new(0, 0, width, height)).into_par_iter().any(is_contrary)
}

/// Whether the blank of what was put together is the only bare cell. Then nothing is said by what takes that for a piece.
fn is_bare(best: &Contestant, reader: &Reader) -> bool {
    let Interpretation { reference, blank, .. } = &best.interpretation;
    reference.is_none() && bare_cell(&within_frames(&reader.cells(&best.grid))) == Some(*blank)
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
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::puzzle::Size;
    use crate::vision::Screenshot;
    use crate::vision::digits::tests::numbered;
    use crate::vision::recognise::Hints;
    use crate::vision::recognise::effort::Effort;
    use crate::vision::recognise::entrant::Lines;
    use crate::vision::recognise::tests::{lay, waves};

    #[test]
    fn cells_that_are_nearly_square_are_made_so_with_either_side_where_it_was() {
        let regions = |region: Rect, screen: Rect| -> Vec<Rect> {
            let grid = Grid::even(region, Size::new(4, 3).unwrap(), 0).unwrap();
            squared(&grid, screen).iter().map(|grid| grid.region).collect()
        };
        let screen = Rect::new(0, 0, 500, 400);
        assert_eq!(
            regions(Rect::new(20, 30, 400, 297), screen),
            [(20, 30, 400, 300), (20, 27, 400, 300), (20, 30, 396, 297), (24, 30, 396, 297)]
                .map(|(x, y, width, height)| Rect::new(x, y, width, height))
        );
        assert_eq!(regions(Rect::new(20, 0, 400, 297), Rect::new(0, 0, 500, 297)).len(), 2, "there is no room");
        assert!(regions(Rect::new(20, 30, 400, 300), screen).is_empty(), "they are square");
        assert!(regions(Rect::new(20, 30, 400, 280), screen).is_empty(), "they are oblong");
    }

    #[test]
    fn what_is_read_with_square_cells_is_what_most_cuts_show() {
        let tiles = [1, 6, 2, 3, 0, 4, 10, 7, 8, 5, 15, 11, 12, 9, 13, 14];
        let mut pixels = RgbImage::from_pixel(360, 360, Rgb([225, 228, 235]));
        lay(&mut pixels, &waves(240), &tiles, 60, [60, 60]);
        let (screenshot, hints) = (Screenshot::exact(pixels), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let read = |y: u32, height: u32| {
            let grid = Grid::even(Rect::new(60, y, 240, height), Size::new(4, 4).unwrap(), 0).unwrap();
            with_square_cells(&Entrant { grid, support: 1.0, lines: Lines::Strong }, &reader)
        };
        for (y, height) in [(60, 243), (58, 242)] {
            let Contestant { grid, interpretation, .. } = read(y, height).unwrap();
            assert_eq!(interpretation.tiles, tiles.map(|tile| tile as usize));
            assert_eq!(grid.region.width, grid.region.height);
        }
        assert!(read(40, 242).is_none(), "cells elsewhere show no pieces");
    }

    #[test]
    fn numbers_in_doubt_are_read_once_more_from_changed_cells() {
        let mut pixels = RgbImage::from_pixel(260, 260, Rgb([70, 80, 90]));
        let numbers = [6, 5, 1, 2, 8, 7, 3, 4, 0];
        for (cell, number) in (0..).zip(numbers).filter(|&(_, number)| number > 0) {
            let tile = numbered(Some(number), 60, 0.5, [0.5, 0.5]);
            image::imageops::replace(&mut pixels, &tile, 34 + cell % 3 * 64, 34 + cell / 3 * 64);
        }
        let (screenshot, hints) = (Screenshot::exact(pixels), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let grid = Grid::even(Rect::new(32, 32, 192, 192), Size::new(3, 3).unwrap(), 4).unwrap();
        let entrant = Entrant { grid, support: 1.0, lines: Lines::Strong };
        let again = |fit: f32| {
            let mut best = Contestant::of(&entrant, &reader, true).unwrap();
            (best.interpretation.confidence, best.interpretation.fit) = (0.2, fit);
            read_again(best, std::slice::from_ref(&entrant), &reader).interpretation.confidence
        };
        assert!(again(0.6) >= CONFIDENT);
        assert_eq!(again(0.3), 0.2, "they hardly look like numbers");
    }

    #[test]
    fn what_takes_the_only_bare_cell_for_a_piece_says_nothing() {
        let tiles = [1, 6, 2, 3, 0, 4, 10, 7, 8, 5, 15, 11, 12, 9, 13, 14];
        let mut pixels = RgbImage::from_pixel(360, 360, Rgb([225, 228, 235]));
        lay(&mut pixels, &waves(240), &tiles, 60, [60, 60]);
        let (screenshot, hints) = (Screenshot::exact(pixels), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let grid = Grid::even(Rect::new(60, 60, 240, 240), Size::new(4, 4).unwrap(), 0).unwrap();
        let entrant = Entrant { grid, support: 1.0, lines: Lines::Strong };
        let mut best = Contestant::of(&entrant, &reader, true).unwrap();
        assert!(best.interpretation.blank == 10 && is_bare(&best, &reader));
        best.interpretation.blank = 9;
        assert!(!is_bare(&best, &reader), "that one is a piece");
    }

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
