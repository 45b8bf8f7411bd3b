//! Values of options that are more than a number or a name.

use std::str::FromStr;

use snapslide::rect::Rect;

pub fn region(text: &str) -> Result<Rect, String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[_, _, 0, _] | &[_, _, _, 0]) => Err("a region needs a width and a height of at least 1".to_string()),
        Some(&[x, y, width, height]) => Ok(Rect::new(x, y, width, height)),
        _ => Err("a region is four whole numbers: left, top, width, height, such as 80,120,400,400".to_string()),
    }
}

pub fn whole<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "this is a whole number from 0 on, such as 8".to_string())
}

pub fn count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err("this is a whole number from 1 on, such as 8".to_string()),
    }
}

pub fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim().trim_end_matches(['b', 'B']);
    let (digits, unit) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 1 << 10),
        Some((end, 'm' | 'M')) => (&text[..end], 1 << 20),
        _ => (text, 1),
    };
    match digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)) {
        Some(bytes) if bytes > 0 => Ok(bytes),
        _ => Err("a number of bytes is a whole number above 0, or one with k or M, such as 8M".to_string()),
    }
}

pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("this is a number above 0, up to a million, such as 2.5".to_string()),
    }
}
