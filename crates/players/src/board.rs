//! A board with reasoners at the end of a serial line, for players that search.

mod library;

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use stonegate_gdl::Fingerprint;
use stonegate_rtl::{Numbering, Station};

use crate::wire::{Wire, WireAddress};

pub use library::{Chip, board_folder, machine_folder};

/// What boards are made for, unless somebody says otherwise.
const DEFAULT_BAUD: u32 = 1_000_000;

/// A board that is silent for so long has missed the question.
const SILENCE: Duration = Duration::from_secs(1);

/// After so many silences in a row a board is given up.
const PATIENCE: u32 = 3;

/// A port may still be in use by the player of the last match.
const OPENING_TIME: Duration = Duration::from_millis(500);
const OPENING_INTERVAL: Duration = Duration::from_millis(50);

/// A board at a serial port.
pub type BoardStation = Station<BoardLine>;

/// Where a board is: `/dev/ttyUSB1`, `/dev/ttyUSB1@115200`, `host:port`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct BoardAddress(WireAddress);

impl BoardAddress {
    /// The board at this address. The line is opened when it is first needed; before that, the
    /// bitstream of a game is loaded onto the chip if these are given.
    pub fn station(
        &self,
        numbering: &Numbering,
        bitstream: Option<(Chip, Fingerprint)>,
    ) -> BoardStation {
        let address = self.0.clone();
        // Once is enough, whatever comes of it.
        let mut loaded = None;
        let open = move || {
            if let Some((chip, game)) = bitstream {
                let load = || chip.load(game).map_err(|error| error.to_string());
                loaded.get_or_insert_with(load).clone().map_err(io::Error::other)?;
            }
            Ok(BoardLine { wire: open(&address)? })
        };
        Station::new(Arc::clone(numbering.board()), Box::new(open), PATIENCE)
    }

    /// Reads an address; a port has this speed unless the text says otherwise.
    pub(crate) fn with_baud(text: &str, baud: u32) -> Result<Self, &'static str> {
        const ERROR: &str = "it takes a port, as in /dev/ttyUSB1@115200, or host:port";
        let (name, baud) = match text.split_once('@') {
            Some((name, baud)) => (name, baud.parse().map_err(|_| ERROR)?),
            None => (text, baud),
        };
        if name.is_empty() || baud == 0 {
            return Err(ERROR);
        }
        let is_socket = !name.contains('/') && name.contains(':');
        Ok(Self(if is_socket {
            WireAddress::Tcp(name.to_owned())
        } else {
            WireAddress::Port { path: PathBuf::from(name), baud }
        }))
    }

    /// The line to the board.
    pub(crate) fn line(&self) -> io::Result<BoardLine> {
        Ok(BoardLine { wire: self.wire()? })
    }

    /// The wire to a board that also speaks without being asked.
    pub(crate) fn wire(&self) -> io::Result<Wire> {
        open(&self.0)
    }
}

/// Opens a wire, soon if not at once.
fn open(address: &WireAddress) -> io::Result<Wire> {
    let until = Instant::now() + OPENING_TIME;
    loop {
        match address.open() {
            Err(_) if Instant::now() < until => thread::sleep(OPENING_INTERVAL),
            opened => return opened,
        }
    }
}

impl FromStr for BoardAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::with_baud(text, DEFAULT_BAUD)
    }
}

impl fmt::Display for BoardAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A wire as a stream, which reports a silence as an error.
#[derive(Debug)]
pub struct BoardLine {
    wire: Wire,
}

impl Read for BoardLine {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(place) = buffer.first_mut() else { return Ok(0) };
        let byte = self.wire.receive(Instant::now() + SILENCE)?;
        *place = byte.ok_or(ErrorKind::TimedOut)?;
        Ok(1)
    }
}

impl Write for BoardLine {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.wire.send(buffer)?;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let port = |path: &str, baud| WireAddress::Port { path: PathBuf::from(path), baud };
        for (text, address) in [
            ("/dev/ttyUSB1", port("/dev/ttyUSB1", DEFAULT_BAUD)),
            ("/dev/ttyUSB1@115200", port("/dev/ttyUSB1", 115_200)),
            ("localhost:7000", WireAddress::Tcp("localhost:7000".to_owned())),
        ] {
            assert_eq!(text.parse(), Ok(BoardAddress(address)));
        }
        for text in ["", "@9600", "/dev/ttyUSB1@fast", "/dev/ttyUSB1@0"] {
            assert!(text.parse::<BoardAddress>().is_err(), "{text}");
        }
    }
}
