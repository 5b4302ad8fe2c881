//! Engines of dedicated games in their seats.

use std::sync::Arc;
use std::time::Duration;

use stonegate_minds::{Dedicated, Level, LeveledEngine, Limited, Plan, RESIGN, Thoughts, follow};
use stonegate_othello::Weights;
use stonegate_stones::{BoardEngine, BoardGame, Decision, Loan, Task};

use crate::host::Host;

/// What an engine's table of positions may take, in bytes.
const TABLE_BYTES: usize = 32 << 20;

/// What a tree of Go may take.
const TREE_BYTES: usize = 96 << 20;

/// An engine that stays in its seat.
pub(crate) trait BoardSeat {
    /// Thinks about the position after these joint moves for so long, and gives its move.
    fn decide(
        &mut self,
        line: &[Vec<String>],
        time: Duration,
        tell: &mut dyn FnMut(Thoughts),
    ) -> Result<String, String>;
}

struct Seat<E: BoardEngine> {
    setup: <E::Game as BoardGame>::Setup,
    limits: E::Limits,
    engine: E,
    plan: Plan<<E::Game as BoardGame>::Move>,
    host: Host,
}

impl<E: BoardEngine> BoardSeat for Seat<E> {
    fn decide(
        &mut self,
        line: &[Vec<String>],
        time: Duration,
        tell: &mut dyn FnMut(Thoughts),
    ) -> Result<String, String> {
        let mut position = E::Game::start(&self.setup);
        let mut last = None;
        for joint in line {
            let action = follow(&mut position, joint);
            last = Some(action.ok_or_else(|| format!("{joint:?} is not possible"))?);
        }
        if let Some(action) = self.plan.take(line.len(), last) {
            return Ok(action.to_string());
        }
        let now = self.host.now;
        let start = now();
        let elapsed = || now().saturating_sub(start).div_duration_f64(time).min(1.0);
        let loan = Loan { elapsed: &elapsed, crew: &self.host };
        let task = Task { position: &position, limits: &self.limits, loan };
        let decision = self.engine.decide(&task, &mut |thought| {
            tell(Thoughts::of(thought, &position, now().saturating_sub(start)));
        });
        match decision {
            Decision::Resign => Ok(RESIGN.to_owned()),
            Decision::Play(moves) => {
                let first = self.plan.begin(line.len(), moves);
                first.map(|action| action.to_string()).ok_or_else(|| "there is no move".to_owned())
            }
        }
    }
}

/// The engine of a game, at a level.
pub(crate) fn board_seat(game: &Dedicated, level: Level, host: Host) -> Option<Box<dyn BoardSeat>> {
    let seed = (host.random)();
    let go = || stonegate_go::Engine::new(TREE_BYTES, seed);
    let othello = || stonegate_othello::Engine::new(Arc::clone(&Weights::trained()), TABLE_BYTES);
    let at = (game, level, host);
    seat(at, go)
        .or_else(|| seat(at, othello))
        .or_else(|| seat(at, || stonegate_gomoku::Engine::new(TABLE_BYTES)))
        .or_else(|| seat(at, stonegate_connect6::Engine::default))
}

/// An engine in its seat, if it plays the game.
fn seat<E: Limited + 'static>(
    (game, level, host): (&Dedicated, Level, Host),
    engine: impl FnOnce() -> E,
) -> Option<Box<dyn BoardSeat>> {
    let setup = game.setup::<E::Game>()?.clone();
    let engine = LeveledEngine::new(engine(), level, (host.random)());
    let limits = E::limits(level);
    Some(Box::new(Seat { setup, limits, engine, plan: Plan::default(), host }))
}
