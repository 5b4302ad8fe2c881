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

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::table::{TimeControl, TokenHash};

pub use damage::Damage;
pub(crate) use sql::BROUGHT;

use writer::{Done, Writer};

/// So many changes may wait; whoever has one more to make waits as well.
const MAX_WAITING: usize = 4096;

/// So many changes are committed together at most.
const MAX_GROUP: usize = 512;

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTable {
    pub id: String,
    /// The id of the game.
    pub game: String,
    pub host: TokenHash,
    /// In milliseconds since 1970.
    pub created: u64,
    /// When something last happened.
    pub touched: u64,
    pub status: StoredStatus,
    pub moves: Vec<StoredMove>,
}

/// What of a table changes, besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StoredStatus {
    pub seats: Vec<StoredSeat>,
    pub paused: bool,
    /// For each role, the move that it has made while others have not.
    pub pending: Vec<Option<String>>,
    /// The role that gave up.
    pub resigned: Option<usize>,
    pub is_over: bool,
    /// The clocks of people, if they have any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<StoredClocks>,
    /// What people say of a game that is over, where it is for them to count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<StoredCount>,
    /// Whether people have agreed to hints and analyses.
    #[serde(default)]
    pub help: bool,
    /// The table of the next game with the same people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Clocks as they stood when something last changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredClocks {
    pub control: TimeControl,
    /// What each role has left, in seconds.
    pub left: Vec<f64>,
    /// The role whose time is over.
    pub fallen: Option<usize>,
}

impl StoredClocks {
    /// The clocks of a game that has not begun.
    pub fn full(control: TimeControl) -> Self {
        Self { control, left: Vec::new(), fallen: None }
    }
}

/// Which stones are taken for dead, and which roles agree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredCount {
    pub dead: Vec<String>,
    pub agreed: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredSeat {
    pub player: String,
    pub seconds: f64,
    pub token: TokenHash,
    /// Which role the seat had when the table was made; the same as at present unless
    /// people swapped.
    #[serde(default)]
    pub chair: Option<usize>,
    /// Whether the bearer of the token has come to the table.
    #[serde(default)]
    pub is_taken: bool,
}

/// A joint move, and what the engine thought of the position before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredMove {
    pub joint: Vec<String>,
    pub values: Option<Vec<f64>>,
}

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Another process has the file open.
    InUse(PathBuf),
    /// The file is of a later version of the program.
    TooNew { path: PathBuf, version: i64 },
    /// The file or its folder may not be written.
    NotWritable { path: PathBuf, reason: String },
    /// The file is something else.
    NotAStore(PathBuf),
    /// The disk takes nothing at present. Pages are told this, so there is no path in it.
    Refused(String),
    /// The file cannot be read or written.
    Failed(String),
}

/// The way to the thread that has the file. Clones lead to the same one.
#[derive(Clone, Debug)]
pub struct Store {
    requests: SyncSender<Request>,
    trouble: watch::Receiver<Option<StoreError>>,
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

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse(path) => write!(
                f,
                "{} is in use: end the other server, or choose another file with --store",
                path.display()
            ),
            Self::TooNew { path, version } => write!(
                f,
                "{} was written by a later version of Stonegate (its schema is {version}): \
                 use that one, or choose another file with --store",
                path.display()
            ),
            Self::NotWritable { path, reason } => write!(
                f,
                "{} cannot be written ({reason}): change that, or choose another file with --store",
                path.display()
            ),
            Self::NotAStore(path) => write!(
                f,
                "{} is not a file of tables: move it away, or choose another file with --store",
                path.display()
            ),
            Self::Refused(reason) => write!(
                f,
                "{reason}: nothing more is kept or shown until there is room; what was shown is safe"
            ),
            Self::Failed(reason) => write!(f, "the tables cannot be kept: {reason}"),
        }
    }
}

impl std::error::Error for StoreError {}

#[cfg(test)]
mod tests;
