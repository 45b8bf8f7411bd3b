//! What a quality means: how many colours, and what a difference may cost.
//!
//! A difference is weighed against bytes: of the phrases that might be written next, the one is taken that costs
//! least, a code being worth 1 and a difference its `price`, times what is measured on each walkthrough's first picture.
//! So one and the same setting suits flat art, where next to nothing is given up, and photographs. What stays for long
//! has a high price, what is seen for a moment only a low one.

use super::Quality;

/// How pictures of one kind are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Care {
    /// How far a palette of its own may be from the picture, as a share of the error of the canvas's; it gets as few
    /// colours as that takes. `None`: the palette of the canvas will do.
    pub(super) palette: Option<f32>,
    /// What a difference costs beside those of other kinds of pictures.
    pub(super) price: f32,
    /// The most that a difference of one pixel may cost at that price, over the price itself; 0 for none at all.
    pub(super) most: f32,
}

/// How much effort goes into a walkthrough.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The first picture.
    pub(super) opening: Care,
    /// How much of the errors that may be made is made; with 0, prices are not measured.
    pub(super) spent: f32,
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

impl Settings {
    /// `slides`: there are pictures of tiles on their way. Without them what is at rest takes most of the bytes.
    pub(super) fn of(quality: Quality, slides: bool) -> Settings {
        let exact = Care { palette: None, price: 1.0, most: 0.0 };
        let own = |palette: f32, price: f32, most: f32| Care { palette: Some(palette), price, most };
        match quality {
            Quality::Fast => {
                Settings { opening: exact, spent: 0.0, passes: 1, lit: exact, flight: exact, rest: exact, beam: 1 }
            }
            Quality::Normal if slides => Settings {
                opening: Care { price: 0.0887, most: 5.0, ..exact },
                spent: 0.9,
                passes: 1,
                lit: own(1.5, 0.0125, 18.0),
                flight: own(2.0, 0.0125, 12.0),
                rest: own(0.5, 0.05, 4.0),
                beam: 4,
            },
            Quality::Normal => Settings {
                opening: Care { price: 0.0887, most: 5.0, ..exact },
                spent: 1.0,
                passes: 1,
                lit: own(1.5, 0.008, 22.5),
                flight: exact,
                rest: own(0.5, 0.03, 5.0),
                beam: 4,
            },
            Quality::High => Settings {
                opening: Care { most: 1.0, ..exact },
                spent: 0.0,
                passes: 3,
                lit: own(0.05, 0.4, 1.0),
                flight: own(0.05, 0.7, 2.0),
                rest: own(0.0, 2.0, 0.5),
                beam: 8,
            },
        }
    }
}
