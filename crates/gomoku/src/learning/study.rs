//! A position with what each of its moves costs.

use crate::patterns::{Cell, Matcher, Pattern, Planes, SIDE, Spot, Window};
use crate::point::Point;
use crate::position::Position;
use crate::search::MoveRater;
use stonegate_stones::Color;

/// A position that the machine had to move in, as its teacher sees it.
#[derive(Debug)]
pub struct Study {
    /// What a move costs: from 0 for the best to 1 for one that throws a won game away.
    costs: Vec<(Point, f32)>,
    /// What moves cost that the teacher did not think worth a look.
    other_cost: f32,
    planes: Planes,
    position: Position,
    best: Point,
}

impl Study {
    /// Rates the moves of a position with a search of some plies. There is nothing to learn where
    /// all moves are equally good.
    pub fn new(position: &Position, rater: &mut MoveRater, depth: u32) -> Option<Self> {
        let ratings = rater.rate(position, depth);
        let (best, best_value) = ratings.iter().copied().max_by_key(|&(_, value)| value)?;
        let cost = |value: i32| (prospect(best_value) - prospect(value)) / 2.0;
        let costs: Vec<(Point, f32)> =
            ratings.into_iter().map(|(point, value)| (point, cost(value))).collect();
        let other_cost = costs.iter().map(|&(_, cost)| cost).fold(0.0, f32::max);
        let planes = Planes::new(position.board(), position.turn());
        let study = Self { costs, other_cost, planes, position: position.clone(), best };
        (other_cost > MIN_COST).then_some(study)
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The move that the teacher would make.
    pub fn best(&self) -> Point {
        self.best
    }

    pub fn cost(&self, point: Point) -> f32 {
        let rated = self.costs.iter().find(|(rated, _)| *rated == point);
        rated.map_or(self.other_cost, |&(_, cost)| cost)
    }

    /// Where a pattern would play, if it matches.
    pub(super) fn answer(&self, symmetries: &[(Pattern, Matcher)]) -> Option<Point> {
        symmetries.iter().find_map(|(pattern, matcher)| {
            Some(matcher.first(&self.planes)?.translate(pattern.spot()))
        })
    }

    /// What lies in a window, with the machine's stones white.
    pub(super) fn cells(&self, window: Window) -> [[Cell; SIDE]; SIDE] {
        let cell = |spot: Spot| match self.position.board().stone(window.translate(spot)) {
            None => Cell::Blank,
            Some(color) if color == self.color() => Cell::White,
            Some(_) => Cell::Black,
        };
        std::array::from_fn(|row| std::array::from_fn(|column| cell(Spot { column, row })))
    }

    pub(super) fn color(&self) -> Color {
        self.position.turn()
    }
}

/// Less than this is no difference.
const MIN_COST: f32 = 0.02;

/// A value of the engine between -1, lost, and 1, won.
fn prospect(value: i32) -> f32 {
    const EVEN: f32 = 500.0;
    let value = value as f32;
    if value.abs() > 20_000.0 { value.signum() } else { value / (value.abs() + EVEN) * 0.8 }
}
