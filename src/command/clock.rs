//! The solver's clock: how much of its time is used, and what it spent on tables and on searching.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use snapslide::solver::{Limits, Progress as Told};

use super::console::{Console, Progress};
use super::interrupt;

/// Runs from when it is made.
pub struct Clock {
    started: Instant,
    allowed: Duration,
    phases: Mutex<Phases>,
    progress: Progress,
}

struct Phases {
    tables_since: Option<Instant>,
    tables: Duration,
    lower: Option<usize>,
    found: Option<usize>,
}

impl Clock {
    /// Allows so many seconds.
    pub fn new(console: &Console, seconds: f64) -> Clock {
        let phases = Phases { tables_since: None, tables: Duration::ZERO, lower: None, found: None };
        Clock {
            started: Instant::now(),
            allowed: Duration::from_secs_f64(seconds),
            phases: Mutex::new(phases),
            progress: console.progress(None),
        }
    }

    /// Calls `search` with limits that this clock keeps; Ctrl-C uses all the time up.
    pub fn watch<T>(&self, max_moves: Option<usize>, search: impl FnOnce(&Limits) -> T) -> T {
        let used = || match interrupt::is_asked() {
            true => 1.0,
            false => self.started.elapsed().as_secs_f64() / self.allowed.as_secs_f64(),
        };
        let progress = |told| self.hear(told);
        search(&Limits { used: &used, progress: &progress, max_moves })
    }

    /// Milliseconds spent on searching and on tables.
    pub fn spent(&self) -> (f64, f64) {
        let tables = self.phases.lock().map_or(Duration::ZERO, |phases| {
            phases.tables + phases.tables_since.map_or(Duration::ZERO, |since| since.elapsed())
        });
        let all = self.started.elapsed();
        (milliseconds(all.saturating_sub(tables)), milliseconds(tables))
    }

    fn hear(&self, told: Told) {
        let Ok(mut phases) = self.phases.lock() else { return };
        match told {
            Told::Tables => phases.tables_since = phases.tables_since.or(Some(Instant::now())),
            Told::Search => {
                if let Some(since) = phases.tables_since.take() {
                    phases.tables += since.elapsed();
                }
            }
            Told::LowerBound(lower) => phases.lower = phases.lower.max(Some(lower)),
            Told::Found(length) => phases.found = Some(phases.found.map_or(length, |known| known.min(length))),
        }
        let words = match (phases.found, phases.lower) {
            (Some(found), Some(lower)) => format!("solving: {found} moves found, at least {lower} needed"),
            (Some(found), None) => format!("solving: {found} moves found"),
            (None, Some(lower)) => format!("solving: at least {lower} moves needed"),
            (None, None) => "solving".to_string(),
        };
        self.progress.tell(0, &words);
    }
}

fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
