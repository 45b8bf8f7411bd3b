//! Parse, run, exit.

use std::process::ExitCode;

mod cli;
mod command;

fn main() -> ExitCode {
    match cli::parse() {
        Ok(cli) => command::run(cli),
        Err(error) => command::refuse(&error),
    }
}
