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
mod usage;
mod watch;
mod way;

use std::process::ExitCode;

use clap::error::ErrorKind;

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
    eprintln!("{}", usage::failure(error));
    Exit::Usage.into()
}

fn fail(console: &Console, failure: &Failure) -> ExitCode {
    console.failure(failure);
    failure.exit.into()
}
