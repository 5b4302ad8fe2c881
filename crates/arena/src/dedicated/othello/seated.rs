//! A game of Othello as one of its players sees it.

use stonegate_othello::{Color, Move, Position, squares};

use crate::dedicated::Dedicated;
use crate::player::{Briefing, PlayerError};
use crate::ruleset::Ruleset;

/// The position, and whom one plays.
#[derive(Debug)]
pub(crate) struct Seated {
    pub(crate) position: Position,
    /// The moves so far.
    pub(crate) moves: Vec<Move>,
    color: Color,
}

impl Seated {
    pub(crate) fn new(briefing: &Briefing) -> Result<Self, PlayerError> {
        let Ruleset::Dedicated(Dedicated::Othello(width)) = briefing.ruleset else {
            return Err(PlayerError::Rules("this player plays Othello only".to_owned()));
        };
        let color = match briefing.role.as_str() {
            "black" => Color::Black,
            "white" => Color::White,
            role => return Err(PlayerError::Rules(format!("there is no role `{role}`"))),
        };
        let mut seated = Self { position: Position::start(width), moves: Vec::new(), color };
        for joint in &briefing.opening {
            seated.follow(Some(joint))?;
        }
        Ok(seated)
    }

    /// Makes the move of the last turn.
    pub(crate) fn follow(&mut self, last: Option<&[String]>) -> Result<(), PlayerError> {
        let Some(joint) = last else { return Ok(()) };
        let impossible = || PlayerError::Rules(format!("{joint:?} is not possible"));
        let text = joint.get(usize::from(self.position.color() == Color::White));
        let action = text.and_then(|text| text.parse::<Move>().ok()).ok_or_else(impossible)?;
        self.position = self.position.play(action).map_err(|_| impossible())?;
        self.moves.push(action);
        Ok(())
    }

    pub(crate) fn has_turn(&self) -> bool {
        self.position.color() == self.color
    }

    /// The move, if there is no choice.
    pub(crate) fn only_move(&self) -> Option<Move> {
        let legal = self.position.legal_moves();
        match legal.count_ones() {
            0 => Some(Move::Pass),
            1 => squares(legal).next().map(Move::Place),
            _ => None,
        }
    }
}
