//! Two waves that meet: breadth-first search from both ends of the way (I. Pohl, Bi-directional Search, 1971), the smaller
//! front going on. Boards that lie on no way as short as is looked for are left out, and what is looked for grows.
//!
//! It finds and proves short ways whatever the board. Tables say little of identical tiles, any of which may belong where one is
//! missing, and there are none of large boards, so that ways of a few moves were lost among those of dozens.

use std::collections::HashMap;
use std::mem;

use super::Limits;
use super::best::Best;
use crate::puzzle::{Board, Puzzle, Slide};

/// Contents of cells that both waves may store, with identical tiles, in some 100 MB, and without, of which tables say more; and
/// the part of the time they may take.
const MOST_CONTENTS: [usize; 2] = [16_000_000, 4_000_000];
const UNTIL: f64 = 0.1;
/// How many boards are expanded before it is asked for the time.
const BATCH: usize = 1024;

/// How far boards are from one at least: what crosses each line between rows, or columns, to have as many tiles of every kind on
/// either side of it. Tiles are numbered without a gap.
struct Distance {
    rows: Vec<Vec<u16>>,
    columns: Vec<Vec<u16>>,
    kinds: usize,
}

impl Distance {
    fn to(goal: &Board) -> Distance {
        let kinds = goal.tiles().iter().max().map_or(0, |&most| usize::from(most)) + 1;
        let size = goal.size();
        let line = |cells: &mut dyn Iterator<Item = usize>| cells.map(|cell| goal.tile(cell)).collect();
        let row = |row: usize| line(&mut (row * size.columns()..(row + 1) * size.columns()));
        let column = |column: usize| line(&mut (column..size.cells()).step_by(size.columns()));
        Distance {
            rows: (0..size.rows()).map(row).collect(),
            columns: (0..size.columns()).map(column).collect(),
            kinds,
        }
    }

    /// Of `board`: no way is shorter. Cost: O(cells).
    fn of(&self, board: &Board) -> usize {
        let columns = board.size().columns();
        let along = |lines: &[Vec<u16>], first: usize, step: usize| {
            let mut surplus = vec![0_i32; self.kinds];
            let (mut uneven, mut crossing) = (0, 0);
            let mut change = |tile: u16, by: i32| {
                let count = &mut surplus[usize::from(tile)];
                let before = count.abs();
                *count += by;
                if tile == 0 { 0 } else { count.abs() - before }
            };
            for (index, line) in lines.iter().enumerate() {
                for (place, &tile) in line.iter().enumerate() {
                    uneven += change(board.tile(index * first + place * step), 1) + change(tile, -1);
                }
                crossing += uneven;
            }
            crossing as usize
        };
        along(&self.rows, columns, 1) + along(&self.columns, 1, columns)
    }
}

/// All boards seen from one end, each with the slide that led to it.
struct Side {
    seen: HashMap<Board, Option<Slide>>,
    front: Vec<Board>,
    depth: usize,
    /// To the other end.
    distance: Distance,
}

/// What came of going on.
enum Reach {
    /// A board on a shortest way was seen from both ends.
    Met(Board),
    /// No way is as short as was looked for.
    Apart,
    /// It took too much.
    Stopped,
}

impl Side {
    fn between(end: &Board, other: &Board) -> Side {
        let seen = HashMap::from([(end.clone(), None)]);
        Side { seen, front: vec![end.clone()], depth: 0, distance: Distance::to(other) }
    }

    /// Goes on to the next front, of boards on ways of at most `longest` slides. The first board that `other` has seen as well ends it.
    fn advance(&mut self, other: &Side, longest: usize, goes_on: impl Fn(&Side) -> bool) -> Option<Reach> {
        self.depth += 1;
        for (index, board) in mem::take(&mut self.front).into_iter().enumerate() {
            if index.is_multiple_of(BATCH) && !goes_on(self) {
                return Some(Reach::Stopped);
            }
            for slide in Slide::ALL {
                let mut next = board.clone();
                let is_new = next.slide(slide).is_some() && !self.seen.contains_key(&next);
                if !is_new || self.depth + self.distance.of(&next) > longest {
                    continue;
                }
                self.seen.insert(next.clone(), Some(slide));
                if other.seen.contains_key(&next) {
                    return Some(Reach::Met(next));
                }
                self.front.push(next);
            }
        }
        self.front.is_empty().then_some(Reach::Apart)
    }

    /// The slides that led to a board that was seen, last first.
    fn slides_to(&self, board: &Board) -> Vec<Slide> {
        let mut board = board.clone();
        let mut slides = Vec::new();
        while let Some(Some(slide)) = self.seen.get(&board).copied() {
            slides.push(slide);
            board.slide(slide.reverse()).expect("a slide can be undone");
        }
        slides
    }
}

/// Searches until the waves meet, the contents stored are too many or a part of the time is over: then `best` has the shortest
/// solution, or a bound. Cost: some 100 bytes and a microsecond for every board that is stored.
pub(super) fn meet(puzzle: &Puzzle, limits: &Limits, best: &mut Best) {
    let contents = MOST_CONTENTS[usize::from(!puzzle.goal().has_identical_tiles())];
    meet_within(contents / puzzle.size().cells(), puzzle, limits, best);
}

fn meet_within(most: usize, puzzle: &Puzzle, limits: &Limits, best: &mut Best) {
    let ends = [puzzle.start(), puzzle.goal()].map(numbered);
    while !best.is_enough() {
        let longest = best.lower();
        let [mut start, mut goal] = [Side::between(&ends[0], &ends[1]), Side::between(&ends[1], &ends[0])];
        let reach = loop {
            if start.depth + goal.depth >= longest {
                break Reach::Apart;
            }
            let is_first = start.front.len() <= goal.front.len();
            let (side, other) = if is_first { (&mut start, &goal) } else { (&mut goal, &start) };
            let (expanded, before, beyond) = (side.front.len(), side.seen.len(), other.seen.len());
            let goes_on = |side: &Side| beyond + side.seen.len() < most && (limits.used)() < UNTIL;
            let reach = side.advance(other, longest, goes_on);
            best.count(expanded as u64, (side.seen.len() - before) as u64);
            if let Some(reach) = reach {
                break reach;
            }
        };
        match reach {
            Reach::Apart => best.raise(longest + 1),
            Reach::Stopped => return,
            Reach::Met(board) => {
                let ahead = start.slides_to(&board).into_iter().rev();
                let back = goal.slides_to(&board).into_iter().map(Slide::reverse);
                let slides: Vec<Slide> = ahead.chain(back).collect();
                best.raise(slides.len());
                return best.offer(slides, "meeting");
            }
        }
    }
}

/// A board with its tiles numbered from 1 without a gap, in their order.
fn numbered(board: &Board) -> Board {
    let mut kinds = board.tiles().to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    let kind = |tile: &u16| kinds.partition_point(|other| other < tile) as u16;
    Board::new(board.size(), board.tiles().iter().map(kind).collect()).expect("0 stays the first")
}

#[cfg(test)]
mod tests {
    use super::super::labels::Labelled;
    use super::super::large::lines;
    use super::super::testing::Random;
    use super::super::wave::{Metric, Wave};
    use super::*;
    use crate::puzzle::Size;

    #[test]
    fn no_way_is_shorter_than_the_distance_and_one_slide_changes_it_by_one_at_most() {
        let mut random = Random::new(11);
        for (columns, rows, kinds) in [(2, 2, 3), (4, 3, 3), (5, 5, 4), (3, 6, 17)] {
            let puzzle = random.puzzle(Size::new(columns, rows).unwrap(), kinds);
            let distance = Distance::to(puzzle.goal());
            assert_eq!(distance.of(puzzle.goal()), 0);
            let mut board = puzzle.start().clone();
            for _ in 0..200 {
                let before = distance.of(&board);
                board.slide(Slide::ALL[random.below(4)]);
                assert!(distance.of(&board).abs_diff(before) <= 1);
            }
        }
    }

    fn met(most: usize, puzzle: &Puzzle) -> (usize, usize) {
        let rough = lines::solve(&Labelled::new(puzzle));
        let mut best = Best::new(puzzle, &Limits::NONE, Metric::Single, 0, rough, "lines");
        meet_within(most, puzzle, &Limits::NONE, &mut best);
        (best.length(), best.lower())
    }

    #[test]
    fn ways_are_as_short_as_the_wave_finds_them() {
        let mut random = Random::new(5);
        for (columns, rows, kinds) in [(3, 2, 5), (3, 3, 2), (3, 3, 4), (4, 2, 3), (5, 2, 2)] {
            for _ in 0..12 {
                let puzzle = random.puzzle(Size::new(columns, rows).unwrap(), kinds);
                let mut wave = Wave::new(puzzle.start(), Metric::Single, u64::MAX).unwrap();
                let least = wave.run_to(puzzle.goal(), &mut || false).unwrap();
                assert_eq!(met(usize::MAX, &puzzle), (least, least));
                let (length, lower) = met(60, &puzzle);
                assert!(lower <= least && least <= length && (lower > 0 || least == 0), "{lower} {least} {length}");
            }
        }
    }
}
