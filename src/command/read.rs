//! `snapslide read`: the board in a screenshot, and nothing more.

use std::io::Write;
use std::path::{Path, PathBuf};

use snapslide::assist;
use snapslide::render;
use snapslide::vision::{Reading, Screenshot};

use super::batch;
use super::console::Console;
use super::failure::{Exit, Failure};
use super::input::{self, Input, References};
use super::output::{self, Writer};
use super::reading::{self, Unread};
use super::text;
use crate::cli::Read;

/// Reads every input; failures are told as they come, the worst one's code is returned.
pub fn run(args: &Read, console: &Console) -> Result<(), Failure> {
    if let Some(board) = &args.given.tiles {
        let given = text::position(board, &args.recognition)?;
        return show(args, console, &given.reading);
    }
    if args.given.inputs.len() > 1 && (args.out.is_some() || args.annotate.is_some()) {
        return Err(Failure::new(Exit::Usage, "reading the command line", "one output cannot hold several readings")
            .hint("read the screenshots one by one, or print all with --json"));
    }
    if args.out.is_some() && args.out == args.annotate {
        return Err(Failure::new(
            Exit::Usage,
            "reading the command line",
            "one file cannot hold the reading and a picture",
        )
        .hint("name another with --annotate"));
    }
    if let Some(path) = &args.annotate {
        output::check_png_name(path, "what is drawn", "--annotate")?;
    }
    let references = input::load_references(args.recognition.reference.as_deref(), console)?;
    batch::run(console, &args.given.inputs, "reading", |console, path| read_one(args, console, path, &references))
}

fn read_one(args: &Read, console: &Console, path: &Path, references: &References) -> Result<(), Failure> {
    for place in [&args.out, &args.annotate].into_iter().flatten() {
        output::check_file(place, args.force)?;
        output::check_apart(place, path)?;
    }
    let screenshot = match input::load(path)? {
        Input::Screenshot(screenshot) => screenshot,
        Input::Reading(reading) => {
            reading::check_options(&reading, path, &args.given.inputs, &args.recognition)?;
            if args.annotate.is_some() {
                annotate(args, &screenshot_of(&reading, path)?, &reading)?;
            }
            return show(args, console, &reading);
        }
    };
    match reading::recognise_board(&screenshot, path, &args.recognition, references) {
        Ok(seen) => {
            let seen = if args.annotate.is_some() { seen.called_as_printed(&screenshot) } else { seen };
            seen.tell(console, path, &args.recognition);
            match &seen.straight {
                Some(straight) => annotate(args, &straight.0, &straight.1)?,
                None => annotate(args, &screenshot, &seen.reading)?,
            }
            show(args, console, &seen.reading)
        }
        Err(unread) => {
            let Unread { failure, guess } = *unread;
            if let Some(guess) = guess {
                annotate(args, &screenshot, &guess)?;
                write_reading(args, &guess)?;
            }
            Err(failure)
        }
    }
}

/// The screenshot that a reading names, if it can be drawn on.
fn screenshot_of(reading: &Reading, path: &Path) -> Result<Screenshot, Failure> {
    let failed = |what: &str| {
        Failure::new(Exit::Failed, format!("drawing {}", input::name(path)), what)
            .hint("without --annotate it is shown on the terminal")
    };
    let screenshot = input::load_named_screenshot(reading, path)?.ok_or_else(|| failed("it names no screenshot"))?;
    let (width, height) = screenshot.pixels.dimensions();
    let are_inside = reading.cells.iter().chain([&reading.region]).all(|place| place.fits(width, height));
    if are_inside { Ok(screenshot) } else { Err(failed("its cells are not all in the screenshot that it names")) }
}

fn show(args: &Read, console: &Console, reading: &Reading) -> Result<(), Failure> {
    write_reading(args, reading)?;
    if args.json {
        return console.result(&reading.to_json());
    }
    console.result(&reading::headline(reading))?;
    match reading::draw(reading, console) {
        Some(board) => console.result(&board),
        None => Ok(()),
    }
}

/// Writes the reading, which names its screenshot so that it is found from there.
fn write_reading(args: &Read, reading: &Reading) -> Result<(), Failure> {
    let Some(path) = &args.out else { return Ok(()) };
    let is_beside = path.parent().is_none_or(|folder| folder.as_os_str().is_empty());
    let named = |screenshot: &PathBuf| match is_beside {
        true => screenshot.clone(),
        false => std::path::absolute(screenshot).unwrap_or_else(|_| screenshot.clone()),
    };
    let json = Reading { screenshot: reading.screenshot.as_ref().map(named), ..reading.clone() }.to_json();
    let write: Writer = Box::new(move |out: &mut dyn Write| writeln!(out, "{json}"));
    output::write_file(path, &write, args.force)
}

fn annotate(args: &Read, screenshot: &Screenshot, reading: &Reading) -> Result<(), Failure> {
    let Some(path) = &args.annotate else { return Ok(()) };
    let picture = assist::annotated(screenshot, reading);
    let write: Writer = Box::new(move |out: &mut dyn Write| {
        out.write_all(
            &render::still::encode_png(&picture, render::still::Effort::Small).map_err(std::io::Error::other)?,
        )
    });
    output::write_file(path, &write, args.force)
}
