//! Gutters as wide as those across them.
//!
//! Tiles mostly lie as far apart one way as the other. Where gutters are seen one way only, since their ground is shaded the other way
//! or recompressed, the lines found there may be those at one side of them, or a frame's: then they are sought where the tiles have
//! both their sides if their gutters are as wide.

use super::super::ruler::Ruler;
use super::WIDEST;
use super::ends::farthest;
use super::strip::Strip;
use crate::vision::colour::Pixel;

/// The narrowest gutters that are sought, in pixels, and how many times narrower they seem to be where they are.
const LEAST: f32 = 4.0;
const NARROWER: f32 = 1.8;
/// By what share of them gutters may be narrower or wider than those across.
const UNLIKE: f32 = 0.25;
/// The share of the contrast at the lines seen that there must be at the sides of all tiles, and at each.
const AS_CLEAR: f32 = 0.8;
const EACH: f32 = 0.35;
/// How many times the usual contrast that at the sides is, unless the tiles show a picture, which may have sides anywhere.
const STANDS_OUT: f32 = 5.0;
/// How much the exact place of a side counts beside one a pixel off.
const EXACT: f32 = 0.1;

/// Whether one way the gutters seem far narrower than they are the other way.
pub fn is_narrower(ruler: &Ruler, across: &Ruler) -> bool {
    across.gutter >= LEAST && across.gutter >= NARROWER * ruler.gutter.max(1.0)
}

/// The ruler of tiles whose gutters are about so wide, if their sides are as clear as the lines that were seen. Cost: that of the
/// starts and pitches tried, times the tiles and the gutters.
pub fn with_gutters_of<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>, ruler: &Ruler, wide: f32) -> Option<Ruler> {
    if wide > WIDEST * ruler.pitch {
        return None;
    }
    let reach = farthest(ruler).round();
    let contrast = Contrast::new(strip, ruler.start.round() - reach, ruler.stop().round() + reach);
    let gutters = ((1.0 - UNLIKE) * wide).ceil() as i32..=((1.0 + UNLIKE) * wide) as i32;
    let steps = -reach as i32..=reach as i32;
    let tried = (-2 * reach as i32..=2 * reach as i32).filter_map(|longer| {
        let pitch = ruler.pitch + longer as f32 / ruler.count as f32;
        let line = |at: f32| (0..ruler.count).map(|tile| contrast.worth(at + tile as f32 * pitch)).sum::<f32>();
        let start = |step: i32| ruler.start.round() + step as f32;
        let ends = steps.start() - gutters.end()..=steps.end() - gutters.start();
        let ends: Vec<f32> = ends.map(|step| line(start(step) + pitch)).collect();
        let each = steps.clone().flat_map(|step| {
            let begins = line(start(step));
            let (ends, gutters) = (&ends, &gutters);
            gutters.clone().map(move |gutter| {
                let end = ends[(step - gutter + reach as i32 + gutters.end()) as usize];
                (begins + end, Ruler { start: start(step), pitch, count: ruler.count, gutter: gutter as f32 })
            })
        });
        let is_near = |(_, tried): &(f32, Ruler)| (tried.stop() - ruler.stop()).abs() <= reach;
        each.filter(is_near).max_by(|a, b| a.0.total_cmp(&b.0))
    });
    let found = tried.max_by(|a, b| a.0.total_cmp(&b.0))?.1;
    let (was, is) = (contrast.at_sides(ruler), contrast.at_sides(&found));
    let total = is.iter().sum::<f32>();
    let mean = total / is.len() as f32;
    let are_clear = total >= AS_CLEAR * was.iter().sum::<f32>()
        && is.iter().all(|&side| side >= EACH * mean)
        && mean >= STANDS_OUT * contrast.usual();
    are_clear.then_some(found)
}

/// The contrast at the lines along gutters, from a first one on.
struct Contrast {
    first: f32,
    lines: Vec<f32>,
}

impl Contrast {
    fn new<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>, from: f32, to: f32) -> Contrast {
        let first = from - 2.0;
        let lines = (0..(to + 3.0 - first) as usize).map(|line| strip.contrast(first + line as f32)).collect();
        Contrast { first, lines }
    }

    fn index(&self, at: f32) -> usize {
        ((at.round() - self.first).max(1.0) as usize).min(self.lines.len() - 2)
    }

    /// The most at a line, give or take a pixel.
    fn near(&self, at: f32) -> f32 {
        let index = self.index(at);
        self.lines[index - 1..=index + 1].iter().copied().fold(0.0, f32::max)
    }

    /// That, and a little more where it is at the line itself.
    fn worth(&self, at: f32) -> f32 {
        self.near(at) + EXACT * self.lines[self.index(at)]
    }

    fn at_sides(&self, ruler: &Ruler) -> Vec<f32> {
        (0..ruler.count).flat_map(|tile| [ruler.begin(tile), ruler.end(tile)]).map(|side| self.near(side)).collect()
    }

    fn usual(&self) -> f32 {
        self.lines.iter().sum::<f32>() / self.lines.len() as f32
    }
}

#[cfg(test)]
mod tests {
    use super::super::strip::LINES;
    use super::*;

    /// What is found in three tiles of 70 pixels from 20 on, 80 pixels apart, on ground that is lighter from pixel to pixel.
    fn found(seen: Ruler, wide: f32, detail: u8) -> Option<Ruler> {
        let column = |x: f32| {
            let at = x as i32 - 20;
            let is_tile = (0..3).contains(&at.div_euclid(80)) && at.rem_euclid(80) < 70;
            let level = if at % 2 < 1 { 40 } else { 40 + detail };
            vec![if is_tile { [level, level, 150] } else { [(90 + x as i32 / 3) as u8; 3] }; LINES]
        };
        with_gutters_of(&Strip::new(column, &seen), &seen, wide)
    }

    #[test]
    fn gutters_as_wide_as_the_others_are_sought_at_the_sides_of_all_tiles() {
        let tiles = Ruler { start: 20.0, pitch: 80.0, count: 3, gutter: 10.0 };
        let starts = Ruler { gutter: 0.0, ..tiles };
        let ends = Ruler { start: 10.0, ..starts };
        let with_frame = Ruler { start: 12.0, pitch: 82.0, gutter: 2.0, ..tiles };
        for (seen, wide) in [(starts, 10.0), (ends, 9.0), (with_frame, 12.0)] {
            assert_eq!(found(seen, wide, 0), Some(tiles), "{seen:?}");
        }
        assert_eq!(found(starts, 5.0, 0), None, "no tile has a side there");
        assert_eq!(found(starts, 30.0, 0), None, "it is too wide for gutters");
        assert_eq!(found(starts, 10.0, 80), None, "tiles have sides all over");
    }

    #[test]
    fn gutters_are_sought_where_they_seem_far_narrower_than_the_others() {
        let ruler = |gutter: f32| Ruler { start: 0.0, pitch: 80.0, count: 3, gutter };
        let is_narrower = |is: f32, across: f32| is_narrower(&ruler(is), &ruler(across));
        assert!(is_narrower(0.0, 4.0) && is_narrower(6.0, 12.0));
        assert!(!is_narrower(0.0, 3.0) && !is_narrower(8.0, 12.0) && !is_narrower(12.0, 6.0));
    }
}
