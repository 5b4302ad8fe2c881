//! Making a sound file of what can be read of a damaged one.
//!
//! A damaged page hides the rows on it, and a scan ends there. So rows are asked for one by
//! one: their numbers come from scans in both directions, of the table and of its index.
//! Where the first page of a relation is damaged, nothing of it can be found.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::damage::{Damage, aside};
use super::schema::{self, MIGRATIONS, OpenError};
use super::{StoreError, files};

/// Rows between the first and the last that is known are asked for, unless there would be
/// more of them than this.
const MAX_GAP: i64 = 10_000_000;

/// Puts a sound file in the place of a damaged one, which gets another name.
pub(super) fn salvage(path: &Path, reason: &str) -> Result<Damage, StoreError> {
    let fresh = files::with(path, ".salvaged");
    files::remove(&fresh)?;
    files::private_file(&fresh)?;
    let mut sound = Connection::open(&fresh)?;
    let aside = aside(&sound, path, "")?;
    let damaged = Connection::open(path)?;
    // SQLite then also reads files that are shorter than they say.
    damaged.pragma_update(None, "writable_schema", true)?;
    let lost = copy(&damaged, &mut sound, path)?;
    drop(damaged);
    sound.close().map_err(|(_, error)| error)?;
    files::replace(path, &aside, &fresh)?;
    let lost = lost.unwrap_or_else(|| vec![format!("everything ({reason})")]);
    Ok(Damage { lost, aside: vec![aside] })
}

/// Copies what can be read, and tells what cannot; nothing if not even the version can.
fn copy(
    damaged: &Connection,
    sound: &mut Connection,
    path: &Path,
) -> Result<Option<Vec<String>>, StoreError> {
    let version = damaged.pragma_query_value(None, "user_version", |row| row.get::<_, usize>(0));
    let Some(migrations) = version.ok().and_then(|version| MIGRATIONS.get(..version)) else {
        return Ok(None);
    };
    schema::migrate(sound, path, migrations).map_err(|error| match error {
        OpenError::Other(error) => error,
        OpenError::Damaged(reason) => StoreError::Failed(reason),
    })?;
    let transaction = sound.transaction()?;
    let mut lost = Vec::new();
    for relation in ["sheets", "tables"] {
        copy_rows(damaged, &transaction, relation, &mut lost);
    }
    copy_moves(damaged, &transaction, &mut lost)?;
    transaction.commit()?;
    Ok(Some(lost))
}

/// Copies the rows of a relation one by one.
fn copy_rows(damaged: &Connection, sound: &Connection, relation: &str, lost: &mut Vec<String>) {
    let known = rows(damaged, relation);
    let (Some((&first, _)), Some((&last, _))) = (known.first_key_value(), known.last_key_value())
    else {
        return;
    };
    let select = format!("SELECT * FROM {relation} NOT INDEXED WHERE rowid = ?");
    let is_dense = last.saturating_sub(first) < MAX_GAP;
    let between = if is_dense { (first..=last).collect() } else { Vec::new() };
    let numbers = if is_dense { between } else { known.keys().copied().collect() };
    for number in numbers {
        let copied = values(damaged, &select, number)
            .and_then(|row| row.map_or(Ok(false), |row| insert(sound, relation, row)));
        let is_lost = match copied {
            Ok(is_copied) => !is_copied && known.contains_key(&number),
            Err(_) => true,
        };
        if is_lost {
            let name = known.get(&number).cloned().flatten();
            let name = name.unwrap_or_else(|| format!("number {number}"));
            lost.push(format!("{} {name} (unreadable)", relation.trim_end_matches('s')));
        }
    }
}

/// The numbers of the rows of a relation that scans come upon, and their ids where the index
/// tells.
fn rows(damaged: &Connection, relation: &str) -> BTreeMap<i64, Option<String>> {
    let mut rows = BTreeMap::new();
    for order in ["ASC", "DESC"] {
        for sql in [
            format!("SELECT rowid, NULL FROM {relation} NOT INDEXED ORDER BY rowid {order}"),
            format!(
                "SELECT rowid, id FROM {relation} INDEXED BY sqlite_autoindex_{relation}_1 \
                 ORDER BY id {order}"
            ),
        ] {
            let Ok(mut statement) = damaged.prepare(&sql) else { continue };
            let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1).ok())));
            let Ok(found) = found else { continue };
            for (number, id) in found.map_while(Result::ok) {
                let entry = rows.entry(number).or_insert(None);
                *entry = entry.take().or(id);
            }
        }
    }
    rows
}

/// Copies the moves of all tables that were copied. A game of which moves are missing is
/// another game: its table is taken back.
fn copy_moves(
    damaged: &Connection,
    sound: &Connection,
    lost: &mut Vec<String>,
) -> rusqlite::Result<()> {
    let mut ids = sound.prepare("SELECT id FROM tables")?;
    let ids = ids.query_map([], |row| row.get::<_, Value>(0))?;
    for id in ids.collect::<rusqlite::Result<Vec<_>>>()? {
        let copied = damaged
            .prepare_cached("SELECT * FROM moves WHERE table_id = ? ORDER BY ply")
            .and_then(|mut moves| {
                let n_columns = moves.column_count();
                let moves = moves.query_map([&id], |row| {
                    (0..n_columns).map(|column| row.get(column)).collect::<Result<Vec<Value>, _>>()
                })?;
                moves.collect::<rusqlite::Result<Vec<_>>>()
            })
            .and_then(|moves| {
                moves.into_iter().try_for_each(|row| insert(sound, "moves", row).map(drop))
            });
        if copied.is_err() {
            sound.execute("DELETE FROM moves WHERE table_id = ?", [&id])?;
            sound.execute("DELETE FROM tables WHERE id = ?", [&id])?;
            let id = if let Value::Text(id) = id { id } else { "without a name".to_owned() };
            lost.push(format!("table {id} (moves are unreadable)"));
        }
    }
    Ok(())
}

/// One row, if there is one.
fn values(damaged: &Connection, select: &str, number: i64) -> rusqlite::Result<Option<Vec<Value>>> {
    let mut statement = damaged.prepare_cached(select)?;
    let n_columns = statement.column_count();
    let mut rows = statement.query([number])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    (0..n_columns).map(|column| row.get(column)).collect::<Result<_, _>>().map(Some)
}

fn insert(sound: &Connection, relation: &str, row: Vec<Value>) -> rusqlite::Result<bool> {
    let places = vec!["?"; row.len()].join(", ");
    let insert = format!("INSERT INTO {relation} VALUES ({places})");
    sound.prepare_cached(&insert)?.execute(params_from_iter(row))?;
    Ok(true)
}
