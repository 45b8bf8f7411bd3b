//! Improving an arrangement: half of its tiles at a time, all of them in the best way.
//!
//! The cells of one colour of a chequered board do not touch. With the others held, what a tile costs in one of them
//! does not depend on the rest, so the best order of all tiles on one colour is an exact assignment. The colours take
//! turns until neither helps; then the blank, which may belong to the other colour, moves where that helps most, then a
//! piece of a row or column along it.

use super::super::field::{Arrangement, Field};
use super::lines;
use crate::vision::assignment::{Costs, assign};

/// The least gain that counts.
const GAIN: f32 = 1e-3;

/// Improves an arrangement until neither colour of cells can be arranged better and the blank cannot be swapped with
/// any tile, and no line can be turned; returns its cost. Cost: O(cells³) a turn, few turns.
pub(super) fn improve(field: &Field, arrangement: &mut Arrangement) -> f32 {
    move_blank(field, arrangement);
    let mut cost = improve_colours(field, arrangement);
    while move_blank(field, arrangement) < -GAIN || lines::turn_best(field, arrangement) < -GAIN {
        let now = improve_colours(field, arrangement);
        if now > cost - GAIN {
            return now;
        }
        cost = now;
    }
    cost
}

/// Swaps the blank with the tile where that helps most, and returns how much the cost changed: 0 or less.
fn move_blank(field: &Field, arrangement: &mut Arrangement) -> f32 {
    let Some(blank) = arrangement.iter().position(|&tile| tile == field.blank) else { return 0.0 };
    let others = (0..arrangement.len()).filter(|&cell| cell != blank);
    let swaps = others.map(|cell| (field.turn(arrangement, &[blank, cell]), cell));
    let (change, cell) = swaps.fold((0.0, blank), |best, swap| if swap.0 < best.0 { swap } else { best });
    arrangement.swap(blank, cell);
    change
}

fn improve_colours(field: &Field, arrangement: &mut Arrangement) -> f32 {
    let mut cost = field.total(arrangement);
    let (mut colour, mut vain) = (0, 0);
    while vain < 2 {
        let cells: Vec<usize> = (0..arrangement.len())
            .filter(|&cell| (field.size.column(cell) + field.size.row(cell)) % 2 == colour)
            .collect();
        let tiles: Vec<usize> = cells.iter().map(|&cell| arrangement[cell]).collect();
        let rows = cells.iter().flat_map(|&cell| {
            let costs = field.all_at(arrangement, cell);
            tiles.iter().map(move |&tile| costs[tile])
        });
        let costs = Costs::of_rows(cells.len(), rows.collect());
        for (&cell, tile) in cells.iter().zip(assign(&costs)) {
            arrangement[cell] = tiles[tile];
        }
        let now = field.total(arrangement);
        vain = if now < cost - GAIN { 1 } else { vain + 1 };
        (cost, colour) = (cost.min(now), 1 - colour);
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Size;
    use crate::vision::assemble::field::tests::scattered;

    #[test]
    fn improved_arrangements_cost_less_and_no_swap_on_a_colour_helps() {
        let size = Size::new(4, 4).unwrap();
        for seed in 0..10 {
            let field = Field::new(&scattered(16, seed), size, 5, None);
            let mut arrangement: Arrangement = (0..16).collect();
            let before = field.total(&arrangement);
            let cost = improve(&field, &mut arrangement);
            assert!(cost < before && (cost - field.total(&arrangement)).abs() < 1e-3);
            for (a, b) in [(0, 2), (0, 5), (1, 4), (10, 15), (3, 14)] {
                assert!(field.turn(&mut arrangement, &[a, b]) > -2.0 * GAIN);
            }
        }
    }

    #[test]
    fn improving_ends_where_the_home_is_given() {
        for (columns, rows) in [(3, 3), (5, 4), (9, 7)] {
            let size = Size::new(columns, rows).unwrap();
            let count = size.cells();
            for seed in 0..6 {
                let field = Field::new(&scattered(count, seed), size, seed, Some(0));
                let mut arrangement: Arrangement = (0..count).collect();
                let cost = improve(&field, &mut arrangement);
                assert_eq!(arrangement[0], seed);
                assert!((cost - field.total(&arrangement)).abs() < 1e-2);
            }
        }
    }
}
