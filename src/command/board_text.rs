//! Boards as they are drawn on a terminal.

use snapslide::puzzle::Size;

/// The board in a box, tiles by their names, the blank as a dot, the tiles in `marked` cells in colour where colours are allowed.
/// A box wider than `room` characters would be torn: a line says so instead.
pub fn draw(size: Size, names: &[Option<u16>], marked: &[usize], colour: bool, room: usize) -> String {
    let width = names.iter().flatten().max().map_or(1, |name| name.to_string().len()) + 1;
    let line = "─".repeat(size.columns() * width + 1);
    let needed = line.chars().count() + 2;
    if needed > room {
        return format!("(showing the board takes {needed} columns, the terminal has {room})\n");
    }
    let mut text = format!("┌{line}┐\n");
    for row in names.chunks(size.columns()).zip(0..) {
        text.push('│');
        for (column, name) in row.0.iter().enumerate() {
            let word = name.map_or("·".to_string(), |name| name.to_string());
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
        let size = Size::new(4, 3).unwrap();
        let names: Vec<Option<u16>> = (1..12).map(Some).chain([None]).collect();
        assert_eq!(
            draw(size, &names, &[0], false, 15),
            "┌─────────────┐\n│  1  2  3  4 │\n│  5  6  7  8 │\n│  9 10 11  · │\n└─────────────┘\n"
        );
        assert!(draw(size, &names, &[0], true, 80).contains("\u{1b}[1;33m1\u{1b}[0m"));
        assert_eq!(draw(size, &names, &[], true, 14), "(showing the board takes 15 columns, the terminal has 14)\n");
    }
}
