//! A folder of match records.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_matches::Record;

/// Keeps the record of a running match up to date. Whenever the program is killed,
/// there are whole files.
#[derive(Debug)]
pub(crate) struct Archive {
    folder: PathBuf,
    written: Option<Instant>,
}

/// A record that is growing is not written more often than this.
const INTERVAL: Duration = Duration::from_millis(500);

impl Archive {
    pub(crate) fn open(folder: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
        Ok(Self { folder: folder.to_owned(), written: None })
    }

    /// Writes the record of a match that goes on, if it is time to.
    pub(crate) fn update(&mut self, record: &Record) -> anyhow::Result<()> {
        if self.written.is_some_and(|written| written.elapsed() < INTERVAL) {
            return Ok(());
        }
        self.written = Some(Instant::now());
        self.write(record)
    }

    pub(crate) fn write(&self, record: &Record) -> anyhow::Result<()> {
        let file = self.folder.join(format!("{}.json", record.match_id));
        record.save(&file).with_context(|| format!("writing {}", file.display()))
    }
}
