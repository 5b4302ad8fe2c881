//! What an endless line costs those who read lines.

use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use anyhow::Context;

use super::{Setup, megabytes, tell};
use crate::project::tool;
use crate::usage::Usage;

const READERS: [&[&str]; 5] = [
    &["link", "connect6", "--text"],
    &["nboard"],
    &["gtp", "--memory", "16M"],
    &["gomocup"],
    &["check", "-"],
];

const LINE_BYTES: usize = 100 << 20;
const MAX_MEMORY: usize = 64 << 20;
const PATIENCE: Duration = Duration::from_mins(2);

pub(super) fn run(setup: &Setup) -> anyhow::Result<bool> {
    let mut is_kept = true;
    for args in READERS {
        let mut process = tool(&setup.program.to_string_lossy(), args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("starting the program")?;
        let mut input = process.stdin.take().context("its input")?;
        let writer = thread::spawn(move || {
            let block = vec![b'a'; 1 << 20];
            // Who has read enough hangs up.
            (0..LINE_BYTES / block.len()).any(|_| input.write_all(&block).is_err())
        });
        let usage = Usage::of(&mut process, PATIENCE)?;
        let _ = writer.join();
        tell(&args.join(" "), megabytes(usage.memory));
        is_kept &= usage.memory < MAX_MEMORY;
    }
    Ok(is_kept)
}
