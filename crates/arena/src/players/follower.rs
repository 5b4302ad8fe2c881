//! Following a game from what a player is told.

use crate::player::{Briefing, PlayerError, Turn};
use crate::referee::{EvaluatorReferee, Referee, RefereeError};
use crate::ruleset::Ruleset;

/// A game as one of its players sees it, straight from the clauses: it is there at
/// once, and one state a turn is not much to ask.
#[derive(Debug)]
pub(super) struct Follower {
    referee: Box<dyn Referee>,
    role: usize,
}

impl Follower {
    pub(super) fn new(briefing: &Briefing, turn: &Turn<'_>) -> Result<Self, PlayerError> {
        let mut referee: Box<dyn Referee> = match &briefing.ruleset {
            Ruleset::Sheet(sheet) => Box::new(EvaluatorReferee::of_sheet(sheet, turn.time_left())?),
            Ruleset::Dedicated(game) => game.referee(),
        };
        for joint in &briefing.opening {
            referee.apply(joint)?;
        }
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
