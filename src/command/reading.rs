//! From a screenshot and the options that tell of it to a reading, or to words why there is none.

use std::path::{Path, PathBuf};

use snapslide::assist::{Defect, NoPuzzle, names, to_puzzle};
use snapslide::puzzle::{Goal, Puzzle, Size};
use snapslide::rect::Rect;
use snapslide::vision::{CONFIDENT, Hints, Kind, Reading, Recognised, Refusal, Screenshot, printed_numbers};

use super::board_text;
use super::console::Console;
use super::failure::{Exit, Failure};
use super::input::{self, References};
use super::photograph::{self, Unseen};
use crate::cli::Recognition;

/// Where a reading comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The program read it in a screenshot just now.
    Screenshot,
    /// A file holds it, perhaps corrected by a person.
    File,
}

/// A failure to read, with the best guess where there is one.
pub struct Unread {
    pub failure: Failure,
    pub guess: Option<Reading>,
}

/// A reading, in pixels of the file that was given.
pub struct Seen {
    pub reading: Reading,
    /// The picture it was made from and the reading in its pixels, where the file had to be straightened.
    pub straight: Option<Box<(Screenshot, Reading)>>,
    /// Of several references the one that matches second best, and how much less it matches, 0 to 1.
    pub second: Option<(PathBuf, f32)>,
    /// Another board that the file shows.
    pub other: Option<(Size, Rect)>,
    /// Where the file shows the solved picture, if the board was read by that.
    pub shown: Option<Rect>,
    /// What is worth saying of where the blank belongs by the numbers, where nobody says.
    pub home: Option<Home>,
}

/// Where the blank of a numbered board was taken to belong, if one may wonder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// In this cell, which is not the usual one.
    Unusual(usize),
    /// In the last cell, though sliding can bring the same numbers in order with the blank before them as well.
    LastOrFirst,
}

/// Reads the board in a screenshot, or in a photograph of a screen.
pub fn recognise_board(
    screenshot: &Screenshot,
    path: &Path,
    options: &Recognition,
    references: &References,
) -> Result<Seen, Box<Unread>> {
    let hints = Hints {
        size: options.grid.or(options.solved.goal.size()),
        region: options.region,
        blank_home: options.solved.blank_home,
        goal: options.solved.goal.clone(),
    };
    let named = |found: Recognised| {
        let mut reading = found.reading;
        reading.reference = found.reference.map(|index| references.paths[index].clone());
        reading.screenshot = (!input::is_stdin(path)).then(|| path.to_path_buf());
        let second = found.second.map(|(index, less)| (references.paths[index].clone(), less));
        (reading, second, found.other, found.shown)
    };
    let home = |reading: &Reading| open_home(reading, &hints);
    match photograph::from_any_angle(screenshot, &references.pictures, &hints) {
        Ok((None, found)) => {
            let (reading, second, other, shown) = named(found);
            Ok(Seen { home: home(&reading), reading, straight: None, second, other, shown })
        }
        Ok((Some(straightened), found)) => {
            let (straight, second, other, shown) = named(found);
            let other = other.map(|(size, region)| (size, straightened.seen(region)));
            let shown = shown.map(|place| straightened.seen(place));
            // The file's own pixels show the board at an angle, so nothing is to be cut from it later.
            let mut reading = Reading { screenshot: None, ..straight.clone() };
            photograph::put_back(&mut reading, &straightened);
            let home = home(&reading);
            Ok(Seen {
                reading,
                straight: Some(Box::new((straightened.screenshot, straight))),
                second,
                other,
                shown,
                home,
            })
        }
        Err(unseen) => Err(Box::new(unread(unseen, path, options))),
    }
}

impl Seen {
    /// The same with tiles called by the numbers that are printed on them, where a picture was read by what it shows.
    pub fn called_as_printed(mut self, screenshot: &Screenshot) -> Seen {
        let printed = match &self.straight {
            Some(straight) => printed_numbers(&straight.0, &straight.1),
            None => printed_numbers(screenshot, &self.reading),
        };
        let readings = self.straight.as_mut().map(|straight| &mut straight.1).into_iter().chain([&mut self.reading]);
        readings.for_each(|reading| reading.numbers = reading.numbers.take().or_else(|| printed.clone()));
        self
    }

    /// Says which of several references the board shows, by which picture in the screenshot it was read, if it was, where the
    /// blank belongs, if that is not where one expects it, that a picture has no other goal, if one was asked for, and where another
    /// board is, if there is one.
    pub fn tell(&self, console: &Console, path: &Path, options: &Recognition) {
        let is_goals = options.solved.goal.size().is_some() && self.reading.reference.is_none();
        if self.reading.kind == Kind::Picture && options.solved.goal != Goal::default() && !is_goals {
            let name = input::name(path);
            console.note(&format!("{name} shows a picture, which tells where tiles belong: --goal is for numbers"));
        }
        if let (Some(best), Some((second, less))) = (&self.reading.reference, &self.second) {
            let (name, best, second) = (input::name(path), best.display(), second.display());
            console.note(&format!("{name} shows {best}, by a margin of {less:.2} over {second}"));
        }
        if let Some(Rect { x, y, width, height }) = self.shown {
            let name = input::name(path);
            console.note(&format!("{name} was read by the solved picture at {x},{y} {width}x{height} px"));
        }
        if let Some(home) = self.home {
            let name = input::name(path);
            console.note(&match home {
                Home::Unusual(home) => {
                    format!("{name} was read with the blank at home in cell {home}: --blank-home takes another")
                }
                Home::LastOrFirst => {
                    format!("{name} was read with the blank at home in the last cell: --blank-home 0 takes the first")
                }
            });
        }
        if let Some((size, Rect { x, y, width, height })) = self.other {
            let name = input::name(path);
            console.note(&format!(
                "{name} shows another board, {size} at {x},{y} {width}x{height} px: --region {x},{y},{width},{height} takes it"
            ));
        }
    }
}

/// Says that a reading from a file is a guess that nobody has corrected, if it is.
pub fn tell_doubts(reading: &Reading, console: &Console, path: &Path) {
    let doubts = match reading.doubts.len() {
        0 if reading.confidence >= CONFIDENT => return,
        0 => "it is a guess".to_string(),
        1 => "it doubts a cell".to_string(),
        count => format!("it doubts {count} cells"),
    };
    console.note(&format!(
        "{} was read with a confidence of {:.2}, and {doubts}: see that its 'tiles' are right",
        input::name(path),
        reading.confidence
    ));
}

/// What one may wonder about the blank's home on a numbered board, if that is open.
fn open_home(reading: &Reading, hints: &Hints) -> Option<Home> {
    let Goal::Order(order) = hints.goal else { return None };
    let size = Size::new(reading.columns, reading.rows).ok()?;
    let home = reading.tiles[reading.blank];
    let is_last = order.cells(size).last() == Some(&home);
    let may_be_first = hints.goal == Goal::default() && reading.is_legal_with_either_home() && !reading.solved;
    match (reading.kind, hints.blank_home, is_last) {
        (Kind::Numbers, None, false) => Some(Home::Unusual(home)),
        (Kind::Numbers, None, true) => may_be_first.then_some(Home::LastOrFirst),
        _ => None,
    }
}

/// Refuses what contradicts a reading, which says itself where tiles belong; unless others of the inputs are pictures by their names,
/// for these it may be meant. What else helped to read the screenshot may be given again.
pub fn check_options(reading: &Reading, path: &Path, inputs: &[PathBuf], options: &Recognition) -> Result<(), Failure> {
    let given = [
        ("--grid", options.grid.is_some_and(|size| reading.size() != Some(size))),
        ("--goal", options.solved.goal != Goal::default()),
        ("--blank-home", options.solved.blank_home.is_some()),
    ];
    let given: Vec<&str> = given.into_iter().filter(|&(_, is_given)| is_given).map(|(option, _)| option).collect();
    if given.is_empty() || inputs.iter().any(|input| input::is_picture(input)) {
        return Ok(());
    }
    let options = given.join(" and ");
    Err(Failure::new(
        Exit::Usage,
        format!("reading {}", input::name(path)),
        format!("a reading says itself where each tile belongs, so that {options} cannot be followed"),
    )
    .hint(format!("read the screenshot anew with {options}, or change 'tiles' in the reading")))
}

/// The puzzle of a reading.
pub fn puzzle_of(reading: &Reading, path: &Path, origin: Origin) -> Result<Puzzle, Failure> {
    to_puzzle(reading).map_err(|error| unsolvable(&error, path, origin))
}

fn unsolvable(error: &NoPuzzle, path: &Path, origin: Origin) -> Failure {
    let hint = match &error.defect {
        Defect::Unreachable { .. } if origin == Origin::File => {
            "a game that deals its tiles at random deals such boards: have it deal anew; or correct 'tiles' in the reading: \
             snapslide read --annotate OUT.png draws it on the screenshot that it names"
        }
        Defect::Unreachable { .. } if error.reading.kind == Kind::Numbers => {
            "--goal takes another order, such as columns, if the numbers belong in one; a game that deals its tiles at random \
             deals such boards: have it deal anew; or see whether snapslide read --annotate OUT.png shows what you see"
        }
        Defect::Unreachable { .. } => {
            "a game that deals its tiles at random deals such boards: have it deal anew; or see whether snapslide read \
             --annotate OUT.png shows what you see (-o reading.json can be corrected and given to solve)"
        }
        Defect::Twice { .. } | Defect::Shape => "correct 'tiles' in the reading: every goal cell once",
    };
    Failure::new(Exit::Unsolvable, format!("solving {}", input::name(path)), error.to_string()).hint(hint)
}

fn unread(Unseen { refusal, is_at_an_angle }: Unseen, path: &Path, options: &Recognition) -> Unread {
    let doing = format!("reading {}", input::name(path));
    let exit = if refusal.is_of_what_is_seen() { Exit::Unread } else { Exit::Usage };
    let may_be_blurred = matches!(refusal, Refusal::NoBoard | Refusal::Strange { .. } | Refusal::Doubtful(_));
    let mut hint = hint(&refusal, options);
    if is_at_an_angle && may_be_blurred {
        hint.push_str(
            "; a screenshot, or a sharp photograph from the front, is read better than what is seen at an angle",
        );
    }
    let mut failure = Failure::new(exit, doing, refusal.to_string()).hint(hint);
    let guess = refusal.into_guess();
    if let Some(guess) = &guess {
        failure.causes = describe_guess(guess);
    }
    Unread { failure, guess }
}

fn hint(refusal: &Refusal, options: &Recognition) -> String {
    let place = match (options.grid, options.region) {
        (None, _) => "--grid COLSxROWS says how many tiles there are",
        (_, None) => "--region X,Y,W,H says where the board is",
        _ => "--region and --grid may not be quite right: --annotate OUT.png shows what was understood",
    };
    match refusal {
        Refusal::Region { .. } => "--region takes left, top, width, height in pixels of the picture".to_string(),
        Refusal::Grid(_) => "take a larger --region or a smaller --grid".to_string(),
        Refusal::BlankHome { .. } => "--blank-home counts cells row by row from 0".to_string(),
        Refusal::OtherGoal(_) => "--goal takes the numbers that the tiles show, and 0 for the blank".to_string(),
        Refusal::OtherBoard(_) => match (options.grid, options.region) {
            (Some(_), Some(_)) => "leave out --grid and --region to have that one read".to_string(),
            (Some(_), None) => "leave out --grid to have that one read, or give --region as well".to_string(),
            (None, Some(_)) => "leave out --region to have that one read, or give --grid as well".to_string(),
            (None, None) => "leave out --goal to have that one read, or give one of its size".to_string(),
        },
        Refusal::OtherHome { .. } => {
            "leave out --blank-home to have it read so; cells are counted row by row from 0".to_string()
        }
        Refusal::NoBoard => place.to_string(),
        Refusal::Strange { .. } => "take the screenshot when nothing moves and nothing covers the board".to_string(),
        Refusal::OtherPicture(_) => format!("give another --reference, or none; {place}"),
        Refusal::HomeOpen(guess) if guess.kind == Kind::Numbers && !guess.is_legal() => match guess.legal_home() {
            Some(home) => format!(
                "--blank-home {home} says that it belongs in the {} cell; some games deal boards that cannot be solved",
                if home == 0 { "first" } else { "last" }
            ),
            None => format!(
                "--goal spiral, columns or snake says that they belong in another order; --blank-home {}, the last cell, has \
                     them read in rows; some games deal boards that cannot be solved",
                guess.tiles.len() - 1
            ),
        },
        Refusal::HomeOpen(guess) => {
            let last = guess.tiles.len() - 1;
            format!("--blank-home CELL says where it belongs: 0 is the first cell, {last} the last")
        }
        Refusal::NoBlank(guess) if guess.kind == Kind::Numbers => {
            format!("a sliding puzzle has a cell without a tile; {place}")
        }
        Refusal::NoBlank(_) => {
            "tiles that change places need no blank and are no sliding puzzle; if one of these pieces stands for \
             the blank, --blank-home CELL says where it belongs"
                .to_string()
        }
        Refusal::Rivals { .. } => place.to_string(),
        Refusal::Doubtful(_) | Refusal::Undecided(_) => {
            let correct = "snapslide read -o reading.json writes the best guess, to be corrected and given to solve";
            match &options.reference {
                None => format!("--reference PICTURE, the solved picture, settles most doubts; {correct}"),
                Some(_) => format!("{place}; {correct}"),
            }
        }
    }
}

/// The best guess and its doubts, for a person to judge, with tiles called as they are everywhere else.
fn describe_guess(guess: &Reading) -> Vec<String> {
    let mut lines = vec![format!("best guess: {}", headline(guess))];
    let (Some(size), Some(names)) = (guess.size(), names(guess)) else { return lines };
    let blank = if names.contains(&Some(0)) { "·" } else { "0" };
    let word = |name: Option<u16>| name.map_or(blank.to_string(), |name| name.to_string());
    let row = |names: &[Option<u16>]| names.iter().map(|&name| word(name)).collect::<Vec<_>>().join(" ");
    lines.push(names.chunks(size.columns()).map(row).collect::<Vec<_>>().join("/"));
    let called = |tile: usize| {
        let cell = guess.tiles.iter().position(|&other| other == tile);
        match cell.and_then(|cell| names[cell]) {
            Some(name) => format!("tile {name}"),
            None => "the blank".to_string(),
        }
    };
    lines.extend(guess.doubts.iter().take(6).map(|doubt| {
        let (tile, other) = (called(doubt.tile), called(doubt.runner_up));
        format!("cell {} holds {tile} or {other} (margin {:.2})", doubt.cell, doubt.margin)
    }));
    if guess.doubts.len() > 6 {
        lines.push(format!("and {} doubtful cells more", guess.doubts.len() - 6));
    }
    lines
}

/// Size, place and kind of a board in a few words.
pub fn headline(reading: &Reading) -> String {
    let kind = match reading.kind {
        Kind::Picture => "picture tiles",
        Kind::Numbers => "numbered tiles",
        Kind::Text => "given as text",
    };
    let region = reading.region;
    format!(
        "{}x{} board, {kind}, at {},{} {}x{} px, blank in cell {}{}",
        reading.columns,
        reading.rows,
        region.x,
        region.y,
        region.width,
        region.height,
        reading.blank,
        if reading.solved { ", solved" } else { "" }
    )
}

/// The board as a terminal shows it, doubtful tiles marked.
pub fn draw(reading: &Reading, console: &Console) -> Option<String> {
    let (size, names) = (reading.size()?, names(reading)?);
    let doubtful: Vec<usize> = reading.doubts.iter().map(|doubt| doubt.cell).collect();
    Some(board_text::draw(size, &names, &doubtful, console.colour, console.room()))
}
