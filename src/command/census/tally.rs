//! How many positions there are at each distance.

use serde::Serialize;

/// A count for every distance from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: Vec<u64>,
}

/// One distance that occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Moves to the goal.
    pub distance: usize,
    /// How many positions.
    pub count: u64,
}

/// Distance, count and share with the spaces between them.
const COLUMNS: usize = 8 + 2 + 11 + 2 + 7 + 2;
/// Longer bars tell no more.
const LONGEST: usize = 50;
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

impl Tally {
    /// Counts more positions at a distance.
    pub fn add(&mut self, distance: usize, count: u64) {
        if distance >= self.counts.len() {
            self.counts.resize(distance + 1, 0);
        }
        self.counts[distance] += count;
    }

    /// How many positions were counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean distance, if any was counted.
    pub fn mean(&self) -> Option<f64> {
        self.average(|distance| distance)
    }

    /// By how much the mean of a sample is off, typically: one standard error. From two positions on.
    pub fn error(&self) -> Option<f64> {
        let (mean, total) = (self.mean()?, self.total() as f64);
        let squares = self.average(|distance| (distance - mean).powi(2))?;
        (total > 1.0).then(|| (squares / (total - 1.0)).sqrt())
    }

    fn average(&self, value: impl Fn(f64) -> f64) -> Option<f64> {
        let sum: f64 =
            (0..).zip(&self.counts).map(|(distance, &count)| value(f64::from(distance)) * count as f64).sum();
        let total = self.total();
        (total > 0).then(|| sum / total as f64)
    }

    /// All distances that occur, in ascending order.
    pub fn rows(&self) -> Vec<Row> {
        let rows = self.counts.iter().enumerate().map(|(distance, &count)| Row { distance, count });
        rows.filter(|row| row.count > 0).collect()
    }

    /// A line for every distance that occurs, at most `width` characters wide, and the mean. Bars are left out where
    /// there is no room.
    pub fn table(&self, width: usize) -> String {
        let total = self.total() as f64;
        let largest = self.counts.iter().max().copied().unwrap_or(0) as f64;
        let room = width.saturating_sub(COLUMNS + 1).min(LONGEST);
        let mut text = format!("{:>8}  {:>11}  {:>7}\n", "distance", "count", "share");
        for Row { distance, count } in self.rows() {
            let share = 100.0 * count as f64 / total;
            let bar = bar(count as f64 / largest, room);
            let line = format!("{distance:>8}  {count:>11}  {share:>6.2}%  {bar}");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if let Some(mean) = self.mean() {
            text.push_str(&format!("mean {mean:.2}\n"));
        }
        text
    }
}

fn bar(share: f64, room: usize) -> String {
    let eighths = (share * room as f64 * 8.0).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(counts: &[u64]) -> Tally {
        Tally { counts: counts.to_vec() }
    }

    #[test]
    fn the_mean_and_its_error_are_those_of_the_numbers() {
        let tally = tally(&[0, 1, 0, 2, 1]);
        assert_eq!(tally.mean(), Some(2.75));
        let variance = (1.75f64.powi(2) + 2.0 * 0.25f64.powi(2) + 1.25f64.powi(2)) / 3.0;
        assert!((tally.error().unwrap() - (variance / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!((Tally::default().mean(), Tally::default().error()), (None, None));
    }

    #[test]
    fn tables_keep_to_their_width() {
        let tally = tally(&[1, 4, 0, 2]);
        assert_eq!(
            tally.table(41),
            "distance        count    share\n       0            1   14.29%  ██\n       1            4   57.14%  ████████\n       \
             3            2   28.57%  ████\nmean 1.43\n"
        );
        for width in [0, 20, 33, 60, 500] {
            let longest = tally.table(width).lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest < width.max(COLUMNS), "{longest} in {width}");
        }
    }
}
