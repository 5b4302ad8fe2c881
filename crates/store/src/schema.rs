//! What the file looks like, version by version.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use super::{StoreError, checksum};

/// How a file of version n becomes one of version n + 1. The version of a file is its
/// `user_version`; an empty file has version 0.
pub(super) const MIGRATIONS: &[&str] = &[
    "
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
",
    "
    -- JSON: whose sheet it is, and what they call it.
    ALTER TABLE sheets ADD COLUMN status TEXT NOT NULL DEFAULT '{}';
",
    "
    -- The checksum of the other columns. What was written before has none.
    ALTER TABLE sheets ADD COLUMN sum INTEGER;
    ALTER TABLE moves ADD COLUMN sum INTEGER;
    -- How many moves there are.
    ALTER TABLE tables ADD COLUMN length INTEGER;
    ALTER TABLE tables ADD COLUMN sum INTEGER;
",
];

/// How long to wait for another process to let go of the file.
pub(super) const PATIENCE: Duration = Duration::from_millis(500);

/// Why a file cannot be opened.
#[derive(Debug)]
pub(super) enum OpenError {
    /// Some of its pages make no sense.
    Damaged(String),
    Other(StoreError),
}

/// Opens a file, looks at all its pages and brings it up to date.
pub(super) fn open(path: &Path) -> Result<Connection, OpenError> {
    let mut connection = connect(path)?;
    let finding: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if finding != "ok" {
        return Err(OpenError::Damaged(finding));
    }
    migrate(&mut connection, path, MIGRATIONS)?;
    // Moves of no table are of no use to anybody.
    connection.execute_batch(
        "BEGIN EXCLUSIVE;
         DELETE FROM moves WHERE table_id NOT IN (SELECT id FROM tables);
         COMMIT",
    )?;
    Ok(connection)
}

/// Opens a file as it is.
fn connect(path: &Path) -> Result<Connection, OpenError> {
    let connect = || {
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        checksum::add_to(&connection)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // Every commit is on the disk when it returns, not only in the hands of the system.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(connection)
    };
    connect().map_err(|error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            OpenError::Other(StoreError::InUse(path.to_owned()))
        }
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::SystemIoFailure) => {
            let reason = error.to_string();
            OpenError::Other(StoreError::NotWritable { path: path.to_owned(), reason })
        }
        _ => error.into(),
    })
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(error.to_string())
            }
            _ => Self::Other(error.into()),
        }
    }
}

impl From<StoreError> for OpenError {
    fn from(error: StoreError) -> Self {
        Self::Other(error)
    }
}

/// Makes a file of an earlier version one of this version.
pub(super) fn migrate(
    connection: &mut Connection,
    path: &Path,
    migrations: &[&str],
) -> Result<(), OpenError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(version).ok().filter(|&version| version <= migrations.len());
    let Some(done) = done else {
        return Err(StoreError::TooNew { path: path.to_owned(), version }.into());
    };
    for (index, migration) in migrations.iter().enumerate().skip(done) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", index as i64 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}
