//! Moving the lines of a lattice that was found in a reduced picture to where they are in the full one.

use image::{Rgb, RgbImage};

use super::comb::adjust;
use super::evidence::vertical;
use super::profile::Profile;
use super::ruler::{Lattice, Ruler};

/// How many lines of pixels are looked at in each direction.
const LINES: usize = 48;
/// How far around the board is looked.
const AROUND: f32 = 16.0;

/// The lattice with its lines moved by a few pixels to where they are seen best in the picture.
pub(super) fn refine(picture: &RgbImage, lattice: &Lattice) -> Lattice {
    let pixel = |x: u32, y: u32| *picture.get_pixel(x, y);
    let across = along_rows(pixel, &lattice.across, &lattice.down, picture.width(), picture.height());
    let turned = |y: u32, x: u32| pixel(x, y);
    let down = along_rows(turned, &lattice.down, &across, picture.height(), picture.width());
    Lattice { across, down }
}

/// The ruler adjusted to the rows of pixels that cross the tiles of `along`.
fn along_rows(pixel: impl Fn(u32, u32) -> Rgb<u8>, ruler: &Ruler, along: &Ruler, width: u32, height: u32) -> Ruler {
    let first = (ruler.start - AROUND).max(0.0) as u32;
    let last = ((ruler.stop() + AROUND).max(0.0) as u32).min(width);
    if last < first + 2 {
        return *ruler;
    }
    let rows: Vec<u32> = (0..LINES)
        .map(|line| {
            let place = (line as f32 + 0.5) * along.count as f32 / LINES as f32;
            let within = 0.1 + 0.8 * place.fract();
            let y = along.begin(place as usize) + within * along.tile();
            (y.max(0.0) as u32).min(height - 1)
        })
        .collect();
    let strip = RgbImage::from_fn(last - first, LINES as u32, |x, y| pixel(first + x, rows[y as usize]));
    let profile = Profile::new(&vertical(&strip), (0.0, LINES as f32));
    let moved = Ruler { start: ruler.start - first as f32, ..*ruler };
    let adjusted = adjust(&profile, &moved);
    Ruler { start: adjusted.start + first as f32, ..adjusted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_again_in_the_full_picture() {
        let tile = |x: u32, y: u32| (50..290).contains(&x) && (30..210).contains(&y);
        let colour = |x: u32, y: u32| ((x - 50) / 60 * 70 + (y - 30) / 60 * 37) as u8;
        let picture = RgbImage::from_fn(400, 300, |x, y| Rgb([if tile(x, y) { colour(x, y) } else { 250 }; 3]));
        let rough = Lattice { across: Ruler::between(47.0, 292.0, 4, 0.0), down: Ruler::between(32.0, 207.0, 3, 0.0) };
        let fine = refine(&picture, &rough);
        let near = |a: f32, b: f32| (a - b).abs() <= 1.5;
        assert!(near(fine.across.start, 50.0) && near(fine.across.stop(), 290.0), "{fine:?}");
        assert!(near(fine.down.start, 30.0) && near(fine.down.stop(), 210.0), "{fine:?}");
    }
}
