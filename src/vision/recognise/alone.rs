//! A board that is shown alone: it ends where the picture does, and no line is seen there.
//!
//! By their lines, parts of such a board are as likely as all of it. But where the columns and rows of a grid, continued, end
//! with the picture on all four sides, that is hardly by chance. Where they do so on two sides only, as on a telephone, it may be:
//! such a board is tried first, and a part of it at one of these sides is not believed but for one with strong lines of its own.

use super::Recognised;
use super::contest::contestant::FIRM;
use super::entrant::{Entrant, Lines, are_different, is_part};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::{Grid, Kind, Reading};

/// So many of the likeliest grids are continued.
const CONTINUED: usize = 4;
/// The least share of a board's cells that a grid must have to tell of it, and the least pitch in pixels: shorter ones end near
/// the picture's sides by chance.
const TELLING: f64 = 0.3;
const LEAST_PITCH: f64 = 24.0;
/// A line of so many cells is still one without its ends.
const LONG: usize = 4;
/// How far from the picture's sides a board may end, as a share of its pitch, and so many pixels at least. Up to those it is
/// taken to end with the picture.
const NEAR: f64 = 0.08;
const LEAST_NEAR: f64 = 3.0;

/// The board that is all of a picture of `width` × `height` pixels, if one of the likeliest grids is that, or a part of it.
///
/// Grids that lines speak against do not tell: a photograph divides evenly into any number of cells. Nor is it all of the picture if
/// strong lines part most of that otherwise, as below the bar of a window.
pub fn whole(entrants: &[Entrant], width: u32, height: u32) -> Option<Grid> {
    let is_seen = |entrant: &&Entrant| entrant.lines > Lines::Against;
    let likeliest = || entrants.iter().take(CONTINUED).filter(is_seen);
    let board = likeliest().find_map(|entrant| continued(&entrant.grid, width, height))?;
    let area = |width: u32, height: u32| u64::from(width) * u64::from(height);
    let is_large = |region: Rect| 2 * area(region.width, region.height) >= area(width, height);
    let is_another =
        |seen: &Grid| is_large(seen.region) && continued(seen, width, height).is_none() && !is_part(seen, &board);
    let mut strong = likeliest().take_while(|seen| seen.lines == Lines::Strong);
    (!strong.any(|seen| is_another(&seen.grid))).then_some(board)
}

/// Whether what was read in all of a picture may be the board alone whose lines tell that it is all of it. If what these part are
/// tiles with a page beside them, pieces that are put together fit in cells of other sizes by chance, and a reference that shows
/// the page, too, in a column or row of cells that are all alike. The screenshot of a solved game shows all of the page, so that it
/// must be surer of cells of another size.
pub fn is_told(found: &Recognised, size: Size) -> bool {
    let is_matched = found.reference.is_some() || found.shown.is_some();
    let is_seen = found.reading.size() == Some(size);
    match found.reading.kind {
        Kind::Numbers | Kind::Text => true,
        Kind::Picture if is_matched => !has_page(&found.reading) && (is_seen || found.reading.confidence >= FIRM),
        Kind::Picture => is_seen,
    }
}

/// Whether the tiles of an outermost column or row are at home and all look the same, but for its ends if it is long: a shadow may
/// fall on these otherwise.
fn has_page(reading: &Reading) -> bool {
    let (columns, rows) = (reading.columns, reading.rows);
    let row = |row: usize| (0..columns).map(|column| row * columns + column).collect::<Vec<usize>>();
    let column = |column: usize| (0..rows).map(|row| row * columns + column).collect::<Vec<usize>>();
    let is_page = |line: Vec<usize>| {
        let alike = if line.len() >= LONG { &line[1..line.len() - 1] } else { &line };
        line.iter().all(|&cell| reading.tiles[cell] == cell)
            && reading.identical.iter().any(|group| alike.iter().all(|cell| group.contains(cell)))
    };
    [row(0), row(rows - 1), column(0), column(columns - 1)].into_iter().any(is_page)
}

/// The likeliest board from one side of a picture of `width` × `height` pixels to the other, as on a telephone, if a likelier
/// grid is a part of it.
pub fn from_side_to_side(entrants: &[Entrant], width: u32, height: u32) -> Option<Grid> {
    let spans = |region: Rect| ends_with(region, width, height).iter().filter(|ends| **ends == [true; 2]).count() == 1;
    let is_hidden = |&at: &usize| {
        let whole = &entrants[at];
        whole.lines > Lines::Against
            && spans(whole.grid.region)
            && entrants[..at].iter().any(|part| part.lines < Lines::Strong && is_part(&part.grid, &whole.grid))
    };
    (1..entrants.len()).find(is_hidden).map(|at| entrants[at].grid.clone())
}

/// Whether a part of such a board lies at one of the sides that this reaches.
pub fn is_at_one_end(part: &Grid, board: &Grid, width: u32, height: u32) -> bool {
    let ends = |of: &Grid| ends_with(of.region, width, height);
    is_part(part, board)
        && ends(board).iter().zip(ends(part)).any(|(board, [first, last])| *board == [true; 2] && first != last)
}

/// Whether a region ends with a picture of `width` × `height` pixels: left and right, above and below.
fn ends_with(region: Rect, width: u32, height: u32) -> [[bool; 2]; 2] {
    let is_near = |gap: u32| f64::from(gap) <= LEAST_NEAR;
    let ends = |from: u32, to: u32, limit: u32| [is_near(from), is_near(limit.saturating_sub(to))];
    [ends(region.x, region.right(), width), ends(region.y, region.bottom(), height)]
}

/// The grids that are no parts of the board. What spoke for a part speaks for it.
pub fn without_parts(entrants: Vec<Entrant>, board: &Grid) -> Vec<Entrant> {
    let is_cut = |entrant: &Entrant| entrant.lines < Lines::Strong && is_part(&entrant.grid, board);
    let (parts, mut entrants): (Vec<Entrant>, Vec<Entrant>) = entrants.into_iter().partition(is_cut);
    if let Some(at) = entrants.iter().position(|entrant| !are_different(&entrant.grid, board)) {
        let whole = entrants.remove(at);
        let support = parts.iter().map(|part| part.support).fold(whole.support, f32::max);
        let lines = parts.iter().map(|part| part.lines).fold(whole.lines, Lines::max);
        let place = entrants.iter().position(|other| other.support <= support).unwrap_or(entrants.len());
        entrants.insert(place, Entrant { support, lines, ..whole });
    }
    entrants
}

/// The grid with columns and rows added up to the sides of the picture, if it ends with that then.
fn continued(grid: &Grid, width: u32, height: u32) -> Option<Grid> {
    let (columns, rows) = (grid.size.columns(), grid.size.rows());
    let across = Line::of(grid.cells[0].x, grid.cells[columns - 1].x, columns, (grid.region.x, grid.region.right()));
    let last = grid.cells[grid.cells.len() - 1].y;
    let down = Line::of(grid.cells[0].y, last, rows, (grid.region.y, grid.region.bottom()));
    let ((x, wide, columns), (y, high, rows)) = (across.continued(width)?, down.continued(height)?);
    let size = Size::new(columns, rows).ok()?;
    let is_telling = grid.size.cells() as f64 >= TELLING * size.cells() as f64;
    is_telling.then(|| Grid::even(Rect::new(x, y, wide, high), size, 0).ok()).flatten()
}

/// The columns of a grid, or its rows.
struct Line {
    count: usize,
    pitch: f64,
    start: f64,
    end: f64,
}

impl Line {
    /// `first` and `last` say where the first and the last of them begin, `region` where they start and end.
    fn of(first: u32, last: u32, count: usize, region: (u32, u32)) -> Line {
        let pitch = f64::from(last.saturating_sub(first)) / (count - 1) as f64;
        Line { count, pitch, start: region.0.into(), end: region.1.into() }
    }

    /// Where it starts if continued up to both ends of a picture's side, how long it is then, and how many there are.
    fn continued(&self, limit: u32) -> Option<(u32, u32, usize)> {
        if self.pitch < LEAST_PITCH {
            return None;
        }
        let limit = f64::from(limit);
        let (before, after) = ((self.start / self.pitch).round(), ((limit - self.end) / self.pitch).round());
        let (start, end) = (self.start - before * self.pitch, self.end + after * self.pitch);
        let near = |gap: f64| gap.abs() <= LEAST_NEAR.max(NEAR * self.pitch);
        let with =
            |at: f64, side: f64| if (at - side).abs() <= LEAST_NEAR { side } else { at.clamp(0.0, limit).round() };
        let (from, to) = (with(start, 0.0), with(end, limit));
        let count = self.count + before as usize + after as usize;
        (near(start) && near(limit - end)).then_some((from as u32, (to - from) as u32, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(region: [u32; 4], columns: usize, rows: usize) -> Grid {
        let [x, y, width, height] = region;
        Grid::even(Rect::new(x, y, width, height), Size::new(columns, rows).unwrap(), 0).unwrap()
    }

    fn entrant(grid: Grid, support: f32, lines: Lines) -> Entrant {
        Entrant { grid, support, lines }
    }

    #[test]
    fn a_part_is_continued_to_a_board_that_ends_with_the_picture() {
        let with = |lines: Lines, part: Grid, width: u32, height: u32| {
            whole(&[entrant(part, 1.0, lines)], width, height).map(|board| (board.region, board.size.to_string()))
        };
        let whole = |part: Grid, width: u32, height: u32| with(Lines::Clear, part, width, height);
        let all = |width: u32, height: u32, size: &str| Some((Rect::new(0, 0, width, height), size.to_string()));
        assert_eq!(whole(grid([101, 100, 300, 299], 3, 3), 402, 400), all(402, 400, "4x4"));
        assert_eq!(whole(grid([1, 0, 399, 400], 4, 4), 400, 400), all(400, 400, "4x4"));
        assert_eq!(whole(grid([6, 105, 400, 300], 4, 3), 410, 410), Some((Rect::new(6, 5, 400, 400), "4x4".into())));
        assert_eq!(whole(grid([100, 100, 300, 300], 3, 3), 440, 400), None, "there is more to the right");
        assert_eq!(whole(grid([0, 0, 200, 200], 2, 2), 600, 600), None, "it is too small a part to tell");
        assert_eq!(whole(grid([20, 20, 60, 60], 3, 3), 100, 100), None, "its pitch is too short");
        assert_eq!(with(Lines::Against, grid([0, 0, 400, 400], 4, 4), 400, 400), None, "no line is seen of it");
    }

    #[test]
    fn strong_lines_below_a_bar_tell_that_no_board_is_all_of_the_picture() {
        let (below, all) =
            (|| grid([2, 20, 397, 379], 4, 4), || entrant(grid([0, 0, 400, 400], 4, 4), 0.5, Lines::Clear));
        let found = |first: Entrant| whole(&[first, all()], 400, 400).map(|board| board.region);
        assert_eq!(found(entrant(grid([2, 20, 397, 379], 4, 3), 1.0, Lines::Strong)), None);
        assert_eq!(found(entrant(below(), 1.0, Lines::Strong)), None);
        assert_eq!(found(entrant(below(), 1.0, Lines::Clear)), Some(Rect::new(0, 0, 400, 400)));
        assert!(found(entrant(grid([100, 100, 200, 200], 2, 2), 1.0, Lines::Strong)).is_some(), "it is a part");
    }

    #[test]
    fn pieces_that_fit_together_in_cells_of_another_size_are_not_the_board_alone() {
        let is_told = |kind: Kind, reference: Option<usize>, confidence: f32| {
            let reading = Reading::certain(&grid([0, 0, 900, 500], 3, 3), kind, (0..9).collect(), 8);
            let reading = Reading { confidence, ..reading };
            let found = Recognised { reading, reference, second: None, other: None, shown: None };
            [(9, 5), (3, 3)].map(|(columns, rows)| super::is_told(&found, Size::new(columns, rows).unwrap()))
        };
        assert_eq!(is_told(Kind::Picture, None, 1.0), [false, true]);
        assert_eq!(is_told(Kind::Picture, Some(0), 1.0), [true; 2], "a reference tells by itself");
        assert_eq!(is_told(Kind::Picture, Some(0), 0.9), [false, true], "if it is sure");
        assert_eq!(is_told(Kind::Numbers, None, 1.0), [true; 2], "and so do numbers");
        let page = |alike: &[usize]| {
            let reading = Reading::certain(&grid([0, 0, 300, 300], 3, 3), Kind::Picture, (0..9).collect(), 8);
            has_page(&Reading { identical: vec![alike.to_vec()], ..reading })
        };
        assert!(page(&[0, 1, 2]) && page(&[0, 3, 6]) && !page(&[3, 4, 5]) && !page(&[1, 2]));
    }

    #[test]
    fn a_board_from_one_side_to_the_other_is_found_behind_its_parts() {
        let board = || entrant(grid([0, 200, 399, 400], 4, 4), 0.4, Lines::Faint);
        let found = |entrants: &[Entrant]| from_side_to_side(entrants, 400, 800).map(|board| board.region);
        let part = |lines: Lines| entrant(grid([100, 200, 200, 400], 2, 4), 1.0, lines);
        assert_eq!(found(&[part(Lines::Clear), board()]), Some(Rect::new(0, 200, 399, 400)));
        assert_eq!(found(&[board(), part(Lines::Clear)]), None, "it comes first by itself");
        assert_eq!(found(&[part(Lines::Strong), board()]), None, "its lines leave no doubt");
        let unseen = Entrant { lines: Lines::Against, ..board() };
        assert_eq!(found(&[part(Lines::Clear), unseen]), None, "no line is seen of it");
        let other = entrant(grid([50, 200, 300, 400], 3, 4), 1.0, Lines::Clear);
        assert_eq!(found(&[other, board()]), None, "that is no part of it");
    }

    #[test]
    fn a_part_at_one_end_of_a_board_that_has_two_is_told_from_one_within() {
        let is_at_one_end = |x: u32, columns: usize, width: u32| {
            let part = grid([x, 200, columns as u32 * 100, 400], columns, 4);
            super::is_at_one_end(&part, &grid([0, 200, 400, 400], 4, 4), width, 800)
        };
        assert!(is_at_one_end(0, 3, 400) && is_at_one_end(200, 2, 400));
        assert!(!is_at_one_end(100, 2, 400), "it reaches neither side");
        assert!(!is_at_one_end(0, 3, 500), "nor does the board");
    }

    #[test]
    fn a_board_takes_the_place_of_its_parts() {
        let board = grid([0, 0, 400, 400], 4, 4);
        let entrants = || {
            vec![
                entrant(grid([100, 100, 300, 300], 3, 3), 1.0, Lines::Clear),
                entrant(grid([0, 0, 400, 400], 8, 8), 0.7, Lines::Faint),
                entrant(grid([1, 0, 399, 400], 4, 4), 0.4, Lines::Faint),
            ]
        };
        let left = without_parts(entrants(), &board);
        let kept: Vec<_> = left.iter().map(|left| (left.grid.size.columns(), left.support, left.lines)).collect();
        assert_eq!(kept, [(4, 1.0, Lines::Clear), (8, 0.7, Lines::Faint)]);
        let strong = Entrant { lines: Lines::Strong, ..entrants().remove(0) };
        assert_eq!(without_parts(vec![strong], &board).len(), 1, "its lines leave no doubt");
    }
}
