//! The command as a user runs it: what it writes, what it says, what it exits with, and what it leaves alone.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

fn snapslide(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snapslide")).current_dir(folder).args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a command that must fail, and checks the form of its error.
fn refused(folder: &Path, words: &[&str], exit: i32) -> String {
    let output = snapslide(folder, words);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{words:?}: {said}");
    assert!(said.starts_with("snapslide: ") && said.contains("hint: "), "{words:?}: {said}");
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(text(&output.stdout), "", "{words:?}");
    said
}

fn workplace() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn copied(folder: &Path, case: &str) {
    for name in ["screenshot", "reference"] {
        for extension in ["png", "jpg"] {
            let file = fixture(case).join(name).with_extension(extension);
            if file.is_file() {
                fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
            }
        }
    }
}

#[test]
fn a_screenshot_becomes_a_sheet_an_animation_and_the_clicks() {
    let place = workplace();
    copied(place.path(), "kuzhlevka-3x3");
    let output = snapslide(
        place.path(),
        &["solve", "screenshot.png", "--reference", "reference.png", "--emit", "sheet,gif,frames,json"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("3x3 board, 20 moves, the fewest possible: "), "{}", text(&output.stdout));
    let folder = place.path().join("screenshot-solution");
    let solution: Value = serde_json::from_slice(&fs::read(folder.join("solution.json")).unwrap()).unwrap();
    assert_eq!(
        (&solution["length"], &solution["optimal"], &solution["lower_bound"]),
        (&20.into(), &true.into(), &20.into())
    );
    let moves = solution["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    assert_eq!(moves[0]["step"], 1);
    for key in ["tile", "from", "to", "slide", "click"] {
        assert!(moves[0].get(key).is_some(), "{key}");
    }
    assert_eq!(fs::read_dir(folder.join("frames")).unwrap().count(), 21);
    let sheet = image::open(folder.join("sheet.png")).unwrap();
    assert!(sheet.width() >= 1000);
    assert!(fs::read(folder.join("walkthrough.gif")).unwrap().starts_with(b"GIF89a"));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 3, "nothing but the answer was added");
}

#[test]
fn replaying_the_clicks_on_the_screenshots_board_solves_it() {
    let place = workplace();
    let out = snapslide(
        place.path(),
        &["solve", "--tiles", "8 6 7/2 5 4/3 0 1", "--json", "--emit", "json", "-o", "answer.json"],
    );
    let solution: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(solution["length"], 31);
    let reading = &solution["reading"];
    let cells: Vec<[u64; 4]> = serde_json::from_value(reading["cells"].clone()).unwrap();
    let mut tiles: Vec<usize> = serde_json::from_value(reading["tiles"].clone()).unwrap();
    let mut blank = reading["blank"].as_u64().unwrap() as usize;
    for made in solution["moves"].as_array().unwrap() {
        let [x, y]: [u64; 2] = serde_json::from_value(made["click"].clone()).unwrap();
        let inside =
            |cell: &[u64; 4]| (cell[0]..cell[0] + cell[2]).contains(&x) && (cell[1]..cell[1] + cell[3]).contains(&y);
        let clicked = cells.iter().position(inside).unwrap();
        assert_eq!(made["tile"], tiles[clicked]);
        assert!(clicked.abs_diff(blank) == 3 || (clicked.abs_diff(blank) == 1 && clicked / 3 == blank / 3));
        tiles.swap(clicked, blank);
        blank = clicked;
    }
    assert_eq!(tiles, (0..9).collect::<Vec<_>>());
    assert_eq!(
        serde_json::from_slice::<Value>(&fs::read(place.path().join("answer.json")).unwrap()).unwrap()["length"],
        31
    );
}

#[test]
fn a_reading_can_be_written_corrected_and_solved() {
    let place = workplace();
    copied(place.path(), "kuzhlevka-3x3");
    let read = snapslide(
        place.path(),
        &["read", "screenshot.png", "--reference", "reference.png", "-o", "reading.json", "--annotate", "read.png"],
    );
    assert!(read.status.success(), "{}", text(&read.stderr));
    assert!(text(&read.stdout).starts_with("3x3 board, picture tiles, at "), "{}", text(&read.stdout));
    let [shot, drawn] = ["screenshot.png", "read.png"].map(|name| image::open(place.path().join(name)).unwrap());
    assert!(drawn.height() == shot.height() && drawn.width() > shot.width(), "the picture stands beside");
    let solved = snapslide(place.path(), &["solve", "reading.json", "-o", "way"]);
    assert!(solved.status.success(), "{}", text(&solved.stderr));
    assert!(place.path().join("way/sheet.png").is_file());
    let reading = fs::read_to_string(place.path().join("reading.json")).unwrap();
    fs::write(place.path().join("odd.json"), reading.replacen("\"solved\"", "\"colour\": 1, \"solved\"", 1)).unwrap();
    assert!(refused(place.path(), &["solve", "odd.json"], 1).contains("unknown field `colour`"));
    let mut reading: Value = serde_json::from_str(&reading).unwrap();
    reading["cells"][0][0] = 99_999.into();
    fs::write(place.path().join("outside.json"), reading.to_string()).unwrap();
    assert!(refused(place.path(), &["solve", "outside.json"], 1).contains("hint: correct 'cells'"));
}

#[test]
fn a_reading_from_a_file_is_drawn_on_the_screenshot_that_it_names() {
    let place = workplace();
    copied(place.path(), "numbers-4x4");
    assert!(snapslide(place.path(), &["read", "screenshot.png", "-o", "below/reading.json"]).status.success());
    for (folder, reading) in
        [(place.path().to_path_buf(), "below/reading.json"), (place.path().join("below"), "reading.json")]
    {
        let read = snapslide(&folder, &["read", reading, "--annotate", "drawn.png"]);
        assert!(read.status.success(), "{}", text(&read.stderr));
        assert!(folder.join("drawn.png").is_file());
    }
    fs::remove_file(place.path().join("screenshot.png")).unwrap();
    let said = refused(place.path(), &["read", "below/reading.json", "--annotate", "again.png"], 1);
    assert!(said.contains("the screenshot of below/reading.json: there is no such file"), "{said}");
    let said = refused(place.path(), &["read", "--tiles", "1 2/3 0", "--annotate", "again.png"], 2);
    assert!(said.contains("cannot be used with"), "{said}");
    assert!(!place.path().join("again.png").exists());
}

#[test]
fn a_guess_calls_tiles_as_the_board_does_and_is_solved_with_a_word_of_warning() {
    let place = workplace();
    let goal = ["--goal", "2 3 4 5/6 7 8 9/10 11 12 13/14 15 16 0"];
    copied(place.path(), "numbers-4x4");
    let other = [&["read", "screenshot.png", "-o", "guess.json"][..], &goal].concat();
    let said = refused(place.path(), &other, 2);
    assert!(said.contains("the tiles show other numbers than the goal has"), "{said}");
    let read = snapslide(place.path(), &["read", "screenshot.png"]);
    let first = text(&read.stdout)
        .lines()
        .nth(2)
        .unwrap()
        .replace(['│', '·'], "")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(said.contains(&format!("\n  {first}")), "{first}: {said}");
    let solved = snapslide(place.path(), &["solve", "guess.json", "-o", "way.json"]);
    assert!(solved.status.success() && text(&solved.stderr).contains("see that its 'tiles' are right"));
}

#[test]
fn a_reading_may_begin_with_a_mark_but_not_be_in_utf_16() {
    let place = workplace();
    copied(place.path(), "numbers-4x4");
    assert!(snapslide(place.path(), &["read", "screenshot.png", "-o", "reading.json"]).status.success());
    let reading = fs::read_to_string(place.path().join("reading.json")).unwrap();
    fs::write(place.path().join("marked.json"), format!("\u{feff}{reading}")).unwrap();
    let output = snapslide(place.path(), &["solve", "marked.json", "-o", "way.json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for mark in ["\u{feff}", ""] {
        let units = format!("{mark}{reading}").encode_utf16().collect::<Vec<u16>>();
        let bytes = [u16::to_le_bytes, u16::to_be_bytes].map(|bytes| units.iter().copied().flat_map(bytes).collect());
        for bytes in bytes as [Vec<u8>; 2] {
            fs::write(place.path().join("wide.json"), bytes).unwrap();
            assert!(refused(place.path(), &["solve", "wide.json"], 1).contains("UTF-16"));
        }
    }
}

#[test]
fn a_board_of_another_size_than_is_told_is_named_with_what_told_it() {
    let place = workplace();
    copied(place.path(), "numbers-4x4");
    for (option, value) in [("--grid", "3x3"), ("--goal", "1 2 3/4 5 6/7 8 0")] {
        let said = refused(place.path(), &["read", "screenshot.png", option, value], 3);
        assert!(said.contains("a 4x4 board is seen") && said.contains(&format!("leave out {option}")), "{said}");
    }
}

#[test]
fn a_reading_is_not_told_what_it_says_itself() {
    let place = workplace();
    copied(place.path(), "numbers-4x4");
    assert!(snapslide(place.path(), &["read", "screenshot.png", "-o", "reading.json"]).status.success());
    fs::copy(place.path().join("screenshot.png"), place.path().join("solved.png")).unwrap();
    for (option, value) in [("--grid", "4x4"), ("--region", "0,0,90,90"), ("--reference", "solved.png")] {
        assert!(
            snapslide(place.path(), &["read", "reading.json", option, value]).status.success(),
            "{option} is no harm"
        );
    }
    for (option, value) in [("--goal", "columns"), ("--blank-home", "0"), ("--grid", "4x3")] {
        for command in ["solve", "read"] {
            let said = refused(place.path(), &[command, "reading.json", option, value], 2);
            assert!(said.contains("a reading says itself") && said.contains(&format!("anew with {option}")), "{said}");
        }
        let mixed = snapslide(place.path(), &["read", "reading.json", "screenshot.png", option, value]);
        assert!(!text(&mixed.stderr).contains("a reading says itself"), "it is for the screenshot");
    }
    let reading = fs::read_to_string(place.path().join("reading.json")).unwrap();
    let mut reading: Value = serde_json::from_str(&reading).unwrap();
    let blank = reading["blank"].as_u64().unwrap() as usize;
    let [one, other] = if blank < 2 { [2, 3] } else { [0, 1] };
    reading["tiles"].as_array_mut().unwrap().swap(one, other);
    fs::write(place.path().join("exchanged.json"), reading.to_string()).unwrap();
    let said = refused(place.path(), &["solve", "exchanged.json"], 4);
    assert!(!said.contains("--goal") && said.contains("correct 'tiles' in the reading"), "{said}");
}

#[test]
fn a_reference_that_cannot_be_read_is_left_out_of_its_folder() {
    let place = workplace();
    copied(place.path(), "kuzhlevka-3x3");
    fs::create_dir(place.path().join("solved")).unwrap();
    fs::write(place.path().join("solved/empty.png"), "").unwrap();
    let said = refused(place.path(), &["read", "screenshot.png", "--reference", "solved"], 1);
    assert!(said.contains("solved/empty.png: the file is empty") && said.contains("hint: --reference takes"), "{said}");
    fs::rename(place.path().join("reference.png"), place.path().join("solved/emblem.png")).unwrap();
    let read = snapslide(place.path(), &["read", "screenshot.png", "--reference", "solved"]);
    assert!(read.status.success());
    assert_eq!(text(&read.stderr), "solved/empty.png is left out: the file is empty\n");
}

#[test]
fn of_a_folder_of_references_the_best_is_named_and_the_next() {
    let place = workplace();
    copied(place.path(), "kuzhlevka-3x3");
    fs::create_dir(place.path().join("solved")).unwrap();
    fs::rename(place.path().join("reference.png"), place.path().join("solved/emblem.png")).unwrap();
    fs::copy(fixture("landscape-4x4-desktop").join("reference.jpg"), place.path().join("solved/lake.jpg")).unwrap();
    for command in ["read", "solve"] {
        let output = snapslide(place.path(), &[command, "screenshot.png", "--reference", "solved"]);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{said}");
        let (best, next) = said.trim().split_once(", by a margin of ").expect("a margin");
        assert_eq!(best, "screenshot.png shows solved/emblem.png");
        assert!(
            (next.starts_with("1.00") || next.starts_with("0.9")) && next.ends_with("over solved/lake.jpg"),
            "{said}"
        );
    }
}

#[test]
fn standard_input_is_read_as_any_file() {
    let place = workplace();
    let bytes =
        fs::read(fixture("numbers-4x4/screenshot.png")).or_else(|_| fs::read(fixture("numbers-4x4/screenshot.jpg")));
    let mut child = Command::new(env!("CARGO_BIN_EXE_snapslide"))
        .current_dir(place.path())
        .args(["read", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&bytes.unwrap()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let reading: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&reading["columns"], &reading["rows"], &reading["kind"]), (&4.into(), &4.into(), &"numbers".into()));
}

#[test]
fn wrong_command_lines_are_refused_in_one_form() {
    let place = workplace();
    for (words, reason) in [
        (&["solve", "x.png", "--grid", "1x1"][..], "a board of 1x1 is out of range"),
        (&["solve", "x.png", "--grid", "0x3"], "a board of 0x3 is out of range"),
        (&["solve", "x.png", "--grid", "300x300"], "a board of 300x300 is out of range"),
        (&["solve", "x.png", "--refrence", "y"], "--refrence"),
        (&["solve", "x.png", "--cols", "3"], "--grid COLSxROWS"),
        (&["solve", "x.png", "--gif"], "--emit"),
        (&["solve", "x.png", "--xyzzy"], "snapslide COMMAND --help"),
        (&["slove"], "slove"),
        (&["x.png"], "snapslide solve x.png"),
        (&["solve", "--tiles", "1 2/3 4"], "no tile is 0"),
        (&["solve", "--tiles", "1 2 3/4 5 6/7 8 0", "--goal", "1 2/3 0"], "the board is 3x3, but the goal is 2x2"),
        (&["solve", "--tiles", "1 2/3 0", "--blank-home", "4"], "cell 4 is not on a 2x2 board"),
        (&["solve", "--tiles", "1 2/0 3", "-o", "way.jpg"], "no such picture is written"),
        (&["solve", "--tiles", "1 2/0 3", "-o", "way.pdf"], "no such file is written"),
        (&["solve", "--tiles", "1 2/0 3", "-o", "way.gif", "--emit", "gif,clicks"], "cannot hold what --emit lists"),
        (&["solve", "--tiles", "1 2/0 3", "-o", "way.mp4"], "no film is written"),
        (&["solve", "--tiles", "1 2/0 3", "-o", "-"], "no file is written to standard output"),
        (&["read", "x.png", "-o", "-"], "no file is written to standard output"),
        (&["scramble", "--picture", "numbers", "-o", "-"], "no file is written to standard output"),
        (&["scramble", "--picture", "numbers", "-o", "x.png"], "a drawn board is a folder of files"),
        (&["read", "x.png", "--annotate", "x.gif"], "what is drawn is a PNG picture"),
        (&["read", "x.png", "--annotate", "x"], "what is drawn is a PNG picture"),
        (&["solve", "x.png", "--hold", "-1"], "this is a number above 0"),
        (&["census", "--samples", "-1"], "-1 is not in 1..=10000000"),
        (&["solve", "x.png", "--region", "-5,0,9,9"], "four whole numbers"),
        (&["read", "x.png", "-o", "y", "--annotate", "y"], "one file cannot hold"),
        (&[], "a command is missing"),
    ] {
        let said = refused(place.path(), words, 2);
        assert!(said.contains(reason), "{words:?}: {said}");
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn boards_that_cannot_be_solved_say_why() {
    let place = workplace();
    let said = refused(place.path(), &["solve", "--tiles", "2 1 3/4 5 6/7 8 0"], 4);
    assert!(said.contains("an odd number of tile exchanges"), "{said}");
    let down = refused(place.path(), &["solve", "--tiles", "1 4 7/2 5 8/3 0 6"], 4);
    assert!(down.contains("--goal columns"), "{down}");
    let said = refused(place.path(), &["solve", "--tiles", "8 6 7/2 5 4/3 0 1", "--max-moves", "30"], 5);
    assert!(said.contains("within 30 moves") && said.contains("leave --max-moves out"), "{said}");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn folders_and_outputs_that_fail_are_told_with_a_hint() {
    let place = workplace();
    assert!(refused(place.path(), &["check", "nosuch"], 1).contains("give it a folder with cases below"));
    #[cfg(target_os = "linux")]
    for words in [&["scramble"][..], &["man"], &["completions", "bash"]] {
        let full = fs::File::create("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_snapslide")).args(words).stdout(full).output().unwrap();
        let said = text(&output.stderr);
        assert!(said.contains("standard output cannot be written") && said.contains("hint: "), "{said}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_read_as_others() {
    use std::os::unix::ffi::OsStrExt;
    let place = workplace();
    copied(place.path(), "kuzhlevka-3x3");
    let odd = |name: &[u8]| std::ffi::OsStr::from_bytes(name).to_owned();
    fs::rename(place.path().join("screenshot.png"), place.path().join(odd(b"screen\xff.png"))).unwrap();
    fs::rename(place.path().join("reference.png"), place.path().join(odd(b"solved\xff.png"))).unwrap();
    for command in ["read", "solve"] {
        let output = Command::new(env!("CARGO_BIN_EXE_snapslide"))
            .current_dir(place.path())
            .args([command, "--json", "--reference"])
            .args([odd(b"solved\xff.png"), odd(b"screen\xff.png")])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        let reading = if command == "read" { &json } else { &json["reading"] };
        assert_eq!(
            (&reading["screenshot"], &reading["reference"]),
            (&"screen\u{fffd}.png".into(), &"solved\u{fffd}.png".into())
        );
    }
}

/// They are named by links, so that a mistake costs these only.
#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_into_and_not_replaced() {
    let place = workplace();
    copied(place.path(), "kuzhlevka-3x3");
    let read_into = |device: &str| {
        let link = place.path().join(format!("{device}.json"));
        std::os::unix::fs::symlink(Path::new("/dev").join(device), &link).unwrap();
        let output = snapslide(place.path(), &["read", "screenshot.png", "--out", link.to_str().unwrap(), "--force"]);
        assert!(link.is_symlink(), "{device} was replaced");
        output
    };
    assert_eq!(read_into("null").status.code(), Some(0));
    assert!(text(&read_into("stdout").stdout).contains("\"tiles\""));
    let said = text(&read_into("full").stderr);
    assert!(said.contains("it cannot be written"), "{said}");
}

#[test]
fn inputs_that_are_no_screenshot_are_refused() {
    let place = workplace();
    let bad = |name: &str| fixture("bad").join(name).display().to_string();
    for (file, reason) in [
        ("missing.png".to_string(), "there is no such file"),
        (bad("empty.png"), "the file is empty"),
        (bad("text.png"), "not a picture in a format that is read"),
        (bad("truncated.png"), "damaged or cut short"),
        (bad("one-pixel-wide.png"), "too small"),
        (bad("huge-claim.png"), "too large"),
        (".".to_string(), "this is a folder"),
    ] {
        let output = snapslide(place.path(), &["solve", &file]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{file}: {said}");
        assert!(said.starts_with("snapslide: reading ") && said.contains(reason), "{file}: {said}");
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn regions_outside_the_picture_are_usage_errors() {
    let place = workplace();
    copied(place.path(), "kuzhlevka-3x3");
    let said = refused(place.path(), &["read", "screenshot.png", "--region", "800,0,741,741", "--grid", "3x3"], 2);
    assert!(said.contains("leaves the picture"), "{said}");
}

#[test]
fn nothing_of_the_users_is_overwritten_unasked() {
    let place = workplace();
    fs::create_dir(place.path().join("mine")).unwrap();
    fs::write(place.path().join("mine/letter.txt"), "dear").unwrap();
    fs::write(place.path().join("sheet.png"), "mine").unwrap();
    let board = ["solve", "--tiles", "1 2/0 3", "-o"];
    let said = refused(place.path(), &[&board[..], &["mine"]].concat(), 1);
    assert!(said.contains("already has files in it"), "{said}");
    let said = refused(place.path(), &[&board[..], &["sheet.png"]].concat(), 1);
    assert!(said.contains("already there"), "{said}");
    assert_eq!(fs::read(place.path().join("sheet.png")).unwrap(), b"mine");
    assert!(snapslide(place.path(), &[&board[..], &["mine", "--force"]].concat()).status.success());
    for words in [
        &["solve", "sheet.png", "-o", "sheet.png", "--force"][..],
        &["read", "sheet.png", "-o", "sheet.png", "--force"],
    ] {
        assert!(refused(place.path(), words, 2).contains("this is the file to be read"));
    }
    assert!(place.path().join("mine/letter.txt").is_file() && place.path().join("mine/sheet.png").is_file());
}

#[test]
fn the_fixtures_read_as_expected() {
    let place = workplace();
    let output = snapslide(place.path(), &["check", fixture("").to_str().unwrap()]);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).contains(" 0 failed"), "{}", text(&output.stdout));
}

#[test]
fn check_tells_what_differs_and_saves_the_picture() {
    let place = workplace();
    failing_case(&place.path().join("cases/one"));
    let output = snapslide(place.path(), &["check", "cases"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(
        said.contains("FAILED cases/one: expected 3x3 picture 0 1 6/4 2 5/3 7 8 blank 8, read 3x3 picture 1 0 6/4"),
        "{said}"
    );
    assert!(place.path().join("check-failures/one.png").is_file());
}

/// A case that is read otherwise than it expects.
fn failing_case(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    copied(folder, "kuzhlevka-3x3");
    let expected = fs::read_to_string(fixture("kuzhlevka-3x3/expected.json")).unwrap();
    let mut expected: Value = serde_json::from_str(&expected).unwrap();
    expected["tiles"].as_array_mut().unwrap().swap(0, 1);
    fs::write(folder.join("expected.json"), expected.to_string()).unwrap();
}

#[test]
fn pictures_of_failing_cases_are_named_by_their_paths() {
    let place = workplace();
    failing_case(&place.path().join("cases/A/x"));
    failing_case(&place.path().join("cases/B/x"));
    for (folders, failures) in [(&["cases"][..], "all"), (&["cases/A", "cases/B"], "each"), (&["cases/A/x"], "one")] {
        let output = snapslide(place.path(), &[&["check", "--failures", failures], folders].concat());
        assert!(text(&output.stderr).contains(&format!("the annotated pictures are in {failures}")));
        let names = if failures == "one" { &["x.png"][..] } else { &["A/x.png", "B/x.png"] };
        assert!(names.iter().all(|name| place.path().join(failures).join(name).is_file()), "{failures}");
    }
}

#[test]
fn check_sums_up_and_says_what_helps_where_no_picture_can_be_saved() {
    let place = workplace();
    failing_case(&place.path().join("cases/one"));
    fs::write(place.path().join("taken"), "").unwrap();
    let output = snapslide(place.path(), &["check", "cases", "--failures", "taken"]);
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).contains("0 passed, 1 failed")), (Some(1), true));
    assert!(said.contains("writing taken/one.png: ") && said.contains("hint: --failures"), "{said}");
    fs::write(place.path().join("cases/one/refused.txt"), "3\n").unwrap();
    fs::remove_file(place.path().join("cases/one/screenshot.png")).unwrap();
    let said = text(&snapslide(place.path(), &["check", "cases"]).stderr);
    assert!(said.contains("hint: ") && !said.contains("pictures are in"), "{said}");
    assert!(!place.path().join("check-failures").exists());
}

#[test]
fn clicks_are_plain_lines_for_automation() {
    let place = workplace();
    let board = ["solve", "--tiles", "8 6 7/2 5 4/3 0 1", "--json", "--emit", "clicks"];
    for (out, file) in [("way", "way/clicks.txt"), ("clicks.txt", "clicks.txt")] {
        let output = snapslide(place.path(), &[&board[..], &["-o", out]].concat());
        let solution: Value = serde_json::from_slice(&output.stdout).unwrap();
        let clicks: Vec<String> = solution["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|made| format!("{} {}", made["click"][0], made["click"][1]))
            .collect();
        assert_eq!(fs::read_to_string(place.path().join(file)).unwrap(), clicks.join("\n") + "\n");
    }
    let output = snapslide(place.path(), &[&board[..], &["--metric", "multi", "-o", "presses.txt"]].concat());
    let solution: Value = serde_json::from_slice(&output.stdout).unwrap();
    let presses = solution["presses"].as_array().unwrap().len();
    assert_eq!(fs::read_to_string(place.path().join("presses.txt")).unwrap().lines().count(), presses);
}

#[test]
fn presses_are_numbered_where_presses_are_counted() {
    let place = workplace();
    let board = ["solve", "--tiles", "8 6 7/2 5 4/3 0 1", "--metric", "multi", "--json", "-o", "page.html"];
    let solution: Value = serde_json::from_slice(&snapslide(place.path(), &board).stdout).unwrap();
    let presses = solution["presses"].as_array().unwrap().len();
    assert!(presses < solution["moves"].as_array().unwrap().len());
    let page = fs::read_to_string(place.path().join("page.html")).unwrap();
    let numbers: Vec<&str> = page.split("<b>").skip(1).map(|rest| rest.split("</b>").next().unwrap()).collect();
    assert_eq!(numbers, (1..=presses).map(|press| press.to_string()).collect::<Vec<_>>());
}

#[test]
fn merged_moves_are_told_with_the_presses_that_make_them() {
    let place = workplace();
    let said = |options: &[&str]| {
        let board = ["solve", "--tiles", "1 2 3/0 4 5/7 8 6", "-o", "way.txt", "--force"];
        let output = snapslide(place.path(), &[&board[..], options].concat());
        text(&output.stdout).lines().next().unwrap().to_string()
    };
    assert_eq!(said(&[]), "3x3 board, 3 moves, the fewest possible: way.txt");
    assert_eq!(said(&["--merge-runs"]), "3x3 board, 3 moves in 2 presses, the fewest moves possible: way.txt");
    assert_eq!(said(&["--metric", "multi"]), "3x3 board, 2 presses, the fewest possible: way.txt");
}

#[test]
fn packagers_get_completions_and_a_manual_page() {
    let place = workplace();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = snapslide(place.path(), &["completions", shell]);
        let script = text(&output.stdout);
        assert!(output.status.success() && script.contains("snapslide"), "{shell}");
        assert!(script.contains("max-moves"), "{shell}: options of commands are completed");
    }
    let page = text(&snapslide(place.path(), &["man"]).stdout);
    for part in [
        ".TH snapslide 1",
        ".SH \"SNAPSLIDE SOLVE\"",
        "\\-\\-max\\-moves",
        ".SH \"SNAPSLIDE CHECK\"",
        ".SH \"EXIT STATUS\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let exits = page.split_once("EXIT STATUS").unwrap().1;
    assert!((0..=5).all(|exit| exits.contains(&format!("\n\\fB{exit}\\fR\n"))), "{exits}");
    refused(place.path(), &["completions", "cobol"], 2);
}

#[test]
fn numbers_that_may_end_or_begin_with_the_blank_are_told_how_to_be_read_otherwise() {
    let place = workplace();
    let said = |size: &str, words: &[&str]| {
        let board = format!("{size}/screenshot.png");
        let drawn = ["scramble", "--size", size, "--picture", "numbers", "--seed", "7", "-o", size];
        if !place.path().join(&board).exists() {
            assert!(snapslide(place.path(), &drawn).status.success());
        }
        let output = snapslide(place.path(), &[&["read", &board], words].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stderr)
    };
    let note = "3x3/screenshot.png was read with the blank at home in the last cell: --blank-home 0 takes the first\n";
    assert_eq!(said("3x3", &[]), note);
    assert_eq!(said("3x3", &["--blank-home", "0"]), "");
    assert_eq!(said("3x3", &["-q"]), "");
    assert_eq!(said("4x4", &[]), "", "moves bring these in order with the blank in one of the two cells only");
}

#[test]
fn numbers_may_go_down_the_columns() {
    let place = workplace();
    copied(place.path(), "numbers-4x4-alone");
    let tiles = |words: &[&str]| {
        let output = snapslide(place.path(), &[&["read", "screenshot.png", "--json"], words].concat());
        let reading: Value = serde_json::from_slice(&output.stdout).unwrap();
        let tiles = reading["tiles"].as_array().unwrap().iter().map(|tile| tile.as_u64().unwrap());
        tiles.collect::<Vec<u64>>()
    };
    let down = tiles(&[]).into_iter().map(|tile| tile % 4 * 4 + tile / 4).collect::<Vec<u64>>();
    assert_eq!(tiles(&["--goal", "columns"]), down);
}

#[test]
fn a_board_with_two_pieces_exchanged_is_read_as_it_is_and_cannot_be_solved() {
    let place = workplace();
    copied(place.path(), "emblem-4x4-bare");
    let truth: Value =
        serde_json::from_slice(&fs::read(fixture("emblem-4x4-bare").join("expected.json")).unwrap()).unwrap();
    let mut screen = image::open(place.path().join("screenshot.jpg")).unwrap().to_rgb8();
    let blank = truth["blank"].as_u64().unwrap() as usize;
    let [one, other] = if blank == 5 || blank == 10 { [1, 6] } else { [5, 10] };
    let corner = |cell: usize| [0, 1].map(|axis| truth["cells"][cell][axis].as_u64().unwrap() as u32);
    let piece = |cell: usize| {
        let [x, y] = corner(cell);
        image::imageops::crop_imm(&screen, x, y, 64, 64).to_image()
    };
    for (piece, cell) in [(piece(one), other), (piece(other), one)] {
        let [x, y] = corner(cell);
        image::imageops::replace(&mut screen, &piece, x.into(), y.into());
    }
    screen.save(place.path().join("exchanged.png")).unwrap();
    let read = snapslide(place.path(), &["read", "exchanged.png", "--reference", "reference.jpg", "--json"]);
    let found: Value = serde_json::from_slice(&read.stdout).unwrap();
    let mut tiles = truth["tiles"].as_array().unwrap().clone();
    tiles.swap(one, other);
    assert_eq!(found["tiles"].as_array(), Some(&tiles));
    let shown = snapslide(place.path(), &["read", "exchanged.png", "--reference", "reference.jpg"]);
    assert_eq!(text(&shown.stdout).matches('│').count(), 8, "the board is drawn all the same");
    refused(place.path(), &["solve", "exchanged.png", "--reference", "reference.jpg"], 4);
}
