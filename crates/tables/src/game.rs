//! What a table has to know of the game at it.

use std::fmt;

use stonegate_board::Layout;
use stonegate_compile::{Referee, RefereeError, Tier};

use crate::message::Refusal;
use crate::seat::Sitter;
use crate::table_view::GameView;

/// The game at a table, as the driver of the table has it.
pub trait Game: fmt::Debug + Send + Sync {
    /// The roles, in their order.
    fn roles(&self) -> &[String];

    /// Where facts and moves are on the board, if there is one.
    fn layout(&self) -> Option<&Layout>;

    /// Whether players see what they perceive, and not all moves.
    fn has_percepts(&self) -> bool;

    /// What is played, for those who look at the table.
    fn view(&self) -> GameView;

    /// How well the game can be played at present.
    fn tier(&self) -> Tier;

    /// Somebody who knows the rules, at the initial position, on the best there is.
    fn referee(&self) -> Result<(Tier, Box<dyn Referee>), RefereeError>;

    /// Who sits on a seat by this description, or why nobody can.
    fn sitter(&self, player: &str) -> Result<Sitter, Refusal>;
}
