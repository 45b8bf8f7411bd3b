//! What is wrong with a command line, in our form, with the option or command that was likely meant.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use snapslide::puzzle::Size;

use super::failure::{Exit, Failure};

/// Words that are tried as options elsewhere, and the hint to what does it here.
const GUESSES: [(&[&str], &str); 6] = [
    (
        &["rows", "row", "cols", "col", "columns", "width", "height", "size", "dim", "dims", "dimensions", "board"],
        "--grid COLSxROWS for screenshots, or --size COLSxROWS, says how large the board is",
    ),
    (
        &["ref", "image", "picture", "original", "solved", "solution", "target", "goal-image", "goal-picture"],
        "--reference PICTURE is the solved picture",
    ),
    (&["crop", "area", "rect", "bounds", "bbox", "roi"], "--region X,Y,W,H says where the board is"),
    (
        &["gif", "sheet", "frames", "html", "clicks", "png", "steps", "format"],
        "solve --emit LIST says what is written: any of sheet, gif, frames, json, html, clicks",
    ),
    (&["timeout", "limit", "max-time"], "--time SECONDS stops improving after so long"),
    (&["blank", "empty", "hole", "space"], "--blank-home CELL says where the blank is in the end, row by row from 0"),
];

/// The library's message in our form: its first paragraph is what is wrong, its tips are the hint unless there is a better one.
pub fn failure(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let mut paragraphs = text.split("\n\n");
    let first = paragraphs.next().unwrap_or_default();
    let first = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "a command is missing",
        _ => first,
    };
    let what = first.trim_start_matches("error: ").split_whitespace().collect::<Vec<_>>().join(" ");
    // One of them is how to give a file that is named like an option: that is hardly what was meant.
    let tips = || text.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
    let tip = || tips().find(|tip| !tip.starts_with("to pass ")).map(str::to_string);
    let hint = meant(error)
        .or_else(tip)
        .unwrap_or_else(|| "snapslide --help lists the commands, snapslide COMMAND --help their options".to_string());
    Failure::new(Exit::Usage, "reading the command line", what).hint(hint)
}

/// What was likely meant by a word that is no option or command here.
fn meant(error: &clap::Error) -> Option<String> {
    let word = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => of_option(word(ContextKind::InvalidArg)?),
        ErrorKind::InvalidSubcommand => of_command(word(ContextKind::InvalidSubcommand)?),
        _ => None,
    }
}

fn of_option(word: &str) -> Option<String> {
    if word.parse::<Size>().is_ok() {
        return Some(format!("--size {word}, or --grid {word} for screenshots, says how large the board is"));
    }
    let name = word.strip_prefix("--")?;
    GUESSES.iter().find(|(names, _)| names.contains(&name)).map(|(_, hint)| hint.to_string())
}

/// A screenshot may be given without saying what to do with it.
fn of_command(word: &str) -> Option<String> {
    let path = Path::new(word);
    let is_file = path.extension().is_some() || path.exists();
    is_file
        .then(|| format!("snapslide solve {word} gives the way out of a screenshot, snapslide read {word} its board"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guessed_option_is_answered_with_the_one_that_does_it() {
        for (word, option) in [
            ("--rows", "--grid"),
            ("--cols", "--grid"),
            ("--goal-image", "--reference"),
            ("--crop", "--region"),
            ("--gif", "--emit"),
            ("--timeout", "--time"),
            ("4x4", "--size 4x4"),
        ] {
            assert!(of_option(word).is_some_and(|hint| hint.contains(option)), "{word}");
        }
        assert_eq!(of_option("--refrence"), None, "the library finds it");
        assert_eq!(of_option("rows"), None);
    }

    #[test]
    fn a_screenshot_without_a_command_may_be_solved_or_read() {
        let hint = of_command("shot.png").unwrap();
        assert!(hint.contains("snapslide solve shot.png") && hint.contains("snapslide read shot.png"), "{hint}");
        assert_eq!(of_command("slove"), None);
    }
}
