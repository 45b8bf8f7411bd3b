//! `snapslide watch`: every screenshot dropped into a folder gets its solution folder beside it.
//!
//! The folder is looked at every quarter of a second. What a look finds goes to [`Drops`], which decides what is to be
//! done; no other service of the system is needed, so it works on shared and mounted folders, too.

mod drops;

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::console::Console;
use super::failure::{Exit, Failure};
use super::input::{self, References};
use super::place::{self, Task};
use super::solve::{self, Told};
use super::{batch, interrupt};
use crate::cli::{Solve, Watch};
use drops::{Drops, Look, Stamp};

const PAUSE: Duration = Duration::from_millis(250);
const EXTENSIONS: [&str; 4] = ["png", "jpg", "jpeg", "webp"];

/// The folder of every answer, and the hash of the picture that it answers.
type Answers = HashMap<PathBuf, u64>;

/// Watches until Ctrl-C.
pub fn run(args: &Watch, console: &Console) -> Result<(), Failure> {
    let mut options = Solve::unasked();
    options.recognition = args.recognition.clone();
    options.emit.clone_from(&args.emit);
    options.time = args.time;
    options.pictures = args.pictures.clone();
    let references = input::load_references(args.recognition.reference.as_deref(), console)?;
    let start = look(&args.folder).map_err(|error| {
        Failure::new(Exit::Failed, format!("watching {}", args.folder.display()), "the folder cannot be read")
            .caused_by(&error)
            .hint("give it the folder that screenshots are saved to")
    })?;
    interrupt::listen()?;
    console.note(&format!("watching {}; Ctrl-C ends it", args.folder.display()));
    let left = start.into_iter().filter(|(path, stamp)| !args.existing || is_answered(path, stamp));
    let mut drops = Drops::new(left.collect());
    let mut answers = Answers::new();
    let mut is_there = true;
    while !interrupt::is_asked() {
        match look(&args.folder) {
            Ok(found) => {
                is_there = true;
                let complete = sort_out(&mut drops, found, &answers, console);
                answer(complete, &options, console, &references, &mut answers)?;
            }
            Err(error) if is_there => {
                is_there = false;
                let doing = format!("watching {}", args.folder.display());
                let failure = Failure::new(Exit::Failed, doing, format!("{error}; waiting for it"));
                console.brief_failure(&failure.hint("put the folder back, or end this with Ctrl-C"));
            }
            Err(_) => {}
        }
        thread::sleep(PAUSE);
    }
    Ok(())
}

/// Whether a picture has an answer that is not older than it, from an earlier watch.
fn is_answered(path: &Path, stamp: &Stamp) -> bool {
    let made = fs::metadata(place::folder(path, 1)).and_then(|folder| folder.modified());
    made.is_ok_and(|made| made >= stamp.modified)
}

/// The pictures in a folder. Names that begin with a dot are drafts; a file that goes meanwhile was not there.
fn look(folder: &Path) -> io::Result<Look> {
    let mut found = Look::new();
    for path in fs::read_dir(folder)?.flatten().map(|entry| entry.path()) {
        let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        let is_draft = path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
        if is_draft || !extension.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str())) {
            continue;
        }
        if let Ok(data) = fs::metadata(&path).and_then(|data| Ok((data.is_file(), data.len(), data.modified()?))) {
            let (is_file, size, modified) = data;
            is_file.then(|| found.insert(path, Stamp { size, modified }));
        }
    }
    Ok(found)
}

/// The pictures that are complete and have no answer, with their hashes. Of several that are the same the first, the others wait
/// for its answer.
fn sort_out(drops: &mut Drops, found: Look, answers: &Answers, console: &Console) -> Vec<(PathBuf, u64)> {
    let mut complete = Vec::new();
    let mut begun = HashSet::new();
    for path in drops.look(found) {
        let picture = fs::read(&path).ok().filter(|_| input::load_picture(&path).is_ok());
        match picture.map(|bytes| hash(&bytes)) {
            Some(hash) if begun.contains(&hash) => {}
            Some(hash) => {
                drops.settle(&path);
                match answers.iter().find(|&(folder, &answered)| answered == hash && folder.is_dir()) {
                    Some((folder, _)) => console.note(&format!(
                        "{} shows what was answered before: the answer is in {}",
                        path.display(),
                        folder.display()
                    )),
                    None => {
                        begun.insert(hash);
                        complete.push((path, hash));
                    }
                }
            }
            None if drops.gives_up(&path) => {
                let doing = format!("reading {}", path.display());
                let failure = Failure::new(Exit::Failed, doing, "it is no complete picture");
                console.brief_failure(&failure.hint("save it once more, as PNG, JPEG or WebP"));
            }
            None => {}
        }
    }
    complete
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Solves the pictures and keeps in `answers` where each answer is; what fails is told in one line each, and what helps.
fn answer(
    complete: Vec<(PathBuf, u64)>,
    options: &Solve,
    console: &Console,
    references: &References,
    answers: &mut Answers,
) -> Result<(), Failure> {
    if complete.is_empty() {
        return Ok(());
    }
    let (paths, hashes): (Vec<PathBuf>, Vec<u64>) = complete.into_iter().unzip();
    let tasks = place::tasks(&paths, |folder| folder.symlink_metadata().is_ok());
    let job = |console: &Console, task: &Task| solve::solve_task(options, console, task, references, Told::InOneLine);
    let tell = |done: Result<(), Failure>| {
        if let Err(failure) = done {
            console.brief_failure(&failure);
        }
    };
    batch::each(console, &tasks, job, tell)?;
    answers.extend(tasks.into_iter().map(|task| task.out).zip(hashes).filter(|(out, _)| out.is_dir()));
    Ok(())
}
