//! Moving the lines of a grid to where the gutters just are, by their colour.
//!
//! The lines of tiles are found by their edges, and a game may draw more of them than the tiles have: frames inside a tile,
//! outlines, shadows. But where the ground shows between the tiles it is of one colour, or softly shaded, all along every
//! gutter. So the gutters of one direction are laid upon each other, and the stretch is sought that is of their colour while
//! the tiles are not. Where the ground shows a picture, and where there are no gutters, the lines stay where they were.

mod alike;
mod ends;
mod outlines;
mod strip;

use image::RgbImage;

use super::ruler::{Lattice, Ruler};
use crate::vision::Grid;
use crate::vision::colour::Pixel;
use alike::{is_narrower, with_gutters_of};
use ends::{ended, farthest};
use outlines::between_outlines;
use strip::{Fold, LINES, Strip};

/// The share of the gutters that is of their colour: of all together, and of each.
const SEEN: f32 = 0.85;
const LEAST_SEEN: f32 = 0.6;
/// How much of a column belongs to a gutter if it does; and how far single gutters may go beyond what all share, in pixels and
/// as a share of the pitch.
const SURELY: f32 = 0.7;
const SLACK: (i32, f32) = (2, 0.01);
/// The widest gutter, as a share of the pitch.
const WIDEST: f32 = 0.25;
/// The share of what was seen of the board's outer sides that must still be seen.
const OUTER: f32 = 0.5;
/// The share of the contrast at the lines between tiles that the sides of gutters must have.
const INNER: f32 = 0.6;
/// So much of all change between the sides of gutters is in one way if they are bevels.
const ONE_WAY: f32 = 0.7;

/// The grid, its lines moved to the sides of the gutters where those are seen.
pub fn by_gutters(picture: &RgbImage, grid: &Grid) -> Grid {
    let Lattice { across, down } = &Lattice::of(grid);
    let (columns, rows) = (lines(across, picture.width()), lines(down, picture.height()));
    let at = |place: f32, limit: u32| (place.max(0.0) as u32).min(limit - 1);
    let column = |x: f32| {
        let x = at(x, picture.width());
        rows.iter().map(|&y| picture.get_pixel(x, y).0).collect()
    };
    let row = |y: f32| {
        let y = at(y, picture.height());
        columns.iter().map(|&x| picture.get_pixel(x, y).0).collect()
    };
    let strips = (Strip::new(column, across), Strip::new(row, down));
    let moved = (moved(&strips.0), moved(&strips.1));
    if moved == (None, None) {
        return grid.clone();
    }
    let mut lattice = Lattice { across: moved.0.unwrap_or(*across), down: moved.1.unwrap_or(*down) };
    if is_narrower(&lattice.across, &lattice.down) {
        let found = with_gutters_of(&strips.0, &lattice.across, lattice.down.gutter);
        lattice.across = found.unwrap_or(lattice.across);
    } else if is_narrower(&lattice.down, &lattice.across) {
        let found = with_gutters_of(&strips.1, &lattice.down, lattice.across.gutter);
        lattice.down = found.unwrap_or(lattice.down);
    }
    lattice.grid(picture.width(), picture.height()).unwrap_or_else(|| grid.clone())
}

/// Lines through the tiles of a ruler, away from their corners.
fn lines(ruler: &Ruler, limit: u32) -> Vec<u32> {
    let line = |index: usize| {
        let place = (index as f32 + 0.5) * ruler.count as f32 / LINES as f32;
        let at = ruler.begin(place as usize) + (0.12 + 0.76 * place.fract()) * ruler.tile();
        (at.max(0.0) as u32).min(limit - 1)
    };
    (0..LINES).map(line).collect()
}

/// The ruler with its lines moved, where gutters are seen.
fn moved<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>) -> Option<Ruler> {
    between_outlines(strip).or_else(|| coloured(strip))
}

/// The ruler with its lines moved to where the gutters are of a colour that the tiles are not.
fn coloured<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>) -> Option<Ruler> {
    let fold = strip.best_fold()?;
    let (ruler, span) = (&strip.ruler, &fold.span);
    let width = span.len() as f32;
    if span.start <= -strip.reach || span.end > strip.reach || width > WIDEST * ruler.pitch {
        return None;
    }
    let share = |gutter: usize, offset: i32| fold.shares[strip.index(gutter, offset, fold.drift)];
    let seen = |gutter: usize| span.clone().map(|offset| share(gutter, offset)).sum::<f32>() / width;
    let seen: Vec<f32> = (0..strip.gutters()).map(seen).collect();
    if seen.iter().sum::<f32>() < SEEN * seen.len() as f32 || seen.iter().any(|&seen| seen < LEAST_SEEN) {
        return None;
    }
    let slack = SLACK.0 + (SLACK.1 * ruler.pitch) as i32;
    let centre = (span.start + span.end - 1) / 2;
    let (least, most) = ((span.start - slack).max(-strip.reach), (span.end + slack).min(strip.reach));
    let sides = |gutter: usize| {
        let is = |offset: &i32| share(gutter, *offset) >= SURELY;
        let begin = (least..=centre).rev().take_while(is).last().unwrap_or(centre);
        let end = (centre..most).take_while(is).last().unwrap_or(centre) + 1;
        let middle = strip.middle(gutter).floor() + strip.shift(gutter, fold.drift) as f32;
        (middle + begin as f32, middle + end as f32)
    };
    let sides: Vec<(f32, f32)> = (0..strip.gutters()).map(sides).collect();
    let moved = ended(strip, &fold, through(&sides, ruler));
    is_plausible(strip, &fold, &moved).then_some(moved)
}

/// The ruler whose gutters have these sides, with the least squares of error.
fn through(sides: &[(f32, f32)], ruler: &Ruler) -> Ruler {
    let count = sides.len() as f32;
    let gutter = sides.iter().map(|(begin, end)| end - begin).sum::<f32>() / count;
    let centre = sides.iter().map(|(begin, end)| (begin + end) / 2.0).sum::<f32>() / count;
    let places = (0..sides.len()).map(|index| index as f32 - (count - 1.0) / 2.0);
    let spread: f32 = places.clone().map(|place| place * place).sum();
    let slope = places.zip(sides).map(|(place, (begin, end))| place * ((begin + end) / 2.0 - centre)).sum::<f32>();
    let pitch = if spread > 0.0 { slope / spread } else { ruler.pitch };
    let start = centre - (count + 1.0) / 2.0 * pitch + gutter / 2.0;
    Ruler { start, pitch, count: ruler.count, gutter }
}

/// Whether a moved ruler ends about where the board was taken to, and its gutters are no bevels: the blank shows the ground of
/// gutters, not the sides of tiles.
fn is_plausible<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>, fold: &Fold, moved: &Ruler) -> bool {
    let is_near = |a: f32, b: f32| (a - b).abs() <= farthest(&strip.ruler);
    let outer = |ruler: &Ruler| strip.step(ruler.start) + strip.step(ruler.stop());
    let inner = |ruler: &Ruler| {
        let sides = (1..ruler.count).flat_map(|tile| [ruler.begin(tile), ruler.end(tile - 1)]);
        sides.map(|side| strip.contrast_near(side)).sum::<f32>()
    };
    let (is, was) = (moved.region(), strip.ruler.region());
    is_near(is.0, was.0)
        && is_near(is.1, was.1)
        && outer(moved) >= OUTER * outer(&strip.ruler)
        && inner(moved) >= INNER * inner(&strip.ruler)
        && (strip.shows_ground(fold) || !is_bevel(strip, moved))
}

/// Whether what seems to be gutters are the bevelled sides of tiles: beside the lines that were seen, with the other sides at
/// one hand and faces at the other, where colours change in one way only.
fn is_bevel<P: Fn(f32) -> Vec<Pixel>>(strip: &Strip<P>, moved: &Ruler) -> bool {
    let ends = || (1..moved.count).map(|tile| moved.begin(tile));
    let aside = ends().enumerate().map(|(gutter, end)| end - moved.gutter / 2.0 - strip.middle(gutter)).sum::<f32>();
    if aside.abs() / (strip.gutters() as f32) < moved.gutter / 2.0 - 1.0 {
        return false;
    }
    let (mut one_way, mut any_way) = ([0.0f32; 3], [0.0f32; 3]);
    for end in ends().map(f32::round) {
        let (before, after) = ((strip.column)(end - moved.gutter.round() - 2.0), (strip.column)(end + 1.0));
        for (before, after) in before.iter().zip(&after) {
            for channel in 0..3 {
                let change = f32::from(after[channel]) - f32::from(before[channel]);
                one_way[channel] += change;
                any_way[channel] += change.abs();
            }
        }
    }
    let noise = f32::from(strip::NOISE) * (LINES * strip.gutters()) as f32;
    (0..3).any(|channel| any_way[channel] > noise && one_way[channel].abs() > ONE_WAY * any_way[channel])
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::puzzle::Size;
    use crate::rect::Rect;

    const GROUND: [u8; 3] = [40, 60, 75];

    /// Three by three tiles of 60 pixels from 20 on, 66 pixels apart, with what `inside` draws near their sides.
    fn board(inside: impl Fn(u32) -> Option<[u8; 3]>) -> RgbImage {
        RgbImage::from_fn(240, 240, |x, y| {
            let at = |v: u32| (20..218).contains(&v).then(|| ((v - 20) / 66, (v - 20) % 66)).filter(|(_, v)| *v < 60);
            let (Some((column, across)), Some((row, down))) = (at(x), at(y)) else { return Rgb(GROUND) };
            let picture = [(column * 60 + across * 2) as u8, (row * 70 + down) as u8, (x * y % 97) as u8];
            Rgb(inside(across.min(down).min(59 - across).min(59 - down)).unwrap_or(picture))
        })
    }

    fn grid(x: u32, side: u32, gutter: u32) -> Grid {
        Grid::even(Rect::new(x, x, side, side), Size::new(3, 3).unwrap(), gutter).unwrap()
    }

    #[test]
    fn gutters_are_found_whatever_frames_the_tiles_have() {
        let found = |picture: &RgbImage, taken: &Grid| by_gutters(picture, taken);
        for picture in [board(|_| None), board(|side| (side < 3).then_some([240, 240, 235]))] {
            assert_eq!(found(&picture, &grid(17, 198, 0)), grid(17, 198, 6), "none were seen");
            assert_eq!(found(&picture, &grid(17, 198, 12)), grid(17, 198, 6), "they seemed too wide");
            assert_eq!(found(&picture, &grid(20, 192, 0)), grid(17, 198, 6), "the board ended with its last tiles");
        }
    }

    #[test]
    fn the_widest_gutters_are_found_from_the_lines_at_one_side_of_them() {
        let picture = RgbImage::from_fn(220, 220, |x, y| {
            let at = |v: u32| (20..186).contains(&v).then(|| (v - 20) % 60).filter(|v| *v < 46);
            if at(x).and(at(y)).is_some() { Rgb([210, 190, 150]) } else { Rgb(GROUND) }
        });
        for start in [6, 13, 20] {
            let found = by_gutters(&picture, &grid(start, 180, 0));
            assert_eq!((found.cells[0], found.cells[8]), (Rect::new(20, 20, 46, 46), Rect::new(140, 140, 46, 46)));
        }
    }

    #[test]
    fn a_frame_of_the_colour_of_the_gutters_ends_before_the_tiles() {
        let mut picture = board(|side| Some([(50 + side * 37 % 200) as u8, 150, (side * 61 % 240) as u8]));
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            if !(14..224).contains(&x) || !(14..224).contains(&y) {
                *pixel = Rgb([238, 240, 243]);
            }
        }
        assert_eq!(by_gutters(&picture, &grid(14, 210, 6)), grid(17, 198, 6), "it is as wide as they are");
    }

    #[test]
    fn a_bevel_of_all_tiles_is_not_where_the_board_ends() {
        let bevelled = board(|side| (side < 3).then_some([70, 90, 105]).or((side == 3).then_some([250, 250, 250])));
        assert_eq!(by_gutters(&bevelled, &grid(17, 198, 0)), grid(17, 198, 6));
    }

    #[test]
    fn a_board_of_two_rows_ends_with_its_tiles_within_a_container() {
        let picture = RgbImage::from_fn(320, 260, |x, y| {
            let (inside, line) = (Rect::new(30, 40, 260, 180), Rect::new(36, 46, 248, 168));
            let is_in = |rect: &Rect| (rect.x..rect.right()).contains(&x) && (rect.y..rect.bottom()).contains(&y);
            let at = |v: u32, from: u32| v.checked_sub(from).map(|v| (v / 76, v % 76)).filter(|(_, v)| *v < 70);
            match (at(x, 48), at(y, 57)) {
                (Some((1, _)), Some((0, _))) => Rgb(GROUND),
                (Some((column, x)), Some((row, y))) if column < 3 && row < 2 => {
                    Rgb([(column * 60 + x * 2) as u8, (row * 70 + y) as u8, (x * y % 97) as u8])
                }
                _ if is_in(&line) => Rgb(GROUND),
                _ if is_in(&inside) => Rgb([230, 120, 20]),
                _ => Rgb([120, 215, 245]),
            }
        });
        let size = Size::new(3, 2).unwrap();
        let frame = Grid::even(Rect::new(45, 46, 228, 168), size, 0).unwrap();
        assert_eq!(by_gutters(&picture, &frame), Grid::even(Rect::new(45, 54, 228, 152), size, 6).unwrap());
    }

    #[test]
    fn a_strip_that_all_tiles_have_is_no_gutter() {
        let mut picture = board(|_| None);
        for (_, y, pixel) in picture.enumerate_pixels_mut().filter(|(_, _, pixel)| pixel.0 != GROUND) {
            if (y - 20) % 66 >= 50 {
                *pixel = Rgb([20, 20, 20]);
            }
        }
        let blank = Rect::new(86, 86, 60, 60);
        for (x, y) in (blank.x..blank.right()).flat_map(|x| (blank.y..blank.bottom()).map(move |y| (x, y))) {
            picture.put_pixel(x, y, Rgb(GROUND));
        }
        let taken = Grid { region: Rect::new(17, 9, 198, 198), ..grid(17, 198, 6) };
        let taken = Grid { cells: taken.cells.iter().map(|cell| Rect { height: 50, ..*cell }).collect(), ..taken };
        assert_eq!(by_gutters(&picture, &taken), grid(17, 198, 6));
    }

    #[test]
    fn ground_may_be_shaded() {
        let mut picture = board(|_| None);
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            if pixel.0 == GROUND {
                *pixel = Rgb([40 + (x / 10) as u8, 60, 75 + (y / 12) as u8]);
            }
        }
        assert_eq!(by_gutters(&picture, &grid(17, 198, 10)), grid(17, 198, 6));
    }

    #[test]
    fn tiles_without_gutters_keep_their_lines() {
        let bare = RgbImage::from_fn(240, 240, |x, y| {
            let (column, row) = ((x / 60) as u8, (y / 60) as u8);
            Rgb([column * 60 + (x % 60) as u8, row * 60 + (y % 60) as u8, (x * y % 97) as u8])
        });
        assert_eq!(by_gutters(&bare, &grid(0, 180, 0)), grid(0, 180, 0));
        let bevelled = RgbImage::from_fn(240, 240, |x, y| match (x % 60, y % 60) {
            (0..4, _) | (_, 0..4) => Rgb([250, 250, 250]),
            (56.., _) | (_, 56..) => Rgb([120, 120, 120]),
            _ => Rgb([200, 200, 200]),
        });
        assert_eq!(by_gutters(&bevelled, &grid(60, 180, 0)), grid(60, 180, 0));
    }
}
