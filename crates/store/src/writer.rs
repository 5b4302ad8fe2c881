//! What waits to be written, and what becomes of it while the disk takes nothing.

use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};
use rustc_hash::FxHashMap;
use tokio::sync::watch;

use super::{Change, StoreError, StoredTable, WrittenSoFar, sql};

/// How often a disk that took nothing is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// How long to wait for requests while all is well. They come when they come.
const NO_HURRY: Duration = Duration::from_hours(1);

/// What is called when a change is safe, or when it is not.
pub(super) type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// The one who writes. Nothing is acknowledged before it is on the disk.
pub(super) struct Writer {
    connection: Connection,
    waiting: Vec<(Box<Change>, Done)>,
    trouble: watch::Sender<Option<StoreError>>,
    tried: Instant,
    /// Tables of which a change was lost, and why: later ones would build on it.
    broken: FxHashMap<String, StoreError>,
    written: WrittenSoFar,
}

impl Writer {
    pub(super) fn new(connection: Connection) -> Self {
        Self {
            connection,
            waiting: Vec::new(),
            trouble: watch::Sender::new(None),
            tried: Instant::now(),
            broken: FxHashMap::default(),
            written: WrittenSoFar::default(),
        }
    }

    /// What has been written, as it grows.
    pub(super) fn written(&self) -> WrittenSoFar {
        self.written.clone()
    }

    /// Why nothing is written at present, as it changes.
    pub(super) fn trouble(&self) -> watch::Receiver<Option<StoreError>> {
        self.trouble.subscribe()
    }

    /// How many changes the next `write` has to make.
    pub(super) fn n_waiting(&self) -> usize {
        // Those that wait for the disk do not keep others from being read.
        if self.trouble.borrow().is_some() { 0 } else { self.waiting.len() }
    }

    /// How long to wait for a request before `write` is called anyway.
    pub(super) fn patience(&self) -> Duration {
        if self.trouble.borrow().is_none() {
            return NO_HURRY;
        }
        RETRY.saturating_sub(self.tried.elapsed())
    }

    /// Takes a change, to be made by the next `write`.
    pub(super) fn add(&mut self, change: Box<Change>, done: Done) {
        let refusal = change.table().and_then(|id| self.broken.get(id)).cloned();
        if let Some(error) = refusal {
            return done(Err(error));
        }
        self.waiting.push((change, done));
        if self.trouble.borrow().is_some() {
            self.keep_what_can_wait();
        }
    }

    /// Writes what waits, if it is time for that.
    pub(super) fn write(&mut self) {
        if self.patience().is_zero() || self.trouble.borrow().is_none() {
            self.write_at_last();
        }
    }

    /// Writes what waits, whatever happened before.
    pub(super) fn write_at_last(&mut self) {
        let is_in_trouble = self.trouble.borrow().is_some();
        if self.waiting.is_empty() && !is_in_trouble {
            return;
        }
        self.tried = Instant::now();
        let changes = self.waiting.iter().map(|(change, _)| &**change);
        let saved = if self.waiting.is_empty() {
            sql::probe(&mut self.connection)
        } else {
            sql::save(&mut self.connection, changes)
        };
        match saved {
            Ok(()) => {
                self.written.add(self.waiting.len());
                for (_, done) in self.waiting.drain(..) {
                    done(Ok(()));
                }
                self.trouble.send_if_modified(|trouble| trouble.take().is_some());
            }
            Err(error) => match refusal(&error) {
                Some(refusal) => {
                    self.trouble.send_if_modified(|trouble| {
                        trouble.replace(refusal.clone()).is_none_or(|before| before != refusal)
                    });
                    self.keep_what_can_wait();
                }
                None => self.write_one_by_one(),
            },
        }
    }

    /// One change is impossible: it is found, and the others are made.
    fn write_one_by_one(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting).into_iter();
        for (change, done) in waiting.by_ref() {
            let broken = change.table().and_then(|id| self.broken.get(id));
            let saved = match broken {
                Some(error) => Err(error.clone()),
                None => match sql::save(&mut self.connection, std::iter::once(&*change)) {
                    Err(error) if refusal(&error).is_some() => {
                        self.waiting.push((change, done));
                        break;
                    }
                    Ok(()) => {
                        self.written.add(1);
                        Ok(())
                    }
                    Err(error) => Err(error.into()),
                },
            };
            if let (Err(error), Change::UpdateTable { id, .. }) = (&saved, &*change) {
                self.broken.insert(id.clone(), error.clone());
            }
            done(saved);
        }
        self.waiting.extend(waiting);
        if !self.waiting.is_empty() {
            self.write_at_last();
        }
    }

    /// A table with all its moves, when the changes before are made.
    pub(super) fn load(&mut self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        self.write();
        if let Some(trouble) = &*self.trouble.borrow()
            && self.waiting.iter().any(|(change, _)| change.table() == Some(id))
        {
            return Err(trouble.clone());
        }
        Ok(sql::load(&self.connection, id)?)
    }

    /// Refuses what is new, and keeps one change of each table: what waits must not grow
    /// without bounds.
    fn keep_what_can_wait(&mut self) {
        let trouble = self.trouble.borrow().clone();
        let mut kept = Vec::<(Box<Change>, Done)>::new();
        for (change, done) in self.waiting.drain(..) {
            if let (Change::CreateTable(_) | Change::AddSheet(_), Some(trouble)) =
                (&*change, &trouble)
            {
                done(Err(trouble.clone()));
                continue;
            }
            match kept.iter_mut().find(|(before, _)| before.is_about_the_same(&change)) {
                Some(before) => *before = (Box::new(before.0.clone().followed_by(*change)), done),
                None => kept.push((change, done)),
            }
        }
        self.waiting = kept;
    }
}

impl Change {
    /// The table that it is about.
    fn table(&self) -> Option<&str> {
        match self {
            Self::CreateTable(table) => Some(&table.id),
            Self::UpdateTable { id, .. } | Self::RemoveTable { id } => Some(id),
            Self::AddSheet(_) | Self::UpdateSheet { .. } | Self::RemoveSheet { .. } => None,
        }
    }

    fn is_about_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::UpdateSheet { id, .. }, Self::UpdateSheet { id: other, .. })
            | (Self::RemoveSheet { id }, Self::RemoveSheet { id: other }) => id == other,
            _ => self.table().is_some() && self.table() == other.table(),
        }
    }

    /// One change that does what two do.
    fn followed_by(self, next: Self) -> Self {
        match (self, next) {
            (
                Self::UpdateTable { keep: kept, moves: mut before, .. },
                Self::UpdateTable { id, keep, moves, status, touched },
            ) if keep > kept => {
                before.truncate(keep - kept);
                before.extend(moves);
                Self::UpdateTable { id, keep: kept, moves: before, status, touched }
            }
            // A table that was removed stays so.
            (removed @ Self::RemoveTable { .. }, _) => removed,
            (_, next) => next,
        }
    }
}

/// Whether an error is one of the disk, which may go away.
fn refusal(error: &rusqlite::Error) -> Option<StoreError> {
    let reason = match error.sqlite_error_code()? {
        ErrorCode::DiskFull => "the disk of the server is full".to_owned(),
        ErrorCode::SystemIoFailure
        | ErrorCode::ReadOnly
        | ErrorCode::CannotOpen
        | ErrorCode::OutOfMemory
        | ErrorCode::DatabaseBusy
        | ErrorCode::DatabaseLocked => format!("the disk of the server takes nothing ({error})"),
        _ => return None,
    };
    Some(StoreError::Refused(reason))
}

#[cfg(test)]
mod tests;
