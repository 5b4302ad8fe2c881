//! What is damaged in a file is set aside under a name of its own, and the rest is served.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use serde_json::{Map, Value, json};

use super::schema::{self, OpenError};
use super::sql::{self, BadRow};
use super::{Contents, StoreError, files, salvage};

/// What could not be read when a file was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// What is no longer there, each with the reason.
    pub lost: Vec<String>,
    /// The files that have it.
    pub aside: Vec<PathBuf>,
}

impl Damage {
    pub fn is_none(&self) -> bool {
        self.aside.is_empty()
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_NAMED: usize = 20;
        let aside = self.aside.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        write!(f, "the file of the tables is damaged; see {}", aside.join(" and "))?;
        if self.lost.is_empty() {
            return f.write_str("; nothing is lost");
        }
        write!(
            f,
            " for what is not served: {}",
            self.lost[..MAX_NAMED.min(self.lost.len())].join("; ")
        )?;
        match self.lost.len().saturating_sub(MAX_NAMED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

/// Opens a file, or makes it.
pub(super) fn open(path: &Path) -> Result<(Connection, Contents), StoreError> {
    files::make(path)?;
    let mut damage = Damage::default();
    let mut connection = match schema::open(path) {
        Ok(connection) => connection,
        Err(OpenError::Other(error)) => return Err(error),
        Err(OpenError::Damaged(reason)) => {
            if !files::is_store(path)? {
                return Err(StoreError::NotAStore(path.to_owned()));
            }
            files::close_to_others(path)?;
            damage = salvage::salvage(path, &reason)?;
            schema::open(path).map_err(|error| match error {
                OpenError::Other(error) => error,
                OpenError::Damaged(reason) => StoreError::Failed(reason),
            })?
        }
    };
    files::close_to_others(path)?;
    let (mut contents, bad) = sql::contents(&connection)?;
    if !bad.is_empty() {
        set_aside(&mut connection, path, &bad, &mut damage)?;
    }
    contents.damage = damage;
    Ok((connection, contents))
}

/// A name beside a file for what is set aside, with the time in it.
pub(super) fn aside(connection: &Connection, path: &Path, end: &str) -> rusqlite::Result<PathBuf> {
    const NAME: &str = "SELECT strftime('.damaged-%Y%m%d-%H%M%S', 'now')";
    let name: String = connection.query_row(NAME, [], |row| row.get(0))?;
    let numbered = (1..).map(|number| match number {
        1 => files::with(path, &format!("{name}{end}")),
        number => files::with(path, &format!("{name}-{number}{end}")),
    });
    let mut free = numbered.filter(|path| !path.exists());
    Ok(free.next().expect("there are more numbers than files"))
}

/// Moves rows out of the database into a file of JSON lines.
fn set_aside(
    connection: &mut Connection,
    path: &Path,
    rows: &[BadRow],
    damage: &mut Damage,
) -> Result<(), StoreError> {
    let aside = aside(connection, path, ".jsonl")?;
    let mut file = files::private_file(&aside)?;
    let transaction = connection.transaction()?;
    for bad in rows {
        let BadRow { relation, row, reason } = bad;
        let select = format!("SELECT * FROM {relation} WHERE rowid = ?");
        let mut contents = transaction.query_row(&select, [row], |row| Ok(to_json(row)))?;
        let kind = relation.trim_end_matches('s');
        damage.lost.push(bad.describe(&transaction));
        if *relation == "tables" {
            let mut moves = transaction
                .prepare("SELECT ply, move FROM moves WHERE table_id = (SELECT id FROM tables WHERE rowid = ?) ORDER BY ply")?;
            let moves = moves.query_map([row], |row| Ok(to_json(row)))?;
            contents["moves"] = moves.collect::<rusqlite::Result<Vec<_>>>()?.into();
        }
        let line = json!({ "kind": kind, "reason": reason, "row": contents });
        writeln!(file, "{line}")?;
        transaction.execute(&format!("DELETE FROM {relation} WHERE rowid = ?"), [row])?;
    }
    // The rows go when they are safe elsewhere.
    file.sync_all()?;
    transaction.commit()?;
    damage.aside.push(aside);
    Ok(())
}

/// A row as it is, whatever is in it.
fn to_json(row: &Row<'_>) -> Value {
    let columns = row.as_ref().column_names().enumerate();
    let object = columns.map(|(index, name)| {
        let value = match row.get_ref(index) {
            Ok(ValueRef::Integer(number)) => number.into(),
            Ok(ValueRef::Real(number)) => number.into(),
            Ok(ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => match std::str::from_utf8(bytes) {
                Ok(text) => text.into(),
                Err(_) => json!({ "hex": stonegate_tables::hex(bytes) }),
            },
            Ok(ValueRef::Null) | Err(_) => Value::Null,
        };
        (name.to_owned(), value)
    });
    Value::Object(object.collect::<Map<_, _>>())
}
