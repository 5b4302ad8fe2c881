//! A game of Connect6 as one of its players sees it.

use stonegate_connect6::{Cell, Color, Position};

use crate::dedicated::Dedicated;
use crate::player::{Briefing, PlayerError};
use crate::ruleset::Ruleset;

/// The position, and whom one plays.
#[derive(Debug)]
pub(crate) struct Seated {
    pub(crate) position: Position,
    /// The stones so far, in turns.
    pub(crate) turns: Vec<(Color, Vec<Cell>)>,
    color: Color,
    /// The rest of a turn that was thought out with its first stone, and the position it is for.
    planned: Option<(Position, Cell)>,
}

impl Seated {
    pub(crate) fn new(briefing: &Briefing) -> Result<Self, PlayerError> {
        let Ruleset::Dedicated(Dedicated::Connect6(size)) = briefing.ruleset else {
            return Err(PlayerError::Rules("this player plays Connect6 only".to_owned()));
        };
        let color = match briefing.role.as_str() {
            "black" => Color::Black,
            "white" => Color::White,
            role => return Err(PlayerError::Rules(format!("there is no role `{role}`"))),
        };
        let position = Position::start(size);
        let mut seated = Self { position, turns: Vec::new(), color, planned: None };
        for joint in &briefing.opening {
            seated.follow(Some(joint))?;
        }
        Ok(seated)
    }

    /// Places the stone of the last move.
    pub(crate) fn follow(&mut self, last: Option<&[String]>) -> Result<(), PlayerError> {
        let Some(joint) = last else { return Ok(()) };
        let impossible = || PlayerError::Rules(format!("{joint:?} is not possible"));
        let color = self.position.color();
        let text = joint.get(usize::from(color == Color::White));
        let cell = text.and_then(|text| text.parse::<Cell>().ok()).ok_or_else(impossible)?;
        let is_second = self.position.stones_left() == 1 && !self.position.is_start();
        self.position = self.position.place(cell).map_err(|_| impossible())?;
        match self.turns.last_mut() {
            Some((_, stones)) if is_second => stones.push(cell),
            _ => self.turns.push((color, vec![cell])),
        }
        Ok(())
    }

    pub(crate) fn has_turn(&self) -> bool {
        self.position.color() == self.color
    }

    /// The stone that was thought out before, if the position is the expected one.
    pub(crate) fn planned(&mut self) -> Option<Cell> {
        let (position, cell) = self.planned.take()?;
        (position == self.position).then_some(cell)
    }

    /// The first stone of a turn; the second one is kept for the next question.
    pub(crate) fn begin(&mut self, stones: &[Cell]) -> Result<Cell, PlayerError> {
        let &first = stones.first().ok_or(PlayerError::Gone)?;
        let next = self.position.place(first).ok();
        self.planned = next.zip(stones.get(1).copied());
        Ok(first)
    }
}
