//! Colours compared and summed up channel by channel.

/// A colour: red, green and blue.
pub type Pixel = [u8; 3];

/// The middle value of each channel, the upper one of two. Panics if there are no pixels.
pub fn middle(pixels: &[Pixel]) -> Pixel {
    assert!(!pixels.is_empty(), "no pixels have no middle");
    let mut counts = [[0usize; 256]; 3];
    for pixel in pixels {
        for (counts, &value) in counts.iter_mut().zip(pixel) {
            counts[usize::from(value)] += 1;
        }
    }
    counts.map(|counts| {
        let mut seen = 0;
        let reaches_half = |&count: &usize| {
            seen += count;
            seen > pixels.len() / 2
        };
        counts.iter().position(reaches_half).map_or(u8::MAX, |value| value as u8)
    })
}

/// By how much two colours differ in the channel in which they differ most.
pub fn apart(a: Pixel, b: Pixel) -> u8 {
    a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]))
}

/// Whether two colours differ by no more than `reach` in any channel.
pub fn is_near(a: Pixel, b: Pixel, reach: u8) -> bool {
    apart(a, b) <= reach
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_taken_in_each_channel_by_itself() {
        assert_eq!(middle(&[[0, 50, 9]]), [0, 50, 9]);
        assert_eq!(middle(&[[0, 50, 9], [200, 40, 9], [10, 255, 8]]), [10, 50, 9]);
    }

    #[test]
    fn one_channel_parts_colours() {
        assert!(is_near([10, 20, 30], [13, 17, 30], 3));
        assert!(!is_near([10, 20, 30], [10, 20, 34], 3));
    }
}
