//! The evidence across the lines of one direction, averaged over a stretch of them, and what lines at given positions are
//! worth by it.
//!
//! Across a gutter a line has two edges, the end of one tile and the start of the next, and is worth their mean. The
//! outermost lines have one edge. What a line is worth is cut off above, so that no long line outweighs the others.

use super::evidence::EdgeMap;
use super::ruler::Ruler;

/// Evidence for a line below this speaks against it.
pub(super) const LEVEL: f32 = 0.13;
/// More than this counts as this.
pub(super) const CAP: f32 = 0.5;
/// The outermost lines count so many times: a board ends there.
pub(super) const OUTER: f32 = 1.5;

/// The mean evidence over a stretch of the lines, for every position in a part of the picture; a line may be a pixel off.
pub(super) struct Profile {
    /// As measured.
    pub sharp: Vec<f32>,
    /// The best within a pixel.
    soft: Vec<f32>,
    /// What a line of one edge is worth.
    edges: Vec<f32>,
    /// The position of the first value.
    first: f32,
    /// The last position in the picture.
    pub limit: f32,
}

impl Profile {
    /// The profile of the map over `along` its lines.
    pub fn new(map: &EdgeMap, along: (f32, f32)) -> Profile {
        Profile::near(map, along, (0.0, map.positions as f32))
    }

    /// The profile of the map over `along` its lines, of use from the first to the second position of `around` only.
    pub fn near(map: &EdgeMap, along: (f32, f32), around: (f32, f32)) -> Profile {
        let from = (along.0.round().max(0.0) as usize).min(map.length.saturating_sub(1));
        let to = (along.1.round().max(0.0) as usize).clamp(from + 1, map.length.max(from + 1));
        // Two more to each side: one as positions are rounded, one as the best within a pixel counts.
        let first = ((around.0 - 2.0).max(0.0) as usize).min(map.positions - 1);
        let last = ((around.1 + 2.0).max(0.0) as usize).clamp(first, map.positions - 1);
        let mut sharp = Vec::new();
        map.profile(from, to.min(map.length), first..last + 1, &mut sharp);
        let mut soft = sharp.clone();
        for (soft, pair) in soft.iter_mut().zip(sharp[1..].iter()) {
            *soft = soft.max(pair * 0.95 - 0.01);
        }
        for (soft, pair) in soft[1..].iter_mut().zip(sharp.iter()) {
            *soft = soft.max(pair * 0.95 - 0.01);
        }
        let edges = soft.iter().map(|&evidence| evidence.min(CAP) - LEVEL).collect();
        Profile { sharp, soft, edges, first: first as f32, limit: (map.positions - 1) as f32 }
    }

    /// The evidence for a line at `position`, give or take a pixel; nothing outside the picture.
    pub fn at(&self, position: f32) -> f32 {
        self.value(&self.soft, position).unwrap_or(0.0)
    }

    /// What a line of one edge is worth.
    pub fn edge(&self, position: f32) -> f32 {
        self.value(&self.edges, position).unwrap_or(-LEVEL)
    }

    /// The value for the pixel at `position`; nothing outside the picture.
    fn value(&self, values: &[f32], position: f32) -> Option<f32> {
        let index = position + 0.5 - self.first;
        if index < 0.0 { None } else { values.get(index as usize).copied() }
    }

    /// What all lines of the ruler are worth together.
    pub fn worth(&self, ruler: &Ruler) -> f32 {
        self.inner(ruler) + OUTER * (self.edge(ruler.start) + self.edge(ruler.stop()))
    }

    /// What the lines between its tiles are worth.
    pub fn inner(&self, ruler: &Ruler) -> f32 {
        if ruler.gutter == 0.0 {
            return (1..ruler.count).map(|index| self.edge(ruler.begin(index))).sum();
        }
        (1..ruler.count).map(|index| (self.edge(ruler.begin(index)) + self.edge(ruler.end(index - 1))) / 2.0).sum()
    }

    /// Whether the ruler's tiles are large enough and lie in the picture.
    pub fn holds(&self, ruler: &Ruler) -> bool {
        ruler.start > -1.5 && ruler.stop() < self.limit + 1.5 && ruler.tile() >= 7.0 && ruler.gutter >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::super::evidence::Edges;
    use super::*;

    #[test]
    fn a_part_of_a_profile_says_the_same() {
        let shade = |x: u32, y: u32| (x / 13 * 70 + y / 11 * 40 + x * y % 9) as u8;
        let edges = Edges::new(&RgbImage::from_fn(90, 60, |x, y| Rgb([shade(x, y); 3])));
        let whole = Profile::new(&edges.vertical, (5.0, 48.0));
        for (from, to) in [(20.0, 63.5), (-4.0, 30.2), (77.7, 95.0)] {
            let part = Profile::near(&edges.vertical, (5.0, 48.0), (from, to));
            let positions = (0..=20).map(|step| from + (to - from) * step as f32 / 20.0);
            assert!(positions.clone().all(|at| part.at(at) == whole.at(at) && part.edge(at) == whole.edge(at)));
            let ruler = Ruler::between(from, to, 3, 2.0);
            assert_eq!(part.worth(&ruler), whole.worth(&ruler));
        }
    }
}
