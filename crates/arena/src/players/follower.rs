//! Following a game from what a player is told.

use stonegate_gdl::{Dependencies, Rules};

use crate::player::{Briefing, PlayerError, Turn};
use crate::referee::{EvaluatorReferee, Referee, RefereeError};

/// A game as one of its players sees it, straight from the clauses: it is there at
/// once, and one state a turn is not much to ask.
#[derive(Debug)]
pub(super) struct Follower {
    referee: EvaluatorReferee,
    role: usize,
}

impl Follower {
    pub(super) fn new(briefing: &Briefing, turn: &Turn<'_>) -> Result<Self, PlayerError> {
        let (rules, _) = Rules::new(&briefing.sheet);
        let dependencies = Dependencies::new(&rules);
        let referee = EvaluatorReferee::new(&rules, &dependencies, turn.time_left())?;
        let role = referee.roles().iter().position(|role| *role == briefing.role);
        let role = role
            .ok_or_else(|| PlayerError::Rules(format!("there is no role `{}`", briefing.role)))?;
        Ok(Self { referee, role })
    }

    /// Makes the moves of the last turn.
    pub(super) fn follow(
        &mut self,
        last: Option<&[String]>,
        turn: &Turn<'_>,
    ) -> Result<(), PlayerError> {
        self.referee.set_patience(turn.time_left());
        if let Some(joint) = last {
            self.referee.apply(joint)?;
        }
        Ok(())
    }

    /// The player's legal moves.
    pub(super) fn legal(&mut self) -> Result<&[String], PlayerError> {
        let role = self.role;
        Ok(&self.referee.legal()?[role])
    }

    /// The legal move that a text means.
    pub(super) fn recognize(&mut self, text: &str) -> Result<Option<String>, PlayerError> {
        Ok(self.referee.recognize(self.role, text)?)
    }

    pub(super) fn facts(&mut self) -> Result<Vec<String>, PlayerError> {
        Ok(self.referee.facts()?)
    }
}

impl From<RefereeError> for PlayerError {
    fn from(error: RefereeError) -> Self {
        Self::Rules(error.to_string())
    }
}
