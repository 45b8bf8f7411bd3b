//! What an ordinary encoder would show, with one palette for all pictures: the measure of what may be given up.

use image::RgbImage;

use super::scene::Scene;
use super::stage::Stage;
use super::timeline::Timing;
use super::{inks, samples};
use crate::render::paint::Colour;
use crate::render::palette::{Palette, Sample};

/// Pixels looked at, of the board and of lit tiles each.
const SAMPLES: usize = 40_000;
/// Steps whose lit tiles are looked at.
const STEPS: usize = 16;
/// Cells of a picture that are lit or show the arrow, if a tile is lit.
const CORRIDOR: f32 = 2.0;

/// The palette of an ordinary encoder.
pub(super) struct Usual {
    palette: Palette,
    /// How far it is from the samples it was chosen for: the mean squared distance.
    pub(super) error: f32,
}

impl Usual {
    /// At most `colours` colours for these samples.
    pub(super) fn new(samples: &[Sample], colours: usize) -> Usual {
        let palette = Palette::usual(samples, colours);
        Usual { error: inks::error(&palette, samples), palette }
    }

    /// How far it is from other samples.
    pub(super) fn error_of(&self, samples: &[Sample]) -> f32 {
        inks::error(&self.palette, samples)
    }

    /// What is seen in the place of these colours.
    pub(super) fn seen(&self, truths: &[Colour]) -> Vec<Colour> {
        let colours = self.palette.colours();
        self.palette.indices(truths.iter().copied()).map(|index| colours[usize::from(index)]).collect()
    }
}

/// The colours of all pictures, as often as they are seen: those of the first board and the counter, and of the lit tiles
/// of a few steps, evenly chosen, of which most pictures show one while tiles slide, and every other one if they jump.
pub(super) fn samples(stage: &Stage, timing: Timing) -> Vec<Sample> {
    let storyboard = stage.storyboard;
    let steps = storyboard.steps();
    let board = storyboard.artwork().board();
    let strip = (stage.counter.height > 0).then(|| stage.strip(0));
    let unlit: Vec<&RgbImage> = std::iter::once(board).chain(&strip).collect();
    let chosen = (0..steps.len()).step_by(steps.len().div_ceil(STEPS).max(1));
    let lit: Vec<RgbImage> =
        chosen.map(|index| Scene::new(stage, &storyboard.board(index), steps[index]).lit).collect();
    let mut samples = samples::samples(&unlit, SAMPLES);
    let mut more = samples::samples(&lit.iter().collect::<Vec<_>>(), SAMPLES);
    let weight = |samples: &[Sample]| samples.iter().map(|sample| sample.weight).sum::<f32>();
    let cells = storyboard.size().cells() as f32;
    let lit = CORRIDOR * timing.parts as f32 / (timing.parts + 1) as f32;
    let share = lit / (cells - lit) * weight(&samples) / weight(&more).max(1.0);
    more.iter_mut().for_each(|sample| sample.weight *= share);
    samples.extend(more);
    samples
}

#[cfg(test)]
mod tests {
    use super::super::GifOptions;
    use super::*;
    use crate::render::{Style, testing};

    #[test]
    fn lit_tiles_count_as_often_as_they_are_seen() {
        let story = testing::walk("1 2 3/4 5 6/7 8 0", &testing::wander(3, 3, 6));
        let stage = Stage::new(&story, Style::Marked, false);
        let edges = |slide: f64| {
            let timing = Timing::of(&GifOptions { slide, ..GifOptions::default() });
            let samples = samples(&stage, timing);
            let weight = |edge: bool| -> f32 {
                let counted = samples.iter().filter(|sample| !edge || sample.colour == [255, 214, 10]);
                counted.map(|sample| sample.weight).sum()
            };
            (weight(true) / weight(false), timing.parts as f32)
        };
        let ((jumping, _), (sliding, parts)) = (edges(0.0), edges(0.24));
        assert!(jumping > 0.0 && (sliding / jumping - 2.0 * parts / (parts + 1.0)).abs() < 0.02);
    }
}
