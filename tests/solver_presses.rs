//! Presses against slides: what is found where presses count is never worse than the runs of what is found where slides do.

use std::time::Instant;

use snapslide::puzzle::{Board, Order, Puzzle, Random, Size};
use snapslide::solver::{Limits, presses, solve};

/// What `search` makes of limits that end after two seconds.
fn within_two_seconds<T>(search: impl FnOnce(&Limits) -> T) -> T {
    let started = Instant::now();
    let used = || started.elapsed().as_secs_f64() / 2.0;
    search(&Limits { used: &used, ..Limits::NONE })
}

#[test]
fn presses_are_never_more_than_the_runs_of_slides() {
    for (columns, rows, order) in [(6, 6, Order::Snake), (2, 12, Order::Rows), (8, 8, Order::Rows), (5, 5, Order::Rows)]
    {
        let size = Size::new(columns, rows).unwrap();
        let board = Board::new(size, (0..size.cells() as u16).collect()).unwrap();
        let goal = order.goal(&board, None).unwrap();
        let puzzle = Puzzle::shuffled(goal, &mut Random::new(7));
        let slides = within_two_seconds(|limits| solve(&puzzle, limits).unwrap());
        let found = within_two_seconds(|limits| presses::solve(&puzzle, limits).unwrap());
        puzzle.play(&found.slides).unwrap();
        assert_eq!(presses::count(&found.slides), found.presses);
        let runs = presses::count(&slides.moves);
        assert!(found.presses <= runs, "{columns}x{rows}: {} presses, {runs} runs of slides", found.presses);
    }
}
