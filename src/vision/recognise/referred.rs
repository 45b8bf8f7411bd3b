//! What is in the cells of a grid by a solved picture.

use super::entrant::Lines;
use super::interpretation::{Flaw, Interpretation, Referred};
use super::reader::Reader;
use super::{Kind, doubts};
use crate::rect::Rect;
use crate::vision::Grid;
use crate::vision::reference::{Match, match_reference};

/// How far the pitch may be off of cells that strong lines part: tiles that fit better under another show too little for it.
const STRAYED: f32 = 0.045;
/// The most confidence there is where the cells may not be the board's own.
const CUT: f32 = 0.2;
/// A match that is surer is not looked at once more.
const FIRM: f32 = 0.8;
/// Cells that fit less do not show the reference, wherever they just are.
const SHOWING: f32 = 0.5;

impl Reader<'_> {
    /// What the likeliest of the references says. Where that is not quite sure, though the cells show it, they may lie a little
    /// beside the tiles; so they are put where the gutters are, and what is surer then is kept.
    pub(super) fn by_reference(&self, grid: &Grid, lines: Lines) -> Option<Interpretation> {
        let found = self.matched(grid, lines)?;
        if found.is_sure() && found.confidence >= FIRM || found.fit < SHOWING {
            return Some(found);
        }
        let other = self.at_gutters(grid).and_then(|moved| self.matched(&moved, lines));
        let is_surer =
            |other: &Interpretation| other.is_sure() && !(found.is_sure() && found.confidence >= other.confidence);
        other.filter(is_surer).or(Some(found))
    }

    fn matched(&self, grid: &Grid, lines: Lines) -> Option<Interpretation> {
        let matches = self.references.iter().enumerate().map(|(index, reference)| {
            (index, match_reference(&self.screenshot.pixels, grid, reference, self.hints.blank_home))
        });
        let worth = |found: &Match| found.confidence * found.fit;
        let (index, (found, mut place)) =
            matches.reduce(|best, other| if worth(&other.1.0) > worth(&best.1.0) { other } else { best })?;
        if lines == Lines::Strong && has_strayed(place.grid.region, grid.region) {
            place.grid = grid.clone();
        }
        let most = if found.is_cut_across && lines < Lines::Strong { CUT } else { 1.0 };
        let interpretation = Interpretation {
            kind: Kind::Picture,
            doubts: doubts(&found.tiles, &found.margins, &found.runners_up),
            tiles: found.tiles,
            blank: found.blank,
            confidence: found.confidence.min(most),
            fit: found.fit,
            identical: found.identical,
            reference: Some(Referred { index, place }),
            strange: found.strange,
            flaw: None,
        };
        let is_whole = found.is_whole && self.hints.blank_home.is_none();
        Some(if is_whole { interpretation.with_flaw(Flaw::NoBlank) } else { interpretation })
    }
}

/// Whether cells are much longer or shorter, either way, than they were before being moved.
fn has_strayed(moved: Rect, region: Rect) -> bool {
    let is_far = |is: u32, was: u32| (is as f32 / was as f32 - 1.0).abs() > STRAYED;
    is_far(moved.width, region.width) || is_far(moved.height, region.height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stray_where_they_grow_or_shrink_much_and_not_where_they_move() {
        let strays =
            |width: u32, height: u32| has_strayed(Rect::new(90, 110, width, height), Rect::new(100, 100, 400, 300));
        assert!(!strays(400, 300) && !strays(413, 291));
        assert!(strays(378, 300) && strays(400, 318));
    }
}
