//! Pictures held against golden ones in `tests/golden`. With `SNAPSLIDE_BLESS=1` the golden ones are written anew, and
//! the tests fail, so that they are looked at before they are trusted. Golden files nobody uses fail as well.

use std::path::{Path, PathBuf};

use image::RgbImage;
use snapslide::puzzle::{Puzzle, Size, Slide};
use snapslide::rect::Rect;
use snapslide::render::scene::Picture;
use snapslide::render::still::{Effort, encode_png};
use snapslide::render::{Artwork, Claim, Page, SheetOptions, Sheets, Storyboard, Style, frame};

fn picture_board() -> Storyboard {
    let size = Size::new(3, 3).unwrap();
    let mut board = Picture::Emblem.draw(180, 180, 1);
    let cells: Vec<Rect> = (0..9).map(|cell| Rect::new(cell % 3 * 60, cell / 3 * 60, 60, 60)).collect();
    for (x, y) in (60..120).flat_map(|x| (60..120).map(move |y| (x, y))) {
        board.put_pixel(x, y, image::Rgb([0, 0, 0]));
    }
    let puzzle = Puzzle::new("1 2 3/4 0 5/6 7 8".parse().unwrap(), "1 2 3/4 7 5/6 8 0".parse().unwrap()).unwrap();
    Storyboard::new(&puzzle, &[Slide::Up, Slide::Left], Artwork::new(board, size, cells, 4).unwrap()).unwrap()
}

fn numbered_board() -> Storyboard {
    let puzzle = Puzzle::new("1 2 3/4 0 5/6 7 8".parse().unwrap(), "1 2 3/4 5 8/6 7 0".parse().unwrap()).unwrap();
    let artwork = Artwork::numbered(puzzle.start(), puzzle.goal()).unwrap();
    Storyboard::new(&puzzle, &[Slide::Left, Slide::Up], artwork).unwrap()
}

/// Two tiles that slide with one press.
fn run() -> Storyboard {
    let puzzle = Puzzle::new("1 2 3/0 4 5/6 7 8".parse().unwrap(), "1 2 3/4 5 0/6 7 8".parse().unwrap()).unwrap();
    let artwork = Artwork::numbered(puzzle.start(), puzzle.goal()).unwrap();
    Storyboard::new(&puzzle, &[Slide::Left, Slide::Left], artwork).unwrap().merge_runs()
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Fonts and filters may round otherwise on another machine: by a little, in few places.
fn alike(a: &RgbImage, b: &RgbImage) -> bool {
    let differences = || a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b)));
    a.dimensions() == b.dimensions()
        && differences().all(|difference| difference <= 48)
        && differences().sum::<u64>() * 5 <= a.as_raw().len() as u64
}

#[test]
fn pictures_are_as_they_were() {
    let (emblem, numbers) = (picture_board(), numbered_board());
    let options = SheetOptions { claim: Claim::Least, ..SheetOptions::default() };
    let paper = SheetOptions { page: Page::A4, claim: Claim::AtLeast(1), ..SheetOptions::default() };
    let pictures = [
        ("frame-marked", frame::draw(&emblem, 0, Style::Marked)),
        ("frame-plain", frame::draw(&emblem, 0, Style::Plain)),
        ("frame-solved", frame::draw(&emblem, 2, Style::Marked)),
        ("frame-numbers", frame::draw(&numbers, 1, Style::Marked)),
        ("frame-run", frame::draw(&run(), 0, Style::Marked)),
        ("sheet-picture", Sheets::new(&emblem, &options).draw(0)),
        ("sheet-numbers-a4", Sheets::new(&numbers, &paper).draw(0)),
    ];
    let bless = std::env::var_os("SNAPSLIDE_BLESS").is_some();
    let mut wrong = Vec::new();
    for (name, picture) in &pictures {
        let file = golden().join(format!("{name}.png"));
        if bless {
            std::fs::create_dir_all(golden()).unwrap();
            std::fs::write(&file, encode_png(picture, Effort::Small).unwrap()).unwrap();
        }
        let expected = image::open(&file).map(|golden| golden.into_rgb8());
        if !expected.is_ok_and(|expected| alike(&expected, picture)) {
            let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
            std::fs::write(&actual, encode_png(picture, Effort::Small).unwrap()).unwrap();
            wrong.push(format!("{} differs from {}", actual.display(), file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}\nlook at them; SNAPSLIDE_BLESS=1 takes them for golden", wrong.join("\n"));
    let used = |name: &str| pictures.iter().any(|(used, _)| name == format!("{used}.png"));
    for entry in std::fs::read_dir(golden()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(used(&name), "no test uses tests/golden/{name}");
    }
    assert!(!bless, "the golden pictures have been written anew: look at them, then run the tests without blessing");
}
