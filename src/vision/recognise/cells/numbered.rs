//! What is in the cells of a grid by the numbers on them.

use image::{Rgb, RgbImage};

use super::super::entrant::Lines;
use super::super::{CONFIDENT, Hints};
use super::goal_cells::goal_cells;
use super::home::Home;
use super::interpretation::{Flaw, Interpretation};
use super::sides::{lie_apart, on_wider_ground};
use super::{Reader, doubts, focus};
use crate::puzzle::Goal;
use crate::rect::Rect;
use crate::resize::{Window, cropped};
use crate::vision::colour::{Pixel, apart, is_near, middle};
use crate::vision::median::median;
use crate::vision::reference::spread;
use crate::vision::thumbnails::Thumbnails;
use crate::vision::{Grid, Kind, digits};

/// Numbers that fit less are none, wherever the cells are cut.
const LEGIBLE: f32 = 0.1;
/// How far beside the tiles cells are that are cut once more, in cells.
const BESIDE: f32 = 0.025;
/// Cells that look less numbered at a glance are not read as numbers.
pub(super) const NUMBERED: f32 = 0.2;
/// The same of parts of them, where nothing else was sure.
const FAINTLY: f32 = 0.08;
/// Small numbers are looked for in a corner of the tiles: in so large a share of either side, not less than so many pixels,
/// since smaller tiles are looked at as large as they are.
const CORNER: f32 = 0.45;
const LEAST_CORNER: u32 = 50;
/// The side of the thumbnails by which a blank is told from a sign, what is left out at each side of a cell, and the share of what
/// numbers vary that a sign does.
const LOOK: usize = 16;
const SIDES: f64 = 0.15;
const AS_MUCH: f32 = 0.5;
/// How far apart the colours of tiles may be in any channel, and how far that of a blank must be.
const ALIKE: u8 = 16;
pub const ODD: u8 = 64;
/// The most confidence there is in a list.
const LISTED: f32 = 0.4;

impl Reader<'_> {
    /// What the numbers on the cells say. `matched` is what a reference says, though not surely. Where they are legible and not
    /// sure, the cells may show some of the gutters: then what is within these is read.
    pub(super) fn by_numbers(
        &self,
        grid: &Grid,
        cells: &[RgbImage],
        matched: Option<&Interpretation>,
    ) -> Option<Interpretation> {
        let found = self.by_numbers_on(cells, NUMBERED, grid, cells, matched)?;
        let is_sure = |found: &Interpretation| found.confidence >= CONFIDENT;
        if is_sure(&found) || found.fit < LEGIBLE {
            return Some(found);
        }
        let within = self.within_gutters(grid).filter(|within| are_beside(grid, within)).map(|grid| self.cells(&grid));
        let again = within.and_then(|within| self.by_numbers_on(&within, NUMBERED, grid, cells, matched));
        again.filter(is_sure).or(Some(found))
    }

    /// What numbers say that are not seen at a glance, if that is sure: small ones in the part of the cells where these differ or in
    /// one of their corners, for at the size of a whole cell they are too small to be read, or to stand out from a picture; and,
    /// where lines part the cells, those that reach the sides of tiles that lie apart, and those beside a blank that shows the number
    /// it would have as a tile.
    pub(super) fn by_faint_numbers(&self, grid: &Grid, lines: Lines, cells: &[RgbImage]) -> Option<Interpretation> {
        let within = self.at_gutters(grid).map(|grid| self.cells(&grid));
        let within = within.as_deref().unwrap_or(cells);
        let is_parted = lines >= Lines::Clear;
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
        let in_corner = |corner: [f32; 2]| {
            let faces: Vec<RgbImage> = cells.iter().map(|cell| part_of(cell, corner)).collect();
            let is_large = |face: &RgbImage| face.width().min(face.height()) >= LEAST_CORNER;
            faces.iter().all(is_large).then_some(faces)
        };
        let parts: Vec<Vec<RgbImage>> =
            focus::on_what_differs(within).into_iter().chain(corners.into_iter().filter_map(in_corner)).collect();
        let read = |faces: &[RgbImage]| {
            self.by_numbers_on(faces, FAINTLY, grid, cells, None).filter(|found| found.confidence >= CONFIDENT)
        };
        let apart = is_parted && lie_apart(grid);
        let whole = || read(&apart.then(|| on_wider_ground(within))??);
        parts.iter().find_map(|faces| read(faces)).or_else(whole).or_else(|| {
            let odd = odd_one(cells).filter(|_| is_parted)?;
            let mut faces = std::iter::once(within).chain(parts.iter().map(Vec::as_slice));
            faces.find_map(|faces| read(&emptied(faces.to_vec(), odd)))
        })
    }

    /// What the numbers on parts of the cells say, if these look so numbered at a glance.
    pub(super) fn by_numbers_on(
        &self,
        faces: &[RgbImage],
        least: f32,
        grid: &Grid,
        cells: &[RgbImage],
        matched: Option<&Interpretation>,
    ) -> Option<Interpretation> {
        if !digits::looks_numbered(faces, least) {
            return None;
        }
        let numbers = digits::read(faces)?;
        let home = match self.hints.blank_home {
            Some(home) => Home::In(home),
            None => self.told_home(grid, cells, &numbers, matched),
        };
        let blank_home = if let Home::In(home) = home { Some(home) } else { None };
        let Some(goal_cells) = goal_cells(&numbers, grid.size, &self.hints.goal, blank_home) else {
            let usual = Hints { goal: Goal::default(), ..self.hints.clone() };
            let is_asked = self.hints.goal.size() == Some(grid.size);
            let shown = is_asked.then(|| self.told(&usual).by_numbers_on(faces, least, grid, cells, matched))??;
            return Some(shown.with_flaw(Flaw::OtherGoal));
        };
        let tiles = goal_cells.tiles(&numbers)?;
        let runner_up = |(number, &tile): (&Option<u16>, &usize)| goal_cells.of(&numbers, *number).unwrap_or(tile);
        let runners_up: Vec<usize> = numbers.runner_up.iter().zip(&tiles).map(runner_up).collect();
        let margins: Vec<f32> = numbers.margins.iter().map(|margin| 1.0 - (-margin / 4.0).exp()).collect();
        let is_open = match home {
            // Who shows the blank as a 0 counts from it, or not.
            Home::Open => digits::shows_zero(faces, numbers.blank),
            Home::Odd | Home::Unreached => true,
            Home::In(_) | Home::Usual => false,
        };
        let most = if is_list(&tiles, cells, numbers.blank) { LISTED } else { 1.0 };
        let interpretation = Interpretation {
            kind: Kind::Numbers,
            doubts: doubts(&tiles, &margins, &runners_up),
            tiles,
            blank: numbers.blank,
            confidence: numbers.confidence.min(most),
            fit: numbers.fit,
            identical: Vec::new(),
            numbers: goal_cells.shown(&numbers),
            reference: None,
            strange: Vec::new(),
            flaw: numbers.are_all_shown.then_some(Flaw::NoBlank),
        };
        Some(if is_open { interpretation.with_flaw(Flaw::HomeOpen) } else { interpretation })
    }
}

/// Whether a side of a cell is far from where it is in another grid of the same cells.
fn are_beside(grid: &Grid, other: &Grid) -> bool {
    let sides = |of: &Rect| [(of.x, of.width), (of.right(), of.width), (of.y, of.height), (of.bottom(), of.height)];
    let is_far = |(a, b): (&Rect, &Rect)| {
        sides(a).into_iter().zip(sides(b)).any(|((a, length), (b, _))| a.abs_diff(b) as f32 >= BESIDE * length as f32)
    };
    grid.cells.iter().zip(&other.cells).any(is_far)
}

/// Whether numbers are in their order and the last cell shows as much as they do: a list, of levels or of pages, that ends with
/// a sign, rather than a solved board.
fn is_list(tiles: &[usize], cells: &[RgbImage], blank: usize) -> bool {
    let varies = |cell: &RgbImage| {
        let window = Window::all(cell.width(), cell.height()).inset(SIDES);
        spread(Thumbnails::cut(cell, &[window], LOOK).get(0))
    };
    let are_in_order = tiles.iter().enumerate().all(|(cell, &tile)| cell == tile);
    are_in_order && varies(&cells[blank]) >= AS_MUCH * median(cells.iter().map(varies).collect())
}

/// The cell of another colour than all others, which are of one, if there is one.
fn odd_one(cells: &[RgbImage]) -> Option<usize> {
    let own: Vec<Pixel> = cells.iter().map(colour_of).collect();
    let usual = middle(&own);
    let odd = (0..cells.len()).max_by_key(|&cell| apart(own[cell], usual))?;
    let are_alike = (0..cells.len()).all(|cell| cell == odd || is_near(own[cell], usual, ALIKE));
    (are_alike && !is_near(own[odd], usual, ODD)).then_some(odd)
}

/// The colour of most of a cell.
pub fn colour_of(cell: &RgbImage) -> Pixel {
    middle(cell.as_raw().as_chunks::<3>().0)
}

/// Cells of which one shows nothing.
fn emptied(mut cells: Vec<RgbImage>, cell: usize) -> Vec<RgbImage> {
    let usual = middle(&cells.iter().map(colour_of).collect::<Vec<Pixel>>());
    cells[cell] = RgbImage::from_pixel(cells[cell].width(), cells[cell].height(), Rgb(usual));
    cells
}

/// A part of a cell as large as a corner: from its left to its right, and from its top to its bottom, 0 to 1.
pub(super) fn part_of(cell: &RgbImage, [right, bottom]: [f32; 2]) -> RgbImage {
    let part = |side: u32, place: f32| {
        let length = (side as f32 * CORNER) as u32;
        (((side - length) as f32 * place) as u32, length)
    };
    let ((x, width), (y, height)) = (part(cell.width(), right), part(cell.height(), bottom));
    cropped(cell, Rect { x, y, width, height })
}

#[cfg(test)]
mod tests {
    use image::imageops;

    use super::*;
    use crate::puzzle::Size;
    use crate::vision::Screenshot;
    use crate::vision::digits::tests::numbered;
    use crate::vision::recognise::effort::Effort;
    use crate::vision::recognise::tests::{lay, waves};

    #[test]
    fn numbers_near_the_side_of_their_tiles_are_read_though_the_cells_are_a_little_beside_these() {
        let numbers = [8, 2, 10, 5, 15, 1, 9, 13, 14, 0, 7, 4, 12, 3, 6, 11];
        let mut pixels = RgbImage::from_pixel(320, 320, Rgb([60, 64, 70]));
        for (cell, number) in (0..).zip(numbers).filter(|&(_, number)| number > 0) {
            let tile = numbered(Some(number), 60, 0.35, [0.2, 0.5]);
            imageops::replace(&mut pixels, &tile, 30 + cell % 4 * 64, 30 + cell / 4 * 64);
        }
        let (screenshot, hints) = (Screenshot::exact(pixels), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Labels);
        let grid = Grid::even(Rect::new(34, 34, 256, 256), Size::new(4, 4).unwrap(), 0).unwrap();
        let cells = reader.cells(&grid);
        let confidence = |found: Option<Interpretation>| found.unwrap().confidence;
        assert!(confidence(reader.by_numbers_on(&cells, NUMBERED, &grid, &cells, None)) < CONFIDENT);
        let found = reader.by_numbers(&grid, &cells, None).unwrap();
        assert!(found.is_sure() && found.blank == 9);
        let truth: Vec<usize> = numbers.iter().map(|&number| (number as usize + 15) % 16).collect();
        assert_eq!(found.tiles, truth);
    }

    #[test]
    fn numbers_in_a_corner_of_pieces_that_touch_are_read() {
        let tiles: [u32; 9] = [4, 0, 2, 8, 3, 1, 7, 5, 6];
        let mut pixels = RgbImage::from_pixel(600, 600, Rgb([0; 3]));
        lay(&mut pixels, &waves(480), &tiles, 160, [60, 60]);
        let plain = Rgb([230, 220, 200]);
        for (cell, tile) in (0..).zip(tiles).filter(|&(_, tile)| tile != 8) {
            let number = numbered(Some(tile as u16 + 1), 50, 0.4, [0.5, 0.5]);
            for (x, y, pixel) in
                number.enumerate_pixels().filter(|(x, y, _)| (5..45).contains(x) && (5..45).contains(y))
            {
                let is_ink = pixel.0[0] < plain.0[0] / 2;
                if is_ink {
                    pixels.put_pixel(60 + cell % 3 * 160 + x, 60 + cell / 3 * 160 + y, Rgb([255, 255, 0]));
                }
            }
        }
        let (screenshot, hints) = (Screenshot::exact(pixels), Hints::default());
        let reader = Reader::new(&screenshot, &[], &hints, Effort::Labels);
        let grid = Grid::even(Rect::new(60, 60, 480, 480), Size::new(3, 3).unwrap(), 0).unwrap();
        let found = reader.by_faint_numbers(&grid, Lines::Faint, &reader.cells(&grid)).unwrap();
        assert_eq!((found.tiles, found.blank), (tiles.map(|tile| tile as usize).to_vec(), 3));
        let has_numbers = |reader: &Reader| {
            let found = reader.interpret(&grid, Lines::Faint, true).unwrap();
            found.kind == Kind::Numbers && found.is_sure()
        };
        assert!(has_numbers(&reader) && !has_numbers(&reader.of_pieces()), "they are not looked for once more");
    }
}
