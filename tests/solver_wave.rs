//! The wave against published counts of positions.

use snapslide::puzzle::{Board, Puzzle};
use snapslide::solver::wave::{Metric, Wave};
use snapslide::solver::{Limits, Proof, solve};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn puzzle(start: &str, goal: &str) -> Puzzle {
    Puzzle::new(board(start), board(goal)).unwrap()
}

fn fronts(source: &str, metric: Metric) -> Vec<usize> {
    let mut wave = Wave::new(&board(source), metric, 10_000_000).unwrap();
    let mut fronts = vec![wave.front()];
    while wave.advance() {
        fronts.push(wave.front());
    }
    assert_eq!(fronts.iter().sum::<usize>(), wave.seen());
    fronts
}

/// The counts of the article that this program grew from: there both are one less, for it leaves the start out.
#[test]
fn the_wave_sees_what_the_article_says() {
    let puzzle = puzzle("1 2 3/4 5 6/7 8 0", "2 1 5/7 4 6/3 8 0");
    let mut wave = Wave::new(puzzle.start(), Metric::Single, 1_000_000).unwrap();
    assert_eq!(wave.run_to(puzzle.goal(), &mut || false), Some(20));
    assert_eq!(wave.seen(), 51_080);
    assert_eq!((wave.depth(), wave.front()), (19, 10_878));
    let way = wave.way_to(puzzle.goal()).unwrap();
    assert_eq!(puzzle.play(&way).unwrap().len(), 20);
    let solution = solve(&puzzle, &Limits::NONE).unwrap();
    assert_eq!((solution.moves.len(), solution.proof), (20, Proof::Optimal));
}

/// A. Reinefeld, "Complete Solution of the Eight-Puzzle and the Benefit of Node Ordering in IDA*", IJCAI 1993.
#[test]
fn the_whole_eight_puzzle() {
    let published = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
        23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(fronts("1 2 3/4 5 6/7 8 0", Metric::Single), published);
    assert_eq!(Wave::positions(&board("1 2 3/4 5 6/7 8 0")), Some(181_440));
}

#[test]
fn whole_spaces_of_smaller_boards() {
    let single = fronts("1 2 3/4 5 0", Metric::Single);
    assert_eq!((single.len() - 1, single.iter().sum::<usize>()), (21, 360));
    let single = fronts("1 2/3 0", Metric::Single);
    assert_eq!((single.len() - 1, single.iter().sum::<usize>()), (6, 12));
    assert_eq!(fronts("1 1/1 0", Metric::Single), [1, 2, 1]);
}
