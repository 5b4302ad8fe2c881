//! What the search leaves out, and what it looks at less deep.
//!
//! All values are those of the evaluation, where 330 points win three games of four.

/// From this depth on a position of which no good move is known is searched less deep.
pub(crate) const MIN_BLIND_DEPTH: i32 = 5;

/// Up to this depth a position is judged by what it seems worth, if that is clear enough.
const MAX_MARGIN_DEPTH: i32 = 6;

/// From this depth on it is tried to pass.
const MIN_PASS_DEPTH: i32 = 4;

/// Whether a position seems so good that searching it would not make it worse than beta.
pub(crate) fn is_good_enough(depth: i32, estimate: i32, beta: i32) -> bool {
    depth <= MAX_MARGIN_DEPTH && estimate - margin(depth) >= beta
}

/// Whether a position seems so bad that no quiet move makes it better than alpha.
pub(crate) fn is_hopeless(depth: i32, estimate: i32, alpha: i32) -> bool {
    depth <= 2 && estimate + 100 + 150 * depth <= alpha
}

fn margin(depth: i32) -> i32 {
    if depth <= 0 { 0 } else { 80 + 60 * depth }
}

/// Whether a quiet move need not be searched, as the position seems too bad for it.
pub(crate) fn is_futile(depth: i32, estimate: i32, alpha: i32) -> bool {
    depth <= MAX_MARGIN_DEPTH && estimate + 80 + 70 * depth <= alpha
}

/// Whether it is worth a try to pass.
pub(crate) fn may_pass(depth: i32, estimate: i32, beta: i32) -> bool {
    depth >= MIN_PASS_DEPTH && estimate >= beta + 100
}

/// How much less deep a position is searched after passing.
pub(crate) fn pass_reduction(depth: i32) -> i32 {
    3 + depth / 4
}

/// How many moves are searched where only one bit is wanted.
pub(crate) fn max_moves(depth: i32, is_improving: bool) -> usize {
    let n_moves = 5 + (depth * depth) as usize;
    if is_improving { n_moves } else { n_moves / 2 + 1 }
}

/// How much less deep a move is searched that comes late in the order.
pub(crate) fn reduction(depth: i32, number: usize) -> i32 {
    if depth < 3 || number < 2 {
        return 0;
    }
    ((depth as f32).ln() * (number as f32).ln() / 1.3 + 0.3) as i32
}
