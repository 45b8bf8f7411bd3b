//! The walkthrough as an animated GIF.
//!
//! What changes in a step lies between the tile to press and the blank, its *corridor*. So a picture of the animation
//! is a rectangle of the corridor, and steps are encoded independently of each other, on all cores, a few at a time:
//! memory does not grow with their number. A pixel that should not change stays as it is, whatever it was painted with; so
//! no step needs to know how an earlier one came out, but for what differences cost: that follows what came of the steps
//! before.
//!
//! Each tile is given indices once and carried about as indices, so that nothing crawls while it moves. A palette per
//! moving tile brings it close to its true colours where it comes to rest and stays for long; in flight, where each
//! picture is seen for a moment and has to be stored anew, it may do with less.

mod bands;
mod budget;
mod choice;
mod eye;
mod feedback;
mod inks;
mod lzw;
mod measure;
mod patch;
mod rate;
mod samples;
mod scene;
mod settings;
mod stage;
mod step;
mod studio;
mod timeline;
mod usual;
mod views;

use std::fmt;
use std::io::Write;
use std::ops::Range;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use image::RgbImage;
use rayon::prelude::*;

use crate::rect::Rect;
use crate::render::{Storyboard, Style};
pub use budget::Reduction;
use feedback::{FAR, FIRST_BATCH, LARGEST_BATCH, Outcome};
use patch::Patch;
use stage::Stage;
use studio::Studio;
use timeline::Timing;

/// How much effort and how many bytes go into a walkthrough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// One palette for everything; the quickest.
    Fast,
    /// A palette per moving tile, and differences that are hardly seen given up for fewer bytes.
    #[default]
    Normal,
    /// Next to nothing given up: what comes to rest, from the first picture on, is drawn four times in quick
    /// succession, each time in the colours that it lacked most.
    High,
}

/// How a walkthrough is made. Times are in seconds; values out of range are brought into it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GifOptions {
    /// How the tile to press is shown.
    pub style: Style,
    /// Effort and bytes.
    pub quality: Quality,
    /// The most pixels that a side of the board may have: larger artwork is shrunk, and artwork of less than 360 pixels
    /// enlarged, by a whole factor.
    pub size: u32,
    /// Pictures a second while a tile slides, 1 to 50.
    pub fps: f64,
    /// How long a tile is lit before it moves.
    pub hold: f64,
    /// How long it slides; with 0 it jumps.
    pub slide: f64,
    /// How long the solved board is seen.
    pub last: f64,
    /// Everything so many times as fast.
    pub speed: f64,
    /// Whether a step counter stands below the board.
    pub counter: bool,
    /// Colours of a palette, 2 to 255.
    pub colours: usize,
    /// At most so many bytes: what has to be is given up, see [`Reduction`].
    pub max_bytes: Option<u64>,
}

impl Default for GifOptions {
    fn default() -> GifOptions {
        GifOptions {
            style: Style::Marked,
            quality: Quality::Normal,
            size: USUAL_SIDE,
            fps: 25.0,
            hold: 0.6,
            slide: 0.24,
            last: 2.5,
            speed: 1.0,
            counter: true,
            colours: 255,
            max_bytes: None,
        }
    }
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// The width of the canvas in pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The number of pictures.
    pub frames: usize,
    /// How long they take, in hundredths of a second.
    pub duration: u64,
    /// What was given up to meet `max_bytes`, if anything.
    pub reduction: Option<Reduction>,
}

/// Why a walkthrough could not be written.
#[derive(Debug)]
pub enum GifError {
    /// The board has more pixels a side than a GIF can have.
    Large {
        /// The width of the canvas.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// It takes more bytes than it may, whatever is given up.
    Budget {
        /// The most it may take.
        limit: u64,
        /// The least it takes.
        least: u64,
    },
    /// The file could not be written.
    Write(gif::EncodingError),
}

/// Writes the walkthrough of a storyboard: each step's tile lit, then sliding, and the solved board at the end. It
/// repeats for ever.
pub fn encode(storyboard: &Storyboard, options: &GifOptions, out: impl Write) -> Result<Report, GifError> {
    match options.max_bytes {
        Some(limit) => budget::encode_within(storyboard, options, limit, out),
        None => encode_as_asked(storyboard, options, out),
    }
}

/// Smaller boards are enlarged where they may be.
const LEAST_SIDE: u32 = 360;
/// The longest side that boards have unless somebody says otherwise. Drawings are enlarged only beyond it, for that takes time.
const USUAL_SIDE: u32 = 760;

/// The storyboard as large as it is shown when its board may have sides of `size` pixels.
fn resized(storyboard: &Storyboard, size: u32) -> Storyboard {
    let artwork = storyboard.artwork().clone();
    storyboard.with_artwork(match size > USUAL_SIDE {
        true => artwork.filling(LEAST_SIDE, size),
        false => artwork.shown(LEAST_SIDE, size.max(16)),
    })
}

/// How long the longest side of its board is then.
fn resized_side(storyboard: &Storyboard, size: u32) -> u32 {
    match size > USUAL_SIDE {
        true => storyboard.artwork().filling_side(LEAST_SIDE, size),
        false => storyboard.artwork().shown_side(LEAST_SIDE, size.max(16)),
    }
}

fn encode_as_asked(storyboard: &Storyboard, options: &GifOptions, out: impl Write) -> Result<Report, GifError> {
    let storyboard = resized(storyboard, options.size);
    let stage = Stage::new(&storyboard, options.style, options.counter);
    let timing = Timing::of(options);
    let (width, height) = stage.canvas();
    let (Ok(canvas_width), Ok(canvas_height)) = (u16::try_from(width), u16::try_from(height)) else {
        return Err(GifError::Large { width, height });
    };
    let mut studio = Studio::new(&stage, timing, options.quality, options.colours.clamp(2, 255));
    let mut encoder =
        Encoder::new(out, canvas_width, canvas_height, &studio.global.table()).map_err(GifError::Write)?;
    encoder.set_repeat(Repeat::Infinite).map_err(GifError::Write)?;
    let mut report = Report { width, height, frames: 0, duration: 0, reduction: None };
    let mut write = |patches: Vec<Patch>| -> Result<(), GifError> {
        for patch in patches {
            report.frames += 1;
            report.duration += u64::from(patch.delay);
            encoder.write_lzw_pre_encoded_frame(&frame_of(patch)).map_err(GifError::Write)?;
        }
        Ok(())
    };
    write(studio.opening())?;
    let steps = storyboard.steps().len();
    let (mut start, mut batch) = (0, FIRST_BATCH);
    while start < steps {
        let end = (start + batch).min(steps);
        let (mut patches, outcomes) = packed(&studio, start..end);
        if studio.follow(&outcomes) > FAR {
            let outcomes;
            (patches, outcomes) = packed(&studio, start..end);
            studio.follow(&outcomes);
        }
        patches.into_iter().try_for_each(&mut write)?;
        (start, batch) = (end, (2 * batch).min(LARGEST_BATCH));
    }
    write(studio.closing())?;
    encoder.into_inner().map_err(GifError::Write)?;
    Ok(report)
}

/// The pictures of some steps, step by step, and what came of them.
fn packed(studio: &Studio, steps: Range<usize>) -> (Vec<Vec<Patch>>, Vec<Outcome>) {
    let packed: Vec<(Vec<Patch>, Vec<Outcome>)> = steps.into_par_iter().map(|index| studio.step(index)).collect();
    let (patches, outcomes): (Vec<_>, Vec<_>) = packed.into_iter().unzip();
    (patches, outcomes.concat())
}

/// Every picture a viewer should see, in full and in true colours, with its delay in hundredths of a second. What
/// [`encode`] writes is an approximation of these.
pub fn pictures(storyboard: &Storyboard, options: &GifOptions, mut each: impl FnMut(&RgbImage, u16)) {
    let storyboard = resized(storyboard, options.size);
    let stage = Stage::new(&storyboard, options.style, options.counter);
    step::true_pictures(&stage, Timing::of(options), &mut each);
}

fn frame_of(patch: Patch) -> Frame<'static> {
    let Rect { x, y, width, height } = patch.place;
    let side = |v: u32| u16::try_from(v).expect("a patch lies on the canvas, whose sides were checked");
    Frame {
        left: side(x),
        top: side(y),
        width: side(width),
        height: side(height),
        delay: patch.delay,
        dispose: DisposalMethod::Keep,
        transparent: Some(patch.transparent),
        palette: patch.table,
        buffer: patch.data.into(),
        ..Frame::default()
    }
}

impl fmt::Display for GifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GifError::Large { width, height } => {
                write!(f, "a GIF cannot be {width}x{height} pixels: at most {} a side", u16::MAX)
            }
            GifError::Budget { limit, least } => {
                write!(f, "the walkthrough cannot be made as small as {limit} bytes: it takes at least {least}")
            }
            GifError::Write(error) => write!(f, "the walkthrough cannot be written: {error}"),
        }
    }
}

impl std::error::Error for GifError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            GifError::Large { .. } | GifError::Budget { .. } => None,
            GifError::Write(error) => Some(error),
        }
    }
}

#[cfg(test)]
mod tests;
