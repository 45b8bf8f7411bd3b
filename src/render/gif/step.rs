//! The pictures of one step, from inks to packed patches.

use image::RgbImage;

use super::eye::Weight;
use super::eye::weights::{lasting, weights};
use super::feedback::Outcome;
use super::inks::Inks;
use super::patch::{Ink, Patch, Seen, Wanted};
use super::samples;
use super::scene::Scene;
use super::settings::Settings;
use super::stage::Stage;
use super::studio::{CANVAS_SAMPLES, Studio};
use super::timeline::{Moment, Timing};
use super::views::{View, Views};
use crate::rect::Rect;
use crate::render::paint;

/// Colours of the counter: it is of three, with their mixtures at the edges of letters.
const COUNTER_COLOURS: usize = 31;

/// What differences cost where they do not matter.
const EVEN: Weight = Weight { colour: 1.0, luma: 0.0 };

impl Studio<'_> {
    /// The first picture: the whole canvas, and then, if so much effort is asked for, part after part once more in
    /// inks of its own.
    pub(super) fn opening(&self) -> Vec<Patch> {
        let Settings { opening: care, beam, .. } = self.settings;
        let canvas = &self.opening;
        let mut nothing = canvas.clone();
        nothing.iter_mut().for_each(|channel| *channel = !*channel);
        let (width, height) = self.stage.canvas();
        let mut seen = Seen::new(Rect::new(0, 0, width, height), nothing);
        let mut delays = self.timing.opening(self.stage).into_iter();
        let mut delay = || delays.next().expect("a delay for every part, and one more");
        let weights = &lasting(self.stage, weights(canvas, care), seen.place(), 0);
        let wanted = Wanted { truth: canvas, indices: &self.nearest, weights, most: care.price * care.most };
        let mut patches = vec![seen.draw(&wanted, Ink::Global(&self.global), beam, delay())];
        let places = self.timing.refined(self.stage);
        let mut parts: Vec<Seen> = places.into_iter().map(|place| seen.part(place)).collect();
        for _ in 0..self.timing.again() {
            let again = parts.iter_mut().map(|seen| self.settle(seen, &cut(canvas, seen.place()), delay()));
            patches.extend(again);
        }
        patches
    }

    /// Draws once more what is seen farthest from the truth, in inks chosen for that.
    fn settle(&self, seen: &mut Seen, truth: &RgbImage, delay: u16) -> Patch {
        let Settings { rest, beam, .. } = self.settings;
        let inks = Inks::new(&seen.worst(truth), self.colours);
        seen.draw(&View::new(truth, &inks, rest).of(truth, rest), Ink::Own(&inks), beam, delay)
    }

    /// The pictures of step `index`, and what came of some; the first step is lit in the opening.
    pub(super) fn step(&self, index: usize) -> (Vec<Patch>, Vec<Outcome>) {
        let storyboard = self.stage.storyboard;
        let scene = Scene::new(self.stage, &storyboard.board(index), storyboard.steps()[index]);
        let before = if index == 0 { &scene.lit } else { &scene.before };
        let mut seen = Seen::new(scene.place, before.clone());
        let views = Views::new(self, &scene, index);
        let moments = self.moments(index).into_iter().skip(usize::from(index == 0));
        let mut outcomes = Vec::new();
        let patches = moments
            .map(|(moment, delay)| match moment {
                Moment::Counted => self.count(index, delay),
                Moment::Settled => self.settle(&mut seen, &scene.after, delay),
                _ => {
                    let truth = scene.at(moment, self.timing);
                    let (view, ink, care) = views.at(&scene, moment, self);
                    let patch = seen.draw(&view.of(&truth, care), ink, self.settings.beam, delay);
                    outcomes.extend(views.outcome(moment, &seen));
                    patch
                }
            })
            .collect();
        (patches, outcomes)
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
        let inks = Inks::new(&samples::samples(&[&strip], CANVAS_SAMPLES), COUNTER_COLOURS);
        let indices = inks.indices(&strip);
        let wanted = Wanted { truth: &strip, indices: &indices, weights: &vec![EVEN; indices.len()], most: 0.0 };
        Seen::new(self.stage.counter, self.stage.strip(index - 1)).draw(&wanted, Ink::Own(&inks), 1, delay)
    }
}

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
