//! A game in progress: whose turn it is, who has moved, what is to be said about it.

mod counting;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use stonegate_lanes::Key;
use stonegate_matches::CHANCE_ROLE;
use stonegate_players::{Briefing, Clock, PlayerError, PlayerSpec, Resources, Thoughts};
use stonegate_tables::choosing;

use super::game::{Game, Outcome};
use super::opponent::{Opponent, Remark, Tag};

/// A person does not like to wait before the game begins.
const START_TIME: Duration = Duration::from_millis(500);

/// How a person wants to play.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The role of the person.
    pub(crate) role: usize,
    /// Who plays the other roles, and gives hints.
    pub(crate) player: PlayerSpec,
    pub(crate) resources: Resources,
    /// What the machine may take for a move.
    pub(crate) time: Duration,
}

/// The game at the table and everybody around it.
pub(crate) struct Session {
    pub(crate) game: Game,
    pub(crate) settings: Settings,
    /// The moves of this turn that have been made, by role.
    chosen: Vec<Option<String>>,
    /// What the person may say to the count of a game that is over. Empty if there is none,
    /// or the person has agreed to it.
    count: Vec<String>,
    /// For each turn of the past, whether the person had a choice.
    had_choice: Vec<bool>,
    opponents: Vec<Option<Opponent>>,
    /// Thinks for the person who has asked for a hint.
    coach: Option<Opponent>,
    pub(crate) hint: Option<String>,
    /// What was thought last, and by which role.
    pub(crate) thoughts: Option<(usize, Thoughts)>,
    /// Thoughts that would give away a move that is made at the same time as the
    /// person's.
    held_back: Option<(usize, Thoughts)>,
    /// What the person should know.
    pub(crate) message: String,
    n_opponents: usize,
    remarks: (Sender<Remark>, Receiver<Remark>),
}

impl Session {
    pub(crate) fn new(game: Game, settings: Settings) -> anyhow::Result<Self> {
        let mut session = Self {
            game,
            settings,
            chosen: Vec::new(),
            count: Vec::new(),
            had_choice: Vec::new(),
            opponents: Vec::new(),
            coach: None,
            hint: None,
            thoughts: None,
            held_back: None,
            message: String::new(),
            n_opponents: 0,
            remarks: channel(),
        };
        session.seat_opponents()?;
        session.begin_turn()?;
        Ok(session)
    }

    /// The legal moves among which the person has to choose, or what there is to say to
    /// the count; none if others are to move or the game is over.
    pub(crate) fn choices(&self) -> &[String] {
        if self.is_counting() {
            return &self.count;
        }
        let role = self.settings.role;
        let is_asked = self.game.position.outcome.is_none() && self.chosen[role].is_none();
        if is_asked { &self.game.position.legal[role] } else { &[] }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.position.outcome.is_some() && !self.is_counting()
    }

    pub(crate) fn is_waiting_for_hint(&self) -> bool {
        self.coach.is_some()
    }

    /// The choice that a text means.
    pub(crate) fn recognize(&mut self, text: &str) -> anyhow::Result<Option<String>> {
        if self.choices().is_empty() {
            return Ok(None);
        }
        if self.is_counting() {
            let mut choices = self.count.iter();
            return Ok(choices.find(|choice| choice.eq_ignore_ascii_case(text)).cloned());
        }
        self.game.recognize(self.settings.role, text)
    }

    /// The person makes one of the choices.
    pub(crate) fn choose(&mut self, action: String) -> anyhow::Result<()> {
        let role = self.settings.role;
        self.message.clear();
        if self.is_counting() {
            return self.settle(&action);
        }
        self.hint = None;
        self.coach = None;
        self.chosen[role] = Some(action);
        self.end_turn()
    }

    /// Asks for advice. It comes with a later remark.
    pub(crate) fn ask_hint(&mut self) -> anyhow::Result<()> {
        if self.choices().is_empty() || self.is_counting() {
            self.say("there is no move to choose");
        } else if self.coach.is_none() {
            self.say("thinking about a hint");
            let mut coach = self.opponent(self.settings.role)?;
            coach.ask(&self.game.history, self.settings.time);
            self.coach = Some(coach);
        }
        Ok(())
    }

    /// Takes back the last move that the person has chosen, and all that came after it.
    pub(crate) fn undo(&mut self) -> anyhow::Result<()> {
        match self.had_choice.iter().rposition(|&had_choice| had_choice) {
            None => self.say("there is no move to take back"),
            Some(turn) => self.restart_at(turn, "taken back")?,
        }
        Ok(())
    }

    pub(crate) fn new_game(&mut self) -> anyhow::Result<()> {
        self.restart_at(0, "")
    }

    /// Waits for a remark, not longer than the given time, and acts on it. Says whether
    /// there was one.
    pub(crate) fn listen(&mut self, time: Duration) -> anyhow::Result<bool> {
        match self.remarks.1.recv_timeout(time) {
            Ok(remark) => self.hear(remark).map(|()| true),
            Err(RecvTimeoutError::Timeout) => Ok(false),
            Err(RecvTimeoutError::Disconnected) => unreachable!("the session has a sender"),
        }
    }

    /// What the end of the game means to the person.
    pub(crate) fn verdict(&self) -> Option<String> {
        if self.is_counting() {
            return None;
        }
        Some(match self.game.position.outcome.as_ref()? {
            Outcome::Stuck(role) => format!("The game is stuck: {role} has no legal move."),
            Outcome::Goals(goals) => {
                let own = goals[self.settings.role];
                let others = goals.iter().enumerate().filter(|(role, _)| {
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
                let goals = self.game.roles.iter().zip(goals);
                let goals = goals.map(|(role, value)| format!("{role} {}", goal(value)));
                match (self.points(), best) {
                    (Some(points), _) => format!("{verdict} {points}"),
                    (None, None) => verdict,
                    (None, Some(_)) => {
                        format!("{verdict} {}", goals.collect::<Vec<_>>().join(", "))
                    }
                }
            }
        })
    }

    fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    fn restart_at(&mut self, turn: usize, message: &str) -> anyhow::Result<()> {
        self.game.rewind(turn)?;
        self.had_choice.truncate(turn);
        self.say(message);
        self.hint = None;
        self.coach = None;
        self.thoughts = None;
        self.held_back = None;
        self.seat_opponents()?;
        self.begin_turn()
    }

    fn seat_opponents(&mut self) -> anyhow::Result<()> {
        self.opponents.clear();
        for role in 0..self.game.roles.len() {
            let is_machine = role != self.settings.role && self.game.roles[role] != CHANCE_ROLE;
            let opponent = if is_machine { Some(self.opponent(role)?) } else { None };
            self.opponents.push(opponent);
        }
        Ok(())
    }

    fn opponent(&mut self, role: usize) -> anyhow::Result<Opponent> {
        self.n_opponents += 1;
        let briefing = Briefing {
            match_id: format!("play.{}", self.n_opponents),
            role: self.game.roles[role].clone(),
            ruleset: self.game.ruleset.clone(),
            opening: Vec::new(),
            clock: Clock { start: self.settings.time.min(START_TIME), play: self.settings.time },
        };
        let player = self.settings.player.player(&self.settings.resources)?;
        Ok(Opponent::new(Tag(self.n_opponents), player, briefing, self.remarks.0.clone()))
    }

    /// Asks everybody for a move, and makes those that need no asking.
    fn begin_turn(&mut self) -> anyhow::Result<()> {
        let Self { game, settings, opponents, .. } = self;
        let legal = &game.position.legal;
        self.chosen = vec![None; legal.len()];
        self.count = counting::choices(&game.position);
        if game.position.outcome.is_some() {
            return Ok(());
        }
        for (role, moves) in legal.iter().enumerate() {
            if let Some(opponent) = &mut opponents[role] {
                // A player that only waits has nothing to think about.
                let time = if moves.len() > 1 { settings.time } else { settings.time / 10 };
                opponent.ask(&game.history, time);
            } else if role != settings.role {
                self.chosen[role] = Some(draw(settings.resources.seed, &game.history, moves));
            } else if let [only] = &moves[..]
                && !choosing(legal).contains(&role)
            {
                self.chosen[role] = Some(only.clone());
            }
        }
        self.end_turn()
    }

    /// Makes the joint move if all have moved.
    fn end_turn(&mut self) -> anyhow::Result<()> {
        if self.is_over() {
            return Ok(());
        }
        let Some(joint) = self.chosen.iter().cloned().collect::<Option<Vec<_>>>() else {
            return Ok(());
        };
        self.had_choice.push(self.game.position.legal[self.settings.role].len() > 1);
        self.game.apply(joint)?;
        if let Some(thoughts) = self.held_back.take() {
            self.thoughts = Some(thoughts);
        }
        self.begin_turn()
    }

    fn hear(&mut self, remark: Remark) -> anyhow::Result<()> {
        let is = |opponent: &Option<Opponent>, tag: Tag| {
            opponent.as_ref().is_some_and(|opponent| opponent.tag == tag)
        };
        let (Remark::Thoughts { opponent: tag, .. } | Remark::Answer { opponent: tag, .. }) =
            remark;
        let is_coach = is(&self.coach, tag);
        let role = self.opponents.iter().position(|opponent| is(opponent, tag));
        // Whoever has left the table is not heard.
        let Some(role) = role.or(is_coach.then_some(self.settings.role)) else { return Ok(()) };
        match remark {
            Remark::Thoughts { thoughts, .. } => {
                let is_secret = !is_coach
                    && !self.choices().is_empty()
                    && self.game.position.legal[role].len() > 1;
                let place = if is_secret { &mut self.held_back } else { &mut self.thoughts };
                *place = Some((role, thoughts));
            }
            Remark::Answer { answer, .. } if is_coach => {
                self.coach = None;
                match answer {
                    Ok(action) => {
                        self.say(format!("hint: {action}"));
                        self.hint = Some(action);
                    }
                    Err(error) => self.say(format!("no hint: {error}")),
                }
            }
            Remark::Answer { answer, .. } => {
                let action = self.accept(role, answer)?;
                self.chosen[role] = Some(action);
                self.end_turn()?;
            }
        }
        Ok(())
    }

    /// The move that an answer means. As in a match, a random move stands in for one
    /// that is missing or illegal.
    fn accept(
        &mut self,
        role: usize,
        answer: Result<String, PlayerError>,
    ) -> anyhow::Result<String> {
        let name = self.game.roles[role].clone();
        let flaw = match answer {
            Ok(text) => match self.game.recognize(role, &text)? {
                Some(action) => return Ok(action),
                None => format!("{name} wanted `{text}`, which is not legal"),
            },
            Err(error) => format!("{name} has no move: {error}"),
        };
        self.say(format!("{flaw}; a random move was made"));
        let moves = &self.game.position.legal[role];
        Ok(draw(self.settings.resources.seed, &self.game.history, moves))
    }
}

/// A random move, the same for the same seed and turn.
fn draw(seed: u64, history: &[Vec<String>], moves: &[String]) -> String {
    let index = Key::new(seed, 0, 0).below(moves.len() as u32, history.len() as u32, 0, 1);
    moves[index as usize].clone()
}
