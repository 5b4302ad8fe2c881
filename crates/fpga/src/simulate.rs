//! A simulated board behind a pseudo-terminal: a serial device like any other.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ChildStdin;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use stonegate_players::{Wire, WireAddress};

use super::make::make;
use super::process::Process;

/// Verilator and the C++ compiler take their time.
const BUILD_TIME: Duration = Duration::from_mins(10);

/// How long bytes may wait on their way.
const LATENCY: Duration = Duration::from_millis(1);

/// Builds the board of a project with Verilator and runs it until somebody ends us. Calls `ready`
/// with the name of its port.
pub fn simulate(
    folder: &Path,
    units: u8,
    ready: impl FnOnce(&str) -> io::Result<()>,
) -> anyhow::Result<()> {
    make(folder, "simulation", &[("UNITS", units.to_string())], BUILD_TIME, || {})?;
    let mut wire = WireAddress::Pty.open().context("making a pseudo-terminal")?;
    let mut simulation = Simulation::start(&folder.join("build/simulation"))?;
    ready(&wire.name)?;
    simulation.carry(&mut wire)
}

/// The running simulation.
struct Simulation {
    to_board: ChildStdin,
    from_board: Receiver<Vec<u8>>,
    _process: Process,
}

impl Simulation {
    fn start(program: &Path) -> anyhow::Result<Self> {
        let (process, to_board, mut output) = Process::start(program)?;
        let (sender, from_board) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Ok(Self { to_board, from_board, _process: process })
    }

    /// Carries bytes between the simulation and the wire.
    fn carry(&mut self, wire: &mut Wire) -> anyhow::Result<()> {
        loop {
            let mut until = Instant::now() + LATENCY;
            let mut bytes = Vec::new();
            while let Some(byte) = wire.receive(until).context("reading from the terminal")? {
                bytes.push(byte);
                until = Instant::now();
            }
            if !bytes.is_empty() {
                self.to_board.write_all(&bytes).context("writing to the simulation")?;
                self.to_board.flush()?;
            }
            loop {
                match self.from_board.try_recv() {
                    Ok(bytes) => wire.send(&bytes).context("writing to the terminal")?,
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => bail!("the simulation has ended"),
                }
            }
        }
    }
}
