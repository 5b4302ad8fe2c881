//! Three-turn wins: a turn that leads to a two-turn win.
//!
//! A turn raises lines: a stone makes an L2 of an L1, an L3 of an L2. Two stones in one line (the
//! bar) can raise two more lines (the legs), one through each stone. Bar and legs are a triangle
//! if the legs meet in a third cell, and an H-formation if they do not.

mod chain;
mod formation;
mod non_chain;
#[cfg(test)]
mod tests;

use std::fmt;

pub use chain::Chain;
pub use non_chain::NonChain;

use crate::board::Board;
use crate::stones::Stones;
use formation::Formation;
use stonegate_stones::Color;

/// The groups of three-turn wins.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum ThreeTurnGroup {
    /// The turn makes two threats and prepares a two-turn win (3TW_C).
    Chain(Chain),
    /// The turn makes no threat and prepares two two-turn wins (3TW_NC).
    NonChain(NonChain),
}

impl fmt::Display for ThreeTurnGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chain(group) => group.fmt(f),
            Self::NonChain(group) => group.fmt(f),
        }
    }
}

/// A turn that leads to a two-turn win.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ThreeTurnWin {
    pub group: ThreeTurnGroup,
    pub stones: Stones,
}

impl fmt::Display for ThreeTurnWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.group, self.stones)
    }
}

/// The first chain three-turn win of a player with two stones to place, for a board without
/// one-turn wins. It is a forced win.
pub fn chain_win(board: &Board, color: Color) -> Option<ThreeTurnWin> {
    let formation = Formation::of(board, color);
    chain::candidates(&formation).find(|win| chain::is_forced(&formation, win.stones))
}

/// The first non-chain three-turn win of a player with two stones to place, for a board without
/// one-turn wins. Since it makes no threat the opponent may have a way out.
pub fn non_chain_win(board: &Board, color: Color) -> Option<ThreeTurnWin> {
    let formation = Formation::of(board, color);
    non_chain::candidates(&formation)
        .find(|win| non_chain::prepares_two_wins(&formation, win.stones))
}

/// The first turn that is of one of the paper's five chain groups, forced or not.
pub(crate) fn chain_group(board: &Board, color: Color) -> Option<ThreeTurnWin> {
    chain::candidates(&Formation::of(board, color)).next()
}

/// The first turn that is of one of the paper's six non-chain groups, whatever it prepares.
pub(crate) fn non_chain_group(board: &Board, color: Color) -> Option<ThreeTurnWin> {
    non_chain::candidates(&Formation::of(board, color)).next()
}
