//! Thinking about the positions of a game by the clock, while the game is still getting ready.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use stonegate_compile::Tier;
use stonegate_gdl::RoleId;

use crate::compiling::Progress;
use crate::mind::{Method, mind};
use crate::player::Turn;
use crate::prepare::{Prepare, Ready};
use crate::stopwatch::{Stopwatch, time_of};
use stonegate_minds::Thoughts;
use stonegate_minds::{Mind, NoMove};

/// How often thoughts are told.
const TELLING: Duration = Duration::from_millis(100);

/// A machine that is changed over to may need so long for its first games.
const CHANGING: Duration = Duration::from_millis(20);

/// Thinks about one position of a game after the other.
///
/// It begins with whatever the game can be played on, and changes over when something better is
/// ready. What was thought before is lost then, so a machine gives way to a better one in the first
/// half of the time only, or when the position changes, and the clauses to a machine only where the
/// time left is enough to make up for it.
pub struct Thinker {
    prepare: Arc<Prepare>,
    method: Method,
    threads: NonZeroUsize,
    /// For questions about the rules.
    deadline: Instant,
    /// How long each thread may have a processor for a move, whatever the clock says.
    cpu: Option<Duration>,
    /// The joint moves that lead to the position.
    history: Vec<Vec<String>>,
    tier: Tier,
    mind: Arc<dyn Mind>,
    /// A move was not understood, perhaps for want of time: the mind may not know where it is.
    is_lost: bool,
}

/// Why thinking ends.
#[derive(PartialEq)]
enum Pause {
    /// The turn is over, or nothing is left to find out.
    Done,
    /// The game can be played on something better.
    Overtaken,
}

/// A move in the history of a game is not legal there.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("`{}` is not legal in turn {}", .joint.join("`, `"), .ply + 1)]
pub struct IllegalHistory {
    /// Its place, counted from 0.
    pub ply: usize,
    pub joint: Vec<String>,
}

impl Thinker {
    /// Starts in the initial position. Questions about the rules that are not answered by the
    /// deadline are given up.
    pub fn new(
        prepare: Arc<Prepare>,
        method: Method,
        threads: NonZeroUsize,
        deadline: Instant,
    ) -> Self {
        let ready = ready(&prepare, &method);
        let mind = mind(&ready, prepare.canonical(), &method, deadline);
        let tier = ready.tier();
        let history = Vec::new();
        let is_lost = mind.is_cut_short();
        Self { prepare, method, threads, deadline, cpu: None, history, tier, mind, is_lost }
    }

    /// What the game runs on and will run on.
    pub(crate) fn prepare(&self) -> Arc<Prepare> {
        Arc::clone(&self.prepare)
    }

    /// How many threads think from here on.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
    }

    /// What the game runs on.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Goes to the position after these joint moves. What is known of it is kept if it comes after
    /// the present one.
    ///
    /// If a move is not legal, or if it is not known by the deadline whether it is, the position is
    /// the one before it.
    pub fn go_to(
        &mut self,
        history: &[Vec<String>],
        deadline: Instant,
    ) -> Result<(), IllegalHistory> {
        self.set_deadline(deadline);
        let is_ahead = history.starts_with(&self.history) && history.len() > self.history.len();
        let ready = ready(&self.prepare, &self.method);
        if self.is_lost || ready.tier() > self.tier || !(is_ahead || history == self.history) {
            self.tier = ready.tier();
            self.mind = mind(&ready, self.prepare.canonical(), &self.method, self.deadline);
            self.is_lost = self.mind.is_cut_short();
            self.history.clear();
        }
        for (ply, joint) in history.iter().enumerate().skip(self.history.len()) {
            if !self.mind.advance(joint) {
                self.is_lost = true;
                return Err(IllegalHistory { ply, joint: joint.clone() });
            }
            self.history.push(joint.clone());
        }
        Ok(())
    }

    /// Lets each thread have a processor for so long at most in each turn, whatever the clock says.
    pub fn limit_cpu(&mut self, cpu: Option<Duration>) {
        self.cpu = cpu;
    }

    /// Thinks until the turn is over or there is nothing left to find out, and tells its thoughts
    /// from a role's point of view.
    pub fn think(&mut self, role: RoleId, turn: &Turn<'_>) {
        self.set_deadline(turn.deadline);
        let start = Instant::now();
        if matches!(self.method.plain(), Method::AlphaBeta { .. }) && self.tier == Tier::Reference {
            // Whether it can play the game at all is known of a machine only.
            while self.prepare.best().tier() == Tier::Reference
                && self.prepare.progress() == Progress::Working
                && !turn.is_over()
            {
                let next_look = turn.deadline.min(Instant::now() + TELLING);
                self.prepare.wait_for(Tier::Quick, next_look);
            }
        }
        let half_time = start + turn.time_left() / 2;
        while self.think_on_this_tier(role, turn, start, half_time) == Pause::Overtaken {
            let history = self.history.clone();
            // The history was legal before, and all tiers play the same game.
            let _ = self.go_to(&history, turn.deadline);
        }
    }

    fn think_on_this_tier(
        &self,
        role: RoleId,
        turn: &Turn<'_>,
        start: Instant,
        half_time: Instant,
    ) -> Pause {
        let (deadline, canceled) = (turn.deadline, turn.canceled);
        let is_overtaken = AtomicBool::new(false);
        let stop = || {
            let now = Instant::now();
            let may_change = match (self.method.plain(), self.tier) {
                (Method::Mcts(_), Tier::Reference) => {
                    let left = deadline.saturating_duration_since(now);
                    pays(self.prepare.gain(), now.saturating_duration_since(start), left)
                }
                (_, Tier::Reference) => true,
                _ => now < half_time,
            };
            if may_change && ready(&self.prepare, &self.method).tier() > self.tier {
                is_overtaken.store(true, Ordering::Relaxed);
            }
            is_overtaken.load(Ordering::Relaxed)
                || canceled.load(Ordering::Relaxed)
                || now >= deadline
        };
        let n_working = AtomicUsize::new(self.threads.get());
        let teller = thread::current();
        // It ends when all threads have: whoever asks next gets an answer.
        let mut interruption = None;
        let work = || {
            let _done = Done { n_working: &n_working, teller: &teller };
            let work = Stopwatch::start();
            let is_spent = || self.cpu.is_some_and(|cpu| work.elapsed() >= cpu);
            self.mind.work(&|| stop() || is_spent());
        };
        thread::scope(|scope| {
            let is_started = |_: &usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
            let n_started = (0..self.threads.get()).filter(is_started).count();
            // Where the system has no room for threads, fewer do, or this one alone.
            n_working.fetch_sub(self.threads.get() - n_started, Ordering::AcqRel);
            if n_started == 0 {
                n_working.fetch_add(1, Ordering::AcqRel);
                work();
            }
            let mut next_telling = start + TELLING;
            while n_working.load(Ordering::Acquire) > 0 && !stop() {
                let now = Instant::now();
                if now >= next_telling {
                    (turn.thoughts)(&self.thoughts(role, start));
                    next_telling = now + TELLING;
                }
                let until = next_telling.min(deadline);
                thread::park_timeout(until.saturating_duration_since(Instant::now()));
            }
            interruption = self.mind.interrupt();
        });
        drop(interruption);
        (turn.thoughts)(&self.thoughts(role, start));
        if is_overtaken.into_inner() && !turn.is_over() { Pause::Overtaken } else { Pause::Done }
    }

    fn set_deadline(&mut self, deadline: Instant) {
        self.deadline = deadline;
        self.mind.set_deadline(time_of(deadline));
    }

    /// The best move of a role.
    pub fn best(&self, role: RoleId) -> Result<String, NoMove> {
        self.mind.best(role)
    }

    /// What is known takes about so many bytes.
    pub fn bytes(&self) -> usize {
        self.mind.bytes()
    }

    /// Whether a role has more than one legal move.
    pub fn has_choice(&self, role: RoleId) -> bool {
        self.mind.n_moves(role) > 1
    }

    /// What has been found out since a moment, from a role's point of view.
    pub(crate) fn thoughts(&self, role: RoleId, start: Instant) -> Thoughts {
        Thoughts { elapsed: start.elapsed(), ..self.mind.thoughts(role) }
    }
}

/// What to think with: random games take whatever they are fastest on.
fn ready(prepare: &Prepare, method: &Method) -> Ready {
    match method {
        Method::Mcts(_) => prepare.fastest(),
        Method::Leveled(method, _) => ready(prepare, method),
        Method::Board(..)
        | Method::AlphaBeta { .. }
        | Method::Greedy { .. }
        | Method::Learned(..) => prepare.best(),
    }
}

/// Whether more games are played if all that were played so far are lost, and those in the time left
/// are so many times as fast, once they have begun.
fn pays(gain: f64, spent: Duration, left: Duration) -> bool {
    gain * left.saturating_sub(CHANGING).as_secs_f64() > (spent + left).as_secs_f64()
}

/// Tells that a thread has stopped working, also if it panics.
struct Done<'a> {
    n_working: &'a AtomicUsize,
    teller: &'a Thread,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.n_working.fetch_sub(1, Ordering::Release);
        self.teller.unpark();
    }
}

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinker")
            .field("tier", &self.tier)
            .field("history", &self.history)
            .field("mind", &self.mind)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_little_faster_is_worth_it_early_only() {
        let pays = |gain, spent, left| {
            super::pays(gain, Duration::from_secs(spent), Duration::from_secs(left))
        };
        assert!(pays(1.1, 0, 10), "nothing is lost");
        assert!(!pays(1.1, 1, 9) && pays(1.2, 1, 9));
        assert!(!pays(1.5, 5, 5) && pays(2.5, 5, 5));
        assert!(!pays(8.0, 9, 1) && pays(11.0, 9, 1));
        assert!(pays(f64::INFINITY, 9, 1));
        assert!(!pays(f64::INFINITY, 10, 0), "the time is up");
        assert!(!pays(0.9, 0, 10), "the game is faster straight from its clauses");
    }
}
