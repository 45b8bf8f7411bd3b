//! Solving random positions, each on one thread, as many at a time as there are threads.
//!
//! Every thread gets a pool of its own, of itself alone: a search is parallel inside, and in one common pool a thread that
//! waits for a part of its search would begin another search meanwhile.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};
use snapslide::puzzle::{Board, Puzzle, Random};
use snapslide::solver::{Limits, Prepared, Proof};

use super::super::clock::Clock;
use super::super::console::Console;
use super::super::failure::Failure;
use super::DOING;
use super::tally::Tally;

/// Tables are built however long it takes: seconds, at most.
const BUILDING: f64 = 1e6;

/// How random positions are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// Each as likely.
    Shuffled,
    /// By so many steps of the blank.
    Walked(u32),
}

/// What is needed to solve positions of one goal.
pub struct Sampler {
    goal: Board,
    prepared: Prepared,
    seconds: f64,
    pools: Vec<ThreadPool>,
}

/// What the threads share.
struct State<'a> {
    random: &'a mut Random,
    begun: u32,
    done: u64,
    tally: Tally,
    unproven: u64,
}

impl Sampler {
    /// Prepares for about so many positions, of which none may take longer than `seconds`.
    pub fn new(goal: &Board, positions: usize, seconds: f64, console: &Console) -> Result<Sampler, Failure> {
        let prepared = Clock::new(console, BUILDING).watch(None, |limits| Prepared::new(goal, positions, limits));
        let pool = |_| ThreadPoolBuilder::new().num_threads(1).build();
        let pools: Result<Vec<ThreadPool>, _> = (0..rayon::current_num_threads()).map(pool).collect();
        let pools = pools.map_err(|error| Failure::of_threads(DOING, &error))?;
        Ok(Sampler { goal: goal.clone(), prepared, seconds, pools })
    }

    /// Solves `count` positions. Those whose shortest solution could not be proven in time are not in the tally; how many
    /// is the second result. The positions depend on `random` alone, not on the threads.
    pub fn sample(&self, starts: Starts, count: u32, random: &mut Random, done: &(dyn Fn(u64) + Sync)) -> (Tally, u64) {
        let state = Mutex::new(State { random, begun: 0, done: 0, tally: Tally::default(), unproven: 0 });
        std::thread::scope(|scope| {
            for pool in &self.pools {
                scope.spawn(|| pool.install(|| self.work(starts, count, &state, done)));
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        (state.tally, state.unproven)
    }

    /// Takes one position after the other.
    fn work(&self, starts: Starts, count: u32, state: &Mutex<State>, done: &(dyn Fn(u64) + Sync)) {
        let locked = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let next = || {
            let mut state = locked();
            state.begun += 1;
            (state.begun <= count).then(|| match starts {
                Starts::Shuffled => Puzzle::shuffled(self.goal.clone(), state.random),
                Starts::Walked(steps) => Puzzle::walked(self.goal.clone(), steps as usize, state.random),
            })
        };
        while let Some(puzzle) = next() {
            let distance = self.distance(&puzzle);
            let mut state = locked();
            match distance {
                Some(distance) => state.tally.add(distance, 1),
                None => state.unproven += 1,
            }
            state.done += 1;
            done(state.done);
        }
    }

    /// The length of a shortest solution, if proven in time.
    fn distance(&self, puzzle: &Puzzle) -> Option<usize> {
        let started = Instant::now();
        let used = || started.elapsed().as_secs_f64() / self.seconds;
        let limits = Limits { used: &used, progress: &|_| (), max_moves: None };
        let solution = self.prepared.solve(puzzle, &limits).ok()?;
        (solution.proof == Proof::Optimal).then_some(solution.moves.len())
    }
}
