//! The requests of the page, as `docs/page-protocol.md` describes them.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use stonegate_arena::{
    ArchiveQuery, ArchivedGame, LibertiesRequest, MAX_SHEET_BYTES, MAX_TITLE_CHARS,
    PatternsReading, PatternsRequest, Reading, Verdict, sheet_id,
};
use stonegate_authoring::PageQuestion;
use stonegate_tables::{
    Game, PositionView, Refusal, SeatRequest, Situation, StoredTable, TimeControl, TokenHash,
};

use crate::arena::{Arena, unknown_table};
use crate::game::PageGame;
use crate::message::{Failure, FromArena};
use crate::players::players;
use crate::stored::StoredSheet;

type Answer = Result<Value, Failure>;

/// Answers a request; what else is to be done goes to `out`.
pub(crate) fn answer(
    arena: &mut Arena,
    method: &str,
    path: &str,
    body: Value,
    out: &mut Vec<FromArena>,
) -> Answer {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let parts = path.split('/').map(unescape).collect::<Vec<_>>();
    let parts = parts.iter().map(String::as_str).collect::<Vec<_>>();
    match (method, &parts[..]) {
        ("GET", ["games"]) => Ok(arena.games.list()),
        ("GET", ["games", id]) => game(arena, id, out),
        ("PATCH", ["games", id]) => rename(arena, id, &read(body)?, out),
        ("DELETE", ["games", id]) => remove_game(arena, id, &read(body)?, out),
        ("GET", ["games", id, "circuit"]) => Ok(to_json(&compiled(arena, id, out)?.circuit()?)),
        ("GET", ["games", id, "cone"]) => cone(arena, id, query, out),
        ("POST", ["rules"]) => rules(arena, read(body)?, out),
        ("POST", ["editor"]) => editor(arena, read(body)?),
        ("POST", ["liberties"]) => Ok(to_json(&read::<LibertiesRequest>(body)?.answer()?)),
        ("GET", ["patterns"]) => Ok(to_json(&PatternsReading::shipped())),
        ("POST", ["patterns"]) => Ok(to_json(&read::<PatternsRequest>(body)?.answer()?)),
        ("POST", ["records"]) => record(arena, &read(body)?, out),
        ("GET", ["tables"]) => Ok(tables(arena)),
        ("POST", ["tables"]) => arena.create(read(body)?, Vec::new(), out),
        ("DELETE", ["tables", id]) => remove_table(arena, id, out),
        ("GET", ["archive"]) => Ok(archive(arena, query)),
        ("POST", ["tables", id, "branch"]) => branch(arena, id, &read(body)?, out),
        ("POST", ["tables", id, "again"]) => again(arena, id, out),
        ("GET", ["tables", id, "record"]) => Ok(arena.open(id, out)?.record()),
        _ => Err(Refusal::new("unknown-request", "there is no such request").into()),
    }
}

fn read<T: DeserializeOwned>(body: Value) -> Result<T, Refusal> {
    let bad = |error| Refusal::new("bad-request", format!("the body cannot be read: {error}"));
    serde_json::from_value(body).map_err(bad)
}

fn to_json(answer: &impl serde::Serialize) -> Value {
    serde_json::to_value(answer).expect("texts and numbers are JSON")
}

/// A part of an address as it was before it was escaped.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        let digits = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &others[2..];
            }
            _ => {
                bytes.push(first);
                rest = others;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn parameter(query: &str, name: &str) -> Option<String> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| unescape(value))
}

fn game(arena: &mut Arena, id: &str, out: &mut Vec<FromArena>) -> Answer {
    let game = arena.games.get(id)?;
    // Who looks at a game is about to play it.
    arena.compile(&game, out);
    let position =
        PositionView::initial(&*game).map_err(|error| Refusal::new("rules", error.to_string()))?;
    let takes_turns = position.legal.len() == 2 && position.choosing.len() == 1;
    let mut answer = to_json(&game.card());
    answer["rules"] = json!(game.text());
    answer["position"] = to_json(&position);
    answer["players"] = json!(players(game.dedicated(), takes_turns, game.hides_moves()));
    Ok(answer)
}

/// A game when nothing better will come of it.
fn compiled(
    arena: &mut Arena,
    id: &str,
    out: &mut Vec<FromArena>,
) -> Result<Arc<PageGame>, Failure> {
    let game = arena.games.get(id)?;
    arena.compile(&game, out);
    if game.is_settled() { Ok(game) } else { Err(Failure::Waits(game.id.clone())) }
}

fn cone(arena: &mut Arena, id: &str, query: &str, out: &mut Vec<FromArena>) -> Answer {
    let output = parameter(query, "output").unwrap_or_default();
    let situation = match parameter(query, "table") {
        None => Situation::default(),
        Some(table) => {
            let ply = parameter(query, "ply").and_then(|ply| ply.parse().ok()).unwrap_or(0);
            arena.open(&table, out)?.situation(ply)?
        }
    };
    Ok(to_json(&compiled(arena, id, out)?.cone(&output, &situation)?))
}

#[derive(Deserialize)]
struct Rules {
    text: String,
    #[serde(default)]
    draft: bool,
    #[serde(default)]
    insist: bool,
}

fn rules(arena: &mut Arena, request: Rules, out: &mut Vec<FromArena>) -> Answer {
    let Rules { text, draft, insist } = request;
    let reading = Reading::of(&text, arena.host.patience());
    let verdict = reading.verdict();
    let id = sheet_id(&text);
    let mut key = None;
    let is_refused =
        verdict == Verdict::Unplayable || (verdict == Verdict::Errors && !insist && !draft);
    let game = if is_refused {
        None
    } else {
        if draft {
            arena.games.draft(&id, &text);
        } else if !arena.games.brought.contains_key(&id) {
            let token = arena.host.token();
            let owner = TokenHash::of(&token);
            let sheet = StoredSheet { id: id.clone(), text, title: None, owner };
            arena.games.brought.insert(id.clone(), sheet.clone());
            out.push(FromArena::StoreSheet { id: id.clone(), sheet: Some(sheet) });
            key = Some(token);
        }
        let game = arena.games.get(&id)?;
        arena.compile(&game, out);
        Some(to_json(&game.card()))
    };
    let Reading { diagnostics, problem, .. } = reading;
    let mut answer = json!({
        "verdict": verdict, "diagnostics": diagnostics, "game": game, "problem": problem,
    });
    if let Some(key) = key {
        answer["key"] = json!(key);
    }
    Ok(answer)
}

#[derive(Deserialize)]
struct EditorRequest {
    text: String,
    #[serde(flatten)]
    question: PageQuestion,
}

fn editor(arena: &mut Arena, request: EditorRequest) -> Answer {
    let EditorRequest { text, question } = request;
    if text.len() > MAX_SHEET_BYTES {
        let message = format!("a rule sheet has at most {MAX_SHEET_BYTES} bytes");
        return Err(Refusal::new("too-large", message).into());
    }
    Ok(to_json(&arena.editor.answer(text, question, arena.host)))
}

#[derive(Deserialize)]
struct OwnerRequest {
    key: String,
    #[serde(default)]
    title: String,
}

/// The sheet of who has its key.
fn owned<'a>(arena: &'a mut Arena, id: &str, key: &str) -> Result<&'a mut StoredSheet, Refusal> {
    let sheet = arena.games.brought.get_mut(id);
    let sheet = sheet.filter(|sheet| sheet.owner == TokenHash::of(key));
    sheet.ok_or_else(|| Refusal::new("not-allowed", "only who brought the sheet may do this"))
}

fn rename(arena: &mut Arena, id: &str, request: &OwnerRequest, out: &mut Vec<FromArena>) -> Answer {
    let title = request.title.trim();
    if title.is_empty() || title.chars().count() > MAX_TITLE_CHARS {
        let message = format!("a title has 1 to {MAX_TITLE_CHARS} characters");
        return Err(Refusal::new("bad-title", message).into());
    }
    let sheet = owned(arena, id, &request.key)?;
    sheet.title = Some(title.to_owned());
    out.push(FromArena::StoreSheet { id: id.to_owned(), sheet: Some(sheet.clone()) });
    arena.games.close(id);
    Ok(to_json(&arena.games.get(id)?.card()))
}

/// Takes a sheet off the games, and the tables that play it with it.
fn remove_game(
    arena: &mut Arena,
    id: &str,
    request: &OwnerRequest,
    out: &mut Vec<FromArena>,
) -> Answer {
    owned(arena, id, &request.key)?;
    let is_played = |table: &&StoredTable| table.game == id;
    let tables = arena.stored.values().filter(is_played).map(|table| table.id.clone());
    for table in tables.collect::<Vec<_>>() {
        arena.remove(&table, out);
    }
    arena.games.brought.remove(id);
    arena.games.close(id);
    out.push(FromArena::StoreSheet { id: id.to_owned(), sheet: None });
    Ok(json!({ "game": id }))
}

#[derive(Deserialize)]
pub(crate) struct CreateTable {
    pub(crate) game: String,
    pub(crate) seats: Vec<SeatRequest>,
    pub(crate) clock: Option<TimeControl>,
}

fn tables(arena: &Arena) -> Value {
    let mut tables = arena.stored.values().collect::<Vec<_>>();
    tables.sort_by_key(|table| std::cmp::Reverse(table.touched));
    let summaries = tables.into_iter().map(|table| {
        json!({
            "table": table.id,
            "game": table.game,
            "title": arena.games.title(&table.game),
            "ply": table.moves.len(),
            "over": table.status.is_over,
            "seats": table.status.seats.iter().map(|seat| &seat.player).collect::<Vec<_>>(),
        })
    });
    json!({ "tables": summaries.collect::<Vec<_>>() })
}

/// The games that were played here.
fn archive(arena: &Arena, query: &str) -> Value {
    let skip = parameter(query, "skip").and_then(|skip| skip.parse().ok());
    let query = ArchiveQuery {
        search: parameter(query, "search").unwrap_or_default(),
        state: parameter(query, "state").unwrap_or_default(),
        skip: skip.unwrap_or_default(),
    };
    let game = |table: &StoredTable| ArchivedGame {
        table: table.id.clone(),
        game: table.game.clone(),
        title: arena.games.title(&table.game),
        ply: table.moves.len(),
        over: table.status.is_over,
        goals: table.status.goals.clone(),
        seats: table.status.seats.iter().map(|seat| seat.player.clone()).collect(),
        names: table.status.seats.iter().map(|seat| seat.name.clone()).collect(),
        created: table.created,
        touched: table.touched,
    };
    to_json(&query.answer(arena.stored.values().map(game)))
}

#[derive(Deserialize)]
struct Branch {
    ply: usize,
}

/// Opens a table that goes on from a position of another one.
fn branch(arena: &mut Arena, id: &str, request: &Branch, out: &mut Vec<FromArena>) -> Answer {
    let desk = arena.open(id, out)?;
    let (moves, seats) = desk.branch(request.ply)?;
    let game = desk.game.id.clone();
    arena.create(CreateTable { game, seats, clock: None }, moves, out)
}

fn remove_table(arena: &mut Arena, id: &str, out: &mut Vec<FromArena>) -> Answer {
    if !arena.stored.contains_key(id) {
        return Err(unknown_table(id).into());
    }
    arena.remove(id, out);
    Ok(json!({}))
}

fn again(arena: &mut Arena, id: &str, out: &mut Vec<FromArena>) -> Answer {
    let desk = arena.open(id, out)?;
    let known = desk.next().map(str::to_owned);
    if let Some(next) = known.filter(|next| arena.stored.contains_key(next)) {
        return Ok(json!({ "table": next }));
    }
    let desk = arena.open(id, out)?;
    let next = desk.next_table();
    let next_id = next.id.clone();
    out.push(FromArena::StoreTable { id: next_id.clone(), table: Some(next) });
    desk.set_next(next_id.clone(), out);
    Ok(json!({ "table": next_id }))
}

#[derive(Deserialize)]
struct RecordRequest {
    text: String,
}

/// What this page writes of a game.
#[derive(Deserialize)]
struct Record {
    game: String,
    #[serde(default)]
    rules: String,
    moves: Vec<Vec<String>>,
}

/// Opens a table where all moves of a game that was saved here have been made.
fn record(arena: &mut Arena, request: &RecordRequest, out: &mut Vec<FromArena>) -> Answer {
    let bad = |message: String| Refusal::new("bad-record", message);
    let record: Record = serde_json::from_str(&request.text).map_err(|_| {
        bad("this page opens games that it has saved itself, and no other records".to_owned())
    })?;
    let mut id = record.game;
    if !record.rules.is_empty()
        && arena.games.get(&id).is_err_and(|failure| matches!(failure, Failure::Refused(_)))
    {
        let brought = Rules { text: record.rules, draft: false, insist: true };
        let answer = rules(arena, brought, out)?;
        let brought = answer["game"]["id"].as_str().map(str::to_owned);
        id = brought.ok_or_else(|| bad("the rules in the record cannot be played".to_owned()))?;
    }
    let game = arena.games.get(&id)?;
    let (_, mut referee) = stonegate_tables::Game::referee(&*game)
        .map_err(|error| Refusal::new("rules", error.to_string()))?;
    for joint in &record.moves {
        referee.apply(joint).map_err(|error| bad(error.to_string()))?;
    }
    let moves = record.moves.into_iter();
    let moves = moves.map(|joint| stonegate_tables::StoredMove { joint, values: None });
    let person = SeatRequest { player: "human".to_owned(), seconds: None };
    let seats = vec![person; referee.roles().len()];
    arena.create(CreateTable { game: id, seats, clock: None }, moves.collect(), out)
}
