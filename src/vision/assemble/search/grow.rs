//! Growing an arrangement from a seed: the surest tile next, wherever it is, until all are placed.
//!
//! The frame floats: only when the grown patch is as wide or high as the board is it known where the seed is. After
//! D. Pomeranz, M. Shemesh and O. Ben-Shahar, "A fully automated greedy square jigsaw puzzle solver" (CVPR 2011), with
//! the order of placing by each joint's lead over its rivals and by the tile's over the next.

use super::super::field::{Arrangement, Field};
use super::random::Random;

/// A tile and where it stands: column and row, relative to the others.
pub(super) type Placed = (usize, usize, usize);

/// The lead over the best rival that counts at most, and how much of it.
const LEAD: f32 = 6.0;
const SHARE: f32 = 0.5;

/// A free place next to the patch.
#[derive(Clone, Copy)]
struct Open {
    place: usize,
    best: usize,
    second: usize,
    score: f32,
    stale: bool,
}

/// The patch, on a grid wide enough for it to grow any way.
struct Patch<'a> {
    field: &'a Field,
    width: usize,
    tiles: Vec<Option<usize>>,
    used: Vec<bool>,
    sums: Vec<f32>,
    open: Vec<Open>,
    columns: (usize, usize),
    rows: (usize, usize),
}

/// Grows an arrangement from `seed`, whose tiles stand within the board's width and height and do not include the
/// blank. `noise` shakes the order of placing: its scale in nats. Cost: O(cells²·√cells).
pub(super) fn grow(field: &Field, seed: &[Placed], noise: f32, random: &mut Random) -> Arrangement {
    let count = field.count();
    let (width, height) = (3 * field.size.columns(), 3 * field.size.rows());
    let mut patch = Patch {
        field,
        width,
        tiles: vec![None; width * height],
        used: (0..count).map(|tile| tile == field.blank).collect(),
        sums: vec![0.0; width * height * count],
        open: Vec::new(),
        columns: (usize::MAX, 0),
        rows: (usize::MAX, 0),
    };
    for &(tile, column, row) in seed {
        patch.put(tile, (row + field.size.rows()) * width + column + field.size.columns());
    }
    while let Some((tile, place)) = patch.surest(noise, random) {
        patch.put(tile, place);
    }
    patch.arrangement()
}

impl Patch<'_> {
    fn put(&mut self, tile: usize, place: usize) {
        self.tiles[place] = Some(tile);
        self.used[tile] = true;
        let (column, row) = (place % self.width, place / self.width);
        self.columns = (self.columns.0.min(column), self.columns.1.max(column));
        self.rows = (self.rows.0.min(row), self.rows.1.max(row));
        self.open.retain(|open| open.place != place);
        for open in &mut self.open {
            open.stale |= open.best == tile || open.second == tile;
        }
        let count = self.field.count();
        let places = [place + 1, place - 1, place + self.width, place - self.width];
        for (next, leads) in places.into_iter().zip(self.field.leads_around(tile)) {
            if next >= self.tiles.len() || self.tiles[next].is_some() {
                continue;
            }
            let sums = &mut self.sums[next * count..][..count];
            sums.iter_mut().zip(leads).for_each(|(sum, lead)| *sum += lead);
            match self.open.iter_mut().find(|open| open.place == next) {
                Some(open) => open.stale = true,
                None => self.open.push(Open { place: next, best: 0, second: 0, score: 0.0, stale: true }),
            }
        }
    }

    /// The tile to place next and where; `None` when none is left.
    fn surest(&mut self, noise: f32, random: &mut Random) -> Option<(usize, usize)> {
        let (columns, rows) = (self.field.size.columns(), self.field.size.rows());
        let (width, count) = (self.width, self.field.count());
        let ((left, right), (top, bottom)) = (self.columns, self.rows);
        let inside = |place: usize| {
            let (column, row) = (place % width, place / width);
            column + columns > right && column < left + columns && row + rows > bottom && row < top + rows
        };
        self.open.retain(|open| inside(open.place));
        let mut chosen: Option<(f32, usize, usize)> = None;
        for open in &mut self.open {
            if open.stale && !open.renew(&self.sums[open.place * count..][..count], &self.used) {
                return None;
            }
            let score = if noise > 0.0 { open.score + noise * random.signed() } else { open.score };
            if chosen.is_none_or(|(least, _, _)| score < least) {
                chosen = Some((score, open.best, open.place));
            }
        }
        chosen.map(|(_, tile, place)| (tile, place))
    }

    /// The patch in its frame, the blank and whatever is left in the free cells.
    fn arrangement(&self) -> Arrangement {
        let (columns, rows) = (self.field.size.columns(), self.field.size.rows());
        let mut left: Vec<usize> = (0..self.used.len()).filter(|&tile| !self.used[tile]).collect();
        left.extend((self.field.blank < self.used.len()).then_some(self.field.blank));
        let cell = |cell: usize| {
            let (column, row) = (self.columns.0 + cell % columns, self.rows.0 + cell / columns);
            self.tiles[row * self.width + column].or_else(|| left.pop()).expect("a tile for every cell")
        };
        (0..columns * rows).map(cell).collect()
    }
}

impl Open {
    /// Finds the best and second best unused tile for a place; false when no tile is left.
    fn renew(&mut self, sums: &[f32], used: &[bool]) -> bool {
        let (mut least, mut second) = ((f32::INFINITY, usize::MAX), (f32::INFINITY, usize::MAX));
        for (tile, &sum) in sums.iter().enumerate() {
            if used[tile] {
                continue;
            }
            if sum < least.0 {
                (least, second) = ((sum, tile), least);
            } else if sum < second.0 {
                second = (sum, tile);
            }
        }
        (self.best, self.second, self.stale) = (least.1, second.1, false);
        self.score = least.0 - SHARE * (second.0 - least.0).min(LEAD);
        least.1 != usize::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Size;
    use crate::vision::assemble::field::tests::scattered;

    #[test]
    fn whatever_the_seed_every_tile_is_placed_once() {
        for (columns, rows) in [(2, 2), (5, 2), (3, 4), (6, 6)] {
            let size = Size::new(columns, rows).unwrap();
            let count = columns * rows;
            for blank in [0, count - 1, count] {
                let field = Field::new(&scattered(count, blank), size, blank, None);
                for tile in (0..count).filter(|&tile| tile != blank) {
                    let mut grown = grow(&field, &[(tile, 0, 0)], 1.0, &mut Random::new(tile as u64));
                    grown.sort_unstable();
                    assert_eq!(grown, (0..count).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn seeds_keep_their_places() {
        let size = Size::new(4, 4).unwrap();
        let field = Field::new(&scattered(16, 3), size, 15, None);
        let grown = grow(&field, &[(3, 0, 0), (7, 3, 3), (9, 1, 0)], 0.0, &mut Random::new(1));
        assert_eq!((grown[0], grown[15], grown[1]), (3, 7, 9));
    }
}
