//! The command line: what can be asked for, and nothing of how it is done. What every command shares stands here; each
//! command's own options have a file.

mod census;
mod scramble;
mod solve;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use snapslide::puzzle::{Board, Goal, Size};
use snapslide::rect::Rect;

pub use census::Census;
pub use scramble::{Around, BlankLook, FrameLook, Scene, Scramble};
pub use solve::{Emit, Metric, Page, Pictures, Quality, Solve, Style};

/// Drop a screenshot of a sliding-tile puzzle, get the way out.
#[derive(Debug, Parser)]
#[command(name = "snapslide", version, max_term_width = 100, infer_subcommands = true)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub struct Global {
    /// Say nothing but the result and errors
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say more of what is done
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Use so many threads [default: one per core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// When to use colours on the terminal
    #[arg(long, global = true, value_enum, default_value_t)]
    pub color: When,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Turn screenshots into a sheet of steps, an animation and the exact clicks
    Solve(Solve),
    /// Show the board in screenshots, without solving it
    Read(Read),
    /// Check recognition on folders of screenshots with their expected readings
    Check(Check),
    /// Make positions: solvable, seeded, of a wished difficulty; as text or as screenshots
    Scramble(Scramble),
    /// Show how far positions are from the goal: all of a small space, a sample of a large one
    Census(Census),
    /// Give every screenshot dropped into a folder its solution folder
    Watch(Watch),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the manual page
    Man,
}

/// How the board is found and what it looks like when solved. With none of these, everything is found out.
#[derive(Clone, Debug, Default, Args)]
pub struct Recognition {
    /// The solved picture, or a screenshot of the solved game in the same window, or a folder of these of which the best match is used
    #[arg(long, value_name = "PATH")]
    pub reference: Option<PathBuf>,
    /// The size of the board, such as 4x3: columns x rows
    #[arg(long, value_name = "COLSxROWS")]
    pub grid: Option<Size>,
    /// Where the board is, in pixels
    #[arg(long, value_name = "X,Y,W,H", value_parser = values::region, allow_hyphen_values = true)]
    pub region: Option<Rect>,
    #[command(flatten)]
    pub solved: Solved,
}

/// What the board is to become.
#[derive(Clone, Debug, Default, Args)]
pub struct Solved {
    /// The order of the tiles when solved: rows, columns, snake, spiral, or a board such as "1 2/3 0"
    #[arg(long, value_name = "ORDER|BOARD", default_value = "rows")]
    pub goal: Goal,
    /// The cell of the blank when solved, row by row from 0
    #[arg(long, value_name = "CELL", value_parser = values::whole::<usize>)]
    pub blank_home: Option<usize>,
}

/// What there is to work on.
#[derive(Clone, Debug, Args)]
pub struct Given {
    /// Screenshots (PNG, JPEG, WebP, BMP, GIF), readings (JSON), or - for standard input
    #[arg(value_name = "INPUT", required_unless_present = "tiles")]
    pub inputs: Vec<PathBuf>,
    /// The position as text instead of a screenshot, such as "8 6 7/2 5 4/3 0 1"; 0 is the blank
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["inputs", "reference", "grid", "region"])]
    pub tiles: Option<Board>,
}

#[derive(Clone, Debug, Args)]
pub struct Read {
    #[command(flatten)]
    pub given: Given,
    #[command(flatten)]
    pub recognition: Recognition,
    /// Print the reading as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the reading as JSON, to be corrected and given to solve
    #[arg(short, long, value_name = "READING.json")]
    pub out: Option<PathBuf>,
    /// Write the screenshot with grid, tile numbers and doubts drawn on it, and beside it the picture that pieces make
    #[arg(long, value_name = "OUT.png", conflicts_with = "tiles")]
    pub annotate: Option<PathBuf>,
    /// Replace what stands at the outputs' places
    #[arg(long)]
    pub force: bool,
}

#[derive(Clone, Debug, Args)]
pub struct Check {
    /// Folders with cases anywhere below
    ///
    /// A case is a folder with a picture named screenshot, one named reference if it is to be read by that, and what must come of
    /// it: expected.json, as `read -o` writes it, or refused.txt, the exit code in its first line and in each further one a text
    /// that the error must contain.
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Where to save the annotated picture of each failure, by its path below the folders
    #[arg(long, value_name = "DIR", default_value = "check-failures")]
    pub failures: PathBuf,
}

#[derive(Clone, Debug, Args)]
pub struct Watch {
    /// The folder that screenshots are saved to
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Solve what is there at the start, too, where it has no newer solution folder
    #[arg(long)]
    pub existing: bool,
    #[command(flatten)]
    pub recognition: Recognition,
    /// What to write into each solution folder
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',', default_value = "sheet,gif,json")]
    pub emit: Vec<Emit>,
    /// Stop improving after so long [default: 10, or until proven]
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub time: Option<f64>,
    #[command(flatten)]
    pub pictures: Pictures,
}

#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// The arguments of this process. Errors include requests for help and for the version.
pub fn parse() -> Result<Cli, clap::Error> {
    parsed(std::env::args_os())
}

fn parsed(words: impl Iterator<Item = OsString>) -> Result<Cli, clap::Error> {
    // Else a number below 0 is taken for an option, and the message is about that.
    let takes_numbers = |arg: Arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    let command = Cli::command().mut_args(takes_numbers).mut_subcommands(|command| command.mut_args(takes_numbers));
    Cli::from_arg_matches(&command.try_get_matches_from(words)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &str) -> Result<Cli, String> {
        let words = words.split_whitespace().map(|word| word.replace('_', " ").into());
        super::parsed(std::iter::once("snapslide".into()).chain(words)).map_err(|error| error.to_string())
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn values_become_what_they_mean() {
        let Command::Solve(solve) =
            parsed("solve shot.png --region 1,2,30,40 --grid 4x3 --emit gif,frames --goal snake").unwrap().command
        else {
            panic!("solve expected")
        };
        assert_eq!(solve.recognition.region, Some(Rect::new(1, 2, 30, 40)));
        assert_eq!(solve.recognition.grid.map(|size| size.to_string()), Some("4x3".to_string()));
        assert_eq!(solve.emit, [Emit::Gif, Emit::Frames]);
    }

    #[test]
    fn values_out_of_range_are_usage_errors() {
        for (words, reason) in [
            ("solve shot.png --grid 1x1", "a board of 1x1 is out of range"),
            ("solve shot.png --grid 300x300", "a board of 300x300 is out of range"),
            ("solve shot.png --region 1,2,0,4", "a region needs a width and a height of at least 1"),
            ("solve shot.png --region here", "a region is four whole numbers"),
            ("solve shot.png --time -1", "this is a number above 0"),
            ("solve shot.png --max-bytes 3x", "a number of bytes is a whole number"),
            ("solve shot.png --blank-home -1", "this is a whole number from 0 on"),
            ("solve shot.png --max-moves -1", "this is a whole number from 0 on"),
            ("solve shot.png --goal diagonals", "rows, columns, snake and spiral are"),
            ("solve", "required"),
            ("solve --tiles 1_2/3_0 shot.png", "cannot be used with"),
            ("solve --tiles 1_2/3_4", "no tile is 0"),
            ("solve --tiles 1_2/3_0 --threads 0", "0 is not in 1..=256"),
            ("scramble --walk 3 --distance 5", "cannot be used with"),
            ("scramble --tile 40", "required"),
            ("census --samples 0", "0 is not in 1..=10000000"),
            ("census --curve 5 --walk 3", "cannot be used with"),
            ("census --tiles 1_2/3_0 --samples 3", "cannot be used with"),
            ("scramble --count 0", "this is a whole number from 1 on"),
            ("scramble --count -1", "this is a whole number from 1 on"),
            ("scramble --picture numbers --clutter 100000", "100000 is not in 0..=100"),
            ("scramble --picture numbers --jpeg 101", "101 is not in 1..=100"),
        ] {
            let message = parsed(words).unwrap_err();
            assert!(message.contains(reason), "{words}: {message}");
        }
    }
}
