//! What to do about each file of a watched folder, decided from looks at it alone.
//!
//! A file is tried once its size and time were the same in two looks, and tried again for some looks where it is no
//! picture yet; any change begins anew. What was there at the start is left alone until it changes, also under another
//! name: a file that appears with size and time of one that went is that one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What tells one content of a file from another without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub size: u64,
    pub modified: SystemTime,
}

/// All files of one look.
pub type Look = BTreeMap<PathBuf, Stamp>;

/// A file that is no picture after so many tries, a quarter of a second apart, is none.
const TRIES: u32 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// There from the start.
    Left,
    /// Seen, and tried so often.
    Pending(u32),
    /// Nothing remains to be done.
    Settled,
}

/// What is known of every file.
pub struct Drops {
    known: BTreeMap<PathBuf, (Stamp, State)>,
}

impl Drops {
    /// Leaves the files of `start` alone.
    pub fn new(start: Look) -> Drops {
        Drops { known: start.into_iter().map(|(path, stamp)| (path, (stamp, State::Left))).collect() }
    }

    /// Takes in a look; returns the files to be tried, in the order of their names.
    pub fn look(&mut self, found: Look) -> Vec<PathBuf> {
        let mut ready = Vec::new();
        for (path, &stamp) in &found {
            match self.known.get(path) {
                Some(&(known, state)) if known == stamp => {
                    if matches!(state, State::Pending(_)) {
                        ready.push(path.clone());
                    }
                }
                Some(_) => self.set(path, stamp, State::Pending(0)),
                None => {
                    let is_renamed = self.known.iter().any(|(other, &(known, state))| {
                        state == State::Left && known == stamp && !found.contains_key(other)
                    });
                    self.set(path, stamp, if is_renamed { State::Left } else { State::Pending(0) });
                }
            }
        }
        self.known.retain(|path, (_, state)| *state == State::Left || found.contains_key(path));
        ready
    }

    /// Nothing remains to be done for this file until it changes.
    pub fn settle(&mut self, path: &Path) {
        if let Some((_, state)) = self.known.get_mut(path) {
            *state = State::Settled;
        }
    }

    /// Takes note that a file was no picture; whether that was once too often.
    pub fn gives_up(&mut self, path: &Path) -> bool {
        let Some((_, state)) = self.known.get_mut(path) else { return false };
        *state = match *state {
            State::Pending(tries) if tries + 1 < TRIES => State::Pending(tries + 1),
            _ => State::Settled,
        };
        *state == State::Settled
    }

    fn set(&mut self, path: &Path, stamp: Stamp, state: State) {
        self.known.insert(path.to_path_buf(), (stamp, state));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn files(of: &[(&str, u64)]) -> Look {
        let stamp = |size| Stamp { size, modified: SystemTime::UNIX_EPOCH + Duration::from_secs(size) };
        of.iter().map(|&(name, size)| (PathBuf::from(name), stamp(size))).collect()
    }

    #[test]
    fn a_file_is_tried_when_it_stops_growing() {
        let mut drops = Drops::new(Look::new());
        for size in [0, 10, 20] {
            assert!(drops.look(files(&[("a.png", size)])).is_empty());
        }
        assert_eq!(drops.look(files(&[("a.png", 20)])), [PathBuf::from("a.png")]);
        drops.settle(Path::new("a.png"));
        assert!(drops.look(files(&[("a.png", 20)])).is_empty());
        assert!(drops.look(files(&[("a.png", 30)])).is_empty());
        assert_eq!(drops.look(files(&[("a.png", 30)])).len(), 1, "a change begins anew");
    }

    #[test]
    fn what_was_there_is_left_alone_under_any_name() {
        let mut drops = Drops::new(files(&[("a.png", 5)]));
        for look in [&[("a.png", 5)], &[("b.png", 5)], &[("b.png", 5)]] {
            assert!(drops.look(files(look)).is_empty());
        }
        drops.look(files(&[("b.png", 6)]));
        assert_eq!(drops.look(files(&[("b.png", 6)])).len(), 1);
    }

    #[test]
    fn bursts_lose_nothing_and_do_nothing_twice() {
        let names: Vec<String> = (0..200).map(|number| format!("{number:03}.png")).collect();
        let mut drops = Drops::new(Look::new());
        let mut tried = Vec::new();
        for shown in (0..=220).step_by(20) {
            let burst: Vec<(&str, u64)> = names.iter().take(shown).map(|name| (name.as_str(), 7)).collect();
            for path in drops.look(files(&burst)) {
                drops.settle(&path);
                tried.push(path);
            }
        }
        assert_eq!(tried, names.iter().map(PathBuf::from).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_no_picture_is_given_up_once() {
        let mut drops = Drops::new(Look::new());
        drops.look(files(&[("a.png", 5)]));
        let mut given_up = 0;
        for _ in 0..3 * TRIES {
            for path in drops.look(files(&[("a.png", 5)])) {
                given_up += u32::from(drops.gives_up(&path));
            }
        }
        assert_eq!(given_up, 1);
    }

    #[test]
    fn a_file_removed_half_way_is_forgotten() {
        let mut drops = Drops::new(Look::new());
        drops.look(files(&[("a.png", 5)]));
        assert!(drops.look(Look::new()).is_empty());
        assert!(!drops.gives_up(Path::new("a.png")));
        assert!(drops.look(files(&[("a.png", 5)])).is_empty(), "it begins anew");
    }
}
