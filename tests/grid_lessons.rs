//! What the ranking of grids is learned from: drawn screens, and all lattices that compete in each with their traits.
//! `cargo test --release --test grid_lessons -- --ignored` writes them; `assets/grids` tells the rest.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use snapslide::puzzle::Size;
use snapslide::rect::Rect;
use snapslide::render::scene::{Sample, Task};
use snapslide::vision::Grid;
use snapslide::vision::locate::weigh;

/// Of each screen as many of the best lattices are kept, …
const BEST: usize = 60;
/// … and of the others one in so many, and those that are right.
const OTHERS: usize = 12;

/// How near a lattice is to the board: 2 within a few hundredths of a cell at each edge, 1 within a few more, 0 elsewhere.
fn nearness(grid: &Grid, size: Size, region: Rect) -> u8 {
    if grid.size != size {
        return 0;
    }
    let share = |a: u32, b: u32, length: u32, cells: usize| {
        let cell = length as f32 / cells as f32;
        (a.abs_diff(b) as f32, cell)
    };
    let edges = [
        share(grid.region.x, region.x, region.width, size.columns()),
        share(grid.region.right(), region.right(), region.width, size.columns()),
        share(grid.region.y, region.y, region.height, size.rows()),
        share(grid.region.bottom(), region.bottom(), region.height, size.rows()),
    ];
    let within = |pixels: f32, part: f32| edges.iter().all(|&(off, cell)| off <= pixels.max(part * cell));
    u8::from(within(2.6, 0.025)) + u8::from(within(3.6, 0.06))
}

/// A line for every lattice of a sample: the sample, how near, the score it has, its traits.
fn lesson(number: u64) -> String {
    let sample = Sample::new(number, &[]);
    let drawn = sample.draw().unwrap_or_else(|error| panic!("{number}: {error}"));
    let mut lines = String::new();
    for (rank, weighed) in weigh(&drawn.screenshot).into_iter().enumerate() {
        let nearness = nearness(&weighed.grid, sample.scene.tiles.size, drawn.region);
        if nearness == 0 && rank >= BEST && rank % OTHERS != 0 {
            continue;
        }
        write!(lines, "{number} {nearness} {:.3}", weighed.score).unwrap();
        weighed.traits.iter().for_each(|value| write!(lines, " {value:.4}").unwrap());
        lines.push('\n');
    }
    lines
}

fn lessons(numbers: std::ops::Range<u64>) -> String {
    let has_board = |number: &u64| Sample::new(*number, &[]).task != Task::Nothing;
    numbers.into_par_iter().filter(has_board).map(lesson).collect::<Vec<_>>().concat()
}

#[test]
#[ignore = "draws thousands of screens: many minutes"]
fn lessons_are_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("grids");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("learned.txt"), lessons(20_000..21_000)).unwrap();
    fs::write(folder.join("held_out.txt"), lessons(21_000..21_250)).unwrap();
    println!("written to {}", folder.display());
}

#[test]
fn lessons_hold_boards_and_others() {
    let lines = lessons(20_000..20_004);
    let fields: Vec<Vec<&str>> = lines.lines().map(|line| line.split(' ').collect()).collect();
    assert!(fields.windows(2).all(|pair| pair[0].len() == pair[1].len()), "{lines}");
    let of = |nearness: &str| fields.iter().filter(|fields| fields[1] == nearness).count();
    assert!(of("2") > 0 && of("0") > 10, "{} and {}", of("2"), of("0"));
}
