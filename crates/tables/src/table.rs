//! A table: the game at it, those who sit there, and the engines that think about it.
//!
//! All that happens at a table is an [`Event`]; what is to be done about it are [`Effect`]s.

use stonegate_compile::RefereeError;
use stonegate_gdl::RoleId;

use crate::event::{Aim, Answer, Circumstances, Effect, Event, Page, Question, QuestionId};
use crate::message::{Command, Refusal, Reply};
use crate::people::{Guest, Party};
use crate::play::Play;
use crate::seat::{SeatKey, Sitter};
use crate::table_view::TableView;

/// How long an engine thinks for a hint.
const HINT_SECONDS: f64 = 1.0;

/// The longest analysis.
const MAX_ANALYSIS_SECONDS: f64 = 120.0;

/// A table with a game at it.
#[derive(Debug)]
pub struct Table {
    play: Play,
    asked: Vec<Asked>,
    n_questions: u64,
    /// Questions about the position at hand that are hidden, answered or not.
    hidden: Vec<(Aim, QuestionId)>,
    /// What an engine thought of the position at hand.
    values: Option<Vec<f64>>,
    /// Why the game cannot go on.
    flaw: Option<String>,
    /// What is to be done about the event at hand.
    effects: Vec<Effect>,
}

/// A question that is not answered yet.
#[derive(Debug)]
struct Asked {
    id: QuestionId,
    ply: usize,
    role: RoleId,
    aim: Aim,
    /// Whom to tell.
    page: Option<Page>,
}

/// Somebody who wants to know what an engine thinks.
#[derive(Copy, Clone)]
struct Asker {
    party: Option<Party>,
    page: Page,
}

/// What an event has changed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Changed {
    Nothing,
    /// The game, or who plays it: thoughts about it are worth nothing.
    Game,
    /// Something that can be seen.
    Look,
}

impl Table {
    /// A table for a game that has just been taken up.
    pub fn new(play: Play) -> Self {
        Self {
            play,
            asked: Vec::new(),
            n_questions: 0,
            hidden: Vec::new(),
            values: None,
            flaw: None,
            effects: Vec::new(),
        }
    }

    /// The game at the table.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// The same, to ask it about its rules.
    pub fn play_mut(&mut self) -> &mut Play {
        &mut self.play
    }

    /// Why the game cannot go on, if the rules cannot be followed any further.
    pub fn flaw(&self) -> Option<&str> {
        self.flaw.as_deref()
    }

    /// Whether a question is open, or its thoughts are hidden.
    pub fn knows(&self, question: QuestionId) -> bool {
        let mut hidden = self.hidden.iter();
        self.asked.iter().any(|asked| asked.id == question) || hidden.any(|(_, id)| *id == question)
    }

    /// Whether an answer to a page is still to come.
    pub fn owes(&self, page: Page) -> bool {
        self.asked.iter().any(|asked| asked.page == Some(page))
    }

    /// The table as all may see it.
    pub fn view(&self, id: &str, watchers: usize) -> TableView {
        let play = &self.play;
        let may_help = play.may_help();
        TableView {
            table: id.to_owned(),
            game: play.game.view(),
            seats: play.seat_views(),
            ply: play.ply(),
            moves: play.moves().map(<[_]>::to_vec).collect(),
            names: play.names.clone(),
            values: play.moves.iter().map(|one| one.values.clone().filter(|_| may_help)).collect(),
            waiting: play.waiting(),
            engine: play.engine(),
            watchers,
            paused: play.paused,
            over: play.over(),
            clocks: play.clocks(),
            count: play.count_view(),
            people: play.parties().len(),
            help: may_help,
            request: play.request_view(),
            next: play.next.clone(),
            keeps_secrets: play.keeps_secrets(),
            keys: play.keys().map(Option::<&SeatKey>::cloned).collect(),
        }
    }

    /// Notes the table of the next game with the same people.
    pub fn set_next(&mut self, id: String) -> Vec<Effect> {
        self.play.next = Some(id);
        self.publish();
        std::mem::take(&mut self.effects)
    }

    /// Ends all thoughts.
    pub fn close(&mut self) -> Vec<Effect> {
        self.cancel(|_| true);
        std::mem::take(&mut self.effects)
    }

    /// Deals with an event, and says what is to be done.
    pub fn handle(&mut self, event: Event, circumstances: Circumstances) -> Vec<Effect> {
        let Circumstances { now, is_watched, is_storing } = circumstances;
        self.play.set_now(now);
        let happened = match event {
            // What waited is not late.
            Event::Command { came, .. } => came,
            _ => now,
        };
        // Nobody has seen whose turn it is until it was stored.
        let is_timed = is_storing && event != Event::Stored;
        let has_fallen = is_timed && self.play.look_at_clocks(happened);
        let changed = self.deal_with(event, is_watched);
        let changed = if has_fallen { Changed::Game } else { changed };
        if changed == Changed::Game {
            self.cancel(|asked| asked.aim != Aim::Analysis);
            self.hidden.retain(|(aim, _)| *aim == Aim::Analysis);
            self.values = None;
            self.flaw = None;
        }
        if !self.play.may_help() {
            self.cancel(|asked| asked.aim != Aim::Move);
        }
        let has_moved = self.go_on(is_watched, is_storing);
        if changed != Changed::Nothing || has_moved {
            self.publish();
        }
        std::mem::take(&mut self.effects)
    }

    fn deal_with(&mut self, event: Event, is_watched: bool) -> Changed {
        match event {
            Event::Command { guest, page, command, .. } => {
                let has_come = self.play.welcome(&guest);
                let changed = self.follow(&guest, page, command).unwrap_or_else(|refusal| {
                    self.tell(page, Reply::Error(refusal));
                    Changed::Nothing
                });
                if has_come && changed == Changed::Nothing { Changed::Look } else { changed }
            }
            Event::Answer { question, answer } => self.take_answer(question, answer),
            Event::Declined { question, refusal } => match self.take_asked(question) {
                Some(asked) if asked.aim == Aim::Move => {
                    self.take_move(&asked, Err(refusal.message))
                }
                Some(asked) => {
                    self.refuse(asked.page, refusal);
                    Changed::Nothing
                }
                None => Changed::Nothing,
            },
            Event::Improved => match self.play.improve() {
                Ok(true) => Changed::Look,
                Ok(false) => Changed::Nothing,
                Err(error) => self.complain(&error),
            },
            Event::Came(guest) => {
                if self.play.welcome(&guest) {
                    Changed::Look
                } else {
                    Changed::Nothing
                }
            }
            Event::Left => {
                if !is_watched {
                    self.cancel(|_| true);
                }
                Changed::Nothing
            }
            Event::GoOn => {
                // To follow the rules may have taken a while: that was nobody's time.
                self.play.begin_turn();
                Changed::Nothing
            }
            Event::Stored => {
                self.play.begin_turn();
                Changed::Look
            }
        }
    }

    fn follow(&mut self, guest: &Guest, page: Page, command: Command) -> Result<Changed, Refusal> {
        let rights = self.play.rights(guest);
        let denied =
            |who: &str| Err(Refusal::new("not-allowed", format!("only {who} may do this")));
        let is_mine = |role: &String| rights.roles.contains(role);
        let play = &mut self.play;
        let asker = Asker { party: play.party(guest), page };
        match command {
            Command::Ping => {
                self.tell(page, Reply::Pong);
                Ok(Changed::Nothing)
            }
            // Time is looked at whatever happens.
            Command::Time => Ok(Changed::Nothing),
            Command::Position { ply } => {
                let position = play.view_at_for(ply, &rights.roles)?;
                self.tell(page, Reply::Position { position: Box::new(position) });
                Ok(Changed::Nothing)
            }
            Command::Move { role, .. } | Command::Resign { role } | Command::Agree { role }
                if !is_mine(&role) =>
            {
                denied(&format!("who has the seat of {role}"))
            }
            Command::Move { ply, role, action } => {
                play.choose(play.role(&role)?, ply, &action)?;
                Ok(Changed::Look)
            }
            Command::Resign { role } => {
                play.resign(play.role(&role)?)?;
                Ok(Changed::Game)
            }
            Command::Agree { role } => {
                play.agree(play.role(&role)?)?;
                Ok(Changed::Look)
            }
            Command::Undo
            | Command::Draw
            | Command::Name { .. }
            | Command::Hint { .. }
            | Command::Analyze { .. }
            | Command::Mark { .. }
            | Command::Propose
            | Command::Resume
            | Command::Help { .. }
            | Command::Accept { .. }
            | Command::Decline { .. }
                if !rights.host && rights.roles.is_empty() =>
            {
                denied("who has a seat")
            }
            Command::Mark { stone } => play.mark(&stone).map(|()| Changed::Look),
            Command::Propose => play.propose().map(|()| Changed::Look),
            Command::Resume => play.play_on().map(|()| Changed::Game),
            Command::Hint { .. } if !play.may_help() => {
                play.check_no_secrets()?;
                Err(no_help())
            }
            Command::Analyze { seconds, .. } if seconds > 0.0 && !play.may_help() => {
                play.check_no_secrets()?;
                Err(no_help())
            }
            // Whoever takes another seat would see what that has seen.
            Command::Seat { .. } | Command::Swap if play.keeps_secrets() && play.ply() > 0 => {
                play.check_no_secrets().map(|()| Changed::Nothing)
            }
            Command::Hint { role } => {
                let number = play.role(&role)?;
                if !is_mine(&role) {
                    return denied(&format!("who has the seat of {role}"));
                }
                let place = (play.ply(), number);
                self.ask(Aim::Hint, place, HINT_SECONDS, Some(asker))?;
                Ok(Changed::Nothing)
            }
            Command::Analyze { ply, seconds } => self.analyze(ply, seconds, asker, &rights.roles),
            Command::Seat { .. } | Command::Swap | Command::Pause { .. } if !rights.host => {
                denied("the host")
            }
            Command::Pause { paused } => {
                play.pause(paused);
                Ok(Changed::Game)
            }
            Command::Accept { request } => {
                let party = asker.party.ok_or_else(not_seated)?;
                match play.accept(request, party)? {
                    Some((command, by)) => carry_out(play, command, by),
                    None => Ok(Changed::Look),
                }
            }
            Command::Name { name } => {
                let party = asker.party.ok_or_else(not_seated)?;
                play.set_name(party, &name).map(|()| Changed::Look)
            }
            Command::Decline { request } => play.decline(request).map(|()| Changed::Look),
            Command::Undo
            | Command::Draw
            | Command::Swap
            | Command::Seat { .. }
            | Command::Help { .. } => {
                if command == Command::Draw {
                    play.check_draw()?;
                }
                let party = asker.party.ok_or_else(not_seated)?;
                if play.needs_consent(&command, party) {
                    play.ask_for(command, party);
                    return Ok(Changed::Look);
                }
                carry_out(play, command, party)
            }
        }
    }

    /// Thinks about a position, for one of some roles if they have a choice there.
    fn analyze(
        &mut self,
        ply: usize,
        seconds: f64,
        asker: Asker,
        own: &[String],
    ) -> Result<Changed, Refusal> {
        self.cancel(|asked| asked.aim == Aim::Analysis);
        if seconds > 0.0 {
            let choosing = self.play.full_view_at(ply)?.choosing;
            let role = choosing.iter().find(|role| own.contains(role)).or(choosing.first());
            let role = match role {
                Some(role) => self.play.role(role)?,
                None => return Err(Refusal::new("game-over", "there is nothing to think about")),
            };
            let seconds = seconds.min(MAX_ANALYSIS_SECONDS);
            self.ask(Aim::Analysis, (ply, role), seconds, Some(asker))?;
        }
        Ok(Changed::Nothing)
    }

    /// Has an engine think about a position for a role, unless it does already.
    fn ask(
        &mut self,
        aim: Aim,
        (ply, role): (usize, RoleId),
        seconds: f64,
        asker: Option<Asker>,
    ) -> Result<(), Refusal> {
        if self.asked.iter().any(|asked| asked.role == role && asked.aim == aim) {
            return Ok(());
        }
        let line = self.play.line(ply)?;
        let (line, sights) = match self.play.sights(role, ply) {
            Some(sights) => (Vec::new(), Some(sights)),
            None => (line, None),
        };
        let player = match &self.play.seats[role].sitter {
            Sitter::Engine(description) if aim == Aim::Move => Some(description.clone()),
            _ => None,
        };
        let asked_by = asker.and_then(|asker| asker.party);
        let is_hidden = ply == self.play.ply() && self.play.is_secret(asked_by);
        self.n_questions += 1;
        let id = self.n_questions;
        if is_hidden {
            self.hidden.push((aim, id));
        }
        self.asked.push(Asked { id, ply, role, aim, page: asker.map(|asker| asker.page) });
        let question = Question { id, line, sights, role, aim, player, seconds, is_hidden };
        self.effects.push(Effect::Think(question));
        Ok(())
    }

    fn take_asked(&mut self, question: QuestionId) -> Option<Asked> {
        let index = self.asked.iter().position(|asked| asked.id == question)?;
        Some(self.asked.swap_remove(index))
    }

    fn take_answer(&mut self, question: QuestionId, answer: Result<Answer, String>) -> Changed {
        let Some(asked) = self.take_asked(question) else { return Changed::Nothing };
        match (asked.aim, answer) {
            (Aim::Analysis, _) => Changed::Nothing,
            (Aim::Hint, Err(reason)) => {
                self.refuse(asked.page, Refusal::new("no-hint", reason));
                Changed::Nothing
            }
            (Aim::Hint, Ok(Answer { action, value, .. })) => {
                let role = self.play.roles()[asked.role].clone();
                let reply = Reply::Hint { ply: asked.ply, role, action, value };
                if let Some(page) = asked.page {
                    self.tell(page, reply);
                }
                Changed::Nothing
            }
            (Aim::Move, answer) => self.take_move(&asked, answer),
        }
    }

    /// The game goes on even if an engine has no answer, or one that makes no sense.
    fn take_move(&mut self, asked: &Asked, answer: Result<Answer, String>) -> Changed {
        let chosen = answer.and_then(|answer| {
            let chosen = self.play.choose(asked.role, asked.ply, &answer.action);
            chosen.map_err(|refusal| refusal.message)?;
            Ok(answer.values)
        });
        match chosen {
            Ok(values) => self.values = values.or(self.values.take()),
            Err(reason) => {
                let Some(action) = self.play.any_move(asked.role) else { return Changed::Nothing };
                if self.play.choose(asked.role, asked.ply, &action).is_err() {
                    return Changed::Nothing;
                }
                let role = &self.play.roles()[asked.role];
                // The reason may name what the engine has seen.
                let reason = if self.play.keeps_secrets() { "it has no answer" } else { &*reason };
                let message = format!("a move of {role} was drawn: {reason}");
                self.effects.push(Effect::Complain(Refusal::new("no-answer", message)));
            }
        }
        Changed::Look
    }

    /// Makes a joint move if everybody has chosen, and asks the engines if not. Says whether there
    /// is something to be seen.
    fn go_on(&mut self, is_watched: bool, is_storing: bool) -> bool {
        if self.flaw.is_some() {
            return false;
        }
        let engines_play = is_watched && !self.play.paused;
        if engines_play && !is_storing {
            // What is stored next wakes the table up again.
            return true;
        }
        self.play.settle(engines_play);
        if !self.play.is_secret(None) {
            let revealed = self.hidden.drain(..).map(|(_, id)| Effect::Reveal(id));
            self.effects.extend(revealed);
        }
        match self.play.advance(self.values.clone()) {
            Ok(true) => {
                self.values = None;
                self.hidden.clear();
                self.cancel(|asked| asked.aim != Aim::Analysis);
                self.effects.push(Effect::GoOn);
                return true;
            }
            Ok(false) => {}
            Err(error) => {
                self.complain(&error);
                return false;
            }
        }
        if engines_play {
            let ply = self.play.ply();
            for role in self.play.asked() {
                let seconds = self.play.seats[role].seconds;
                let asked = self.ask(Aim::Move, (ply, role), seconds, None);
                asked.expect("there is a position at hand");
            }
        }
        false
    }

    /// Ends thoughts.
    fn cancel(&mut self, is_meant: impl Fn(&Asked) -> bool) {
        let canceled = self.asked.extract_if(.., |asked| is_meant(asked));
        self.effects.extend(canceled.map(|asked| Effect::Cancel(asked.id)));
    }

    /// Tells everybody that the rules cannot be followed any further.
    fn complain(&mut self, error: &RefereeError) -> Changed {
        let message = format!("the game cannot go on: {error}");
        self.flaw = Some(message.clone());
        self.effects.push(Effect::Complain(Refusal::new("rules", message)));
        Changed::Nothing
    }

    fn tell(&mut self, page: Page, reply: Reply) {
        self.effects.push(Effect::Tell { page, reply });
    }

    /// Tells who has asked that nothing comes of it.
    fn refuse(&mut self, page: Option<Page>, refusal: Refusal) {
        if let Some(page) = page {
            self.tell(page, Reply::Error(refusal));
        }
    }

    /// Stores what has changed, to be shown then.
    fn publish(&mut self) {
        let (keep, moves) = self.play.take_unstored();
        self.effects.push(Effect::Publish { keep, moves, status: self.play.status() });
    }
}

/// Does what somebody wants, and others have accepted where they were to be asked.
fn carry_out(play: &mut Play, command: Command, by: Party) -> Result<Changed, Refusal> {
    match command {
        Command::Undo => play.undo(by)?,
        Command::Swap => play.swap(),
        Command::Draw => play.agree_to_draw()?,
        Command::Seat { role, seat } => play.set_seat(play.role(&role)?, &seat)?,
        Command::Help { on } => {
            play.help = on;
            return Ok(Changed::Look);
        }
        _ => return Ok(Changed::Nothing),
    }
    Ok(Changed::Game)
}

fn no_help() -> Refusal {
    let message = "hints and analyses are off between people until all agree to them";
    Refusal::new("no-help", message)
}

fn not_seated() -> Refusal {
    Refusal::new("not-allowed", "only who has a seat may do this")
}

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
