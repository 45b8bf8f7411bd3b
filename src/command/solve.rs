//! `snapslide solve`: from a screenshot to a sheet of steps, an animation and the clicks.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use snapslide::assist::{self, Outcome};
use snapslide::puzzle::Puzzle;
use snapslide::render::frame;
use snapslide::render::gif::{self, GifOptions};
use snapslide::render::sheet::{self, Claim, SheetOptions};
use snapslide::render::still::{Effort, encode_png};
use snapslide::render::{Artwork, Storyboard, Style};
use snapslide::solver::{self, Proof, Solution, SolveError};
use snapslide::vision::{Reading, Screenshot};

use super::clock::Clock;
use super::console::Console;
use super::failure::{Exit, Failure};
use super::input::{self, Input, References};
use super::output::{self, Product};
use super::{reading, text};
use crate::cli::{self, Emit, Solve};

/// What is allowed where nothing is asked for.
const SECONDS: f64 = 10.0;

/// A board to be solved, with what it looks like.
struct Job {
    name: PathBuf,
    reading: Reading,
    puzzle: Puzzle,
    artwork: Artwork,
}

/// Where the answer goes.
enum Place {
    Folder(PathBuf),
    File(PathBuf, Emit),
}

/// Solves every input; failures are told as they come, the worst one's code is returned.
pub fn run(args: &Solve, console: &Console) -> Result<(), Failure> {
    if let Some(board) = &args.recognition.tiles {
        let name = PathBuf::from("tiles");
        let place = place(args, &name)?;
        let text::Given { puzzle, artwork, reading } = text::position(board, &args.recognition)?;
        return solve_job(args, console, &Job { name, reading, puzzle, artwork }, &place);
    }
    if args.inputs.len() > 1 && args.out.is_some() {
        return Err(Failure::new(Exit::Usage, "reading the command line", "one --out cannot hold several answers")
            .hint("without --out every answer goes to a folder beside its screenshot"));
    }
    let references = input::load_references(args.recognition.reference.as_deref())?;
    console.worst(&args.inputs, |path| {
        let place = place(args, path)?;
        let job = open(args, console, path, &references)?;
        solve_job(args, console, &job, &place)
    })
}

/// The output's place, refused where something stands already.
fn place(args: &Solve, input: &Path) -> Result<Place, Failure> {
    let Some(out) = &args.out else {
        let stem =
            if input::is_stdin(input) { OsStr::new("screenshot") } else { input.file_stem().unwrap_or_default() };
        let mut folder = stem.to_os_string();
        folder.push("-solution");
        let folder = input.with_file_name(folder);
        output::check_folder(&folder, args.force)?;
        return Ok(Place::Folder(folder));
    };
    let extension = out.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    let kind = match extension.as_deref() {
        Some("gif") => Emit::Gif,
        Some("png") => Emit::Sheet,
        Some("json") => Emit::Json,
        _ => {
            output::check_folder(out, args.force)?;
            return Ok(Place::Folder(out.clone()));
        }
    };
    output::check_file(out, args.force)?;
    Ok(Place::File(out.clone(), kind))
}

/// Reads an input as far as a puzzle with its looks.
fn open(args: &Solve, console: &Console, path: &Path, references: &References) -> Result<Job, Failure> {
    let (reading, screenshot) = match input::load(path)? {
        Input::Screenshot(screenshot) => {
            let read = reading::recognise_board(&screenshot, path, &args.recognition, references);
            (read.map_err(|unread| unread.failure)?, Some(screenshot))
        }
        Input::Reading(reading) => {
            let screenshot = named_screenshot(&reading, path)?;
            (*reading, screenshot)
        }
    };
    if let (Some(reference), true) = (&reading.reference, references.paths.len() > 1) {
        console.note(&format!("{} shows {}", input::name(path), reference.display()));
    }
    let puzzle = reading::puzzle_of(&reading, path)?;
    let artwork = assist::artwork(&reading, &puzzle, screenshot.as_ref())
        .map_err(|error| Failure::new(Exit::Failed, format!("drawing {}", input::name(path)), error.to_string()))?;
    Ok(Job { name: path.to_path_buf(), reading, puzzle, artwork })
}

/// The screenshot that a reading names, relative to the reading's own place.
fn named_screenshot(reading: &Reading, path: &Path) -> Result<Option<Screenshot>, Failure> {
    let Some(screenshot) = &reading.screenshot else { return Ok(None) };
    let beside = path.with_file_name("").join(screenshot);
    let place = if beside.is_file() { &beside } else { screenshot };
    input::load_picture(place).map(Some)
}

fn solve_job(args: &Solve, console: &Console, job: &Job, place: &Place) -> Result<(), Failure> {
    let clock = Clock::new(console, args.time.unwrap_or(SECONDS));
    let solution = clock
        .watch(args.max_moves, |limits| solver::solve(&job.puzzle, limits))
        .map_err(|error| unsolved(&error, job))?;
    let (search_ms, tables_ms) = clock.spent();
    let broken = |error: &dyn std::error::Error| {
        Failure::new(Exit::Failed, format!("solving {}", input::name(&job.name)), error.to_string())
    };
    let outcome = Outcome::new(job.reading.clone(), &job.puzzle, &solution, search_ms, tables_ms)
        .map_err(|error| broken(&error))?;
    let storyboard =
        Storyboard::new(&job.puzzle, &solution.moves, job.artwork.clone()).map_err(|error| broken(&error))?;
    let look = Look { storyboard: &storyboard, outcome: &outcome, style: style(args.style), claim: claim(&solution) };
    let shown = match place {
        Place::Folder(folder) => {
            output::write_folder(folder, &look.products(&args.emit), args.force)?;
            folder.display().to_string()
        }
        Place::File(path, kind) => {
            let mut products = look.products(&[*kind]);
            output::write_file(path, &products.swap_remove(0).write, args.force)?;
            path.display().to_string()
        }
    };
    console.detail(&format!(
        "{}: {} positions generated in {search_ms:.0} ms, tables in {tables_ms:.0} ms",
        solution.stats.method, solution.stats.generated
    ));
    if args.json {
        return console.result(&outcome.to_json());
    }
    console.result(&format!("{}: {}", headline(job, &solution), shown))
}

/// Board and moves in a few words.
fn headline(job: &Job, solution: &Solution) -> String {
    let size = job.puzzle.size();
    let moves = match solution.moves.len() {
        0 => return format!("{size} board, already solved"),
        1 => "1 move".to_string(),
        moves => format!("{moves} moves"),
    };
    match solution.proof {
        Proof::Optimal => format!("{size} board, {moves}, the fewest possible"),
        Proof::Bounds { lower, .. } => format!("{size} board, {moves}, at least {lower} needed"),
    }
}

fn unsolved(error: &SolveError, job: &Job) -> Failure {
    let hint = match error {
        SolveError::None { lower, .. } => format!("--max-moves must be at least {lower}"),
        SolveError::Time { .. } => "--time SECONDS gives it longer".to_string(),
    };
    Failure::new(Exit::Limit, format!("solving {}", input::name(&job.name)), error.to_string()).hint(hint)
}

fn style(style: cli::Style) -> Style {
    match style {
        cli::Style::Marked => Style::Marked,
        cli::Style::Plain => Style::Plain,
    }
}

fn claim(solution: &Solution) -> Claim {
    match solution.proof {
        Proof::Optimal => Claim::Least,
        Proof::Bounds { lower, .. } => Claim::AtLeast(lower),
    }
}

/// Everything that the pictures are drawn from.
struct Look<'a> {
    storyboard: &'a Storyboard,
    outcome: &'a Outcome,
    style: Style,
    claim: Claim,
}

impl<'a> Look<'a> {
    fn products(&self, kinds: &[Emit]) -> Vec<Product<'a>> {
        kinds.par_iter().flat_map(|kind| self.product(*kind)).collect()
    }

    fn product(&self, kind: Emit) -> Vec<Product<'a>> {
        match kind {
            Emit::Sheet => self.sheets(),
            Emit::Gif => vec![self.walkthrough()],
            Emit::Frames => self.frames(),
            Emit::Json => vec![self.json()],
        }
    }

    fn json(&self) -> Product<'a> {
        let outcome = self.outcome;
        Product::new("solution.json", move |out| writeln!(out, "{}", outcome.to_json()))
    }

    fn walkthrough(&self) -> Product<'a> {
        let (storyboard, style) = (self.storyboard, self.style);
        Product::new("walkthrough.gif", move |out| {
            let options = GifOptions { style, ..GifOptions::default() };
            gif::encode(storyboard, &options, out).map(drop).map_err(io::Error::other)
        })
    }

    fn sheets(&self) -> Vec<Product<'a>> {
        let options = SheetOptions { style: self.style, claim: self.claim, ..SheetOptions::default() };
        let sheets = sheet::draw(self.storyboard, &options);
        let name = |index: usize| match index {
            0 => "sheet.png".to_string(),
            _ => format!("sheet-{}.png", index + 1),
        };
        sheets
            .into_iter()
            .enumerate()
            .map(|(index, sheet)| {
                Product::new(name(index), move |out| {
                    out.write_all(&encode_png(&sheet, Effort::Small).map_err(io::Error::other)?)
                })
            })
            .collect()
    }

    /// A picture before each step, and the solved board.
    fn frames(&self) -> Vec<Product<'a>> {
        let count = self.storyboard.steps().len() + 1;
        let digits = count.to_string().len().max(2);
        (0..count)
            .map(|step| {
                let (storyboard, style) = (self.storyboard, self.style);
                Product::new(format!("frames/step_{:0digits$}.png", step + 1), move |out| {
                    let picture = frame::draw(storyboard, step, style);
                    out.write_all(&encode_png(&picture, Effort::Quick).map_err(io::Error::other)?)
                })
            })
            .collect()
    }
}
