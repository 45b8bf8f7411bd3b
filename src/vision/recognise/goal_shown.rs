//! The goal of a numbered board, where the game shows it beside the board: the same numbers, solved.

use super::contestant::Contestant;
use super::entrant::Entrant;
use super::reader::Reader;
use super::{Hints, Kind};

/// The board, rather than the goal that is shown beside it, with its blank at home where the goal has it. Of two boards that
/// both are solved, or both not, neither is the other's goal.
pub fn by_goal_shown(best: Contestant, entrants: &[Entrant], reader: &Reader) -> Contestant {
    let is_numbered = |board: &Contestant| board.interpretation.kind == Kind::Numbers && board.interpretation.is_sure();
    let Some((size, region)) = best.other.filter(|&(size, _)| size == best.grid.size && is_numbered(&best)) else {
        return best;
    };
    let is_there = |entrant: &&Entrant| (entrant.grid.size, entrant.grid.region) == (size, region);
    let other = entrants.iter().find(is_there).and_then(|entrant| Contestant::of(entrant, reader, false));
    let Some(other) = other.filter(is_numbered) else { return best };
    let is_solved =
        |board: &Contestant| board.interpretation.tiles.iter().enumerate().all(|(cell, &tile)| cell == tile);
    let (goal, board) = match (is_solved(&best), is_solved(&other)) {
        (true, false) => (&best, &other),
        (false, true) => (&other, &best),
        _ => return best,
    };
    let hints = Hints { blank_home: Some(goal.interpretation.blank), ..reader.hints.clone() };
    let told = entrants.iter().find(|entrant| entrant.grid == board.grid);
    let told = told.and_then(|entrant| Contestant::of(entrant, &Reader { hints: &hints, ..*reader }, false));
    match told.filter(is_numbered) {
        Some(told) => Contestant { rival: None, other: Some(goal.place()), ..told },
        None => best,
    }
}
