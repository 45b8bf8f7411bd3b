//! `snapslide completions` and `snapslide man`: what packagers install beside the program.

use std::io::{self, Write};

use clap::CommandFactory;

use super::failure::Failure;
use crate::cli::{Cli, Completions};

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

/// One page for all: each command's part is what its own page would say of its use and options.
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
    Ok(())
}

fn print(text: &[u8], doing: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::of_output(doing, &error)),
        _ => Ok(()),
    }
}
