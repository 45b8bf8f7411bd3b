//! Pieces put together once more, cut where the gutters are.
//!
//! Cells that lie a little beside the tiles show some of a frame or a gutter at their edges, which are all that pieces are put
//! together by. So what is not firm is looked at once more: it may be sure then, and what was sure may turn out to hang on the
//! cut.

use super::Kind;
use super::contest::{Contestant, contestant};
use super::entrant::Entrant;
use super::interpret::Reader;

/// Pieces that are put together more surely are not put together once more.
const FIRM: f32 = 0.95;

/// The best of all boards, read where the gutters are if it is surer so, and doubted if it shows something else there. Cost: that
/// of putting the pieces together, for boards that are not firm.
pub fn read_again(best: Contestant, entrants: &[Entrant], reader: &Reader) -> Contestant {
    let was = &best.interpretation;
    let is_firm = was.is_sure() && was.confidence >= FIRM;
    if is_firm || was.kind != Kind::Picture || was.reference.is_some() {
        return best;
    }
    match at_gutters(&best, entrants, reader) {
        Some(moved) if !was.is_sure() && moved.interpretation.is_sure() => moved,
        Some(moved) if was.is_sure() && moved.interpretation.tiles != was.tiles => best.doubted(),
        Some(moved) if was.is_sure() && moved.interpretation.confidence > was.confidence => moved,
        _ => best,
    }
}

fn at_gutters(best: &Contestant, entrants: &[Entrant], reader: &Reader) -> Option<Contestant> {
    let &Entrant { support, lines, .. } = entrants.iter().find(|entrant| entrant.grid == best.grid)?;
    let grid = reader.at_gutters(&best.grid)?;
    contestant(&Entrant { grid, support, lines }, reader, true)
}
