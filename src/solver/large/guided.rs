//! A beam guided by pattern databases.

use super::super::labels::Labelled;
use super::super::patterns::additive::{Additive, MOST_GROUPS};
use super::beam;
use super::beam::Span;
use super::scores::Tables;

/// The blank's cells on a way to the goal, or `None` if the beam gave up. It is made for the number of views and of patterns
/// of a view.
pub(super) fn way(labelled: &Labelled, tables: &Additive, span: &Span, expanded: &mut u64) -> Option<Vec<usize>> {
    let patterns = tables.views.iter().map(|view| view.bases.len()).max().unwrap_or(0);
    match (tables.views.len() <= 2, patterns) {
        (true, ..=5) => by_views::<2, 5>(labelled, tables, span, expanded),
        (true, ..=8) => by_views::<2, 8>(labelled, tables, span, expanded),
        (true, _) => by_views::<2, MOST_GROUPS>(labelled, tables, span, expanded),
        (false, ..=8) => by_views::<4, 8>(labelled, tables, span, expanded),
        (false, _) => by_views::<4, MOST_GROUPS>(labelled, tables, span, expanded),
    }
}

fn by_views<const VIEWS: usize, const GROUPS: usize>(
    labelled: &Labelled,
    tables: &Additive,
    span: &Span,
    expanded: &mut u64,
) -> Option<Vec<usize>> {
    let score = Tables::<VIEWS, GROUPS> { tables, home: labelled.home };
    beam::search(labelled.size, &labelled.tiles, labelled.blank(), &score, span, expanded)
}
