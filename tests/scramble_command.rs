//! `snapslide scramble` as a user meets it.

use std::path::Path;
use std::process::{Command, Output};

use snapslide::puzzle::{Board, Puzzle};
use snapslide::vision::{Kind, Reading};

fn scramble(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snapslide")).arg("scramble").args(words).output().unwrap()
}

fn printed(words: &[&str]) -> String {
    let output = scramble(words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_seed_gives_the_same_positions_everywhere() {
    assert_eq!(
        printed(&["--seed", "1", "--count", "2"]),
        "7 1 0 2/4 8 15 3/5 11 9 13/6 14 12 10\n2 4 6 13/7 8 0 15/5 14 1 11/9 12 10 3\n"
    );
    assert_eq!(printed(&["--size", "3x3", "--distance", "31", "--seed", "2"]), "8 6 7/2 5 4/3 0 1\n");
    assert_ne!(printed(&["--size", "6x6"]), printed(&["--size", "6x6"]));
}

#[test]
fn positions_lead_to_the_goal_that_was_asked_for() {
    let goal: Board = "0 1 2 3/8 9 9 4/7 6 5 12".parse().unwrap();
    let text = goal.to_string();
    for line in printed(&["--goal", &text, "--walk", "30", "--count", "5"]).lines() {
        assert!(Puzzle::new(line.parse().unwrap(), goal.clone()).is_ok(), "{line}");
    }
    let spiral: Board = "0 1 2/7 8 3/6 5 4".parse().unwrap();
    let line = printed(&["--size", "3x3", "--goal", "spiral", "--blank-home", "0"]);
    assert!(Puzzle::new(line.parse().unwrap(), spiral).is_ok(), "{line}");
}

#[test]
fn a_case_folder_holds_what_reading_is_checked_against() {
    let place = tempfile::tempdir().unwrap();
    let folder = |name: &str| place.path().join(name).display().to_string();
    let reading =
        |folder: &Path| Reading::from_json(&std::fs::read_to_string(folder.join("expected.json")).unwrap()).unwrap();
    let words = ["--size", "4x3", "--picture", "mosaic", "--tile", "40", "--jpeg", "90", "--count", "2", "--seed", "5"];
    printed(&[&words[..], &["--out", &folder("cases")]].concat());
    for case in ["cases/0001", "cases/0002"] {
        let case = place.path().join(case);
        let (shot, reference) = (case.join("screenshot.jpg"), case.join("reference.png"));
        let screenshot = image::open(shot).unwrap();
        assert_eq!(image::open(reference).unwrap().width(), 4 * 40);
        let reading = reading(&case);
        assert!(reading.region.fits(screenshot.width(), screenshot.height()));
        assert_eq!((reading.columns, reading.rows, reading.kind), (4, 3, Kind::Picture));
    }
    printed(&["--size", "3x3", "--picture", "numbers", "--around", "phone", "--out", &folder("numbers")]);
    assert_eq!(reading(&place.path().join("numbers")).kind, Kind::Numbers);
    let again = scramble(&["--size", "3x3", "--picture", "numbers", "--out", &folder("numbers")]);
    assert_eq!(again.status.code(), Some(1));
}

#[test]
fn numbers_in_any_order_are_checked_against_it() {
    let place = tempfile::tempdir().unwrap();
    for goal in ["spiral", "columns", "4 3 2 1/8 7 6 5/12 11 10 9/0 15 14 13"] {
        let case = place.path().join(goal.replace([' ', '/'], "-")).display().to_string();
        printed(&["--size", "4x4", "--goal", goal, "--picture", "numbers", "--seed", "7", "--out", &case]);
        let check = Command::new(env!("CARGO_BIN_EXE_snapslide")).args(["check", &case]).output().unwrap();
        assert_eq!(String::from_utf8(check.stdout).unwrap(), "1 passed, 0 failed\n", "{goal}");
    }
}

#[test]
fn what_cannot_be_had_is_said_in_one_line_with_a_hint() {
    for (words, code, what) in [
        (&["--size", "3x3", "--distance", "32"][..], 2, "no position is 32 moves from the goal: the farthest is 31"),
        (&["--size", "4x4", "--distance", "81"], 2, "no position is 81 moves from the goal: the farthest is 80"),
        (&["--size", "3x3", "--distance", "-1"], 2, "this is a whole number from 0 on"),
        (&["4x4"], 2, "hint: --size 4x4, or --grid 4x4 for screenshots, says how large the board is"),
        (&["--size", "3x3", "--goal", "1 2/3 0"], 2, "the goal is 2x2, but --size is 3x3"),
        (&["--size", "3x3", "--blank-home", "9"], 2, "cell 9 is not on a 3x3 board: its cells are 0 to 8"),
        (&["--picture", "no-such-file.png", "--out", "unused"], 1, "reading no-such-file.png"),
        (&["--picture", "numbers", "--tile", "5", "--out", "unused"], 2, "tiles of 5x5 pixels cannot be drawn"),
        (&["--picture", "garden", "--gutter", "97", "--out", "unused"], 2, "gutters of 97 pixels cannot be drawn"),
    ] {
        let output = scramble(words);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.starts_with("snapslide: ") && message.contains(what), "{message}");
        assert!(message.contains("\nhint: "), "{message}");
    }
}
