//! What is seen when, and how long.

use super::GifOptions;
use super::settings::Settings;
use super::stage::Stage;
use crate::rect::Rect;

/// A moment of the walkthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// The tile to press is lit; the counter still tells the step before.
    Lit,
    /// The same, and the counter tells this step.
    Counted,
    /// On its way: `part` of [`Timing::parts`], 1 and more.
    Sliding {
        /// How far.
        part: u32,
    },
    /// At rest in its new cell, unlit.
    Landed,
    /// The same, drawn once more in other inks.
    Settled,
}

/// How long things take, in hundredths of a second, as GIF counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timing {
    /// From lit to leaving.
    pub(super) hold: u16,
    /// One picture of a sliding tile.
    pub(super) frame: u16,
    /// Into how many parts a slide is cut; 1: the tile jumps.
    pub(super) parts: u32,
    /// The solved board.
    pub(super) last: u16,
    /// How often what comes to rest is drawn, each time in other inks.
    pub(super) passes: u16,
}

/// Players slow down what is shown for a shorter time.
pub(super) const SHORTEST: u16 = 2;

impl Timing {
    pub(super) fn of(options: &GifOptions) -> Timing {
        let speed = if options.speed.is_finite() { options.speed.clamp(0.05, 20.0) } else { 1.0 };
        let hundredths = |seconds: f64| {
            let seconds = if seconds.is_finite() { seconds.clamp(0.0, 60.0) } else { 0.0 };
            (seconds * 100.0 / speed).round().clamp(0.0, 65_535.0) as u16
        };
        let fps = if options.fps.is_finite() { options.fps.clamp(1.0, 50.0) } else { 25.0 };
        let frame = ((100.0 / fps).round() as u16).max(SHORTEST);
        let parts = (u32::from(hundredths(options.slide)) / u32::from(frame)).max(1);
        Timing {
            hold: hundredths(options.hold).max(2 * SHORTEST),
            frame,
            parts,
            last: hundredths(options.last).max(SHORTEST),
            passes: Settings::of(options.quality, parts > 1).passes,
        }
    }

    /// The parts of the board that are drawn again after the first picture, one after the other and as quickly as can
    /// be, so that each gets inks of its own: tiles, or blocks of tiles where there are many. None where one pass will
    /// do. After the last comes the first again, as often as [`Timing::again`] says.
    pub(super) fn refined(self, stage: &Stage) -> Vec<Rect> {
        let most = usize::from(self.first(stage) / SHORTEST) * 9 / 10 / usize::from(self.again().max(1));
        if self.again() > 0 && most > 0 { stage.blocks(most) } else { Vec::new() }
    }

    /// How often each part is drawn again.
    pub(super) fn again(self) -> u16 {
        self.passes - 1
    }

    /// How long the first picture is seen before each time that a part is drawn again, and after the last.
    pub(super) fn opening(self, stage: &Stage) -> Vec<u16> {
        let times = self.refined(stage).len() * usize::from(self.again());
        let mut delays = vec![SHORTEST; times];
        delays.push(self.first(stage) - SHORTEST * times as u16);
        delays
    }

    fn first(self, stage: &Stage) -> u16 {
        if stage.storyboard.steps().is_empty() { self.last } else { self.hold }
    }

    /// The moments of a step, each with how long it is seen. `first` has no counter to change.
    pub(super) fn moments(self, counter: bool, first: bool, last: bool) -> Vec<(Moment, u16)> {
        let mut moments = match counter && !first {
            true => vec![(Moment::Lit, SHORTEST), (Moment::Counted, self.hold - SHORTEST)],
            false => vec![(Moment::Lit, self.hold)],
        };
        moments.extend((1..self.parts).map(|part| (Moment::Sliding { part }, self.frame)));
        let mut rest = if last && !counter { self.last } else { self.frame };
        for pass in 1..self.passes {
            moments.push((if pass == 1 { Moment::Landed } else { Moment::Settled }, SHORTEST));
            rest = rest.saturating_sub(SHORTEST).max(SHORTEST);
        }
        moments.push((if self.passes == 1 { Moment::Landed } else { Moment::Settled }, rest));
        moments
    }

    /// How far a tile has come, 0 to 1: it starts and stops gently.
    pub(super) fn eased(self, part: u32) -> f64 {
        let t = f64::from(part) / f64::from(self.parts);
        t * t * (3.0 - 2.0 * t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Quality, Style, testing};

    #[test]
    fn the_first_picture_is_seen_no_longer_for_being_drawn_again() {
        let story = testing::walk("1 2 3/4 5 6/7 8 0", &testing::wander(3, 3, 2));
        let stage = Stage::new(&story, Style::Marked, true);
        for (quality, pictures) in [(Quality::Normal, 1), (Quality::High, 28)] {
            let timing = Timing::of(&GifOptions { quality, ..GifOptions::default() });
            let delays = timing.opening(&stage);
            assert_eq!((delays.len(), delays.iter().sum::<u16>()), (pictures, timing.hold));
            assert!(delays.iter().all(|&delay| delay >= SHORTEST), "{delays:?}");
        }
    }

    #[test]
    fn delays_are_never_shorter_than_players_keep_to() {
        for (fps, hold, speed) in [(25.0, 0.6, 1.0), (1000.0, 0.0, 100.0), (f64::NAN, f64::INFINITY, -1.0)] {
            let timing = Timing::of(&GifOptions { fps, hold, speed, ..GifOptions::default() });
            for first in [true, false] {
                let moments = timing.moments(true, first, false);
                assert!(moments.iter().all(|&(_, delay)| delay >= SHORTEST), "{moments:?}");
            }
        }
    }

    #[test]
    fn slides_are_eased_and_of_the_length_asked_for() {
        let timing = Timing::of(&GifOptions { fps: 20.0, slide: 0.4, ..GifOptions::default() });
        assert_eq!((timing.frame, timing.parts), (5, 8));
        assert!((timing.eased(4) - 0.5).abs() < 1e-9);
        assert!(timing.eased(1) < 1.0 / 8.0 && timing.eased(7) > 7.0 / 8.0);
        assert_eq!(timing.moments(true, false, false).len(), 10);
    }
}
