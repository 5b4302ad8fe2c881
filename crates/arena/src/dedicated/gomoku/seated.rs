//! A game of Gomoku as one of its players sees it.

use stonegate_gomoku::{Color, Point, Position};

use crate::dedicated::Dedicated;
use crate::player::{Briefing, PlayerError};
use crate::ruleset::Ruleset;

/// The position, and whom one plays.
#[derive(Debug)]
pub(crate) struct Seated {
    pub(crate) position: Position,
    color: Color,
}

impl Seated {
    pub(crate) fn new(briefing: &Briefing) -> Result<Self, PlayerError> {
        let Ruleset::Dedicated(Dedicated::Gomoku(setup)) = &briefing.ruleset else {
            return Err(PlayerError::Rules("this player plays Gomoku only".to_owned()));
        };
        let color = match briefing.role.as_str() {
            "black" => Color::Black,
            "white" => Color::White,
            role => return Err(PlayerError::Rules(format!("there is no role `{role}`"))),
        };
        let mut seated = Self { position: setup.position(), color };
        for joint in &briefing.opening {
            seated.follow(Some(joint))?;
        }
        Ok(seated)
    }

    /// Makes the move of the last turn.
    pub(crate) fn follow(&mut self, last: Option<&[String]>) -> Result<(), PlayerError> {
        let Some(joint) = last else { return Ok(()) };
        let impossible = || PlayerError::Rules(format!("{joint:?} is not possible"));
        let text = joint.get(usize::from(self.position.turn() == Color::White));
        let point = text.and_then(|text| text.parse::<Point>().ok()).ok_or_else(impossible)?;
        self.position.play(point).map_err(|_| impossible())
    }

    pub(crate) fn has_turn(&self) -> bool {
        self.position.turn() == self.color
    }
}

/// A point as moves in matches are written.
pub(crate) fn text(point: Point) -> String {
    point.to_string().to_lowercase()
}
