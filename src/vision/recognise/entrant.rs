//! The grids that are worth reading.

use image::RgbImage;
use rayon::prelude::*;

use super::{Hints, Refusal};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::locate::{Candidate, Look};
use crate::vision::reference::fit_at_a_glance;
use crate::vision::{Grid, locate};

/// A grid to be read.
#[derive(Clone)]
pub struct Entrant {
    pub grid: Grid,
    /// How much its lines speak for it against the first, 0.01 to 1.
    pub support: f32,
    /// What its lines say by themselves.
    pub lines: Lines,
}

/// How much the lines of a grid speak for it by themselves, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lines {
    /// They speak against it.
    Against,
    /// They hardly speak for it, and nobody else does.
    Faint,
    /// They speak for it.
    Clear,
    /// There is hardly a doubt that they part cells of some kind.
    Strong,
}

/// Grids of more cells are read only where their lines speak most for them.
const LARGE: usize = 144;
/// The most grids that are read of one board, whose edges are a little uncertain: with more, the luckiest would win. Where clear lines
/// part the cells, more are known, for pieces that stand in wide frames.
pub const ALIKE: usize = 2;
const ALIKE_CLEAR: usize = 4;
/// The lines of grids that score less are faint. The boards of drawn screens mostly score 8 and more, what looks like digits
/// or a picture elsewhere less than 2.
const FAINT: f32 = 4.0;
/// The lines of grids that score less speak against them.
const AGAINST: f32 = 0.0;
/// The lines of grids that score more are strong.
const STRONG: f32 = 12.0;
/// How well a grid must show a reference at a glance for that to speak for it, how far it may be out of shape, and how many
/// grids of those are read.
const SHOWN: f32 = 0.6;
const STRETCHED: f32 = 1.2;
const MATCHED: usize = 8;
/// The support of a grid that was given.
const GIVEN: f32 = 0.9;
/// The least cells that are believed without a reference where no lines part them. Where lines speak against the grid, only
/// numbers are that are all there in as many columns as rows: the upper rows of a board that is nearly solved hold the first
/// ones, too.
pub const FAINT_CELLS: usize = 9;
/// How many times likelier a grid is by its lines that makes any other within it doubtful.
const FAR: f32 = 2.0;

/// The grids worth reading, best first.
pub fn entrants(picture: &RgbImage, hints: &Hints, look: Look) -> Result<Vec<Entrant>, Refusal> {
    let (width, height) = picture.dimensions();
    if let Some(region) = hints.region.filter(|region| !region.fits(width, height)) {
        return Err(Refusal::Region { region, width, height });
    }
    let given = match (hints.region, hints.size) {
        (Some(region), Some(size)) => Some(Grid::even(region, size, 0).map_err(Refusal::Grid)?),
        _ => None,
    };
    if let (Some(cell), Some(size)) = (hints.blank_home, hints.size)
        && cell >= size.cells()
    {
        return Err(Refusal::BlankHome { cell, size });
    }
    let found = locate::locate(picture, &locate::Hints { size: hints.size, region: hints.region }, look);
    // Whoever says where a board is speaks for its lines; how large it is fits other things on the screen, too.
    let least = match (hints.region, hints.size) {
        (Some(_), _) => Lines::Clear,
        (None, Some(_)) => Lines::Faint,
        (None, None) => Lines::Against,
    };
    let mut entrants = among(found, least);
    if let Some(grid) = given
        && entrants.iter().all(|other| other.grid != grid)
    {
        entrants.push(Entrant { grid, support: GIVEN, lines: Lines::Strong });
    }
    Ok(entrants)
}

/// The grids worth reading among candidates, best first, whose lines say `least` at least; those that are only worth it for pieces in
/// wide frames come after all others.
pub fn among(found: Vec<Candidate>, least: Lines) -> Vec<Entrant> {
    let most = found.first().map_or(1.0, |first| first.score.max(1e-3));
    let (mut entrants, mut spare): (Vec<Entrant>, Vec<Entrant>) = (Vec::new(), Vec::new());
    for Candidate { grid, score } in found {
        let is_alike = |other: &&Entrant| !are_different(&other.grid, &grid);
        let alike = entrants.iter().chain(&spare).filter(is_alike).count();
        let is_likely = grid.size.cells() <= LARGE || entrants.is_empty();
        let lines = Lines::of(score);
        let kind = match alike {
            ..ALIKE => &mut entrants,
            ALIKE..ALIKE_CLEAR if lines >= Lines::Clear => &mut spare,
            _ => continue,
        };
        if is_likely {
            let support = (score / most).clamp(0.01, 1.0);
            kind.push(Entrant { grid, support, lines: lines.max(least) });
        }
    }
    entrants.append(&mut spare);
    entrants
}

/// The grids that show one of the references at a glance, those that do so best, first. What they show speaks for them then.
pub fn by_references(picture: &RgbImage, references: &[RgbImage], size: Option<Size>) -> Vec<Entrant> {
    let mut found = locate::all(picture, size, Look::Glance);
    found.retain(|candidate| candidate.grid.size.cells() <= LARGE);
    let fit = |candidate: &Candidate| {
        let fits = references.iter().filter(|reference| is_shaped_like(&candidate.grid, reference));
        fits.map(|reference| fit_at_a_glance(picture, &candidate.grid, reference)).fold(0.0, f32::max)
    };
    let fits: Vec<f32> = found.par_iter().map(fit).collect();
    let mut likely: Vec<(f32, Candidate)> = fits.into_iter().zip(found).filter(|(fit, _)| *fit >= SHOWN).collect();
    likely.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut entrants: Vec<Entrant> = Vec::new();
    for (support, Candidate { grid, score }) in likely {
        let alike = entrants.iter().filter(|other| !are_different(&other.grid, &grid)).count();
        if alike < ALIKE && entrants.len() < MATCHED {
            entrants.push(Entrant { grid, support, lines: Lines::of(score).max(Lines::Faint) });
        }
    }
    entrants
}

/// Whether a grid is about as wide for its height as a reference.
fn is_shaped_like(grid: &Grid, reference: &RgbImage) -> bool {
    let shape = |width: u32, height: u32| width as f32 / height as f32;
    let ratio = shape(grid.region.width, grid.region.height) / shape(reference.width(), reference.height());
    ratio.max(1.0 / ratio) <= STRETCHED
}

/// The grids of numbers that stand at equal distances, the largest first: that they do speaks for them, and no line does.
pub fn by_numerals(picture: &RgbImage) -> Vec<Entrant> {
    let found = locate::by_numerals(picture, Look::Glance);
    found.into_iter().map(|grid| Entrant { grid, support: 1.0, lines: Lines::Faint }).collect()
}

/// What the lines of a grid say that is looked for in its place.
pub fn lines_of(picture: &RgbImage, grid: &Grid, look: Look) -> Lines {
    let hints = locate::Hints { size: Some(grid.size), region: Some(grid.region) };
    locate::locate(picture, &hints, look).first().map_or(Lines::Against, |found| Lines::of(found.score))
}

impl Lines {
    /// By a grid's score.
    fn of(score: f32) -> Lines {
        match score {
            score if score < AGAINST => Lines::Against,
            score if score < FAINT => Lines::Faint,
            score if score > STRONG => Lines::Strong,
            _ => Lines::Clear,
        }
    }
}

/// Whether two grids show different boards, rather than one whose edges are a little uncertain.
pub fn are_different(a: &Grid, b: &Grid) -> bool {
    a.size != b.size || is_elsewhere(a.region, b.region, a.size)
}

/// Whether a side of a board of a size lies more than a quarter of a cell from that of a region.
pub fn is_elsewhere(board: Rect, region: Rect, size: Size) -> bool {
    let far = |x: u32, y: u32, cell: u32| x.abs_diff(y) * 4 > cell;
    let (wide, high) = (board.width / size.columns() as u32, board.height / size.rows() as u32);
    far(board.x, region.x, wide)
        || far(board.right(), region.right(), wide)
        || far(board.y, region.y, high)
        || far(board.bottom(), region.bottom(), high)
}

/// Whether a grid is a part of what surely is one grid, as the digits of a calculator are, or lies within one with much less
/// to speak for it. Without a reference it is doubtful then, and one of few cells even if the other grid is only clear.
/// Nothing need be made of the other grid: its cells may be too many or too small.
pub fn is_within_stronger(grid: &Grid, support: f32, other: &Entrant) -> bool {
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
pub fn is_within(a: &Grid, b: &Grid) -> bool {
    let (x, y) = (b.cells[0].width / 4, b.cells[0].height / 4);
    let (a, b) = (a.region, b.region);
    a.x + x >= b.x && a.right() <= b.right() + x && a.y + y >= b.y && a.bottom() <= b.bottom() + y
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A grid of cells of 30 pixels.
    pub fn grid(columns: usize, rows: usize) -> Grid {
        let region = Rect::new(10, 10, columns as u32 * 30, rows as u32 * 30);
        Grid::even(region, Size::new(columns, rows).unwrap(), 0).unwrap()
    }

    #[test]
    fn of_one_board_few_grids_are_read_and_more_of_clear_lines_after_all_others() {
        let at = |x: u32, columns: usize, score: f32| {
            let region = Rect::new(x, 10, columns as u32 * 30, 90);
            Candidate { grid: Grid::even(region, Size::new(columns, 3).unwrap(), 0).unwrap(), score }
        };
        let read = |scores: [f32; 5]| -> Vec<(u32, usize)> {
            let alike = scores.into_iter().zip(10..).map(|(score, x)| at(x, 3, score));
            let found = among(alike.chain([at(10, 4, 2.0)]).collect(), Lines::Against);
            found.iter().map(|entrant| (entrant.grid.region.x, entrant.grid.size.columns())).collect()
        };
        assert_eq!(read([9.0, 8.0, 7.0, 6.0, 5.0]), [(10, 3), (11, 3), (10, 4), (12, 3), (13, 3)]);
        assert_eq!(read([9.0, 8.0, 3.5, 3.0, 2.5]), [(10, 3), (11, 3), (10, 4)]);
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
