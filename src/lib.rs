//! Drop a screenshot of a sliding-tile puzzle, get the way out.
//!
//! The command `snapslide` is a thin layer over this library. What flows through it:
//!
//! ```text
//! bytes ─ vision::Screenshot ─▶ decoded, bounded, upright RGB
//!       ─ vision::straighten ─▶ the same from the front, where it is a photograph of a screen
//!       ─ vision::locate     ─▶ grids that may be the board
//!       ─ vision::recognise  ─▶ Reading: which tile is in which cell, and how sure
//!       ─ assist::to_puzzle  ─▶ Puzzle: a start and a goal proven to belong together
//!       ─ solver::solve      ─▶ Solution: moves, and what is proven about them
//!       ─ render::Storyboard ─▶ frames, a contact sheet, an animation, a page
//! ```
//!
//! A [`Reading`](vision::Reading) may be doubtful; a [`Puzzle`](puzzle::Puzzle) never is. [`puzzle`], [`solver`], [`vision`]
//! and [`render`] touch no file, clock, environment or terminal; [`assist`] joins them.
//!
//! # From bytes to a reading
//!
//! ```
//! use snapslide::vision::{Hints, Screenshot, recognise};
//!
//! let bytes = std::fs::read("fixtures/kuzhlevka-3x3/screenshot.png")?;
//! let screenshot = Screenshot::decode(&bytes)?;
//! let solved = Screenshot::decode(&std::fs::read("fixtures/kuzhlevka-3x3/reference.png")?)?;
//! let found = recognise(&screenshot, &[solved.pixels], &Hints::default())?;
//! assert_eq!(found.reading.tiles, [1, 0, 6, 4, 2, 5, 3, 7, 8]);
//! assert_eq!(found.reading.blank, 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a reading to a puzzle
//!
//! ```
//! use snapslide::assist::to_puzzle;
//! use snapslide::puzzle::Size;
//! use snapslide::rect::Rect;
//! use snapslide::vision::{Grid, Kind, Reading};
//!
//! let grid = Grid::even(Rect::new(0, 0, 300, 300), Size::new(3, 3)?, 0)?;
//! let reading = Reading::certain(&grid, Kind::Picture, vec![1, 0, 6, 4, 2, 5, 3, 7, 8], 8);
//! let puzzle = to_puzzle(&reading)?;
//! assert_eq!(puzzle.start().to_string(), "2 1 7/5 3 6/4 8 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a puzzle to a solution
//!
//! ```
//! use snapslide::puzzle::{Board, Order, Puzzle};
//! use snapslide::solver::{Limits, Proof, solve};
//!
//! let start: Board = "8 6 7/2 5 4/3 0 1".parse()?;
//! let goal = Order::Rows.goal(&start, None)?;
//! let puzzle = Puzzle::new(start, goal)?;
//! let solution = solve(&puzzle, &Limits::NONE)?;
//! assert_eq!((solution.moves.len(), solution.proof), (31, Proof::Optimal));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a solution to pictures
//!
//! ```
//! use snapslide::puzzle::Puzzle;
//! use snapslide::render::{Artwork, GifOptions, SheetOptions, Sheets, Storyboard, Style, frame, gif};
//! use snapslide::solver::{Limits, solve};
//!
//! let puzzle = Puzzle::new("1 2/0 3".parse()?, "1 2/3 0".parse()?)?;
//! let solution = solve(&puzzle, &Limits::NONE)?;
//! let artwork = Artwork::numbered(puzzle.start(), puzzle.goal())?;
//! let storyboard = Storyboard::new(&puzzle, &solution.moves, artwork)?;
//! let first = frame::draw(&storyboard, 0, Style::Marked);
//! assert_eq!(first.dimensions(), storyboard.artwork().board().dimensions());
//! let sheets = Sheets::new(&storyboard, &SheetOptions::default());
//! assert!(sheets.count() == 1 && sheets.draw(0).width() > first.width());
//! let mut walkthrough = Vec::new();
//! gif::encode(&storyboard, &GifOptions::default(), &mut walkthrough)?;
//! assert!(walkthrough.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod assist;
pub mod puzzle;
pub mod rect;
pub mod render;
pub mod resize;
pub mod solver;
pub mod vision;
