//! What an engine is asked, and how it answers.

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use stonegate_players::{
    Briefing, Clock, Method, NoMove, PlayerError, PlayerSpec, Resources, Thinker, Thoughts, Turn,
};

use super::seat::{Engine, resources};
use super::shelf::{Place, Shelf};
use crate::catalog::OpenGame;

/// How long an engine may take to follow the game up to the position. It is not a part of the
/// time that it thinks.
const SETUP_TIME: Duration = Duration::from_secs(20);

/// An engine that has so little time left does not give way any more.
const NEXT_TO_NOTHING: Duration = Duration::from_millis(50);

/// A question about a position.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The id of the table.
    pub(super) table: String,
    pub(super) game: Arc<OpenGame>,
    /// The joint moves that lead to the position.
    pub(super) line: Vec<Vec<String>>,
    pub(super) role: usize,
    pub(super) aim: Aim,
    pub(super) engine: Engine,
    pub(super) seconds: f64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Answer {
    pub(super) action: String,
    /// What the move is worth to the role.
    pub(super) value: Option<f64>,
    /// What the position is worth to each role.
    pub(super) values: Option<Vec<f64>>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NoAnswer {
    /// Nobody wants it any more.
    Canceled,
    /// Others want the thread.
    GaveWay,
    /// The rules were not evaluated in time.
    NoTime,
    Failed(String),
}

/// What thoughts are for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Aim {
    Move,
    Hint,
    Analysis,
}

/// Says to an engine that it is to stop, for good or to let others think.
#[derive(Debug, Default)]
pub(super) struct StopSign {
    is_canceled: AtomicBool,
    is_up: AtomicBool,
}

impl StopSign {
    pub(super) fn cancel(&self) {
        self.is_canceled.store(true, Ordering::SeqCst);
        self.is_up.store(true, Ordering::SeqCst);
    }

    pub(super) fn is_canceled(&self) -> bool {
        self.is_canceled.load(Ordering::SeqCst)
    }

    /// Has the engine make room for others.
    pub(super) fn give_way(&self) {
        self.is_up.store(true, Ordering::SeqCst);
    }

    /// Lets the engine think again, unless nobody wants it any more.
    pub(super) fn take_down(&self) {
        self.is_up.store(false, Ordering::SeqCst);
        // Who cancels sets this first, so it is seen here or the sign is put up after it was
        // taken down.
        if self.is_canceled() {
            self.is_up.store(true, Ordering::SeqCst);
        }
    }
}

/// The means of an engine.
pub(super) struct Means<'a> {
    pub(super) threads: NonZeroUsize,
    pub(super) shelf: &'a Shelf,
    pub(super) sign: &'a StopSign,
    /// When it knew the position and began to think.
    pub(super) begun: &'a Cell<Instant>,
    /// Hears the thoughts.
    pub(super) tell: &'a dyn Fn(&Thoughts),
}

impl Question {
    /// Thinks for as long as the question says, of which `spent` is over.
    pub(super) fn think(&self, spent: Duration, means: &Means<'_>) -> Result<Answer, NoAnswer> {
        let last = RefCell::new(Thoughts::default());
        let thoughts = |thoughts: &Thoughts| {
            let thoughts = Thoughts { elapsed: spent + thoughts.elapsed, ..thoughts.clone() };
            (means.tell)(&thoughts);
            *last.borrow_mut() = thoughts;
        };
        let time = Duration::from_secs_f64(self.seconds).saturating_sub(spent);
        let turn = || {
            means.begun.set(Instant::now());
            let deadline = means.begun.get() + time;
            Turn { deadline, canceled: &means.sign.is_up, thoughts: &thoughts }
        };
        let action = match &self.engine {
            Engine::Method(method) => self.search(method, means, &turn),
            Engine::Player(spec) => self.ask_player(spec, time, means, &turn),
        };
        let action = action?;
        let last = last.into_inner();
        let opinion = last.opinions.iter().find(|opinion| opinion.action == action);
        Ok(Answer {
            value: opinion.map(|opinion| opinion.value),
            values: (!last.values.is_empty()).then_some(last.values),
            action,
        })
    }

    /// The best move by a method on the circuit of the game.
    fn search<'a>(
        &self,
        method: &Method,
        means: &Means<'_>,
        turn: &dyn Fn() -> Turn<'a>,
    ) -> Result<String, NoAnswer> {
        let Self { table, game, line, role, aim, .. } = self;
        let place = Place { table: table.clone(), role: *role, aim: *aim, method: method.clone() };
        let prepare = game.prepare().ok_or(NoAnswer::NoTime)?;
        let setup = Instant::now() + SETUP_TIME;
        let mut thinker = means.shelf.take(&place).unwrap_or_else(|| {
            Thinker::new(Arc::clone(prepare), method.clone(), means.threads, setup)
        });
        thinker.set_threads(means.threads);
        // The game came to this position by legal moves.
        thinker.go_to(line, setup).map_err(|_| NoAnswer::NoTime)?;
        let turn = turn();
        thinker.think(*role, &turn);
        let best = thinker.best(*role);
        means.shelf.keep(place, thinker);
        look_at_sign(means.sign, &turn)?;
        best.map_err(|error| match error {
            // There is a legal move: otherwise nobody would have asked.
            NoMove::Over => NoAnswer::NoTime,
            NoMove::Unsuitable(_) => NoAnswer::Failed(error.to_string()),
        })
    }

    /// The move of a player who takes the seat for this question.
    fn ask_player<'a>(
        &self,
        spec: &PlayerSpec,
        time: Duration,
        means: &Means<'_>,
        turn: &dyn Fn() -> Turn<'a>,
    ) -> Result<String, NoAnswer> {
        let Self { game, line, role, .. } = self;
        let (last, opening) = match line.split_last() {
            Some((last, opening)) => (Some(&last[..]), opening.to_vec()),
            None => (None, Vec::new()),
        };
        let briefing = Briefing {
            match_id: game.card.id.clone(),
            role: game.roles()[*role].clone(),
            ruleset: game.ruleset.clone(),
            opening,
            clock: Clock { start: time, play: time },
        };
        let resources = Resources { threads: means.threads, ..resources() };
        let failed = |error: String| NoAnswer::Failed(error);
        let mut player = spec.player(&resources).map_err(|error| failed(error.to_string()))?;
        let turn = turn();
        let answer = player.start(&briefing, &turn).and_then(|()| player.play(last, &turn));
        look_at_sign(means.sign, &turn)?;
        answer.map_err(|error| match error {
            PlayerError::Late => NoAnswer::NoTime,
            other => failed(other.to_string()),
        })
    }
}

/// Whether the thoughts ended because of the sign, and not by themselves.
fn look_at_sign(sign: &StopSign, turn: &Turn<'_>) -> Result<(), NoAnswer> {
    if sign.is_canceled() {
        Err(NoAnswer::Canceled)
    } else if turn.canceled.load(Ordering::SeqCst) && turn.time_left() > NEXT_TO_NOTHING {
        Err(NoAnswer::GaveWay)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_that_means_the_end_stays_up() {
        let sign = StopSign::default();
        sign.give_way();
        assert!(sign.is_up.load(Ordering::SeqCst) && !sign.is_canceled());
        sign.take_down();
        assert!(!sign.is_up.load(Ordering::SeqCst));
        sign.cancel();
        sign.take_down();
        assert!(sign.is_up.load(Ordering::SeqCst) && sign.is_canceled());
    }
}
