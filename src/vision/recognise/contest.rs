//! Grids compete by what is made of them.
//!
//! A grid's score is how much its lines speak for it, times how well its cells can be read, times how surely as far as
//! that is still in question. A grid a row short may still be read, but not as well as the whole board; one of twice the
//! pitch shows four tiles in each cell, one of half the pitch cannot tell the four parts of the blank apart.

use rayon::prelude::*;

use super::again::read_again;
use super::entrant::{Entrant, Lines, are_different};
use super::interpret::{Interpretation, Reader};
use super::referred::Referred;
use super::{CONFIDENT, Hints, Kind};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::Grid;
use crate::vision::locate::is_bar;
use crate::vision::reference::{Place, is_nearly_solved};

/// A grid with what was made of it.
pub struct Contestant {
    pub grid: Grid,
    pub interpretation: Interpretation,
    support: f32,
    score: f32,
    /// Another grid over the same part of the screenshot that is about as likely.
    pub rival: Option<(Size, Rect)>,
    /// Another board, elsewhere in the screenshot.
    pub other: Option<(Size, Rect)>,
    /// Where the screenshot shows the picture it was read by.
    pub shown: Option<Rect>,
}

/// How many grids are read together before it is asked whether one is clear.
const HEAT: usize = 2;
/// A grid with this score and no close second by its lines wins without the others being read.
const CLEAR: f32 = 0.8;
/// Of grids that cannot be read, the one whose lines and looks speak most for it is the best guess.
const LEAST: f32 = 1e-3;
/// How close by its lines a second grid may come to a clear one.
const DISTANT: f32 = 0.9;
/// How close by its score another grid must come to be a rival.
const CLOSE: f32 = 0.9;
/// How close by its lines a grid elsewhere must come to the first to be looked at.
const SECOND: f32 = 0.5;
/// Two grids are over the same board if they share so much.
const SAME: f32 = 0.6;
/// How many times likelier a grid is by its lines that makes any other within it doubtful.
const FAR: f32 = 2.0;
/// How likely a part must be, as a share of the whole, where what the whole shows fits as well or nearly so.
const NEARLY: f32 = 0.75;
const FITTING: f32 = 0.67;
/// A grid whose pieces fit not even half as well says nothing against another a little off.
const HALF: f32 = 0.5;
/// The most confidence there is in what a likelier grid contradicts, and in few cells without lines.
const DOUBTED: f32 = 0.4;
/// How many boards beside a bar are read, the likeliest, and the least confidence there must be in one; and the confidence
/// in another board that leaves nothing to ask.
const PARTS: usize = 2;
const SURELY: f32 = 0.7;
const SETTLED: f32 = 0.9;
/// The share of a reference above which a board shows the whole of it, and how far it may be stretched to that end.
const WHOLE: f32 = 0.9;
const STRETCHED: f32 = 1.15;
/// The least share of a reference that is believed to be all that a board shows, unless strong lines part its cells: tiles of
/// plain ground fit anywhere. Of 535 real boards that were read right all showed more than 0.95 of theirs.
const MOSTLY: f32 = 0.75;
/// How well tiles must fit where lines speak against their grid, and for no larger board to be asked.
const CLOSELY: f32 = 0.95;
/// How many times the doubt is where no lines part the cells, without a reference.
const FAINT_DOUBT: f32 = 10.0;
/// The least cells that are believed there, without a reference. Where lines speak against the grid, only numbers are that are
/// all there in as many columns as rows: the upper rows of a board that is nearly solved hold the first ones, too.
const FAINT_CELLS: usize = 9;

/// Reads the grids, best first, until one is clear, and gives the best. No score exceeds what the lines say, so grids
/// that could not even become a rival are left out; so are those that could only be doubted, as parts of a stronger one.
pub fn hold(entrants: &[Entrant], reader: &Reader) -> Option<Contestant> {
    let first = entrants.first()?;
    let next = entrants.iter().skip(1).find(|other| are_different(&other.grid, &first.grid));
    let is_distant = next.is_none_or(|next| next.support < DISTANT);
    let mut read: Vec<Contestant> = Vec::new();
    for heat in std::iter::once(&entrants[..1]).chain(entrants[1..].chunks(HEAT)) {
        let most = read.iter().map(|contestant| contestant.score).fold(0.0, f32::max);
        let is_hidden = |entrant: &Entrant| {
            let stronger = |other: &Entrant| is_within_stronger(&entrant.grid, entrant.support, other);
            reader.references.is_empty() && entrants.iter().any(stronger)
        };
        let able = heat.par_iter().filter(|entrant| entrant.support >= CLOSE * most && !is_hidden(entrant));
        let assembles = |entrant: &Entrant| !read.iter().any(|other| other.is_doubtful_part_of(entrant));
        let found = able.filter_map(|entrant| contestant(entrant, reader, assembles(entrant)));
        let found: Vec<Contestant> = found.collect();
        read.extend(found);
        if is_distant && read.iter().any(|contestant| contestant.score >= CLEAR) {
            break;
        }
    }
    let sureness = |of: &Contestant| if of.interpretation.is_sure() { of.interpretation.confidence } else { 0.0 };
    let most = read.iter().map(sureness).fold(0.0, f32::max);
    if reader.references.is_empty()
        && most < SETTLED
        && let Some(board) = beside_bar(entrants, reader).filter(|board| sureness(board) > most)
    {
        let other = elsewhere(&board, &read, entrants, reader);
        return Some(Contestant { other, ..board });
    }
    read.sort_by(|a, b| b.score.total_cmp(&a.score));
    if let Some(whole) = whole_of(read.first()?, entrants, reader) {
        read.insert(0, whole);
    }
    let first = read_again(read.remove(0), entrants, reader);
    read.insert(0, first);
    let (best, rest) = read.split_first()?;
    let rival = rest.iter().find(|other| best.is_rivalled_by(other)).map(Contestant::place);
    let other = best.interpretation.is_sure().then(|| elsewhere(best, rest, entrants, reader)).flatten();
    let is_contradicted =
        rest.iter().any(|other| best.is_contradicted_by(other)) || entrants.iter().any(|other| best.is_part_by(other));
    let best = read.into_iter().next()?;
    let best = if is_contradicted { best.doubted() } else { best };
    Some(Contestant { rival, other, ..best })
}

/// The likeliest board that lies beside the best one: it is as sure as a board must be to be read.
fn elsewhere(best: &Contestant, rest: &[Contestant], entrants: &[Entrant], reader: &Reader) -> Option<(Size, Rect)> {
    let likely =
        |entrant: &&Entrant| entrant.support >= SECOND && entrant.lines >= Lines::Clear && best.is_apart(&entrant.grid);
    let entrant = entrants.iter().find(likely)?;
    let place = |other: &Contestant| other.interpretation.is_sure().then(|| other.place());
    match rest.iter().find(|other| other.grid == entrant.grid) {
        Some(other) => place(other),
        None => place(&contestant(entrant, reader, true)?),
    }
}

/// The board of which the best grid is a part: if that shows the reference out of shape, in part or not quite, and the board
/// does all of it, for lines may be missing where a board ends with the screen, or with plain tiles; or if the board has more
/// numbers, all of which are there: the lowest stand together in a part where nearly all are home, and seldom elsewhere, a
/// number then missing.
fn whole_of(best: &Contestant, entrants: &[Entrant], reader: &Reader) -> Option<Contestant> {
    let is_numbered = |of: &Contestant| of.interpretation.kind == Kind::Numbers;
    let Interpretation { tiles, blank, .. } = &best.interpretation;
    let is_usual = || tiles[*blank] + 1 == tiles.len() && !is_nearly_solved(tiles, *blank);
    let is_complete = match is_numbered(best) {
        true => !best.interpretation.is_sure() || is_usual(),
        false => !best.is_out_of_shape() && !best.fits_loosely(),
    };
    if is_complete {
        return None;
    }
    let around = entrants.iter().filter(|other| is_part(&best.grid, &other.grid));
    let worth = |of: &Contestant| of.interpretation.worth();
    let is_better = |whole: &Contestant| match is_numbered(best) {
        true => is_numbered(whole),
        false => !whole.is_out_of_shape() && worth(whole) > worth(best),
    };
    let wholes = around.filter_map(|other| contestant(other, reader, false));
    let wholes = wholes.filter(|whole| whole.interpretation.is_sure() && is_better(whole));
    wholes.max_by(|a, b| worth(a).total_cmp(&worth(b)))
}

/// The board that is all of the likeliest grid but a bar at one end of it, if that can be read surely by itself. It would be
/// left out, or doubted, as a part of the whole.
fn beside_bar(entrants: &[Entrant], reader: &Reader) -> Option<Contestant> {
    let whole = &entrants.first()?.grid;
    let is_beside = |entrant: &&Entrant| {
        entrant.lines >= Lines::Clear
            && entrant.grid.size.cells() >= FAINT_CELLS
            && is_within(&entrant.grid, whole)
            && is_bar(&reader.screenshot.pixels, &entrant.grid, whole)
    };
    let mut able = entrants.iter().filter(is_beside).take(PARTS);
    able.find_map(|entrant| contestant(entrant, reader, true).filter(|board| board.interpretation.confidence >= SURELY))
}

pub fn contestant(entrant: &Entrant, reader: &Reader, assembles: bool) -> Option<Contestant> {
    let &Entrant { ref grid, support, lines } = entrant;
    let mut interpretation = reader.interpret(grid, lines, assembles && lines > Lines::Against)?;
    if lines < Lines::Clear && interpretation.reference.is_none() {
        let surely = 1.0 - FAINT_DOUBT * (1.0 - interpretation.confidence);
        let most = if is_believed_there(interpretation.kind, grid.size, lines) { 1.0 } else { DOUBTED };
        interpretation.confidence = surely.clamp(0.0, most);
    }
    if lines < Lines::Strong && is_off_the_board(&interpretation, lines, reader.hints) {
        interpretation.confidence = interpretation.confidence.min(DOUBTED);
    }
    let sureness = (interpretation.confidence / CONFIDENT).clamp(LEAST, 1.0);
    let score = support * interpretation.fit * sureness;
    Some(Contestant { grid: grid.clone(), interpretation, support, score, rival: None, other: None, shown: None })
}

/// Whether what is read by a reference may be read off the board, where tiles of plain ground look like the page: as a part of
/// it; under a grid that lines speak against and tiles hardly fit; as few cells; or with a column or row of the page in place of
/// one with a single tile that is not plain, which would leave the blank at home there.
fn is_off_the_board(found: &Interpretation, lines: Lines, hints: &Hints) -> bool {
    let Some(Referred { place, .. }) = &found.reference else { return false };
    let are_few = || hints.size.is_none() && found.tiles.len() < FAINT_CELLS;
    let line = place.grid.size.columns().min(place.grid.size.rows());
    let is_plain = || found.identical.iter().any(|group| group.len() >= line);
    let is_home_odd = || hints.blank_home.is_none() && found.tiles[found.blank] + 1 < found.tiles.len();
    let is_vague = lines == Lines::Against && found.fit < CLOSELY;
    place.shown < MOSTLY || is_vague || lines < Lines::Clear && (are_few() || is_home_odd() && is_plain())
}

/// Whether what is read without a reference where no lines part the cells may be believed.
fn is_believed_there(kind: Kind, size: Size, lines: Lines) -> bool {
    let is_square_of_numbers = kind == Kind::Numbers && size.columns() == size.rows();
    size.cells() >= FAINT_CELLS && (lines > Lines::Against || is_square_of_numbers)
}

impl Contestant {
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

    /// The same, to be refused.
    pub fn doubted(mut self) -> Contestant {
        self.interpretation.confidence = self.interpretation.confidence.min(DOUBTED);
        self
    }

    fn place(&self) -> (Size, Rect) {
        (self.grid.size, self.grid.region)
    }

    /// Whether another grid over the same part of the screenshot is about as likely, and not just a part of the board.
    fn is_rivalled_by(&self, other: &Contestant) -> bool {
        let is_part = || (other.is_out_of_shape() || other.fits_loosely()) && is_part(&other.grid, &self.grid);
        are_different(&other.grid, &self.grid)
            && !self.is_apart(&other.grid)
            && other.score >= CLOSE * self.score
            && !is_part()
    }

    /// Whether another grid, for which its lines speak more, makes this one doubtful. Pieces that are only found to fit
    /// together are if the other is over about the same board and shows another arrangement that fits, for a grid a little off
    /// may make pieces fit that do not belong together; or if it lacks a line of cells, which may be anything and stay where it
    /// is; or if it is a whole of which this is a part, its lines speak much more for it and its cells fit hardly less.
    fn is_contradicted_by(&self, other: &Contestant) -> bool {
        let (a, b) = (&self.grid, &other.grid);
        let is_same = a.size == b.size && shared(a.region, b.region) > SAME;
        let fits = |share: f32| other.interpretation.fit > share * self.interpretation.fit;
        let is_changed = other.interpretation.tiles != self.interpretation.tiles;
        let is_off = is_same && is_changed && fits(HALF) || is_part(b, a);
        let is_whole = || self.support < NEARLY * other.support && fits(FITTING) && is_part(a, b);
        self.interpretation.kind == Kind::Picture
            && self.interpretation.reference.is_none()
            && other.support > self.support
            && (is_off || is_whole())
    }

    /// Whether this, for which its lines speak more, leaves nothing to be found by assembling a grid with more lines of cells:
    /// it would be contradicted, and there is no sure reading to rival.
    fn is_doubtful_part_of(&self, other: &Entrant) -> bool {
        !self.interpretation.is_sure() && self.support > other.support && is_part(&self.grid, &other.grid)
    }

    /// Whether a grid leaves this one in doubt as a part of it, whatever is made of the other. By a reference a part of the
    /// board may be read as a board that shows a part of the reference, or all of it out of shape.
    fn is_part_by(&self, other: &Entrant) -> bool {
        match &self.interpretation.reference {
            None => is_within_stronger(&self.grid, self.support, other),
            Some(_) => self.is_out_of_shape() && other.support > self.support && is_part(&self.grid, &other.grid),
        }
    }

    /// Whether it was read by a reference that it shows out of shape, or not the whole of.
    fn is_out_of_shape(&self) -> bool {
        let is_changed = |place: &Place| place.shown < WHOLE || place.stretched > STRETCHED;
        self.interpretation.reference.as_ref().is_some_and(|reference| is_changed(&reference.place))
    }

    /// Whether it was read by a reference that its cells show not quite.
    fn fits_loosely(&self) -> bool {
        self.interpretation.reference.is_some() && self.interpretation.fit < CLOSELY
    }

    /// Whether a grid shares nothing with this one.
    fn is_apart(&self, grid: &Grid) -> bool {
        self.grid.region.is_apart(grid.region)
    }
}

/// Whether a grid is a part of what surely is one grid, as the digits of a calculator are, or lies within one with much less
/// to speak for it. Without a reference it is doubtful then, and one of few cells even if the other grid is only clear.
/// Nothing need be made of the other grid: its cells may be too many or too small.
fn is_within_stronger(grid: &Grid, support: f32, other: &Entrant) -> bool {
    let enough = if grid.size.cells() < FAINT_CELLS { Lines::Clear } else { Lines::Strong };
    other.lines >= enough
        && other.support > support
        && (is_part(grid, &other.grid) || support * FAR < other.support && is_within(grid, &other.grid))
}

/// Whether all cells of a grid, which has fewer, are cells of another.
pub fn is_part(part: &Grid, whole: &Grid) -> bool {
    let is_near = |a: Rect, b: Rect| {
        let near = |a: u32, b: u32, length: u32| a.abs_diff(b) * 8 <= length;
        near(a.x, b.x, a.width)
            && near(a.right(), b.right(), a.width)
            && near(a.y, b.y, a.height)
            && near(a.bottom(), b.bottom(), a.height)
    };
    part.cells.len() < whole.cells.len() && part.cells.iter().all(|&a| whole.cells.iter().any(|&b| is_near(a, b)))
}

/// Whether a grid lies within another, give or take a quarter of a cell.
fn is_within(a: &Grid, b: &Grid) -> bool {
    let (x, y) = (b.cells[0].width / 4, b.cells[0].height / 4);
    let (a, b) = (a.region, b.region);
    a.x + x >= b.x && a.right() <= b.right() + x && a.y + y >= b.y && a.bottom() <= b.bottom() + y
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
    use image::{Rgb, RgbImage, imageops};

    use super::*;
    use crate::vision::Screenshot;

    /// A grid of cells of 30 pixels.
    fn grid(columns: usize, rows: usize) -> Grid {
        let region = Rect::new(10, 10, columns as u32 * 30, rows as u32 * 30);
        Grid::even(region, Size::new(columns, rows).unwrap(), 0).unwrap()
    }

    /// What is read by a reference in the part of a screenshot where `grid` lies.
    fn referred(grid: Grid, shown: f32, stretched: f32, support: f32) -> Contestant {
        let interpretation = Interpretation {
            kind: Kind::Picture,
            tiles: (0..grid.size.cells()).collect(),
            blank: grid.size.cells() - 1,
            confidence: 0.6,
            fit: 0.7,
            doubts: Vec::new(),
            identical: Vec::new(),
            reference: Some(Referred { index: 0, place: Place { grid: grid.clone(), shown, stretched } }),
            strange: Vec::new(),
            is_home_open: false,
        };
        Contestant { grid, interpretation, support, score: 0.5, rival: None, other: None, shown: None }
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
    fn the_board_that_shows_the_whole_reference_is_read_rather_than_a_part_of_it() {
        let level = |x: u32, y: u32| (x * x / 7 + y * y / 5 + x * y / 11) as u8;
        let picture = RgbImage::from_fn(90, 90, |x, y| Rgb([level(x, y), level(y, x + 40), level(x + 9, y)]));
        let mut pixels = RgbImage::from_pixel(110, 110, Rgb([40; 3]));
        let tiles = [4, 0, 2, 1, 3, 5, 6, 7];
        for (cell, &tile) in tiles.iter().enumerate() {
            let (place, from) = ((cell % 3 * 30 + 10, cell / 3 * 30 + 10), (tile % 3 * 30, tile / 3 * 30));
            let piece = imageops::crop_imm(&picture, from.0, from.1, 30, 30).to_image();
            imageops::replace(&mut pixels, &piece, place.0 as i64, place.1 as i64);
        }
        let screenshot = Screenshot { pixels, lossy: false };
        let (references, hints) = ([picture], Hints::default());
        let reader = Reader { screenshot: &screenshot, references: &references, hints: &hints, assembles: true };
        let whole = |stretched: f32, fit: f32| {
            let entrant = Entrant { grid: grid(3, 3), support: 0.01, lines: Lines::Against };
            let part = referred(grid(3, 2), 1.0, stretched, 1.0);
            let part = Contestant { interpretation: Interpretation { fit, ..part.interpretation }, ..part };
            whole_of(&part, &[entrant], &reader).map(|whole| whole.interpretation.tiles)
        };
        let tiles = Some(vec![4, 0, 2, 1, 3, 5, 6, 7, 8]);
        assert_eq!((whole(1.5, 1.0), whole(1.0, 0.9)), (tiles.clone(), tiles));
        assert_eq!(whole(1.0, 1.0), None, "it shows the reference as it is");
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
    fn a_reading_is_contradicted_by_another_of_its_board_whose_pieces_fit_half_as_well() {
        let assembled = |tiles: Vec<usize>, fit: f32, support: f32| {
            let read = referred(grid(3, 3), 1.0, 1.0, support);
            let interpretation = Interpretation { reference: None, tiles, fit, ..read.interpretation };
            Contestant { interpretation, ..read }
        };
        let read = assembled((0..9).collect(), 0.9, 0.8);
        let is_contradicted = |fit: f32| read.is_contradicted_by(&assembled((0..9).rev().collect(), fit, 1.0));
        assert!(is_contradicted(0.5) && !is_contradicted(0.4));
    }

    #[test]
    fn a_board_among_plain_tiles_may_be_read_off_it() {
        let is_off = |columns: usize, shown: f32, blank: usize, plain: &[usize], lines: Lines| {
            let read = referred(grid(columns, columns), shown, 1.0, 1.0);
            let found = Interpretation { blank, identical: vec![plain.to_vec()], ..read.interpretation };
            is_off_the_board(&found, lines, &Hints::default())
        };
        assert!(!is_off(3, 1.0, 8, &[0, 1, 2], Lines::Faint) && is_off(3, 0.5, 8, &[], Lines::Clear));
        assert!(is_off(2, 1.0, 3, &[], Lines::Faint) && !is_off(2, 1.0, 3, &[], Lines::Clear));
        let is_inside = |plain: &[usize], lines: Lines| is_off(3, 1.0, 4, plain, lines);
        assert!(is_inside(&[0, 1, 2], Lines::Faint) && !is_inside(&[0, 1, 2], Lines::Clear));
        assert!(!is_inside(&[0, 1], Lines::Faint), "no row of the board is plain");
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

    #[test]
    fn few_cells_are_doubted_within_a_likelier_grid_whose_lines_are_clear() {
        let is_within = |columns: usize, lines: Lines, support: f32| {
            let other = Entrant { grid: grid(6, 6), support, lines };
            is_within_stronger(&grid(columns, columns), 0.4, &other)
        };
        assert!(is_within(2, Lines::Clear, 1.0) && is_within(3, Lines::Strong, 1.0));
        assert!(!is_within(3, Lines::Clear, 1.0) && !is_within(2, Lines::Faint, 1.0));
        assert!(!is_within(2, Lines::Clear, 0.3), "it is less likely");
    }
}
