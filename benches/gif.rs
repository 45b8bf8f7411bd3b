//! Walkthroughs as GIFs: bytes, CPU seconds, and how close the decoded pictures are to the true ones.
//!
//! The walkthroughs are drawn here. Every true picture is compared with what a viewer sees in the middle of its time,
//! decoded by the `gif` crate: PSNR over red, green and blue, and SSIM of luma (Wang et al., "Image quality assessment:
//! from error visibility to structural similarity", 2004; a Gaussian window of 11 × 11, sigma 1.5), as mean/minimum.
//!
//! `cargo bench --bench gif -- FOLDER` also writes each GIF there, and its true pictures as PNG files with a
//! `timeline.txt` of their delays in hundredths of a second, for other encoders to be held against.

use std::path::{Path, PathBuf};

use image::RgbImage;
use snapslide::puzzle::{Board, Order, Puzzle, Size, Slide};
use snapslide::rect::Rect;
use snapslide::render::scene::Picture;
use snapslide::render::still::{Effort, encode_png};
use snapslide::render::{Artwork, GifOptions, Quality, Storyboard, gif};

fn main() {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).map(PathBuf::from);
    println!("{:<28}{:>10}{:>8}{:>16}{:>16}", "walkthrough", "bytes", "CPU s", "PSNR", "SSIM");
    let smooth = GifOptions { slide: 0.36, hold: 0.6, counter: false, ..GifOptions::default() };
    let jumps = GifOptions { slide: 0.0, hold: 1.0, ..smooth };
    for (kind, picture) in [("rich", Picture::Emblem), ("photo", Picture::Landscape), ("flat", Picture::Poster)] {
        let story = walkthrough(picture, Size::new(3, 3).expect("in range"), 741, 20);
        for (pace, options) in [("jumps", jumps), ("smooth", smooth)] {
            for quality in [Quality::Fast, Quality::Normal, Quality::High] {
                let name = format!("{kind}-{pace}-{quality:?}").to_lowercase();
                report(&name, &story, &GifOptions { quality, ..options }, folder.as_deref(), 1);
            }
        }
    }
    let large = walkthrough(Picture::Emblem, Size::new(5, 5).expect("in range"), 1600, 120);
    for quality in [Quality::Fast, Quality::Normal] {
        let options = GifOptions { size: 1600, quality, ..smooth };
        report(&format!("large-{quality:?}").to_lowercase(), &large, &options, folder.as_deref(), 16);
    }
}

/// A way of so many moves that never goes straight back, on a picture of `side` × `side` pixels cut into tiles.
fn walkthrough(picture: Picture, size: Size, side: u32, moves: usize) -> Storyboard {
    let tiles = Board::new(size, (1..size.cells() as u16).chain([0]).collect()).expect("one blank");
    let goal = Order::Rows.goal(&tiles, None).expect("the blank's home is on the board");
    let (mut board, mut seed, mut back) = (goal.clone(), 7_u64, Vec::new());
    while back.len() < moves {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let slide = Slide::ALL[(seed >> 33) as usize % 4];
        if back.last() != Some(&slide) && board.slide(slide).is_some() {
            back.push(slide.reverse());
        }
    }
    back.reverse();
    let artwork = artwork(&board, &picture.draw(side, side, 1));
    let puzzle = Puzzle::new(board, goal).expect("reached by legal moves");
    Storyboard::new(&puzzle, &back, artwork).expect("the walk backwards")
}

fn artwork(board: &Board, picture: &RgbImage) -> Artwork {
    let size = board.size();
    let side = picture.width();
    let border = |i: usize| side * i as u32 / size.columns() as u32;
    let cell = |cell: usize| {
        let (x, y) = (size.column(cell), size.row(cell));
        Rect::new(border(x), border(y), border(x + 1) - border(x), border(y + 1) - border(y))
    };
    let mut start = RgbImage::new(side, side);
    for (to, &tile) in board.tiles().iter().enumerate().filter(|&(_, &tile)| tile > 0) {
        let (from, to) = (cell(usize::from(tile) - 1), cell(to));
        for (dx, dy) in (0..to.width).flat_map(|dx| (0..to.height).map(move |dy| (dx, dy))) {
            let source = picture.get_pixel((from.x + dx).min(side - 1), (from.y + dy).min(side - 1));
            start.put_pixel(to.x + dx, to.y + dy, *source);
        }
    }
    Artwork::new(start, size, (0..size.cells()).map(cell).collect(), board.blank()).expect("cells side by side")
}

fn report(name: &str, story: &Storyboard, options: &GifOptions, folder: Option<&Path>, every: usize) {
    let mut bytes = Vec::new();
    let before = cpu_seconds();
    let report = gif::encode(story, options, &mut bytes).expect("a canvas of ordinary size");
    let seconds = cpu_seconds() - before;
    let mut viewer = Viewer::new(&bytes);
    let (mut psnrs, mut ssims, mut time, mut index, mut timeline) = (Vec::new(), Vec::new(), 0, 0, String::new());
    gif::pictures(story, options, |truth, delay| {
        let seen = viewer.at(time + u64::from(delay) / 2);
        if index % every == 0 {
            psnrs.push(psnr(truth, seen));
            ssims.push(ssim(truth, seen));
        }
        if let Some(folder) = folder {
            let frames = folder.join(format!("{name}-frames"));
            std::fs::create_dir_all(&frames).expect("a folder that can be written");
            let png = encode_png(truth, Effort::Quick).expect("a picture");
            std::fs::write(frames.join(format!("{index:05}.png")), png).expect("a file that can be written");
            timeline += &format!("{index:05}.png {delay}\n");
            std::fs::write(frames.join("timeline.txt"), &timeline).expect("a file that can be written");
        }
        time += u64::from(delay);
        index += 1;
    });
    assert_eq!((report.frames, report.duration), (index, time), "{name}: every picture is there, for its time");
    if let Some(folder) = folder {
        std::fs::write(folder.join(format!("{name}.gif")), &bytes).expect("a file that can be written");
    }
    let (psnr, ssim) = (mean_and_least(&psnrs), mean_and_least(&ssims));
    println!(
        "{name:<28}{:>10}{seconds:>8.2}{:>16}{:>16}",
        bytes.len(),
        format!("{:.2}/{:.2}", psnr.0, psnr.1),
        format!("{:.4}/{:.4}", ssim.0, ssim.1)
    );
}

fn mean_and_least(values: &[f64]) -> (f64, f64) {
    (values.iter().sum::<f64>() / values.len() as f64, values.iter().copied().fold(f64::INFINITY, f64::min))
}

/// CPU seconds of this process so far, where the system tells them in `/proc`; not a number elsewhere.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<f64> =
        stat.rsplit(") ").next().unwrap_or_default().split(' ').filter_map(|field| field.parse().ok()).collect();
    match fields.get(10..12) {
        Some(ticks) => (ticks[0] + ticks[1]) / 100.0,
        None => f64::NAN,
    }
}

/// Shows a GIF as time goes by.
struct Viewer<'a> {
    decoder: ::gif::Decoder<&'a [u8]>,
    canvas: RgbImage,
    until: u64,
}

impl<'a> Viewer<'a> {
    fn new(bytes: &'a [u8]) -> Viewer<'a> {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let decoder = options.read_info(bytes).expect("a GIF");
        let canvas = RgbImage::new(decoder.width().into(), decoder.height().into());
        Viewer { decoder, canvas, until: 0 }
    }

    fn at(&mut self, time: u64) -> &RgbImage {
        while self.until <= time {
            let Some(frame) = self.decoder.read_next_frame().expect("a whole GIF") else { break };
            self.until += u64::from(frame.delay);
            for (i, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
                let place = (x as u32 + u32::from(frame.left), y as u32 + u32::from(frame.top));
                self.canvas.put_pixel(place.0, place.1, image::Rgb([pixel[0], pixel[1], pixel[2]]));
            }
        }
        &self.canvas
    }
}

fn psnr(a: &RgbImage, b: &RgbImage) -> f64 {
    let squares = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2));
    let mean = squares.sum::<u64>() as f64 / a.as_raw().len() as f64;
    if mean == 0.0 { 99.0 } else { 10.0 * (65_025.0 / mean).log10() }
}

fn ssim(a: &RgbImage, b: &RgbImage) -> f64 {
    let (width, height) = (a.width() as usize, a.height() as usize);
    let luma = |picture: &RgbImage| -> Vec<f32> {
        let weigh =
            |p: &image::Rgb<u8>| 0.299 * f32::from(p.0[0]) + 0.587 * f32::from(p.0[1]) + 0.114 * f32::from(p.0[2]);
        picture.pixels().map(weigh).collect()
    };
    let (x, y) = (luma(a), luma(b));
    let blurred = |p: &[f32], q: &[f32]| {
        let products: Vec<f32> = p.iter().zip(q).map(|(a, b)| a * b).collect();
        blur(&products, width, height)
    };
    let (mean_x, mean_y) = (blur(&x, width, height), blur(&y, width, height));
    let (xx, yy, xy) = (blurred(&x, &x), blurred(&y, &y), blurred(&x, &y));
    let (c1, c2) = (6.502_5_f32, 58.522_5_f32);
    let total: f64 = (0..mean_x.len())
        .map(|i| {
            let (mx, my) = (mean_x[i], mean_y[i]);
            let (vx, vy, covariance) = (xx[i] - mx * mx, yy[i] - my * my, xy[i] - mx * my);
            let similar = (2.0 * mx * my + c1) * (2.0 * covariance + c2);
            f64::from(similar / ((mx * mx + my * my + c1) * (vx + vy + c2)))
        })
        .sum();
    total / mean_x.len() as f64
}

/// The Gaussian window, where it lies within the picture.
fn blur(plane: &[f32], width: usize, height: usize) -> Vec<f32> {
    let bell: Vec<f32> = (-5..=5).map(|i| (-(i * i) as f32 / 4.5).exp()).collect();
    let sum: f32 = bell.iter().sum();
    let (inner_width, inner_height) = (width - 10, height - 10);
    let mut rows = vec![0.0; inner_width * height];
    for (y, out) in rows.chunks_exact_mut(inner_width).enumerate() {
        for (i, weight) in bell.iter().enumerate() {
            let row = &plane[y * width + i..];
            out.iter_mut().zip(row).for_each(|(out, value)| *out += weight / sum * value);
        }
    }
    let mut all = vec![0.0; inner_width * inner_height];
    for (y, out) in all.chunks_exact_mut(inner_width).enumerate() {
        for (i, weight) in bell.iter().enumerate() {
            let row = &rows[(y + i) * inner_width..];
            out.iter_mut().zip(row).for_each(|(out, value)| *out += weight / sum * value);
        }
    }
    all
}
