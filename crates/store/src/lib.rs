#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod care;
mod checksum;
mod damage;
mod files;
mod lock;
mod salvage;
mod schema;
mod sql;
mod writer;
mod written;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use serde::{Deserialize, Serialize};
use stonegate_tables::{Refusal, StoredMove, StoredStatus, StoredTable, TokenHash};
use tokio::sync::watch;

pub use care::{Report, backup, check, repair};
pub use damage::Damage;
pub use written::{Written, WrittenSoFar};

use lock::Lock;
use writer::{Done, Writer};

/// So many changes may wait; whoever has one more to make waits as well.
const MAX_WAITING: usize = 4096;

/// So many changes are committed together at most.
const MAX_GROUP: usize = 512;

/// A rule sheet that somebody brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSheet {
    pub id: String,
    pub text: String,
    /// In milliseconds since 1970.
    pub brought: u64,
    pub status: SheetStatus,
}

/// What of a rule sheet changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SheetStatus {
    /// The key of who brought it.
    pub owner: Option<TokenHash>,
    /// What that person calls it.
    pub title: Option<String>,
    /// Whether it is kept for its tables only.
    pub is_removed: bool,
}

/// Something to be kept.
#[derive(Clone, Debug)]
pub enum Change {
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
    /// The file is of an earlier version, which only those who may change it can read.
    #[error(
        "{} was written by an earlier version of Stonegate: `store repair` brings it up to date",
        .0.display()
    )]
    TooOld(PathBuf),
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
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
pub struct Store {
    requests: SyncSender<Request>,
    trouble: watch::Receiver<Option<StoreError>>,
    written: WrittenSoFar,
}

enum Request {
    Save(Box<Change>, Done),
    Load(String, SyncSender<Result<Option<StoredTable>, StoreError>>),
}

/// What a file holds when it is opened.
#[derive(Debug)]
pub struct Contents {
    /// All tables, without their moves, and the number of these.
    pub tables: Vec<(StoredTable, usize)>,
    /// The oldest first.
    pub sheets: Vec<StoredSheet>,
    /// What could not be read.
    pub damage: Damage,
}

impl Store {
    /// Opens a file, or makes it. Ends its thread when the last clone is dropped and
    /// everything is safe; `join` the handle to wait for that.
    pub fn open(path: &Path) -> Result<(Self, Contents, JoinHandle<()>), StoreError> {
        files::make_folder(path)?;
        let lock = Lock::take(path)?;
        let (connection, contents) = damage::open(path).map_err(|error| error.about(path))?;
        let (requests, receiver) = sync_channel(MAX_WAITING);
        let writer = Writer::new(connection);
        let (trouble, written) = (writer.trouble(), writer.written());
        let worker = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || serve(writer, &receiver, &lock))?;
        Ok((Self { requests, trouble, written }, contents, worker))
    }

    /// Keeps a change. `done` is called by the thread of the store, in the order of the
    /// changes, and should be quick. While the disk takes nothing, new tables and sheets
    /// are refused; changes to a table wait, and the latest takes the place of those
    /// before it, which are then not called.
    pub fn save(&self, change: Change, done: impl FnOnce(Result<(), StoreError>) + Send + 'static) {
        if let Err(unsent) = self.requests.send(Request::Save(Box::new(change), Box::new(done)))
            && let Request::Save(_, done) = unsent.0
        {
            done(Err(gone()));
        }
    }

    /// Keeps a new table or sheet and waits until it is safe.
    pub fn save_now(&self, change: Change) -> Result<(), StoreError> {
        let (sender, receiver) = sync_channel(1);
        self.save(change, move |result| {
            // Whoever asked is waiting below.
            let _ = sender.send(result);
        });
        receiver.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// A table with all its moves. Waits for the changes before.
    pub fn load(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        let (sender, receiver) = sync_channel(1);
        self.requests.send(Request::Load(id.to_owned(), sender)).map_err(|_| gone())?;
        receiver.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// Why nothing is written at present, as it changes.
    pub fn trouble(&self) -> watch::Receiver<Option<StoreError>> {
        self.trouble.clone()
    }

    /// What has been written, as it grows.
    pub fn written(&self) -> WrittenSoFar {
        self.written.clone()
    }

    pub fn is_in_trouble(&self) -> bool {
        self.trouble.borrow().is_some()
    }
}

impl StoreError {
    /// The same, with the name of the file.
    fn about(self, path: &Path) -> Self {
        match self {
            Self::Failed(reason) => Self::Failed(format!("{}: {reason}", path.display())),
            other => other,
        }
    }
}

fn gone() -> StoreError {
    StoreError::Failed("the thread of the store has ended".to_owned())
}

/// Works off requests until nobody can send any more.
fn serve(mut writer: Writer, requests: &Receiver<Request>, _: &Lock) {
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

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::new("not-stored", error.to_string())
    }
}

#[cfg(test)]
mod tests;
