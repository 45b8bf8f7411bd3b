//! Ctrl-C: the first one asks to come to an end in good order, the second one ends at once and leaves nothing half-written. So do the
//! other signals that ask a process to end, as where its terminal or the machine is shut down.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use super::draft;
use super::failure::{Exit, Failure};

static ASKED: AtomicBool = AtomicBool::new(false);

/// What a shell expects of a process that SIGINT ended: 128 and the signal's number.
const EXIT: i32 = 130;

/// From now on Ctrl-C, SIGTERM and SIGHUP are heard here. May be called once in a process.
pub fn listen() -> Result<(), Failure> {
    let heard = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            draft::remove_all();
            process::exit(EXIT);
        }
    };
    ctrlc::set_handler(heard)
        .map_err(|error| Failure::new(Exit::Failed, "starting", "Ctrl-C cannot be listened to").caused_by(&error))
}

/// Whether it is time to come to an end.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
