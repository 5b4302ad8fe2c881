//! A simulated board behind a pseudo-terminal: a serial device like any other.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use stonegate_players::{Wire, WireAddress};

use super::make::make;

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

/// The running simulation; it ends with us.
struct Simulation {
    child: Child,
    from_board: Receiver<Vec<u8>>,
}

impl Simulation {
    fn start(program: &Path) -> anyhow::Result<Self> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", program.display()))?;
        let mut output = child.stdout.take().expect("it is piped");
        let (sender, from_board) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, from_board })
    }

    /// Carries bytes between the simulation and the wire.
    fn carry(&mut self, wire: &mut Wire) -> anyhow::Result<()> {
        let mut to_board = self.child.stdin.take().context("the simulation has no input")?;
        loop {
            let mut until = Instant::now() + LATENCY;
            let mut bytes = Vec::new();
            while let Some(byte) = wire.receive(until).context("reading from the terminal")? {
                bytes.push(byte);
                until = Instant::now();
            }
            if !bytes.is_empty() {
                to_board.write_all(&bytes).context("writing to the simulation")?;
                to_board.flush()?;
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

impl Drop for Simulation {
    fn drop(&mut self) {
        // If it has ended already, there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
