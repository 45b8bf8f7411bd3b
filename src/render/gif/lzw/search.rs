//! Which phrase of a dictionary stands for the pixels ahead.
//!
//! Of those that the pixels allow, it is the one that saves most: each pixel it stands for is worth what a pixel has cost
//! on average of late, and it costs one code and its error. Where every pixel allows one symbol only, that is the longest
//! phrase, plain greedy LZW. Where some allow several (the transparent one, because nothing changed there; near colours,
//! because the difference is hardly seen), several phrases are followed at once, at most `beam` of them. If two ends save
//! about as much, what can be saved after each decides.

use super::costs::{Allowed, Costs, Rows};
use super::trie::{Longer, Phrase, Trie};

/// Phrases of one length: the one that costs least, and of those that longer ones begin with those that cost least.
struct Beam {
    least: Candidate,
    /// In ascending order of costs.
    found: [Candidate; WIDEST],
    count: usize,
    /// At most so many.
    most: usize,
    /// What a phrase has to cost less than, to be followed.
    bar: f32,
}

/// At most so many phrases are followed at once.
const WIDEST: usize = 8;

#[derive(Clone, Copy)]
struct Candidate {
    code: u16,
    /// By how many symbols the longest phrase that begins with it is longer, at most 255.
    growth: u8,
    /// What its symbols cost.
    cost: f32,
}

const NOTHING: Candidate = Candidate { code: 0, growth: 0, cost: f32::INFINITY };

/// What phrases may cost to save enough, or for those that begin with them to do so.
#[derive(Clone, Copy)]
struct Limit {
    /// Phrases of a certain length.
    cost: f32,
    /// So much more for each pixel more.
    usual: f32,
}

impl Limit {
    /// What a phrase may cost that can grow by so many pixels.
    #[inline]
    fn with(self, growth: u8) -> f32 {
        self.cost + self.usual * f32::from(growth)
    }
}

impl Beam {
    fn new(most: usize) -> Beam {
        Beam { least: NOTHING, found: [NOTHING; WIDEST], count: 0, most: most.clamp(1, WIDEST), bar: f32::INFINITY }
    }

    fn clear(&mut self) {
        self.least = NOTHING;
        self.count = 0;
        self.bar = f32::INFINITY;
    }

    /// Takes in a phrase; to be followed, if it can get long enough, and there is room or it costs less than another.
    #[inline]
    fn add(&mut self, phrase: Longer, cost: f32, limit: Limit) {
        let Longer { code, growth, .. } = phrase;
        let phrase = Candidate { code, growth, cost };
        if cost < self.least.cost {
            self.least = phrase;
        }
        if growth == 0 || cost > limit.with(growth) || cost >= self.bar {
            return;
        }
        let mut place = self.count.min(self.most - 1);
        self.count = place + 1;
        while place > 0 && self.found[place - 1].cost > cost {
            self.found[place] = self.found[place - 1];
            place -= 1;
        }
        self.found[place] = phrase;
        if self.count == self.most {
            self.bar = self.found[self.most - 1].cost;
        }
    }

    fn found(&self) -> &[Candidate] {
        &self.found[..self.count]
    }

    /// Takes in the phrases of one pixel.
    #[inline]
    fn begin(&mut self, costs: &Costs, trie: &Trie, limit: Limit) {
        for (symbol, cost) in costs.all() {
            if cost < self.bar {
                self.add(trie.phrase(symbol.into()), cost, limit);
            }
        }
    }

    /// Takes the phrases of another beam one pixel further.
    #[inline]
    fn follow<A: Allowed>(
        &mut self,
        beam: &Beam,
        pixels: &A,
        trie: &Trie,
        rows: &mut Rows,
        pixel: usize,
        limit: Limit,
    ) {
        self.clear();
        if let Some(only) = pixels.only(pixel) {
            for &Candidate { code, cost, .. } in beam.found() {
                if let Some(phrase) = trie.longer(code).find(|phrase| phrase.symbol == only) {
                    self.add(phrase, cost, limit);
                }
            }
            return;
        }
        let costs = rows.at(pixels, pixel);
        for &Candidate { code, growth, cost } in beam.found() {
            // None that it may grow into can save enough that costs more.
            let most = limit.with(growth - 1);
            let mut bar = most.min(self.bar);
            for phrase in trie.longer(code) {
                let cost = cost + costs.of(phrase.symbol);
                if cost < bar {
                    self.add(phrase, cost, limit);
                    bar = most.min(self.bar);
                }
            }
        }
    }
}

/// A phrase that may be written.
#[derive(Clone, Copy)]
struct End {
    phrase: Phrase,
    /// What its symbols cost.
    cost: f32,
    /// What its pixels usually cost, less that; without its code.
    saved: f32,
}

pub(super) struct Search {
    rows: Rows,
    beams: [Beam; 2],
    /// What a pixel has cost on average of late, in codes.
    usual: f32,
    /// What is known of the pixels after the phrase chosen last: where they start, and the best two ends there.
    next: Option<(usize, [End; 2])>,
}

/// What a pixel costs at first, and over how many pixels the average is taken.
const START: f32 = 0.3;
const LATE: f32 = 2000.0;

/// Ends differ little if by no more codes than this.
const CLOSE: f32 = 0.18;
/// How much counts what can be saved after an end. Less than what is saved up to there: the longest phrases make the
/// longest new ones.
const AFTER: f32 = 0.4;

impl Search {
    /// A search that follows at most `beam` phrases at once.
    pub(super) fn new(beam: usize) -> Search {
        Search { rows: Rows::new(), beams: [Beam::new(beam), Beam::new(beam)], usual: START, next: None }
    }

    /// The phrases known so far are gone.
    pub(super) fn forget(&mut self) {
        self.next = None;
    }

    /// Whether the pixels ahead allow the last phrase again, and once more its first symbol.
    pub(super) fn repeats<A: Allowed>(&mut self, pixels: &A, symbols: &[u8], length: usize) -> bool {
        let start = symbols.len();
        let phrase = &symbols[start - length..];
        let mut allows = |pixel: usize, symbol: u8| match pixels.only(pixel) {
            Some(only) => only == symbol,
            None => self.rows.at(pixels, pixel).of(symbol).is_finite(),
        };
        start + length < pixels.len()
            && phrase.iter().chain(&phrase[..1]).zip(start..).all(|(&symbol, pixel)| allows(pixel, symbol))
    }

    /// The phrase in the trie to be written next, of those that the pixels from `start` allow.
    pub(super) fn best<A: Allowed>(&mut self, pixels: &A, trie: &Trie, start: usize) -> Phrase {
        let ends = match self.next.take() {
            Some((place, ends)) if place == start => ends,
            _ => self.ends(pixels, trie, start),
        };
        let End { phrase, cost, .. } = self.decided(pixels, trie, start, ends);
        let kept = LATE / (LATE + phrase.length as f32);
        self.usual = self.usual * kept + (1.0 - kept) * (1.0 + cost) / phrase.length as f32;
        phrase
    }

    /// The better of two ends.
    fn decided<A: Allowed>(&mut self, pixels: &A, trie: &Trie, start: usize, ends: [End; 2]) -> End {
        let places = ends.map(|end| start + end.phrase.length);
        let clear = self.beams[0].most == 1 || ends[1].saved < ends[0].saved - CLOSE;
        if clear || places.contains(&pixels.len()) {
            return ends[0];
        }
        let after = places.map(|place| self.ends(pixels, trie, place));
        let [first, second] = [0, 1].map(|i| ends[i].saved + AFTER * after[i][0].saved);
        let chosen = usize::from(second > first);
        self.next = Some((places[chosen], after[chosen]));
        ends[chosen]
    }

    /// The phrase that saves most, among those that the pixels from `start` allow, and the one that comes next.
    fn ends<A: Allowed>(&mut self, pixels: &A, trie: &Trie, start: usize) -> [End; 2] {
        let Search { rows, beams: [here, ahead], usual, .. } = self;
        let (mut here, mut ahead, usual) = (here, ahead, *usual);
        here.clear();
        let sure = sure(pixels, trie, start);
        // What costs nothing is among them.
        let limit = Limit { cost: CLOSE, usual };
        match sure {
            Some(sure) => here.add(trie.phrase(sure.code), 0.0, limit),
            None => here.begin(rows.at(pixels, start), trie, limit),
        }
        let none = End { phrase: Phrase { code: 0, length: 0 }, cost: 0.0, saved: f32::NEG_INFINITY };
        let mut best = [none; 2];
        for length in sure.map_or(1, |sure| sure.length).. {
            let Candidate { code, cost, .. } = here.least;
            let end = End { phrase: Phrase { code, length }, cost, saved: usual * length as f32 - cost };
            if end.saved >= best[0].saved {
                best = [end, best[0]];
            } else if end.saved >= best[1].saved {
                best[1] = end;
            }
            let next = start + length;
            if here.found().is_empty() || next == pixels.len() {
                break;
            }
            let enough = best[1].saved.max(best[0].saved - CLOSE);
            let limit = Limit { cost: usual * (length + 1) as f32 - enough, usual };
            ahead.follow(here, pixels, trie, rows, next, limit);
            if ahead.least.cost.is_infinite() {
                break;
            }
            std::mem::swap(&mut here, &mut ahead);
        }
        best
    }
}

/// The phrase of the pixels from `start` that allow one symbol only, as far as it is in the trie: shorter ones save
/// less at the same cost.
fn sure<A: Allowed>(pixels: &A, trie: &Trie, start: usize) -> Option<Phrase> {
    let mut phrase = Phrase { code: pixels.only(start)?.into(), length: 1 };
    while start + phrase.length < pixels.len() {
        let Some(symbol) = pixels.only(start + phrase.length) else { break };
        let Some(longer) = trie.longer(phrase.code).find(|longer| longer.symbol == symbol) else { break };
        phrase = Phrase { code: longer.code, length: phrase.length + 1 };
    }
    Some(phrase)
}
