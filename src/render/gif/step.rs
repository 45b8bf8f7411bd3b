//! The pictures of one step, from inks to packed patches.

use image::RgbImage;

use super::super::paint::{self, Colour};
use super::super::palette::{Finder, Palette, Sample};
use super::Quality;
use super::inks::{Inks, LEVELS};
use super::patch::{Patch, Seen, Wanted};
use super::stage::{Scene, Stage};
use super::timeline::{Moment, Timing};
use crate::rect::Rect;

/// What a quality means.
#[derive(Clone, Copy, Debug)]
struct Settings {
    /// Whether each step has palettes of its own.
    local: bool,
    /// The levels of tolerance, before local contrast is taken into account; `None` for none at all. What stays for
    /// long is stored well, what is seen for a moment only less so.
    opening: Option<i32>,
    rest: Option<i32>,
    lit: Option<i32>,
    flight: Option<i32>,
    /// Colours of a tile while it is lit.
    lit_colours: usize,
    /// Colours of a tile in flight.
    flight_colours: usize,
    /// How many phrases are followed at once.
    beam: usize,
}

impl Settings {
    fn of(quality: Quality) -> Settings {
        match quality {
            Quality::Fast => Settings {
                local: false,
                opening: None,
                rest: None,
                lit: None,
                flight: None,
                lit_colours: COLOURS,
                flight_colours: COLOURS,
                beam: 1,
            },
            Quality::Normal => Settings {
                local: true,
                opening: Some(1),
                rest: Some(4),
                lit: Some(6),
                flight: Some(9),
                lit_colours: 64,
                flight_colours: 24,
                beam: 4,
            },
            Quality::High => Settings {
                local: true,
                opening: None,
                rest: None,
                lit: Some(0),
                flight: Some(1),
                lit_colours: COLOURS,
                flight_colours: COLOURS,
                beam: 8,
            },
        }
    }
}

/// Colours of a palette; one symbol more says that a pixel stays as it is.
const COLOURS: usize = 255;
/// Pixels looked at to choose a palette for the whole canvas, and for one step.
const CANVAS_SAMPLES: usize = 40_000;
const STEP_SAMPLES: usize = 8_000;

/// Everything that the steps of a walkthrough share.
pub(super) struct Studio<'a> {
    stage: &'a Stage<'a>,
    timing: Timing,
    settings: Settings,
    colours: usize,
    pub(super) global: Inks,
}

impl<'a> Studio<'a> {
    pub(super) fn new(stage: &'a Stage<'a>, timing: Timing, quality: Quality, colours: usize) -> Studio<'a> {
        let settings = Settings::of(quality);
        let mut pictures = vec![stage.opening()];
        if !settings.local {
            pictures.extend(some_lit(stage));
        }
        let global = inks(&pictures.iter().collect::<Vec<_>>(), CANVAS_SAMPLES, colours);
        Studio { stage, timing, settings, colours, global }
    }

    /// The first picture: the whole canvas.
    pub(super) fn opening(&self) -> Vec<Patch> {
        let opening = self.stage.opening();
        let (width, height) = self.stage.canvas();
        let delay = if self.stage.storyboard.steps().is_empty() { self.timing.last } else { self.timing.hold };
        let indices = self.global.indices(&mut Finder::default(), &opening);
        let levels = levels(&opening, self.settings.opening);
        let wanted = Wanted { truth: &opening, indices: &indices, levels: &levels };
        let mut nothing = opening.clone();
        nothing.iter_mut().for_each(|channel| *channel = !*channel);
        let whole = Rect::new(0, 0, width, height);
        vec![Seen::new(whole, nothing).draw(&wanted, &self.global, true, self.settings.beam, delay)]
    }

    /// The pictures of step `index`; the first step is lit in the opening.
    pub(super) fn step(&self, index: usize) -> Vec<Patch> {
        let storyboard = self.stage.storyboard;
        let scene = Scene::new(self.stage, &storyboard.board(index), storyboard.steps()[index]);
        let moments = self.moments(index);
        let before = if index == 0 { &scene.lit } else { &scene.before };
        let mut seen = Seen::new(scene.place, before.clone());
        let views = Views::new(self, &scene);
        let mut patches = Vec::with_capacity(moments.len());
        for &(moment, delay) in moments.iter().skip(usize::from(index == 0)) {
            patches.push(match moment {
                Moment::Counted => self.count(index, delay),
                _ => {
                    let truth = scene.at(moment, self.timing);
                    let (view, inks) = views.at(&scene, moment, self);
                    let wanted = Wanted { truth: &truth, indices: &view.indices, levels: &view.levels };
                    seen.draw(&wanted, inks, !self.settings.local, self.settings.beam, delay)
                }
            });
        }
        patches
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
        let few = Palette::choose(&samples(&[&strip], CANVAS_SAMPLES), 31);
        let inks = Inks::new(few, 0.0);
        let indices = inks.indices(&mut Finder::default(), &strip);
        let wanted = Wanted { truth: &strip, indices: &indices, levels: &vec![0; indices.len()] };
        Seen::new(self.stage.counter, self.stage.strip(index - 1)).draw(&wanted, &inks, false, 1, delay)
    }
}

/// Lit tiles, for a palette that has to do for all of them: those of a few steps, evenly chosen.
fn some_lit(stage: &Stage) -> Vec<RgbImage> {
    let storyboard = stage.storyboard;
    let steps = storyboard.steps();
    let chosen = (0..steps.len()).step_by((steps.len() / 12).max(1));
    chosen.map(|index| Scene::new(stage, &storyboard.board(index), steps[index]).lit).collect()
}

/// Indices and tolerances of a picture.
#[derive(Clone)]
struct View {
    indices: Vec<u8>,
    levels: Vec<u8>,
}

/// The pictures of a scene as indices, and the inks they are in.
struct Views {
    local: Option<LocalInks>,
    lit: View,
    empty: View,
    tiles: Vec<View>,
    after: View,
}

/// The inks of one step: at rest and lit, in flight, and at rest again.
struct LocalInks {
    lit: Inks,
    flight: Inks,
    after: Inks,
}

impl Views {
    fn new(studio: &Studio, scene: &Scene) -> Views {
        let settings = studio.settings;
        let local = settings.local.then(|| LocalInks {
            lit: inks(&[&scene.lit], STEP_SAMPLES, settings.lit_colours.min(studio.colours)),
            flight: inks(&scene.in_flight(), STEP_SAMPLES, settings.flight_colours.min(studio.colours)),
            after: inks(&[&scene.after], STEP_SAMPLES, studio.colours),
        });
        let view = |picture: &RgbImage, inks: &Inks, finder: &mut Finder, base| View {
            indices: inks.indices(finder, picture),
            levels: levels(picture, base),
        };
        let inks = |of: fn(&LocalInks) -> &Inks| local.as_ref().map_or(&studio.global, of);
        let mut finder = Finder::default();
        let flight = inks(|local| &local.flight);
        let empty = view(&scene.empty, flight, &mut finder, settings.flight);
        let tiles = scene.tiles.iter();
        let tiles = tiles.map(|tile| view(&tile.picture, flight, &mut finder, settings.flight)).collect();
        let lit = view(&scene.lit, inks(|local| &local.lit), &mut Finder::default(), settings.lit);
        let after = view(&scene.after, inks(|local| &local.after), &mut Finder::default(), settings.rest);
        Views { lit, empty, tiles, after, local }
    }

    fn at<'a>(&'a self, scene: &Scene, moment: Moment, studio: &'a Studio) -> (View, &'a Inks) {
        let inks = |of: fn(&LocalInks) -> &Inks| self.local.as_ref().map_or(&studio.global, of);
        match moment {
            Moment::Lit | Moment::Counted => (self.lit.clone(), inks(|local| &local.lit)),
            Moment::Landed => (self.after.clone(), inks(|local| &local.after)),
            Moment::Sliding { part } => {
                let mut view = self.empty.clone();
                let size = (scene.place.width, scene.place.height);
                for (tile, sprite) in self.tiles.iter().zip(&scene.tiles) {
                    let place = sprite.place(studio.timing, part);
                    overlay(&mut view.indices, size, &tile.indices, place);
                    overlay(&mut view.levels, size, &tile.levels, place);
                }
                (view, inks(|local| &local.flight))
            }
        }
    }
}

/// Copies a plane of `place`'s size into a larger one.
fn overlay(target: &mut [u8], (width, height): (u32, u32), plane: &[u8], place: Rect) {
    let inside = paint::clip(place, width, height);
    for y in 0..inside.height {
        let from = (y * place.width) as usize;
        let to = ((inside.y + y) * width + inside.x) as usize;
        let count = inside.width as usize;
        target[to..to + count].copy_from_slice(&plane[from..from + count]);
    }
}

/// The inks that suit these pictures.
fn inks(pictures: &[&RgbImage], limit: usize, colours: usize) -> Inks {
    let samples = samples(pictures, limit);
    let palette = Palette::choose(&samples, colours);
    let mut finder = Finder::default();
    let error = |colour: Colour| {
        let near = palette.colours()[usize::from(finder.nearest(&palette, colour))];
        (0..3).map(|i| f32::from(near[i].abs_diff(colour[i])).powi(2)).sum::<f32>()
    };
    let mean = samples.iter().map(|sample| sample.colour).map(error).sum::<f32>() / samples.len().max(1) as f32;
    Inks::new(palette, mean)
}

/// Evenly chosen pixels.
fn samples(pictures: &[&RgbImage], limit: usize) -> Vec<Sample> {
    let pixels: usize = pictures.iter().map(|p| p.width() as usize * p.height() as usize).sum();
    let every = (pixels / limit).max(1) | 1;
    let all = pictures.iter().flat_map(|picture| picture.pixels());
    all.step_by(every).map(|pixel| Sample { colour: pixel.0, weight: 1.0 }).collect()
}

/// The level of tolerance of every pixel: the base, raised where the picture is busy and lowered where it is smooth,
/// since a difference is seen less among others.
fn levels(picture: &RgbImage, base: Option<i32>) -> Vec<u8> {
    let Some(base) = base else {
        return vec![0; picture.width() as usize * picture.height() as usize];
    };
    let top = LEVELS as i32 - 1;
    variances(picture)
        .into_iter()
        .map(|variance| {
            let busy = ((variance + 58.0) / 258.0).log2() / 1.17;
            (base + busy.round() as i32).clamp(0, top) as u8
        })
        .collect()
}

/// The variance of luma in the 7 × 7 pixels around each pixel.
fn variances(picture: &RgbImage) -> Vec<f32> {
    const REACH: usize = 3;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let stride = width + 1;
    let mut sums = vec![(0_u32, 0_u64); stride * (height + 1)];
    for (y, row) in picture.rows().enumerate() {
        let (mut sum, mut square) = (0_u32, 0_u64);
        for (x, pixel) in row.enumerate() {
            let luma = paint::luma(pixel.0);
            sum = sum.wrapping_add(luma);
            square += u64::from(luma * luma);
            let above = sums[y * stride + x + 1];
            sums[(y + 1) * stride + x + 1] = (above.0.wrapping_add(sum), above.1 + square);
        }
    }
    let span = |i: usize, limit: usize| (i.saturating_sub(REACH), (i + REACH + 1).min(limit));
    let mut variances = Vec::with_capacity(width * height);
    for y in 0..height {
        let (top, bottom) = span(y, height);
        for x in 0..width {
            let (left, right) = span(x, width);
            let corner = |x: usize, y: usize| sums[y * stride + x];
            let (a, b, c, d) = (corner(left, top), corner(right, top), corner(left, bottom), corner(right, bottom));
            let count = ((right - left) * (bottom - top)) as f32;
            let sum = d.0.wrapping_sub(b.0).wrapping_sub(c.0).wrapping_add(a.0) as f32;
            let square = (d.1 + a.1 - b.1 - c.1) as f32;
            let mean = sum / count;
            variances.push((square / count - mean * mean).max(0.0));
        }
    }
    variances
}

/// Shows every moment in full and in true colours.
pub(super) fn true_pictures(stage: &Stage, timing: Timing, each: &mut impl FnMut(&RgbImage, u16)) {
    let mut canvas = stage.opening();
    let steps = stage.storyboard.steps();
    let counter = stage.counter.height > 0;
    let put = |canvas: &mut RgbImage, place: Rect, picture: &RgbImage| {
        paint::copy(canvas, place, picture, Rect::new(0, 0, picture.width(), picture.height()));
    };
    for (index, &step) in steps.iter().enumerate() {
        let scene = Scene::new(stage, &stage.storyboard.board(index), step);
        for (moment, delay) in timing.moments(counter, index == 0, index + 1 == steps.len()) {
            match moment {
                Moment::Counted => put(&mut canvas, stage.counter, &stage.strip(index)),
                _ => put(&mut canvas, scene.place, &scene.at(moment, timing)),
            }
            each(&canvas, delay);
        }
    }
    if counter && !steps.is_empty() {
        put(&mut canvas, stage.counter, &stage.strip(steps.len()));
    }
    if counter || steps.is_empty() {
        each(&canvas, timing.last);
    }
}
