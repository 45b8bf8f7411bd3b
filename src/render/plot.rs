//! A chart of one series: bars over whole numbers, or a curve through points, with one value marked.

use image::RgbImage;

use super::paint::{Colour, blend, fill, sheet_of};
use super::text::{Weight, draw, draw_centred, width};
use crate::rect::Rect;

const WIDTH: u32 = 1000;
const HEIGHT: u32 = 560;
/// The area between the axes.
const AREA: Rect = Rect { x: 110, y: 70, width: 850, height: 400 };
const PAPER: Colour = [255, 255, 255];
const INK: Colour = [40, 44, 52];
const GRID: Colour = [226, 229, 234];
const SERIES: Colour = [58, 110, 165];
const MARK: Colour = [204, 85, 0];
const SIZE: f32 = 17.0;
/// About so many numbers stand along an axis.
const TICKS: f64 = 8.0;

/// How the points of a chart are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A bar from 0 up to each point; the points are one apart. The marked value is one of x.
    Bars,
    /// Lines from point to point, which ascend in x. The marked value is one of y.
    Curve,
}

/// What a chart shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What stands above it.
    pub title: String,
    /// What stands below the horizontal axis.
    pub across: String,
    /// What stands above the vertical axis.
    pub up: String,
    /// How the points are drawn.
    pub shape: Shape,
    /// The points, (x, y) with neither below 0; others are left out.
    pub points: Vec<(f64, f64)>,
    /// A value to be marked, and what is written beside it.
    pub mark: Option<(f64, String)>,
}

/// Draws a chart, 1000 × 560 pixels.
pub fn draw_chart(chart: &Chart) -> RgbImage {
    let mut picture = sheet_of(WIDTH, HEIGHT, PAPER);
    let usable = |&&(x, y): &&(f64, f64)| x.is_finite() && y.is_finite() && x >= 0.0 && y >= 0.0;
    let points: Vec<(f64, f64)> = chart.points.iter().filter(usable).copied().collect();
    let axes = Axes::new(chart, &points);
    draw_axes(&mut picture, chart, &axes);
    match chart.shape {
        Shape::Bars => draw_bars(&mut picture, &axes, &points),
        Shape::Curve => draw_curve(&mut picture, &axes, &points),
    }
    if let Some((value, words)) = &chart.mark {
        draw_mark(&mut picture, chart.shape, &axes, *value, words);
    }
    picture
}

/// From values to pixels.
struct Axes {
    left: f64,
    right: f64,
    top: f64,
}

impl Axes {
    fn new(chart: &Chart, points: &[(f64, f64)]) -> Axes {
        let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let last = largest(&mut points.iter().map(|point| point.0));
        let high = largest(&mut points.iter().map(|point| point.1));
        match chart.shape {
            Shape::Bars => {
                let first = points.iter().map(|point| point.0).fold(last, f64::min);
                Axes { left: first - 0.7, right: last + 0.7, top: (high * 1.08).max(1.0) }
            }
            Shape::Curve => {
                let marked = chart.mark.as_ref().map_or(0.0, |mark| mark.0);
                Axes { left: 0.0, right: last.max(1.0) * 1.02, top: (high.max(marked) * 1.12).max(1.0) }
            }
        }
    }

    fn x(&self, value: f64) -> f64 {
        f64::from(AREA.x) + (value - self.left) / (self.right - self.left) * f64::from(AREA.width)
    }

    fn y(&self, value: f64) -> f64 {
        f64::from(AREA.bottom()) - value / self.top * f64::from(AREA.height)
    }
}

/// The smallest of 1, 2, 5, 10, 20, … of which at most [`TICKS`] go into `range`.
fn tick(range: f64) -> f64 {
    let rough = (range / TICKS).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= rough * 0.999_999);
    step.unwrap_or(10.0) * power
}

/// All multiples of the tick within a range.
fn ticks(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let step = tick(to - from);
    let first = (from.max(0.0) / step).ceil();
    (0..64).map(move |index| (first + f64::from(index)) * step).take_while(move |&value| value <= to)
}

fn draw_axes(picture: &mut RgbImage, chart: &Chart, axes: &Axes) {
    for value in ticks(0.0, axes.top) {
        let y = axes.y(value).round();
        fill(picture, Rect::new(AREA.x, y as u32, AREA.width, 1), GRID);
        let label = thousands(value);
        let x = AREA.x as f32 - 10.0 - width(&label, SIZE, Weight::Regular);
        draw(picture, (x, y as f32 + SIZE * 0.36), &label, SIZE, Weight::Regular, INK);
    }
    for value in ticks(axes.left, axes.right) {
        let x = axes.x(value);
        fill(picture, Rect::new(x as u32, AREA.bottom(), 1, 6), INK);
        let middle = (x as f32, AREA.bottom() as f32 + 19.0);
        draw_centred(picture, middle, &thousands(value), SIZE, Weight::Regular, INK);
    }
    fill(picture, Rect::new(AREA.x, AREA.bottom(), AREA.width, 1), INK);
    draw(picture, (AREA.x as f32, 32.0), &chart.title, SIZE * 1.2, Weight::Bold, INK);
    draw(picture, (AREA.x as f32, 58.0), &chart.up, SIZE, Weight::Regular, INK);
    let middle = ((AREA.x + AREA.width / 2) as f32, AREA.bottom() as f32 + 58.0);
    draw_centred(picture, middle, &chart.across, SIZE, Weight::Regular, INK);
}

fn draw_bars(picture: &mut RgbImage, axes: &Axes, points: &[(f64, f64)]) {
    for &(x, y) in points.iter().filter(|point| point.1 > 0.0) {
        let (left, right) = (axes.x(x - 0.42).round() as u32, axes.x(x + 0.42).round() as u32);
        let top = (axes.y(y).round() as u32).min(AREA.bottom() - 1);
        fill(picture, Rect::new(left, top, (right - left).clamp(1, 90), AREA.bottom() - top), SERIES);
    }
}

fn draw_curve(picture: &mut RgbImage, axes: &Axes, points: &[(f64, f64)]) {
    let pixels: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (axes.x(x), axes.y(y))).collect();
    for pair in pixels.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let steps = ((x1 - x0).hypot(y1 - y0) * 2.0).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let share = f64::from(step) / steps;
            dot(picture, (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), 1.2);
        }
    }
    pixels.iter().for_each(|&at| dot(picture, at, 4.0));
}

/// A round spot.
fn dot(picture: &mut RgbImage, (x, y): (f64, f64), radius: f64) {
    let reach = radius.ceil() as i64 + 1;
    for py in y as i64 - reach..=y as i64 + reach {
        for px in x as i64 - reach..=x as i64 + reach {
            let distance = (px as f64 + 0.5 - x).hypot(py as f64 + 0.5 - y);
            blend(picture, px, py, SERIES, (radius + 0.5 - distance).clamp(0.0, 1.0) as f32);
        }
    }
}

/// A broken line at the marked value.
fn draw_mark(picture: &mut RgbImage, shape: Shape, axes: &Axes, value: f64, words: &str) {
    let size = width(words, SIZE, Weight::Bold);
    let right = AREA.right() as f32;
    let at = match shape {
        Shape::Bars => {
            let x = axes.x(value);
            for y in (AREA.y..AREA.bottom()).step_by(9) {
                fill(picture, Rect::new(x.round() as u32, y, 2, 5), MARK);
            }
            let beside = x as f32 + 8.0;
            (if beside + size > right { x as f32 - 8.0 - size } else { beside }, AREA.y as f32 + 12.0)
        }
        Shape::Curve => {
            let y = axes.y(value);
            for x in (AREA.x..AREA.right()).step_by(9) {
                fill(picture, Rect::new(x, y.round() as u32, 5, 2), MARK);
            }
            (right - size, y as f32 - 10.0)
        }
    };
    draw(picture, at, words, SIZE, Weight::Bold, MARK);
}

/// A whole number with its thousands set apart.
fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(shape: Shape, points: Vec<(f64, f64)>) -> Chart {
        let mark = Some((2.0, "mean 2.0".to_string()));
        Chart { title: "A".to_string(), across: "b".to_string(), up: "c".to_string(), shape, points, mark }
    }

    fn count(picture: &RgbImage, colour: Colour, x: u32) -> usize {
        (0..HEIGHT).filter(|&y| picture.get_pixel(x, y).0 == colour).count()
    }

    #[test]
    fn bars_are_as_high_as_their_values() {
        let chart = chart(Shape::Bars, vec![(1.0, 50.0), (2.0, 100.0), (3.0, 0.0)]);
        let picture = draw_chart(&chart);
        let axes = Axes::new(&chart, &chart.points);
        let height = |x: f64| count(&picture, SERIES, axes.x(x) as u32 + 10);
        assert!(height(1.0).abs_diff(height(2.0) / 2) <= 1, "{} {}", height(1.0), height(2.0));
        assert_eq!(height(3.0), 0);
        assert!(count(&picture, MARK, axes.x(2.0).round() as u32) > 100);
    }

    #[test]
    fn odd_values_draw_something() {
        for shape in [Shape::Bars, Shape::Curve] {
            for points in [vec![], vec![(0.0, 0.0)], vec![(1e15, 1e15)], vec![(f64::NAN, 1.0), (-5.0, 1.0)]] {
                assert_eq!(draw_chart(&chart(shape, points)).dimensions(), (WIDTH, HEIGHT));
            }
        }
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(ticks(0.0, 26_000.0).collect::<Vec<_>>(), [0.0, 5e3, 10e3, 15e3, 20e3, 25e3]);
        assert_eq!(ticks(40.0, 44.0).collect::<Vec<_>>(), [40.0, 41.0, 42.0, 43.0, 44.0]);
        assert_eq!((thousands(999.0), thousands(1_234_567.0)), ("999".to_string(), "1,234,567".to_string()));
    }
}
