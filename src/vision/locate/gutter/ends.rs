//! Where a board of few tiles ends, whose gutters say little about that.

use std::cmp::Ordering;

use super::super::ruler::Ruler;
use super::strip::{Fold, Strip};
use crate::vision::colour::Pixel;

/// How far a board may turn out to end from where it was taken to, in pixels and as a share of the pitch.
const MOVED: (f32, f32) = (3.0, 0.13);

/// The same of a ruler, in pixels.
pub fn farthest(ruler: &Ruler) -> f32 {
    MOVED.0 + MOVED.1 * ruler.pitch
}

/// The ruler of three tiles or fewer with its pitch changed to end where the board does: a fault of half a pixel in either of two
/// gutters moves the ends by more, and a single gutter says nothing about the pitch.
pub fn ended<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>, fold: &Fold, ruler: Ruler) -> Ruler {
    let most = match ruler.count {
        2 => farthest(&ruler) as i32,
        3 => 2,
        _ => return ruler,
    };
    let reach = most as f32 * ruler.count as f32 / 2.0;
    let padding = Padding::new(strip, fold, &ruler, reach);
    let tried = (-most..=most).map(|change| {
        let start = ruler.start - change as f32 * ruler.count as f32 / 2.0;
        Ruler { start, pitch: ruler.pitch + change as f32, ..ruler }
    });
    let worth = |tried: &Ruler| (ends(strip, &padding, &ruler, tried), -(tried.pitch - ruler.pitch).abs());
    tried.max_by(|a, b| worth(a).partial_cmp(&worth(b)).unwrap_or(Ordering::Equal)).unwrap_or(ruler)
}

/// The ground that is seen at the ends of a board or farther within, up to where a ruler may end at most: what a frame around the
/// tiles holds, if it is of the colour of the gutters.
struct Padding {
    /// Where a ruler starts and stops if it ends as far within as it may.
    from: f32,
    to: f32,
    /// The most of a column that is ground, from there outwards up to each column.
    start: Vec<f32>,
    stop: Vec<f32>,
}

impl Padding {
    fn new<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>, fold: &Fold, ruler: &Ruler, reach: f32) -> Padding {
        let (from, to) = ((ruler.start + reach).round(), (ruler.stop() - reach).round());
        let most = |gutter: usize, place: &dyn Fn(f32) -> f32| {
            let columns = 0..=(2.0 * reach) as usize + 1;
            let seen = columns.scan(0.0f32, |most, column| {
                *most = most.max(strip.ground(fold, gutter, place(column as f32)));
                Some(*most)
            });
            seen.collect()
        };
        let start = most(0, &|column| from - column);
        let stop = most(strip.gutters() - 1, &|column| to - 1.0 + column);
        Padding { from, to, start, stop }
    }

    /// How much ground is seen from here on…
    fn after(&self, start: f32) -> f32 {
        self.start[(self.from - start) as usize]
    }

    /// …and before here.
    fn before(&self, stop: f32) -> f32 {
        self.stop[(stop - self.to) as usize]
    }
}

/// How much is seen of the ends of a ruler that was changed a little. Tiles do not begin with ground, and none goes through all
/// of them: a frame around them, of the colour of the gutters or holding it, may show better than they do. And what is seen as far
/// within the other tiles is a frame or a bevel that all have.
fn ends<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>, padding: &Padding, was: &Ruler, is: &Ruler) -> f32 {
    let gutters = strip.gutters();
    let within = |sides: &dyn Fn(usize) -> f32, depth: f32| match depth >= 0.5 {
        true => (0..gutters).map(|gutter| strip.contrast(sides(gutter).round())).sum::<f32>() / gutters as f32,
        false => 0.0,
    };
    let (start, stop) = (is.start.round(), is.stop().round());
    let (from_start, from_stop) = (is.start - was.start, was.stop() - is.stop());
    let begins = within(&|gutter| was.begin(gutter + 1) + from_start, from_start);
    let stops = within(&|gutter| was.end(gutter) - from_stop, from_stop);
    (strip.contrast(start) - begins).max(0.0) * (1.0 - padding.after(start))
        + (strip.contrast(stop) - stops).max(0.0) * (1.0 - padding.before(stop))
}
