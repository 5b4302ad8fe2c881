//! What the file looks like, version by version.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use super::StoreError;

/// How a file of version n becomes one of version n + 1. The version of a file is its
/// `user_version`; an empty file has version 0.
const MIGRATIONS: &[&str] = &["
    CREATE TABLE sheets (
        id TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        brought INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        host TEXT NOT NULL,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        -- JSON: what changes as a whole.
        status TEXT NOT NULL
    ) STRICT;
    CREATE TABLE moves (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        -- JSON: a joint move and the values of the position before it.
        move TEXT NOT NULL,
        PRIMARY KEY (table_id, ply)
    ) STRICT, WITHOUT ROWID;
"];

/// How long to wait for another process to let go of the file.
const PATIENCE: Duration = Duration::from_millis(500);

/// Opens a file for this process alone and brings it up to date.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    let in_use = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            StoreError::InUse(path.to_owned())
        }
        _ => error.into(),
    };
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(in_use)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(in_use)?;
    // Every commit is on the disk when it returns, not only in the hands of the system.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // The first write takes the lock, which is kept.
    migrate(&mut connection, path, MIGRATIONS)?;
    connection.execute_batch("BEGIN EXCLUSIVE; COMMIT").map_err(in_use)?;
    Ok(connection)
}

/// Makes a file of an earlier version one of this version.
pub(super) fn migrate(
    connection: &mut Connection,
    path: &Path,
    migrations: &[&str],
) -> Result<(), StoreError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(version).ok().filter(|&version| version <= migrations.len());
    let Some(done) = done else {
        return Err(StoreError::TooNew { path: path.to_owned(), version });
    };
    for (index, migration) in migrations.iter().enumerate().skip(done) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", index as i64 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}
