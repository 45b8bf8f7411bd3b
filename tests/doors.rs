//! Which room may import which: the rules import nobody, searching, reading and painting never import one another, and
//! none of the four touches files, clock, environment, threads or the terminal.

use std::fs;
use std::path::{Path, PathBuf};

/// What each room may import of the crate.
const DOORS: [(&str, &[&str]); 5] = [
    ("puzzle", &[]),
    ("solver", &["puzzle"]),
    ("vision", &["puzzle", "rect", "resize"]),
    ("render", &["puzzle", "rect", "resize"]),
    ("assist", &["puzzle", "solver", "vision", "render", "rect", "resize"]),
];

/// What none of these rooms may name outside its tests.
const SHUT: [&str; 13] = [
    "std::fs",
    "std::path::Path;",
    "std::env",
    "std::time",
    "std::thread",
    "std::process",
    "std::net",
    "Instant::now",
    "SystemTime",
    "ThreadPoolBuilder",
    "println!",
    "eprintln!",
    "dbg!",
];

fn sources(room: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect(&src.join(room), &mut found);
    let file = src.join(format!("{room}.rs"));
    found.extend(file.is_file().then_some(file));
    assert!(!found.is_empty(), "there is no room {room}");
    found
}

/// The file without its tests, which may do as they like.
fn code(path: &Path) -> String {
    let is_test_file =
        path.components().any(|part| ["tests.rs", "testing.rs"].iter().any(|name| part.as_os_str() == *name));
    let text = fs::read_to_string(path).unwrap();
    let end = if is_test_file { 0 } else { text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len()) };
    text[..end].lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn rooms_import_only_what_they_may() {
    for (room, doors) in DOORS {
        for path in sources(room) {
            let code = code(&path);
            for import in code.split("crate::").skip(1) {
                let other: String = import.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let open = other == room || other.is_empty() || doors.contains(&other.as_str());
                assert!(open, "{}: {room} must not import {other}", path.display());
            }
        }
    }
}

#[test]
fn rooms_without_a_window() {
    for room in ["puzzle", "solver", "vision", "render"] {
        for path in sources(room) {
            let code = code(&path);
            for word in SHUT {
                assert!(!code.contains(word), "{}: {room} must not use {word}", path.display());
            }
        }
    }
}

#[test]
fn the_rules_and_the_search_know_no_pictures() {
    for room in ["puzzle", "solver"] {
        for path in sources(room) {
            for word in ["image::", "imageproc::", "RgbImage"] {
                assert!(!code(&path).contains(word), "{}: {room} must not use {word}", path.display());
            }
        }
    }
}

#[test]
fn the_rules_need_no_crate() {
    for path in sources("puzzle") {
        for line in code(&path).lines().filter(|line| line.trim_start().starts_with("use ")) {
            let from = line.trim_start().trim_start_matches("use ");
            let is_own = ["std::", "super::", "crate::", "self::"].iter().any(|start| from.starts_with(start));
            assert!(is_own, "{}: {line}", path.display());
        }
    }
}
