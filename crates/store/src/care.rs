//! What is done with a file from outside: looking at all of it, mending it, copying it.

use std::fs::{self, File};
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::lock::Lock;
use super::schema::{self, MIGRATIONS, OpenError};
use super::{Damage, StoreError, checksum, damage, files, sql};

/// What a look at a file found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub n_tables: usize,
    pub n_moves: usize,
    pub n_sheets: usize,
    /// What is wrong, each with its place.
    pub findings: Vec<String>,
}

impl Report {
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Looks at every page and every row of a file and changes nothing, also while a server uses it.
pub fn check(path: &Path) -> Result<Report, StoreError> {
    let named = |error: StoreError| error.about(path);
    let connection = read(path)?;
    let findings = pages(&connection).or_else(|error| match OpenError::from(error) {
        OpenError::Damaged(reason) => Ok(vec![reason]),
        OpenError::Other(error) => Err(named(error)),
    })?;
    if !findings.is_empty() {
        // What is on such pages is found out when the file is repaired.
        return Ok(Report { findings, ..Report::default() });
    }
    rows(&connection, path).map_err(named)
}

fn rows(connection: &Connection, path: &Path) -> Result<Report, StoreError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > MIGRATIONS.len() as i64 {
        return Err(StoreError::TooNew { path: path.to_owned(), version });
    }
    if version < MIGRATIONS.len() as i64 {
        return Err(StoreError::TooOld(path.to_owned()));
    }
    let (contents, bad) = sql::contents(connection)?;
    let n_moves = contents.tables.iter().map(|(_, length)| length).sum();
    let findings = bad.iter().map(|row| row.describe(connection)).collect();
    let (n_tables, n_sheets) = (contents.tables.len(), contents.sheets.len());
    Ok(Report { n_tables, n_moves, n_sheets, findings })
}

/// What SQLite finds wrong with its pages.
fn pages(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut check = connection.prepare("PRAGMA integrity_check")?;
    let findings = check.query_map([], |row| row.get::<_, String>(0))?;
    findings.filter(|finding| finding.as_deref() != Ok("ok")).collect()
}

/// Sets aside what is damaged in a file, as the server does when it starts.
pub fn repair(path: &Path) -> Result<Damage, StoreError> {
    if !path.exists() {
        return Err(StoreError::Missing(path.to_owned()));
    }
    let _lock = Lock::take(path)?;
    let (_, contents) = damage::open(path).map_err(|error| error.about(path))?;
    Ok(contents.damage)
}

/// Copies a file as it is at one moment, also while a server uses it, and looks at the copy.
/// A file that is there already stays as it is.
pub fn backup(path: &Path, to: &Path) -> Result<Report, StoreError> {
    let connection = read(path)?;
    files::private_file(to).map_err(|error| files::not_writable(to, &error))?;
    let copied = copy(&connection, to).and_then(|()| check(to));
    if copied.is_err() {
        // Half a copy is worse than none. If it cannot even be removed, that is the lesser evil.
        let _ = files::remove(to);
    }
    copied.map_err(|error| error.about(path))
}

fn copy(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    let name = to
        .to_str()
        .ok_or_else(|| StoreError::Failed(format!("the name {} is not Unicode", to.display())))?;
    connection.execute("VACUUM INTO ?", [name])?;
    Ok(File::open(to)?.sync_all()?)
}

/// Opens a file to read it.
fn read(path: &Path) -> Result<Connection, StoreError> {
    if fs::metadata(path).is_err() {
        return Err(StoreError::Missing(path.to_owned()));
    }
    if !files::is_store(path)? {
        return Err(StoreError::NotAStore(path.to_owned()));
    }
    let open = || {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(schema::PATIENCE)?;
        checksum::add_to(&connection)?;
        Ok(connection)
    };
    open().map_err(|error: rusqlite::Error| StoreError::from(error).about(path))
}
