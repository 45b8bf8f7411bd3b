//! What `snapslide solve` can be asked for.

use std::path::PathBuf;

use clap::{Args, FromArgMatches, ValueEnum};

use super::values::{bytes, seconds, whole};
use super::{Given, Recognition};

#[derive(Clone, Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub given: Given,
    #[command(flatten)]
    pub recognition: Recognition,
    /// A folder, or one file: .gif the walkthrough, .png the sheet, .json the solution, .html the page, .txt the clicks
    /// [default: the screenshot's name with -solution]
    #[arg(short, long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// What to write into the folder
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',', default_value = "sheet,gif,json")]
    pub emit: Vec<Emit>,
    /// Replace what stands at the output's place
    #[arg(long)]
    pub force: bool,
    /// Any solution within so many moves will do
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub max_moves: Option<usize>,
    /// Stop improving after so long [default: 10, or until proven]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<f64>,
    /// Print solution.json on standard output
    #[arg(long)]
    pub json: bool,
    /// What counts as a move: a tile, or a press that may slide several tiles of a row at once
    #[arg(long, value_enum, default_value_t)]
    pub metric: Metric,
    #[command(flatten)]
    pub pictures: Pictures,
}

impl Solve {
    /// The options as they are where nothing is asked for.
    pub fn unasked() -> Solve {
        let words = Solve::augment_args(clap::Command::new("solve")).get_matches_from(["solve", "-"]);
        Solve::from_arg_matches(&words).unwrap_or_else(|error| error.exit())
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Metric {
    /// Every tile that slides
    #[default]
    Single,
    /// Every press
    Multi,
}

/// What the pictures look like.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct Pictures {
    /// How the step to take is marked
    #[arg(long, value_enum, default_value_t)]
    pub style: Style,
    /// Show straight runs of moves as one step, for games that slide whole rows with one press
    #[arg(long)]
    pub merge_runs: bool,
    /// What the sheet is laid out for
    #[arg(long, value_enum, default_value_t)]
    pub page: Page,
    /// Pictures in a row of the sheet, 1 to 40 [default: what suits the page]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=40))]
    pub columns: Option<u16>,
    /// Write the sheet with 256 colours: a small file to share
    #[arg(long)]
    pub share: bool,
    /// The longest side of the animated board, 60 to 4096 pixels; boards below 360 are enlarged where it allows, numbered ones beyond 760
    #[arg(
        long,
        value_name = "PIXELS",
        default_value = "760",
        value_parser = clap::value_parser!(u32).range(60..=4096)
    )]
    pub size: u32,
    /// Pictures a second of the animation, 1 to 50
    #[arg(
        long,
        value_name = "N",
        default_value = "25",
        value_parser = clap::value_parser!(u16).range(1..=50)
    )]
    pub fps: u16,
    /// How long the animation shows a tile marked before it slides
    #[arg(long, value_name = "SECONDS", default_value = "0.6", value_parser = seconds)]
    pub hold: f64,
    /// How many times as fast the animation runs
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = seconds)]
    pub speed: f64,
    /// How much effort goes into the animation
    #[arg(long, value_enum, default_value_t)]
    pub quality: Quality,
    /// The most bytes of the animation, such as 8M or 500k: what has to be is given up, and said
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub max_bytes: Option<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Page {
    #[default]
    Screen,
    A4,
    Letter,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Quality {
    Fast,
    #[default]
    Normal,
    High,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// Brightened or darkened, outlined, with an arrow
    #[default]
    Marked,
    /// Brightened only
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// sheet.png: all steps on one sheet
    Sheet,
    /// walkthrough.gif: the animation
    Gif,
    /// frames/step_01.png and so on: a picture per step
    Frames,
    /// solution.json: moves, clicks, figures
    Json,
    /// walkthrough.html: a page to step through
    Html,
    /// clicks.txt: a line "x y" for each click, for automation tools
    Clicks,
}
