//! The strong engine.

mod alphabeta;
mod defense;
mod engine;
mod evaluation;
mod ordering;
mod point_set;
mod pruning;
mod rate;
mod root;
mod state;
mod table;
mod threat;
mod threat_search;
mod vcf;
mod vct;
mod weights;

pub use engine::{Engine, Limits, Report};
pub(crate) use evaluation::parts;
#[cfg(test)]
pub(crate) use evaluation::static_value;
pub use rate::MoveRater;
pub use weights::Weights;

use crate::board::Board;
use crate::point::Point;
use crate::rule::Rule;
use stonegate_stones::Color;

use state::State;
use vcf::Vcf;
use vct::{Vct, Verdict};

/// How far to look for a forced win.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SolveLimits {
    /// How many moves the winner may make in a win by fours.
    pub depth: u32,
    /// How many positions are looked at.
    pub max_positions: u64,
}

/// Looks for a win by continuous fours of the player to move: the moves of both, up to the one
/// that nothing helps against.
pub fn solve_fours(
    board: &Board,
    rule: Rule,
    turn: Color,
    limits: SolveLimits,
) -> Option<Vec<Point>> {
    let mut state = State::new(board, rule);
    Vcf::new().win(&mut state, turn, limits.depth, limits.max_positions, &|| false)
}

/// Looks for a win by continuous threats of the player to move, where a threat may need up to
/// `threat_depth` fours to win.
pub fn solve_threats(
    board: &Board,
    rule: Rule,
    turn: Color,
    threat_depth: u32,
    max_positions: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Point>> {
    let mut state = State::new(board, rule);
    let mut search = Vct::new(turn, threat_depth);
    match search.search(&mut state, &mut Vcf::new(), max_positions, u64::MAX, stop) {
        Verdict::Win(line) => Some(line),
        Verdict::NoWin | Verdict::Unknown => None,
    }
}
