//! Which moves are worth searching, and in which order.

use super::point_set::PointSet;
use super::state::State;
use super::threat::Threat;
use crate::point::{N_INDICES, Point};
use stonegate_stones::Color;

/// The most moves that are searched at a node.
const WIDTH: usize = 40;

/// How often moves refuted what came before them, wherever that was.
pub(crate) struct History {
    scores: [[i32; N_INDICES]; 2],
}

impl History {
    /// Beyond this nothing is added: what a move looks like must stay worth more.
    const MAX: i32 = 200;

    pub(crate) const fn new() -> Self {
        Self { scores: [[0; N_INDICES]; 2] }
    }

    /// A move refuted the one before, and other moves that were tried first did not.
    pub(crate) fn reward(&mut self, color: Color, best: Point, tried: &[Point], depth: i32) {
        let step = (depth * depth).min(64);
        let scores = &mut self.scores[color.index()];
        let mut add = |point: Point, step: i32| {
            let score = &mut scores[point.index()];
            *score += step - *score * step.abs() / Self::MAX;
        };
        add(best, step);
        for &point in tried {
            add(point, -step);
        }
    }

    fn get(&self, point: Point, color: Color) -> i32 {
        self.scores[color.index()][point.index()]
    }
}

/// The moves of a player worth searching, the best first. With `defenses` only these are.
pub(crate) fn moves(
    state: &State,
    history: &History,
    turn: Color,
    best: Option<Point>,
    defenses: Option<&PointSet>,
) -> Vec<Point> {
    let score = |point: Point| match best {
        Some(best) if best == point => i32::MAX,
        _ => score(state, point, turn) + history.get(point, turn),
    };
    let is_free = |point: &Point| state.board().is_empty(*point);
    let busy = state.busy_points();
    let points = defenses.unwrap_or(&busy).iter().filter(is_free);
    let mut scored: Vec<(i32, Point)> = Vec::with_capacity(128);
    scored.extend(points.map(|point| (score(point), point)));
    if scored.is_empty() && defenses.is_none() {
        scored.extend(state.board().empty_points().map(|point| (score(point), point)));
    }
    scored.sort_unstable_by(|one, other| other.cmp(one));
    let allowed = scored.into_iter().map(|(_, point)| point);
    allowed.filter(|&point| !state.is_forbidden(point, turn)).take(WIDTH).collect()
}

/// How promising a move looks.
fn score(state: &State, point: Point, turn: Color) -> i32 {
    let own = match state.threat(point, turn) {
        Threat::FourThree => 2000,
        Threat::ThreeThree => 1000,
        Threat::Four | Threat::Three => 100,
        _ => 0,
    };
    let other = match state.threat(point, !turn) {
        Threat::Wins => 1500,
        Threat::FourThree => 900,
        Threat::ThreeThree => 500,
        Threat::Three => 40,
        _ => 0,
    };
    own + other + state.interest(point, turn)
}
