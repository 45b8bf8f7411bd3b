//! Gutters of the very colour of the tiles: seen only between the outlines of these.
//!
//! Buttons of a grey window, raised from it by a light line at two sides and a dark one at the others, are of its grey. Which of the
//! lines was taken for that between two tiles is chance; the gutter is between both.

use super::super::ruler::Ruler;
use super::strip::{LINES, NOISE, Strip};
use super::{WIDEST, through};
use crate::vision::colour::{Pixel, is_near, middle};

/// On how much of all gutters an outline must differ from the ground, and on how much of them the ground may.
const OUTLINE: f32 = 0.6;
const GROUND: f32 = 0.3;
/// How wide an outline may be, in pixels and as a share of the pitch.
const THICK: (f32, f32) = (3.0, 0.04);
/// How wide the ground between them is at least, in pixels.
const NARROWEST: f32 = 2.0;

/// The ruler whose gutters are between the outlines of tiles that are of the ground's colour: two lines along every gutter, one at
/// either end of the board, and nothing else nearby.
pub fn between_outlines<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>) -> Option<Ruler> {
    let gutters = || (0..strip.gutters()).map(|gutter| strip.around(gutter));
    let usual = |line: usize| middle(&gutters().flatten().map(|column| column[line]).collect::<Vec<Pixel>>());
    let ground: Vec<Pixel> = (0..LINES).map(usual).collect();
    let differing = |column: &[Pixel]| {
        let differs = |(pixel, ground): &(&Pixel, &Pixel)| !is_near(**pixel, **ground, NOISE);
        column.iter().zip(&ground).filter(differs).count() as f32 / LINES as f32
    };
    let sides = gutters().enumerate().map(|(gutter, columns)| {
        let shares: Vec<f32> = columns.iter().map(|column| differing(column)).collect();
        let (begin, end) = gap(&shares, THICK.0 + THICK.1 * strip.ruler.pitch)?;
        let first = strip.middle(gutter).floor() - strip.reach as f32;
        Some((first + begin as f32, first + end as f32))
    });
    let between = through(&sides.collect::<Option<Vec<_>>>()?, &strip.ruler);
    let is_end = |at: f32| (-1..=1).any(|aside| differing(&(strip.column)(at + aside as f32)) >= OUTLINE);
    let is_board = is_end(between.start.round()) && is_end(between.stop().round() - 1.0);
    (is_board && between.gutter >= NARROWEST && between.gutter <= WIDEST * between.pitch).then_some(between)
}

/// Where the ground begins and ends between two outlines, the only ones, by how much of each column differs from it.
fn gap(shares: &[f32], thick: f32) -> Option<(usize, usize)> {
    let is_outline = |at: usize| shares[at] >= OUTLINE;
    let length = |from: usize| (from..shares.len()).take_while(|&at| is_outline(at)).count();
    let begins = |&at: &usize| is_outline(at) && (at == 0 || !is_outline(at - 1));
    let outlines: Vec<usize> = (0..shares.len()).filter(begins).collect();
    let &[one, other] = &outlines[..] else { return None };
    let (begin, end) = (one + length(one), other);
    let are_thin = [one, other].iter().all(|&from| length(from) as f32 <= thick);
    let is_ground = (begin..end).all(|at| shares[at] <= GROUND);
    (are_thin && is_ground).then_some((begin, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found in tiles of 60 pixels from 20 on, 66 pixels apart, with a light line at their start and a dark one at their end,
    /// if three were seen from `start` on.
    fn found(start: f32, is_line: impl Fn(usize, i32) -> bool) -> Option<Ruler> {
        let grey = [200; 3];
        let column = |x: f32| {
            let (tile, x) = (((x as i32) - 20).div_euclid(66), ((x as i32) - 20).rem_euclid(66));
            let is_line = (0..3).contains(&tile) && is_line(tile as usize, x);
            vec![if is_line { if x < 30 { [255; 3] } else { [90; 3] } } else { grey }; LINES]
        };
        between_outlines(&Strip::new(column, &Ruler { start, pitch: 66.0, count: 3, gutter: 0.0 }))
    }

    #[test]
    fn gutters_of_the_tiles_colour_are_between_their_outlines() {
        let both = |_: usize, x: i32| x == 0 || x == 59;
        for start in [14.0, 17.0, 21.0] {
            assert_eq!(found(start, both), Some(Ruler { start: 20.0, pitch: 66.0, count: 3, gutter: 6.0 }), "{start}");
        }
        assert_eq!(found(20.0, |_, x| x == 0), None, "one line parts the tiles");
        assert_eq!(found(20.0, |_, x| x == 0 || x == 59 || x == 52), None, "there are frames within them");
        assert_eq!(found(20.0, |tile, x| x == 0 && tile > 0 || x == 59 && tile < 2), None, "the board has no ends");
        assert_eq!(found(20.0, |_, x| x < 8 || x == 59), None, "a line is too thick");
    }
}
