//! The middle of many values.

/// The middle value, the lower one of two; 0 for none.
pub fn median(mut values: Vec<f32>) -> f32 {
    match values.len().checked_sub(1) {
        Some(last) => *values.select_nth_unstable_by(last / 2, f32::total_cmp).1,
        None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_values_are_no_larger() {
        assert_eq!([vec![], vec![3.0], vec![4.0, 2.0], vec![9.0, -1.0, 5.0]].map(median), [0.0, 3.0, 2.0, 5.0]);
    }
}
