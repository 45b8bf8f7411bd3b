//! What stands above the pictures: the board, the number of moves and what is known of it, and the moves in words.

use image::RgbImage;

use super::super::Storyboard;
use super::super::text::{self, Weight};
use super::caption;
use super::layout::Layout;
use super::{Claim, GREY, INK, rule, write};

/// The lines of a heading.
pub(super) struct Lines {
    title: String,
    claim: String,
    advice: String,
    moves: Vec<String>,
}

/// The moves take at most so many lines.
const MOVE_LINES: usize = 3;

/// The heading of a sheet.
pub(super) fn lines(storyboard: &Storyboard, claim: Claim, layout: &Layout, sheet: usize) -> Lines {
    let pages = match layout.sheets {
        1 => String::new(),
        all => format!(" · sheet {} of {all}", sheet + 1),
    };
    Lines {
        title: title(storyboard, claim) + &pages,
        claim: claim_in_words(claim, storyboard),
        advice: format!("{} Read from left to right, row by row.", advice(storyboard)),
        moves: moves_in_words(storyboard, layout, sheet),
    }
}

/// The size of the board and the number of moves, or of presses where those are counted.
pub(in super::super) fn title(storyboard: &Storyboard, claim: Claim) -> String {
    let (count, one, many) = match claim {
        Claim::LeastPresses | Claim::AtLeastPresses(_) => (storyboard.steps().len(), "press", "presses"),
        _ => (storyboard.moves(), "move", "moves"),
    };
    format!("{} board · {count} {}", storyboard.size(), if count == 1 { one } else { many })
}

/// What to do at every step.
pub(in super::super) fn advice(storyboard: &Storyboard) -> &'static str {
    match storyboard.steps().iter().any(|step| step.moves > 1) {
        true => "Press the marked tile: it and those before it slide into the empty cell.",
        false => "Press the marked tile: it slides into the empty cell.",
    }
}

/// What is known about the number of moves; nothing where nothing is.
pub(in super::super) fn claim_in_words(claim: Claim, storyboard: &Storyboard) -> String {
    let bounded = |bound: usize, count: usize| match bound >= count {
        true => "the fewest possible (proven)".to_string(),
        false => format!("perhaps not the fewest: at least {bound} are needed"),
    };
    match claim {
        Claim::Nothing => String::new(),
        Claim::Least | Claim::LeastPresses => bounded(0, 0),
        Claim::AtLeast(bound) => bounded(bound, storyboard.moves()),
        Claim::AtLeastPresses(bound) => bounded(bound, storyboard.steps().len()),
    }
}

/// The moves of this sheet's pictures: `5 down, 2 left, …`; by the way alone where tiles have no numbers. In arrows
/// where words take too many lines, and nothing where arrows do.
fn moves_in_words(storyboard: &Storyboard, layout: &Layout, sheet: usize) -> Vec<String> {
    let pictures = layout.pictures(sheet);
    let steps = pictures.start..pictures.end.min(storyboard.steps().len());
    let width = (layout.width - 2 * layout.margin) as f32;
    let told = |arrows: bool| {
        let press = |index: usize| {
            let step = storyboard.steps()[index];
            let way = if arrows { caption::arrow(step.slide) } else { step.slide.word() };
            match (storyboard.number(index), step.moves) {
                (Some(number), _) => format!("{number}\u{a0}{way}"),
                (None, 1) => way.to_string(),
                (None, moves) => format!("{way}\u{a0}×{moves}"),
            }
        };
        let all: Vec<String> = steps.clone().map(press).collect();
        let separator = if arrows { "  " } else { ", " };
        text::wrap(&all.join(separator), layout.text, Weight::Regular, width)
    };
    let words = told(false);
    if words.len() <= MOVE_LINES {
        return words;
    }
    let arrows = told(true);
    if arrows.len() <= MOVE_LINES { arrows } else { Vec::new() }
}

impl Lines {
    /// How high the heading is.
    pub(super) fn height(&self, size: f32) -> u32 {
        let lines = self.moves.len() as f32;
        (size * (1.9 + 1.7 + 1.45 * lines + 1.6)) as u32
    }

    /// Draws it at the top of a sheet.
    pub(super) fn draw(&self, sheet: &mut RgbImage, layout: &Layout) {
        let size = layout.text;
        let left = layout.margin as f32;
        let mut y = layout.margin as f32 + size * 0.9;
        let end = write(sheet, (left, y), &self.title, size * 1.5, Weight::Bold, INK);
        if !self.claim.is_empty() {
            write(sheet, (end + size * 0.7, y), &self.claim, size * 1.1, Weight::Regular, GREY);
        }
        y += size * 1.9;
        write(sheet, (left, y), &self.advice, size, Weight::Regular, GREY);
        for line in &self.moves {
            y += size * 1.45;
            write(sheet, (left, y), line, size, Weight::Regular, INK);
        }
        rule(sheet, layout, (y + size * 0.8) as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Slide;
    use crate::render::{SheetOptions, testing};

    fn heading(moves: &[Slide], claim: Claim) -> Lines {
        let story = testing::walk("1 2 3/4 5 6/7 8 0", moves);
        lines(&story, claim, &Layout::choose(&story, &SheetOptions::default()), 0)
    }

    #[test]
    fn headings_say_what_there_is_to_know() {
        let lines = heading(&[Slide::Down, Slide::Right], Claim::Least);
        assert_eq!(lines.title, "3x3 board · 2 moves");
        assert_eq!(lines.claim, "the fewest possible (proven)");
        assert_eq!(lines.moves, ["6\u{a0}down, 5\u{a0}right"]);
        let lines = heading(&testing::wander(3, 3, 50), Claim::AtLeast(20));
        assert_eq!(lines.claim, "perhaps not the fewest: at least 20 are needed");
        assert!(lines.title.ends_with("50 moves · sheet 1 of 2"), "{}", lines.title);
    }
}
