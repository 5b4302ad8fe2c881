//! What a PC and the Gomoku machine say to each other.
//!
//! The PC asks, and the machine answers every question once. Both speak in the frames of the Go
//! link. A question whose answer was lost is asked again, which does no harm: stones say how many
//! there were before them. `docs/gomoku-link.md` describes it.
//!
//! ```
//! use stonegate_protocols::go_link::FrameReader;
//! use stonegate_protocols::gomoku_link::{Request, Task};
//!
//! let request = Request::Move { task: Task::Reply, number: 0, square: 0x77 };
//! let bytes = request.encode();
//! let mut reader = FrameReader::default();
//! let content = bytes.into_iter().find_map(|byte| reader.push(byte)).expect("a frame");
//! assert_eq!(content, b"M\x03\0\0\x77");
//! assert_eq!(Request::decode(&content), Some(request));
//! ```

use crate::go_link::{Side, encode_frame};

/// The version of the protocol.
pub const VERSION: u8 = 1;

/// The most bytes of the memory in a message.
pub const MAX_BLOCK: usize = 128;

/// What the PC asks.
///
/// A square has its column in the high nibble and its row in the low one, from the lower left.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Request {
    Hello,
    /// Clears the board. The machine plays this side.
    New {
        side: Side,
    },
    /// A stone, a search, or both. `number` is how many stones there are before it.
    Move {
        task: Task,
        number: u16,
        square: u8,
    },
    Read {
        address: u16,
        count: u8,
    },
    /// Up to [`MAX_BLOCK`] bytes, at least one.
    Write {
        address: u16,
        bytes: Vec<u8>,
    },
}

/// What to do with a square.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[repr(u8)]
pub enum Task {
    /// Nothing: the machine is to move.
    Think = 0,
    /// The PC has a stone there.
    Other = 1,
    /// The machine has a stone there.
    Own = 2,
    /// The PC moves there, and the machine is to answer.
    Reply = 3,
}

impl Task {
    const ALL: [Self; 4] = [Self::Think, Self::Other, Self::Own, Self::Reply];
}

/// What the machine answers.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Reply {
    Hello(Hello),
    New {
        side: Side,
    },
    Answer(Answer),
    Read {
        address: u16,
        bytes: Vec<u8>,
    },
    Written {
        address: u16,
        count: u8,
    },
    /// The request means nothing, or is about bytes that the memory does not have.
    Error,
}

/// What a machine is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Hello {
    pub version: u8,
    /// How large its memory is.
    pub kilobytes: u8,
    /// Whether it looks at all windows of a row at once.
    pub is_wide: bool,
    pub side: Side,
    pub n_stones: u16,
}

/// What came of a move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Answer {
    /// The one of the request.
    pub number: u16,
    pub status: Status,
    /// The machine's move, if it made one.
    pub square: u8,
    /// The number of the pattern that fired.
    pub pattern: u16,
    /// How long the machine took; 24 bits.
    pub clocks: u32,
    pub n_stones: u16,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[repr(u8)]
pub enum Status {
    /// The stone is on the board.
    Stored = 0,
    /// So is the machine's.
    Moved = 1,
    /// No pattern fires.
    NoMove = 2,
    /// There is a stone already.
    Occupied = 3,
    /// There are more stones, or fewer.
    Differs = 4,
}

impl Status {
    const ALL: [Self; 5] = [Self::Stored, Self::Moved, Self::NoMove, Self::Occupied, Self::Differs];
}

impl Request {
    /// The bytes on the line.
    pub fn encode(&self) -> Vec<u8> {
        let mut content = Vec::new();
        match self {
            Self::Hello => content.push(b'H'),
            Self::New { side } => content.extend([b'N', side_byte(*side)]),
            Self::Move { task, number, square } => {
                content.extend([b'M', *task as u8]);
                content.extend(number.to_le_bytes());
                content.push(*square);
            }
            Self::Read { address, count } => {
                content.push(b'R');
                content.extend(address.to_le_bytes());
                content.push(*count);
            }
            Self::Write { address, bytes } => {
                content.push(b'W');
                content.extend(address.to_le_bytes());
                content.extend(bytes);
            }
        }
        encode_frame(&content)
    }

    /// Reads the content of a frame.
    pub fn decode(content: &[u8]) -> Option<Self> {
        Some(match *content {
            [b'H'] => Self::Hello,
            [b'N', side] => Self::New { side: side_of(side)? },
            [b'M', task, low, high, square] => {
                let task = *Task::ALL.get(usize::from(task))?;
                Self::Move { task, number: u16::from_le_bytes([low, high]), square }
            }
            [b'R', low, high, count] if usize::from(count) <= MAX_BLOCK => {
                Self::Read { address: u16::from_le_bytes([low, high]), count }
            }
            [b'W', low, high, ref bytes @ ..] if (1..=MAX_BLOCK).contains(&bytes.len()) => {
                Self::Write { address: u16::from_le_bytes([low, high]), bytes: bytes.to_vec() }
            }
            _ => return None,
        })
    }
}

impl Reply {
    /// The bytes on the line.
    pub fn encode(&self) -> Vec<u8> {
        let mut content = Vec::new();
        match self {
            Self::Hello(Hello { version, kilobytes, is_wide, side, n_stones }) => {
                let wide = u8::from(*is_wide);
                content.extend([b'H', *version, *kilobytes, wide, side_byte(*side)]);
                content.extend(n_stones.to_le_bytes());
            }
            Self::New { side } => content.extend([b'N', side_byte(*side)]),
            Self::Answer(Answer { number, status, square, pattern, clocks, n_stones }) => {
                content.push(b'A');
                content.extend(number.to_le_bytes());
                content.extend([*status as u8, *square]);
                content.extend(pattern.to_le_bytes());
                content.extend(&clocks.to_le_bytes()[..3]);
                content.extend(n_stones.to_le_bytes());
            }
            Self::Read { address, bytes } => {
                content.push(b'R');
                content.extend(address.to_le_bytes());
                content.extend(bytes);
            }
            Self::Written { address, count } => {
                content.push(b'W');
                content.extend(address.to_le_bytes());
                content.push(*count);
            }
            Self::Error => content.push(b'E'),
        }
        encode_frame(&content)
    }

    /// Reads the content of a frame.
    pub fn decode(content: &[u8]) -> Option<Self> {
        let number = |low, high| u16::from_le_bytes([low, high]);
        Some(match *content {
            [b'H', version, kilobytes, wide @ 0..=1, side, low, high] => Self::Hello(Hello {
                version,
                kilobytes,
                is_wide: wide == 1,
                side: side_of(side)?,
                n_stones: number(low, high),
            }),
            [b'N', side] => Self::New { side: side_of(side)? },
            [b'A', n0, n1, status, square, p0, p1, c0, c1, c2, s0, s1] => Self::Answer(Answer {
                number: number(n0, n1),
                status: *Status::ALL.get(usize::from(status))?,
                square,
                pattern: number(p0, p1),
                clocks: u32::from_le_bytes([c0, c1, c2, 0]),
                n_stones: number(s0, s1),
            }),
            [b'R', low, high, ref bytes @ ..] if bytes.len() <= MAX_BLOCK => {
                Self::Read { address: number(low, high), bytes: bytes.to_vec() }
            }
            [b'W', low, high, count] => Self::Written { address: number(low, high), count },
            [b'E'] => Self::Error,
            _ => return None,
        })
    }

    /// Whether this can be the answer to a request.
    pub fn answers(&self, request: &Request) -> bool {
        match (self, request) {
            (Self::Error, _) | (Self::Hello(_), Request::Hello) => true,
            (Self::New { side }, Request::New { side: asked }) => side == asked,
            (Self::Answer(answer), Request::Move { number, .. }) => answer.number == *number,
            (Self::Read { address, bytes }, Request::Read { address: asked, count }) => {
                address == asked && bytes.len() == usize::from(*count)
            }
            (Self::Written { address, count }, Request::Write { address: asked, bytes }) => {
                address == asked && usize::from(*count) == bytes.len()
            }
            _ => false,
        }
    }
}

fn side_byte(side: Side) -> u8 {
    u8::from(side == Side::White)
}

fn side_of(byte: u8) -> Option<Side> {
    [Side::Black, Side::White].get(usize::from(byte)).copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::go_link::FrameReader;

    fn content(bytes: Vec<u8>) -> Vec<u8> {
        let mut reader = FrameReader::default();
        bytes.into_iter().find_map(|byte| reader.push(byte)).expect("a frame")
    }

    fn side() -> impl Strategy<Value = Side> {
        prop_oneof![Just(Side::Black), Just(Side::White)]
    }

    fn request() -> impl Strategy<Value = Request> {
        prop_oneof![
            Just(Request::Hello),
            side().prop_map(|side| Request::New { side }),
            (0..4_usize, any::<u16>(), any::<u8>()).prop_map(|(task, number, square)| {
                Request::Move { task: Task::ALL[task], number, square }
            }),
            (any::<u16>(), 0..=MAX_BLOCK as u8)
                .prop_map(|(address, count)| Request::Read { address, count }),
            (any::<u16>(), prop::collection::vec(any::<u8>(), 1..=MAX_BLOCK))
                .prop_map(|(address, bytes)| Request::Write { address, bytes }),
        ]
    }

    fn reply() -> impl Strategy<Value = Reply> {
        prop_oneof![
            (any::<[u8; 2]>(), any::<bool>(), side(), any::<u16>()).prop_map(
                |([version, kilobytes], is_wide, side, n_stones)| {
                    Reply::Hello(Hello { version, kilobytes, is_wide, side, n_stones })
                }
            ),
            side().prop_map(|side| Reply::New { side }),
            (any::<[u16; 3]>(), 0..5_usize, any::<u8>(), 0..1_u32 << 24).prop_map(
                |([number, pattern, n_stones], status, square, clocks)| {
                    let status = Status::ALL[status];
                    Reply::Answer(Answer { number, status, square, pattern, clocks, n_stones })
                }
            ),
            (any::<u16>(), prop::collection::vec(any::<u8>(), 0..=MAX_BLOCK))
                .prop_map(|(address, bytes)| Reply::Read { address, bytes }),
            (any::<u16>(), any::<u8>())
                .prop_map(|(address, count)| Reply::Written { address, count }),
            Just(Reply::Error),
        ]
    }

    proptest! {
        #[test]
        fn messages_come_back(request in request(), reply in reply()) {
            prop_assert_eq!(Request::decode(&content(request.encode())), Some(request));
            prop_assert_eq!(Reply::decode(&content(reply.encode())), Some(reply));
        }

        /// Whatever can be read is written as it was.
        #[test]
        fn anything_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 1..16)) {
            if let Some(request) = Request::decode(&bytes) {
                prop_assert_eq!(content(request.encode()), bytes.clone());
            }
            if let Some(reply) = Reply::decode(&bytes) {
                prop_assert_eq!(content(reply.encode()), bytes);
            }
        }
    }

    #[test]
    fn answers_fit_their_requests() {
        let request = Request::Write { address: 11, bytes: vec![1, 2] };
        assert!(Reply::Written { address: 11, count: 2 }.answers(&request));
        assert!(!Reply::Written { address: 12, count: 2 }.answers(&request));
        assert!(!Reply::Written { address: 11, count: 1 }.answers(&request));
        assert!(!Reply::New { side: Side::Black }.answers(&Request::New { side: Side::White }));
        assert!(Reply::Error.answers(&request));
    }
}
