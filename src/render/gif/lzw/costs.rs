//! What each pixel to be packed allows, and at what cost.

use std::ops::Range;

/// What each pixel allows.
pub trait Allowed {
    /// The number of pixels.
    fn len(&self) -> usize;
    /// The symbol of a pixel that allows no other.
    fn only(&self, pixel: usize) -> Option<u8>;
    /// Whether two pixels allow the same at the same costs.
    fn is_same(&self, pixel: usize, other: usize) -> bool;
    /// Tells what each symbol costs at a pixel. At least one is allowed.
    fn costs(&self, pixel: usize, costs: &mut Costs);
}

/// As many symbols as there can be.
pub const SYMBOLS: usize = 256;

/// What each symbol costs at a pixel, in codes; infinitely much where it is not allowed.
pub struct Costs {
    costs: [f32; SYMBOLS],
    /// Outside of it, no symbol is allowed.
    range: Range<usize>,
}

impl Costs {
    pub fn new() -> Costs {
        Costs { costs: [f32::INFINITY; SYMBOLS], range: 0..0 }
    }

    /// Room for what the symbols in this range cost; no other is allowed.
    #[inline]
    pub fn only(&mut self, range: Range<usize>) -> &mut [f32] {
        self.costs[self.range.clone()].fill(f32::INFINITY);
        self.range = range.clone();
        &mut self.costs[range]
    }

    /// Allows one more symbol.
    #[inline]
    pub fn allow(&mut self, symbol: u8, cost: f32) {
        let symbol = usize::from(symbol);
        self.range = match self.range.is_empty() {
            true => symbol..symbol + 1,
            false => self.range.start.min(symbol)..self.range.end.max(symbol + 1),
        };
        self.costs[symbol] = cost;
    }

    /// Symbols and their costs, among them all that are allowed.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = (u8, f32)> {
        self.range.clone().map(|symbol| symbol as u8).zip(self.costs[self.range.clone()].iter().copied())
    }

    #[inline]
    pub fn of(&self, symbol: u8) -> f32 {
        self.costs[usize::from(symbol)]
    }
}

/// The costs at the pixels about to be looked at. They are kept until another pixel needs their place: phrases from
/// different pixels on overlap.
pub struct Rows(Vec<Row>);

struct Row {
    /// The pixel whose costs these are, if any.
    pixel: usize,
    costs: Costs,
}

/// More than most phrases are long.
const ROWS: usize = 32;
const NO_PIXEL: usize = usize::MAX;

impl Rows {
    pub fn new() -> Rows {
        let row = || Row { pixel: NO_PIXEL, costs: Costs::new() };
        Rows(std::iter::repeat_with(row).take(ROWS).collect())
    }

    #[inline]
    pub fn at<A: Allowed>(&mut self, pixels: &A, pixel: usize) -> &Costs {
        let row = &mut self.0[pixel % ROWS];
        if row.pixel != pixel {
            row.turn_to(pixels, pixel);
        }
        &row.costs
    }
}

impl Row {
    #[inline(never)]
    fn turn_to<A: Allowed>(&mut self, pixels: &A, pixel: usize) {
        if self.pixel == NO_PIXEL || !pixels.is_same(self.pixel, pixel) {
            pixels.costs(pixel, &mut self.costs);
        }
        self.pixel = pixel;
    }
}
