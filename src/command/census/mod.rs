//! `snapslide census`: how far positions are from the goal, by counting a whole space or by sampling it.

mod curve;
mod sample;
mod tally;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use snapslide::puzzle::{Board, Goal, Puzzle, PuzzleError, Random, Reason, Size};
use snapslide::render::plot::{Chart, Shape, draw_chart};
use snapslide::render::still::{Effort, encode_png};
use snapslide::solver::wave::{self, Wave};
use snapslide::solver::{Prepared, Proof};

use super::clock::Clock;
use super::console::Console;
use super::failure::{Exit, Failure};
use super::output;
use crate::cli::{Census, Metric};
use sample::{Sampler, Starts};
use tally::{Row, Tally};

const DOING: &str = "counting positions";
/// Spaces of up to so many positions are counted whole: a byte each.
const COUNTED_WHOLE: u64 = 300_000_000;
/// How many positions of others are sampled, unless told.
const SAMPLES: u32 = 100;
/// How long one position may take, unless told.
const SECONDS: f64 = 60.0;

/// Counts or samples, and shows the result as a table, as JSON and as a plot.
pub fn run(args: &Census, console: &Console) -> Result<(), Failure> {
    check_plot(args)?;
    let goal = goal(args)?;
    let sampled = args.samples.is_some() || args.walk.is_some();
    if !args.curve.is_empty() {
        return curve::run(args, goal, console);
    }
    match (&args.tiles, Wave::new(&goal, metric(args.metric), if sampled { 0 } else { COUNTED_WHOLE })) {
        (tiles, Some(wave)) => count(args, &goal, tiles.as_ref(), wave, console),
        (Some(tiles), None) => one(args, &goal, tiles, console),
        (None, None) => sample(args, &goal, console),
    }
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Answer {
    size: String,
    goal: String,
    metric: &'static str,
    #[serde(flatten)]
    how: How,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    distances: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum How {
    Whole { positions: u64 },
    One {},
    Sampled { seed: u64, samples: u32, walk: Option<u32>, unproven: u64 },
}

/// A position and its distance; null when it cannot be reached.
#[derive(Serialize)]
struct Position {
    tiles: String,
    distance: Option<usize>,
}

impl Answer {
    fn new(args: &Census, goal: &Board, how: How, tally: Option<&Tally>) -> Answer {
        let metric = match args.metric {
            Metric::Single => "single",
            Metric::Multi => "multi",
        };
        let (size, goal) = (goal.size().to_string(), goal.to_string());
        let distances = tally.map_or(Vec::new(), Tally::rows);
        Answer { size, goal, metric, how, mean: tally.and_then(Tally::mean), distances, position: None }
    }
}

/// The whole space.
fn count(args: &Census, goal: &Board, tiles: Option<&Board>, mut wave: Wave, console: &Console) -> Result<(), Failure> {
    let reachable = tiles.map(|tiles| is_reachable(tiles, goal)).transpose()?;
    let positions = Wave::positions(goal).unwrap_or_default();
    let mut tally = Tally::default();
    let progress = console.progress(Some(positions));
    loop {
        tally.add(wave.depth(), wave.front() as u64);
        progress.tell(wave.seen() as u64, "positions seen");
        if !wave.advance() {
            break;
        }
    }
    drop(progress);
    let mut answer = Answer::new(args, goal, How::Whole { positions }, Some(&tally));
    answer.position = tiles.map(|tiles| Position {
        tiles: tiles.to_string(),
        distance: reachable.filter(|&reachable| reachable).and_then(|_| wave.distance(tiles)),
    });
    let head = format!(
        "{}, goal {goal}: {positions} positions, the farthest {} {} away",
        goal.size(),
        wave.depth(),
        unit(args.metric)
    );
    show(args, &answer, &head, Some(&tally), console)
}

/// One position of a space too large to count.
fn one(args: &Census, goal: &Board, tiles: &Board, console: &Console) -> Result<(), Failure> {
    refuse_multi(args)?;
    let distance = if is_reachable(tiles, goal)? { Some(shortest(args, goal, tiles, console)?) } else { None };
    let mut answer = Answer::new(args, goal, How::One {}, None);
    answer.position = Some(Position { tiles: tiles.to_string(), distance });
    show(args, &answer, &format!("{}, goal {goal}", goal.size()), None, console)
}

fn shortest(args: &Census, goal: &Board, tiles: &Board, console: &Console) -> Result<usize, Failure> {
    let puzzle = Puzzle::new(tiles.clone(), goal.clone()).map_err(|error| refusal(&error))?;
    let seconds = args.time.unwrap_or(SECONDS);
    let clock = Clock::new(console, seconds);
    let solved = clock.watch(None, |limits| Prepared::new(goal, 1, limits).solve(&puzzle, limits));
    let solution = solved.map_err(|error| Failure::new(Exit::Limit, DOING, error.to_string()))?;
    match solution.proof {
        Proof::Optimal => Ok(solution.moves.len()),
        Proof::Bounds { lower, length } => Err(Failure::new(
            Exit::Limit,
            DOING,
            format!("the distance is {lower} to {length}, no more is proven in {seconds} s"),
        )
        .hint("--time allows more")),
    }
}

/// A sample of the space.
fn sample(args: &Census, goal: &Board, console: &Console) -> Result<(), Failure> {
    refuse_multi(args)?;
    let seed = args.seed.unwrap_or_else(seed_of_the_moment);
    let samples = args.samples.unwrap_or(SAMPLES);
    let sampler = Sampler::new(goal, samples as usize, args.time.unwrap_or(SECONDS), console)?;
    let starts = args.walk.map_or(Starts::Shuffled, Starts::Walked);
    let progress = console.progress(Some(samples.into()));
    let (tally, unproven) = sampler.sample(starts, samples, &mut Random::new(seed), &|done| {
        progress.tell(done, "positions solved");
    });
    drop(progress);
    tell_unproven(unproven, samples.into(), args, console)?;
    let how = How::Sampled { seed, samples, walk: args.walk, unproven };
    let from = args.walk.map_or("shuffled".to_string(), |steps| format!("after walks of {steps}"));
    let head = format!("{}, goal {goal}: {} positions {from}, seed {seed}", goal.size(), tally.total());
    show(args, &Answer::new(args, goal, how, Some(&tally)), &head, Some(&tally), console)
}

/// Says how many of the samples could not be solved in time; a failure if none could.
fn tell_unproven(unproven: u64, samples: u64, args: &Census, console: &Console) -> Result<(), Failure> {
    let seconds = args.time.unwrap_or(SECONDS);
    if unproven == samples {
        let what = format!("each of the {samples} positions took more than {seconds} s");
        return Err(Failure::new(Exit::Limit, DOING, what).hint("--time allows more"));
    }
    if unproven > 0 {
        console.note(&format!(
            "{unproven} positions took more than {seconds} s and are left out, so the mean is too small; --time allows more"
        ));
    }
    Ok(())
}

/// Draws the plot and prints the answer.
fn show(args: &Census, answer: &Answer, head: &str, tally: Option<&Tally>, console: &Console) -> Result<(), Failure> {
    if let (Some(path), Some(tally)) = (&args.plot, tally) {
        let what = if matches!(answer.how, How::Whole { .. }) { "all positions" } else { "a sample" };
        let chart = Chart {
            title: format!("Distances from the goal, {}, {what}", answer.size),
            across: format!("{} to the goal", unit(args.metric)),
            up: "positions".to_string(),
            shape: Shape::Bars,
            points: answer.distances.iter().map(|row| (row.distance as f64, row.count as f64)).collect(),
            mark: tally.mean().map(|mean| (mean, format!("mean {mean:.2}"))),
        };
        write_plot(path, &chart, args.force)?;
    }
    if args.json {
        return print_json(answer, console);
    }
    let mut text = format!("{head}\n");
    if let Some(tally) = tally {
        text.push_str(&tally.table(console.width()));
    }
    match &answer.position {
        Some(Position { tiles, distance: Some(distance) }) => {
            let units = unit(args.metric);
            let unit = match (*distance, args.metric) {
                (1, Metric::Single) => "move",
                (1, Metric::Multi) => "press",
                _ => units,
            };
            text.push_str(&format!("{tiles} is {distance} {unit} from the goal\n"));
        }
        Some(Position { tiles, distance: None }) => {
            text.push_str(&format!("{tiles} cannot be reached from the goal\n"));
        }
        None => (),
    }
    console.result(&text)
}

fn print_json(answer: &impl Serialize, console: &Console) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(answer)
        .map_err(|error| Failure::new(Exit::Failed, DOING, "the result cannot be written").caused_by(&error))?;
    console.result(&json)
}

fn write_plot(path: &Path, chart: &Chart, force: bool) -> Result<(), Failure> {
    let picture = draw_chart(chart);
    let write: output::Writer =
        Box::new(move |out| out.write_all(&encode_png(&picture, Effort::Small).map_err(std::io::Error::other)?));
    output::write_file(path, &write, force)
}

/// Refuses a plot that could not be written, before anything is counted.
fn check_plot(args: &Census) -> Result<(), Failure> {
    let Some(path) = &args.plot else { return Ok(()) };
    output::check_png_name(path, "a plot", "--plot")?;
    output::check_file(path, args.force)
        .map_err(|failure| failure.hint("name another with --plot, or replace it with --force"))
}

fn goal(args: &Census) -> Result<Board, Failure> {
    let usage = |what: String| Failure::new(Exit::Usage, DOING, what);
    let named = match (&args.tiles, &args.solved.goal) {
        (Some(tiles), _) => Some(("the position", tiles)),
        (None, Goal::Board(board)) => Some(("the goal", board)),
        _ => None,
    };
    if let (Some((what, board)), Some(size)) = (named, args.size)
        && board.size() != size
    {
        return Err(usage(format!("{what} is {}, but --size is {size}", board.size())).hint("leave --size out"));
    }
    let size = args.size.unwrap_or_else(|| Size::new(3, 3).expect("3x3 is a size"));
    let numbered = || Board::new(size, (0..size.cells() as u16).collect()).expect("every tile once, and the blank");
    let tiles = args.tiles.clone().unwrap_or_else(numbered);
    args.solved
        .goal
        .for_board(&tiles, args.solved.blank_home)
        .map_err(|error| usage(error.to_string()).hint("--blank-home counts cells row by row from 0"))
}

/// Whether moves lead from a position to the goal; an error if it has other tiles.
fn is_reachable(tiles: &Board, goal: &Board) -> Result<bool, Failure> {
    match Puzzle::new(tiles.clone(), goal.clone()) {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.reason, Reason::Parity) => Ok(false),
        Err(error) => Err(refusal(&error)),
    }
}

fn refusal(error: &PuzzleError) -> Failure {
    Failure::new(Exit::Usage, "reading --tiles", error.to_string())
        .hint("--goal takes rows, columns, snake, spiral, or a board with the same tiles")
}

fn refuse_multi(args: &Census) -> Result<(), Failure> {
    match args.metric {
        Metric::Single => Ok(()),
        Metric::Multi => Err(Failure::new(Exit::Usage, DOING, "presses are counted in whole small spaces only")
            .hint("leave --metric out, or take a smaller --size and no sample")),
    }
}

fn metric(metric: Metric) -> wave::Metric {
    match metric {
        Metric::Single => wave::Metric::Single,
        Metric::Multi => wave::Metric::Multi,
    }
}

fn unit(metric: Metric) -> &'static str {
    match metric {
        Metric::Single => "moves",
        Metric::Multi => "presses",
    }
}

fn seed_of_the_moment() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}
