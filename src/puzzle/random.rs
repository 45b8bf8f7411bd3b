//! Random numbers that are the same on every machine.
//!
//! SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): a
//! counter advanced by an odd constant, its bits mixed by two multiplications. It passes the usual test batteries, has
//! period 2⁶⁴ and needs no warming up, so seeds 0, 1, 2… give unrelated sequences.

/// A sequence of random numbers fixed by its seed.
#[derive(Clone, Debug)]
pub struct Random {
    counter: u64,
}

impl Random {
    /// The sequence of `seed`.
    pub fn new(seed: u64) -> Random {
        Random { counter: seed }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.counter;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `0..bound`, each with exactly the same chance; 0 when `bound` is 0.
    ///
    /// The high word of `bits × bound`; the few low words that would favour some numbers are drawn anew (D. Lemire,
    /// "Fast random integer generation in an interval", ACM TOMACS 29, 2019).
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound == 0 {
            return 0;
        }
        let favoured = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if product as u64 >= favoured {
                return (product >> 64) as usize;
            }
        }
    }

    /// Puts `items` into a random order, each order with the same chance (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1234567);
        let first = [0; 5].map(|_| random.bits());
        let published =
            [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821];
        assert_eq!(first, published);
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut random = Random::new(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_700..10_300).contains(&count)), "{counts:?}");
        assert_eq!((random.below(0), random.below(1)), (0, 0));
    }
}
