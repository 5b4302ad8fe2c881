//! How deep the seed's solver searches: its module `depth_picker`.

/// The seed's deepest search.
pub const MAX_DEPTH: u32 = 10;

/// The seed visits a node every two cycles of a 74 MHz clock.
pub const VISITS_PER_SECOND: u64 = 74_000_000 / 2;

/// The depth of a search after so many moves.
pub const fn pick_depth(n_moves: usize) -> u32 {
    let n_moves = if n_moves < DEPTHS.len() { n_moves } else { DEPTHS.len() - 1 };
    DEPTHS[n_moves]
}

const DEPTHS: [u32; 60] = [10; 60];
