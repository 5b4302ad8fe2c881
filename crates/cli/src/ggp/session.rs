//! What a player answers to a manager, one match at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use stonegate_arena::{
    Briefing, Clock, GRACE, PlayerSpec, Resources, Seat, SpecError, Thoughts, safety_margin,
};
use stonegate_protocols::ggp::{DecodeError, Description, LastMoves, Message, Reply, RuleText};

use super::log::{Log, summary};

/// The player, and the match that it is in.
#[derive(Debug)]
pub(crate) struct Session {
    name: String,
    spec: PlayerSpec,
    resources: Resources,
    game: Mutex<Option<Game>>,
    /// The player of the last match, which may still be thinking although nobody
    /// listens. There is never more than one, so that memory is bounded.
    leaving: Mutex<Option<JoinHandle<()>>>,
    log: Log,
}

/// A match in progress.
#[derive(Debug)]
struct Game {
    id: String,
    clock: Clock,
    seat: Seat,
    /// What the player thought of its last move.
    thoughts: Arc<Mutex<Thoughts>>,
    /// The manager has left if it is not heard of by then.
    expires: Instant,
}

/// After how many play clocks without a message a match is abandoned.
const PATIENCE: u32 = 3;

/// How often to look whether the player of the last match is gone.
const LEAVING_INTERVAL: Duration = Duration::from_millis(5);

impl Session {
    /// A player that is free. Fails if there is no such player.
    pub(crate) fn new(
        name: String,
        spec: PlayerSpec,
        resources: Resources,
    ) -> Result<Self, SpecError> {
        spec.player(&resources)?;
        let (game, leaving) = (Mutex::new(None), Mutex::new(None));
        Ok(Self { name, spec, resources, game, leaving, log: Log::new() })
    }

    /// The reply to a message. Takes as long as the message gives the player time.
    pub(crate) fn answer(&self, text: &str) -> Result<String, DecodeError> {
        let arrival = Instant::now();
        // A browser that is sent here asks for nothing.
        let text = if text.is_empty() { "(info)" } else { text };
        let (message, syntax) = Message::decode(text).inspect_err(|error| {
            self.log.exchange(
                &format!("{} bytes", text.len()),
                &error.to_string(),
                arrival.elapsed(),
            );
        })?;
        let question = describe(&message);
        let (reply, remark) = self.reply(message, arrival);
        let reply = reply.encode(syntax);
        self.log.exchange(&question, &format!("{reply}{remark}"), arrival.elapsed());
        Ok(reply)
    }

    /// Tells of a request that is no message.
    pub(crate) fn note_refusal(&self, reason: &str) {
        self.log.line(&format!("refused: {reason}"));
    }

    /// Is free again if the manager has left the match.
    pub(crate) fn forget_abandoned(&self) {
        let is_abandoned = |game: &Game| Instant::now() > game.expires;
        let abandoned = self.end(is_abandoned, |game| drop(game.seat.abort(Instant::now())));
        if let Some(id) = abandoned {
            self.log.line(&format!("abandoned {id}"));
        }
    }

    /// The reply, and a remark for the log.
    fn reply(&self, message: Message, arrival: Instant) -> (Reply, String) {
        let plain = |reply| (reply, String::new());
        match message {
            Message::Info => {
                self.forget_abandoned();
                let available = self.game().is_none();
                plain(Reply::Description(Description { name: Some(self.name.clone()), available }))
            }
            Message::Ping | Message::Preview { .. } => plain(Reply::Ready),
            Message::Start { id, role, rules, start_clock, play_clock } => {
                let clock = Clock::from_secs(start_clock, play_clock);
                self.start(id, role, &rules, clock, arrival)
            }
            Message::Play { id, last } => self.play(&id, last, arrival),
            Message::Stop { id, last } => {
                let is_this = |game: &Game| game.id == id;
                let stopped = self.end(is_this, |game| {
                    game.seat.stop(joint_move(last), arrival + game.clock.play);
                });
                plain(if stopped.is_some() { Reply::Done } else { Reply::Busy })
            }
            Message::Abort { id } => {
                let is_this = |game: &Game| game.id == id;
                let aborted = self.end(is_this, |game| {
                    game.seat.abort(arrival + game.clock.play);
                });
                plain(if aborted.is_some() { Reply::Aborted } else { Reply::Busy })
            }
        }
    }

    fn start(
        &self,
        id: String,
        role: String,
        rules: &RuleText,
        clock: Clock,
        arrival: Instant,
    ) -> (Reply, String) {
        self.forget_abandoned();
        if self.game().is_some() {
            return (Reply::Busy, String::new());
        }
        if !self.wait_for_leaving(arrival + clock.start / 2) {
            return (Reply::Busy, ", the last match still has to be cleared up".to_owned());
        }
        let ruleset = rules.parse().0.into();
        let deadline = due(arrival, clock.start);
        let answer = {
            let mut game = self.game();
            // Another manager may have been faster.
            if game.is_some() {
                return (Reply::Busy, String::new());
            }
            let player = self.spec.player(&self.resources);
            let player = player.expect("the description was tried when the session began");
            let thoughts = Arc::new(Mutex::new(Thoughts::default()));
            let latest = Arc::clone(&thoughts);
            let listener = move |thoughts: &Thoughts| lock(&latest).clone_from(thoughts);
            let seat = Seat::new(player, Box::new(listener));
            let briefing =
                Briefing { match_id: id.clone(), role, ruleset, opening: Vec::new(), clock };
            let answer = seat.start(Arc::new(briefing), deadline);
            let expires = expiry(arrival + clock.start, clock);
            *game = Some(Game { id, clock, seat, thoughts, expires });
            answer
        };
        // A player that is late can go on while the manager waits for others.
        let end = arrival + clock.start;
        let latest = deadline + end.saturating_duration_since(deadline) / 2;
        let remark = match answer.wait_until(latest) {
            Ok(()) => String::new(),
            Err(error) => format!(", although {error}"),
        };
        (Reply::Ready, remark)
    }

    /// Waits until the player of the last match is gone. Says whether it is.
    fn wait_for_leaving(&self, until: Instant) -> bool {
        loop {
            let is_gone = lock(&self.leaving).as_ref().is_none_or(JoinHandle::is_finished);
            if is_gone || Instant::now() >= until {
                return is_gone;
            }
            thread::sleep(LEAVING_INTERVAL);
        }
    }

    fn play(&self, id: &str, last: LastMoves, arrival: Instant) -> (Reply, String) {
        let (answer, thoughts, end) = {
            let mut game = self.game();
            let Some(game) = game.as_mut().filter(|game| game.id == id) else {
                return (Reply::Busy, String::new());
            };
            let end = arrival + game.clock.play;
            let deadline = due(arrival, game.clock.play);
            game.expires = expiry(end, game.clock);
            *lock(&game.thoughts) = Thoughts::default();
            let answer = game.seat.play(joint_move(last), deadline);
            (answer, Arc::clone(&game.thoughts), end)
        };
        // A late move may still be accepted, no move cannot.
        match answer.wait_until(end + GRACE) {
            Ok(action) => {
                let thoughts = lock(&thoughts);
                let remark = match thoughts.iterations {
                    0 => String::new(),
                    _ => format!(", {}", summary(&thoughts)),
                };
                (Reply::Move(action), remark)
            }
            Err(error) => (Reply::Nil, format!(", because {error}")),
        }
    }

    /// Ends the match if it is the one that is meant, and gives its id.
    fn end(
        &self,
        is_meant: impl FnOnce(&Game) -> bool,
        say_farewell: impl FnOnce(&Game),
    ) -> Option<String> {
        let mut current = self.game();
        let game = current.take_if(|game| is_meant(game))?;
        say_farewell(&game);
        *lock(&self.leaving) = game.seat.close();
        Some(game.id)
    }

    fn game(&self) -> MutexGuard<'_, Option<Game>> {
        lock(&self.game)
    }
}

/// What is behind a mutex is whole at any time, even if a thread panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// When the player should have an answer to a question of this moment.
fn due(arrival: Instant, time: Duration) -> Instant {
    arrival + time.saturating_sub(safety_margin(time))
}

fn expiry(end: Instant, clock: Clock) -> Instant {
    end + clock.play * PATIENCE + GRACE
}

/// The moves of the last turn. In a game of imperfect information only the
/// player's own is known, which is enough where nobody else plays.
fn joint_move(last: LastMoves) -> Option<Vec<String>> {
    match last {
        LastMoves::Nil => None,
        LastMoves::Joint(moves) => Some(moves),
        LastMoves::Own { action, .. } => action.map(|action| vec![action]),
    }
}

/// A message in a few words.
fn describe(message: &Message) -> String {
    let head = message.head();
    match message {
        Message::Info | Message::Ping => head.to_owned(),
        Message::Preview { rules, clock } => {
            format!("{head} of {} bytes, {clock} s", rules.text.len())
        }
        Message::Start { id, role, rules, start_clock, play_clock } => format!(
            "{head} {id} as {role}, {} bytes, {start_clock} s and {play_clock} s",
            rules.text.len()
        ),
        Message::Play { id, last } | Message::Stop { id, last } => match last {
            LastMoves::Nil => format!("{head} {id}"),
            LastMoves::Joint(moves) => format!("{head} {id} {}", moves.join(" ")),
            LastMoves::Own { turn, action, .. } => {
                format!("{head} {id} turn {turn} {}", action.as_deref().unwrap_or("nil"))
            }
        },
        Message::Abort { id } => format!("{head} {id}"),
    }
}
