//! The course of a game, as a player is told of it.

use std::sync::Arc;
use std::time::Instant;

use stonegate_compile::GameRules;
use stonegate_gdl::RoleId;

use super::whereabouts::Whereabouts;
use crate::player::{Briefing, PlayerError, Turn};

/// What has happened, as far as it is known.
#[derive(Debug)]
pub(super) struct Course {
    /// For when something does not fit. Dedicated games have none.
    rules: Option<Arc<GameRules>>,
    role: RoleId,
    history: Vec<Vec<String>>,
    /// The player's last answer.
    answered: Option<String>,
    /// While it is not certain what has happened.
    whereabouts: Option<Whereabouts>,
}

/// Goes to the position after a history.
type GoTo<'a> = &'a mut dyn FnMut(&[Vec<String>]) -> Result<(), PlayerError>;

impl Course {
    pub(super) fn new(briefing: &Briefing, role: RoleId) -> Self {
        Self {
            rules: briefing.ruleset.game_rules().cloned(),
            role,
            history: briefing.opening.clone(),
            answered: None,
            whereabouts: None,
        }
    }

    /// The joint moves that have been made, or the likeliest ones.
    pub(super) fn history(&self) -> &[Vec<String>] {
        &self.history
    }

    /// Takes in the moves of the last turn and goes to the position after them, which fails if
    /// they are not legal. Says what is not known of the game; nothing if all is.
    pub(super) fn hear(
        &mut self,
        last: Option<&[String]>,
        turn: &Turn<'_>,
        go_to: GoTo<'_>,
    ) -> Result<String, PlayerError> {
        let Some(told) = last else {
            return go_to(&self.history).map(|()| String::new());
        };
        if self.whereabouts.is_none() {
            self.history.push(told.to_vec());
            let Err(error) = go_to(&self.history) else { return Ok(String::new()) };
            if turn.is_over() {
                // There was no time to find out whether it is legal.
                return Err(error);
            }
            self.history.pop();
            let Some(rules) = &self.rules else { return Err(error) };
            let deadline = Instant::now() + turn.time_left() / 2;
            self.whereabouts = Whereabouts::new(rules, self.role, &self.history, deadline);
        }
        let too_hard = || PlayerError::Rules("it cannot be found out where the game is".to_owned());
        let whereabouts = self.whereabouts.as_mut().ok_or_else(too_hard)?;
        let deadline = Instant::now() + turn.time_left() / 2;
        let heard = whereabouts.hear(told, self.answered.as_deref(), deadline);
        let gap = whereabouts.gap(heard, told);
        self.history = whereabouts.history().to_vec();
        if whereabouts.is_certain() {
            self.whereabouts = None;
        }
        go_to(&self.history).map(|()| gap)
    }

    /// The moves that are legal as far as it is known, if this is not certain.
    pub(super) fn likely_moves(&self) -> Option<Vec<String>> {
        self.whereabouts.as_ref().map(Whereabouts::legal).filter(|moves| !moves.is_empty())
    }

    /// The player's last answer.
    pub(super) fn answered(&self) -> Option<&str> {
        self.answered.as_deref()
    }

    /// Remembers what the player answers.
    pub(super) fn answer(&mut self, action: &str) {
        self.answered = Some(action.to_owned());
    }
}
