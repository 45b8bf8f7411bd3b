//! Pieces of a picture in doubt, on some of which numbers can be read.
//!
//! Large black numbers are lost on the dark pieces of a photograph, and spoil the match and the joints of all of them. Those that
//! are read say what is where, if they mostly agree with the picture; the few others are where they fit best.

use image::RgbImage;

use super::Reader;
use super::assembled::bare_cell;
use super::goal_cells::in_order;
use super::interpretation::{Interpretation, TELLING};
use super::numbered::part_of;
use crate::puzzle::{Goal, is_legal};
use crate::vision::assemble::Pieces;
use crate::vision::{Grid, digits};

/// What fits less is no picture: of seven real boards in doubt that numbers settled the pieces fitted by 0.32 and more, numbers
/// alone by 0.08 at most.
const PICTURED: f32 = 0.2;
/// Pieces without a legible number at most: as many arrangements as they have are compared.
const MOST: usize = 5;
/// One in so many pieces shows the number that the picture has there, at least, where numbers deny it.
const PARTLY: usize = 3;
/// One in so many pieces at most may show another number than the picture has there.
const OTHERWISE: usize = 4;
/// How much the best arrangement must lead over others that sliding can bring home, or trail others at most; and how much dearer
/// than the picture's own it may be, in nats.
const LEAD: f32 = 3.0;
const DEARER: f32 = 6.0;

impl Reader<'_> {
    /// What the legible numbers on the pieces say, if the picture bears them out; or the picture in doubt, if it does so in part and one
    /// of them stands on what it takes for the blank.
    pub(super) fn by_legible_numbers(
        &self,
        picture: &Interpretation,
        grid: &Grid,
        cells: &[RgbImage],
    ) -> Option<Interpretation> {
        let Goal::Order(order) = self.hints.goal else { return None };
        if picture.fit < PICTURED || cells.len() < TELLING || !picture.strange.is_empty() || picture.flaw.is_some() {
            return None;
        }
        let within = self.within_gutters(grid).map(|grid| self.cells(&grid));
        let whole = within.as_deref().unwrap_or(cells).to_vec();
        let corner = whole.iter().map(|cell| part_of(cell, [0.0, 0.0])).collect();
        let last = cells.len() - 1;
        let homes = match self.hints.blank_home {
            Some(home) => vec![home],
            None => vec![picture.tiles[picture.blank], last, 0],
        };
        let numbers = [whole, corner].iter().map(|faces| digits::legible(faces)).collect::<Vec<_>>();
        let pinned = numbers.iter().flat_map(|numbers| {
            homes.iter().flat_map(move |&home| {
                let ordered = in_order(order, grid.size, Some(home));
                [1, 0].map(|first| Pinned::of(numbers, first, home, &ordered))
            })
        });
        let agreeing = |pinned: &Pinned| pinned.count(|cell, tile| picture.tiles[cell] == tile);
        let best = pinned.max_by_key(agreeing)?;
        let told = self.told_by(&best, picture, grid, cells);
        let is_denied = || best.tiles[picture.blank].is_some() && PARTLY * agreeing(&best) >= last;
        told.or_else(|| (picture.is_sure() && is_denied()).then(|| picture.clone().in_doubt()))
    }

    /// The pieces with numbers where these say, and the others where they fit best.
    fn told_by(
        &self,
        best: &Pinned,
        picture: &Interpretation,
        grid: &Grid,
        cells: &[RgbImage],
    ) -> Option<Interpretation> {
        let last = cells.len() - 1;
        let same = best.count(|cell, tile| picture.tiles[cell] == tile);
        let others = best.count(|cell, tile| picture.tiles[cell] != tile);
        let is_borne_out = 2 * same >= last && others * OTHERWISE <= last;
        let blank = bare_cell(cells).unwrap_or(picture.blank);
        if !is_borne_out || best.tiles[blank].is_some() {
            return None;
        }
        let pieces = Pieces::measure(cells, grid.size, self.screenshot.fidelity).ok()?;
        let own = pieces.cost_of(&picture.tiles, picture.blank)?;
        let costs =
            best.completed(blank)?.into_iter().filter_map(|tiles| Some((pieces.cost_of(&tiles, blank)?, tiles)));
        let (mut legal, stuck): (Vec<_>, Vec<_>) = costs.partition(|(_, tiles)| is_legal(tiles, blank, grid.size));
        legal.sort_by(|a, b| a.0.total_cmp(&b.0));
        let leads_by = |cost: f32, lead: f32| {
            stuck.iter().all(|other| other.0 > cost - lead) && legal.get(1).is_none_or(|second| second.0 >= cost + lead)
        };
        let (cost, tiles) = legal.first().filter(|(cost, _)| leads_by(*cost, LEAD))?.clone();
        let told = Interpretation { tiles, blank, identical: Vec::new(), ..picture.clone() };
        (cost <= own + DEARER && !told.is_solved()).then(|| told.borne_out())
    }
}

/// The goal cells of the pieces whose numbers are legible, with the blank's home.
struct Pinned {
    tiles: Vec<Option<usize>>,
    home: usize,
}

impl Pinned {
    /// By numbers counted from `first`, for the goal cells in their order without the blank's home.
    fn of(numbers: &[Option<u16>], first: usize, home: usize, ordered: &[usize]) -> Pinned {
        let goal_cell = |number: u16| ordered.get(usize::from(number).checked_sub(first)?).copied();
        Pinned { tiles: numbers.iter().map(|number| number.and_then(goal_cell)).collect(), home }
    }

    /// How many are so.
    fn count(&self, is_so: impl Fn(usize, usize) -> bool) -> usize {
        (0..).zip(&self.tiles).filter(|&(cell, tile)| tile.is_some_and(|tile| is_so(cell, tile))).count()
    }

    /// All arrangements of the others; none if these are too many.
    fn completed(&self, blank: usize) -> Option<Vec<Vec<usize>>> {
        let open: Vec<usize> =
            (0..self.tiles.len()).filter(|&cell| cell != blank && self.tiles[cell].is_none()).collect();
        let is_left = |tile: &usize| *tile != self.home && !self.tiles.contains(&Some(*tile));
        let left: Vec<usize> = (0..self.tiles.len()).filter(is_left).collect();
        if open.len() > MOST || open.len() != left.len() {
            return None;
        }
        let arranged = |left: Vec<usize>| {
            let mut tiles: Vec<usize> = self.tiles.iter().map(|tile| tile.unwrap_or(self.home)).collect();
            open.iter().zip(left).for_each(|(&cell, tile)| tiles[cell] = tile);
            tiles
        };
        Some(orders(left).into_iter().map(arranged).collect())
    }
}

/// All orders of some things.
fn orders(things: Vec<usize>) -> Vec<Vec<usize>> {
    let Some((&last, others)) = things.split_last() else { return vec![Vec::new()] };
    let with_last = |order: Vec<usize>| {
        (0..=order.len()).map(move |at| [&order[..at], &[last], &order[at..]].concat()).collect::<Vec<_>>()
    };
    orders(others.to_vec()).into_iter().flat_map(with_last).collect()
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::super::super::Hints;
    use super::super::super::effort::Effort;
    use super::super::super::tests::{lay, waves};
    use super::super::interpretation::tests::interpretation;
    use super::*;
    use crate::puzzle::Size;
    use crate::rect::Rect;
    use crate::vision::Screenshot;
    use crate::vision::digits::tests::numbered;

    const TILES: [u32; 16] = [4, 0, 2, 3, 8, 1, 6, 7, 9, 5, 10, 15, 12, 14, 13, 11];
    const HIDDEN: [u32; 3] = [1, 9, 14];

    /// A picture's pieces with large numbers on all but some of them.
    fn screen(tiles: &[u32; 16]) -> RgbImage {
        let mut pixels = RgbImage::from_pixel(400, 400, Rgb([225, 228, 235]));
        lay(&mut pixels, &waves(320), tiles, 80, [40, 40]);
        for (cell, &tile) in (0..).zip(tiles).filter(|(_, tile)| **tile != 15 && !HIDDEN.contains(tile)) {
            let number = numbered(Some(tile as u16 + 1), 80, 0.5, [0.5, 0.5]);
            for (x, y, pixel) in
                number.enumerate_pixels().filter(|(x, y, _)| (6..74).contains(x) && (6..74).contains(y))
            {
                if pixel.0[0] < 115 {
                    pixels.put_pixel(40 + cell % 4 * 80 + x, 40 + cell / 4 * 80 + y, Rgb([0; 3]));
                }
            }
        }
        pixels
    }

    /// What the numbers make of a picture in doubt: for every cell the goal cell that it has there.
    fn told(tiles: [u32; 16]) -> Option<Interpretation> {
        told_of(&TILES, tiles)
    }

    /// The same of other pieces shown.
    fn told_of(shown: &[u32; 16], tiles: [u32; 16]) -> Option<Interpretation> {
        let tiles = tiles.map(|tile| tile as usize).to_vec();
        told_by(shown, Interpretation { tiles, blank: 11, ..interpretation([0; 4], 0.1) })
    }

    fn told_by(shown: &[u32; 16], picture: Interpretation) -> Option<Interpretation> {
        let (screenshot, hints) = (Screenshot::exact(screen(shown)), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let grid = Grid::even(Rect::new(40, 40, 320, 320), Size::new(4, 4).unwrap(), 0).unwrap();
        reader.by_legible_numbers(&picture, &grid, &reader.cells(&grid))
    }

    #[test]
    fn legible_numbers_settle_what_a_picture_leaves_in_doubt_and_the_others_fit_where_they_are() {
        let truth = TILES.map(|tile| tile as usize).to_vec();
        for mistaken in [[0, 1], [4, 8], [9, 10]] {
            let mut tiles = TILES;
            tiles.swap(mistaken[0], mistaken[1]);
            let found = told(tiles).unwrap();
            assert!(found.is_sure() && found.tiles == truth, "{mistaken:?}: {:?}", found.tiles);
        }
    }

    #[test]
    fn a_picture_that_is_another_does_not_bear_out_the_numbers() {
        let mut tiles = TILES;
        tiles[..11].rotate_right(1);
        assert!(told(tiles).is_none());
    }

    #[test]
    fn a_number_on_what_a_picture_takes_for_the_blank_leaves_that_in_doubt() {
        let mut tiles = TILES.map(|tile| tile as usize).to_vec();
        tiles[2..7].rotate_left(1);
        let sure = Interpretation { tiles: tiles.clone(), blank: 11, ..interpretation([0; 4], 0.8) };
        assert!(told_by(&TILES, sure.clone()).is_none(), "none stands on it");
        tiles.swap(0, 11);
        let told = told_by(&TILES, Interpretation { tiles: tiles.clone(), blank: 0, ..sure.clone() }).unwrap();
        assert!(!told.is_sure() && told.tiles == tiles);
        tiles.rotate_left(1);
        assert!(told_by(&TILES, Interpretation { tiles, blank: 15, ..sure }).is_none(), "it is another picture");
    }

    #[test]
    fn what_no_moves_bring_home_is_not_put_right() {
        let mut tiles = TILES;
        tiles.swap(13, 15);
        assert!(told_of(&tiles, tiles).is_none());
    }

    #[test]
    fn all_orders_are_there_once() {
        let mut all = orders(vec![1, 2, 3, 4]);
        all.sort();
        all.dedup();
        assert_eq!((all.len(), orders(Vec::new())), (24, vec![Vec::new()]));
    }
}
