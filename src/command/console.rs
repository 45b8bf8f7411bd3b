//! What a person at the terminal sees: results on standard output, everything else on standard error.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::failure::Failure;
use crate::cli::{Global, When};

/// Where words go, and whether in colour.
pub struct Console {
    quiet: bool,
    verbose: bool,
    /// Whether the result may hold colours.
    pub colour: bool,
    /// Lines that wait for their turn, where several inputs are worked on at once.
    held: Option<Mutex<Vec<Line>>>,
}

enum Line {
    Out(String),
    Err(String),
}

/// Something that may take long: after half a second a line on the terminal tells how far it is.
pub struct Progress {
    started: Instant,
    total: Option<u64>,
    shown: bool,
    bar: Mutex<Option<ProgressBar>>,
}

const PATIENCE: Duration = Duration::from_millis(500);

impl Console {
    /// As the global options ask for.
    pub fn new(global: &Global) -> Console {
        let colour = match global.color {
            When::Always => true,
            When::Never => false,
            When::Auto => stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        Console { quiet: global.quiet, verbose: global.verbose, colour, held: None }
    }

    /// One like this that keeps its lines until `release`, and shows no progress.
    pub fn holding(&self) -> Console {
        Console { quiet: self.quiet, verbose: self.verbose, colour: self.colour, held: Some(Mutex::default()) }
    }

    /// Prints the lines that `held` kept.
    pub fn release(&self, held: Console) -> Result<(), Failure> {
        let lines = held.held.and_then(|lines| lines.into_inner().ok()).unwrap_or_default();
        lines.into_iter().try_for_each(|line| match line {
            Line::Out(text) => self.result(&text),
            Line::Err(text) => {
                self.say(&text);
                Ok(())
            }
        })
    }

    fn hold(&self, line: Line) {
        if let Some(Ok(mut lines)) = self.held.as_ref().map(Mutex::lock) {
            lines.push(line);
        }
    }

    /// Prints a part of the result.
    pub fn result(&self, text: &str) -> Result<(), Failure> {
        if self.held.is_some() {
            self.hold(Line::Out(text.to_string()));
            return Ok(());
        }
        let mut out = stdout().lock();
        let written = writeln!(out, "{}", text.trim_end_matches('\n')).and_then(|()| out.flush());
        match written {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Failure::of_output("printing the result", &error)),
            Ok(()) => Ok(()),
        }
    }

    /// How many characters wide the result may be.
    pub fn width(&self) -> usize {
        terminal_size::terminal_size_of(stdout()).map_or(80, |(width, _)| width.0.into())
    }

    /// How many characters wide what cannot be wrapped may be: only a terminal has an end.
    pub fn room(&self) -> usize {
        terminal_size::terminal_size_of(stdout()).map_or(usize::MAX, |(width, _)| width.0.into())
    }

    /// Prints a line that is not the result, unless it was asked to be quiet.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            self.say(text);
        }
    }

    /// Prints a line only when more words were asked for.
    pub fn detail(&self, text: &str) {
        if self.verbose {
            self.say(text);
        }
    }

    /// Prints in one line that something failed, and what helps.
    pub fn brief_failure(&self, failure: &Failure) {
        let brief = Failure { causes: Vec::new(), ..failure.clone() };
        self.say(&brief.to_string());
    }

    /// Prints why something failed.
    pub fn failure(&self, failure: &Failure) {
        self.say(&failure.to_string());
    }

    /// Watches over something of `total` parts, or of an unknown length.
    pub fn progress(&self, total: Option<u64>) -> Progress {
        let shown = !self.quiet && self.held.is_none() && stderr().is_terminal();
        Progress { started: Instant::now(), total, shown, bar: Mutex::new(None) }
    }

    /// Standard error may be closed; there is nobody left to tell.
    fn say(&self, text: &str) {
        if self.held.is_some() {
            return self.hold(Line::Err(text.to_string()));
        }
        let _ = writeln!(stderr().lock(), "{text}");
    }
}

impl Progress {
    /// Tells how far it is.
    pub fn tell(&self, done: u64, what: &str) {
        if !self.shown || self.started.elapsed() < PATIENCE {
            return;
        }
        let Ok(mut bar) = self.bar.try_lock() else { return };
        let bar = bar.get_or_insert_with(|| new_bar(self.total));
        bar.set_position(done);
        bar.set_message(what.to_string());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Ok(Some(bar)) = self.bar.get_mut() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let template = if total.is_some() { "{bar:30} {pos}/{len} {msg}" } else { "{spinner} {elapsed} {msg}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
