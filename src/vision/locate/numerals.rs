//! Boards without a line: numbers at equal distances, one on each tile.
//!
//! Short words of a height that stand in columns and rows, all places taken but hardly more than one, are the numbers of a board,
//! and a place left is the blank. Where the tiles end is not seen: half-way between two numbers. An outer column or row of one
//! and the same mark may be a frame, and every second column of narrow ones the bars between, as terminals draw them; bars and
//! brackets close to the numbers are no part of these.

use std::collections::BTreeMap;

use image::RgbImage;

use super::ruler::{Lattice, Ruler};
use crate::vision::words::{ANCHORS, Anchor, Word, words};

/// How far a word may stand from its place in a row, as a share of its height (a 1 is not as wide as its place) and of the
/// distance of two columns.
const ASTRAY: f32 = 0.35;
const STRAYED: f32 = 0.2;
/// How far the next word may be, in heights of a word.
const FAR: f32 = 24.0;
/// The fewest and most columns, or rows.
const FEWEST: usize = 3;
const MOST: usize = 12;
/// Of so many words one may be overlooked.
const UNSEEN: usize = 12;

/// Words in columns and rows.
struct Table {
    lattice: Lattice,
    /// How far the words are from their places, in heights of a word: the mean square.
    astray: f32,
    /// Without the frames and the bars that it may have.
    within: Vec<Lattice>,
}

/// The boards whose numbers stand at equal distances, the largest first. In one place there are others only within them: by an anchor
/// at which the numbers of a line are not in line with the others, within a frame, or between bars.
pub(super) fn lattices(picture: &RgbImage) -> Vec<Lattice> {
    let mut tables: Vec<Table> = Vec::new();
    for words in &words(picture) {
        ANCHORS.iter().for_each(|anchor| tables.extend(found(words, *anchor)));
    }
    tables.sort_by(|a, b| a.astray.total_cmp(&b.astray));
    let mut distinct: Vec<Table> = Vec::new();
    for table in tables {
        let is_as_large = |other: &Table| other.lattice.cells() >= table.lattice.cells();
        if !distinct.iter().any(|other| is_as_large(other) && other.lattice.holds_middle_of(&table.lattice)) {
            distinct.push(table);
        }
    }
    let mut lattices: Vec<Lattice> =
        distinct.into_iter().flat_map(|table| std::iter::once(table.lattice).chain(table.within)).collect();
    lattices.sort_by_key(|lattice| usize::MAX - lattice.cells());
    lattices
}

/// The tables of words in line by an anchor.
fn found(words: &[Word], anchor: Anchor) -> Vec<Table> {
    let mut is_used = vec![false; words.len()];
    let mut tables = Vec::new();
    for corner in 0..words.len() {
        if !is_used[corner]
            && let Some(pitch) = pitch(words, corner, anchor)
        {
            let places = grown(words, corner, pitch, anchor);
            if let Some(table) = table(words, &places, anchor) {
                places.values().for_each(|&word| is_used[word] = true);
                tables.push(table);
            }
        }
    }
    tables
}

/// The words at the level of one, or so far below.
fn level_with(words: &[Word], word: Word, below: f32) -> impl Iterator<Item = usize> {
    let reach = word.height;
    let first = words.partition_point(|other| other.top < word.top + below - reach);
    let near = (first..words.len()).take_while(move |&other| words[other].top <= word.top + below + reach);
    near.filter(move |&other| words[other].is_level_with(&word, below))
}

/// How far it is from a word to the next on its right, and to the next below.
fn pitch(words: &[Word], from: usize, anchor: Anchor) -> Option<[f32; 2]> {
    let word = &words[from];
    let right = level_with(words, *word, 0.0).map(|other| &words[other]).filter(|other| other.left > word.right);
    let far = FAR * word.height;
    let across = right.map(|other| anchor(other) - anchor(word)).reduce(f32::min).filter(|&across| across <= far)?;
    let is_below =
        |other: &&Word| (anchor(other) - anchor(word)).abs() <= slack(word, across) && word.is_as_high_as(other);
    let first = words.partition_point(|other| other.top <= word.top + word.height);
    let near = words[first..].iter().take_while(|other| other.top - word.top <= far);
    near.filter(is_below).map(|other| [across, other.top - word.top]).next()
}

/// How far from its place in a row a word may stand.
fn slack(word: &Word, across: f32) -> f32 {
    (ASTRAY * word.height + 1.0).min(STRAYED * across)
}

/// All words at whole steps from the first, each one step from another, by how many steps.
fn grown(words: &[Word], first: usize, [across, down]: [f32; 2], anchor: Anchor) -> BTreeMap<[i32; 2], usize> {
    let mut places = BTreeMap::from([([0, 0], first)]);
    let mut open = vec![([0, 0], first)];
    while let Some(([column, row], at)) = open.pop() {
        for (right, below) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (word, place) = (&words[at], [column + right, row + below]);
            let x = anchor(word) + right as f32 * across;
            let far = |other: &usize| (anchor(&words[*other]) - x).abs();
            let there = level_with(words, *word, below as f32 * down).filter(|other| far(other) <= slack(word, across));
            if let Some(next) = there.min_by(|a, b| far(a).total_cmp(&far(b)))
                && !places.contains_key(&place)
                && places.len() <= MOST * MOST
            {
                places.insert(place, next);
                open.push((place, next));
            }
        }
    }
    places
}

/// The table that words make if they take all of its places but one, or hardly more.
fn table(words: &[Word], places: &BTreeMap<[i32; 2], usize>, anchor: Anchor) -> Option<Table> {
    let least = [0, 1].map(|side| places.keys().map(|place| place[side]).min().unwrap_or(0));
    let [columns, rows] =
        [0, 1].map(|side| places.keys().map(|place| (place[side] - least[side]) as usize + 1).max().unwrap_or(0));
    let is_board = [columns, rows].iter().all(|count| (FEWEST..=MOST).contains(count));
    let bare = columns * rows - places.len();
    if !is_board || bare == 0 || bare > 1 + columns * rows / UNSEEN {
        return None;
    }
    let all = || places.iter().map(|(place, &word)| (place, &words[word]));
    let widest = all().map(|(_, word)| word.right - word.left).fold(0.0, f32::max);
    // The widest numbers fill a column from side to side, wherever the others stand in it.
    let middle = |word: &Word| {
        let (left, right) = (anchor(word) - word.left, word.right - anchor(word));
        anchor(word) + widest * 0.5 * (right - left) / (right + left)
    };
    let at = |side: usize, place: &[i32; 2]| (place[side] - least[side]) as f32;
    let (x, pitch_across, astray_across) = line(all().map(|(place, word)| (at(0, place), middle(word))));
    let (y, pitch_down, astray_down) = line(all().map(|(place, word)| (at(1, place), word.top + word.height / 2.0)));
    let ruler =
        |middle: f32, pitch: f32, count: usize| Ruler { start: middle - pitch / 2.0, pitch, count, gutter: 0.0 };
    let lattice = Lattice { across: ruler(x, pitch_across, columns), down: ruler(y, pitch_down, rows) };
    let height = all().map(|(_, word)| word.height).fold(0.0, f32::max);
    let is_apart = widest < pitch_across && height < pitch_down;
    let astray = (astray_across + astray_down) / (height * height);
    let widths =
        all().map(|(place, word)| ([0, 1].map(|side| at(side, place)), word.right - word.left)).collect::<Vec<_>>();
    is_apart.then(|| {
        let within = without_frames(lattice, &widths).into_iter().chain(between_bars(lattice, &widths)).collect();
        Table { lattice, astray, within }
    })
}

/// What is left of a lattice without every second column, if all words of these are narrower than any of the others.
fn between_bars(lattice: Lattice, widths: &[([f32; 2], f32)]) -> Option<Lattice> {
    let of = |odd: usize| widths.iter().filter(move |(place, _)| place[0] as usize % 2 == odd).map(|&(_, width)| width);
    let are_bars = |odd: usize| of(odd).fold(0.0, f32::max) < of(1 - odd).fold(f32::INFINITY, f32::min);
    let across =
        [1, 0].into_iter().find(|first| are_bars(1 - first)).map(|first| lattice.across.every_second(first))?;
    (across.count >= FEWEST).then_some(Lattice { across, ..lattice })
}

/// What is left of a lattice without outer lines that may be a frame: all their places are taken, by words of one width. Numbers
/// of a column may be so as well, so that each such line is left out or not. `widths` are those of words, by column and row.
fn without_frames(lattice: Lattice, widths: &[([f32; 2], f32)]) -> Vec<Lattice> {
    let is_frame = |side: usize, line: usize, length: usize| {
        let there = || widths.iter().filter(|(place, _)| place[side] == line as f32).map(|&(_, width)| width);
        let spread = there().fold(0.0, f32::max) - there().fold(f32::INFINITY, f32::min);
        there().count() == length && spread <= 1.0
    };
    let cuts = |side: usize, ruler: Ruler, length: usize| {
        let [first, last] = [0, ruler.count - 1].map(|line| isize::from(is_frame(side, line, length)));
        let each = (0..=first).flat_map(move |before| (0..=last).map(move |after| ruler.extended(-before, -after)));
        each.flatten().filter(|cut| cut.count >= FEWEST).collect::<Vec<Ruler>>()
    };
    let down = cuts(1, lattice.down, lattice.across.count);
    let across = cuts(0, lattice.across, lattice.down.count);
    let each = across.iter().flat_map(|&across| down.iter().map(move |&down| Lattice { across, down }));
    each.filter(|cut| cut.cells() < lattice.cells()).collect()
}

/// The straight line through points: where it begins, how it rises, and the mean square of how far they are from it.
fn line(points: impl Iterator<Item = (f32, f32)> + Clone) -> (f32, f32, f32) {
    let count = points.clone().count() as f32;
    let mean = |of: fn((f32, f32)) -> f32| points.clone().map(of).sum::<f32>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f32 = points.clone().map(|point| (point.0 - x).powi(2)).sum();
    let rise = points.clone().map(|point| (point.0 - x) * (point.1 - y)).sum::<f32>() / spread;
    let start = y - rise * x;
    let astray = points.map(|point| (point.1 - start - rise * point.0).powi(2)).sum::<f32>() / count;
    (start, rise, astray)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// Marks of six by ten pixels on paper, so many at each place as `marks` says of column and row: none to three, or one a little beside its middle.
    fn paper(marks: impl Fn(u32, u32) -> u32) -> RgbImage {
        let is_mark = |x: u32, left: u32| (left..left + 6).contains(&x);
        RgbImage::from_fn(300, 260, |x, y| {
            let (count, x, y) = (marks(x / 50, y / 40), x % 50, y % 40);
            let is_inked = match count {
                0 => false,
                1 => is_mark(x, 22),
                2 => is_mark(x, 18) || is_mark(x, 26),
                3 => is_mark(x, 14) || is_mark(x, 22) || is_mark(x, 30),
                _ => is_mark(x, 24),
            };
            Rgb([if is_inked && (15..25).contains(&y) { 30 } else { 225 }; 3])
        })
    }

    /// One mark and two by turns, where there are some.
    fn by_turns(is_there: impl Fn(u32, u32) -> bool) -> impl Fn(u32, u32) -> u32 {
        move |column, row| if is_there(column, row) { 1 + (column + row) % 2 } else { 0 }
    }

    fn found(marks: impl Fn(u32, u32) -> u32) -> Vec<(usize, usize)> {
        lattices(&paper(marks)).iter().map(|lattice| (lattice.across.count, lattice.down.count)).collect()
    }

    #[test]
    fn numbers_at_equal_distances_with_one_place_left_are_a_board() {
        let is_board =
            |column: u32, row: u32| (1..5).contains(&column) && (1..4).contains(&row) && (column, row) != (2, 2);
        let lattices = lattices(&paper(by_turns(is_board)));
        let near = |a: f32, b: f32| (a - b).abs() <= 1.0;
        let [Lattice { across, down }] = lattices[..] else { panic!("{lattices:?}") };
        assert!((across.count, down.count) == (4, 3) && near(across.pitch, 50.0) && near(down.pitch, 40.0));
        assert!(near(across.start, 50.0) && near(down.start, 40.0), "{across:?} {down:?}");
    }

    #[test]
    fn a_table_without_a_place_left_or_with_many_is_none() {
        let is_within = |column: u32, row: u32| (1..5).contains(&column) && (1..5).contains(&row);
        assert_eq!(found(by_turns(is_within)), []);
        assert_eq!(found(by_turns(|column, row| is_within(column, row) && column * row % 3 > 0)), []);
    }

    #[test]
    fn a_line_of_narrower_numbers_is_a_part_of_the_board() {
        let marks = |column: u32, row: u32| match (column, row) {
            (2, 2) => 0,
            (1..5, 0) => 4,
            (1..5, 1..4) => 3,
            _ => 0,
        };
        assert_eq!(found(marks).first(), Some(&(4, 4)));
    }

    #[test]
    fn a_frame_of_marks_is_left_out_as_well() {
        let numbers = by_turns(|column, row| (column, row) != (2, 2));
        let marks = |column: u32, row: u32| match (column, row) {
            (1, 1..5) => 2,
            (2..5, 1..5) => numbers(column, row),
            _ => 0,
        };
        assert_eq!(found(marks), [(4, 4), (3, 4)]);
    }

    #[test]
    fn bars_between_the_columns_are_left_out_as_well() {
        let board = |mut shot: RgbImage, bars: fn(u32) -> bool| {
            for (x, y, pixel) in shot.enumerate_pixels_mut().filter(|&(x, y, _)| y % 40 < 30 && y < 160 && bars(x)) {
                *pixel = Rgb([if y % 40 >= 15 && y % 40 < 25 && x % 50 < 2 { 30 } else { pixel.0[0] }; 3]);
            }
            let found = lattices(&shot);
            found.iter().map(|lattice| [lattice.across.start, lattice.across.count as f32]).collect::<Vec<_>>()
        };
        let numbers = paper(by_turns(|column, row| column < 4 && row < 4 && (column, row) != (2, 2)));
        assert_eq!(board(numbers.clone(), |_| false).len(), 1);
        let found = board(numbers, |x| x < 202);
        assert!(found.iter().any(|&[start, count]| start.abs() <= 1.5 && count == 4.0), "{found:?}");
    }

    #[test]
    fn bars_that_stand_as_close_to_numbers_as_digits_to_each_other_are_left_out_as_well() {
        let board = |has_bars: bool| {
            let shot = RgbImage::from_fn(200, 180, |x, y| {
                let (column, row, x, y) = (x / 24, y / 30, x % 24, y % 30);
                let is_bar = has_bars && column < 5 && (1..3).contains(&x);
                let is_number = column < 4 && (column, row) != (2, 1);
                let is_digit = (15..21).contains(&x) || (7..13).contains(&x) && (column + row) % 2 == 0;
                let is_inked = row < 4 && (10..20).contains(&y) && (is_bar || is_number && is_digit);
                Rgb([if is_inked { 200 } else { 0 }; 3])
            });
            lattices(&shot)
        };
        for has_bars in [false, true] {
            let found = board(has_bars);
            let is_board = |lattice: &Lattice| (lattice.across.count, lattice.down.count) == (4, 4);
            let is_there = |lattice: &Lattice| (lattice.across.start - 2.0).abs() <= 1.5;
            assert!(found.iter().any(|lattice| is_board(lattice) && is_there(lattice)), "{found:?}");
        }
    }
}
