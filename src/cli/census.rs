//! What `snapslide census` can be asked for.

use std::path::PathBuf;

use clap::Args;
use snapslide::puzzle::{Board, Size};

use super::values::{seconds, whole};
use super::{Metric, Solved};

#[derive(Clone, Debug, Args)]
pub struct Census {
    /// The size of the board, such as 3x3: columns x rows [default: 3x3, or that of the goal or of --tiles]
    #[arg(long, value_name = "COLSxROWS")]
    pub size: Option<Size>,
    #[command(flatten)]
    pub solved: Solved,
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
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// How long one sampled position may take until it is left out [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
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
