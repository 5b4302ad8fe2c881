//! Counting lines of play: the truth of the rules in one number.

use std::ops::AddAssign;

use crate::game::BoardGame;

/// How many lines of play there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// All of them.
    pub all: u64,
    /// Those that reach the end of the game before their last move.
    pub ended: u64,
}

impl AddAssign for Lines {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.ended += other.ended;
    }
}

/// Counts the lines of `depth` moves from a position on.
///
/// A game that has ended counts as one line at every greater depth. The last move is not made:
/// the legal ones are counted.
pub fn perft<G: BoardGame>(game: &G, depth: u32) -> Lines {
    if depth == 0 {
        return Lines { all: 1, ended: 0 };
    }
    if game.outcome().is_some() {
        return Lines { all: 1, ended: 1 };
    }
    let legal = game.legal();
    if depth == 1 {
        return Lines { all: legal.len() as u64, ended: 0 };
    }
    let mut lines = Lines::default();
    for action in legal {
        let mut next = game.clone();
        next.play(action).expect("it is one of the legal moves");
        lines += perft(&next, depth - 1);
    }
    lines
}
