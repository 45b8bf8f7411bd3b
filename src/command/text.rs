//! Positions given as text.

use snapslide::assist;
use snapslide::puzzle::{Board, Puzzle, PuzzleError, Reason};
use snapslide::render::Artwork;
use snapslide::vision::Reading;

use super::failure::{Exit, Failure};
use crate::cli::Recognition;

/// A position given as text, with the picture drawn of it.
pub struct Given {
    pub puzzle: Puzzle,
    pub artwork: Artwork,
    pub reading: Reading,
}

/// Makes a puzzle of `board` and of the goal that the options ask for.
pub fn position(board: &Board, options: &Recognition) -> Result<Given, Failure> {
    let doing = "reading --tiles";
    let goal = options.solved.goal.for_board(board, options.solved.blank_home).map_err(|error| {
        Failure::new(Exit::Usage, doing, error.to_string()).hint("--blank-home counts cells row by row from 0")
    })?;
    let puzzle = Puzzle::new(board.clone(), goal).map_err(|error| refusal(&error))?;
    let drawn = Artwork::numbered(puzzle.start(), puzzle.goal());
    let artwork = drawn.map_err(|error| Failure::new(Exit::Failed, "drawing the board", error.to_string()))?;
    let reading = assist::read_text(&puzzle, &artwork);
    Ok(Given { puzzle, artwork, reading })
}

fn refusal(error: &PuzzleError) -> Failure {
    let (exit, hint) = match error.reason {
        Reason::Parity => (
            Exit::Unsolvable,
            "two tiles may be exchanged by mistake, or the goal may be another, such as --goal columns or --blank-home 0",
        ),
        _ => (Exit::Usage, "--goal takes rows, columns, snake, spiral, or a board with the same tiles"),
    };
    Failure::new(exit, "reading --tiles", error.to_string()).hint(hint)
}
