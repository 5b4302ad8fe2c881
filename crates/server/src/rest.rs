//! The REST side of the page protocol.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, delete, get, post};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use stonegate_arena::{
    ArchiveQuery, CardView, DiagnosticView, LibertiesRequest, MAX_SHEET_BYTES, PatternsReading,
    PatternsRequest, Reading, Verdict,
};
use stonegate_matches::notation::Format;
use stonegate_tables::{PositionView, Refusal, SeatRequest, Situation, TimeControl};
use tokio::time::timeout;

use super::call::{Call, Credentials};
use super::{Arena, Failure, camera, condition, editor, links, records, socket};
use crate::catalog::OpenGame;
use crate::table::players;
use crate::tables::{Created, Summary};

/// A body has at most so many bytes: a sheet, with all its characters escaped.
const MAX_BODY: usize = 2 * MAX_SHEET_BYTES;

/// A body is there by then.
const BODY_TIME: Duration = Duration::from_secs(10);

/// How long a request waits for a circuit.
const COMPILE_TIME: Duration = Duration::from_mins(1);

pub(super) type Answer = Result<Response, Failure>;

pub(super) fn router() -> Router<Arc<Arena>> {
    Router::new()
        .route("/games", get(games))
        .route("/games/{id}", get(game).patch(rename).delete(remove))
        .route("/games/{id}/circuit", get(circuit))
        .route("/games/{id}/cone", get(cone))
        .route("/rules", post(rules))
        .route("/editor", post(editor::answer))
        .route("/liberties", post(liberties))
        .route("/patterns", get(patterns).post(read_patterns))
        .route("/records", post(records::answer))
        .route("/tables", get(tables).post(create_table))
        .route("/tables/{id}", delete(remove_table))
        .route("/archive", get(archive))
        .route("/tables/{id}/again", post(again))
        .route("/tables/{id}/branch", post(branch))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/screen", get(screen))
        .route("/tables/{id}/buttons", post(press))
        .route("/tables/{id}/socket", any(socket::answer))
        .route("/camera", any(camera::answer))
        .route("/health", get(condition::health))
        .route("/network", get(links::network))
        .route("/code", post(links::code))
        .fallback(unknown)
}

/// The answer to what is no request.
pub(super) async fn unknown() -> Failure {
    Failure(Refusal::new("unknown-request", "there is no such request"))
}

#[derive(Serialize)]
struct Games {
    games: Vec<CardView>,
}

async fn games(call: Call) -> Answer {
    let work = |arena: &Arena| {
        Ok(Games { games: arena.catalog.cards().iter().map(|card| card.listed()).collect() })
    };
    call.answer(&call.arena.asking, work).await
}

#[derive(Serialize)]
struct GameView {
    #[serde(flatten)]
    card: CardView,
    rules: String,
    position: PositionView,
    players: Vec<String>,
}

async fn game(call: Call, Path(id): Path<String>) -> Answer {
    let visitor = call.visitor;
    let work = move |arena: &Arena| {
        let game = arena.catalog.look_at(&id)?;
        // Who looks at a game is about to play it; if that is too much now, it can wait.
        let _ = arena.catalog.prepare(&game, visitor);
        let position = PositionView::initial(&*game)
            .map_err(|error| Refusal::new("rules", error.to_string()))?;
        let players = players(&game, &position);
        let rules = game.card.text().to_owned();
        Ok(GameView { card: game.card.view(), rules, position, players })
    };
    call.answer(&call.arena.asking, work).await
}

async fn circuit(call: Call, Path(id): Path<String>) -> Answer {
    let game = compiled(&call, id).await?;
    let work = move |_: &Arena| game.circuit().map_err(|reason| Refusal::new("no-circuit", reason));
    call.answer(&call.arena.viewing, work).await
}

/// A game when nothing better will come of it. No thread waits for that.
async fn compiled(call: &Call, id: String) -> Result<Arc<OpenGame>, Failure> {
    let visitor = call.visitor;
    let open = move |arena: &Arena| {
        let game = arena.catalog.look_at(&id)?;
        arena.catalog.prepare(&game, visitor)?;
        Ok(game)
    };
    let game = call.work(&call.arena.asking, open).await?;
    let mut news = game.news();
    let settled = async { while !game.is_settled() && news.changed().await.is_ok() {} };
    let busy = |_| Refusal::new("busy", "the game is still being compiled: try again in a moment");
    timeout(COMPILE_TIME, settled).await.map_err(busy)?;
    Ok(game)
}

#[derive(Deserialize)]
struct ConeQuery {
    output: String,
    table: Option<String>,
    ply: Option<usize>,
}

async fn cone(call: Call, Path(id): Path<String>, Query(query): Query<ConeQuery>) -> Answer {
    let visitor = call.visitor;
    let game = compiled(&call, id).await?;
    let work = move |arena: &Arena| {
        let situation = match &query.table {
            None => Situation::default(),
            Some(table) => arena.tables.open(table, visitor)?.situation(query.ply.unwrap_or(0))?,
        };
        let cone = game.cone(&query.output, &situation);
        let cone = cone.map_err(|reason| Refusal::new("no-circuit", reason))?;
        let unknown = || {
            let message = format!("the circuit has no output `{}`", query.output);
            Refusal::new("unknown-output", message)
        };
        cone.ok_or_else(unknown)
    };
    call.answer(&call.arena.viewing, work).await
}

#[derive(Deserialize)]
struct RulesRequest {
    text: String,
    /// Whether nothing is to be kept.
    #[serde(default)]
    draft: bool,
    /// Whether the sheet is to be kept even if it has errors.
    #[serde(default)]
    insist: bool,
}

#[derive(Serialize)]
struct RulesAnswer {
    verdict: Verdict,
    diagnostics: Vec<DiagnosticView>,
    game: Option<CardView>,
    problem: Option<String>,
    /// The key of the owner, who has just brought it.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

async fn rules(call: Call, body: Body) -> Answer {
    let visitor = call.visitor;
    let RulesRequest { text, draft, insist } = read_json(body).await?;
    let work = move |arena: &Arena| {
        let (reading, card, key) = if draft {
            let (reading, card) = arena.catalog.draft(&text);
            (reading, card, None)
        } else {
            let (reading, brought) = arena.catalog.bring(&text, insist, visitor)?;
            let (card, key) = brought.map(|brought| (brought.card, brought.key)).unzip();
            (reading, card, key.flatten())
        };
        if let Some(card) = &card {
            // If that is too much now, it can wait until the game is played.
            let _ = arena.catalog.prepare(&arena.catalog.look_at(&card.id)?, visitor);
        }
        let (verdict, game) = (reading.verdict(), card.map(|card| card.view()));
        let Reading { diagnostics, problem, .. } = reading;
        Ok(RulesAnswer { verdict, diagnostics, game, problem, key })
    };
    call.answer(&call.arena.reading, work).await
}

async fn liberties(call: Call, body: Body) -> Answer {
    let request = read_json::<LibertiesRequest>(body).await?;
    call.answer(&call.arena.asking, move |_| request.answer()).await
}

async fn patterns() -> Json<PatternsReading> {
    Json(PatternsReading::shipped())
}

async fn read_patterns(call: Call, body: Body) -> Answer {
    let request = read_json::<PatternsRequest>(body).await?;
    call.answer(&call.arena.asking, move |_| request.answer()).await
}

#[derive(Deserialize)]
struct RenameRequest {
    key: String,
    title: String,
}

async fn rename(call: Call, Path(id): Path<String>, body: Body) -> Answer {
    let RenameRequest { key, title } = read_json(body).await?;
    let work = move |arena: &Arena| Ok(arena.catalog.rename(&id, &key, &title)?.view());
    call.answer(&call.arena.asking, work).await
}

#[derive(Deserialize)]
struct RemoveRequest {
    key: String,
}

async fn remove(call: Call, Path(id): Path<String>, body: Body) -> Answer {
    let visitor = call.visitor;
    let RemoveRequest { key } = read_json(body).await?;
    let work = move |arena: &Arena| {
        arena.tables.remove_game(&id, &key, visitor)?;
        Ok(Removed { game: id })
    };
    call.answer(&call.arena.asking, work).await
}

#[derive(Serialize)]
struct Removed {
    game: String,
}

#[derive(Deserialize)]
struct TableRequest {
    game: String,
    seats: Vec<SeatRequest>,
    clock: Option<TimeControl>,
}

async fn create_table(call: Call, body: Body) -> Result<(StatusCode, Json<Created>), Failure> {
    let visitor = call.visitor;
    let TableRequest { game, seats, clock } = read_json(body).await?;
    let work = move |arena: &Arena| arena.tables.create(visitor, &game, &seats, clock);
    let created = call.work(&call.arena.asking, work).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

async fn remove_table(
    call: Call,
    Path(id): Path<String>,
    Query(query): Query<Credentials>,
) -> Result<StatusCode, Failure> {
    let work = move |arena: &Arena| arena.tables.remove(&id, query.token.as_deref());
    call.work(&call.arena.asking, work).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize)]
struct TableList {
    tables: Vec<Summary>,
}

async fn tables(call: Call) -> Answer {
    let work = |arena: &Arena| Ok(TableList { tables: arena.tables.list() });
    call.answer(&call.arena.asking, work).await
}

async fn archive(call: Call, Query(query): Query<ArchiveQuery>) -> Answer {
    let work = move |arena: &Arena| Ok(arena.tables.archive(&query));
    call.answer(&call.arena.asking, work).await
}

#[derive(Deserialize)]
struct BranchRequest {
    ply: usize,
}

async fn branch(
    call: Call,
    Path(id): Path<String>,
    body: Body,
) -> Result<(StatusCode, Json<Created>), Failure> {
    let visitor = call.visitor;
    let BranchRequest { ply } = read_json(body).await?;
    let work = move |arena: &Arena| arena.tables.branch(&id, ply, visitor);
    let created = call.work(&call.arena.asking, work).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

#[derive(Deserialize)]
struct RecordQuery {
    format: Option<String>,
}

async fn record(
    call: Call,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Failure> {
    let visitor = call.visitor;
    let work = move |arena: &Arena| {
        let record = arena.tables.open(&id, visitor)?.record();
        record.map_err(|error| Refusal::new("rules", error.to_string()))
    };
    let record = call.work(&call.arena.asking, work).await?;
    let (kind, text) = match query.format.as_deref() {
        None | Some("json") => ("application/json", record.to_json()),
        Some(format) => {
            let bad = |message: String| Refusal::new("bad-format", message);
            let format = format.parse::<Format>().map_err(bad)?;
            // A game of chess has to be replayed for it.
            let work =
                move |_: &Arena| record.write_as(format).map_err(|it| bad(format!("{it:#}")));
            let text = call.work(&call.arena.asking, work).await?;
            ("text/plain; charset=utf-8", text)
        }
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// The own screen of a board that plays at a table.
async fn screen(call: Call, Path(id): Path<String>) -> Result<Response, Failure> {
    let visitor = call.visitor;
    let work = move |arena: &Arena| arena.tables.open(&id, visitor)?.screen();
    let picture = call.work(&call.arena.asking, work).await?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, picture).into_response())
}

#[derive(Deserialize)]
struct PressRequest {
    token: String,
    button: String,
}

#[derive(Serialize)]
struct PressAnswer {
    pressed: String,
}

/// Presses a button of a board that plays at a table.
async fn press(call: Call, Path(id): Path<String>, body: Body) -> Answer {
    let visitor = call.visitor;
    let PressRequest { token, button } = read_json(body).await?;
    let work = move |arena: &Arena| {
        let table = arena.tables.open(&id, visitor)?;
        table.press(&table.caller(visitor, Some(&token)), &button)?;
        Ok(PressAnswer { pressed: button })
    };
    call.answer(&call.arena.asking, work).await
}

/// Reads a body, which is small and comes soon.
pub(super) async fn read_json<T: DeserializeOwned>(body: Body) -> Result<T, Failure> {
    let slow = |_| Refusal::new("too-slow", "the request takes too long to arrive");
    let large = |_| Refusal::new("too-large", format!("a request has at most {MAX_BODY} bytes"));
    let bytes = timeout(BODY_TIME, to_bytes(body, MAX_BODY)).await;
    let bytes = bytes.map_err(slow)?.map_err(large)?;
    let bad = |error| Refusal::new("bad-request", format!("the body cannot be read: {error}"));
    Ok(serde_json::from_slice(&bytes).map_err(bad)?)
}
#[derive(Deserialize)]
struct AgainRequest {
    token: String,
}

#[derive(Serialize)]
struct AgainAnswer {
    table: String,
}

async fn again(
    call: Call,
    Path(id): Path<String>,
    body: Body,
) -> Result<(StatusCode, Json<AgainAnswer>), Failure> {
    let visitor = call.visitor;
    let AgainRequest { token } = read_json(body).await?;
    let work = move |arena: &Arena| arena.tables.again(&id, visitor, &token);
    let table = call.work(&call.arena.asking, work).await?;
    Ok((StatusCode::CREATED, Json(AgainAnswer { table })))
}
