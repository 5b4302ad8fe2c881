//! Engines as players.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use stonegate_minds::{Level, LeveledEngine, Limited, Plan, Thoughts};
use stonegate_stones::{BoardEngine, BoardGame, Decision, Loan, Task};

use super::allowance::Allowance;
use super::threads::ThreadCrew;
use super::{RESIGN, WAIT};
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::seated::Seated;

/// Plays a dedicated game as an engine does, which stays in its seat for the whole game.
pub(super) struct EnginePlayer<E: BoardEngine> {
    /// Makes the engine for a game.
    make: Box<dyn Fn() -> Result<E, PlayerError> + Send>,
    limits: E::Limits,
    crew: ThreadCrew,
    /// How long it may have a processor for a decision, whatever the clock says.
    cpu: Option<Duration>,
    table: Option<Table<E>>,
}

/// What a player has during a game.
#[derive(Debug)]
struct Table<E: BoardEngine> {
    seated: Seated<E::Game>,
    plan: Plan<<E::Game as BoardGame>::Move>,
    engine: E,
}

impl<E: BoardEngine> EnginePlayer<E> {
    /// A player that makes a new engine for each game.
    pub(super) fn new(make: impl Fn() -> E + Send + 'static) -> Self {
        Self::trying(move || Ok(make()))
    }

    /// A player whose engine may be impossible to make.
    pub(super) fn trying(make: impl Fn() -> Result<E, PlayerError> + Send + 'static) -> Self {
        let crew = ThreadCrew { n_threads: 1 };
        Self { make: Box::new(make), limits: E::Limits::default(), crew, cpu: None, table: None }
    }

    pub(super) fn with_limits(self, limits: E::Limits) -> Self {
        Self { limits, ..self }
    }

    pub(super) fn with_threads(self, n_threads: NonZeroUsize) -> Self {
        Self { crew: ThreadCrew { n_threads: n_threads.get() }, ..self }
    }

    pub(super) fn with_cpu(self, cpu: Option<Duration>) -> Self {
        Self { cpu, ..self }
    }
}

impl<E: Limited + 'static> EnginePlayer<E> {
    /// The player at a level, as far as it is below the last one; `seed` draws its mistakes.
    pub(super) fn at_level(self, level: Level, seed: u64) -> Box<dyn Player> {
        if level == Level::MAX {
            return Box::new(self);
        }
        let Self { make, crew, cpu, .. } = self;
        let leveled = move || make().map(|engine| LeveledEngine::new(engine, level, seed));
        let player = EnginePlayer::trying(leveled).with_limits(E::limits(level));
        Box::new(EnginePlayer { crew, cpu, ..player })
    }
}

impl<E: BoardEngine> fmt::Debug for EnginePlayer<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayer")
            .field("limits", &self.limits)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

impl<E: BoardEngine> Player for EnginePlayer<E> {
    fn set_threads(&mut self, threads: NonZeroUsize) {
        self.crew.n_threads = threads.get();
    }

    fn start(&mut self, briefing: &Briefing, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        let seated = Seated::new(briefing)?;
        self.table = Some(Table { seated, plan: Plan::default(), engine: (self.make)()? });
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let Table { seated, plan, engine } = self.table.as_mut().ok_or(PlayerError::Gone)?;
        seated.follow(last)?;
        if !seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        if let Some(action) = plan.take(seated.moves.len(), seated.last()) {
            return Ok(action.to_string());
        }
        let allowance = Allowance::new(turn, self.cpu);
        let elapsed = || allowance.used();
        let loan = Loan { elapsed: &elapsed, crew: &self.crew };
        let task = Task { position: &seated.position, limits: &self.limits, loan };
        let decision = engine.decide(&task, &mut |thought| {
            (turn.thoughts)(&Thoughts::of(thought, &seated.position, allowance.start().elapsed()));
        });
        match decision {
            Decision::Resign => Ok(RESIGN.to_owned()),
            Decision::Play(moves) => plan
                .begin(seated.moves.len(), moves)
                .map(|action| action.to_string())
                .ok_or_else(|| PlayerError::Rules("there is no move".to_owned())),
        }
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.table = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
