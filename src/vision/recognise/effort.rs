//! How many grids are looked at closely, which takes most of the time: pieces that nothing else names are put together then, and
//! faint numbers looked for. A screenshot without a board has dozens of grids, none of which shows anything.

use super::entrant::Entrant;

/// What is done for grids that are not read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The likeliest grids are looked at closely: of 846 real boards whose pieces were put together 843 were among the first four,
    /// and the lines of the others said [`LIKELY`] at least.
    Full,
    /// The very likeliest are: of 18 real boards that were read in a second look at their screenshot 17 were the first grid, and the
    /// other was read by plain numbers.
    Second,
    /// All are, but no pieces are put together.
    Labels,
    /// All are, but no faint numbers looked for, as in cells that are cut anew.
    Pieces,
}

/// How much lines must say, as a share of what those of the first grid do, for more grids to be looked at closely.
const LIKELY: f32 = 0.35;

impl Effort {
    pub fn assembles(self) -> bool {
        self != Effort::Labels
    }

    pub fn reads_faint_numbers(self) -> bool {
        self != Effort::Pieces
    }

    /// Which of `entrants`, best first, are looked at closely: the first ones, and any after these whose lines say more than those of
    /// the last of them.
    pub fn chosen(self, entrants: &[Entrant]) -> Chosen<'_> {
        let (few, many) = match self {
            Effort::Full => (4, 12),
            Effort::Second => (2, 2),
            Effort::Labels | Effort::Pieces => (entrants.len(), entrants.len()),
        };
        let likely = entrants.iter().take(many).take_while(|entrant| entrant.support >= LIKELY).count();
        Chosen(&entrants[..likely.max(few).min(entrants.len())])
    }
}

/// The first of some entrants.
pub struct Chosen<'a>(&'a [Entrant]);

impl Chosen<'_> {
    /// Whether an entrant is one of them, or its lines say more than those of the last.
    pub fn include(&self, entrant: &Entrant) -> bool {
        self.0.last().is_some_and(|last| entrant.support > last.support)
            || self.0.iter().any(|first| first.grid == entrant.grid)
    }
}

#[cfg(test)]
mod tests {
    use super::super::entrant::Lines;
    use super::super::entrant::tests::grid;
    use super::*;

    #[test]
    fn the_first_grids_and_likely_ones_are_looked_at_closely() {
        let chosen = |effort: Effort, supports: &[f32]| -> Vec<usize> {
            let entrant = |(at, &support)| Entrant { grid: grid(3 + at, 3), support, lines: Lines::Clear };
            let entrants: Vec<Entrant> = supports.iter().enumerate().map(entrant).collect();
            let chosen = effort.chosen(&entrants);
            (0..entrants.len()).filter(|&at| chosen.include(&entrants[at])).collect()
        };
        let supports = [1.0, 0.9, 0.8, 0.2, 0.1];
        assert_eq!(chosen(Effort::Full, &supports), [0, 1, 2, 3]);
        assert_eq!(chosen(Effort::Second, &supports), [0, 1]);
        assert_eq!(chosen(Effort::Labels, &supports), [0, 1, 2, 3, 4]);
        let many: Vec<f32> = (0..20).map(|place| 1.0 - 0.04 * place as f32).collect();
        assert_eq!(chosen(Effort::Full, &many).len(), 12);
        assert_eq!(chosen(Effort::Full, &many[..7]).len(), 7);
        assert!(chosen(Effort::Full, &[]).is_empty());
        assert_eq!(chosen(Effort::Second, &[1.0, 0.8, 0.7, 0.9]), [0, 1, 3], "the last is one for wide frames");
        assert_eq!(
            chosen(Effort::Second, &[0.01; 24]),
            [0, 1],
            "a screen without a board has many of which little speaks"
        );
    }
}
