//! Every fixture is drawn again and must be what is stored. `SNAPSLIDE_BLESS=1` stores what is drawn, and then fails, so
//! that nothing is ever green by accident.

mod fixture_cases;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fixture_cases::{Case, Outcome, Reference};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageEncoder, RgbImage, imageops};
use snapslide::assist::expected;
use snapslide::rect::Rect;
use snapslide::render::scene::{Drawn, Scene, Wear};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// The picture as a file, and its ending.
fn encoded(picture: &RgbImage, jpeg: Option<u8>) -> (&'static str, Vec<u8>) {
    let mut bytes = Vec::new();
    let (width, height) = picture.dimensions();
    let write = |encoder: &mut dyn FnMut() -> image::ImageResult<()>| encoder().unwrap();
    match jpeg {
        Some(quality) => write(&mut || JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(picture)),
        None => write(&mut || {
            PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive).write_image(
                picture,
                width,
                height,
                image::ExtendedColorType::Rgb8,
            )
        }),
    }
    (if jpeg.is_some() { "jpg" } else { "png" }, bytes)
}

/// The board of a scene with every tile at home, cut out.
fn solved_board(scene: &Scene) -> RgbImage {
    let mut solved = scene.clone();
    solved.tiles.blank = scene.tiles.goal_cells[scene.tiles.blank];
    solved.tiles.goal_cells = (0..scene.tiles.size.cells()).collect();
    let Drawn { screenshot, region: Rect { x, y, width, height }, .. } = solved.draw().unwrap();
    imageops::crop_imm(&screenshot, x, y, width, height).to_image()
}

/// The files of a case: name and content.
fn files(case: &Case) -> BTreeMap<String, Vec<u8>> {
    let drawn = if case.has_board { case.scene.draw() } else { case.scene.draw_empty() };
    let drawn = drawn.unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let (ending, screenshot) = encoded(&drawn.screenshot, case.jpeg);
    let mut files = BTreeMap::from([(format!("screenshot.{ending}"), screenshot)]);
    let reference = case.reference.as_ref().map(|reference| match reference {
        Reference::Own { scale, jpeg } => {
            let own = drawn.reference.clone().expect("only a picture has a reference");
            encoded(&Wear { scale: *scale, ..Wear::NONE }.apply(own), *jpeg)
        }
        Reference::SolvedBoard => encoded(&solved_board(&case.scene), None),
        Reference::Other(picture) => encoded(&picture.draw(192, 192, 1), Some(80)),
    });
    if let Some((ending, bytes)) = reference {
        files.insert(format!("reference.{ending}"), bytes);
    }
    let (name, text) = match case.outcome {
        Outcome::Read => ("expected.json", expected(&case.scene, &drawn).to_json() + "\n"),
        Outcome::Refused(lines) => ("refused.txt", format!("{lines}\n")),
    };
    files.insert(name.to_string(), text.into_bytes());
    files
}

/// Whether two files show the same: pixel for pixel where they are pictures.
fn same(name: &str, stored: &[u8], drawn: &[u8]) -> bool {
    let pixels = |bytes: &[u8]| image::load_from_memory(bytes).ok().map(|picture| picture.to_rgb8());
    stored == drawn || (name.ends_with("g") && pixels(stored).is_some() && pixels(stored) == pixels(drawn))
}

/// What is wrong with the stored files of a case, one line each.
fn compare(case: &Case, folder: &Path) -> Vec<String> {
    let drawn = files(case);
    let mut faults = Vec::new();
    for (name, bytes) in &drawn {
        match fs::read(folder.join(name)) {
            Ok(stored) if same(name, &stored, bytes) => {}
            Ok(_) => faults.push(format!("{}/{name} is not what is drawn", case.name)),
            Err(error) => faults.push(format!("{}/{name}: {error}", case.name)),
        }
    }
    for name in names(folder).into_iter().filter(|name| !drawn.contains_key(name)) {
        faults.push(format!("{}/{name} is drawn by nothing", case.name));
    }
    faults
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

fn bless(case: &Case, folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    for (name, bytes) in files(case) {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

#[test]
fn fixtures_are_what_is_drawn() {
    let cases = fixture_cases::all();
    let blessing = env::var_os("SNAPSLIDE_BLESS").is_some();
    let mut faults = Vec::new();
    for case in &cases {
        let folder = root().join(case.name);
        let wrong = compare(case, &folder);
        if blessing && !wrong.is_empty() {
            bless(case, &folder);
        }
        faults.extend(wrong);
    }
    let known = |name: &str| name == "bad" || name == "README.md" || cases.iter().any(|case| case.name == name);
    faults.extend(
        names(&root()).into_iter().filter(|name| !known(name)).map(|name| format!("{name} is drawn by no case")),
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(!blessing, "stored: look at it, then run again without SNAPSLIDE_BLESS");
}
