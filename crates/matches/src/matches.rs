//! A match: a game, players, clocks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use stonegate_compile::{CHANCE_ROLE, Referee, RefereeError};
use stonegate_gdl::RoleId;
use stonegate_lanes::Key;
use stonegate_players::{
    Briefing, Clock, GRACE, Last, Player, PlayerError, Ruleset, Seat, Sight, Thoughts,
};

use crate::adjudication::{Adjudication, Decision, Said, Umpire};
use crate::record::Record;

/// What a match is made of, besides its players.
#[derive(Clone, Debug)]
pub struct Setup {
    pub match_id: String,
    pub game_name: String,
    pub ruleset: Ruleset,
    /// Joint moves to begin with; the players are asked after them.
    pub opening: Vec<Vec<String>>,
    pub clock: Clock,
    /// Whether the players hear other words than those of the sheet.
    pub scrambled: bool,
    /// A game that takes more joint moves than this is aborted.
    pub step_limit: usize,
    /// When a game need not be played to its end.
    pub adjudication: Adjudication,
    /// Whether the record tells how fast players search.
    pub notes_speeds: bool,
    /// What random moves are drawn by.
    pub seed: u64,
}

/// One who takes part in a match.
#[derive(Debug)]
pub struct Entrant {
    /// What the record calls the player.
    pub name: String,
    pub player: Box<dyn Player>,
}

/// A match with all its players seated.
#[derive(Debug)]
pub struct Match {
    setup: Setup,
    referee: Box<dyn Referee>,
    /// One for each role; nobody sits where chance plays.
    seats: Vec<Option<Seat>>,
    /// What each player said last.
    said: Vec<Arc<Mutex<Said>>>,
    umpire: Umpire,
    record: Record,
}

/// The roles of a game that need a player.
pub fn roles_to_play(referee: &dyn Referee) -> Vec<&str> {
    let roles = referee.roles().iter().map(String::as_str);
    roles.filter(|&role| role != CHANCE_ROLE).collect()
}

impl Match {
    /// A match on a game in its initial state. The entrants take the roles in
    /// their order, the role of chance left out.
    ///
    /// # Panics
    /// If there are not as many entrants as [`roles_to_play`] gives.
    pub fn new(setup: Setup, referee: Box<dyn Referee>, entrants: Vec<Entrant>) -> Self {
        assert_eq!(entrants.len(), roles_to_play(&*referee).len(), "each role has a player");
        let mut record =
            Record::new(&setup.match_id, &setup.game_name, &setup.ruleset, setup.clock);
        record.roles = referee.roles().to_vec();
        record.scrambled = setup.scrambled;
        let mut seats = Vec::with_capacity(record.roles.len());
        let mut all_said = Vec::with_capacity(record.roles.len());
        let mut entrants = entrants.into_iter();
        for role in referee.roles() {
            let entrant = if role == CHANCE_ROLE { None } else { entrants.next() };
            let name = entrant.as_ref().map_or(CHANCE_ROLE, |entrant| &entrant.name);
            record.players.push(name.to_owned());
            let said = Arc::new(Mutex::new(Said::default()));
            let ear = Arc::clone(&said);
            let listener = move |thoughts: &Thoughts| ear.lock().hear(thoughts);
            seats.push(entrant.map(|entrant| Seat::new(entrant.player, Box::new(listener))));
            all_said.push(said);
        }
        let umpire = Umpire::new(setup.adjudication.clone());
        Self { setup, referee, seats, said: all_said, umpire, record }
    }

    /// Plays until the game is over, or until `stop` is set, which is looked at
    /// between moves. `watch` sees the record whenever it has grown.
    pub fn play(mut self, stop: &AtomicBool, watch: &mut dyn FnMut(&Record)) -> Record {
        self.record.start_time = milliseconds();
        self.record.random_token = format!("{:016x}", self.key().draw(u32::MAX, 0));
        match self.play_to_the_end(stop, watch) {
            Ok(goals) => {
                self.record.goal_values = goals;
                self.record.is_completed = true;
                self.stop();
            }
            Err(flaw) => {
                self.record.note = flaw.describe();
                self.record.is_aborted = true;
                self.abort();
            }
        }
        let time = |seat: &Option<Seat>| seat.as_ref().map_or(Duration::ZERO, Seat::thinking_time);
        let times = self.seats.iter().map(|seat| time(seat).as_millis() as u64);
        self.record.thinking_times = times.collect();
        watch(&self.record);
        self.record
    }

    /// Plays all turns, and tells the goals of all roles.
    fn play_to_the_end(
        &mut self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Record),
    ) -> Result<Vec<u8>, Flaw> {
        let errors = self.start();
        let decision = self.umpire.judge_faults(&errors, &self.record.roles);
        self.note_state(errors, watch)?;
        if let Some(decision) = decision {
            return Ok(self.decide(decision));
        }
        self.make_opening(watch)?;
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Flaw::Stopped);
            }
            match self.step(watch)? {
                Step::Next => {}
                Step::Decided(decision) => return Ok(self.decide(decision)),
                Step::Over => {
                    let goals = self.referee.goals()?;
                    return Ok(goals.into_iter().map(Option::unwrap_or_default).collect());
                }
            }
        }
    }

    /// Ends a game that is not over by its rules.
    fn decide(&mut self, decision: Decision) -> Vec<u8> {
        self.record.note = decision.why;
        self.record.is_adjudicated = true;
        decision.goals
    }

    /// Tells all players what is played, and gives them time to think about it.
    fn start(&self) -> Vec<String> {
        let deadline = Instant::now() + self.setup.clock.start;
        let answers = self.seats.iter().zip(&self.record.roles).map(|(seat, role)| {
            let briefing = Briefing {
                match_id: self.setup.match_id.clone(),
                role: role.clone(),
                ruleset: self.setup.ruleset.clone(),
                opening: self.setup.opening.clone(),
                clock: self.setup.clock,
            };
            seat.as_ref().map(|seat| seat.start(Arc::new(briefing), deadline))
        });
        // All are asked before the first is waited for.
        let answers = answers.collect::<Vec<_>>();
        let answers = answers.into_iter().zip(&self.said).map(|(answer, said)| {
            let answer = answer.map(|answer| answer.wait_until(deadline + GRACE));
            match answer.and_then(Result::err) {
                Some(error) => error_code(&error),
                None => fault_code(said),
            }
        });
        answers.collect()
    }

    /// Makes the moves that nobody is asked for.
    fn make_opening(&mut self, watch: &mut dyn FnMut(&Record)) -> Result<(), Flaw> {
        let opening = std::mem::take(&mut self.setup.opening);
        if !opening.is_empty() && self.referee.has_percepts() {
            return Err(Flaw::HiddenOpening);
        }
        for joint in opening {
            self.make_move(joint)?;
            self.record.n_opening_moves += 1;
            self.note_state(vec![String::new(); self.record.roles.len()], watch)?;
        }
        Ok(())
    }

    /// Plays one turn. Says whether the game goes on.
    fn step(&mut self, watch: &mut dyn FnMut(&Record)) -> Result<Step, Flaw> {
        if self.referee.is_terminal()? {
            return Ok(Step::Over);
        }
        let legal = self.referee.legal()?.to_vec();
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            return Err(Flaw::NoMove(self.record.roles[role].clone()));
        }
        if self.record.moves.len() >= self.setup.step_limit {
            return Err(Flaw::TooLong(self.setup.step_limit));
        }
        let (joint, errors) = self.ask(&legal)?;
        self.make_move(joint)?;
        if self.setup.notes_speeds {
            self.record.speeds.push(self.said.iter().map(|said| said.lock().speed).collect());
        }
        let decision = self.umpire.judge_faults(&errors, &self.record.roles).or_else(|| {
            let said = self.said.iter().map(|said| said.lock().clone()).collect::<Vec<_>>();
            self.umpire.judge(&said, self.record.moves.len())
        });
        self.note_state(errors, watch)?;
        // What is over by its rules need not be decided.
        match decision {
            Some(decision) if !self.referee.is_terminal()? => Ok(Step::Decided(decision)),
            _ => Ok(Step::Next),
        }
    }

    fn make_move(&mut self, joint: Vec<String>) -> Result<(), Flaw> {
        if self.referee.has_percepts() {
            self.record.percepts.push(self.referee.percepts_of(&joint)?);
        }
        self.referee.apply(&joint)?;
        self.record.moves.push(joint);
        Ok(())
    }

    /// The move of every role, and what was wrong with the answers.
    fn ask(&mut self, legal: &[Vec<String>]) -> Result<(Vec<String>, Vec<String>), Flaw> {
        let deadline = Instant::now() + self.setup.clock.play;
        for said in &self.said {
            said.lock().forget();
        }
        let seats = RoleId::enumerate(&self.seats);
        let answers = seats
            .map(|(role, seat)| seat.as_ref().map(|seat| seat.play(self.last(role), deadline)))
            .collect::<Vec<_>>();
        let step = self.record.moves.len();
        let mut joint = Vec::with_capacity(legal.len());
        let mut errors = Vec::with_capacity(legal.len());
        for (role, answer) in RoleId::enumerate(answers) {
            let (action, error) = match answer.map(|answer| answer.wait_until(deadline + GRACE)) {
                None => (None, String::new()),
                Some(Err(error)) => (None, error_code(&error)),
                Some(Ok(text)) => match self.referee.recognize(role, &text)? {
                    Some(action) => (Some(action), fault_code(&self.said[role.index()])),
                    None => (None, coded("IL", &text)),
                },
            };
            let random = || {
                let index = self.draw(legal[role].len() as u32, step, role);
                legal[role][index as usize].clone()
            };
            joint.push(action.unwrap_or_else(random));
            errors.push(error);
        }
        Ok((joint, errors))
    }

    fn note_state(
        &mut self,
        errors: Vec<String>,
        watch: &mut dyn FnMut(&Record),
    ) -> Result<(), Flaw> {
        let facts = self.referee.facts()?;
        self.record.states.push(format!("({})", facts.join(" ")));
        self.record.state_times.push(milliseconds());
        self.record.errors.push(errors);
        watch(&self.record);
        Ok(())
    }

    /// What a role is told of the last turn: the joint move, if the players do not know it from the
    /// opening, or in a game with hidden information what it perceived, and nothing else.
    fn last(&self, role: RoleId) -> Last {
        if self.referee.has_percepts() {
            let turn = self.record.moves.last().zip(self.record.percepts.last());
            return Last::Percepts(turn.map(|(joint, percepts)| Sight {
                action: Some(joint[role].clone()),
                percepts: percepts[role].clone(),
            }));
        }
        Last::Moves(self.record.moves[self.record.n_opening_moves..].last().cloned())
    }

    fn stop(&self) {
        let deadline = Instant::now() + self.setup.clock.play.min(MAX_FAREWELL);
        let seats = RoleId::enumerate(&self.seats);
        let answers = seats
            .filter_map(|(role, seat)| Some(seat.as_ref()?.stop(self.last(role), deadline)))
            .collect::<Vec<_>>();
        for answer in answers {
            // What a player says at the end changes nothing.
            let _ = answer.wait_until(deadline);
        }
    }

    fn abort(&self) {
        let deadline = Instant::now() + self.setup.clock.play.min(MAX_FAREWELL);
        let seats = self.seats.iter().flatten();
        let answers = seats.map(|seat| seat.abort(deadline)).collect::<Vec<_>>();
        for answer in answers {
            let _ = answer.wait_until(deadline);
        }
    }

    /// A number below a bound, for a role in a step.
    fn draw(&self, bound: u32, step: usize, role: RoleId) -> u32 {
        self.key().below(bound, step as u32, role, self.record.roles.len())
    }

    fn key(&self) -> Key {
        Key::new(self.setup.seed, 0, 0)
    }
}

/// Players are not waited for longer than this when a match has ended.
const MAX_FAREWELL: Duration = Duration::from_secs(5);

/// How a turn has ended.
enum Step {
    /// Another turn follows.
    Next,
    Over,
    Decided(Decision),
}

/// Why a match ends before its game.
enum Flaw {
    Stopped,
    NoMove(String),
    TooLong(usize),
    HiddenOpening,
    Rules(RefereeError),
}

impl Flaw {
    fn describe(&self) -> String {
        match self {
            Self::Stopped => "the match was stopped".to_owned(),
            Self::NoMove(role) => format!("the rules leave `{role}` without a legal move"),
            Self::TooLong(limit) => format!("the game takes more than {limit} moves"),
            Self::HiddenOpening => {
                "a game with hidden information cannot begin in the middle".to_owned()
            }
            Self::Rules(error) => format!("the rules cannot be followed: {error}"),
        }
    }
}

impl From<RefereeError> for Flaw {
    fn from(error: RefereeError) -> Self {
        Self::Rules(error)
    }
}

/// How the record tells of an error.
fn error_code(error: &PlayerError) -> String {
    match error {
        PlayerError::Late => "TO".to_owned(),
        PlayerError::Connection(reason) => coded("CE", reason),
        PlayerError::Killed(reason) => coded("KI", reason),
        PlayerError::Garbage(answer) => coded("GA", answer),
        PlayerError::Busy | PlayerError::Rules(_) | PlayerError::Gone => {
            coded("PE", &error.to_string())
        }
    }
}

/// How the record tells of a player that has to do without something.
fn fault_code(said: &Mutex<Said>) -> String {
    let said = said.lock();
    if said.fault.is_empty() { String::new() } else { coded("BO", &said.fault) }
}

/// A code with its details, on one line and not too long.
fn coded(code: &str, detail: &str) -> String {
    const MAX_CHARS: usize = 100;
    let detail = detail.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{code} {}", detail.chars().take(MAX_CHARS).collect::<String>())
}

fn milliseconds() -> u64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    since_1970.map_or(0, |time| time.as_millis() as u64)
}
