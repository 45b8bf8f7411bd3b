//! Simulated annealing by swaps, for boards whose tiles fit too vaguely for growing.

use super::super::field::{Arrangement, Field};
use super::random::Random;

/// Swaps tried for every cell.
const SWAPS: usize = 2500;
/// The temperature at the end, in nats.
const COLD: f32 = 0.3;

/// Shakes an arrangement, less and less from temperature `hot` down, and returns the last state and its cost.
/// Cost: [`SWAPS`] for every cell, some 15 ms for 100 cells.
pub(super) fn anneal(field: &Field, from: &Arrangement, hot: f32, random: &mut Random) -> (f32, Arrangement) {
    let mut arrangement = from.clone();
    let count = arrangement.len();
    let steps = SWAPS * count;
    let mut temperature = hot;
    let cooling = (COLD / hot).powf(1.0 / steps as f32);
    for _ in 0..steps {
        let (a, b) = (random.below(count), random.below(count));
        temperature *= cooling;
        if a == b {
            continue;
        }
        let change = swap_change(field, &mut arrangement, a, b);
        if change > 0.0 && random.unit() >= (-change / temperature).exp() {
            arrangement.swap(a, b);
        }
    }
    (field.total(&arrangement), arrangement)
}

/// Swaps the tiles of two cells and returns the change in cost. A joint between the two is counted twice before and
/// after, so its change is halved.
fn swap_change(field: &Field, arrangement: &mut Arrangement, a: usize, b: usize) -> f32 {
    let (a, b) = (a.min(b), a.max(b));
    let local = |arrangement: &Arrangement| {
        let own = field.at(arrangement, a, arrangement[a]) + field.at(arrangement, b, arrangement[b]);
        own - field.between(arrangement, a, b)
    };
    let before = local(arrangement);
    arrangement.swap(a, b);
    local(arrangement) - before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Size;
    use crate::vision::assemble::field::tests::scattered;

    #[test]
    fn changes_are_those_of_the_total() {
        let size = Size::new(4, 3).unwrap();
        let field = Field::new(&scattered(12, 3), size, 4, None);
        let mut arrangement: Arrangement = (0..12).collect();
        for (a, b) in [(0, 1), (1, 0), (0, 4), (9, 5), (3, 4), (2, 11)] {
            let before = field.total(&arrangement);
            let change = swap_change(&field, &mut arrangement, a, b);
            assert!((field.total(&arrangement) - before - change).abs() < 1e-3);
        }
    }

    #[test]
    fn annealing_finds_something_cheaper() {
        let size = Size::new(5, 5).unwrap();
        let field = Field::new(&scattered(25, 8), size, 24, None);
        let start: Arrangement = (0..25).collect();
        let (cost, arrangement) = anneal(&field, &start, 4.0, &mut Random::new(1));
        assert!(cost < field.total(&start) - 20.0);
        assert_eq!(cost, field.total(&arrangement));
    }
}
