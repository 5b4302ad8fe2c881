//! Bytes to and from another machine: a serial port, a socket, a pseudo-terminal.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serialport::SerialPort;

use crate::hangup::Hangup;

/// Where a wire leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WireAddress {
    /// A serial port, with eight data bits, no parity and one stop bit.
    Port { path: PathBuf, baud: u32 },
    /// A socket to connect to, as host and port.
    Tcp(String),
    /// A socket to listen at for one who connects.
    Listen(String),
    /// A pseudo-terminal that is made for the purpose. The other end can be opened as a
    /// serial port; the wire has its name.
    Pty,
    /// Standard input and output.
    Stdio,
}

/// The two directions of a connection.
pub struct Wire {
    /// What it is connected to.
    pub name: String,
    bytes: Receiver<io::Result<u8>>,
    /// Set when there is nothing more to read.
    hangup: Hangup,
    output: Box<dyn Write + Send>,
    /// Tells the thread that reads.
    _is_dropped: DropFlag,
    /// Kept open, so that the other end of a pseudo-terminal can come and go.
    _far_end: Option<Box<dyn SerialPort>>,
}

/// Is set when it is dropped.
#[derive(Default)]
struct DropFlag(Arc<AtomicBool>);

impl Drop for DropFlag {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Bytes that nobody takes have to wait outside after so many.
const MAX_UNREAD: usize = 1 << 16;

/// How long a write to a serial port may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a reading thread looks whether the wire is still there.
const READ_TIMEOUT: Duration = Duration::from_millis(50);

impl WireAddress {
    /// Opens the wire. Listening waits until somebody connects.
    pub fn open(&self) -> io::Result<Wire> {
        match self {
            Self::Port { path, baud } => {
                let port = serialport::new(path.to_string_lossy(), *baud).timeout(READ_TIMEOUT);
                Wire::of_port(path.display().to_string(), port.open()?)
            }
            Self::Tcp(address) => Wire::of_socket(TcpStream::connect(address)?),
            Self::Listen(address) => Wire::of_socket(TcpListener::bind(address)?.accept()?.0),
            Self::Pty => {
                let (near, far) = pseudo_terminal()?;
                let name = far.name().unwrap_or_default();
                let wire = Wire::of_port(name, near)?;
                Ok(Wire { _far_end: Some(far), ..wire })
            }
            Self::Stdio => {
                Wire::new("standard input".to_owned(), io::stdin(), Box::new(io::stdout()))
            }
        }
    }
}

impl Wire {
    fn new(
        name: String,
        input: impl Read + Send + 'static,
        output: Box<dyn Write + Send>,
    ) -> io::Result<Self> {
        let (sender, bytes) = sync_channel(MAX_UNREAD);
        let is_dropped = DropFlag::default();
        let flag = Arc::clone(&is_dropped.0);
        let hangup = Hangup::default();
        let hung_up = hangup.clone();
        // A system without room for a thread is no reason to panic.
        thread::Builder::new().spawn(move || {
            read(input, &sender, &flag);
            hung_up.set();
        })?;
        Ok(Self { name, bytes, hangup, output, _is_dropped: is_dropped, _far_end: None })
    }

    fn of_port(name: String, port: Box<dyn SerialPort>) -> io::Result<Self> {
        let mut input = port.try_clone()?;
        input.set_timeout(READ_TIMEOUT)?;
        let mut output = port;
        output.set_timeout(WRITE_TIMEOUT)?;
        Self::new(name, input, Box::new(output))
    }

    pub(crate) fn of_socket(socket: TcpStream) -> io::Result<Self> {
        // Messages are short and wanted at once.
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(READ_TIMEOUT))?;
        socket.set_write_timeout(Some(WRITE_TIMEOUT))?;
        let name = socket.peer_addr()?.to_string();
        Self::new(name, socket.try_clone()?, Box::new(socket))
    }

    /// Two ends of a wire within this program.
    pub fn pair() -> io::Result<(Self, Self)> {
        let (near, far) = pseudo_terminal()?;
        let name = "the other end".to_owned();
        Ok((Self::of_port(name.clone(), near)?, Self::of_port(name, far)?))
    }

    /// Sends all bytes.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.write_all(bytes)?;
        self.output.flush()
    }

    /// Is set when the other end is gone.
    pub const fn hangup(&self) -> &Hangup {
        &self.hangup
    }

    /// The next byte, or `None` if there is none by then. An error means that there will
    /// not be any more.
    pub fn receive(&mut self, until: Instant) -> io::Result<Option<u8>> {
        match self.bytes.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(byte) => byte.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// The two ends of a pseudo-terminal.
#[cfg(unix)]
fn pseudo_terminal() -> io::Result<(Box<dyn SerialPort>, Box<dyn SerialPort>)> {
    let (near, far) = serialport::TTYPort::pair()?;
    Ok((Box::new(near), Box::new(far)))
}

#[cfg(not(unix))]
fn pseudo_terminal() -> io::Result<(Box<dyn SerialPort>, Box<dyn SerialPort>)> {
    let problem = "there are no pseudo-terminals on this system: use a serial port or a socket";
    Err(io::Error::new(io::ErrorKind::Unsupported, problem))
}

/// Passes bytes on until there are none or nobody wants them.
fn read(mut input: impl Read, bytes: &SyncSender<io::Result<u8>>, is_dropped: &AtomicBool) {
    let mut buffer = [0; 4096];
    while !is_dropped.load(Ordering::Relaxed) {
        let sent = match input.read(&mut buffer) {
            Ok(0) => return,
            Ok(n_read) => buffer[..n_read].iter().try_for_each(|&byte| bytes.send(Ok(byte))),
            Err(error) if is_passing(&error) => Ok(()),
            Err(error) => {
                let _ = bytes.send(Err(error));
                return;
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Whether reading may go on after an error.
fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wire").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Display for WireAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Port { path, baud } => write!(f, "{} at {baud} baud", path.display()),
            Self::Tcp(address) => write!(f, "{address}"),
            Self::Listen(address) => write!(f, "a connection to {address}"),
            Self::Pty => f.write_str("a pseudo-terminal"),
            Self::Stdio => f.write_str("standard input and output"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    fn receive(wire: &mut Wire, n_bytes: usize) -> Vec<u8> {
        (0..n_bytes).map(|_| wire.receive(soon()).expect("open").expect("in time")).collect()
    }

    #[test]
    fn every_byte_goes_through_a_pseudo_terminal() {
        let mut near = WireAddress::Pty.open().expect("there are pseudo-terminals");
        let port = WireAddress::Port { path: PathBuf::from(&near.name), baud: 115_200 };
        let mut far = port.open().expect("the other end can be opened");
        let all = (0..=255).collect::<Vec<u8>>();
        near.send(&all).expect("open");
        assert_eq!(receive(&mut far, all.len()), all);
        far.send(&all).expect("open");
        assert_eq!(receive(&mut near, all.len()), all);
        assert_eq!(near.receive(Instant::now()).expect("open"), None);
    }

    #[test]
    fn sockets_say_when_they_are_closed() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = listener.local_addr().expect("it is bound").to_string();
        let mut near = WireAddress::Tcp(address).open().expect("somebody listens");
        let mut far =
            Wire::of_socket(listener.accept().expect("it has connected").0).expect("open");
        near.send(b"hello").expect("open");
        assert_eq!(receive(&mut far, 5), b"hello");
        drop(near);
        assert!(far.receive(soon()).is_err());
        while !far.hangup().is_set() {
            thread::yield_now();
        }
    }
}
