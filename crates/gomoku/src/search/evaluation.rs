//! What a position is worth in which nothing is forced.
//!
//! A linear function whose weights are learned: of what each player could make of each empty point
//! (the shapes of its four lines, in any order), and of how many points there are for each kind
//! of threat.

use std::collections::BTreeMap;

use super::state::State;
use super::threat::Threat;
use super::weights::{Part, Weights};
use crate::position::Position;
use crate::rule::Rule;
use crate::shape::Shape;
use stonegate_stones::Color;

/// The threats that are counted. More than three of a kind do not help.
pub(crate) const COUNTED: [Threat; 4] =
    [Threat::Three, Threat::ThreeThree, Threat::Four, Threat::FourThree];

/// The most threats of a kind that are told apart.
pub(crate) const MAX_COUNT: usize = 3;

/// What a point is worth to the player to move, and to the other one.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub(crate) struct Worth {
    to_move: i16,
    waiting: i16,
}

/// The worth of many points.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub(crate) struct Sum {
    to_move: i32,
    waiting: i32,
}

impl Sum {
    #[inline]
    pub(crate) fn replace(&mut self, old: Worth, new: Worth) {
        self.to_move += i32::from(new.to_move) - i32::from(old.to_move);
        self.waiting += i32::from(new.waiting) - i32::from(old.waiting);
    }
}

/// What the lines through an empty point are worth to a player who could move there.
pub(crate) fn worth(shapes: [Shape; 4], is_restricted: bool) -> Worth {
    let worth = |is_to_move: bool| {
        let part = Part::Point { shapes, is_restricted };
        part.indices(is_to_move).map(|index| Weights::shipped().get(index)).sum()
    };
    Worth { to_move: worth(true), waiting: worth(false) }
}

/// The value of a quiet position for the player to move.
pub(crate) fn evaluate(state: &State, turn: Color) -> i32 {
    let weights = Weights::shipped();
    let threats = |color: Color, is_to_move: bool| -> i32 {
        let worth = |threat: Threat| {
            let count = state.count(color, threat).min(MAX_COUNT);
            i32::from(weights.threats(threat, count, is_to_move))
        };
        COUNTED.into_iter().map(worth).sum()
    };
    let points = state.worth(turn).to_move - state.worth(!turn).waiting;
    (points + threats(turn, true) - threats(!turn, false)) / Weights::UNIT
}

/// The weights that the value of a quiet position is the sum of, and how often each is added.
/// Nothing if somebody threatens to win at once.
pub(crate) fn parts(position: &Position) -> Option<Vec<(u16, i16)>> {
    let (state, turn) = (State::new(position.board(), position.rule()), position.turn());
    let is_urgent =
        |color: Color| state.count(color, Threat::Five) + state.count(color, Threat::Wins) > 0;
    if Color::ALL.into_iter().any(is_urgent) {
        return None;
    }
    let mut counts = BTreeMap::new();
    for (color, sign) in [(turn, 1), (!turn, -1)] {
        let mut add = |part: Part| {
            for index in part.indices(color == turn) {
                *counts.entry(index as u16).or_insert(0) += sign;
            }
        };
        let is_restricted = state.rule() == Rule::Renju && color == Color::Black;
        for point in state.board().empty_points() {
            let shapes = std::array::from_fn(|direction| state.shape(point, color, direction));
            if shapes != [Shape::Dead; 4] {
                add(Part::Point { shapes, is_restricted });
            }
        }
        for (kind, &threat) in COUNTED.iter().enumerate() {
            add(Part::Threats { kind, count: state.count(color, threat).min(MAX_COUNT) });
        }
    }
    Some(counts.into_iter().filter(|&(_, n)| n != 0).collect())
}

/// What a quiet position is worth to the player to move, without a search.
#[cfg(test)]
pub(crate) fn static_value(position: &Position) -> i32 {
    evaluate(&State::new(position.board(), position.rule()), position.turn())
}
