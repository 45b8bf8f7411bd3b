//! The way out in a few words, for the terminal: the board, and what to press next.

use snapslide::render::Storyboard;

use super::board_text;
use super::console::Console;

/// The board with the first tile to press marked, and as many of the next presses as fit into a line. Nothing where the board is
/// solved.
pub fn draw(storyboard: &Storyboard, console: &Console) -> Option<String> {
    let first = storyboard.steps().first()?;
    let artwork = storyboard.artwork();
    let name = |cell: usize| artwork.number(cell).filter(|_| cell != artwork.blank());
    let names: Vec<Option<u16>> = (0..storyboard.size().cells()).map(name).collect();
    let board = board_text::draw(storyboard.size(), &names, &[first.press], console.colour, console.room());
    Some(board + &next(storyboard, console.width()))
}

/// `next: 5 down, 2 left, … (18 more)` in at most `width` characters, but at least one press.
fn next(storyboard: &Storyboard, width: usize) -> String {
    let steps = storyboard.steps();
    let mut words = "next:".to_string();
    for (index, step) in steps.iter().enumerate() {
        let name = storyboard.number(index).map_or(String::new(), |number| format!(" {number}"));
        let press = format!("{name} {}", step.slide.word());
        let left = match steps.len() - index - 1 {
            0 => String::new(),
            left => format!(", … ({left} more)"),
        };
        let comma = if index == 0 { "" } else { "," };
        if index > 0 && [&words, comma, &press, &left].map(|part| part.chars().count()).iter().sum::<usize>() > width {
            return format!("{words}, … ({} more)", steps.len() - index);
        }
        words = words + comma + &press;
    }
    words
}

#[cfg(test)]
mod tests {
    use snapslide::puzzle::{Puzzle, Slide};
    use snapslide::render::Artwork;

    use super::*;

    #[test]
    fn the_next_presses_fill_a_line() {
        use Slide::{Down, Left, Right, Up};
        let puzzle = Puzzle::new("1 0/3 2".parse().unwrap(), "2 0/1 3".parse().unwrap()).unwrap();
        let artwork = Artwork::numbered(puzzle.start(), puzzle.goal()).unwrap();
        let all = Storyboard::new(&puzzle, &[Up, Right, Down, Left], artwork).unwrap();
        assert_eq!(next(&all, 80), "next: 2 up, 3 right, 1 down, 2 left");
        assert_eq!(next(&all, 31), "next: 2 up, 3 right, … (2 more)");
        assert_eq!(next(&all, 5), "next: 2 up, … (3 more)", "one is always named");
    }
}
