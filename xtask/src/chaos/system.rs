//! A system that cannot be relied on: what the disk was not told to keep is lost when the power fails,
//! and the clock jumps.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use crate::project::{root, succeeds, target};

/// What belongs to a store, by the ends of the names.
const PARTS: [&str; 3] = ["", "-wal", "-journal"];

/// Builds what a server has to be loaded with, so that its disk can forget and its clock jump.
pub(super) fn library() -> anyhow::Result<PathBuf> {
    let (source, library) = (root().join("xtask/preload/system.rs"), target().join("system.so"));
    let mut rustc = Command::new("rustc");
    rustc.args(["--crate-type", "cdylib", "--edition", "2024", "-O", "-o"]);
    ensure!(
        succeeds(rustc.arg(&library).arg(source))?,
        "the system that cannot be relied on does not build"
    );
    Ok(library)
}

/// Makes the clock on the wall wrong by some seconds, for who works in this folder.
pub(super) fn set_clock(folder: &Path, seconds: i64) -> anyhow::Result<()> {
    // In one piece: the clock is read all the time.
    let (written, read) = (folder.join("clock.next"), folder.join("clock"));
    fs::write(&written, seconds.to_string()).context("setting the clock")?;
    fs::rename(written, read).context("setting the clock")
}

/// Takes back all that was written to a store and not synced.
pub(super) fn forget(store: &Path) -> anyhow::Result<()> {
    for part in PARTS {
        let file = PathBuf::from(format!("{}{part}", store.display()));
        take_back(&file).with_context(|| format!("taking back what {} lost", file.display()))?;
    }
    Ok(())
}

fn take_back(path: &Path) -> anyhow::Result<()> {
    let notes = PathBuf::from(format!("{}.unsynced", path.display()));
    let bytes = match fs::read(&notes) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        bytes => bytes?,
    };
    let mut all = Vec::new();
    let mut rest = &bytes[..];
    // The last note may have been cut off, and what it is about was not done then.
    while let Some((note, others)) = Note::read(rest) {
        all.push(note);
        rest = others;
    }
    let file = File::options().write(true).open(path)?;
    for Note { at, length, old } in all.into_iter().rev() {
        file.write_all_at(old, at)?;
        file.set_len(length)?;
    }
    Ok(fs::remove_file(notes)?)
}

/// What a file was before something was written to it.
struct Note<'a> {
    at: u64,
    length: u64,
    old: &'a [u8],
}

impl<'a> Note<'a> {
    /// The first note of many, and the others.
    fn read(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (numbers, rest) = bytes.split_first_chunk::<24>()?;
        let mut numbers = numbers.as_chunks::<8>().0.iter().map(|it| u64::from_le_bytes(*it));
        let (at, length, n_old) = (numbers.next()?, numbers.next()?, numbers.next()?);
        let (old, rest) = rest.split_at_checked(usize::try_from(n_old).ok()?)?;
        Some((Self { at, length, old }, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_synced_is_taken_back() -> anyhow::Result<()> {
        let folder = target().join(format!("power-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let store = folder.join("tables.sqlite");
        fs::write(&store, "synced")?;
        let note = |at: u64, length: u64, old: &[u8]| {
            let numbers = [at, length, old.len() as u64].map(u64::to_le_bytes);
            [numbers.concat(), old.to_vec()].concat()
        };
        // First `SYNced`, then `SYNC and more`, and a note that was cut off.
        let notes = [note(0, 6, b"syn"), note(3, 6, b"ced"), note(0, 9, b"xxxxxx")].concat();
        fs::write(folder.join("tables.sqlite.unsynced"), &notes[..notes.len() - 1])?;
        fs::write(&store, "SYNC and more")?;
        forget(&store)?;
        assert_eq!(fs::read_to_string(&store)?, "synced");
        assert_eq!(fs::read_dir(&folder)?.count(), 1);
        Ok(fs::remove_dir_all(folder)?)
    }
}
