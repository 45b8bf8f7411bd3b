//! The phrases that the decoder of a GIF knows, each one symbol longer than another.

/// No phrase.
const NONE: u16 = u16::MAX;
/// How many codes there are.
pub(super) const LIMIT: usize = 4096;

/// A phrase that the decoder knows; its code is its place in the trie.
#[derive(Clone, Copy)]
struct Node {
    /// The phrase's last symbol.
    symbol: u8,
    /// By how many symbols the longest phrase that begins with this one is longer, at most 255.
    growth: u8,
    /// The youngest of the phrases one symbol longer.
    child: u16,
    /// The next older phrase with the same parent.
    sibling: u16,
}

/// The phrases a decoder knows.
pub(super) struct Trie {
    nodes: Box<[Node; LIMIT]>,
    /// Each phrase without its last symbol.
    parents: Box<[u16; LIMIT]>,
    /// Where each phrase stood when it was first known, in pixels.
    starts: Box<[u32; LIMIT]>,
    /// The code of the phrase that is added next.
    pub(super) next: usize,
}

impl Trie {
    /// The phrases of one symbol of so many bits.
    pub(super) fn new(bits: u32) -> Trie {
        let node = Node { symbol: 0, growth: 0, child: NONE, sibling: NONE };
        let mut trie = Trie {
            nodes: Box::new([node; LIMIT]),
            parents: Box::new([NONE; LIMIT]),
            starts: Box::new([0; LIMIT]),
            next: 0,
        };
        trie.clear(bits);
        trie
    }

    /// Forgets all phrases but those of one symbol.
    pub(super) fn clear(&mut self, bits: u32) {
        let roots = 1 << bits;
        for (symbol, root) in self.nodes[..roots].iter_mut().enumerate() {
            *root = Node { symbol: symbol as u8, growth: 0, child: NONE, sibling: NONE };
        }
        self.next = roots + 2;
    }

    /// Adds the phrase of `parent` and one symbol more, which stands at `start`.
    pub(super) fn add(&mut self, parent: u16, symbol: u8, start: usize) {
        let sibling = self.nodes[usize::from(parent)].child;
        self.nodes[self.next] = Node { symbol, growth: 0, child: NONE, sibling };
        self.parents[self.next] = parent;
        self.starts[self.next] = start as u32;
        self.nodes[usize::from(parent)].child = self.next as u16;
        self.next += 1;
        let (mut phrase, mut growth) = (parent, 1_u8);
        while let Some(node) = self.nodes.get_mut(usize::from(phrase)).filter(|node| node.growth < growth) {
            node.growth = growth;
            growth = growth.saturating_add(1);
            phrase = self.parents[usize::from(phrase)];
        }
    }

    /// The phrases one symbol longer.
    #[inline]
    pub(super) fn longer(&self, code: u16) -> impl Iterator<Item = Longer> {
        let mut next = self.nodes[usize::from(code)].child;
        std::iter::from_fn(move || {
            let &Node { symbol, growth, sibling, .. } = self.nodes.get(usize::from(next))?;
            Some(Longer { code: std::mem::replace(&mut next, sibling), symbol, growth })
        })
    }

    /// The phrase of a code.
    #[inline]
    pub(super) fn phrase(&self, code: u16) -> Longer {
        let Node { symbol, growth, .. } = self.nodes[usize::from(code)];
        Longer { code, symbol, growth }
    }

    /// Appends the symbols of a phrase.
    pub(super) fn spell(&self, phrase: Phrase, symbols: &mut Vec<u8>) {
        let (code, length) = (usize::from(phrase.code), phrase.length);
        let start = self.starts[code] as usize;
        match length {
            1 => symbols.push(self.nodes[code].symbol),
            _ => symbols.extend_from_within(start..start + length),
        }
    }
}

/// A phrase one symbol longer than another.
pub(super) struct Longer {
    pub(super) code: u16,
    /// Its last symbol.
    pub(super) symbol: u8,
    /// By how many symbols the longest phrase that begins with it is longer, at most 255.
    pub(super) growth: u8,
}

/// A phrase as it is written: a code for so many pixels.
#[derive(Clone, Copy)]
pub(super) struct Phrase {
    pub(super) code: u16,
    pub(super) length: usize,
}
