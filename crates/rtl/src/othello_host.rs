//! The PC's end of the line to the solver of an Othello machine.

use std::io::{self, ErrorKind, Read, Write};

use stonegate_protocols::go_link::FrameReader;
use stonegate_protocols::othello_link::{Reply, Request};

/// A question is asked so often.
const REPETITIONS: u32 = 3;

/// A solver at the end of a line.
///
/// Reading from the line gives what has arrived, or fails with [`ErrorKind::TimedOut`] when nothing
/// has for a while. The end of the stream means that the machine is gone.
#[derive(Debug)]
pub struct OthelloHost<T> {
    line: T,
    reader: FrameReader,
    /// So many silences in a row mean that a question or its answer was lost.
    patience: u32,
    number: u8,
}

/// What a solver has found.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct OthelloAnswer {
    /// The number of the square, if there is a move.
    pub square: Option<u8>,
    /// For the mover.
    pub value: i16,
    /// Two clocks each.
    pub n_visits: u32,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum OthelloError {
    #[error("the line to the machine: {0}")]
    Line(io::Error),
    /// The machine is silent.
    #[error("the machine does not answer: is this its port?")]
    NoAnswer,
    /// Nobody waits for it any more.
    #[error("the machine was not waited for")]
    Stopped,
    /// The machine does not know what is asked of it.
    #[error("the machine refuses the question: is it made for such a depth?")]
    Refused,
}

impl<T: Read + Write> OthelloHost<T> {
    /// A search may last: a question is asked again after so many silences.
    pub fn new(line: T, patience: u32) -> Self {
        Self { line, reader: FrameReader::default(), patience, number: 0 }
    }

    pub const fn line_mut(&mut self) -> &mut T {
        &mut self.line
    }

    /// The best move to a depth, or to one that the machine picks if it is 0. Whether to wait on is
    /// asked after every silence.
    pub fn search(
        &mut self,
        mover: u64,
        opponent: u64,
        depth: u8,
        stop: &dyn Fn() -> bool,
    ) -> Result<OthelloAnswer, OthelloError> {
        self.number = self.number.wrapping_add(1);
        let request = Request { number: self.number, depth, mover, opponent };
        for _ in 0..REPETITIONS {
            self.line.write_all(&request.encode()).map_err(OthelloError::Line)?;
            self.line.flush().map_err(OthelloError::Line)?;
            if let Some(answer) = self.answer(stop)? {
                return Ok(answer);
            }
        }
        Err(OthelloError::NoAnswer)
    }

    /// Waits for the answer to the last question; none if it does not come.
    fn answer(&mut self, stop: &dyn Fn() -> bool) -> Result<Option<OthelloAnswer>, OthelloError> {
        let (mut byte, mut n_silences) = ([0], 0);
        while n_silences < self.patience {
            match self.line.read(&mut byte) {
                Ok(0) => return Err(OthelloError::Line(ErrorKind::UnexpectedEof.into())),
                Ok(_) => {
                    n_silences = 0;
                    let content = self.reader.push(byte[0]);
                    match content.and_then(|content| Reply::decode(&content)) {
                        Some(Reply::Error) => return Err(OthelloError::Refused),
                        Some(Reply::Move { number, square, value, n_visits })
                            if number == self.number =>
                        {
                            return Ok(Some(OthelloAnswer { square, value, n_visits }));
                        }
                        // What was asked before may be answered twice.
                        Some(Reply::Move { .. }) | None => {}
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error)
                    if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) =>
                {
                    if stop() {
                        return Err(OthelloError::Stopped);
                    }
                    n_silences += 1;
                }
                Err(error) => return Err(OthelloError::Line(error)),
            }
        }
        Ok(None)
    }
}
