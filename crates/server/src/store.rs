//! Tables and rule sheets in a file, so that they survive the program.
//!
//! The file is an SQLite database that belongs to one thread. Changes are sent to it
//! and come back as a call when they are safe: all that wait are committed together,
//! so that many tables share the cost of one write to the disk. While the disk takes
//! nothing, changes wait for it, see `writer.rs`; what is damaged when a file is opened is
//! set aside, see `damage.rs` and `salvage.rs`.

mod damage;
mod files;
mod salvage;
mod schema;
mod sql;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use serde::{Deserialize, Serialize};
use stonegate_tables::{StoredMove, StoredStatus, TokenHash};
use tokio::sync::watch;

pub use damage::Damage;

use writer::{Done, Writer};

/// So many changes may wait; whoever has one more to make waits as well.
const MAX_WAITING: usize = 4096;

/// So many changes are committed together at most.
const MAX_GROUP: usize = 512;

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StoredTable {
    pub(crate) id: String,
    /// The id of the game.
    pub(crate) game: String,
    pub(crate) host: TokenHash,
    /// In milliseconds since 1970.
    pub(crate) created: u64,
    /// When something last happened.
    pub(crate) touched: u64,
    pub(crate) status: StoredStatus,
    pub(crate) moves: Vec<StoredMove>,
}

/// A rule sheet that somebody brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredSheet {
    pub(crate) id: String,
    pub(crate) text: String,
    /// In milliseconds since 1970.
    pub(crate) brought: u64,
    pub(crate) status: SheetStatus,
}

/// What of a rule sheet changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SheetStatus {
    /// The key of who brought it.
    pub(crate) owner: Option<TokenHash>,
    /// What that person calls it.
    pub(crate) title: Option<String>,
    /// Whether it is kept for its tables only.
    pub(crate) is_removed: bool,
}

/// Something to be kept.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    CreateTable(StoredTable),
    /// Keeps the first `keep` moves, adds others, and replaces the status.
    UpdateTable {
        id: String,
        keep: usize,
        moves: Vec<StoredMove>,
        status: StoredStatus,
        touched: u64,
    },
    RemoveTable {
        id: String,
    },
    AddSheet(StoredSheet),
    UpdateSheet {
        id: String,
        status: SheetStatus,
    },
    RemoveSheet {
        id: String,
    },
}

/// Why something cannot be kept or found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process has the file open.
    #[error(
        "{} is in use: end the other server, or choose another file with --store",
        .0.display()
    )]
    InUse(PathBuf),
    /// The file is of a later version of the program.
    #[error(
        "{} was written by a later version of Stonegate (its schema is {version}): \
         use that one, or choose another file with --store",
        .path.display()
    )]
    TooNew { path: PathBuf, version: i64 },
    /// The file or its folder may not be written.
    #[error(
        "{} cannot be written ({reason}): change that, or choose another file with --store",
        .path.display()
    )]
    NotWritable { path: PathBuf, reason: String },
    /// The file is something else.
    #[error(
        "{} is not a file of tables: move it away, or choose another file with --store",
        .0.display()
    )]
    NotAStore(PathBuf),
    /// The disk takes nothing at present. Pages are told this, so there is no path in it.
    #[error("{0}: nothing more is kept or shown until there is room; what was shown is safe")]
    Refused(String),
    /// The file cannot be read or written.
    #[error("the tables cannot be kept: {0}")]
    Failed(String),
}

/// The way to the thread that has the file. Clones lead to the same one.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    requests: SyncSender<Request>,
    trouble: watch::Receiver<Option<StoreError>>,
}

enum Request {
    Save(Box<Change>, Done),
    Load(String, SyncSender<Result<Option<StoredTable>, StoreError>>),
}

/// What a file holds when it is opened.
#[derive(Debug)]
pub(crate) struct Contents {
    /// All tables, without their moves, and the number of these.
    pub(crate) tables: Vec<(StoredTable, usize)>,
    /// The oldest first.
    pub(crate) sheets: Vec<StoredSheet>,
    /// What could not be read.
    pub(crate) damage: Damage,
}

impl Store {
    /// Opens a file, or makes it. Ends its thread when the last clone is dropped and
    /// everything is safe; `join` the handle to wait for that.
    pub(crate) fn open(path: &Path) -> Result<(Self, Contents, JoinHandle<()>), StoreError> {
        let named = |error: StoreError| match error {
            StoreError::Failed(reason) => {
                StoreError::Failed(format!("{}: {reason}", path.display()))
            }
            other => other,
        };
        let (connection, contents) = damage::open(path).map_err(named)?;
        let (requests, receiver) = sync_channel(MAX_WAITING);
        let writer = Writer::new(connection);
        let trouble = writer.trouble();
        let worker = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || serve(writer, &receiver))?;
        Ok((Self { requests, trouble }, contents, worker))
    }

    /// Keeps a change. `done` is called by the thread of the store, in the order of the
    /// changes, and should be quick. While the disk takes nothing, new tables and sheets
    /// are refused; changes to a table wait, and the latest takes the place of those
    /// before it, which are then not called.
    pub(crate) fn save(
        &self,
        change: Change,
        done: impl FnOnce(Result<(), StoreError>) + Send + 'static,
    ) {
        if let Err(unsent) = self.requests.send(Request::Save(Box::new(change), Box::new(done)))
            && let Request::Save(_, done) = unsent.0
        {
            done(Err(gone()));
        }
    }

    /// Keeps a new table or sheet and waits until it is safe.
    pub(crate) fn save_now(&self, change: Change) -> Result<(), StoreError> {
        let (sender, receiver) = sync_channel(1);
        self.save(change, move |result| {
            // Whoever asked is waiting below.
            let _ = sender.send(result);
        });
        receiver.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// A table with all its moves. Waits for the changes before.
    pub(crate) fn load(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        let (sender, receiver) = sync_channel(1);
        self.requests.send(Request::Load(id.to_owned(), sender)).map_err(|_| gone())?;
        receiver.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// Why nothing is written at present, as it changes.
    pub(crate) fn trouble(&self) -> watch::Receiver<Option<StoreError>> {
        self.trouble.clone()
    }

    pub(crate) fn is_in_trouble(&self) -> bool {
        self.trouble.borrow().is_some()
    }
}

fn gone() -> StoreError {
    StoreError::Failed("the thread of the store has ended".to_owned())
}

/// Works off requests until nobody can send any more.
fn serve(mut writer: Writer, requests: &Receiver<Request>) {
    loop {
        let mut next = match requests.recv_timeout(writer.patience()) {
            Ok(request) => Some(request),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        while let Some(request) = next {
            match request {
                Request::Save(change, done) => writer.add(change, done),
                // Whoever asked may have gone.
                Request::Load(id, answer) => drop(answer.send(writer.load(&id))),
            }
            next = if writer.n_waiting() < MAX_GROUP { requests.try_recv().ok() } else { None };
        }
        writer.write();
    }
    writer.write_at_last();
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

#[cfg(test)]
mod tests;
