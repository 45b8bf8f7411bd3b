//! A grid with what was made of it, and how far that is to be believed.

use super::super::cells::Reader;
use super::super::cells::interpretation::{Interpretation, Referred};
use super::super::entrant::{Entrant, FAINT_CELLS, Lines};
use super::super::{CONFIDENT, Hints};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::reference::Place;
use crate::vision::{Grid, Kind};

/// Of grids that cannot be read, the one whose lines and looks speak most for it is the best guess.
const LEAST: f32 = 1e-3;
/// The most confidence there is in what a likelier grid contradicts, and in few cells without lines.
const DOUBTED: f32 = 0.4;
/// Pieces that are put together more surely are not looked at once more.
pub const FIRM: f32 = 0.95;
/// What is put together as surely leaves nothing for a solved picture to tell: a silhouette, on which plain pieces fit anywhere, was
/// put together wrong at 0.952 beside its picture.
const BEYOND_DOUBT: f32 = 0.99;
/// The share of a reference above which a board shows the whole of it, and how far it may be stretched to that end.
const WHOLE: f32 = 0.9;
const STRETCHED: f32 = 1.15;
/// The least share of a reference that is believed to be all that a board shows, unless strong lines part its cells, these fit and
/// nobody says where it ends: tiles of plain ground fit anywhere, and a board without its last row, of five or six, shows the rest.
/// Of 535 real boards that were read right all showed more than 0.95 of theirs.
const MOSTLY: f32 = 0.85;
/// The most of it, where a board shows it out of shape. A reference may lack its edges, but is not stretched then: of 321 real boards
/// that were read right in the region told, one showed more, 1.12, and that in its shape.
const BEYOND: f32 = 1.1;
/// How well tiles must fit where lines speak against their grid or they show a part, and for no larger board to be asked.
const CLOSELY: f32 = 0.95;
/// How many times the doubt is where no lines part the cells, without a reference.
const FAINT_DOUBT: f32 = 10.0;
/// The same of pieces that leave the blank the last cell as its home, or the first, as those of a part of a board hardly do: of 175
/// copies of real boards that were refused 37 are read so, all of them right, and none of 62 screens without a board.
const USUAL_DOUBT: f32 = 2.5;

/// A grid with what was made of it.
pub struct Contestant {
    pub grid: Grid,
    pub interpretation: Interpretation,
    pub support: f32,
    pub score: f32,
    /// Another grid over the same part of the screenshot that is about as likely.
    pub rival: Option<(Size, Rect)>,
    /// Another board, elsewhere in the screenshot.
    pub other: Option<(Size, Rect)>,
    /// Where the screenshot shows the picture it was read by.
    pub shown: Option<Rect>,
}

/// Whether what is read by a reference may be read off the board, where tiles of plain ground look like the page: as a part of
/// it; under a grid that lines speak against and tiles hardly fit; as few cells; or with a column or row of the page in place of
/// one with a single tile that is not plain, which would leave the blank at home there.
pub fn is_off_the_board(found: &Interpretation, lines: Lines, hints: &Hints) -> bool {
    let Some(Referred { place, .. }) = &found.reference else { return false };
    let are_few = || hints.size.is_none() && found.tiles.len() < FAINT_CELLS;
    let line = place.grid.size.columns().min(place.grid.size.rows());
    let is_plain = || found.identical.iter().any(|group| group.len() >= line);
    let is_home_odd = || hints.blank_home.is_none() && !found.is_home_last();
    let is_vague = lines == Lines::Against && found.fit < CLOSELY;
    let is_misshapen = place.shown < MOSTLY || place.shown > BEYOND && place.stretched > STRETCHED;
    is_misshapen || is_vague || lines < Lines::Clear && (are_few() || is_home_odd() && is_plain())
}

/// Whether what is read without a reference where no lines part the cells may be believed.
fn is_believed_there(kind: Kind, size: Size, lines: Lines) -> bool {
    let is_square_of_numbers = kind == Kind::Numbers && size.columns() == size.rows();
    size.cells() >= FAINT_CELLS && (lines > Lines::Against || is_square_of_numbers)
}

/// How many times the doubt in what is read without a reference is where lines say too little.
fn doubt_without_lines(found: &Interpretation, lines: Lines) -> f32 {
    let is_usual = [0, found.tiles.len() - 1].contains(&found.tiles[found.blank]);
    if found.kind == Kind::Picture && lines == Lines::Faint && is_usual { USUAL_DOUBT } else { FAINT_DOUBT }
}

impl Contestant {
    /// What is made of a grid that is worth reading, if its cells can be a board. It is looked at closely only if `closely` and
    /// lines do not speak against it.
    pub fn of(entrant: &Entrant, reader: &Reader, closely: bool) -> Option<Contestant> {
        let &Entrant { ref grid, lines, .. } = entrant;
        let interpretation = reader.interpret(grid, lines, closely && lines > Lines::Against)?;
        Some(Contestant::new(entrant, interpretation, reader.hints))
    }

    /// A grid whose cells were interpreted, which is doubted where its lines say too little for it.
    pub fn new(entrant: &Entrant, mut interpretation: Interpretation, hints: &Hints) -> Contestant {
        let &Entrant { ref grid, support, lines } = entrant;
        if lines < Lines::Clear && interpretation.reference.is_none() {
            let surely = 1.0 - doubt_without_lines(&interpretation, lines) * (1.0 - interpretation.confidence);
            let most = if is_believed_there(interpretation.kind, grid.size, lines) { 1.0 } else { DOUBTED };
            interpretation.confidence = surely.clamp(0.0, most);
        }
        let are_enough = lines == Lines::Strong && interpretation.fit >= CLOSELY && !hints.is_of_a_place();
        if !are_enough && is_off_the_board(&interpretation, lines, hints) {
            interpretation.confidence = interpretation.confidence.min(DOUBTED);
        }
        let sureness = (interpretation.confidence / CONFIDENT).clamp(LEAST, 1.0);
        let score = support * interpretation.fit * sureness;
        Contestant { grid: grid.clone(), interpretation, support, score, rival: None, other: None, shown: None }
    }

    /// A grid that was read by a picture which the screenshot shows elsewhere.
    pub fn by_shown(entrant: &Entrant, interpretation: Interpretation, shown: Rect) -> Contestant {
        let (grid, support) = (entrant.grid.clone(), entrant.support);
        let score = support * interpretation.fit;
        Contestant { grid, interpretation, support, score, rival: None, other: None, shown: Some(shown) }
    }

    /// Whether it is sure, and no other grid as likely.
    pub fn is_settled(&self) -> bool {
        self.interpretation.is_sure() && self.rival.is_none()
    }

    /// Whether it is settled, and nothing else that the screenshot shows could tell more, as where pieces put together leave the
    /// blank an unusual home.
    pub fn is_beyond_doubt(&self) -> bool {
        let Interpretation { kind, confidence, ref tiles, blank, .. } = self.interpretation;
        let is_firm = || confidence >= BEYOND_DOUBT && [0, tiles.len() - 1].contains(&tiles[blank]);
        self.is_settled() && (kind == Kind::Numbers || is_firm())
    }

    /// The same, to be refused.
    pub fn doubted(mut self) -> Contestant {
        self.interpretation.confidence = self.interpretation.confidence.min(DOUBTED);
        self
    }

    pub fn place(&self) -> (Size, Rect) {
        (self.grid.size, self.grid.region)
    }

    /// Whether it was read by a reference that it shows out of shape, or not the whole of.
    pub fn is_out_of_shape(&self) -> bool {
        let is_changed = |place: &Place| place.shown < WHOLE || place.stretched > STRETCHED;
        self.interpretation.reference.as_ref().is_some_and(|reference| is_changed(&reference.place))
    }

    /// Whether it was read by a reference that its cells show not quite.
    pub fn fits_loosely(&self) -> bool {
        self.interpretation.reference.is_some() && self.interpretation.fit < CLOSELY
    }

    /// Whether it was read by what another screenshot shows in its place.
    pub fn is_read_in_place(&self) -> bool {
        self.interpretation.reference.as_ref().is_some_and(|reference| reference.is_in_place)
    }

    /// Whether a grid shares nothing with this one.
    pub fn is_apart(&self, grid: &Grid) -> bool {
        self.grid.region.is_apart(grid.region)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::vision::recognise::entrant::tests::grid;

    /// What is read by a reference in the part of a screenshot where `grid` lies.
    pub fn referred(grid: Grid, shown: f32, stretched: f32, support: f32) -> Contestant {
        let place = Place { grid: grid.clone(), shown, stretched };
        let interpretation = Interpretation {
            kind: Kind::Picture,
            tiles: (0..grid.size.cells()).collect(),
            blank: grid.size.cells() - 1,
            confidence: 0.6,
            fit: 0.7,
            doubts: Vec::new(),
            identical: Vec::new(),
            numbers: None,
            reference: Some(Referred { index: 0, place, is_in_place: false, second: None }),
            strange: Vec::new(),
            flaw: None,
        };
        Contestant { grid, interpretation, support, score: 0.5, rival: None, other: None, shown: None }
    }

    #[test]
    fn pieces_that_leave_the_blank_an_unusual_home_or_a_little_doubt_may_be_told_otherwise() {
        let is_beyond_doubt = |tiles: Vec<usize>, kind: Kind, confidence: f32| {
            let read = referred(grid(2, 2), 1.0, 1.0, 1.0);
            let interpretation = Interpretation { kind, tiles, blank: 1, confidence, ..read.interpretation };
            Contestant { interpretation, ..read }.is_beyond_doubt()
        };
        let pieces = |tiles: [usize; 4]| is_beyond_doubt(tiles.to_vec(), Kind::Picture, 0.995);
        assert!(pieces([0, 3, 1, 2]) && pieces([3, 0, 1, 2]) && !pieces([0, 1, 3, 2]));
        assert!(!is_beyond_doubt(vec![0, 3, 1, 2], Kind::Picture, 0.96));
        assert!(is_beyond_doubt(vec![0, 1, 3, 2], Kind::Numbers, 0.96), "numbers tell it");
    }

    #[test]
    fn a_board_among_plain_tiles_may_be_read_off_it() {
        let is_off = |columns: usize, shown: f32, blank: usize, plain: &[usize], lines: Lines| {
            let read = referred(grid(columns, columns), shown, 1.0, 1.0);
            let found = Interpretation { blank, identical: vec![plain.to_vec()], ..read.interpretation };
            is_off_the_board(&found, lines, &Hints::default())
        };
        assert!(!is_off(3, 1.0, 8, &[0, 1, 2], Lines::Faint));
        assert!(
            is_off(3, 0.8, 8, &[], Lines::Clear) && !is_off(3, 0.9, 8, &[], Lines::Clear),
            "a row of five is missing"
        );
        assert!(is_off(2, 1.0, 3, &[], Lines::Faint) && !is_off(2, 1.0, 3, &[], Lines::Clear));
        let is_inside = |plain: &[usize], lines: Lines| is_off(3, 1.0, 4, plain, lines);
        assert!(is_inside(&[0, 1, 2], Lines::Faint) && !is_inside(&[0, 1, 2], Lines::Clear));
        assert!(!is_inside(&[0, 1], Lines::Faint), "no row of the board is plain");
    }

    #[test]
    fn a_part_of_a_reference_is_believed_where_strong_lines_part_tiles_that_fit() {
        let confidence = |shown: f32, fit: f32, lines: Lines, hints: &Hints| {
            let interpretation =
                Interpretation { fit, confidence: 0.9, ..referred(grid(3, 3), shown, 1.0, 1.0).interpretation };
            let entrant = Entrant { grid: grid(3, 3), support: 1.0, lines };
            Contestant::new(&entrant, interpretation, hints).interpretation.confidence
        };
        let nothing = Hints::default();
        assert_eq!(confidence(0.7, 0.98, Lines::Strong, &nothing), 0.9);
        assert_eq!(confidence(0.7, 0.92, Lines::Strong, &nothing), DOUBTED, "they hardly do");
        assert_eq!(confidence(0.7, 0.98, Lines::Clear, &nothing), DOUBTED, "they are not strong");
        let place = Hints { region: Some(Rect::new(10, 10, 90, 90)), ..Hints::default() };
        assert_eq!(confidence(0.7, 0.98, Lines::Strong, &place), DOUBTED, "the region may leave out the rest");
        assert_eq!(confidence(0.9, 0.92, Lines::Strong, &place), 0.9, "it shows nearly all");
    }

    #[test]
    fn pieces_that_no_lines_part_are_believed_sooner_where_the_blank_has_a_usual_home() {
        let confidence = |kind: Kind, home: usize, lines: Lines| {
            let read = referred(grid(3, 3), 1.0, 1.0, 1.0).interpretation;
            let mut tiles: Vec<usize> = (0..9).collect();
            tiles.swap(8, home);
            let interpretation = Interpretation { kind, tiles, confidence: 0.9, reference: None, ..read };
            let entrant = Entrant { grid: grid(3, 3), support: 1.0, lines };
            Contestant::new(&entrant, interpretation, &Hints::default()).interpretation.confidence
        };
        let picture = |home: usize, lines: Lines| confidence(Kind::Picture, home, lines);
        assert!(picture(8, Lines::Faint) >= CONFIDENT && picture(0, Lines::Faint) >= CONFIDENT);
        assert!(picture(4, Lines::Faint) < CONFIDENT && picture(8, Lines::Against) < CONFIDENT);
        assert!(confidence(Kind::Numbers, 8, Lines::Faint) < CONFIDENT);
    }

    #[test]
    fn where_lines_speak_against_a_grid_only_a_square_of_numbers_is_believed() {
        let size = |columns: usize, rows: usize| Size::new(columns, rows).unwrap();
        let believed = |kind: Kind, size: Size| is_believed_there(kind, size, Lines::Against);
        assert!(believed(Kind::Numbers, size(5, 5)));
        assert!(!believed(Kind::Numbers, size(7, 3)), "it may be the upper rows of a board");
        assert!(!believed(Kind::Numbers, size(2, 2)) && !believed(Kind::Picture, size(5, 5)));
        assert!(is_believed_there(Kind::Picture, size(3, 3), Lines::Faint));
    }
}
