//! Whatever comes in, nothing panics, and what is accepted is whole: fuzz bodies, fed with damaged copies of good inputs
//! from fixed seeds. Each body takes any bytes, so a fuzzer can call it as it stands.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use image::{ImageFormat, RgbImage};
use snapslide::assist;
use snapslide::puzzle::{Board, Goal, Puzzle, Random, Size};
use snapslide::rect::Rect;
use snapslide::solver::{Limits, solve};
use snapslide::vision::{Hints, Reading, Screenshot, recognise};

/// A file that should be a picture.
fn picture(bytes: &[u8]) {
    let Ok(screenshot) = Screenshot::decode(bytes) else { return };
    assert!(screenshot.pixels.width() >= Screenshot::MIN_SIDE && screenshot.pixels.height() >= Screenshot::MIN_SIDE);
    if u64::from(screenshot.pixels.width()) * u64::from(screenshot.pixels.height()) <= 40_000 {
        screen(&screenshot, &Hints::default());
    }
}

/// A picture and hints that may not fit it.
fn screen(screenshot: &Screenshot, hints: &Hints) {
    let reading = match recognise(screenshot, &[], hints) {
        Ok(found) => found.reading,
        Err(refusal) => match refusal.into_guess() {
            Some(guess) => guess,
            None => return,
        },
    };
    assert!((0.0..=1.0).contains(&reading.confidence));
    text_of_reading(reading.to_json().as_bytes());
    assert_eq!(Reading::from_json(&reading.to_json()).unwrap().tiles, reading.tiles);
}

/// A file that should be a reading.
fn text_of_reading(bytes: &[u8]) {
    let Ok(reading) = Reading::from_json(&String::from_utf8_lossy(bytes)) else { return };
    let screenshot = Screenshot::exact(RgbImage::new(90, 70));
    assist::annotated(&screenshot, &reading);
    let Ok(puzzle) = assist::to_puzzle(&reading) else { return };
    if let Ok(artwork) = assist::artwork(&reading, &puzzle, Some(&screenshot)) {
        assert_eq!(artwork.size(), puzzle.size());
    }
}

/// A board as a person types it.
fn board(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(board) = text.parse::<Board>() else { return };
    assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
    let Ok(goal) = Goal::default().for_board(&board, Some(bytes.len() % 5)) else { return };
    let Ok(puzzle) = Puzzle::new(board, goal) else { return };
    if puzzle.size().cells() <= 9 {
        let solution = solve(&puzzle, &Limits::NONE).unwrap();
        assert!(puzzle.play(&solution.moves).is_ok());
    }
}

/// Damages a good input in one of the ways that inputs are damaged.
fn damaged(good: &[u8], others: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len().max(1)).min(bytes.len());
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => bytes[at..end].reverse(),
            2 => bytes[at..end].iter_mut().for_each(|byte| *byte ^= 1 << random.below(8)),
            3 => bytes[at..end].fill([0, 0xff, b'9', b'-'][random.below(4)]),
            4 => bytes.splice(at..end, others[random.below(others.len())].iter().copied().take(60)).for_each(drop),
            5 => bytes.splice(at..at, 0..random.below(9) as u8).for_each(drop),
            _ => bytes.splice(at..end, []).for_each(drop),
        }
    }
    bytes
}

/// Feeds `body` with `rounds` damaged copies of every seed.
fn feed(name: &str, seeds: &[Vec<u8>], rounds: u64, body: impl Fn(&[u8])) {
    for (number, good) in seeds.iter().enumerate() {
        body(good);
        for round in 0..rounds {
            let mut random = Random::new(round * 1000 + number as u64);
            let bytes = damaged(good, seeds, &mut random);
            if catch_unwind(AssertUnwindSafe(|| body(&bytes))).is_err() {
                let kept = std::env::temp_dir().join(format!("snapslide-{name}-{number}-{round}"));
                fs::write(&kept, &bytes).unwrap();
                panic!("{name} {number}, round {round}: see {}", kept.display());
            }
        }
    }
}

fn fixture(path: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path)).unwrap()
}

#[test]
fn damaged_pictures_are_refused_or_read() {
    let small =
        image::load_from_memory(&fixture("kuzhlevka-3x3/screenshot.png")).unwrap().thumbnail(120, 120).to_rgb8();
    let formats =
        [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Bmp, ImageFormat::Gif].map(|format| {
            let mut bytes = std::io::Cursor::new(Vec::new());
            small.write_to(&mut bytes, format).unwrap();
            bytes.into_inner()
        });
    feed("picture", &formats, 20, picture);
}

#[test]
fn damaged_readings_are_refused_or_whole() {
    let seeds = ["kuzhlevka-3x3", "city-5x4-home-inside"].map(|case| fixture(&format!("{case}/expected.json")));
    feed("reading", &seeds, 1500, text_of_reading);
}

#[test]
fn boards_that_nobody_would_type_are_refused_or_solved() {
    let seeds = ["1 2 3/4 5 6/7 8 0", "0,1\n2,3", "3 1/2 0", "1 1 2/2 3 3/4 0 4", "99999 0/-1 2"]
        .map(|text| text.as_bytes().to_vec());
    feed("board", &seeds, 1500, board);
}

#[test]
fn hints_that_do_not_fit_are_refused_or_followed() {
    let pixels =
        image::load_from_memory(&fixture("kuzhlevka-3x3/screenshot.png")).unwrap().thumbnail(150, 150).to_rgb8();
    let screenshot = Screenshot::exact(pixels);
    let mut random = Random::new(7);
    for _ in 0..25 {
        let mut side = || [0, 1, 2, 3, 5, 16, 40, 149, 150, 151, u32::MAX][random.below(11)];
        let region = Rect::new(side(), side(), side(), side());
        let size = Size::new(2 + random.below(63), 2 + random.below(63)).ok();
        let hints = Hints {
            size: size.filter(|_| random.below(2) == 0),
            region: Some(region).filter(|_| random.below(3) > 0),
            blank_home: Some(random.below(70)).filter(|_| random.below(2) == 0),
            ..Hints::default()
        };
        screen(&screenshot, &hints);
    }
}
