//! A GGP player in a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::Setup;
use crate::client::Visitor;
use crate::project::tool;
use crate::usage::peak_memory;

/// What it writes to standard error comes after its answer.
const LOG_TIME: Duration = Duration::from_secs(2);

pub(super) struct Player {
    process: Child,
    pub(super) address: String,
    /// The lines of its log.
    log: Receiver<String>,
}

impl Player {
    pub(super) fn start(setup: &Setup, args: &[&str]) -> anyhow::Result<Self> {
        let all = [&["player", "--port", "0", "--no-cache"], args].concat();
        let mut process = tool(&setup.program.to_string_lossy(), &all)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("starting the player")?;
        let mut line = String::new();
        let out = process.stdout.take().context("the output of the player")?;
        BufReader::new(out).read_line(&mut line).context("reading the address")?;
        let address = line.trim().rsplit("http://").next().unwrap_or_default().to_owned();
        let log = lines(process.stderr.take().context("the log of the player")?);
        Ok(Self { process, address, log })
    }

    /// The answer to a message, and how long it took.
    pub(super) fn ask(&self, message: &str) -> anyhow::Result<(String, Duration)> {
        let start = Instant::now();
        let answer = Visitor::anybody(&self.address).ask("POST", "/", message)?;
        Ok((answer, start.elapsed()))
    }

    /// The next line of the log with such a word.
    pub(super) fn logged(&self, word: &str) -> Option<String> {
        let until = Instant::now() + LOG_TIME;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.log.recv_timeout(left).ok()?;
            if line.contains(word) {
                return Some(line);
            }
        }
    }

    /// The most memory that it has had, in bytes.
    pub(super) fn peak_memory(&self) -> usize {
        peak_memory(self.process.id()).unwrap_or(0)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // Whatever is left has no use any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A rule sheet in one line, as managers send it.
pub(super) fn rules(setup: &Setup) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(&setup.sheet);
    let text = text.with_context(|| format!("reading {}", setup.sheet.display()))?;
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or(""));
    Ok(lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" "))
}

/// The first role of a sheet.
pub(super) fn first_role(rules: &str) -> anyhow::Result<&str> {
    let rest = rules.split("(role ").nth(1).context("the sheet has no role")?;
    Ok(rest.split(')').next().unwrap_or(rest).trim())
}

/// The lines that a stream gives, as they come.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}
