//! What comes next in the text of a document: the chance that the next bit is 1.
//!
//! Several contexts each remember what followed them; a mixer learns, apart for each place in a
//! number, how far to trust each. Before the first bit all of it has seen `primer.txt`, which has
//! the document's words and numbers of usual sizes in it. Whole numbers only, so that every
//! machine predicts the same. After M. Mahoney's lpaq1 (context mixing), much reduced.
//!
//! Version 1 of packed links rests on every constant here and on every byte of the primer.

/// The text that is known before the first.
const PRIMER: &[u8] = include_bytes!("primer.txt");

/// Contexts.
const N: usize = 6;

/// Bits of a context's table.
const BITS: u32 = 16;

/// Chances have 12 bits where they are mixed, 22 where they are remembered.
const ONE: i32 = 1 << 12;

/// Seen more often than this, a context forgets at the same rate.
const MOST_SEEN: u32 = 255;

/// How fast the mixer learns.
const RATE: i32 = 10;

/// A weight of 1 in the mixer; each context begins with a quarter of it.
const WEIGHT_ONE: i32 = 1 << 16;

/// The logistic function in 33 steps: `4096 / (1 + exp(-x / 256))` at `x = 128 (i - 16)`.
const LOGISTIC: [i32; 33] = [
    1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348,
    3607, 3785, 3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
];

/// A model of the text so far.
pub(super) struct Model {
    /// The inverse of [`squash`] for each chance.
    stretch: Vec<i32>,
    /// For each context 2^16 chances of 22 bits, each with how often it was seen.
    seen: Vec<u32>,
    /// The mixer's weights at each place.
    weights: [[i32; N]; Place::COUNT],
    /// Where the contexts of this bit are in `seen`.
    slots: [usize; N],
    /// What each of them says, stretched.
    says: [i32; N],
    /// The chance of a 1, of [`ONE`].
    chance: i32,
    /// Hashes of the contexts before this byte.
    contexts: [u32; N],
    /// The bits of this byte so far after a leading 1.
    partial: u32,
    /// The eight bytes before this one.
    before: u64,
    place: Place,
}

impl Model {
    /// A model that has seen the primer.
    pub(super) fn new() -> Self {
        let mut model = Self {
            stretch: stretch_table(),
            seen: vec![1 << 31; N << BITS],
            weights: [[WEIGHT_ONE / 4; N]; Place::COUNT],
            slots: [0; N],
            says: [0; N],
            chance: ONE / 2,
            contexts: [0; N],
            partial: 1,
            before: 0,
            place: Place::default(),
        };
        model.begin_byte();
        model.predict();
        for byte in PRIMER {
            (0..8).rev().for_each(|at| model.learn(byte >> at & 1 == 1));
        }
        model
    }

    /// The chance that the next bit is 1, of 4096; neither 0 nor 4096.
    pub(super) fn chance(&self) -> u32 {
        self.chance as u32
    }

    /// Takes the next bit.
    pub(super) fn learn(&mut self, bit: bool) {
        let error = (if bit { ONE } else { 0 } - self.chance) * RATE;
        let weights = &mut self.weights[self.place.index()];
        for (weight, says) in weights.iter_mut().zip(self.says) {
            let moved = *weight + ((says * error + 0x8000) >> 16);
            *weight = moved.clamp(-8 * WEIGHT_ONE, 8 * WEIGHT_ONE);
        }
        for slot in self.slots {
            self.seen[slot] = after(self.seen[slot], bit);
        }
        self.partial = self.partial << 1 | u32::from(bit);
        if self.partial >= 256 {
            let byte = (self.partial & 255) as u8;
            self.partial = 1;
            self.before = self.before << 8 | u64::from(byte);
            self.place.step(byte);
            self.begin_byte();
        }
        self.predict();
    }

    fn begin_byte(&mut self) {
        let last = |bytes: u32| self.before & ((1 << (8 * bytes)) - 1);
        let Place { column, digits, decimals_before, .. } = self.place;
        let number = (self.place.index() as u64) << 32 | u64::from(digits) << 8;
        let contexts = [
            last(1),
            last(2),
            last(3),
            last(5),
            number | u64::from(decimals_before),
            number | u64::from(column) | 1 << 40,
        ];
        for (i, context) in contexts.into_iter().enumerate() {
            let hash = (context + i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.contexts[i] = (hash >> 32 ^ hash) as u32;
        }
    }

    fn predict(&mut self) {
        let mut sum = 0;
        for i in 0..N {
            let hash = self.contexts[i].wrapping_add(self.partial.wrapping_mul(0x9e37_79b1));
            let hash = (hash ^ hash >> 15).wrapping_mul(0x2c1b_3c6d);
            self.slots[i] = (i << BITS) + (hash >> (32 - BITS)) as usize;
            self.says[i] = self.stretch[(self.seen[self.slots[i]] >> 20) as usize];
            sum += i64::from(self.says[i]) * i64::from(self.weights[self.place.index()][i]);
        }
        self.chance = squash((sum >> 16).clamp(-2047, 2047) as i32).clamp(1, ONE - 1);
    }
}

/// A remembered chance after one more bit: it moves by a share that falls with what was seen.
fn after(seen: u32, bit: bool) -> u32 {
    let (chance, count) = (i64::from(seen >> 10), seen & 1023);
    let aim = if bit { (1 << 22) - 1 } else { 0 };
    let chance = chance + (aim - chance) * 2 / (2 * i64::from(count) + 3);
    (chance as u32) << 10 | (count + u32::from(count < MOST_SEEN))
}

/// The chance, of [`ONE`], whose logit is `x / 256`.
fn squash(x: i32) -> i32 {
    let (at, share) = (((x >> 7) + 16) as usize, x & 127);
    (LOGISTIC[at] * (128 - share) + LOGISTIC[at + 1] * share + 64) >> 7
}

fn stretch_table() -> Vec<i32> {
    let mut table = vec![2047; ONE as usize];
    let mut filled = 0;
    for x in -2047..=2047 {
        let chance = squash(x) as usize;
        if chance >= filled {
            table[filled..=chance].fill(x);
            filled = chance + 1;
        }
    }
    table
}

/// Where in the text a byte stands.
#[derive(Default)]
struct Place {
    within: Within,
    /// Digits of the number so far, or of its decimals.
    digits: u8,
    /// Digits after the point of the number before.
    decimals_before: u8,
    /// Which number of its list.
    column: u8,
}

/// What a byte stands in.
#[derive(Default, Clone, Copy, PartialEq)]
enum Within {
    #[default]
    Nothing,
    Text,
    /// After a backslash in a text.
    Escape,
    Number,
    Decimals,
}

impl Place {
    /// In a text, between numbers, before the point, and four after it.
    const COUNT: usize = 7;

    fn index(&self) -> usize {
        match self.within {
            Within::Text | Within::Escape => 0,
            Within::Nothing => 1,
            Within::Number => 2,
            Within::Decimals => 3 + usize::from(self.digits.min(3)),
        }
    }

    fn step(&mut self, byte: u8) {
        self.within = match (self.within, byte) {
            (Within::Text, b'"') => Within::Nothing,
            (Within::Text, b'\\') => Within::Escape,
            (Within::Text | Within::Escape, _) | (_, b'"') => Within::Text,
            (_, b'[' | b']' | b',') => {
                self.end_number(byte);
                Within::Nothing
            }
            (_, b'.') => {
                self.digits = 0;
                Within::Decimals
            }
            (within, b'-' | b'0'..=b'9') => {
                self.digits = (self.digits + u8::from(byte != b'-')).min(20);
                if within == Within::Decimals { within } else { Within::Number }
            }
            (within, _) => within,
        }
    }

    fn end_number(&mut self, byte: u8) {
        if self.within != Within::Nothing {
            self.decimals_before = self.digits;
        }
        self.digits = 0;
        self.column = if byte == b',' { self.column.saturating_add(1) } else { 0 };
    }
}
