//! The server of a run, with what belongs to it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use super::board::Board;
use super::system;
use crate::client::Server;
use crate::project::target;
use crate::usage;

/// What a server may have while it is attacked; `docs/limits.md` promises as much.
const MAX_MEMORY: usize = 1 << 30;
const MAX_THREADS: usize = 256;
const MAX_FILES: usize = 1024;

/// A server that nobody asks anything rests after so much work: the sheets that it has taken may
/// have to be compiled.
const REST_WORK: Duration = Duration::from_mins(1);

/// So long it is looked at for that.
const LOOK: Duration = Duration::from_millis(500);

/// The file of its tables.
const STORE: &str = "tables.sqlite";

/// Where the server is. It has another port after each start.
pub(super) type Address = Arc<Mutex<String>>;

/// A server that can be killed and started again, and its files.
pub(super) struct Site {
    program: PathBuf,
    system: PathBuf,
    folder: PathBuf,
    server: Option<Server>,
    address: Address,
    pub(super) board: Board,
}

impl Site {
    pub(super) fn open(program: &Path, system: &Path, seed: u64) -> anyhow::Result<Self> {
        let folder = target().join(format!("chaos-{}-{seed}", std::process::id()));
        fs::create_dir_all(&folder).context("making a folder for the tables")?;
        let program = fs::canonicalize(program).context("finding the program")?;
        let system = fs::canonicalize(system).context("finding what it is loaded with")?;
        let (server, address, board) = (None, Address::default(), Board::start()?);
        let mut site = Self { program, system, folder, server, address, board };
        site.start()?;
        Ok(site)
    }

    /// Starts the server on the tables that there are.
    pub(super) fn start(&mut self) -> anyhow::Result<()> {
        let errors = File::options().append(true).create(true).open(self.errors())?;
        // It ends with us. Who may write no further is told so instead of being killed.
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"]);
        command.arg(&self.program).args(["serve", "--port", "0", "--store", STORE]);
        command.args(["--board", &self.board.player()]);
        command.env("LD_PRELOAD", &self.system);
        command.current_dir(&self.folder).env("XDG_CACHE_HOME", &self.folder).stderr(errors);
        let server = Server::start_as(command)?;
        self.address.lock().expect("nobody panics").clone_from(&server.address);
        self.server = Some(server);
        Ok(())
    }

    /// Ends the server in the midst of what it does.
    pub(super) fn kill(&mut self) {
        self.server = None;
    }

    /// Ends the server, and has its disk forget what it was not told to keep.
    pub(super) fn cut_power(&mut self) -> anyhow::Result<()> {
        self.kill();
        system::forget(&self.folder.join(STORE))
    }

    /// Makes its clock on the wall wrong by some seconds.
    pub(super) fn set_clock(&self, seconds: i64) -> anyhow::Result<()> {
        system::set_clock(&self.folder, seconds)
    }

    fn errors(&self) -> PathBuf {
        self.folder.join("errors.txt")
    }

    pub(super) fn shared_address(&self) -> Address {
        Arc::clone(&self.address)
    }

    pub(super) fn address(&self) -> String {
        self.address.lock().expect("nobody panics").clone()
    }

    /// The number of the process, as text for commands.
    pub(super) fn process(&self) -> anyhow::Result<String> {
        Ok(self.server.as_ref().context("the server is not there")?.id().to_string())
    }

    /// Whether the server has ended by itself.
    pub(super) fn has_ended(&mut self) -> anyhow::Result<bool> {
        self.server.as_mut().context("the server is not there")?.has_ended()
    }

    /// All memory that the server has reserved, in bytes.
    pub(super) fn address_space(&self) -> usize {
        self.server.as_ref().and_then(Server::address_space).unwrap_or(0)
    }

    /// How long the log of the store is.
    pub(super) fn log_length(&self) -> u64 {
        fs::metadata(self.folder.join(format!("{STORE}-wal"))).map_or(0, |log| log.len())
    }

    /// Whether the server takes no more than it may, and has not panicked.
    pub(super) fn check_bounds(&self) -> anyhow::Result<()> {
        let process = self.process()?;
        let memory = self.server.as_ref().and_then(Server::memory).unwrap_or(0);
        ensure!(memory < MAX_MEMORY, "the server has {} MB", memory >> 20);
        let count =
            |what: &str| fs::read_dir(format!("/proc/{process}/{what}")).map(Iterator::count);
        let (threads, files) = (count("task").unwrap_or(0), count("fd").unwrap_or(0));
        ensure!(threads < MAX_THREADS, "the server has {threads} threads");
        ensure!(files < MAX_FILES, "the server has {files} files open");
        let errors = fs::read_to_string(self.errors()).unwrap_or_default();
        ensure!(!errors.contains("panicked"), "the server panicked: {errors}");
        Ok(())
    }

    /// Whether the server rests soon, now that nobody is there.
    fn check_rest(&self) -> anyhow::Result<()> {
        let process = self.server.as_ref().context("the server is not there")?.id();
        let start = usage::cpu(process).context("what the server works")?;
        let mut before = start;
        loop {
            thread::sleep(LOOK);
            let after = usage::cpu(process).context("what the server works")?;
            if after.saturating_sub(before) < LOOK / 20 {
                return Ok(());
            }
            ensure!(after.saturating_sub(start) < REST_WORK, "the server works on for nobody");
            before = after;
        }
    }

    /// Ends the run: the server has to rest, and its file to be sound.
    pub(super) fn close(mut self) -> anyhow::Result<()> {
        self.check_bounds()?;
        self.check_rest()?;
        self.kill();
        let mut check = Command::new(&self.program);
        check.args(["store", "check", "--store", STORE]).current_dir(&self.folder);
        let output = check.output().context("checking the store")?;
        if !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stdout));
        }
        fs::remove_dir_all(&self.folder).context("removing the tables")
    }
}
