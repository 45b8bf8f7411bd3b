//! What the cells of a stack have in common: over the cells, the quartiles of every pixel.

use super::planes::Planes;

/// Cells that the quartiles are taken of, at most.
const SAMPLED: usize = 25;
/// So many levels of a cell are sorted at once.
const BLOCK: usize = 64;

/// Three levels for every pixel and each of its channels: no more than a quarter, half and three quarters of the cells are
/// below.
#[derive(Clone, Debug)]
pub(super) struct Quartiles {
    pub(super) lower: Planes,
    pub(super) median: Planes,
    pub(super) upper: Planes,
}

impl Quartiles {
    /// Of cells of the same number of pixels, of which there must be some. Costs some sixty passes over the cells' pixels,
    /// many pixels at once.
    pub(super) fn of(cells: &[Planes]) -> Quartiles {
        let count = cells.len().min(SAMPLED);
        let sampled: Vec<&[u8]> = (0..count).map(|index| cells[index * cells.len() / count].levels()).collect();
        let ranks = [1, 2, 3].map(|quarters| quarters * count / 4);
        let mut looks = ranks.map(|_| Planes::black(cells[0].len()));
        let mut rows = [[0; BLOCK]; SAMPLED];
        let values = sampled[0].len();
        for from in (0..values).step_by(BLOCK) {
            let block = from..values.min(from + BLOCK);
            for (row, cell) in rows.iter_mut().zip(&sampled) {
                row[..block.len()].copy_from_slice(&cell[block.clone()]);
            }
            sort(&mut rows[..count]);
            for (look, rank) in looks.iter_mut().zip(ranks) {
                look.levels_mut()[block.clone()].copy_from_slice(&rows[rank][..block.len()]);
            }
        }
        let [lower, median, upper] = looks;
        Quartiles { lower, median, upper }
    }
}

/// Sorts each column of the rows by itself, by merging columns of odd and even rows (Batcher; Knuth, "The Art of Computer
/// Programming", volume 3, algorithm 5.2.2M).
fn sort(rows: &mut [[u8; BLOCK]]) {
    let largest = rows.len().next_power_of_two() / 2;
    let mut apart = largest;
    while apart > 0 {
        let (mut step, mut residue, mut distance) = (largest, 0, apart);
        loop {
            (0..rows.len() - distance).filter(|row| row & apart == residue).for_each(|row| {
                let (before, after) = rows.split_at_mut(row + distance);
                order(&mut before[row], &mut after[0]);
            });
            if step == apart {
                break;
            }
            (distance, residue) = (step - apart, apart);
            step /= 2;
        }
        apart /= 2;
    }
}

fn order(lower: &mut [u8; BLOCK], higher: &mut [u8; BLOCK]) {
    for (low, high) in lower.iter_mut().zip(higher) {
        (*low, *high) = ((*low).min(*high), (*low).max(*high));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_those_of_every_pixel() {
        for count in [1, 2, 3, 4, 5, 12, 16, 25, 31] {
            let cell = |cell: usize| {
                let pixel = |pixel: usize| [7, 11, 13].map(|c| (pixel * c * (cell + 3) % 251) as u8);
                Planes::of(&(0..70).map(pixel).collect::<Vec<[u8; 3]>>())
            };
            let cells: Vec<Planes> = (0..count).map(cell).collect();
            let Quartiles { lower, median, upper } = Quartiles::of(&cells);
            let sampled = count.min(SAMPLED);
            for (quarters, look) in [(1, lower), (2, median), (3, upper)] {
                for (pixel, channel) in (0..70).flat_map(|pixel| [0, 1, 2].map(|channel| (pixel, channel))) {
                    let level_of = |index: usize| cells[index * count / sampled].channels()[channel][pixel];
                    let mut levels: Vec<u8> = (0..sampled).map(level_of).collect();
                    levels.sort_unstable();
                    assert_eq!(
                        look.channels()[channel][pixel],
                        levels[quarters * sampled / 4],
                        "{quarters} quarters of {count}"
                    );
                }
            }
        }
    }
}
