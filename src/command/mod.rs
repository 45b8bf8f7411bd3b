//! One file per command; the only rooms that touch files, the clock, the environment and the terminal.

mod batch;
mod board_text;
mod census;
mod check;
mod clock;
mod console;
mod draft;
mod failure;
mod input;
mod interrupt;
mod manual;
mod output;
mod photograph;
mod pictures;
mod place;
mod read;
mod reading;
mod scramble;
mod solve;
mod text;
mod watch;
mod way;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use snapslide::puzzle::Size;

use crate::cli::{Cli, Command};
use console::Console;
use failure::{Exit, Failure};

/// Runs one command and says what to exit with.
pub fn run(cli: Cli) -> ExitCode {
    let console = Console::new(&cli.global);
    if let Some(threads) = cli.global.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        if let Err(error) = pool.build_global() {
            return fail(&console, &Failure::of_threads("starting", &error));
        }
    }
    let done = match &cli.command {
        Command::Solve(args) => solve::run(args, &console),
        Command::Read(args) => read::run(args, &console),
        Command::Check(args) => check::run(args, &console),
        Command::Scramble(args) => scramble::run(args, &console),
        Command::Census(args) => census::run(args, &console),
        Command::Watch(args) => watch::run(args, &console),
        Command::Completions(args) => manual::completions(args),
        Command::Man => manual::page(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => fail(&console, &failure),
    }
}

/// Says what is wrong with a command line, or prints the help or version that was asked for.
pub fn refuse(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => Exit::Failed.into(),
        };
    }
    eprintln!("{}", usage_failure(error));
    Exit::Usage.into()
}

fn fail(console: &Console, failure: &Failure) -> ExitCode {
    console.failure(failure);
    failure.exit.into()
}

/// The library's message in our form: its first paragraph is what is wrong, its tips are the hint.
fn usage_failure(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let mut paragraphs = text.split("\n\n");
    let first = paragraphs.next().unwrap_or_default();
    let first = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "a command is missing",
        _ => first,
    };
    let what = first.trim_start_matches("error: ").split_whitespace().collect::<Vec<_>>().join(" ");
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(arg)) if error.kind() == ErrorKind::UnknownArgument => arg.as_str(),
        _ => "",
    };
    let hint = match tip {
        _ if unknown.parse::<Size>().is_ok() => {
            format!("--size {unknown}, or --grid {unknown} for screenshots, says how large the board is")
        }
        Some(tip) => tip.to_string(),
        None => "snapslide --help lists the commands, snapslide COMMAND --help their options".to_string(),
    };
    Failure::new(Exit::Usage, "reading the command line", what).hint(hint)
}
