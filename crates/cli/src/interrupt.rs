//! Ctrl-C.

use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// What a shell says of a program that Ctrl-C has ended: 128 and the number of the signal.
const INTERRUPTED: u8 = 130;

static HAPPENED: AtomicBool = AtomicBool::new(false);

/// Does something when Ctrl-C is pressed, from now on.
pub(crate) fn then(act: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let handle = move || {
        HAPPENED.store(true, Ordering::Relaxed);
        act();
    };
    ctrlc::set_handler(handle).context("listening for Ctrl-C")
}

/// A flag that is set by Ctrl-C, for a command that has something to bring to an end. Who
/// presses it twice does not want to wait.
pub(crate) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    then(move || {
        if flag.swap(true, Ordering::Relaxed) {
            exit(i32::from(INTERRUPTED));
        }
    })?;
    Ok(stop)
}

/// The exit code of a command that has come to its end, by itself or by Ctrl-C.
pub(crate) fn exit_code(code: ExitCode) -> ExitCode {
    if HAPPENED.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { code }
}
