//! Lines of cells that show something else than the picture: a strip of the page beside the board.

use super::super::field::{Arrangement, Field};
use super::likelihoods::Likelihoods;

/// How likely the joints between a strip and the picture are at most, and how many of them tell. Of a real board and copies of it,
/// above which a bar with buttons was taken for a row, they were 0.007 at most, of one that was put together right with its last row
/// at home 0.57 at least.
const STRANGE: f32 = 0.02;
const TELLING: usize = 2;

/// Whether all tiles of one or more outermost columns or rows, up to half of them, are where the screenshot shows them, and what is
/// beside these does not follow there: what belongs to the page stays in its place. Costs O(count²).
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
    let is_cut = |along: &Likelihoods, lines: &[Vec<usize>], at: usize| {
        let (before, after) = lines.split_at(at);
        let mut strips = [before, after].into_iter().filter(|strip| 2 * strip.len() <= lines.len());
        strips.any(|strip| strip.iter().flatten().all(stays)) && is_strange(along, &before[at - 1], &after[0])
    };
    let is_cut_off = |along: &Likelihoods, lines: Vec<Vec<usize>>| (1..lines.len()).any(|at| is_cut(along, &lines, at));
    is_cut_off(&across, (0..columns).map(column).collect()) || is_cut_off(&down, (0..rows).map(row).collect())
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

    #[test]
    fn two_lines_of_five_may_be_a_strip() {
        // Tile 9 is the blank; the first `home` rows are at home, below the `cut` first nothing follows.
        let has_strip = |home: usize, cut: usize| {
            let moved = [1, 0, 3, 2, 5, 4, 7, 6, 8];
            let arrangement: Vec<usize> =
                (0..10).map(|goal| if goal < 2 * home { goal } else { *moved.get(goal).unwrap_or(&9) }).collect();
            let mut scores = vec![-2.0; 100];
            (0..7).for_each(|goal| {
                scores[arrangement[goal] * 10 + arrangement[goal + 2]] = if goal / 2 + 1 == cut { -8.0 } else { 8.0 }
            });
            let pairs = Pairs::new(10, vec![2.0; 100], scores);
            super::has_strip(&Field::new(&pairs, Size::new(2, 5).unwrap(), 9, None), &arrangement)
        };
        assert!(has_strip(2, 2) && has_strip(1, 1));
        assert!(!has_strip(2, 4) && !has_strip(1, 2), "what is cut off is not at home");
        assert!(!has_strip(3, 3), "it is the larger part");
    }
}
