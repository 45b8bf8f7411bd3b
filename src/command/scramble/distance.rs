//! Random positions at an exact distance from a goal.
//!
//! Where the whole space can be searched, positions are shuffled until one has the distance: each of them is as likely.
//! Elsewhere a position at least as far away is sought, solved, and walked towards the goal along its shortest solution:
//! every position on such a way is as far from the goal as the rest of the way is long. The search starts from a shuffle
//! (on boards whose shuffles can be solved at once) or from the goal, and climbs: a few random slides at a time, kept
//! when they lead no nearer.

use std::fmt;

use snapslide::puzzle::{Board, Puzzle, Random, Slide};
use snapslide::solver::wave::{Metric, Wave};
use snapslide::solver::{Limits, Proof, Solution, solve};

/// Spaces of up to so many positions are searched whole.
const SEARCHED_WHOLE: u64 = 2_000_000;
/// Random positions of boards with up to so many cells are solved at once.
const SOLVED_AT_ONCE: usize = 16;
/// How many steps a climb may take, and the part of the time that each may: one that cannot be proven would take all of it.
const STEPS: usize = 400;
const ATTEMPTS: f64 = 16.0;
/// How many slides one step may make however near it is: with fewer, a climb ends on the next peak.
const FEW: usize = 8;
/// How far positions of distinct tiles are at most from a goal with the blank in a corner, for spaces that are not searched whole: by
/// the board's shorter and longer side (R. Korf, "Linear-time disk-based implicit graph search", JACM 55(6), 2008; OEIS A151944).
const FARTHEST: [([usize; 2], usize); 6] =
    [([2, 6], 80), ([2, 7], 108), ([2, 8], 140), ([3, 4], 53), ([3, 5], 84), ([4, 4], 80)];

/// Why there is no position at a distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DistanceError {
    /// No position is as far from the goal.
    TooFar {
        /// The distance asked for.
        distance: usize,
        /// The greatest there is.
        farthest: usize,
    },
    /// None was found.
    NotFound {
        /// The distance asked for.
        distance: usize,
        /// The greatest that was found.
        farthest: usize,
    },
}

/// A source of positions at one distance from one goal.
pub struct Positions {
    distance: usize,
    /// All distances up to the one asked for, where the space is small enough.
    known: Option<Wave>,
}

impl Positions {
    /// Prepares to draw positions at `distance` from `goal`.
    pub fn new(goal: &Board, distance: usize) -> Result<Positions, DistanceError> {
        if let Some(farthest) = farthest(goal).filter(|&farthest| farthest < distance) {
            return Err(DistanceError::TooFar { distance, farthest });
        }
        let mut known = Wave::new(goal, Metric::Single, SEARCHED_WHOLE);
        if let Some(wave) = &mut known {
            while wave.depth() < distance {
                if !wave.advance() {
                    return Err(DistanceError::TooFar { distance, farthest: wave.depth() });
                }
            }
        }
        Ok(Positions { distance, known })
    }

    /// Draws one. `goal` is the one they were prepared for.
    pub fn draw(&self, goal: &Board, random: &mut Random, limits: &Limits) -> Result<Puzzle, DistanceError> {
        let Some(wave) = &self.known else { return climb(goal, self.distance, random, limits) };
        loop {
            let puzzle = Puzzle::shuffled(goal.clone(), random);
            if wave.distance(puzzle.start()) == Some(self.distance) {
                return Ok(puzzle);
            }
        }
    }
}

/// The greatest distance from a goal, where it is published.
fn farthest(goal: &Board) -> Option<usize> {
    let (columns, rows, blank) = (goal.size().columns(), goal.size().rows(), goal.blank());
    let corners = [0, columns - 1, (rows - 1) * columns, rows * columns - 1];
    if goal.has_identical_tiles() || !corners.contains(&blank) {
        return None;
    }
    let sides = [columns.min(rows), columns.max(rows)];
    FARTHEST.iter().find(|(known, _)| *known == sides).map(|&(_, farthest)| farthest)
}

fn climb(goal: &Board, distance: usize, random: &mut Random, limits: &Limits) -> Result<Puzzle, DistanceError> {
    let mut next = match goal.size().cells() {
        ..=SOLVED_AT_ONCE => Puzzle::shuffled(goal.clone(), random),
        _ => walked(goal.clone(), goal, distance, random),
    };
    let mut kept = walked(goal.clone(), goal, 0, random);
    let mut farthest = 0;
    for _ in 0..STEPS {
        let before = (limits.used)();
        let used = || ((limits.used)() - before) * ATTEMPTS;
        let solution = shortest(&next, &Limits { used: &used, ..*limits });
        let solution = solution.filter(|solution| solution.moves.len() >= farthest);
        if let Some(solution) = solution {
            farthest = solution.moves.len();
            kept = next;
            if farthest >= distance {
                return Ok(nearer(&kept, &solution.moves[..farthest - distance]));
            }
        }
        if limits.is_over() {
            break;
        }
        let few = 1 + random.below((distance - farthest).max(FEW));
        next = walked(kept.start().clone(), goal, few, random);
    }
    Err(DistanceError::NotFound { distance, farthest })
}

/// A solution, if it is proven that none is shorter.
fn shortest(puzzle: &Puzzle, limits: &Limits) -> Option<Solution> {
    solve(puzzle, limits).ok().filter(|solution| solution.proof == Proof::Optimal)
}

/// The puzzle after the first moves of its solution.
fn nearer(puzzle: &Puzzle, slides: &[Slide]) -> Puzzle {
    let mut start = puzzle.start().clone();
    for &slide in slides {
        start.slide(slide);
    }
    Puzzle::new(start, puzzle.goal().clone()).expect("moves lead from a puzzle to a puzzle")
}

/// The puzzle after `count` random slides from `start`, none undoing the one before.
fn walked(mut start: Board, goal: &Board, count: usize, random: &mut Random) -> Puzzle {
    let mut last: Option<Slide> = None;
    for _ in 0..count {
        let can = |slide: &Slide| Some(slide.reverse()) != last && start.sliding_cell(*slide).is_some();
        let slides: Vec<Slide> = Slide::ALL.into_iter().filter(can).collect();
        let slide = slides[random.below(slides.len())];
        start.slide(slide);
        last = Some(slide);
    }
    Puzzle::new(start, goal.clone()).expect("moves lead from a goal to a puzzle")
}

impl fmt::Display for DistanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DistanceError::TooFar { distance, farthest } => {
                write!(f, "no position is {distance} moves from the goal: the farthest is {farthest}")
            }
            DistanceError::NotFound { distance, farthest } => {
                write!(f, "no position {distance} moves from the goal was found: the farthest found is {farthest}")
            }
        }
    }
}

impl std::error::Error for DistanceError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(puzzle: &Puzzle) -> usize {
        shortest(puzzle, &Limits::NONE).expect("small boards are solved").moves.len()
    }

    #[test]
    fn every_distance_of_a_small_board_can_be_had() {
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let mut random = Random::new(1);
        for distance in 0..=31 {
            let positions = Positions::new(&goal, distance).unwrap();
            let puzzle = positions.draw(&goal, &mut random, &Limits::NONE).unwrap();
            assert_eq!(length(&puzzle), distance);
        }
        assert_eq!(
            Positions::new(&goal, 32).err().unwrap().to_string(),
            "no position is 32 moves from the goal: the farthest is 31"
        );
    }

    #[test]
    fn published_greatest_distances_are_told_at_once() {
        let of = |goal: &str, distance: usize| Positions::new(&goal.parse().unwrap(), distance).err();
        let fifteen = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
        assert_eq!(of(fifteen, 80), None);
        assert_eq!(of(fifteen, 81), Some(DistanceError::TooFar { distance: 81, farthest: 80 }));
        assert_eq!(of("0 1/2 3/4 5/6 7/8 9/10 11", 81), Some(DistanceError::TooFar { distance: 81, farthest: 80 }));
        assert_eq!(of("1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15", 81), None, "nobody counted from there");
        assert_eq!(of("1 1 1 1/2 2 2 2/3 3 3 3/4 4 4 0", 81), None, "its tiles are no distinct ones");
    }

    #[test]
    fn walks_never_turn_back_at_once() {
        let goal: Board = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0".parse().unwrap();
        for seed in 0..20 {
            let puzzle = walked(goal.clone(), &goal, 4, &mut Random::new(seed));
            assert_eq!(length(&puzzle), 4);
        }
    }
}
