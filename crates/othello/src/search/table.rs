//! The transposition table: what is known of boards that were searched before.
//!
//! Threads share it without locks. An entry is two words, and the first one is the board's hash
//! combined with the second, so that words of two different entries do not fit together (Hyatt's
//! lockless hashing).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use zerocopy::FromZeros;

use crate::board::Board;
use crate::square::Square;

/// Bounds of a board's value, found by some search.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Known {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// How many plies the search went down.
    pub(super) depth: u8,
    pub(super) certainty: Certainty,
    /// The best moves, the last one first.
    pub(super) moves: [Option<Square>; 2],
}

/// How sure the result of a search is. More is better.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub(super) enum Certainty {
    /// Moves that looked hopeless were left out.
    Selective = 1,
    /// All moves were searched, then the evaluation was asked.
    FullWidth = 2,
    /// The game was searched to its end.
    Exact = 3,
}

/// So many entries fill a cache line.
const BUCKET: usize = 4;

type Bucket = [Entry; BUCKET];

#[derive(FromZeros, Debug)]
struct Entry {
    signature: AtomicU64,
    known: AtomicU64,
}

/// A table of fixed size.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// The entry at which a cache line begins.
    first: usize,
    n_buckets: usize,
    /// Counts searches: what an older search found is worth less.
    generation: AtomicU8,
}

impl Table {
    /// A table of at most so many bytes, a power of two, at least 4 KiB.
    pub(super) fn new(n_bytes: usize) -> Self {
        let n_buckets = (n_bytes / size_of::<Bucket>()).max(64);
        let n_buckets =
            if n_buckets.is_power_of_two() { n_buckets } else { n_buckets.next_power_of_two() / 2 };
        // Zeros that come from the system cost nothing before they are used: a short search has no
        // time to fill a large table. They come so only without a wish for their alignment, for
        // which there is a little more room than needed.
        let n_entries = BUCKET * (n_buckets + 1);
        let entries = Entry::new_vec_zeroed(n_entries).expect("there is memory for the table");
        let first = entries.as_ptr().align_offset(size_of::<Bucket>());
        let first = first.min(BUCKET);
        Self { entries, first, n_buckets, generation: AtomicU8::new(1) }
    }

    /// Makes what the table holds less worth keeping than what is to come.
    pub(super) fn age(&self) {
        let generation = self.generation.load(Ordering::Relaxed);
        self.generation.store(generation % 63 + 1, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(super) fn probe(&self, hash: u64) -> Option<Known> {
        let bucket = self.bucket(hash);
        for entry in bucket {
            let known = entry.known.load(Ordering::Relaxed);
            if entry.signature.load(Ordering::Relaxed) ^ known == hash && known != 0 {
                return Some(unpack(known));
            }
        }
        None
    }

    /// Adds what is known: an entry of the same board is replaced, otherwise the one that is the
    /// least worth keeping.
    #[inline(always)]
    pub(super) fn store(&self, hash: u64, known: Known) {
        let mut worst = &self.bucket(hash)[0];
        let mut least_worth = u64::MAX;
        for entry in self.bucket(hash) {
            let held = entry.known.load(Ordering::Relaxed);
            if entry.signature.load(Ordering::Relaxed) ^ held == hash {
                worst = entry;
                break;
            }
            let worth = held & WORTH;
            if worth < least_worth {
                least_worth = worth;
                worst = entry;
            }
        }
        let known = pack(known, self.generation.load(Ordering::Relaxed));
        worst.known.store(known, Ordering::Relaxed);
        worst.signature.store(hash ^ known, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &Bucket {
        let (buckets, _) = self.entries[self.first..].as_chunks();
        &buckets[(hash >> 32) as usize & (self.n_buckets - 1)]
    }
}

impl Known {
    /// A value, if a search with this window needs no more than what is known.
    #[inline(always)]
    pub(super) fn decides(self, alpha: i32, beta: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower >= beta || lower == upper {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// Whether this comes from a search that was at least as deep and as sure.
    #[inline(always)]
    pub(super) fn covers(self, depth: u32, certainty: Certainty) -> bool {
        u32::from(self.depth) >= depth && self.certainty >= certainty
    }
}

/// Equal for equal boards, and for different ones hardly ever.
#[inline(always)]
pub(crate) fn hash(board: Board) -> u64 {
    let a = board.mover ^ 0x9e37_79b9_7f4a_7c15;
    let b = board.opponent ^ 0xd1b5_4a32_d192_ed03;
    let product = u128::from(a).wrapping_mul(u128::from(b));
    let mixed = (product as u64) ^ ((product >> 64) as u64) ^ a.rotate_left(23);
    mixed.wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(29)
}

/// Generation and depth: the high bits of an entry say what it is worth.
const WORTH: u64 = 0xffff_ff00_0000_0000;

const NO_SQUARE: u8 = 64;

/// From the highest byte: generation, depth, certainty, moves, upper and lower bound.
#[inline(always)]
fn pack(known: Known, generation: u8) -> u64 {
    let [first, second] = known.moves.map(
        #[inline(always)]
        |square| square.map_or(NO_SQUARE, |square| square.index() as u8),
    );
    u64::from_be_bytes([
        generation,
        known.depth,
        known.certainty as u8,
        0,
        first,
        second,
        known.upper.cast_unsigned(),
        known.lower.cast_unsigned(),
    ])
}

#[inline(always)]
fn unpack(word: u64) -> Known {
    let [_, depth, certainty, _, first, second, upper, lower] = word.to_be_bytes();
    let certainty = match certainty {
        3 => Certainty::Exact,
        2 => Certainty::FullWidth,
        _ => Certainty::Selective,
    };
    Known {
        lower: lower.cast_signed(),
        upper: upper.cast_signed(),
        depth,
        certainty,
        moves: [Square::new(usize::from(first)), Square::new(usize::from(second))],
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// How many bytes of this program are in memory.
    fn resident() -> usize {
        let text = std::fs::read_to_string("/proc/self/status").expect("the system tells");
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
        number.expect("it is a number of kilobytes") << 10
    }

    /// A move that has to be made at once does not wait for a large table.
    #[test]
    fn a_table_takes_memory_as_it_is_used() {
        const BYTES: usize = 1 << 30;
        let before = resident();
        let table = Table::new(BYTES);
        assert_eq!(table.probe(0x1234_5678_9abc_def0), None);
        let used = resident().saturating_sub(before);
        assert!(used < BYTES / 2, "{used}");
    }
}
