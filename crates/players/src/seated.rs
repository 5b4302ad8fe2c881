//! A game as one of its players sees it.

use stonegate_minds::follow;
use stonegate_stones::{BoardGame, Color};

use crate::player::{Briefing, PlayerError};
use crate::ruleset::Ruleset;

/// The position, and whom one plays.
#[derive(Debug)]
pub(crate) struct Seated<G: BoardGame> {
    pub(crate) position: G,
    /// The moves so far, and whose they were.
    pub(crate) moves: Vec<(Color, G::Move)>,
    pub(crate) color: Color,
}

impl<G: BoardGame> Seated<G> {
    pub(crate) fn new(briefing: &Briefing) -> Result<Self, PlayerError> {
        let setup = match &briefing.ruleset {
            Ruleset::Dedicated(game) => game.setup::<G>(),
            Ruleset::Sheet(_) => None,
        };
        let other = || PlayerError::Rules(format!("this player plays {} only", G::TITLE));
        let position = G::start(setup.ok_or_else(other)?);
        let mut seated = Self { position, moves: Vec::new(), color: briefing.color()? };
        for joint in &briefing.opening {
            seated.follow(Some(joint))?;
        }
        Ok(seated)
    }

    /// Makes the move of the last turn.
    pub(crate) fn follow(&mut self, last: Option<&[String]>) -> Result<(), PlayerError> {
        let Some(joint) = last else { return Ok(()) };
        let turn = self.position.turn();
        let impossible = || PlayerError::Rules(format!("{joint:?} is not possible"));
        let action = follow(&mut self.position, joint).ok_or_else(impossible)?;
        self.moves.push((turn, action));
        Ok(())
    }

    /// The last move.
    pub(crate) fn last(&self) -> Option<G::Move> {
        self.moves.last().map(|&(_, action)| action)
    }

    pub(crate) fn has_turn(&self) -> bool {
        self.position.turn() == self.color
    }
}
