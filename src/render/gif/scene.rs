//! What a step looks like at every moment, in its corridor.

use std::borrow::Cow;

use image::RgbImage;

use super::stage::Stage;
use super::timeline::{Moment, Timing};
use crate::rect::Rect;
use crate::render::storyboard::Step;
use crate::render::{frame, mark, paint};

/// The pictures of one step, all of its corridor: the cells from the tile to press to the blank.
pub(super) struct Scene {
    /// Where the corridor is on the canvas.
    pub(super) place: Rect,
    /// The corridor before the step.
    pub(super) before: RgbImage,
    /// The same with the tile lit and the arrow.
    pub(super) lit: RgbImage,
    /// The corridor without tiles, and the sliding tiles, lit where they are to be pressed: the picture of each, and
    /// where it starts and ends within the corridor.
    pub(super) empty: RgbImage,
    pub(super) tiles: Vec<Sprite>,
    /// The corridor after the step.
    pub(super) after: RgbImage,
}

/// A sliding tile.
pub(super) struct Sprite {
    pub(super) picture: RgbImage,
    from: Rect,
    to: Rect,
}

impl Sprite {
    /// Where it is at a moment.
    pub(super) fn place(&self, timing: Timing, part: u32) -> Rect {
        let eased = timing.eased(part);
        let between = |a: u32, b: u32| (f64::from(a) + (f64::from(b) - f64::from(a)) * eased).round() as u32;
        Rect { x: between(self.from.x, self.to.x), y: between(self.from.y, self.to.y), ..self.from }
    }
}

impl Scene {
    /// The scene of a step; `board` tells the origins of the tiles before it.
    pub(super) fn new(stage: &Stage, board: &[u16], step: Step) -> Scene {
        let storyboard = stage.storyboard;
        let artwork = storyboard.artwork();
        let place = frame::corridor(storyboard, step);
        let within = |cell: usize| {
            let rect = artwork.cell(cell);
            Rect { x: rect.x - place.x, y: rect.y - place.y, ..rect }
        };
        let mut ground = RgbImage::new(place.width, place.height);
        paint::copy(&mut ground, Rect::new(0, 0, place.width, place.height), artwork.board(), place);
        let put = |picture: &mut RgbImage, cell: usize, origin: u16| {
            paint::copy(picture, within(cell), artwork.board(), artwork.cell(origin.into()));
        };
        let cells: Vec<usize> = std::iter::once(step.blank).chain(step.sliding(storyboard.size())).collect();
        let (mut before, mut empty) = (ground.clone(), ground.clone());
        let mut after = ground;
        let blank = board[step.blank];
        for (i, &cell) in cells.iter().enumerate() {
            put(&mut before, cell, board[cell]);
            put(&mut empty, cell, blank);
            put(&mut after, cell, cells.get(i + 1).map_or(blank, |&next| board[next]));
        }
        let mut lit = before.clone();
        let from = within(step.press);
        mark::tile(&mut lit, from, from.width.min(from.height), stage.style);
        let tiles = cells.windows(2).map(|pair| cut(&lit, within(pair[1]), within(pair[0]))).collect();
        let line: Vec<Rect> = step.line(storyboard.size()).map(within).collect();
        mark::arrows(&mut lit, &line, step.slide, stage.style);
        Scene { place, before, lit, empty, tiles, after }
    }

    /// What is seen while the tiles slide.
    pub(super) fn in_flight(&self) -> Vec<&RgbImage> {
        self.tiles.iter().map(|tile| &tile.picture).chain([&self.empty]).collect()
    }

    /// The corridor at a moment.
    pub(super) fn at(&self, moment: Moment, timing: Timing) -> Cow<'_, RgbImage> {
        match moment {
            Moment::Lit | Moment::Counted => Cow::Borrowed(&self.lit),
            Moment::Landed | Moment::Settled => Cow::Borrowed(&self.after),
            Moment::Sliding { part } => {
                let mut picture = self.empty.clone();
                for tile in &self.tiles {
                    let whole = Rect::new(0, 0, tile.picture.width(), tile.picture.height());
                    paint::copy(&mut picture, tile.place(timing, part), &tile.picture, whole);
                }
                Cow::Owned(picture)
            }
        }
    }
}

fn cut(picture: &RgbImage, from: Rect, to: Rect) -> Sprite {
    let mut sprite = RgbImage::new(from.width, from.height);
    paint::copy(&mut sprite, Rect::new(0, 0, from.width, from.height), picture, from);
    Sprite { picture: sprite, from, to }
}
