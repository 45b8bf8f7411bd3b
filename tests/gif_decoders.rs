//! The walkthrough in other people's decoders: each finds as many pictures, and the same time in all, as were written;
//! a browser shows it. A decoder that is not installed is skipped, and named.

use std::path::Path;
use std::process::Command;

use snapslide::puzzle::{Puzzle, Slide};
use snapslide::render::{Artwork, GifOptions, Quality, Report, Storyboard, gif};

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Writes a walkthrough into the folder.
fn walkthrough(file: &Path, quality: Quality) -> Report {
    let puzzle = Puzzle::new("1 2 3/4 5 6/0 7 8".parse().unwrap(), "1 2 3/4 5 6/7 8 0".parse().unwrap()).unwrap();
    let artwork = Artwork::numbered(puzzle.start(), puzzle.goal()).unwrap();
    let story = Storyboard::new(&puzzle, &[Slide::Left, Slide::Left], artwork).unwrap();
    let options = GifOptions { quality, size: 200, ..GifOptions::default() };
    gif::encode(&story, &options, std::fs::File::create(file).unwrap()).unwrap()
}

/// What a program prints; `None`, with a word about it, if it is not there.
fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    match Command::new(program).args(arguments).output() {
        Ok(output) => {
            assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
            Some(String::from_utf8(output.stdout).unwrap())
        }
        Err(_) => {
            println!("skipped: {program} is not installed");
            None
        }
    }
}

/// Holds the pictures and the hundredths of a second that each walkthrough has against what `tell` finds in the file.
fn check(tell: impl Fn(&str) -> Option<(usize, u64)>) {
    let folder = tempfile::tempdir().unwrap();
    for quality in [Quality::Fast, Quality::Normal, Quality::High] {
        let file = folder.path().join("walkthrough.gif");
        let report = walkthrough(&file, quality);
        let Some(told) = tell(file.to_str().unwrap()) else { return };
        assert_eq!(told, (report.frames, report.duration), "{quality:?}");
    }
}

fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn imagemagick_reads_every_picture() {
    check(|file| {
        let delays = numbers(&printed("identify", &["-format", "%T ", file])?);
        printed("convert", &[file, "null:"])?;
        Some((delays.len(), delays.iter().sum::<f64>() as u64))
    });
}

#[test]
fn ffmpeg_reads_every_picture() {
    let entries = ["-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,duration", "-of"];
    check(|file| {
        let told =
            numbers(&printed("ffprobe", &[&entries[..], &["default=noprint_wrappers=1:nokey=1", file]].concat())?);
        let [seconds, frames] = told[..] else { panic!("{told:?}") };
        Some((frames as usize, (seconds * 100.0).round() as u64))
    });
}

#[test]
fn pillow_reads_every_picture() {
    let script = "import sys
try: from PIL import Image, ImageSequence
except ImportError: sys.exit()
times = [frame.convert('RGB').info['duration'] for frame in ImageSequence.Iterator(Image.open(sys.argv[1]))]
print(len(times), sum(times))";
    check(|file| {
        let told = numbers(&printed("python3", &["-c", script, file])?);
        let [frames, milliseconds] = told[..] else {
            println!("skipped: Pillow is not installed");
            return None;
        };
        Some((frames as usize, milliseconds as u64 / 10))
    });
}

#[test]
fn a_browser_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let report = walkthrough(&folder.path().join("walkthrough.gif"), Quality::Normal);
    let page = folder.path().join("page.html");
    let told = "document.body.append(`${this.naturalWidth} x ${this.naturalHeight} .`)";
    std::fs::write(&page, format!("<body><img src=\"walkthrough.gif\" onload=\"{told}\"></body>")).unwrap();
    let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
    let address = format!("file://{}", page.display());
    let options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", &profile, &address];
    let installed = |browser: &&str| Command::new(browser).arg("--version").output().is_ok();
    let browser = BROWSERS.into_iter().find(installed).unwrap_or(BROWSERS[0]);
    let Some(document) = printed(browser, &options) else { return };
    let size = format!("{} x {} .", report.width, report.height);
    assert!(document.contains(&size), "{size}: {document}");
}
