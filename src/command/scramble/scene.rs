//! From the options of `scramble` to a scene.

use image::RgbImage;

use crate::cli;
use snapslide::puzzle::{Puzzle, Size};
use snapslide::render::scene::{
    Blank, Chrome, Face, Finish, Frame, Ground, Lettering, Page, Picture, Place, Scene, Theme, Tiles,
};

/// What the tiles are to show.
pub enum Motif {
    /// A picture drawn by the program itself.
    Drawn(Picture),
    /// A picture from a file.
    File(RgbImage),
    /// Numbers.
    Numbers,
}

/// The scene of a puzzle, made as the options say. `seed` varies what the options leave open.
pub fn scene(puzzle: &Puzzle, motif: &Motif, options: &cli::Scene, seed: u64) -> Scene {
    let tiles = Tiles::of(puzzle);
    let tile = tile(motif, tiles.size, options.tile);
    let mut scene = Scene::new(tiles, face(motif, options.numbered));
    scene.look.tile = tile;
    (scene.look.gutter, scene.look.bevel, scene.look.corner) = (options.gutter, options.bevel, options.corner);
    scene.look.blank = blank(options.blank, seed);
    scene.look.frame = frame(options.frame);
    scene.screen.theme = if options.dark { Theme::Dark } else { Theme::Light };
    scene.screen.page = Page::Plain(if options.dark { [0x1c, 0x1f, 0x26] } else { [0xdd, 0xe1, 0xe6] });
    scene.screen.chrome = match options.around {
        cli::Around::Plain => Chrome::None,
        cli::Around::Window => Chrome::Window,
        cli::Around::Web => Chrome::Web,
        cli::Around::Phone => Chrome::Phone,
    };
    scene.screen.clutter = (options.clutter > 0).then_some((options.clutter, seed));
    scene.retouch.scale = options.scale;
    scene.fit(40 + 40 * options.clutter.min(10));
    scene
}

/// The size of a tile so wide: as high as the picture's shape asks for.
fn tile(motif: &Motif, size: Size, width: u32) -> (u32, u32) {
    let Motif::File(picture) = motif else { return (width, width) };
    let shape = f64::from(picture.height()) * size.columns() as f64 / (f64::from(picture.width()) * size.rows() as f64);
    (width, (f64::from(width) * shape).round() as u32)
}

fn face(motif: &Motif, numbered: bool) -> Face {
    let digits =
        Lettering { font: None, height: 0.4, place: Place::Middle, ink: [0x3a, 0x26, 0x14], halo: None, plate: None };
    let printed =
        Lettering { height: 0.24, place: Place::TopLeft, ink: [0xff; 3], halo: Some([0; 3]), ..digits.clone() };
    let printed = numbered.then_some(printed);
    match motif {
        Motif::Numbers => {
            let ground = Ground::Gradient([0xf4, 0xe4, 0xc1], [0xe0, 0xc4, 0x8c]);
            Face { ground, lettering: Some(digits) }
        }
        Motif::File(picture) => Face { ground: Ground::Picture(picture.clone()), lettering: printed },
        Motif::Drawn(picture) => {
            Face { ground: Ground::Drawn { picture: *picture, seed: 1, detail: 2048 }, lettering: printed }
        }
    }
}

fn blank(look: cli::BlankLook, seed: u64) -> Blank {
    match look {
        cli::BlankLook::Bed => Blank::Bed,
        cli::BlankLook::Page => Blank::Page,
        cli::BlankLook::Darkened => Blank::Darkened,
        cli::BlankLook::DarkTile => Blank::DarkTile,
        cli::BlankLook::Texture => Blank::Texture(Picture::Garden, seed as u32),
    }
}

fn frame(look: cli::FrameLook) -> Option<Frame> {
    let (width, colour, finish) = match look {
        cli::FrameLook::None => return None,
        cli::FrameLook::Flat => (10, [0x5a, 0x5f, 0x68], Finish::Flat),
        cli::FrameLook::Bevelled => (14, [0x8a, 0x8f, 0x99], Finish::Bevelled),
        cli::FrameLook::Wood => (18, [0x6b, 0x42, 0x22], Finish::Wood),
    };
    Some(Frame { width, padding: 2, colour, finish, corner: 0 })
}
