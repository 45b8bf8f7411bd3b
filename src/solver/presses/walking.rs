//! Walking distances in presses: how many presses along one axis there must be, whatever those along the other do.
//!
//! Only the line of every tile is kept, a row or a column, not its place in it: for every line how many tiles of each goal
//! line it holds (after K. Takahashi's walking distance, which counts slides). A press along the lines changes nothing; one
//! across them carries the blank over some lines, and from each of these some tile to the line before it. There are few
//! such states, and a breadth-first search from the goal gives the presses that each needs. On large boards several goal
//! lines count as one kind, so that there are fewer still.

use std::collections::HashMap;

/// More states are not worth their building.
const MOST_STATES: usize = 200_000;
/// Stands for a state that cannot be, and a distance not known yet.
const NOWHERE: u32 = u32::MAX;
const UNSEEN: u8 = u8::MAX;

/// The states along one axis and the presses from each to the goal.
pub(super) struct Walking {
    /// For every line its kind.
    kinds: Vec<u8>,
    count: usize,
    /// At `(state * 2 + direction) * count + kind`: the state after the blank went to the line before its own (0) or behind
    /// it (1) and a tile of that kind came back.
    links: Vec<u32>,
    distances: Vec<u8>,
    /// The states by what they hold: for every line the number of tiles of each kind, and the blank's line at the end.
    states: HashMap<Vec<u8>, u32>,
}

impl Walking {
    /// For so many lines of so many cells, the blank's home being in line `home`; with as many kinds as are affordable.
    /// `None` if `over` ends it.
    pub fn new(lines: usize, cells: usize, home: usize, over: &dyn Fn() -> bool) -> Option<Walking> {
        let of_kinds = |count: usize| {
            let kinds = (0..lines).map(|line| (line * count / lines) as u8).collect();
            let mut walking =
                Walking { kinds, count, links: Vec::new(), distances: Vec::new(), states: HashMap::new() };
            walking.link(cells, home, over).then_some(walking)
        };
        let mut walking = (1..=lines).map_while(of_kinds).last()?;
        walking.measure();
        Some(walking)
    }

    /// The kind of a tile whose goal is in this line.
    pub fn kind(&self, line: usize) -> usize {
        usize::from(self.kinds[line])
    }

    /// The state of a board, of which `lines` says for every tile its line and its goal's, and the blank's line.
    pub fn state(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u32 {
        let mut held = vec![0; self.kinds.len() * self.count + 1];
        tiles.for_each(|(line, goal)| held[line * self.count + self.kind(goal)] += 1);
        held[self.kinds.len() * self.count] = blank as u8;
        self.states.get(&held).copied().unwrap_or(NOWHERE)
    }

    /// The state after the blank went one line on and a tile of some kind came back.
    pub fn after(&self, state: u32, behind: bool, kind: usize) -> u32 {
        self.links[(state as usize * 2 + usize::from(behind)) * self.count + kind]
    }

    /// The least presses from a state to the goal.
    pub fn presses(&self, state: u32) -> usize {
        usize::from(self.distances[state as usize])
    }

    /// Finds all states from the goal on; `false` if there are too many or `over` ends it.
    fn link(&mut self, cells: usize, home: usize, over: &dyn Fn() -> bool) -> bool {
        let (lines, count) = (self.kinds.len(), self.count);
        let mut goal = vec![0; lines * count + 1];
        for line in 0..lines {
            goal[line * count + self.kind(line)] = (cells - usize::from(line == home)) as u8;
        }
        goal[lines * count] = home as u8;
        self.states.insert(goal.clone(), 0);
        let mut found = vec![goal];
        let mut state = 0;
        while state < found.len() {
            let held = found[state].clone();
            let blank = usize::from(held[lines * count]);
            for behind in [false, true] {
                let line = if behind { blank + 1 } else { blank.wrapping_sub(1) };
                for kind in 0..count {
                    if line >= lines || held[line * count + kind] == 0 {
                        self.links.push(NOWHERE);
                        continue;
                    }
                    let mut after = held.clone();
                    after[line * count + kind] -= 1;
                    after[blank * count + kind] += 1;
                    after[lines * count] = line as u8;
                    let number = *self.states.entry(after).or_insert_with_key(|after| {
                        found.push(after.clone());
                        found.len() as u32 - 1
                    });
                    self.links.push(number);
                }
            }
            if found.len() > MOST_STATES || over() {
                return false;
            }
            state += 1;
        }
        true
    }

    /// Breadth-first from the goal, a press at a time.
    fn measure(&mut self) {
        self.distances = vec![UNSEEN; self.states.len()];
        self.distances[0] = 0;
        let (mut front, mut distance) = (vec![0], 0);
        while !front.is_empty() && distance < UNSEEN - 1 {
            distance += 1;
            let mut next = Vec::new();
            for behind in [false, true] {
                // A press goes on over one line after the other, and may end in any.
                let mut passed = front.clone();
                while !passed.is_empty() {
                    let links = passed.iter().flat_map(|&state| (0..self.count).map(move |kind| (state, kind)));
                    let mut entered: Vec<u32> = links.map(|(state, kind)| self.after(state, behind, kind)).collect();
                    entered.retain(|&state| state != NOWHERE);
                    entered.sort_unstable();
                    entered.dedup();
                    for &state in &entered {
                        if self.distances[state as usize] == UNSEEN {
                            self.distances[state as usize] = distance;
                            next.push(state);
                        }
                    }
                    passed = entered;
                }
            }
            front = next;
        }
    }
}
