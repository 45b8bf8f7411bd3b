//! Boards within their frames.
//!
//! A frame's outer edge is often the strongest line there is. A lattice that begins there is a little too large, its inner
//! lines lie between those of the tiles and the rest of the frame, and small steps do not lead it inwards, for nothing is
//! seen on the way.

use super::evidence::Edges;
use super::profile::Profile;
use super::ruler::{Lattice, Ruler};

/// How wide a frame may be, as a share of a tile's side.
const WIDEST: f32 = 0.25;
/// The least evidence for an inner edge, as the mean of all four sides or on one.
const SEEN: f32 = 0.12;
/// Frames of one width that are tried.
const WIDTHS: usize = 2;

/// The lattices that are left of one when a frame is taken off whose inner edges are seen: of the same width all around, or
/// of each side's own.
pub(super) fn unframed(edges: &Edges, lattice: &Lattice) -> Vec<Lattice> {
    let Lattice { across, down } = lattice;
    let (wide, high) = ((across.start, across.stop()), (down.start, down.stop()));
    let columns = Profile::near(&edges.vertical, high, wide);
    let rows = Profile::near(&edges.horizontal, wide, high);
    let widest = (WIDEST * across.tile().min(down.tile())) as usize;
    let sides = |width: f32| {
        [
            columns.at(across.start + width),
            columns.at(across.stop() - width),
            rows.at(down.start + width),
            rows.at(down.stop() - width),
        ]
    };
    let seen: Vec<[f32; 4]> = (0..=widest + 1).map(|width| sides(width as f32)).collect();
    let mean = |width: usize| seen[width].iter().sum::<f32>() / 4.0;
    let is_peak =
        |&width: &usize| mean(width) > SEEN && mean(width) > mean(width - 1) && mean(width) >= mean(width + 1);
    let mut widths: Vec<usize> = (2..=widest).filter(is_peak).collect();
    widths.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
    let own = [0, 1, 2, 3].map(|side| {
        let strongest = (2..=widest).max_by(|&a, &b| seen[a][side].total_cmp(&seen[b][side]));
        strongest.filter(|&width| seen[width][side] > SEEN).unwrap_or(0)
    });
    let even = widths.into_iter().take(WIDTHS).map(|width| [width; 4]);
    let mut found: Vec<Lattice> = even.map(|widths| within(lattice, widths)).collect();
    if own.iter().any(|&width| width > 0) {
        found.push(within(lattice, own));
    }
    found
}

/// A lattice without what lies so far from its left, right, upper and lower end.
fn within(lattice: &Lattice, [left, right, above, below]: [usize; 4]) -> Lattice {
    let shorter = |ruler: &Ruler, before: usize, after: usize| {
        Ruler::between(ruler.start + before as f32, ruler.stop() - after as f32, ruler.count, ruler.gutter)
    };
    Lattice { across: shorter(&lattice.across, left, right), down: shorter(&lattice.down, above, below) }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn a_frame_is_taken_off() {
        let inner = |v: u32| (20..92).contains(&v);
        let shade = |x: u32, y: u32| ((x - 20) / 24 * 60 + (y - 20) / 24 * 40 + x * y % 7) as u8;
        let picture = RgbImage::from_fn(120, 120, |x, y| match (x, y) {
            _ if inner(x) && inner(y) => Rgb([shade(x, y); 3]),
            _ if (15..97).contains(&x) && (15..97).contains(&y) => Rgb([230, 180, 120]),
            _ => Rgb([20, 40, 60]),
        });
        let ruler = |start: f32, stop: f32| Ruler::between(start, stop, 3, 0.0);
        let framed = Lattice { across: ruler(15.0, 97.0), down: ruler(15.0, 97.0) };
        let board = Lattice { across: ruler(20.0, 92.0), down: ruler(20.0, 92.0) };
        let found = unframed(&Edges::new(&picture), &framed);
        assert!(found.iter().any(|lattice| lattice.is_like(&board)), "{found:?}");
        let bare = unframed(&Edges::new(&RgbImage::from_pixel(120, 120, Rgb([9; 3]))), &framed);
        assert!(bare.is_empty(), "{bare:?}");
    }
}
