//! What a position is worth in which nothing is forced.

use super::state::State;
use super::threat::Threat;
use crate::shape::Shape;
use stonegate_stones::Color;

/// What a shape is worth that a stone would make, by its number.
const SHAPES: [i16; 16] = [0, 1, 3, 5, 14, 15, 45, 50, 60, 90, 120, 0, 0, 0, 0, 0];

/// What threats are worth for the player to move, and for the other one. More than three do not
/// help.
const TO_MOVE: [(Threat, i32); 3] =
    [(Threat::Three, 40), (Threat::ThreeThree, 250), (Threat::FourThree, 300)];
const WAITING: [(Threat, i32); 2] = [(Threat::ThreeThree, 80), (Threat::FourThree, 120)];

/// What the lines through an empty point are worth to a player who could move there.
pub(crate) fn worth(shapes: [Shape; 4]) -> i16 {
    shapes.iter().map(|&shape| SHAPES[shape as usize]).sum()
}

/// The value of a quiet position for the player to move.
pub(crate) fn evaluate(state: &State, turn: Color) -> i32 {
    let threats = |color: Color, weights: &[(Threat, i32)]| -> i32 {
        let count = |threat: Threat| state.count(color, threat).min(3) as i32;
        weights.iter().map(|&(threat, worth)| worth * count(threat)).sum()
    };
    let (own, other) = (state.worth(turn), state.worth(!turn));
    own - other + own / 8 + threats(turn, &TO_MOVE) - threats(!turn, &WAITING)
}
