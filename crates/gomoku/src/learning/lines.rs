//! Learning the weights of the engine's evaluation from games.

use crate::point::Point;
use crate::position::Position;
use crate::rule::{Rule, Size};
use crate::search::{Engine, Limits, Weights, parts};
use stonegate_stones::{Outcome, Random};

/// A value of this many points more makes a game e times as likely to be won as lost.
const SCALE: f32 = 300.0;

/// How strongly a weight is drawn to where it began.
const DECAY: f32 = 2e-5;

/// How far a weight moves where all examples agree.
const RATE: f32 = 0.02;

/// The larger, the more slowly weights move that few examples have.
const CALM: f32 = 1.0;

/// How deep the games are played. Wins by threats are left to be seen: to look for them would take
/// most of the time.
const LIMITS: Limits = Limits { depth: 20, nodes: 500, uses_threats: false };

/// What is decided from the beginning teaches nothing.
const MAX_ADVANTAGE: i32 = 400;

/// Among the first moves of a game some are not the best.
const N_VARIED: usize = 8;

/// Fits weights to positions of which it is known how they ended.
#[derive(Clone, Debug, Default)]
pub struct LineLearner {
    examples: Vec<Example>,
}

#[derive(Clone, Debug)]
struct Example {
    /// The weights that the value is the sum of, and how often.
    parts: Vec<(u16, i16)>,
    /// How often the player to move wins, from 0 to 1.
    target: f32,
}

impl LineLearner {
    pub fn new() -> Self {
        Self::default()
    }

    /// How many positions there are to learn from.
    pub fn n_examples(&self) -> usize {
        self.examples.len()
    }

    /// Adds a position and how often the player to move wins it, from 0 to 1. One that the
    /// evaluation is never asked about, because somebody threatens to win at once, is left out.
    pub fn add(&mut self, position: &Position, target: f64) {
        if let Some(parts) = parts(position) {
            self.examples.push(Example { parts, target: target as f32 });
        }
    }

    /// Plays a game of the engine with itself from random stones, a few plies deep, and adds its
    /// positions. What the player to move expects of one is a mean of how the game ended and what
    /// the search said. Games that are decided from the beginning are left out.
    pub fn play(&mut self, engine: &mut Engine, rule: Rule, random: &mut Random) {
        let mut position = random_opening(rule, random);
        let mut seen = Vec::new();
        let outcome = loop {
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            let report = engine.think(&position, &LIMITS, &|| false, &mut |_| {});
            if let Some((winner, _)) = report.win {
                break Outcome::Win(winner);
            }
            if seen.is_empty() && report.value.abs() > MAX_ADVANTAGE {
                return;
            }
            seen.push((position.clone(), report.value));
            let is_varied = seen.len() < N_VARIED && random.below(8) == 0;
            let varied = is_varied.then(|| stray(&position, report.best?, random)).flatten();
            let point = varied.or(report.best);
            if point.is_none_or(|point| position.play(point).is_err()) {
                return;
            }
        };
        for (position, value) in seen {
            let result = match outcome {
                Outcome::Win(winner) if winner == position.turn() => 1.0,
                Outcome::Win(_) => 0.0,
                Outcome::Draw => 0.5,
            };
            let expected = 1.0 / (1.0 + (-f64::from(value) / f64::from(SCALE)).exp());
            self.add(&position, f64::midpoint(result, expected));
        }
    }

    /// Goes through all positions so many times, in an order in which those of a game do not follow
    /// each other, and returns the weights that this leads to.
    pub fn fit(&self, begin: &Weights, n_rounds: usize) -> Weights {
        let begin = logits(begin);
        let mut weights = begin.clone();
        let mut squares = vec![CALM; weights.len()];
        let mut order: Vec<usize> = (0..self.examples.len()).collect();
        let mut random = Random::new(0, 0);
        for place in (1..order.len()).rev() {
            order.swap(place, random.below(place + 1));
        }
        for example in (0..n_rounds).flat_map(|_| &order).map(|&at| &self.examples[at]) {
            let error = example.expected(&weights) - example.target;
            for &(at, n) in &example.parts {
                let at = at as usize;
                let gradient = error * f32::from(n) + DECAY * (weights[at] - begin[at]);
                squares[at] += gradient * gradient;
                weights[at] -= RATE * gradient / squares[at].sqrt();
            }
        }
        let points: Vec<f32> = weights.iter().map(|weight| weight * SCALE).collect();
        Weights::from_points(&points)
    }

    /// How far the expectations of weights are off: the mean logarithmic loss.
    pub fn loss(&self, weights: &Weights) -> f64 {
        let weights = logits(weights);
        let loss = |example: &Example| {
            let expected = example.expected(&weights).clamp(1e-6, 1.0 - 1e-6);
            let (won, lost) = (expected.ln(), (1.0 - expected).ln());
            -f64::from(example.target * won + (1.0 - example.target) * lost)
        };
        self.examples.iter().map(loss).sum::<f64>() / self.examples.len().max(1) as f64
    }
}

impl Example {
    /// How often the player to move should win by some weights.
    fn expected(&self, weights: &[f32]) -> f32 {
        let terms = self.parts.iter().map(|&(at, n)| weights[at as usize] * f32::from(n));
        1.0 / (1.0 + (-terms.sum::<f32>()).exp())
    }
}

fn logits(weights: &Weights) -> Vec<f32> {
    weights.points().map(|points| points / SCALE).collect()
}

/// Two to eight random stones near each other, anywhere on the board.
fn random_opening(rule: Rule, random: &mut Random) -> Position {
    let mut position = Position::new(rule, Size::FIFTEEN);
    let n_stones = 2 + random.below(7);
    let spread = 2 + random.below(4);
    let center = [random.below(7) + 4, random.below(7) + 4];
    while position.moves().len() < n_stones {
        let [x, y] = center.map(|at| (at + random.below(2 * spread + 1)).checked_sub(spread));
        if let Some(point) = x.zip(y).and_then(|(x, y)| Point::new(x, y)) {
            // Where there is a stone already, another point is drawn.
            let _ = position.play(point);
        }
    }
    position
}

/// A random move near another one.
fn stray(position: &Position, near: Point, random: &mut Random) -> Option<Point> {
    let is_near = |it: &Point| it.x().abs_diff(near.x()) <= 2 && it.y().abs_diff(near.y()) <= 2;
    let points: Vec<Point> = position.legal_moves().filter(is_near).collect();
    points.get(random.below(points.len().max(1))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::static_value;

    #[test]
    fn what_wins_becomes_worth_more() {
        let mut learner = LineLearner::new();
        let mut engine = Engine::new(1 << 20);
        let mut random = Random::new(5, 0);
        for rule in [Rule::Freestyle, Rule::Renju] {
            learner.play(&mut engine, rule, &mut random);
            learner.play(&mut engine, rule, &mut random);
        }
        assert!(learner.n_examples() > 10, "{}", learner.n_examples());
        let before = Weights::shipped();
        let after = learner.fit(before, 5);
        assert!(learner.loss(&after) < learner.loss(before));
    }

    #[test]
    fn the_parts_add_up_to_the_evaluation() {
        let mut random = Random::new(6, 0);
        let mut n_checked = 0;
        for round in 0..60 {
            let position = random_opening(Rule::ALL[round % 4], &mut random);
            let Some(parts) = parts(&position) else { continue };
            let weights: Vec<f32> = Weights::shipped().points().collect();
            let sum: f32 = parts.iter().map(|&(at, n)| weights[at as usize] * f32::from(n)).sum();
            let value = static_value(&position);
            assert!((sum - value as f32).abs() <= 1.0, "{sum} {value}");
            n_checked += 1;
        }
        assert!(n_checked > 20, "{n_checked}");
    }
}
