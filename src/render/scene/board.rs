//! The board: its frame, its bed, its tiles and its blank.

use image::RgbImage;
use image::imageops::{FilterType, resize};

use super::brush::{Area, bevel, change, fill, fill_round, outline, paste, shadow};
use super::look::{Blank, BoardLook, Colour, Finish, Frame};
use super::picture::grain;
use super::tiles::{Tiles, darkest, lay};
use super::{Scene, Sliding};
use crate::rect::Rect;

/// The region of a board whose upper left corner is at `at`.
pub(super) fn region(tiles: &Tiles, look: &BoardLook, at: (u32, u32)) -> Rect {
    let (columns, rows) = (tiles.size.columns() as u32, tiles.size.rows() as u32);
    Rect::new(at.0, at.1, columns * (look.tile.0 + look.gutter), rows * (look.tile.1 + look.gutter))
}

/// The cells of a board, gutters left out.
pub(super) fn cells(tiles: &Tiles, look: &BoardLook, region: Rect) -> Vec<Rect> {
    let (width, height) = look.tile;
    let half = look.gutter.div_ceil(2);
    (0..tiles.size.cells())
        .map(|cell| {
            let (column, row) = (tiles.size.column(cell) as u32, tiles.size.row(cell) as u32);
            let x = region.x + column * (width + look.gutter) + half;
            Rect::new(x, region.y + row * (height + look.gutter) + half, width, height)
        })
        .collect()
}

/// The region with its frame around it.
pub(super) fn framed(region: Rect, look: &BoardLook) -> Area {
    Area::from(region).grown(look.frame.map_or(0, |frame| i64::from(frame.width + frame.padding)))
}

/// Draws the board onto a screen that shows everything else already. `drawn` are the tiles by goal cell, `picture` is
/// the solved picture they are cut from.
pub(super) fn draw(screen: &mut RgbImage, scene: &Scene, region: Rect, drawn: &[RgbImage], picture: Option<&RgbImage>) {
    let page = screen.clone();
    let look = &scene.look;
    if let Some(frame) = look.frame {
        draw_frame(screen, framed(region, look), frame);
    }
    if let Some(bed) = look.bed {
        let padding = look.frame.map_or(0, |frame| frame.padding);
        fill(screen, Area::from(region).grown(padding.into()), bed);
    }
    let cells = cells(&scene.tiles, look, region);
    if let Some(&cell) = cells.get(scene.tiles.blank) {
        draw_blank(screen, scene, cell.into(), &page, drawn, picture);
    }
    for (cell, (&place, &goal_cell)) in cells.iter().zip(&scene.tiles.goal_cells).enumerate() {
        if cell != scene.tiles.blank {
            let (dx, dy) = scene.sliding.map_or((0, 0), |sliding| shift(scene, sliding, cell));
            lay(screen, &drawn[goal_cell], (i64::from(place.x) + dx, i64::from(place.y) + dy), look);
        }
    }
}

/// How far a tile caught on its way has come, in pixels.
fn shift(scene: &Scene, sliding: Sliding, cell: usize) -> (i64, i64) {
    if cell != sliding.cell {
        return (0, 0);
    }
    let (size, look) = (scene.tiles.size, &scene.look);
    let way = |from: usize, to: usize, pitch: u32| {
        let pixels = (pitch as f32 * sliding.share.clamp(0.0, 1.0)) as i64;
        (to as i64 - from as i64).signum() * pixels
    };
    let blank = scene.tiles.blank;
    (
        way(size.column(cell), size.column(blank), look.tile.0 + look.gutter),
        way(size.row(cell), size.row(blank), look.tile.1 + look.gutter),
    )
}

fn draw_frame(screen: &mut RgbImage, area: Area, frame: Frame) {
    let radius = i64::from(frame.corner);
    if frame.width > 0 {
        shadow(screen, area.moved(2, 4), 14, 0.5);
    }
    fill_round(screen, area, radius, (frame.colour, frame.colour));
    match frame.finish {
        Finish::Flat => {}
        Finish::Bevelled => {
            let edge = i64::from(frame.width / 3).clamp(1, 5);
            bevel(screen, area, edge);
            bevel(screen, area.grown(edge - i64::from(frame.width)), -edge);
        }
        Finish::Wood => {
            let depth = |x: i64, y: i64| x.min(area.width - 1 - x).min(y).min(area.height - 1 - y);
            change(screen, area, |x, y, old| {
                let upright = x.min(area.width - 1 - x) < y.min(area.height - 1 - y);
                let (length, across) = if upright { (y, x) } else { (x, y) };
                let light = 1.0 + 0.28 * grain(length as f32 / 60.0, across as f32 / 3.0);
                let round = if depth(x, y) < 2 { 0.75 } else { 1.0 };
                if old == frame.colour {
                    old.map(|c| (f32::from(c) * light * round).clamp(0.0, 255.0) as u8)
                } else {
                    old
                }
            });
            outline(screen, area.grown(1 - i64::from(frame.width)), 0, 1, [0x20, 0x12, 0x08]);
        }
    }
}

fn draw_blank(
    screen: &mut RgbImage,
    scene: &Scene,
    cell: Area,
    page: &RgbImage,
    drawn: &[RgbImage],
    picture: Option<&RgbImage>,
) {
    let look = &scene.look;
    let whole = cell.grown((look.gutter / 2).into());
    match &look.blank {
        Blank::Bed => {}
        Blank::Flat(colour) => fill(screen, cell, *colour),
        Blank::Page => {
            change(screen, whole, |x, y, old| pixel(page, whole.x + x, whole.y + y).unwrap_or(old));
        }
        Blank::DarkTile => {
            if let (Some(_), Some(colour)) = (picture, darkest(drawn)) {
                fill(screen, cell, colour);
            }
        }
        Blank::Darkened => {
            if let Some(picture) = picture {
                let home = scene.tiles.goal_cells[scene.tiles.blank];
                let mut piece = look.piece(picture, scene.tiles.size, home);
                piece.pixels_mut().for_each(|pixel| pixel.0 = pixel.0.map(|channel| channel / 4 + 8));
                paste(screen, &piece, (cell.x, cell.y), |_, _| 1.0);
            }
        }
        Blank::Texture(other, seed) => {
            let texture = other.draw(look.tile.0.max(96), look.tile.1.max(96), *seed);
            let texture = resize(&texture, look.tile.0, look.tile.1, FilterType::Triangle);
            paste(screen, &texture, (cell.x, cell.y), |_, _| 1.0);
        }
    }
}

fn pixel(picture: &RgbImage, x: i64, y: i64) -> Option<Colour> {
    let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
    picture.get_pixel_checked(x, y).map(|pixel| pixel.0)
}
