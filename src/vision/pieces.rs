//! Connected pieces of ink.
//!
//! Rows are taken as runs of inked pixels; a run joins the pieces of the runs above that it touches, corners included.
//! There are far fewer runs than pixels, so this takes a fraction of what labelling each pixel does.

/// A half-open box of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
}

impl Span {
    pub fn height(self) -> f32 {
        (self.bottom - self.top) as f32
    }

    pub fn union(self, other: Span) -> Span {
        Span {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// A connected piece of ink.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    /// Its number, from 1 in the order of the pieces' first pixels, row by row.
    pub label: u32,
    pub span: Span,
    /// How many pixels it has.
    pub area: usize,
}

/// The pieces of a picture of so many pixels a row, and for every pixel the label of its piece, 0 where there is no ink.
pub(super) fn pieces(inked: &[bool], width: usize) -> (Vec<Piece>, Vec<u32>) {
    let mut runs: Vec<Span> = Vec::new();
    let mut parents: Vec<usize> = Vec::new();
    let mut above = 0;
    for (y, row) in inked.chunks_exact(width).enumerate() {
        let mut near = above;
        above = runs.len();
        let mut left = 0;
        while let Some(start) = row[left..].iter().position(|&inked| inked) {
            let start = left + start;
            let end = row[start..].iter().position(|&inked| !inked).map_or(width, |length| start + length);
            let this = runs.len();
            runs.push(Span { left: start, top: y, right: end, bottom: y + 1 });
            parents.push(this);
            while near < above && runs[near].right < start {
                near += 1;
            }
            (near..above)
                .take_while(|&other| runs[other].left <= end)
                .for_each(|other| join(&mut parents, other, this));
            left = end;
        }
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut labels = vec![0; inked.len()];
    let mut label_of = vec![0; runs.len()];
    for (index, &run) in runs.iter().enumerate() {
        let first = root(&mut parents, index);
        if first == index {
            label_of[index] = pieces.len() as u32 + 1;
            pieces.push(Piece { label: label_of[index], span: run, area: 0 });
        }
        let piece = &mut pieces[label_of[first] as usize - 1];
        piece.span = piece.span.union(run);
        piece.area += run.right - run.left;
        labels[run.top * width..][run.left..run.right].fill(piece.label);
    }
    (pieces, labels)
}

/// Makes two runs those of one piece, whose root is the first run of all.
fn join(parents: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(parents, a), root(parents, b));
    parents[a.max(b)] = a.min(b);
}

fn root(parents: &mut [usize], mut of: usize) -> usize {
    while parents[of] != of {
        parents[of] = parents[parents[of]];
        of = parents[of];
    }
    of
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma};
    use imageproc::region_labelling::{Connectivity, connected_components};

    use super::*;

    #[test]
    fn pieces_are_those_of_labelled_pixels() {
        let mut state = 1u32;
        let mut dice = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 24
        };
        for (width, height) in [(7, 1), (1, 9), (23, 17), (40, 40)] {
            for share in [0, 60, 110, 160, 256] {
                let inked: Vec<bool> = (0..width * height).map(|_| dice() < share).collect();
                let image = GrayImage::from_fn(width as u32, height as u32, |x, y| {
                    Luma([u8::from(inked[y as usize * width + x as usize])])
                });
                let slow = connected_components(&image, Connectivity::Eight, Luma([0])).into_raw();
                let (pieces, labels) = pieces(&inked, width);
                assert_eq!(labels, slow);
                for piece in pieces {
                    let own: Vec<usize> = (0..slow.len()).filter(|&pixel| slow[pixel] == piece.label).collect();
                    let spans = own.iter().map(|pixel| (pixel % width, pixel / width)).map(|(x, y)| Span {
                        left: x,
                        top: y,
                        right: x + 1,
                        bottom: y + 1,
                    });
                    assert_eq!((piece.area, Some(piece.span)), (own.len(), spans.reduce(Span::union)));
                }
            }
        }
    }
}
