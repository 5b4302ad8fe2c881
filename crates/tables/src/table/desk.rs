//! Dealing with the messages of a table.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use stonegate_players::Thoughts;

use super::message::{FromPage, Refusal, ToPage};
use super::news::{GameView, News, TableView};
use super::play::Play;
use super::seat::{Party, SeatKey, adviser};
use super::think::{Aim, Answer, Question, StopSign};
use super::thoughts_view::ThoughtsView;
use super::veil::Veil;
use super::{Answers, Guest, Message, Table};
use crate::catalog::{lock, milliseconds};
use crate::store::Change;
use crate::view::PositionView;
use crate::visitor::Visitor;

/// How long an engine thinks for a hint.
const HINT_SECONDS: f64 = 1.0;

/// The longest analysis.
const MAX_ANALYSIS_SECONDS: f64 = 120.0;

/// What a thread works on while it has a table.
pub(super) struct Desk {
    pub(super) play: Play,
    thoughts: Vec<Thought>,
    n_thoughts: u64,
    /// Whose message is being dealt with.
    visitor: Option<Visitor>,
    /// What lies over thoughts about the position at hand.
    veils: Vec<(Aim, Veil)>,
    /// What an engine thought of the position at hand.
    values: Option<Vec<f64>>,
    /// Why the game cannot go on.
    flaw: Option<String>,
}

/// An engine that is thinking.
struct Thought {
    id: u64,
    ply: usize,
    role: usize,
    aim: Aim,
    sign: Arc<StopSign>,
    /// Whom to tell.
    answers: Option<Answers>,
}

/// Somebody who wants to know what an engine thinks.
struct Asker {
    party: Option<Party>,
    answers: Answers,
}

/// What a message has changed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Changed {
    Nothing,
    /// The game, or who plays it: thoughts about it are worth nothing.
    Game,
    /// Something that can be seen.
    Look,
}

impl Desk {
    pub(super) fn new(play: Play) -> Self {
        let (thoughts, veils) = (Vec::new(), Vec::new());
        Self { play, thoughts, n_thoughts: 0, visitor: None, veils, values: None, flaw: None }
    }

    /// Ends all thoughts.
    pub(super) fn cancel_thoughts(&mut self) {
        self.cancel(|_| true);
    }

    fn cancel(&mut self, is_meant: impl Fn(&Thought) -> bool) {
        self.thoughts.retain(|thought| {
            let cancels = is_meant(thought);
            if cancels {
                thought.sign.cancel();
            }
            !cancels
        });
    }

    fn is_thinking(&self, role: usize, aim: Aim) -> bool {
        self.thoughts.iter().any(|thought| thought.role == role && thought.aim == aim)
    }

    fn view(&self, id: &str, watchers: usize) -> TableView {
        let play = &self.play;
        let card = &play.game.card;
        let may_help = play.may_help();
        TableView {
            table: id.to_owned(),
            game: GameView {
                id: card.id.clone(),
                kind: card.kind(),
                title: card.title.clone(),
                roles: card.roles.clone(),
            },
            seats: play.seat_views(),
            ply: play.ply(),
            moves: play.moves.iter().map(|one| one.joint.clone()).collect(),
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
            wish: play.wish_view(),
            next: play.next.clone(),
            keys: play.keys().map(Option::<&SeatKey>::cloned).collect(),
        }
    }

    /// The state when nobody has seen anything yet.
    pub(super) fn news(&self, id: &str, watchers: usize) -> News {
        News {
            table: Arc::new(self.view(id, watchers)),
            n_table: 1,
            position: position_message(self.play.view()),
            n_position: 1,
            thoughts: "".into(),
            n_thoughts: 0,
            problem: None,
            n_problem: 0,
            is_closed: false,
        }
    }
}

/// Does what somebody wants, and others have accepted where they were to be asked.
fn carry_out(play: &mut Play, message: FromPage, by: Party) -> Result<Changed, Refusal> {
    match message {
        FromPage::Undo => play.undo(by)?,
        FromPage::Swap => play.swap(),
        FromPage::Seat { role, seat } => play.set_seat(play.role(&role)?, &seat)?,
        FromPage::Help { on } => {
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

fn position_message(position: PositionView) -> Arc<str> {
    to_json(&ToPage::Position { position })
}

fn to_json(message: &impl Serialize) -> Arc<str> {
    serde_json::to_string(message).expect("texts and numbers are JSON").into()
}

impl Table {
    pub(super) fn deal_with(self: &Arc<Self>, message: Message) {
        let mut desk = lock(&self.desk);
        let desk = &mut *desk;
        let now = match &message {
            // What waited for the server is not late.
            Message::FromPage { came, .. } => *came,
            _ => Instant::now(),
        };
        // While the disk takes nothing, nobody sees whose turn it is, and no time passes.
        let has_fallen = !self.house.store.is_in_trouble() && desk.play.look_at_clocks(now);
        let changed = match message {
            Message::FromPage { guest, message, answers, .. } => {
                desk.visitor = Some(guest.visitor);
                let has_come = desk.play.welcome(&guest);
                let followed = self.follow_page(desk, &guest, message, &answers);
                let changed = followed.unwrap_or_else(|refusal| {
                    let _ = answers.try_send(ToPage::Error(refusal));
                    Changed::Nothing
                });
                if has_come && changed == Changed::Nothing { Changed::Look } else { changed }
            }
            Message::Thought { id, answer } => self.take_thought(desk, id, answer),
            Message::Better => match desk.play.improve() {
                Ok(true) => Changed::Look,
                Ok(false) => Changed::Nothing,
                Err(error) => self.complain(desk, &error.to_string()),
            },
            Message::Came(guest) => {
                self.show_watchers();
                if desk.play.welcome(&guest) { Changed::Look } else { Changed::Nothing }
            }
            Message::Left => {
                if self.n_watchers() == 0 {
                    desk.cancel_thoughts();
                    self.house.touch(&self.id);
                }
                self.show_watchers();
                Changed::Nothing
            }
            Message::GoOn => Changed::Nothing,
            Message::Kept => {
                desk.play.begin_turn();
                Changed::Look
            }
        };
        let changed = if has_fallen { Changed::Game } else { changed };
        if changed == Changed::Game {
            desk.cancel(|thought| thought.aim != Aim::Analysis);
            desk.veils.retain(|(aim, _)| *aim == Aim::Analysis);
            desk.values = None;
            desk.flaw = None;
        }
        if !desk.play.may_help() {
            desk.cancel(|thought| thought.aim != Aim::Move);
        }
        let has_moved = self.go_on(desk);
        if changed != Changed::Nothing || has_moved {
            self.publish(desk);
        }
    }

    fn follow_page(
        self: &Arc<Self>,
        desk: &mut Desk,
        guest: &Guest,
        message: FromPage,
        answers: &Answers,
    ) -> Result<Changed, Refusal> {
        let rights = desk.play.rights(guest);
        let denied =
            |who: &str| Err(Refusal::new("not-allowed", format!("only {who} may do this")));
        let is_mine = |role: &String| rights.roles.contains(role);
        let play = &mut desk.play;
        match message {
            FromPage::Ping => {
                let _ = answers.try_send(ToPage::Pong);
                Ok(Changed::Nothing)
            }
            // Time is looked at whatever a page says.
            FromPage::Time => Ok(Changed::Nothing),
            FromPage::Position { ply } => {
                let position = play.view_at(ply)?;
                let _ = answers.try_send(ToPage::Position { position });
                Ok(Changed::Nothing)
            }
            FromPage::Move { role, .. } | FromPage::Resign { role } | FromPage::Agree { role }
                if !is_mine(&role) =>
            {
                denied(&format!("who has the seat of {role}"))
            }
            FromPage::Move { ply, role, action } => {
                play.choose(play.role(&role)?, ply, &action)?;
                Ok(Changed::Look)
            }
            FromPage::Resign { role } => {
                play.resign(play.role(&role)?)?;
                Ok(Changed::Game)
            }
            FromPage::Agree { role } => {
                play.agree(play.role(&role)?)?;
                Ok(Changed::Look)
            }
            FromPage::Undo
            | FromPage::Hint { .. }
            | FromPage::Analyze { .. }
            | FromPage::Mark { .. }
            | FromPage::Propose
            | FromPage::Resume
            | FromPage::Help { .. }
            | FromPage::Accept { .. }
            | FromPage::Decline { .. }
                if !rights.host && rights.roles.is_empty() =>
            {
                denied("who has a seat")
            }
            FromPage::Mark { stone } => play.mark(&stone).map(|()| Changed::Look),
            FromPage::Propose => play.propose().map(|()| Changed::Look),
            FromPage::Resume => play.play_on().map(|()| Changed::Game),
            FromPage::Hint { .. } if !play.may_help() => Err(no_help()),
            FromPage::Analyze { seconds, .. } if seconds > 0.0 && !play.may_help() => {
                Err(no_help())
            }
            FromPage::Hint { role } => {
                let number = play.role(&role)?;
                if !is_mine(&role) {
                    return denied(&format!("who has the seat of {role}"));
                }
                let asker = Asker { party: play.party(guest), answers: answers.clone() };
                let place = (play.ply(), number);
                self.ask(desk, Aim::Hint, place, HINT_SECONDS, Some(asker))?;
                Ok(Changed::Nothing)
            }
            FromPage::Analyze { ply, seconds } => {
                let asker = Asker { party: play.party(guest), answers: answers.clone() };
                self.analyze(desk, ply, seconds, (asker, &rights.roles))
            }
            FromPage::Seat { .. } | FromPage::Swap | FromPage::Pause { .. } if !rights.host => {
                denied("the host")
            }
            FromPage::Pause { paused } => {
                play.pause(paused);
                Ok(Changed::Game)
            }
            FromPage::Accept { wish } => {
                let party = play.party(guest).ok_or_else(not_seated)?;
                match play.accept(wish, party)? {
                    Some((message, by)) => carry_out(play, message, by),
                    None => Ok(Changed::Look),
                }
            }
            FromPage::Decline { wish } => play.decline(wish).map(|()| Changed::Look),
            FromPage::Undo | FromPage::Swap | FromPage::Seat { .. } | FromPage::Help { .. } => {
                let party = play.party(guest).ok_or_else(not_seated)?;
                if play.needs_consent(&message, party) {
                    play.ask_for(message, party);
                    return Ok(Changed::Look);
                }
                carry_out(play, message, party)
            }
        }
    }

    /// Thinks about a position, for one of some roles if they have a choice there.
    fn analyze(
        self: &Arc<Self>,
        desk: &mut Desk,
        ply: usize,
        seconds: f64,
        (asker, own): (Asker, &[String]),
    ) -> Result<Changed, Refusal> {
        desk.cancel(|thought| thought.aim == Aim::Analysis);
        if seconds > 0.0 {
            let choosing = desk.play.view_at(ply)?.choosing;
            let role = choosing.iter().find(|role| own.contains(role)).or(choosing.first());
            let role = match role {
                Some(role) => desk.play.role(role)?,
                None => return Err(Refusal::new("game-over", "there is nothing to think about")),
            };
            let seconds = seconds.min(MAX_ANALYSIS_SECONDS);
            self.ask(desk, Aim::Analysis, (ply, role), seconds, Some(asker))?;
        }
        Ok(Changed::Nothing)
    }

    /// Has an engine think about a position for a role.
    fn ask(
        self: &Arc<Self>,
        desk: &mut Desk,
        aim: Aim,
        (ply, role): (usize, usize),
        seconds: f64,
        asker: Option<Asker>,
    ) -> Result<(), Refusal> {
        if desk.is_thinking(role, aim) {
            return Ok(());
        }
        let asked = desk.play.asked();
        let asked = asked.into_iter().find(|asked| asked.role == role && aim == Aim::Move);
        let engine = asked.map(|asked| asked.engine);
        let question = Question {
            table: self.id.clone(),
            game: Arc::clone(&self.game),
            line: desk.play.line(ply)?,
            role,
            aim,
            engine: engine.unwrap_or_else(|| adviser(&self.game.ruleset)),
            seconds,
        };
        desk.n_thoughts += 1;
        let id = desk.n_thoughts;
        let sign = Arc::new(StopSign::default());
        let asked_by = asker.as_ref().and_then(|asker| asker.party);
        let veil = Veil::new(ply == desk.play.ply() && desk.play.is_secret(asked_by));
        desk.veils.push((aim, veil.clone()));
        let tell = {
            let (table, sign) = (Arc::clone(self), Arc::clone(&sign));
            let role = desk.play.roles()[role].clone();
            move |thoughts: &Thoughts| {
                if !sign.is_canceled() {
                    let view = ThoughtsView::new(&table.game, ply, &role, aim, thoughts);
                    if let Some(view) = veil.pass(view) {
                        table.show_thoughts(&view);
                    }
                }
            }
        };
        let table = Arc::clone(self);
        let done = move |answer| table.send(Message::Thought { id, answer });
        let busy = |_| {
            let message = "the server thinks about as much for you as it can: wait for an answer";
            Refusal::new("busy", message)
        };
        // Engines move for whoever made the table.
        let visitor = desk.visitor.filter(|_| aim != Aim::Move).unwrap_or(self.owner);
        let thinkers = &self.house.thinkers;
        thinkers.ask(visitor, question, Arc::clone(&sign), tell, done).map_err(busy)?;
        let answers = asker.map(|asker| asker.answers);
        desk.thoughts.push(Thought { id, ply, role, aim, sign, answers });
        Ok(())
    }

    fn take_thought(&self, desk: &mut Desk, id: u64, answer: Result<Answer, String>) -> Changed {
        let Some(index) = desk.thoughts.iter().position(|thought| thought.id == id) else {
            return Changed::Nothing;
        };
        let thought = desk.thoughts.swap_remove(index);
        match thought.aim {
            Aim::Analysis => Changed::Nothing,
            Aim::Hint => {
                let reply = match answer {
                    Ok(answer) => ToPage::Hint {
                        ply: thought.ply,
                        role: desk.play.roles()[thought.role].clone(),
                        action: answer.action,
                        value: answer.value,
                    },
                    Err(reason) => ToPage::Error(Refusal::new("no-hint", reason)),
                };
                if let Some(answers) = thought.answers {
                    let _ = answers.try_send(reply);
                }
                Changed::Nothing
            }
            Aim::Move => {
                // The game goes on even if an engine has no answer.
                let action = match answer {
                    Ok(answer) => {
                        desk.values = answer.values.or(desk.values.take());
                        Some(answer.action)
                    }
                    Err(reason) => {
                        let role = &desk.play.roles()[thought.role];
                        let message = format!("a move of {role} was drawn: {reason}");
                        self.show_problem(Refusal::new("no-answer", message));
                        desk.play.any_move(thought.role)
                    }
                };
                let chosen =
                    action.map(|action| desk.play.choose(thought.role, thought.ply, &action));
                if matches!(chosen, Some(Ok(()))) { Changed::Look } else { Changed::Nothing }
            }
        }
    }

    /// Makes a joint move if everybody has chosen, and asks the engines if not.
    fn go_on(self: &Arc<Self>, desk: &mut Desk) -> bool {
        if desk.flaw.is_some() {
            return false;
        }
        let engines_play = self.n_watchers() > 0 && !desk.play.paused;
        if engines_play && self.house.store.is_in_trouble() {
            // What is stored next wakes the table up again.
            return true;
        }
        desk.play.settle(engines_play);
        if !desk.play.is_secret(None) {
            for thoughts in desk.veils.drain(..).filter_map(|(_, veil)| veil.lift()) {
                self.show_thoughts(&thoughts);
            }
        }
        match desk.play.advance(desk.values.clone()) {
            Ok(true) => {
                desk.values = None;
                desk.veils.clear();
                desk.cancel(|thought| thought.aim != Aim::Analysis);
                self.send(Message::GoOn);
                return true;
            }
            Ok(false) => {}
            Err(error) => {
                self.complain(desk, &error.to_string());
                return false;
            }
        }
        if engines_play {
            let ply = desk.play.ply();
            for asked in desk.play.asked() {
                let place = (ply, asked.role);
                if let Err(refusal) = self.ask(desk, Aim::Move, place, asked.seconds, None) {
                    self.show_problem(refusal);
                }
            }
        }
        false
    }

    /// Tells everybody that the rules cannot be followed any further.
    fn complain(&self, desk: &mut Desk, reason: &str) -> Changed {
        desk.flaw = Some(reason.to_owned());
        self.show_problem(Refusal::new("rules", format!("the game cannot go on: {reason}")));
        Changed::Nothing
    }

    /// Stores what has changed, and shows it when it is safe.
    pub(super) fn publish(self: &Arc<Self>, desk: &mut Desk) {
        let (keep, moves) = desk.play.take_unstored();
        let touched = milliseconds();
        let status = desk.play.status();
        let view = desk.view(&self.id, self.n_watchers());
        let position = position_message(desk.play.view());
        let change = Change::UpdateTable { id: self.id.clone(), keep, moves, status, touched };
        let table = Arc::clone(self);
        let has_to_wait = self.house.store.is_in_trouble();
        self.house.store.save(change, move |stored| match stored {
            Ok(()) => {
                // The store is still in trouble while it tells of the first that it has kept.
                if has_to_wait || table.house.store.is_in_trouble() {
                    table.send(Message::Kept);
                }
                table.house.note(&view, touched);
                table.news.send_modify(|news| {
                    let is_same = news.position == position;
                    news.table = Arc::new(view);
                    news.n_table += 1;
                    news.position = position;
                    news.n_position += u64::from(!is_same);
                });
            }
            Err(error) => table.show_problem(Refusal::new("not-stored", error.to_string())),
        });
    }

    fn show_watchers(&self) {
        let watchers = self.n_watchers();
        self.news.send_if_modified(|news| {
            let is_changed = news.table.watchers != watchers;
            if is_changed {
                news.table = Arc::new(TableView { watchers, ..(*news.table).clone() });
                news.n_table += 1;
            }
            is_changed
        });
    }

    fn show_thoughts(&self, thoughts: &ThoughtsView) {
        let thoughts = to_json(thoughts);
        self.news.send_modify(|news| {
            news.thoughts = thoughts;
            news.n_thoughts += 1;
        });
    }

    fn show_problem(&self, refusal: Refusal) {
        let problem = to_json(&ToPage::Error(refusal));
        self.news.send_modify(|news| {
            news.problem = Some(problem);
            news.n_problem += 1;
        });
    }
}
