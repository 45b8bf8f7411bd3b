//! A rectangle that may be a board, and what it may be divided into.

use super::comb::Counts;
use super::ruler::Lattice;

/// A rectangle by its four sides: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Panel {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    /// The evidence of the worst of its sides.
    pub evidence: f32,
}

/// The numbers of columns and of rows that are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Sides {
    pub columns: Counts,
    pub rows: Counts,
}

impl Sides {
    /// Any that are looked for without a hint.
    pub const ANY: Sides = Sides { columns: Counts::ANY, rows: Counts::ANY };

    /// Whether a lattice has such sides.
    pub fn hold(self, lattice: &Lattice) -> bool {
        self.columns.hold(lattice.across.count) && self.rows.hold(lattice.down.count)
    }
}
