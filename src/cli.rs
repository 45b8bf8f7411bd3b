//! The command line: what can be asked for, and nothing of how it is done.

use std::path::PathBuf;

use clap::{Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use snapslide::puzzle::{Board, Goal, Size};
use snapslide::rect::Rect;

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
    /// Give every screenshot dropped into a folder its solution folder
    Watch(Watch),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the manual page
    Man,
    /// Show how far positions are from the goal: all of a small space, a sample of a large one
    Census(Census),
}

/// How the board is found and what it looks like when solved. With none of these, everything is found out.
#[derive(Clone, Debug, Args)]
pub struct Recognition {
    /// The solved picture, or a folder of solved pictures of which the best match is used
    #[arg(long, value_name = "PATH")]
    pub reference: Option<PathBuf>,
    /// The size of the board, such as 4x3: columns x rows
    #[arg(long, value_name = "COLSxROWS")]
    pub grid: Option<Size>,
    /// Where the board is, in pixels
    #[arg(long, value_name = "X,Y,W,H", value_parser = region)]
    pub region: Option<Rect>,
    /// The cell of the blank in the solved picture, row by row from 0
    #[arg(long, value_name = "CELL")]
    pub blank_home: Option<usize>,
    /// The order of the tiles when solved: rows, snake, spiral, or a board such as "1 2/3 0"
    #[arg(long, value_name = "ORDER|BOARD")]
    pub goal: Option<Goal>,
    /// The position as text instead of a screenshot, such as "8 6 7/2 5 4/3 0 1"; 0 is the blank
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["inputs", "reference", "grid", "region"])]
    pub tiles: Option<Board>,
}

#[derive(Clone, Debug, Args)]
pub struct Solve {
    /// Screenshots (PNG, JPEG, WebP, BMP, GIF), readings (JSON), or - for standard input
    #[arg(value_name = "INPUT", required_unless_present = "tiles")]
    pub inputs: Vec<PathBuf>,
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
    #[arg(long, value_name = "N")]
    pub max_moves: Option<usize>,
    /// Stop improving after so long [default: 10, or until proven]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
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
    /// Pictures in a row of the sheet [default: what suits the page]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=40))]
    pub columns: Option<u16>,
    /// Write the sheet with 256 colours: a small file to share
    #[arg(long)]
    pub share: bool,
    /// The longest side of the animation, in pixels
    #[arg(long, value_name = "PIXELS", default_value = "760", value_parser = clap::value_parser!(u32).range(60..=4096))]
    pub size: u32,
    /// Pictures a second of the animation
    #[arg(long, value_name = "N", default_value = "25", value_parser = clap::value_parser!(u16).range(1..=50))]
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

#[derive(Clone, Debug, Args)]
pub struct Read {
    /// Screenshots (PNG, JPEG, WebP, BMP, GIF), or - for standard input
    #[arg(value_name = "INPUT", required_unless_present = "tiles")]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub recognition: Recognition,
    /// Print the reading as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the reading as JSON, to be corrected and given to solve
    #[arg(short, long, value_name = "READING.json")]
    pub out: Option<PathBuf>,
    /// Write the screenshot with grid, tile numbers and doubts drawn on it
    #[arg(long, value_name = "OUT.png")]
    pub annotate: Option<PathBuf>,
    /// Replace what stands at the outputs' places
    #[arg(long)]
    pub force: bool,
}

#[derive(Clone, Debug, Args)]
pub struct Check {
    /// Folders with cases anywhere below: a screenshot with expected.json or refused.txt
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Where to save the annotated picture of each failure
    #[arg(long, value_name = "DIR", default_value = "check-failures")]
    pub failures: PathBuf,
}

#[derive(Clone, Debug, Args)]
pub struct Watch {
    /// The folder that screenshots are saved to
    #[arg(id = "inputs", value_name = "DIR")]
    pub folder: PathBuf,
    /// Solve what is there at the start, too
    #[arg(long)]
    pub existing: bool,
    #[command(flatten)]
    pub recognition: Recognition,
    /// What to write into each solution folder
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',', default_value = "sheet,gif,json")]
    pub emit: Vec<Emit>,
}

impl Solve {
    /// The options as they are where nothing is asked for.
    pub fn unasked() -> Solve {
        let words = Solve::augment_args(clap::Command::new("solve")).get_matches_from(["solve", "-"]);
        Solve::from_arg_matches(&words).unwrap_or_else(|error| error.exit())
    }
}

#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

#[derive(Clone, Debug, Args)]
pub struct Scramble {
    /// The size of the board, such as 4x3: columns x rows [default: 4x4, or the goal's]
    #[arg(long, value_name = "COLSxROWS")]
    pub size: Option<Size>,
    /// The order of the tiles when solved: rows, snake, spiral, or a board such as "1 2/3 0"
    #[arg(long, value_name = "ORDER|BOARD", default_value = "rows")]
    pub goal: Goal,
    /// The cell of the blank when solved, row by row from 0
    #[arg(long, value_name = "CELL")]
    pub blank_home: Option<usize>,
    /// The same number gives the same positions on every machine [default: another one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: usize,
    /// Let the blank walk to so many tiles chosen at random, instead of shuffling
    #[arg(long, value_name = "N", conflicts_with = "distance")]
    pub walk: Option<usize>,
    /// Positions exactly so many moves from solved
    #[arg(long, value_name = "N")]
    pub distance: Option<usize>,
    #[command(flatten)]
    pub scene: Scene,
}

/// How screenshots are drawn.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Screenshots")]
pub struct Scene {
    /// Draw a screenshot of every position: "numbers", a picture of the program's own (emblem, landscape, poster, mosaic,
    /// city, garden, marble), or a file
    #[arg(long, value_name = "PATH|NAME")]
    pub picture: Option<String>,
    /// Folder for screenshot, reference and expected.json; with --count, for one folder each
    #[arg(short, long, value_name = "DIR", default_value = "scramble", requires = "picture")]
    pub out: PathBuf,
    /// Replace what stands at the folders' places
    #[arg(long, requires = "picture")]
    pub force: bool,
    /// Width of a tile in pixels; the picture's shape decides the height
    #[arg(long, value_name = "PIXELS", default_value_t = 96, requires = "picture")]
    pub tile: u32,
    /// Pixels between two tiles
    #[arg(long, value_name = "PIXELS", default_value_t = 2, requires = "picture")]
    pub gutter: u32,
    /// Width of the tiles' light and dark edges in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 0, requires = "picture")]
    pub bevel: u32,
    /// Radius of the tiles' corners in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 0, requires = "picture")]
    pub corner: u32,
    /// How the blank looks
    #[arg(long, value_enum, default_value_t, requires = "picture")]
    pub blank: BlankLook,
    /// What goes round the board
    #[arg(long, value_enum, default_value_t, requires = "picture")]
    pub frame: FrameLook,
    /// What the board is shown in
    #[arg(long, value_enum, default_value_t, requires = "picture")]
    pub around: Around,
    /// Up to so many other windows about
    #[arg(long, value_name = "N", default_value_t = 0, requires = "picture")]
    pub clutter: u32,
    /// Light on dark
    #[arg(long, requires = "picture")]
    pub dark: bool,
    /// Print numbers on the pieces of a picture
    #[arg(long, requires = "picture")]
    pub numbered: bool,
    /// Rescale the finished screenshot
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, requires = "picture")]
    pub scale: f32,
    /// Write JPEG of this quality instead of PNG
    #[arg(long, value_name = "QUALITY", value_parser = clap::value_parser!(u8).range(1..=100), requires = "picture")]
    pub jpeg: Option<u8>,
}

#[derive(Clone, Debug, Args)]
pub struct Census {
    /// The size of the board, such as 3x3: columns x rows [default: 3x3, or that of the goal or of --tiles]
    #[arg(long, value_name = "COLSxROWS")]
    pub size: Option<Size>,
    /// The order of the tiles when solved: rows, snake, spiral, or a board such as "1 2/3 0"
    #[arg(long, value_name = "ORDER|BOARD", default_value = "rows")]
    pub goal: Goal,
    /// The cell of the blank when solved, row by row from 0
    #[arg(long, value_name = "CELL")]
    pub blank_home: Option<usize>,
    /// Tell how far this position is from the goal, such as "8 6 7/2 5 4/3 0 1"
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["samples", "walk", "curve"])]
    pub tiles: Option<Board>,
    /// What counts as one move; samples have only single
    #[arg(long, value_enum, default_value_t)]
    pub metric: Metric,
    /// Solve so many random positions [default for spaces too large to count: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub samples: Option<u32>,
    /// Make the random positions by walks of the blank to so many tiles, instead of shuffling
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub walk: Option<u32>,
    /// The mean for walks of each of these lengths, and for shuffling
    #[arg(long, value_name = "K1,K2,...", value_delimiter = ',', conflicts_with = "walk",
        value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub curve: Vec<u32>,
    /// The same number samples the same positions on every machine [default: another one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How long one sampled position may take until it is left out [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<f64>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Draw the result
    #[arg(long, value_name = "OUT.png", conflicts_with = "tiles")]
    pub plot: Option<PathBuf>,
    /// Replace what stands at the plot's place
    #[arg(long, requires = "plot")]
    pub force: bool,
}

/// How the blank looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BlankLook {
    /// What lies under the tiles
    #[default]
    Bed,
    /// The page shows through
    Page,
    /// Its own piece of the picture, darkened
    Darkened,
    /// The colour of the darkest tile
    DarkTile,
    /// A piece of another picture
    Texture,
}

/// What goes round the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FrameLook {
    /// Nothing
    None,
    /// A flat band
    #[default]
    Flat,
    /// A band with light and dark edges
    Bevelled,
    /// Wood
    Wood,
}

/// What the board is shown in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Around {
    /// A plain page
    #[default]
    Plain,
    /// A window with a title bar, buttons and a score
    Window,
    /// A page in a browser
    Web,
    /// A telephone
    Phone,
}

/// The arguments of this process. Errors include requests for help and for the version.
pub fn parse() -> Result<Cli, clap::Error> {
    Cli::try_parse()
}

fn region(text: &str) -> Result<Rect, String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[_, _, 0, _] | &[_, _, _, 0]) => Err("a region needs a width and a height of at least 1".to_string()),
        Some(&[x, y, width, height]) => Ok(Rect::new(x, y, width, height)),
        _ => Err("a region is four whole numbers: left, top, width, height, such as 80,120,400,400".to_string()),
    }
}

fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim().trim_end_matches(['b', 'B']);
    let (digits, unit) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 1 << 10),
        Some((end, 'm' | 'M')) => (&text[..end], 1 << 20),
        _ => (text, 1),
    };
    match digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)) {
        Some(bytes) if bytes > 0 => Ok(bytes),
        _ => Err("a number of bytes is a whole number above 0, or one with k or M, such as 8M".to_string()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("this is a number above 0, such as 2.5".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parsed(words: &str) -> Result<Cli, String> {
        let words = words.split_whitespace().map(|word| word.replace('_', " "));
        Cli::try_parse_from(std::iter::once("snapslide".to_string()).chain(words)).map_err(|error| error.to_string())
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
            ("solve", "required"),
            ("solve --tiles 1_2/3_0 shot.png", "cannot be used with"),
            ("solve --tiles 1_2/3_4", "no tile is 0"),
            ("solve --tiles 1_2/3_0 --threads 0", "0 is not in 1..=256"),
            ("scramble --walk 3 --distance 5", "cannot be used with"),
            ("scramble --tile 40", "required"),
            ("census --samples 0", "0 is not in 1..=10000000"),
            ("census --curve 5 --walk 3", "cannot be used with"),
            ("census --tiles 1_2/3_0 --samples 3", "cannot be used with"),
            ("scramble --picture numbers --jpeg 101", "101 is not in 1..=100"),
        ] {
            let message = parsed(words).unwrap_err();
            assert!(message.contains(reason), "{words}: {message}");
        }
    }
}
