//! What a difference costs at each pixel: in luma less where the picture is busy, since it is seen less among others; more
//! where it stays for long.

use image::RgbImage;

use super::super::settings::Care;
use super::super::stage::Stage;
use super::Weight;
use crate::rect::Rect;
use crate::render::paint;

/// What squared differences cost at every pixel of a picture that takes this care: those of luma, over what [`busy`]
/// says. Where the nearest inks are all that is allowed, luma does not count.
pub fn weights(picture: &RgbImage, care: Care) -> Vec<Weight> {
    let rate = care.rate * care.price;
    if care.most == 0.0 {
        return vec![Weight { luma: 0.0, ..rate }; picture.width() as usize * picture.height() as usize];
    }
    variances(picture).into_iter().map(|variance| Weight { luma: rate.luma / busy(variance), ..rate }).collect()
}

/// How much less and more than usual differences cost that are soon gone or stay for long.
const SHORT: f32 = 0.8;
const LONG: f32 = 1.5;

/// Makes differences cost the more, the longer a cell stays as it is from step `index` on: as much as if each step that it
/// is seen counted, a step for every cell being usual. `place` is where the picture is on the canvas.
pub fn lasting(stage: &Stage, mut weights: Vec<Weight>, place: Rect, index: usize) -> Vec<Weight> {
    let artwork = stage.storyboard.artwork();
    let cells = artwork.size().cells();
    for (cell, rect) in (0..cells).map(|cell| (cell, artwork.cell(cell))) {
        if paint::union(rect, place) != place {
            continue;
        }
        let share = (stage.stays(cell, index) as f32 / cells as f32).clamp(SHORT, LONG);
        for y in rect.y - place.y..rect.bottom() - place.y {
            let row = (y * place.width + rect.x - place.x) as usize;
            weights[row..row + rect.width as usize].iter_mut().for_each(|weight| *weight = *weight * share);
        }
    }
    weights
}

/// How little a squared error in luma is seen where luma varies so much: what structural similarity divides it by, with
/// half of its constant for values of 255 (Wang et al., "Image quality assessment: from error visibility to structural
/// similarity", 2004).
fn busy(variance: f32) -> f32 {
    const STEADY: f32 = 0.03 * 255.0 * 0.03 * 255.0 / 2.0;
    variance + STEADY
}

/// The variance of luma in the 7 × 7 pixels around each pixel: from sums over all pixels above and left of a corner,
/// which may wrap, since those of 49 pixels do not.
fn variances(picture: &RgbImage) -> Vec<f32> {
    const REACH: usize = 3;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let stride = width + 1;
    let mut sums = vec![[0_u32; 2]; stride * (height + 1)];
    for (y, row) in paint::colours(picture).chunks_exact(width.max(1)).enumerate() {
        let (above, below) = sums[y * stride..(y + 2) * stride].split_at_mut(stride);
        let mut sum = [0_u32; 2];
        for ((&colour, above), below) in row.iter().zip(&above[1..]).zip(&mut below[1..]) {
            let luma = paint::luma(colour);
            sum = [sum[0].wrapping_add(luma), sum[1].wrapping_add(luma * luma)];
            *below = [above[0].wrapping_add(sum[0]), above[1].wrapping_add(sum[1])];
        }
    }
    let minus = |a: [u32; 2], b: [u32; 2]| [a[0].wrapping_sub(b[0]), a[1].wrapping_sub(b[1])];
    // What is above and left of the first pixels' surroundings, and beyond the last ones', is that of the edge.
    let mut columns = vec![[0_u32; 2]; width + 2 * REACH + 1];
    let wide: Vec<f32> = (0..width).map(|x| ((x + REACH + 1).min(width) - x.saturating_sub(REACH)) as f32).collect();
    let mut variances = Vec::with_capacity(width * height);
    for y in 0..height {
        let (top, bottom) = (y.saturating_sub(REACH), (y + REACH + 1).min(height));
        let (above, below) = (&sums[top * stride..][..stride], &sums[bottom * stride..][..stride]);
        for ((column, &below), &above) in columns[REACH..].iter_mut().zip(below).zip(above) {
            *column = minus(below, above);
        }
        let last = columns[REACH + width];
        columns[REACH + width..].fill(last);
        let tall = (bottom - top) as f32;
        let spans = columns[2 * REACH + 1..].iter().zip(&columns).zip(&wide);
        variances.extend(spans.map(|((&right, &left), &wide)| {
            let [sum, square] = minus(right, left).map(|sum| sum as i32 as f32);
            let share = 1.0 / (wide * tall);
            let mean = sum * share;
            (square * share - mean * mean).max(0.0)
        }));
    }
    variances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variances_equal_those_of_a_plain_sum() {
        let picture = RgbImage::from_fn(23, 11, |x, y| image::Rgb([(x * y * 7 % 256) as u8, (x * 31) as u8, 255]));
        let variances = variances(&picture);
        for (x, y) in (0..11).flat_map(|y| (0..23).map(move |x| (x, y))) {
            let (xs, ys) = (x.max(3) - 3..(x + 4).min(23), y.max(3) - 3..(y + 4).min(11));
            let lumas = ys.flat_map(|y| xs.clone().map(move |x| (x, y)));
            let lumas: Vec<f64> = lumas.map(|(x, y)| paint::luma(picture.get_pixel(x, y).0).into()).collect();
            let mean = lumas.iter().sum::<f64>() / lumas.len() as f64;
            let plain = lumas.iter().map(|luma| (luma - mean).powi(2)).sum::<f64>() / lumas.len() as f64;
            assert!((f64::from(variances[(y * 23 + x) as usize]) - plain).abs() < 0.05, "{x}, {y}");
        }
    }
}
