//! Where a screenshot may show the solved picture of a board: in a rectangle that lies apart from it, about of its shape and colours.

use image::RgbImage;

use super::super::cells::interpretation::TELLING;
use crate::rect::Rect;
use crate::resize::Window;
use crate::vision::Grid;
use crate::vision::thumbnails::Thumbnails;

/// How many rectangles are given at most.
const MOST: usize = 6;
/// Picture and board have so many pixels a cell at least, along either side: by less, blocks of pixel art were read as a board.
const LEAST: u32 = 12;
/// What is smaller beside the board is an icon or a letter: of ten real boards read so none had a picture of less than 0.29 of its
/// width or height, and one of six cells was read by one of 0.06.
const SMALLEST: f32 = 0.15;
/// How many times wider for its height, or higher for its width, a picture may be than the board.
const STRETCHED: f32 = 1.6;
/// How far apart the mean levels of board and picture may be, in each channel.
const APART: f32 = 40.0;
/// How many pixels apart the ends of two rectangles in line may be.
const IN_LINE: u32 = 3;
/// By what share of its sides a picture may differ from the board that is as large.
const AS_LARGE: f32 = 0.02;
/// The side of the small copy by which a picture is judged.
const LOOK: usize = 8;

/// The rectangles that may show what the cells of a grid do: those as large first, then those most like in colour.
pub fn pictures(screen: &RgbImage, rectangles: &[Rect], grid: &Grid) -> Vec<Rect> {
    let board = level(screen, grid.region);
    let shape = |of: Rect| of.width as f32 / of.height as f32;
    let least = |count: usize| LEAST * count as u32;
    let is_legible = |of: Rect| of.width >= least(grid.size.columns()) && of.height >= least(grid.size.rows());
    if !is_legible(grid.region) {
        return Vec::new();
    }
    let is_like = |&&place: &&Rect| {
        let stretched = (shape(place) / shape(grid.region)).ln().abs();
        let is_large = |side: u32, board: u32| side as f32 >= SMALLEST * board as f32;
        is_legible(place)
            && is_large(place.width, grid.region.width)
            && is_large(place.height, grid.region.height)
            && stretched <= STRETCHED.ln()
            && place.is_apart(grid.region)
            && !is_next_cell(place, grid)
            && !is_in_next_cell(place, grid)
    };
    let far = |place: Rect| {
        let other = level(screen, place);
        (0..3).map(|channel| (board[channel] - other[channel]).abs()).fold(0.0, f32::max)
    };
    let completed = rectangles.iter().filter_map(|&part| completed(part, grid.region));
    let rectangles: Vec<Rect> = rectangles.iter().copied().chain(completed).collect();
    let mut found: Vec<(bool, f32, Rect)> = rectangles
        .iter()
        .filter(is_like)
        .map(|&place| (!place.is_as_large(grid.region, AS_LARGE), far(place), place))
        .collect();
    found.retain(|&(_, far, _)| far <= APART);
    found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    found.into_iter().map(|(_, _, place)| place).take(MOST).collect()
}

/// A picture as large as the board, if a rectangle may be a part of that: it is beside the board in line with it, and as long in one
/// direction, and starts or ends with it in the other. A pale picture before a pale page has no clear end.
fn completed(part: Rect, board: Rect) -> Option<Rect> {
    let is_near = |a: u32, b: u32| a.abs_diff(b) <= IN_LINE;
    let is_beside =
        is_near(part.width, board.width) && (is_near(part.y, board.y) || is_near(part.bottom(), board.bottom()));
    let is_below =
        is_near(part.height, board.height) && (is_near(part.x, board.x) || is_near(part.right(), board.right()));
    match (is_beside, is_below) {
        (true, false) => Some(Rect { y: board.y, height: board.height, ..part }),
        (false, true) => Some(Rect { x: board.x, width: board.width, ..part }),
        _ => None,
    }
}

/// Whether a rectangle is as large as a cell and lies where the next one would: the board has more columns or rows then.
fn is_next_cell(place: Rect, grid: &Grid) -> bool {
    let Rect { width, height, .. } = grid.cells[0];
    let is_near = |a: u32, b: u32, length: u32| a.abs_diff(b) * 8 <= length;
    let lines_up = |a: fn(&Rect) -> u32, length: u32| grid.cells.iter().any(|cell| is_near(a(cell), a(&place), length));
    let is_beside = |start: u32, end: u32, from: u32, to: u32, length: u32| {
        from.abs_diff(end).min(start.abs_diff(to)) * 4 <= length
    };
    let region = grid.region;
    is_near(place.width, width, width)
        && is_near(place.height, height, height)
        && (lines_up(|rect| rect.x, width) && is_beside(place.y, place.bottom(), region.y, region.bottom(), height)
            || lines_up(|rect| rect.y, height) && is_beside(place.x, place.right(), region.x, region.right(), width))
}

/// Whether a rectangle lies where the next cell of a board of few cells would: it may be a part of a tile, to which four parts
/// of a picture fit by chance.
fn is_in_next_cell(place: Rect, grid: &Grid) -> bool {
    let region = grid.region;
    let next = |&Rect { x, y, width, height }: &Rect| {
        let corners = [
            (region.x.saturating_sub(width), y),
            (region.right(), y),
            (x, region.y.saturating_sub(height)),
            (x, region.bottom()),
        ];
        corners.map(|(x, y)| Rect::new(x, y, width, height))
    };
    let holds = |cell: Rect| {
        place.x >= cell.x && place.right() <= cell.right() && place.y >= cell.y && place.bottom() <= cell.bottom()
    };
    grid.size.cells() < TELLING && grid.cells.iter().flat_map(next).any(holds)
}

/// The mean level of a part of a screenshot in each channel.
fn level(screen: &RgbImage, place: Rect) -> [f32; 3] {
    let window =
        Window { left: place.x.into(), top: place.y.into(), width: place.width.into(), height: place.height.into() };
    let small = Thumbnails::cut(screen, &[window], LOOK);
    [0, 1, 2].map(|channel| small.get(0)[channel..].iter().step_by(3).sum::<f32>() / (LOOK * LOOK) as f32)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::*;
    use crate::puzzle::Size;

    #[test]
    fn what_lies_where_the_next_cell_would_is_no_solved_picture() {
        let grid = Grid::even(Rect::new(100, 100, 80, 80), Size::new(2, 2).unwrap(), 4).unwrap();
        let is_next = |x: u32, y: u32, side: u32| is_next_cell(Rect::new(x, y, side, side), &grid);
        assert!(is_next(102, 62, 36) && is_next(142, 182, 36) && is_next(62, 102, 36) && is_next(182, 142, 36));
        assert!(!is_next(102, 42, 36), "it lies apart");
        assert!(!is_next(112, 62, 36), "it lies beside no cell");
        assert!(!is_next(102, 52, 46), "it is larger");
    }

    #[test]
    fn what_lies_within_the_next_cell_of_a_board_of_few_cells_is_no_solved_picture() {
        let is_in = |columns: usize, place: Rect| {
            let region = Rect::new(100, 100, columns as u32 * 40, 80);
            is_in_next_cell(place, &Grid::even(region, Size::new(columns, 2).unwrap(), 0).unwrap())
        };
        assert!(is_in(2, Rect::new(142, 185, 30, 30)) && is_in(2, Rect::new(65, 105, 30, 30)));
        assert!(!is_in(2, Rect::new(142, 215, 30, 30)), "it lies apart");
        assert!(!is_in(2, Rect::new(130, 185, 30, 30)), "it lies under two cells");
        assert!(!is_in(5, Rect::new(142, 185, 30, 30)), "ten cells tell");
    }

    #[test]
    fn a_picture_as_large_as_the_board_comes_first_and_is_completed_where_its_end_is_pale() {
        let mut screen = RgbImage::from_pixel(900, 700, Rgb([120; 3]));
        let grid = Grid::even(Rect::new(20, 20, 300, 300), Size::new(3, 3).unwrap(), 0).unwrap();
        let part = Rect::new(400, 21, 301, 250);
        imageops::replace(&mut screen, &RgbImage::from_pixel(301, 299, Rgb([140; 3])), 400, 21);
        let others = (0..8).map(|index| Rect::new(400, 330 + 10 * index, 200, 200));
        let found = pictures(&screen, &others.chain([part]).collect::<Vec<_>>(), &grid);
        assert_eq!((found[0], found.len()), (Rect::new(400, 20, 301, 300), MOST));
        assert_eq!(completed(Rect::new(400, 40, 301, 250), grid.region), None, "it is not in line");
        let below = Rect::new(70, 360, 250, 299);
        assert_eq!(completed(below, grid.region), Some(Rect::new(20, 360, 300, 299)));
    }

    #[test]
    fn cells_of_a_few_pixels_have_no_picture() {
        let screen = RgbImage::from_pixel(900, 700, Rgb([120; 3]));
        let picture = Rect::new(500, 200, 36, 54);
        let of_side = |side: u32| {
            let grid = Grid::even(Rect::new(20, 20, 3 * side, 60), Size::new(3, 3).unwrap(), 0).unwrap();
            pictures(&screen, &[picture], &grid)
        };
        assert_eq!((of_side(12), of_side(9)), (vec![picture], vec![]));
    }

    #[test]
    fn letters_and_icons_are_no_picture_of_a_large_board() {
        let screen = RgbImage::from_pixel(900, 700, Rgb([120; 3]));
        let grid = Grid::even(Rect::new(20, 20, 400, 600), Size::new(2, 3).unwrap(), 0).unwrap();
        let [letter, picture] = [Rect::new(500, 100, 30, 45), Rect::new(500, 200, 80, 120)];
        assert_eq!(pictures(&screen, &[letter, picture], &grid), [picture]);
    }
}
