//! The two pipes to a program as one line.

use std::io::{self, Read, Write};

/// What a program writes and what it reads, as one line that can be read from and written to.
#[derive(Debug)]
pub struct Pipes<R, W, P> {
    pub output: R,
    pub input: W,
    /// The program, which ends with this value if it is one that does.
    pub program: P,
}

impl<R: Read, W, P> Read for Pipes<R, W, P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.output.read(buffer)
    }
}

impl<R, W: Write, P> Write for Pipes<R, W, P> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.input.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.input.flush()
    }
}
