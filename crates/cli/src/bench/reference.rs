//! The reference evaluator as a player.

use std::ops::Range;
use std::time::Instant;

use stonegate_gdl::{Dependencies, Rules};
use stonegate_lanes::{Key, Settings, Tally};
use stonegate_reference::{Budget, Evaluator, State};

use crate::bench::clock::{cpu_time, since};
use crate::bench::measure::{Measure, Player, Trial, measure};
use crate::bench::ready::Stages;
use crate::engine;
use crate::source::Source;

/// One evaluator, for one thread.
pub(crate) struct ReferencePlayer {
    evaluator: Evaluator,
    settings: Settings,
}

impl ReferencePlayer {
    /// Measures games from the initial state.
    pub(crate) fn measure(
        source: &Source,
        trial: &Trial,
    ) -> anyhow::Result<(Vec<String>, Stages, Measure)> {
        let (start, cpu_start) = (Instant::now(), cpu_time());
        let (rules, dependencies) = engine::rules(source, "play")?;
        let read = start.elapsed();
        let start = Instant::now();
        let mut players = vec![Self::new(&rules, &dependencies, trial.settings)];
        let (generate, cpu) = (start.elapsed(), since(cpu_start));
        players
            .extend((1..trial.threads).map(|_| Self::new(&rules, &dependencies, trial.settings)));
        let evaluator = &players[0].evaluator;
        let roles = evaluator.roles().iter().map(|&role| evaluator.display(role).to_string());
        let roles = roles.collect();
        let stages = Stages { read, generate, cpu, ..Stages::default() };
        Ok((roles, stages, measure(players, trial, &source.name)?))
    }

    fn new(rules: &Rules, dependencies: &Dependencies, settings: Settings) -> Self {
        Self { evaluator: Evaluator::new(rules, dependencies), settings }
    }

    /// Plays one game and counts it.
    fn play_game(&mut self, key: Key, tally: &mut Tally) -> anyhow::Result<()> {
        let n_roles = self.evaluator.roles().len();
        let budget = Budget::default();
        let mut state = self.evaluator.initial(&budget)?;
        for step in 0.. {
            if self.evaluator.is_terminal(&state, &budget)? {
                tally.finished += 1;
                return self.count_goals(&state, tally);
            }
            let mut joint = Vec::with_capacity(n_roles);
            for role in 0..n_roles {
                let legal = self.evaluator.legal(&state, role, &budget)?;
                let pick = key.below(legal.len() as u32, step, role, n_roles) as usize;
                joint.extend(legal.get(pick));
            }
            if joint.len() < n_roles {
                tally.stuck += 1;
                break;
            }
            if step == self.settings.step_limit {
                tally.unfinished += 1;
                break;
            }
            state = self.evaluator.next(&state, &joint, &budget)?;
            tally.steps += 1;
        }
        Ok(())
    }

    fn count_goals(&mut self, state: &State, tally: &mut Tally) -> anyhow::Result<()> {
        let mut is_flawed = false;
        for role in 0..tally.goals.len() {
            let goals = self.evaluator.goals(state, role, &Budget::default())?;
            is_flawed |= goals.len() != 1;
            let goal = u64::try_from(goals.last().copied().unwrap_or_default()).unwrap_or_default();
            tally.goals[role] += goal;
            tally.squares[role] += goal * goal;
        }
        tally.flawed += u64::from(is_flawed);
        Ok(())
    }
}

impl Player for ReferencePlayer {
    const MIN_GAMES: u64 = 1;

    /// The odds are those of the lanes, but not the games: the legal moves come in
    /// another order.
    fn play(&mut self, games: Range<u64>) -> anyhow::Result<Vec<Tally>> {
        let mut tally = Tally::new(self.evaluator.roles().len());
        for game in games {
            self.play_game(Key::new(self.settings.seed, 0, game), &mut tally)?;
        }
        Ok(vec![tally])
    }
}
