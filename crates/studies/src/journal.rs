//! What is finished, on the disk.
//!
//! A journal is a text file. Each line is a checksum of eight digits, a blank, and JSON: first what
//! the study is, then one finished unit a line. It only grows, and a line counts when it is on the
//! disk; what a kill leaves half-written at the end is cut off when the file is opened again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::unit::UnitResult;

/// The journal of a study, which nobody else writes at the same time.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// How much of the file is known to be on the disk.
    length: u64,
}

/// The name of the format, with its version.
const FORMAT: &str = "stonegate journal 1";

impl Journal {
    /// Opens the journal of a study, or begins one, and reads the units that are finished.
    pub fn open(path: &Path, definition: &Value) -> anyhow::Result<(Self, Vec<UnitResult>)> {
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.with_context(|| format!("opening {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another process is working at {}: wait for it, or stop it", path.display());
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("locking {}", path.display()));
            }
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("reading {}", path.display()))?;
        let (lines, length) =
            whole_lines(&bytes).with_context(|| format!("{} is damaged", path.display()))?;
        let mut journal = Self { file, path: path.to_owned(), length };
        let Some((header, rest)) = lines.split_first() else {
            journal.begin(definition)?;
            return Ok((journal, Vec::new()));
        };
        check_header(header, definition)
            .with_context(|| format!("{} cannot be continued", path.display()))?;
        let units = rest.iter().map(|line| serde_json::from_str::<UnitResult>(line));
        let units = units
            .collect::<Result<Vec<_>, _>>()
            .with_context(|| format!("{} is no journal of this version", path.display()))?;
        journal.cut()?;
        Ok((journal, units))
    }

    /// Writes finished units. When this returns, they are on the disk; if it fails, none of them
    /// counts.
    pub fn append(&mut self, units: &[UnitResult]) -> anyhow::Result<()> {
        let mut text = String::new();
        for unit in units {
            text += &line(&serde_json::to_string(unit)?);
        }
        self.write(&text)
    }

    fn begin(&mut self, definition: &Value) -> anyhow::Result<()> {
        self.cut()?;
        let header = json!({ "format": FORMAT, "study": definition });
        self.write(&line(&header.to_string()))?;
        // The file has to be found again as well.
        #[cfg(unix)]
        if let Some(folder) = self.path.parent() {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            File::open(folder)
                .and_then(|folder| folder.sync_all())
                .context("syncing the folder")?;
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // Otherwise opening it again does the same.
            let _ = self.cut();
            return Err(error).with_context(|| format!("writing {}", self.path.display()));
        }
        self.length += text.len() as u64;
        Ok(())
    }

    /// Cuts off what is not known to be whole.
    fn cut(&mut self) -> anyhow::Result<()> {
        let cut = self.file.set_len(self.length);
        cut.and_then(|()| self.file.seek(SeekFrom::Start(self.length)))
            .with_context(|| format!("cutting {}", self.path.display()))?;
        Ok(())
    }
}

/// A text with its checksum.
fn line(text: &str) -> String {
    format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()))
}

/// The text of a line whose checksum is right.
fn checked(line: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(line).ok()?;
    let (sum, text) = line.split_once(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    (sum == crc32fast::hash(text.as_bytes())).then_some(text)
}

/// The texts of the lines up to the first that is not whole, and how many bytes they take. Whole
/// lines after that are no trace of a kill.
fn whole_lines(bytes: &[u8]) -> anyhow::Result<(Vec<&str>, u64)> {
    let mut texts = Vec::new();
    let mut length = 0;
    let mut is_cut = false;
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let text = line.strip_suffix(b"\n").and_then(checked);
        match text {
            Some(text) if !is_cut => {
                texts.push(text);
                length += line.len() as u64;
            }
            Some(_) => bail!("line {number} is not what was written, and others follow"),
            None => is_cut = true,
        }
    }
    Ok((texts, length))
}

/// Whether a journal belongs to a study, or what is different.
fn check_header(header: &str, definition: &Value) -> anyhow::Result<()> {
    let header = serde_json::from_str::<Value>(header).context("its first line is no JSON")?;
    if header["format"] != FORMAT {
        bail!("its format is {} instead of \"{FORMAT}\"", header["format"]);
    }
    let (old, new) = (&header["study"], definition);
    let keys = old.as_object().into_iter().chain(new.as_object()).flat_map(|object| object.keys());
    for key in keys {
        if old[key] != new[key] {
            let [old, new] = [&old[key], &new[key]].map(|value| {
                let text = value.to_string();
                let short = text.chars().take(80).collect::<String>();
                if short.len() < text.len() { short + " .." } else { short }
            });
            bail!(
                "it is the journal of another study, whose `{key}` is {old} instead of {new}: name \
                 another journal, or remove this one"
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn unit(number: u64) -> UnitResult {
        UnitResult { unit: number, game: 0, round: 0, group: vec![0, 1], games: Vec::new() }
    }

    fn numbers(units: &[UnitResult]) -> Vec<u64> {
        units.iter().map(|unit| unit.unit).collect()
    }

    #[test]
    fn what_is_written_is_read_again_whatever_follows() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("journal");
        let study = json!({ "name": "test" });
        let (mut journal, units) = Journal::open(&path, &study).expect("it begins");
        assert!(units.is_empty());
        journal.append(&[unit(0), unit(1)]).expect("there is room");
        journal.append(&[unit(2)]).expect("there is room");
        drop(journal);
        let whole = fs::read(&path).expect("it is there");
        let ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let ends = ends.map(|(index, _)| index + 1).collect::<Vec<_>>();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).expect("there is room");
            let (mut journal, units) = Journal::open(&path, &study).expect("a kill is no damage");
            let n_whole = ends.iter().filter(|&&end| end <= length).count();
            assert_eq!(units.len(), n_whole.saturating_sub(1), "{length}");
            journal.append(&[unit(9)]).expect("it goes on");
            drop(journal);
            let (_, again) = Journal::open(&path, &study).expect("it is whole");
            assert_eq!(numbers(&again), [numbers(&units), vec![9]].concat());
        }
    }

    #[test]
    fn damage_in_the_middle_is_told() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("journal");
        let study = json!({ "name": "test" });
        let (mut journal, _) = Journal::open(&path, &study).expect("it begins");
        journal.append(&[unit(0), unit(1)]).expect("there is room");
        drop(journal);
        let damaged = fs::read_to_string(&path).expect("text").replace("\"unit\":0", "\"unit\":7");
        fs::write(&path, damaged).expect("there is room");
        let error = Journal::open(&path, &study).expect_err("line 2 was changed");
        assert!(format!("{error:#}").contains("line 2 is not what was written"), "{error:#}");
    }

    #[test]
    fn a_journal_has_one_study_and_one_writer() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("journal");
        let (journal, _) = Journal::open(&path, &json!({ "seed": 1 })).expect("it begins");
        let error = Journal::open(&path, &json!({ "seed": 1 })).expect_err("it is locked");
        assert!(format!("{error:#}").contains("another process"), "{error:#}");
        drop(journal);
        let error = Journal::open(&path, &json!({ "seed": 2 })).expect_err("another study");
        assert!(format!("{error:#}").contains("whose `seed` is 1 instead of 2"), "{error:#}");
    }
}
