//! A game of Go as one of its players sees it.

use stonegate_go::{Color, Game, Move};

use crate::dedicated::Dedicated;
use crate::player::{Briefing, PlayerError};
use crate::ruleset::Ruleset;

/// The game, and whom one plays.
#[derive(Debug)]
pub(crate) struct Seated {
    pub(crate) game: Game,
    pub(crate) color: Color,
}

impl Seated {
    pub(crate) fn new(briefing: &Briefing) -> Result<Self, PlayerError> {
        let Ruleset::Dedicated(Dedicated::Go(setup)) = briefing.ruleset else {
            return Err(PlayerError::Rules("this player plays Go only".to_owned()));
        };
        let color = match briefing.role.as_str() {
            "black" => Color::Black,
            "white" => Color::White,
            role => return Err(PlayerError::Rules(format!("there is no role `{role}`"))),
        };
        let mut seated = Self { game: Game::new(setup.size, setup.rules), color };
        for joint in &briefing.opening {
            seated.follow(Some(joint))?;
        }
        Ok(seated)
    }

    /// Makes the move of the last turn.
    pub(crate) fn follow(&mut self, last: Option<&[String]>) -> Result<(), PlayerError> {
        let Some(joint) = last else { return Ok(()) };
        let impossible = || PlayerError::Rules(format!("{joint:?} is not possible"));
        let text = joint.get(usize::from(self.game.to_move() == Color::White));
        let action = text.and_then(|text| text.parse::<Move>().ok()).ok_or_else(impossible)?;
        self.game.play(action).map_err(|_| impossible())
    }

    pub(crate) fn has_turn(&self) -> bool {
        self.game.to_move() == self.color
    }
}
