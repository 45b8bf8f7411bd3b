//! The pictures of one step, from inks to packed patches.

use image::RgbImage;

use super::super::paint;
use super::super::palette::{Palette, Sample};
use super::Quality;
use super::eye::Weight;
use super::inks::{self, COLOURS, Inks};
use super::patch::{Ink, Patch, Seen, Wanted};
use super::rate::Probe;
use super::settings::{Care, Settings};
use super::stage::{Scene, Stage};
use super::timeline::{Moment, Timing};
use super::views::{View, Views};
use super::weights::weights;
use crate::rect::Rect;

/// Pixels looked at to choose a palette for the whole canvas.
const CANVAS_SAMPLES: usize = 40_000;
/// Steps whose lit tiles are looked at.
const LIT_SAMPLES: usize = 12;
/// Colours of the counter: it is of three, with their mixtures at the edges of letters.
const COUNTER_COLOURS: usize = 31;

/// Everything that the steps of a walkthrough share.
pub(super) struct Studio<'a> {
    pub(super) stage: &'a Stage<'a>,
    pub(super) timing: Timing,
    pub(super) settings: Settings,
    /// The most colours of a palette.
    pub(super) colours: usize,
    pub(super) global: Inks,
    /// What may be erred on average, as a squared distance: what the inks of the canvas err, or more than that where
    /// tiles are small.
    pub(super) error: f32,
    /// What squared differences cost at a price of 1.
    rate: Weight,
}

/// Inks that err less are as good as exact: what they err, nobody sees.
const LEAST_ERROR: f32 = 0.5;

/// What differences cost where they do not matter.
const EVEN: Weight = Weight { colour: 1.0, luma: 0.0 };

/// How much less and more than usual differences cost that are soon gone or stay for long.
const SHORT: f32 = 0.8;
const LONG: f32 = 1.5;

/// What a difference costs, compared with others, where even many of them would not be seen.
const UNSEEN: f32 = 0.12;

/// The more tiles share the inks of the canvas, the better inks of its own suit one of them, and what they would give in
/// quality beyond the canvas's is spent on bytes. Up to this many cells there is none to spare; beyond, it grows with the
/// root of how much shorter the sides of tiles are, to `MOST_SURPLUS` times.
const FEW_CELLS: f32 = 9.0;
const MOST_SURPLUS: f32 = 1.4;

/// How much more than the inks of the canvas the pictures of sliding tiles may err.
fn surplus(stage: &Stage) -> f32 {
    (stage.storyboard.size().cells() as f32 / FEW_CELLS).powf(0.25).clamp(1.0, MOST_SURPLUS)
}

impl<'a> Studio<'a> {
    pub(super) fn new(stage: &'a Stage<'a>, timing: Timing, quality: Quality, colours: usize) -> Studio<'a> {
        let settings = Settings::of(quality, timing.parts > 1);
        let opening = stage.opening();
        let samples = match settings.rest.palette {
            Some(_) => inks::samples(&[&opening], CANVAS_SAMPLES),
            None => usual_samples(stage, &opening),
        };
        let global = Inks::new(&samples, colours.min(COLOURS));
        let spared = if quality == Quality::Normal && timing.parts > 1 { surplus(stage) } else { 1.0 };
        let error = global.error.max(LEAST_ERROR) * spared;
        let probe = Probe::new(&opening, &global);
        let rate = if settings.spent == 0.0 {
            probe.plain()
        } else if probe.is_exact() {
            probe.plain() * UNSEEN
        } else {
            let usual = Palette::usual(&usual_samples(stage, &opening), colours);
            probe.adjusted(settings.opening, settings.beam, probe.allowed(&usual) * settings.spent)
        };
        Studio { stage, timing, settings, colours, global, error, rate: rate * (1.0 / spared) }
    }

    /// The first picture: the whole canvas, and then, if so much effort is asked for, part after part once more in
    /// inks of its own.
    pub(super) fn opening(&self) -> Vec<Patch> {
        let Settings { opening: care, beam, .. } = self.settings;
        let canvas = self.stage.opening();
        let mut nothing = canvas.clone();
        nothing.iter_mut().for_each(|channel| *channel = !*channel);
        let (width, height) = self.stage.canvas();
        let mut seen = Seen::new(Rect::new(0, 0, width, height), nothing);
        let mut delays = self.timing.opening(self.stage).into_iter();
        let mut delay = || delays.next().expect("a delay for every part, and one more");
        let view = self.lasting(self.view(&canvas, &self.global, care), seen.place(), 0);
        let mut patches = vec![seen.draw(&view.of(&canvas, care), Ink::Global(&self.global), beam, delay())];
        let places = self.timing.refined(self.stage);
        let mut parts: Vec<Seen> = places.into_iter().map(|place| seen.part(place)).collect();
        for _ in 0..self.timing.again() {
            let again = parts.iter_mut().map(|seen| self.settle(seen, &cut(&canvas, seen.place()), delay()));
            patches.extend(again);
        }
        patches
    }

    /// Draws once more what is seen farthest from the truth, in inks chosen for that.
    fn settle(&self, seen: &mut Seen, truth: &RgbImage, delay: u16) -> Patch {
        let Settings { rest, beam, .. } = self.settings;
        let inks = Inks::new(&seen.worst(truth), self.colours);
        seen.draw(&self.view(truth, &inks, rest).of(truth, rest), Ink::Own(&inks), beam, delay)
    }

    pub(super) fn view(&self, picture: &RgbImage, inks: &Inks, care: Care) -> View {
        let indices = inks.indices(picture);
        View { indices, weights: weights(picture, care, self.rate) }
    }

    /// Makes differences cost the more, the longer a cell stays as it is from step `index` on: as much as if each step
    /// that it is seen counted, a step for every cell being usual. `place` is where the view is on the canvas.
    pub(super) fn lasting(&self, mut view: View, place: Rect, index: usize) -> View {
        let artwork = self.stage.storyboard.artwork();
        let cells = artwork.size().cells();
        for (cell, rect) in (0..cells).map(|cell| (cell, artwork.cell(cell))) {
            if paint::union(rect, place) != place {
                continue;
            }
            let share = (self.stage.stays(cell, index) as f32 / cells as f32).clamp(SHORT, LONG);
            for y in rect.y - place.y..rect.bottom() - place.y {
                let row = (y * place.width + rect.x - place.x) as usize;
                view.weights[row..row + rect.width as usize].iter_mut().for_each(|weight| *weight = *weight * share);
            }
        }
        view
    }

    /// The pictures of step `index`; the first step is lit in the opening.
    pub(super) fn step(&self, index: usize) -> Vec<Patch> {
        let storyboard = self.stage.storyboard;
        let scene = Scene::new(self.stage, &storyboard.board(index), storyboard.steps()[index]);
        let before = if index == 0 { &scene.lit } else { &scene.before };
        let mut seen = Seen::new(scene.place, before.clone());
        let views = Views::new(self, &scene, index);
        let moments = self.moments(index).into_iter().skip(usize::from(index == 0));
        moments
            .map(|(moment, delay)| match moment {
                Moment::Counted => self.count(index, delay),
                Moment::Settled => self.settle(&mut seen, &scene.after, delay),
                _ => {
                    let truth = scene.at(moment, self.timing);
                    let (view, ink, care) = views.at(&scene, moment, self);
                    seen.draw(&view.of(&truth, care), ink, self.settings.beam, delay)
                }
            })
            .collect()
    }

    /// The counter says that the board is solved.
    pub(super) fn closing(&self) -> Vec<Patch> {
        let steps = self.stage.storyboard.steps().len();
        let counts = self.stage.counter.height > 0 && steps > 0;
        if counts { vec![self.count(steps, self.timing.last)] } else { Vec::new() }
    }

    fn moments(&self, index: usize) -> Vec<(Moment, u16)> {
        let last = index + 1 == self.stage.storyboard.steps().len();
        self.timing.moments(self.stage.counter.height > 0, index == 0, last)
    }

    /// The counter before step `index`, where it differs from that before the last.
    fn count(&self, index: usize, delay: u16) -> Patch {
        let strip = self.stage.strip(index);
        let inks = Inks::new(&inks::samples(&[&strip], CANVAS_SAMPLES), COUNTER_COLOURS);
        let indices = inks.indices(&strip);
        let wanted = Wanted { truth: &strip, indices: &indices, weights: &vec![EVEN; indices.len()], most: 0.0 };
        Seen::new(self.stage.counter, self.stage.strip(index - 1)).draw(&wanted, Ink::Own(&inks), 1, delay)
    }
}

/// The colours of all pictures, as often as they are seen: those of the first, and of the lit tiles of a few steps, evenly
/// chosen, of which each picture shows one.
fn usual_samples(stage: &Stage, opening: &RgbImage) -> Vec<Sample> {
    let storyboard = stage.storyboard;
    let steps = storyboard.steps();
    let chosen = (0..steps.len()).step_by(steps.len().div_ceil(LIT_SAMPLES).max(1));
    let lit: Vec<RgbImage> =
        chosen.map(|index| Scene::new(stage, &storyboard.board(index), steps[index]).lit).collect();
    let mut samples = inks::samples(&[opening], CANVAS_SAMPLES / 2);
    let mut more = inks::samples(&lit.iter().collect::<Vec<_>>(), CANVAS_SAMPLES / 2);
    let weight = |samples: &[Sample]| samples.iter().map(|sample| sample.weight).sum::<f32>();
    let cells = storyboard.size().cells() as f32;
    let share = CORRIDOR * weight(&samples) / cells / weight(&more).max(1.0);
    more.iter_mut().for_each(|sample| sample.weight *= share);
    samples.extend(more);
    samples
}

/// Cells of a picture that are lit or show the arrow.
const CORRIDOR: f32 = 2.0;

fn cut(picture: &RgbImage, part: Rect) -> RgbImage {
    let mut cut = RgbImage::new(part.width, part.height);
    paint::copy(&mut cut, Rect { x: 0, y: 0, ..part }, picture, part);
    cut
}

/// Shows every moment in full and in true colours.
pub(super) fn true_pictures(stage: &Stage, timing: Timing, each: &mut impl FnMut(&RgbImage, u16)) {
    let mut canvas = stage.opening();
    timing.opening(stage).into_iter().for_each(|delay| each(&canvas, delay));
    let steps = stage.storyboard.steps();
    let counter = stage.counter.height > 0;
    let put = |canvas: &mut RgbImage, place: Rect, picture: &RgbImage| {
        paint::copy(canvas, place, picture, Rect::new(0, 0, picture.width(), picture.height()));
    };
    for (index, &step) in steps.iter().enumerate() {
        let scene = Scene::new(stage, &stage.storyboard.board(index), step);
        let moments = timing.moments(counter, index == 0, index + 1 == steps.len());
        for (moment, delay) in moments.into_iter().skip(usize::from(index == 0)) {
            match moment {
                Moment::Counted => put(&mut canvas, stage.counter, &stage.strip(index)),
                _ => put(&mut canvas, scene.place, &scene.at(moment, timing)),
            }
            each(&canvas, delay);
        }
    }
    if counter && !steps.is_empty() {
        put(&mut canvas, stage.counter, &stage.strip(steps.len()));
        each(&canvas, timing.last);
    }
}
