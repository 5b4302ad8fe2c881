//! What a process uses, as the system tells.

use std::fs;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// The kernel counts processor time in ticks of this length.
const TICK: Duration = Duration::from_millis(10);

/// What a process has used.
#[derive(Copy, Clone, Default)]
pub(crate) struct Usage {
    /// The most memory that it had at a time, in bytes.
    pub(crate) memory: usize,
    /// The time that its threads had a processor.
    pub(crate) cpu: Duration,
}

impl Usage {
    /// Waits for a process to end, but not longer than `patience`, and gives what it used.
    pub(crate) fn of(process: &mut Child, patience: Duration) -> anyhow::Result<Self> {
        let start = Instant::now();
        let mut usage = Self::default();
        while process.try_wait().context("waiting for the program")?.is_none() {
            let memory = status(process.id(), "VmHWM:").unwrap_or(0);
            usage.memory = usage.memory.max(memory);
            usage.cpu = usage.cpu.max(cpu(process.id()).unwrap_or_default());
            if start.elapsed() > patience {
                process.kill().context("ending the program")?;
            }
            thread::sleep(LOOK);
        }
        Ok(usage)
    }
}

/// The memory that a process has at present, in bytes.
pub(crate) fn memory(process: u32) -> Option<usize> {
    status(process, "VmRSS:")
}

/// The most memory that a process has had, in bytes.
pub(crate) fn peak_memory(process: u32) -> Option<usize> {
    status(process, "VmHWM:")
}

/// All memory that a process has reserved, in bytes.
pub(crate) fn address_space(process: u32) -> Option<usize> {
    status(process, "VmSize:")
}

/// How many files and sockets a process has open.
pub(crate) fn n_files(process: u32) -> Option<usize> {
    fs::read_dir(format!("/proc/{process}/fd")).ok().map(Iterator::count)
}

fn status(process: u32, name: &str) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
}

/// The processor time of a process so far.
pub(crate) fn cpu(process: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in parentheses, may have blanks.
    let fields = stat.rsplit_once(')')?.1;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u32>);
    Some(TICK * ticks.sum::<Result<u32, _>>().ok()?)
}
