//! Who may change a file: one process at a time. Others may read it meanwhile.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::schema::PATIENCE;
use super::{StoreError, files};

/// What is beside the file while it is in use, and later.
const END: &str = ".lock";

/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(10);

/// The right to change a file. The system takes it back when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock(#[expect(dead_code, reason = "it is held")] File);

impl Lock {
    pub(super) fn take(path: &Path) -> Result<Self, StoreError> {
        let beside = files::with(path, END);
        // It may be there from the last time.
        let made = files::private_file(&beside);
        let file = made.or_else(|_| OpenOptions::new().write(true).open(&beside));
        let file = file.map_err(|error| files::not_writable(&beside, &error))?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self(file)),
                Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(path.to_owned())),
                Err(TryLockError::Error(error)) => {
                    return Err(files::not_writable(&beside, &error));
                }
            }
        }
    }
}
