//! Which tile is in which cell, by the solved picture.
//!
//! Each cell of the screenshot and each cell of the reference is shrunk to a thumbnail; the tiles are given to the cells
//! one to one so that the differences are least in sum. Squared differences under such an assignment do not see a change
//! of brightness or contrast of the whole board, absolute ones are not led astray by what is printed on a few pixels of
//! each tile; both are tried and the clearer answer is kept. A reference cropped a little differently is moved until it
//! fits.
//!
//! The blank is the cell whose content fits no tile; its home is what remains. Where that is not clear, a legal
//! arrangement decides: moves make even permutations only. Tiles that clearly stand as no moves can bring them are read so.

mod align;
mod bare;
mod blank;
mod brightness;
mod compare;
mod finish;
mod frame;
mod legal;
mod light;
mod parts;
mod products;
mod reflection;
mod register;
mod tint;

use image::RgbImage;

use super::Grid;
use super::assignment::assign;
use super::thumbnails::Thumbnails;
use crate::puzzle::Size;
use crate::resize::Window;
use align::{Aligned, align};
use compare::Measure;
pub use compare::spread;
use frame::{Frame, Framed};
use light::same_light;
pub use parts::is_nearly_solved;

/// What a board is according to a solved picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// For every cell the goal cell of what is in it, the blank included.
    pub tiles: Vec<usize>,
    /// The cell of the blank.
    pub blank: usize,
    /// How sure each cell's tile is, 0 to 1: by how much it beats the best arrangement with another tile there that moves
    /// could make of this one, against what tiles differ from their matches anyway.
    pub margins: Vec<f32>,
    /// For every cell the tile of that other arrangement.
    pub runners_up: Vec<usize>,
    /// Goal cells whose tiles cannot be told apart, in groups.
    pub identical: Vec<Vec<usize>>,
    /// How much better the tiles fit than strangers would, 0 to 1: low for another picture's board.
    pub fit: f32,
    /// Cells that do not look like their tile, the blank left out: a tile on its way, or something in front of the board.
    pub strange: Vec<usize>,
    /// Whether some cell shows what belongs there in part only, as under any grid but the board's: a half of the blank, or, where
    /// nearly all tiles are home, any; or whether several cells are far less like their tiles than the others are.
    pub is_cut_across: bool,
    /// Whether the blank's cell shows the piece that it should lack.
    pub is_whole: bool,
    /// Whether it looks like its home in the reference, if that is plain, too.
    pub shows_home: bool,
    /// Whether all is sure but where the blank belongs: tiles that look alike may leave that open.
    pub is_home_open: bool,
    /// Leaving strange cells aside, the smallest margin, lowered where the fit is poor or the blank unsure.
    pub confidence: f32,
}

/// Where a board and its reference just are.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The grid, moved to where its cells show what the tiles do.
    pub grid: Grid,
    /// How much of the reference its tiles show, of 1; more where it lacks its edges.
    pub shown: f32,
    /// How many times as wide or as high as the reference has them, beside their other side, the board shows its tiles: 1 and
    /// more.
    pub stretched: f32,
}

const MEASURES: [Measure; 2] = [Measure::Squared, Measure::Absolute];

/// How cells are compared.
#[derive(Clone, Copy)]
struct Scale {
    /// The side of a thumbnail in pixels.
    side: usize,
    /// What is left out at each side of a cell, as a fraction of it.
    inset: f64,
}

/// The side of a cell at a glance, in pixels.
const GLANCE: usize = 6;
/// Borders and bevels are not part of the picture.
const ROBUST: Scale = Scale { side: 16, inset: 0.05 };
/// For tiles that differ in a detail at their edge only.
const FINE: Scale = Scale { side: 32, inset: 0.0 };

/// Matches the cells of `grid` in `screenshot` to the cells of `reference`, whose scale, light and crop may differ; the
/// grid may be a little off. The blank's home is found unless it is given.
pub fn match_reference(
    screenshot: &RgbImage,
    grid: &Grid,
    reference: &RgbImage,
    blank_home: Option<usize>,
) -> (Match, Place) {
    let Aligned { board, reference, tiles, shown } = align(screenshot, grid, reference);
    let board = board.map(|frame| Framed { picture: screenshot, frame });
    let tiles = tiles.map(|frame| Framed { picture: &reference, frame });
    let moved = board[0].frame.whole(board[1].frame).grid(grid.size, screenshot.width(), screenshot.height());
    let shape = |Frame { x, y }: Frame| (x.pitch / y.pitch) as f32;
    let ratio = shape(board[0].frame) / shape(tiles[0].frame);
    let stretched = ratio.max(1.0 / ratio);
    let place = Place { grid: moved.unwrap_or_else(|| grid.clone()), shown, stretched };
    (match_frames([board[0], tiles[0]], [board[1], tiles[1]], grid.size, blank_home), place)
}

/// How much better the cells of `grid` fit those of a reference than strangers would, 0 to 1, at a glance: nothing is moved to
/// where it fits, and the light is that of all cells together. Cost: that of one assignment.
pub fn fit_at_a_glance(screenshot: &RgbImage, grid: &Grid, reference: &RgbImage) -> f32 {
    let windows: Vec<Window> = grid.cells.iter().map(|&cell| cell.into()).collect();
    let mut cells = Thumbnails::cut(screenshot, &windows, GLANCE);
    let tiles = Thumbnails::divided(reference, Window::all(reference.width(), reference.height()), grid.size, GLANCE);
    let (gain, offset) = light::spread_fit(&cells, &tiles);
    cells.adjust(gain, offset);
    let costs = compare::costs(&cells, &tiles, Measure::Squared);
    let assignment = assign(&costs);
    let cost = |cell: usize| costs.at(cell, assignment[cell]);
    let blank = (0..cells.len()).max_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(0);
    compare::fit(&costs, &assignment, blank)
}

/// Matches the cells of a board to those of a reference. One of a solved board shows where the blank belongs: that is believed
/// where the blank shows just that, no other cell is strange then, and all do not fit far better with another home.
fn match_frames(frames: [Framed; 2], before: [Framed; 2], size: Size, blank_home: Option<usize>) -> Match {
    let found = match_pieces(frames, before, size, blank_home);
    if blank_home.is_some() {
        return found;
    }
    let tiles = frames[1].thumbnails(ROBUST.inset, ROBUST.side);
    let Some(home) = bare::bare_cell(&tiles, size) else { return found };
    let told = match_pieces(frames, before, size, Some(home));
    // Cells of any size that end in the blank show a solved board.
    let fits = told.fit >= ALL || !found.fits_far_better_than(&told);
    let is_told = !told.is_solved() && told.strange.is_empty() && told.shows_home && fits;
    if is_told { Match { is_whole: false, ..told } } else { found }
}

/// Matches the cells of a board to those of a picture. Where a match is not sure, that with both where they were `before` being
/// moved may be surer of the same.
fn match_pieces(frames: [Framed; 2], before: [Framed; 2], size: Size, blank_home: Option<usize>) -> Match {
    let thumbnails =
        |frames: [Framed; 2], scale: Scale| frames.map(|framed| framed.thumbnails(scale.inset, scale.side));
    let at = |frames: [Framed; 2], scale: Scale| {
        let [cells, tiles] = thumbnails(frames, scale);
        let by = |measure: Measure| match_cells(&cells, &tiles, size, measure, blank_home);
        let (squared, absolute) = rayon::join(|| by(Measure::Squared), || by(Measure::Absolute));
        let found = Match::by_either(squared, absolute);
        if found.fit >= compare::FULL {
            return found;
        }
        let own = match_cells(&cells.alike_bright(), &tiles.alike_bright(), size, Measure::Squared, blank_home);
        if own.is_far_better(&found) { own } else { found }
    };
    let robust = at(frames, ROBUST);
    let is_moved = frames.map(|framed| framed.frame) != before.map(|framed| framed.frame);
    let robust = match is_moved && robust.confidence < UNSURE {
        true => robust.confirmed(at(before, ROBUST)),
        false => robust,
    };
    let found = match robust.identical.is_empty() {
        true => robust,
        false => {
            let nearby = |[board, tiles]: [Framed; 2]| tiles.thumbnails(-UNCERTAIN / board.frame.x.length, FINE.side);
            robust.refined(at(frames, FINE)).doubted(&[nearby(frames), nearby(before)])
        }
    };
    if !is_nearly_solved(&found.tiles, found.blank) {
        return found;
    }
    let [cells, tiles] = thumbnails(frames, FINE);
    let cells = same_light(&cells, &tiles, Measure::Absolute).cells;
    let is_cut_across = found.is_cut_across || parts::is_cut_across(&cells, &tiles, &found.tiles, found.blank);
    Match { is_cut_across, ..found }
}

/// Matches with less confidence are not to be believed, those with less than the second are looked at once more.
const BELIEVED: f32 = 0.5;
const UNSURE: f32 = 0.6;
/// What lies no farther beside a tile of the reference, in pixels of the screenshot, may belong to it: the crop is uncertain
/// by as much.
const UNCERTAIN: f64 = 1.0;
/// The share of another match's misfit that one has at most which fits far better; and the fit from which on that is not asked: what
/// is left then is the misfit of the tiles that show most.
const FAR_LESS: f32 = 0.5;
const ALL: f32 = 0.99;
/// A margin that is enough for a finer look at look-alike tiles to be believed: these tiles are mostly flat, with much
/// less noise than the board as a whole.
const SURE: f32 = 0.1;
/// The most confidence there is where a detail went unseen, or a cell is shaped like another tile, or the blank like one, or where its
/// home may be another.
const DOUBTED: f32 = 0.4;

impl Match {
    /// The surer of two matches. Where both are sure, but not of the same, something may cover a part of a tile, which leads
    /// squares astray sooner, as does the light of soft shades; so it is that of absolute differences, in doubt.
    fn by_either(squared: Match, absolute: Match) -> Match {
        match absolute.confidence > squared.confidence {
            _ if squared.is_contrary(&absolute) && squared.confidence.min(absolute.confidence) >= UNSURE => {
                Match { confidence: DOUBTED, is_home_open: false, ..absolute }
            }
            true => absolute,
            false => squared,
        }
    }

    /// Whether all tiles are home.
    pub fn is_solved(&self) -> bool {
        is_solved(&self.tiles)
    }

    /// Whether two tiles are one, or cannot be told apart.
    fn are_alike(&self, a: usize, b: usize) -> bool {
        a == b || self.identical.iter().any(|group| group.contains(&a) && group.contains(&b))
    }

    /// Whether another one has the blank, or a tile that neither takes for one of its like, in another place.
    fn is_contrary(&self, other: &Match) -> bool {
        let differ = |(&a, &b): (&usize, &usize)| !self.are_alike(a, b) && !other.are_alike(a, b);
        self.blank != other.blank || self.tiles.iter().zip(&other.tiles).any(differ)
    }

    /// Whether it fits far better than another one and is surer, as a match of tiles that are made alike bright is where a game
    /// darkens those that are not at home.
    fn is_far_better(&self, other: &Match) -> bool {
        self.fits_far_better_than(other) && self.confidence > other.confidence && self.identical.is_empty()
    }

    fn fits_far_better_than(&self, other: &Match) -> bool {
        1.0 - self.fit < FAR_LESS * (1.0 - other.fit)
    }

    /// This match, or another one that says the same if it is surer.
    fn confirmed(self, other: Match) -> Match {
        let is_same = self.tiles == other.tiles && self.identical == other.identical;
        if is_same && other.confidence > self.confidence { other } else { self }
    }

    /// This match with its look-alike tiles told apart by a finer one, where that one is sure about them.
    fn refined(self, fine: Match) -> Match {
        let has_like = |tile: &usize| self.identical.iter().any(|group| group.contains(tile));
        let agrees =
            self.blank == fine.blank && self.tiles.iter().zip(&fine.tiles).all(|(&a, &b)| self.are_alike(a, b));
        let least = (0..self.tiles.len())
            .filter(|&cell| has_like(&self.tiles[cell]))
            .map(|cell| fine.margins[cell])
            .fold(1.0, f32::min);
        match agrees && least >= SURE {
            true => Match { tiles: fine.tiles, identical: fine.identical, ..self },
            false => self,
        }
    }

    /// This match, with less confidence if a detail in the reference tells some tiles apart that could not be: wherever
    /// they are cut, or in one of the cuts but clearly.
    fn doubted(self, cuts: &[Thumbnails]) -> Match {
        let differ = |a: usize, b: usize| {
            let pairs = || cuts.iter().map(|tiles| (tiles.get(a), tiles.get(b)));
            pairs().all(|(a, b)| compare::differ_in_a_spot(a, b)) || pairs().any(|(a, b)| compare::differ_clearly(a, b))
        };
        let is_doubtful = |group: &Vec<usize>| group.iter().any(|&tile| differ(group[0], tile));
        match self.identical.iter().any(is_doubtful) {
            true => Match { confidence: self.confidence.min(DOUBTED), is_home_open: false, ..self },
            false => self,
        }
    }
}

/// Whether every cell has the tile that belongs there.
fn is_solved(arrangement: &[usize]) -> bool {
    arrangement.iter().enumerate().all(|(cell, &tile)| cell == tile)
}

fn match_cells(
    cells: &Thumbnails,
    tiles: &Thumbnails,
    size: Size,
    measure: Measure,
    blank_home: Option<usize>,
) -> Match {
    let light = same_light(cells, tiles, measure).without_finish(tiles, measure).evened(tiles, size, measure);
    let light = tint::lifted(light, tiles, measure);
    let noise = compare::Noise::of(&light.costs, &light.assignment, measure);
    let lit = noise.in_light_of(light.unevenness(tiles), measure);
    let shows = |cell: usize, tile: usize, other: usize| {
        compare::shows(light.cells.get(cell), tiles.get(tile), tiles.get(other))
    };
    let blank = blank::find(&light.costs, &light.assignment, cells, size, lit, blank_home, shows);
    let settled = brightness::margins(&light, tiles, &blank, noise, measure);
    let fit = compare::fit(&light.costs, &blank.arrangement, blank.cell);
    let is_strange = |cell: usize| {
        cell != blank.cell
            && compare::is_strange(&light.costs, &blank.arrangement, cell, noise, measure)
            && !light::is_lit_by_itself(&light.cells, tiles, &blank.arrangement, cell)
    };
    let is_cut_across = parts::is_half_a_blank(&light.cells, tiles, &blank.arrangement, blank.cell)
        || compare::is_uneven(&light.costs, &blank.arrangement, blank.cell, noise, measure);
    let strange: Vec<usize> = (0..cells.len()).filter(|&cell| is_strange(cell)).collect();
    let own: Vec<f32> = (0..cells.len()).map(|cell| light.costs.at(cell, blank.arrangement[cell])).collect();
    let home = tiles.get(blank.arrangement[blank.cell]);
    let shown = light.cells.get(blank.cell);
    let is_whole = MEASURES.into_iter().any(|measure| compare::fits_within_rim(shown, home, measure))
        || is_solved(&blank.arrangement) && compare::is_shaped_like(shown, home);
    let shows_home = compare::is_usual(own[blank.cell], noise, measure) && bare::is_shaped_so(shown, home);
    // What is worth nothing needs no further doubts.
    let trust = compare::trust(fit, cells.len());
    let mut others = (0..cells.len()).filter(|&cell| cell != blank.cell && trust > 0.0);
    let is_another = others.any(|cell| compare::shows_another(cells.get(cell), tiles, blank.arrangement[cell]));
    // No lamp falls on one cell alone where all others are shown as they are.
    let is_a_tile = fit < ALL
        && compare::blank_shows_a_tile(light.cells.get(blank.cell), tiles, blank.cell, blank.arrangement[blank.cell]);
    let has_rival =
        trust > 0.0 && blank_home.is_none() && tint::hides_a_usual_home(&light, tiles, &blank, noise, measure);
    let most = if is_another || is_a_tile || has_rival { DOUBTED } else { 1.0 };
    let smallest = settled.margins.iter().copied().fold(1.0, f32::min);
    let but_for_home = smallest.min(blank.sureness).min(trust).min(most);
    Match {
        tiles: blank.arrangement,
        blank: blank.cell,
        margins: settled.margins,
        runners_up: settled.runners_up,
        identical: settled.identical,
        fit,
        strange,
        is_cut_across,
        is_whole,
        shows_home,
        is_home_open: blank.home_sureness < BELIEVED && but_for_home >= BELIEVED,
        confidence: but_for_home.min(blank.home_sureness),
    }
}

#[cfg(test)]
mod tests;
