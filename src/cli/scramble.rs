//! What `snapslide scramble` can be asked for.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use snapslide::puzzle::Size;

use super::Solved;
use super::values::{count, whole};

#[derive(Clone, Debug, Args)]
pub struct Scramble {
    /// The size of the board, such as 4x3: columns x rows [default: 4x4, or the goal's]
    #[arg(long, value_name = "COLSxROWS")]
    pub size: Option<Size>,
    #[command(flatten)]
    pub solved: Solved,
    /// The same number gives the same positions on every machine [default: another one each time]
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count)]
    pub count: usize,
    /// Let the blank walk to so many tiles chosen at random, instead of shuffling
    #[arg(long, value_name = "N", value_parser = whole::<usize>, conflicts_with = "distance")]
    pub walk: Option<usize>,
    /// Positions exactly so many moves from solved
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
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
    #[arg(long, value_name = "PIXELS", default_value_t = 96, value_parser = whole::<u32>, requires = "picture")]
    pub tile: u32,
    /// Pixels between two tiles
    #[arg(long, value_name = "PIXELS", default_value_t = 2, value_parser = whole::<u32>, requires = "picture")]
    pub gutter: u32,
    /// Width of the tiles' light and dark edges in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 0, value_parser = whole::<u32>, requires = "picture")]
    pub bevel: u32,
    /// Radius of the tiles' corners in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 0, value_parser = whole::<u32>, requires = "picture")]
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
    /// Up to so many other windows about, at most 100
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100), requires = "picture")]
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
