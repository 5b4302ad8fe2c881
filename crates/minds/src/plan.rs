//! Turns of several moves that are thought out at once.

use std::collections::VecDeque;

/// The rest of a turn that was thought out with its first move.
#[derive(Debug)]
pub struct Plan<M> {
    /// The move before the rest, and how many moves the game has with it.
    last: Option<(usize, M)>,
    rest: VecDeque<M>,
}

impl<M> Default for Plan<M> {
    fn default() -> Self {
        Self { last: None, rest: VecDeque::new() }
    }
}

impl<M: Copy + PartialEq> Plan<M> {
    /// The next move of a game with so many moves, the last of which is this one, if it was thought
    /// out before and the game has gone as expected.
    pub fn take(&mut self, n_moves: usize, last: Option<M>) -> Option<M> {
        let is_expected = self.last == Some((n_moves, last?));
        let next = self.rest.pop_front().filter(|_| is_expected);
        self.last = next.map(|next| (n_moves + 1, next));
        next
    }

    /// The first move of a turn in a game with so many moves; the others are kept for the next
    /// questions.
    pub fn begin(&mut self, n_moves: usize, moves: Vec<M>) -> Option<M> {
        self.rest = moves.into();
        let first = self.rest.pop_front();
        self.last = first.map(|first| (n_moves + 1, first));
        first
    }
}
