//! Where a win by fours can be stopped.

use super::point_set::PointSet;
use super::state::State;
use super::threat::Threat;
use crate::board::{DIRECTIONS, REACH};
use crate::point::Point;
use stonegate_stones::Color;

/// The points where the defender, who is to move, can interfere with a win by fours: those that
/// it uses, and those where the forced answers help the defender to a four. Every other move
/// loses to the same fours.
pub(crate) fn defenses(state: &mut State, attacker: Color, line: &[Point]) -> PointSet {
    let defender = !attacker;
    let mut defenses = PointSet::default();
    let mut turn = attacker;
    add_fours(state, defender, &mut defenses);
    for &point in line {
        defenses.insert(point);
        // Whether a stone is forbidden depends on what lies around it.
        if state.threat(point, turn) == Threat::Doubtful {
            add_surroundings(state, point, &mut defenses);
        }
        state.place(point, turn);
        add_fours(state, defender, &mut defenses);
        turn = !turn;
    }
    for five in state.points(attacker, Threat::Five).iter() {
        defenses.insert(five);
        if state.is_forbidden(five, defender) {
            add_surroundings(state, five, &mut defenses);
        }
    }
    for _ in line {
        state.undo();
    }
    defenses
}

/// Adds the points where a player makes a four or more.
fn add_fours(state: &State, color: Color, points: &mut PointSet) {
    for threat in [Threat::Four, Threat::FourThree, Threat::Wins, Threat::Five, Threat::Doubtful] {
        points.add(state.points(color, threat));
    }
}

fn add_surroundings(state: &State, point: Point, points: &mut PointSet) {
    for step in DIRECTIONS {
        for steps in -(REACH as isize)..=REACH as isize {
            if let Some(near) = point.step(state.size(), step, steps) {
                points.insert(near);
            }
        }
    }
}
