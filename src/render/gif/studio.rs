//! What the steps of a walkthrough share: the inks of the canvas, and what differences cost.

use image::RgbImage;

use super::eye::Weight;
use super::eye::weights::{lasting, weights};
use super::feedback::{Kind, Outcome};
use super::inks::{COLOURS, Inks};
use super::rate::Probe;
use super::settings::{Care, NEAR, Settings};
use super::stage::Stage;
use super::timeline::Timing;
use super::usual::Usual;
use super::{Quality, samples, usual};
use crate::rect::Rect;

/// Pixels looked at to choose a palette for the whole canvas.
pub(super) const CANVAS_SAMPLES: usize = 40_000;

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
    pub(super) opening: RgbImage,
    pub(super) nearest: Vec<u8>,
    /// What an ordinary encoder would show, where that is the measure.
    pub(super) usual: Option<Usual>,
    /// What squared differences cost at a price of 1, before prices follow what comes out.
    rate: Weight,
}

/// Inks that err less are as good as exact: what they err, nobody sees. So are those that err so many times as much as an
/// ordinary encoder, where that is less.
const LEAST_ERROR: f32 = 0.5;
const UNSEEN: f32 = 4.0;

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
}
