//! What tells a row from one that something else than this program has changed.

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};

/// Lets statements say `checksum(a, b, ..)`: the CRC-32 of some columns, each with its kind and
/// length, so that nothing can move from one to the next.
pub(super) fn add_to(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("checksum", -1, flags, |context| Ok(checksum(context)))
}

fn checksum(columns: &Context<'_>) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    let mut add = |kind: u8, bytes: &[u8]| {
        hasher.update(&[kind]);
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    for index in 0..columns.len() {
        match columns.get_raw(index) {
            ValueRef::Null => add(0, &[]),
            ValueRef::Integer(number) => add(1, &number.to_le_bytes()),
            ValueRef::Real(number) => add(2, &number.to_le_bytes()),
            ValueRef::Text(bytes) => add(3, bytes),
            ValueRef::Blob(bytes) => add(4, bytes),
        }
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_counts() {
        let connection = Connection::open_in_memory().expect("it opens");
        add_to(&connection).expect("it is known");
        let sum = |columns: &str| {
            let select = format!("SELECT checksum({columns})");
            connection.query_row(&select, [], |row| row.get::<_, i64>(0)).expect("a number")
        };
        let sums = ["'ab', 'c', 1", "'a', 'bc', 1", "'ab', 'c', 2", "'ab', 'c', '1'", "'ab', 'c'"];
        let mut sums = sums.map(sum).to_vec();
        sums.sort_unstable();
        sums.dedup();
        assert_eq!(sums.len(), 5);
    }
}
