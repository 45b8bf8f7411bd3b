//! Files that are there whole or not at all: written under another name beside their place, then renamed.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use snapslide::render::gif::GifError;
use tempfile::{Builder, NamedTempFile};

use super::draft::Draft;
use super::failure::{Exit, Failure};

/// A file to be written: its name below the folder, what writes it, and, if it is one of a series of pictures, how their names begin
/// before their number.
pub struct Product<'a> {
    pub name: String,
    pub write: Writer<'a>,
    series: Option<&'static str>,
}

/// Writes one file's content.
pub type Writer<'a> = Box<dyn Fn(&mut dyn Write) -> io::Result<()> + Send + Sync + 'a>;

impl<'a> Product<'a> {
    pub fn new(name: impl Into<String>, write: impl Fn(&mut dyn Write) -> io::Result<()> + Send + Sync + 'a) -> Self {
        Product { name: name.into(), write: Box::new(write), series: None }
    }

    /// The same as one of a series of pictures, of which no earlier one is left in the folder.
    pub fn one_of(self, series: &'static str) -> Self {
        Product { series: Some(series), ..self }
    }
}

/// Refuses the name of standard output, which would be that of a file or a folder here.
fn check_name(path: &Path) -> Result<(), Failure> {
    match path == Path::new("-") {
        true => Err(Failure::new(Exit::Usage, "writing -", "no file is written to standard output")
            .hint("name a file or a folder; solve and read print JSON on standard output with --json")),
        false => Ok(()),
    }
}

/// Refuses a name that says anything but that a PNG picture is in it.
pub fn check_png_name(path: &Path, what: &str, option: &str) -> Result<(), Failure> {
    match path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        true => Ok(()),
        false => {
            Err(Failure::new(Exit::Usage, format!("writing {}", path.display()), format!("{what} is a PNG picture"))
                .hint(format!("{option} takes a name with .png")))
        }
    }
}

/// Refuses a folder that holds something already, so that nothing is begun in vain.
pub fn check_folder(folder: &Path, force: bool) -> Result<(), Failure> {
    check_name(folder)?;
    let doing = format!("writing to {}", folder.display());
    if folder.is_dir() {
        let is_used = fs::read_dir(folder).map_err(|error| unwritable(&doing, &error))?.next().is_some();
        if is_used && !force {
            return Err(Failure::new(Exit::Failed, doing, "the folder already has files in it")
                .hint("name another with --out, or replace files in this one with --force"));
        }
    } else if folder.symlink_metadata().is_ok() {
        return Err(Failure::new(Exit::Failed, doing, "this is a file, not a folder")
            .hint("name another with --out; a file's name must end in .png, .gif, .html, .json or .txt"));
    }
    Ok(())
}

/// Refuses to write over what is read.
pub fn check_apart(output: &Path, input: &Path) -> Result<(), Failure> {
    let is_same =
        fs::canonicalize(output).is_ok_and(|output| fs::canonicalize(input).is_ok_and(|input| input == output));
    match is_same {
        true => Err(Failure::new(Exit::Usage, format!("writing {}", output.display()), "this is the file to be read")
            .hint("name another")),
        false => Ok(()),
    }
}

/// Whether a device or a pipe is named, such as `/dev/null`: it is written into, since a file in its place would take it from
/// every other program.
fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Refuses a file that exists already.
pub fn check_file(path: &Path, force: bool) -> Result<(), Failure> {
    check_name(path)?;
    let doing = format!("writing {}", path.display());
    if is_stream(path) {
        return Ok(());
    }
    match path.symlink_metadata() {
        Ok(found) if found.is_dir() => {
            Err(Failure::new(Exit::Failed, doing, "this is a folder, not a file").hint("name a file in it"))
        }
        Ok(_) if !force => Err(Failure::new(Exit::Failed, doing, "the file is already there")
            .hint("name another with --out, or replace it with --force")),
        _ => Ok(()),
    }
}

/// Writes all products into `folder`, on all cores, and tells `written` how many of them are; the folder appears when all are.
pub fn write_folder(
    folder: &Path,
    products: &[Product],
    force: bool,
    written: &(dyn Fn(u64) + Sync),
) -> Result<(), Failure> {
    check_folder(folder, force)?;
    let doing = format!("writing to {}", folder.display());
    let failed = |error: &io::Error| unwritable(&doing, error);
    let parent = parent(folder);
    fs::create_dir_all(&parent).map_err(|error| failed(&error))?;
    let draft = Builder::new().prefix(".snapslide-").tempdir_in(&parent).map_err(|error| failed(&error))?;
    let _unfinished = Draft::at(draft.path());
    open_to_others(draft.path(), 0o755).map_err(|error| failed(&error))?;
    let count = AtomicU64::new(0);
    products.par_iter().try_for_each(|product| {
        let path = draft.path().join(&product.name);
        let outcome = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| {
            let mut file = BufWriter::new(fs::File::create(&path)?);
            (product.write)(&mut file)?;
            file.flush()
        });
        written(count.fetch_add(1, Ordering::Relaxed) + 1);
        outcome.map_err(|error| failed(&error))
    })?;
    place_folder(draft.path(), folder, products).map_err(|error| failed(&error))?;
    if !draft.path().exists() {
        let _ = draft.keep();
    }
    Ok(())
}

/// Moves the finished draft to its place: as a whole where nothing is there, else file by file.
fn place_folder(draft: &Path, folder: &Path, products: &[Product]) -> io::Result<()> {
    if !folder.is_dir() || fs::remove_dir(folder).is_ok() {
        return fs::rename(draft, folder);
    }
    for product in products {
        let target = folder.join(&product.name);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::rename(draft.join(&product.name), target)?;
    }
    remove_stale(folder, products)
}

/// Removes what an earlier answer had more of, such as steps and sheets.
fn remove_stale(folder: &Path, products: &[Product]) -> io::Result<()> {
    let written: HashSet<PathBuf> = products.iter().map(|product| folder.join(&product.name)).collect();
    let series: HashSet<PathBuf> = products.iter().filter_map(|product| Some(folder.join(product.series?))).collect();
    for series in series {
        let (Some(folder), Some(begin)) = (series.parent(), series.file_name().and_then(OsStr::to_str)) else {
            continue;
        };
        let is_of_it = |path: &Path| {
            let number = path.file_stem().and_then(OsStr::to_str).and_then(|stem| stem.strip_prefix(begin));
            number.is_some_and(|number| number.parse::<usize>().is_ok()) && path.extension() == Some("png".as_ref())
        };
        for path in fs::read_dir(folder)?.flatten().map(|entry| entry.path()) {
            if is_of_it(&path) && !written.contains(&path) {
                fs::remove_file(path)?;
            }
        }
    }
    Ok(())
}

/// Writes one file.
pub fn write_file(path: &Path, write: &Writer, force: bool) -> Result<(), Failure> {
    check_file(path, force)?;
    let doing = format!("writing {}", path.display());
    let failed = |error: &io::Error| unwritable(&doing, error);
    if is_stream(path) {
        return write_stream(path, write).map_err(|error| failed(&error));
    }
    let parent = parent(path);
    fs::create_dir_all(&parent).map_err(|error| failed(&error))?;
    let draft = NamedTempFile::with_prefix_in(".snapslide-", &parent).map_err(|error| failed(&error))?;
    let _unfinished = Draft::at(draft.path());
    let mut file = BufWriter::new(draft);
    write(&mut file).map_err(|error| failed(&error))?;
    let draft = file.into_inner().map_err(|error| failed(error.error()))?;
    open_to_others(draft.path(), 0o644).map_err(|error| failed(&error))?;
    let kept = if force { draft.persist(path) } else { draft.persist_noclobber(path) };
    kept.map(drop).map_err(|error| failed(&error.error))
}

fn write_stream(path: &Path, write: &Writer) -> io::Result<()> {
    let mut stream = BufWriter::new(fs::OpenOptions::new().write(true).open(path)?);
    write(&mut stream)?;
    stream.flush()
}

/// Temporary files are made for their owner only; finished ones are like any other.
#[cfg(unix)]
fn open_to_others(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn open_to_others(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

fn unwritable(doing: &str, error: &io::Error) -> Failure {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    if let Some(budget @ GifError::Budget { least, .. }) = inner {
        return Failure::new(Exit::Failed, doing, budget.to_string())
            .hint(format!("--max-bytes {least} is enough; nothing was left half-written"));
    }
    Failure::new(Exit::Failed, doing, "it cannot be written")
        .caused_by(error)
        .hint("--out names another place; nothing was left half-written")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(name: &str) -> Product<'static> {
        Product::new(name, |out| out.write_all(b"hello"))
    }

    #[test]
    fn a_folder_appears_whole() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("new/answer");
        write_folder(&folder, &[hello("a.txt"), hello("frames/b.txt")], false, &|_| ()).unwrap();
        assert_eq!(fs::read(folder.join("frames/b.txt")).unwrap(), b"hello");
        assert_eq!(fs::read_dir(place.path().join("new")).unwrap().count(), 1);
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let place = tempfile::tempdir().unwrap();
        let broken = Product::new("b.txt", |_| Err(io::Error::other("disk full")));
        let failure =
            write_folder(&place.path().join("answer"), &[hello("a.txt"), broken], false, &|_| ()).unwrap_err();
        assert_eq!(failure.causes, ["disk full"]);
        let broken: Writer = Box::new(|out| out.write_all(b"half").and(Err(io::Error::other("disk full"))));
        assert!(write_file(&place.path().join("c.txt"), &broken, false).is_err());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn nothing_is_overwritten_unasked() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("mine.txt"), "mine").unwrap();
        let failure = write_folder(place.path(), &[hello("mine.txt")], false, &|_| ()).unwrap_err();
        assert_eq!(failure.what, "the folder already has files in it");
        let file = place.path().join("mine.txt");
        assert_eq!(write_file(&file, &hello("").write, false).unwrap_err().what, "the file is already there");
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        write_folder(place.path(), &[hello("mine.txt")], true, &|_| ()).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"hello");
    }

    #[test]
    fn steps_of_an_earlier_answer_do_not_stay() {
        let place = tempfile::tempdir().unwrap();
        let names = ["frames/step_1.png", "frames/step_2.png", "sheet-2.png", "sheet-old.png", "solution-2.json"];
        write_folder(place.path(), &names.map(hello), false, &|_| ()).unwrap();
        let step = hello("frames/step_1.png").one_of("frames/step_");
        write_folder(place.path(), &[step, hello("sheet.png").one_of("sheet-"), hello("solution.json")], true, &|_| ())
            .unwrap();
        let left: Vec<&str> = names.into_iter().filter(|name| place.path().join(name).exists()).collect();
        assert_eq!(left, ["frames/step_1.png", "sheet-old.png", "solution-2.json"]);
    }

    #[test]
    fn what_is_read_is_not_written_over() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("a.png");
        fs::write(&file, "mine").unwrap();
        assert!(check_apart(&place.path().join("./a.png"), &file).is_err());
        assert!(check_apart(&place.path().join("b.png"), &file).is_ok());
    }
}
