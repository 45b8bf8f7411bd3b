//! Reading drawn screenshots as a whole process, with nothing known, of every kind and at two sizes; and the matching
//! alone where the region and the picture are given. Every run's reading is asserted.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

use criterion::{Criterion, criterion_group, criterion_main};
use image::RgbImage;
use snapslide::assist::expected;
use snapslide::puzzle::{Board, Order, Puzzle, Random, Size};
use snapslide::render::scene::{Chrome, Drawn, Face, Ground, Lettering, Page, Picture, Place, Scene, Tiles};
use snapslide::vision::{Hints, Reading, Screenshot, recognise};

/// A board of `side` × `side` tiles somewhere on a screen of `factor` times 1920x1080, among other windows.
fn scene(side: usize, face: Face, factor: u32) -> Scene {
    let size = Size::new(side, side).unwrap();
    let board = Board::new(size, (0..size.cells() as u16).collect()).unwrap();
    let goal = Order::Rows.goal(&board, Some(size.cells() - 1)).unwrap();
    let mut scene = Scene::new(Tiles::of(&Puzzle::shuffled(goal, &mut Random::new(5))), face);
    scene.look.tile = (520 * factor / side as u32, 520 * factor / side as u32);
    scene.look.gutter = 3 * factor;
    scene.look.frame = None;
    scene.screen.page = Page::Wallpaper(Picture::ALL[1], 3);
    scene.screen.chrome = Chrome::Window;
    scene.screen.clutter = Some((4, 11));
    scene.fit(20);
    scene.screen.at = (scene.screen.at.0 + 600 * factor, scene.screen.at.1 + 180 * factor);
    scene.screen.size = (1920 * factor, 1080 * factor);
    scene
}

fn picture() -> Face {
    Face { ground: Ground::Drawn { picture: Picture::ALL[0], seed: 2, detail: 480 }, lettering: None }
}

fn numbers() -> Face {
    let lettering =
        Lettering { font: None, height: 0.45, place: Place::Middle, ink: [30, 32, 40], halo: None, plate: None };
    Face { ground: Ground::Flat([210, 190, 150]), lettering: Some(lettering) }
}

/// A screenshot in a file, and what must be read from it.
struct Case {
    folder: tempfile::TempDir,
    scene: Scene,
    drawn: Drawn,
}

impl Case {
    fn new(scene: Scene, drawn: Drawn) -> Case {
        let folder = tempfile::tempdir().unwrap();
        drawn.screenshot.save(folder.path().join("screenshot.png")).unwrap();
        drawn.reference.iter().for_each(|picture| picture.save(folder.path().join("reference.png")).unwrap());
        Case { folder, scene, drawn }
    }

    fn of(scene: Scene) -> Case {
        let drawn = scene.draw().unwrap();
        Case::new(scene, drawn)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `read` and gives the reading, or nothing where the screenshot is refused.
    fn read(&self, reference: Option<&Path>) -> Option<Reading> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snapslide"));
        command.arg("read").arg(self.file("screenshot.png")).arg("--json");
        if let Some(path) = reference {
            command.arg("--reference").arg(path);
        }
        let output = command.output().unwrap();
        match output.status.code() {
            Some(0) => Some(Reading::from_json(std::str::from_utf8(&output.stdout).unwrap()).unwrap()),
            Some(3) => None,
            other => panic!("exit {other:?}: {}", String::from_utf8_lossy(&output.stderr)),
        }
    }

    fn assert_right(&self, reading: &Reading) {
        let truth = expected(&self.scene, &self.drawn);
        assert_eq!((reading.columns, reading.rows, reading.blank), (truth.columns, truth.rows, truth.blank));
        assert!(reading.tiles.iter().zip(&truth.tiles).all(|(&read, &tile)| truth.are_alike(read, tile)));
    }
}

fn processes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read");
    group.sample_size(20);
    for (screen, factor) in [("1920x1080", 1), ("3840x2160", 2)] {
        let shown = Case::of(scene(5, picture(), factor));
        let reference = shown.file("reference.png");
        group.bench_function(format!("{screen}, with a reference"), |bench| {
            bench.iter(|| shown.assert_right(&black_box(shown.read(Some(&reference))).unwrap()));
        });
        group.bench_function(format!("{screen}, a picture alone"), |bench| {
            bench.iter(|| shown.assert_right(&black_box(shown.read(None)).unwrap()));
        });
        let numbered = Case::of(scene(4, numbers(), factor));
        group.bench_function(format!("{screen}, numbers"), |bench| {
            bench.iter(|| numbered.assert_right(&black_box(numbered.read(None)).unwrap()));
        });
        let empty = scene(5, picture(), factor);
        let drawn = empty.draw_empty().unwrap();
        let empty = Case::new(empty, drawn);
        group.bench_function(format!("{screen}, no puzzle"), |bench| {
            bench.iter(|| assert!(black_box(empty.read(None)).is_none()));
        });
    }
    group.finish();
}

fn given(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read, region and reference given, beyond decoding");
    group.sample_size(20);
    for side in [5, 8, 10] {
        let case = Case::of(scene(side, picture(), 1));
        let references: Vec<RgbImage> = case.drawn.reference.iter().cloned().collect();
        let screenshot = Screenshot::exact(case.drawn.screenshot.clone());
        let hints = Hints { region: Some(case.drawn.region), ..Hints::default() };
        group.bench_function(format!("{side}x{side}"), |bench| {
            bench.iter(|| case.assert_right(&recognise(black_box(&screenshot), &references, &hints).unwrap().reading));
        });
    }
    group.finish();
}

criterion_group!(benches, processes, given);
criterion_main!(benches);
