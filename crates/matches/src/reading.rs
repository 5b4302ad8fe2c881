//! Recorded games, in two formats: lines that tell all about each state, and the records of
//! matches that `stonegate match` and the page write.

mod line;
mod matched;

use std::io::{self, BufRead, Read};

use anyhow::{Context, ensure};
use stonegate_players::Dedicated;

use crate::record::Record;

pub use line::{Line, Moment};

/// Longer lines are no record of a game, and would fill the memory.
const MAX_LINE: u64 = 64 << 20;

/// Reads a line without its end, whatever its length; `None` at the end of the file.
pub fn read_line(reader: &mut impl BufRead) -> anyhow::Result<Option<String>> {
    let mut bytes = Vec::new();
    reader.take(MAX_LINE + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    ensure!(bytes.len() as u64 <= MAX_LINE, "this line has more than {MAX_LINE} bytes");
    let text = String::from_utf8(bytes).context("this is not UTF-8 text")?;
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}

/// Reads all of a file of moves or of a record that has several lines.
pub fn read_all(reader: impl Read) -> io::Result<String> {
    let mut text = String::new();
    let n_bytes = reader.take(MAX_LINE + 1).read_to_string(&mut text)?;
    if n_bytes as u64 > MAX_LINE {
        return Err(io::Error::other(format!("the file has more than {MAX_LINE} bytes")));
    }
    Ok(text)
}

/// Whether a text is the record of a match, or the beginning of one.
pub fn is_match(text: &str) -> bool {
    let Some(object) = text.trim_start().strip_prefix('{') else { return false };
    // Lines that tell about states have a type; what ends after its first brace goes on.
    object.trim().is_empty() || object.contains("\"matchId\"")
}

/// Whether a match was played on a machine of its own, not by a rule sheet.
pub fn is_dedicated(record: &Record) -> bool {
    record.rules.parse::<Dedicated>().is_ok()
}

/// Reads a text that is the record of one match and nothing else; nothing if it is something else.
pub fn read_whole(text: &str) -> anyhow::Result<Option<Record>> {
    let is_whole = is_match(text) && Record::from_json(text).is_ok();
    is_whole.then(|| read_match(text)).transpose()
}

/// Reads the record of a match.
pub fn read_match(text: &str) -> anyhow::Result<Record> {
    let record = Record::from_json(text).context("this is no record of a match")?;
    ensure!(record.has_its_rules(), "the rules in the record are not those it was made with");
    Ok(record)
}
