//! A player at the table who is asked without waiting for it.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use stonegate_players::{Briefing, GRACE, Player, PlayerError, Seat, Thoughts};

/// How long a player may think about each of the turns it has missed.
const CATCH_UP: Duration = Duration::from_millis(100);

/// What players say, in the order in which they say it.
#[derive(Debug)]
pub(crate) enum Remark {
    /// A player thinks aloud.
    Thoughts { opponent: Tag, thoughts: Thoughts },
    /// A player has made up its mind.
    Answer { opponent: Tag, answer: Result<String, PlayerError> },
}

/// Tells players apart, also those that have left the table.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Tag(pub(crate) usize);

/// A player of one role.
pub(crate) struct Opponent {
    pub(crate) tag: Tag,
    seat: Arc<Seat>,
    briefing: Arc<Briefing>,
    is_started: bool,
    remarks: Sender<Remark>,
}

impl Opponent {
    pub(crate) fn new(
        tag: Tag,
        player: Box<dyn Player>,
        briefing: Briefing,
        remarks: Sender<Remark>,
    ) -> Self {
        let listener = remarks.clone();
        let seat = Seat::new(
            player,
            Box::new(move |thoughts| {
                // Nobody listens after the game.
                let _ =
                    listener.send(Remark::Thoughts { opponent: tag, thoughts: thoughts.clone() });
            }),
        );
        Self { tag, seat: Arc::new(seat), briefing: Arc::new(briefing), is_started: false, remarks }
    }

    /// Asks for a move. A player that has not begun yet hears first of all turns that
    /// it has missed, one by one, as the protocol of players has it.
    pub(crate) fn ask(&mut self, history: &[Vec<String>], time: Duration) {
        let is_late = !std::mem::replace(&mut self.is_started, true);
        let (tag, seat) = (self.tag, Arc::clone(&self.seat));
        let (briefing, remarks) = (Arc::clone(&self.briefing), self.remarks.clone());
        let history = history.to_vec();
        thread::spawn(move || {
            if is_late {
                catch_up(&seat, briefing, &history);
            }
            let deadline = Instant::now() + time;
            let answer = seat.play(history.last().cloned(), deadline);
            let answer = answer.wait_until(deadline + GRACE);
            let _ = remarks.send(Remark::Answer { opponent: tag, answer });
        });
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        // The thread of the seat ends by itself; nobody waits for its last word.
        let _ = self.seat.abort(Instant::now());
    }
}

/// Tells a player of all turns but the last. What it would have played then does not
/// matter, and a player that cannot follow says so when it is asked for its move.
fn catch_up(seat: &Seat, briefing: Arc<Briefing>, history: &[Vec<String>]) {
    let deadline = Instant::now() + briefing.clock.start;
    let _ = seat.start(briefing, deadline).wait_until(deadline + GRACE);
    for turn in 0..history.len() {
        let deadline = Instant::now() + CATCH_UP;
        let last = turn.checked_sub(1).map(|turn| history[turn].clone());
        let _ = seat.play(last, deadline).wait_until(deadline + GRACE);
    }
}
