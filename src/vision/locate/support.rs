//! What every single cell of a lattice shows of its own borders.

use std::ops::Range;

use super::evidence::{EdgeMap, Edges};
use super::profile::LEVEL;
use super::ruler::{Lattice, Ruler};

/// No piece of border counts for more than this, or for less than nothing by more than [`FLOOR`].
const CAP: f32 = 0.5;
const FLOOR: f32 = -0.1;
/// The outermost borders count so many times.
const OUTER: f32 = 1.5;
/// The share of a tile's side that is left out at either end: corners are rounded, and gutters meet there.
const CORNER: f32 = 0.08;
/// A board that ends so near to a side of the picture, in pixels, ends with it.
const AT_SIDE: f32 = 1.5;
/// How much a border that cannot be seen counts, of those that can: where it counts in full, grids that end at two sides by chance
/// come before the boards within them.
const UNSEEN: f32 = 0.7;
/// How much of the lines across a board must be seen in its last cells, of what is seen of them everywhere.
const REACHING: f32 = 0.5;

/// The evidence for the lines of one direction, piece by piece.
#[derive(Clone)]
pub(super) struct Pieces {
    /// How many lines, the outer ones included.
    pub lines: usize,
    /// For every line, for every cell along it, the mean evidence of that piece.
    pub evidence: Vec<f32>,
}

impl Pieces {
    /// The pieces of the lines of `ruler`, as long as the tiles of `along`.
    pub fn new(map: &EdgeMap, ruler: &Ruler, along: &Ruler) -> Pieces {
        let mut evidence = Vec::with_capacity((ruler.count + 1) * along.count);
        for line in 0..=ruler.count {
            let first = evidence.len();
            evidence.resize(first + along.count, 0.0);
            let is_inner = line > 0 && line < ruler.count;
            let share = if is_inner { 0.5 } else { 1.0 };
            if line < ruler.count {
                add_line(map, ruler.begin(line), along, share, &mut evidence[first..]);
            }
            if line > 0 {
                add_line(map, ruler.end(line - 1), along, share, &mut evidence[first..]);
            }
        }
        Pieces { lines: ruler.count + 1, evidence }
    }

    /// These pieces, or, of a board from one side of the picture to the other, at its ends most of what there is between its tiles:
    /// no border is seen there, and none is missing. `limit` is where the picture ends; the lines `across` these must be seen up
    /// to there, for the page beside a board may be as wide as its tiles.
    fn up_to_both_sides(mut self, ruler: &Ruler, limit: f32, across: &Pieces) -> Pieces {
        let is_at_sides = ruler.start <= AT_SIDE && limit - ruler.stop() <= AT_SIDE;
        let least = REACHING * across.inner_mean(0..ruler.count);
        let reaches = |end: usize| across.inner_mean(end..end + 1) >= least;
        if !is_at_sides || !reaches(0) || !reaches(ruler.count - 1) {
            return self;
        }
        let (count, last) = (self.evidence.len() / self.lines, self.lines - 1);
        for index in 0..count {
            let inner = (1..last).map(|line| self.line(line)[index]).sum::<f32>() / (last - 1) as f32;
            self.evidence[index] = UNSEEN * inner;
            self.evidence[last * count + index] = UNSEEN * inner;
        }
        self
    }

    /// The mean evidence of the inner lines along some of the cells.
    fn inner_mean(&self, cells: Range<usize>) -> f32 {
        let pieces = (1..self.lines - 1).flat_map(|line| &self.line(line)[cells.clone()]);
        pieces.sum::<f32>() / ((self.lines - 2) * cells.len()) as f32
    }

    /// The pieces of one line.
    pub fn line(&self, index: usize) -> &[f32] {
        let count = self.evidence.len() / self.lines;
        &self.evidence[index * count..][..count]
    }

    /// The mean evidence of a line.
    pub fn mean(&self, line: usize) -> f32 {
        let pieces = self.line(line);
        pieces.iter().sum::<f32>() / pieces.len() as f32
    }

    /// What all pieces are worth, in pieces.
    pub fn worth(&self) -> f32 {
        let line = |index: usize| {
            let weight = if index == 0 || index + 1 == self.lines { OUTER } else { 1.0 };
            weight * self.line(index).iter().map(|piece| piece.clamp(FLOOR, CAP) - LEVEL).sum::<f32>()
        };
        (0..self.lines).map(line).sum()
    }
}

/// Adds the pieces of a line near `position` to `out`: at the one of three positions where the whole is strongest.
fn add_line(map: &EdgeMap, position: f32, along: &Ruler, share: f32, out: &mut [f32]) {
    let (from, to) = (pixel(along.start, map.length), pixel(along.stop(), map.length));
    let middle = position.round();
    if middle < 0.0 || middle as usize >= map.positions || to <= from {
        return;
    }
    let middle = middle as usize;
    let near = [middle, middle.saturating_sub(1), (middle + 1).min(map.positions - 1)];
    let fee = |position: usize| if position == middle { 0.0 } else { 0.02 };
    let worth = |position: usize| map.mean(position, from, to) - fee(position);
    let best = near.into_iter().max_by(|a, b| worth(*a).total_cmp(&worth(*b))).unwrap_or(middle);
    let inset = along.tile() * CORNER;
    for (index, piece) in out.iter_mut().enumerate() {
        let from = pixel(along.begin(index) + inset, map.length - 1);
        let to = pixel(along.end(index) - inset, map.length).max(from + 1);
        *piece += share * map.mean(best, from, to);
    }
}

fn pixel(position: f32, limit: usize) -> usize {
    (position.round().max(0.0) as usize).min(limit)
}

/// The pieces of both directions.
pub(super) struct Support {
    pub columns: Pieces,
    pub rows: Pieces,
}

impl Support {
    pub fn new(edges: &Edges, lattice: &Lattice) -> Support {
        let Lattice { across, down } = lattice;
        let columns = Pieces::new(&edges.vertical, across, down);
        let rows = Pieces::new(&edges.horizontal, down, across);
        let limit = |map: &EdgeMap| (map.positions - 1) as f32;
        Support {
            columns: columns.clone().up_to_both_sides(across, limit(&edges.vertical), &rows),
            rows: rows.up_to_both_sides(down, limit(&edges.horizontal), &columns),
        }
    }

    /// What all borders are worth together: mostly twice the weaker direction, so that stripes are no board.
    pub fn worth(&self) -> f32 {
        let (columns, rows) = (self.columns.worth(), self.rows.worth());
        let pieces = |of: &Pieces| of.evidence.len() as f32;
        let (all, weaker) = (
            pieces(&self.columns) + pieces(&self.rows),
            (columns / pieces(&self.columns)).min(rows / pieces(&self.rows)),
        );
        0.3 * (columns + rows) + 0.7 * weaker * all
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn a_board_up_to_both_sides_is_not_asked_for_the_borders_that_cannot_be_seen() {
        let shade = |x: u32, y: u32| if (x / 40 + y / 40).is_multiple_of(2) { 60 } else { 200 };
        let screen = RgbImage::from_fn(160, 300, |x, y| match (80..200).contains(&y) {
            true => Rgb([shade(x, y); 3]),
            false => Rgb([130; 3]),
        });
        let edges = Edges::new(&screen);
        let down = Ruler { start: 80.0, pitch: 40.0, count: 3, gutter: 0.0 };
        let columns = |count: usize| {
            let across = Ruler { start: 0.0, pitch: 40.0, count, gutter: 0.0 };
            let support = Support::new(&edges, &Lattice { across, down });
            (support.columns, Pieces::new(&edges.vertical, &across, &down))
        };
        let (whole, _) = columns(4);
        let (first, inner, last) = (whole.mean(0), whole.mean(1), whole.mean(4));
        assert!(inner > 0.3 && (first - UNSEEN * inner).abs() < 0.05 && (last - first).abs() < 1e-6, "{first} {inner}");
        let (part, own) = columns(3);
        assert_eq!(part.evidence, own.evidence, "it ends before the other side");
    }

    #[test]
    fn the_page_at_both_sides_of_a_board_is_none_of_its_columns() {
        let shade = |x: u32, y: u32| if (x / 40 + y / 40).is_multiple_of(2) { 60 } else { 200 };
        let screen = RgbImage::from_fn(240, 300, |x, y| match (40..200).contains(&x) && (80..200).contains(&y) {
            true => Rgb([shade(x, y); 3]),
            false => Rgb([130; 3]),
        });
        let edges = Edges::new(&screen);
        let across = Ruler { start: 0.0, pitch: 40.0, count: 6, gutter: 0.0 };
        let down = Ruler { start: 80.0, pitch: 40.0, count: 3, gutter: 0.0 };
        let support = Support::new(&edges, &Lattice { across, down });
        assert_eq!(support.columns.evidence, Pieces::new(&edges.vertical, &across, &down).evidence);
    }
}
