//! Scenes over all the conditions that readers of screenshots meet: the N-th is always the same.
//!
//! Every condition is drawn by itself, so that rates by condition can be told apart; the plain case is the likeliest of
//! each, so that not everything is difficult at once.

use ab_glyph::FontArc;

use super::look::{Blank, Chrome, Face, Finish, Frame, Ground, Lettering, Page, Place, Theme};
use super::{Drawn, Picture, Scene, SceneError, Tiles, Wear};
use crate::puzzle::{Board, Order, Puzzle, Random, Size};

/// Pictures are drawn so many pixels large at most.
const DETAIL: u32 = 480;

/// One scene of the sweep.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What is drawn.
    pub scene: Scene,
    /// What a reader is to do with it.
    pub task: Task,
    /// What the screenshot went through. Its geometry is unchanged.
    pub screenshot: Wear,
    /// What the reference went through.
    pub reference: Wear,
    /// The conditions it falls under: their kind and their value, such as `("gutter", "7-12")`.
    pub conditions: Vec<(&'static str, &'static str)>,
}

/// What a reader is to do with a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Find the board and match its tiles to the reference.
    Reference,
    /// Find the board and put the picture together from its tiles.
    Blind,
    /// Find the board and read its numbers.
    Numbers,
    /// Refuse: there is no board.
    Nothing,
}

/// Draws choices and keeps account of them.
struct Chooser {
    random: Random,
    conditions: Vec<(&'static str, &'static str)>,
}

impl Chooser {
    /// One of `choices`, each as likely as its weight says; the choice is noted as a condition.
    fn choose<T: Clone>(&mut self, kind: &'static str, choices: &[(usize, &'static str, T)]) -> T {
        let all = choices.iter().map(|choice| choice.0).sum();
        let mut at = self.random.below(all);
        let chosen = choices.iter().find(|choice| {
            let is_it = at < choice.0;
            at = at.saturating_sub(choice.0);
            is_it
        });
        let (_, name, value) = chosen.expect("the weights add up").clone();
        self.conditions.push((kind, name));
        value
    }

    fn between(&mut self, (least, greatest): (u32, u32)) -> u32 {
        least + self.random.below((greatest - least + 1) as usize) as u32
    }

    fn colour(&mut self, range: (u32, u32)) -> [u8; 3] {
        [(); 3].map(|()| self.between(range) as u8)
    }

    fn seed(&mut self) -> u32 {
        self.random.below(1 << 20) as u32
    }

    fn picture(&mut self) -> Picture {
        Picture::ALL[self.random.below(Picture::ALL.len())]
    }
}

impl Sample {
    /// The sample of that number. Numbers are set in one of `fonts`, or in the embedded one where there is none.
    pub fn new(number: u64, fonts: &[FontArc]) -> Sample {
        let mut chooser = Chooser { random: Random::new(number), conditions: Vec::new() };
        let task = chooser.choose(
            "task",
            &[
                (6, "reference", Task::Reference),
                (6, "blind", Task::Blind),
                (6, "numbers", Task::Numbers),
                (2, "nothing", Task::Nothing),
            ],
        );
        let tiles = tiles(&mut chooser);
        let tile = tile(&mut chooser);
        let face = face(&mut chooser, task, fonts);
        let mut scene = Scene::new(tiles, face);
        scene.look.tile = tile;
        board(&mut chooser, &mut scene, task);
        screen(&mut chooser, &mut scene, task);
        retouch(&mut chooser, &mut scene);
        let screenshot = Wear { jpeg: quality(&mut chooser, "jpeg"), ..Wear::NONE };
        let reference = if task == Task::Reference { reference(&mut chooser) } else { Wear::NONE };
        Sample { scene, task, screenshot, reference, conditions: chooser.conditions }
    }

    /// Draws it. The screenshot and the reference are as they come out of their files; a sample without a board has an
    /// empty region and no cells, and only one whose task needs it has a reference.
    pub fn draw(&self) -> Result<Drawn, SceneError> {
        let mut drawn = match self.task {
            Task::Nothing => self.scene.draw_empty()?,
            _ => self.scene.draw()?,
        };
        drawn.screenshot = self.screenshot.apply(drawn.screenshot);
        let reference = drawn.reference.filter(|_| self.task == Task::Reference);
        drawn.reference = reference.map(|picture| self.reference.apply(picture));
        Ok(drawn)
    }
}

fn tiles(chooser: &mut Chooser) -> Tiles {
    let (least, greatest) =
        chooser.choose("cells", &[(3, "3", (3, 3)), (8, "4-5", (4, 5)), (4, "6-8", (6, 8)), (1, "9-12", (9, 12))]);
    let is_square = chooser.choose("shape", &[(3, "square", true), (1, "oblong", false)]);
    let columns = chooser.between((least, greatest));
    let rows = if is_square { columns } else { chooser.between((least, greatest + 1)) };
    let size = Size::new(columns as usize, rows as usize).expect("3 to 13 cells are within bounds");
    let last = size.cells() - 1;
    let inside = chooser.random.below(size.cells());
    let home = chooser.choose("home", &[(6, "last", last), (1, "first", 0), (1, "anywhere", inside)]);
    let board = Board::new(size, (0..size.cells() as u16).collect()).expect("every number once");
    let goal = Order::Rows.goal(&board, Some(home)).expect("the home is a cell of the board");
    let steps = chooser.choose("mixed", &[(12, "well", None), (2, "a little", Some(4)), (1, "solved", Some(0))]);
    Tiles::of(&match steps {
        Some(steps) => Puzzle::walked(goal, steps, &mut chooser.random),
        None => Puzzle::shuffled(goal, &mut chooser.random),
    })
}

fn tile(chooser: &mut Chooser) -> (u32, u32) {
    let range = chooser.choose(
        "tile",
        &[(1, "20-29", (20, 29)), (3, "30-49", (30, 49)), (6, "50-99", (50, 99)), (3, "100-160", (100, 160))],
    );
    let width = chooser.between(range);
    let percent = chooser.choose("tile shape", &[(5, "square", (100, 100)), (1, "oblong", (75, 133))]);
    (width, (width * chooser.between(percent) / 100).max(Scene::TILE.0))
}

fn face(chooser: &mut Chooser, task: Task, fonts: &[FontArc]) -> Face {
    let font = (!fonts.is_empty()).then(|| fonts[chooser.random.below(fonts.len())].clone());
    if task == Task::Numbers {
        return numbers(chooser, font);
    }
    let choices = Picture::ALL.map(|picture| (1, picture.name(), picture));
    let picture = chooser.choose("picture", &choices);
    let is_numbered = chooser.choose("printed", &[(7, "nothing", false), (1, "numbers", true)]);
    let ground = Ground::Drawn { picture, seed: chooser.seed(), detail: DETAIL };
    let corner =
        Lettering { font, height: 0.24, place: Place::TopLeft, ink: [255; 3], halo: Some([0; 3]), plate: None };
    Face { ground, lettering: is_numbered.then_some(corner) }
}

fn numbers(chooser: &mut Chooser, font: Option<FontArc>) -> Face {
    let (light, dark) = (chooser.colour((190, 255)), chooser.colour((0, 90)));
    let is_light = chooser.choose("ink", &[(1, "dark", true), (1, "light", false)]);
    let (paper, ink) = if is_light { (light, dark) } else { (dark, light) };
    let shade = paper.map(|channel| (f32::from(channel) * 0.8) as u8);
    let picture = chooser.picture();
    let seed = chooser.seed();
    let ground =
        chooser.choose("ground", &[(5, "flat", 0), (2, "gradient", 1), (2, "chequered", 2), (1, "picture", 3)]);
    let (height, place) = chooser.choose(
        "digits",
        &[
            (5, "large", (0.45, Place::Middle)),
            (3, "small", (0.28, Place::Middle)),
            (1, "upper left", (0.26, Place::TopLeft)),
            (1, "upper right", (0.26, Place::TopRight)),
        ],
    );
    let plate = (ground == 3).then_some(paper);
    let ground = match ground {
        0 => Ground::Flat(paper),
        1 => Ground::Gradient(paper, shade),
        2 => Ground::Chequered(paper, shade),
        _ => Ground::Drawn { picture, seed, detail: DETAIL },
    };
    Face { ground, lettering: Some(Lettering { font, height, place, ink, halo: None, plate }) }
}

fn board(chooser: &mut Chooser, scene: &mut Scene, task: Task) {
    let range =
        chooser.choose("gutter", &[(4, "0", (0, 0)), (4, "1-2", (1, 2)), (3, "3-6", (3, 6)), (2, "7-12", (7, 12))]);
    let look = &mut scene.look;
    look.gutter = chooser.between(range).min(look.tile.0 / 5);
    look.hides = chooser.random.below(2) == 0;
    look.bevel = chooser.choose("bevel", &[(6, "none", 0), (1, "1", 1), (1, "3", 3)]);
    look.corner = chooser.choose("corners", &[(6, "square", 0), (2, "round", look.tile.0 / 10)]);
    look.outline = chooser.choose("outline", &[(6, "none", None), (1, "dark", Some((1, [16; 3])))]);
    look.lifted = look.gutter > 2 && chooser.random.below(2) == 0;
    let (dark, light) = (chooser.colour((10, 70)), chooser.colour((170, 250)));
    look.bed = chooser.choose("bed", &[(4, "dark", Some(dark)), (2, "light", Some(light)), (1, "page", None)]);
    let texture = Blank::Texture(chooser.picture(), chooser.seed());
    let mut blanks = vec![(5, "bed", Blank::Bed), (2, "page", Blank::Page), (1, "flat", Blank::Flat(light))];
    if task != Task::Numbers {
        blanks.extend([(1, "darkened", Blank::Darkened), (1, "dark tile", Blank::DarkTile), (1, "texture", texture)]);
    }
    look.blank = chooser.choose("blank", &blanks);
    let finish = chooser.choose(
        "frame",
        &[
            (3, "none", None),
            (3, "flat", Some(Finish::Flat)),
            (2, "bevelled", Some(Finish::Bevelled)),
            (1, "wood", Some(Finish::Wood)),
        ],
    );
    look.frame = finish.map(|finish| {
        let (width, padding) = (chooser.between((3, 24)), chooser.between((0, 8)));
        Frame { width, padding, colour: chooser.colour((50, 200)), finish, corner: chooser.between((0, 12)) }
    });
}

fn screen(chooser: &mut Chooser, scene: &mut Scene, task: Task) {
    scene.screen.theme = chooser.choose("theme", &[(1, "light", Theme::Light), (1, "dark", Theme::Dark)]);
    let (plain, other) = (chooser.colour((20, 240)), chooser.colour((20, 240)));
    let wallpaper = Page::Wallpaper(chooser.picture(), chooser.seed());
    scene.screen.page = chooser.choose(
        "page",
        &[(4, "plain", Page::Plain(plain)), (2, "gradient", Page::Gradient(plain, other)), (1, "wallpaper", wallpaper)],
    );
    scene.screen.chrome = chooser.choose(
        "chrome",
        &[
            (3, "none", Chrome::None),
            (3, "window", Chrome::Window),
            (1, "web", Chrome::Web),
            (1, "telephone", Chrome::Phone),
        ],
    );
    if task == Task::Nothing {
        scene.screen.chrome = Chrome::None;
    }
    let seed = chooser.random.bits();
    let things = chooser.choose("clutter", &[(4, "none", 0), (2, "1-3", 2), (1, "4-8", 6)]);
    let things = if task == Task::Nothing { things.max(2) } else { things };
    scene.screen.clutter = (things > 0).then_some((things, seed));
    let margin = chooser.between((0, 60));
    scene.fit(margin);
    if matches!(scene.screen.chrome, Chrome::None | Chrome::Window) {
        let screens = [(3, "fitted", (0, 0)), (2, "1280x800", (1280, 800)), (2, "1920x1080", (1920, 1080))];
        place(chooser, scene, &screens);
    }
}

/// Puts the game anywhere on one of the screens, if it has room there.
fn place(chooser: &mut Chooser, scene: &mut Scene, screens: &[(usize, &'static str, (u32, u32))]) {
    let needed = scene.screen.size;
    let large = chooser.choose("screen", screens);
    if large.0 >= needed.0 && large.1 >= needed.1 {
        let (x, y) = (chooser.between((0, large.0 - needed.0)), chooser.between((0, large.1 - needed.1)));
        scene.screen.at = (scene.screen.at.0 + x, scene.screen.at.1 + y);
        scene.screen.size = large;
    }
}

fn retouch(chooser: &mut Chooser, scene: &mut Scene) {
    let percent =
        chooser.choose("scale", &[(6, "100 %", (100, 100)), (2, "60-99 %", (60, 99)), (2, "101-170 %", (101, 170))]);
    scene.retouch.scale = chooser.between(percent) as f32 / 100.0;
    (scene.retouch.gain, scene.retouch.lift) = chooser.choose(
        "tint",
        &[(6, "none", ([1.0; 3], 0.0)), (1, "dim", ([0.7; 3], 0.0)), (1, "warm", ([0.92, 0.82, 0.68], 18.0))],
    );
}

fn quality(chooser: &mut Chooser, kind: &'static str) -> Option<u8> {
    let range = chooser.choose(
        kind,
        &[(6, "none", None), (2, "80-95", Some((80, 95))), (1, "50-79", Some((50, 79))), (1, "30-49", Some((30, 49)))],
    );
    range.map(|range| chooser.between(range) as u8)
}

fn reference(chooser: &mut Chooser) -> Wear {
    let percent = chooser
        .choose("reference scale", &[(2, "100 %", (100, 100)), (2, "40-99 %", (40, 99)), (2, "101-200 %", (101, 200))]);
    let trim = chooser.choose(
        "reference edge",
        &[(6, "the same", 0.0), (1, "1 % cut off", 0.01), (1, "3 % cut off", 0.03), (1, "3 % added", -0.03)],
    );
    let soft = chooser.choose("reference blur", &[(6, "none", false), (1, "slight", true)]);
    let scale = chooser.between(percent) as f32 / 100.0;
    Wear { trim, soft, scale, jpeg: quality(chooser, "reference jpeg") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_same_number_is_the_same_sample() {
        for number in [0, 3] {
            let [first, again] = [(); 2].map(|()| Sample::new(number, &[]).draw().unwrap());
            assert_eq!((first.screenshot, first.region), (again.screenshot, again.region));
        }
    }

    #[test]
    fn every_sample_can_be_drawn_and_lies_within_its_screen() {
        for number in 0..10 {
            let sample = Sample::new(number, &[]);
            let drawn = sample.draw().unwrap_or_else(|error| panic!("{number}: {error}"));
            let (width, height) = drawn.screenshot.dimensions();
            assert_eq!(drawn.reference.is_some(), sample.task == Task::Reference);
            assert_eq!(drawn.region.fits(width, height), sample.task != Task::Nothing, "{number}");
            assert!(drawn.cells.iter().all(|cell| cell.fits(width, height)));
        }
    }

    #[test]
    fn a_few_hundred_samples_meet_every_condition() {
        let met: BTreeSet<_> = (0..300)
            .flat_map(|number| Sample::new(number, &[]).conditions)
            .map(|(kind, value)| format!("{kind} {value}"))
            .collect();
        for needed in ["task nothing", "gutter 7-12", "blank texture", "jpeg 30-49", "chrome telephone", "cells 9-12"] {
            assert!(met.contains(needed), "{needed} in none of {}", met.len());
        }
    }
}
