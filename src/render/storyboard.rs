//! What every picture draws from: the moves as steps, and the board before each.

use std::fmt;

use super::Artwork;
use crate::puzzle::{Move, PlayError, Puzzle, Size, Slide};

/// One step: one press, which slides one tile or a straight run of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of its first move, from 1.
    pub first: usize,
    /// How many tiles slide, each by one cell: 1 unless runs were merged.
    pub moves: usize,
    /// The cell of the tile to press: the one that slides, or of several the farthest from the blank.
    pub press: usize,
    /// The cell of the blank before the step.
    pub blank: usize,
    /// The way the tiles slide.
    pub slide: Slide,
    /// The goal cell of the tile to press.
    pub tile: usize,
}

impl Step {
    /// The cells whose tiles slide, from the one beside the blank to the one to press.
    pub fn sliding(self, size: Size) -> impl Iterator<Item = usize> {
        let back = self.slide.reverse();
        let next = move |&cell: &usize| size.step(cell, back);
        std::iter::successors(size.step(self.blank, back), next).take(self.moves)
    }

    /// The cells from the one to press to the blank.
    pub fn line(self, size: Size) -> impl Iterator<Item = usize> {
        let next = move |&cell: &usize| size.step(cell, self.slide);
        std::iter::successors(Some(self.press), next).take(self.moves + 1)
    }

    /// The number of its last move, from 1.
    pub fn last(self) -> usize {
        self.first + self.moves - 1
    }
}

/// A puzzle's way out, step by step, with what its board looks like.
#[derive(Clone, Debug)]
pub struct Storyboard {
    artwork: Artwork,
    moves: Vec<Move>,
    steps: Vec<Step>,
    /// The board before every `spacing`-th step, so that any board is a few moves away and memory stays linear.
    checkpoints: Vec<Vec<u16>>,
    spacing: usize,
    counts_presses: bool,
}

/// Why there is no storyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoryboardError {
    /// The artwork shows a board of another size.
    Size {
        /// The puzzle's size.
        puzzle: Size,
        /// The artwork's size.
        artwork: Size,
    },
    /// The artwork has the blank elsewhere.
    Blank {
        /// The cell in the puzzle.
        puzzle: usize,
        /// The cell in the artwork.
        artwork: usize,
    },
    /// The moves do not solve the puzzle.
    Moves(PlayError),
}

impl Storyboard {
    /// The steps of `slides`, one per move, for a board that looks like `artwork` at the start.
    pub fn new(puzzle: &Puzzle, slides: &[Slide], artwork: Artwork) -> Result<Storyboard, StoryboardError> {
        if puzzle.size() != artwork.size() {
            return Err(StoryboardError::Size { puzzle: puzzle.size(), artwork: artwork.size() });
        }
        if puzzle.start().blank() != artwork.blank() {
            return Err(StoryboardError::Blank { puzzle: puzzle.start().blank(), artwork: artwork.blank() });
        }
        let moves = puzzle.play(slides).map_err(StoryboardError::Moves)?;
        let steps = moves.iter().enumerate().map(|(i, step)| step_of(std::slice::from_ref(step), i + 1)).collect();
        Ok(Storyboard { artwork, moves, steps, checkpoints: Vec::new(), spacing: 0, counts_presses: false }
            .with_checkpoints())
    }

    /// The same way with straight runs of moves as one step: one press of the farthest tile, as many games have it.
    pub fn merge_runs(mut self) -> Storyboard {
        let mut first = 1;
        self.steps = self
            .moves
            .chunk_by(|a, b| a.slide == b.slide)
            .map(|run| {
                let step = step_of(run, first);
                first += run.len();
                step
            })
            .collect();
        self.with_checkpoints()
    }

    /// The same, with steps counted instead of moves: for those to whom a press is a move.
    pub fn counted_in_presses(self) -> Storyboard {
        Storyboard { counts_presses: true, ..self.merge_runs() }
    }

    /// The same way drawn with other artwork of the same board, such as a resized one.
    pub(super) fn with_artwork(&self, artwork: Artwork) -> Storyboard {
        Storyboard { artwork, ..self.clone() }
    }

    fn with_checkpoints(mut self) -> Storyboard {
        let mut board: Vec<u16> = (0..self.size().cells() as u16).collect();
        self.spacing = board.len();
        self.checkpoints = Vec::with_capacity(self.steps.len() / self.spacing + 1);
        for (index, &step) in self.steps.iter().enumerate() {
            if index % self.spacing == 0 {
                self.checkpoints.push(board.clone());
            }
            play(&mut board, step, self.artwork.size());
        }
        if self.steps.len().is_multiple_of(self.spacing) {
            self.checkpoints.push(board);
        }
        self
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many moves the steps make, as single-tile moves.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Whether presses are counted, not moves.
    pub fn counts_presses(&self) -> bool {
        self.counts_presses
    }

    /// How long the way is: so many moves, or presses where those are counted.
    pub fn length(&self) -> usize {
        if self.counts_presses { self.steps.len() } else { self.moves.len() }
    }

    /// Whether moves are counted that are fewer presses.
    pub fn is_merged(&self) -> bool {
        self.steps.len() < self.length()
    }

    /// How long the way is in words, and where moves are merged into fewer presses, how many these are.
    pub fn length_in_words(&self) -> String {
        let presses =
            if self.steps.len() == 1 { "1 press".to_string() } else { format!("{} presses", self.steps.len()) };
        match self.length() {
            _ if self.counts_presses => presses,
            1 => "1 move".to_string(),
            length if self.is_merged() => format!("{length} moves in {presses}"),
            length => format!("{length} moves"),
        }
    }

    /// What a step (counted from 0) is called: by the number of its press where those are counted, else by that of its move, or
    /// of its first and last.
    pub fn label(&self, step: usize) -> String {
        match self.steps[step] {
            _ if self.counts_presses => (step + 1).to_string(),
            Step { moves: 1, first, .. } => first.to_string(),
            merged => format!("{}–{}", merged.first, merged.last()),
        }
    }

    /// What the board looks like.
    pub fn artwork(&self) -> &Artwork {
        &self.artwork
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.artwork.size()
    }

    /// For every cell, the origin of the tile in it before step `step` (counted from 0); after the last step for
    /// `steps().len()`. The blank is named by its origin, too.
    pub fn board(&self, step: usize) -> Vec<u16> {
        let checkpoint = step / self.spacing;
        let mut board = self.checkpoints[checkpoint].clone();
        for &step in &self.steps[checkpoint * self.spacing..step] {
            play(&mut board, step, self.size());
        }
        board
    }

    /// The number on the tile to press in a step (counted from 0), if tiles have numbers.
    pub fn number(&self, step: usize) -> Option<u16> {
        let origin = self.board(step)[self.steps[step].press];
        self.artwork.number(origin.into())
    }
}

/// Exchanges the blank with each sliding tile in turn.
pub(super) fn play(board: &mut [u16], step: Step, size: Size) {
    let mut blank = step.blank;
    for cell in step.sliding(size) {
        board.swap(blank, cell);
        blank = cell;
    }
}

fn step_of(run: &[Move], first: usize) -> Step {
    let (start, end) = (run[0], run[run.len() - 1]);
    Step { first, moves: run.len(), press: end.from, blank: start.to, slide: start.slide, tile: end.tile }
}

impl fmt::Display for StoryboardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoryboardError::Size { puzzle, artwork } => {
                write!(f, "the puzzle is {puzzle}, but its picture shows a {artwork} board")
            }
            StoryboardError::Blank { puzzle, artwork } => {
                write!(f, "the puzzle's blank is in cell {puzzle}, but its picture has it in cell {artwork}")
            }
            StoryboardError::Moves(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StoryboardError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StoryboardError::Moves(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::testing;
    use Slide::{Down, Left, Right, Up};

    #[test]
    fn steps_tell_the_press_and_the_way() {
        let story = testing::storyboard("1 2 3/0 4 5", "1 2 3/4 5 0", &[Left, Left]);
        let step = story.steps()[1];
        assert_eq!((step.first, step.press, step.blank, step.slide, step.tile), (2, 5, 4, Left, 4));
        assert_eq!(story.board(0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(story.board(2), [0, 1, 2, 4, 5, 3]);
    }

    #[test]
    fn straight_runs_become_one_press_of_the_farthest_tile() {
        let slides = [Left, Left, Up, Right, Right, Down];
        let story = testing::walk("1 2 3/0 4 5/6 7 8", &slides).merge_runs();
        let steps: Vec<_> = story.steps().iter().map(|s| (s.first, s.moves, s.press, s.slide)).collect();
        assert_eq!(steps, [(1, 2, 5, Left), (3, 1, 8, Up), (4, 2, 6, Right), (6, 1, 3, Down)]);
        assert_eq!(story.board(4), testing::walk("1 2 3/0 4 5/6 7 8", &slides).board(6));
        assert_eq!(story.steps()[0].sliding(story.size()).collect::<Vec<_>>(), [4, 5]);
    }

    #[test]
    fn steps_are_called_by_what_is_counted() {
        let called = |story: Storyboard| {
            let labels: Vec<String> = (0..story.steps().len()).map(|step| story.label(step)).collect();
            (labels.join(" "), story.length())
        };
        let story = || testing::walk("1 2 3/0 4 5/6 7 8", &[Left, Left, Up, Right, Right, Down]);
        assert_eq!(called(story()), ("1 2 3 4 5 6".to_string(), 6));
        assert_eq!(called(story().merge_runs()), ("1–2 3 4–5 6".to_string(), 6));
        assert_eq!(called(story().counted_in_presses()), ("1 2 3 4".to_string(), 4));
    }

    #[test]
    fn any_board_equals_playing_up_to_it() {
        let story = testing::walk("1 2 3/4 5 6/7 8 0", &testing::wander(3, 3, 50));
        let mut board: Vec<u16> = (0..9).collect();
        for (index, &step) in story.steps().iter().enumerate() {
            assert_eq!(story.board(index), board);
            play(&mut board, step, story.size());
        }
        assert_eq!(story.board(50), board);
    }

    #[test]
    fn artwork_of_another_board_is_refused() {
        let puzzle = Puzzle::new("1 0/3 2".parse().unwrap(), "1 2/3 0".parse().unwrap()).unwrap();
        let message = |artwork| Storyboard::new(&puzzle, &[Up], artwork).unwrap_err().to_string();
        assert_eq!(message(testing::artwork(3, 2, 1)), "the puzzle is 2x2, but its picture shows a 3x2 board");
        assert_eq!(
            message(testing::artwork(2, 2, 0)),
            "the puzzle's blank is in cell 1, but its picture has it in cell 0"
        );
        let story = Storyboard::new(&puzzle, &[Left], testing::artwork(2, 2, 1));
        assert_eq!(story.unwrap_err().to_string(), "move 1 cannot be made: no tile can slide left");
    }
}
