//! The running simulation of a board or a machine.

use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::Context;

/// A process that ends with us.
pub(crate) struct Process(Child);

impl Process {
    /// Starts a program; gives what it reads and what it writes, too.
    pub(crate) fn start(program: &Path) -> anyhow::Result<(Self, ChildStdin, ChildStdout)> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", program.display()))?;
        let input = child.stdin.take().context("the simulation has no input")?;
        let output = child.stdout.take().context("the simulation has no output")?;
        Ok((Self(child), input, output))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // If it has ended already, there is nothing to end.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
