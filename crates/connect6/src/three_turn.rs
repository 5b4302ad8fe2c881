//! Three-turn wins: a turn that leads to a two-turn win.
//!
//! A turn raises lines: a stone makes an L2 of an L1, an L3 of an L2. Two stones in one line (the
//! bar) can raise two more lines (the legs), one through each stone. Bar and legs are a triangle
//! if the legs meet in a third cell, and an H-formation if they do not.

mod chain;
mod formation;
mod non_chain;

use std::fmt;

pub use chain::{Chain, chain_win};
pub use non_chain::{NonChain, non_chain_win};

use crate::stones::Stones;

/// The groups of three-turn wins.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum ThreeTurnGroup {
    /// The turn makes two threats and prepares a two-turn win (3TW_C).
    Chain(Chain),
    /// The turn makes no threat and prepares two two-turn wins (3TW_NC).
    NonChain(NonChain),
}

/// A turn that leads to a two-turn win.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ThreeTurnWin {
    pub group: ThreeTurnGroup,
    pub stones: Stones,
}

impl fmt::Display for ThreeTurnWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.group {
            ThreeTurnGroup::Chain(group) => write!(f, "{group} at {}", self.stones),
            ThreeTurnGroup::NonChain(group) => write!(f, "{group} at {}", self.stones),
        }
    }
}
