//! Hypotheses compete: each calls up those it could be mistaken for, and the best of all win.

use image::RgbImage;
use rayon::prelude::*;

use super::comb::{adjust, around};
use super::evidence::Edges;
use super::frame::unframed;
use super::panel::{Panel, Sides};
use super::profile::Profile;
use super::propose::{Suggestions, propose_within};
use super::rank::score;
use super::ruler::{Lattice, Ruler};
use super::support::Support;
use super::traits::traits;

/// A lattice, and what speaks for it.
#[derive(Clone, Copy)]
pub(super) struct Hypothesis {
    pub lattice: Lattice,
    /// How well its lines fit: decides between two positions of the same lattice.
    worth: f32,
    /// How much it looks like a board: decides between lattices.
    pub score: f32,
}

/// How many hypotheses call up others, in each round.
const ROUNDS: [usize; 3] = [16, 8, 4];
/// One for so many of these more may lie elsewhere.
const ELSEWHERE: usize = 4;

/// All distinct hypotheses for boards with such sides anywhere in the picture, best first. Where not all sides are asked for,
/// those that win against others count as well: to these may lead what has a column more, or half the pitch.
pub(super) fn compete(picture: &RgbImage, edges: &Edges, sides: Sides) -> Vec<Hypothesis> {
    let suggestions = Suggestions::new(edges);
    let mut found = compete_with(picture, edges, &suggestions, Sides::ANY);
    if sides != Sides::ANY {
        found.retain(|found| sides.hold(&found.lattice));
        let among = compete_with(picture, edges, &suggestions, sides);
        let is_new = |new: &Hypothesis| !found.iter().any(|known| known.lattice.is_like(&new.lattice));
        let new: Vec<Hypothesis> = among.into_iter().filter(is_new).collect();
        found.extend(new);
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
    found
}

/// All distinct hypotheses for boards with any of these sides that win against others with the same, best first.
pub(super) fn compete_each(picture: &RgbImage, edges: &Edges, sides: &[Sides]) -> Vec<Hypothesis> {
    let suggestions = Suggestions::new(edges);
    let with = |&sides: &Sides| compete_with(picture, edges, &suggestions, sides);
    let mut found: Vec<Hypothesis> = sides.par_iter().flat_map_iter(with).collect();
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found
}

/// All distinct hypotheses with such sides that win against others with such sides, best first.
fn compete_with(picture: &RgbImage, edges: &Edges, suggestions: &Suggestions, sides: Sides) -> Vec<Hypothesis> {
    let mut pool = Pool { picture, edges, hypotheses: Vec::new(), tried: Vec::new() };
    pool.add(suggestions.lattices(picture, edges, sides));
    for leaders in ROUNDS {
        pool.sort();
        let best = pool.leaders(leaders);
        let framed: Vec<Lattice> = best.par_iter().flat_map_iter(|lattice| unframed(edges, lattice)).collect();
        pool.add(best.iter().flat_map(|lattice| rivals(lattice, sides)).chain(framed).collect());
    }
    pool.sort();
    pool.hypotheses
}

/// All distinct hypotheses for a board that fills the rectangle, best first.
pub(super) fn compete_within(picture: &RgbImage, edges: &Edges, panel: &Panel, sides: Sides) -> Vec<Hypothesis> {
    let mut pool = Pool { picture, edges, hypotheses: Vec::new(), tried: Vec::new() };
    pool.add(propose_within(picture, edges, panel, sides));
    pool.sort();
    pool.hypotheses
}

struct Pool<'a> {
    picture: &'a RgbImage,
    edges: &'a Edges,
    hypotheses: Vec<Hypothesis>,
    /// What was added, as it was before its lines were moved.
    tried: Vec<Lattice>,
}

impl Pool<'_> {
    /// Adds lattices, their lines moved to where they fit best; of two alike the better fit stays.
    fn add(&mut self, lattices: Vec<Lattice>) {
        let before = self.tried.len();
        for lattice in lattices {
            if !self.tried.contains(&lattice) {
                self.tried.push(lattice);
            }
        }
        let settled: Vec<Lattice> =
            self.tried[before..].par_iter().map(|lattice| settle(self.edges, lattice)).collect();
        let mut distinct: Vec<Lattice> = Vec::new();
        let places: Vec<usize> = settled.iter().map(|lattice| place(&mut distinct, lattice)).collect();
        let supports: Vec<Support> = distinct.par_iter().map(|lattice| Support::new(self.edges, lattice)).collect();
        let worths: Vec<f32> = supports.iter().map(Support::worth).collect();
        let mut added = vec![None; self.hypotheses.len()];
        for place in places {
            let new = Hypothesis { lattice: distinct[place], worth: worths[place], score: 0.0 };
            match self.hypotheses.iter().position(|known| known.lattice.is_like(&new.lattice)) {
                Some(known) if new.worth > self.hypotheses[known].worth => {
                    (self.hypotheses[known], added[known]) = (new, Some(&supports[place]));
                }
                Some(_) => {}
                None => {
                    self.hypotheses.push(new);
                    added.push(Some(&supports[place]));
                }
            }
        }
        let unscored = self.hypotheses.par_iter_mut().zip(added).filter_map(|(new, support)| Some((new, support?)));
        unscored.for_each(|(new, support)| {
            new.score = score(&traits(self.picture, self.edges, &new.lattice, support));
        });
    }

    fn sort(&mut self) {
        self.hypotheses.sort_by(|a, b| b.score.total_cmp(&a.score));
    }

    /// So many of the best, and a few of the best whose middle the very best does not hold: what else there is on a screen may
    /// have many hypotheses that are a little off.
    fn leaders(&self, count: usize) -> Vec<Lattice> {
        let lattices = || self.hypotheses.iter().map(|hypothesis| hypothesis.lattice);
        let elsewhere = lattices().skip(count).filter(|lattice| !self.hypotheses[0].lattice.holds_middle_of(lattice));
        lattices().take(count).chain(elsewhere.take(count / ELSEWHERE)).collect()
    }
}

/// Where in the list a lattice is, put there if it was not.
fn place(list: &mut Vec<Lattice>, lattice: &Lattice) -> usize {
    list.iter().position(|other| other == lattice).unwrap_or_else(|| {
        list.push(*lattice);
        list.len() - 1
    })
}

/// What a lattice could be mistaken for: a row or a column more or less at any side, and half or double the pitch.
fn rivals(lattice: &Lattice, sides: Sides) -> Vec<Lattice> {
    let mut found = Vec::new();
    for (before, after) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
        found.extend(lattice.across.extended(before, after).map(|across| Lattice { across, ..*lattice }));
        found.extend(lattice.down.extended(before, after).map(|down| Lattice { down, ..*lattice }));
    }
    let (halved, doubled) = (divided(lattice, 1, 2), divided(lattice, 2, 1));
    for (across, down) in [halved, doubled] {
        found.extend(across.map(|across| Lattice { across, ..*lattice }));
        found.extend(down.map(|down| Lattice { down, ..*lattice }));
        found.extend(across.zip(down).map(|(across, down)| Lattice { across, down }));
    }
    found.retain(|tried| {
        let fits = |ruler: &Ruler| ruler.tile() >= 8.0;
        sides.hold(tried) && fits(&tried.across) && fits(&tried.down)
    });
    found
}

/// Both rulers with `times` / `parts` as many tiles, where that is a whole number.
fn divided(lattice: &Lattice, times: usize, parts: usize) -> (Option<Ruler>, Option<Ruler>) {
    let other = |ruler: &Ruler| {
        let count = ruler.count * times;
        (count.is_multiple_of(parts) && count / parts >= 2)
            .then(|| Ruler::between(ruler.start, ruler.stop(), count / parts, ruler.gutter))
    };
    (other(&lattice.across), other(&lattice.down))
}

/// The lattice with its lines moved by pixels to where they are worth most.
fn settle(edges: &Edges, lattice: &Lattice) -> Lattice {
    let Lattice { across, down } = lattice;
    let profile = Profile::near(&edges.vertical, (down.start, down.stop()), around(across));
    let across = adjust(&profile, across);
    let profile = Profile::near(&edges.horizontal, (across.start, across.stop()), around(down));
    Lattice { across, down: adjust(&profile, down) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_elsewhere_leads_too() {
        let lattice = |from: f32, score: f32| {
            let ruler = |start: f32| Ruler::between(start, start + 90.0, 3, 0.0);
            Hypothesis { lattice: Lattice { across: ruler(from), down: ruler(0.0) }, worth: 0.0, score }
        };
        let picture = RgbImage::new(64, 64);
        let edges = Edges::new(&picture);
        let near = (0..20).map(|step| lattice(step as f32, 20.0 - step as f32));
        let hypotheses: Vec<Hypothesis> = near.chain([lattice(200.0, -1.0), lattice(300.0, -2.0)]).collect();
        let far: Vec<Lattice> = hypotheses[20..].iter().map(|far| far.lattice).collect();
        let pool = Pool { picture: &picture, edges: &edges, hypotheses, tried: Vec::new() };
        assert_eq!(pool.leaders(8)[8..], far);
        assert_eq!(pool.leaders(4)[4..], far[..1]);
        assert_eq!(pool.leaders(22).len(), 22, "they lead already");
    }
}
