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
    /// Whether the claim does not fit beside the title.
    claim_below: bool,
    advice: Vec<String>,
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
    let (title, claim) = (title(storyboard) + &pages, claim_in_words(claim, storyboard));
    let order = if storyboard.steps().is_empty() { "" } else { " Read from left to right, row by row." };
    let (size, inner) = (layout.text, layout.inner_width());
    Lines {
        claim_below: claim_start(&title, size) + text::width(&claim, size * CLAIM, Weight::Regular) > inner,
        title,
        claim,
        advice: text::wrap(&(advice(storyboard) + order), size, Weight::Regular, inner),
        moves: moves_in_words(storyboard, layout, sheet),
    }
}

/// Sizes of the title's and the claim's text beside that of the rest, and the height of a line.
const TITLE: f32 = 1.5;
const CLAIM: f32 = 1.1;
const LINE: f32 = 1.45;

/// Where a claim beside the title starts.
fn claim_start(title: &str, size: f32) -> f32 {
    text::width(title, size * TITLE, Weight::Bold) + size * 0.7
}

/// The size of the board and how long the way is.
pub(in super::super) fn title(storyboard: &Storyboard) -> String {
    format!("{} board · {}", storyboard.size(), storyboard.length_in_words())
}

/// What to do at every step, and what tiles are called where one cannot see it.
pub(in super::super) fn advice(storyboard: &Storyboard) -> String {
    let steps = storyboard.steps();
    let press = match steps.iter().any(|step| step.moves > 1) {
        _ if steps.is_empty() => return "There is nothing to do.".to_string(),
        true => "Press the marked tile: it and those before it slide into the empty cell.",
        false => "Press the marked tile: it slides into the empty cell.",
    };
    let names = match storyboard.artwork().hides_numbers() {
        true => " Tiles are numbered row by row as in the solved picture.",
        false => "",
    };
    format!("{press}{names}")
}

/// What is known about the number of moves; nothing where nothing is, or where there are none.
pub(in super::super) fn claim_in_words(claim: Claim, storyboard: &Storyboard) -> String {
    if storyboard.steps().is_empty() {
        return String::new();
    }
    let fewest = if storyboard.is_merged() { "the fewest moves" } else { "the fewest" };
    match claim {
        Claim::Nothing => String::new(),
        Claim::AtLeast(bound) if bound < storyboard.length() => {
            format!("perhaps not {fewest}: at least {bound} are needed")
        }
        Claim::Least | Claim::AtLeast(_) => format!("{fewest} possible (proven)"),
    }
}

/// The moves of this sheet's pictures: `5 down, 2 left, …`; by the way alone where tiles have no numbers. In arrows
/// where words take too many lines, and nothing where arrows do.
fn moves_in_words(storyboard: &Storyboard, layout: &Layout, sheet: usize) -> Vec<String> {
    let pictures = layout.pictures(sheet);
    let steps = pictures.start..pictures.end.min(storyboard.steps().len());
    let width = layout.inner_width();
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

/// Heights of a heading in lines of text: what is usual, and what it takes with longer words, to the most.
pub(super) const HEIGHTS: [f32; 4] = [7.0, 8.2, 9.7, 12.5];
/// What there is above the lines of a heading, with the title, and below.
const ABOVE: f32 = 1.9;
const BELOW: f32 = 1.85;

impl Lines {
    /// How high the heading is.
    pub(super) fn height(&self, size: f32) -> u32 {
        let lines = self.advice.len() + self.moves.len() + usize::from(self.claim_below);
        (size * (ABOVE + LINE * lines as f32 + BELOW)) as u32
    }

    /// Draws it at the top of a sheet.
    pub(super) fn draw(&self, sheet: &mut RgbImage, layout: &Layout) {
        let size = layout.text;
        let left = layout.margin as f32;
        let mut y = layout.margin as f32 + size * 0.9;
        write(sheet, (left, y), &self.title, size * TITLE, Weight::Bold, INK);
        let beside = if self.claim_below { 0.0 } else { claim_start(&self.title, size) };
        y += if self.claim_below { size * LINE } else { 0.0 };
        write(sheet, (left + beside, y), &self.claim, size * CLAIM, Weight::Regular, GREY);
        y += size * (ABOVE - LINE);
        let lines = self.advice.iter().map(|line| (line, GREY)).chain(self.moves.iter().map(|line| (line, INK)));
        for (line, colour) in lines {
            y += size * LINE;
            write(sheet, (left, y), line, size, Weight::Regular, colour);
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
        lines(&story, claim, &Layout::under(HEIGHTS[0], &story, &SheetOptions::default()), 0)
    }

    #[test]
    fn headings_say_what_there_is_to_know() {
        let lines = heading(&[Slide::Down, Slide::Right], Claim::Least);
        assert_eq!(lines.title, "3x3 board · 2 moves");
        assert_eq!(lines.claim, "the fewest possible (proven)");
        assert_eq!(lines.moves, ["6\u{a0}down, 5\u{a0}right"]);
        assert_eq!(lines.advice.concat().matches("Tiles are numbered row by row as in the solved picture.").count(), 1);
        let lines = heading(&testing::wander(3, 3, 50), Claim::AtLeast(20));
        assert_eq!(lines.claim, "perhaps not the fewest: at least 20 are needed");
        assert!(lines.title.ends_with("50 moves · sheet 1 of 2"), "{}", lines.title);
        let merged = testing::walk("1 2 3/4 5 6/7 8 0", &[Slide::Down, Slide::Down, Slide::Right]).merge_runs();
        assert_eq!(title(&merged), "3x3 board · 3 moves in 2 presses");
        assert_eq!(claim_in_words(Claim::Least, &merged), "the fewest moves possible (proven)", "not of presses");
    }

    #[test]
    fn headings_stay_within_narrow_sheets() {
        let start: crate::puzzle::Board = "1 2 3/4 5 6/7 0 8".parse().unwrap();
        let goal = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let artwork = crate::render::Artwork::numbered(&start, &goal).unwrap();
        let puzzle = crate::puzzle::Puzzle::new(start, goal).unwrap();
        let story = Storyboard::new(&puzzle, &[Slide::Left], artwork).unwrap();
        let layout = Layout::under(HEIGHTS[0], &story, &SheetOptions::default());
        let lines = lines(&story, Claim::Least, &layout, 0);
        assert!(lines.claim_below && lines.advice.len() == 2);
        let fits = |line: &String| text::width(line, layout.text, Weight::Regular) <= layout.inner_width();
        assert!(lines.advice.iter().all(fits), "{:?}", lines.advice);
        assert!(!lines.advice.concat().contains("number"), "numbers are to be seen");
        let solved = heading(&[], Claim::Least);
        assert_eq!((solved.claim, solved.advice), (String::new(), vec!["There is nothing to do.".to_string()]));
    }
}
