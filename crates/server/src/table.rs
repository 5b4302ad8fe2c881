//! A table that somebody has open: drives a [`Table`] with threads, the store and the clock.
//!
//! A table is worked on by whichever thread of a pool has time for it, one message after
//! the other. What changes is stored first and shown then, so that everything that a
//! page has seen survives the program. Those who watch get the latest state, however
//! slow they are: nothing is queued for them.

mod engines;
mod kept;
mod question;
mod seating;
mod slices;
mod thoughts;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use serde::Serialize;
use stonegate_arena::ThoughtsView;
use stonegate_compile::RefereeError;
use stonegate_matches::Record;
use stonegate_players::{Clock, Thoughts};
use stonegate_tables::{
    Aim, Circumstances, Command, Effect, Event, Guest, Over, Page, Play, Question, QuestionId,
    Refusal, Reply, SeatRequest, Situation, StoredMove, StoredTable, Table, TableView, TokenHash,
};
use tokio::sync::{mpsc, watch};
use tracing::warn;

use crate::catalog::OpenGame;
use crate::house_board::HouseBoard;
use crate::milliseconds;
use crate::tables::Shared;
use crate::token::{random_id, random_seed};
use crate::visitor::Visitor;
use stonegate_store::Change;

pub(crate) use engines::Engines;
pub(crate) use seating::{players, sitter};

use question::StopSign;
use seating::Engine;
use thoughts::Veil;

/// So many messages of pages may wait at a table.
const MAX_WAITING: usize = 64;

/// A table that somebody has open.
pub(crate) struct OpenTable {
    pub(crate) id: String,
    pub(crate) game: Arc<OpenGame>,
    host: TokenHash,
    /// Who made the table, or opened it after the server was started.
    owner: Visitor,
    created: u64,
    shared: Arc<Shared>,
    inbox: Mutex<Inbox>,
    desk: Mutex<Desk>,
    news: watch::Sender<News>,
}

/// What a table has still to deal with.
#[derive(Default)]
struct Inbox {
    messages: VecDeque<Message>,
    n_from_pages: usize,
    /// Whether a thread is at it, or will be.
    is_scheduled: bool,
}

enum Message {
    FromPage { caller: Caller, command: Command, answers: Answers, came: f64 },
    Event(Event),
}

/// What a thread works on while it has a table.
struct Desk {
    table: Table,
    /// Pages that wait for an answer.
    pages: FxHashMap<Page, Answers>,
    n_pages: Page,
    /// Engines that are thinking, or whose thoughts are hidden.
    thinking: FxHashMap<QuestionId, Thinking>,
}

/// An engine that is thinking.
struct Thinking {
    sign: Arc<StopSign>,
    veil: Veil,
}

/// Who a page speaks for, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Caller {
    pub(crate) guest: Guest,
    pub(crate) visitor: Visitor,
}

/// The way back to one page. What does not fit is lost, as that page does not read.
pub(crate) type Answers = mpsc::Sender<Reply>;

/// The latest state of a table. Each part has a number that grows when it changes, so
/// that a page is only sent what it has not seen.
#[derive(Clone, Debug)]
pub(crate) struct News {
    pub(crate) table: Arc<TableView>,
    pub(crate) n_table: u64,
    /// The message with the position at hand, as those see it who play some roles, and first as
    /// all others do.
    pub(crate) positions: Arc<[(Vec<String>, Arc<str>)]>,
    pub(crate) n_position: u64,
    /// The latest message with thoughts.
    pub(crate) thoughts: Arc<str>,
    pub(crate) n_thoughts: u64,
    /// Why the table cannot go on.
    pub(crate) problem: Option<Arc<str>>,
    pub(crate) n_problem: u64,
    /// Whether the table is gone.
    pub(crate) is_closed: bool,
}

/// One who watches a table, until dropped.
#[derive(Debug)]
pub(crate) struct Watcher {
    pub(crate) news: watch::Receiver<News>,
    table: Arc<OpenTable>,
}

impl OpenTable {
    /// Opens a table as it was stored.
    pub(crate) fn open(
        stored: StoredTable,
        game: Arc<OpenGame>,
        shared: Arc<Shared>,
        owner: Visitor,
    ) -> Result<Arc<Self>, RefereeError> {
        let StoredTable { id, host, created, status, moves, .. } = stored;
        let resume = || {
            let game = Arc::clone(&game) as Arc<dyn stonegate_tables::Game>;
            Play::resume(game, &status, moves, random_seed(), shared.now()).map(Table::new)
        };
        let table = game.timed(resume)?;
        let news = News {
            table: Arc::new(table.view(&id, 0)),
            n_table: 1,
            positions: position_messages(&table),
            n_position: 1,
            thoughts: "".into(),
            n_thoughts: 0,
            problem: None,
            n_problem: 0,
            is_closed: false,
        };
        let desk =
            Desk { table, pages: FxHashMap::default(), n_pages: 0, thinking: FxHashMap::default() };
        let table = Arc::new(Self {
            news: watch::Sender::new(news),
            id,
            host,
            owner,
            created,
            shared,
            inbox: Mutex::default(),
            desk: Mutex::new(desk),
            game,
        });
        let weak = Arc::downgrade(&table);
        table.game.on_better(move || {
            let Some(table) = weak.upgrade() else { return false };
            table.send(Event::Improved);
            true
        });
        // It may have become better since the game was taken up.
        table.send(Event::Improved);
        Ok(table)
    }

    /// Who the visitor with a token is.
    pub(crate) fn caller(&self, visitor: Visitor, token: Option<&str>) -> Caller {
        let token = token.map(TokenHash::of);
        Caller { guest: Guest { is_host: token.as_ref() == Some(&self.host), token }, visitor }
    }

    /// The time by which the clocks of the table run.
    pub(crate) fn now(&self) -> f64 {
        self.shared.now()
    }

    /// Begins to watch. Engines play while somebody does.
    pub(crate) fn watch(self: &Arc<Self>, guest: &Guest) -> Watcher {
        let watcher = Watcher { news: self.news.subscribe(), table: Arc::clone(self) };
        self.send(Event::Came(guest.clone()));
        watcher
    }

    pub(crate) fn n_watchers(&self) -> usize {
        self.news.receiver_count()
    }

    /// What the table and its game take in memory, about, unless somebody is at work on it.
    pub(crate) fn bytes(&self) -> Option<usize> {
        let own = self.desk.try_lock()?.table.play().bytes();
        Some(own + self.game.bytes())
    }

    /// Whether nobody watches and nothing is left to do.
    pub(crate) fn is_idle(&self) -> bool {
        let inbox = self.inbox.lock();
        self.n_watchers() == 0 && !inbox.is_scheduled && inbox.messages.is_empty()
    }

    /// Takes a command of a page. What comes of it is told to all who watch, or to that
    /// page alone.
    pub(crate) fn follow(self: &Arc<Self>, caller: Caller, command: Command, answers: Answers) {
        let mut inbox = self.inbox.lock();
        if inbox.n_from_pages >= MAX_WAITING {
            let refusal = Refusal::new("busy", "the table has too much to do: wait a moment");
            let _ = answers.try_send(Reply::Error(refusal));
            return;
        }
        inbox.n_from_pages += 1;
        let came = self.now();
        inbox.messages.push_back(Message::FromPage { caller, command, answers, came });
        self.schedule(&mut inbox);
    }

    /// Makes the table of the next game with the same people, unless there is one: `make`
    /// stores what it is given. Gives the id of that table.
    pub(crate) fn begin_next(
        self: &Arc<Self>,
        guest: &Guest,
        is_there: impl Fn(&str) -> bool,
        make: impl FnOnce(StoredTable) -> Result<(), Refusal>,
    ) -> Result<String, Refusal> {
        let mut desk = self.desk.lock();
        let rights = desk.table.play().rights(guest);
        if !rights.host && rights.roles.is_empty() {
            return Err(Refusal::new("not-allowed", "only who has a seat may do this"));
        }
        if let Some(next) = desk.table.play().next().filter(|next| is_there(next)) {
            return Ok(next.to_owned());
        }
        let created = milliseconds();
        let table = StoredTable {
            id: random_id(),
            game: self.game.card.id.clone(),
            host: self.host.clone(),
            created,
            touched: created,
            status: desk.table.play().fresh_status(),
            moves: Vec::new(),
        };
        let id = table.id.clone();
        make(table)?;
        let effects = desk.table.set_next(id.clone());
        self.carry_out(&mut desk, effects, None, self.is_storing());
        Ok(id)
    }

    /// Sends everybody away.
    pub(crate) fn close(self: &Arc<Self>) {
        let mut desk = self.desk.lock();
        let effects = desk.table.close();
        self.carry_out(&mut desk, effects, None, self.is_storing());
        self.news.send_modify(|news| news.is_closed = true);
    }

    /// The moves that lead to a position, and those that were made in it.
    pub(crate) fn situation(&self, ply: usize) -> Result<Situation, Refusal> {
        self.desk.lock().table.play().situation(ply)
    }

    /// The moves up to a position, and who sits where.
    pub(crate) fn branch(
        &self,
        ply: usize,
    ) -> Result<(Vec<StoredMove>, Vec<SeatRequest>), Refusal> {
        self.desk.lock().table.play().branch(ply)
    }

    /// The own screen of the board that plays here, as a PNG file.
    pub(crate) fn screen(&self) -> Result<Vec<u8>, Refusal> {
        let none = || Refusal::new("unknown-screen", "no board plays at this table");
        self.board().ok_or_else(none)?.screen()
    }

    /// Presses a button of the board that plays here. Only who has opened the table may.
    pub(crate) fn press(&self, caller: &Caller, button: &str) -> Result<(), Refusal> {
        if !caller.guest.is_host {
            let message = "only who has opened the table presses buttons";
            return Err(Refusal::new("not-allowed", message));
        }
        let none = || Refusal::new("unknown-button", "no board plays at this table");
        self.board().ok_or_else(none)?.press(button)
    }

    fn board(&self) -> Option<&Arc<HouseBoard>> {
        let seats = self.desk.lock().table.play().seat_views();
        let plays = |board: &&Arc<HouseBoard>| seats.iter().any(|seat| seat.player == board.name());
        self.game.board.as_ref().filter(plays)
    }

    /// The record of the game so far.
    pub(crate) fn record(&self) -> Result<Record, RefereeError> {
        let desk = self.desk.lock();
        let play = desk.table.play();
        let seconds = play.status().seats.iter().map(|seat| seat.seconds).fold(0.0, f64::max);
        let clock = Clock::from_secs(0, seconds.ceil() as u32);
        let card = &self.game.card;
        let mut record = Record::new(&self.id, &card.id, &self.game.ruleset, clock);
        record.roles.clone_from(&card.roles);
        record.players = play.seat_views().into_iter().map(|seat| seat.player).collect();
        record.start_time = self.created;
        record.moves = play.moves_for(&[]);
        if !play.keeps_secrets() {
            record.percepts = play.percepts().to_vec();
            let states = play.states()?;
            record.states = states.iter().map(|facts| format!("({})", facts.join(" "))).collect();
        }
        record.errors = vec![vec![String::new(); card.roles.len()]; record.states.len()];
        if let Some(Over { goals, .. }) = play.over() {
            record.goal_values = goals.into_iter().map(Option::unwrap_or_default).collect();
            record.is_completed = true;
        }
        Ok(record)
    }

    fn send(self: &Arc<Self>, event: Event) {
        let mut inbox = self.inbox.lock();
        inbox.messages.push_back(Message::Event(event));
        self.schedule(&mut inbox);
    }

    /// Has a thread work on the table, unless one does.
    fn schedule(self: &Arc<Self>, inbox: &mut Inbox) {
        if inbox.is_scheduled || inbox.messages.is_empty() {
            return;
        }
        let table = Arc::clone(self);
        let turns = self.shared.turns(self.game.is_slow());
        // A table has one turn at a time, so there is no bound, and this does not fail.
        inbox.is_scheduled = turns.run(self.owner, move || table.take_turn()).is_ok();
    }

    /// Deals with one message, then lets others have the thread.
    fn take_turn(self: &Arc<Self>) {
        let _turn = Turn(self);
        let message = {
            let mut inbox = self.inbox.lock();
            let message = inbox.messages.pop_front();
            inbox.n_from_pages -= usize::from(matches!(message, Some(Message::FromPage { .. })));
            message
        };
        if let Some(message) = message {
            self.game.timed(|| self.deal_with(message));
        }
    }

    fn deal_with(self: &Arc<Self>, message: Message) {
        let mut desk = self.desk.lock();
        let desk = &mut *desk;
        let (event, visitor) = match message {
            Message::Event(event) => (event, None),
            Message::FromPage { caller: Caller { guest, visitor }, command, answers, came } => {
                desk.n_pages += 1;
                let page = desk.n_pages;
                desk.pages.insert(page, answers);
                (Event::Command { guest, page, command, came }, Some(visitor))
            }
        };
        let is_watched = self.n_watchers() > 0;
        if matches!(event, Event::Came(_) | Event::Left) {
            self.show_watchers();
            if !is_watched {
                self.shared.touch(&self.id);
            }
        }
        let is_storing = self.is_storing();
        let circumstances = Circumstances { now: self.now(), is_watched, is_storing };
        let effects = desk.table.handle(event, circumstances);
        self.carry_out(desk, effects, visitor, is_storing);
        let Desk { table, pages, thinking, .. } = desk;
        pages.retain(|page, _| table.owes(*page));
        thinking.retain(|question, _| table.knows(*question));
    }

    fn is_storing(&self) -> bool {
        !self.shared.store.is_in_trouble()
    }

    /// Does what the table says, for the visitor whose command it follows. The table knows whether
    /// the store was at work.
    fn carry_out(
        self: &Arc<Self>,
        desk: &mut Desk,
        effects: Vec<Effect>,
        visitor: Option<Visitor>,
        is_storing: bool,
    ) {
        for effect in effects {
            match effect {
                Effect::Think(question) => {
                    // Engines move for whoever made the table.
                    let visitor = visitor.filter(|_| question.aim != Aim::Move);
                    let id = question.id;
                    if let Err(refusal) = self.ask(desk, question, visitor.unwrap_or(self.owner)) {
                        self.send(Event::Declined { question: id, refusal });
                    }
                }
                Effect::Cancel(question) => {
                    if let Some(thinking) = desk.thinking.get(&question) {
                        thinking.sign.cancel();
                    }
                }
                Effect::Reveal(question) => {
                    let thinking = desk.thinking.get(&question);
                    if let Some(thoughts) = thinking.and_then(|thinking| thinking.veil.lift()) {
                        self.show_thoughts(&thoughts);
                    }
                }
                Effect::Tell { page, reply } => {
                    if let Some(answers) = desk.pages.get(&page) {
                        let _ = answers.try_send(reply);
                    }
                }
                Effect::Complain(refusal) => self.show_problem(refusal),
                Effect::Publish { keep, moves, status } => {
                    let (id, touched) = (self.id.clone(), milliseconds());
                    let change = Change::UpdateTable { id, keep, moves, status, touched };
                    self.publish(&desk.table, change, touched, is_storing);
                }
                Effect::GoOn => self.send(Event::GoOn),
            }
        }
    }

    /// Has an engine think about a question.
    fn ask(
        self: &Arc<Self>,
        desk: &mut Desk,
        question: Question,
        visitor: Visitor,
    ) -> Result<(), Refusal> {
        let Question { id, role, aim, is_hidden, .. } = question;
        let ply = question.line.len();
        let engine = Engine::new(&self.game, question.player.as_deref())?;
        let question = question::Question {
            table: self.id.clone(),
            game: Arc::clone(&self.game),
            engine,
            asked: question,
        };
        let (sign, veil) = (Arc::new(StopSign::default()), Veil::new(is_hidden));
        let tell = {
            let (table, sign, veil) = (Arc::clone(self), Arc::clone(&sign), veil.clone());
            let role = self.game.card.roles[role].clone();
            move |thoughts: &Thoughts| {
                if !sign.is_canceled() {
                    let view =
                        ThoughtsView::new(table.game.card.layout(), ply, &role, aim, thoughts);
                    if let Some(view) = veil.pass(view) {
                        table.show_thoughts(&view);
                    }
                }
            }
        };
        let table = Arc::clone(self);
        let done = move |answer| table.send(Event::Answer { question: id, answer });
        let busy = |_| {
            let message = "the server thinks about as much for you as it can: wait for an answer";
            Refusal::new("busy", message)
        };
        let engines = &self.shared.engines;
        engines.ask(visitor, question, Arc::clone(&sign), tell, done).map_err(busy)?;
        desk.thinking.insert(id, Thinking { sign, veil });
        Ok(())
    }

    /// Stores what has changed, and shows it when it is safe. A table that knew of trouble with the
    /// store waits for that, even if the trouble is over by now.
    fn publish(self: &Arc<Self>, table: &Table, change: Change, touched: u64, was_storing: bool) {
        let view = table.view(&self.id, self.n_watchers());
        let positions = position_messages(table);
        let table = Arc::clone(self);
        self.shared.store.save(change, move |stored| match stored {
            Ok(()) => {
                // The store is still in trouble while it tells of the first that it has kept.
                if !was_storing || !table.is_storing() {
                    table.send(Event::Stored);
                }
                table.shared.note(&view, touched);
                table.news.send_modify(|news| {
                    let is_same = news.positions == positions;
                    news.table = Arc::new(view);
                    news.n_table += 1;
                    news.positions = positions;
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
                let mut table = TableView::clone(&news.table);
                table.watchers = watchers;
                news.table = Arc::new(table);
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
        warn!(table = self.id, code = refusal.code, "{}", refusal.message);
        let problem = to_json(&Reply::Error(refusal));
        self.news.send_modify(|news| {
            news.problem = Some(problem);
            news.n_problem += 1;
        });
    }
}

fn position_messages(table: &Table) -> Arc<[(Vec<String>, Arc<str>)]> {
    let play = table.play();
    let message =
        |roles: &[String]| to_json(&Reply::Position { position: Box::new(play.view_for(roles)) });
    let audiences = play.audiences().into_iter();
    audiences.map(|roles| (roles.clone(), message(&roles))).collect()
}

impl News {
    /// What a guest sees of the position.
    pub(crate) fn position_for(&self, guest: &Guest) -> Option<&Arc<str>> {
        let roles = self.table.roles_of(guest);
        let own = self.positions.iter().find(|(audience, _)| *audience == roles);
        own.or(self.positions.first()).map(|(_, text)| text)
    }
}

fn to_json(message: &impl Serialize) -> Arc<str> {
    serde_json::to_string(message).expect("texts and numbers are JSON").into()
}

/// Schedules the next turn when one is over, also if it panicked.
struct Turn<'a>(&'a Arc<OpenTable>);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut inbox = self.0.inbox.lock();
        inbox.is_scheduled = false;
        self.0.schedule(&mut inbox);
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // The receiver itself is dropped after this, so it is replaced by one that is
        // not counted.
        let (_, closed) = watch::channel(self.news.borrow().clone());
        self.news = closed;
        self.table.send(Event::Left);
    }
}

impl fmt::Debug for OpenTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenTable").field("id", &self.id).finish_non_exhaustive()
    }
}
