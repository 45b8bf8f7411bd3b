//! The pictures of one step, from inks to packed patches.

use image::RgbImage;

use super::super::paint;
use super::Quality;
use super::eye::Weight;
use super::feedback::{Kind, Outcome};
use super::inks::{COLOURS, Inks};
use super::patch::{Ink, Patch, Seen, Wanted};
use super::rate::Probe;
use super::samples;
use super::settings::{Care, NEAR, Settings};
use super::stage::{Scene, Stage};
use super::timeline::{Moment, Timing};
use super::usual::{self, Usual};
use super::views::{View, Views};
use super::weights::{lasting, weights};
use crate::rect::Rect;

/// Pixels looked at to choose a palette for the whole canvas.
const CANVAS_SAMPLES: usize = 40_000;
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
    /// Whether the inks of the canvas were chosen for all pictures.
    pub(super) shared: bool,
    /// The first picture, and its nearest inks.
    opening: RgbImage,
    nearest: Vec<u8>,
    /// What an ordinary encoder would show, where that is the measure.
    pub(super) usual: Option<Usual>,
    /// What squared differences cost at a price of 1, before prices follow what comes out.
    rate: Weight,
}

/// Inks that err less are as good as exact: what they err, nobody sees. So are those that err so many times as much as an
/// ordinary encoder, where that is less.
const LEAST_ERROR: f32 = 0.5;
const UNSEEN: f32 = 4.0;

/// What differences cost where they do not matter.
const EVEN: Weight = Weight { colour: 1.0, luma: 0.0 };

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
        let one = settings.rest.palette.is_none();
        let all = (one || settings.spent.is_some()).then(|| usual::samples(stage, timing));
        let usual = all.as_ref().filter(|_| !one).map(|all| Usual::new(all, colours));
        let near = usual.as_ref().map(|usual| usual.error).filter(|&error| error <= NEAR);
        let mut settings = near.map_or(settings, |error| settings.beside(error));
        let samples = match all {
            Some(all) if one || near.is_some() => all,
            _ => samples::samples(&[&opening], CANVAS_SAMPLES),
        };
        let global = Inks::new(&samples, colours.min(COLOURS));
        let spared = if quality == Quality::Normal && timing.parts > 1 { surplus(stage) } else { 1.0 };
        let nearest = global.indices(&opening);
        let probe = Probe::new(&opening, &nearest, &global, usual.as_ref());
        let unseen = if settings.opening.most > 0.0 { (UNSEEN * probe.usual.colour).min(LEAST_ERROR) } else { 0.0 };
        let error = global.error.max(unseen) * spared;
        let rate = match settings.spent {
            None => probe.plain(),
            Some(spent) => {
                let care = Care { rate: probe.plain(), ..settings.opening };
                let whole = Rect::new(0, 0, opening.width(), opening.height());
                let weights = lasting(stage, weights(&opening, care), whole, 0);
                probe.spending(&weights, care, settings.beam, spent)
            }
        };
        let rate = rate * (1.0 / spared);
        for care in [&mut settings.opening, &mut settings.lit, &mut settings.flight, &mut settings.rest] {
            care.rate = Weight { luma: rate.luma * care.luma, ..rate };
        }
        Studio {
            stage,
            timing,
            settings,
            colours,
            global,
            error,
            shared: near.is_some(),
            opening,
            nearest,
            usual,
            rate,
        }
    }

    /// Makes prices follow what came of some steps. Says how far from the truth the kind of pictures was that was worst,
    /// as a share of how far it may be.
    pub(super) fn follow(&mut self, outcomes: &[Outcome]) -> f32 {
        let of = |kind: Kind| outcomes.iter().copied().filter(move |outcome| outcome.kind == kind);
        let lit = self.settings.lit.follow(of(Kind::Lit), self.rate);
        lit.max(self.settings.rest.follow(of(Kind::Rest), self.rate))
    }

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
        seen.draw(&self.view(truth, &inks, rest).of(truth, rest), Ink::Own(&inks), beam, delay)
    }

    pub(super) fn view(&self, picture: &RgbImage, inks: &Inks, care: Care) -> View {
        let indices = inks.indices(picture);
        View { indices, weights: weights(picture, care) }
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
