//! What the search leaves out, and what it looks at less deep.
//!
//! All values are those of the evaluation, where 330 points win three games of four.

use std::sync::OnceLock;

use super::alphabeta::Question;
use super::table::Entry;

/// How deep to search, in sixteenths of a ply.
pub(crate) type Depth = i32;

pub(crate) const PLY: Depth = 16;

/// How much deeper a line is searched after the only answer to a four.
pub(crate) const ANSWER_EXTENSION: Depth = 5;

/// From this depth on it is asked whether the best move so far is the only good one.
pub(crate) const MIN_SINGULAR_DEPTH: Depth = 7 * PLY;

/// A move that is better than all others by so much more is searched two plies deeper.
pub(crate) const DOUBLE_MARGIN: i32 = 40;

/// How much less deep late moves are searched where an earlier one is expected to be good enough.
pub(crate) const CUT_REDUCTION: Depth = 24;

/// How much deeper a move is searched that threatens something or takes a threat.
pub(crate) const LOUD_EXTENSION: Depth = PLY;

/// A number of points for each ply.
const fn per_ply(points: i32, depth: Depth) -> i32 {
    points * depth / PLY
}

/// How much better than all others a move has to be to be the only good one.
pub(crate) fn singular_margin(depth: Depth) -> i32 {
    per_ply(2, depth)
}

/// How much better than beta a position has to seem for less depth to suffice.
pub(crate) fn high_margin(depth: Depth) -> i32 {
    per_ply(22, depth) - 13
}

/// How much less deep a position is searched of which no good move is known.
pub(crate) fn blind_reduction(question: Question, known: Option<Entry>) -> Depth {
    let depth = question.depth;
    let best = known.filter(|entry| entry.best.is_some());
    match best {
        None if depth >= 5 * PLY => PLY,
        Some(entry) if !question.is_bound() && depth > PLY => {
            ((depth - Depth::from(entry.depth)) / 4).clamp(0, 3 * PLY)
        }
        _ => 0,
    }
}

/// Whether a position seems so good that searching it would not make it worse than beta.
pub(crate) fn is_good_enough(depth: Depth, is_improving: bool, estimate: i32, beta: i32) -> bool {
    let depth = depth - PLY - if is_improving { PLY } else { 0 };
    estimate - per_ply(90, depth).max(0) >= beta
}

/// Whether a position seems so bad that no quiet move makes it better than alpha.
pub(crate) fn is_hopeless(depth: Depth, estimate: i32, alpha: i32) -> bool {
    depth * 10 < 26 * PLY && estimate + 40 + per_ply(40, depth) <= alpha
}

/// Whether a quiet move need not be searched, as the position seems too bad for it.
pub(crate) fn is_futile(depth: Depth, estimate: i32, alpha: i32) -> bool {
    depth <= 6 * PLY && estimate + 80 + per_ply(70, depth) <= alpha
}

/// How many moves are searched where only one bit is wanted.
pub(crate) fn max_moves(depth: Depth, is_improving: bool) -> usize {
    static COUNTS: OnceLock<[usize; 64]> = OnceLock::new();
    let counts =
        COUNTS.get_or_init(|| std::array::from_fn(|it| 3 + (it as f32).powf(1.32) as usize));
    let count = counts[(depth / PLY).clamp(0, 63) as usize];
    if is_improving { count } else { count / 2 }
}

/// How much less deep a move is searched that comes late in the order.
pub(crate) fn reduction(depth: Depth, number: usize) -> Depth {
    static LOGARITHMS: OnceLock<[f32; 128]> = OnceLock::new();
    let logarithms = LOGARITHMS.get_or_init(|| std::array::from_fn(|it| (it.max(1) as f32).ln()));
    if depth < 2 * PLY || number < 1 {
        return 0;
    }
    let deep = logarithms[(depth / PLY).min(127) as usize];
    let late = logarithms[(number + 1).min(127)];
    (0.8 * deep * late * PLY as f32) as Depth
}
