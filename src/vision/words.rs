//! Short words: one to three marks of a height beside one another, as the numbers on tiles are.

use image::{GrayImage, RgbImage, imageops};
use imageproc::contrast::adaptive_threshold;

use crate::vision::pieces::{Span, pieces};

/// How far around a pixel the ground is looked at, and by how many levels ink differs from it: by more where a texture would make
/// too many words.
const AROUND: u32 = 24;
const APART: [i32; 2] = [24, 72];
/// With more words a screen shows text, and nothing that could be told from it.
const WORDS: usize = 3000;
/// How high a mark is, in pixels, and how wide at most for its height: two digits may touch.
const LOW: f32 = 6.0;
const HIGH: f32 = 160.0;
const WIDE: f32 = 2.0;
/// How far apart the marks of a word may be, as a share of their height, and how many they are at most.
const GAP: f32 = 0.6;
const MARKS: usize = 3;
/// How far two marks at one level may differ at top and bottom, as a share of their height, beyond a pixel.
const LEVEL: f32 = 0.12;
/// How wide a bar or a bracket is at most for its height, and how many stand on both sides of the fewest columns and rows.
const NARROW: f32 = 0.3;
const BARS: usize = 12;

/// Where the words of a column are in line.
pub type Anchor = fn(&Word) -> f32;
pub const ANCHORS: [Anchor; 3] = [|word| (word.left + word.right) / 2.0, |word| word.right, |word| word.left];

/// A short word, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Word {
    pub left: f32,
    pub right: f32,
    pub top: f32,
    pub height: f32,
}

impl Word {
    fn of(span: Span) -> Word {
        Word { left: span.left as f32, right: span.right as f32, top: span.top as f32, height: span.height() }
    }

    /// Whether another one is of its height.
    pub fn is_as_high_as(&self, other: &Word) -> bool {
        (self.height - other.height).abs() <= self.slack()
    }

    /// Whether another one that high stands at its level when moved by so much.
    pub fn is_level_with(&self, other: &Word, moved: f32) -> bool {
        self.is_as_high_as(other) && (self.top - other.top - moved).abs() <= self.slack()
    }

    /// Whether it is as narrow as a bar or a bracket.
    fn is_narrow(&self) -> bool {
        self.right - self.left <= NARROW * self.height
    }

    fn slack(&self) -> f32 {
        LEVEL * self.height + 1.0
    }
}

/// The short words of a picture in dark ink, and those in light ink, each from the top down; none if there are too many to tell
/// anything from. Where as many bars or brackets stand as part the columns of a table, the words without these come as well.
pub fn words(picture: &RgbImage) -> Vec<Vec<Word>> {
    let grey = imageops::grayscale(picture);
    let mut inverse = grey.clone();
    imageops::invert(&mut inverse);
    let (dark, light) = rayon::join(|| in_dark_ink(&grey), || in_dark_ink(&inverse));
    dark.into_iter().chain(light).collect()
}

fn in_dark_ink(grey: &GrayImage) -> Vec<Vec<Word>> {
    for apart in APART {
        let marks = marks(grey, apart);
        let words = joined_marks(marks.clone());
        if words.len() <= WORDS {
            let others: Vec<Word> = marks.iter().copied().filter(|mark| !mark.is_narrow()).collect();
            let without = (marks.len() - others.len() >= BARS).then(|| joined_marks(others));
            return [words].into_iter().chain(without).collect();
        }
    }
    Vec::new()
}

/// The marks in ink that is darker than the ground by so much.
fn marks(grey: &GrayImage, apart: i32) -> Vec<Word> {
    let inked: Vec<bool> = adaptive_threshold(grey, AROUND, apart).as_raw().iter().map(|&level| level == 0).collect();
    let (pieces, _) = pieces(&inked, grey.width() as usize);
    let mut marks: Vec<Word> = pieces.iter().map(|piece| Word::of(piece.span)).collect();
    marks.retain(|mark| (LOW..=HIGH).contains(&mark.height) && mark.right - mark.left <= WIDE * mark.height);
    marks
}

/// The words that marks make.
fn joined_marks(mut marks: Vec<Word>) -> Vec<Word> {
    marks.sort_by(|a, b| a.left.total_cmp(&b.left));
    let next = |(index, mark): (usize, &Word)| {
        let reach = mark.right + GAP * mark.height;
        let near = (index + 1..marks.len()).take_while(|&other| marks[other].left <= reach);
        let mut beside = near.filter(|&other| marks[other].left + 1.0 >= mark.right);
        beside.find(|&other| mark.is_level_with(&marks[other], 0.0))
    };
    let following: Vec<Option<usize>> = marks.iter().enumerate().map(next).collect();
    let mut is_first = vec![true; marks.len()];
    following.iter().flatten().for_each(|&mark| is_first[mark] = false);
    let word = |first: usize| {
        let chain = || std::iter::successors(Some(first), |&mark| following[mark]);
        let is_short = is_first[first] && chain().take(MARKS + 1).count() <= MARKS;
        is_short.then(|| chain().map(|mark| marks[mark]).reduce(joined)).flatten()
    };
    let mut words: Vec<Word> = (0..marks.len()).filter_map(word).collect();
    words.sort_by(|a, b| a.top.total_cmp(&b.top));
    words
}

/// Two words as one.
fn joined(a: Word, b: Word) -> Word {
    let (top, bottom) = (a.top.min(b.top), (a.top + a.height).max(b.top + b.height));
    Word { left: a.left.min(b.left), right: a.right.max(b.right), top, height: bottom - top }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn marks_beside_one_another_are_a_word_and_many_are_none() {
        let bars = [(10, 20), (18, 20), (60, 20), (10, 60), (18, 60), (26, 60), (34, 60)];
        let is_ink = |x: u32, y: u32| {
            bars.iter().any(|&(left, top)| (left..left + 5).contains(&x) && (top..top + 10).contains(&y))
        };
        for [paper, ink] in [[230, 20], [20, 230]] {
            let picture = RgbImage::from_fn(100, 90, |x, y| Rgb([if is_ink(x, y) { ink } else { paper }; 3]));
            let found = words(&picture);
            let word = |left: f32, right: f32| Word { left, right, top: 20.0, height: 10.0 };
            assert_eq!(found[usize::from(ink > paper)], [word(10.0, 23.0), word(60.0, 65.0)]);
        }
    }

    #[test]
    fn a_textured_ground_of_more_marks_than_a_text_has_leaves_the_words_in_stronger_ink() {
        let is_digit = |x: u32, y: u32| (610..616).contains(&x) && (20..34).contains(&y);
        let shown = |strong: u8| {
            RgbImage::from_fn(640, 640, |x, y| match (x < 600, x % 8 < 3 && y % 10 < 7) {
                (true, true) => Rgb([strong; 3]),
                (true, false) => Rgb([160; 3]),
                (false, _) => Rgb([if is_digit(x, y) { 20 } else { 230 }; 3]),
            })
        };
        let found = words(&shown(120));
        assert_eq!(found[0], [Word { left: 610.0, right: 616.0, top: 20.0, height: 14.0 }]);
        assert_eq!(words(&shown(20))[0], [], "they all are words");
    }
}
