//! Many inputs: worked on side by side, told of in their order, and none stopped by another's failure.
//!
//! Every worker has threads of its own. In one pool for all, a worker that waits for a part of its own search could take
//! up another input's whole search meanwhile, and its clock would run out.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::console::Console;
use super::failure::{Exit, Failure};
use super::interrupt;

/// Does `job` for every input; with several, sums up and fails with the worst exit code.
pub fn run<I, J>(console: &Console, inputs: &[I], doing: &str, job: J) -> Result<(), Failure>
where
    I: Sync,
    J: Fn(&Console, &I) -> Result<(), Failure> + Sync,
{
    if let [input] = inputs {
        return job(console, input);
    }
    let mut failed: Vec<Exit> = Vec::new();
    let done = each(console, inputs, job, |done| {
        if let Err(failure) = &done {
            console.failure(failure);
            failed.push(failure.exit);
        }
    })?;
    let doing = format!("{doing} {} inputs", inputs.len());
    let what = match inputs.len() - done {
        0 => format!("{} failed", failed.len()),
        left => format!("{} failed, {left} not begun", failed.len()),
    };
    match failed.into_iter().max().or((done < inputs.len()).then_some(Exit::Failed)) {
        Some(exit) => Err(Failure::new(exit, doing, what).hint("each line above names what helps")),
        None => {
            console.note(&format!("snapslide: {doing}: all done"));
            Ok(())
        }
    }
}

/// Does `job` for every input until Ctrl-C; gives each outcome to `tell` in the inputs' order, after its lines, and
/// returns how many were begun.
pub fn each<I, J, T>(console: &Console, inputs: &[I], job: J, mut tell: T) -> Result<usize, Failure>
where
    I: Sync,
    J: Fn(&Console, &I) -> Result<(), Failure> + Sync,
    T: FnMut(Result<(), Failure>),
{
    let threads = rayon::current_num_threads();
    let workers = threads.min(inputs.len()).max(1);
    let pools: Result<Vec<_>, _> =
        (0..workers).map(|_| rayon::ThreadPoolBuilder::new().num_threads((threads / workers).max(1)).build()).collect();
    let pools = pools.map_err(|error| Failure::of_threads("starting", &error))?;
    let next = AtomicUsize::new(0);
    let progress = console.progress(Some(inputs.len() as u64));
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for pool in &pools {
            let (sender, next, job) = (sender.clone(), &next, &job);
            scope.spawn(move || {
                while !interrupt::is_asked() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.get(index) else { return };
                    let held = console.holding();
                    let done = pool.install(|| job(&held, input));
                    if sender.send((index, held, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut told) = (BTreeMap::new(), 0);
        for (finished, (index, held, done)) in (1..).zip(receiver) {
            waiting.insert(index, (held, done));
            while let Some((held, done)) = waiting.remove(&told) {
                console.release(held)?;
                tell(done);
                told += 1;
            }
            progress.tell(finished, "inputs done");
        }
        Ok(told)
    })
}
