//! Prices that follow what comes out: where pictures of a kind err more than they may, differences cost more in the steps
//! to come, and less where they err far less.

use super::eye::Weight;
use super::eye::errors::Errors;
use super::settings::Care;

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The tile to press lit.
    Lit,
    /// A tile that has arrived.
    Rest,
}

/// What came of a picture, and what would have come of it with an ordinary encoder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) kind: Kind,
    pub(super) made: Errors,
    pub(super) usual: Errors,
}

/// Steps packed before prices follow for the first time, and at most from one time to the next. Fixed, and not by the
/// number of threads, so that it changes nothing in what comes out.
pub(super) const FIRST_BATCH: usize = 4;
pub(super) const LARGEST_BATCH: usize = 16;
/// Steps that err so much more than they may are packed again, at prices that follow.
pub(super) const FAR: f32 = 1.5;

/// Prices stay as they are where the errors are less than those allowed, but not less than this share of them: tiles
/// differ, and bytes are spent best at an even price.
const FEW: f32 = 0.75;
/// How much prices rise and fall: by this power of what the errors are beside those allowed. They fall slowly, lest what is
/// given up on tiles that take it well be missed on others.
const RISE: f32 = 2.0;
const FALL: f32 = 1.2;
/// The least and the most that a price is changed by, at once and in all.
const AT_ONCE: (f32, f32) = (0.25, 4.0);
const IN_ALL: (f32, f32) = (0.12, 8.0);
/// That of colour goes no lower beside that of luma.
const BALANCE: f32 = 0.6;

impl Care {
    /// Adjusts what differences cost to what came of pictures that took this care; `start` is what they cost at first.
    /// Says how far they were from the truth, as a share of how far they may be.
    pub(super) fn follow(&mut self, outcomes: impl Iterator<Item = Outcome>, start: Weight) -> f32 {
        let Some(allowed) = self.allowed else { return 0.0 };
        let (made, usual) = outcomes
            .fold(<(Errors, Errors)>::default(), |(made, usual), outcome| (made + outcome.made, usual + outcome.usual));
        let share = |made: f32, allowed: f32| if allowed > 0.0 { made / allowed } else { 1.0 };
        let adjusted = |rate: f32, start: f32, share: f32| {
            let change = if share < FEW { (share / FEW).powf(FALL) } else { share.max(1.0).powf(RISE) };
            (rate / start * change.clamp(AT_ONCE.0, AT_ONCE.1)).clamp(IN_ALL.0, IN_ALL.1)
        };
        let structure = share(made.luma, usual.luma * allowed.luma);
        let luma = adjusted(self.rate.luma, start.luma, structure);
        let channels = share(made.colour, usual.colour * allowed.colour);
        let colour = adjusted(self.rate.colour, start.colour, channels);
        self.rate = Weight { colour: start.colour * colour.max(BALANCE * luma), luma: start.luma * luma };
        structure.max(channels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Weight = Weight { colour: 2.0, luma: 5.0 };

    fn followed(errors: &[f32]) -> Weight {
        let allowed = Some(Errors { colour: 1.0, luma: 1.0 });
        let mut care = Care { allowed, rate: START, ..Care::EXACT };
        let outcome = |error: f32| {
            let both = |error: f32| Errors { colour: error, luma: error };
            Outcome { kind: Kind::Rest, made: both(error), usual: both(10.0) }
        };
        for &error in errors {
            care.follow([outcome(error), outcome(error)].into_iter(), START);
        }
        care.rate
    }

    #[test]
    fn differences_cost_more_after_too_many_errors_and_less_after_few() {
        assert!(followed(&[12.0]).colour > START.colour && followed(&[12.0]).luma > START.luma);
        assert_eq!(followed(&[9.0]), START);
        assert!(followed(&[5.0]).colour < START.colour && followed(&[5.0]).luma < START.luma);
    }

    #[test]
    fn prices_stay_within_bounds_whatever_comes_out() {
        let most = followed(&[50.0; 100]);
        assert_eq!(most, START * IN_ALL.1);
        let least = followed(&[0.0; 100]);
        assert_eq!(least, START * IN_ALL.0);
        let mut care = Care { allowed: Some(Errors { colour: 1.0, luma: 1.0 }), rate: START, ..Care::EXACT };
        care.follow(std::iter::empty(), START);
        assert_eq!(care.rate, START);
    }
}
