//! Where games get ready for play: a few at a time, so that sheets that explode take a
//! bounded part of the machine.

use std::sync::Arc;
use std::time::Instant;

use stonegate_compile::Tier;
use stonegate_players::{Prepare, PrepareSettings};

use super::open_game::{Compiled, OpenGame};
use crate::pool::{Bounds, Full, Pool};
use crate::visitor::Visitor;

/// So many built-in games get ready at a time. Each has a first circuit in a moment, so
/// that they share the machine rather than wait for each other.
const N_BUILT_IN: usize = 8;

/// So many brought sheets do: each may take all the memory that a sheet may take.
const N_BROUGHT: usize = 2;

/// So many wait of one visitor.
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
        let pool = |n_threads, running_each| {
            Pool::new("workshop", Bounds { n_threads, running_each, waiting_each: MAX_WAITING })
        };
        let (built_in, brought) = (pool(N_BUILT_IN, N_BUILT_IN), pool(N_BROUGHT, N_BROUGHT - 1));
        Self { built_in, brought, settings }
    }

    /// Has a game get ready, unless the visitor has asked for it before. Who asks for what another
    /// has ordered, too, need not wait until it is that other's turn.
    pub(super) fn prepare(&self, game: &Arc<OpenGame>, visitor: Visitor) -> Result<(), Full> {
        let Some(compiled) = game.compiled() else { return Ok(()) };
        if compiled.prepare.get().is_some() || !compiled.orders.lock().insert(visitor) {
            return Ok(());
        }
        let settings = self.settings.clone();
        let job = {
            // A game that nobody has open any more when its turn comes is left out.
            let game = Arc::downgrade(game);
            move || {
                if let Some(game) = game.upgrade()
                    && let Some(compiled) = game.compiled()
                {
                    make(&game, compiled, &settings);
                }
            }
        };
        let benches = if game.card.is_built_in { &self.built_in } else { &self.brought };
        benches.run(visitor, job).inspect_err(|_| {
            compiled.orders.lock().remove(&visitor);
        })
    }
}

fn make(game: &OpenGame, compiled: &Compiled, settings: &PrepareSettings) {
    let start = Instant::now();
    let Compiled { game: rules, times, .. } = compiled;
    let mut is_first = false;
    let prepare = compiled.prepare.get_or_init(|| {
        is_first = true;
        Arc::new(Prepare::start(rules, settings))
    });
    if !is_first {
        return;
    }
    game.tell_prepared();
    // It keeps to the limits of its settings, and tells if it fails.
    let quick = prepare.wait_for(Tier::Quick, None).tier();
    times.lock().ready_ms = milliseconds(start);
    game.tell_better();
    if quick < Tier::Optimized {
        let start = Instant::now();
        prepare.wait_for(Tier::Optimized, None);
        times.lock().optimize_ms = milliseconds(start);
        game.tell_better();
    }
    times.lock().from_cache = prepare.is_from_cache();
}

fn milliseconds(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1e4).round() / 10.0
}
