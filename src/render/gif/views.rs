//! The pictures of one step as indices: each tile gets its own once, and they move with it.

use std::borrow::Cow;

use image::RgbImage;

use super::eye::Weight;
use super::eye::weights::{lasting, weights};
use super::feedback::{Kind, Outcome};
use super::inks::Inks;
use super::measure::Measure;
use super::patch::{Ink, Seen, Wanted};
use super::samples;
use super::scene::Scene;
use super::settings::Care;
use super::studio::Studio;
use super::timeline::{Moment, Timing};
use crate::rect::Rect;
use crate::render::paint;

/// Pixels looked at to choose a palette for one step.
const STEP_SAMPLES: usize = 16_000;

/// A picture as indices, and what differences from it cost.
#[derive(Clone)]
pub(super) struct View {
    pub(super) indices: Vec<u8>,
    pub(super) weights: Vec<Weight>,
}

impl View {
    /// A picture in these inks.
    pub(super) fn new(picture: &RgbImage, inks: &Inks, care: Care) -> View {
        View { indices: inks.indices(picture), weights: weights(picture, care) }
    }

    pub(super) fn of<'a>(&'a self, truth: &'a RgbImage, care: Care) -> Wanted<'a> {
        Wanted { truth, indices: &self.indices, weights: &self.weights, most: care.price * care.most }
    }
}

/// The pictures of a scene: lit, in flight if there is one, and at rest again; the inks are those of the canvas where it
/// has no own.
pub(super) struct Views {
    lit: View,
    lit_inks: Option<Inks>,
    flight: Option<Flight>,
    after: View,
    after_inks: Option<Inks>,
    /// Where prices follow what comes out.
    lit_measure: Option<Measure>,
    after_measure: Option<Measure>,
}

/// The corridor without tiles, and the tiles that slide.
struct Flight {
    empty: View,
    tiles: Vec<View>,
    inks: Option<Inks>,
}

impl Views {
    pub(super) fn new(studio: &Studio, scene: &Scene, index: usize) -> Views {
        let settings = &studio.settings;
        let measure =
            |picture: &RgbImage, care: Care| Some(Measure::new(picture, care.allowed.and(studio.usual.as_ref())?));
        let lit_measure = measure(&scene.lit, settings.lit);
        let after_measure = measure(&scene.after, settings.rest);
        let lit_inks = own(studio, &[&scene.lit], settings.lit, &lit_measure);
        let after_inks = own(studio, &[&scene.after], settings.rest, &after_measure);
        let mut after = view(studio, &scene.after, &after_inks, settings.rest);
        after.weights = lasting(studio.stage, after.weights, scene.place, index + 1);
        Views {
            lit: view(studio, &scene.lit, &lit_inks, settings.lit),
            flight: (studio.timing.parts > 1).then(|| Flight::new(studio, scene)),
            after,
            lit_inks,
            after_inks,
            lit_measure,
            after_measure,
        }
    }

    /// What is seen at a moment, in which inks, and how much care it takes.
    pub(super) fn at<'a>(
        &'a self,
        scene: &Scene,
        moment: Moment,
        studio: &'a Studio,
    ) -> (Cow<'a, View>, Ink<'a>, Care) {
        let settings = &studio.settings;
        let ink = |own: &'a Option<Inks>| own.as_ref().map_or(Ink::Global(&studio.global), Ink::Own);
        match (moment, &self.flight) {
            (Moment::Sliding { part }, Some(flight)) => {
                (Cow::Owned(flight.at(scene, studio.timing, part)), ink(&flight.inks), settings.flight)
            }
            (Moment::Landed | Moment::Settled, _) => (Cow::Borrowed(&self.after), ink(&self.after_inks), settings.rest),
            _ => (Cow::Borrowed(&self.lit), ink(&self.lit_inks), settings.lit),
        }
    }

    /// What came of a moment, if prices follow it.
    pub(super) fn outcome(&self, moment: Moment, seen: &Seen) -> Option<Outcome> {
        let (kind, measure) = match moment {
            Moment::Lit => (Kind::Lit, &self.lit_measure),
            Moment::Landed => (Kind::Rest, &self.after_measure),
            _ => return None,
        };
        measure.as_ref().map(|measure| Outcome { kind, made: measure.made(seen), usual: measure.usual })
    }
}

impl Flight {
    fn new(studio: &Studio, scene: &Scene) -> Flight {
        let care = studio.settings.flight;
        let inks = own(studio, &scene.in_flight(), care, &None);
        let tiles = scene.tiles.iter().map(|tile| view(studio, &tile.picture, &inks, care)).collect();
        Flight { empty: view(studio, &scene.empty, &inks, care), tiles, inks }
    }

    fn at(&self, scene: &Scene, timing: Timing, part: u32) -> View {
        let mut view = self.empty.clone();
        let size = (scene.place.width, scene.place.height);
        for (tile, sprite) in self.tiles.iter().zip(&scene.tiles) {
            let place = sprite.place(timing, part);
            overlay(&mut view.indices, size, &tile.indices, place);
            overlay(&mut view.weights, size, &tile.weights, place);
        }
        view
    }
}

fn view(studio: &Studio, picture: &RgbImage, own: &Option<Inks>, care: Care) -> View {
    View::new(picture, own.as_ref().unwrap_or(&studio.global), care)
}

/// The inks of a picture that takes this care, unless those of the canvas will do.
fn own(studio: &Studio, pictures: &[&RgbImage], care: Care, measure: &Option<Measure>) -> Option<Inks> {
    let [canvas, share] = care.palette?;
    let samples = samples::samples(pictures, STEP_SAMPLES);
    let usual = measure.as_ref().map_or(f32::INFINITY, |measure| measure.usual.colour * share);
    let error = usual.min(studio.error * canvas);
    let shared = studio.usual.as_ref().filter(|_| studio.shared).map_or(0.0, |usual| usual.error_of(&samples));
    Inks::enough(&samples, studio.colours, error, (&studio.global, error.max(shared)))
}

/// Copies a plane of `place`'s size into a larger one.
fn overlay<T: Copy>(target: &mut [T], (width, height): (u32, u32), plane: &[T], place: Rect) {
    let inside = paint::clip(place, width, height);
    for y in 0..inside.height {
        let from = (y * place.width) as usize;
        let to = ((inside.y + y) * width + inside.x) as usize;
        let count = inside.width as usize;
        target[to..to + count].copy_from_slice(&plane[from..from + count]);
    }
}
