//! The solver on published positions: every length is asserted, counts and means are printed before the times.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use snapslide::puzzle::{Board, Order, Puzzle, Size};
use snapslide::solver::wave::{Metric, Wave};
use snapslide::solver::{Limits, Prepared, Proof, Solution, solve};

/// Published positions with their shortest lengths: lines of the length and the tiles, after a heading.
fn published(side: usize, goal: Vec<u16>, lines: &str) -> Vec<(Puzzle, usize)> {
    let size = Size::new(side, side).unwrap();
    let goal = Board::new(size, goal).unwrap();
    let lines = lines.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let (optimal, tiles) = line.split_once(',').unwrap();
            let tiles = tiles.split(' ').map(|tile| tile.parse().unwrap()).collect();
            (Puzzle::new(Board::new(size, tiles).unwrap(), goal.clone()).unwrap(), optimal.parse().unwrap())
        })
        .collect()
}

fn korf() -> Vec<(Puzzle, usize)> {
    published(4, (0..16).collect(), include_str!("../tests/data/korf100.csv"))
}

/// A random puzzle by a fixed seed (G. Marsaglia's xorshift).
fn random(size: Size, seed: u64) -> Puzzle {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut tiles: Vec<u16> = (0..size.cells() as u16).collect();
    for index in (1..tiles.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        tiles.swap(index, (state >> 33) as usize % (index + 1));
    }
    let start = Board::new(size, tiles.clone()).unwrap();
    let goal = Order::Rows.goal(&start, None).unwrap();
    Puzzle::new(start, goal.clone()).unwrap_or_else(|_| {
        let movable: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] != 0).collect();
        tiles.swap(movable[0], movable[1]);
        Puzzle::new(Board::new(size, tiles).unwrap(), goal).unwrap()
    })
}

fn within(puzzle: &Puzzle, time: Duration) -> Solution {
    let began = Instant::now();
    let used = || began.elapsed().as_secs_f64() / time.as_secs_f64();
    let solution = solve(puzzle, &Limits { used: &used, ..Limits::NONE }).unwrap();
    puzzle.play(&solution.moves).unwrap();
    solution
}

fn fifteen(c: &mut Criterion) {
    let puzzles = korf();
    let began = Instant::now();
    let prepared = Prepared::new(puzzles[0].0.goal(), puzzles.len(), &Limits::NONE);
    let mut generated = 0;
    for (puzzle, optimal) in &puzzles {
        let solution = prepared.solve(puzzle, &Limits::NONE).unwrap();
        assert_eq!((solution.moves.len(), solution.proof), (*optimal, Proof::Optimal));
        generated += solution.stats.generated;
    }
    let time = began.elapsed();
    println!("Korf's hundred, the tables built once: {generated} positions generated, {time:.2?} in all");
    let mut times: Vec<Duration> = puzzles
        .iter()
        .map(|(puzzle, optimal)| {
            let began = Instant::now();
            let solution = solve(puzzle, &Limits::NONE).unwrap();
            assert_eq!((solution.moves.len(), solution.proof), (*optimal, Proof::Optimal));
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!("Korf's hundred, each from a cold start: median {:.2?}, slowest {:.2?}", times[50], times[99]);
    let mut next = puzzles.iter().cycle();
    c.bench_function("one of Korf's hundred from a cold start", |b| {
        b.iter(|| solve(&next.next().unwrap().0, &Limits::NONE).unwrap());
    });
}

/// The positions that take the most moves; nothing to repeat.
fn hardest(_: &mut Criterion) {
    let goal = (1..16).chain([0]).collect();
    for (puzzle, optimal) in published(4, goal, include_str!("../tests/data/hard15.csv")) {
        let began = Instant::now();
        let solution = solve(&puzzle, &Limits::NONE).unwrap();
        assert_eq!((solution.moves.len(), solution.proof), (optimal, Proof::Optimal));
        println!("80 moves: {} positions generated, {:.2?}", solution.stats.generated, began.elapsed());
    }
}

/// Mean lengths where a proof takes hours; nothing to repeat.
fn twenty_four(_: &mut Criterion) {
    let puzzles = published(5, (0..25).collect(), include_str!("../tests/data/korf50.csv"));
    for seconds in [1, 3] {
        let lengths = puzzles.iter().map(|(puzzle, optimal)| {
            let length = within(puzzle, Duration::from_secs(seconds)).moves.len();
            assert!(length >= *optimal && (length - optimal).is_multiple_of(2));
            length
        });
        let mean = lengths.sum::<usize>() as f64 / puzzles.len() as f64;
        println!("Korf's fifty of 5x5, {seconds} s each: {mean:.2} moves on average, the shortest are 100.78");
    }
}

fn eight(c: &mut Criterion) {
    let puzzle = Puzzle::new("1 2 3/4 5 6/7 8 0".parse().unwrap(), "2 1 5/7 4 6/3 8 0".parse().unwrap()).unwrap();
    c.bench_function("20 moves on 3x3", |b| {
        b.iter(|| {
            let solution = solve(black_box(&puzzle), &Limits::NONE).unwrap();
            assert_eq!((solution.moves.len(), solution.proof), (20, Proof::Optimal));
        });
    });
    c.bench_function("the whole 3x3 space", |b| {
        b.iter(|| {
            let mut wave = Wave::new(black_box(puzzle.start()), Metric::Single, 200_000).unwrap();
            while wave.advance() {}
            assert_eq!((wave.depth(), wave.seen()), (31, 181_440));
        });
    });
}

fn identical(c: &mut Criterion) {
    let safe = Puzzle::new(
        "7 6 3 2/5 8 2 4/3 1 7 5/4 8 1 0".parse().unwrap(),
        "6 5 4 3/7 8 1 2/2 1 8 7/3 4 5 0".parse().unwrap(),
    );
    let safe = safe.unwrap();
    c.bench_function("seven pairs of identical tiles", |b| {
        b.iter(|| {
            let solution = solve(black_box(&safe), &Limits::NONE).unwrap();
            assert_eq!((solution.moves.len(), solution.proof), (24, Proof::Optimal));
        });
    });
}

/// Mean lengths on boards beyond proof, in ten seconds each; nothing to repeat.
fn large(_: &mut Criterion) {
    for (columns, rows, count) in [(6, 6, 20), (8, 8, 20), (10, 10, 20), (20, 20, 1), (3, 30, 1)] {
        let size = Size::new(columns, rows).unwrap();
        let lengths = (1..=count).map(|seed| within(&random(size, seed), Duration::from_secs(10)).moves.len());
        println!("{size}: {:.1} moves on average", lengths.sum::<usize>() as f64 / count as f64);
    }
}

criterion_group!(benches, eight, identical, fifteen, hardest, twenty_four, large);
criterion_main!(benches);
