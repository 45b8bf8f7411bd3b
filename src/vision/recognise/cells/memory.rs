//! What was made of the cells of grids, so that no grid is read twice: the same one may be asked about as the board, as a part of
//! another and as its rival, among all grids and among those that are left without the parts of one.

use std::sync::{Mutex, PoisonError};

use super::super::entrant::Lines;
use super::interpretation::Interpretation;
use crate::vision::Grid;

/// What a reader made of the grids it was asked about.
#[derive(Default)]
pub struct Memory(Mutex<Vec<(Question, Option<Interpretation>)>>);

/// A grid, what its lines say, and whether it is looked at closely.
#[derive(Clone, PartialEq, Eq)]
pub struct Question {
    pub grid: Grid,
    pub lines: Lines,
    pub closely: bool,
}

impl Memory {
    /// The answer that was given before, or the one that is found now. Nobody waits for another's answer.
    pub fn answer(
        &self,
        question: Question,
        find: impl FnOnce(&Question) -> Option<Interpretation>,
    ) -> Option<Interpretation> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answer)) = known().iter().find(|(asked, _)| *asked == question) {
            return answer.clone();
        }
        let answer = find(&question);
        known().push((question, answer.clone()));
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::recognise::contest::contestant::tests::referred;
    use crate::vision::recognise::entrant::tests::grid;

    #[test]
    fn the_same_question_is_answered_once() {
        let memory = Memory::default();
        let question = |columns: usize, lines: Lines| Question { grid: grid(columns, 3), lines, closely: true };
        let found = || Some(referred(grid(3, 3), 1.0, 1.0, 1.0).interpretation);
        assert!(memory.answer(question(3, Lines::Clear), |_| found()).is_some());
        assert!(memory.answer(question(4, Lines::Clear), |_| None).is_none(), "it is another grid");
        assert!(memory.answer(question(3, Lines::Faint), |_| None).is_none(), "its lines say less");
        let again = |columns: usize, lines: Lines| memory.answer(question(columns, lines), |_| panic!("it is known"));
        assert_eq!(again(3, Lines::Clear).map(|known| known.tiles), found().map(|found| found.tiles));
        assert!(again(4, Lines::Clear).is_none() && again(3, Lines::Faint).is_none());
    }
}
