//! A line of cells that shows something else than the picture: a strip of the page beside the board.

use super::super::field::{Arrangement, Field};
use super::likelihoods::Likelihoods;

/// How likely the joints between a strip and the picture are at most, and how many of them tell. Of a real board and copies of it,
/// above which a bar with buttons was taken for a row, they were 0.007 at most, of one that was put together right with its last row
/// at home 0.57 at least.
const STRANGE: f32 = 0.02;
const TELLING: usize = 2;

/// Whether all tiles of an outermost column or row are where the screenshot shows them, and what is beside them does not follow there:
/// what belongs to the page stays in its place. Costs O(count²).
pub fn has_strip(field: &Field, arrangement: &Arrangement) -> bool {
    let (columns, rows) = (field.size.columns(), field.size.rows());
    let (across, down) = (Likelihoods::across(field), Likelihoods::down(field));
    let column = |column: usize| (0..rows).map(|row| row * columns + column).collect::<Vec<usize>>();
    let row = |row: usize| (0..columns).map(|column| row * columns + column).collect::<Vec<usize>>();
    let is_blank = |goal: usize| arrangement[goal] == field.blank;
    let stays = |goal: &usize| arrangement[*goal] == *goal || is_blank(*goal);
    let is_strange = |along: &Likelihoods, before: &[usize], after: &[usize]| {
        let goals = before.iter().zip(after).filter(|&(&before, &after)| !is_blank(before) && !is_blank(after));
        let joints: Vec<(usize, usize)> =
            goals.map(|(&before, &after)| (arrangement[before], arrangement[after])).collect();
        joints.len() >= TELLING && along.mean(joints.into_iter()) < STRANGE
    };
    let is_strip = |along: &Likelihoods, lines: [Vec<usize>; 2], outer: usize| {
        lines[outer].iter().all(stays) && is_strange(along, &lines[0], &lines[1])
    };
    is_strip(&across, [column(0), column(1)], 0)
        || is_strip(&across, [column(columns - 2), column(columns - 1)], 1)
        || is_strip(&down, [row(0), row(1)], 0)
        || is_strip(&down, [row(rows - 2), row(rows - 1)], 1)
}

#[cfg(test)]
mod tests {
    use super::super::super::fit::Pairs;
    use super::*;
    use crate::puzzle::Size;

    #[test]
    fn a_line_at_home_beside_which_nothing_of_it_follows_is_a_strip() {
        // Tile 8 is the blank; the upper row is at home, the others are not.
        let arrangement = vec![0, 1, 2, 4, 5, 3, 7, 6, 8];
        let has_strip = |follows: bool, arrangement: &Arrangement| {
            let score = |at: usize| match (at / 9, at % 9) {
                (0, 4) | (1, 5) | (2, 3) if !follows => -8.0,
                (4, 7) | (5, 6) | (0, 4) | (1, 5) | (2, 3) => 8.0,
                _ => -2.0,
            };
            let pairs = Pairs::new(9, vec![2.0; 81], (0..81).map(score).collect());
            super::has_strip(&Field::new(&pairs, Size::new(3, 3).unwrap(), 8, None), arrangement)
        };
        assert!(has_strip(false, &arrangement) && !has_strip(true, &arrangement));
        assert!(!has_strip(false, &vec![1, 0, 2, 4, 5, 3, 7, 6, 8]), "it is not at home");
    }
}
