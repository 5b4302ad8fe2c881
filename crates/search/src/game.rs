//! What search needs to know of a game.

use stonegate_ground::{MoveId, RoleId};

/// A game of any number of roles that move at the same time. A role whose turn it is not has one
/// legal move.
///
/// Roles are numbered from 0 and so are the moves of each role; what a move is called is the
/// game's business.
pub trait Game: Send + Sync {
    type State: Clone + Eq + Send + Sync;

    fn n_roles(&self) -> usize;

    fn initial(&self) -> Self::State;

    /// The legal moves of a role, ascending. In a state that is not terminal there may be none for
    /// a role of a flawed game: play ends there as well.
    fn legal(&self, state: &Self::State, role: RoleId) -> Vec<MoveId>;

    /// The state after each role has made a legal move.
    fn apply(&self, state: &Self::State, joint: &[MoveId]) -> Self::State;

    /// The goal of each role, 0 to 100, if the game is over.
    fn outcome(&self, state: &Self::State) -> Option<Vec<u8>>;

    /// Equal for equal states, and for different ones hardly ever.
    fn hash(&self, state: &Self::State) -> u64;

    /// The role that is played by chance, each legal move as likely as the others.
    fn chance(&self) -> Option<RoleId> {
        None
    }

    /// Is it certain that there are two roles beside chance, and that their goals sum up to 100
    /// whenever the game is over? Then what one can enforce the other cannot get.
    fn is_zero_sum(&self) -> bool {
        false
    }

    /// Are questions being cut short? What the game says meanwhile may be wrong, and the search
    /// keeps nothing of it.
    fn is_interrupted(&self) -> bool {
        false
    }

    /// What a position in which the game goes on is worth to a role, 0 to 1, as far as is known:
    /// the middle, if nothing is.
    fn worth(&self, _state: &Self::State, _role: RoleId) -> f32 {
        0.5
    }

    /// Do the rules have goals at all? Where they have none, no move is better than another.
    fn has_goals(&self) -> bool {
        true
    }

    /// The bytes that a state has on the heap, for the memory limit.
    fn heap_bytes(&self, state: &Self::State) -> usize;
}

/// The goals with which a line of play ends that is given up: it reached the step limit, or a role
/// had no legal move. The middle if there are opponents, nothing if there are none.
pub fn goal_of_unfinished(n_roles: usize) -> u8 {
    if n_roles > 1 { 50 } else { 0 }
}
