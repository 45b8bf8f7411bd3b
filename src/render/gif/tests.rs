use super::*;
use crate::puzzle::Slide;
use crate::render::testing;

/// What a viewer sees: every picture composed on the canvas, with its delay. Decoded by the `gif` crate, which
/// also checks each end code, if it is given room for a pixel too many: once it has got all pixels it wants, it
/// looks no farther than the block of bytes it has at hand, and misses an end code in the next.
fn decoded(bytes: &[u8]) -> Vec<(RgbImage, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.check_frame_consistency(true);
    options.check_lzw_end_code(true);
    let mut decoder = options.read_info(bytes).unwrap();
    assert_eq!(decoder.repeat(), Repeat::Infinite);
    let mut canvas = RgbImage::new(decoder.width().into(), decoder.height().into());
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.next_frame_info().unwrap() {
        let (left, top, width, delay) = (frame.left, frame.top, u32::from(frame.width), frame.delay);
        let mut pixels = vec![0; decoder.buffer_size() + 4];
        assert!(!decoder.fill_buffer(&mut pixels).unwrap(), "no pixel too many");
        for (i, pixel) in pixels.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (x, y) = (i as u32 % width + u32::from(left), i as u32 / width + u32::from(top));
            canvas.put_pixel(x, y, image::Rgb([pixel[0], pixel[1], pixel[2]]));
        }
        pictures.push((canvas.clone(), delay));
    }
    pictures
}

fn check(story: &Storyboard, options: &GifOptions, mean_limit: f64) {
    let mut bytes = Vec::new();
    let report = encode(story, options, &mut bytes).unwrap();
    let mut seen = decoded(&bytes).into_iter();
    let (mut frames, mut duration) = (0, 0);
    pictures(story, options, |truth, delay| {
        let (picture, seen_delay) = seen.next().expect("as many pictures as there should be");
        assert_eq!((picture.dimensions(), seen_delay), (truth.dimensions(), delay), "picture {frames}");
        let differences = picture.as_raw().iter().zip(truth.as_raw()).map(|(a, b)| f64::from(a.abs_diff(*b)));
        let mean = differences.sum::<f64>() / truth.as_raw().len() as f64;
        assert!(mean <= mean_limit, "picture {frames}: {mean}");
        frames += 1;
        duration += u64::from(delay);
    });
    assert!(seen.next().is_none());
    let (width, height) = (report.width, report.height);
    assert_eq!(report, Report { width, height, frames, duration, reduction: None });
}

#[test]
fn decoded_pictures_are_those_of_the_storyboard() {
    let story = testing::walk("1 2 3/4 5 6/7 8 0", &testing::wander(3, 3, 12));
    for (quality, limit) in [(Quality::Fast, 8.0), (Quality::Normal, 8.0), (Quality::High, 4.0)] {
        for (counter, slide, style) in [(true, 0.2, Style::Marked), (false, 0.0, Style::Plain)] {
            let options = GifOptions { quality, counter, slide, style, ..GifOptions::default() };
            check(&story, &options, limit);
            check(&story.clone().merge_runs(), &options, limit);
        }
    }
}

#[test]
fn pictures_of_few_colours_come_out_exactly() {
    let board: crate::puzzle::Board = "1 2 0/3 4 5".parse().unwrap();
    let artwork = crate::render::Artwork::numbered(&board, &board).unwrap();
    let puzzle = crate::puzzle::Puzzle::new(board.clone(), board).unwrap();
    let story = Storyboard::new(&puzzle, &[], artwork.fitted(90)).unwrap();
    let options = GifOptions { counter: false, size: 90, ..GifOptions::default() };
    check(&story, &options, 0.6);
}

/// Tiles are lit by whole levels, without marks whose edges would be of many colours; nothing is enlarged.
fn plain(slide: f64) -> GifOptions {
    GifOptions { style: Style::Plain, slide, counter: false, size: 70, ..GifOptions::default() }
}

/// A walk on a picture of noise in so many greys, `step` levels apart.
fn noise(greys: u32, step: u32) -> Storyboard {
    let story = testing::walk("1 2 3/4 5 6/7 8 0", &testing::wander(3, 3, 12));
    let artwork = story.artwork();
    let mut seed = 5_u32;
    let mut level = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((seed >> 8) % greys * step) as u8
    };
    let (width, height) = artwork.board().dimensions();
    let board = RgbImage::from_fn(width, height, |_, _| image::Rgb([level(); 3]));
    let cells = (0..artwork.size().cells()).map(|cell| artwork.cell(cell)).collect();
    let blank = artwork.blank();
    story.with_artwork(crate::render::Artwork::new(board, artwork.size(), cells, blank).unwrap())
}

#[test]
fn where_all_colours_fit_a_palette_nothing_is_given_up() {
    for slide in [0.0, 0.2] {
        check(&noise(64, 3), &plain(slide), 0.0);
    }
}

#[test]
fn where_some_colours_do_not_fit_only_they_differ() {
    for slide in [0.0, 0.2] {
        check(&noise(256, 1), &plain(slide), 0.02);
    }
}

#[test]
fn a_solved_board_is_one_picture() {
    let story = testing::walk("1 2/3 0", &[]);
    let mut bytes = Vec::new();
    let report = encode(&story, &GifOptions::default(), &mut bytes).unwrap();
    assert_eq!((report.frames, report.duration), (1, 250));
}

#[test]
fn the_size_limits_the_longest_side_and_leaves_room_for_tiny_boards() {
    let story = testing::walk("1 2/3 0", &[Slide::Right, Slide::Left]);
    let mut bytes = Vec::new();
    let options = GifOptions { size: 30, counter: false, ..GifOptions::default() };
    let report = encode(&story, &options, &mut bytes).unwrap();
    assert_eq!((report.width, report.height), (30, 30));
    let report = encode(&story, &GifOptions { size: 760, ..options }, &mut Vec::new()).unwrap();
    assert_eq!((report.width, report.height), (384, 384));
}

#[test]
fn drawn_boards_are_drawn_as_large_as_the_size_where_that_is_more_than_usual() {
    let board: crate::puzzle::Board = "1 2/3 0".parse().unwrap();
    let artwork = crate::render::Artwork::numbered(&board, &board).unwrap();
    let puzzle = crate::puzzle::Puzzle::new(board.clone(), board).unwrap();
    let story = Storyboard::new(&puzzle, &[], artwork).unwrap();
    let animated = |size: u32, max_bytes: Option<u64>| {
        let (options, mut bytes) = (GifOptions { size, max_bytes, ..GifOptions::default() }, Vec::new());
        (encode(&story, &options, &mut bytes).unwrap().width, bytes.len() as u64)
    };
    assert_eq!([200, 760].map(|size| animated(size, None).0), [200, story.artwork().shown_side(360, 760)]);
    let (width, bytes) = animated(1500, None);
    assert!((1497..=1500).contains(&width), "{width}");
    assert!((200..width).contains(&animated(1500, Some(bytes / 2)).0), "smaller ones take less");
}
