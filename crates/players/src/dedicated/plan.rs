//! Turns of several moves that are thought out at once.

use std::collections::VecDeque;

use stonegate_stones::BoardGame;

use super::Seated;

/// The rest of a turn that was thought out with its first move.
#[derive(Debug)]
pub(super) struct Plan<G: BoardGame> {
    /// The move before the rest, and how many moves the game has with it.
    last: Option<(usize, G::Move)>,
    rest: VecDeque<G::Move>,
}

impl<G: BoardGame> Default for Plan<G> {
    fn default() -> Self {
        Self { last: None, rest: VecDeque::new() }
    }
}

impl<G: BoardGame> Plan<G> {
    /// The next move, if it was thought out before and the game has gone as expected.
    pub(super) fn take(&mut self, seated: &Seated<G>) -> Option<G::Move> {
        let &(_, action) = seated.moves.last()?;
        let is_expected = self.last == Some((seated.moves.len(), action));
        let next = self.rest.pop_front().filter(|_| is_expected);
        self.last = next.map(|next| (seated.moves.len() + 1, next));
        next
    }

    /// The first move of a turn; the others are kept for the next questions.
    pub(super) fn begin(&mut self, seated: &Seated<G>, moves: Vec<G::Move>) -> Option<G::Move> {
        self.rest = moves.into();
        let first = self.rest.pop_front();
        self.last = first.map(|first| (seated.moves.len() + 1, first));
        first
    }
}
