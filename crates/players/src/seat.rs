//! A player at its place in a match, in a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::player::{Briefing, Player, PlayerError, Sight, Turn};
use crate::ruleset::Ruleset;
use stonegate_minds::Thoughts;

/// A player that is asked without waiting for it, for one match.
///
/// The player belongs to a thread, which ends when the seat is dropped and the
/// player has answered what it was asked.
#[derive(Debug)]
pub struct Seat {
    questions: Sender<Question>,
    canceled: Arc<AtomicBool>,
    /// How long the player took for its moves, in microseconds.
    thinking: Arc<AtomicU64>,
    thread: Option<JoinHandle<()>>,
}

/// Rules can be nested deeply.
const STACK_BYTES: usize = 32 << 20;

/// Takes the thoughts of a player, in the player's thread.
pub type Listener = Box<dyn Fn(&Thoughts) + Send>;

/// An answer that is still to come.
#[derive(Debug)]
pub struct Answer<T> {
    receiver: Receiver<Result<T, PlayerError>>,
}

enum Question {
    Preview(Ruleset),
    Start(Arc<Briefing>, Instant, Sender<Result<(), PlayerError>>),
    Play(Last, Instant, Sender<Result<String, PlayerError>>),
    Stop(Last, Instant, Sender<Result<(), PlayerError>>),
    Abort(Instant, Sender<Result<(), PlayerError>>),
}

/// What a player is told of the last turn, if there was one.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Last {
    /// The moves of all roles.
    Moves(Option<Vec<String>>),
    /// In a game with hidden information.
    Percepts(Option<Sight>),
}

impl From<Option<Vec<String>>> for Last {
    fn from(moves: Option<Vec<String>>) -> Self {
        Self::Moves(moves)
    }
}

impl Seat {
    pub fn new(player: Box<dyn Player>, listener: Listener) -> Self {
        Self::behind(None, player, listener)
    }

    /// A seat whose player waits until somebody else has cleared up, so that never both of them
    /// need memory.
    pub fn behind(
        other: Option<JoinHandle<()>>,
        player: Box<dyn Player>,
        listener: Listener,
    ) -> Self {
        let (questions, receiver) = channel();
        let canceled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&canceled);
        let thinking = Arc::new(AtomicU64::new(0));
        let clock = Arc::clone(&thinking);
        let run = move || {
            // A panic has been reported by the thread itself.
            let _ = other.map(JoinHandle::join);
            serve(player, &receiver, &flag, &clock, &*listener);
        };
        // Where there is no room for a thread, the player is gone before it was asked.
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(run).ok();
        Self { questions, canceled, thinking, thread }
    }

    /// Tells of rules that may be played by soon.
    pub fn preview(&self, ruleset: Ruleset) {
        // A player that panicked is gone, which shows when it is asked.
        let _ = self.questions.send(Question::Preview(ruleset));
    }

    pub fn start(&self, briefing: Arc<Briefing>, deadline: Instant) -> Answer<()> {
        self.ask(|answer| Question::Start(briefing, deadline, answer))
    }

    pub fn play(&self, last: impl Into<Last>, deadline: Instant) -> Answer<String> {
        self.ask(|answer| Question::Play(last.into(), deadline, answer))
    }

    /// Ends a match; whatever the player is thinking about, it need not any more.
    pub fn stop(&self, last: impl Into<Last>, deadline: Instant) -> Answer<()> {
        self.cancel();
        self.ask(|answer| Question::Stop(last.into(), deadline, answer))
    }

    /// Gives a match up.
    pub fn abort(&self, deadline: Instant) -> Answer<()> {
        self.cancel();
        self.ask(|answer| Question::Abort(deadline, answer))
    }

    /// Leaves the seat, and gives the thread in which the player clears up behind
    /// itself.
    pub fn close(mut self) -> Option<JoinHandle<()>> {
        self.thread.take()
    }

    /// How long the player took for the moves that it has answered with so far.
    pub fn thinking_time(&self) -> Duration {
        Duration::from_micros(self.thinking.load(Ordering::Relaxed))
    }

    /// Ends the player's thoughts, for good: it answers at once whatever it is asked.
    pub fn cancel(&self) {
        self.canceled.store(true, Ordering::Relaxed);
    }

    fn ask<T>(
        &self,
        question: impl FnOnce(Sender<Result<T, PlayerError>>) -> Question,
    ) -> Answer<T> {
        let (sender, receiver) = channel();
        // A player that panicked has no thread: the answer is that it is gone.
        let _ = self.questions.send(question(sender));
        Answer { receiver }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl<T> Answer<T> {
    /// The answer, if it has come.
    pub fn poll(&self) -> Option<Result<T, PlayerError>> {
        match self.receiver.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(PlayerError::Gone)),
        }
    }

    /// The answer, if it comes by then.
    pub fn poll_until(&self, time: Instant) -> Option<Result<T, PlayerError>> {
        match self.receiver.recv_timeout(time.saturating_duration_since(Instant::now())) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(PlayerError::Gone)),
        }
    }

    /// Waits for the answer. One that comes later is not missed by anybody.
    pub fn wait_until(&self, deadline: Instant) -> Result<T, PlayerError> {
        self.poll_until(deadline).unwrap_or(Err(PlayerError::Late))
    }
}

/// Answers the questions of a seat until it is dropped.
fn serve(
    mut player: Box<dyn Player>,
    questions: &Receiver<Question>,
    canceled: &AtomicBool,
    thinking: &AtomicU64,
    thoughts: &dyn Fn(&Thoughts),
) {
    // Whoever asked may have stopped waiting, so answers may be sent in vain.
    for question in questions {
        match question {
            Question::Preview(ruleset) => player.preview(&ruleset),
            Question::Start(briefing, deadline, answer) => {
                let turn = Turn { deadline, canceled, thoughts };
                let _ = answer.send(player.start(&briefing, &turn));
            }
            Question::Play(last, deadline, answer) => {
                let turn = Turn { deadline, canceled, thoughts };
                let start = Instant::now();
                let action = match last {
                    Last::Moves(moves) => player.play(moves.as_deref(), &turn),
                    Last::Percepts(sight) => player.play_blind(sight.as_ref(), &turn),
                };
                thinking.fetch_add(start.elapsed().as_micros() as u64, Ordering::Relaxed);
                let _ = answer.send(action);
            }
            Question::Stop(last, deadline, answer) => {
                let turn = Turn { deadline, canceled, thoughts };
                let _ = answer.send(match last {
                    Last::Moves(moves) => player.stop(moves.as_deref(), &turn),
                    Last::Percepts(sight) => player.stop_blind(sight.as_ref(), &turn),
                });
            }
            Question::Abort(deadline, answer) => {
                let turn = Turn { deadline, canceled, thoughts };
                let _ = answer.send(player.abort(&turn));
            }
        }
    }
}
