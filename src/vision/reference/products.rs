//! What cells in any light differ from tiles, squared, from one pass over them.
//!
//! In the light of gain `g` and offset `o` a cell `a` differs from a tile `b` by `g²·aa + 2g·o·a + n·o² + bb - 2g·ab - 2o·b`,
//! sums over the `n` values of a channel: only these depend on the light, and the sums of products take nearly all the time.

use super::compare::sums_by_channel;
use crate::vision::assignment::Costs;
use crate::vision::thumbnails::Thumbnails;

/// Of each channel the gain and the offset.
pub type Light = ([f32; 3], [f32; 3]);

/// The sums over cells and tiles, about the middle of the levels so that little is lost where large ones cancel.
pub struct Products {
    /// How many values a channel of a thumbnail has.
    count: f32,
    cells: Vec<Sums>,
    tiles: Vec<Sums>,
    /// For every cell and every tile the sums of the products.
    both: Vec<[f32; 3]>,
}

/// Of each channel the sum of its values and that of their squares.
struct Sums {
    values: [f32; 3],
    squares: [f32; 3],
}

const MIDDLE: f32 = 128.0;

impl Products {
    pub fn of(cells: &Thumbnails, tiles: &Thumbnails) -> Products {
        let [cells, tiles] = [cells, tiles].map(about_the_middle);
        let each = |of: &Thumbnails| (0..of.len()).map(|index| Sums::of(of.get(index))).collect();
        let mut both = Vec::with_capacity(cells.len() * tiles.len());
        for cell in 0..cells.len() {
            both.extend((0..tiles.len()).map(|tile| products(cells.get(cell), tiles.get(tile))));
        }
        Products { count: (cells.get(0).len() / 3) as f32, cells: each(&cells), tiles: each(&tiles), both }
    }

    /// The mean squared difference of every cell, in this light, and every tile.
    pub fn costs(&self, (gain, offset): Light) -> Costs {
        let n = self.cells.len();
        let offset: [f32; 3] = std::array::from_fn(|at| offset[at] + (gain[at] - 1.0) * MIDDLE);
        let alone = |sums: &Sums, gain: [f32; 3], offset: [f32; 3]| -> f32 {
            let channel = |at: usize| {
                let (g, o) = (gain[at], offset[at]);
                g * g * sums.squares[at] + 2.0 * g * o * sums.values[at] + self.count * o * o
            };
            (0..3).map(channel).sum()
        };
        let cells: Vec<f32> = self.cells.iter().map(|sums| alone(sums, gain, offset)).collect();
        let minus = offset.map(|offset| -offset);
        // Of the tile (b - o)² without the offset's own square, which is the cell's.
        let own = self.count * offset.iter().map(|offset| offset * offset).sum::<f32>();
        let tiles: Vec<f32> = self.tiles.iter().map(|sums| alone(sums, [1.0; 3], minus) - own).collect();
        let mut values = Vec::with_capacity(n * n);
        for (row, cell) in self.both.chunks_exact(n).zip(&cells) {
            values.extend(row.iter().zip(&tiles).map(|(both, tile)| {
                let common = both[0] * gain[0] + both[1] * gain[1] + both[2] * gain[2];
                ((cell + tile - 2.0 * common) / (3.0 * self.count)).max(0.0)
            }));
        }
        Costs::of_rows(n, values)
    }
}

impl Sums {
    fn of(values: &[f32]) -> Sums {
        Sums { values: sums_by_channel(values, |value, _| value), squares: products(values, values) }
    }
}

fn about_the_middle(thumbnails: &Thumbnails) -> Thumbnails {
    let mut moved = thumbnails.clone();
    moved.adjust([1.0; 3], [-MIDDLE; 3]);
    moved
}

/// Of each channel the sum of the products, in several sums side by side: each addition waits for the one before it.
fn products(a: &[f32], b: &[f32]) -> [f32; 3] {
    const LANES: usize = 12;
    let mut sums = [0.0; LANES];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    a_rest.iter().zip(b_rest).zip(&mut sums).for_each(|((a, b), sum)| *sum += a * b);
    std::array::from_fn(|channel| sums[channel..].iter().step_by(3).sum())
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::super::compare::{Measure, costs};
    use super::*;
    use crate::puzzle::Size;
    use crate::resize::Window;

    #[test]
    fn costs_are_those_of_the_cells_in_that_light() {
        let picture = |seed: u32| {
            let level = |x: u32, y: u32| ((x * x * seed + y * y * 13 + x * y) % 251) as u8;
            let picture = RgbImage::from_fn(48, 48, |x, y| Rgb([level(x, y), level(y, x + 1), level(x + 5, y)]));
            Thumbnails::divided(&picture, Window::all(48, 48), Size::new(4, 4).unwrap(), 12)
        };
        let (cells, tiles) = (picture(7), picture(11));
        for light in [([1.0; 3], [0.0; 3]), ([0.6, 1.1, 3.0], [14.0, -30.0, 5.5])] {
            let mut lit = cells.clone();
            lit.adjust(light.0, light.1);
            for (tiles, same) in [(&tiles, false), (&lit, true)] {
                let (found, wanted) = (Products::of(&cells, tiles).costs(light), costs(&lit, tiles, Measure::Squared));
                let near = |a: f32, b: f32| (a - b).abs() < 0.02 + b * 1e-4;
                assert!((0..256).all(|at| near(found.at(at / 16, at % 16), wanted.at(at / 16, at % 16))));
                assert!(!same || (0..16).all(|at| found.at(at, at) < 0.02));
            }
        }
    }
}
