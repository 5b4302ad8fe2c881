//! Alpha-beta over turns.

use std::collections::HashMap;

use super::node::{Node, Width};
use crate::board::Board;
use crate::stones::Stones;
use crate::threats::Threats;
use crate::two_turn::two_turn_win;
use stonegate_stones::Color;

/// The value of a won game, less the number of turns until then.
pub(super) const WIN: i32 = 1_000_000;

/// Values beyond this are proven wins and losses.
pub(super) const DECIDED: i32 = WIN - 1000;

/// Turns inside the tree.
const INNER: Width = Width { n_cells: 6, n_turns: 14 };

/// A forced answer does not count as depth, up to so many turns from the root.
const MAX_PLY: i32 = 24;

/// More boards than this are not remembered.
const MAX_KNOWN: usize = 1 << 18;

#[derive(Copy, Clone, Debug)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Copy, Clone, Debug)]
struct Known {
    depth: u32,
    bound: Bound,
    /// As if the board were the root.
    value: i32,
    best: Option<Stones>,
}

/// What is known of boards that were searched before.
#[derive(Debug, Default)]
pub(super) struct Table(HashMap<u64, Known>);

/// A search that is given up when `stop` says so.
pub(super) struct AlphaBeta<'a> {
    stop: &'a dyn Fn() -> bool,
    table: &'a mut Table,
    pub(super) n_nodes: u64,
    pub(super) is_stopped: bool,
}

/// How a board is looked at.
#[derive(Copy, Clone, Debug)]
struct Visit {
    /// Who is to place two stones.
    color: Color,
    /// How many turns to look ahead.
    depth: u32,
    /// How many turns away the root is.
    ply: i32,
    window: Window,
}

/// The values that matter.
#[derive(Copy, Clone, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<'a> AlphaBeta<'a> {
    pub(super) fn new(table: &'a mut Table, stop: &'a dyn Fn() -> bool) -> Self {
        if table.0.len() > MAX_KNOWN / 2 {
            // Most boards of earlier moves have become impossible.
            table.0.clear();
        }
        Self { stop, table, n_nodes: 0, is_stopped: false }
    }

    /// The value of a turn for the player who makes it.
    pub(super) fn value_of(
        &mut self,
        node: &mut Node,
        color: Color,
        stones: Stones,
        depth: u32,
        window: Window,
    ) -> i32 {
        node.place(color, stones);
        let visit = Visit { color: !color, depth, ply: 1, window: window.reversed() };
        let value = -self.search(node, visit);
        node.remove(color, stones);
        value
    }

    /// The value of a board for the player who is to place two stones.
    fn search(&mut self, node: &mut Node, visit: Visit) -> i32 {
        let Visit { color, depth, ply, .. } = visit;
        self.n_nodes += 1;
        self.is_stopped |= self.n_nodes.is_multiple_of(8) && (self.stop)();
        if self.is_stopped {
            return 0;
        }
        if node.tally.has_threat(color) {
            return WIN - ply;
        }
        let is_forced = node.tally.has_threat(!color);
        if is_forced && Threats::of(&node.board, !color).count() > 2 {
            return ply + 1 - WIN;
        }
        if !is_forced
            && node.tally.has_three(color)
            && two_turn_win(&node.board, color, 2).is_some()
        {
            return WIN - ply - 2;
        }
        if (depth == 0 && !is_forced) || ply >= MAX_PLY {
            return node.tally.worth(color);
        }
        let depth = if is_forced { depth } else { depth - 1 };
        self.search_turns(node, Visit { depth, ..visit })
    }

    /// The best of the candidates, each with so much depth left.
    fn search_turns(&mut self, node: &mut Node, visit: Visit) -> i32 {
        let Visit { color, depth, ply, window } = visit;
        let key = key_of(&node.board, color);
        let known = self.table.0.get(&key).copied();
        if let Some(value) = known.and_then(|known| known.cut(depth, ply, window)) {
            return value;
        }
        let mut turns = node.candidates(color, INNER);
        if turns.is_empty() {
            // The board is full.
            return 0;
        }
        if let Some(best) = known.and_then(|known| known.best)
            && let Some(place) = turns.iter().position(|turn| turn.stones.sorted() == best.sorted())
        {
            turns[..=place].rotate_right(1);
        }
        let mut best = (-WIN, turns[0].stones);
        let mut alpha = window.alpha;
        for turn in turns {
            let inner = Window { alpha, beta: window.beta };
            node.place(color, turn.stones);
            let visit = Visit { color: !color, depth, ply: ply + 1, window: inner.reversed() };
            let value = -self.search(node, visit);
            node.remove(color, turn.stones);
            if self.is_stopped {
                return 0;
            }
            if value > best.0 {
                best = (value, turn.stones);
                alpha = alpha.max(value);
            }
            if alpha >= window.beta {
                break;
            }
        }
        let bound = match best.0 {
            value if value >= window.beta => Bound::AtLeast,
            value if value <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        if self.table.0.len() < MAX_KNOWN || known.is_some() {
            let value = later(best.0, -ply);
            self.table.0.insert(key, Known { depth, bound, value, best: Some(best.1) });
        }
        best.0
    }
}

impl Known {
    /// The value, if it was searched deep enough to be of use.
    fn cut(&self, depth: u32, ply: i32, window: Window) -> Option<i32> {
        let value = later(self.value, ply);
        let is_useful = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= window.beta,
            Bound::AtMost => value <= window.alpha,
        };
        (is_useful && self.depth >= depth).then_some(value)
    }
}

/// A value seen from so many turns earlier: a decided game takes longer from there.
fn later(value: i32, n_turns: i32) -> i32 {
    match value {
        DECIDED.. => value - n_turns,
        _ if value <= -DECIDED => value + n_turns,
        _ => value,
    }
}

fn key_of(board: &Board, color: Color) -> u64 {
    board.fingerprint() ^ (color as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
