//! LZW as GIF has it (GIF89a specification, appendix F), for pixels that allow more than one symbol.
//!
//! The encoder keeps the decoder's dictionary as a [`Trie`], and a [`Search`] says which of its phrases is written next.

pub mod costs;
mod search;
mod trie;

use costs::Allowed;
use search::Search;
use trie::{LIMIT, Phrase, Trie};

/// Compressed pixels: the code stream without its division into blocks, and the symbols it stands for.
pub(super) struct Packed {
    pub(super) bytes: Vec<u8>,
    pub(super) symbols: Vec<u8>,
}

struct Bits {
    bytes: Vec<u8>,
    pending: u32,
    count: u32,
}

impl Bits {
    fn put(&mut self, code: u32, width: u32) {
        self.pending |= code << self.count;
        self.count += width;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// What is done with a dictionary that is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// It is cleared.
    Clear,
    /// It is kept for as long as its phrases are longer than those of a growing one. Pays where pixels are much like noise:
    /// a new dictionary would know no more about them.
    Keep,
}

/// How long phrases are in pixels, a phrase counting as much as its code is long: while the dictionary grew, and of late.
struct Lengths {
    codes: f32,
    pixels: f32,
    late: f32,
}

/// The bits of a code when the dictionary is full.
const WIDEST: f32 = 12.0;
/// Over how many phrases the late average is taken, and how much longer than others they are taken to be at first.
const LATE: f32 = 200.0;
const AHEAD: f32 = 1.3;
/// A dictionary is kept as long as its phrases are no shorter than this share of those of a growing one.
const WORTH: f32 = 0.95;

impl Lengths {
    fn new() -> Lengths {
        Lengths { codes: 0.0, pixels: 0.0, late: 0.0 }
    }

    fn add(&mut self, width: u32, length: usize, full: bool) {
        if full {
            self.late += (length as f32 - self.late) / LATE;
        } else {
            self.codes += width as f32 / WIDEST;
            self.pixels += length as f32;
            self.late = AHEAD * self.pixels / self.codes;
        }
    }

    /// Whether a new dictionary promises longer phrases.
    fn are_short(&self) -> bool {
        self.late * self.codes < WORTH * self.pixels
    }
}

/// Packs the pixels with symbols of `bits` bits (2 to 8), following at most `beam` phrases at once.
pub(super) fn pack<A: Allowed>(pixels: &A, bits: u32, beam: usize, full: Full) -> Packed {
    let clear = 1_u32 << bits;
    let mut trie = Trie::new(bits);
    let mut out = Bits { bytes: Vec::with_capacity(pixels.len() / 3), pending: 0, count: 0 };
    let mut symbols = Vec::with_capacity(pixels.len());
    let mut search = Search::new(beam);
    let mut width = bits + 1;
    let mut last: Option<Phrase> = None;
    let mut lengths = Lengths::new();
    out.put(clear, width);
    while symbols.len() < pixels.len() {
        let start = symbols.len();
        let found = search.best(pixels, &trie, start);
        let grows = trie.next < LIMIT;
        let doubled =
            last.filter(|last| grows && last.length >= found.length && search.repeats(pixels, &symbols, last.length));
        let phrase = match doubled {
            // The phrase that the decoder adds on reading this very code: the last one and its own first symbol.
            Some(last) => {
                symbols.extend_from_within(start - last.length..);
                symbols.push(symbols[start]);
                Phrase { code: trie.next as u16, length: last.length + 1 }
            }
            None => {
                trie.spell(found, &mut symbols);
                found
            }
        };
        out.put(phrase.code.into(), width);
        lengths.add(width, phrase.length, !grows);
        if let Some(last) = last.filter(|_| grows) {
            trie.add(last.code, symbols[start], start - last.length);
            if trie.next == 1 << width && width < 12 {
                width += 1;
            }
        }
        last = Some(phrase);
        let clears = trie.next == LIMIT && (full == Full::Clear || lengths.are_short());
        if clears && symbols.len() < pixels.len() {
            out.put(clear, width);
            trie.clear(bits);
            width = bits + 1;
            last = None;
            lengths = Lengths::new();
            search.forget();
        }
    }
    out.put(clear + 1, width);
    Packed { bytes: out.finish(), symbols }
}

#[cfg(test)]
mod tests {
    use super::costs::{Costs, SYMBOLS};
    use super::*;

    /// Pixels that allow the symbols listed, each at no cost.
    struct Lists(Vec<Vec<u8>>);

    impl Allowed for Lists {
        fn len(&self) -> usize {
            self.0.len()
        }
        fn only(&self, pixel: usize) -> Option<u8> {
            if let [only] = self.0[pixel][..] { Some(only) } else { None }
        }
        fn is_same(&self, pixel: usize, other: usize) -> bool {
            self.0[pixel] == self.0[other]
        }
        fn costs(&self, pixel: usize, costs: &mut Costs) {
            let all = costs.only(0..SYMBOLS);
            all.fill(f32::INFINITY);
            self.0[pixel].iter().for_each(|&symbol| all[usize::from(symbol)] = 0.0);
        }
    }

    /// Unpacks with the decoder of another crate.
    fn unpacked(bytes: &[u8], bits: u32, pixels: usize) -> Vec<u8> {
        let mut file = b"GIF89a".to_vec();
        file.extend((pixels as u16).to_le_bytes());
        file.extend([1, 0, 0x80 | (bits as u8 - 1), 0, 0]);
        file.extend(vec![0; 3 << bits]);
        file.extend([0x2c, 0, 0, 0, 0]);
        file.extend((pixels as u16).to_le_bytes());
        file.extend([1, 0, 0, bits as u8]);
        for block in bytes.chunks(255) {
            file.push(block.len() as u8);
            file.extend(block);
        }
        file.extend([0, 0x3b]);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        options.check_lzw_end_code(true);
        let mut decoder = options.read_info(file.as_slice()).unwrap();
        decoder.read_next_frame().unwrap().unwrap().buffer.to_vec()
    }

    fn noise(count: usize, below: u32) -> Vec<u8> {
        let mut seed = 99_u32;
        (0..count)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                ((seed >> 16) % below) as u8
            })
            .collect()
    }

    #[test]
    fn strict_pixels_come_back_exactly() {
        for (bits, pixels) in [
            (2, vec![3]),
            (2, vec![1; 5000]),
            (2, noise(60_000, 4)),
            (8, noise(60_000, 256)),
            (5, noise(30_000, 2)),
            (8, (0..60_000_u32).map(|i| (i / 7 % 200) as u8).collect()),
        ] {
            let lists = Lists(pixels.iter().map(|&symbol| vec![symbol]).collect());
            let packed = pack(&lists, bits, 4, Full::Clear);
            assert_eq!(packed.symbols, pixels);
            assert_eq!(unpacked(&packed.bytes, bits, pixels.len()), pixels);
        }
    }

    #[test]
    fn free_pixels_pack_smaller_and_stay_within_what_they_allow() {
        let noise = noise(20_000, 16);
        let strict = Lists(noise.iter().map(|&symbol| vec![symbol]).collect());
        let free = Lists(noise.iter().map(|&symbol| vec![symbol, symbol ^ 1]).collect());
        let packed = pack(&free, 4, 8, Full::Clear);
        assert!(packed.bytes.len() * 4 < pack(&strict, 4, 8, Full::Clear).bytes.len() * 3);
        assert!(packed.symbols.iter().zip(&noise).all(|(a, b)| a >> 1 == b >> 1));
        assert_eq!(unpacked(&packed.bytes, 4, noise.len()), packed.symbols);
    }

    #[test]
    fn a_full_dictionary_is_kept_where_pixels_are_noise_and_dropped_where_they_change() {
        let steady: Vec<u8> = noise(200_000, 64).chunks_exact(2).map(|pair| (pair[0] + pair[1]) / 2).collect();
        let changing: Vec<u8> =
            steady.iter().zip(0..).map(|(&symbol, i)| symbol / 8 + (i / 20_000 * 16) as u8).collect();
        let packed = |pixels: &[u8], full: Full| {
            let packed = pack(&Lists(pixels.iter().map(|&symbol| vec![symbol]).collect()), 7, 4, full);
            assert_eq!(packed.symbols, pixels);
            packed.bytes.len()
        };
        let [clear, keep] = [Full::Clear, Full::Keep].map(|full| packed(&steady, full));
        assert!(keep * 100 < clear * 98, "{keep}, {clear}");
        let [clear, keep] = [Full::Clear, Full::Keep].map(|full| packed(&changing, full));
        assert!(keep * 100 < clear * 105, "{keep}, {clear}");
        let short = &steady[..60_000];
        let lists = Lists(short.iter().map(|&symbol| vec![symbol]).collect());
        assert_eq!(unpacked(&pack(&lists, 7, 4, Full::Keep).bytes, 7, short.len()), short);
    }

    #[test]
    fn long_runs_take_few_bytes() {
        let packed = pack(&Lists(vec![vec![0]; 60_000]), 2, 4, Full::Clear);
        assert!(packed.bytes.len() < 500, "{}", packed.bytes.len());
    }
}
