//! The project's own pictures, and screenshots of games that play with them: for fixtures, for tests over many
//! conditions, for trying things out. Everything is the same on every machine.

mod board;
mod brush;
mod clutter;
mod desktop;
mod look;
mod picture;
mod sweep;
mod text;
mod tiles;
mod wear;
mod widgets;

use std::fmt;

use image::RgbImage;
use image::imageops::{FilterType, resize};

use crate::puzzle::Size;
use crate::rect::Rect;

pub use look::{
    Blank, BoardLook, Chrome, Colour, Face, Finish, Frame, Ground, Lettering, Page, Place, Retouch, Screen, Theme,
};
pub use picture::Picture;
pub use sweep::{Sample, Task};
pub use tiles::Tiles;
pub use wear::Wear;

/// A screenshot to be drawn.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Which tile lies where.
    pub tiles: Tiles,
    /// What the tiles show.
    pub face: Face,
    /// How the board is made.
    pub look: BoardLook,
    /// Where it is shown.
    pub screen: Screen,
    /// What happens to the finished screenshot.
    pub retouch: Retouch,
    /// A tile caught on its way.
    pub sliding: Option<Sliding>,
}

/// A tile caught on its way into the blank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliding {
    /// The cell it comes from, a neighbour of the blank.
    pub cell: usize,
    /// How much of the way it has come, 0 to 1.
    pub share: f32,
}

/// A screenshot with everything there is to know about it.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// What the player sees.
    pub screenshot: RgbImage,
    /// The solved picture as large as the game drew it; `None` where tiles show none.
    pub reference: Option<RgbImage>,
    /// From the first cell to the last, with half a gutter on each side.
    pub region: Rect,
    /// Where each cell's tile is, row by row.
    pub cells: Vec<Rect>,
    /// Groups of goal cells whose tiles are the same to the last bit.
    pub identical: Vec<Vec<usize>>,
}

/// Why a scene cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneError {
    /// A list of tiles has not one entry per cell, or an entry names no cell.
    Tiles {
        /// The size of the board.
        size: Size,
    },
    /// The tiles are smaller or larger than [`Scene::TILE`].
    Tile {
        /// Their width.
        width: u32,
        /// Their height.
        height: u32,
    },
    /// The gutters are wider than the tiles.
    Gutter {
        /// Their width.
        gutter: u32,
        /// The greatest width beside such tiles.
        most: u32,
    },
    /// The screen, or what is drawn on it, is larger than [`Scene::MAX_SIDE`].
    Screen {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The board's region leaves the screen.
    Region {
        /// The region.
        region: Rect,
        /// The screen's width and height.
        screen: (u32, u32),
    },
}

impl Scene {
    /// The least and the greatest width and height of a tile in pixels.
    pub const TILE: (u32, u32) = (8, 1024);
    /// The greatest width and height of a screen in pixels.
    pub const MAX_SIDE: u32 = 8192;

    /// A game on its own: square tiles 96 pixels wide, close together in a plain frame on a plain page.
    pub fn new(tiles: Tiles, face: Face) -> Scene {
        let frame = Frame { width: 10, padding: 0, colour: [0x5a, 0x5f, 0x68], finish: Finish::Flat, corner: 0 };
        let look = BoardLook {
            tile: (96, 96),
            gutter: 2,
            hides: false,
            corner: 0,
            bevel: 0,
            outline: None,
            lifted: false,
            bed: Some([0x22, 0x24, 0x28]),
            blank: Blank::Bed,
            frame: Some(frame),
        };
        let screen = Screen {
            size: (0, 0),
            at: (0, 0),
            theme: Theme::Light,
            page: Page::Plain([0xdd, 0xe1, 0xe6]),
            chrome: Chrome::None,
            clutter: None,
        };
        let mut scene = Scene { tiles, face, look, screen, retouch: Retouch::NONE, sliding: None };
        scene.fit(40);
        scene
    }

    /// Makes the screen just large enough for the game with all that belongs to it and `margin` pixels around.
    pub fn fit(&mut self, margin: u32) {
        let board = board::framed(board::region(&self.tiles, &self.look, (0, 0)), &self.look);
        let (beside, above, below) = desktop::room(self.screen.chrome);
        let beside = beside.max((desktop::least_width(self.screen.chrome) - board.width + 1) / 2);
        let margin = i64::from(margin);
        let side = |length: i64| u32::try_from(length).unwrap_or(u32::MAX);
        self.screen.size = (side(board.width + 2 * (beside + margin)), side(board.height + above + below + 2 * margin));
        self.screen.at = (side(beside + margin - board.x), side(above + margin - board.y));
    }

    /// Draws it. Two microseconds a pixel at most.
    pub fn draw(&self) -> Result<Drawn, SceneError> {
        self.check()?;
        let region = board::region(&self.tiles, &self.look, self.screen.at);
        let reference = tiles::fitted(&self.face, &self.look, self.tiles.size);
        let drawn = tiles::drawn(&self.tiles, &self.face, &self.look, reference.as_ref());
        let mut screenshot = desktop::draw(&self.screen, board::framed(region, &self.look));
        board::draw(&mut screenshot, self, region, &drawn, reference.as_ref());
        self.retouch.tint(&mut screenshot);
        let cells = board::cells(&self.tiles, &self.look, region);
        Ok(Drawn {
            screenshot: self.retouch.rescale(screenshot),
            reference,
            region: self.retouch.rect(region),
            cells: cells.into_iter().map(|cell| self.retouch.rect(cell)).collect(),
            identical: tiles::identical(&self.tiles, &drawn),
        })
    }

    /// Draws the screen without the game: the page and what else lies about. There is nothing to know about it.
    pub fn draw_empty(&self) -> Result<Drawn, SceneError> {
        self.check()?;
        let nowhere = Rect::new(0, 0, 0, 0);
        let screen = Screen { chrome: Chrome::None, ..self.screen.clone() };
        let mut screenshot = desktop::draw(&screen, nowhere.into());
        self.retouch.tint(&mut screenshot);
        let screenshot = self.retouch.rescale(screenshot);
        Ok(Drawn { screenshot, reference: None, region: nowhere, cells: Vec::new(), identical: Vec::new() })
    }

    fn check(&self) -> Result<(), SceneError> {
        let (size, (width, height)) = (self.tiles.size, self.look.tile);
        let lists = [self.tiles.goal_cells.len(), self.tiles.numbers.len()];
        let named = self.tiles.goal_cells.iter().chain([&self.tiles.blank]);
        if lists != [size.cells(); 2] || named.into_iter().any(|&cell| cell >= size.cells()) {
            return Err(SceneError::Tiles { size });
        }
        let tile = Scene::TILE.0..=Scene::TILE.1;
        if !tile.contains(&width) || !tile.contains(&height) {
            return Err(SceneError::Tile { width, height });
        }
        let (gutter, most) = (self.look.gutter, width.max(height));
        if gutter > most {
            return Err(SceneError::Gutter { gutter, most });
        }
        let (width, height) = self.screen.size;
        let largest = width.max(height) as f32 * self.retouch.scale.max(1.0);
        if width == 0 || height == 0 || !(largest <= Scene::MAX_SIDE as f32 && self.retouch.scale > 0.0) {
            return Err(SceneError::Screen { width, height });
        }
        let region = board::region(&self.tiles, &self.look, self.screen.at);
        if region.fits(width, height) { Ok(()) } else { Err(SceneError::Region { region, screen: (width, height) }) }
    }
}

impl Retouch {
    fn tint(&self, screenshot: &mut RgbImage) {
        if (self.gain, self.lift) != (Retouch::NONE.gain, Retouch::NONE.lift) {
            for pixel in screenshot.pixels_mut() {
                let changed = |i: usize| f32::from(pixel.0[i]) * self.gain[i] + self.lift + 0.5;
                pixel.0 = [0, 1, 2].map(|i| changed(i).clamp(0.0, 255.0) as u8);
            }
        }
    }

    fn rescale(&self, screenshot: RgbImage) -> RgbImage {
        if self.scale == 1.0 {
            return screenshot;
        }
        let (width, height) = screenshot.dimensions();
        let side = |length: u32| ((length as f32 * self.scale + 0.5) as u32).max(1);
        resize(&screenshot, side(width), side(height), FilterType::CatmullRom)
    }

    /// Where a rectangle is after rescaling, each edge rounded.
    fn rect(&self, rect: Rect) -> Rect {
        let edge = |at: u32| (at as f32 * self.scale + 0.5) as u32;
        let (x, y) = (edge(rect.x), edge(rect.y));
        Rect::new(x, y, edge(rect.right()) - x, edge(rect.bottom()) - y)
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, greatest) = Scene::TILE;
        match self {
            SceneError::Tiles { size } => {
                write!(f, "the tiles do not fill a {size} board: every cell needs one, named by a cell")
            }
            SceneError::Tile { width, height } => {
                write!(f, "tiles of {width}x{height} pixels cannot be drawn: both sides must be {least} to {greatest}")
            }
            SceneError::Gutter { gutter, most } => {
                write!(f, "gutters of {gutter} pixels cannot be drawn beside such tiles: at most {most}")
            }
            SceneError::Screen { width, height } => write!(
                f,
                "a screen of {width}x{height} pixels cannot be drawn: both sides must be 1 to {} after rescaling",
                Scene::MAX_SIDE
            ),
            SceneError::Region { region, screen: (width, height) } => write!(
                f,
                "a board of {}x{} pixels at {},{} leaves the screen of {width}x{height}",
                region.width, region.height, region.x, region.y
            ),
        }
    }
}

impl std::error::Error for SceneError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    fn tiles(start: &str, goal: &str) -> Tiles {
        Tiles::of(&Puzzle::new(start.parse().unwrap(), goal.parse().unwrap()).unwrap())
    }

    fn scene(picture: Picture) -> Scene {
        let ground = Ground::Picture(picture.draw(120, 90, 0));
        let mut scene = Scene::new(tiles("1 5 2/4 0 3", "1 2 3/4 5 0"), Face { ground, lettering: None });
        scene.look.tile = (40, 45);
        scene
    }

    fn part(picture: &RgbImage, rect: Rect) -> RgbImage {
        image::imageops::crop_imm(picture, rect.x, rect.y, rect.width, rect.height).to_image()
    }

    #[test]
    fn every_cell_shows_its_piece_of_the_reference() {
        for (gutter, hides) in [(0, false), (5, false), (5, true)] {
            let mut scene = scene(Picture::Mosaic);
            (scene.look.gutter, scene.look.hides) = (gutter, hides);
            scene.fit(7);
            let drawn = scene.draw().unwrap();
            let reference = drawn.reference.unwrap();
            for (cell, &goal_cell) in scene.tiles.goal_cells.iter().enumerate().filter(|&(cell, _)| cell != 4) {
                let hidden = if hides { gutter } else { 0 };
                let (column, row) = (goal_cell as u32 % 3, goal_cell as u32 / 3);
                let place = Rect::new(
                    column * (40 + hidden) + hidden.div_ceil(2),
                    row * (45 + hidden) + hidden.div_ceil(2),
                    40,
                    45,
                );
                assert_eq!(part(&drawn.screenshot, drawn.cells[cell]), part(&reference, place), "cell {cell}");
            }
        }
    }

    #[test]
    fn half_of_each_gutter_belongs_to_the_region() {
        let mut scene = scene(Picture::Marble);
        scene.look.gutter = 6;
        scene.fit(0);
        let drawn = scene.draw().unwrap();
        assert_eq!(drawn.region, Rect::new(10, 10, 3 * 46, 2 * 51));
        assert_eq!(drawn.cells[5], Rect::new(10 + 2 * 46 + 3, 10 + 51 + 3, 40, 45));
        assert_eq!(drawn.screenshot.dimensions(), (3 * 46 + 20, 2 * 51 + 20));
    }

    #[test]
    fn every_furniture_leaves_the_board_untouched() {
        let mut plain = scene(Picture::City);
        plain.fit(3);
        let board = |drawn: &Drawn| part(&drawn.screenshot, drawn.region);
        let plain = board(&plain.draw().unwrap());
        for chrome in [Chrome::None, Chrome::Window, Chrome::Web, Chrome::Phone] {
            for theme in [Theme::Light, Theme::Dark] {
                let mut scene = scene(Picture::City);
                (scene.screen.chrome, scene.screen.theme, scene.screen.clutter) = (chrome, theme, Some((6, 1)));
                scene.fit(12);
                assert_eq!(board(&scene.draw().unwrap()), plain, "{chrome:?} {theme:?}");
            }
        }
    }

    #[test]
    fn the_blank_shows_what_was_chosen() {
        let shown = |blank: Blank| {
            let mut scene = scene(Picture::Garden);
            scene.look.blank = blank;
            let drawn = scene.draw().unwrap();
            let (x, y) = drawn.cells[4].middle();
            drawn.screenshot.get_pixel(x, y).0
        };
        assert_eq!(shown(Blank::Bed), [0x22, 0x24, 0x28]);
        assert_eq!(shown(Blank::Page), [0xdd, 0xe1, 0xe6]);
        assert_eq!(shown(Blank::Flat([1, 2, 3])), [1, 2, 3]);
        assert!(shown(Blank::Darkened).iter().all(|&channel| channel < 80));
    }

    #[test]
    fn a_rescaled_screenshot_keeps_its_board_in_place() {
        let mut scene = scene(Picture::Landscape);
        scene.retouch.scale = 1.37;
        let drawn = scene.draw().unwrap();
        let native = Scene { retouch: Retouch::NONE, ..scene }.draw().unwrap();
        assert_eq!(drawn.screenshot.width(), (native.screenshot.width() as f32 * 1.37).round() as u32);
        assert_eq!(drawn.region.x, (native.region.x as f32 * 1.37).round() as u32);
        assert_eq!(drawn.cells[5].right(), (native.cells[5].right() as f32 * 1.37).round() as u32);
    }

    #[test]
    fn tiles_that_are_the_same_to_the_last_bit_are_named() {
        let ground = Ground::Picture(Picture::Poster.draw(400, 400, 1));
        let order = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
        let poster = Scene::new(tiles(order, order), Face { ground, lettering: None });
        assert_eq!(poster.draw().unwrap().identical, vec![vec![0, 1, 2]]);
        let twins = tiles("1 1/2 0", "1 1/2 0");
        let ground = Ground::Picture(Picture::Mosaic.draw(100, 100, 1));
        assert_eq!(Scene::new(twins, Face { ground, lettering: None }).draw().unwrap().identical, vec![vec![0, 1]]);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_in_words() {
        let refused = |change: fn(&mut Scene)| {
            let mut scene = scene(Picture::Marble);
            change(&mut scene);
            scene.draw().unwrap_err().to_string()
        };
        assert_eq!(
            refused(|scene| scene.tiles.blank = 6),
            "the tiles do not fill a 3x2 board: every cell needs one, named by a cell"
        );
        assert_eq!(
            refused(|scene| scene.look.tile = (7, 40)),
            "tiles of 7x40 pixels cannot be drawn: both sides must be 8 to 1024"
        );
        assert_eq!(
            refused(|scene| scene.retouch.scale = f32::NAN),
            "a screen of 394x296 pixels cannot be drawn: both sides must be 1 to 8192 after rescaling"
        );
        assert_eq!(
            refused(|scene| scene.screen.at = (300, 0)),
            "a board of 126x94 pixels at 300,0 leaves the screen of 394x296"
        );
    }
}
