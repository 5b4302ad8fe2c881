//! The page of a study that is running: what it has found out, its boards, and all of its games.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use stonegate_frontends::Names;
use stonegate_tables::{Command, PositionView, Refusal, Reply};
use tokio::time::interval;

use super::assets;
use super::condition::Tally;
use super::guard::{Guard, protect};
use super::socket::{Gone, MAX_MESSAGE, MAX_SILENCE, PING_TIME, READ_BYTES, send};
use super::{Failure, rest};

/// What `/` means here.
const INDEX: &str = "study.html";

/// How often a page is told what is new: engines may move faster than anybody can look.
const TICK: Duration = Duration::from_millis(150);

/// A study, as those see it who watch. All but `news` may take a while.
///
/// Messages are JSON; `docs/page-protocol.md` describes them.
pub trait LiveStudy: Send + Sync + 'static {
    /// How much has happened so far.
    fn news(&self) -> News;

    /// The message that tells what the study has found out.
    fn study(&self) -> Arc<str>;

    /// The message with the boards of the games that are being played.
    fn boards(&self) -> String;

    /// Finished games, the last ones first.
    fn games(&self, skip: usize) -> String;

    /// The messages that tell a page how a game stands, unless it has seen that.
    fn look(&self, game: &str, seen: &mut Look) -> Result<Vec<String>, Refusal>;

    /// A position of a game.
    fn position(&self, game: &str, ply: usize) -> Result<PositionView, Refusal>;

    /// The record of a game.
    fn record(&self, game: &str) -> Result<String, Refusal>;
}

/// How much has happened in a study.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct News {
    /// Changes with what the study has found out.
    pub results: u64,
    /// Changes with every move.
    pub moves: u64,
}

/// What a page has seen of a game.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Look {
    /// How many moves; nothing at first.
    pub ply: Option<usize>,
    pub is_over: bool,
}

type Shared = Arc<dyn LiveStudy>;

/// All that the server of a study answers to, when asked by one of its names.
pub fn live_router(study: Arc<dyn LiveStudy>, names: Names) -> Router {
    let api = Router::new()
        .route("/study/socket", get(watch_study))
        .route("/study/games", get(games))
        .route("/tables/{game}/socket", get(watch_game))
        .route("/tables/{game}/record", get(record))
        .fallback(rest::unknown);
    let page = |request: Request| async move { assets::answer_with(INDEX, &request) };
    let router = Router::new().nest("/api", api).fallback(page);
    let guard = Guard { names, rates: Arc::default(), tally: Arc::new(Tally::new()) };
    protect(router, guard).with_state(study)
}

#[derive(Deserialize)]
struct GamesQuery {
    #[serde(default)]
    skip: usize,
}

async fn games(
    State(study): State<Shared>,
    Query(query): Query<GamesQuery>,
) -> Result<Response, Failure> {
    let text = apart(move || study.games(query.skip)).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

async fn record(
    State(study): State<Shared>,
    Path(game): Path<String>,
) -> Result<Response, Failure> {
    let text = apart(move || study.record(&game)).await??;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// Does what may take a while where nobody listens.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Refusal::new("broken", "the server has made a mistake"))
}

async fn watch_study(State(study): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    upgrade.read_buffer_size(READ_BYTES).on_upgrade(|socket| async move {
        // However it ends, there is nobody left to tell.
        let _ = StudyWatcher { study, told: News::default() }.run(socket).await;
    })
}

async fn watch_game(
    State(study): State<Shared>,
    Path(game): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let (looked_at, id) = (Arc::clone(&study), game.clone());
    apart(move || looked_at.look(&id, &mut Look::default())).await??;
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    Ok(upgrade.read_buffer_size(READ_BYTES).on_upgrade(|socket| async move {
        let watcher = GameWatcher { study, game, seen: Look::default(), moves: None };
        let _ = watcher.run(socket).await;
    }))
}

/// One who watches something, over a websocket.
trait Watcher: Sized {
    /// What is new.
    async fn news(&mut self) -> Result<Vec<Arc<str>>, Gone>;

    /// A position of the past, where there is one.
    async fn position(&mut self, ply: usize) -> Result<PositionView, Refusal>;

    /// What a page is told that wants something.
    async fn answer(&mut self, command: Command) -> Reply {
        let position = match command {
            Command::Ping => return Reply::Pong,
            Command::Position { ply } => self.position(ply).await,
            _ => Err(Refusal::new("not-allowed", "the games of a study can only be watched")),
        };
        let reply = |position| Reply::Position { position: Box::new(position) };
        position.map_or_else(Reply::Error, reply)
    }

    async fn run(mut self, mut socket: WebSocket) -> Result<(), Gone> {
        let (mut ticks, mut pings) = (interval(TICK), interval(PING_TIME));
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                _ = ticks.tick() => {
                    for message in self.news().await? {
                        send(&mut socket, Message::Text((&*message).into())).await?;
                    }
                }
                message = socket.recv() => {
                    heard = Instant::now();
                    let reply = match message {
                        Some(Ok(Message::Text(text))) => match Command::parse(&text) {
                            Ok(command) => self.answer(command).await,
                            Err(refusal) => Reply::Error(refusal),
                        },
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        _ => return Err(Gone),
                    };
                    let reply = serde_json::to_string(&reply).map_err(|_| Gone)?;
                    send(&mut socket, Message::Text(reply.into())).await?;
                }
                _ = pings.tick() => {
                    if heard.elapsed() > MAX_SILENCE {
                        return Err(Gone);
                    }
                    send(&mut socket, Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }
}

struct StudyWatcher {
    study: Shared,
    told: News,
}

impl Watcher for StudyWatcher {
    async fn news(&mut self) -> Result<Vec<Arc<str>>, Gone> {
        let (news, told) = (self.study.news(), self.told);
        if news == told {
            return Ok(Vec::new());
        }
        self.told = news;
        let study = Arc::clone(&self.study);
        let messages = apart(move || {
            let results = (news.results != told.results).then(|| study.study());
            let boards = (news.moves != told.moves).then(|| study.boards().into());
            results.into_iter().chain(boards).collect()
        });
        messages.await.map_err(|_| Gone)
    }

    async fn position(&mut self, _: usize) -> Result<PositionView, Refusal> {
        Err(Refusal::new("unknown-position", "positions are those of a game"))
    }
}

struct GameWatcher {
    study: Shared,
    game: String,
    seen: Look,
    /// What had happened when it was looked at last.
    moves: Option<News>,
}

impl Watcher for GameWatcher {
    async fn news(&mut self) -> Result<Vec<Arc<str>>, Gone> {
        let news = self.study.news();
        if self.moves == Some(news) || self.seen.is_over {
            return Ok(Vec::new());
        }
        self.moves = Some(news);
        let (study, game, mut seen) = (Arc::clone(&self.study), self.game.clone(), self.seen);
        let looked = apart(move || study.look(&game, &mut seen).map(|messages| (messages, seen)));
        let looked = looked.await.map_err(|_| Gone)?;
        let (messages, seen) = looked.map_err(|_| Gone)?;
        self.seen = seen;
        Ok(messages.into_iter().map(Arc::from).collect())
    }

    async fn position(&mut self, ply: usize) -> Result<PositionView, Refusal> {
        let (study, game) = (Arc::clone(&self.study), self.game.clone());
        apart(move || study.position(&game, ply)).await?
    }
}
