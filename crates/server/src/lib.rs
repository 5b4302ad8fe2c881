#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod lines;
mod links;
mod pool;
mod quota;
mod rate;
mod token;
mod visitor;

mod catalog;

mod table;
mod tables;

mod assets;
mod call;
mod camera;
mod condition;
mod editor;
mod guard;
mod house_board;
mod impatient;
mod listen;
mod live;
mod log;
mod places;
mod records;
mod rest;
mod socket;
mod tls;

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use axum::Router;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use stonegate_compile::BUILT_IN;
use stonegate_frontends::Names;
use stonegate_players::{Dedicated, PrepareSettings};
use stonegate_store::{Store, WrittenSoFar};
use stonegate_tables::Refusal;
use tokio::sync::watch;

use camera::Cameras;
use catalog::{Card, Catalog};
use condition::Tally;
use editor::Desk;
use guard::Guard;
use places::{Place, Places};
use pool::{Bounds, Pool};
use rate::Rates;
use tables::Tables;
use visitor::Visitor;

pub use assets::page_files;
pub use condition::numbers;
pub use house_board::HouseBoard;
pub use listen::Server;
pub use live::{LiveStudy, Look, News, live_router};
pub use log::LogLevel;
pub use places::Capacity;
pub use stonegate_store::{Damage, StoreError};
pub use tls::Identity;

/// Reading a sheet may take seconds.
const READING: Bounds = Bounds { n_threads: 4, running_each: 2, waiting_each: 8 };

/// A circuit may be large, and so is the view of it.
const VIEWING: Bounds = Bounds { n_threads: 2, running_each: 1, waiting_each: 8 };

/// Other questions that take a thread.
const ASKING: Bounds = Bounds { n_threads: 16, running_each: 8, waiting_each: 256 };

/// Who is told that the server is busy may come back after so many seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("2");

/// What the answers are made of.
#[derive(Debug)]
pub struct Arena {
    catalog: Arc<Catalog>,
    tables: Tables,
    reading: Pool,
    viewing: Pool,
    asking: Pool,
    cameras: Cameras,
    desk: Desk,
    sockets: Arc<Places>,
    rates: Arc<Rates>,
    tally: Arc<Tally>,
    written: WrittenSoFar,
    /// What addresses begin with for others in the network.
    origin: Option<String>,
    /// Why nothing is stored at present.
    trouble: watch::Receiver<Option<StoreError>>,
}

impl Arena {
    /// Opens the arena of a store, with places for so many websockets and perhaps a board. Tells what
    /// of the store was damaged and is set aside.
    pub fn open(
        store: &Path,
        settings: PrepareSettings,
        n_sockets: usize,
        board: Option<HouseBoard>,
    ) -> anyhow::Result<(Self, Damage)> {
        let (store, contents, _) = Store::open(store)?;
        let (trouble, written) = (store.trouble(), store.written());
        let cards = BUILT_IN
            .iter()
            .map(|game| Card::new(game.name, game.title(), &game.description(), game.text));
        let machines = Dedicated::all().into_iter().map(Card::of_dedicated);
        let sheets = contents.sheets.clone();
        let catalog =
            Catalog::new(machines.chain(cards).collect(), sheets, settings, store.clone());
        let catalog = Arc::new(catalog.with_board(board));
        let tables = Tables::new(Arc::clone(&catalog), store, &contents);
        draw_cards(&catalog).context("starting a thread")?;
        let arena = Self {
            catalog,
            tables,
            reading: Pool::new("reading", READING),
            viewing: Pool::new("viewing", VIEWING),
            asking: Pool::new("asking", ASKING),
            cameras: Cameras::new(),
            desk: Desk::default(),
            sockets: Places::new(n_sockets),
            rates: Arc::default(),
            tally: Arc::new(Tally::new()),
            written,
            origin: None,
            trouble,
        };
        Ok((arena, contents.damage))
    }

    /// The same, which others in the network reach at this address.
    #[must_use]
    pub fn reached_at(self, origin: Option<String>) -> Self {
        Self { origin, ..self }
    }

    /// Why nothing is stored at present, whenever that changes.
    pub fn trouble(&self) -> watch::Receiver<Option<StoreError>> {
        self.trouble.clone()
    }

    /// A place for one more websocket.
    fn socket_place(&self, visitor: Visitor) -> Result<Place, Refusal> {
        let full = || Refusal::new("full", "there are as many connections as the server can have");
        self.sockets.take(visitor).ok_or_else(full)
    }
}

/// Draws the cards before they are asked for.
fn draw_cards(catalog: &Arc<Catalog>) -> std::io::Result<()> {
    let catalog = Arc::downgrade(catalog);
    let draw = move || {
        let cards = catalog.upgrade().map(|catalog| catalog.cards()).unwrap_or_default();
        for card in cards {
            card.layout();
        }
    };
    thread::Builder::new().name("drawing".to_owned()).spawn(draw).map(|_| ())
}

/// All that the server answers to, when asked by one of its names.
pub fn router(arena: Arc<Arena>, names: Names) -> Router {
    let router = Router::new().nest("/api", rest::router()).fallback(assets::answer);
    let (rates, tally) = (Arc::clone(&arena.rates), Arc::clone(&arena.tally));
    guard::protect(router, Guard { names, rates, tally }).with_state(arena)
}

/// The time, in milliseconds since 1970.
fn milliseconds() -> u64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    since_1970.map_or(0, |time| time.as_millis() as u64)
}

/// A request that cannot be answered.
#[derive(Debug)]
struct Failure(Refusal);

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            code if code.starts_with("unknown-") => StatusCode::NOT_FOUND,
            "not-allowed" => StatusCode::FORBIDDEN,
            "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
            "too-slow" => StatusCode::REQUEST_TIMEOUT,
            "wrong-method" => StatusCode::METHOD_NOT_ALLOWED,
            "quota" => StatusCode::TOO_MANY_REQUESTS,
            "full" | "busy" | "not-stored" => StatusCode::SERVICE_UNAVAILABLE,
            "broken" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        let is_busy = self.0.code == "busy";
        let body = axum::Json(serde_json::json!({ "error": self.0 }));
        let mut response = (status, body).into_response();
        if is_busy {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_refused_is_told_how() {
        let response = |code| Failure(Refusal::new(code, "no")).into_response();
        let busy = response("busy");
        assert_eq!(busy.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(busy.headers().contains_key(header::RETRY_AFTER));
        let quota = response("quota");
        assert_eq!(quota.status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(!quota.headers().contains_key(header::RETRY_AFTER), "time alone does not help");
    }
}
