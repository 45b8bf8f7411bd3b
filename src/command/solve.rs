//! `snapslide solve`: from a screenshot to a sheet of steps, an animation and the clicks.

use std::path::{Path, PathBuf};

use snapslide::assist::{self, Outcome};
use snapslide::puzzle::Puzzle;
use snapslide::render::{Artwork, Claim, Storyboard};
use snapslide::solver::{self, Limits, Proof, Solution, SolveError, presses};
use snapslide::vision::Reading;

use super::batch;
use super::clock::Clock;
use super::console::Console;
use super::failure::{Exit, Failure};
use super::input::{self, Input, References};
use super::interrupt;
use super::output;
use super::pictures::Answer;
use super::place::{self, Place, Task};
use super::reading::{self, Origin, Seen};
use super::{text, way};
use crate::cli::{Metric, Solve};

/// What is allowed where nothing is asked for.
const SECONDS: f64 = 10.0;

/// A board to be solved, with what it looks like.
struct Job {
    name: PathBuf,
    reading: Reading,
    puzzle: Puzzle,
    artwork: Artwork,
}

/// How much the terminal shows of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Told {
    InOneLine,
    InFull,
}

/// Solves every input; failures are told as they come, the worst one's code is returned.
pub fn run(args: &Solve, console: &Console) -> Result<(), Failure> {
    interrupt::listen()?;
    if let Some(board) = &args.given.tiles {
        let name = PathBuf::from("tiles");
        let place = place_of(args, args.out.as_ref().unwrap_or(&place::folder(&name, 1)))?;
        let text::Given { puzzle, artwork, reading } = text::position(board, &args.recognition)?;
        return solve_job(args, console, &Job { name, reading, puzzle, artwork }, &place, Told::InFull);
    }
    let tasks = match (&args.out, args.given.inputs.as_slice()) {
        (None, inputs) => place::tasks(inputs, |_| false),
        (Some(out), [input]) => vec![Task { input: input.clone(), out: out.clone() }],
        (Some(_), _) => {
            return Err(Failure::new(Exit::Usage, "reading the command line", "one --out cannot hold several answers")
                .hint("without --out every answer goes to a folder beside its screenshot"));
        }
    };
    let references = input::load_references(args.recognition.reference.as_deref(), console)?;
    let told = if tasks.len() == 1 { Told::InFull } else { Told::InOneLine };
    batch::run(console, &tasks, "solving", |console, task| solve_task(args, console, task, &references, told))
}

/// Solves one input.
pub fn solve_task(
    args: &Solve,
    console: &Console,
    task: &Task,
    references: &References,
    told: Told,
) -> Result<(), Failure> {
    let place = place_of(args, &task.out)?;
    output::check_apart(&task.out, &task.input)?;
    let job = open(args, console, &task.input, references)?;
    solve_job(args, console, &job, &place, told)
}

/// Where the answer goes, unless that is one file and other ones are asked for.
fn place_of(args: &Solve, out: &Path) -> Result<Place, Failure> {
    let place = Place::new(out, args.force)?;
    match &place {
        Place::File(path, kind) if args.emit != Solve::unasked().emit && args.emit != [*kind] => {
            Err(Failure::new(Exit::Usage, format!("writing {}", path.display()), "it cannot hold what --emit lists")
                .hint("name a folder with --out, or leave --emit out"))
        }
        _ => Ok(place),
    }
}

/// Reads an input as far as a puzzle with its looks.
fn open(args: &Solve, console: &Console, path: &Path, references: &References) -> Result<Job, Failure> {
    let (seen, screenshot, origin) = match input::load(path)? {
        Input::Screenshot(screenshot) => {
            let read = reading::recognise_board(&screenshot, path, &args.recognition, references);
            (read.map_err(|unread| unread.failure)?, Some(screenshot), Origin::Screenshot)
        }
        Input::Reading(reading) => {
            reading::check_options(&reading, path, &args.given.inputs, &args.recognition)?;
            let screenshot = input::load_named_screenshot(&reading, path)?;
            reading::tell_doubts(&reading, console, path);
            let seen = Seen { reading: *reading, straight: None, second: None, other: None, shown: None, home: None };
            (seen, screenshot, Origin::File)
        }
    };
    let seen = match &screenshot {
        Some(screenshot) => seen.called_as_printed(screenshot),
        None => seen,
    };
    seen.tell(console, path, &args.recognition);
    let Seen { reading, straight, .. } = seen;
    let puzzle = reading::puzzle_of(&reading, path, origin)?;
    let (shown, picture) = match &straight {
        Some(straight) => (&straight.1, Some(&straight.0)),
        None => (&reading, screenshot.as_ref()),
    };
    let artwork = assist::artwork(shown, &puzzle, picture).map_err(|error| {
        Failure::new(Exit::Failed, format!("drawing {}", input::name(path)), error.to_string())
            .hint("correct 'cells' in the reading, or read the screenshot anew")
    })?;
    Ok(Job { name: path.to_path_buf(), reading, puzzle, artwork })
}

fn solve_job(args: &Solve, console: &Console, job: &Job, place: &Place, told: Told) -> Result<(), Failure> {
    let clock = Clock::new(console, args.time.unwrap_or(SECONDS));
    let found = clock.watch(args.max_moves, |limits| search(args.metric, &job.puzzle, limits));
    let Found { solution, presses_lower } = found.map_err(|error| unsolved(&error, job))?;
    let (search_ms, tables_ms) = clock.spent();
    let broken = |error: &dyn std::error::Error| {
        Failure::new(Exit::Failed, format!("solving {}", input::name(&job.name)), error.to_string())
    };
    let mut outcome = Outcome::new(job.reading.clone(), &job.puzzle, &solution, search_ms, tables_ms)
        .map_err(|error| broken(&error))?;
    let mut storyboard =
        Storyboard::new(&job.puzzle, &solution.moves, job.artwork.clone()).map_err(|error| broken(&error))?;
    if let Some(lower) = presses_lower {
        outcome = outcome.counted_in_presses(lower);
    }
    if presses_lower.is_some() {
        storyboard = storyboard.counted_in_presses();
    } else if args.pictures.merge_runs {
        storyboard = storyboard.merge_runs();
    }
    let claim = if outcome.optimal { Claim::Least } else { Claim::AtLeast(outcome.lower_bound) };
    let answer = Answer { storyboard: &storyboard, outcome: &outcome, options: &args.pictures, claim, console };
    let shown = match place {
        Place::Folder(folder) => {
            let products = answer.products(&args.emit);
            let progress = console.progress(Some(products.len() as u64));
            output::write_folder(folder, &products, args.force, &|count| progress.tell(count, "files written"))?;
            folder
        }
        Place::File(path, kind) => {
            let products = answer.products(&[*kind]);
            for product in products.iter().take(1) {
                output::write_file(path, &product.write, args.force)?;
            }
            if products.len() > 1 {
                console.note(&format!("{} is the first of {}; a folder takes all", path.display(), products.len()));
            }
            path
        }
    };
    console.detail(&format!(
        "{}: {} positions generated in {search_ms:.0} ms, tables in {tables_ms:.0} ms",
        solution.stats.method, solution.stats.generated
    ));
    if args.json {
        return console.result(&outcome.to_json());
    }
    console.result(&format!("{}: {}", headline(job, &outcome, &storyboard), shown.display()))?;
    let way = match told {
        Told::InFull => way::draw(&storyboard, console),
        Told::InOneLine => None,
    };
    way.map_or(Ok(()), |way| console.result(&way))
}

/// A solution, and the least number of presses where presses are counted.
struct Found {
    solution: Solution,
    presses_lower: Option<usize>,
}

fn search(metric: Metric, puzzle: &Puzzle, limits: &Limits) -> Result<Found, SolveError> {
    match metric {
        Metric::Single => Ok(Found { solution: solver::solve(puzzle, limits)?, presses_lower: None }),
        Metric::Multi => {
            let found = presses::solve(puzzle, limits)?;
            let proof = Proof::Bounds { lower: found.lower.min(found.slides.len()), length: found.slides.len() };
            let solution = Solution { moves: found.slides, proof, stats: found.stats };
            Ok(Found { solution, presses_lower: Some(found.lower) })
        }
    }
}

/// Board and moves in a few words.
fn headline(job: &Job, outcome: &Outcome, storyboard: &Storyboard) -> String {
    let (size, length) = (job.puzzle.size(), storyboard.length_in_words());
    let of_what = if storyboard.is_merged() { " moves" } else { "" };
    match outcome.optimal {
        _ if outcome.length == 0 => format!("{size} board, already solved"),
        true => format!("{size} board, {length}, the fewest{of_what} possible"),
        false => format!("{size} board, {length}, at least {}{of_what} needed", outcome.lower_bound),
    }
}

fn unsolved(error: &SolveError, job: &Job) -> Failure {
    let hint = match error {
        SolveError::None { lower, .. } => {
            format!(
                "it takes {lower} moves or more, perhaps many more: leave --max-moves out to have as few as are found"
            )
        }
        SolveError::Time { .. } => "--time SECONDS gives it longer".to_string(),
    };
    Failure::new(Exit::Limit, format!("solving {}", input::name(&job.name)), error.to_string()).hint(hint)
}
