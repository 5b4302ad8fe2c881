//! Where games get ready for play: a few at a time, so that sheets that explode take a
//! bounded part of the machine.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::lock;
use super::open_game::{Compiled, OpenGame};
use crate::prepare::{Prepare, PrepareSettings, Tier};
use crate::tables::Pool;

/// So many built-in games get ready at a time. Each has a first circuit in a moment, so
/// that they share the machine rather than wait for each other.
const N_BUILT_IN: usize = 8;

/// So many brought sheets do: each may take all the memory that a sheet may take.
const N_BROUGHT: usize = 2;

/// So many wait; further ones are played on the reference evaluator until the next
/// time that somebody opens them.
const MAX_WAITING: usize = 200;

#[derive(Debug)]
pub(super) struct Workshop {
    built_in: Pool,
    /// Sheets of which nothing is known do not hold up the built-in games.
    brought: Pool,
    settings: PrepareSettings,
}

impl Workshop {
    pub(super) fn new(settings: PrepareSettings) -> Self {
        let pool = |n_threads| Pool::new("workshop", n_threads, MAX_WAITING);
        Self { built_in: pool(N_BUILT_IN), brought: pool(N_BROUGHT), settings }
    }

    /// Has a game get ready, unless it has been asked for before.
    pub(super) fn prepare(&self, game: &Arc<OpenGame>) {
        let Some(compiled) = game.compiled() else { return };
        if compiled.is_ordered.swap(true, Ordering::Relaxed) {
            return;
        }
        let settings = self.settings.clone();
        let job = {
            // A game that nobody has open any more when its turn comes is left out.
            let game = Arc::downgrade(game);
            move || {
                if let Some(game) = game.upgrade()
                    && let Some(compiled) = game.compiled()
                {
                    make(&game, compiled, settings);
                }
            }
        };
        let benches = if game.card.is_built_in { &self.built_in } else { &self.brought };
        if benches.run(job).is_err() {
            compiled.is_ordered.store(false, Ordering::Relaxed);
        }
    }
}

fn make(game: &OpenGame, compiled: &Compiled, settings: PrepareSettings) {
    let start = Instant::now();
    // `Prepare` keeps to the times of its settings.
    let until = start + settings.ground_time + 2 * settings.optimize_time + Duration::from_mins(1);
    let Compiled { rules, dependencies, times, .. } = compiled;
    let prepare =
        compiled.prepare.get_or_init(|| Arc::new(Prepare::start(rules, dependencies, settings)));
    let quick = prepare.wait_for(Tier::Quick, until).tier();
    lock(times).ready_ms = milliseconds(start);
    game.tell_better();
    if quick < Tier::Optimized {
        let start = Instant::now();
        prepare.wait(until);
        lock(times).optimize_ms = milliseconds(start);
        game.tell_better();
    }
    lock(times).from_cache = prepare.is_from_cache();
}

fn milliseconds(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1e4).round() / 10.0
}
