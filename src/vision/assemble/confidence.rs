//! How far an assembled picture can be relied on.

use super::field::{Arrangement, Field};

/// What speaks for an arrangement.
pub(super) struct Evidence {
    /// The lead over the best different arrangement, in nats.
    pub(super) margin: f32,
    /// The mean probability of its joints.
    pub(super) fit: f32,
    /// What parity made it cost more.
    pub(super) repair: f32,
}

/// The mean probability of the joints of an arrangement, the blank's left out: for each, that of one tile beside the
/// other among all that could be there and nothing, seen from both.
pub(super) fn fit(field: &Field, arrangement: &Arrangement) -> f32 {
    let tiles: Vec<usize> = (0..field.count()).filter(|&tile| tile != field.blank).collect();
    let all = |cost: &dyn Fn(usize) -> f32| 1.0 + tiles.iter().map(|&other| (-cost(other)).exp()).sum::<f32>();
    let (mut sum, mut count) = (0.0, 0.0);
    for (cost, a, b) in field.joints(arrangement) {
        let (first, second) = (arrangement[a], arrangement[b]);
        if first == field.blank || second == field.blank {
            continue;
        }
        let (from_first, from_second) = if b == a + 1 {
            (all(&|other| field.across(first, other)), all(&|other| field.across(other, second)))
        } else {
            (all(&|other| field.down(first, other)), all(&|other| field.down(other, second)))
        };
        sum += (-cost).exp() / (from_first * from_second).sqrt();
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// From 0 to 1.
pub(super) fn confidence(evidence: &Evidence) -> f32 {
    let score = 0.9 * (evidence.margin - evidence.repair).min(12.0) - 3.0 + 6.0 * (evidence.fit - 0.5);
    1.0 / (1.0 + (-score).exp())
}
