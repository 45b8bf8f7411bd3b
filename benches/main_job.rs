//! The main job as a whole process: a screenshot file in, 21 pictures of steps and the sheet written, and the same with
//! the animation; and reading alone. Every run's answer is asserted.

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Output};

use criterion::{Criterion, criterion_group, criterion_main};

fn snapslide(words: &[&str]) -> Output {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/kuzhlevka-3x3");
    Command::new(env!("CARGO_BIN_EXE_snapslide")).current_dir(case).args(words).output().unwrap()
}

/// Solves the case into a new folder and counts what was written.
fn solve(emit: &str) -> usize {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("way");
    let out = folder.display().to_string();
    let output = snapslide(&["solve", "screenshot.png", "--reference", "reference.png", "--emit", emit, "--out", &out]);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("3x3 board, 20 moves, the fewest possible"));
    let files = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
    files(&folder) + files(&folder.join("frames"))
}

fn jobs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("main job");
    group.sample_size(20);
    group.bench_function("steps and sheet", |bench| {
        bench.iter(|| assert_eq!(black_box(solve("frames,sheet")), 1 + 1 + 21));
    });
    group.bench_function("steps, sheet and animation", |bench| {
        bench.iter(|| assert_eq!(black_box(solve("frames,sheet,gif")), 2 + 1 + 21));
    });
    group.bench_function("reading with a reference", |bench| {
        bench.iter(|| {
            let output = snapslide(&["read", "screenshot.png", "--reference", "reference.png", "--json"]);
            let reading: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(reading["tiles"], serde_json::json!([1, 0, 6, 4, 2, 5, 3, 7, 8]));
        });
    });
    group.bench_function("reading without one", |bench| {
        bench.iter(|| {
            let output = snapslide(&["read", "screenshot.png", "--json"]);
            let reading: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(reading["tiles"], serde_json::json!([1, 0, 6, 4, 2, 5, 3, 7, 8]));
        });
    });
    group.finish();
}

criterion_group!(benches, jobs);
criterion_main!(benches);
