//! How fast random games are played, by a short trial.

use std::sync::Arc;
use std::time::Duration;

use stonegate_compile::ClauseGame;
use stonegate_gdl::RoleId;
use stonegate_lanes::{Engine, Job, Lanes, Settings};
use stonegate_search::Game;

use crate::stopwatch::Stopwatch;

/// A search that has just begun asks for a few games at a time, and on a circuit that is in doubt
/// it never gets far beyond that.
const N_GAMES: u64 = 16;

/// Steps of each game: enough to tell, however large the circuit is.
const N_STEPS: u32 = 8;

/// How long the game is tried straight from its clauses.
const TRIAL: Duration = Duration::from_millis(200);

/// The states per second of few games in the lanes.
pub(crate) fn lanes_speed(engine: &Arc<Engine>) -> f64 {
    let mut lanes = Lanes::new(Arc::clone(engine));
    let job = Job::new(engine.machine().initial(), N_GAMES, 0);
    let settings = Settings { step_limit: N_STEPS, ..Settings::new(1) };
    let work = Stopwatch::start();
    let n_states: u64 = lanes.playouts(&[job], &settings).iter().map(|tally| tally.steps).sum();
    per_second(n_states, work)
}

/// The states per second of games by the rules, always with the first move: which one does not
/// matter here.
pub(crate) fn clauses_speed(game: &ClauseGame) -> f64 {
    let work = Stopwatch::start();
    let mut n_states = 0;
    let mut state = game.initial();
    while work.elapsed() < TRIAL {
        let moves =
            RoleId::first(game.n_roles()).map(|role| game.legal(&state, role).first().copied());
        let joint = moves.collect::<Option<Vec<_>>>();
        state = match joint.filter(|_| game.outcome(&state).is_none()) {
            Some(joint) => game.apply(&state, &joint),
            None => game.initial(),
        };
        n_states += 1;
    }
    per_second(n_states, work)
}

fn per_second(n_states: u64, work: Stopwatch) -> f64 {
    n_states as f64 / work.elapsed().as_secs_f64().max(1e-9)
}
