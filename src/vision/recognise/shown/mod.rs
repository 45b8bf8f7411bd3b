//! The solved picture, where the game shows it beside the board.
//!
//! Many games do, smaller or larger than the board. Whatever in the screenshot has four sides, lies apart from the board and is
//! about of its shape and colours is tried as a reference, and so is another grid of as many cells.

pub mod goal;
mod mount;
mod pictures;

use rayon::prelude::*;

use super::CONFIDENT;
use super::cells::Reader;
use super::cells::assembled::bare_cell;
use super::cells::interpretation::{Flaw, Interpretation};
use super::contest::contestant::{Contestant, is_off_the_board};
use super::effort::Effort;
use super::entrant::{Entrant, Lines, are_different, is_part};
use crate::rect::Rect;
use crate::resize::cropped;
use crate::vision::locate::Look;
use crate::vision::reference::{fit_at_a_glance, is_nearly_solved};
use crate::vision::{Grid, Kind, locate};
use goal::is_larger;
use mount::within_mount;
use pictures::pictures;

/// How many grids are tried, the likeliest, and with how many other grids each.
const GRIDS: usize = 3;
const GOALS: usize = 2;
/// How well the tiles must fit at a glance for a picture to be matched, which takes far longer: of 13 on real screens by which
/// a board could be read none fits less than 0.6, and of 167 others more than half fit less than this. Where the lines of the grid
/// are faint, or what is shown is a grid itself, they must fit better, and surely.
const LIKELY: f32 = 0.45;
const LIKELY_AS_SUCH: f32 = 0.8;
const SURE_AS_SUCH: f32 = 0.8;
/// How many cells and parts of a picture are compared at most: as many as three grids of 45 cells take with all there may be.
const PAIRS: usize = 50_000;
/// How well the tiles must fit.
const FITTING: f32 = 0.8;
/// How sure a match is at least that says the very same as how the pieces fit together does: neither is likely to be wrong so.
const AGREED: f32 = 0.6;

/// The surest reading by a picture that the screenshot shows, if there is one; where a board is read already, one of that. Where
/// all pieces of the picture are there, none of them is the blank, whatever else is sure by another cut of that picture.
/// A board with nearly all tiles home is not read so: the same thing, two calculators or a picture, may just be there twice.
/// Nor is one by a cut of a picture of which another, believed or not, fits better and says something else.
pub fn by_shown(entrants: &[Entrant], read: Option<&Contestant>, reader: &Reader, look: Look) -> Option<Contestant> {
    let screen = &reader.screenshot.pixels;
    let is_open =
        |entrant: &&Entrant| read.is_none_or(|read| !read.is_settled() || !are_different(&read.grid, &entrant.grid));
    let likely = entrants.iter().filter(|entrant| entrant.lines > Lines::Against).take(GRIDS);
    let likely: Vec<&Entrant> = likely.filter(is_open).collect();
    let rectangles = if likely.is_empty() { Vec::new() } else { locate::rectangles(screen, look) };
    let shown = likely.into_par_iter().flat_map(|entrant| {
        let goals = goals(entrants, &entrant.grid);
        let is_grid = |place: Rect| goals.iter().any(|goal| !goal.is_apart(place));
        let pictures = pictures(screen, &rectangles, &entrant.grid);
        let places = goals.iter().take(GOALS).copied().chain(pictures);
        let mut shown: Vec<Shown> = places.map(|place| Shown { place, is_grid: is_grid(place) }).collect();
        shown.retain(|shown| !is_part_beside(entrant, entrants, shown.place));
        shown.into_par_iter().filter_map(move |shown| Some((entrant, shown, fit_of(shown, entrant, reader)?)))
    });
    let shown = affordable(shown.collect()).into_par_iter();
    let shown = shown.filter_map(|(entrant, shown)| read_by(shown, entrant, read, reader));
    let (believed, off): (Vec<Told>, Vec<Told>) = shown.partition(|told| told.is_believed);
    let is_belied = |read: &Contestant| off.iter().any(|off| is_better_of_same(&off.read, read));
    let (whole, sure): (Vec<Contestant>, Vec<Contestant>) =
        believed.into_iter().map(|told| told.read).partition(is_whole);
    let best = sure
        .into_iter()
        .filter(|read| !is_belied(read))
        .max_by(|a, b| a.interpretation.worth().total_cmp(&b.interpretation.worth()));
    let is_settled = read.is_some_and(Contestant::is_settled);
    let shows_all = |whole: &Contestant| best.as_ref().map_or(!is_settled, |best| is_same(whole, best));
    whole.into_iter().find(shows_all).or(best)
}

/// How well what the screenshot shows fits the tiles at a glance, if well enough to be matched.
fn fit_of(shown: Shown, entrant: &Entrant, reader: &Reader) -> Option<f32> {
    let picture = cropped(&reader.screenshot.pixels, shown.place);
    let fit = fit_at_a_glance(&reader.screenshot.pixels, &entrant.grid, &picture);
    (fit >= shown.least(entrant.lines).0).then_some(fit)
}

/// Those that fit best at a glance, in the order given: as many as can be matched in a time that does not grow with the cells.
fn affordable(found: Vec<(&Entrant, Shown, f32)>) -> Vec<(&Entrant, Shown)> {
    let mut best: Vec<usize> = (0..found.len()).collect();
    best.sort_by(|&a, &b| found[b].2.total_cmp(&found[a].2));
    let mut pairs = 0;
    let is_affordable = |&at: &usize| {
        let is_first = pairs == 0;
        pairs += found[at].0.grid.size.cells().pow(2);
        is_first || pairs <= PAIRS
    };
    let mut matched: Vec<usize> = best.into_iter().take_while(is_affordable).collect();
    matched.sort_unstable();
    matched.into_iter().map(|at| (found[at].0, found[at].1)).collect()
}

/// Whether every cell shows a piece of the picture, none of them missing.
fn is_whole(found: &Contestant) -> bool {
    found.interpretation.flaw == Some(Flaw::NoBlank)
}

/// Whether two readings are of as many cells by the same picture, cut a little differently.
fn is_same(a: &Contestant, b: &Contestant) -> bool {
    a.grid.size == b.grid.size && a.shown.zip(b.shown).is_some_and(|(a, b)| !a.is_apart(b))
}

/// Whether an entrant is a part of a likelier one beside the picture. One that holds the picture too is no board, unless stronger
/// lines part its cells, or the picture is smaller and ends where these do: then it is more cells of that.
fn is_part_beside(entrant: &Entrant, entrants: &[Entrant], place: Rect) -> bool {
    let is_whole = |other: &Entrant| other.support > entrant.support && is_part(&entrant.grid, &other.grid);
    let is_board = |other: &Entrant| {
        let is_of_cells = || is_larger(entrant.grid.region, place) && is_of_cells(place, &other.grid);
        other.lines > entrant.lines || other.grid.region.is_apart(place) || is_of_cells()
    };
    entrants.iter().any(|other| is_whole(other) && is_board(other))
}

/// Whether a rectangle begins and ends where cells of a grid do.
fn is_of_cells(place: Rect, grid: &Grid) -> bool {
    let Rect { width, height, .. } = grid.cells[0];
    let is_near = |a: u32, b: u32, length: u32| a.abs_diff(b) * 8 <= length;
    let begins = |cell: &Rect| is_near(cell.x, place.x, width) && is_near(cell.y, place.y, height);
    let ends =
        |cell: &Rect| is_near(cell.right(), place.right(), width) && is_near(cell.bottom(), place.bottom(), height);
    grid.cells.iter().any(begins) && grid.cells.iter().any(ends)
}

/// Whether a reading is by the same picture as another, cut a little differently, fits it better, and says something else.
fn is_better_of_same(a: &Contestant, b: &Contestant) -> bool {
    is_same(a, b)
        && a.interpretation.worth() > b.interpretation.worth()
        && a.interpretation.tiles != b.interpretation.tiles
}

/// What is read by a picture that the screenshot shows.
struct Told {
    read: Contestant,
    /// Whether it may be believed; else the picture is cut off, or more than what the board shows.
    is_believed: bool,
}

/// Where the screenshot may show the board solved.
#[derive(Clone, Copy)]
struct Shown {
    place: Rect,
    /// Whether it is another grid of as many cells. Either may be the goal of the other then.
    is_grid: bool,
}

impl Shown {
    /// How well the tiles must fit at a glance, and how sure the match must be.
    fn least(self, lines: Lines) -> (f32, f32) {
        match self.is_grid || lines < Lines::Clear {
            true => (LIKELY_AS_SUCH, SURE_AS_SUCH),
            false => (LIKELY, CONFIDENT),
        }
    }

    /// Whether it may well be the board, and the `board` what it shows solved: by where their blanks are, in the one that is solved
    /// where somebody `told`, or last, else first; or as the larger of two grids, for a goal is seldom shown larger.
    fn may_be_the_board(self, board: Rect, found: &Interpretation, told: Option<usize>) -> bool {
        let likeliest = told.unwrap_or(found.tiles.len() - 1);
        let rank = |cell: usize| match cell {
            _ if cell == likeliest => 2,
            0 => 1,
            _ => 0,
        };
        let (blank, home) = (rank(found.blank), rank(found.tiles[found.blank]));
        blank > home || self.is_grid && (blank == home || is_larger(self.place, board))
    }
}

/// What is read by what the screenshot shows, if that is sure, of the board, on it or off it, or of there being no blank. What the
/// board shows a part of may be a picture in a mount.
fn read_by(shown: Shown, entrant: &Entrant, read: Option<&Contestant>, reader: &Reader) -> Option<Told> {
    let pictures = [cropped(&reader.screenshot.pixels, shown.place)];
    let told = Reader::new(reader.screenshot, &pictures, reader.hints, Effort::Labels);
    let found = told.by_reference(&entrant.grid, entrant.lines)?;
    let found = surer_if_assembled(found, read, entrant);
    let is_scrambled = !is_nearly_solved(&found.tiles, found.blank);
    let is_off = is_off_the_board(&found, entrant.lines, reader.hints);
    if is_off
        && found.fit >= FITTING
        && let Some(inner) = within_mount(&pictures[0])
    {
        let Rect { x, y, .. } = shown.place;
        let shown = Shown { place: Rect { x: x + inner.x, y: y + inner.y, ..inner }, ..shown };
        return fit_of(shown, entrant, reader).and_then(|_| read_by(shown, entrant, read, reader));
    }
    let are_told = found.fit >= FITTING && is_scrambled && !is_plain(&found);
    let is_sure = found.is_sure() && found.confidence >= shown.least(entrant.lines).1;
    let may_be_the_board = || shown.may_be_the_board(entrant.grid.region, &found, reader.hints.blank_home);
    let is_board = || is_sure && !may_be_the_board() && !has_other_blank(entrant, &found, reader);
    let is_whole = found.flaw == Some(Flaw::NoBlank);
    let is_told = are_told && (is_whole || is_board());
    is_told.then(|| Told { read: Contestant::by_shown(entrant, found, shown.place), is_believed: is_whole || !is_off })
}

/// What was found by a picture, surer if the pieces were found to stand just so by how they fit together, without it.
fn surer_if_assembled(found: Interpretation, read: Option<&Contestant>, entrant: &Entrant) -> Interpretation {
    let is_so = |read: &Contestant| {
        read.interpretation.kind == Kind::Picture
            && !are_different(&read.grid, &entrant.grid)
            && read.interpretation.blank == found.blank
            && read.interpretation.tiles == found.tiles
    };
    match read.is_some_and(is_so) {
        true => Interpretation { confidence: found.confidence.max(AGREED), ..found },
        false => found,
    }
}

/// Whether one cell is bare that was not taken for the blank. The picture may be cut off then: a window hides the rest.
fn has_other_blank(entrant: &Entrant, found: &Interpretation, reader: &Reader) -> bool {
    bare_cell(&reader.cells(&entrant.grid)).is_some_and(|cell| cell != found.blank)
}

/// Whether there are no more different tiles than others that look like them: any plain grounds fit each other.
fn is_plain(found: &Interpretation) -> bool {
    let alike: usize = found.identical.iter().map(|group| group.len() - 1).sum();
    2 * alike >= found.tiles.len()
}

/// The grids that may show the cells of another solved, the likeliest first: those of as many cells that lie apart from it.
fn goals(entrants: &[Entrant], grid: &Grid) -> Vec<Rect> {
    let is_like = |other: &&Entrant| {
        other.lines >= Lines::Clear && other.grid.size == grid.size && other.grid.region.is_apart(grid.region)
    };
    entrants.iter().filter(is_like).map(|other| other.grid.region).collect()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, imageops};

    use super::super::contest::contestant::tests::referred;
    use super::super::entrant::tests::grid;
    use super::super::tests::{lay, waves};
    use super::super::{Hints, Refusal, recognise};
    use super::*;
    use crate::puzzle::Size;
    use crate::resize::resized;
    use crate::vision::Screenshot;

    #[test]
    fn of_pictures_beside_many_cells_only_those_that_fit_best_at_a_glance_are_matched() {
        let matched = |columns: usize, rows: usize, fits: &[f32]| {
            let entrant = Entrant { grid: grid(columns, rows), support: 1.0, lines: Lines::Clear };
            let shown = |x: u32| Shown { place: Rect::new(x, 0, 40, 40), is_grid: false };
            let found = fits.iter().zip(0..).map(|(&fit, x)| (&entrant, shown(x), fit)).collect();
            affordable(found).into_iter().map(|(_, shown)| shown.place.x).collect::<Vec<u32>>()
        };
        assert_eq!(matched(4, 4, &[0.5, 0.7, 0.6, 0.9]), [0, 1, 2, 3]);
        assert_eq!(matched(15, 10, &[0.5, 0.7, 0.6, 0.9]), [1, 3]);
        assert_eq!(matched(20, 20, &[0.5, 0.7]), [1], "one is");
    }

    #[test]
    fn what_is_mostly_plain_shows_no_picture() {
        let is_plain = |cells: usize, group: Vec<usize>| {
            let found = referred(grid(cells / 3, 3), 1.0, 1.0, 1.0).interpretation;
            is_plain(&Interpretation { identical: vec![group], ..found })
        };
        assert!(is_plain(6, vec![0, 1, 3, 4, 5]) && is_plain(6, vec![0, 1, 2, 3]));
        assert!(!is_plain(9, vec![0, 1, 2, 3]));
    }

    #[test]
    fn more_cells_of_a_grid_are_no_picture_beside_a_part_of_it() {
        let entrant = |columns: usize, support: f32| Entrant { grid: grid(columns, 4), support, lines: Lines::Clear };
        let entrants = [entrant(4, 1.0), entrant(2, 0.6)];
        let is_beside = |place: Rect| is_part_beside(&entrants[1], &entrants, place);
        assert!(is_beside(Rect::new(101, 39, 28, 61)), "two cells of the last column");
        assert!(!is_beside(Rect::new(85, 39, 44, 61)) && !is_beside(Rect::new(101, 50, 28, 50)));
    }

    #[test]
    fn a_board_that_has_all_pieces_of_the_picture_beside_it_has_no_blank() {
        let picture = waves(200);
        let small = resized(&picture, 100, 100);
        let mut screen = RgbImage::from_pixel(420, 260, Rgb([16, 18, 33]));
        for cell in 0..16u32 {
            let tile = (cell * 7 + 3) % 16;
            let piece = imageops::crop_imm(&picture, tile % 4 * 50 + 2, tile / 4 * 50 + 2, 46, 46).to_image();
            imageops::replace(&mut screen, &piece, (32 + cell % 4 * 50).into(), (32 + cell / 4 * 50).into());
        }
        let frame = RgbImage::from_pixel(106, 106, Rgb([60, 62, 80]));
        imageops::replace(&mut screen, &frame, 277, 77);
        imageops::replace(&mut screen, &small, 280, 80);
        let screenshot = Screenshot::exact(screen);
        let found = recognise(&screenshot, &[], &Hints::default());
        assert!(matches!(found, Err(Refusal::NoBlank(_))), "{found:?}");
    }

    const SCRAMBLED: [u32; 16] = [1, 2, 3, 7, 0, 5, 15, 6, 4, 8, 10, 11, 12, 9, 13, 14];

    /// A board of tiles of 50 pixels from (30, 30) on, and its picture, half as large, beside it.
    fn beside_its_picture() -> Screenshot {
        let picture = waves(200);
        let mut pixels = RgbImage::from_pixel(420, 260, Rgb([225, 228, 235]));
        lay(&mut pixels, &picture, &SCRAMBLED, 50, [30, 30]);
        imageops::replace(&mut pixels, &resized(&picture, 100, 100), 280, 80);
        Screenshot::exact(pixels)
    }

    #[test]
    fn what_was_read_a_little_beside_a_grid_gives_way_to_what_the_picture_shows() {
        let (screenshot, hints) = (beside_its_picture(), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let grid = |x: u32, side: u32| Grid::even(Rect::new(x, 30, side, 200), Size::new(4, 4).unwrap(), 0).unwrap();
        let entrants = [Entrant { grid: grid(30, 200), support: 1.0, lines: Lines::Strong }];
        let by_shown = |x: u32| {
            let read = referred(grid(x, 199), 1.0, 1.0, 1.0);
            let interpretation = Interpretation { reference: None, ..read.interpretation };
            by_shown(&entrants, Some(&Contestant { interpretation, ..read }), &reader, Look::Glance)
        };
        assert_eq!(by_shown(31).unwrap().interpretation.tiles, SCRAMBLED.map(|tile| tile as usize));
        assert!(by_shown(200).is_none(), "another board was read");
    }

    #[test]
    fn cells_that_hardly_a_line_parts_are_read_by_the_picture_only_where_they_fit_it_at_a_glance() {
        let (screenshot, hints) = (beside_its_picture(), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let tiles = |x: u32, lines: Lines| {
            let grid = Grid::even(Rect::new(x, 30, 200, 200), Size::new(4, 4).unwrap(), 0).unwrap();
            let entrants = [Entrant { grid, support: 1.0, lines }];
            by_shown(&entrants, None, &reader, Look::Glance).map(|found| found.interpretation.tiles)
        };
        let truth = Some(SCRAMBLED.map(|tile| tile as usize).to_vec());
        assert_eq!((tiles(30, Lines::Faint), tiles(30, Lines::Against)), (truth.clone(), None));
        assert_eq!((tiles(18, Lines::Clear), tiles(18, Lines::Faint)), (truth, None), "the cells lie beside the tiles");
    }

    #[test]
    fn another_grid_may_be_the_board_itself_by_where_the_blanks_are_or_by_its_size() {
        let of_side = |side: u32, told: Option<usize>, is_grid: bool, blank: usize, home: usize| {
            let found = referred(grid(3, 3), 1.0, 1.0, 1.0).interpretation;
            let mut tiles: Vec<usize> = (0..9).collect();
            tiles.swap(blank, home);
            let found = Interpretation { tiles, blank, ..found };
            let shown = Shown { place: Rect::new(200, 10, side, side), is_grid };
            shown.may_be_the_board(Rect::new(10, 10, 90, 90), &found, told)
        };
        let may_be_if =
            |told: Option<usize>, is_grid: bool, blank: usize, home: usize| of_side(90, told, is_grid, blank, home);
        let may_be = |is_grid: bool, blank: usize, home: usize| may_be_if(None, is_grid, blank, home);
        assert!(of_side(110, None, true, 4, 8) && !of_side(100, None, true, 4, 8) && !of_side(110, None, false, 4, 8));
        assert!(may_be(false, 8, 4) && may_be(false, 0, 4) && may_be(false, 8, 0) && may_be(true, 4, 3));
        assert!(may_be(true, 8, 8) && !may_be(false, 8, 8));
        assert!(!may_be(true, 4, 8) && !may_be(true, 0, 8) && !may_be(true, 4, 0) && !may_be(false, 4, 3));
        assert!(!may_be_if(Some(4), true, 8, 4) && may_be_if(Some(4), true, 4, 4), "somebody told");
    }

    #[test]
    fn a_picture_by_which_a_bare_cell_is_a_tile_and_another_none_is_cut_off() {
        let (screenshot, hints) = (beside_its_picture(), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let grid = Grid::even(Rect::new(30, 30, 200, 200), Size::new(4, 4).unwrap(), 0).unwrap();
        let found = referred(grid.clone(), 1.0, 1.0, 1.0).interpretation;
        let entrant = Entrant { grid, support: 1.0, lines: Lines::Clear };
        let has_other = |blank: usize| has_other_blank(&entrant, &Interpretation { blank, ..found.clone() }, &reader);
        assert!(has_other(3) && !has_other(6));
    }

    #[test]
    fn a_picture_by_which_the_pieces_stand_as_they_fit_together_is_believed() {
        let entrant = Entrant { grid: grid(3, 3), support: 1.0, lines: Lines::Clear };
        let found = Interpretation { confidence: 0.3, ..referred(grid(3, 3), 1.0, 1.0, 1.0).interpretation };
        let confidence =
            |read: Option<Contestant>| surer_if_assembled(found.clone(), read.as_ref(), &entrant).confidence;
        let assembled = |tiles: [usize; 9], kind: Kind| {
            let read = referred(grid(3, 3), 1.0, 1.0, 1.0);
            let interpretation = Interpretation { kind, tiles: tiles.to_vec(), confidence: 0.1, ..read.interpretation };
            Some(Contestant { interpretation, ..read })
        };
        let same = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(confidence(assembled(same, Kind::Picture)), AGREED);
        assert_eq!(confidence(assembled([0, 2, 1, 3, 4, 5, 6, 7, 8], Kind::Picture)), 0.3, "two tiles differ");
        assert_eq!(confidence(assembled(same, Kind::Numbers)), 0.3, "their numbers were read");
        assert_eq!(confidence(None), 0.3, "nothing was assembled");
    }

    #[test]
    fn a_part_of_what_is_taken_for_the_picture_is_not_believed() {
        let (screenshot, hints) = (beside_its_picture(), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let grid = Grid::even(Rect::new(30, 30, 200, 200), Size::new(4, 4).unwrap(), 0).unwrap();
        let entrant = Entrant { grid, support: 1.0, lines: Lines::Clear };
        let is_believed = |place: Rect| {
            read_by(Shown { place, is_grid: false }, &entrant, None, &reader).is_some_and(|told| told.is_believed)
        };
        assert!(is_believed(Rect::new(280, 80, 100, 100)));
        assert!(!is_believed(Rect::new(280, 80, 100, 130)), "the board shows three quarters of it");
    }

    #[test]
    fn a_picture_that_hangs_in_a_mount_is_read_without_it() {
        let Screenshot { mut pixels, .. } = beside_its_picture();
        let picture = cropped(&pixels, Rect::new(280, 80, 100, 100));
        imageops::replace(&mut pixels, &RgbImage::from_pixel(140, 100, Rgb([180, 186, 190])), 260, 80);
        imageops::replace(&mut pixels, &picture, 280, 80);
        let (screenshot, hints) = (Screenshot::exact(pixels), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Full);
        let grid = Grid::even(Rect::new(30, 30, 200, 200), Size::new(4, 4).unwrap(), 0).unwrap();
        let entrant = Entrant { grid, support: 1.0, lines: Lines::Clear };
        let mounted = Shown { place: Rect::new(260, 80, 140, 100), is_grid: false };
        let Told { read, is_believed } = read_by(mounted, &entrant, None, &reader).unwrap();
        assert!(is_believed && read.interpretation.tiles == SCRAMBLED.map(|tile| tile as usize));
        assert_eq!(read.shown, Some(Rect::new(280, 80, 100, 100)));
    }

    #[test]
    fn a_worse_cut_of_the_same_picture_that_says_something_else_is_belied() {
        let read = |tiles: [usize; 9], fit: f32, x: u32| {
            let read = referred(grid(3, 3), 1.0, 1.0, 1.0);
            let interpretation = Interpretation { tiles: tiles.to_vec(), fit, ..read.interpretation };
            Contestant { interpretation, shown: Some(Rect::new(x, 300, 90, 90)), ..read }
        };
        let [some, other] = [[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 2, 1, 3, 4, 5, 6, 7, 8]];
        let worse = read(other, 0.8, 320);
        assert!(is_better_of_same(&read(some, 1.0, 300), &worse));
        assert!(!is_better_of_same(&read(some, 0.7, 300), &worse), "it fits worse");
        assert!(!is_better_of_same(&read(other, 1.0, 300), &worse), "it says the same");
        assert!(!is_better_of_same(&read(some, 1.0, 500), &worse), "it is of another picture");
    }

    #[test]
    fn a_part_of_a_likelier_grid_is_no_board_unless_that_grid_holds_the_picture_too() {
        let entrant = |columns: usize, support: f32| {
            let region = Rect::new(10, 10, columns as u32 * 30, 90);
            let grid = Grid::even(region, Size::new(columns, 3).unwrap(), 0).unwrap();
            Entrant { grid, support, lines: Lines::Clear }
        };
        let stronger = |entrant: Entrant| Entrant { lines: Lines::Strong, ..entrant };
        let is_part = |other: Entrant, place: Rect| is_part_beside(&entrant(3, 0.5), &[other, entrant(3, 0.5)], place);
        let (beside, within) = (Rect::new(200, 10, 90, 90), Rect::new(100, 10, 90, 90));
        assert!(is_part(entrant(4, 1.0), beside));
        assert!(!is_part(entrant(6, 1.0), within));
        assert!(is_part(stronger(entrant(6, 1.0)), within), "its lines go on through the picture");
        assert!(!is_part(entrant(4, 0.4), beside));
    }
}
