//! Following a game from what a player is told.

use stonegate_compile::{EvaluatorReferee, Patience, Referee, RefereeError};
use stonegate_gdl::RoleId;

use super::course::Course;
use crate::player::{Briefing, PlayerError, Turn};
use crate::ruleset::Ruleset;
use crate::stopwatch::now;
use stonegate_minds::Thoughts;

/// A game as one of its players sees it, straight from the clauses: it is there at
/// once, and one state a turn is not much to ask.
#[derive(Debug)]
pub(super) struct Follower {
    board: Board,
    role: RoleId,
    course: Course,
}

/// A position and how it was reached.
#[derive(Debug)]
struct Board {
    ruleset: Ruleset,
    referee: Box<dyn Referee>,
    history: Vec<Vec<String>>,
}

impl Follower {
    pub(super) fn new(briefing: &Briefing, turn: &Turn<'_>) -> Result<Self, PlayerError> {
        let mut board = Board::new(&briefing.ruleset, turn)?;
        board.go_to(&briefing.opening, turn)?;
        let role = briefing.role_among(board.referee.roles())?;
        Ok(Self { board, role, course: Course::new(briefing, role) })
    }

    /// Makes the moves of the last turn.
    pub(super) fn follow(
        &mut self,
        last: Option<&[String]>,
        turn: &Turn<'_>,
    ) -> Result<(), PlayerError> {
        let board = &mut self.board;
        let gap = self.course.hear(last, turn, &mut |history| Ok(board.go_to(history, turn)?))?;
        if !gap.is_empty() {
            (turn.thoughts)(&Thoughts { gap, ..Thoughts::default() });
        }
        Ok(())
    }

    /// The player's legal moves, as far as they are known.
    pub(super) fn legal(&mut self) -> Result<Vec<String>, PlayerError> {
        match self.course.likely_moves() {
            Some(moves) => Ok(moves),
            None => Ok(self.board.referee.legal()?[self.role].clone()),
        }
    }

    /// The player's last answer.
    pub(super) fn answered(&self) -> Option<&str> {
        self.course.answered()
    }

    /// Remembers what the player answers.
    pub(super) fn answer(&mut self, action: &str) {
        self.course.answer(action);
    }

    /// The legal move that a text means.
    pub(super) fn recognize(&mut self, text: &str) -> Result<Option<String>, PlayerError> {
        Ok(self.board.referee.recognize(self.role, text)?)
    }

    pub(super) fn facts(&mut self) -> Result<Vec<String>, PlayerError> {
        Ok(self.board.referee.facts()?)
    }
}

impl Board {
    fn new(ruleset: &Ruleset, turn: &Turn<'_>) -> Result<Self, RefereeError> {
        let referee: Box<dyn Referee> = match ruleset {
            Ruleset::Sheet(game) => {
                let patience = Patience { limit: turn.time_left(), now };
                Box::new(EvaluatorReferee::new(&game.rules, patience)?)
            }
            Ruleset::Dedicated(game) => game.referee(),
        };
        Ok(Self { ruleset: ruleset.clone(), referee, history: Vec::new() })
    }

    fn go_to(&mut self, history: &[Vec<String>], turn: &Turn<'_>) -> Result<(), RefereeError> {
        if !history.starts_with(&self.history) {
            *self = Self::new(&self.ruleset, turn)?;
        }
        self.referee.set_patience(turn.time_left());
        for joint in &history[self.history.len()..] {
            self.referee.apply(joint)?;
            self.history.push(joint.clone());
        }
        Ok(())
    }
}

impl From<RefereeError> for PlayerError {
    fn from(error: RefereeError) -> Self {
        Self::Rules(error.to_string())
    }
}
