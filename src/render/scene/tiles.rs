//! Which tile lies where, and what each looks like.

use image::RgbImage;
use image::imageops::{FilterType, crop_imm, resize};

use super::brush::{Area, bevel, fill, fill_round, inside_round, mix, outline};
use super::look::{BoardLook, Colour, Face, Ground, Lettering, Place};
use super::text::{Line, bold};
use crate::puzzle::{Puzzle, Size};

/// The tiles of a board as a game shows them. Nothing is proven: a screenshot may show what cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// How many columns and rows.
    pub size: Size,
    /// For every cell, row by row, the goal cell of the tile in it, the blank included.
    pub goal_cells: Vec<usize>,
    /// The cell of the blank.
    pub blank: usize,
    /// For every goal cell the number of its tile; equal numbers are identical tiles.
    pub numbers: Vec<u16>,
}

impl Tiles {
    /// The start of a puzzle. Identical tiles get their goal cells in the order in which they lie.
    pub fn of(puzzle: &Puzzle) -> Tiles {
        let (start, goal) = (puzzle.start(), puzzle.goal());
        let mut free: Vec<(u16, usize)> = goal.tiles().iter().copied().zip(0..).collect();
        free.sort_unstable();
        let mut taken = vec![false; free.len()];
        let goal_cells = start
            .tiles()
            .iter()
            .map(|tile| {
                let mut index = free.partition_point(|(other, _)| other < tile);
                while taken[index] {
                    index += 1;
                }
                taken[index] = true;
                free[index].1
            })
            .collect();
        Tiles { size: puzzle.size(), goal_cells, blank: start.blank(), numbers: goal.tiles().to_vec() }
    }

    /// The goal cell whose piece the tile of `goal_cell` shows: identical tiles show the same one.
    fn piece(&self, goal_cell: usize) -> usize {
        self.numbers.iter().position(|&number| number == self.numbers[goal_cell]).unwrap_or(goal_cell)
    }
}

/// The solved picture as large as the game needs it, or `None` where tiles show none.
pub(super) fn fitted(face: &Face, look: &BoardLook, size: Size) -> Option<RgbImage> {
    let (width, height) = look.picture_size(size);
    let picture = match &face.ground {
        Ground::Picture(picture) => picture.clone(),
        Ground::Drawn { picture, seed, detail } => {
            let longest = u64::from(width.max(height).max(*detail));
            let side = |length: u32| (u64::from(length) * u64::from(*detail) / longest).max(1) as u32;
            picture.draw(side(width), side(height), *seed)
        }
        _ => return None,
    };
    let fits = picture.dimensions() == (width, height);
    Some(if fits { picture } else { resize(&picture, width, height, FilterType::CatmullRom) })
}

impl BoardLook {
    /// The size of the solved picture that the tiles of a board show without being rescaled.
    pub fn picture_size(&self, size: Size) -> (u32, u32) {
        let hidden = if self.hides { self.gutter } else { 0 };
        (size.columns() as u32 * (self.tile.0 + hidden), size.rows() as u32 * (self.tile.1 + hidden))
    }

    /// The piece of the solved picture at a goal cell.
    pub(super) fn piece(&self, picture: &RgbImage, size: Size, goal_cell: usize) -> RgbImage {
        let hidden = if self.hides { self.gutter } else { 0 };
        let x = size.column(goal_cell) as u32 * (self.tile.0 + hidden) + hidden.div_ceil(2);
        let y = size.row(goal_cell) as u32 * (self.tile.1 + hidden) + hidden.div_ceil(2);
        crop_imm(picture, x, y, self.tile.0, self.tile.1).to_image()
    }
}

/// What all tiles look like, by goal cell; the blank's is drawn as any other.
pub(super) fn drawn(tiles: &Tiles, face: &Face, look: &BoardLook, picture: Option<&RgbImage>) -> Vec<RgbImage> {
    (0..tiles.size.cells()).map(|goal_cell| tile(tiles, face, look, picture, goal_cell)).collect()
}

fn tile(tiles: &Tiles, face: &Face, look: &BoardLook, picture: Option<&RgbImage>, goal_cell: usize) -> RgbImage {
    let (width, height) = look.tile;
    let area = Area::new(0, 0, width.into(), height.into());
    let mut tile = RgbImage::new(width, height);
    match &face.ground {
        Ground::Picture(_) | Ground::Drawn { .. } => {
            if let Some(picture) = picture {
                tile = look.piece(picture, tiles.size, tiles.piece(goal_cell));
            }
        }
        Ground::Flat(colour) => fill(&mut tile, area, *colour),
        Ground::Chequered(even, odd) => {
            let piece = tiles.piece(goal_cell);
            let is_odd = (tiles.size.column(piece) + tiles.size.row(piece)) % 2 == 1;
            fill(&mut tile, area, if is_odd { *odd } else { *even });
        }
        Ground::Gradient(above, below) => fill_round(&mut tile, area, 0, (*above, *below)),
    }
    if look.bevel > 0 {
        bevel(&mut tile, area, look.bevel.into());
    }
    if let Some((width, colour)) = look.outline {
        outline(&mut tile, area, look.corner.into(), width.into(), colour);
    }
    if let Some(lettering) = &face.lettering {
        print(&mut tile, lettering, tiles.numbers[goal_cell]);
    }
    tile
}

/// Prints a number on a tile; one too wide for it is set smaller.
fn print(tile: &mut RgbImage, lettering: &Lettering, number: u16) {
    let text = number.to_string();
    let (width, height) = (tile.width() as f32, tile.height() as f32);
    let mut line =
        Line { text: &text, font: lettering.font.as_ref().unwrap_or(bold()), height: lettering.height * height };
    let wide = line.extent().0;
    if wide > 0.8 * width {
        line.height *= 0.8 * width / wide;
    }
    let (ink_width, ink_height) = line.extent();
    let (across, down) = (ink_width / 2.0 + 0.08 * width, ink_height / 2.0 + 0.08 * height);
    let middle = match lettering.place {
        Place::Middle => (width / 2.0, height / 2.0),
        Place::TopLeft => (across, down),
        Place::TopRight => (width - across, down),
        Place::BottomRight => (width - across, height - down),
    };
    if let Some(plate) = lettering.plate {
        let rim = 0.35 * ink_height;
        let area = Area::new(
            (middle.0 - ink_width / 2.0 - rim) as i64,
            (middle.1 - ink_height / 2.0 - rim) as i64,
            (ink_width + 2.0 * rim) as i64,
            (ink_height + 2.0 * rim) as i64,
        );
        fill_round(tile, area, rim as i64, (plate, plate));
    }
    if let Some(halo) = lettering.halo {
        let reach = (line.height / 18.0).max(1.0);
        for (dx, dy) in
            [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)]
        {
            line.draw_centred(tile, (middle.0 + dx * reach, middle.1 + dy * reach), halo);
        }
    }
    line.draw_centred(tile, middle, lettering.ink);
}

/// Lays a tile on the board, its corners rounded.
pub(super) fn lay(target: &mut RgbImage, tile: &RgbImage, at: (i64, i64), look: &BoardLook) {
    let area = Area::new(at.0, at.1, tile.width().into(), tile.height().into());
    let radius = look.corner.into();
    if look.lifted {
        let depth = i64::from(look.gutter / 2).clamp(1, 4);
        let under = area.moved(depth, depth);
        super::brush::change(target, under, |x, y, old| mix(old, [0; 3], 0.4 * inside_round(under, radius, x, y)));
    }
    super::brush::paste(target, tile, at, |x, y| inside_round(area, radius, x, y));
}

/// The goal cells whose tiles are the same to the last bit, in groups of two or more, the blank's home left out.
pub(super) fn identical(tiles: &Tiles, drawn: &[RgbImage]) -> Vec<Vec<usize>> {
    let home = tiles.goal_cells.get(tiles.blank).copied();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for goal_cell in (0..drawn.len()).filter(|&cell| Some(cell) != home) {
        match groups.iter_mut().find(|group| drawn[group[0]] == drawn[goal_cell]) {
            Some(group) => group.push(goal_cell),
            None => groups.push(vec![goal_cell]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// The middle colour of the darkest tile.
pub(super) fn darkest(drawn: &[RgbImage]) -> Option<Colour> {
    let mean = |tile: &RgbImage| -> Colour {
        let count = (tile.width() * tile.height()).max(1) as u64;
        [0, 1, 2].map(|i| (tile.pixels().map(|pixel| u64::from(pixel.0[i])).sum::<u64>() / count) as u8)
    };
    drawn.iter().map(mean).min_by_key(|colour| colour.iter().map(|&channel| u32::from(channel)).sum::<u32>())
}
