//! The statements.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use serde::de::DeserializeOwned;
use stonegate_tables::BROUGHT;

use super::{Change, Contents, Damage, StoredMove, StoredSheet, StoredTable};

/// The columns of a sheet, and whether they are as they were written.
const SHEET: &str = "id, text, brought, status, \
    sum IS NULL OR sum = checksum(id, text, brought, status)";

/// The same of a table.
const TABLE: &str = "id, game, host, created, touched, status, length, \
    sum IS NULL OR sum = checksum(id, game, host, created, touched, status, length)";

/// The same of a move.
const MOVE: &str = "move, sum IS NULL OR sum = checksum(table_id, ply, move)";

/// Everything but the moves, and the rows that make no sense.
pub(super) fn contents(connection: &Connection) -> rusqlite::Result<(Contents, Vec<BadRow>)> {
    let mut bad = Vec::new();
    let select = format!("SELECT {SHEET}, rowid FROM sheets ORDER BY brought, id");
    let mut found = connection.prepare(&select)?;
    let mut found = found.query([])?;
    let mut sheets = Vec::new();
    while let Some(row) = found.next()? {
        match sheet(row) {
            Ok(sheet) => sheets.push(sheet),
            Err(error) => {
                let reason = error.to_string();
                bad.push(BadRow { relation: "sheets", row: row.get(5)?, reason });
            }
        }
    }
    let ids = sheets.iter().map(|sheet| sheet.id.as_str()).collect::<FxHashSet<_>>();
    // Versions that forgot the sheets of tables left such tables behind.
    let has_rules =
        |table: &StoredTable| !table.game.starts_with(BROUGHT) || ids.contains(&*table.game);
    let mut lengths = lengths(connection)?;
    let select = format!("SELECT {TABLE}, rowid FROM tables ORDER BY touched");
    let mut tables = connection.prepare(&select)?;
    let mut found = tables.query([])?;
    let mut tables = Vec::new();
    while let Some(row) = found.next()? {
        let table = table(row).map_err(|error| error.to_string()).and_then(|table| {
            let length = lengths.remove(&table.id).unwrap_or(Ok(0))?;
            let written = row.get::<_, Option<usize>>(6).map_err(|error| error.to_string())?;
            if let Some(written) = written.filter(|&written| written != length) {
                return Err(format!("it has {length} moves instead of {written}"));
            }
            if has_rules(&table) {
                Ok((table, length))
            } else {
                Err("its rules are missing".to_owned())
            }
        });
        match table {
            Ok(table) => tables.push(table),
            Err(reason) => bad.push(BadRow { relation: "tables", row: row.get(8)?, reason }),
        }
    }
    Ok((Contents { tables, sheets, damage: Damage::default() }, bad))
}

/// A row that makes no sense.
#[derive(Debug)]
pub(super) struct BadRow {
    pub(super) relation: &'static str,
    pub(super) row: i64,
    pub(super) reason: String,
}

impl BadRow {
    /// What it is called, and what is wrong with it.
    pub(super) fn describe(&self, connection: &Connection) -> String {
        let Self { relation, row, reason } = self;
        let select = format!("SELECT CAST(id AS TEXT) FROM {relation} WHERE rowid = ?");
        let id = connection.query_row(&select, [row], |row| row.get::<_, String>(0));
        let id = id.unwrap_or_else(|_| "without a name".to_owned());
        format!("{} {id} ({reason})", relation.trim_end_matches('s'))
    }
}

/// How many moves each table has, or why they are no line of play.
fn lengths(connection: &Connection) -> rusqlite::Result<FxHashMap<String, Result<usize, String>>> {
    let mut lengths = FxHashMap::default();
    let select = format!("SELECT {MOVE}, table_id, ply FROM moves ORDER BY table_id, ply");
    let mut moves = connection.prepare(&select)?;
    let mut moves = moves.query([])?;
    while let Some(row) = moves.next()? {
        // A move of nobody is no matter to any table.
        let Ok(id) = row.get::<_, String>(2) else { continue };
        let length = lengths.entry(id).or_insert(Ok(0));
        let Ok(n_moves) = *length else { continue };
        *length = match (row.get::<_, usize>(3), joint_move(row)) {
            (Ok(ply), Ok(_)) if ply == n_moves => Ok(n_moves + 1),
            (_, Err(error)) => Err(format!("move {}: {error}", n_moves + 1)),
            _ => Err(format!("move {} is missing", n_moves + 1)),
        };
    }
    Ok(lengths)
}

/// A table with its moves.
pub(super) fn load(connection: &Connection, id: &str) -> rusqlite::Result<Option<StoredTable>> {
    let mut found =
        connection.prepare_cached(&format!("SELECT {TABLE} FROM tables WHERE id = ?"))?;
    let Some(mut table) = found.query_row([id], table).optional()? else { return Ok(None) };
    let select = format!("SELECT {MOVE} FROM moves WHERE table_id = ? ORDER BY ply");
    let mut moves = connection.prepare_cached(&select)?;
    let moves = moves.query_map([id], joint_move)?;
    table.moves = moves.collect::<rusqlite::Result<_>>()?;
    Ok(Some(table))
}

/// A row of `TABLE`.
fn table(row: &Row<'_>) -> rusqlite::Result<StoredTable> {
    check_sum(row, 7)?;
    Ok(StoredTable {
        id: row.get(0)?,
        game: row.get(1)?,
        host: from_json(row, 2)?,
        created: row.get(3)?,
        touched: row.get(4)?,
        status: from_json(row, 5)?,
        moves: Vec::new(),
    })
}

/// A row of `SHEET`.
fn sheet(row: &Row<'_>) -> rusqlite::Result<StoredSheet> {
    check_sum(row, 4)?;
    let (id, text, brought) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(StoredSheet { id, text, brought, status: from_json(row, 3)? })
}

/// A row of `MOVE`.
fn joint_move(row: &Row<'_>) -> rusqlite::Result<StoredMove> {
    check_sum(row, 1)?;
    from_json(row, 0)
}

#[derive(Debug, thiserror::Error)]
#[error("its checksum is wrong")]
struct WrongSum;

/// Whether a row is as it was written, which one of its columns tells.
fn check_sum(row: &Row<'_>, column: usize) -> rusqlite::Result<()> {
    if row.get(column)? { Ok(()) } else { Err(rusqlite::Error::UserFunctionError(WrongSum.into())) }
}

/// Writes something that changes nothing.
pub(super) fn probe(connection: &mut Connection) -> rusqlite::Result<()> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    connection.pragma_update(None, "user_version", version)
}

/// Makes all changes, or none if one fails.
pub(super) fn save<'a>(
    connection: &mut Connection,
    changes: impl Iterator<Item = &'a Change>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for change in changes {
        make(&transaction, change)?;
    }
    transaction.commit()
}

fn make(transaction: &Transaction<'_>, change: &Change) -> rusqlite::Result<()> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        transaction.prepare_cached(sql)?.execute(values).map(|_| ())
    };
    match change {
        Change::CreateTable(StoredTable { id, game, host, created, touched, status, moves }) => {
            execute(
                "INSERT INTO tables (id, game, host, created, touched, status, length, sum)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7))",
                params![id, game, to_json(host), created, touched, to_json(status), moves.len()],
            )?;
            add_moves(transaction, id, 0, moves)
        }
        Change::UpdateTable { id, keep, moves, status, touched } => {
            execute("DELETE FROM moves WHERE table_id = ? AND ply >= ?", params![id, keep])?;
            execute(
                "UPDATE tables SET status = ?2, touched = ?3, length = ?4,
                 sum = checksum(id, game, host, created, ?3, ?2, ?4) WHERE id = ?1",
                params![id, to_json(status), touched, keep + moves.len()],
            )?;
            add_moves(transaction, id, *keep, moves)
        }
        Change::RemoveTable { id } => execute("DELETE FROM tables WHERE id = ?", params![id]),
        Change::AddSheet(StoredSheet { id, text, brought, status }) => execute(
            "INSERT INTO sheets (id, text, brought, status, sum)
             VALUES (?1, ?2, ?3, ?4, checksum(?1, ?2, ?3, ?4)) ON CONFLICT DO NOTHING",
            params![id, text, brought, to_json(status)],
        ),
        Change::UpdateSheet { id, status } => execute(
            "UPDATE sheets SET status = ?2, sum = checksum(id, text, brought, ?2) WHERE id = ?1",
            params![id, to_json(status)],
        ),
        Change::RemoveSheet { id } => execute("DELETE FROM sheets WHERE id = ?", params![id]),
    }
}

fn add_moves(
    transaction: &Transaction<'_>,
    id: &str,
    first: usize,
    moves: &[StoredMove],
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO moves (table_id, ply, move, sum)
         SELECT ?1, ?2, ?3, checksum(?1, ?2, ?3) WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1)",
    )?;
    for (index, one) in moves.iter().enumerate() {
        insert.execute(params![id, first + index, to_json(one)])?;
    }
    Ok(())
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers are JSON")
}

fn from_json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}
