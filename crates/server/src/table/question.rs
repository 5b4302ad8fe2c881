//! What an engine is asked, and how it answers.

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use stonegate_players::{
    Briefing, Clock, Method, NoMove, PlayerError, PlayerSpec, Sight, TablePlayer, Thinker,
    Thoughts, Turn,
};
use stonegate_tables::{Aim, Answer};

use super::kept::{KeptEngines, Mind, Place};
use super::seating::{Engine, resources};
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
    pub(super) engine: Engine,
    pub(super) asked: stonegate_tables::Question,
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
    pub(super) kept: &'a KeptEngines,
    pub(super) sign: &'a StopSign,
    /// When it knew the position and began to think.
    pub(super) begun: &'a Cell<Instant>,
    /// Hears the thoughts.
    pub(super) tell: &'a dyn Fn(&Thoughts),
}

impl Question {
    pub(super) fn aim(&self) -> Aim {
        self.asked.aim
    }

    /// Thinks for as long as the question says, of which `spent` is over.
    pub(super) fn think(&self, spent: Duration, means: &Means<'_>) -> Result<Answer, NoAnswer> {
        let last = RefCell::new(Thoughts::default());
        let thoughts = |thoughts: &Thoughts| {
            let thoughts = Thoughts { elapsed: spent + thoughts.elapsed, ..thoughts.clone() };
            (means.tell)(&thoughts);
            *last.borrow_mut() = thoughts;
        };
        let time = Duration::from_secs_f64(self.asked.seconds).saturating_sub(spent);
        let turn = || {
            means.begun.set(Instant::now());
            let deadline = means.begun.get() + time;
            Turn { deadline, canceled: &means.sign.is_up, thoughts: &thoughts }
        };
        let action = match &self.engine {
            // Where little is seen, whoever searches is told what a player is told.
            Engine::Method(_) if self.asked.sights.is_some() => {
                self.ask_player(&self.guesser(), time, means, &turn)
            }
            Engine::Method(method) => self.search(method, means, &turn),
            Engine::Player(spec) | Engine::Board(spec) => self.ask_player(spec, time, means, &turn),
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

    /// Who plays a game with hidden information by this description.
    fn guesser(&self) -> PlayerSpec {
        let asked = self.asked.player.as_deref().unwrap_or("mcts").parse();
        asked.unwrap_or_else(|_| "mcts".parse().expect("there is such a player"))
    }

    /// Where the engine is kept between two questions.
    fn place(&self) -> Place {
        let (role, aim, player) = (self.asked.role, self.asked.aim, self.asked.player.clone());
        Place { table: self.table.clone(), role, aim, player }
    }

    /// The best move by a method on the circuit of the game.
    fn search<'a>(
        &self,
        method: &Method,
        means: &Means<'_>,
        turn: &dyn Fn() -> Turn<'a>,
    ) -> Result<String, NoAnswer> {
        let prepare = self.game.prepare().ok_or(NoAnswer::NoTime)?;
        let setup = Instant::now() + SETUP_TIME;
        let mut thinker = match means.kept.take(&self.place()) {
            Some(Mind::Thinker(thinker)) => thinker,
            _ => Thinker::new(Arc::clone(prepare), method.clone(), means.threads, setup),
        };
        thinker.set_threads(means.threads);
        // The game came to this position by legal moves.
        thinker.go_to(&self.asked.line, setup).map_err(|_| NoAnswer::NoTime)?;
        let turn = turn();
        thinker.think(self.asked.role, &turn);
        let best = thinker.best(self.asked.role);
        means.kept.keep(self.place(), Mind::Thinker(thinker));
        look_at_sign(means.sign, &turn)?;
        best.map_err(|error| match error {
            // There is a legal move: otherwise nobody would have asked.
            NoMove::Over => NoAnswer::NoTime,
            NoMove::Unsuitable(_) => NoAnswer::Failed(error.to_string()),
        })
    }

    /// The move of a player, which stays in its seat.
    fn ask_player<'a>(
        &self,
        spec: &PlayerSpec,
        time: Duration,
        means: &Means<'_>,
        turn: &dyn Fn() -> Turn<'a>,
    ) -> Result<String, NoAnswer> {
        let mut player = match means.kept.take(&self.place()) {
            Some(Mind::Player(player)) => player,
            _ => TablePlayer::new(spec.clone(), resources(), self.briefing(time)),
        };
        player.set_threads(means.threads);
        let begun = Cell::new(None);
        let begin = || {
            let turn = turn();
            begun.set(Some(turn));
            turn
        };
        let sight = |sight: &stonegate_tables::Sight| Sight {
            action: Some(sight.action.clone()),
            percepts: sight.percepts.clone(),
        };
        let sights = self.asked.sights.as_ref();
        let answer = match sights.map(|sights| sights.iter().map(sight).collect::<Vec<_>>()) {
            Some(sights) => player.play_blind(&sights, &means.sign.is_up, &begin),
            None => player.play(&self.asked.line, &means.sign.is_up, &begin),
        };
        means.kept.keep(self.place(), Mind::Player(player));
        if let Some(turn) = begun.get() {
            look_at_sign(means.sign, &turn)?;
        }
        answer.map_err(|error| match error {
            PlayerError::Late => NoAnswer::NoTime,
            other => NoAnswer::Failed(other.to_string()),
        })
    }

    fn briefing(&self, time: Duration) -> Briefing {
        Briefing {
            match_id: self.game.card.id.clone(),
            role: self.game.card.roles[self.asked.role].clone(),
            ruleset: self.game.ruleset.clone(),
            opening: Vec::new(),
            clock: Clock { start: time, play: time },
        }
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
