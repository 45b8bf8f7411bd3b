//! The fixtures: what each shows, drawn from nothing.

use snapslide::puzzle::{Board, Order, Puzzle, Random, Size};
use snapslide::render::scene::{
    Blank, Chrome, Face, Finish, Frame, Ground, Lettering, Page, Picture, Place, Scene, Sliding, Theme, Tiles,
};

/// One folder of fixtures.
pub struct Case {
    /// The folder's name.
    pub name: &'static str,
    /// What the screenshot shows.
    pub scene: Scene,
    /// Whether the board is on it at all.
    pub has_board: bool,
    /// The quality of the screenshot as a JPEG; `None` is a PNG.
    pub jpeg: Option<u8>,
    /// The solved picture that goes with it.
    pub reference: Option<Reference>,
    /// What must come of it.
    pub outcome: Outcome,
}

/// The solved picture of a case.
pub enum Reference {
    /// The one the game drew, at another scale, as a JPEG of this quality or a PNG.
    Own { scale: f32, jpeg: Option<u8> },
    /// Cut out of the solved board as the game draws it, blank and gutters included.
    SolvedBoard,
    /// Another one.
    Other(Picture),
}

/// What must come of reading a case.
pub enum Outcome {
    /// The reading that the scene is drawn from.
    Read,
    /// A refusal: the exit code, then texts that its message contains.
    Refused(&'static str),
}

/// Every case there is.
pub fn all() -> Vec<Case> {
    let mut cases = vec![kuzhlevka(), landscape(), poster(), garden(), mosaic(), city(), marble(), tinted()];
    cases.extend([
        solved(),
        by_the_solved_board(),
        rescaled(),
        bare(),
        alone(),
        blind(),
        unsolvable(),
        desktop(),
        numbered_picture(),
        numbered_poster(),
    ]);
    cases.extend([
        numbers(),
        numbers_nearly_home_after_the_blank(),
        numbers_in_the_corner(),
        numbers_on_a_telephone(),
        numbers_that_lie_apart(),
        numbers_and_nothing_else("numbers-4x4-alone", shuffled(4, 4, 15, 213)),
        numbers_that_a_part_has(),
    ]);
    cases.push(solved_alone());
    cases.extend([no_puzzle(), other_reference(), on_its_way(), on_its_way_without_a_reference(), drawn_twice()]);
    cases.push(numbers_far_from_home_after_the_blank());
    cases
}

/// The solved picture as the game drew it, to the last bit.
const EXACT: Option<Reference> = Some(Reference::Own { scale: 1.0, jpeg: None });

/// A case whose screenshot is a PNG and whose reference is smaller and a JPEG.
fn case(name: &'static str, scene: Scene) -> Case {
    let reference = Some(Reference::Own { scale: 0.7, jpeg: Some(80) });
    Case { name, scene, has_board: true, jpeg: None, reference, outcome: Outcome::Read }
}

/// The board of a size, shuffled by a seed, solved by rows with its blank at home in `home`.
fn shuffled(columns: usize, rows: usize, home: usize, seed: u64) -> Tiles {
    let size = Size::new(columns, rows).unwrap();
    let tiles = Board::new(size, (0..size.cells() as u16).collect()).unwrap();
    let goal = Order::Rows.goal(&tiles, Some(home)).unwrap();
    Tiles::of(&Puzzle::shuffled(goal, &mut Random::new(seed)))
}

/// A game with a picture whose tiles are `tile` pixels large.
fn game(tiles: Tiles, picture: Picture, seed: u32, tile: (u32, u32)) -> Scene {
    let (columns, rows) = (tiles.size.columns() as u32, tiles.size.rows() as u32);
    let ground = Ground::Picture(picture.draw(columns * tile.0, rows * tile.1, seed));
    let mut scene = Scene::new(tiles, Face { ground, lettering: None });
    scene.look.tile = tile;
    scene.fit(24);
    scene
}

fn frame(width: u32, padding: u32, finish: Finish, colour: [u8; 3]) -> Option<Frame> {
    Some(Frame { width, padding, colour, finish, corner: 0 })
}

fn digits(height: f32, ink: [u8; 3]) -> Lettering {
    Lettering { font: None, height, place: Place::Middle, ink, halo: None, plate: None }
}

/// The case the project began with: twenty moves from the end.
fn kuzhlevka() -> Case {
    let start = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    let goal = "2 1 5/7 4 6/3 8 0".parse().unwrap();
    let mut scene = game(Tiles::of(&Puzzle::new(start, goal).unwrap()), Picture::Emblem, 1, (247, 247));
    scene.look.gutter = 0;
    scene.look.frame = frame(18, 0, Finish::Wood, [0x6b, 0x42, 0x22]);
    scene.screen.chrome = Chrome::Window;
    scene.screen.page = Page::Gradient([0x2f, 0x4f, 0x6f], [0x9f, 0xb4, 0xc4]);
    scene.fit(36);
    Case { reference: EXACT, ..case("kuzhlevka-3x3", scene) }
}

fn landscape() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 41), Picture::Landscape, 2, (76, 76));
    scene.screen.chrome = Chrome::Web;
    scene.look.frame = None;
    scene.look.bed = None;
    scene.fit(4);
    let reference = Some(Reference::Own { scale: 0.6, jpeg: Some(85) });
    Case { jpeg: Some(80), reference, ..case("landscape-4x4-jpeg", scene) }
}

fn poster() -> Case {
    let mut scene = game(shuffled(5, 5, 24, 52), Picture::Poster, 1, (64, 64));
    scene.look.frame = frame(8, 3, Finish::Flat, [0x44, 0x4a, 0x58]);
    scene.screen.chrome = Chrome::Window;
    scene.fit(16);
    Case { reference: EXACT, ..case("poster-5x5-alike", scene) }
}

fn garden() -> Case {
    let mut scene = game(shuffled(6, 6, 35, 63), Picture::Garden, 4, (42, 42));
    (scene.look.gutter, scene.look.corner) = (6, 5);
    scene.look.frame = frame(0, 10, Finish::Flat, [0; 3]);
    scene.screen.chrome = Chrome::Phone;
    scene.screen.theme = Theme::Dark;
    scene.screen.page = Page::Plain([0x10, 0x14, 0x1c]);
    scene.fit(6);
    let reference = Some(Reference::Own { scale: 1.0, jpeg: Some(85) });
    Case { jpeg: Some(88), reference, ..case("garden-6x6-gutters", scene) }
}

fn mosaic() -> Case {
    let mut scene = game(shuffled(4, 3, 0, 74), Picture::Mosaic, 5, (60, 60));
    scene.look.bevel = 2;
    scene.look.blank = Blank::Darkened;
    scene.look.frame = frame(14, 4, Finish::Bevelled, [0x8a, 0x8f, 0x99]);
    scene.fit(24);
    Case { jpeg: Some(92), ..case("mosaic-4x3-home-first", scene) }
}

fn city() -> Case {
    let mut scene = game(shuffled(5, 4, 12, 85), Picture::City, 6, (58, 66));
    scene.look.gutter = 1;
    scene.look.blank = Blank::DarkTile;
    scene.screen.theme = Theme::Dark;
    scene.screen.page = Page::Plain([0x1b, 0x1e, 0x24]);
    scene.screen.chrome = Chrome::Window;
    scene.fit(18);
    Case { reference: EXACT, ..case("city-5x4-home-inside", scene) }
}

fn marble() -> Case {
    let mut scene = game(shuffled(3, 5, 2, 96), Picture::Marble, 7, (62, 52));
    scene.look.gutter = 3;
    scene.look.blank = Blank::Texture(Picture::Garden, 3);
    scene.look.frame = None;
    scene.look.bed = Some([0xf4; 3]);
    scene.fit(30);
    let reference = Some(Reference::Own { scale: 1.4, jpeg: Some(70) });
    Case { jpeg: Some(94), reference, ..case("marble-3x5-textured-blank", scene) }
}

fn tinted() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 107), Picture::Garden, 9, (54, 54));
    scene.look.gutter = 0;
    (scene.retouch.gain, scene.retouch.lift) = ([0.82, 0.74, 0.62], 22.0);
    scene.fit(20);
    Case { jpeg: Some(75), ..case("garden-4x4-tinted", scene) }
}

fn solved() -> Case {
    let goal: Board = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0".parse().unwrap();
    let mut scene = game(Tiles::of(&Puzzle::new(goal.clone(), goal).unwrap()), Picture::Landscape, 11, (56, 56));
    scene.look.gutter = 4;
    scene.fit(20);
    Case { jpeg: Some(85), ..case("landscape-4x4-solved", scene) }
}

fn by_the_solved_board() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 131), Picture::Poster, 14, (58, 58));
    (scene.look.gutter, scene.look.corner) = (3, 9);
    scene.look.blank = Blank::Flat([0xf4, 0xf4, 0xf0]);
    scene.screen.chrome = Chrome::Window;
    scene.fit(18);
    Case { reference: Some(Reference::SolvedBoard), ..case("poster-4x4-by-solved-board", scene) }
}

fn rescaled() -> Case {
    let mut scene = game(shuffled(5, 5, 24, 118), Picture::City, 12, (72, 72));
    scene.look.gutter = 3;
    scene.screen.chrome = Chrome::Window;
    scene.retouch.scale = 0.73;
    scene.fit(20);
    let reference = Some(Reference::Own { scale: 0.5, jpeg: Some(85) });
    Case { jpeg: Some(85), reference, ..case("city-5x5-fractional-pitch", scene) }
}

fn bare() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 129), Picture::Emblem, 13, (64, 64));
    scene.look.gutter = 0;
    scene.look.frame = None;
    scene.look.blank = Blank::Flat([0xff; 3]);
    scene.fit(0);
    Case { jpeg: Some(90), ..case("emblem-4x4-bare", scene) }
}

/// A part of it looked likelier than the whole, and its pieces as if they fitted.
fn alone() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 304), Picture::Mosaic, 18, (84, 84));
    scene.look.gutter = 0;
    scene.look.frame = None;
    scene.look.blank = Blank::Flat([0xe8, 0xe6, 0xe0]);
    scene.fit(0);
    Case { reference: None, ..case("mosaic-4x4-alone", scene) }
}

fn blind() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 130), Picture::Garden, 14, (72, 72));
    scene.look.gutter = 0;
    scene.screen.page = Page::Plain([0x2a, 0x33, 0x3f]);
    scene.fit(30);
    Case { jpeg: Some(90), reference: None, ..case("garden-4x4-no-reference", scene) }
}

/// Tiles that were dealt at random.
fn unsolvable() -> Case {
    let mut tiles = shuffled(4, 3, 11, 152);
    let mut others = (0..12).filter(|&cell| cell != tiles.blank);
    let (first, last) = (others.next().unwrap(), others.next_back().unwrap());
    tiles.goal_cells.swap(first, last);
    let mut scene = game(tiles, Picture::Landscape, 17, (66, 60));
    scene.look.gutter = 2;
    scene.fit(24);
    Case { jpeg: Some(88), reference: None, ..case("landscape-4x3-unsolvable", scene) }
}

fn desktop() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 141), Picture::Landscape, 15, (84, 84));
    scene.look.blank = Blank::Page;
    scene.screen.size = (1100, 660);
    scene.screen.at = (560, 186);
    scene.screen.page = Page::Gradient([0x3a, 0x5a, 0x7a], [0xc8, 0x9a, 0x6a]);
    scene.screen.chrome = Chrome::Window;
    scene.screen.clutter = Some((5, 8));
    let reference = Some(Reference::Own { scale: 0.5, jpeg: Some(80) });
    Case { jpeg: Some(80), reference, ..case("landscape-4x4-desktop", scene) }
}

fn numbered_picture() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 152), Picture::Marble, 16, (64, 64));
    let lettering = Lettering { place: Place::TopLeft, halo: Some([0; 3]), ..digits(0.26, [0xff, 0xe9, 0x6b]) };
    scene.face.lettering = Some(lettering);
    scene.fit(20);
    Case { jpeg: Some(90), ..case("marble-4x4-numbered", scene) }
}

fn numbered_poster() -> Case {
    let mut scene = game(shuffled(5, 5, 24, 157), Picture::Poster, 2, (72, 72));
    let lettering = Lettering { place: Place::TopLeft, halo: Some([0; 3]), ..digits(0.2, [0xff; 3]) };
    scene.face.lettering = Some(lettering);
    scene.fit(20);
    case("poster-5x5-numbered", scene)
}

fn numbers() -> Case {
    let ground = Ground::Gradient([0xf4, 0xe4, 0xc1], [0xe0, 0xc4, 0x8c]);
    let face = Face { ground, lettering: Some(digits(0.42, [0x4a, 0x2c, 0x12])) };
    let mut scene = Scene::new(shuffled(4, 4, 15, 163), face);
    (scene.look.tile, scene.look.gutter, scene.look.corner, scene.look.bevel) = ((70, 70), 3, 6, 3);
    scene.look.frame = frame(14, 2, Finish::Wood, [0x7a, 0x4a, 0x24]);
    scene.screen.chrome = Chrome::Window;
    scene.fit(20);
    Case { reference: None, ..case("numbers-4x4", scene) }
}

fn numbers_nearly_home_after_the_blank() -> Case {
    let start = "4 1 2 3/5 9 6 7/8 0 10 11/12 13 14 15".parse().unwrap();
    let goal = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15".parse().unwrap();
    numbers_after_the_blank("numbers-4x4-home-first", Tiles::of(&Puzzle::new(start, goal).unwrap()))
}

fn numbers_far_from_home_after_the_blank() -> Case {
    let outcome = Outcome::Refused("3\nonly with it first\n--blank-home 0");
    Case { outcome, ..numbers_after_the_blank("refused-home-open", shuffled(4, 4, 0, 207)) }
}

fn numbers_after_the_blank(name: &'static str, tiles: Tiles) -> Case {
    let face = Face { ground: Ground::Flat([0x3d, 0x5a, 0x80]), lettering: Some(digits(0.4, [0xf2, 0xf5, 0xf9])) };
    let mut scene = Scene::new(tiles, face);
    (scene.look.tile, scene.look.gutter, scene.look.corner) = ((64, 64), 4, 8);
    scene.look.frame = frame(8, 4, Finish::Flat, [0x29, 0x3b, 0x54]);
    scene.screen.chrome = Chrome::Web;
    scene.fit(16);
    Case { reference: None, ..case(name, scene) }
}

fn numbers_in_the_corner() -> Case {
    let ground = Ground::Chequered([0x2f, 0x6f, 0x9f], [0xd8, 0xe4, 0xec]);
    let lettering = Lettering { place: Place::TopLeft, plate: Some([0x14, 0x22, 0x30]), ..digits(0.24, [0xff; 3]) };
    let mut scene = Scene::new(shuffled(6, 4, 23, 174), Face { ground, lettering: Some(lettering) });
    (scene.look.tile, scene.look.gutter) = ((56, 56), 0);
    scene.look.outline = Some((1, [0x10; 3]));
    scene.fit(24);
    Case { reference: None, ..case("numbers-6x4-corner", scene) }
}

fn numbers_on_a_telephone() -> Case {
    let face = Face { ground: Ground::Flat([0xe8, 0x5d, 0x4a]), lettering: Some(digits(0.38, [0xff; 3])) };
    let mut scene = Scene::new(shuffled(3, 3, 8, 185), face);
    (scene.look.tile, scene.look.gutter, scene.look.corner) = ((88, 88), 10, 14);
    scene.look.lifted = true;
    scene.look.frame = frame(0, 10, Finish::Flat, [0; 3]);
    scene.screen.chrome = Chrome::Phone;
    scene.screen.theme = Theme::Dark;
    scene.fit(8);
    Case { reference: None, ..case("numbers-3x3-telephone", scene) }
}

fn numbers_that_lie_apart() -> Case {
    let face = Face { ground: Ground::Flat([0x2e, 0x6d, 0x5a]), lettering: Some(digits(0.3, [0xd8, 0xf4, 0xe6])) };
    let mut scene = Scene::new(shuffled(4, 4, 15, 191), face);
    (scene.look.tile, scene.look.gutter, scene.look.bevel) = ((96, 72), 24, 6);
    scene.look.bed = Some([0; 3]);
    scene.look.frame = frame(12, 24, Finish::Flat, [0x18, 0xd8, 0xe0]);
    scene.screen.page = Page::Plain([0; 3]);
    scene.screen.chrome = Chrome::Window;
    scene.fit(60);
    Case { reference: None, ..case("numbers-4x4-apart", scene) }
}

fn numbers_and_nothing_else(name: &'static str, tiles: Tiles) -> Case {
    let dark_window = [0x2c, 0x2f, 0x36];
    let face = Face { ground: Ground::Flat(dark_window), lettering: Some(digits(0.3, [0xd0; 3])) };
    let mut scene = Scene::new(tiles, face);
    (scene.look.tile, scene.look.gutter, scene.look.frame, scene.look.bed) = ((68, 60), 0, None, None);
    (scene.screen.chrome, scene.screen.theme) = (Chrome::Window, Theme::Dark);
    scene.fit(24);
    Case { reference: None, ..case(name, scene) }
}

/// Without their last row, too, these numbers would be those of a board.
fn numbers_that_a_part_has() -> Case {
    let board = |tiles: &str| tiles.parse::<Board>().unwrap();
    let start = board("1 6 2 4/10 3 11 7/5 9 0 8/13 14 15 12");
    let goal = board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    numbers_and_nothing_else("numbers-4x4-last-row", Tiles::of(&Puzzle::new(start, goal).unwrap()))
}

fn solved_alone() -> Case {
    let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    let mut scene = game(Tiles::of(&Puzzle::new(goal.clone(), goal).unwrap()), Picture::Garden, 20, (90, 90));
    scene.look.gutter = 2;
    scene.screen.chrome = Chrome::Web;
    scene.fit(24);
    Case { jpeg: Some(90), reference: None, ..case("garden-3x3-solved-no-reference", scene) }
}

fn no_puzzle() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 1), Picture::Marble, 1, (56, 56));
    scene.screen.page = Page::Plain([0xf2, 0xf1, 0xef]);
    scene.screen.size = (640, 440);
    scene.screen.clutter = Some((5, 4));
    let outcome = Outcome::Refused("3");
    Case { jpeg: Some(80), has_board: false, reference: None, outcome, ..case("refused-no-puzzle", scene) }
}

fn other_reference() -> Case {
    let scene = game(shuffled(4, 4, 15, 196), Picture::Garden, 17, (48, 48));
    let reference = Some(Reference::Other(Picture::City));
    Case {
        jpeg: Some(80),
        reference,
        outcome: Outcome::Refused("3\nthe board does not show the reference"),
        ..case("refused-other-reference", scene)
    }
}

fn on_its_way() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 207), Picture::Mosaic, 18, (48, 48));
    let cell = scene.tiles.size.neighbours(scene.tiles.blank).next().unwrap();
    scene.sliding = Some(Sliding { cell, share: 0.45 });
    Case { jpeg: Some(85), outcome: Outcome::Refused("3\na tile is on its way"), ..case("refused-mid-slide", scene) }
}

fn on_its_way_without_a_reference() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 91), Picture::Garden, 23, (72, 72));
    let cell = scene.tiles.size.neighbours(scene.tiles.blank).last().unwrap();
    scene.sliding = Some(Sliding { cell, share: 0.6 });
    let outcome = Outcome::Refused("3\na tile is on its way");
    Case { jpeg: Some(80), reference: None, outcome, ..case("refused-mid-slide-no-reference", scene) }
}

fn drawn_twice() -> Case {
    let mut scene = game(shuffled(4, 4, 15, 218), Picture::Mosaic, 19, (48, 48));
    let cells: Vec<usize> = (0..16).filter(|&cell| cell != scene.tiles.blank).collect();
    for (from, to) in [(cells[0], cells[9]), (cells[4], cells[13])] {
        scene.tiles.goal_cells[to] = scene.tiles.goal_cells[from];
    }
    Case { jpeg: Some(85), outcome: Outcome::Refused("3"), ..case("refused-drawn-twice", scene) }
}
