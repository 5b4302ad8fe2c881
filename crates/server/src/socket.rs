//! One browser at one table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query};
use axum::response::Response;
use serde::Serialize;
use stonegate_tables::{Command, Refusal, Reply};
use tokio::sync::{mpsc, watch};
use tokio::time::{interval, timeout};
use tracing::debug;

use super::call::{Call, Credentials};
use super::places::Place;
use super::{Arena, Failure};
use crate::table::{Caller, News, OpenTable, Watcher};
use stonegate_store::StoreError;

/// A message has at most so many bytes.
pub(super) const MAX_MESSAGE: usize = 16 << 10;

/// So much is read at once: most messages are much shorter.
pub(super) const READ_BYTES: usize = 4 << 10;

/// So many answers may wait for a page.
const MAX_ANSWERS: usize = 32;

/// A page that does not take what it is sent by then is given up.
const SEND_TIME: Duration = Duration::from_secs(20);

/// How often a page is asked whether it is still there.
pub(super) const PING_TIME: Duration = Duration::from_secs(30);

/// A page that has not been heard of for so long is gone.
pub(super) const MAX_SILENCE: Duration = Duration::from_secs(100);

pub(super) async fn answer(
    call: Call,
    Path(id): Path<String>,
    Query(query): Query<Credentials>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let visitor = call.visitor;
    let place = call.arena.socket_place(visitor)?;
    let arena = Arc::clone(&call.arena);
    let open = move |arena: &Arena| arena.tables.open(&id, visitor);
    let table = call.work(&call.arena.asking, open).await?;
    let caller = table.caller(visitor, query.token.as_deref());
    // What is read at once is cleared first, and kept as long as the websocket is open.
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    let upgrade = upgrade.read_buffer_size(READ_BYTES);
    Ok(upgrade.on_upgrade(move |socket| Connection::new(socket, table, caller, arena).run(place)))
}

struct Connection {
    socket: WebSocket,
    table: Arc<OpenTable>,
    watcher: Watcher,
    /// Why nothing is stored at present.
    trouble: watch::Receiver<Option<StoreError>>,
    caller: Caller,
    seen: Seen,
    arena: Arc<Arena>,
}

/// What the page has been sent.
#[derive(Default)]
struct Seen {
    table: u64,
    position: u64,
    thoughts: u64,
    problem: u64,
}

/// The connection has ended, or should.
pub(super) struct Gone;

impl Connection {
    fn new(socket: WebSocket, table: Arc<OpenTable>, caller: Caller, arena: Arc<Arena>) -> Self {
        let watcher = table.watch(&caller.guest);
        let (trouble, seen) = (arena.trouble.clone(), Seen::default());
        Self { socket, table, watcher, trouble, caller, seen, arena }
    }

    async fn run(mut self, place: Place) {
        let (table, visitor) = (&self.table.id.clone(), self.caller.visitor);
        debug!(table, %visitor, "a page came");
        // However it ends, there is nobody left to tell.
        let _ = self.converse().await;
        debug!(table, %visitor, "a page left");
        drop(place);
    }

    async fn converse(&mut self) -> Result<(), Gone> {
        let (answers, mut replies) = mpsc::channel(MAX_ANSWERS);
        let mut pings = interval(PING_TIME);
        let mut heard = Instant::now();
        self.tell_news().await?;
        if self.trouble.borrow_and_update().is_some() {
            self.tell_trouble().await?;
        }
        loop {
            tokio::select! {
                changed = self.watcher.news.changed() => {
                    changed.map_err(|_| Gone)?;
                    self.tell_news().await?;
                }
                Ok(()) = self.trouble.changed() => self.tell_trouble().await?,
                Some(reply) = replies.recv() => self.send_json(&reply).await?,
                message = self.socket.recv() => {
                    heard = Instant::now();
                    self.arena.rates.wait(self.caller.visitor).await;
                    match message {
                        Some(Ok(Message::Text(text))) => self.follow(&text, &answers),
                        Some(Ok(Message::Binary(_))) => {
                            let refusal = Refusal::new("bad-message", "messages are text");
                            self.send_json(&Reply::Error(refusal)).await?;
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                    }
                }
                _ = pings.tick() => {
                    if heard.elapsed() > MAX_SILENCE {
                        return Err(Gone);
                    }
                    self.send(Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    fn follow(&self, text: &str, answers: &mpsc::Sender<Reply>) {
        match Command::parse(text) {
            Ok(command) => self.table.follow(self.caller.clone(), command, answers.clone()),
            // A page that does not read its answers misses some.
            Err(refusal) => drop(answers.try_send(Reply::Error(refusal))),
        }
    }

    /// Sends what is new. While a slow page takes it, more may change; it will be sent
    /// the latest then.
    async fn tell_news(&mut self) -> Result<(), Gone> {
        let news: News = self.watcher.news.borrow_and_update().clone();
        if news.is_closed {
            return Err(Gone);
        }
        if news.n_table > self.seen.table {
            self.seen.table = news.n_table;
            let now = self.table.now();
            self.send_json(&news.table.message(&self.caller.guest, now)).await?;
        }
        let position = news.position_for(&self.caller.guest);
        for (number, seen, text) in [
            (news.n_position, &mut self.seen.position, position),
            (news.n_thoughts, &mut self.seen.thoughts, Some(&news.thoughts)),
            (news.n_problem, &mut self.seen.problem, news.problem.as_ref()),
        ] {
            if let Some(text) = text
                && number > *seen
            {
                *seen = number;
                send(&mut self.socket, Message::Text((&**text).into())).await?;
            }
        }
        Ok(())
    }

    /// Says why nothing is stored, or that everything is again.
    async fn tell_trouble(&mut self) -> Result<(), Gone> {
        let problem = self.trouble.borrow_and_update().as_ref().map(ToString::to_string);
        self.send_json(&Reply::Store { problem }).await
    }

    async fn send_json(&mut self, message: &impl Serialize) -> Result<(), Gone> {
        let text = serde_json::to_string(message).expect("texts and numbers are JSON");
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        send(&mut self.socket, message).await
    }
}

pub(super) async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match timeout(SEND_TIME, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}
