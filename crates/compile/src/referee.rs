//! The rules of a game as a match needs them.

mod evaluator;
mod line;
mod machine;

use std::fmt;
use std::time::Duration;

use stonegate_gdl::{Goal, RoleId};
use stonegate_stones::Count;

use crate::spelling::find_spelling;

pub use evaluator::EvaluatorReferee;
pub use machine::MachineReferee;

/// The role that chance plays, each legal move as likely as the others.
pub const CHANCE_ROLE: &str = "random";

/// What the only move of a role is usually called whose turn it is not.
pub const WAIT: &str = "noop";

/// A game in progress, told in text.
///
/// Every game has roles that move at the same time; a role whose turn it is not
/// has one legal move.
pub trait Referee: fmt::Debug + Send {
    /// The roles, in their order.
    fn roles(&self) -> &[String];

    /// How long a question may take from here on, where that has to be said.
    fn set_patience(&mut self, _patience: Duration) {}

    /// The facts of the state.
    fn facts(&mut self) -> Result<Vec<String>, RefereeError>;

    fn is_terminal(&mut self) -> Result<bool, RefereeError>;

    /// The legal moves of each role.
    fn legal(&mut self) -> Result<&[Vec<String>], RefereeError>;

    /// The legal move of a role that a text means, in the spelling of
    /// [`Referee::legal`].
    fn recognize(&mut self, role: RoleId, text: &str) -> Result<Option<String>, RefereeError>;

    /// How many legal moves each role has.
    fn n_legal(&mut self) -> Result<Vec<usize>, RefereeError> {
        Ok(self.legal()?.iter().map(Vec::len).collect())
    }

    /// Makes a joint move, one legal move for each role.
    fn apply(&mut self, joint: &[String]) -> Result<(), RefereeError> {
        let roles = self.roles().to_vec();
        let places = place(&roles, self.legal()?, joint)?;
        self.play(&places)
    }

    /// Makes a joint move: for each role, the place of its move in [`Referee::legal`].
    fn play(&mut self, places: &[usize]) -> Result<(), RefereeError>;

    /// Whether the players see what they perceive, and not all moves.
    fn has_percepts(&self) -> bool {
        false
    }

    /// What each role perceives when these moves are made in the present state; nothing where
    /// everybody sees all moves.
    fn percepts(&mut self, _places: &[usize]) -> Result<Vec<Vec<String>>, RefereeError> {
        Ok(vec![Vec::new(); self.roles().len()])
    }

    /// The same of a joint move in texts.
    fn percepts_of(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, RefereeError> {
        let roles = self.roles().to_vec();
        let places = place(&roles, self.legal()?, joint)?;
        self.percepts(&places)
    }

    /// Takes back the last joint move. False if there is none.
    fn undo(&mut self) -> bool;

    /// All goal values that hold for each role, ascending; in a sound game it is one when the game
    /// is over.
    fn goal_values(&mut self) -> Result<Vec<Vec<Goal>>, RefereeError>;

    /// The goal of each role, from 0 to 100. Where several hold it is the highest,
    /// and where none does it is unknown.
    fn goals(&mut self) -> Result<Vec<Option<u8>>, RefereeError> {
        let values = self.goal_values()?;
        Ok(values.iter().map(|values| values.last().map(|goal| goal.value())).collect())
    }

    /// Of a game that is over, facts without any of which it would not be over in this way: a row
    /// of four, or a chain. None where it cannot be told.
    fn decisive(&mut self) -> Result<Vec<String>, RefereeError> {
        Ok(Vec::new())
    }

    /// The count of a game that is over, where people may settle it.
    fn count(&mut self) -> Option<&mut dyn Count> {
        None
    }
}

/// Why a game cannot go on.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum RefereeError {
    /// The rules take too much time or memory.
    #[error("{0}")]
    TooLarge(String),
    /// The rules make no sense.
    #[error("{0}")]
    Rules(String),
    /// This is not a legal move.
    #[error("`{action}` is not legal for `{role}`")]
    Illegal { role: String, action: String },
    /// There is not one move for each role.
    #[error("there are {found} moves for {expected} roles")]
    WrongNumber { expected: usize, found: usize },
}

/// The place of a move among the legal ones of its role.
pub fn place(
    roles: &[String],
    legal: &[Vec<String>],
    joint: &[String],
) -> Result<Vec<usize>, RefereeError> {
    if joint.len() != roles.len() {
        return Err(RefereeError::WrongNumber { expected: roles.len(), found: joint.len() });
    }
    let places = roles.iter().zip(legal).zip(joint).map(|((role, legal), action)| {
        let illegal = || RefereeError::Illegal { role: role.clone(), action: action.clone() };
        find_spelling(legal, action).ok_or_else(illegal)
    });
    places.collect()
}

/// The legal move that a text means.
pub fn recognize(legal: &[String], text: &str) -> Option<String> {
    let action = stonegate_protocols::ggp::canonical(text)?;
    find_spelling(legal, &action).map(|place| legal[place].clone())
}
