//! How light changes from place to place of a board: under a reflection on a photographed screen, or with less light towards a side.

use nalgebra::{SMatrix, SVector};

/// How many terms a polynomial of degree two in the place has.
const PLACES: usize = 6;
/// A gain and an offset, either of which is such a polynomial.
const TERMS: usize = 2 * PLACES;

/// What each part of a change makes of a level, or how much there is of it: their product is the change.
pub type Terms = SVector<f64, TERMS>;

/// Of what the change of a level in a place is made, each coordinate from -1 to 1.
pub fn terms((x, y): (f64, f64), level: f64) -> Terms {
    let places: [f64; PLACES] = [1.0, x, y, x * x, x * y, y * y];
    let level = level / 128.0 - 1.0;
    Terms::from_fn(|term, _| places[term % PLACES] * if term < PLACES { 1.0 } else { level })
}

/// The same without what is alike in all places.
pub fn local(mut terms: Terms) -> Terms {
    (terms[0], terms[PLACES]) = (0.0, 0.0);
    terms
}

/// Where something is, of so long a board, from -1 to 1.
pub fn centred(at: f64, length: usize) -> f64 {
    2.0 * at / length as f64 - 1.0
}

/// Changes that are wanted, to be met by least squares.
pub struct Wanted {
    normal: SMatrix<f64, TERMS, TERMS>,
    sums: Terms,
}

impl Wanted {
    /// None so far. What says no more than `ridge` changes little.
    pub fn new(ridge: f64) -> Wanted {
        Wanted { normal: SMatrix::identity() * ridge, sums: Terms::zeros() }
    }

    /// Wants one more change, with so much weight.
    pub fn add(&mut self, weight: f64, terms: &Terms, change: f64) {
        self.normal.ger(weight, terms, terms, 1.0);
        self.sums.axpy(weight * change, terms, 1.0);
    }

    /// How much of each term meets them best, if that has a solution.
    pub fn met(self) -> Option<Terms> {
        Some(self.normal.cholesky()?.solve(&self.sums))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> impl Iterator<Item = ((f64, f64), f64)> {
        (0..60).map(|at| ((centred(f64::from(at % 8), 8), centred(f64::from(at / 8), 8)), f64::from(at * 37 % 256)))
    }

    #[test]
    fn a_change_is_found_by_what_it_makes_of_levels() {
        let change = Terms::from_fn(|term, _| term as f64 - 4.0);
        let mut wanted = Wanted::new(1e-6);
        places()
            .map(|(place, level)| terms(place, level))
            .for_each(|terms| wanted.add(1.0, &terms, terms.dot(&change)));
        assert!((wanted.met().unwrap() - change).norm() < 1e-3);
    }

    #[test]
    fn where_nothing_tells_a_change_there_is_none() {
        let mut wanted = Wanted::new(1e-3);
        places().for_each(|(place, level)| wanted.add(1.0, &local(terms(place, level)), 0.0));
        assert_eq!(wanted.met().unwrap(), Terms::zeros());
        assert_eq!(local(terms((0.0, 0.0), 77.0)), Terms::zeros());
    }
}
