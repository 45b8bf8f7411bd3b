//! Presses against slides: what is found where presses count is never worse than the runs of what is found where slides do,
//! and the time is kept.

use std::time::Instant;

use snapslide::puzzle::{Board, Order, Puzzle, Random, Size};
use snapslide::solver::{Limits, presses, solve};

/// What `search` makes of limits that end after so many seconds, and how many it took.
fn within<T>(seconds: f64, search: impl FnOnce(&Limits) -> T) -> (T, f64) {
    let started = Instant::now();
    let used = || started.elapsed().as_secs_f64() / seconds;
    let found = search(&Limits { used: &used, ..Limits::NONE });
    (found, started.elapsed().as_secs_f64())
}

#[test]
fn presses_are_never_more_than_the_runs_of_slides() {
    for (columns, rows, order) in [(6, 6, Order::Snake), (2, 12, Order::Rows), (8, 8, Order::Rows), (5, 5, Order::Rows)]
    {
        let size = Size::new(columns, rows).unwrap();
        let board = Board::new(size, (0..size.cells() as u16).collect()).unwrap();
        let goal = order.goal(&board, None).unwrap();
        let puzzle = Puzzle::shuffled(goal, &mut Random::new(7));
        let (slides, _) = within(2.0, |limits| solve(&puzzle, limits).unwrap());
        let (found, took) = within(2.0, |limits| presses::solve(&puzzle, limits).unwrap());
        puzzle.play(&found.slides).unwrap();
        assert_eq!(presses::count(&found.slides), found.presses);
        let runs = presses::count(&slides.moves);
        assert!(found.presses <= runs, "{columns}x{rows}: {} presses, {runs} runs of slides", found.presses);
        assert!(took < 2.8, "{columns}x{rows}: {took} seconds");
    }
}
