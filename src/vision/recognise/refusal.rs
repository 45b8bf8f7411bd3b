//! Why a screenshot is not read.

use std::fmt;

use super::CONFIDENT;
use crate::puzzle::Size;
use crate::rect::Rect;
use crate::vision::{GridError, Kind, Reading};

/// A guess of less confidence is not given where nothing looks like a board.
const WORTH_A_LOOK: f32 = 0.2;

/// Why a screenshot could not be read with confidence.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The region leaves the screenshot.
    Region {
        /// The region.
        region: Rect,
        /// The screenshot's width.
        width: u32,
        /// The screenshot's height.
        height: u32,
    },
    /// The region is too small for the size.
    Grid(GridError),
    /// The blank's home is not a cell of the board.
    BlankHome {
        /// The cell asked for.
        cell: usize,
        /// The size of the board.
        size: Size,
    },
    /// The numbers on the tiles, here in their usual order, are not those of the goal.
    OtherGoal(Box<Reading>),
    /// The screenshot surely shows this board where another size or region was told.
    OtherBoard(Box<Reading>),
    /// The picture on the tiles surely has the blank's home elsewhere than was told.
    OtherHome {
        /// The board as it is seen.
        seen: Box<Reading>,
        /// The home that was told.
        told: usize,
    },
    /// Nothing in the screenshot looks like a board.
    NoBoard,
    /// The board found does not show the reference.
    OtherPicture(Box<Reading>),
    /// Some cells show neither a tile nor the blank.
    Strange {
        /// The best guess.
        best: Box<Reading>,
        /// The cells.
        cells: Vec<usize>,
    },
    /// There is a board, but not every cell is sure.
    Doubtful(Box<Reading>),
    /// There is a board of many pieces, and the picture is put together but for a few that fit as well in each other's places.
    Undecided(Box<Reading>),
    /// The numbers are read, but do not surely tell where the blank belongs: it shows a 0 and may belong before or after them, or
    /// one in the middle is on no tile, or sliding can bring the others home only with the blank in the first cell, or with it nowhere,
    /// or they are in order around a gap. Or all of a picture is sure but that, since tiles look alike.
    HomeOpen(Box<Reading>),
    /// All pieces of a picture are there, or all numbers.
    NoBlank(Box<Reading>),
    /// Two boards of different size or place are about as likely.
    Rivals {
        /// The likelier one.
        best: Box<Reading>,
        /// The size of the other.
        rival: Box<(Size, Rect)>,
    },
}

impl Refusal {
    /// Whether it is for what the screenshot shows, not for what was said of it.
    pub fn is_of_what_is_seen(&self) -> bool {
        !matches!(self, Refusal::Region { .. } | Refusal::Grid(_) | Refusal::BlankHome { .. } | Refusal::OtherGoal(_))
    }

    /// Whether another look may find a board: none is surely there that only a tile on its way keeps from being read, or what
    /// was told of it, or that its pieces look alike.
    pub fn is_open(&self) -> bool {
        let is_sure = match self {
            Refusal::Strange { best, .. } => best.confidence >= CONFIDENT,
            Refusal::OtherBoard(_) | Refusal::OtherHome { .. } | Refusal::Undecided(_) => true,
            _ => false,
        };
        self.is_of_what_is_seen() && !is_sure
    }

    /// This, or another of the same screenshot that tells more: that numbers were read which only leave the blank's home open, or,
    /// where this is no more than a guess, or none, a surer one.
    pub fn or_surer(self, other: Refusal) -> Refusal {
        let least = match &self {
            Refusal::HomeOpen(_) => return self,
            Refusal::NoBoard => WORTH_A_LOOK,
            Refusal::Doubtful(guess) => guess.confidence,
            _ => f32::INFINITY,
        };
        match &other {
            Refusal::HomeOpen(_) => other,
            Refusal::Doubtful(guess) if guess.confidence > least => other,
            _ => self,
        }
    }

    /// The best guess, where there is one.
    pub fn into_guess(mut self) -> Option<Reading> {
        self.guess_mut().cloned()
    }

    /// The same, to be changed.
    pub fn guess_mut(&mut self) -> Option<&mut Reading> {
        match self {
            Refusal::OtherPicture(reading)
            | Refusal::Doubtful(reading)
            | Refusal::Undecided(reading)
            | Refusal::HomeOpen(reading)
            | Refusal::NoBlank(reading)
            | Refusal::Strange { best: reading, .. }
            | Refusal::OtherGoal(reading)
            | Refusal::OtherBoard(reading)
            | Refusal::OtherHome { seen: reading, .. }
            | Refusal::Rivals { best: reading, .. } => Some(reading),
            _ => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Region { region, width, height } => write!(
                f,
                "the region {},{},{},{} leaves the picture, which is {width}x{height} pixels",
                region.x, region.y, region.width, region.height
            ),
            Refusal::Grid(error) => error.fmt(f),
            Refusal::BlankHome { cell, size } => {
                write!(f, "cell {cell} is not on a {size} board: its cells are 0 to {}", size.cells() - 1)
            }
            Refusal::OtherGoal(_) => f.write_str("the tiles show other numbers than the goal has"),
            Refusal::OtherBoard(seen) => {
                let Rect { x, y, width, height } = seen.region;
                write!(
                    f,
                    "a {}x{} board is seen at {x},{y},{width},{height}: not what was told",
                    seen.columns, seen.rows
                )
            }
            Refusal::OtherHome { seen, told } => {
                write!(f, "the blank is seen to belong in cell {}, not in cell {told}", seen.tiles[seen.blank])
            }
            Refusal::NoBoard => f.write_str("no board was found"),
            Refusal::OtherPicture(_) => f.write_str("the board does not show the reference"),
            Refusal::Strange { cells, .. } => {
                let cells: Vec<String> = cells.iter().map(usize::to_string).collect();
                let cells = cells.join(", ");
                write!(f, "a tile is on its way, or something covers the board: no whole tile in cell {cells}")
            }
            Refusal::Doubtful(reading) => {
                write!(f, "no board could be read with confidence ({:.2}, {CONFIDENT} is needed)", reading.confidence)
            }
            Refusal::Undecided(reading) => write!(
                f,
                "some pieces fit as well in each other's places: the board could not be read with confidence ({:.2}, {CONFIDENT} is \
                 needed)",
                reading.confidence
            ),
            Refusal::HomeOpen(reading) if reading.kind == Kind::Picture => {
                f.write_str("tiles that look alike leave open where the blank belongs")
            }
            Refusal::HomeOpen(reading) => f.write_str(match reading.legal_home() {
                Some(0) => "moves cannot put these numbers in order with the blank last, only with it first",
                Some(_) => "moves cannot put these numbers in order with the blank first, only with it last",
                None if !reading.is_legal() => "moves cannot put these numbers in order, row by row",
                None => "the numbers do not surely tell where the blank belongs",
            }),
            Refusal::NoBlank(guess) if guess.kind == Kind::Numbers => {
                f.write_str("every cell shows a number of its own: none is the blank")
            }
            Refusal::NoBlank(_) => f.write_str("every cell shows a piece of the picture: none is the blank"),
            Refusal::Rivals { best, rival } => {
                let (size, region) = **rival;
                write!(
                    f,
                    "there may be a {}x{} board, or a {size} one at {},{},{},{}",
                    best.columns, best.rows, region.x, region.y, region.width, region.height
                )
            }
        }
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::Grid;

    #[test]
    fn what_tells_more_is_the_refusal_that_is_given() {
        let guess = |confidence: f32| {
            let grid = Grid::even(Rect::new(0, 0, 40, 40), Size::new(2, 2).unwrap(), 0).unwrap();
            Box::new(Reading { confidence, ..Reading::certain(&grid, Kind::Numbers, vec![0, 1, 2, 3], 3) })
        };
        let doubtful = |confidence: f32| Refusal::Doubtful(guess(confidence));
        let (open, strange) = (Refusal::HomeOpen(guess(0.4)), Refusal::Strange { best: guess(0.3), cells: vec![1] });
        assert_eq!(doubtful(0.1).or_surer(doubtful(0.48)), doubtful(0.48));
        assert_eq!(doubtful(0.3).or_surer(doubtful(0.2)), doubtful(0.3));
        assert_eq!(Refusal::NoBoard.or_surer(doubtful(0.3)), doubtful(0.3));
        assert_eq!(Refusal::NoBoard.or_surer(doubtful(0.1)), Refusal::NoBoard, "that is hardly a guess");
        assert_eq!(strange.clone().or_surer(doubtful(0.4)), strange, "it says what to do");
        assert_eq!(strange.or_surer(open.clone()), open);
        assert_eq!(open.clone().or_surer(doubtful(0.45)), open);
    }
}
