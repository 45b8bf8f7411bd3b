//! Files and folders that are not finished: they go when the process ends before they are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

static DRAFTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// How often a folder is removed in which other threads go on to write.
const TRIES: usize = 5;

/// What lies at this path is not finished while this lives.
pub struct Draft(PathBuf);

impl Draft {
    pub fn at(path: &Path) -> Draft {
        if let Ok(mut drafts) = DRAFTS.lock() {
            drafts.insert(path.to_path_buf());
        }
        Draft(path.to_path_buf())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Ok(mut drafts) = DRAFTS.lock() {
            drafts.remove(&self.0);
        }
    }
}

/// Removes all that is not finished, before the process ends. What cannot be removed stays.
pub fn remove_all() {
    let Ok(drafts) = DRAFTS.lock() else { return };
    for draft in drafts.iter() {
        let remove = || if draft.is_dir() { fs::remove_dir_all(draft) } else { fs::remove_file(draft) };
        let _ = (0..TRIES).find(|_| remove().is_ok());
    }
    // Whoever misses a draft now waits for the end with its complaint.
    std::mem::forget(drafts);
}
