//! The reference evaluator as a player.

use std::ops::Range;
use std::time::Instant;

use stonegate_gdl::Rules;
use stonegate_lanes::{Key, Settings, Tally};
use stonegate_reference::{Budget, EvaluateError, Evaluator};
use stonegate_workbench::engine;
use stonegate_workbench::source::Source;

use crate::clock::{cpu_time, since};
use crate::measure::{Measure, Player, Trial, measure};
use crate::random_game::RandomGame;
use crate::ready::Stages;

/// One evaluator, for one thread.
#[derive(Debug)]
pub struct ReferencePlayer {
    evaluator: Evaluator,
    settings: Settings,
}

impl ReferencePlayer {
    /// Measures games from the initial state.
    pub fn measure(
        source: &Source,
        trial: &Trial,
    ) -> anyhow::Result<(Vec<String>, Stages, Measure)> {
        let (start, cpu_start) = (Instant::now(), cpu_time());
        let rules = engine::rules(source, "play")?.rules;
        let read = start.elapsed();
        let start = Instant::now();
        let mut players = vec![Self::new(&rules, trial.settings)];
        let (generate, cpu) = (start.elapsed(), since(cpu_start));
        players.extend((1..trial.threads).map(|_| Self::new(&rules, trial.settings)));
        let evaluator = &players[0].evaluator;
        let roles = evaluator.roles().iter().map(|&role| evaluator.display(role).to_string());
        let roles = roles.collect();
        let stages = Stages { read, generate, cpu, ..Stages::default() };
        Ok((roles, stages, measure(players, trial, &source.name)?))
    }

    fn new(rules: &Rules, settings: Settings) -> Self {
        Self { evaluator: Evaluator::new(rules), settings }
    }

    /// Plays one game and counts it.
    fn play_game(&mut self, key: Key, tally: &mut Tally) -> Result<(), EvaluateError> {
        let (evaluator, budget) = (&mut self.evaluator, Budget::default());
        let mut game = RandomGame::start(evaluator, key, &budget)?;
        loop {
            let turn = game.turn(evaluator, self.settings.step_limit, &budget)?;
            if let Some(outcome) = turn.outcome {
                return game.count(evaluator, outcome, tally, &budget);
            }
            game.advance(evaluator, &turn.legal, &budget)?;
        }
    }
}

impl Player for ReferencePlayer {
    const MIN_GAMES: u64 = 1;

    fn play(&mut self, games: Range<u64>) -> anyhow::Result<Vec<Tally>> {
        let mut tally = Tally::new(self.evaluator.roles().len());
        for game in games {
            self.play_game(Key::new(self.settings.seed, 0, game), &mut tally)?;
        }
        Ok(vec![tally])
    }
}
