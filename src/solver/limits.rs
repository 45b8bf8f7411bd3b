//! How long a search may go on, and how it is watched from outside.

/// What a solver may use, and whom it tells how far it is. It holds no clock: the caller's callback does.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// How much of the time allowed is used up: 0 when nothing is, 1 or more to stop and hand over the best so far.
    /// Called often, from any thread; it must be cheap.
    pub used: &'a (dyn Fn() -> f64 + Sync),
    /// Called as the search goes on, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// Any solution of at most this many moves will do; `None` asks for the shortest.
    pub max_moves: Option<usize>,
}

/// What a search tells of itself while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Heuristic tables are being built; the search proper has not begun or stands still.
    Tables,
    /// The search has begun or goes on.
    Search,
    /// No solution is shorter than this.
    LowerBound(usize),
    /// A solution of this length is known.
    Found(usize),
}

impl Limits<'static> {
    /// No limit, nobody watching.
    pub const NONE: Limits<'static> = Limits { used: &|| 0.0, progress: &|_| (), max_moves: None };
}

impl Limits<'_> {
    /// Whether the time is up.
    pub fn is_over(&self) -> bool {
        (self.used)() >= 1.0
    }
}
