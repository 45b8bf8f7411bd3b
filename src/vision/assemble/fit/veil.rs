//! Taking a bevel, a shadow or the blur of a gutter off again.
//!
//! Each mixes a line of pixels along the border with one colour: what was `p` is seen as `(1 - a) p + a c`. So where the
//! picture changes little from that line to the first clean one, one straight line leads from what is seen to what is
//! clean. It is fitted by least squares over all tiles, every place weighted by how little the clean picture changes
//! there. A line whose places scatter about it more than those of clean lines as far apart hides the picture.

use super::strips::{CHANNELS, Mend};

/// The square of a change, in levels, from which on a place counts less.
const ROUGH: f32 = 8.0;
/// How much less than clean lines a veiled one may be correlated with the first clean line: by which factor 1 less the
/// correlation is larger, and by how much more.
const SCATTER: (f32, f32) = (2.0, 0.03);
/// The most that contrast is raised: what is fainter is mostly noise.
const MOST_GAIN: f32 = 2.2;
/// The range of luma in a line that shows more than one colour.
const VARIED: f32 = 6.0;

/// The lines of pixels along one side of a tile, the outermost first.
type Lines<'a> = &'a [Vec<[f32; CHANNELS]>];

/// How many of the `border` outermost lines hide the picture, and how the lines up to the end of the border are mended.
/// `tiles` have at least `2 * border + 2` lines, all equally long.
pub fn lift(tiles: &[Lines], border: usize) -> (usize, Vec<Mend>) {
    mended(tiles, 0, border, true, Fit::slope)
}

/// The same of a border that fades out, of which the first `solid` lines hide the picture. So far away the picture is another, so that
/// what varies less than at the end of the fade is raised to vary as much; tiles of one colour have no say, as they may be the blank.
pub fn lift_fade(tiles: &[Lines], solid: usize, border: usize) -> (usize, Vec<Mend>) {
    let varied: Vec<Lines> = tiles.iter().copied().filter(|tile| is_varied(&tile[border])).collect();
    let tiles = if 2 * varied.len() >= tiles.len() { &varied } else { tiles };
    mended(tiles, solid, border, false, Fit::ratio)
}

/// Mends the lines outside the border down to the first `hidden`, or to one that hides the picture, too, by what gain it would need or,
/// if `scattering` does, by that.
fn mended(
    tiles: &[Lines],
    hidden: usize,
    border: usize,
    scattering: bool,
    gain: fn(&Fit) -> f32,
) -> (usize, Vec<Mend>) {
    let mut mends = vec![Mend::NONE; border];
    for line in (hidden..border).rev() {
        let veiled = Fit::of(tiles, line, border);
        let scatters = || {
            let clean = Fit::of(tiles, 2 * border - line, border);
            veiled.scatter() > SCATTER.0 * clean.scatter() + SCATTER.1
        };
        let gain = gain(&veiled);
        if gain > MOST_GAIN || scattering && scatters() {
            return (line + 1, mends);
        }
        mends[line] = veiled.mend(gain);
    }
    (hidden, mends)
}

/// Whether a line shows more than one colour.
fn is_varied(line: &[[f32; CHANNELS]]) -> bool {
    let lumas = || line.iter().map(|colour| colour[0]);
    lumas().fold(f32::MIN, f32::max) - lumas().fold(f32::MAX, f32::min) > VARIED
}

/// What a straight line from the colours of one line of pixels to those of another is fitted to.
struct Fit {
    mean: [f32; CHANNELS],
    variance: f32,
    other_mean: [f32; CHANNELS],
    other_variance: f32,
    common: f32,
}

impl Fit {
    fn of(tiles: &[Lines], line: usize, other: usize) -> Fit {
        let change =
            |a: &[f32; CHANNELS], b: &[f32; CHANNELS]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>();
        let places: Vec<_> = tiles
            .iter()
            .flat_map(|tile| tile[line].iter().zip(&tile[other]).zip(&tile[other + 1]))
            .map(|((own, clean), next)| (own, clean, 1.0 / (ROUGH + change(clean, next))))
            .collect();
        let all = places.iter().map(|(_, _, weight)| weight).sum::<f32>().max(f32::MIN_POSITIVE);
        let (mut mean, mut other_mean) = ([0.0; CHANNELS], [0.0; CHANNELS]);
        for (own, clean, weight) in &places {
            for i in 0..CHANNELS {
                mean[i] += own[i] * weight / all;
                other_mean[i] += clean[i] * weight / all;
            }
        }
        let (mut variance, mut other_variance, mut common) = (0.0, 0.0, 0.0);
        for (own, clean, weight) in &places {
            for i in 0..CHANNELS {
                let (own, clean) = (own[i] - mean[i], clean[i] - other_mean[i]);
                variance += own * own * weight / all;
                other_variance += clean * clean * weight / all;
                common += own * clean * weight / all;
            }
        }
        Fit { mean, variance, other_mean, other_variance, common }
    }

    /// 1 less the correlation.
    fn scatter(&self) -> f32 {
        1.0 - self.common / (self.variance * self.other_variance).sqrt().max(1e-3)
    }

    /// Of the straight line that fits best.
    fn slope(&self) -> f32 {
        self.common / self.variance.max(1e-3)
    }

    /// How much more the other line of pixels varies.
    fn ratio(&self) -> f32 {
        (self.other_variance / self.variance.max(1e-3)).sqrt()
    }

    fn mend(&self, gain: f32) -> Mend {
        Mend { gain, shift: std::array::from_fn(|i| self.other_mean[i] - gain * self.mean[i]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 16 tiles of smooth colours, 10 lines of 30 places each, through `veil`, which is told the line and the colour.
    fn seen(veil: impl Fn(usize, [f32; CHANNELS]) -> [f32; CHANNELS]) -> Vec<Vec<Vec<[f32; CHANNELS]>>> {
        let clean = |tile: usize, line: usize, place: usize| {
            let (x, y) = (line as f32 + 17.0 * tile as f32, place as f32 + 29.0 * tile as f32);
            [128.0 + 80.0 * (y * 0.07 + x * 0.01).sin(), 30.0 * (y * 0.05).cos(), 20.0 * (x * 0.02).sin()]
        };
        let line = |tile, line| (0..30).map(|place| veil(line, clean(tile, line, place))).collect();
        (0..16).map(|tile| (0..10).map(|number| line(tile, number)).collect()).collect()
    }

    fn lifted(tiles: &[Vec<Vec<[f32; CHANNELS]>>]) -> (usize, Vec<Mend>) {
        lift(&tiles.iter().map(Vec::as_slice).collect::<Vec<_>>(), 3)
    }

    #[test]
    fn a_bevel_is_taken_off() {
        let shares = [0.45, 0.375, 0.3];
        let light = [255.0, 0.0, 0.0];
        let bevelled = seen(|line, colour| match shares.get(line) {
            Some(share) => std::array::from_fn(|i| (1.0 - share) * colour[i] + share * light[i]),
            None => colour,
        });
        let (hidden, mends) = lifted(&bevelled);
        assert_eq!((hidden, mends.len()), (0, 3));
        for (mend, share) in mends.iter().zip(shares) {
            assert!((mend.gain * (1.0 - share) - 1.0).abs() < 0.03, "{mend:?}");
            for colour in [[60.0, 20.0, -10.0], [200.0, 0.0, 15.0]] {
                let mixed = std::array::from_fn(|i| (1.0 - share) * colour[i] + share * light[i]);
                let off = mend.apply(mixed).iter().zip(colour).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                assert!(off < 4.0, "{mend:?} makes {colour:?} {off} levels another");
            }
        }
    }

    #[test]
    fn what_hides_the_picture_is_not_mended() {
        let outlined = seen(|line, colour| if line < 2 { [16.0, 0.0, 0.0] } else { colour });
        assert_eq!(lifted(&outlined).0, 2);
        let faint = seen(|line, colour| if line < 1 { colour.map(|c| 0.2 * c) } else { colour });
        assert_eq!(lifted(&faint).0, 1);
    }
    #[test]
    fn a_shadow_that_fades_out_is_taken_off_by_tiles_that_show_something() {
        let share = |line: usize| 0.5 * (1.0 - line as f32 / 4.0).max(0.0);
        let mut tiles = seen(|line, colour| colour.map(|level| level * (1.0 - share(line))));
        tiles.push(vec![vec![[250.0, 0.0, 0.0]; 30]; 10]);
        let (hidden, mends) = lift_fade(&tiles.iter().map(Vec::as_slice).collect::<Vec<_>>(), 0, 4);
        assert_eq!((hidden, mends.len()), (0, 4));
        for (line, mend) in mends.iter().enumerate() {
            assert!((mend.gain * (1.0 - share(line)) - 1.0).abs() < 0.05, "{line}: {mend:?}");
        }
        let outlined = seen(|line, colour| if line < 2 { [16.0, 0.0, 0.0] } else { colour });
        assert_eq!(lift_fade(&outlined.iter().map(Vec::as_slice).collect::<Vec<_>>(), 0, 4).0, 2);
    }
}
