//! Words of blank moves that a depth-first search need not follow.
//!
//! Different words can do the same to a board: two ways around a block, six moves each, meet. A depth-first search, which
//! remembers no positions, would go both. Here all words up to some length are tried once on a board without edges.
//! A word is *forbidden* when one that is shorter, or as long and earlier in the order of directions, has the same effect and
//! keeps within the rectangle that the word itself crosses, so that it can be made wherever the word can (L. Taylor and
//! R. Korf, "Pruning duplicate nodes in depth-first search", AAAI 1993). The first of the shortest words from one position
//! to another contains no forbidden word, for replacing it would give an earlier one: so a search that leaves forbidden words
//! out still finds a shortest solution. A finite automaton (Aho and Corasick) spots them, one look-up a move.

use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use super::super::hash::{Scattered, key};

/// Moves of the longest words tried for a short search and for a long one. Two moves more take ten times as long to
/// prepare, and leave out an eighth of the positions of a search.
const SHORT: usize = 8;
const LONG: usize = 10;

/// The transition that completes a forbidden word.
pub const FORBIDDEN: u16 = u16::MAX;

/// Recognises forbidden words. Directions are the blank's: left, right, up, down.
pub struct Automaton {
    /// For every state the next one by direction, or [`FORBIDDEN`]. State 0 has seen nothing.
    pub next: Vec<[u16; 4]>,
    /// For every state the directions that are not forbidden, as bits.
    pub open: Vec<u8>,
}

/// A rectangle around the blank's way, relative to where it began.
#[derive(Clone, Copy)]
struct Bounds {
    left: i8,
    right: i8,
    top: i8,
    bottom: i8,
}

impl Bounds {
    fn with(self, x: i8, y: i8) -> Bounds {
        Bounds { left: self.left.min(x), right: self.right.max(x), top: self.top.min(y), bottom: self.bottom.max(y) }
    }

    fn within(self, other: Bounds) -> bool {
        self.left >= other.left && self.right <= other.right && self.top >= other.top && self.bottom <= other.bottom
    }
}

/// One node of the tree of forbidden words.
#[derive(Clone, Copy, Default)]
struct Node {
    /// Children by direction, 0 for none.
    next: [u32; 4],
    forbidden: bool,
}

/// The search over words of one length.
struct Words {
    length: usize,
    word: Vec<usize>,
    /// What each cell around the start holds: the number of the cell it came from.
    grid: Vec<u16>,
    /// Bounds of the words seen, by effect.
    seen: HashMap<u64, Vec<Bounds>, BuildHasherDefault<Scattered>>,
    tree: Vec<Node>,
    /// The nodes of the tree that the suffixes of the current word have reached, move by move.
    active: Vec<Vec<u32>>,
}

const SIDE: usize = 2 * LONG + 1;
const STEPS: [(i8, i8); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl Automaton {
    /// The one for short searches, ready in no time.
    pub fn short() -> &'static Automaton {
        static SHARED: LazyLock<Automaton> = LazyLock::new(|| Automaton::new(SHORT));
        &SHARED
    }

    /// The one for long searches.
    pub fn long() -> &'static Automaton {
        static SHARED: LazyLock<Automaton> = LazyLock::new(|| Automaton::new(LONG));
        &SHARED
    }

    fn new(longest: usize) -> Automaton {
        let origin = Bounds { left: 0, right: 0, top: 0, bottom: 0 };
        let mut words = Words {
            length: 0,
            word: Vec::new(),
            grid: (0..(SIDE * SIDE) as u16).collect(),
            seen: [(0, vec![origin])].into_iter().collect(),
            tree: vec![Node::default()],
            active: vec![Vec::new()],
        };
        for length in 1..=longest {
            words.length = length;
            words.extend(0, 0, 0, origin);
        }
        complete(words.tree)
    }
}

impl Words {
    fn extend(&mut self, x: i8, y: i8, effect: u64, bounds: Bounds) {
        if self.word.len() == self.length {
            return self.finish(effect, bounds);
        }
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            if self.enter(direction) {
                let (from, to) = (cell(x, y), cell(x + dx, y + dy));
                let change = self.exchange(from, to);
                self.word.push(direction);
                self.extend(x + dx, y + dy, effect ^ change, bounds.with(x + dx, y + dy));
                self.word.pop();
                self.exchange(from, to);
                self.active.pop();
            }
        }
    }

    /// Follows one more move in the tree; `false` when it completes a forbidden word.
    fn enter(&mut self, direction: usize) -> bool {
        let before = &self.active[self.word.len()];
        let mut after = Vec::with_capacity(before.len() + 1);
        for &node in before.iter().chain([&0]) {
            let next = self.tree[node as usize].next[direction];
            if next != 0 {
                if self.tree[next as usize].forbidden {
                    return false;
                }
                after.push(next);
            }
        }
        self.active.push(after);
        true
    }

    /// A complete word: forbidden if something like it was seen, otherwise the first of its effect within its bounds.
    fn finish(&mut self, effect: u64, bounds: Bounds) {
        let seen = self.seen.entry(effect).or_default();
        if !seen.iter().any(|earlier| earlier.within(bounds)) {
            return seen.push(bounds);
        }
        let mut node = 0;
        for &direction in &self.word {
            if self.tree[node].next[direction] == 0 {
                self.tree[node].next[direction] = self.tree.len() as u32;
                self.tree.push(Node::default());
            }
            node = self.tree[node].next[direction] as usize;
        }
        self.tree[node].forbidden = true;
    }

    /// Exchanges two cells and returns how that changes the hash of the effect.
    fn exchange(&mut self, a: usize, b: usize) -> u64 {
        let before = key(a, self.grid[a]) ^ key(b, self.grid[b]);
        self.grid.swap(a, b);
        before ^ key(a, self.grid[a]) ^ key(b, self.grid[b])
    }
}

fn cell(x: i8, y: i8) -> usize {
    let middle = LONG as i8;
    (y + middle) as usize * SIDE + (x + middle) as usize
}

/// Turns the tree into an automaton: where the tree has no child, go on from the longest suffix that has one.
fn complete(tree: Vec<Node>) -> Automaton {
    let mut next: Vec<[u32; 4]> = tree.iter().map(|node| node.next).collect();
    let mut suffix = vec![0u32; tree.len()];
    let mut queue: VecDeque<u32> = next[0].into_iter().filter(|&child| child != 0).collect();
    let mut inner: Vec<u32> = vec![0];
    while let Some(node) = queue.pop_front() {
        if tree[node as usize].forbidden {
            continue;
        }
        inner.push(node);
        let beyond = next[suffix[node as usize] as usize];
        for (child, beyond) in next[node as usize].iter_mut().zip(beyond) {
            if *child == 0 {
                *child = beyond;
            } else {
                let child = *child;
                suffix[child as usize] = beyond;
                queue.push_back(child);
            }
        }
    }
    let mut number = vec![FORBIDDEN; tree.len()];
    for (index, &node) in inner.iter().enumerate() {
        number[node as usize] = index as u16;
    }
    let next: Vec<[u16; 4]> = inner.iter().map(|&node| next[node as usize].map(|to| number[to as usize])).collect();
    let open = |next: &[u16; 4]| (0..4).filter(|&way| next[way] != FORBIDDEN).fold(0, |open, way| open | 1 << way);
    Automaton { open: next.iter().map(open).collect(), next }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Size, Slide};
    use crate::solver::testing::walk;

    /// Every position is still reached, and in as few moves.
    #[test]
    fn no_position_is_lost() {
        let (short, long) = (Automaton::short(), Automaton::long());
        for (automaton, columns, rows) in [(short, 3, 3), (long, 3, 3), (long, 4, 4), (long, 5, 2)] {
            let size = Size::new(columns, rows).unwrap();
            let start: Vec<u16> = (0..size.cells() as u16).collect();
            let near: HashMap<Vec<u16>, usize> =
                walk(size, &start, 0, 3000).into_iter().filter(|&(_, distance)| distance <= 11).collect();
            let mut front = vec![(start, 0, 0u16)];
            let mut found = HashMap::from([(front[0].0.clone(), 0)]);
            for depth in 1..=11 {
                let mut next = Vec::new();
                for (tiles, blank, state) in front {
                    for (direction, way) in Slide::ALL.into_iter().enumerate() {
                        let after = automaton.next[usize::from(state)][direction];
                        let Some(cell) = size.step(blank, way).filter(|_| after != FORBIDDEN) else { continue };
                        let mut tiles = tiles.clone();
                        tiles.swap(cell, blank);
                        found.entry(tiles.clone()).or_insert(depth);
                        next.push((tiles, cell, after));
                    }
                }
                front = next;
            }
            for (tiles, distance) in near {
                assert_eq!(found.get(&tiles), Some(&distance), "{tiles:?}");
            }
        }
    }
}
