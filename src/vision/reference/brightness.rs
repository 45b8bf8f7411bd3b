//! How sure tiles are that little but their brightness tells from others, where the light falls on their cells alone.

use super::blank::Blank;
use super::compare::{Measure, Noise, costs, look_alike};
use super::legal::{self, Margins};
use super::light::{SameLight, UNEVEN};
use crate::vision::assignment::Costs;
use crate::vision::thumbnails::Thumbnails;

/// How many times as much as a cell differs in brightness from its tile two tiles must differ to be told by that.
const TIMES: f32 = 1.5;

/// The margins of an arrangement: those of what varies in the tiles where these are larger than by brightness, which is as
/// uncertain in a cell as it is off there; but never more than if all cells were in one light. Pieces of a plain sky under a lamp that
/// a screen reflects look like pieces of a lighter sky.
pub fn margins(light: &SameLight, tiles: &Thumbnails, blank: &Blank, noise: Noise, measure: Measure) -> Margins {
    let alike = |a: usize, b: usize| look_alike(tiles.get(a), tiles.get(b));
    let among = |costs: &Costs, noise: Noise, lit: &dyn Fn(Noise, usize) -> Noise| {
        legal::margins(costs, &blank.arrangement, blank.cell, noise, alike, lit)
    };
    let settled = among(&blank.costs, noise, &|noise, _| noise);
    let cells = || (0..light.cells.len()).filter(|&cell| cell != blank.cell);
    let mut off = vec![0.0; light.cells.len()];
    cells().for_each(|cell| off[cell] = light.off(tiles, cell, blank.arrangement[cell]));
    if cells().all(|cell| off[cell] < UNEVEN) {
        return settled;
    }
    let by_brightness = among(&blank.costs, noise, &|noise, cell| match off[cell] < UNEVEN {
        true => noise,
        false => noise.in_light_of(TIMES * off[cell], measure),
    });
    let shapes = costs(&light.cells.without_means(), &tiles.without_means(), measure);
    let by_shape = among(&shapes, Noise::of(&shapes, &blank.arrangement, measure), &|noise, _| noise);
    let surer = by_brightness.margins.iter().zip(&by_shape.margins).map(|(a, b)| a.max(*b));
    let margins = settled.margins.iter().zip(surer).map(|(all, surer)| all.min(surer)).collect();
    Margins { margins, ..settled }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::puzzle::Size;
    use crate::resize::Window;

    const SIDE: u32 = 8;

    /// Nine tiles: three plain ones in a row that become lighter, and six that do not look alike.
    fn tiles(light: impl Fn(u32, u32) -> u8) -> Thumbnails {
        let picture = RgbImage::from_fn(3 * SIDE, 3 * SIDE, |x, y| {
            let level = if y < SIDE { 100 + 3 * (x / SIDE) } else { 60 + (x * x * 7 + y * 31 + x * y) % 130 };
            Rgb([level as u8 + light(x / SIDE, y / SIDE); 3])
        });
        Thumbnails::divided(&picture, Window::all(3 * SIDE, 3 * SIDE), Size::new(3, 3).unwrap(), SIDE as usize)
    }

    fn margins_in(light: impl Fn(u32, u32) -> u8) -> Vec<f32> {
        let (cells, tiles) = (tiles(light), tiles(|_, _| 0));
        let home: Vec<usize> = (0..9).collect();
        let lit = SameLight::of(cells, &tiles, Measure::Squared);
        let blank =
            Blank { cell: 8, arrangement: home.clone(), costs: lit.costs.clone(), sureness: 1.0, home_sureness: 1.0 };
        margins(&lit, &tiles, &blank, Noise::of(&lit.costs, &home, Measure::Squared), Measure::Squared).margins
    }

    #[test]
    fn plain_tiles_are_doubted_where_a_light_falls_on_theirs() {
        let margins = margins_in(|column, row| if (column, row) == (2, 0) { 14 } else { 0 });
        assert!(margins[2] < 0.5 && margins[3..8].iter().all(|&margin| margin > 0.9), "{margins:?}");
    }

    #[test]
    fn tiles_with_a_shape_are_told_in_any_light() {
        let margins = margins_in(|_, row| if row == 1 { 14 } else { 0 });
        assert!(margins.iter().all(|&margin| margin > 0.9), "{margins:?}");
    }
}
