//! The inputs in `fixtures/bad`: those that can be shown are shown rightly, the others are refused with the reason.

use std::fs;
use std::path::Path;

use snapslide::vision::{Screenshot, ScreenshotError};

fn decode(name: &str) -> Result<Screenshot, ScreenshotError> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bad").join(name);
    Screenshot::decode(&fs::read(path).unwrap())
}

#[test]
fn unusual_pictures_of_one_board_all_show_it() {
    let plain = decode("sixteen-bit.png").unwrap().pixels;
    for name in ["palette.png", "cmyk.jpg", "rotated.jpg", "alpha.png", "grey.png"] {
        let shown = decode(name).unwrap().pixels;
        assert_eq!(shown.dimensions(), plain.dimensions(), "{name}");
        let green = |picture: &image::RgbImage| picture.pixels().map(|pixel| f64::from(pixel.0[1])).collect::<Vec<_>>();
        let correlation = correlation(&green(&shown), &green(&plain));
        assert!(correlation > 0.8, "{name}: {correlation}");
    }
}

/// Pearson's correlation: 1 for the same picture, whatever its contrast.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (middle_a, middle_b) = (mean(a), mean(b));
    let product = |a: &[f64], middle_a: f64, b: &[f64], middle_b: f64| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - middle_a) * (b - middle_b)).sum()
    };
    let both = product(a, middle_a, b, middle_b);
    both / (product(a, middle_a, a, middle_a) * product(b, middle_b, b, middle_b)).sqrt()
}

#[test]
fn what_is_no_picture_is_refused_with_the_reason() {
    for (name, reason) in [
        ("empty.png", "the file is empty"),
        ("text.png", "not a picture in a format that is read"),
        ("truncated.png", "damaged or cut short"),
        ("one-pixel-wide.png", "1x40"),
        ("huge-claim.png", "30000x30000"),
    ] {
        let message = decode(name).unwrap_err().to_string();
        assert!(message.contains(reason), "{name}: {message}");
    }
}
