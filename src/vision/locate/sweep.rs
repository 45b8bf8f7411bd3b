//! Boards are drawn under many conditions and must be found.

use image::{Rgb, RgbImage};

use super::{Candidate, Hints, Look, locate};
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::Grid;

/// A board to draw.
#[derive(Clone, Copy, Debug)]
struct Scene {
    columns: u32,
    rows: u32,
    tile: (u32, u32),
    gutter: u32,
    /// A frame in the gutter's colour.
    frame: u32,
    /// The colour of page and of gutters.
    colours: [[u8; 3]; 2],
    at: (u32, u32),
    screen: (u32, u32),
}

const PLAIN: Scene = Scene {
    columns: 4,
    rows: 4,
    tile: (60, 60),
    gutter: 0,
    frame: 0,
    colours: [[244, 244, 240], [30, 30, 34]],
    at: (150, 90),
    screen: (640, 480),
};

/// A number that looks random, for two others.
fn hash(a: u32, b: u32) -> u32 {
    let mut x = a.wrapping_mul(0x9e37_79b9) ^ b.wrapping_mul(0x85eb_ca6b);
    x = (x ^ (x >> 15)).wrapping_mul(0x2c1b_3c6d);
    (x ^ (x >> 12)).wrapping_mul(0x297a_2d39) >> 8
}

/// A smooth picture: the colour of a pixel of the tile whose home is `home`.
fn paint(home: u32, x: u32, y: u32) -> Rgb<u8> {
    let channel = |which: u32| {
        let wave = |period: u32, phase: u32| ((x * 7 + y * 5 + phase) as f32 / period as f32).sin() * 30.0;
        let base = 40 + hash(home, which) % 160;
        (base as f32 + wave(60 + which * 17, hash(home, 9) % 200)).clamp(0.0, 255.0) as u8
    };
    Rgb([channel(0), channel(1), channel(2)])
}

impl Scene {
    fn region(&self) -> Rect {
        let side = |count: u32, tile: u32| count * (tile + self.gutter);
        let half = self.gutter / 2;
        let (width, height) = (side(self.columns, self.tile.0), side(self.rows, self.tile.1));
        Rect::new(self.at.0.saturating_sub(half), self.at.1.saturating_sub(half), width, height)
    }

    fn draw(&self) -> RgbImage {
        let [page, gutter] = self.colours.map(Rgb);
        let mut picture = RgbImage::from_pixel(self.screen.0, self.screen.1, page);
        let (width, height) = (self.region().width - self.gutter, self.region().height - self.gutter);
        let outside = |from: u32| from.saturating_sub(self.frame);
        for y in outside(self.at.1)..(self.at.1 + height + self.frame).min(self.screen.1) {
            for x in outside(self.at.0)..(self.at.0 + width + self.frame).min(self.screen.0) {
                picture.put_pixel(x, y, gutter);
            }
        }
        for cell in 0..self.columns * self.rows - 1 {
            let left = self.at.0 + cell % self.columns * (self.tile.0 + self.gutter);
            let top = self.at.1 + cell / self.columns * (self.tile.1 + self.gutter);
            for y in 0..self.tile.1 {
                for x in 0..self.tile.0 {
                    picture.put_pixel(left + x, top + y, paint(cell, x, y));
                }
            }
        }
        picture
    }

    fn is_found_by(&self, grid: &Grid) -> bool {
        let (truth, region) = (self.region(), grid.region);
        let near = |a: u32, b: u32| a.abs_diff(b) <= 2;
        (grid.size.columns() as u32, grid.size.rows() as u32) == (self.columns, self.rows)
            && near(truth.x, region.x)
            && near(truth.y, region.y)
            && near(truth.right(), region.right())
            && near(truth.bottom(), region.bottom())
    }

    /// Where among the candidates the board is.
    fn rank(&self, hints: &Hints) -> Option<usize> {
        locate(&self.draw(), hints, Look::Glance).iter().position(|candidate| self.is_found_by(&candidate.grid))
    }
}

#[test]
fn boards_are_among_the_candidates_under_all_these_conditions() {
    let dark = [[24, 26, 30], [90, 90, 96]];
    let scenes = [
        PLAIN,
        Scene { gutter: 4, ..PLAIN },
        Scene { gutter: 10, frame: 10, ..PLAIN },
        Scene { frame: 14, ..PLAIN },
        Scene { columns: 3, rows: 3, tile: (110, 110), ..PLAIN },
        Scene { columns: 5, rows: 3, tile: (50, 80), gutter: 2, ..PLAIN },
        Scene { columns: 12, rows: 10, tile: (22, 22), gutter: 1, ..PLAIN },
        Scene { colours: dark, ..PLAIN },
        Scene { colours: dark, gutter: 3, frame: 6, at: (300, 200), ..PLAIN },
        Scene { at: (0, 0), screen: (240, 240), ..PLAIN },
        Scene { colours: dark, tile: (130, 130), gutter: 25, at: (40, 150), screen: (700, 1000), ..PLAIN },
        Scene { tile: (301, 301), at: (1001, 333), screen: (2900, 1700), ..PLAIN },
    ];
    let missed: Vec<_> =
        scenes.iter().map(|scene| (scene, scene.rank(&Hints::default()))).filter(|(_, rank)| rank.is_none()).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn pictures_without_anything_have_no_panics() {
    for (width, height) in [(1, 1), (1, 600), (600, 1), (16, 16), (17, 40), (200, 200)] {
        for colour in [0, 128, 255] {
            let flat = RgbImage::from_pixel(width, height, Rgb([colour; 3]));
            let found: Vec<Candidate> = locate(&flat, &Hints::default(), Look::Glance);
            assert!(found.iter().flat_map(|found| &found.grid.cells).all(|cell| cell.fits(width, height)));
        }
    }
}

#[test]
fn a_given_size_is_kept() {
    let size = Size::new(4, 4).unwrap();
    let hints = Hints { size: Some(size), region: None };
    assert_eq!(PLAIN.rank(&hints), Some(0));
    assert!(locate(&PLAIN.draw(), &hints, Look::Glance).iter().all(|candidate| candidate.grid.size == size));
}

#[test]
fn in_a_given_region_only_the_size_is_looked_for() {
    for scene in [PLAIN, Scene { gutter: 6, ..PLAIN }, Scene { columns: 5, rows: 3, ..PLAIN }] {
        let hints = Hints { size: None, region: Some(scene.region()) };
        assert_eq!(scene.rank(&hints), Some(0), "{scene:?}");
    }
}

#[test]
fn a_given_region_of_a_given_size_is_always_a_candidate() {
    let (size, region) = (Size::new(3, 5).unwrap(), Rect::new(200, 100, 300, 300));
    let found = locate(&PLAIN.draw(), &Hints { size: Some(size), region: Some(region) }, Look::Glance);
    assert!(found.iter().any(|candidate| candidate.grid.size == size && candidate.grid.region == region));
}

#[test]
fn regions_outside_the_picture_hold_nothing() {
    for region in [Rect::new(5000, 0, 10, 10), Rect::new(0, 0, 0, 0), Rect::new(630, 470, u32::MAX, u32::MAX)] {
        for size in [None, Some(Size::new(4, 4).unwrap())] {
            let found = locate(&PLAIN.draw(), &Hints { size, region: Some(region) }, Look::Glance);
            assert!(found.iter().flat_map(|found| &found.grid.cells).all(|cell| cell.fits(640, 480)));
        }
    }
}
