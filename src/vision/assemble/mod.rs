//! Assembling the picture from its tiles alone, as a jigsaw with one piece missing.
//!
//! Every two sides are compared ([`Pieces::measure`]), by a learned and a hand-made measure. What a joint is worth is
//! how much more likely the two tiles are neighbours than either has nothing beside it, in nats; an arrangement costs
//! the negative sum over its joints, and a little for an unusual home of the blank. The cheapest arrangement that can be
//! reached by sliding is the picture ([`Pieces::assemble`]); how far it leads over the next that looks different is how
//! sure that is. Some games deal boards that cannot be solved: an arrangement out of reach is the picture where it is sure
//! by itself.

mod alike;
mod confidence;
mod field;
mod fit;
mod reflection;
mod search;
mod split;
mod still;

use std::fmt;

use image::RgbImage;
use rayon::prelude::*;

use self::confidence::likelihoods::Likelihoods;
use self::confidence::{Evidence, order, other_end, strip, torn};
use self::field::{Arrangement, Field};
use self::fit::Pairs;
use self::search::rivals::{self, Choice, Reach};
use self::search::{Pool, exact};
pub(super) use self::split::is_split;
use crate::puzzle::{Size, is_legal};
use crate::vision::Fidelity;

/// The most cells a board may have: comparing all sides of more would take too long.
pub const MOST_CELLS: usize = 400;
/// Blanks that are tried where it is not known which cell is the blank.
const BLANKS: usize = 12;
/// The cheapest of these that are searched for more than a look.
const FOLLOWED: usize = 4;
/// The cheapest of those of which the best arrangement is chosen.
const CHOSEN: usize = 3;
/// The confidence with which an arrangement is believed.
const BELIEVED: f32 = 0.5;
/// How much dearer the cheapest arrangement must be then that sliding can reach, in nats. On a real board that could be solved a
/// plain tile took the place of the blank in the first cell, 5.6 cheaper.
const DEARER: f32 = 7.0;

/// Tiles that have been compared; what does not depend on which cell is the blank.
pub struct Pieces {
    size: Size,
    pairs: Pairs,
    classes: Vec<usize>,
}

/// The picture that the tiles make. A tile is named by its goal cell: the cell it stands in when solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    /// For every cell, row by row, the goal cell of what is in it, the blank's home included.
    pub tiles: Vec<usize>,
    /// The cell where the blank is now.
    pub blank: usize,
    /// The blank's home.
    pub home: usize,
    /// What the arrangement costs, in nats: negative where tiles fit. Comparable between blanks of one board.
    pub cost: f32,
    /// How much the tiles look like those of one picture, 0 to 1: the mean probability of the joints (of those that are
    /// not in the screenshot alone, if that is less), which is near 0 for tiles that do not belong together and for
    /// those that fit anything. A single picture cut by any grid fits well, as itself: see `gain`.
    pub fit: f32,
    /// How much better a joint is on average than in the screenshot, in nats: 0 where the board is solved, and where a
    /// grid was laid over what is one picture.
    pub gain: f32,
    /// Whether every tile, but perhaps one, is where the screenshot shows it: wherever a grid is laid over a single picture.
    pub is_still: bool,
    /// Whether it is the screenshot moved round as a whole, or whole lines of it, as a part of any screen may fit.
    pub is_carried: bool,
    /// How far the cell taken for the blank speaks against being a piece of the picture where it is in the screenshot, in
    /// nats a joint: 0 for what may be or not.
    pub outlier: f32,
    /// The same where its home is in the arrangement, or where another piece is which belongs at that home as well: less than 0 where
    /// no cell is the blank, all pieces being there.
    pub stranger: f32,
    /// How much more the best other arrangement costs that looks different or has another blank, in nats. 0
    /// where no arrangement looks different: nothing was recognised.
    pub margin: f32,
    /// How much cheaper the best arrangement is that sliding cannot reach, in nats: 0 where parity had nothing to say, or
    /// where this is that arrangement.
    pub repair: f32,
    /// How sure all of it is, 0 to 1; 0.5 and more is to be believed.
    pub confidence: f32,
    /// The best other arrangement that looks different, written like `tiles`.
    pub runner_up: Option<Vec<usize>>,
    /// Groups of goal cells whose tiles cannot be told apart.
    pub identical: Vec<Vec<usize>>,
    /// The cells that were tried as the blank and what each costs before parity is
    /// asked, cheapest first.
    pub blanks: Vec<(usize, f32)>,
    evidence: Evidence,
}

/// Why tiles cannot be assembled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssembleError {
    /// There are more or fewer tiles than cells.
    Tiles {
        /// The size of the board.
        size: Size,
        /// How many tiles were given.
        tiles: usize,
    },
    /// The board has more than [`MOST_CELLS`] cells.
    Cells {
        /// The size of the board.
        size: Size,
    },
    /// A tile has no pixels.
    Empty {
        /// Its cell.
        cell: usize,
    },
    /// The blank or its home is not a cell of the board.
    Outside {
        /// The cell.
        cell: usize,
        /// The size of the board.
        size: Size,
    },
}

/// Assembles the picture from one crop for every cell, row by row, all of about the same size. `blank` is the cell of
/// the blank, if that is known.
///
/// Cost: a few ms for 4x4, some 100 ms for 10x10.
pub fn assemble(
    tiles: &[RgbImage],
    size: Size,
    blank: Option<usize>,
    fidelity: Fidelity,
) -> Result<Assembly, AssembleError> {
    Pieces::measure(tiles, size, fidelity)?.assemble(blank, None)
}

impl Pieces {
    /// Compares the tiles: one crop for every cell, row by row, all of about the same size. Cost: O(cells²).
    pub fn measure(tiles: &[RgbImage], size: Size, fidelity: Fidelity) -> Result<Pieces, AssembleError> {
        if size.cells() > MOST_CELLS {
            return Err(AssembleError::Cells { size });
        }
        if tiles.len() != size.cells() {
            return Err(AssembleError::Tiles { size, tiles: tiles.len() });
        }
        if let Some(cell) = tiles.iter().position(|tile| tile.width() == 0 || tile.height() == 0) {
            return Err(AssembleError::Empty { cell });
        }
        Ok(Pieces {
            size,
            pairs: Pairs::measure(tiles, size.columns(), fidelity),
            classes: alike::classes(tiles, fidelity),
        })
    }

    /// Assembles the picture. Where `blank` is not known, the plausible cells are tried and the cheapest kept; where
    /// `home` is not known, any cell may be it, the last one most likely. Cost: as for [`assemble`] when `blank` is
    /// known, a few times that otherwise.
    pub fn assemble(&self, blank: Option<usize>, home: Option<usize>) -> Result<Assembly, AssembleError> {
        let size = self.size;
        if let Some(cell) = [blank, home].into_iter().flatten().find(|&cell| cell >= size.cells()) {
            return Err(AssembleError::Outside { cell, size });
        }
        let (blanks, like) = match blank {
            Some(blank) => (vec![blank], None),
            None => self.plausible_blanks(),
        };
        let look = |blank: usize| {
            let field = Field::new(&self.pairs, size, blank, home);
            let pool = like.as_ref().map_or_else(|| search::search(&field), |like| search::search_near(&field, like));
            (field, pool)
        };
        let mut searched: Vec<(Field, Pool)> = blanks.into_par_iter().map(look).collect();
        let sort = |searched: &mut [(Field, Pool)]| searched.sort_by(|a, b| a.1.least().total_cmp(&b.1.least()));
        sort(&mut searched);
        if like.is_some() {
            let best = searched.len().min(FOLLOWED);
            searched[..best].par_iter_mut().for_each(|(field, pool)| search::search_further(field, pool));
            sort(&mut searched);
        }
        let blanks: Vec<(usize, f32)> = searched.iter().map(|(field, pool)| (field.blank, pool.least())).collect();
        let chosen = |reach: Reach| {
            let choice = |(field, pool): &(Field, Pool)| rivals::choose(field, pool, &self.classes, reach);
            let mut chosen: Vec<(&Field, Choice)> =
                searched.par_iter().take(CHOSEN).map(|searched| (&searched.0, choice(searched))).collect();
            chosen.sort_by(|a, b| a.1.cost.total_cmp(&b.1.cost));
            chosen
        };
        let any = chosen(Reach::Any);
        let (field, Choice { best, cost: least, .. }) = &any[0];
        if rivals::is_stuck(field, best, &self.classes) {
            let (stuck, legal) = (self.conclude(&any, *least, &blanks), chosen(Reach::Legal));
            let is_believed = stuck.confidence >= BELIEVED && legal[0].1.cost - least >= DEARER;
            return Ok(if is_believed { stuck } else { self.conclude(&legal, *least, &blanks) });
        }
        Ok(self.conclude(&chosen(Reach::Legal), *least, &blanks))
    }

    /// What an assembly would cost, comparable to [`Assembly::cost`]: for every cell the goal cell of what is in it,
    /// each once, the blank in cell `blank`. `None` if `tiles` is not such a list.
    pub fn cost_of(&self, tiles: &[usize], blank: usize) -> Option<f32> {
        let mut arrangement: Arrangement = vec![usize::MAX; self.size.cells()];
        for (cell, &goal) in tiles.iter().enumerate() {
            *arrangement.get_mut(goal)? = cell;
        }
        let complete = tiles.len() == arrangement.len() && !arrangement.contains(&usize::MAX);
        complete.then(|| Field::new(&self.pairs, self.size, blank, None).total(&arrangement))
    }

    /// [`Assembly::stranger`] by these pieces, of what was put together from others.
    ///
    /// # Panics
    ///
    /// Where that was another board.
    pub fn stranger(&self, found: &Assembly) -> f32 {
        let mut arrangement: Arrangement = vec![0; self.size.cells()];
        found.tiles.iter().enumerate().for_each(|(cell, &goal)| arrangement[goal] = cell);
        self.stranger_in(&arrangement, found.home)
    }

    /// What the cell at `home` speaks against being a piece of an arrangement, there or exchanged with another: so the pieces of one of
    /// 32 real boards without a blank were put together. It is 4 and more on 372 with a blank.
    fn stranger_in(&self, arrangement: &Arrangement, home: usize) -> f32 {
        let misfit = |arrangement: &Arrangement, cell: usize| self.pairs.misfit(self.size, arrangement, cell);
        let exchanged = |other: usize| {
            let mut arrangement = arrangement.clone();
            arrangement.swap(home, other);
            misfit(&arrangement, home).max(misfit(&arrangement, other))
        };
        let others = (0..arrangement.len()).filter(|&other| other != home);
        others.map(exchanged).fold(misfit(arrangement, home), f32::min)
    }

    /// How likely the second tile of each pair is what follows the first in a row, or else in a column, rather than any other
    /// or none: the mean, 0 to 1, and 0 of no pairs.
    pub fn likelihood(&self, pairs: &[(usize, usize)], in_rows: bool) -> f32 {
        let field = self.field_of_tiles();
        let along = if in_rows { Likelihoods::across(&field) } else { Likelihoods::down(&field) };
        along.mean(pairs.iter().copied())
    }

    /// How likely each of `tiles` belongs beside one of `others`, on any side of it, rather than beside any other tile or none: the
    /// mean of the greatest probabilities, 0 to 1. Pairs that stand beside each other on the screen are left out: what is no tile
    /// may go on there.
    pub fn belonging(&self, tiles: &[usize], others: &[usize]) -> f32 {
        let field = self.field_of_tiles();
        let along = [Likelihoods::across(&field), Likelihoods::down(&field)];
        let most = |tile: usize| {
            let apart = others.iter().filter(|&&other| self.size.neighbours(tile).all(|cell| cell != other));
            let pairs = apart.flat_map(|&other| [(tile, other), (other, tile)]);
            let each = pairs.flat_map(|(first, second)| along.iter().map(move |along| along.of(first, second)));
            each.fold(0.0, f32::max)
        };
        tiles.iter().map(|&tile| most(tile)).sum::<f32>() / tiles.len().max(1) as f32
    }

    /// All cells as tiles, none of them the blank.
    fn field_of_tiles(&self) -> Field {
        Field::new(&self.pairs, self.size, self.size.cells(), None)
    }

    /// The cells that could be the blank, and an arrangement of all tiles: those that fit their neighbours least in it.
    fn plausible_blanks(&self) -> (Vec<usize>, Option<Arrangement>) {
        let count = self.size.cells();
        if count <= exact::MOST_CELLS {
            return ((0..count).collect(), None);
        }
        let field = self.field_of_tiles();
        let pool = search::search(&field);
        let (_, best) = pool.iter().next().expect("a search finds something");
        let misfit = |tile: usize| {
            let cell = best.iter().position(|&other| other == tile).expect("an arrangement holds every tile");
            field.at(best, cell, tile) / self.size.neighbours(cell).count() as f32
        };
        let mut cells: Vec<(f32, usize)> = (0..count).map(|tile| (misfit(tile), tile)).collect();
        cells.sort_by(|a, b| b.0.total_cmp(&a.0));
        let tried = if search::is_hopeless(&field, best) { 1 } else { BLANKS };
        (cells.iter().take(tried).map(|&(_, cell)| cell).collect(), Some(best.clone()))
    }

    /// Whether another cell looks like the blank, and sliding brings the tiles home if that is the blank.
    fn has_twin(&self, tiles: &[usize], blank: usize) -> bool {
        let is_twin = |&cell: &usize| cell != blank && self.classes[cell] == self.classes[blank];
        (0..tiles.len()).filter(is_twin).any(|twin| {
            let mut exchanged = tiles.to_vec();
            exchanged.swap(blank, twin);
            is_legal(&exchanged, twin, self.size)
        })
    }

    /// Sums up what was `tried`, cheapest first, where `least` is what any arrangement costs at least.
    fn conclude(&self, tried: &[(&Field, Choice)], least: f32, blanks: &[(usize, f32)]) -> Assembly {
        let (field, choice) = &tried[0];
        let tiles = goals(&choice.best);
        let mut margin = choice.rival.as_ref().map_or(0.0, |(cost, _)| cost - choice.cost);
        if let Some((_, other)) = tried.get(1) {
            margin = margin.min(other.cost - choice.cost);
        }
        let repair = (choice.cost - least).max(0.0);
        let shown: Arrangement = (0..tiles.len()).collect();
        let joints = field.joints(&shown).count() as f32;
        let fit = confidence::fit(field, &choice.best);
        let evidence = Evidence {
            margin,
            order: order::lead(field, &choice.best),
            unaided: choice.rival.as_ref().map_or(0.0, |(_, rival)| field.joined(rival) - field.joined(&choice.best)),
            fit,
            mutual: confidence::mutual(field, &choice.best),
            repair,
            home: field.home(tiles[field.blank], field.blank),
            is_home_told: field.is_home_told(),
            last: self.pairs.best_joint(self.size, &choice.best, shown.len() - 1, field.blank),
            cells: tiles.len(),
            split: is_split(self.size, &tiles, field.blank),
            stuck: rivals::is_stuck(field, &choice.best, &self.classes),
            wrap: confidence::wrap(field, &choice.best),
            is_torn: torn::is_torn(field, &choice.best),
            has_strip: strip::has_strip(field, &choice.best),
            may_end_elsewhere: !field.is_home_told() && other_end::may_be_home(field, &choice.best),
            has_twin: blanks.len() > 1 && self.has_twin(&tiles, field.blank),
            steadiness: None,
        };
        Assembly {
            blank: field.blank,
            home: tiles[field.blank],
            cost: choice.cost,
            fit,
            gain: (field.total(&shown) - field.total(&choice.best)).max(0.0) / joints,
            is_still: still::is_still(self.size, &choice.best, field.blank),
            is_carried: still::is_carried(self.size, &choice.best, field.blank),
            outlier: self.pairs.misfit(self.size, &shown, field.blank),
            stranger: self.stranger_in(&choice.best, tiles[field.blank]),
            margin,
            repair,
            confidence: confidence::confidence(&evidence),
            runner_up: choice.rival.as_ref().map(|(_, rival)| goals(rival)),
            identical: self.identical(&tiles, field.blank),
            blanks: blanks.to_vec(),
            tiles,
            evidence,
        }
    }

    /// The groups of look-alike tiles, by their goal cells.
    fn identical(&self, tiles: &[usize], blank: usize) -> Vec<Vec<usize>> {
        let group = |class: usize| {
            let alike = (0..tiles.len()).filter(|&cell| self.classes[cell] == class && cell != blank);
            let mut goals: Vec<usize> = alike.map(|cell| tiles[cell]).collect();
            goals.sort_unstable();
            goals
        };
        (0..tiles.len()).map(group).filter(|group| group.len() > 1).collect()
    }
}

/// For every cell the goal cell of its tile.
fn goals(arrangement: &Arrangement) -> Vec<usize> {
    let mut goals = vec![0; arrangement.len()];
    arrangement.iter().enumerate().for_each(|(goal, &cell)| goals[cell] = goal);
    goals
}

impl fmt::Display for AssembleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AssembleError::Tiles { size, tiles } => {
                write!(f, "a {size} board has {} cells, but {tiles} tiles are given", size.cells())
            }
            AssembleError::Cells { size } => {
                write!(f, "a {size} board is too large to be assembled: {MOST_CELLS} cells are the most")
            }
            AssembleError::Empty { cell } => write!(f, "the tile in cell {cell} has no pixels"),
            AssembleError::Outside { cell, size } => {
                write!(f, "cell {cell} is not on a {size} board: its cells are 0 to {}", size.cells() - 1)
            }
        }
    }
}

impl std::error::Error for AssembleError {}

#[cfg(test)]
mod tests;
