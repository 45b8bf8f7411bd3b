//! Keeping within a number of bytes, as chat programs ask for: the board gets smaller first, then slides get fewer
//! pictures, then pictures get fewer colours.

use std::fmt;
use std::io::{self, Write};

use super::{GifError, GifOptions, Report, encode_as_asked, resized_side};
use crate::render::Storyboard;

/// Boards are not made smaller than this to save bytes, or than they are themselves.
const SMALLEST_SIDE: u32 = 320;
/// Aimed at when shrinking, so that the next try fits.
const MARGIN: f64 = 0.94;

/// What was given up to meet a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reduction {
    /// The longest side of the board, in pixels, if it was made smaller.
    pub size: Option<u32>,
    /// How long a slide takes in seconds, if it was made shorter: 0 if tiles jump.
    pub slide: Option<f64>,
    /// The number of colours, if it was made smaller.
    pub colours: Option<usize>,
}

impl fmt::Display for Reduction {
    /// Such as `480 pixels, tiles jump, 64 colours`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slide = |slide: f64| if slide > 0.0 { format!("slides of {slide:.2} s") } else { "tiles jump".into() };
        let parts = [
            self.size.map(|size| format!("{size} pixels")),
            self.slide.map(slide),
            self.colours.map(|colours| format!("{colours} colours")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

/// Encodes with as little given up as meets `limit` bytes. Each try encodes the whole walkthrough.
pub(super) fn encode_within(
    storyboard: &Storyboard,
    options: &GifOptions,
    limit: u64,
    out: impl Write,
) -> Result<Report, GifError> {
    let artwork = storyboard.artwork();
    let shown = |size: u32| resized_side(storyboard, size);
    let own = shown(options.size);
    let smallest = SMALLEST_SIDE.min(artwork.board().width().max(artwork.board().height())).min(own);
    let mut tried = GifOptions { size: own, max_bytes: None, ..*options };
    loop {
        let mut count = Count(0);
        encode_as_asked(storyboard, &tried, &mut count)?;
        if count.0 <= limit {
            let report = encode_as_asked(storyboard, &tried, out)?;
            return Ok(Report { reduction: reduction(options, &tried, own), ..report });
        }
        let excess = count.0 as f64 / limit as f64;
        let next = less(tried, smallest, excess).ok_or(GifError::Budget { limit, least: count.0 })?;
        tried = GifOptions { size: shown(next.size), ..next };
    }
}

/// The next thing to give up, when `excess` times too many bytes were written; no side gets shorter than `smallest`.
fn less(tried: GifOptions, smallest: u32, excess: f64) -> Option<GifOptions> {
    if tried.size > smallest {
        let wanted = f64::from(tried.size) * (MARGIN / excess).sqrt();
        return Some(GifOptions { size: (wanted as u32).clamp(smallest, tried.size - 1), ..tried });
    }
    if tried.slide > 0.0 {
        let slide = if tried.slide > 0.16 { tried.slide / 2.0 } else { 0.0 };
        return Some(GifOptions { slide, ..tried });
    }
    (tried.colours > 8).then_some(GifOptions { colours: tried.colours / 2, ..tried })
}

fn reduction(asked: &GifOptions, used: &GifOptions, own: u32) -> Option<Reduction> {
    let reduction = Reduction {
        size: (used.size < own).then_some(used.size),
        slide: (used.slide < asked.slide).then_some(used.slide),
        colours: (used.colours < asked.colours).then_some(used.colours),
    };
    (reduction.size.is_some() || reduction.slide.is_some() || reduction.colours.is_some()).then_some(reduction)
}

/// Counts bytes and forgets them.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::testing;

    fn within(limit: u64) -> (Result<Report, GifError>, usize) {
        let story = testing::walk("1 2 3/4 5 6/7 8 0", &testing::wander(3, 3, 6));
        let mut bytes = Vec::new();
        let options = GifOptions { max_bytes: Some(limit), ..GifOptions::default() };
        let report = super::super::encode(&story, &options, &mut bytes);
        (report, bytes.len())
    }

    #[test]
    fn what_fits_loses_nothing_and_what_does_not_says_what_it_lost() {
        let (report, all) = within(u64::MAX);
        assert_eq!(report.unwrap().reduction, None);
        let limit = all as u64 / 2;
        let (report, less) = within(limit);
        let Report { width, reduction, .. } = report.unwrap();
        let reduction = reduction.unwrap();
        assert!(reduction.size.is_none_or(|size| size == width), "{reduction} for {width}");
        assert!(less as u64 <= limit && (reduction.slide.is_some() || reduction.size.is_some()), "{reduction}");
        let (report, nothing) = within(100);
        assert!(report.unwrap_err().to_string().starts_with("the walkthrough cannot be made as small as 100 bytes: "));
        assert_eq!(nothing, 0);
    }

    #[test]
    fn reductions_read_well() {
        let reduction = Reduction { size: Some(480), slide: Some(0.0), colours: Some(64) };
        assert_eq!(reduction.to_string(), "480 pixels, tiles jump, 64 colours");
        let reduction = Reduction { size: None, slide: Some(0.12), colours: None };
        assert_eq!(reduction.to_string(), "slides of 0.12 s");
    }
}
