//! What a command is given: files, standard input, folders of references.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use image::RgbImage;
use rayon::prelude::*;
use snapslide::vision::{Reading, Screenshot};

use super::console::Console;
use super::failure::{Exit, Failure};

/// One input, read and decoded.
pub enum Input {
    /// A picture.
    Screenshot(Screenshot),
    /// A reading in JSON.
    Reading(Box<Reading>),
}

/// The solved pictures to choose from, with their paths.
#[derive(Default)]
pub struct References {
    pub paths: Vec<PathBuf>,
    pub pictures: Vec<RgbImage>,
}

/// No file that a command reads is longer.
const MAX_BYTES: u64 = 512 << 20;
const EXTENSIONS: [&str; 6] = ["png", "jpg", "jpeg", "webp", "bmp", "gif"];
/// What some editors begin a text in UTF-8 with.
const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";
/// What a text in UTF-16 begins with: its mark, or a brace without one. No picture begins so.
const UTF_16: [&[u8]; 4] = [b"\xff\xfe", b"\xfe\xff", b"{\0", b"\0{"];

/// Whether a path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Whether a file's name says that it is a picture.
pub fn is_picture(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str()))
}

/// Reads a screenshot or a reading; what begins like JSON is a reading.
pub fn load(path: &Path) -> Result<Input, Failure> {
    let doing = format!("reading {}", name(path));
    let bytes = bytes(path, &doing)?;
    if UTF_16.iter().any(|begin| bytes.starts_with(begin)) {
        return Err(Failure::new(Exit::Failed, doing, "this is text in UTF-16, and a reading is in UTF-8")
            .hint("save it as UTF-8"));
    }
    let text = bytes.strip_prefix(UTF_8_MARK).unwrap_or(&bytes);
    if text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{') {
        let text = String::from_utf8_lossy(text);
        let reading = Reading::from_json(&text).map_err(|error| {
            Failure::new(Exit::Failed, doing, error.to_string())
                .hint("snapslide read SCREENSHOT -o reading.json writes one to begin with")
        })?;
        return Ok(Input::Reading(Box::new(reading)));
    }
    decode(&bytes, &doing).map(Input::Screenshot)
}

/// Reads a picture.
pub fn load_picture(path: &Path) -> Result<Screenshot, Failure> {
    let doing = format!("reading {}", name(path));
    decode(&bytes(path, &doing)?, &doing)
}

/// Reads the solved picture at `path`, or all pictures of a folder; those of a folder that cannot be read are left out, and told.
pub fn load_references(path: Option<&Path>, console: &Console) -> Result<References, Failure> {
    let Some(path) = path else { return Ok(References::default()) };
    if !path.is_dir() {
        return load_reference(path);
    }
    let paths = pictures_in(path)?;
    let read: Vec<Result<References, Failure>> = paths.par_iter().map(|path| load_reference(path)).collect();
    let mut references = References::default();
    let mut unread = Vec::new();
    for (path, read) in paths.iter().zip(read) {
        match read {
            Ok(read) => {
                references.paths.extend(read.paths);
                references.pictures.extend(read.pictures);
            }
            Err(failure) => unread.push((path, failure)),
        }
    }
    if references.paths.is_empty()
        && let Some((_, failure)) = unread.pop()
    {
        return Err(failure);
    }
    let told = unread.iter().map(|(path, failure)| format!("{} is left out: {}", path.display(), failure.what));
    told.for_each(|told| console.note(&told));
    Ok(references)
}

/// Reads one solved picture.
pub fn load_reference(path: &Path) -> Result<References, Failure> {
    let hint = "--reference takes the solved picture, or a folder of solved pictures (PNG, JPEG, WebP, BMP, GIF)";
    let picture = load_picture(path).map_err(|failure| failure.hint(hint))?;
    Ok(References { paths: vec![path.to_path_buf()], pictures: vec![picture.pixels] })
}

/// Reads the screenshot that a reading names: relative to the reading's own place, or to where the command runs.
pub fn load_named_screenshot(reading: &Reading, path: &Path) -> Result<Option<Screenshot>, Failure> {
    let Some(screenshot) = &reading.screenshot else { return Ok(None) };
    let beside = path.with_file_name("").join(screenshot);
    let place = if beside.is_file() { &beside } else { screenshot };
    let named = |failure: Failure| {
        let doing = format!("reading {}, the screenshot of {}", screenshot.display(), name(path));
        let hint = "correct 'screenshot' in the reading; with null, the tiles are drawn with their numbers";
        Failure { doing, ..failure }.hint(hint)
    };
    load_picture(place).map(Some).map_err(named)
}

/// How a path is called in messages.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_string() } else { path.display().to_string() }
}

fn pictures_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let doing = format!("reading the references in {}", folder.display());
    let failed = |error: std::io::Error| {
        Failure::new(Exit::Failed, doing.clone(), "the folder cannot be read").caused_by(&error)
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if is_picture(&path) && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        return Err(Failure::new(Exit::Failed, doing, "there is no picture in the folder")
            .hint("--reference takes a solved picture, or a folder with solved pictures (PNG, JPEG, WebP, BMP, GIF)"));
    }
    Ok(paths)
}

fn bytes(path: &Path, doing: &str) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| {
        let what = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file",
            _ => "the file cannot be read",
        };
        Failure::new(Exit::Failed, doing, what).caused_by(&error).hint("give it a screenshot, or - for standard input")
    };
    let mut bytes = Vec::new();
    if is_stdin(path) {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        if path.is_dir() {
            return Err(Failure::new(Exit::Failed, doing, "this is a folder").hint("give it a screenshot"));
        }
        fs::File::open(path).map_err(failed)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() as u64 > MAX_BYTES {
        let what = format!("the file is longer than {} MiB", MAX_BYTES >> 20);
        return Err(Failure::new(Exit::Failed, doing, what).hint("give it a screenshot"));
    }
    Ok(bytes)
}

fn decode(bytes: &[u8], doing: &str) -> Result<Screenshot, Failure> {
    Screenshot::decode(bytes).map_err(|error| {
        Failure::new(Exit::Failed, doing, error.to_string())
            .hint("give it a screenshot as PNG, JPEG, WebP, BMP or GIF, or a reading as JSON")
    })
}
