//! What a lattice is like: the figures that tell a board from an accident of lines.
//!
//! Evidence is given as in [`super::evidence`], around 0 for nothing and up to 1; every pair of figures for the two
//! directions is given as the smaller and the larger, so that a board on its side has the same traits.

use image::RgbImage;

use super::evidence::{EdgeMap, Edges};
use super::faces::faces;
use super::profile::Profile;
use super::ruler::{Lattice, Ruler};
use super::support::{Pieces, Support};

/// How many figures there are.
pub(super) const TRAITS: usize = 40;

/// Evidence above this counts as a border that is seen.
const SEEN: f32 = 0.2;

/// The figures of one direction.
struct Lines {
    /// The mean of the inner lines, of the weakest, of the second weakest, and of the strongest of them.
    inner: f32,
    weakest: f32,
    second: f32,
    strongest: f32,
    /// The share of inner pieces that are seen.
    seen: f32,
    /// The strongest line inside the tiles that returns with the pitch.
    rival: f32,
    /// How much the inner lines go on beyond the board, at the side where they do more, and at the other.
    beyond: [f32; 2],
    /// What is seen of the two outer lines, and how much of them.
    outer: [f32; 2],
    outer_seen: [f32; 2],
    /// The next lines of the lattice outside.
    next: [f32; 2],
    /// How much the two outer lines go on beyond the corners.
    corners: f32,
}

fn lines(map: &EdgeMap, pieces: &Pieces, ruler: &Ruler, along: &Ruler) -> Lines {
    let mut means: Vec<f32> = (1..ruler.count).map(|line| pieces.mean(line)).collect();
    let inner = means.iter().sum::<f32>() / means.len() as f32;
    means.sort_by(f32::total_cmp);
    let all: Vec<f32> = (1..ruler.count).flat_map(|line| pieces.line(line)).copied().collect();
    let share = |of: &[f32]| of.iter().filter(|piece| **piece > SEEN).count() as f32 / of.len() as f32;
    let reach = along.pitch * 0.8;
    let profile = |from: f32, to: f32| Profile::near(map, (from, to), (ruler.start, ruler.stop()));
    let before = profile(along.start - reach - 2.0, along.start - 2.0);
    let after = profile(along.stop() + 2.0, along.stop() + reach + 2.0);
    let on = |profile: &Profile| {
        let sum: f32 = (1..ruler.count)
            .map(|line| (profile.at(ruler.begin(line)) + profile.at(ruler.end(line - 1))) / 2.0)
            .map(|value| value.min(0.6))
            .sum();
        sum / (ruler.count - 1) as f32
    };
    let outer_on = |profile: &Profile| (profile.at(ruler.start) + profile.at(ruler.stop())) / 2.0;
    let next = [ruler.start - ruler.pitch, ruler.stop() + ruler.pitch];
    let here = Profile::near(map, (along.start, along.stop()), next.into());
    let last = ruler.count;
    Lines {
        inner,
        weakest: means[0],
        second: means[1.min(means.len() - 1)],
        strongest: means[means.len() - 1],
        seen: share(&all),
        rival: rival(&here, ruler),
        beyond: [on(&before), on(&after)],
        outer: [pieces.mean(0), pieces.mean(last)],
        outer_seen: [share(pieces.line(0)), share(pieces.line(last))],
        next: next.map(|line| here.at(line)),
        corners: outer_on(&before).max(outer_on(&after)),
    }
}

/// The strongest line inside tiles, averaged over all tiles, at any distance from their starts that is not near their
/// sides.
fn rival(profile: &Profile, ruler: &Ruler) -> f32 {
    let margin = (ruler.tile() * 0.16).max(3.0);
    let steps = (ruler.tile() - 2.0 * margin).max(0.0) as usize;
    let mean = |step: usize| {
        let sum: f32 = (0..ruler.count).map(|tile| profile.at(ruler.begin(tile) + margin + step as f32)).sum();
        sum / ruler.count as f32
    };
    (0..=steps).map(mean).fold(0.0, f32::max)
}

/// The figures of a lattice.
pub(super) fn traits(picture: &RgbImage, edges: &Edges, lattice: &Lattice, support: &Support) -> [f32; TRAITS] {
    let columns = lines(&edges.vertical, &support.columns, &lattice.across, &lattice.down);
    let rows = lines(&edges.horizontal, &support.rows, &lattice.down, &lattice.across);
    let faces = faces(picture, lattice);
    let low = |of: fn(&Lines) -> f32| of(&columns).min(of(&rows));
    let high = |of: fn(&Lines) -> f32| of(&columns).max(of(&rows));
    let sides = |of: fn(&Lines) -> [f32; 2]| {
        let [[a, b], [c, d]] = [of(&columns), of(&rows)];
        let mut all = [a, b, c, d];
        all.sort_by(f32::total_cmp);
        all
    };
    let outer = sides(|lines| lines.outer);
    let outer_seen = sides(|lines| lines.outer_seen);
    let beyond = sides(|lines| lines.beyond);
    let next = sides(|lines| lines.next);
    let tile = (lattice.across.tile() * lattice.down.tile()).max(1.0).sqrt();
    let aspect = (lattice.across.tile() / lattice.down.tile()).max(1e-3).ln().abs();
    let pixels = picture.width() as f32 * picture.height() as f32;
    let cells = lattice.cells() as f32;
    let (fewer, more) = (lattice.across.count.min(lattice.down.count), lattice.across.count.max(lattice.down.count));
    [
        low(|lines| lines.inner),
        high(|lines| lines.inner),
        low(|lines| lines.weakest),
        high(|lines| lines.weakest),
        low(|lines| lines.second),
        high(|lines| lines.strongest),
        low(|lines| lines.weakest / (lines.strongest.max(0.0) + 0.1)),
        low(|lines| lines.seen),
        high(|lines| lines.seen),
        low(|lines| lines.rival),
        high(|lines| lines.rival),
        high(|lines| lines.rival / (lines.inner.max(0.0) + 0.1)),
        outer[0],
        outer[1],
        (outer[2] + outer[3]) / 2.0,
        outer_seen[0],
        outer_seen[1],
        beyond[3],
        beyond[2],
        (beyond[0] + beyond[1]) / 2.0,
        next[3],
        next[2],
        low(|lines| lines.corners),
        high(|lines| lines.corners),
        faces.flat,
        faces.contrast,
        faces.variety,
        f32::from(faces.one_flat),
        faces.ground,
        faces.bare.min(0.5),
        f32::from(faces.one_bare),
        faces.rim,
        faces.stray,
        (faces.ground - 0.5).max(0.0) * f32::from(faces.bare * cells < 1.5) * (1.0 - faces.rim),
        cells.ln() / 3.0,
        f32::from(fewer == 2) + (more as f32 / fewer as f32).ln(),
        tile.ln() / 4.0,
        aspect,
        (cells * tile * tile / pixels).sqrt(),
        (lattice.across.gutter + lattice.down.gutter) / 2.0 / tile * 4.0,
    ]
}
