//! What a grid says of another: that it is its rival, a part of it, or outdone or contradicted by it.

use super::super::cells::interpretation::Interpretation;
use super::super::entrant::{Entrant, Lines, are_different, is_elsewhere, is_part, is_within_stronger};
use super::contestant::Contestant;
use crate::rect::Rect;
use crate::vision::{Grid, Kind};

/// How close by its score another grid must come to be a rival.
pub const CLOSE: f32 = 0.9;
/// Two grids are over the same board if they share so much.
const SAME: f32 = 0.6;
/// How likely a part must be, as a share of the whole, where what the whole shows fits as well or nearly so.
const NEARLY: f32 = 0.75;
const FITTING: f32 = 0.67;
/// A grid whose pieces fit not even half as well says nothing against another a little off.
const HALF: f32 = 0.5;
/// The least share of a likelier part's support that a whole has in which pieces are put together though the part is in doubt: it is
/// not contradicted if they come from beyond the part.
const WHOLLY: f32 = 0.5;
/// The least confidence in another arrangement that contradicts one, and how many times better its pieces fit that contradict one
/// anyhow: of 737 real boards, clean and compressed, that were put together one did so and was wrong, the others by 1.22 at most.
const CONTRARY: f32 = 0.1;
const MUCH_BETTER: f32 = 1.5;

impl Contestant {
    /// Whether another grid over the same part of the screenshot is about as likely, and not just a part of the board, nor the same
    /// to press.
    pub fn is_rivalled_by(&self, other: &Contestant) -> bool {
        let is_part = || (other.is_out_of_shape() || other.fits_loosely()) && is_part(&other.grid, &self.grid);
        are_different(&other.grid, &self.grid)
            && !self.is_apart(&other.grid)
            && other.score >= CLOSE * self.score
            && !is_part()
            && !self.says_the_same_as(other)
    }

    /// Whether by a reference this and another grid have the same tiles in cells of which each holds the middle of the other's.
    fn says_the_same_as<'a>(&'a self, other: &'a Contestant) -> bool {
        let cells = |of: &'a Contestant| Some(&of.interpretation.reference.as_ref()?.place.grid.cells);
        self.interpretation.tiles == other.interpretation.tiles
            && self.grid.size == other.grid.size
            && cells(self)
                .zip(cells(other))
                .is_some_and(|(own, others)| own.iter().zip(others).all(|(own, &other)| own.holds_middle_of(other)))
    }

    /// Whether another grid, for which its lines speak more, makes this one doubtful. Pieces that are only found to fit
    /// together are if the other is over about the same board and shows another arrangement that is likely, or fits much better,
    /// for a grid a little off may make pieces fit that do not belong together; or if it lacks a line of cells that stay where they
    /// are, which may be anything; or if it is a whole of which this is a part, its lines speak much more for it and its cells fit
    /// hardly less.
    pub fn is_contradicted_by(&self, other: &Contestant) -> bool {
        let (a, b) = (&self.grid, &other.grid);
        let is_same = a.size == b.size && shared(a.region, b.region) > SAME;
        let fits = |share: f32| other.interpretation.fit > share * self.interpretation.fit;
        let is_changed = other.interpretation.tiles != self.interpretation.tiles;
        let is_likely = other.interpretation.confidence >= CONTRARY && fits(HALF) || fits(MUCH_BETTER);
        let is_off = is_same && is_changed && is_likely || is_part(b, a) && !self.mixes_with(b);
        let is_whole = || self.support < NEARLY * other.support && fits(FITTING) && is_part(a, b);
        self.interpretation.kind == Kind::Picture
            && self.interpretation.reference.is_none()
            && other.support > self.support
            && (is_off || is_whole())
    }

    /// Whether the pieces of a whole of which this is a part are put together more surely, and fit better: where the last row is as pale
    /// as the page, the lines around the others are the strongest, and plain pieces of these fit anywhere.
    pub fn is_outdone_by(&self, whole: &Contestant) -> bool {
        let (own, other) = (&self.interpretation, &whole.interpretation);
        let is_put_together = |of: &Interpretation| of.kind == Kind::Picture && of.reference.is_none();
        is_put_together(own)
            && is_put_together(other)
            && other.is_sure()
            && other.confidence > own.confidence
            && other.fit > own.fit
            && whole.support > WHOLLY * self.support
            && is_part(&self.grid, &whole.grid)
    }

    /// Whether most of its tiles beyond a part of it are not home there, so that these cells are no page beside the board.
    fn mixes_with(&self, part: &Grid) -> bool {
        let Interpretation { tiles, blank, .. } = &self.interpretation;
        let is_beyond = |&cell: &usize| cell != *blank && !part.region.holds_middle_of(self.grid.cells[cell]);
        let beyond: Vec<usize> = (0..tiles.len()).filter(is_beyond).collect();
        2 * beyond.iter().filter(|&&cell| tiles[cell] == cell).count() < beyond.len()
    }

    /// Whether this, for which its lines speak more, leaves nothing to be found by assembling a grid with more lines of cells:
    /// it would mostly be contradicted, and there is no sure reading to rival.
    pub fn is_doubtful_part_of(&self, other: &Entrant) -> bool {
        !self.interpretation.is_sure() && self.support * WHOLLY > other.support && is_part(&self.grid, &other.grid)
    }

    /// Whether a grid leaves this one in doubt as a part of it, whatever is made of the other. By a reference a part of the
    /// board may be read as a board that shows a part of the reference, or all of it out of shape; or several tiles as one, where they
    /// differ in small signs only.
    pub fn is_part_by(&self, other: &Entrant) -> bool {
        match &self.interpretation.reference {
            None => is_within_stronger(&self.grid, self.support, other),
            Some(_) if other.support <= self.support => false,
            Some(_) => {
                let are_parted = other.lines == Lines::Strong && parts_cells(&other.grid, &self.grid);
                are_parted || self.is_out_of_shape() && is_part(&self.grid, &other.grid)
            }
        }
    }
}

/// Whether a grid parts each cell of another into as many.
fn parts_cells(finer: &Grid, grid: &Grid) -> bool {
    let (many, few) = ([finer.size.columns(), finer.size.rows()], [grid.size.columns(), grid.size.rows()]);
    let are_parts = finer.size != grid.size && (0..2).all(|side| many[side].is_multiple_of(few[side]));
    are_parts && !is_elsewhere(finer.region, grid.region, grid.size)
}

/// The common part of two regions, as a share of both together.
fn shared(a: Rect, b: Rect) -> f32 {
    let common = |a: (u32, u32), b: (u32, u32)| u64::from(a.1.min(b.1).saturating_sub(a.0.max(b.0)));
    let inner = common((a.x, a.right()), (b.x, b.right())) * common((a.y, a.bottom()), (b.y, b.bottom()));
    let area = |of: Rect| u64::from(of.width) * u64::from(of.height);
    inner as f32 / (area(a) + area(b) - inner).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::super::contestant::tests::referred;
    use super::*;
    use crate::puzzle::Size;
    use crate::vision::recognise::entrant::tests::grid;

    #[test]
    fn a_whole_that_is_half_as_likely_as_a_doubtful_part_is_put_together() {
        let is_left_out = |confidence: f32, support: f32| {
            let part = referred(grid(3, 2), 1.0, 1.0, 0.6);
            let part = Contestant { interpretation: Interpretation { confidence, ..part.interpretation }, ..part };
            part.is_doubtful_part_of(&Entrant { grid: grid(3, 3), support, lines: Lines::Clear })
        };
        assert!(!is_left_out(0.1, 0.32) && is_left_out(0.1, 0.28));
        assert!(!is_left_out(0.7, 0.28), "the part is sure");
    }

    #[test]
    fn a_whole_whose_pieces_fit_better_and_more_surely_outdoes_a_part() {
        let put_together = |rows: usize, confidence: f32, fit: f32, support: f32| {
            let read = referred(grid(3, rows), 1.0, 1.0, support);
            Contestant {
                interpretation: Interpretation { confidence, fit, reference: None, ..read.interpretation },
                ..read
            }
        };
        let part = put_together(2, 0.8, 0.7, 1.0);
        let is_outdone =
            |confidence: f32, fit: f32, support: f32| part.is_outdone_by(&put_together(3, confidence, fit, support));
        assert!(is_outdone(0.9, 0.8, 0.7));
        assert!(!is_outdone(0.7, 0.8, 0.7) && !is_outdone(0.9, 0.6, 0.7), "it is less sure, or fits less");
        assert!(!is_outdone(0.9, 0.8, 0.4), "its lines say much less");
        assert!(!put_together(3, 0.8, 0.7, 1.0).is_outdone_by(&put_together(2, 0.9, 0.8, 1.0)), "it is the part");
        assert!(!part.is_outdone_by(&referred(grid(3, 3), 1.0, 1.0, 1.0)), "a reference tells it");
    }

    #[test]
    fn a_part_of_a_likelier_grid_is_doubted_unless_it_shows_the_whole_reference_in_its_shape() {
        let is_doubted = |shown: f32, stretched: f32, support: f32| {
            let part = referred(grid(3, 2), shown, stretched, support);
            part.is_part_by(&Entrant { grid: grid(3, 3), support: 0.8, lines: Lines::Clear })
        };
        assert!(is_doubted(0.7, 1.0, 0.6) && is_doubted(1.0, 1.5, 0.6));
        assert!(!is_doubted(1.0, 1.0, 0.6));
        assert!(!is_doubted(1.0, 1.5, 0.9));
    }

    #[test]
    fn a_grid_rivals_another_only_if_something_else_is_to_be_pressed() {
        let best = referred(grid(3, 3), 1.0, 1.0, 1.0);
        let Rect { y, .. } = best.grid.region;
        let lower = |by: u32| {
            let region = Rect { y: y + by, ..best.grid.region };
            referred(Grid::even(region, best.grid.size, 0).unwrap(), 1.0, 1.0, 1.0)
        };
        assert!(are_different(&lower(8).grid, &best.grid) && !best.is_rivalled_by(&lower(8)));
        assert!(best.is_rivalled_by(&lower(20)), "its cells are others");
        let mut changed = lower(8);
        changed.interpretation.tiles.swap(0, 1);
        assert!(best.is_rivalled_by(&changed));
    }

    #[test]
    fn what_shows_the_reference_is_doubted_where_stronger_lines_part_its_cells() {
        let over = |columns: usize, rows: usize| {
            let size = Size::new(columns, rows).unwrap();
            Grid::even(Rect::new(10, 10, 240, 240), size, 0).unwrap()
        };
        let is_doubted = |columns: usize, support: f32, lines: Lines| {
            let read = referred(over(2, 2), 1.0, 1.0, 0.7);
            read.is_part_by(&Entrant { grid: over(columns, 2), support, lines })
        };
        assert!(is_doubted(4, 1.0, Lines::Strong));
        assert!(!is_doubted(3, 1.0, Lines::Strong), "they go through its tiles");
        assert!(!is_doubted(4, 1.0, Lines::Clear) && !is_doubted(4, 0.6, Lines::Strong), "they are weaker");
    }

    #[test]
    fn a_part_is_contradicted_by_a_likelier_whole_whose_pieces_fit_nearly_as_well() {
        let assembled = |columns: usize, fit: f32, support: f32| {
            let read = referred(grid(columns, 4), 1.0, 1.0, support);
            let interpretation = Interpretation { reference: None, fit, ..read.interpretation };
            Contestant { interpretation, ..read }
        };
        let is_contradicted =
            |fit: f32, support: f32| assembled(3, 0.98, 0.6).is_contradicted_by(&assembled(4, fit, support));
        assert!(is_contradicted(0.7, 1.0));
        assert!(!is_contradicted(0.5, 1.0), "its other cells show no piece of a picture");
        assert!(!is_contradicted(0.7, 0.7), "its lines hardly speak more for it");
    }

    #[test]
    fn a_whole_is_contradicted_by_a_likelier_part_only_if_its_further_tiles_stay_where_they_are() {
        let assembled = |columns: usize, tiles: Vec<usize>, support: f32| {
            let read = referred(grid(columns, 4), 1.0, 1.0, support);
            let interpretation = Interpretation { reference: None, tiles, ..read.interpretation };
            Contestant { interpretation, ..read }
        };
        let part = assembled(3, (0..12).collect(), 1.0);
        let is_contradicted = |tiles: Vec<usize>| assembled(4, tiles, 0.8).is_contradicted_by(&part);
        assert!(is_contradicted((0..16).collect()));
        assert!(is_contradicted(vec![1, 0, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]), "the last column stays");
        assert!(!is_contradicted(vec![3, 0, 2, 1, 7, 4, 6, 5, 8, 9, 10, 11, 12, 13, 14, 15]), "pieces come from there");
    }

    #[test]
    fn a_reading_is_contradicted_by_another_of_its_board_whose_pieces_fit_half_as_well() {
        let assembled = |tiles: Vec<usize>, fit: f32, support: f32| {
            let read = referred(grid(3, 3), 1.0, 1.0, support);
            let interpretation = Interpretation { reference: None, tiles, fit, ..read.interpretation };
            Contestant { interpretation, ..read }
        };
        let read = assembled((0..9).collect(), 0.9, 0.8);
        let other = |fit: f32| assembled((0..9).rev().collect(), fit, 1.0);
        assert!(read.is_contradicted_by(&other(0.5)) && !read.is_contradicted_by(&other(0.4)));
        let mut unlikely = other(0.9);
        unlikely.interpretation.confidence = 0.05;
        assert!(!read.is_contradicted_by(&unlikely), "nothing speaks for the other");
        assert!(assembled((0..9).collect(), 0.5, 0.8).is_contradicted_by(&unlikely), "its pieces fit much better");
    }
}
