//! The mean distance against the length of the walk that made the positions.

use serde::Serialize;
use snapslide::puzzle::{Board, Random};
use snapslide::render::plot::{Chart, Shape};

use super::super::console::Console;
use super::super::failure::Failure;
use super::sample::{Sampler, Starts};
use super::tally::Tally;
use super::{SAMPLES, SECONDS, print_json, refuse_multi, seed_of_the_moment, tell_unproven, write_plot};
use crate::cli::Census;

#[derive(Serialize)]
struct Curve {
    size: String,
    goal: String,
    metric: &'static str,
    seed: u64,
    samples: u32,
    curve: Vec<Point>,
    shuffle: Point,
}

/// What was found for one length of walks, or for shuffling.
#[derive(Serialize)]
struct Point {
    #[serde(skip_serializing_if = "Option::is_none")]
    walk: Option<u32>,
    mean: Option<f64>,
    /// One standard error of the mean.
    error: Option<f64>,
    unproven: u64,
}

/// Samples for every length and for shuffling, and shows the means.
pub fn run(args: &Census, goal: Board, console: &Console) -> Result<(), Failure> {
    refuse_multi(args)?;
    let mut walks = args.curve.clone();
    walks.sort_unstable();
    walks.dedup();
    let curve = sampled(args, &goal, &walks, console)?;
    let unproven = curve.curve.iter().chain([&curve.shuffle]).map(|point| point.unproven).sum();
    tell_unproven(unproven, samples(args, &walks), args, console)?;
    if let Some(path) = &args.plot {
        write_plot(path, &chart(&curve), args.force)?;
    }
    if args.json { print_json(&curve, console) } else { console.result(&table(&curve)) }
}

/// How many positions are solved for all lengths and for shuffling.
fn samples(args: &Census, walks: &[u32]) -> u64 {
    u64::from(args.samples.unwrap_or(SAMPLES)) * (walks.len() as u64 + 1)
}

fn sampled(args: &Census, goal: &Board, walks: &[u32], console: &Console) -> Result<Curve, Failure> {
    let seed = args.seed.unwrap_or_else(seed_of_the_moment);
    let total = samples(args, walks);
    let samples = args.samples.unwrap_or(SAMPLES);
    let sampler = Sampler::new(goal, total as usize, args.time.unwrap_or(SECONDS), console)?;
    let mut random = Random::new(seed);
    let progress = console.progress(Some(total));
    let mut before = 0;
    let mut point = |walk: Option<u32>| {
        let starts = walk.map_or(Starts::Shuffled, Starts::Walked);
        let tell = |done| progress.tell(before + done, "positions solved");
        let (tally, unproven) = sampler.sample(starts, samples, &mut random, &tell);
        before += u64::from(samples);
        Point { walk, mean: Tally::mean(&tally), error: tally.error(), unproven }
    };
    let curve = walks.iter().map(|&walk| point(Some(walk))).collect();
    let shuffle = point(None);
    let (size, goal) = (goal.size().to_string(), goal.to_string());
    Ok(Curve { size, goal, metric: "single", seed, samples, curve, shuffle })
}

fn table(curve: &Curve) -> String {
    let mut text = format!(
        "{}, goal {}: {} positions each, seed {}\n{:>8}  {:>8}  {:>6}\n",
        curve.size, curve.goal, curve.samples, curve.seed, "walk", "mean", "±"
    );
    let number = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.2}"));
    for point in curve.curve.iter().chain([&curve.shuffle]) {
        let name = point.walk.map_or("shuffle".to_string(), |walk| walk.to_string());
        text.push_str(&format!("{name:>8}  {:>8}  {:>6}\n", number(point.mean), number(point.error)));
    }
    text
}

fn chart(curve: &Curve) -> Chart {
    let point = |point: &Point| Some((f64::from(point.walk?), point.mean?));
    Chart {
        title: format!("Mean distance from the goal after a walk, {}", curve.size),
        across: "iterations of the walk".to_string(),
        up: "moves to the goal, mean".to_string(),
        shape: Shape::Curve,
        points: curve.curve.iter().filter_map(point).collect(),
        mark: curve.shuffle.mean.map(|mean| (mean, format!("shuffled {mean:.2}"))),
    }
}
