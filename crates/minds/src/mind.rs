//! What finds good moves, in terms of texts, whatever the game runs on.

use std::fmt;
use std::time::Duration;

use stonegate_compile::Interruption;
use stonegate_gdl::RoleId;
use stonegate_search::Unsuitable;

use crate::thoughts::Thoughts;

/// Thinks about one position after the other. Moves are texts, roles are numbers.
pub trait Mind: fmt::Debug + Send + Sync {
    /// Goes on to the position after a joint move. Says whether the move is legal; if not, nothing
    /// happens.
    fn advance(&self, joint: &[String]) -> bool;

    /// Thinks until `stop` says so or there is nothing left to find out: for a thread to help.
    fn work(&self, stop: &(dyn Fn() -> bool + Sync));

    /// Questions about the rules that are not answered by then, on the clock that the game was
    /// given, are given up.
    fn set_deadline(&self, deadline: Duration);

    /// Ends the questions that threads may be stuck in, if these can take long. Questions are
    /// answered again when the interruption is dropped, which is for after the threads have ended.
    fn interrupt(&self) -> Option<Interruption<'_>> {
        None
    }

    /// Whether the position is unknown because its questions were cut short.
    fn is_cut_short(&self) -> bool;

    /// The best move of a role.
    fn best(&self, role: RoleId) -> Result<String, NoMove>;

    /// How many legal moves a role has.
    fn n_moves(&self, role: RoleId) -> usize;

    /// What is known takes about so many bytes.
    fn bytes(&self) -> usize;

    /// What has been found out, from a role's point of view.
    fn thoughts(&self, role: RoleId) -> Thoughts;
}

/// Why there is no best move.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum NoMove {
    /// The game is over, or the role has no legal move.
    #[error("there is no legal move")]
    Over,
    /// The game is not one for this method.
    #[error("{0}")]
    Unsuitable(Unsuitable),
}
