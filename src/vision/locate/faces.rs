//! What the tiles of a lattice show, from some hundred samples of pixels.

use image::RgbImage;

use super::ruler::{Lattice, Ruler};

/// About so many samples are taken in all.
const SAMPLES: usize = 1600;
/// A pixel is ink where it differs from the ground by more than this in any channel.
const INK: u8 = 36;

/// What the tiles show.
pub(super) struct Faces {
    /// The share of tiles that are of one colour.
    pub flat: f32,
    /// Whether exactly one tile is.
    pub one_flat: bool,
    /// The middle one of all tiles' contrasts; 1 is black and white.
    pub contrast: f32,
    /// How much the tiles' mean colours differ; 1 is black and white.
    pub variety: f32,
    /// The share of samples in the colour most common, the ground.
    pub ground: f32,
    /// The share of tiles without ink.
    pub bare: f32,
    /// Whether exactly one tile is.
    pub one_bare: bool,
    /// The share of the ink that lies near the tiles' borders, where digits never reach.
    pub rim: f32,
    /// How far the middle of a tile's ink is from where it is on average, in tiles.
    pub stray: f32,
}

/// What the samples of one tile come to.
#[derive(Clone, Default)]
struct Sums {
    levels: [u32; 3],
    squares: u32,
    ink: u32,
    /// Of the ink's positions, in samples.
    at: [u32; 2],
}

/// What one tile shows.
struct Tile {
    mean: [f32; 3],
    contrast: f32,
    /// How many samples are ink.
    ink: f32,
    /// The middle of the ink, from 0 to 1 across the tile.
    at: [f32; 2],
}

/// Looks at the tiles of a lattice.
pub(super) fn faces(picture: &RgbImage, lattice: &Lattice) -> Faces {
    let side = ((SAMPLES / lattice.cells()) as f32).sqrt().clamp(4.0, 20.0) as usize;
    let columns: Vec<u32> =
        (0..lattice.across.count).flat_map(|tile| samples(&lattice.across, tile, side, picture.width())).collect();
    let rows: Vec<u32> =
        (0..lattice.down.count).flat_map(|tile| samples(&lattice.down, tile, side, picture.height())).collect();
    let pixels = look(picture, &columns, &rows);
    let ground = ground(&pixels);
    let mut sums = vec![Sums::default(); lattice.cells()];
    let mut rim = 0;
    let edge = (side as f32 * 0.11).ceil() as usize;
    let is_rim: Vec<u32> = (0..side).map(|at| u32::from(!(edge..side - edge).contains(&at))).collect();
    for (y, row) in pixels.chunks_exact(columns.len()).enumerate() {
        let (sums, y) = (&mut sums[y / side * lattice.across.count..], y % side);
        for (sums, pixels) in sums.iter_mut().zip(row.chunks_exact(side)) {
            rim += sums.add(pixels, y as u32, ground, &is_rim);
        }
    }
    let tiles: Vec<Tile> = sums.iter().map(|sums| sums.tile(side as f32)).collect();
    summary(&tiles, rim as f32, (side * side) as f32)
}

impl Sums {
    /// Adds a row of samples, and tells how much of its ink lies on the rim.
    fn add(&mut self, pixels: &[[u8; 3]], y: u32, ground: [u8; 3], is_rim: &[u32]) -> u32 {
        let (mut ink, mut across, mut rim) = (0, 0, 0);
        for (x, (&pixel, is_rim)) in (0..).zip(pixels.iter().zip(is_rim)) {
            let [red, green, blue] = pixel.map(u32::from);
            self.levels[0] += red;
            self.levels[1] += green;
            self.levels[2] += blue;
            self.squares += red * red + green * green + blue * blue;
            let inked = u32::from(is_ink(pixel, ground));
            ink += inked;
            across += inked * x;
            rim += inked * is_rim;
        }
        self.ink += ink;
        self.at[0] += across;
        self.at[1] += ink * y;
        if is_rim[y as usize] == 0 { rim } else { ink }
    }

    /// The tile of `side` × `side` samples.
    fn tile(&self, side: f32) -> Tile {
        let area = side * side;
        let mean = self.levels.map(|sum| sum as f32 / area);
        let square = mean.iter().map(|mean| mean * mean).sum::<f32>();
        let ink = self.ink as f32;
        Tile {
            mean,
            contrast: (self.squares as f32 / area - square).max(0.0).sqrt() / 128.0,
            ink,
            at: self.at.map(|sum| sum as f32 / (side * ink.max(1.0))),
        }
    }
}

fn summary(tiles: &[Tile], rim: f32, area: f32) -> Faces {
    let count = tiles.len() as f32;
    let ink: f32 = tiles.iter().map(|tile| tile.ink).sum();
    let centre = [0, 1, 2].map(|channel| tiles.iter().map(|tile| tile.mean[channel]).sum::<f32>() / count);
    let spread = |tile: &Tile| tile.mean.iter().zip(centre).map(|(mean, centre)| (mean - centre).powi(2)).sum::<f32>();
    let mut contrasts: Vec<f32> = tiles.iter().map(|tile| tile.contrast).collect();
    contrasts.sort_by(f32::total_cmp);
    let flat = contrasts.iter().filter(|contrast| **contrast < 0.02).count() as f32;
    let inked: Vec<[f32; 2]> = tiles.iter().filter(|tile| tile.ink > 0.004 * area).map(|tile| tile.at).collect();
    let bare = count - inked.len() as f32;
    let middle = [0, 1].map(|axis| inked.iter().map(|at| at[axis]).sum::<f32>() / inked.len().max(1) as f32);
    let away = |at: &[f32; 2]| (at[0] - middle[0]).powi(2) + (at[1] - middle[1]).powi(2);
    Faces {
        flat: flat / count,
        one_flat: flat == 1.0,
        contrast: contrasts[contrasts.len() / 2],
        variety: (tiles.iter().map(spread).sum::<f32>() / count).sqrt() / 128.0,
        ground: 1.0 - ink / (area * count),
        bare: bare / count,
        one_bare: bare == 1.0,
        rim: if ink > 0.0 { rim / ink } else { 1.0 },
        stray: (inked.iter().map(away).sum::<f32>() / inked.len().max(1) as f32).sqrt(),
    }
}

/// The pixels where the columns and the rows cross, row by row.
pub(super) fn look(picture: &RgbImage, columns: &[u32], rows: &[u32]) -> Vec<[u8; 3]> {
    let mut pixels = Vec::with_capacity(columns.len() * rows.len());
    let stride = picture.width() as usize * 3;
    for &y in rows {
        let row = &picture.as_raw()[y as usize * stride..][..stride];
        pixels.extend(columns.iter().map(|&x| {
            let at = x as usize * 3;
            [row[at], row[at + 1], row[at + 2]]
        }));
    }
    pixels
}

/// The middle value of each channel: the colour of the ground, where one colour is more than half.
pub(super) fn ground(pixels: &[[u8; 3]]) -> [u8; 3] {
    let mut counts = [[0u32; 256]; 3];
    for pixel in pixels {
        counts.iter_mut().zip(pixel).for_each(|(counts, &value)| counts[usize::from(value)] += 1);
    }
    counts.map(|counts| {
        let mut left = (pixels.len() / 2) as u32;
        let is_middle = |&value: &usize| {
            let found = counts[value] > left;
            left = left.saturating_sub(counts[value]);
            found
        };
        (0..256).find(is_middle).unwrap_or(0) as u8
    })
}

/// Whether a pixel is not of the ground's colour.
pub(super) fn is_ink(pixel: [u8; 3], ground: [u8; 3]) -> bool {
    let differs = |channel: usize| pixel[channel].abs_diff(ground[channel]) > INK;
    differs(0) | differs(1) | differs(2)
}

/// Where to sample a tile: `count` pixels, a little away from its borders.
fn samples(ruler: &Ruler, tile: usize, count: usize, limit: u32) -> impl Iterator<Item = u32> + use<> {
    let (from, step) = (ruler.begin(tile) + 0.04 * ruler.tile(), 0.92 * ruler.tile() / (count - 1) as f32);
    (0..count).map(move |index| ((from + index as f32 * step).max(0.0) as u32).min(limit - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn numbers_on_a_plain_board_are_seen_as_ink() {
        let dot = |x: u32, y: u32| (10..20).contains(&(x % 30)) && (10..20).contains(&(y % 30)) && (x >= 30 || y >= 30);
        let picture = RgbImage::from_fn(90, 90, |x, y| Rgb([if dot(x, y) { 0 } else { 200 }; 3]));
        let ruler = Ruler { start: 0.0, pitch: 30.0, count: 3, gutter: 0.0 };
        let seen = faces(&picture, &Lattice { across: ruler, down: ruler });
        assert!(seen.one_bare);
        assert!(seen.rim < 0.2 && seen.stray < 0.1);
        assert!(seen.ground > 0.8);
    }

    #[test]
    fn the_ground_is_the_colour_of_more_than_half() {
        assert_eq!(ground(&[[9, 8, 7], [9, 8, 7], [255, 0, 1]]), [9, 8, 7]);
        assert_eq!(ground(&[]), [0; 3]);
    }
}
