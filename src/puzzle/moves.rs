//! Moves: one tile slides into the blank.

use std::fmt;

use super::{Board, Puzzle};

/// The direction in which the **tile** slides; the blank goes the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slide {
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
}

impl Slide {
    /// All four, in the order in which a cell's neighbours are visited.
    pub const ALL: [Slide; 4] = [Slide::Left, Slide::Right, Slide::Up, Slide::Down];

    /// The direction that undoes this one.
    pub fn reverse(self) -> Slide {
        match self {
            Slide::Left => Slide::Right,
            Slide::Right => Slide::Left,
            Slide::Up => Slide::Down,
            Slide::Down => Slide::Up,
        }
    }

    /// `"left"`, `"right"`, `"up"` or `"down"`.
    pub fn word(self) -> &'static str {
        match self {
            Slide::Left => "left",
            Slide::Right => "right",
            Slide::Up => "up",
            Slide::Down => "down",
        }
    }
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One move of a solution, told in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell in which the tile that slides ends when all moves are done: its goal cell.
    pub tile: usize,
    /// The cell it slides from.
    pub from: usize,
    /// The cell it slides to: where the blank is before the move.
    pub to: usize,
    /// The way it slides.
    pub slide: Slide,
}

/// Why a sequence of slides is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// No tile can slide that way: the blank is at the edge.
    Blocked {
        /// The index of the slide, from 0.
        index: usize,
        /// The slide.
        slide: Slide,
    },
    /// All slides are possible, but they do not end at the goal.
    NotSolved,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Blocked { index, slide } => {
                write!(f, "move {} cannot be made: no tile can slide {slide}", index + 1)
            }
            PlayError::NotSolved => f.write_str("the moves do not end at the goal"),
        }
    }
}

impl std::error::Error for PlayError {}

impl Board {
    /// The cell whose tile would slide `slide` into the blank, or `None` when the blank is at that edge.
    pub fn sliding_cell(&self, slide: Slide) -> Option<usize> {
        self.size().step(self.blank(), slide.reverse())
    }

    /// Slides a tile into the blank and returns the cell it left, which is the blank's now; `None` and no change when
    /// no tile can slide that way.
    pub fn slide(&mut self, slide: Slide) -> Option<usize> {
        let from = self.sliding_cell(slide)?;
        self.swap_with_blank(from);
        Some(from)
    }
}

impl Puzzle {
    /// Plays `slides` from the start, checks that they end at the goal, and tells each move in full.
    ///
    /// With identical tiles, each tile's goal cell is the one these very moves bring it to.
    pub fn play(&self, slides: &[Slide]) -> Result<Vec<Move>, PlayError> {
        let mut board = self.start().clone();
        let mut origins: Vec<usize> = (0..self.size().cells()).collect();
        let mut played = Vec::with_capacity(slides.len());
        for (index, &slide) in slides.iter().enumerate() {
            let to = board.blank();
            let from = board.slide(slide).ok_or(PlayError::Blocked { index, slide })?;
            origins.swap(from, to);
            played.push((origins[to], from, to, slide));
        }
        if board != *self.goal() {
            return Err(PlayError::NotSolved);
        }
        let mut goal_cell = vec![0; origins.len()];
        for (cell, &origin) in origins.iter().enumerate() {
            goal_cell[origin] = cell;
        }
        Ok(played
            .into_iter()
            .map(|(origin, from, to, slide)| Move { tile: goal_cell[origin], from, to, slide })
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(start: &str, goal: &str) -> Puzzle {
        Puzzle::new(start.parse().unwrap(), goal.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_slide_names_the_way_the_tile_goes() {
        let mut board: Board = "1 2/3 0".parse().unwrap();
        assert_eq!(board.slide(Slide::Right), Some(2));
        assert_eq!(board.to_string(), "1 2/0 3");
        assert_eq!(board.slide(Slide::Right), None);
        assert_eq!(board.slide(Slide::Up), None);
        assert_eq!(board.slide(Slide::Down), Some(0));
        assert_eq!(board.to_string(), "0 2/1 3");
    }

    #[test]
    fn playing_tells_each_tiles_goal_cell() {
        let puzzle = puzzle("1 0/3 2", "1 2/3 0");
        assert_eq!(puzzle.play(&[Slide::Up]), Ok(vec![Move { tile: 1, from: 3, to: 1, slide: Slide::Up }]));
        assert_eq!(puzzle.play(&[]), Err(PlayError::NotSolved));
        assert_eq!(puzzle.play(&[Slide::Up, Slide::Up]), Err(PlayError::Blocked { index: 1, slide: Slide::Up }));
    }

    #[test]
    fn identical_tiles_go_where_the_moves_bring_them() {
        let puzzle = puzzle("1 1/0 2", "1 1/2 0");
        assert_eq!(puzzle.play(&[Slide::Left]).unwrap()[0].tile, 2);
        let round = [Slide::Down, Slide::Left, Slide::Up, Slide::Right, Slide::Down];
        assert!(puzzle.play(&round).is_err());
    }
}
