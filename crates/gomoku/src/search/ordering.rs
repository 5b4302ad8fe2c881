//! Which moves are worth searching, and in which order.

use super::point_set::PointSet;
use super::state::State;
use super::threat::Threat;
use crate::point::{N_INDICES, Point};
use stonegate_stones::Color;

/// The most moves that are searched at a node.
const WIDTH: usize = 40;

/// How deep moves are remembered by how far from the root they were good.
const N_PLIES: usize = 128;

/// Which moves refuted what came before them.
pub(crate) struct Memory {
    /// How often, wherever that was.
    scores: [[i32; N_INDICES]; 2],
    /// The last two so many plies from the root.
    killers: [[Option<Point>; 2]; N_PLIES],
    /// The last one after a move of the opponent.
    answers: [[Option<Point>; N_INDICES]; 2],
}

/// From where a position is looked at.
#[derive(Copy, Clone)]
pub(crate) struct Picture {
    pub(crate) turn: Color,
    /// The move that was best before.
    pub(crate) best: Option<Point>,
    /// The opponent's last move.
    pub(crate) last: Option<Point>,
    pub(crate) ply: usize,
}

impl Picture {
    /// A position of which nothing else is known.
    pub(crate) const fn new(turn: Color, best: Option<Point>) -> Self {
        Self { turn, best, last: None, ply: 0 }
    }
}

impl Memory {
    /// Beyond this nothing is added: what a move looks like must stay worth more.
    const MAX: i32 = 200;

    /// What it is worth to have refuted something at the same ply, and after the same move.
    const KILLER: i32 = 120;
    const ANSWER: i32 = 60;

    pub(crate) const fn new() -> Self {
        Self {
            scores: [[0; N_INDICES]; 2],
            killers: [[None; 2]; N_PLIES],
            answers: [[None; N_INDICES]; 2],
        }
    }

    /// Another position is the root: plies count from there.
    pub(crate) fn start(&mut self) {
        self.killers = [[None; 2]; N_PLIES];
    }

    /// A move refuted the one before, and other moves that were tried first did not.
    pub(crate) fn reward(&mut self, picture: &Picture, best: Point, tried: &[Point], depth: i32) {
        let step = (depth * depth).min(64);
        let scores = &mut self.scores[picture.turn.index()];
        let mut add = |point: Point, step: i32| {
            let score = &mut scores[point.index()];
            *score += step - *score * step.abs() / Self::MAX;
        };
        add(best, step);
        for &point in tried {
            add(point, -step);
        }
        if let Some(killers) = self.killers.get_mut(picture.ply)
            && killers[0] != Some(best)
        {
            *killers = [Some(best), killers[0]];
        }
        if let Some(last) = picture.last {
            self.answers[picture.turn.index()][last.index()] = Some(best);
        }
    }

    /// How often a move refuted what came before, between -200 and 200.
    pub(crate) fn history(&self, point: Point, color: Color) -> i32 {
        self.scores[color.index()][point.index()]
    }

    /// Whether a move refuted something so many plies from the root.
    pub(crate) fn is_killer(&self, picture: &Picture, point: Point) -> bool {
        self.killers.get(picture.ply).is_some_and(|it| it.contains(&Some(point)))
    }

    fn score(&self, picture: &Picture, point: Point) -> i32 {
        let is_killer = self.is_killer(picture, point);
        let answer = picture.last.and_then(|it| self.answers[picture.turn.index()][it.index()]);
        let killer = if is_killer { Self::KILLER } else { 0 };
        let answer = if answer == Some(point) { Self::ANSWER } else { 0 };
        self.history(point, picture.turn) + killer + answer
    }
}

/// The moves of a player worth searching, the best first. With `defenses` only these are.
pub(crate) fn moves(
    state: &State,
    memory: &Memory,
    picture: &Picture,
    defenses: Option<&PointSet>,
) -> Vec<Point> {
    let turn = picture.turn;
    let score = |point: Point| match picture.best {
        Some(best) if best == point => i32::MAX,
        _ => score(state, point, turn) + memory.score(picture, point),
    };
    let is_free = |point: &Point| state.board().is_empty(*point);
    let busy = state.busy_points();
    let points = defenses.unwrap_or(&busy).iter().filter(is_free);
    let mut scored: Vec<(i32, Point)> = Vec::with_capacity(128);
    scored.extend(points.map(|point| (score(point), point)));
    if scored.is_empty() && defenses.is_none() {
        scored.extend(state.board().empty_points().map(|point| (score(point), point)));
    }
    let best_first = |one: &(i32, Point), other: &(i32, Point)| other.cmp(one);
    if scored.len() > WIDTH {
        scored.select_nth_unstable_by(WIDTH, best_first);
        scored.truncate(WIDTH);
    }
    scored.sort_unstable_by(best_first);
    let allowed = scored.into_iter().map(|(_, point)| point);
    allowed.filter(|&point| !state.is_forbidden(point, turn)).collect()
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
