//! How the tiles of a board are parted among patterns.
//!
//! Drawn partitions are the best of some hundreds of random ones, by the positions a search generates. Patterns that wall
//! the blank's home in are good: the first move is then one of theirs, whatever the rest does. Boards without a drawing are
//! cut in two across the longer side again and again, which keeps patterns compact. All copies of a tile must be in one
//! pattern, for only then does the table know all their labellings.

use crate::puzzle::Size;

use super::super::labels::Labelled;
use super::super::patterns::additive::{MOST_GROUPS, Partition};
use super::super::patterns::{MOST_TILES, symmetry};
use super::ida::{MOST_CELLS, MOST_PATTERNS};

/// Which tables to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Patterns of up to five tiles, four on boards that are too large for a proof.
    Fives,
    /// Patterns of up to six tiles.
    Sixes,
    /// Drawn patterns of seven tiles: a second or two to build, and a tenth of the positions generated.
    Sevens,
}

impl Grade {
    /// The most tiles of a pattern.
    fn tiles(self, size: Size) -> usize {
        match self {
            _ if size.cells() > MOST_CELLS => 4,
            Grade::Fives => 5,
            _ => MOST_TILES,
        }
    }
}

/// Good partitions, row by row: equal letters are one pattern, `.` is the blank's home.
const DRAWN: &[(Grade, &[&str])] = &[
    (Grade::Fives, &[".aaa aabb ccbb cccb"]),
    (Grade::Fives, &["a.bb aaab acbb cccc", "a.bb aabb accb accc"]),
    (Grade::Fives, &["aaaa a.bb ccbb cccb", "aaab a.ab ccbb cccb"]),
    (Grade::Fives, &[".aabb aabbb accdd ccedd ceeed"]),
    (Grade::Sixes, &[".abb aabb aabb cccc"]),
    (Grade::Sixes, &["a.bb aabb aabb accc", "c.cc aabb aabb aabb"]),
    (Grade::Sixes, &["aaab a.bb aabb cccb"]),
    (Grade::Sevens, &[".aaa aaaa bbbb bbbc"]),
    (Grade::Sevens, &["a.aa aaaa bbbb bbbc"]),
    (Grade::Sevens, &["aaab a.ab aabb cbbb"]),
];

/// Every search looks at no more sums than this.
const MOST_VIEWS: usize = 4;

/// More views of partitions drawn for another home tell little more.
const SHIFTED_VIEWS: usize = 2;

/// Partitions of all tiles into patterns, a pattern being small or one class of identical tiles. None if all good ones are of
/// another grade.
pub fn partitions(labelled: &Labelled, grade: Grade) -> Vec<Partition> {
    let mut partitions = if labelled.identical { Vec::new() } else { drawn(labelled.size, labelled.home, grade) };
    if partitions.is_empty() && !labelled.identical {
        partitions = shifted(labelled.size, labelled.home, grade);
    }
    if partitions.is_empty() && grade != Grade::Sevens {
        partitions = cut(labelled, grade.tiles(labelled.size));
    }
    partitions.truncate(MOST_VIEWS);
    partitions
}

fn drawn(size: Size, home: usize, wanted: Grade) -> Vec<Partition> {
    let fitting = DRAWN.iter().filter(|(grade, drawings)| {
        let letters = drawings[0].chars().filter(|letter| *letter != ' ').count();
        let rows = drawings[0].split(' ').count();
        *grade == wanted && rows == size.rows() && letters == size.cells()
    });
    let mut found = Vec::new();
    for (_, drawings) in fitting {
        for drawing in *drawings {
            images(size, &read(drawing), home, &mut found);
        }
    }
    found
}

/// Partitions drawn for another home of the blank, their tables of use for both: the cell that they leave free joins the
/// pattern from which the home is taken, or where it is not beside it, is a pattern of its own.
fn shifted(size: Size, home: usize, wanted: Grade) -> Vec<Partition> {
    let mut found = Vec::new();
    for other in 0..size.cells() {
        for mut partition in drawn(size, other, wanted) {
            let Some(group) = partition.iter_mut().find(|group| group.contains(&home)) else { continue };
            group.retain(|&cell| cell != home);
            match group.iter().any(|&cell| size.distance(cell, other) == 1) {
                true => group.push(other),
                false => partition.push(vec![other]),
            }
            partition.iter_mut().for_each(|group| group.sort_unstable());
            partition.sort();
            if !found.contains(&partition) {
                found.push(partition);
            }
        }
    }
    found.sort_by_key(Vec::len);
    found.truncate(SHIFTED_VIEWS);
    found
}

fn read(drawing: &str) -> Partition {
    let cells: Vec<char> = drawing.chars().filter(|letter| *letter != ' ').collect();
    let mut letters: Vec<char> = cells.iter().copied().filter(|&letter| letter != '.').collect();
    letters.sort_unstable();
    letters.dedup();
    let cells_of = |letter| (0..cells.len()).filter(|&cell| cells[cell] == letter).collect();
    letters.into_iter().map(cells_of).collect()
}

/// Adds all images of a partition that leave `home` free.
fn images(size: Size, partition: &Partition, home: usize, found: &mut Vec<Partition>) {
    for symmetry in symmetry::of(size) {
        let image = |group: &Vec<usize>| {
            let mut cells: Vec<usize> = group.iter().map(|&cell| usize::from(symmetry[cell])).collect();
            cells.sort_unstable();
            cells
        };
        let mut partition: Partition = partition.iter().map(image).collect();
        partition.sort();
        if !partition.iter().any(|group| group.contains(&home)) && !found.contains(&partition) {
            found.push(partition);
        }
    }
}

/// Cuts the board across, once beginning with columns and once with rows.
fn cut(labelled: &Labelled, most: usize) -> Vec<Partition> {
    let most_patterns = if labelled.size.cells() > MOST_CELLS { MOST_GROUPS } else { MOST_PATTERNS };
    let mut found: Vec<Partition> = Vec::new();
    for by_rows in [false, true] {
        let mut partition = Vec::new();
        let singles = bundle(labelled, most, &mut partition);
        if !singles.is_empty() {
            bisect(labelled.size, singles, most, by_rows, &mut partition);
        }
        partition.iter_mut().for_each(|group| group.sort_unstable());
        partition.sort();
        if partition.len() <= most_patterns && !found.contains(&partition) {
            found.push(partition);
        }
    }
    found
}

/// Puts all copies of a tile into one pattern, several tiles into one while there is room; returns the single tiles.
fn bundle(labelled: &Labelled, most: usize, partition: &mut Partition) -> Vec<usize> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    let mut labels: Vec<usize> = (0..labelled.size.cells()).filter(|&label| label != labelled.home).collect();
    labels.sort_by_key(|&label| (labelled.classes[label], label));
    for group in labels.chunk_by(|&a, &b| labelled.classes[a] == labelled.classes[b]) {
        classes.push(group.to_vec());
    }
    classes.sort_by_key(|class| std::cmp::Reverse(class.len()));
    let singles = classes.iter().filter(|class| class.len() == 1).flatten().copied().collect();
    classes.retain(|class| class.len() > 1);
    for class in classes {
        let room = partition.iter_mut().filter(|group| group.len() + class.len() <= most);
        let near = |group: &Vec<usize>| {
            let between = group.iter().flat_map(|&a| class.iter().map(move |&b| labelled.size.distance(a, b)));
            between.sum::<usize>() / group.len()
        };
        match room.min_by_key(|group| near(group)) {
            Some(group) => group.extend(class),
            None => partition.push(class),
        }
    }
    singles
}

fn bisect(size: Size, mut cells: Vec<usize>, most: usize, by_rows: bool, partition: &mut Partition) {
    let parts = cells.len().div_ceil(most);
    if parts == 1 {
        return partition.push(cells);
    }
    let key =
        |&cell: &usize| if by_rows { (size.row(cell), size.column(cell)) } else { (size.column(cell), size.row(cell)) };
    cells.sort_by_key(key);
    let rest = cells.split_off(parts / 2 * most);
    bisect(size, cells, most, !by_rows, partition);
    bisect(size, rest, most, !by_rows, partition);
}
