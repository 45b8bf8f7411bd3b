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
}

/// How much lines must say, as a share of what those of the first grid do, for more grids to be looked at closely.
const LIKELY: f32 = 0.35;

impl Effort {
    pub fn assembles(self) -> bool {
        self != Effort::Labels
    }

    /// The support of the last of `entrants`, best first, that is looked at closely.
    pub fn least_support(self, entrants: &[Entrant]) -> f32 {
        let (few, many) = match self {
            Effort::Full => (4, 12),
            Effort::Second => (2, 2),
            Effort::Labels => return 0.0,
        };
        let likely = entrants.iter().take(many).take_while(|entrant| entrant.support >= LIKELY).count();
        entrants.iter().take(likely.max(few)).next_back().map_or(0.0, |last| last.support)
    }
}

#[cfg(test)]
mod tests {
    use super::super::entrant::Lines;
    use super::super::entrant::tests::grid;
    use super::*;

    #[test]
    fn the_first_grids_and_likely_ones_are_looked_at_closely() {
        let least = |effort: Effort, supports: &[f32]| {
            let entrant = |&support| Entrant { grid: grid(3, 3), support, lines: Lines::Clear };
            effort.least_support(&supports.iter().map(entrant).collect::<Vec<Entrant>>())
        };
        let supports = [1.0, 0.9, 0.8, 0.2, 0.1];
        assert_eq!(least(Effort::Full, &supports), 0.2);
        assert_eq!(least(Effort::Second, &supports), 0.9);
        assert_eq!(least(Effort::Labels, &supports), 0.0);
        let many: Vec<f32> = (0..20).map(|place| 1.0 - 0.04 * place as f32).collect();
        assert_eq!(least(Effort::Full, &many), many[11]);
        assert_eq!(least(Effort::Full, &many[..7]), many[6]);
        assert_eq!(least(Effort::Full, &[]), 0.0);
    }
}
