//! How far a bevel or a shadow reaches into a tile that fades out without a step.
//!
//! From line to line along the border it changes the picture a little, on nearly all tiles the same way and more than further in,
//! where each tile has its own trend. A picture does so on half of the tiles. Of 80 drawn boards with shadows inside their tiles, as
//! browsers draw them, 48 are put together by this, and 32 without it, none of them wrong.

use super::strips::CHANNELS;
use crate::vision::median::median;

/// How many lines are looked at together.
const TOGETHER: usize = 3;

/// What must be seen of a fade.
struct Asked {
    /// How many levels a line it changes the tiles' luma by at least, and a tile that has a say.
    least: f32,
    voting: f32,
    /// The share of all tiles that must change the same way, and of those that have a say.
    many: f32,
    agreed: f32,
}

/// Where it begins, and where it goes on, which it does ever more faintly.
const BEGINS: Asked = Asked { least: 0.6, voting: 0.15, many: 0.5, agreed: 0.8 };
const GOES_ON: Asked = Asked { least: 0.3, voting: 0.1, many: 0.4, agreed: 0.75 };

/// The parts into which a side is divided.
const PARTS: usize = 5;

/// After how many lines, `most` at most, a fade ends that begins after the first `from`, or up to `near` where it is even at first;
/// `from` if there is none. Each tile has more than `3 * most` lines.
pub fn end(tiles: &[&[Vec<[f32; CHANNELS]>]], from: usize, near: usize, most: usize) -> usize {
    let changes: Vec<Vec<f32>> = tiles.iter().map(|lines| changes(lines, most)).collect();
    let sign = |depth: usize, asked: &Asked| {
        let mean = |changes: &Vec<f32>| changes[depth..depth + TOGETHER].iter().sum::<f32>() / TOGETHER as f32;
        let means: Vec<f32> = changes.iter().map(mean).collect();
        let middle = median(means.clone());
        let having_say = means.iter().filter(|mean| mean.abs() > asked.voting).count() as f32;
        let agreeing = means.iter().filter(|&&mean| mean * middle.signum() > asked.voting).count() as f32;
        let agree = agreeing >= asked.many * means.len() as f32 && agreeing >= asked.agreed * having_say;
        let fades = agree && middle.abs() >= asked.least;
        fades.then_some(middle.signum())
    };
    let run = |start: usize| -> Option<usize> {
        let first = sign(start, &BEGINS)?;
        let depths = (start..most).take_while(|&depth| sign(depth, &GOES_ON) == Some(first)).count();
        (depths >= TOGETHER).then_some((start + depths).min(most))
    };
    (from..near.max(from + 1).min(most)).find_map(run).unwrap_or(from)
}

/// By how much luma changes from each line to the next on a tile, less what it does further in, in the middle one of some parts of the
/// side: a number in a corner changes few of them.
fn changes(lines: &[Vec<[f32; CHANNELS]>], most: usize) -> Vec<f32> {
    let in_part = |part: usize| -> Vec<f32> {
        let mean = |line: &Vec<[f32; CHANNELS]>| {
            let places = &line[part * line.len() / PARTS..(part + 1) * line.len() / PARTS];
            places.iter().map(|colour| colour[0]).sum::<f32>() / places.len().max(1) as f32
        };
        let lumas: Vec<f32> = lines.iter().map(mean).collect();
        let steps: Vec<f32> = lumas.windows(2).map(|pair| pair[0] - pair[1]).collect();
        let trend = median(steps[most..].to_vec());
        steps.into_iter().map(|step| step - trend).collect()
    };
    let parts: Vec<Vec<f32>> = (0..PARTS).map(in_part).collect();
    (0..lines.len() - 1).map(|depth| median(parts.iter().map(|part| part[depth]).collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine tiles of 40 lines with 30 places each, of smooth colours, through `veil`, which is told the line and the luma.
    fn tiles(veil: impl Fn(usize, f32) -> f32) -> Vec<Vec<Vec<[f32; CHANNELS]>>> {
        let luma = |tile: usize, line: usize, place: usize| {
            let (phase, slope) = (29.0 * tile as f32, (tile as f32 - 4.0) * 0.7);
            128.0
                + 60.0 * (0.07 * (place as f32 + phase)).sin()
                + slope * line as f32
                + 3.0 * (phase + line as f32).sin()
        };
        let line = |tile, line| (0..30).map(|place| [veil(line, luma(tile, line, place)), 0.0, 0.0]).collect();
        (0..9).map(|tile| (0..40).map(|number| line(tile, number)).collect()).collect()
    }

    fn end(tiles: &[Vec<Vec<[f32; CHANNELS]>>], from: usize) -> usize {
        super::end(&tiles.iter().map(Vec::as_slice).collect::<Vec<_>>(), from, 5, 13)
    }

    #[test]
    fn a_shadow_ends_where_it_has_faded_out() {
        let share = |line: usize, from: usize| 0.5 * (1.0 - line.saturating_sub(from) as f32 / 8.0).max(0.0);
        let dark = tiles(|line, luma| luma * (1.0 - share(line, 0)));
        assert!((7..=9).contains(&end(&dark, 0)), "{}", end(&dark, 0));
        assert!((7..=9).contains(&end(&dark, 3)), "from the end of an outline on");
        let light = tiles(|line, luma| luma + (255.0 - luma) * share(line, 3));
        assert!((9..=12).contains(&end(&light, 0)), "it is even at first: {}", end(&light, 0));
    }

    #[test]
    fn a_picture_does_not_fade() {
        assert_eq!([0, 2].map(|from| end(&tiles(|_, luma| luma), from)), [0, 2]);
        let sky = tiles(|line, luma| luma + 2.0 * line as f32);
        assert_eq!(end(&sky, 0), 0, "it goes on further in");
    }
}
