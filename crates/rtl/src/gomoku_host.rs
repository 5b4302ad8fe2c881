//! The PC's end of the line to a Gomoku machine.

use std::io::{self, ErrorKind, Read, Write};

use stonegate_protocols::go_link::{FrameReader, Side};
use stonegate_protocols::gomoku_link::{Answer, Hello, MAX_BLOCK, Reply, Request, Task, VERSION};

/// Behind the last pattern there are so many zeros, if there is room.
const END_BYTES: usize = 11;

/// A line that swallows a request so often is of no use.
const MAX_REPETITIONS: u32 = 50;

/// A Gomoku machine at the end of a line.
///
/// Reading from the line gives what has arrived, or fails with [`ErrorKind::TimedOut`] when nothing
/// has for a while; then the question is asked again. The end of the stream means that the machine
/// is gone.
#[derive(Debug)]
pub struct GomokuHost<T> {
    line: T,
    reader: FrameReader,
    /// How many silences in a row are one too many.
    patience: u32,
    hello: Hello,
    /// What we have put into the memory, from its first byte on.
    written: Vec<u8>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum GomokuError {
    #[error("the line to the machine: {0}")]
    Line(io::Error),
    /// The machine is silent.
    #[error("the machine does not answer: is this its port?")]
    NoAnswer,
    /// Another version of the protocol.
    #[error("the machine speaks version {0} of the protocol, not {VERSION}")]
    Version(u8),
    /// More bytes than the memory has.
    #[error("{bytes} bytes of patterns do not fit: the machine has {memory}")]
    TooLarge { bytes: usize, memory: usize },
    /// The machine does not know what is asked of it.
    #[error("the machine does not know what is asked of it")]
    Refused,
}

impl<T: Read + Write> GomokuHost<T> {
    /// Asks what is at the other end. It is given up after so many silences in a row.
    pub fn connect(line: T, patience: u32) -> Result<Self, GomokuError> {
        let hello = Hello {
            version: VERSION,
            kilobytes: 0,
            is_wide: false,
            side: Side::White,
            n_stones: 0,
        };
        let reader = FrameReader::default();
        let mut host = Self { line, reader, patience, hello, written: Vec::new() };
        let Reply::Hello(hello) = host.ask(&Request::Hello)? else {
            return Err(GomokuError::Refused);
        };
        if hello.version != VERSION {
            return Err(GomokuError::Version(hello.version));
        }
        host.hello = hello;
        Ok(host)
    }

    /// What the machine said of itself at first.
    pub const fn hello(&self) -> &Hello {
        &self.hello
    }

    pub const fn line_mut(&mut self) -> &mut T {
        &mut self.line
    }

    /// Clears the board; the machine plays this side.
    pub fn new_game(&mut self, side: Side) -> Result<(), GomokuError> {
        self.ask(&Request::New { side }).map(drop)
    }

    /// Puts a stone onto the board, or asks for a move, or both. `number` is how many stones there
    /// are before that.
    pub fn play(&mut self, task: Task, number: u16, square: u8) -> Result<Answer, GomokuError> {
        match self.ask(&Request::Move { task, number, square })? {
            Reply::Answer(answer) => Ok(answer),
            _ => Err(GomokuError::Refused),
        }
    }

    /// Puts an image of patterns into the memory, as far as it is not there already. It counts from
    /// the next move on.
    pub fn load(&mut self, image: &[u8]) -> Result<(), GomokuError> {
        let memory = usize::from(self.hello.kilobytes) << 10;
        if image.len() > memory {
            return Err(GomokuError::TooLarge { bytes: image.len(), memory });
        }
        let mut bytes = image.to_vec();
        bytes.resize((image.len() + END_BYTES).min(memory), 0);
        for (number, block) in bytes.chunks(MAX_BLOCK).enumerate() {
            let start = number * MAX_BLOCK;
            if self.written.get(start..start + block.len()) != Some(block) {
                self.write(start as u16, block)?;
                let end = start + block.len();
                self.written.resize(self.written.len().max(end), 0);
                self.written[start..end].copy_from_slice(block);
            }
        }
        Ok(())
    }

    fn write(&mut self, address: u16, block: &[u8]) -> Result<(), GomokuError> {
        self.ask(&Request::Write { address, bytes: block.to_vec() }).map(drop)
    }

    /// Reads bytes of the memory.
    pub fn read(&mut self, start: usize, count: usize) -> Result<Vec<u8>, GomokuError> {
        let mut bytes = Vec::new();
        while bytes.len() < count {
            let address = (start + bytes.len()) as u16;
            let count = (count - bytes.len()).min(MAX_BLOCK) as u8;
            match self.ask(&Request::Read { address, count })? {
                Reply::Read { bytes: block, .. } => bytes.extend(block),
                _ => return Err(GomokuError::Refused),
            }
        }
        Ok(bytes)
    }

    /// Asks until there is an answer.
    fn ask(&mut self, request: &Request) -> Result<Reply, GomokuError> {
        let mut silences = 0;
        for _ in 0..MAX_REPETITIONS {
            self.line.write_all(&request.encode()).map_err(GomokuError::Line)?;
            self.line.flush().map_err(GomokuError::Line)?;
            match self.receive(request)? {
                Some(Reply::Error) => return Err(GomokuError::Refused),
                Some(reply) => return Ok(reply),
                None => silences += 1,
            }
            if silences >= self.patience {
                break;
            }
        }
        Err(GomokuError::NoAnswer)
    }

    /// Waits for the answer to a request, or for a silence.
    fn receive(&mut self, request: &Request) -> Result<Option<Reply>, GomokuError> {
        let mut byte = [0];
        loop {
            match self.line.read(&mut byte) {
                Ok(0) => return Err(GomokuError::Line(ErrorKind::UnexpectedEof.into())),
                Ok(_) => {
                    let content = self.reader.push(byte[0]);
                    let reply = content.and_then(|content| Reply::decode(&content));
                    // What was asked before may be answered twice.
                    if let Some(reply) = reply.filter(|reply| reply.answers(request)) {
                        return Ok(Some(reply));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error)
                    if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) =>
                {
                    return Ok(None);
                }
                Err(error) => return Err(GomokuError::Line(error)),
            }
        }
    }
}
