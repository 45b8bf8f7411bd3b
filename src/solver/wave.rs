//! The wave: breadth-first search over a whole space, front after front.
//!
//! Every position has a number (`space`), so what the wave knows is one byte a position: its distance from the
//! source modulo 251, or that it was not seen. Neighbours differ by at most one in distance, so that walking down to the
//! source by ever smaller distances needs no more, however far apart positions lie.

use crate::puzzle::{Board, Size, Slide};

use super::space::{Space, Spread};

/// What counts as one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// One tile slides by one cell.
    #[default]
    Single,
    /// One press slides all tiles between the pressed cell and the blank.
    Multi,
}

impl Metric {
    /// How many steps these slides are.
    pub fn count(self, slides: &[Slide]) -> usize {
        self.steps(slides).count()
    }

    /// The slides of each step.
    pub(super) fn steps(self, slides: &[Slide]) -> impl Iterator<Item = &[Slide]> {
        slides.chunk_by(move |a, b| self == Metric::Multi && a == b)
    }

    /// By how many steps a solution is longer than a shorter one at least: all have the same parity in slides.
    pub(super) fn least_gain(self) -> usize {
        match self {
            Metric::Single => 2,
            Metric::Multi => 1,
        }
    }

    /// How many slides one step is at most.
    pub(super) fn longest(self, size: Size) -> usize {
        match self {
            Metric::Single => 1,
            Metric::Multi => size.columns().max(size.rows()) - 1,
        }
    }
}

/// Breadth-first search from one board, a front at a time.
///
/// Costs one byte for every position of the space, and four for every position of two fronts.
pub struct Wave {
    space: Space,
    metric: Metric,
    source: u32,
    /// Distance modulo `CYCLE`, or `UNSEEN`.
    distances: Vec<u8>,
    front: Vec<u32>,
    next: Vec<u32>,
    depth: usize,
    seen: usize,
    expanded: u64,
    generated: u64,
}

const CYCLE: usize = 251;
const UNSEEN: u8 = 255;

impl Wave {
    /// A wave that has seen `source` only, or `None` if more than `most` positions can be reached from it.
    pub fn new(source: &Board, metric: Metric, most: u64) -> Option<Wave> {
        let space = Space::new(source, most)?;
        let rank = space.rank(source)?;
        let mut distances = vec![UNSEEN; space.len()];
        distances[rank as usize] = 0;
        Some(Wave {
            space,
            metric,
            source: rank,
            distances,
            front: vec![rank],
            next: Vec::new(),
            depth: 0,
            seen: 1,
            expanded: 0,
            generated: 0,
        })
    }

    /// How many positions can be reached from `board`, itself included, or `None` if more than a thousand millions.
    pub fn positions(board: &Board) -> Option<u64> {
        Space::positions(board)
    }

    /// How many positions stand in the front: exactly those at [`Wave::depth`] steps from the source.
    pub fn front(&self) -> usize {
        self.front.len()
    }

    /// The distance of the front from the source.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How many positions have been seen, the source and an unfinished front included.
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// How many positions have been expanded and generated.
    pub fn effort(&self) -> (u64, u64) {
        (self.expanded, self.generated)
    }

    /// Moves on to the next front; `false`, with nothing changed, when there is none.
    pub fn advance(&mut self) -> bool {
        self.advance_until(None, &mut || false);
        if self.next.is_empty() {
            return false;
        }
        self.finish_front();
        true
    }

    /// Goes on until `goal` is seen and returns its distance; `None` if it cannot be reached or `stop` said so.
    ///
    /// The wave stands still the moment the goal is generated: the front is the last complete one.
    pub fn run_to(&mut self, goal: &Board, stop: &mut dyn FnMut() -> bool) -> Option<usize> {
        let rank = self.space.rank(goal)?;
        while self.distances[rank as usize] == UNSEEN {
            if self.advance_until(Some(rank), stop) {
                break;
            }
            if self.next.is_empty() {
                return None;
            }
            self.finish_front();
        }
        let known = self.distances[rank as usize] != UNSEEN;
        known.then(|| self.way_down(rank).len())
    }

    /// The distance of `board` from the source, or `None` if it has not been seen.
    pub fn distance(&self, board: &Board) -> Option<usize> {
        let rank = self.space.rank(board)?;
        (self.distances[rank as usize] != UNSEEN).then(|| self.way_down(rank).len())
    }

    /// A shortest way from the source to `board`, each step as one slide or several equal ones, or `None` if it has not
    /// been seen.
    pub fn way_to(&self, board: &Board) -> Option<Vec<Slide>> {
        let rank = self.space.rank(board)?;
        if self.distances[rank as usize] == UNSEEN {
            return None;
        }
        let size = self.space.size();
        let mut slides = Vec::new();
        for (higher, lower) in self.way_down(rank).into_iter().rev() {
            let (column, row) = (size.column(higher).cmp(&size.column(lower)), size.row(higher).cmp(&size.row(lower)));
            let slide = match (column, row) {
                (std::cmp::Ordering::Greater, _) => Slide::Left,
                (std::cmp::Ordering::Less, _) => Slide::Right,
                (_, std::cmp::Ordering::Greater) => Slide::Up,
                _ => Slide::Down,
            };
            slides.extend(std::iter::repeat_n(slide, line_distance(size.columns(), higher, lower)));
        }
        Some(slides)
    }

    /// From `rank` to the source: for every step the cell of the blank before and after it.
    fn way_down(&self, mut rank: u32) -> Vec<(usize, usize)> {
        let mut way = Vec::new();
        let mut spread = Spread::default();
        while rank != self.source {
            self.space.unrank(rank, &mut spread);
            let lower = (usize::from(self.distances[rank as usize]) + CYCLE - 1) % CYCLE;
            let from = spread.blank;
            let mut found = None;
            self.each_neighbour(&spread, |cell, next| {
                if found.is_none() && usize::from(self.distances[next as usize]) == lower {
                    found = Some((cell, next));
                }
            });
            let Some((cell, next)) = found else { return way };
            way.push((from, cell));
            rank = next;
        }
        way
    }

    fn finish_front(&mut self) {
        std::mem::swap(&mut self.front, &mut self.next);
        self.next.clear();
        self.depth += 1;
    }

    /// Expands the front into `next`; `true` when it stopped early because `goal` was generated or `stop` said so.
    fn advance_until(&mut self, goal: Option<u32>, stop: &mut dyn FnMut() -> bool) -> bool {
        let front = std::mem::take(&mut self.front);
        let mut spread = Spread::default();
        let distance = ((self.depth + 1) % CYCLE) as u8;
        let mut over = false;
        for (index, &rank) in front.iter().enumerate() {
            if index % 4096 == 0 && stop() {
                over = true;
                break;
            }
            self.space.unrank(rank, &mut spread);
            self.expanded += 1;
            if self.generate(&spread, distance, goal) {
                over = true;
                break;
            }
        }
        self.front = front;
        over
    }

    fn generate(&mut self, spread: &Spread, distance: u8, goal: Option<u32>) -> bool {
        let mut neighbours = [0; 4];
        let mut many = Vec::new();
        let mut count = 0;
        let metric = self.metric;
        self.each_neighbour(spread, |_, rank| {
            if metric == Metric::Multi {
                many.push(rank);
            } else {
                neighbours[count] = rank;
                count += 1;
            }
        });
        let ranks = if metric == Metric::Multi { &many[..] } else { &neighbours[..count] };
        for &rank in ranks {
            self.generated += 1;
            let known = &mut self.distances[rank as usize];
            if *known == UNSEEN {
                *known = distance;
                self.seen += 1;
                self.next.push(rank);
                if goal == Some(rank) {
                    return true;
                }
            }
        }
        false
    }

    /// All positions one step away, by the cell the blank goes to: left, right, up, down.
    fn each_neighbour(&self, spread: &Spread, mut visit: impl FnMut(usize, u32)) {
        let size = self.space.size();
        for slide in Slide::ALL {
            let mut cell = spread.blank;
            while let Some(next) = size.step(cell, slide) {
                cell = next;
                visit(cell, self.space.neighbour(spread, cell));
                if self.metric == Metric::Single {
                    break;
                }
            }
        }
    }
}

/// Columns or rows between two cells of one row or column.
fn line_distance(columns: usize, a: usize, b: usize) -> usize {
    let apart = a.abs_diff(b);
    if apart < columns { apart } else { apart / columns }
}
