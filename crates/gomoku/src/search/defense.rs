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

/// The points where the defender can interfere with every open four and every two fours that the
/// attacker could make at once.
pub(crate) fn against_open_fours(state: &mut State, attacker: Color) -> PointSet {
    let wins: Vec<Point> = state.points(attacker, Threat::Wins).iter().collect();
    let sets = wins.into_iter().map(|win| defenses(state, attacker, &[win]));
    sets.reduce(|one, other| one.common(&other)).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::rule::{Rule, Size};

    #[track_caller]
    fn check_open_fours(stones: &str, expected: &[&str]) {
        let mut board = Board::new(Size::FIFTEEN);
        for stone in stones.split(' ') {
            board.place(stone.parse().unwrap(), Color::Black);
        }
        let mut state = State::new(&board, Rule::Freestyle);
        let found: Vec<Point> = against_open_fours(&mut state, Color::Black).iter().collect();
        let expected: Vec<Point> = expected.iter().map(|point| point.parse().unwrap()).collect();
        assert_eq!(found, expected, "{stones}");
    }

    #[test]
    fn an_answer_is_good_against_all_open_fours() {
        check_open_fours("g8 h8 i8", &["f8", "j8"]);
        check_open_fours("b8 c8 d8", &["a8", "e8", "f8"]);
        check_open_fours("f8 g8 i8", &["e8", "h8", "j8"]);
        // Nothing helps against two open threes in different places.
        check_open_fours("c3 d3 e3 k11 l11 m11", &[]);
    }
}
