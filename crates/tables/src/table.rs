//! A table: a game that people and engines play, and that others watch.
//!
//! A table is worked on by whichever thread of a pool has time for it, one message after
//! the other. What changes is stored first and shown then, so that everything that a
//! page has seen survives the program. Those who watch get the latest state, however
//! slow they are: nothing is queued for them.

mod allowed;
mod clocks;
mod counting;
mod desk;
mod message;
mod news;
mod people;
mod play;
mod position;
mod seat;
mod shelf;
mod think;
mod thinkers;
mod thoughts_view;
mod token;
mod veil;
mod wish;

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use stonegate_compile::RefereeError;
use stonegate_matches::Record;
use stonegate_players::Clock;
use tokio::sync::{mpsc, watch};

use crate::catalog::{OpenGame, lock, milliseconds};
use crate::store::StoredTable;
use crate::tables::House;
use crate::view::{Over, Situation};
use crate::visitor::Visitor;

pub use clocks::{ClocksView, TimeControl};
pub use counting::CountView;
pub use message::{FromPage, Refusal, SeatRequest, ToPage};
pub use news::{GameView, News, TableMessage, TableView};
pub use seat::{Rights, SeatView, players};
pub use wish::WishView;

pub(crate) use seat::new_seats;
pub(crate) use thinkers::Thinkers;
pub(crate) use token::{Token, TokenHash, hex, random_id};

use desk::Desk;
use play::Play;

/// So many messages of pages may wait at a table.
const MAX_WAITING: usize = 64;

/// A table that somebody has open.
pub struct Table {
    pub id: String,
    pub game: Arc<OpenGame>,
    host: TokenHash,
    /// Who made the table, or opened it after the server was started.
    owner: Visitor,
    created: u64,
    house: Arc<House>,
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
    FromPage {
        guest: Guest,
        message: FromPage,
        answers: Answers,
        came: Instant,
    },
    /// An engine has thought.
    Thought {
        id: u64,
        answer: Result<think::Answer, String>,
    },
    /// The game can be played on something better.
    Better,
    /// Somebody came.
    Came(Guest),
    /// Somebody left.
    Left,
    /// There may be moves that nobody has to think about.
    GoOn,
    /// What waited for the disk is stored.
    Kept,
}

/// Who a page speaks for: the bearer of a token, or nobody in particular.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    pub(crate) is_host: bool,
    pub(crate) token: Option<TokenHash>,
    pub(crate) visitor: Visitor,
}

/// The way back to one page. What does not fit is lost, as that page does not read.
pub type Answers = mpsc::Sender<ToPage>;

/// One who watches a table, until dropped.
#[derive(Debug)]
pub struct Watcher {
    pub news: watch::Receiver<News>,
    table: Arc<Table>,
}

impl Table {
    /// Opens a table as it was stored.
    pub(crate) fn open(
        stored: StoredTable,
        game: Arc<OpenGame>,
        house: Arc<House>,
        owner: Visitor,
    ) -> Result<Arc<Self>, RefereeError> {
        let StoredTable { id, host, created, status, moves, .. } = stored;
        let play = game.timed(|| Play::resume(Arc::clone(&game), &status, moves))?;
        let desk = Desk::new(play);
        let table = Arc::new(Self {
            news: watch::Sender::new(desk.news(&id, 0)),
            id,
            host,
            owner,
            created,
            house,
            inbox: Mutex::default(),
            desk: Mutex::new(desk),
            game,
        });
        let weak = Arc::downgrade(&table);
        table.game.on_better(move || {
            let Some(table) = weak.upgrade() else { return false };
            table.send(Message::Better);
            true
        });
        // It may have become better since the game was taken up.
        table.send(Message::Better);
        Ok(table)
    }

    /// Who the visitor with a token is.
    pub fn guest(&self, visitor: Visitor, token: Option<&str>) -> Guest {
        let token = token.map(TokenHash::of);
        Guest { is_host: token.as_ref() == Some(&self.host), token, visitor }
    }

    /// Begins to watch. Engines play while somebody does.
    pub fn watch(self: &Arc<Self>, guest: &Guest) -> Watcher {
        let watcher = Watcher { news: self.news.subscribe(), table: Arc::clone(self) };
        self.send(Message::Came(guest.clone()));
        watcher
    }

    pub fn n_watchers(&self) -> usize {
        self.news.receiver_count()
    }

    /// What the table and its game take in memory, about, unless somebody is at work on it.
    pub(crate) fn bytes(&self) -> Option<usize> {
        let own = self.desk.try_lock().ok()?.play.bytes();
        Some(own + self.game.bytes())
    }

    /// Whether nobody watches and nothing is left to do.
    pub(crate) fn is_idle(&self) -> bool {
        let inbox = lock(&self.inbox);
        self.n_watchers() == 0 && !inbox.is_scheduled && inbox.messages.is_empty()
    }

    /// Takes a message of a page. What comes of it is told to all who watch, or to that
    /// page alone.
    pub fn follow(self: &Arc<Self>, guest: Guest, message: FromPage, answers: Answers) {
        let mut inbox = lock(&self.inbox);
        if inbox.n_from_pages >= MAX_WAITING {
            let refusal = Refusal::new("busy", "the table has too much to do: wait a moment");
            let _ = answers.try_send(ToPage::Error(refusal));
            return;
        }
        inbox.n_from_pages += 1;
        let came = Instant::now();
        inbox.messages.push_back(Message::FromPage { guest, message, answers, came });
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
        let mut desk = lock(&self.desk);
        let rights = desk.play.rights(guest);
        if !rights.host && rights.roles.is_empty() {
            return Err(Refusal::new("not-allowed", "only who has a seat may do this"));
        }
        if let Some(next) = desk.play.next.as_ref().filter(|next| is_there(next)) {
            return Ok(next.clone());
        }
        let created = milliseconds();
        let table = StoredTable {
            id: random_id(),
            game: self.game.card.id.clone(),
            host: self.host.clone(),
            created,
            touched: created,
            status: desk.play.fresh_status(),
            moves: Vec::new(),
        };
        let id = table.id.clone();
        make(table)?;
        desk.play.next = Some(id.clone());
        self.publish(&mut desk);
        Ok(id)
    }

    /// Sends everybody away.
    pub(crate) fn close(&self) {
        lock(&self.desk).cancel_thoughts();
        self.news.send_modify(|news| news.is_closed = true);
    }

    /// The moves that lead to a position, and those that were made in it.
    pub fn situation(&self, ply: usize) -> Result<Situation, Refusal> {
        let desk = lock(&self.desk);
        let line = desk.play.line(ply)?;
        Ok(Situation { line, joint: desk.play.moves.get(ply).map(|one| one.joint.clone()) })
    }

    /// The record of the game so far.
    pub fn record(&self) -> Result<Record, RefereeError> {
        let desk = lock(&self.desk);
        let play = &desk.play;
        let seconds = play.seats.iter().map(|seat| seat.seconds).fold(0.0, f64::max);
        let clock = Clock::from_secs(0, seconds.ceil() as u32);
        let card = &self.game.card;
        let mut record = Record::new(&self.id, &card.id, &self.game.ruleset, clock);
        record.roles.clone_from(&card.roles);
        record.players = play.seat_views().into_iter().map(|seat| seat.player).collect();
        record.start_time = self.created;
        record.moves = play.moves.iter().map(|one| one.joint.clone()).collect();
        let states = play.states()?;
        record.states = states.iter().map(|facts| format!("({})", facts.join(" "))).collect();
        record.errors = vec![vec![String::new(); card.roles.len()]; record.states.len()];
        if let Some(Over { goals, .. }) = play.over() {
            record.goal_values = goals.into_iter().map(Option::unwrap_or_default).collect();
            record.is_completed = true;
        }
        Ok(record)
    }

    fn send(self: &Arc<Self>, message: Message) {
        let mut inbox = lock(&self.inbox);
        inbox.messages.push_back(message);
        self.schedule(&mut inbox);
    }

    /// Has a thread work on the table, unless one does.
    fn schedule(self: &Arc<Self>, inbox: &mut Inbox) {
        if inbox.is_scheduled || inbox.messages.is_empty() {
            return;
        }
        let table = Arc::clone(self);
        let turns = self.house.turns(self.game.is_slow());
        // A table has one turn at a time, so there is no bound, and this does not fail.
        inbox.is_scheduled = turns.run(self.owner, move || table.take_turn()).is_ok();
    }

    /// Deals with one message, then lets others have the thread.
    fn take_turn(self: &Arc<Self>) {
        let _turn = Turn(self);
        let message = {
            let mut inbox = lock(&self.inbox);
            let message = inbox.messages.pop_front();
            inbox.n_from_pages -= usize::from(matches!(message, Some(Message::FromPage { .. })));
            message
        };
        if let Some(message) = message {
            self.game.timed(|| self.deal_with(message));
        }
    }
}

/// Schedules the next turn when one is over, also if it panicked.
struct Turn<'a>(&'a Arc<Table>);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut inbox = lock(&self.0.inbox);
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
        self.table.send(Message::Left);
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("id", &self.id).finish_non_exhaustive()
    }
}
