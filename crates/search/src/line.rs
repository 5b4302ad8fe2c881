//! The best line of play of a game for one: without opponents, what worked once works again.

use stonegate_ground::MoveId;

/// A line of play and what it is worth.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) goal: u8,
    /// The joint moves that are left to be made.
    pub(crate) joint_moves: Vec<Vec<MoveId>>,
}

impl Line {
    /// The line goes on if the move made is its own.
    pub(crate) fn advance(&mut self, joint: &[MoveId]) {
        if self.joint_moves.first().is_some_and(|first| first == joint) {
            self.joint_moves.remove(0);
        } else {
            *self = Self::default();
        }
    }
}
