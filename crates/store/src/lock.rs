//! Who may change a file: one process at a time. Others may read it meanwhile.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use super::{StoreError, files};

/// What is beside the file while it is in use, and later.
const END: &str = ".lock";

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
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(files::not_writable(&beside, &error)),
        }
    }
}
