//! What was made of the cells of a grid, by whichever way, and what two such ways say together.

use image::RgbImage;

use super::super::CONFIDENT;
use super::marks;
use crate::puzzle::{Size, is_legal};
use crate::resize::Window;
use crate::vision::reference::Place;
use crate::vision::{Doubt, Kind};

/// By which reference cells were read.
#[derive(Clone)]
pub struct Referred {
    pub index: usize,
    pub place: Place,
    /// Whether that is what another screenshot shows in the place of the cells: whatever they are, they show all of it.
    pub is_in_place: bool,
    /// The index of the reference that matches second best, and how much less it matches, 0 to 1.
    pub second: Option<(usize, f32)>,
}

/// Boards with fewer cells have so few joints, and corners, that four parts of a screen may fit as well as tiles, or look
/// numbered: how many cells there are must be known.
pub const TELLING: usize = 9;
/// The fewest cells that two arrangements can differ in.
const EXCHANGED: usize = 2;
/// What is put together less surely is in doubt if the numbers on the pieces deny it; how well these fit at least, and the share of
/// tiles of which they say the same as the picture. Of 359 boards that were put together and believed, two copies of one were so
/// denied, by 0.7, and wrong; by 0.49 and less three that were right.
pub const UNDENIED: f32 = 0.95;
const LEGIBLE: f32 = 0.6;
const MOSTLY: f32 = 0.75;
/// The confidence in what a picture and the numbers on its pieces say alike.
const TWICE: f32 = 0.8;

/// Why cells that are all sure are not to be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The numbers do not surely tell where the blank belongs, nor do tiles that look alike.
    HomeOpen,
    /// They are not those of the goal.
    OtherGoal,
    /// All pieces of the picture are there, or all numbers: no cell is the blank.
    NoBlank,
}

/// The most confidence there is in cells with a flaw, and in those that something hardly less sure contradicts.
const FLAWED: f32 = 0.4;

/// What was made of a grid's cells.
#[derive(Clone)]
pub struct Interpretation {
    pub kind: Kind,
    /// For every cell the goal cell of what is in it.
    pub tiles: Vec<usize>,
    pub blank: usize,
    pub confidence: f32,
    /// How much the cells look like a board at all, 0 to 1, comparable between grids.
    pub fit: f32,
    pub doubts: Vec<Doubt>,
    pub identical: Vec<Vec<usize>>,
    /// What numbered tiles show, as in a [`Reading`](crate::vision::Reading).
    pub numbers: Option<Vec<u16>>,
    /// What it was matched with, if it was.
    pub reference: Option<Referred>,
    /// Cells that show neither their tile nor the blank.
    pub strange: Vec<usize>,
    /// Why it is not to be believed, though every cell is sure.
    pub flaw: Option<Flaw>,
}

impl Interpretation {
    /// This match, with its look-alike tiles told apart by the numbers on them, or by what fits together, where that says the
    /// same of all others.
    pub fn told_apart_by(self, other: Option<Interpretation>) -> Interpretation {
        match other {
            Some(other) if other.blank == self.blank && self.is_alike(&other.tiles) => {
                Interpretation { tiles: other.tiles, identical: Vec::new(), ..self }
            }
            _ => self,
        }
    }

    /// Whether these tiles differ from its own at most by which of several that look alike is where.
    pub fn is_alike(&self, tiles: &[usize]) -> bool {
        let are_alike =
            |a: usize, b: usize| a == b || self.identical.iter().any(|group| group.contains(&a) && group.contains(&b));
        tiles.iter().zip(&self.tiles).all(|(&a, &b)| are_alike(a, b))
    }

    /// The surer of this and of what contradicts it: the other, or this in doubt.
    pub fn surer_of(self, other: Interpretation) -> Interpretation {
        if other.confidence > self.confidence {
            return other;
        }
        self.in_doubt()
    }

    /// This, not to be believed.
    pub fn in_doubt(self) -> Interpretation {
        Interpretation { confidence: self.confidence.min(FLAWED), ..self }
    }

    /// Whether tiles that the reference shows alike differ in the screenshot.
    pub fn is_marked(&self, screen: &RgbImage) -> bool {
        let Some(Referred { place, .. }) = &self.reference else { return false };
        self.identical.iter().any(|group| {
            let has = |&cell: &usize| cell != self.blank && group.contains(&self.tiles[cell]);
            let cells = (0..self.tiles.len()).filter(has).map(|cell| place.grid.cells[cell].into());
            marks::differ(screen, &cells.collect::<Vec<Window>>())
        })
    }

    /// This match with all its tiles different: those that the reference shows alike are in doubt.
    pub fn without_likeness(self) -> Interpretation {
        let doubt = |(cell, &tile): (usize, &usize)| {
            let group = self.identical.iter().find(|group| group.contains(&tile))?;
            let runner_up = group.iter().copied().find(|&other| other != tile)?;
            (cell != self.blank).then_some(Doubt { cell, tile, runner_up, margin: 0.0 })
        };
        let doubts: Vec<Doubt> = self.tiles.iter().enumerate().filter_map(doubt).collect();
        let confidence = if doubts.is_empty() { self.confidence } else { 0.0 };
        Interpretation { doubts, confidence, identical: Vec::new(), ..self }
    }

    /// This match, as sure as what the pieces make by themselves where that is the same. Where that is sure of another arrangement
    /// with half of all tiles in the same cells, the match mistook the others: so it is with tiles that show their part of the
    /// picture within a rim, or in another shape. A match that has a flaw mistook nothing.
    pub fn settled_by(self, assembled: Option<Interpretation>) -> Interpretation {
        let Some(assembled) = assembled else { return self };
        let is_same = |cell: usize| assembled.tiles[cell] == self.tiles[cell];
        let same = (0..self.tiles.len()).filter(|&cell| is_same(cell)).count();
        if same == self.tiles.len() && self.strange.is_empty() {
            let confidence = self.confidence.max(assembled.confidence);
            let doubts = if assembled.confidence > self.confidence { assembled.doubts } else { self.doubts };
            return Interpretation { confidence, doubts, ..self };
        }
        let is_explained = self.strange.iter().all(|&cell| !is_same(cell));
        let is_likelier = self.flaw.is_none() && assembled.is_sure() && same * 2 >= self.tiles.len() && is_explained;
        if is_likelier { assembled } else { self }
    }

    /// Whether the numbers on the pieces of a picture, not sure by themselves, say the same as the picture. They do not by
    /// chance where cells are many and not all is home, as it is by itself where there is nothing to tell cells apart. Where the
    /// blank belongs they cannot bear out, as they are counted around where the picture has it: so that is the last cell, unless
    /// somebody told (`home`). Two tiles whose numbers are in doubt may stand the other way round by these: as moves can bring them
    /// home.
    pub fn agrees_with(&self, numbered: &Option<Interpretation>, size: Size, home: Option<usize>) -> bool {
        let is_doubted = |of: &Interpretation, cell: usize| of.doubts.iter().any(|doubt| doubt.cell == cell);
        numbered.as_ref().is_some_and(|numbered| {
            let differ = |&cell: &usize| numbered.tiles[cell] != self.tiles[cell];
            let differing: Vec<usize> = (0..self.tiles.len()).filter(differ).collect();
            let are_exchanged = differing.len() == EXCHANGED
                && self.tiles.len() > TELLING
                && differing.iter().all(|&cell| cell != self.blank && is_doubted(numbered, cell))
                && is_legal(&self.tiles, self.blank, size);
            differing.is_empty() || are_exchanged
        }) && self.strange.is_empty()
            && self.tiles.len() >= TELLING
            && (home.is_some() || self.is_home_last())
            && !self.is_solved()
    }

    /// This picture, in doubt if the numbers on its pieces deny it: if they are legible and say the same of most tiles, which they do
    /// not by chance, but not of all. Then one of the two is wrong.
    pub fn unless_denied_by(self, numbered: Option<&Interpretation>) -> Interpretation {
        let is_denied = numbered.is_some_and(|numbered| {
            let tiles = (0..self.tiles.len()).filter(|&cell| cell != self.blank);
            let count = self.tiles.len() - 1;
            let same = tiles.filter(|&cell| numbered.tiles[cell] == self.tiles[cell]).count();
            numbered.fit >= LEGIBLE && count + 1 >= TELLING && same < count && same as f32 >= MOSTLY * count as f32
        });
        if is_denied && self.confidence < UNDENIED { self.in_doubt() } else { self }
    }

    /// This match with no cell strange if the numbers, sure by themselves, say the same in every cell: then these are what the
    /// reference does not show.
    pub fn explained_by(self, numbered: Option<&Interpretation>) -> Interpretation {
        match numbered.is_some_and(|numbered| numbered.is_sure() && numbered.tiles == self.tiles) {
            true => Interpretation { strange: Vec::new(), ..self },
            false => self,
        }
    }

    /// This, as sure as what was read twice.
    pub fn borne_out(self) -> Interpretation {
        Interpretation { confidence: self.confidence.max(TWICE), doubts: Vec::new(), ..self }
    }

    /// Whether the blank belongs in the last cell, as in most games.
    pub fn is_home_last(&self) -> bool {
        self.tiles[self.blank] + 1 == self.tiles.len()
    }

    /// Whether all tiles are home.
    pub fn is_solved(&self) -> bool {
        self.tiles.iter().enumerate().all(|(cell, &tile)| cell == tile)
    }

    /// Whether it speaks for one arrangement against another: of the tiles that it does not doubt, more than twice as many
    /// are where only the first has them.
    pub fn prefers(&self, tiles: &[usize], others: &[usize]) -> bool {
        let is_doubted = |cell: usize| self.doubts.iter().any(|doubt| doubt.cell == cell);
        let differ = |&cell: &usize| cell != self.blank && tiles[cell] != others[cell] && !is_doubted(cell);
        let votes = |of: &[usize]| (0..tiles.len()).filter(differ).filter(|&cell| self.tiles[cell] == of[cell]).count();
        votes(tiles) > 2 * votes(others)
    }

    /// This with a flaw, if it is sure otherwise.
    pub fn with_flaw(self, flaw: Flaw) -> Interpretation {
        match self.confidence >= CONFIDENT {
            true => Interpretation { confidence: FLAWED, flaw: Some(flaw), ..self },
            false => self,
        }
    }

    /// How well and how surely it was read.
    pub fn worth(&self) -> f32 {
        self.confidence * self.fit
    }

    /// Whether nothing is left to be told of a match that sure: every tile by itself, and none of them strange.
    pub fn is_settled(&self, firm: f32) -> bool {
        self.confidence >= firm && self.identical.is_empty() && self.strange.is_empty()
    }

    /// Whether every cell is as sure as it must be.
    pub fn is_sure(&self) -> bool {
        self.confidence >= CONFIDENT && self.strange.is_empty()
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::rect::Rect;
    use crate::vision::Grid;

    /// A picture of four tiles with the blank in the last cell.
    pub fn interpretation(tiles: [usize; 4], confidence: f32) -> Interpretation {
        Interpretation {
            kind: Kind::Picture,
            tiles: tiles.to_vec(),
            blank: 3,
            confidence,
            fit: 0.7,
            doubts: Vec::new(),
            identical: Vec::new(),
            numbers: None,
            reference: None,
            strange: Vec::new(),
            flaw: None,
        }
    }

    #[test]
    fn numbers_bear_out_a_picture_of_many_cells_that_stands_as_they_say() {
        let of = |tiles: &[usize]| Interpretation {
            tiles: tiles.to_vec(),
            blank: tiles.len() - 1,
            ..interpretation([0; 4], 0.1)
        };
        let agree = |a: Interpretation, b: Option<Interpretation>| {
            let size = Size::new(a.tiles.len().div_ceil(3), 3).unwrap();
            a.agrees_with(&b, size, None)
        };
        let (moved, other, home) =
            ([1, 0, 2, 3, 4, 5, 7, 6, 8], [1, 2, 0, 3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(agree(of(&moved), Some(of(&moved))));
        assert!(!agree(of(&moved), Some(of(&other))));
        assert!(!agree(of(&home), Some(of(&home))), "cells without anything to tell them apart are home");
        assert!(!agree(of(&[1, 0, 3, 2]), Some(of(&[1, 0, 3, 2]))), "four cells may agree by chance");
        assert!(!agree(of(&moved), None));
        let inside = || Interpretation { blank: 5, ..of(&moved) };
        assert!(!agree(inside(), Some(inside())), "the numbers were counted around the picture's home");
        assert!(
            inside().agrees_with(&Some(inside()), Size::new(3, 3).unwrap(), Some(5)),
            "somebody told where that is"
        );
    }

    #[test]
    fn two_tiles_whose_numbers_are_in_doubt_may_be_exchanged_by_these() {
        let size = Size::new(4, 3).unwrap();
        let doubt = |cell: usize| Doubt { cell, tile: 0, runner_up: 1, margin: 0.1 };
        let of = |exchanged: &[(usize, usize)], doubted: &[usize]| {
            let mut tiles: Vec<usize> = (0..size.cells()).collect();
            exchanged.iter().for_each(|&(a, b)| tiles.swap(a, b));
            let doubts = doubted.iter().map(|&cell| doubt(cell)).collect();
            Interpretation { tiles, doubts, blank: size.cells() - 1, ..interpretation([0; 4], 0.1) }
        };
        let (legal, illegal) = ([(0, 1), (4, 5)], [(0, 1)]);
        assert!(of(&legal, &[]).agrees_with(&Some(of(&[(0, 1)], &[4, 5])), size, None));
        assert!(!of(&legal, &[]).agrees_with(&Some(of(&[(0, 1)], &[4])), size, None), "a number that is sure");
        assert!(!of(&illegal, &[]).agrees_with(&Some(of(&legal, &[4, 5])), size, None), "no moves bring it home");
        assert!(!of(&legal, &[]).agrees_with(&Some(of(&[], &[0, 1, 4, 5])), size, None), "four tiles differ");
    }

    #[test]
    fn no_cell_is_strange_where_numbers_say_the_same_of_all() {
        let strange = |numbered: Interpretation| {
            let matched = Interpretation { strange: vec![1], ..interpretation([1, 0, 2, 3], 0.9) };
            matched.explained_by(Some(&numbered)).strange
        };
        assert!(strange(interpretation([1, 0, 2, 3], 0.9)).is_empty());
        assert_eq!(strange(interpretation([1, 0, 2, 3], 0.3)), [1], "the numbers are not sure");
        assert_eq!(strange(interpretation([0, 1, 2, 3], 0.9)), [1], "they say something else");
    }

    #[test]
    fn numbers_that_contradict_a_match_are_believed_if_they_are_surer_and_leave_it_in_doubt_else() {
        let matched = || interpretation([0, 1, 2, 3], 0.6);
        let numbered = |confidence: f32| interpretation([1, 0, 2, 3], confidence);
        assert_eq!(matched().surer_of(numbered(0.9)).tiles, [1, 0, 2, 3]);
        let doubted = matched().surer_of(numbered(0.55));
        assert!(doubted.tiles == [0, 1, 2, 3] && !doubted.is_sure());
    }

    #[test]
    fn like_tiles_with_marks_are_told_apart_by_numbers_or_in_doubt() {
        let grid = Grid::even(Rect::new(0, 0, 80, 80), Size::new(2, 2).unwrap(), 0).unwrap();
        let screen = |marks: [u8; 4]| {
            RgbImage::from_fn(80, 80, |x, y| {
                let is_mark = (6..12).contains(&(x % 40)) && (6..12).contains(&(y % 40));
                image::Rgb([if is_mark { marks[(y / 40 * 2 + x / 40) as usize] } else { 200 }; 3])
            })
        };
        let place = Place { grid, shown: 1.0, stretched: 1.0 };
        let alike = |tiles| Interpretation {
            identical: vec![vec![0, 1]],
            reference: Some(Referred { index: 0, place: place.clone(), is_in_place: false, second: None }),
            ..interpretation(tiles, 0.9)
        };
        assert!(!alike([1, 0, 2, 3]).is_marked(&screen([20, 20, 90, 160])), "others may differ");
        assert!(alike([1, 0, 2, 3]).is_marked(&screen([20, 90, 90, 160])));
        let unread = alike([1, 0, 2, 3]).told_apart_by(None).without_likeness();
        assert_eq!((unread.confidence, unread.doubts.len(), unread.identical.len()), (0.0, 2, 0));
        let read = alike([1, 0, 2, 3]).told_apart_by(Some(interpretation([0, 1, 2, 3], 0.9))).without_likeness();
        assert_eq!((read.tiles, read.confidence), (vec![0, 1, 2, 3], 0.9));
        assert!(read.doubts.is_empty());
    }

    #[test]
    fn numbers_that_say_the_same_of_most_tiles_deny_the_others() {
        let of = |tiles: [usize; 9], confidence: f32, fit: f32| {
            let tiles = tiles.to_vec();
            Interpretation { tiles, blank: 8, fit, ..interpretation([0, 1, 2, 3], confidence) }
        };
        let is_denied = |confidence: f32, numbers: [usize; 9], fit: f32| {
            !of([1, 0, 3, 2, 5, 4, 7, 6, 8], confidence, 0.7).unless_denied_by(Some(&of(numbers, 0.1, fit))).is_sure()
        };
        let most = [1, 0, 3, 2, 5, 4, 6, 7, 8];
        assert!(is_denied(0.8, most, 0.7));
        assert!(!is_denied(0.8, most, 0.5), "they are hardly legible");
        assert!(!is_denied(0.96, most, 0.7), "the picture leaves no doubt");
        assert!(!is_denied(0.8, [1, 0, 3, 2, 5, 4, 7, 6, 8], 0.7), "they say the same");
        assert!(!is_denied(0.8, [1, 0, 3, 2, 5, 6, 4, 7, 8], 0.7), "they may say so by chance");
    }

    #[test]
    fn a_match_is_confirmed_by_the_same_arrangement_and_gives_way_to_a_sure_one_that_has_half_of_it() {
        let settled = |assembled: Option<Interpretation>, strange: &[usize]| {
            let matched = Interpretation { strange: strange.to_vec(), ..interpretation([1, 0, 2, 3], 0.3) };
            let settled = matched.settled_by(assembled);
            (settled.tiles, settled.confidence)
        };
        let of = |tiles: [usize; 4], confidence: f32| Some(interpretation(tiles, confidence));
        let own = |confidence: f32| (vec![1, 0, 2, 3], confidence);
        assert_eq!(settled(of([1, 0, 2, 3], 0.9), &[]), own(0.9));
        assert_eq!(settled(of([1, 0, 2, 3], 0.1), &[]), own(0.3));
        assert_eq!(settled(of([1, 0, 2, 3], 0.9), &[2]), own(0.3), "a cell shows another tile");
        assert_eq!(settled(None, &[]), own(0.3));
        let half = (vec![0, 1, 2, 3], 0.9);
        assert_eq!(settled(of([0, 1, 2, 3], 0.9), &[]), half);
        assert_eq!(settled(of([0, 1, 2, 3], 0.9), &[1]), half, "the cell that shows another tile has another now");
        assert_eq!(settled(of([0, 1, 2, 3], 0.9), &[2]), own(0.3), "that one has not");
        assert_eq!(settled(of([0, 1, 2, 3], 0.4), &[]), own(0.3), "it is not sure");
        assert_eq!(settled(of([0, 2, 1, 3], 0.9), &[]), own(0.3), "three of four differ");
        let whole = Interpretation { flaw: Some(Flaw::NoBlank), ..interpretation([1, 0, 2, 3], 0.4) };
        let kept = whole.settled_by(of([0, 1, 2, 3], 0.9));
        assert_eq!((kept.tiles, kept.flaw), (vec![1, 0, 2, 3], Some(Flaw::NoBlank)), "all pieces are there");
    }
}
