//! A board that several threads ask in turn, and what becomes of it when the line fails.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stonegate_ground::Machine;

use crate::board::Board;
use crate::link::LinkError;

/// After so many failures in a row the board is out of use.
const MAX_FAILURES: u32 = 3;

/// A line that was broken may have been mended after so many waves.
const WAVES_TO_REST: u32 = 1000;

/// A board, and how to get at it.
pub struct Station<T> {
    shared: Mutex<Shared<T>>,
    /// Why the board is out of use: told while others wait for it.
    fault: Mutex<Option<String>>,
}

struct Shared<T> {
    machine: Arc<Machine>,
    open: Box<dyn FnMut() -> io::Result<T> + Send>,
    /// How many silences in a row are one too many.
    patience: u32,
    board: Option<Board<T>>,
    failures: u32,
    /// Waves that went by since the line broke.
    rest: Option<u32>,
}

impl<T: Read + Write> Station<T> {
    /// The machine is that of the board, see [`Numbering`](crate::Numbering). `open` makes a line to
    /// it, and is called again when the line breaks.
    pub fn new(
        machine: Arc<Machine>,
        open: Box<dyn FnMut() -> io::Result<T> + Send>,
        patience: u32,
    ) -> Self {
        let shared = Shared { machine, open, patience, board: None, failures: 0, rest: None };
        Self { shared: Mutex::new(shared), fault: Mutex::default() }
    }

    /// Connects, unless that was done before.
    pub fn connect(&self) -> Result<(), LinkError> {
        self.with(|_| Ok(()))
    }

    /// Works with the board. Connects if there is no connection, and again if the line fails.
    pub fn with<R>(
        &self,
        mut work: impl FnMut(&mut Board<T>) -> Result<R, LinkError>,
    ) -> Result<R, LinkError> {
        let mut shared = self.lock();
        loop {
            match shared.board().and_then(&mut work) {
                Ok(result) => {
                    shared.failures = 0;
                    self.set_fault(None);
                    return Ok(result);
                }
                Err(error) => {
                    shared.fail(&error);
                    if shared.failures >= MAX_FAILURES {
                        self.set_fault(Some(error.to_string()));
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Why the board is out of use, if it is.
    pub fn fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_fault(&self, fault: Option<String>) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    /// Whether it is worthwhile to ask the board: a line that was broken is tried now and then.
    pub(crate) fn is_worth_asking(&self) -> bool {
        let mut shared = self.lock();
        if shared.failures < MAX_FAILURES {
            return true;
        }
        let Some(rest) = &mut shared.rest else { return false };
        *rest = (*rest + 1) % WAVES_TO_REST;
        *rest == 0
    }

    fn lock(&self) -> MutexGuard<'_, Shared<T>> {
        // A board whose user has panicked is connected again.
        self.shared.lock().unwrap_or_else(|poison| {
            let mut shared = PoisonError::into_inner(poison);
            shared.board = None;
            shared
        })
    }
}

impl<T: Read + Write> Shared<T> {
    /// Closes the line. A board that is silent or wrong stays so; other troubles may pass.
    fn fail(&mut self, error: &LinkError) {
        self.board = None;
        self.rest = matches!(error, LinkError::Line(_)).then_some(0);
        self.failures = match error {
            LinkError::Line(_) | LinkError::Noise | LinkError::Refused(_) => self.failures + 1,
            _ => MAX_FAILURES,
        };
    }

    /// The board, which has tested itself when the line was opened.
    fn board(&mut self) -> Result<&mut Board<T>, LinkError> {
        if self.board.is_none() {
            let line = (self.open)().map_err(LinkError::Line)?;
            let mut board = Board::connect(line, Arc::clone(&self.machine), self.patience)?;
            board.self_test()?;
            self.board = Some(board);
        }
        Ok(self.board.as_mut().expect("it is there, or an error was given"))
    }
}

impl<T> fmt::Debug for Station<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Station").finish_non_exhaustive()
    }
}
