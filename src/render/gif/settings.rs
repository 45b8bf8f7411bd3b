//! What a quality means: how many colours, and what a difference may cost.
//!
//! A difference is weighed against bytes: of the phrases that might be written next, the one is taken that costs
//! least, a code being worth 1 and a difference its `price`, times what is measured on each walkthrough's first picture.
//! So one and the same setting suits flat art, where next to nothing is given up, and photographs. What stays for long
//! has a high price, what is seen for a moment only a low one.

use super::Quality;
use super::eye::Weight;
use super::eye::errors::Errors;

/// How pictures of one kind are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Care {
    /// How far a palette of its own may be from the picture, as a share of the error of the canvas's, and as one of the
    /// error of an ordinary encoder's on that picture; it gets as few colours as both take. `None`: the palette of the
    /// canvas will do.
    pub(super) palette: Option<[f32; 2]>,
    /// What a difference costs beside those of other kinds of pictures.
    pub(super) price: f32,
    /// The most that a difference of one pixel may cost at that price, over the price itself; 0 for none at all.
    pub(super) most: f32,
    /// How far what is seen may be from the truth, as a share of what an ordinary encoder errs, if the price follows what
    /// comes out.
    pub(super) allowed: Option<Errors>,
    /// What squared differences cost where the price is 1, as measured.
    pub(super) rate: Weight,
    /// How much more than that those of luma cost at first.
    pub(super) luma: f32,
}

impl Care {
    /// The nearest inks of the canvas.
    pub(super) const EXACT: Care = Care {
        palette: None,
        price: 1.0,
        most: 0.0,
        allowed: None,
        rate: Weight { colour: 1.0, luma: 0.0 },
        luma: 1.0,
    };
}

/// How much effort goes into a walkthrough.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The first picture.
    pub(super) opening: Care,
    /// How far the first picture may be from the truth, as a share of what an ordinary encoder errs, if that is measured.
    pub(super) spent: Option<Errors>,
    /// How often what comes to rest is drawn, the tiles of the first picture included: after the first time, in inks for
    /// what was worst before.
    pub(super) passes: u16,
    /// The tile to press lit.
    pub(super) lit: Care,
    /// A tile on its way.
    pub(super) flight: Care,
    /// A tile that has arrived.
    pub(super) rest: Care,
    /// How many phrases are followed at once.
    pub(super) beam: usize,
}

/// Where an ordinary encoder errs no more than this, it is exact but for a few pixels. To give up as little as it does would
/// save next to nothing.
const EXACT: f32 = 0.1;
/// Where it errs no more than this, one palette suits all pictures: it is chosen for all of them, and few get their own.
pub(super) const NEAR: f32 = 1.7;

impl Settings {
    /// What suits pictures on which an ordinary encoder errs so little: no more is given up on a lit tile than on one at
    /// rest, and palettes come nearer to tiles that are lit or in flight; where it is exact, nothing is given up at all.
    pub(super) fn beside(self, usual: f32) -> Settings {
        let exact = |care: Care| Care { most: 0.0, allowed: None, ..care };
        if usual <= EXACT {
            let Settings { opening, lit, flight, rest, .. } = self;
            let [opening, lit, flight, rest] = [opening, lit, flight, rest].map(exact);
            Settings { opening, lit, flight, rest, spent: None, ..self }
        } else {
            let nearer =
                |care: Care, canvas: f32| Care { palette: care.palette.map(|[_, usual]| [canvas, usual]), ..care };
            let Care { price, most, .. } = self.rest;
            let lit = Care { price, most, ..nearer(self.lit, 1.0) };
            Settings { lit, flight: nearer(self.flight, 0.5), ..self }
        }
    }

    /// `slides`: there are pictures of tiles on their way. Without them what is at rest takes most of the bytes.
    pub(super) fn of(quality: Quality, slides: bool) -> Settings {
        let exact = Care::EXACT;
        let own = |palette: f32, price: f32, most: f32| Care {
            palette: Some([palette, f32::INFINITY]),
            price,
            most,
            ..exact
        };
        let follows = |care: Care, usual: f32, colour: f32, luma: f32| Care {
            palette: care.palette.map(|[canvas, _]| [canvas, usual]),
            allowed: Some(Errors { colour, luma }),
            ..care
        };
        match quality {
            Quality::Fast => {
                Settings { opening: exact, spent: None, passes: 1, lit: exact, flight: exact, rest: exact, beam: 1 }
            }
            Quality::Normal if slides => Settings {
                opening: Care { price: 0.0887, most: 5.0, ..exact },
                spent: Some(Errors { colour: 0.88, luma: 0.79 }),
                passes: 1,
                lit: own(1.5, 0.0125, 18.0),
                flight: own(2.0, 0.0125, 12.0),
                rest: own(0.5, 0.05, 4.0),
                beam: 4,
            },
            Quality::Normal => Settings {
                opening: Care { price: 0.0887, most: 5.0, ..exact },
                spent: Some(Errors { colour: 0.97, luma: 0.945 }),
                passes: 1,
                lit: Care { luma: 1.4, ..follows(own(1.5, 0.01, 22.5), 0.9, 1.06, 0.97) },
                flight: exact,
                rest: follows(own(0.5, 0.028, 5.36), 0.7, 1.2, 1.0),
                beam: 4,
            },
            Quality::High => Settings {
                opening: Care { most: 1.0, ..exact },
                spent: None,
                passes: 4,
                lit: own(0.05, 0.4, 1.0),
                flight: own(0.05, 0.7, 1.0),
                rest: own(0.0, 2.0, 0.35),
                beam: 8,
            },
        }
    }
}
