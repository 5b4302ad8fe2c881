//! A player at the table who is asked without waiting for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use stonegate_players::{PlayerError, Sight, TablePlayer, Thoughts, Turn};

/// Rules can be nested deeply.
const STACK_BYTES: usize = 32 << 20;

/// Tells questions apart, also those of games that are over.
pub(super) type Ticket = u64;

/// What players say, in the order in which they say it.
#[derive(Debug)]
pub(super) enum Remark {
    /// A player thinks aloud.
    Thoughts { ticket: Ticket, thoughts: Thoughts },
    /// A player has made up its mind.
    Answer { ticket: Ticket, answer: Result<String, PlayerError> },
}

/// A question to a player.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) ticket: Ticket,
    /// The joint moves that lead to the position.
    pub(super) line: Vec<Vec<String>>,
    /// All that the player was told, in a game with hidden information.
    pub(super) sights: Option<Vec<Sight>>,
    pub(super) time: Duration,
    /// Set when nobody waits for the answer any more.
    pub(super) canceled: Arc<AtomicBool>,
}

/// A player that stays in its seat, in a thread of its own, until it is dropped.
#[derive(Debug)]
pub(super) struct Opponent {
    questions: Sender<Question>,
    /// Of the last question.
    canceled: Arc<AtomicBool>,
}

impl Opponent {
    /// Seats a player, who gets ready for the position after these joint moves.
    pub(super) fn new(
        player: TablePlayer,
        line: Vec<Vec<String>>,
        remarks: Sender<Remark>,
    ) -> Self {
        let (questions, receiver) = channel();
        let canceled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&canceled);
        let serve = move || serve(player, &line, &flag, &receiver, &remarks);
        // Where there is no room for a thread, there is no answer, and a move is drawn.
        let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn(serve);
        Self { questions, canceled }
    }

    pub(super) fn ask(&mut self, question: Question) {
        // Whoever has got ready for longer than it takes to be asked is asked now.
        self.canceled.store(true, Ordering::Relaxed);
        self.canceled = Arc::clone(&question.canceled);
        // A player that panicked is gone, and its answer will be late.
        let _ = self.questions.send(question);
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.canceled.store(true, Ordering::Relaxed);
    }
}

/// Answers questions until nobody can ask any more.
fn serve(
    mut player: TablePlayer,
    line: &[Vec<String>],
    canceled: &AtomicBool,
    questions: &Receiver<Question>,
    remarks: &Sender<Remark>,
) {
    // A player that is not ready says so when it is asked.
    let _ = player.start(line, canceled);
    for Question { ticket, line, sights, time, canceled } in questions {
        let tell = |thoughts: &Thoughts| {
            // Nobody listens after the game.
            let _ = remarks.send(Remark::Thoughts { ticket, thoughts: thoughts.clone() });
        };
        let begin =
            || Turn { deadline: Instant::now() + time, canceled: &canceled, thoughts: &tell };
        let answer = match sights {
            Some(sights) => player.play_blind(&sights, &canceled, &begin),
            None => player.play(&line, &canceled, &begin),
        };
        let _ = remarks.send(Remark::Answer { ticket, answer });
    }
}
