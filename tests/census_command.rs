//! `snapslide census` as a user meets it.

use std::process::{Command, Output};

use serde_json::Value;

/// Positions of the 3x3 board at each distance from a goal with the blank in a corner (A. Reinefeld, IJCAI 1993, table 1).
const EIGHT_PUZZLE: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn census(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snapslide")).arg("census").args(words).output().unwrap()
}

fn printed(words: &[&str]) -> String {
    let output = census(words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&printed(&[words, &["--json"]].concat())).unwrap()
}

/// The counts by distance, with a check that no distance is missing.
fn counts(answer: &Value) -> Vec<u64> {
    let rows = answer["distances"].as_array().unwrap();
    let whole = rows.iter().enumerate().all(|(index, row)| row["distance"] == index);
    assert!(whole, "{answer}");
    rows.iter().map(|row| row["count"].as_u64().unwrap()).collect()
}

#[test]
fn every_position_of_a_small_board_is_counted() {
    let answer = json(&["--size", "3x3"]);
    assert_eq!(counts(&answer), EIGHT_PUZZLE);
    assert_eq!((&answer["positions"], &answer["metric"]), (&181_440.into(), &"single".into()));
    for (size, positions, depth) in [("2x3", 360, 21), ("3x2", 360, 21), ("2x2", 12, 6)] {
        let counts = counts(&json(&["--size", size]));
        assert_eq!((counts.iter().sum::<u64>(), counts.len() - 1), (positions, depth), "{size}");
    }
    assert_eq!(counts(&json(&["--goal", "1 1/2 0"])).iter().sum::<u64>(), 12);
    let presses = counts(&json(&["--size", "2x3", "--metric", "multi"]));
    assert_eq!((presses[..2].to_vec(), presses.iter().sum::<u64>()), (vec![1, 3], 360));
}

#[test]
fn the_table_has_a_line_for_every_distance_and_the_mean() {
    let table = printed(&["--size", "3x3"]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "3x3, goal 1 2 3/4 5 6/7 8 0: 181440 positions, the farthest 31 moves away");
    assert_eq!(lines.len(), 2 + 32 + 1);
    assert!(lines[26].starts_with("      24        24047   13.25%  ██"), "{}", lines[26]);
    assert_eq!(lines[34], "mean 21.97");
    assert!(lines.iter().all(|line| line.chars().count() <= 80));
}

#[test]
fn a_position_is_told_how_far_it_is() {
    let last = |words: &[&str]| printed(words).lines().last().unwrap().to_string();
    assert_eq!(last(&["--tiles", "8 6 7/2 5 4/3 0 1"]), "8 6 7/2 5 4/3 0 1 is 31 moves from the goal");
    assert_eq!(last(&["--tiles", "2 1 3/4 5 6/7 8 0"]), "2 1 3/4 5 6/7 8 0 cannot be reached from the goal");
    assert_eq!(
        last(&["--tiles", "1 2 3/4 5 6/0 7 8", "--metric", "multi"]),
        "1 2 3/4 5 6/0 7 8 is 1 press from the goal"
    );
    assert_eq!(json(&["--tiles", "2 1/3 0"])["position"]["distance"], Value::Null);
    let far = "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15";
    assert_eq!(json(&["--tiles", far])["position"]["distance"], 2);
    assert_eq!(json(&["--tiles", &far.replace("1 2", "2 1")])["position"]["distance"], Value::Null);
}

#[test]
fn a_seed_samples_the_same_positions_however_many_threads() {
    let sample = |threads| {
        printed(&["--size", "4x4", "--walk", "8", "--samples", "30", "--seed", "3", "--json", "--threads", threads])
    };
    assert_eq!(sample("1"), sample("3"));
    let answer: Value = serde_json::from_str(&sample("2")).unwrap();
    let counted: u64 = answer["distances"].as_array().unwrap().iter().map(|row| row["count"].as_u64().unwrap()).sum();
    assert_eq!((counted, &answer["walk"], &answer["unproven"]), (30, &8.into(), &0.into()));
}

#[test]
fn the_mean_of_a_sample_is_near_that_of_all() {
    let mean = json(&["--size", "3x3", "--samples", "400", "--seed", "1"])["mean"].as_f64().unwrap();
    assert!((mean - 21.97).abs() < 0.7, "{mean}");
}

#[test]
fn longer_walks_lead_farther_away() {
    let answer = json(&["--size", "3x3", "--curve", "50,1,4", "--samples", "60", "--seed", "1"]);
    let points = answer["curve"].as_array().unwrap();
    let walks: Vec<_> = points.iter().map(|point| point["walk"].as_u64().unwrap()).collect();
    let means: Vec<_> = points.iter().map(|point| point["mean"].as_f64().unwrap()).collect();
    assert_eq!(walks, [1, 4, 50]);
    assert!(means.is_sorted() && (1.0..4.0).contains(&means[0]) && means[2] > 18.0, "{means:?}");
    assert!(answer["shuffle"]["mean"].as_f64().unwrap() > 18.0);
}

#[test]
fn plots_are_pictures_and_replace_nothing_unasked() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("plot.png").display().to_string();
    printed(&["--size", "2x3", "--plot", &path]);
    let bars = image::open(&path).unwrap();
    assert!(bars.width() >= 800 && bars.height() >= 400);
    assert_eq!(census(&["--size", "2x3", "--plot", &path]).status.code(), Some(1));
    printed(&["--size", "2x3", "--curve", "1,5", "--samples", "5", "--plot", &path, "--force"]);
    assert_ne!(image::open(&path).unwrap(), bars);
}

#[test]
fn what_cannot_be_had_is_said_in_one_line_with_a_hint() {
    for (words, what) in [
        (&["--size", "3x3", "--goal", "1 2/3 0"][..], "counting positions: the goal is 2x2, but --size is 3x3"),
        (&["--size", "3x3", "--tiles", "1 2/3 0"], "counting positions: the position is 2x2, but --size is 3x3"),
        (&["--size", "3x3", "--blank-home", "9"], "cell 9 is not on a 3x3 board: its cells are 0 to 8"),
        (&["--size", "4x4", "--metric", "multi"], "presses are counted in whole small spaces only"),
        (&["--tiles", "1 2/3 0", "--goal", "1 4/3 0"], "reading --tiles: "),
        (&["--plot", "plot.jpg"], "writing plot.jpg: a plot is a PNG picture"),
        (&["--samples", "0"], "reading the command line: "),
        (&["--tiles", "1 2/3 0", "--walk", "3"], "cannot be used with"),
        (&["--curve", "1,x"], "reading the command line: "),
    ] {
        let output = census(words);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {message}");
        assert!(message.starts_with("snapslide: ") && message.contains(what), "{words:?}: {message}");
        assert!(message.contains("\nhint: ") && output.stdout.is_empty(), "{words:?}: {message}");
    }
}

#[test]
fn a_sample_of_which_nothing_is_solved_in_time_is_no_sample() {
    for words in [&["--samples", "2"][..], &["--samples", "2", "--curve", "900"]] {
        let output = census(&[words, &["--size", "8x8", "--time", "0.000001"]].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(5), 0), "{message}");
        assert!(
            message.contains("positions took more than") && message.contains("hint: --time allows more"),
            "{message}"
        );
    }
}
