//! The room between the digits of a number. Full-width digits, as terminals show them, stand far apart: they are moved together
//! before they are read as one number.

use std::ops::Range;

use crate::vision::pieces::Piece;

/// Which of `width` columns of pixels show a number if its pieces, from left to right, are moved together until they are `room` apart
/// at most.
pub(super) fn columns_within(room: usize, pieces: &[Piece], width: usize) -> Vec<usize> {
    let mut right = pieces.first().map_or(0, |piece| piece.span.left);
    let mut spare: Vec<Range<usize>> = Vec::new();
    for piece in pieces {
        spare.push(right + room..piece.span.left);
        right = right.max(piece.span.right);
    }
    (0..width).filter(|column| !spare.iter().any(|spare| spare.contains(column))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::pieces::Span;

    #[test]
    fn pieces_move_together_until_no_room_is_spare() {
        let piece =
            |left: usize, right: usize| Piece { label: 1, span: Span { left, top: 0, right, bottom: 9 }, area: 9 };
        let pieces = [piece(2, 5), piece(4, 6), piece(11, 13), piece(14, 16)];
        assert_eq!(columns_within(2, &pieces, 18), [0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17]);
        assert_eq!(columns_within(5, &pieces, 18), (0..18).collect::<Vec<_>>());
        assert_eq!(columns_within(0, &[], 3), [0, 1, 2]);
    }
}
