//! Several inputs at once, as a user gives them: each gets its answer, in order, and none stops another.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn snapslide(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snapslide")).current_dir(folder).args(words).output().unwrap()
}

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_string).collect()
}

/// Screenshots of numbered boards: `0.png`, `1.png`, …
fn draw(folder: &Path, count: usize) {
    for seed in 0..count {
        let out = format!("drawn-{seed}");
        let seed_word = seed.to_string();
        let words = ["scramble", "--size", "3x2", "--picture", "numbers", "--seed", &seed_word, "-o", &out];
        assert!(snapslide(folder, &words).status.success());
        fs::rename(folder.join(&out).join("screenshot.png"), folder.join(format!("{seed}.png"))).unwrap();
    }
}

#[test]
fn every_input_is_answered_in_order_and_none_stops_another() {
    let place = tempfile::tempdir().unwrap();
    draw(place.path(), 4);
    fs::write(place.path().join("broken.png"), "no picture").unwrap();
    let inputs = ["0.png", "1.png", "broken.png", "missing.png", "2.png", "3.png"];
    let output = snapslide(place.path(), &[&["solve", "-q", "--emit", "json"], &inputs[..]].concat());
    let answers: Vec<String> = lines(&output.stdout);
    let ends: Vec<&str> = answers.iter().filter_map(|line| line.split(": ").last()).collect();
    assert_eq!(ends, ["0-solution", "1-solution", "2-solution", "3-solution"]);
    let said = lines(&output.stderr);
    assert!(said[0].starts_with("snapslide: reading broken.png: "), "{said:?}");
    assert!(said.iter().any(|line| line == "snapslide: solving 6 inputs: 2 failed"), "{said:?}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_worst_exit_code_counts() {
    let place = tempfile::tempdir().unwrap();
    image::RgbImage::from_pixel(300, 300, image::Rgb([90, 120, 150])).save(place.path().join("plain.png")).unwrap();
    let output = snapslide(place.path(), &["read", "plain.png", "missing.png"]);
    assert_eq!(output.status.code(), Some(3), "{:?}", lines(&output.stderr));
}

#[test]
fn inputs_of_one_name_get_folders_of_their_own() {
    let place = tempfile::tempdir().unwrap();
    draw(place.path(), 1);
    fs::copy(place.path().join("0.png"), place.path().join("0.webp")).unwrap();
    let output = snapslide(place.path(), &["solve", "--emit", "json", "0.png", "0.webp"]);
    assert!(output.status.success(), "{:?}", lines(&output.stderr));
    let lengths = ["0-solution", "0-solution-2"].map(|folder| {
        let solution = fs::read(place.path().join(folder).join("solution.json")).unwrap();
        serde_json::from_slice::<Value>(&solution).unwrap()["length"].clone()
    });
    assert_eq!(lengths[0], lengths[1]);
}

/// Begins to solve a shuffled board.
#[cfg(unix)]
fn solving(folder: &Path, size: &str, words: &[&str]) -> std::process::Child {
    let board = String::from_utf8(snapslide(folder, &["scramble", "--size", size, "--seed", "1"]).stdout).unwrap();
    Command::new(env!("CARGO_BIN_EXE_snapslide"))
        .current_dir(folder)
        .args(["solve", "--tiles", board.trim()])
        .args(words)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap()
}

#[cfg(unix)]
fn press_ctrl_c(process: &std::process::Child) -> bool {
    Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap().success()
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_the_best_way_known_so_far() {
    let place = tempfile::tempdir().unwrap();
    let solving = solving(place.path(), "6x6", &["--time", "600", "--emit", "json", "-o", "way.json"]);
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert!(press_ctrl_c(&solving));
    let output = solving.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let way: Value = serde_json::from_slice(&fs::read(place.path().join("way.json")).unwrap()).unwrap();
    let (length, lower) = (way["length"].as_u64().unwrap(), way["lower_bound"].as_u64().unwrap());
    assert!(way["optimal"] == false && lower < length, "{lower} {length}");
    assert_eq!(way["moves"].as_array().unwrap().len() as u64, length);
}

/// The second one may come at any time: the first is heard in the search or while pictures are written.
#[cfg(unix)]
#[test]
fn ctrl_c_pressed_again_leaves_nothing_half_written() {
    use std::time::Duration;

    let place = tempfile::tempdir().unwrap();
    let mut solving = solving(place.path(), "16x16", &["--time", "1", "--emit", "frames", "-o", "way"]);
    let is_empty = || fs::read_dir(place.path()).unwrap().next().is_none();
    while is_empty() {
        assert!(solving.try_wait().unwrap().is_none(), "it ended before a picture was begun");
        std::thread::sleep(Duration::from_millis(5));
    }
    let status = loop {
        press_ctrl_c(&solving);
        std::thread::sleep(Duration::from_millis(50));
        if let Some(status) = solving.try_wait().unwrap() {
            break status;
        }
    };
    assert_eq!(status.code(), Some(130));
    assert!(is_empty(), "a draft was left");
}
