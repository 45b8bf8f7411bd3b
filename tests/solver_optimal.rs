//! Shortest solutions against published lengths and against plain breadth-first search.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use snapslide::puzzle::{Board, Order, Puzzle, Size, Slide};
use snapslide::solver::{Limits, Progress, Proof, SolveError, solve};

fn puzzle(start: &str, goal: &str) -> Puzzle {
    Puzzle::new(start.parse().unwrap(), goal.parse().unwrap()).unwrap()
}

/// The length of a solution that is proven the shortest and plays.
fn shortest(puzzle: &Puzzle) -> usize {
    let solution = solve(puzzle, &Limits::NONE).unwrap();
    assert_eq!(solution.proof, Proof::Optimal, "{} to {}", puzzle.start(), puzzle.goal());
    puzzle.play(&solution.moves).unwrap();
    solution.moves.len()
}

/// Korf's positions: all of them in a release build, the first few otherwise.
#[test]
fn korfs_fifteen_puzzles() {
    let count = if cfg!(debug_assertions) { 10 } else { 100 };
    let lines = include_str!("data/korf100.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let size = Size::new(4, 4).unwrap();
    let goal = Board::new(size, (0..16).collect()).unwrap();
    for line in lines.take(count) {
        let (optimal, tiles) = line.split_once(',').unwrap();
        let tiles = tiles.split(' ').map(|tile| tile.parse().unwrap()).collect();
        let puzzle = Puzzle::new(Board::new(size, tiles).unwrap(), goal.clone()).unwrap();
        assert_eq!(shortest(&puzzle), optimal.parse::<usize>().unwrap(), "{line}");
    }
}

/// The goal's blank in every kind of cell: each needs tables of its own.
#[test]
fn any_home_of_the_blank_and_any_order() {
    let start: Board = "5 1 2 4/9 6 3 8/13 10 7 11/14 15 12 0".parse().unwrap();
    for order in [Order::Spiral] {
        for home in [1, 5] {
            let goal = order.goal(&start, Some(home)).unwrap();
            let mut tiles = start.tiles().to_vec();
            let puzzle = Puzzle::new(start.clone(), goal.clone()).unwrap_or_else(|_| {
                tiles.swap(0, 1);
                Puzzle::new(Board::new(start.size(), tiles).unwrap(), goal).unwrap()
            });
            assert!(shortest(&puzzle) > 0);
            let back = Puzzle::new(puzzle.goal().clone(), puzzle.start().clone()).unwrap();
            assert_eq!(shortest(&back), shortest(&puzzle), "{} to {}", puzzle.start(), puzzle.goal());
        }
    }
}

/// The safe of the game "Space Rangers", seven pairs of identical tiles; the least over all 64 labellings.
#[test]
fn identical_tiles_take_the_best_labelling() {
    let puzzle = puzzle("7 6 3 2/5 8 2 4/3 1 7 5/4 8 1 0", "6 5 4 3/7 8 1 2/2 1 8 7/3 4 5 0");
    assert_eq!(shortest(&puzzle), 24);
}

/// Large boards, also of few kinds, a few slides away: tables say little of these.
#[test]
fn short_ways_are_found_on_large_boards() {
    let few: Board =
        "1 1 1 3 1 1 2/2 1 1 3 3 1 2/2 2 3 3 1 3 2/3 2 3 3 3 2 2/1 3 0 1 1 3 2/1 1 1 1 3 1 2/3 3 1 1 1 2 2"
            .parse()
            .unwrap();
    let size = Size::new(9, 6).unwrap();
    let distinct = Board::new(size, (0..54).rev().collect()).unwrap();
    let mut random = 1_u64;
    for (start, slides) in [(&few, 8), (&few, 16), (&few, 28), (&few, 28), (&distinct, 20), (&distinct, 40)] {
        let mut board = start.clone();
        let mut last = None;
        for _ in 0..slides {
            let slide = loop {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let slide = Slide::ALL[(random >> 62) as usize];
                if last != Some(slide.reverse()) && board.sliding_cell(slide).is_some() {
                    break slide;
                }
            };
            board.slide(slide);
            last = Some(slide);
        }
        let length = shortest(&Puzzle::new(start.clone(), board).unwrap());
        assert!((slides / 3..=slides).contains(&length), "{length} of {slides}");
    }
}

#[test]
fn all_tiles_equal() {
    assert_eq!(shortest(&puzzle("0 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1", "1 1 1 1/1 1 1 1/1 1 1 1/1 1 1 0")), 6);
    let size = Size::new(20, 20).unwrap();
    let board = |blank: usize| Board::new(size, (0..400).map(|cell| u16::from(cell != blank)).collect()).unwrap();
    assert_eq!(shortest(&Puzzle::new(board(0), board(399)).unwrap()), 38);
}

#[test]
fn a_limit_is_kept_or_proven_impossible() {
    let puzzle = puzzle("0 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    let within = |max_moves| solve(&puzzle, &Limits { max_moves: Some(max_moves), ..Limits::NONE });
    assert!(within(300).unwrap().moves.len() <= 300);
    let error = within(40).unwrap_err();
    assert_eq!(error, SolveError::None { max_moves: 40, lower: 58 });
    assert!(error.to_string().starts_with("there is no solution within 40 moves: proven, every one takes 58 or more"));
}

#[test]
fn when_time_is_up_there_is_an_answer_all_the_same() {
    let over = Limits { used: &|| 1.0, ..Limits::NONE };
    for (columns, rows) in [(4, 4), (5, 5), (12, 7), (64, 64)] {
        let size = Size::new(columns, rows).unwrap();
        let tiles: Vec<u16> = (0..size.cells() as u16).rev().collect();
        let start = Board::new(size, tiles.clone()).unwrap();
        let goal = Order::Rows.goal(&start, None).unwrap();
        let puzzle = Puzzle::new(start, goal.clone()).unwrap_or_else(|_| {
            let mut tiles = tiles;
            tiles.swap(0, 1);
            Puzzle::new(Board::new(size, tiles).unwrap(), goal).unwrap()
        });
        let solution = solve(&puzzle, &over).unwrap();
        puzzle.play(&solution.moves).unwrap();
        assert!(solution.lower_bound() <= solution.moves.len());
        let error = solve(&puzzle, &Limits { max_moves: Some(20), ..over }).unwrap_err();
        assert!(matches!(error, SolveError::None { .. }), "{error}");
    }
}

/// Tables that guide the search on 7x6 take a second or more, and all of the time on a slow machine.
#[test]
fn a_good_answer_comes_before_the_tables_of_large_boards() {
    let size = Size::new(7, 6).unwrap();
    let tiles: Vec<u16> = (0..size.cells() as u16).rev().collect();
    let start = Board::new(size, tiles.clone()).unwrap();
    let goal = Order::Rows.goal(&start, None).unwrap();
    let puzzle = Puzzle::new(start, goal).unwrap();
    let (first, are_begun) = (AtomicUsize::new(0), AtomicBool::new(false));
    let progress = |progress: Progress| match progress {
        Progress::Found(length) => drop(first.compare_exchange(0, length, Ordering::Relaxed, Ordering::Relaxed)),
        Progress::Tables => are_begun.store(true, Ordering::Relaxed),
        _ => {}
    };
    let used = || if are_begun.load(Ordering::Relaxed) { 1.0 } else { 0.0 };
    let solution = solve(&puzzle, &Limits { used: &used, progress: &progress, ..Limits::NONE }).unwrap();
    puzzle.play(&solution.moves).unwrap();
    let first = first.load(Ordering::Relaxed);
    assert!(3 * solution.moves.len() < 2 * first, "{} of {first} moves", solution.moves.len());
}

/// One, two and four threads: the same moves to the last one, whether few or many positions are generated for them.
#[test]
fn the_answer_does_not_depend_on_the_threads() {
    let puzzles = [
        puzzle("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"),
        puzzle("7 6 3 2/5 8 2 4/3 1 7 5/4 8 1 0", "6 5 4 3/7 8 1 2/2 1 8 7/3 4 5 0"),
        puzzle("5 9 11 2/8 0 4 1/10 3 7 6", "1 2 3 4/5 6 7 8/9 10 11 0"),
        puzzle(
            "1 2 9 8 4/6 7 3 14 5/11 12 13 19 10/16 17 20 24 18/21 22 23 0 15",
            "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0",
        ),
    ];
    for puzzle in &puzzles {
        let answers = [1, 2, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| solve(puzzle, &Limits::NONE)).unwrap()
        });
        for answer in &answers {
            assert_eq!((&answer.moves, answer.proof), (&answers[0].moves, Proof::Optimal), "{}", puzzle.start());
        }
    }
}

/// Shortest lengths from one board to all others, by walking.
fn distances(from: &Board) -> HashMap<Board, usize> {
    let mut distances = HashMap::from([(from.clone(), 0)]);
    let mut queue = VecDeque::from([from.clone()]);
    while let Some(board) = queue.pop_front() {
        let distance = distances[&board];
        for slide in Slide::ALL {
            let mut next = board.clone();
            if next.slide(slide).is_some() && !distances.contains_key(&next) {
                distances.insert(next.clone(), distance + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

#[test]
fn every_small_board_agrees_with_walking() {
    for start in [
        "3 1/2 0",
        "2 1 3/5 0 4",
        "1 1 2/2 0 3",
        "5 2/0 1/4 3",
        "1 2 2 1/0 2 1 1",
        "0 3 3 3/3 3 3 5",
        "4 1 2/2 0 4/1 1 2",
        "2 1 3/4 5 6/7 7 0",
        "2 1 1 2/1 2 2 1/2 1 1 2/1 2 1 0",
    ] {
        let start: Board = start.parse().unwrap();
        let distances = distances(&start);
        for (goal, distance) in distances.iter().step_by(distances.len() / 20 + 1) {
            let puzzle = Puzzle::new(start.clone(), goal.clone()).unwrap();
            assert_eq!(shortest(&puzzle), *distance, "{start} to {goal}");
        }
    }
}
