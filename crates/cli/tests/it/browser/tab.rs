//! What a page takes of the machine: the process that shows it, as Linux tells.

use std::fs;
use std::time::Duration;

/// The process of a page.
#[derive(Clone, Debug)]
pub(crate) struct Tab {
    process: u32,
}

impl Tab {
    /// The largest page of the browsers that a driver has started.
    pub(crate) fn of(driver: u32) -> Option<Self> {
        let pages = processes().filter(|&process| is_below(process, driver));
        let pages = pages.filter(|process| {
            let command = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).contains("--type=renderer")
        });
        pages.map(|process| Self { process }).max_by_key(Self::bytes)
    }

    /// The memory that it has, what it shares with others in proportion.
    pub(crate) fn bytes(&self) -> u64 {
        self.sum("Pss:")
    }

    /// The memory that it has for itself and has written to.
    pub(crate) fn own_bytes(&self) -> u64 {
        self.sum("Private_Dirty:")
    }

    fn sum(&self, kind: &str) -> u64 {
        let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.process));
        let rollup = rollup.unwrap_or_default();
        let line = rollup.lines().find_map(|line| line.strip_prefix(kind));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kilobytes.unwrap_or(0) * 1024
    }

    /// The time that it has had a processor.
    pub(crate) fn cpu_time(&self) -> Duration {
        cpu_time(&format!("/proc/{}/stat", self.process))
    }

    /// The time that its workers have had a processor.
    pub(crate) fn worker_time(&self) -> Duration {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.process)).into_iter().flatten();
        let tasks = tasks.flatten().map(|task| task.path().display().to_string());
        let workers = tasks.filter(|task| {
            let name = fs::read_to_string(format!("{task}/comm")).unwrap_or_default();
            name.starts_with("DedicatedWorker")
        });
        workers.map(|task| cpu_time(&format!("{task}/stat"))).sum()
    }
}

fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_string_lossy().parse().ok())
}

/// Whether a process was started by another, or by one that it has started.
fn is_below(mut process: u32, top: u32) -> bool {
    while process > 1 {
        if process == top {
            return true;
        }
        process = field(&format!("/proc/{process}/stat"), 1).unwrap_or(0) as u32;
    }
    false
}

/// A number of a line about a process, counted from the state on, which follows the name.
fn field(path: &str, place: usize) -> Option<u64> {
    let line = fs::read_to_string(path).ok()?;
    let (_, rest) = line.rsplit_once(')')?;
    rest.split_whitespace().nth(place)?.parse().ok()
}

/// In user mode and in the kernel, in hundredths of a second.
fn cpu_time(path: &str) -> Duration {
    let hundredths = [11, 12].into_iter().filter_map(|place| field(path, place)).sum::<u64>();
    Duration::from_millis(10 * hundredths)
}
