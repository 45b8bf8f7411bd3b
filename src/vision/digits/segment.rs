//! From ink to the cut that the network reads: connected pieces of ink that stand in the line of the numbers.
//!
//! The numbers of a board stand at the same height of their cells and are equally tall; frames, icons and bits of a
//! picture are not. Every piece of ink therefore votes for its top and bottom, one vote a cell; the line with the most
//! votes is the line of the numbers. What stands in it, or close about it, is the number.

use super::ink::Ink;
use super::network::{BORDER, Cut, HEIGHT, WIDTH};
use super::spacing::columns_within;
use crate::vision::pieces::{Piece, Span, pieces};

/// Ink from here on belongs to a piece.
const INKED: f32 = 0.5;
/// How far old-style figures and broken pieces may reach out of the line, as a share of its height.
const REACH: f32 = 0.75;
/// How far apart the digits of a number are at most, as a share of the line's height; how far if there are spaces between them, and
/// how far then they are moved together.
const ROOM: f32 = 0.75;
const SPACES: f32 = 1.6;
const CLOSE: f32 = 0.25;
/// One in so many cells at least holds a number with spaces in it where there are such.
const SPACED: usize = 8;
/// The share of cells with ink in line that is most of them.
const MOSTLY: f32 = 0.7;
/// At most this many pieces of a cell vote, the largest.
const VOTERS: usize = 10;

struct Cell {
    labels: Vec<u32>,
    /// Pieces that do not touch the cell's rim, the largest first.
    pieces: Vec<Piece>,
}

/// What belongs to a number beside the pieces that stand exactly in line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Slack {
    /// Nothing: on pictures there are pieces of everything.
    None,
    /// Pieces that reach above or below the line as old-style figures do.
    OldStyle,
    /// All pieces about the line, broken ones included: on plain tiles there is no other ink.
    All,
    /// Nothing, but there may be spaces between the digits, and are in some cells.
    Spaced,
}

impl Slack {
    /// How far apart the pieces of a number are at most, as a share of the line's height.
    fn room(self) -> f32 {
        if self == Slack::Spaced { SPACES } else { ROOM }
    }
}

/// The ink of all cells taken to pieces, and the line in which the numbers stand.
pub(super) struct Segments {
    width: usize,
    height: usize,
    inks: Vec<Option<Ink>>,
    cells: Vec<Option<Cell>>,
    line: Option<Line>,
}

impl Segments {
    /// Takes the ink of cells of `width` × `height` to pieces.
    pub(super) fn of(inks: Vec<Option<Ink>>, width: usize, height: usize) -> Segments {
        let cells: Vec<Option<Cell>> =
            inks.iter().map(|ink| ink.as_ref().map(|ink| cell(ink, width, height))).collect();
        let line = line(&cells, height);
        Segments { width, height, inks, cells, line }
    }

    /// Whether most cells have ink in the line of the numbers, whatever it is.
    pub(super) fn are_mostly_in_line(&self) -> bool {
        let Some(line) = self.line else { return false };
        let is_in_line = |cell: &&Cell| cell.pieces.iter().any(|piece| line.holds(piece.span, 0.07));
        self.cells.iter().flatten().filter(is_in_line).count() as f32 >= MOSTLY * self.cells.len() as f32
    }

    /// The cut of every cell; nothing where no piece is in line.
    pub(super) fn cuts(&self, slack: Slack) -> Vec<Option<Cut>> {
        let Some(line) = self.line else { return vec![None; self.inks.len()] };
        let groups = |cell: &Option<Cell>| cell.as_ref().map_or(Vec::new(), |cell| groups(&cell.pieces, line, slack));
        let chosen: Vec<Vec<Vec<Piece>>> = self.cells.iter().map(groups).collect();
        let has_spaces = |groups: &&Vec<Vec<Piece>>| groups.iter().any(|group| is_spaced(group, line));
        if slack == Slack::Spaced && chosen.iter().filter(has_spaces).count() * SPACED < chosen.len() {
            return vec![None; self.inks.len()];
        }
        let anchor = Anchor::of(&chosen);
        let cut = |index: usize| {
            let group = anchor.nearest(&chosen[index])?;
            let room = if slack == Slack::Spaced { (CLOSE * line.height()).ceil() as usize } else { self.width };
            let columns = columns_within(room, group, self.width);
            Some(cut(self.inks[index].as_ref()?, &self.cells[index].as_ref()?.labels, group, &columns, self.height))
        };
        (0..self.inks.len()).map(cut).collect()
    }
}

fn cell(ink: &Ink, width: usize, height: usize) -> Cell {
    let inked: Vec<bool> = ink.iter().map(|&value| value > INKED).collect();
    let (mut pieces, labels) = pieces(&inked, width);
    pieces.retain(|piece| {
        let Span { left, top, right, bottom } = piece.span;
        left > 0 && top > 0 && right < width && bottom < height
    });
    pieces.sort_unstable_by_key(|piece| (usize::MAX - piece.area, piece.label));
    Cell { labels, pieces }
}

/// Top and bottom of the line of the numbers, in pixels.
#[derive(Clone, Copy, Debug)]
struct Line {
    top: f32,
    bottom: f32,
}

impl Line {
    fn height(self) -> f32 {
        self.bottom - self.top
    }

    /// Whether a span stands in the line, give or take `slack` of its height.
    fn holds(self, span: Span, slack: f32) -> bool {
        let far = (slack * self.height()).max(1.5);
        (span.top as f32 - self.top).abs() <= far && (span.bottom as f32 - self.bottom).abs() <= far
    }

    /// Whether a span begins or ends where the line does, as old-style figures do.
    fn touches(self, span: Span, slack: f32) -> bool {
        let far = (slack * self.height()).max(1.5);
        (span.top as f32 - self.top).abs() <= far || (span.bottom as f32 - self.bottom).abs() <= far
    }
}

/// The line with the most votes, if a quarter of the cells vote for it.
fn line(cells: &[Option<Cell>], height: usize) -> Option<Line> {
    let voter = |piece: &&Piece| {
        let tall = piece.span.height();
        tall >= (0.07 * height as f32).max(5.0) && tall <= 0.92 * height as f32
    };
    let votes: Vec<(usize, Span)> = cells
        .iter()
        .enumerate()
        .filter_map(|(index, cell)| Some((index, cell.as_ref()?)))
        .flat_map(|(index, cell)| cell.pieces.iter().filter(voter).take(VOTERS).map(move |piece| (index, piece.span)))
        .collect();
    let support = |line: Line| {
        let mut last = usize::MAX;
        votes
            .iter()
            .filter(|&&(index, span)| {
                let counts = index != last && line.holds(span, 0.07);
                if counts {
                    last = index;
                }
                counts
            })
            .count()
    };
    let candidates = votes.iter().map(|&(_, span)| Line { top: span.top as f32, bottom: span.bottom as f32 });
    let (voters, best) = candidates
        .map(|line| (support(line), line))
        .max_by(|a, b| a.0.cmp(&b.0).then(a.1.height().total_cmp(&b.1.height())))?;
    if voters * 4 < cells.len() {
        return None;
    }
    let mean = |edge: fn(Span) -> usize| {
        let held: Vec<f32> =
            votes.iter().filter(|vote| best.holds(vote.1, 0.07)).map(|vote| edge(vote.1) as f32).collect();
        held.iter().sum::<f32>() / held.len() as f32
    };
    Some(Line { top: mean(|span| span.top), bottom: mean(|span| span.bottom) })
}

/// The pieces in line, from left to right, parted where there is too much room between them.
fn groups(pieces: &[Piece], line: Line, slack: Slack) -> Vec<Vec<Piece>> {
    let tall = line.height();
    let largest = pieces.iter().map(|piece| piece.area).max().unwrap_or(0);
    let mut inside: Vec<Piece> = pieces
        .iter()
        .filter(|piece| {
            let (top, bottom) = (piece.span.top as f32, piece.span.bottom as f32);
            let about = top > line.top - REACH * tall && bottom < line.bottom + REACH * tall;
            line.holds(piece.span, 0.16)
                || match slack {
                    Slack::None => false,
                    Slack::OldStyle | Slack::Spaced => {
                        about && line.touches(piece.span, 0.16) && piece.span.height() > 0.8 * tall
                    }
                    Slack::All => about && piece.area * 30 >= largest,
                }
        })
        .copied()
        .collect();
    inside.sort_unstable_by_key(|piece| piece.span.left);
    let mut groups: Vec<Vec<Piece>> = Vec::new();
    let mut right = 0.0;
    for piece in inside {
        match groups.last_mut() {
            Some(group) if piece.span.left as f32 - right <= slack.room() * tall => group.push(piece),
            _ => groups.push(vec![piece]),
        }
        right = (piece.span.right as f32).max(right);
    }
    groups
}

/// Whether two pieces of a number, which are in order, are so far apart as there is a space between them.
fn is_spaced(group: &[Piece], line: Line) -> bool {
    group.windows(2).any(|pair| pair[1].span.left as f32 - pair[0].span.right as f32 > ROOM * line.height())
}

fn span(group: &[Piece]) -> Option<Span> {
    group.iter().map(|piece| piece.span).reduce(Span::union)
}

/// What the numbers of a board are aligned by: their left, middle or right.
struct Anchor {
    /// How much of the left and of the right edge makes the anchor.
    weights: [f32; 2],
    place: f32,
}

impl Anchor {
    fn of(cells: &[Vec<Vec<Piece>>]) -> Anchor {
        let mut spans: Vec<Span> =
            cells.iter().filter(|groups| groups.len() == 1).filter_map(|groups| span(&groups[0])).collect();
        if spans.is_empty() {
            spans = cells.iter().flatten().filter_map(|group| span(group)).collect();
        }
        let anchors = [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]].map(|weights| {
            let mut places: Vec<f32> = spans.iter().map(|&span| place(weights, span)).collect();
            places.sort_unstable_by(f32::total_cmp);
            let at = |share: usize| places.get(places.len() * share / 4).copied().unwrap_or(0.0);
            (at(3) - at(1), Anchor { weights, place: at(2) })
        });
        let [left, middle, right] = anchors;
        let better = |a: (f32, Anchor), b: (f32, Anchor)| if b.0 < a.0 { b } else { a };
        better(better(middle, left), right).1
    }

    fn nearest<'a>(&self, groups: &'a [Vec<Piece>]) -> Option<&'a Vec<Piece>> {
        let far =
            |group: &Vec<Piece>| span(group).map_or(f32::MAX, |span| (place(self.weights, span) - self.place).abs());
        groups.iter().min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}

fn place(weights: [f32; 2], span: Span) -> f32 {
    weights[0] * span.left as f32 + weights[1] * span.right as f32
}

/// The box of the group, of the columns of pixels that count, scaled to the height of a cut inside its border, narrowed where it
/// would be too wide, in the middle; ink of other pieces left out.
fn cut(ink: &Ink, labels: &[u32], group: &[Piece], columns: &[usize], height: usize) -> Cut {
    let Some(span) = span(group) else { return [0.0; HEIGHT * WIDTH] };
    let width = ink.len() / height;
    let (left, right) = (span.left, columns.partition_point(|&column| column < span.right));
    let (tall, wide) = (span.height(), (right - left) as f32);
    let down = tall / (HEIGHT - 2 * BORDER) as f32;
    let across = down.max(wide / (WIDTH - 2 * BORDER) as f32);
    let (middle, top) = ((left + right) as f32 / 2.0, (span.top + span.bottom) as f32 / 2.0);
    let own = |x: usize, y: usize| {
        let at = y * width + columns[x];
        let label = labels[at];
        if label == 0 || group.iter().any(|piece| piece.label == label) { ink[at] } else { 0.0 }
    };
    let mut cut = [0.0; HEIGHT * WIDTH];
    let place = |x: usize| middle + (x as f32 + 0.5 - WIDTH as f32 / 2.0) * across;
    let taps_across: Vec<Vec<(usize, f32)>> = (0..WIDTH).map(|x| taps(place(x), across, columns.len())).collect();
    for (y, row) in cut.chunks_exact_mut(WIDTH).enumerate() {
        let rows = taps(top + (y as f32 + 0.5 - HEIGHT as f32 / 2.0) * down, down, height);
        for (value, across) in row.iter_mut().zip(&taps_across) {
            for &(y, share) in &rows {
                *value += share * across.iter().map(|&(x, share)| share * own(x, y)).sum::<f32>();
            }
        }
    }
    cut
}

/// Which pixels a sample at `centre` of a line of `length` pixels mixes, with their shares: a triangle as wide as the
/// step between samples, never narrower than linear interpolation. Outside the line there is nothing.
fn taps(centre: f32, step: f32, length: usize) -> Vec<(usize, f32)> {
    let reach = step.max(1.0);
    let share = |index: i64| (1.0 - (index as f32 + 0.5 - centre).abs() / reach).max(0.0);
    let (from, to) = ((centre - reach - 0.5).floor() as i64, (centre + reach).ceil() as i64);
    let total: f32 = (from..=to).map(share).sum();
    (from.max(0)..=to.min(length as i64 - 1))
        .map(|index| (index as usize, share(index) / total))
        .filter(|&(_, share)| share > 0.0)
        .collect()
}
