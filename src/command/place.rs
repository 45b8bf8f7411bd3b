//! Where an answer goes: a folder beside its screenshot, or what `--out` names.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::failure::{Exit, Failure};
use super::{input, output};
use crate::cli::Emit;

/// What a name of one file may end in.
const NAMES: &str = "a file's name must end in .png, .gif, .html, .json or .txt; other names are folders";

/// What the names of films end in: none is written, and a folder of such a name would be taken for one.
const FILMS: [&str; 12] = ["mp4", "m4v", "mov", "webm", "mkv", "avi", "wmv", "flv", "mpg", "mpeg", "ogv", "3gp"];

/// What the names of other pictures and documents end in of which none is written either.
const OTHERS: [&str; 12] = ["svg", "pdf", "tif", "tiff", "heic", "avif", "zip", "csv", "xml", "yaml", "htm", "md"];

/// One input and the path of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub input: PathBuf,
    pub out: PathBuf,
}

/// What is written for one input.
pub enum Place {
    Folder(PathBuf),
    File(PathBuf, Emit),
}

/// A task for each input, in their order, its answer in the folder named after the input. Where that is the folder of
/// an earlier one or `is_taken`, a number is added to the name.
pub fn tasks(inputs: &[PathBuf], is_taken: impl Fn(&Path) -> bool) -> Vec<Task> {
    let mut given = HashSet::new();
    let mut tasks = Vec::with_capacity(inputs.len());
    for input in inputs {
        let mut folders = (1..).map(|number| folder(input, number));
        let out = folders.find(|out| !is_taken(out) && given.insert(out.clone()));
        tasks.extend(out.map(|out| Task { input: input.clone(), out }));
    }
    tasks
}

/// The folder beside an input that is named after it, and after `number` from 2 on.
pub fn folder(input: &Path, number: usize) -> PathBuf {
    let stem = if input::is_stdin(input) { OsStr::new("screenshot") } else { input.file_stem().unwrap_or_default() };
    let mut name = stem.to_os_string();
    name.push("-solution");
    if number > 1 {
        name.push(format!("-{number}"));
    }
    input.with_file_name(name)
}

impl Place {
    /// What `out` names, refused where something stands already and may not be replaced.
    pub fn new(out: &Path, force: bool) -> Result<Place, Failure> {
        let extension = out.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let kind = match extension.as_deref() {
            Some("gif") => Emit::Gif,
            Some("png") => Emit::Sheet,
            Some("json") => Emit::Json,
            Some("html") => Emit::Html,
            Some("txt") => Emit::Clicks,
            _ if input::is_picture(out) => {
                return Err(Failure::new(
                    Exit::Usage,
                    format!("writing {}", out.display()),
                    "no such picture is written",
                )
                .hint(NAMES));
            }
            Some(extension) if OTHERS.contains(&extension) => {
                return Err(Failure::new(Exit::Usage, format!("writing {}", out.display()), "no such file is written")
                    .hint(NAMES));
            }
            Some(extension) if FILMS.contains(&extension) => {
                return Err(Failure::new(Exit::Usage, format!("writing {}", out.display()), "no film is written")
                    .hint(format!("a .gif is the animation; {NAMES}")));
            }
            _ => {
                output::check_folder(out, force)?;
                return Ok(Place::Folder(out.to_path_buf()));
            }
        };
        output::check_file(out, force)?;
        Ok(Place::File(out.to_path_buf(), kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outs(inputs: &[&str], taken: &[&str]) -> Vec<String> {
        let inputs: Vec<PathBuf> = inputs.iter().map(PathBuf::from).collect();
        let tasks = tasks(&inputs, |out| taken.iter().any(|taken| Path::new(taken) == out));
        tasks.iter().map(|task| task.out.display().to_string()).collect()
    }

    #[test]
    fn answers_stand_beside_their_inputs() {
        assert_eq!(
            outs(&["shots/a.png", "b.jpg", "-"], &[]),
            ["shots/a-solution", "b-solution", "screenshot-solution"]
        );
    }

    #[test]
    fn no_two_answers_share_a_folder() {
        assert_eq!(outs(&["a.png", "a.jpg", "b/a.png"], &[]), ["a-solution", "a-solution-2", "b/a-solution"]);
        assert_eq!(outs(&["a.png", "a.jpg"], &["a-solution", "a-solution-2"]), ["a-solution-3", "a-solution-4"]);
    }

    #[test]
    fn names_say_what_is_wanted() {
        assert!(matches!(Place::new(Path::new("way.GIF"), false), Ok(Place::File(_, Emit::Gif))));
        assert!(matches!(Place::new(Path::new("a.png-solution"), false), Ok(Place::Folder(_))));
        for name in ["way.jpg", "way.mp4", "way.WebM", "-"] {
            assert!(Place::new(Path::new(name), false).is_err_and(|failure| failure.exit == Exit::Usage), "{name}");
        }
    }
}
