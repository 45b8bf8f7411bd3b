//! `snapslide scramble`: makes positions, as text or as screenshots with the readings that must come of them.

mod distance;
mod scene;

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use image::codecs::jpeg::JpegEncoder;
use snapslide::assist;
use snapslide::puzzle::{Board, Goal, Puzzle, Random, Size};
use snapslide::render::scene::{Picture, Scene};
use snapslide::render::still::{Effort, encode_png};

use super::clock::Clock;
use super::console::Console;
use super::failure::{Exit, Failure};
use super::input;
use super::output::{self, Product};
use crate::cli::{self, Scramble};
use distance::{DistanceError, Positions};
use scene::Motif;

const DOING: &str = "scrambling";
/// How long one position at an exact distance is sought.
const SECONDS: f64 = 60.0;

/// Makes the positions: prints them one a line, or writes a case folder for each.
pub fn run(args: &Scramble, console: &Console) -> Result<(), Failure> {
    let goal = goal(args)?;
    let motif = args.scene.picture.as_deref().map(motif).transpose()?;
    if motif.is_some() {
        check_folder(&args.scene.out, args.scene.force)?;
    }
    let seed = args.seed.unwrap_or_else(seed_of_the_moment);
    console.detail(&format!("seed {seed}"));
    let mut source = Source::new(args, goal, seed)?;
    for index in 0..args.count {
        let puzzle = source.next(args, console)?;
        match &motif {
            None => console.result(&puzzle.start().to_string())?,
            Some(motif) => {
                let scene = scene::scene(&puzzle, motif, &args.scene, seed.wrapping_add(index as u64));
                let folder = folder(args, index);
                write_case(&folder, &scene, &args.scene)?;
                console.result(&format!("{}: {}", folder.display(), puzzle.start()))?;
            }
        }
    }
    Ok(())
}

/// Refuses a folder that holds something already, and one that would be called like a picture.
fn check_folder(folder: &Path, force: bool) -> Result<(), Failure> {
    if input::is_picture(folder) {
        let doing = format!("writing {}", folder.display());
        return Err(Failure::new(Exit::Usage, doing, "a drawn board is a folder of files").hint(
            "name a folder; screenshot.png in it shows the board, and expected.json tells what it must be read as",
        ));
    }
    output::check_folder(folder, force)
}

/// Where positions come from.
struct Source {
    goal: Board,
    random: Random,
    positions: Option<Positions>,
}

impl Source {
    fn new(args: &Scramble, goal: Board, seed: u64) -> Result<Source, Failure> {
        let positions = args.distance.map(|distance| Positions::new(&goal, distance)).transpose();
        Ok(Source { positions: positions.map_err(|error| no_distance(&error))?, goal, random: Random::new(seed) })
    }

    fn next(&mut self, args: &Scramble, console: &Console) -> Result<Puzzle, Failure> {
        let goal = self.goal.clone();
        Ok(match (&self.positions, args.walk) {
            (Some(positions), _) => {
                let clock = Clock::new(console, SECONDS);
                let drawn = clock.watch(None, |limits| positions.draw(&goal, &mut self.random, limits));
                drawn.map_err(|error| no_distance(&error))?
            }
            (None, Some(steps)) => Puzzle::walked(goal, steps, &mut self.random),
            (None, None) => Puzzle::shuffled(goal, &mut self.random),
        })
    }
}

fn no_distance(error: &DistanceError) -> Failure {
    let (exit, hint) = match error {
        DistanceError::TooFar { .. } => (Exit::Usage, "--distance takes a smaller number"),
        DistanceError::NotFound { .. } => {
            (Exit::Limit, "another --seed may lead to one, or --distance takes a smaller number")
        }
    };
    Failure::new(exit, DOING, error.to_string()).hint(hint)
}

/// The folder of one position: the one named, or for each of many one below it.
fn folder(args: &Scramble, index: usize) -> PathBuf {
    match args.count {
        1 => args.scene.out.clone(),
        _ => args.scene.out.join(format!("{:04}", index + 1)),
    }
}

fn goal(args: &Scramble) -> Result<Board, Failure> {
    let usage = |what: String| Failure::new(Exit::Usage, DOING, what);
    if let (Goal::Board(board), Some(size)) = (&args.solved.goal, args.size)
        && board.size() != size
    {
        return Err(usage(format!("the goal is {}, but --size is {size}", board.size())).hint("leave --size out"));
    }
    let size = args.size.unwrap_or_else(|| Size::new(4, 4).expect("4x4 is a size"));
    let tiles = Board::new(size, (0..size.cells() as u16).collect()).expect("every tile once, and the blank");
    args.solved
        .goal
        .for_board(&tiles, args.solved.blank_home)
        .map_err(|error| usage(error.to_string()).hint("--blank-home counts cells row by row from 0"))
}

fn motif(name: &str) -> Result<Motif, Failure> {
    if name == "numbers" {
        return Ok(Motif::Numbers);
    }
    if let Some(picture) = Picture::named(name) {
        return Ok(Motif::Drawn(picture));
    }
    let names: Vec<&str> = Picture::ALL.iter().map(|picture| picture.name()).collect();
    input::load_picture(Path::new(name)).map(|picture| Motif::File(picture.pixels)).map_err(|failure| {
        failure
            .hint(format!("--picture takes a file, numbers, or a picture of the program's own: {}", names.join(", ")))
    })
}

fn seed_of_the_moment() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

/// Writes the screenshot, the solved picture where there is one, and the expected reading.
fn write_case(folder: &Path, scene: &Scene, options: &cli::Scene) -> Result<(), Failure> {
    let failed = |error: &dyn std::error::Error| {
        Failure::new(Exit::Usage, DOING, error.to_string()).hint("--tile, --gutter and --scale say how large it gets")
    };
    let drawn = scene.draw().map_err(|error| failed(&error))?;
    let expected = assist::expected(scene, &drawn).to_json();
    let png = |picture| encode_png(picture, Effort::Small).map_err(std::io::Error::other);
    let screenshot = &drawn.screenshot;
    let mut products = vec![Product::new("expected.json", |out| writeln!(out, "{expected}"))];
    products.push(match options.jpeg {
        Some(quality) => Product::new("screenshot.jpg", move |out| {
            JpegEncoder::new_with_quality(out, quality).encode_image(screenshot).map_err(std::io::Error::other)
        }),
        None => Product::new("screenshot.png", |out| out.write_all(&png(screenshot)?)),
    });
    if let Some(reference) = &drawn.reference {
        products.push(Product::new("reference.png", |out| out.write_all(&png(reference)?)));
    }
    output::write_folder(folder, &products, options.force, &|_| ())
}
