//! Whether what the best grid says is to be believed.

mod astray;
pub mod sliding;

use super::cells::Reader;
use super::cells::interpretation::{Flaw, Referred};
use super::contest::contestant::Contestant;
use super::{CONFIDENT, Recognised, Refusal};
use crate::vision::{Doubt, Kind, Reading, locate};

/// Tiles that fit a reference less are likely those of another picture; few tiles may fit better by chance.
const OTHER: f32 = 0.6;
const BY_CHANCE: f32 = 1.0;
/// Of so many pieces that fit so well, or more, one in so many may be in doubt for the picture to be put together but for these.
const MANY: usize = 50;
const TOGETHER: f32 = 0.5;
const FEW: usize = 16;
/// So many cells may be covered at once by a tile on its way or by a pointer.
const STRANGE: usize = 3;

/// The reading of the best grid, if it is to be believed.
pub fn verdict(best: Option<Contestant>, reader: &Reader) -> Result<Recognised, Refusal> {
    let screenshot = reader.screenshot;
    let Contestant { grid, interpretation, rival, other, shown, .. } = best.ok_or(Refusal::NoBoard)?;
    let (reference, second, grid) = match interpretation.reference {
        Some(Referred { index, place, second, .. }) if shown.is_none() => (Some(index), second, place.grid),
        Some(Referred { place, .. }) => (None, None, place.grid),
        None => (None, None, grid),
    };
    let fits = interpretation.fit >= OTHER + BY_CHANCE / grid.size.cells() as f32;
    let is_other = reference.is_some() && !fits && interpretation.confidence < CONFIDENT;
    let strange = interpretation.strange;
    let grid = locate::by_gutters(&screenshot.pixels, &locate::off_frame_lines(&screenshot.pixels, &grid));
    let ended = locate::at_seams(&screenshot.pixels, &locate::at_ends(&screenshot.pixels, &grid));
    let ended = locate::with_rims(&screenshot.pixels, &ended, interpretation.blank);
    let mut reading = Reading::certain(&ended, interpretation.kind, interpretation.tiles, interpretation.blank);
    reading.confidence = interpretation.confidence;
    reading.identical = interpretation.identical;
    reading.numbers = interpretation.numbers;
    let is_seen = |doubt: &Doubt| !reading.are_alike(doubt.tile, doubt.runner_up);
    reading.doubts = interpretation.doubts.into_iter().filter(is_seen).collect();
    reading.settle_solved();
    let is_together =
        reader.references.is_empty() && interpretation.fit >= TOGETHER && is_in_doubt_of_a_few_pieces(&reading);
    // Where the reference is shown by all other cells, or all of them show their numbers, a tile between two of these only
    // looks so; where the numbers are in their places, too, so does one beside the blank.
    let are_numbered = reading.kind == Kind::Numbers && reading.confidence >= CONFIDENT;
    let are_told = are_numbered || reference.is_some() && fits;
    let are_at_rest = || are_numbered && astray::are_at_rest(&screenshot.pixels, &grid);
    let is_believed = |cells: &[usize]| if cells.contains(&reading.blank) { !are_at_rest() } else { !are_told };
    if let Some(cells) = sliding::between(&screenshot.pixels, &grid, reading.blank).filter(|cells| is_believed(cells)) {
        return Err(Refusal::Strange { best: Box::new(reading), cells: cells.to_vec() });
    }
    if reading.kind == Kind::Numbers
        && let Some(cells) = astray::between(&screenshot.pixels, &grid, reading.blank)
    {
        return Err(Refusal::Strange { best: Box::new(reading), cells });
    }
    match rival {
        _ if interpretation.flaw == Some(Flaw::OtherGoal) => Err(Refusal::OtherGoal(Box::new(reading))),
        _ if is_other => Err(Refusal::OtherPicture(Box::new(reading))),
        _ if !strange.is_empty() && strange.len() <= STRANGE => {
            Err(Refusal::Strange { best: Box::new(reading), cells: strange })
        }
        _ if interpretation.flaw == Some(Flaw::HomeOpen) || may_be_a_list(&reading) => {
            Err(Refusal::HomeOpen(Box::new(reading)))
        }
        _ if interpretation.flaw == Some(Flaw::NoBlank) => Err(Refusal::NoBlank(Box::new(reading))),
        _ if reading.confidence < CONFIDENT && strange.is_empty() && is_together => {
            Err(Refusal::Undecided(Box::new(reading)))
        }
        _ if reading.confidence < CONFIDENT || !strange.is_empty() => Err(Refusal::Doubtful(Box::new(reading))),
        Some(rival) => Err(Refusal::Rivals { best: Box::new(reading), rival: Box::new(rival) }),
        None => Ok(Recognised { reading, reference, second, other, shown }),
    }
}

/// Whether all is clear of a large board but which of a few pieces is which.
fn is_in_doubt_of_a_few_pieces(reading: &Reading) -> bool {
    let (pieces, doubts) = (reading.tiles.len(), reading.doubts.len());
    reading.kind == Kind::Picture && pieces >= MANY && doubts > 0 && doubts * FEW <= pieces
}

/// Whether numbers are in their order around a blank in an inner row: moves hardly ever leave them so, but a list with a gap does, or a
/// solved board whose blank belongs there, which somebody must tell.
fn may_be_a_list(reading: &Reading) -> bool {
    let row = reading.blank / reading.columns;
    let others = (0..reading.tiles.len()).filter(|&cell| cell != reading.blank).map(|cell| reading.tiles[cell]);
    reading.kind == Kind::Numbers && !reading.solved && (1..reading.rows - 1).contains(&row) && others.is_sorted()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::super::Hints;
    use super::super::cells::interpretation::Interpretation;
    use super::super::contest::contestant::tests::referred;
    use super::super::effort::Effort;
    use super::*;
    use crate::puzzle::Size;
    use crate::rect::Rect;
    use crate::vision::{Grid, Screenshot};

    #[test]
    fn of_many_pieces_that_fit_a_few_that_look_alike_leave_nothing_else_to_find() {
        let screenshot = Screenshot::exact(RgbImage::from_pixel(400, 400, Rgb([90, 120, 90])));
        let hints = Hints::default();
        let refusal = |side: usize, fit: f32, in_doubt: usize, references: &[RgbImage]| {
            let grid = Grid::even(Rect::new(40, 40, 320, 320), Size::new(side, side).unwrap(), 0).unwrap();
            let tiles: Vec<usize> = (0..side * side).map(|cell| if cell < 3 { (cell + 1) % 3 } else { cell }).collect();
            let doubt = |cell: usize| Doubt { cell, tile: tiles[cell], runner_up: tiles[cell + 1], margin: 0.1 };
            let doubts = (0..in_doubt).map(doubt).collect();
            let read = referred(grid, 1.0, 1.0, 1.0);
            let interpretation =
                Interpretation { tiles, fit, doubts, confidence: 0.1, reference: None, ..read.interpretation };
            let reader = Reader::new(&screenshot, references, &hints, Effort::Labels);
            verdict(Some(Contestant { interpretation, ..read }), &reader).unwrap_err()
        };
        let undecided = refusal(8, 0.65, 2, &[]);
        assert!(matches!(&undecided, Refusal::Undecided(guess) if guess.columns == 8) && !undecided.is_open());
        let reference = RgbImage::new(80, 80);
        for (side, fit, in_doubt, references) in
            [(5, 0.65, 2, &[][..]), (8, 0.3, 2, &[]), (8, 0.65, 9, &[]), (8, 0.65, 0, &[]), (8, 0.65, 2, &[reference])]
        {
            let refusal = refusal(side, fit, in_doubt, references);
            assert!(matches!(refusal, Refusal::Doubtful(_)) && refusal.is_open(), "{side} {fit} {in_doubt}");
        }
    }
}
