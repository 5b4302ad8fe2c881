//! What a player answers to a manager, one match at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use stonegate_players::{
    Briefing, Clock, GRACE, Last, PlayerError, PlayerSpec, Resources, Ruleset, Seat, Sight,
    SpecError, Thoughts,
};
use stonegate_protocols::ggp::{DecodeError, Description, LastMoves, Message, Reply, RuleText};

use super::log::{Log, summary};
use super::margin::Margin;

/// The player, and the match that it is in.
#[derive(Debug)]
pub struct Session {
    name: String,
    spec: PlayerSpec,
    resources: Resources,
    habits: Habits,
    room: Mutex<Room>,
    margin: Margin,
    log: Log,
}

/// What the player does without being asked.
#[derive(Copy, Clone, Debug)]
pub struct Habits {
    /// Whether it begins to compile a game when it hears of it.
    pub previews: bool,
}

/// Who is there.
#[derive(Debug, Default)]
struct Room {
    game: Option<Game>,
    /// A player that has heard of a game and waits for the match.
    waiting: Option<Chair>,
    /// The player of the last match, which may still be thinking although nobody
    /// listens. The next one begins when it is gone, so that memory is bounded.
    leaving: Option<JoinHandle<()>>,
}

/// A player at its place.
#[derive(Debug)]
struct Chair {
    seat: Seat,
    /// What the player thought of its last move.
    thoughts: Arc<Mutex<Thoughts>>,
    /// It is left if nobody asks it by then.
    expires: Instant,
}

/// A match in progress.
#[derive(Debug)]
struct Game {
    id: String,
    clock: Clock,
    chair: Chair,
    /// The player has not answered all questions yet: its thoughts may be about an old one.
    is_behind: Arc<AtomicBool>,
    /// How its manager tells of the last turn.
    ear: Ear,
    /// Why the player did not start, if so. It has its seat all the same: the match goes on.
    false_start: Option<PlayerError>,
}

/// What a manager means by what it tells of the last turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
struct Ear {
    /// Whether the rules hide moves.
    has_percepts: bool,
    /// Whether some moves are drawn.
    has_chance: bool,
    /// How many questions were asked in this match.
    n_turns: usize,
}

/// After how many play clocks without a message a match is abandoned.
const PATIENCE: u32 = 3;

/// How long a match may come after its preview.
const PREVIEW_TIME: Duration = Duration::from_mins(10);

impl Session {
    /// A player that is free. Fails if there is no such player.
    pub fn new(
        name: String,
        spec: PlayerSpec,
        resources: Resources,
        habits: Habits,
    ) -> Result<Self, SpecError> {
        spec.player(&resources)?;
        let (room, margin) = (Mutex::default(), Margin::default());
        Ok(Self { name, spec, resources, habits, room, margin, log: Log::new() })
    }

    /// How long before the end of a turn the player is done.
    pub(super) fn margin(&self) -> &Margin {
        &self.margin
    }

    /// The reply to a message that has arrived at a moment. Takes as long as the message gives
    /// the player time.
    pub(super) fn answer(&self, text: &str, arrival: Instant) -> Result<String, DecodeError> {
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
    pub(super) fn note_refusal(&self, reason: &str) {
        self.log.line(&format!("refused: {reason}"));
    }

    /// Is free again if the manager has left the match.
    pub(super) fn forget_abandoned(&self) {
        let now = Instant::now();
        let mut room = self.room();
        if room.waiting.as_ref().is_some_and(|chair| now > chair.expires) {
            room.leaving = room.waiting.take().and_then(|chair| chair.seat.close());
        }
        let abandoned =
            room.end(|game| now > game.chair.expires, |game| drop(game.chair.seat.abort(now)));
        drop(room);
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
                let available = self.room().game.is_none();
                plain(Reply::Description(Description { name: Some(self.name.clone()), available }))
            }
            Message::Ping => plain(Reply::Ready),
            Message::Preview { rules, clock } => {
                self.preview(&rules, arrival + Duration::from_secs(clock.into()));
                plain(Reply::Ready)
            }
            Message::Start { id, role, rules, start_clock, play_clock } => {
                let clock = Clock::from_secs(start_clock, play_clock);
                self.start(id, role, &rules, clock, arrival)
            }
            Message::Play { id, last } => self.play(&id, last, arrival),
            Message::Stop { id, last } => {
                let stopped = self.room().end(
                    |game| game.id == id,
                    |game| {
                        let last = game.ear.hear(last);
                        drop(game.chair.seat.stop(last, arrival + game.clock.play));
                    },
                );
                plain(if stopped.is_some() { Reply::Done } else { Reply::Busy })
            }
            Message::Abort { id } => {
                let aborted = self.room().end(
                    |game| game.id == id,
                    |game| drop(game.chair.seat.abort(arrival + game.clock.play)),
                );
                plain(if aborted.is_some() { Reply::Aborted } else { Reply::Busy })
            }
        }
    }

    /// Lets the player get ready for a match that is to come.
    fn preview(&self, rules: &RuleText, end: Instant) {
        let mut room = self.room();
        // A player in a match has no time for another.
        if !self.habits.previews || room.game.is_some() {
            return;
        }
        let expires = end + PREVIEW_TIME;
        let chair = room.waiting.take().unwrap_or_else(|| self.chair(&mut room, expires));
        if let Ok(ruleset) = Ruleset::try_from(rules.parse().0) {
            chair.seat.preview(ruleset);
        }
        room.waiting = Some(Chair { expires, ..chair });
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
        let is_taken = || (Reply::Busy, String::new());
        if self.room().game.is_some() {
            return is_taken();
        }
        let ruleset = Ruleset::try_from(rules.parse().0);
        let end = arrival + clock.start;
        let deadline = self.due(arrival, clock.start);
        let (answer, is_behind) = {
            let mut room = self.room();
            // Another manager may have been faster.
            if room.game.is_some() {
                return is_taken();
            }
            let expires = expiry(end, clock);
            let chair = room.waiting.take().unwrap_or_else(|| self.chair(&mut room, expires));
            let chair = Chair { expires, ..chair };
            let rules = ruleset.as_ref().ok().and_then(|ruleset| ruleset.game_rules());
            let ear = Ear {
                has_percepts: rules.is_some_and(|game| game.rules.has_percepts()),
                has_chance: rules.is_some_and(|game| {
                    stonegate_compile::role_names(&game.sheet)
                        .contains(&stonegate_compile::CHANCE_ROLE)
                }),
                n_turns: 0,
            };
            let answer = ruleset.map(|ruleset| {
                let opening = Vec::new();
                let briefing = Briefing { match_id: id.clone(), role, ruleset, opening, clock };
                chair.seat.start(Arc::new(briefing), deadline)
            });
            let is_behind = Arc::new(AtomicBool::new(true));
            let (same, false_start) = (Arc::clone(&is_behind), None);
            room.game = Some(Game { id, clock, chair, is_behind: same, ear, false_start });
            (answer, is_behind)
        };
        let started = match answer {
            // A player that is late can go on while the manager waits for others.
            Ok(answer) => answer.wait_until(between(deadline, end)),
            Err(error) => Err(PlayerError::Rules(error.to_string())),
        };
        match started {
            Err(PlayerError::Late) => (Reply::Ready, ", although the player is not".to_owned()),
            Err(error) => {
                let remark = format!(", although {error}");
                let mut room = self.room();
                let game = room.game.as_mut();
                if let Some(game) = game.filter(|game| Arc::ptr_eq(&game.is_behind, &is_behind)) {
                    game.false_start = Some(error);
                }
                (Reply::Ready, remark)
            }
            Ok(()) => {
                self.note_lateness(deadline);
                is_behind.store(false, Ordering::Relaxed);
                (Reply::Ready, String::new())
            }
        }
    }

    fn play(&self, id: &str, last: LastMoves, arrival: Instant) -> (Reply, String) {
        let (answer, thoughts, is_behind, time, false_start) = {
            let mut room = self.room();
            let Some(game) = room.game.as_mut().filter(|game| game.id == id) else {
                return (Reply::Busy, String::new());
            };
            let time = game.clock.play;
            game.chair.expires = expiry(arrival + time, game.clock);
            *game.chair.thoughts.lock() = Thoughts::default();
            let last = game.ear.hear(last);
            game.ear.n_turns += 1;
            let answer = game.chair.seat.play(last, self.due(arrival, time));
            let (thoughts, is_behind) = (&game.chair.thoughts, &game.is_behind);
            let (thoughts, is_behind) = (Arc::clone(thoughts), Arc::clone(is_behind));
            (answer, thoughts, is_behind, time, game.false_start.clone())
        };
        let (deadline, end) = (self.due(arrival, time), arrival + time);
        let was_behind = is_behind.swap(true, Ordering::Relaxed);
        let mut answered = answer.wait_until(between(deadline, end));
        if answered == Err(PlayerError::Late) {
            // The best move so far is better than a better one that comes too late.
            let best = thoughts.lock().opinions.first().map(|best| best.action.clone());
            if let Some(action) = best.filter(|_| !was_behind) {
                self.note_lateness(deadline);
                let remark =
                    format!("{}, although it was still thinking", summary(&thoughts.lock()));
                return (Reply::Move(action), remark);
            }
            // A late move may still be accepted, no move cannot.
            answered = answer.wait_until(end + GRACE);
        }
        self.note_lateness(deadline);
        if answered != Err(PlayerError::Late) {
            is_behind.store(false, Ordering::Relaxed);
        }
        match answered {
            Ok(action) => (Reply::Move(action), summary(&thoughts.lock())),
            Err(PlayerError::Gone) => {
                let reason = false_start.unwrap_or(PlayerError::Gone);
                (Reply::Nil, format!(", because {reason}"))
            }
            Err(error) => (Reply::Nil, format!(", because {error}")),
        }
    }

    /// A player that takes its seat.
    fn chair(&self, room: &mut Room, expires: Instant) -> Chair {
        let player = self.spec.player(&self.resources);
        let player = player.expect("the description was tried when the session began");
        let thoughts = Arc::new(Mutex::new(Thoughts::default()));
        let latest = Arc::clone(&thoughts);
        let listener = move |thoughts: &Thoughts| latest.lock().clone_from(thoughts);
        let seat = Seat::behind(room.leaving.take(), player, Box::new(listener));
        Chair { seat, thoughts, expires }
    }

    /// When the player should have an answer to a question of this moment.
    fn due(&self, arrival: Instant, time: Duration) -> Instant {
        arrival + time.saturating_sub(self.margin.of(time))
    }

    /// An answer has come, perhaps after its deadline.
    fn note_lateness(&self, deadline: Instant) {
        self.margin.note_lateness(Instant::now().saturating_duration_since(deadline));
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.room.lock()
    }
}

impl Room {
    /// Ends the match if it is the one that is meant, and gives its id.
    fn end(
        &mut self,
        is_meant: impl FnOnce(&Game) -> bool,
        say_farewell: impl FnOnce(&Game),
    ) -> Option<String> {
        let game = self.game.take_if(|game| is_meant(game))?;
        say_farewell(&game);
        self.leaving = game.chair.seat.close();
        Some(game.id)
    }
}

/// The last moment to answer: what is left then is for the way of the answer.
fn between(deadline: Instant, end: Instant) -> Instant {
    deadline + end.saturating_duration_since(deadline) / 2
}

fn expiry(end: Instant, clock: Clock) -> Instant {
    end + clock.play * PATIENCE + GRACE
}

impl Ear {
    /// What is told of the last turn. In games with hidden information managers tell percepts, in
    /// the old dialect in the place of the moves.
    fn hear(self, last: LastMoves) -> Last {
        let is_first = self.n_turns == 0;
        let sight = |action, percepts| Last::Percepts(Some(Sight { action, percepts }));
        match last {
            LastMoves::Own { action: None, percepts, .. } if is_first && percepts.is_empty() => {
                Last::Percepts(None)
            }
            LastMoves::Own { action, percepts, .. } => sight(action, percepts),
            LastMoves::Nil if is_first && self.has_percepts => Last::Percepts(None),
            // Where nothing was perceived there is nothing to tell.
            LastMoves::Nil if !is_first && (self.has_percepts || self.has_chance) => {
                sight(None, Vec::new())
            }
            LastMoves::Nil => Last::Moves(None),
            LastMoves::Joint(percepts) if self.has_percepts => sight(None, percepts),
            LastMoves::Joint(moves) => Last::Moves(Some(moves)),
        }
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    const LAMP: &str = "(role robot) (init off) (legal robot push)
        (<= (next on) (does robot push)) (<= terminal (true on)) (<= (goal robot 100) (true on))";

    /// Chance throws a coin, the caller sees how it falls, and has to say so.
    const COIN: &str = "(role random) (role caller) (side heads) (side tails) (init start)
        (<= (legal random (throw ?s)) (true start) (side ?s))
        (<= (legal random noop) (not (true start)))
        (<= (legal caller noop) (true start))
        (<= (legal caller (call ?s)) (not (true start)) (side ?s))
        (<= (next (coin ?s)) (does random (throw ?s)))
        (<= (next (coin ?s)) (true (coin ?s)))
        (<= (next (called ?s)) (does caller (call ?s)))
        (<= (sees caller (fell ?s)) (does random (throw ?s)))
        (<= terminal (true (called ?s)))
        (<= (goal caller 100) (true (coin ?s)) (true (called ?s)))
        (<= (goal caller 0) (true (coin ?s)) (not (true (called ?s))))
        (goal random 50)";

    fn session() -> Session {
        session_of("random")
    }

    fn session_of(player: &str) -> Session {
        let spec = player.parse().expect("there is such a player");
        let habits = Habits { previews: true };
        Session::new("test".to_owned(), spec, Resources::new(1), habits).expect("it is one")
    }

    fn ask(session: &Session, message: &str) -> String {
        session.answer(message, Instant::now()).expect("it is a message")
    }

    #[test]
    fn a_player_that_has_not_cleared_up_yet_takes_the_next_match() {
        let session = session();
        let (free, is_free) = channel::<()>();
        session.room().leaving = Some(thread::spawn(move || is_free.recv().expect("it is told")));
        assert_eq!(ask(&session, &format!("(start m robot ({LAMP}) 1 20)")), "ready");
        assert_eq!(ask(&session, "(info)"), "((name test) (status busy))");
        free.send(()).expect("somebody waits for it");
        assert_eq!(ask(&session, "(play m nil)"), "push");
        assert_eq!(ask(&session, "(stop m (push))"), "done");
    }

    #[test]
    fn a_player_that_cannot_play_takes_its_seat_and_says_why() {
        let session = session();
        // A conjunction of disjunctions has more alternatives than anything can hold.
        let choices = (0..40).map(|n| format!("(or (true (a {n})) (true (b {n})))"));
        let choices = choices.collect::<Vec<_>>().join(" ");
        let too_large = format!("{LAMP} (<= (next on) {choices})");
        for (role, rules) in [("robot", &*too_large), ("nobody", LAMP)] {
            assert_eq!(ask(&session, &format!("(start m {role} ({rules}) 5 5)")), "ready");
            assert_eq!(ask(&session, "(info)"), "((name test) (status busy))");
            let (reply, remark) = session.play("m", LastMoves::Nil, Instant::now());
            assert_eq!(reply, Reply::Nil);
            assert!(remark.contains("because the rules cannot be played"), "{remark}");
            assert_eq!(ask(&session, "(stop m (push))"), "done");
        }
    }

    #[test]
    fn percepts_are_heard_in_both_dialects() {
        let session = session_of("mcts:iterations=300");
        for (first, second, expected, last) in [
            (
                "(play m 0 nil nil)",
                "(play m 1 noop ((fell tails)))",
                "(call tails)",
                "(stop m 2 (call tails) nil)",
            ),
            ("(play m nil)", "(play m ((fell heads)))", "(call heads)", "(stop m nil)"),
        ] {
            assert_eq!(ask(&session, &format!("(start m caller ({COIN}) 10 20)")), "ready");
            assert_eq!(ask(&session, first), "noop");
            assert_eq!(ask(&session, second), expected);
            assert_eq!(ask(&session, last), "done");
        }
    }

    /// A manager of GDL-II does not tell the moves of others, whatever the rules say.
    #[test]
    fn who_hears_nothing_guesses() {
        let session = session_of("mcts:iterations=300");
        let silent = COIN.replace("(<= (sees caller (fell ?s)) (does random (throw ?s)))", "");
        for messages in
            [["(play m 0 nil nil)", "(play m 1 noop nil)"], ["(play m nil)", "(play m nil)"]]
        {
            assert_eq!(ask(&session, &format!("(start m caller ({silent}) 10 20)")), "ready");
            assert_eq!(ask(&session, messages[0]), "noop");
            let guess = ask(&session, messages[1]);
            assert!(["(call heads)", "(call tails)"].contains(&&*guess), "{guess}");
            assert_eq!(ask(&session, "(stop m nil)"), "done");
        }
    }

    #[test]
    fn a_preview_takes_a_seat_that_the_match_goes_on_with() {
        let session = session();
        assert_eq!(ask(&session, &format!("(preview ({LAMP}) 5)")), "ready");
        assert!(session.room().waiting.is_some());
        assert_eq!(ask(&session, "(info)"), "((name test) (status available))");
        assert_eq!(ask(&session, &format!("(start m robot ({LAMP}) 5 5)")), "ready");
        assert!(session.room().waiting.is_none());
        assert_eq!(ask(&session, &format!("(preview ({LAMP}) 5)")), "ready");
        assert!(session.room().waiting.is_none(), "a player in a match has no time");
    }
}
