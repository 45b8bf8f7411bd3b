//! Stretches of line: where evidence at one position goes on for long enough to be more than texture.

use super::evidence::EdgeMap;

/// A stretch of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Segment {
    /// Between which pixels it runs.
    pub position: usize,
    /// Where it begins along the line.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The evidence on it above [`LEVEL`], in pixels' worth.
    pub worth: f32,
}

/// Evidence below this speaks against a line.
const LEVEL: f32 = 0.18;
/// Less than this is not worth keeping.
const LEAST: f32 = 5.0;
/// Evidence is looked at in steps of so many pixels.
const STEP: usize = 4;

/// The stretches of lines in the map that are worth most, at most `limit`, best first. Where several positions side
/// by side share a stretch the best stands for all. Costs one pass over the map.
pub(super) fn segments(map: &EdgeMap, limit: usize) -> Vec<Segment> {
    let mut found = Vec::new();
    let mut runs = vec![Run::default(); map.positions];
    let mut values = Vec::new();
    for from in (0..map.length).step_by(STEP) {
        let to = (from + STEP).min(map.length);
        map.profile(from, to, 0..map.positions, &mut values);
        for (position, (run, value)) in runs.iter_mut().zip(&values).enumerate() {
            run.feed((value - LEVEL) * (to - from) as f32, from, to, position, &mut found);
        }
    }
    for (position, run) in runs.iter().enumerate() {
        run.close(position, &mut found);
    }
    best_of_neighbours(found, limit)
}

/// The stretch that is being followed at one position.
#[derive(Clone, Copy, Default)]
struct Run {
    from: usize,
    to: usize,
    worth: f32,
    best: f32,
}

impl Run {
    fn feed(&mut self, value: f32, from: usize, to: usize, position: usize, found: &mut Vec<Segment>) {
        if self.worth <= 0.0 {
            if value <= 0.0 {
                return;
            }
            *self = Run { from, to, worth: value, best: value };
            return;
        }
        self.worth += value;
        if self.worth > self.best {
            self.best = self.worth;
            self.to = to;
        } else if self.worth < self.best * 0.45 - 2.0 {
            self.close(position, found);
            self.worth = 0.0;
        }
    }

    fn close(&self, position: usize, found: &mut Vec<Segment>) {
        if self.worth > 0.0 && self.best >= LEAST {
            found.push(Segment { position, from: self.from, to: self.to, worth: self.best });
        }
    }
}

fn best_of_neighbours(mut found: Vec<Segment>, limit: usize) -> Vec<Segment> {
    found.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.position.cmp(&b.position)).then(a.from.cmp(&b.from)));
    let mut kept: Vec<Segment> = Vec::new();
    for segment in found {
        if kept.len() >= limit {
            break;
        }
        let is_known = kept.iter().any(|other| {
            let shared = other.to.min(segment.to).saturating_sub(other.from.max(segment.from));
            other.position.abs_diff(segment.position) <= 1 && 2 * shared > segment.to - segment.from
        });
        if !is_known {
            kept.push(segment);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::evidence::Edges;
    use super::*;
    use image::{Rgb, RgbImage};

    #[test]
    fn a_rectangle_has_two_sides_of_its_length() {
        let inside = |x: u32, y: u32| (20..60).contains(&x) && (10..90).contains(&y);
        let picture = RgbImage::from_fn(80, 100, |x, y| Rgb([if inside(x, y) { 200 } else { 10 }; 3]));
        let sides: Vec<Segment> = segments(&Edges::new(&picture).vertical, 50)
            .into_iter()
            .filter(|segment| (1..80).contains(&segment.position))
            .collect();
        assert_eq!(sides.iter().map(|side| side.position).collect::<Vec<_>>(), [20, 60]);
        assert!(sides.iter().all(|side| side.from.abs_diff(10) <= STEP && side.to.abs_diff(90) <= STEP));
    }

    #[test]
    fn flat_pictures_have_borders_only() {
        let edges = Edges::new(&RgbImage::from_pixel(40, 40, Rgb([9, 9, 9])));
        assert!(segments(&edges.vertical, 50).iter().all(|segment| [0, 40].contains(&segment.position)));
    }
}
