//! `snapslide completions` and `snapslide man`: what packagers install beside the program.

use std::io::{self, Write};

use clap::CommandFactory;

use super::failure::{Exit, Failure};
use crate::cli::{Cli, Completions};

/// What the program exits with, and when.
const EXITS: [(u8, &str); 6] = [
    (0, "It is done."),
    (Exit::Failed as u8, "Anything else failed: a file, a check."),
    (Exit::Usage as u8, "The command line is wrong."),
    (Exit::Unread as u8, "No board could be read with confidence."),
    (Exit::Unsolvable as u8, "The board cannot be solved."),
    (Exit::Limit as u8, "There is no solution within the limit."),
];

/// Prints the completions for one shell.
pub fn completions(args: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "snapslide", &mut script);
    print(&script, "printing the completions")
}

/// Prints the manual page: the program's own, then each command's.
pub fn page() -> Result<(), Failure> {
    let doing = "printing the manual page";
    let mut page = Vec::new();
    write(&mut page).map_err(|error| Failure::of_output(doing, &error))?;
    print(&page, doing)
}

/// One page for all: each command's part is what its own page would say of its use and options; at the end the exit codes.
fn write(page: &mut Vec<u8>) -> io::Result<()> {
    let mut program = Cli::command();
    program.build();
    clap_mangen::Man::new(program.clone()).render(page)?;
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        writeln!(page, ".SH \"SNAPSLIDE {}\"", command.get_name().to_uppercase())?;
        let part = clap_mangen::Man::new(command.clone());
        part.render_description_section(page)?;
        part.render_synopsis_section(page)?;
        part.render_options_section(page)?;
    }
    writeln!(page, ".SH \"EXIT STATUS\"")?;
    EXITS.iter().try_for_each(|(exit, when)| writeln!(page, ".TP\n\\fB{exit}\\fR\n{when}"))
}

fn print(text: &[u8], doing: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::of_output(doing, &error)),
        _ => Ok(()),
    }
}
