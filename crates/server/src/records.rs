//! Tables that begin with a game that was played before.

use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use serde::Deserialize;
use stonegate_compile::GameRules;
use stonegate_matches::notation::{self, read_line};
use stonegate_players::Ruleset;
use stonegate_tables::{Game, Kind, Refusal, SeatRequest, StoredMove};

use super::call::Call;
use super::rest::read_json;
use super::{Arena, Failure};
use crate::catalog::Catalog;
use crate::tables::Created;
use crate::visitor::Visitor;

/// A table has no more moves than this.
const MAX_MOVES: usize = 5_000;

#[derive(Deserialize)]
pub(super) struct Request {
    /// A record of a match, or a game as other programs write it.
    text: String,
    /// The id of its game, where the text does not tell.
    #[serde(default)]
    game: Option<String>,
}

/// Opens a table where all moves of a recorded game have been made, with people on all seats.
pub(super) async fn answer(call: Call, body: Body) -> Result<(StatusCode, Json<Created>), Failure> {
    let Request { text, game } = read_json(body).await?;
    let visitor = call.visitor;
    let work = move |arena: &Arena| {
        let bad = |error: anyhow::Error| Refusal::new("bad-record", format!("{error:#}"));
        let id = if let Some(id) = game {
            id
        } else {
            let told = notation::ruleset_of(&text).map_err(bad)?;
            let untold = || Refusal::new("bad-record", "the file does not tell which game it is");
            find(&arena.catalog, &told.ok_or_else(untold)?, visitor)?
        };
        let game = arena.catalog.open(&id)?;
        let rules = |error| Refusal::new("rules", format!("{error}"));
        let (_, mut referee) = game.referee().map_err(rules)?;
        let line = read_line(&text, game.ruleset.dedicated(), &mut *referee).map_err(bad)?;
        if line.moves.len() > MAX_MOVES {
            let message = format!("a table has {MAX_MOVES} moves at most");
            return Err(Refusal::new("bad-record", message));
        }
        let moves = line.moves.into_iter().map(|joint| StoredMove { joint, values: None });
        let person = SeatRequest { player: "human".to_owned(), seconds: None };
        let seats = vec![person; game.card.roles.len()];
        arena.tables.create_after(visitor, &id, &seats, None, moves.collect())
    };
    let created = call.work(&call.arena.reading, work).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// The id of a game with these rules: one that there is, or one that is taken up.
fn find(catalog: &Catalog, ruleset: &Ruleset, visitor: Visitor) -> Result<String, Refusal> {
    let text = ruleset.text();
    if ruleset.dedicated().is_some() {
        // There may be a rule sheet of the same name.
        return Ok(catalog.card(&format!("engine:{text}"))?.id.clone());
    }
    let is_same =
        |sheet: &str| GameRules::read(sheet).is_ok_and(|game| Ruleset::from(game).text() == text);
    let mut sheets = catalog.cards().into_iter().filter(|card| card.kind() == Kind::Rules);
    if let Some(card) = sheets.find(|card| is_same(card.text())) {
        return Ok(card.id.clone());
    }
    let (_, brought) = catalog.bring(&text, true, visitor)?;
    let unplayable = || Refusal::new("bad-record", "the rules in the record cannot be played");
    brought.map(|brought| brought.card.id.clone()).ok_or_else(unplayable)
}
