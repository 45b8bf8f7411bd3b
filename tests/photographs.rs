//! Photographs of a screen: a board seen at an angle is read as the one on the screen.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use image::{Rgb, RgbImage};
use imageproc::geometric_transformations::{Border, Interpolation, Projection, warp_into};
use serde_json::Value;

fn fixture(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(case)
}

/// The case's screenshot on a dark screen before a grey wall, its corners where `corners` has them in a photograph of
/// 1600x1200, clockwise from the top left.
fn photograph(case: &str, corners: [(f32, f32); 4], place: &Path) -> PathBuf {
    let mut files = ["screenshot.png", "screenshot.jpg"].into_iter().map(|name| fixture(case).join(name));
    let shot = image::open(files.find(|file| file.is_file()).unwrap()).unwrap().to_rgb8();
    let (width, height) = (shot.width() as f32, shot.height() as f32);
    let screen = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
    let projection = Projection::from_control_points(screen, corners).unwrap();
    let mut photograph = RgbImage::new(1600, 1200);
    warp_into(&shot, projection, Interpolation::Bilinear, Border::Constant(Rgb([96, 98, 101])), &mut photograph);
    let path = place.join("photograph.jpg");
    photograph.save(&path).unwrap();
    path
}

/// The photograph with a lamp that the screen reflects, so much of its width to the right and of its height down.
fn reflecting(photograph: &Path, right: f32, down: f32) {
    let mut picture = image::open(photograph).unwrap().to_rgb8();
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let far = (x as f32 / width - right).powi(2) + (y as f32 / height - down).powi(2);
        let lamp = 0.3 * (-far / 0.08).exp();
        pixel.0 = pixel.0.map(|level| (255.0 * ((f32::from(level) / 255.0).powf(2.2) + lamp).powf(1.0 / 2.2)) as u8);
    }
    picture.save(photograph).unwrap();
}

fn snapslide(words: &[&str], photograph: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snapslide")).args(words).arg(photograph).output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

const TURNED: [(f32, f32); 4] = [(330.0, 120.0), (1250.0, 210.0), (1200.0, 1060.0), (270.0, 1110.0)];
const BELOW: [(f32, f32); 4] = [(420.0, 130.0), (1190.0, 150.0), (1330.0, 1090.0), (260.0, 1050.0)];

#[test]
fn boards_seen_at_an_angle_are_read() {
    let place = tempfile::tempdir().unwrap();
    for (case, corners) in [("kuzhlevka-3x3", TURNED), ("kuzhlevka-3x3", BELOW), ("numbers-4x4", TURNED)] {
        let expected: Value =
            serde_json::from_str(&fs::read_to_string(fixture(case).join("expected.json")).unwrap()).unwrap();
        let photograph = photograph(case, corners, place.path());
        let read = json(&snapslide(&["read", "--json"], &photograph));
        for key in ["columns", "rows", "kind", "tiles", "blank"] {
            assert_eq!(read[key], expected[key], "{case}: {key}");
        }
    }
}

/// Reads photographs of cases, with a lamp in the given place, by their reference or without.
fn assert_are_read_under_a_lamp(cases: &[(&str, f32, f32)], is_by_reference: bool) {
    let place = tempfile::tempdir().unwrap();
    for &(case, right, down) in cases {
        let file = |name: &str| fixture(case).join(name);
        let expected: Value = serde_json::from_str(&fs::read_to_string(file("expected.json")).unwrap()).unwrap();
        let photograph = photograph(case, TURNED, place.path());
        reflecting(&photograph, right, down);
        let reference = ["reference.png", "reference.jpg"].map(file).into_iter().find(|file| file.is_file()).unwrap();
        let words = ["read", "--json", "--reference", reference.to_str().unwrap()];
        let read = json(&snapslide(&words[..if is_by_reference { 4 } else { 2 }], &photograph));
        for key in ["columns", "rows", "kind", "tiles", "blank"] {
            assert_eq!(read[key], expected[key], "{case}: {key}");
        }
    }
}

#[test]
fn boards_under_a_reflection_are_read_by_their_reference() {
    let cases = [
        ("kuzhlevka-3x3", 0.3, 0.3),
        ("emblem-4x4-bare", 0.6, 0.4),
        ("landscape-4x4-jpeg", 0.5, 0.8),
        ("garden-6x6-gutters", 0.3, 0.3),
    ];
    assert_are_read_under_a_lamp(&cases, true);
}

#[test]
fn boards_under_a_reflection_are_put_together() {
    let cases = [("kuzhlevka-3x3", 0.5, 0.8), ("landscape-4x4-jpeg", 0.3, 0.3), ("garden-4x4-tinted", 0.6, 0.4)];
    assert_are_read_under_a_lamp(&cases, false);
}

#[test]
fn places_are_those_of_the_photograph_and_pictures_those_from_the_front() {
    let place = tempfile::tempdir().unwrap();
    let photograph = photograph("kuzhlevka-3x3", TURNED, place.path());
    let out = place.path().join("way");
    let words = ["solve", "--json", "--emit", "sheet", "-o", out.to_str().unwrap()];
    let solution = json(&snapslide(&words, &photograph));
    assert_eq!(solution["length"], 20);
    let region: [f32; 4] = serde_json::from_value(solution["reading"]["region"].clone()).unwrap();
    let [left, top, width, height] = region;
    assert!(left >= 260.0 && top >= 110.0 && left + width <= 1260.0 && top + height <= 1120.0, "{region:?}");
    for made in solution["moves"].as_array().unwrap() {
        let click: [f32; 2] = serde_json::from_value(made["click"].clone()).unwrap();
        assert!((left..left + width).contains(&click[0]) && (top..top + height).contains(&click[1]), "{click:?}");
    }
    assert!(out.join("sheet.png").is_file());
}

#[test]
fn what_is_refused_at_an_angle_says_so_and_guesses_in_the_photograph() {
    let place = tempfile::tempdir().unwrap();
    let photograph = photograph("refused-mid-slide-no-reference", TURNED, place.path());
    let guess = place.path().join("guess.json");
    let refused = snapslide(&["read", "-o", guess.to_str().unwrap()], &photograph);
    let words = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(3), "{words}");
    assert!(words.contains("; a screenshot, or a sharp photograph from the front, is read better"), "{words}");
    let guess: Value = serde_json::from_str(&fs::read_to_string(guess).unwrap()).unwrap();
    let [left, top, width, height] = serde_json::from_value::<[u32; 4]>(guess["region"].clone()).unwrap();
    assert!(left >= 270 && top >= 120 && left + width <= 1250 && top + height <= 1110, "{guess}");
}
