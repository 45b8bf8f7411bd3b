//! Finding the board in a screenshot, with nothing known about it.

mod bar;
mod changes;
mod comb;
mod ends;
mod evidence;
mod faces;
mod frame;
mod frame_lines;
mod gutter;
mod numerals;
mod panel;
mod plain;
mod pool;
mod profile;
mod propose;
mod rank;
mod refine;
mod rims;
mod ruler;
mod seams;
mod segments;
mod support;
#[cfg(test)]
mod sweep;
mod traits;
mod weigh;
mod weights;

use std::borrow::Cow;

use image::RgbImage;
use rayon::prelude::*;

use crate::puzzle::Size;
use crate::rect::Rect;
use crate::resize::cropped;
use crate::vision::Grid;

pub use bar::is_bar;
use comb::Counts;
pub use ends::at_ends;
use evidence::Edges;
pub use frame_lines::off_frame_lines;
pub use gutter::by_gutters;
use panel::{Panel, Sides};
use pool::{Hypothesis, compete, compete_each, compete_within};
use propose::rectangles as panels;
use refine::refine;
pub use rims::with_rims;
use ruler::Lattice;
pub use seams::at_seams;
pub use weigh::{Weighed, weigh};

/// What is known about the board before it is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// How many columns and rows it has.
    pub size: Option<Size>,
    /// Where it is, give or take two pixels.
    pub region: Option<Rect>,
}

/// A place where a board may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its cells.
    pub grid: Grid,
    /// How much speaks for it.
    pub score: f32,
}

/// How closely a picture is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Pictures of more than 2.4 million pixels are reduced before boards are looked for.
    Glance,
    /// Only those of more than ten million are: small boards on large screens are seen, which takes four times as long.
    Close,
    /// As at a glance, and then to a half: soft edges are seen, and large boards among many lines.
    Far,
}

impl Look {
    fn most_pixels(self) -> u64 {
        match self {
            Look::Glance | Look::Far => 2_400_000,
            Look::Close => 10_000_000,
        }
    }

    /// Whether a picture of that size is reduced.
    pub fn reduces(self, width: u32, height: u32) -> bool {
        self.reduction(width, height) > 1
    }

    /// By how much it is reduced.
    fn reduction(self, width: u32, height: u32) -> u32 {
        let pixels = u64::from(width) * u64::from(height);
        let factor = (1..).find(|factor| pixels / u64::from(factor * factor) <= self.most_pixels()).unwrap_or(1);
        if self == Look::Far { 2 * factor } else { factor }
    }
}

/// How many candidates are given.
const CANDIDATES: usize = 24;

/// Where boards may be in the picture, best first, no two alike, at most two dozen.
///
/// With a region given only boards that fill it are looked for, and with a size as well the region divided evenly is
/// always among the candidates (unless its cells would be too small).
pub fn locate(shot: &RgbImage, hints: &Hints, look: Look) -> Vec<Candidate> {
    let mut found = candidates(search(shot, hints, look), shot);
    if let Hints { size: Some(size), region: Some(region) } = *hints
        && region.fits(shot.width(), shot.height())
        && let Ok(grid) = Grid::even(region, size, 0)
        && found.iter().all(|candidate| candidate.grid != grid)
    {
        let score = found.last().map_or(0.0, |last| last.score - 1.0);
        found.truncate(CANDIDATES - 1);
        found.push(Candidate { grid, score });
    }
    found
}

/// The sides of the boards that [`squares`] looks for.
const SQUARES: [usize; 6] = [3, 4, 5, 6, 7, 8];

/// Where boards of the usual sizes, with as many columns as rows, may be, best first, at most two dozen. Among grids of one
/// size some are seen that others hide where any size is looked for.
pub fn squares(shot: &RgbImage, look: Look) -> Vec<Candidate> {
    let sides = SQUARES.map(|side| Sides { columns: Counts::only(side), rows: Counts::only(side) });
    let window = Rect::new(0, 0, shot.width(), shot.height());
    let factor = look.reduction(window.width, window.height);
    let picture = view(shot, window, factor);
    let found = compete_each(&picture, &Edges::new(&picture), &sides);
    candidates(settled(found, shot, window, factor), shot)
}

/// Wherever lines may be those of a board of the size, or of any, however little speaks for it: hundreds, best first. Takes about
/// twice as long as [`locate`].
pub fn all(shot: &RgbImage, size: Option<Size>, look: Look) -> Vec<Candidate> {
    let window = Rect::new(0, 0, shot.width(), shot.height());
    let factor = look.reduction(window.width, window.height);
    let picture = view(shot, window, factor);
    let edges = Edges::new(&picture);
    let of = |columns: usize, rows: usize| Sides { columns: Counts::only(columns), rows: Counts::only(rows) };
    let sides = match size {
        Some(size) => vec![of(size.columns(), size.rows())],
        None => SQUARES.map(|side| of(side, side)).into_iter().chain([Sides::ANY]).collect(),
    };
    let mut found = compete_each(&picture, &edges, &sides);
    found.iter_mut().for_each(|found| found.lattice = found.lattice.scaled(factor as f32, (window.x, window.y)));
    candidates(found, shot)
}

/// Where numbers stand at equal distances with nothing between them, one place left empty, the largest such board first.
pub fn by_numerals(shot: &RgbImage, look: Look) -> Vec<Grid> {
    let window = Rect::new(0, 0, shot.width(), shot.height());
    let factor = look.reduction(window.width, window.height);
    let found = numerals::lattices(&view(shot, window, factor));
    let grid = |lattice: Lattice| lattice.scaled(factor as f32, (0, 0)).grid(shot.width(), shot.height());
    found.into_iter().filter_map(grid).collect()
}

/// The hypotheses that make a grid, best first, in pixels of the screenshot.
fn search(shot: &RgbImage, hints: &Hints, look: Look) -> Vec<Hypothesis> {
    let whole = Rect::new(0, 0, shot.width(), shot.height());
    let window = hints.region.map_or(whole, |region| around(region, whole));
    if window.width < 2 * Grid::MIN_CELL || window.height < 2 * Grid::MIN_CELL {
        return Vec::new();
    }
    let sides = match hints.size {
        Some(size) => Sides { columns: Counts::only(size.columns()), rows: Counts::only(size.rows()) },
        None => Sides::ANY,
    };
    let factor = look.reduction(window.width, window.height);
    let picture = view(shot, window, factor);
    let edges = Edges::new(&picture);
    let found = match hints.region {
        None => compete(&picture, &edges, sides),
        Some(region) => compete_within(&picture, &edges, &panel(region, window, factor), sides),
    };
    settled(found, shot, window, factor)
}

/// The best of the hypotheses for a view of `window`, reduced by `factor`, in pixels of the screenshot.
fn settled(mut found: Vec<Hypothesis>, shot: &RgbImage, window: Rect, factor: u32) -> Vec<Hypothesis> {
    found.iter_mut().for_each(|found| found.lattice = found.lattice.scaled(factor as f32, (window.x, window.y)));
    found.retain(|found| found.lattice.grid(shot.width(), shot.height()).is_some());
    found.truncate(CANDIDATES);
    if factor > 1 {
        found.par_iter_mut().for_each(|found| found.lattice = refine(shot, &found.lattice));
    }
    found
}

fn candidates(found: Vec<Hypothesis>, shot: &RgbImage) -> Vec<Candidate> {
    let candidate = |hypothesis: Hypothesis| {
        let grid = hypothesis.lattice.grid(shot.width(), shot.height())?;
        Some(Candidate { grid, score: hypothesis.score })
    };
    found.into_iter().filter_map(candidate).collect()
}

/// Whatever in the picture has four sides that are seen, best first.
pub fn rectangles(shot: &RgbImage, look: Look) -> Vec<Rect> {
    let factor = look.reduction(shot.width(), shot.height());
    let picture = view(shot, Rect::new(0, 0, shot.width(), shot.height()), factor);
    let pixels = |from: f32, to: f32| (from as u32 * factor, (to - from) as u32 * factor);
    let place = |panel: Panel| {
        let ((x, width), (y, height)) = (pixels(panel.left, panel.right), pixels(panel.top, panel.bottom));
        Rect::new(x, y, width, height)
    };
    panels(&Edges::new(&picture)).into_iter().map(place).collect()
}

/// How much of the picture around a given region is looked at.
const MARGIN: u32 = 24;

/// The region with a margin, as far as it lies in the picture.
fn around(region: Rect, whole: Rect) -> Rect {
    let start = |at: u32| at.saturating_sub(MARGIN);
    let (x, y) = (start(region.x).min(whole.width), start(region.y).min(whole.height));
    let end = |at: u32, limit: u32| at.saturating_add(MARGIN).min(limit);
    Rect::new(x, y, end(region.right(), whole.width).max(x) - x, end(region.bottom(), whole.height).max(y) - y)
}

/// A part of the picture, reduced: each pixel is the mean of `factor` × `factor`, those left over at the ends left out.
fn view(shot: &RgbImage, window: Rect, factor: u32) -> Cow<'_, RgbImage> {
    if factor == 1 {
        let is_whole = (window.width, window.height) == shot.dimensions();
        return match is_whole {
            true => Cow::Borrowed(shot),
            false => Cow::Owned(cropped(shot, window)),
        };
    }
    let mut reduced = RgbImage::new(window.width / factor, window.height / factor);
    let (stride, wide, times) = (shot.width() as usize * 3, reduced.width() as usize * 3, factor as usize);
    let first = window.y as usize * stride + window.x as usize * 3;
    reduced.par_chunks_exact_mut(wide).enumerate().for_each(|(row, means)| {
        let mut sums = vec![0u32; wide];
        for line in 0..times {
            let pixels = &shot.as_raw()[first + (row * times + line) * stride..][..wide * times];
            for (sums, block) in sums.chunks_exact_mut(3).zip(pixels.chunks_exact(3 * times)) {
                for pixel in block.chunks_exact(3) {
                    sums.iter_mut().zip(pixel).for_each(|(sum, &value)| *sum += u32::from(value));
                }
            }
        }
        let area = factor * factor;
        means.iter_mut().zip(sums).for_each(|(mean, sum)| *mean = ((sum + area / 2) / area) as u8);
    });
    Cow::Owned(reduced)
}

/// A region in pixels of the view.
fn panel(region: Rect, window: Rect, factor: u32) -> Panel {
    let scaled = |at: u32, from: u32| at.saturating_sub(from) as f32 / factor as f32;
    Panel {
        left: scaled(region.x, window.x),
        top: scaled(region.y, window.y),
        right: scaled(region.right().min(window.right()), window.x),
        bottom: scaled(region.bottom().min(window.bottom()), window.y),
        evidence: 1.0,
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;
    use crate::puzzle::Random;

    #[test]
    fn a_reduced_pixel_is_the_mean_of_those_it_stands_for() {
        let shot = RgbImage::from_fn(40, 30, |x, y| Rgb([(x * 6) as u8, (y * 8) as u8, (x * y % 251) as u8]));
        let window = Rect::new(3, 2, 35, 23);
        for factor in [2, 3] {
            let small = view(&shot, window, factor);
            assert_eq!(small.dimensions(), (35 / factor, 23 / factor));
            for (x, y, pixel) in small.enumerate_pixels() {
                let block = (0..factor * factor).map(|i| (3 + x * factor + i % factor, 2 + y * factor + i / factor));
                let mut sums = [0.0f32; 3];
                for (x, y) in block {
                    sums.iter_mut().zip(shot.get_pixel(x, y).0).for_each(|(sum, value)| *sum += f32::from(value));
                }
                let area = (factor * factor) as f32;
                assert!(sums.iter().zip(pixel.0).all(|(sum, mean)| (sum / area - f32::from(mean)).abs() <= 0.5));
            }
        }
    }

    #[test]
    fn cells_keep_pixels_of_their_own_wherever_their_ends_are_moved() {
        let mut random = Random::new(7);
        for _ in 0..2_000 {
            let scale = 1 + random.below(5);
            let dots: Vec<[u8; 3]> =
                (0..3600).map(|_| [200, 80, 235].map(|level| level * random.below(2) as u8)).collect();
            let dot = |x: u32, y: u32| dots[y as usize / scale * 60 + x as usize / scale];
            let picture = RgbImage::from_fn(60, 60, |x, y| Rgb(dot(x, y)));
            let size = Size::new(2 + random.below(3), 2 + random.below(3)).unwrap();
            let (gutter, tile) = (random.below(4), 8 + random.below(4));
            let (wide, high) = (size.columns() * (tile + gutter), size.rows() * (tile + gutter));
            let (x, y) = (random.below(61 - wide.min(60)), random.below(61 - high.min(60)));
            let region = Rect::new(x as u32, y as u32, wide as u32, high as u32);
            let Ok(grid) = Grid::even(region, size, gutter as u32) else { continue };
            let inner = by_gutters(&picture, &off_frame_lines(&picture, &grid));
            let found =
                with_rims(&picture, &at_seams(&picture, &at_ends(&picture, &inner)), random.below(size.cells()));
            assert!(found.cells.iter().all(|cell| cell.width.min(cell.height) >= 1), "{grid:?} {found:?}");
        }
    }

    #[test]
    fn boards_whose_gutters_are_soft_are_seen_from_afar() {
        let shade = |x: u32, y: u32| {
            let wave = (x as f32 / 9.0 + (y as f32 / 17.0).sin() * 3.0).sin() + (y as f32 / 7.0).cos();
            140.0 + 30.0 * wave + (x / 240 * 37 % 50 + y / 180 * 53 % 60) as f32
        };
        // Tiles fade to the white page over eight pixels.
        let shot = RgbImage::from_fn(1300, 900, |x, y| {
            let (x, y) = (x.wrapping_sub(150), y.wrapping_sub(90));
            if x >= 960 || y >= 720 {
                return Rgb([250; 3]);
            }
            let far = |at: u32, side: u32| (at.min(side - 1 - at) as f32 / 8.0 - 0.3).max(0.0);
            let share = far(x % 240, 240).min(far(y % 180, 180)).min(1.0);
            Rgb([(250.0 + (shade(x, y) - 250.0) * share) as u8; 3])
        });
        let size = |look: Look| locate(&shot, &Hints::default(), look).first().map(|found| found.grid.size);
        assert_eq!(size(Look::Far), Size::new(4, 4).ok());
        assert_ne!(size(Look::Glance), Size::new(4, 4).ok());
    }

    #[test]
    fn what_stands_in_line_with_something_wider_is_a_rectangle() {
        let inside = |x: u32, y: u32, of: Rect| (of.x..of.right()).contains(&x) && (of.y..of.bottom()).contains(&y);
        let (board, goal, button) =
            (Rect::new(20, 40, 180, 160), Rect::new(220, 40, 90, 80), Rect::new(220, 130, 90, 30));
        let shot = RgbImage::from_fn(340, 230, |x, y| match () {
            _ if inside(x, y, board) => Rgb([40, 90, 60]),
            _ if inside(x, y, goal) => Rgb([50, (60 + x % 9) as u8, 90]),
            _ if inside(x, y, button) => Rgb([30, 140, 70]),
            _ => Rgb([232, 240, 238]),
        });
        assert!(rectangles(&shot, Look::Glance).contains(&goal), "{:?}", rectangles(&shot, Look::Glance));
    }

    #[test]
    fn what_has_round_corners_is_a_rectangle() {
        let picture = Rect::new(60, 40, 200, 180);
        let shot = RgbImage::from_fn(340, 260, |x, y| {
            let far =
                |at: u32, from: u32, to: u32| (from + 28).saturating_sub(at).max((at + 29).saturating_sub(to)) as f32;
            let (across, down) = (far(x, picture.x, picture.right()), far(y, picture.y, picture.bottom()));
            let is_inside = across.hypot(down) <= 28.0;
            if is_inside { Rgb([50, (60 + x % 9) as u8, 90]) } else { Rgb([232, 240, 238]) }
        });
        let found = rectangles(&shot, Look::Glance);
        assert!(found.contains(&picture), "{found:?}");
    }
}
