//! A line at one end of a grid that is no part of the board: a bar of the page, as high as a row of tiles.
//!
//! Pieces of a bar fit each other and nothing else, so that they are put together in a line of their own, in which the picture of the
//! tiles does not go on.

use std::collections::HashSet;

use super::super::cells::Reader;
use super::super::cells::framed::within_frames;
use super::super::cells::interpretation::Interpretation;
use super::super::entrant::{Entrant, are_different};
use super::again::read_again;
use super::contestant::Contestant;
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::assemble::Pieces;
use crate::vision::locate::is_bar;
use crate::vision::{Grid, Kind};

/// The least cells of a line that are not put together in one by chance.
const TELLING: usize = 3;
/// How likely the picture goes on in the line at least if that is a part of it. Of 644 edges of 161 real boards that were read right
/// all had 0.097 and more, but those of two with pieces in frames; bars had less than 0.001.
const FOLLOWED: f32 = 0.05;

/// The board without the line that is set apart, if there is one and the rest can surely be read by itself, or has no blank; in doubt
/// if it cannot, or if the line is home and parted like the others, as those are that players do first. Whoever says where the
/// board is or how large means the line as well. Cost: that of comparing the tiles where a line is put together from one, and of
/// putting the rest together where that is set apart.
pub fn without_set_apart(best: Contestant, entrants: &[Entrant], reader: &Reader) -> Contestant {
    let Interpretation { kind, reference, tiles, .. } = &best.interpretation;
    let is_told = reader.hints.size.is_some() || reader.hints.region.is_some();
    if *kind != Kind::Picture || reference.is_some() || is_told || !best.interpretation.is_sure() {
        return best;
    }
    let Some(entrant) = entrants.iter().find(|entrant| !are_different(&entrant.grid, &best.grid)) else { return best };
    let Some(end) = ENDS.into_iter().find(|&end| is_set_apart(&best, end, reader)) else { return best };
    let Some(grid) = without(&best.grid, end) else { return best };
    let is_home = end.line(best.grid.size).iter().all(|&[cell, _]| tiles[cell] == cell);
    let is_told_apart = !is_home || is_bar(&reader.screenshot.pixels, &grid, &best.grid);
    let entrant = Entrant { grid, ..*entrant };
    let rest = is_told_apart.then(|| Contestant::of(&entrant, reader, true)).flatten();
    let rest = rest.map(|rest| read_again(rest, &[entrant], reader));
    let is_read = |rest: &Contestant| rest.interpretation.is_sure() || rest.interpretation.flaw.is_some();
    rest.filter(is_read).unwrap_or_else(|| best.doubted())
}

/// An end of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Left,
    Right,
    Top,
    Bottom,
}

const ENDS: [End; 4] = [End::Left, End::Right, End::Top, End::Bottom];

impl End {
    fn opposite(self) -> End {
        match self {
            End::Left => End::Right,
            End::Right => End::Left,
            End::Top => End::Bottom,
            End::Bottom => End::Top,
        }
    }

    /// The cells of a board's line there, and beside each the next one inside.
    fn line(self, size: Size) -> Vec<[usize; 2]> {
        let (columns, cells) = (size.columns(), size.cells());
        match self {
            End::Left => (0..cells).step_by(columns).map(|cell| [cell, cell + 1]).collect(),
            End::Right => (columns - 1..cells).step_by(columns).map(|cell| [cell, cell - 1]).collect(),
            End::Top => (0..columns).map(|cell| [cell, cell + columns]).collect(),
            End::Bottom => (cells - columns..cells).map(|cell| [cell, cell - columns]).collect(),
        }
    }
}

/// Whether what stands in the line at one end is put together in one, there or at the other end, where the picture does not go on from
/// it, while most of the rest is not home.
fn is_set_apart(best: &Contestant, end: End, reader: &Reader) -> bool {
    let (Interpretation { tiles, blank, .. }, size) = (&best.interpretation, best.grid.size);
    let own: HashSet<usize> = end.line(size).iter().map(|[cell, _]| *cell).collect();
    let goals: HashSet<usize> = own.iter().map(|&cell| tiles[cell]).collect();
    let is_of = |home: &End| home.line(size).iter().all(|[goal, _]| goals.contains(goal));
    let Some(home) = [end, end.opposite()].into_iter().find(is_of) else { return false };
    let rest = (0..tiles.len()).filter(|cell| !own.contains(cell));
    let away = rest.filter(|&cell| tiles[cell] != cell).count();
    if own.len() < TELLING || 2 * away < tiles.len() - own.len() {
        return false;
    }
    let cells = reader.cells(&best.grid);
    let Ok(pieces) = Pieces::measure(&within_frames(&cells), size, reader.screenshot.fidelity) else { return false };
    let holder = |goal: usize| tiles.iter().position(|&tile| tile == goal).filter(|cell| cell != blank);
    let in_order = |[outer, inner]: [usize; 2]| match home {
        End::Left | End::Top => (outer, inner),
        End::Right | End::Bottom => (inner, outer),
    };
    let across = |&[outer, inner]: &[usize; 2]| Some(in_order([holder(outer)?, holder(inner)?]));
    let pairs: Vec<(usize, usize)> = home.line(size).iter().filter_map(across).collect();
    pieces.likelihood(&pairs, matches!(home, End::Left | End::Right)) < FOLLOWED
}

/// A grid without the line at one end; `None` where nothing else would be left.
fn without(grid: &Grid, end: End) -> Option<Grid> {
    let line = end.line(grid.size);
    let is_column = matches!(end, End::Left | End::Right);
    let size =
        Size::new(grid.size.columns() - usize::from(is_column), grid.size.rows() - usize::from(!is_column)).ok()?;
    let cells = (0..grid.cells.len()).filter(|cell| line.iter().all(|[outer, _]| outer != cell));
    let Rect { x, y, width, height } = grid.region;
    let [outer, inner] = line[0].map(|cell| grid.cells[cell]);
    let region = match end {
        End::Left => {
            let left = outer.right().midpoint(inner.x);
            Rect::new(left, y, x + width - left, height)
        }
        End::Right => Rect::new(x, y, inner.right().midpoint(outer.x) - x, height),
        End::Top => {
            let top = outer.bottom().midpoint(inner.y);
            Rect::new(x, top, width, y + height - top)
        }
        End::Bottom => Rect::new(x, y, width, inner.bottom().midpoint(outer.y) - y),
    };
    Some(Grid { size, region, cells: cells.map(|cell| grid.cells[cell]).collect() })
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, imageops};

    use super::super::contestant::tests::referred;
    use super::*;
    use crate::vision::Screenshot;
    use crate::vision::recognise::Hints;
    use crate::vision::recognise::effort::Effort;
    use crate::vision::recognise::entrant::Lines;
    use crate::vision::recognise::tests::{lay, waves};

    /// Three rows in disorder, the blank among them.
    const REST: [usize; 12] = [9, 8, 15, 12, 6, 10, 11, 5, 4, 13, 14, 7];

    /// What a grid of four columns and rows becomes whose first row is read as `first` and shows a bar, or tiles of the same picture.
    fn read(first: [usize; 4], rest: [usize; 12], is_bar: bool) -> (usize, bool) {
        let tiles: Vec<usize> = first.into_iter().chain(rest).collect();
        let mut pixels = RgbImage::from_pixel(320, 320, Rgb([225, 228, 235]));
        let laid: Vec<u32> = tiles.iter().map(|&tile| tile as u32).collect();
        lay(&mut pixels, &waves(240), &laid, 60, [40, 40]);
        if is_bar {
            let bar = RgbImage::from_fn(240, 60, |x, y| Rgb([if (x / 7 + y / 9) % 2 == 0 { 50 } else { 44 }; 3]));
            imageops::replace(&mut pixels, &bar, 40, 40);
        }
        let grid = Grid::even(Rect::new(40, 40, 240, 240), Size::new(4, 4).unwrap(), 0).unwrap();
        let entrant = Entrant { grid: grid.clone(), support: 1.0, lines: Lines::Strong };
        let best = referred(grid, 1.0, 1.0, 1.0);
        let blank = tiles.iter().position(|&tile| tile == 15).unwrap();
        let interpretation = Interpretation { reference: None, tiles, blank, confidence: 0.9, ..best.interpretation };
        let (screenshot, hints) = (Screenshot::exact(pixels), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let found = without_set_apart(Contestant { interpretation, ..best }, &[entrant], &reader);
        (found.grid.size.rows(), found.interpretation.is_sure())
    }

    #[test]
    fn a_bar_in_a_line_of_its_own_is_no_part_of_the_board() {
        assert_eq!(read([1, 0, 3, 2], REST, true), (3, true));
        assert_eq!(read([0, 1, 2, 3], REST, true), (3, true));
        assert_eq!(read([1, 0, 3, 2], REST, false), (4, true), "the picture goes on in the second row");
        assert_eq!(read([0, 1, 2, 3], REST, false), (4, true), "players do the first row first");
    }

    #[test]
    fn without_a_bar_that_stood_for_the_blank_no_board_is_read() {
        assert_eq!(read([15, 12, 13, 14], [9, 8, 3, 0, 6, 10, 11, 5, 4, 1, 2, 7], true), (3, false));
    }

    #[test]
    fn what_is_left_begins_where_the_line_ended() {
        let grid = Grid::even(Rect::new(20, 30, 200, 150), Size::new(5, 3).unwrap(), 4).unwrap();
        let left = |end: End| without(&grid, end).map(|rest| (rest.region, rest.size.to_string(), rest.cells[0]));
        let first = grid.cells[0];
        assert_eq!(left(End::Left), Some((Rect::new(60, 30, 160, 150), "4x3".to_string(), grid.cells[1])));
        assert_eq!(left(End::Right), Some((Rect::new(20, 30, 160, 150), "4x3".to_string(), first)));
        assert_eq!(left(End::Top), Some((Rect::new(20, 80, 200, 100), "5x2".to_string(), grid.cells[5])));
        assert_eq!(left(End::Bottom), Some((Rect::new(20, 30, 200, 100), "5x2".to_string(), first)));
    }
}
