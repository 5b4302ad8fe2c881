//! The engine, the seven-step machine and the host's opponent as everybody who plays asks them.

use stonegate_stones::{
    BoardEngine, Decision, Random, Rating, Task, Tell, Thought, decided_goal, expected_goal,
};

use crate::cell::Cell;
use crate::host::host_stone;
use crate::position::Position;
use crate::reading::Reading;
use crate::search::{Engine, Limits, Report};
use crate::seven::seven_steps_watched;

/// So much worth wins three games of four.
const THREE_OF_FOUR: f64 = 60.0;

impl BoardEngine for Engine {
    type Game = Position;
    type Limits = Limits;

    fn decide(&mut self, task: &Task<'_, Self>, tell: Tell<'_, Position>) -> Decision<Cell> {
        let mut tell = |report: &Report| tell(&thought(report));
        let report = self.think(task.position, task.limits, &|| task.loan.is_over(), &mut tell);
        tell(&report);
        Decision::Play(report.stones)
    }
}

fn thought(report: &Report) -> Thought<Cell> {
    let value = if report.is_decided {
        decided_goal(report.value)
    } else {
        expected_goal(report.value, THREE_OF_FOUR)
    };
    let rating = |&action| Rating { action, value, visits: 0, is_proven: report.is_decided };
    Thought {
        moves: report.stones.first().map(rating).into_iter().collect(),
        line: report.stones.clone(),
        value: Some(value),
        depth: report.n_rounds,
        n_states: report.n_nodes,
        reason: report.reason.clone(),
        marks: report.stones.iter().map(ToString::to_string).collect(),
        ..Thought::default()
    }
}

/// The machine of the paper, which tells its reasons.
#[derive(Copy, Clone, Default, Debug)]
pub struct SevenSteps {
    pub reading: Reading,
}

impl BoardEngine for SevenSteps {
    type Game = Position;
    type Limits = ();

    fn decide(&mut self, task: &Task<'_, Self>, tell: Tell<'_, Position>) -> Decision<Cell> {
        let decision = seven_steps_watched(task.position, self.reading, &mut |_| ());
        let reasons = decision.reasons.iter().map(ToString::to_string);
        tell(&Thought {
            reason: reasons.collect::<Vec<_>>().join("; "),
            marks: decision.stones.iter().map(ToString::to_string).collect(),
            ..Thought::default()
        });
        Decision::Play(decision.stones)
    }
}

/// The simple opponent of the competition's host program.
#[derive(Clone, Debug)]
pub struct Host(Random);

impl Host {
    pub const fn new(seed: u64) -> Self {
        Self(Random::new(seed, 0))
    }
}

impl BoardEngine for Host {
    type Game = Position;
    type Limits = ();

    /// One stone at a time.
    fn decide(&mut self, task: &Task<'_, Self>, _tell: Tell<'_, Position>) -> Decision<Cell> {
        Decision::Play(host_stone(task.position, &mut self.0).into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use stonegate_stones::check_engine;

    use super::*;
    use crate::cell::Size;

    #[test]
    fn they_keep_to_the_rules_of_engines() {
        check_engine(Engine::default, &Limits { n_rounds: 2 });
        check_engine(SevenSteps::default, &());
        check_engine(|| Host::new(1), &());
    }

    #[test]
    fn the_table_is_kept_for_the_next_move() {
        let limits = Limits { n_rounds: 3 };
        let mut engine = Engine::default();
        let mut position = Position::start(Size::STANDARD);
        let think = |position: &Position, engine: &mut Engine| {
            engine.think(position, &limits, &|| false, &mut |_| {})
        };
        for text in ["j10", "k11", "j12"] {
            position = position.place(text.parse().unwrap()).unwrap();
        }
        for _ in 0..2 {
            for cell in think(&position, &mut engine).stones {
                position = position.place(cell).unwrap();
            }
        }
        let fresh = think(&position, &mut Engine::default());
        let kept = think(&position, &mut engine);
        assert!(kept.n_nodes < fresh.n_nodes, "{} {}", kept.n_nodes, fresh.n_nodes);
        // What is known of one size says nothing about another.
        think(&Position::start(Size::new(13).unwrap()), &mut engine);
        assert_eq!(think(&position, &mut engine), fresh);
    }
}
