//! Boards as they are drawn on a terminal.

use snapslide::puzzle::Board;

/// The board in a box, the blank as a dot, the tiles in `marked` cells in colour where colours are allowed. A box wider
/// than `room` characters would be torn: a line says so instead.
pub fn draw(board: &Board, marked: &[usize], colour: bool, room: usize) -> String {
    let size = board.size();
    let width = board.tiles().iter().max().map_or(1, |tile| tile.to_string().len()) + 1;
    let line = "─".repeat(size.columns() * width + 1);
    let needed = line.chars().count() + 2;
    if needed > room {
        return format!("(showing the board takes {needed} columns, the terminal has {room})\n");
    }
    let mut text = format!("┌{line}┐\n");
    for row in board.tiles().chunks(size.columns()).zip(0..) {
        text.push('│');
        for (column, &tile) in row.0.iter().enumerate() {
            let word = if tile == 0 { "·".to_string() } else { tile.to_string() };
            let cell = row.1 * size.columns() + column;
            let padding = " ".repeat(width.saturating_sub(word.chars().count()));
            match colour && marked.contains(&cell) {
                true => text.push_str(&format!("{padding}\u{1b}[1;33m{word}\u{1b}[0m")),
                false => text.push_str(&format!("{padding}{word}")),
            }
        }
        text.push_str(" │\n");
    }
    text.push_str(&format!("└{line}┘\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let board: Board = "1 2 3 4/5 6 7 8/9 10 11 0".parse().unwrap();
        assert_eq!(
            draw(&board, &[0], false, 15),
            "┌─────────────┐\n│  1  2  3  4 │\n│  5  6  7  8 │\n│  9 10 11  · │\n└─────────────┘\n"
        );
        assert!(draw(&board, &[0], true, 80).contains("\u{1b}[1;33m1\u{1b}[0m"));
        assert_eq!(draw(&board, &[], true, 14), "(showing the board takes 15 columns, the terminal has 14)\n");
    }
}
