//! How likely tiles stand beside each other, whatever the arrangement.

use super::super::field::Field;

/// The probabilities of every two tiles beside each other in a row, or else in a column, among all that could be there and nothing,
/// seen from both.
pub struct Likelihoods<'a> {
    cost: Box<dyn Fn(usize, usize) -> f32 + 'a>,
    /// The odds of all that could come after each tile, and before it.
    after: Vec<f32>,
    before: Vec<f32>,
}

impl<'a> Likelihoods<'a> {
    /// Of tiles in a row. Cost: O(count²).
    pub fn across(field: &'a Field) -> Likelihoods<'a> {
        Likelihoods::by(field, |first, second| field.across(first, second))
    }

    /// Of tiles in a column.
    pub fn down(field: &'a Field) -> Likelihoods<'a> {
        Likelihoods::by(field, |first, second| field.down(first, second))
    }

    fn by(field: &'a Field, cost: impl Fn(usize, usize) -> f32 + 'a) -> Likelihoods<'a> {
        let odds = |of: &dyn Fn(usize) -> f32| {
            1.0 + (0..field.count()).filter(|&tile| tile != field.blank).map(|tile| (-of(tile)).exp()).sum::<f32>()
        };
        let after = (0..field.count()).map(|tile| odds(&|other| cost(tile, other))).collect();
        let before = (0..field.count()).map(|tile| odds(&|other| cost(other, tile))).collect();
        Likelihoods { cost: Box::new(cost), after, before }
    }

    /// The probability of one tile after another.
    pub fn of(&self, first: usize, second: usize) -> f32 {
        (-(self.cost)(first, second)).exp() / (self.after[first] * self.before[second]).sqrt()
    }

    /// The mean probability of pairs of tiles, and 0 of none.
    pub fn mean(&self, pairs: impl Iterator<Item = (usize, usize)>) -> f32 {
        let each: Vec<f32> = pairs.map(|(first, second)| self.of(first, second)).collect();
        each.iter().sum::<f32>() / each.len().max(1) as f32
    }
}
