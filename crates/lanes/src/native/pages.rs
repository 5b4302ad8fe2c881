//! Executable memory, if the system grants it.

use std::io;
use std::sync::OnceLock;

use memmap2::{Mmap, MmapMut};

/// The instruction `ret`: the shortest function there is.
const RETURN: u8 = 0xc3;

/// Puts code into pages that are executable and not writable.
pub(super) fn executable(code: &[u8]) -> io::Result<Mmap> {
    let mut pages = MmapMut::map_anon(code.len())?;
    pages.copy_from_slice(code);
    pages.make_exec()
}

/// Why the system does not let this process run code that it has made, if it does not: hardened
/// services and SELinux forbid memory that was once writable to become executable.
pub(crate) fn refusal() -> Option<&'static str> {
    static REFUSAL: OnceLock<Option<String>> = OnceLock::new();
    let attempt = || executable(&[RETURN]).err().map(|error| error.to_string());
    REFUSAL.get_or_init(attempt).as_deref()
}
