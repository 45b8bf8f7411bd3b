//! `snapslide check`: recognition held against folders of screenshots with their expected readings.
//!
//! A case is a folder with a `screenshot` picture and either `expected.json`, the reading it must give, or `refused.txt`,
//! whose first line is the exit code and whose further lines are texts that the error must contain. A `reference` picture
//! beside them is used.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use snapslide::assist;
use snapslide::puzzle::{Board, Goal};
use snapslide::render::still::{Effort, encode_png};
use snapslide::vision::{Kind, Reading};

use super::console::Console;
use super::failure::{Exit, Failure};
use super::input;
use super::output::{self, Writer};
use super::reading::{self, Seen, Unread};
use crate::cli::{Check, Recognition, Solved};

/// What must come of a case.
enum Expected {
    Reading(Box<Reading>),
    Refusal { exit: u8, texts: Vec<String> },
}

/// What came of a case, when it is not what was expected.
struct Wrong {
    message: String,
    annotated: Option<image::RgbImage>,
}

/// Checks every case below the folders, on all cores.
pub fn run(args: &Check, console: &Console) -> Result<(), Failure> {
    let mut cases = Vec::new();
    for folder in &args.folders {
        collect(folder, &mut cases)?;
    }
    cases.sort();
    cases.dedup();
    if cases.is_empty() {
        return Err(Failure::new(Exit::Failed, "checking", "there is no case in these folders")
            .hint("a case is a folder with a screenshot picture and expected.json or refused.txt"));
    }
    let progress = console.progress(Some(cases.len() as u64));
    let done = AtomicU64::new(0);
    let results: Vec<Result<(), Wrong>> = cases
        .par_iter()
        .map(|case| {
            let result = check_case(case);
            progress.tell(done.fetch_add(1, Ordering::Relaxed) + 1, "cases checked");
            result
        })
        .collect();
    drop(progress);
    let above = common_folder(&args.folders);
    let (mut failed, mut saved) = (0, Vec::new());
    for (case, result) in cases.iter().zip(results) {
        if let Err(wrong) = result {
            failed += 1;
            console.result(&format!("FAILED {}: {}", case.display(), wrong.message))?;
            let place = args.failures.join(picture_name(case, &above));
            saved.extend(wrong.annotated.map(|picture| save(&place, picture)));
        }
    }
    console.result(&format!("{} passed, {failed} failed", cases.len() - failed))?;
    match failed {
        0 => Ok(()),
        _ => Err(failure(failed, cases.len(), saved, &args.failures)),
    }
}

/// Says how many cases failed, and where their pictures are or why they are not there.
fn failure(failed: usize, cases: usize, saved: Vec<Result<(), Failure>>, folder: &Path) -> Failure {
    let failure = Failure::new(Exit::Failed, "checking", format!("{failed} of {cases} cases failed"));
    if saved.is_empty() {
        return failure.hint("each line above says what differs; no board was seen that a picture could show");
    }
    match saved.into_iter().find_map(Result::err) {
        None => failure.hint(format!("the annotated pictures are in {}", folder.display())),
        Some(unsaved) => {
            let causes = [format!("{}: {}", unsaved.doing, unsaved.what)].into_iter().chain(unsaved.causes).collect();
            Failure { causes, ..failure }.hint("--failures DIR names another folder for the annotated pictures")
        }
    }
}

/// The folder that all of these are in, or the only one of them.
fn common_folder(folders: &[PathBuf]) -> PathBuf {
    let whole: Vec<PathBuf> = folders.iter().map(|folder| whole_path(folder)).collect();
    let first = whole.first().cloned().unwrap_or_default();
    let above = first.ancestors().find(|above| whole.iter().all(|folder| folder.starts_with(above)));
    above.map_or(first.clone(), Path::to_path_buf)
}

/// What the picture of a case is called: by the case's path below the folder, so that no two share a name.
fn picture_name(case: &Path, above: &Path) -> PathBuf {
    let whole = whole_path(case);
    let below = whole.strip_prefix(above).ok().filter(|below| !below.as_os_str().is_empty());
    let mut name = below.map_or(whole.file_name().unwrap_or_default(), Path::as_os_str).to_os_string();
    name.push(".png");
    PathBuf::from(name)
}

/// A path from the root on, without links and steps back.
fn whole_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Finds the cases in a folder and everywhere below it.
fn collect(folder: &Path, cases: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(Exit::Failed, format!("looking into {}", folder.display()), "the folder cannot be read")
            .caused_by(&error)
            .hint("give it a folder with cases below: a screenshot picture and expected.json or refused.txt each")
    };
    if folder.join("expected.json").is_file() || folder.join("refused.txt").is_file() {
        cases.push(folder.to_path_buf());
    }
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_type().map_err(failed)?.is_dir() {
            collect(&entry.path(), cases)?;
        }
    }
    Ok(())
}

fn check_case(case: &Path) -> Result<(), Wrong> {
    let plain = |failure: Failure| Wrong { message: format!("{}: {}", failure.doing, failure.what), annotated: None };
    let expected = load_expected(case).map_err(plain)?;
    let path = picture(case, "screenshot").ok_or_else(|| Wrong {
        message: "there is no picture named screenshot in the folder".to_string(),
        annotated: None,
    })?;
    let reference = picture(case, "reference").map(|path| input::load_reference(&path));
    let references = reference.transpose().map_err(plain)?.unwrap_or_default();
    let screenshot = input::load_picture(&path).map_err(plain)?;
    let goal = if let Expected::Reading(reading) = &expected { goal_of(reading) } else { None };
    let solved = Solved { goal: goal.unwrap_or_default(), blank_home: None };
    let options = Recognition { reference: references.paths.first().cloned(), solved, ..Recognition::default() };
    let read = reading::recognise_board(&screenshot, &path, &options, &references);
    let wrong = |message: String, reading: Option<&Reading>| Wrong {
        message,
        annotated: reading.map(|reading| assist::annotated(&screenshot, reading)),
    };
    match (&expected, &read) {
        (Expected::Reading(expected), Ok(Seen { reading: read, .. })) => match difference(expected, read) {
            Some(difference) => Err(wrong(difference, Some(read))),
            None => Ok(()),
        },
        (Expected::Reading(expected), Err(unread)) => {
            let Unread { failure, guess } = &**unread;
            Err(wrong(format!("expected {}, but {}", brief(expected), failure.what), guess.as_ref()))
        }
        (Expected::Refusal { exit, .. }, Ok(Seen { reading: read, .. })) => {
            Err(wrong(format!("expected to be refused with exit code {exit}, but read {}", brief(read)), Some(read)))
        }
        (Expected::Refusal { exit, texts }, Err(unread)) => {
            let said = unread.failure.to_string();
            let missing = texts.iter().find(|text| !said.contains(text.as_str()));
            match missing {
                _ if unread.failure.exit as u8 != *exit => {
                    Err(wrong(format!("expected exit code {exit}, but it is {}", unread.failure.exit as u8), None))
                }
                Some(text) => Err(wrong(format!("expected the error to say '{text}', but it is: {said}"), None)),
                None => Ok(()),
            }
        }
    }
}

fn load_expected(case: &Path) -> Result<Expected, Failure> {
    let refused = case.join("refused.txt");
    let read = |path: &Path| {
        fs::read_to_string(path).map_err(|error| {
            Failure::new(Exit::Failed, format!("reading {}", path.display()), "the file cannot be read")
                .caused_by(&error)
        })
    };
    if refused.is_file() {
        let text = read(&refused)?;
        let mut lines = text.lines();
        let exit = lines.next().and_then(|line| line.trim().parse().ok()).ok_or_else(|| {
            Failure::new(Exit::Failed, format!("reading {}", refused.display()), "its first line is no exit code")
        })?;
        return Ok(Expected::Refusal { exit, texts: lines.map(str::to_string).collect() });
    }
    let path = case.join("expected.json");
    let reading = Reading::from_json(&read(&path)?)
        .map_err(|error| Failure::new(Exit::Failed, format!("reading {}", path.display()), error.to_string()))?;
    Ok(Expected::Reading(Box::new(reading)))
}

/// The picture of that name in a case, whatever its format.
fn picture(case: &Path, name: &str) -> Option<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(case).ok()?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().find(|path| input::is_picture(path) && path.file_stem().is_some_and(|stem| stem == name))
}

/// What differs between a reading and the one expected. Tiles that the expected reading calls identical may stand for
/// each other; edges may be off by 3 pixels or 3 % of a cell.
fn difference(expected: &Reading, read: &Reading) -> Option<String> {
    let differs = (expected.columns, expected.rows) != (read.columns, read.rows)
        || expected.kind != read.kind
        || expected.blank != read.blank
        || expected.solved != read.solved
        || !expected.tiles.iter().zip(&read.tiles).all(|(&a, &b)| expected.are_alike(a, b));
    if differs {
        return Some(format!("expected {}, read {}", brief(expected), brief(read)));
    }
    let tolerance = |length: u32, cells: usize| (f64::from(length) / cells as f64 * 0.03).max(3.0);
    let (x, y) = (tolerance(expected.region.width, expected.columns), tolerance(expected.region.height, expected.rows));
    let off = |a: u32, b: u32, tolerance: f64| f64::from(a.abs_diff(b)) > tolerance;
    let (want, got) = (expected.region, read.region);
    let is_off = off(want.x, got.x, x)
        || off(want.right(), got.right(), x)
        || off(want.y, got.y, y)
        || off(want.bottom(), got.bottom(), y);
    is_off.then(|| format!("expected the region {:?}, read {:?}", <[u32; 4]>::from(want), <[u32; 4]>::from(got)))
}

/// The goal of numbers that are not counted along the goal cells: no screenshot tells it.
fn goal_of(reading: &Reading) -> Option<Goal> {
    let (numbers, home) = (reading.numbers.as_ref()?, *reading.tiles.get(reading.blank)?);
    let on_tiles = (0..numbers.len()).filter(|&cell| cell != home).map(|cell| numbers[cell]);
    if reading.kind != Kind::Numbers || on_tiles.is_sorted() {
        return None;
    }
    let tiles = (0..numbers.len()).map(|cell| if cell == home { 0 } else { numbers[cell] }).collect();
    Board::new(reading.size()?, tiles).ok().map(Goal::Board)
}

/// A reading in one line.
fn brief(reading: &Reading) -> String {
    let kind = match reading.kind {
        Kind::Picture => "picture",
        Kind::Numbers => "numbers",
        Kind::Text => "text",
    };
    let solved = if reading.solved { " solved" } else { "" };
    let rows: Vec<String> = reading
        .tiles
        .chunks(reading.columns)
        .map(|row| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    format!("{}x{} {kind}{solved} {} blank {}", reading.columns, reading.rows, rows.join("/"), reading.blank)
}

fn save(place: &Path, picture: image::RgbImage) -> Result<(), Failure> {
    let write: Writer = Box::new(move |out: &mut dyn Write| {
        out.write_all(&encode_png(&picture, Effort::Quick).map_err(std::io::Error::other)?)
    });
    output::write_file(place, &write, true)
}
