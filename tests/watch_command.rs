//! `snapslide watch` as a player leaves it running: what is dropped into the folder is answered beside it, once.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// What a loaded machine may need.
const PATIENCE: Duration = Duration::from_secs(120);

/// A watch that runs until it is dropped.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    /// Watches `folder`; returns when what is dropped from now on counts.
    fn begin(folder: &Path, words: &[&str]) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_snapslide"))
            .args(["watch", "--emit", "json"])
            .args(words)
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        forward(child.stdout.take().unwrap(), sender.clone());
        forward(child.stderr.take().unwrap(), sender);
        let watch = Watch { child, lines };
        assert!(watch.line("the beginning").starts_with("watching "));
        watch
    }

    /// The next line on either stream.
    fn line(&self, of: &str) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("waiting for {of}: {error}"))
    }

    /// All lines of a while that is longer than the pauses between looks.
    fn lines_of_a_while(&self) -> Vec<String> {
        let until = Instant::now() + Duration::from_secs(2);
        let next = || self.lines.recv_timeout(until.saturating_duration_since(Instant::now())).ok();
        std::iter::from_fn(next).collect()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn forward(stream: impl std::io::Read + Send + 'static, sender: mpsc::Sender<String>) {
    thread::spawn(move || BufReader::new(stream).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
}

/// A numbered board that is read at once, another one for each seed.
fn screenshot(place: &Path, seed: u64) -> PathBuf {
    let folder = place.join(format!("drawn-{seed}"));
    let drawn = Command::new(env!("CARGO_BIN_EXE_snapslide"))
        .args(["scramble", "--size", "2x2", "--picture", "numbers", "--seed", &seed.to_string(), "-o"])
        .arg(&folder)
        .output()
        .unwrap();
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    folder.join("screenshot.png")
}

fn places() -> (tempfile::TempDir, tempfile::TempDir) {
    (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap())
}

fn folders(of: &Path) -> Vec<String> {
    let entries = fs::read_dir(of).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut names: Vec<String> = entries.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_is_dropped_gets_its_solution_beside_it_and_the_rest_is_left_alone() {
    let (drawn, watched) = places();
    let [old, new, other] = [1, 2, 3].map(|seed| screenshot(drawn.path(), seed));
    fs::copy(old, watched.path().join("old.png")).unwrap();
    let watch = Watch::begin(watched.path(), &[]);
    fs::copy(&new, watched.path().join("new.png")).unwrap();
    let line = watch.line("new.png");
    assert!(line.starts_with("2x2 board, ") && line.ends_with("new-solution"), "{line}");
    let solution = fs::read(watched.path().join("new-solution/solution.json")).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&solution).unwrap()["optimal"], true);
    fs::copy(&new, watched.path().join("again.png")).unwrap();
    fs::write(watched.path().join("broken.png"), "no picture").unwrap();
    fs::rename(watched.path().join("old.png"), watched.path().join("renamed.png")).unwrap();
    let line = watch.line("again.png");
    assert!(
        line.contains("again.png shows what was answered before: the answer is in ") && line.ends_with("new-solution")
    );
    let line = watch.line("broken.png");
    assert!(line.contains("broken.png: it is no complete picture"), "{line}");
    assert!(watch.line("what helps").starts_with("hint: save it once more"));
    fs::copy(&other, watched.path().join("other.png")).unwrap();
    assert!(watch.line("other.png").ends_with("other-solution"), "a failure stops nothing");
    assert_eq!(watch.lines_of_a_while(), [""; 0]);
    assert_eq!(folders(watched.path()), ["new-solution", "other-solution"]);
}

#[test]
fn what_cannot_be_read_is_told_with_what_helps() {
    let (_, watched) = places();
    let watch = Watch::begin(watched.path(), &[]);
    image::RgbImage::new(90, 90).save(watched.path().join("black.png")).unwrap();
    let line = watch.line("black.png");
    assert!(line.starts_with("snapslide: reading ") && line.contains("black.png: "), "{line}");
    assert!(watch.line("what helps").starts_with("hint: --grid"));
}

#[test]
fn what_has_no_answer_any_more_is_answered_again() {
    let (drawn, watched) = places();
    let picture = screenshot(drawn.path(), 7);
    let watch = Watch::begin(watched.path(), &[]);
    for (name, number) in [("a.png", 1), ("b.png", 2)] {
        let other = if number == 1 { "c.png" } else { "d.png" };
        fs::copy(&picture, watched.path().join(".draft")).unwrap();
        fs::copy(&picture, watched.path().join(other)).unwrap();
        fs::rename(watched.path().join(".draft"), watched.path().join(name)).unwrap();
        let (first, second) = (watch.line(name), watch.line(other));
        assert!(first.starts_with("2x2 board, "), "{first}");
        let (_, answer) = second.split_once("shows what was answered before: the answer is in ").expect("where it is");
        assert!(first.ends_with(answer), "{first} / {second}");
        fs::remove_dir_all(answer).unwrap();
    }
    assert_eq!(watch.lines_of_a_while(), [""; 0]);
}

#[test]
fn a_file_that_is_written_slowly_is_answered_when_it_is_complete() {
    let (drawn, watched) = places();
    let bytes = fs::read(screenshot(drawn.path(), 4)).unwrap();
    let watch = Watch::begin(watched.path(), &[]);
    let slow = watched.path().join("slow.png");
    for part in 1..=4 {
        fs::write(&slow, &bytes[..bytes.len() * part / 4]).unwrap();
        thread::sleep(Duration::from_millis(300));
    }
    assert!(watch.line("slow.png").ends_with("slow-solution"));
    assert_eq!(watch.lines_of_a_while(), [""; 0]);
}

#[test]
fn a_burst_is_answered_whole_and_nothing_twice() {
    let (drawn, watched) = places();
    let pictures: Vec<Vec<u8>> = (10..14).map(|seed| fs::read(screenshot(drawn.path(), seed)).unwrap()).collect();
    let watch = Watch::begin(watched.path(), &[]);
    for number in 0..200 {
        // A chunk of its own after the end makes every file another one, and leaves the picture as it is.
        let mut bytes = pictures[number % pictures.len()].clone();
        bytes.extend(number.to_be_bytes());
        let draft = watched.path().join(format!(".draft-{number:03}.png"));
        fs::write(&draft, bytes).unwrap();
        fs::rename(draft, watched.path().join(format!("{number:03}.png"))).unwrap();
    }
    for removed in [0, 100, 199] {
        let _ = fs::remove_file(watched.path().join(format!("{removed:03}.png")));
    }
    let mut answered = 0;
    while answered < 197 {
        let line = watch.line("the burst");
        answered += usize::from(line.contains("-solution"));
    }
    let late = watch.lines_of_a_while();
    assert!(answered + late.len() <= 200, "{late:?}");
    let expected =
        (0..200).filter(|number| ![0, 100, 199].contains(number)).map(|number| format!("{number:03}-solution"));
    let found = folders(watched.path());
    assert!(expected.clone().all(|folder| found.contains(&folder)));
    assert!(found.iter().all(|folder| folder.len() == "000-solution".len()), "{found:?}");
}

#[test]
fn a_folder_that_goes_and_comes_back_is_watched_again() {
    let (drawn, place) = places();
    let picture = screenshot(drawn.path(), 5);
    let watched = place.path().join("shots");
    fs::create_dir(&watched).unwrap();
    let watch = Watch::begin(&watched, &[]);
    fs::remove_dir(&watched).unwrap();
    assert!(watch.line("the missing folder").contains("waiting for it"));
    assert!(watch.line("what helps").starts_with("hint: put the folder back"));
    fs::create_dir(&watched).unwrap();
    fs::copy(picture, watched.join("a.png")).unwrap();
    assert!(watch.line("a.png").ends_with("a-solution"));
}

#[test]
fn existing_pictures_are_answered_when_asked_for_and_not_again_by_the_next_watch() {
    let (drawn, watched) = places();
    fs::copy(screenshot(drawn.path(), 6), watched.path().join("a.png")).unwrap();
    let watch = Watch::begin(watched.path(), &["--existing"]);
    assert!(watch.line("a.png").ends_with("a-solution"));
    drop(watch);
    let watch = Watch::begin(watched.path(), &["--existing"]);
    assert_eq!(watch.lines_of_a_while(), [""; 0]);
    assert_eq!(folders(watched.path()), ["a-solution"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_whoever_else_asks_ends_it_cleanly() {
    let (_, watched) = places();
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut watch = Watch::begin(watched.path(), &[]);
        let sent = Command::new("kill").args([signal, &watch.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(watch.child.wait().unwrap().code(), Some(0), "{signal}");
        assert_eq!(watch.lines_of_a_while(), [""; 0]);
    }
}

#[test]
fn a_folder_that_is_not_there_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let missing = place.path().join("missing");
    let output = Command::new(env!("CARGO_BIN_EXE_snapslide")).arg("watch").arg(&missing).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("missing: the folder cannot be read") && said.contains("hint: "), "{said}");
}
