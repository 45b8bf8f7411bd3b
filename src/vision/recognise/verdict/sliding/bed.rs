//! A tile on its way by the bed: it shows twice, on one side of the tile, in the one cell, and on the other side, in the other.
//! Both strips are of one colour and end at a straight edge, the tile's, at the same place in either cell.

use super::lines::{Lines, Pair};
use crate::vision::colour::{Pixel, is_near, middle};

/// A colour this far off, in any channel, is not the bed's.
const OFF: u8 = 12;
/// A colour that is no farther from one some lines before may have drifted there.
const DRIFT: u8 = 6;
/// So much of a line across the tile's way is of the bed's colour where the bed shows…
const BED: f32 = 0.94;
/// …and no more where the edge of a tile is: bevels are lines, digits are not.
const EDGE: f32 = 0.4;
/// So many lines before an edge may be neither, for lossy files blur it; in small cells as a share of them, but not fewer than
/// the second.
const BLUR: [usize; 2] = [6, 3];
const BLURRED: usize = 8;
/// So much of a cell is left out at either end: what the grid is off, or else what a gutter of another colour than the bed's is
/// wide.
const BORDERS: [f32; 2] = [0.05, 0.15];
/// A tile that has come less far may be taken for one at rest, and one that lacks no more of its way.
const LEAST: f32 = 0.08;

/// Whether a tile is between two cells.
pub fn is_between(pair: &Pair) -> bool {
    BORDERS.iter().any(|&border| is_between_but_for(pair, border))
}

fn is_between_but_for(pair: &Pair, border: f32) -> bool {
    let [before, after] = pair.lines().map(|lines| Bedded { lines, border });
    let last: Vec<Pixel> = after.lines.line(after.last()).collect();
    let bed = middle(&last);
    let is_on_its_way = |edge: &usize| after.lines.is_on_its_way(*edge, LEAST);
    let Some(front) = after.front(bed).filter(is_on_its_way) else { return false };
    let Some(back) = before.back(bed).filter(is_on_its_way) else { return false };
    pair.are_of_one_tile(back, front)
        && pair.is_alone(back, |lines, back, uneven| {
            Bedded { lines, border }.back(bed).is_some_and(|edge| (edge as f32 - back as f32).abs() <= uneven)
        })
}

/// The lines of a cell in which the bed may show.
struct Bedded<'a> {
    lines: Lines<'a>,
    /// The share of the cell that is left out at either end.
    border: f32,
}

impl Bedded<'_> {
    /// The first line that is looked at.
    fn first(&self) -> usize {
        (self.border * self.lines.count() as f32) as usize
    }

    /// The last one.
    fn last(&self) -> usize {
        ((1.0 - self.border) * self.lines.count() as f32) as usize
    }

    /// How much of a line is of the bed's colour.
    fn share(&self, index: usize, bed: Pixel) -> f32 {
        let line = self.lines.line(index);
        let (count, seen) =
            line.fold((0, 0), |(count, seen), pixel| (count + 1, seen + u32::from(is_near(pixel, bed, OFF))));
        seen as f32 / count as f32
    }

    /// Where the tile ends beyond which the bed shows up to the cell's last line.
    fn front(&self, bed: Pixel) -> Option<usize> {
        self.edge((0..self.last()).rev(), bed).map(|last| last + 1)
    }

    /// Where the tile begins before which the bed shows from the cell's first line on.
    fn back(&self, bed: Pixel) -> Option<usize> {
        self.edge(self.first()..self.lines.count(), bed)
    }

    /// The line at which a tile begins, or ends, after lines of bed, and maybe of its shadow. Where the colour only drifts away from
    /// the bed's there is none.
    fn edge(&self, lines: impl Iterator<Item = usize>, bed: Pixel) -> Option<usize> {
        let [most, least] = BLUR;
        let blur = (self.lines.count() / BLURRED).clamp(least, most);
        let mut lines = lines.peekable();
        let mut last = None;
        while let Some(line) = lines.next_if(|&line| self.share(line, bed) >= BED) {
            last = Some(line);
        }
        let mut last = last?;
        let is_edge = |line: usize, last: usize| self.share(line, bed) <= EDGE && self.alike(last, line) <= EDGE;
        lines.take(blur).find(|&line| is_edge(line, std::mem::replace(&mut last, line)))
    }

    /// How much of two lines is about the same.
    fn alike(&self, one: usize, other: usize) -> f32 {
        let (count, alike) = self
            .lines
            .line(one)
            .zip(self.lines.line(other))
            .fold((0, 0), |(count, alike), (a, b)| (count + 1, alike + u32::from(is_near(a, b, DRIFT))));
        alike as f32 / count as f32
    }
}
