//! A game in progress: drives the table, and knows what is to be said about it.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::bail;
use stonegate_board::Notation;
use stonegate_compile::CHANCE_ROLE;
use stonegate_gdl::RoleId;
use stonegate_matches::Record;
use stonegate_matches::notation::Line;
use stonegate_players::{
    Briefing, Clock, GRACE, PlayerError, PlayerSpec, Resources, Sight, TablePlayer, Thoughts,
};
use stonegate_tables::{
    Aim, Answer, Circumstances, Command, Effect, Event, Guest, Over, Play, QuestionId, Reason,
    Refusal, Reply, SeatRequest, StoredMove, StoredStatus, Table, TokenHash, new_seats,
};

use super::game::Game;
use super::opponent::{Opponent, Question, Remark, Ticket};

/// A person does not like to wait before the game begins.
const START_TIME: Duration = Duration::from_millis(500);

/// So much later than the time for its move an answer may come, for a player that has to hear of
/// turns that it has missed.
const PATIENCE: Duration = Duration::from_secs(5);

/// The person plays for all seats that are not the machine's.
const PERSON: Guest = Guest { is_host: true, token: None };

const AGREE: &str = "agree";
const PROPOSE: &str = "propose dead stones";
const PLAY_ON: &str = "play on";

/// How a person wants to play.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The role of the person.
    pub role: RoleId,
    /// Who plays the other roles, and gives hints.
    pub player: PlayerSpec,
    pub resources: Resources,
    /// What the machine may take for a move.
    pub time: Duration,
    /// The file that the record of the game is kept in.
    pub record: Option<PathBuf>,
    /// Whether moves are shown as terms of the rules, and not as people write them.
    pub shows_terms: bool,
}

/// The game at the table and everybody around it.
#[derive(Debug)]
pub struct Session {
    pub game: Arc<Game>,
    pub settings: Settings,
    table: Table,
    /// When the time of the table began.
    start: Instant,
    /// For each role, the player, where it is not the person or chance.
    opponents: Vec<Option<Opponent>>,
    /// Gives hints, once it was asked for one.
    coach: Option<Opponent>,
    asked: Vec<Asked>,
    n_tickets: Ticket,
    /// What the person may say to the count of a game that is over. Empty if there is none,
    /// or the person has agreed to it.
    count: Vec<String>,
    pub(super) hint: Option<String>,
    /// What was thought last, and by which role.
    pub(super) thoughts: Option<(RoleId, Thoughts)>,
    /// What the person should know.
    pub(super) message: String,
    remarks: (Sender<Remark>, Receiver<Remark>),
}

/// A question to a player, or one whose thoughts are hidden.
#[derive(Debug)]
struct Asked {
    ticket: Ticket,
    question: QuestionId,
    role: RoleId,
    aim: Aim,
    /// Whether the answer has come.
    is_answered: bool,
    /// An answer that comes later is none.
    due: Instant,
    canceled: Arc<AtomicBool>,
    /// Whether the person must not see the thoughts yet, which are kept so long.
    is_hidden: bool,
    latest: Option<Thoughts>,
}

impl Session {
    pub fn new(game: Game, settings: Settings) -> anyhow::Result<Self> {
        Self::resume(game, settings, Vec::new())
    }

    /// Takes up a game after these joint moves.
    pub fn resume(game: Game, settings: Settings, moves: Vec<Vec<String>>) -> anyhow::Result<Self> {
        let game = Arc::new(game);
        let status = status(&game, &settings)?;
        let moves = moves.into_iter().map(|joint| StoredMove { joint, values: None }).collect();
        let table = open(&game, &status, moves, &settings)?;
        let mut session = Self {
            game,
            settings,
            table,
            start: Instant::now(),
            opponents: Vec::new(),
            coach: None,
            asked: Vec::new(),
            n_tickets: 0,
            count: Vec::new(),
            hint: None,
            thoughts: None,
            message: String::new(),
            remarks: channel(),
        };
        for role in RoleId::first(session.game.roles.len()) {
            let is_machine =
                role != session.settings.role && session.game.roles[role] != CHANCE_ROLE;
            let opponent = is_machine.then(|| session.opponent(role));
            session.opponents.push(opponent);
        }
        session.handle(Event::Came(PERSON))?;
        Ok(session)
    }

    /// The game at the table.
    pub fn play(&self) -> &Play {
        self.table.play()
    }

    /// The role of the person.
    pub fn role(&self) -> &str {
        &self.game.roles[self.settings.role]
    }

    /// The legal moves among which the person has to choose, or what there is to say to
    /// the count; none if others are to move or the game is over.
    pub fn choices(&self) -> &[String] {
        let role = self.settings.role;
        match self.play() {
            play if play.is_counting() => &self.count,
            play if play.waits_for(role) => &play.position().legal[role],
            _ => &[],
        }
    }

    /// The facts that the person may see.
    pub(super) fn facts(&self) -> Vec<String> {
        self.play().facts_for(&[self.role().to_owned()])
    }

    /// The choices, each with what the person reads.
    pub(super) fn named_choices(&self) -> Vec<(String, String)> {
        let choices = self.choices();
        let notation = self.notation(&self.facts());
        let named = choices.iter().map(|action| {
            let name = notation.as_ref().map(|notation| notation.write(action, choices));
            (action.clone(), name.unwrap_or_else(|| action.clone()))
        });
        named.collect()
    }

    /// A move in some position for the person to read.
    pub(super) fn name(&self, action: &str) -> String {
        let notation = Notation::anywhere(self.game.layout.as_ref());
        if self.settings.shows_terms { action.to_owned() } else { notation.write(action, &[]) }
    }

    /// How moves are written here, unless as terms.
    fn notation(&self, facts: &[String]) -> Option<Notation<'_>> {
        let is_wanted = !self.settings.shows_terms && !self.play().is_counting();
        is_wanted.then(|| Notation::new(self.game.layout.as_ref(), facts))
    }

    /// The joint moves, as far as the person may see them, without those who only waited.
    pub(super) fn told_moves(&self) -> Vec<String> {
        let roles = [self.role().to_owned()];
        let moves = self.play().moves_for(&roles).into_iter().zip(self.play().names_for(&roles));
        let told = moves.map(|(terms, names)| {
            let shown = if self.settings.shows_terms { &terms } else { &names };
            let moves = self.game.roles.iter().zip(shown).zip(&names);
            let told = moves.filter(|(_, name)| !name.is_empty());
            let told = told.map(|((role, text), _)| format!("{role}: {text}"));
            told.collect::<Vec<_>>().join(", ")
        });
        told.collect()
    }

    pub fn is_over(&self) -> bool {
        self.play().over().is_some()
    }

    pub(super) fn is_waiting_for_hint(&self) -> bool {
        self.asked.iter().any(|asked| asked.aim == Aim::Hint && !asked.is_answered)
    }

    /// The choice that a text means.
    pub(super) fn recognize(&mut self, text: &str) -> anyhow::Result<Option<String>> {
        if self.choices().is_empty() {
            return Ok(None);
        }
        if self.play().is_counting() {
            let mut choices = self.count.iter();
            return Ok(choices.find(|choice| choice.eq_ignore_ascii_case(text)).cloned());
        }
        Ok(self.table.play_mut().recognize(self.settings.role, text)?)
    }

    /// The person makes one of the choices.
    pub fn choose(&mut self, action: String) -> anyhow::Result<()> {
        self.message.clear();
        self.hint = None;
        let role = self.role().to_owned();
        if !self.play().is_counting() {
            return self.say(Command::Move { ply: self.play().ply(), role, action });
        }
        let is_resumed = action == PLAY_ON;
        self.say(match &*action {
            AGREE => Command::Agree { role },
            PROPOSE => Command::Propose,
            PLAY_ON => Command::Resume,
            _ => Command::Mark { stone: action },
        })?;
        if is_resumed {
            self.forget_thoughts("the game goes on");
        }
        Ok(())
    }

    /// Asks for advice. It comes with a later remark.
    pub(super) fn ask_hint(&mut self) -> anyhow::Result<()> {
        if self.choices().is_empty() || self.play().is_counting() {
            "there is no move to choose".clone_into(&mut self.message);
            return Ok(());
        }
        if !self.is_waiting_for_hint() {
            "thinking about a hint".clone_into(&mut self.message);
        }
        self.say(Command::Hint { role: self.role().to_owned() })
    }

    /// Takes back the last move that the person has chosen, and all that came after it.
    pub(super) fn undo(&mut self) -> anyhow::Result<()> {
        self.message.clear();
        self.say(Command::Undo)?;
        if self.message.is_empty() {
            self.forget_thoughts("taken back");
        }
        Ok(())
    }

    pub(super) fn new_game(&mut self) -> anyhow::Result<()> {
        let effects = self.table.close();
        self.follow(effects);
        self.asked.clear();
        let status = self.play().fresh_status();
        self.table = open(&self.game, &status, Vec::new(), &self.settings)?;
        self.start = Instant::now();
        self.forget_thoughts("");
        self.handle(Event::Came(PERSON))
    }

    /// Waits for a remark, not longer than the given time, and acts on it. Says whether
    /// there was one.
    pub(super) fn listen(&mut self, time: Duration) -> anyhow::Result<bool> {
        let now = Instant::now();
        let late = self.asked.iter().find(|asked| !asked.is_answered && asked.due <= now);
        if let Some(&Asked { ticket, role, aim, .. }) = late {
            // Whoever is stuck is replaced.
            let opponent = self.opponent(role);
            match aim {
                Aim::Move => self.opponents[role] = Some(opponent),
                Aim::Hint | Aim::Analysis => self.coach = Some(opponent),
            }
            self.hear(Remark::Answer { ticket, answer: Err(PlayerError::Late) })?;
            return Ok(true);
        }
        match self.remarks.1.recv_timeout(time) {
            Ok(remark) => self.hear(remark).map(|()| true),
            Err(RecvTimeoutError::Timeout) => Ok(false),
            Err(RecvTimeoutError::Disconnected) => unreachable!("the session has a sender"),
        }
    }

    /// The points of all roles, where they are counted.
    fn points(&self) -> Option<String> {
        let points = self.game.roles.iter().zip(&self.play().standing()?.points);
        let points = points.map(|(role, points)| format!("{role} {points}"));
        Some(points.collect::<Vec<_>>().join(", "))
    }

    /// What the person is asked to do at the count.
    pub(super) fn count_request(&self) -> Option<String> {
        let points = self.points().filter(|_| self.play().is_counting())?;
        Some(format!("Mark the dead stones, then agree: {points}"))
    }

    /// What the end of the game means to the person.
    pub(super) fn verdict(&self) -> Option<String> {
        let Over { goals, reason, .. } = self.play().over()?;
        if reason == Reason::TooLong {
            return Some("The game has gone on for too long.".to_owned());
        }
        let mut legal = self.game.roles.iter().zip(&self.play().position().legal);
        if let Some((role, _)) = legal.find(|(_, moves)| moves.is_empty()) {
            return Some(format!("The game is stuck: {role} has no legal move."));
        }
        let own = goals[self.settings.role];
        let others = RoleId::enumerate(&goals).filter(|(role, _)| {
            *role != self.settings.role && self.game.roles[*role] != CHANCE_ROLE
        });
        let best = others.map(|(_, goal)| *goal).max();
        let verdict = match (own, best) {
            (None, _) => "The game is over, and the rules do not say how.".to_owned(),
            (Some(own), None) => format!("The game is over: you have {own} of 100."),
            (own, Some(best)) if own > best => "You have won.".to_owned(),
            (own, Some(best)) if own == best => "It is a draw.".to_owned(),
            _ => "You have lost.".to_owned(),
        };
        let goal = |goal: &Option<u8>| goal.map_or("-".to_owned(), |goal| goal.to_string());
        let goals = self.game.roles.iter().zip(&goals);
        let goals = goals.map(|(role, value)| format!("{role} {}", goal(value)));
        Some(match (self.points(), best) {
            (Some(points), _) => format!("{verdict} {points}"),
            (None, None) => verdict,
            (None, Some(_)) => format!("{verdict} {}", goals.collect::<Vec<_>>().join(", ")),
        })
    }

    fn forget_thoughts(&mut self, message: &str) {
        message.clone_into(&mut self.message);
        self.hint = None;
        self.thoughts = None;
    }

    /// A player of a role, who gets ready for the position at hand.
    fn opponent(&self, role: RoleId) -> Opponent {
        let Settings { player, resources, time, .. } = &self.settings;
        let briefing = Briefing {
            match_id: format!("play.{}.{role}", self.n_tickets),
            role: self.game.roles[role].clone(),
            ruleset: self.game.ruleset.clone(),
            opening: Vec::new(),
            clock: Clock { start: (*time).min(START_TIME), play: *time },
        };
        let player = TablePlayer::new(player.clone(), resources.clone(), briefing);
        // What is hidden is told when the player is asked.
        let is_open = !self.game.ruleset.hides_moves();
        let line = self.play().moves().filter(|_| is_open).map(<[_]>::to_vec).collect();
        Opponent::new(player, line, self.remarks.0.clone())
    }

    fn say(&mut self, command: Command) -> anyhow::Result<()> {
        let came = self.start.elapsed().as_secs_f64();
        self.handle(Event::Command { guest: PERSON, page: 0, command, came })
    }

    /// Tells the table what happens, and does what it says.
    fn handle(&mut self, event: Event) -> anyhow::Result<()> {
        let mut events = VecDeque::from([event]);
        while let Some(event) = events.pop_front() {
            let now = self.start.elapsed().as_secs_f64();
            let circumstances = Circumstances { now, is_watched: true, is_storing: true };
            let effects = self.table.handle(event, circumstances);
            events.extend(effects.contains(&Effect::GoOn).then_some(Event::GoOn));
            self.follow(effects);
        }
        if let Some(flaw) = self.table.flaw() {
            bail!("{flaw}");
        }
        let Self { table, asked, .. } = self;
        asked.retain(|asked| table.knows(asked.question));
        let standing = self.play().standing().filter(|_| self.play().is_counting());
        let words = [AGREE, PROPOSE, PLAY_ON].map(str::to_owned);
        let count = standing.map(|standing| words.into_iter().chain(standing.stones.clone()));
        self.count = count.map(Iterator::collect).unwrap_or_default();
        Ok(())
    }

    fn follow(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Think(question) => self.ask(question),
                Effect::Cancel(question) => {
                    let canceled = self.asked.iter().filter(|asked| asked.question == question);
                    canceled.for_each(|asked| asked.canceled.store(true, Ordering::Relaxed));
                }
                Effect::Reveal(question) => {
                    let revealed = self.asked.iter_mut().filter(|one| one.question == question);
                    for asked in revealed {
                        asked.is_hidden = false;
                        let latest = asked.latest.take();
                        self.thoughts = latest.map(|it| (asked.role, it)).or(self.thoughts.take());
                    }
                }
                Effect::Tell { reply: Reply::Hint { action, .. }, .. } => {
                    let mut named = self.named_choices().into_iter();
                    let name = named.find(|(choice, _)| *choice == action).map(|(_, name)| name);
                    self.message = format!("hint: {}", name.as_ref().unwrap_or(&action));
                    self.hint = Some(action);
                }
                Effect::Tell { reply: Reply::Error(Refusal { code, message }), .. } => {
                    let is_hint = code == "no-hint";
                    self.message = if is_hint { format!("no hint: {message}") } else { message };
                }
                Effect::Complain(refusal) => self.message = refusal.message,
                Effect::Publish { .. } => self.keep(),
                // Nobody else asks here, and the caller goes on.
                Effect::Tell { .. } | Effect::GoOn => {}
            }
        }
    }

    /// Keeps the record of the game, if somebody wants that.
    fn keep(&mut self) {
        let Some(path) = self.settings.record.clone() else { return };
        let saved = self.record().and_then(|record| Ok(record.save(&path)?));
        if let Err(error) = saved {
            self.message = format!("{} was not written: {error:#}", path.display());
        }
    }

    /// The record of the game so far.
    fn record(&self) -> anyhow::Result<Record> {
        let Game { name, ruleset, .. } = &*self.game;
        let clock = Clock { start: Duration::ZERO, play: self.settings.time };
        let moves = self.play().moves().map(<[_]>::to_vec).collect();
        let line = Line { moves, n_opening_moves: 0, is_over: self.is_over() };
        let (_, mut referee) = stonegate_tables::Game::referee(&*self.game)?;
        let record = Record::new("play", name, ruleset, clock);
        let mut record = record.of_line(&mut *referee, &line)?;
        record.players = self.play().seat_views().into_iter().map(|seat| seat.player).collect();
        if let Some(Over { goals, .. }) = self.play().over() {
            // People may have settled a count otherwise.
            record.goal_values = goals.into_iter().map(Option::unwrap_or_default).collect();
            record.is_completed = true;
        }
        Ok(record)
    }

    fn ask(&mut self, question: stonegate_tables::Question) {
        let stonegate_tables::Question { id, line, sights, role, aim, is_hidden, .. } = question;
        if aim != Aim::Move && self.coach.is_none() {
            self.coach = Some(self.opponent(role));
        }
        let player = if aim == Aim::Move { &mut self.opponents[role] } else { &mut self.coach };
        let Some(opponent) = player else { return };
        self.n_tickets += 1;
        let (ticket, time) = (self.n_tickets, self.settings.time);
        let canceled = Arc::new(AtomicBool::new(false));
        let sight = |sight: stonegate_tables::Sight| Sight {
            action: Some(sight.action),
            percepts: sight.percepts,
        };
        let sights = sights.map(|sights| sights.into_iter().map(sight).collect());
        opponent.ask(Question { ticket, line, sights, time, canceled: Arc::clone(&canceled) });
        self.asked.push(Asked {
            ticket,
            question: id,
            role,
            aim,
            is_answered: false,
            due: Instant::now() + START_TIME + time + GRACE + PATIENCE,
            canceled,
            is_hidden,
            latest: None,
        });
    }

    fn hear(&mut self, remark: Remark) -> anyhow::Result<()> {
        let (Remark::Thoughts { ticket, .. } | Remark::Answer { ticket, .. }) = remark;
        // Whoever is not asked any more is not heard.
        let Some(asked) = self.asked.iter_mut().find(|asked| asked.ticket == ticket) else {
            return Ok(());
        };
        match remark {
            Remark::Thoughts { thoughts, .. } if asked.is_hidden => asked.latest = Some(thoughts),
            Remark::Thoughts { thoughts, .. } => {
                asked.latest = Some(thoughts.clone());
                self.thoughts = Some((asked.role, thoughts));
            }
            Remark::Answer { .. } if asked.is_answered => {}
            Remark::Answer { answer, .. } => {
                asked.is_answered = true;
                let question = asked.question;
                let answer = match answer {
                    Ok(action) => Ok(Answer { action, value: None, values: None }),
                    Err(error) => Err(error.to_string()),
                };
                self.handle(Event::Answer { question, answer })?;
            }
        }
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        for asked in &self.asked {
            asked.canceled.store(true, Ordering::Relaxed);
        }
    }
}

/// Who sits where before the first move.
fn status(game: &Game, settings: &Settings) -> anyhow::Result<StoredStatus> {
    if matches!(settings.player, PlayerSpec::Engine { name: "human", .. }) {
        bail!("there is one person at a terminal: people meet at the tables of `stonegate serve`");
    }
    let requests = RoleId::first(game.roles.len()).map(|role| SeatRequest {
        player: match role {
            role if role == settings.role => "human".to_owned(),
            _ => settings.player.to_string(),
        },
        seconds: None,
    });
    // There is one person: nobody has to show who they are.
    let tokens = vec![TokenHash::of(""); game.roles.len()];
    match new_seats(game, &requests.collect::<Vec<_>>(), &tokens) {
        Ok(seats) => {
            Ok(StoredStatus { pending: vec![None; seats.len()], seats, ..StoredStatus::default() })
        }
        Err(refusal) => bail!("{}", refusal.message),
    }
}

fn open(
    game: &Arc<Game>,
    status: &StoredStatus,
    moves: Vec<StoredMove>,
    settings: &Settings,
) -> anyhow::Result<Table> {
    let game = Arc::clone(game) as Arc<dyn stonegate_tables::Game>;
    Ok(Table::new(Play::resume(game, status, moves, settings.resources.seed, 0.0)?))
}
