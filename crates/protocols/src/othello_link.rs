//! The bytes between a PC and the solver of the Othello machine.
//!
//! Each message is a frame as in [`go_link`](crate::go_link): marked at both ends, with a checksum.
//! The PC asks for the best move of a board, and the answer has the number of the question.
//!
//! ```
//! use stonegate_protocols::othello_link::{Reply, Request};
//!
//! let request = Request { number: 7, depth: 4, mover: 0x10_0800_0000, opponent: 0x8_1000_0000 };
//! assert_eq!(Request::decode(&request.content()), Some(request));
//! let reply = Reply::Move { number: 7, square: Some(19), value: -3, n_visits: 99 };
//! assert_eq!(Reply::decode(&reply.content()), Some(reply));
//! ```

use crate::go_link::encode_frame;

/// What stands for no move.
const NO_SQUARE: u8 = 0xff;

/// The question: what is the best move?
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Request {
    pub number: u8,
    /// In plies; 0 lets the machine pick one.
    pub depth: u8,
    /// The discs of the player to move: bit 0 is a1, bit 1 is b1, bit 8 is a2.
    pub mover: u64,
    pub opponent: u64,
}

impl Request {
    /// What is in the frame.
    pub fn content(&self) -> Vec<u8> {
        let mut content = vec![b'S', self.number, self.depth];
        content.extend(self.mover.to_le_bytes());
        content.extend(self.opponent.to_le_bytes());
        content
    }

    /// The bytes on the line.
    pub fn encode(&self) -> Vec<u8> {
        encode_frame(&self.content())
    }

    /// Reads the content of a frame.
    pub fn decode(content: &[u8]) -> Option<Self> {
        let [b'S', number, depth, boards @ ..] = content else { return None };
        let (mover, opponent) = boards.split_at_checked(8)?;
        let [mover, opponent] = [mover, opponent].map(|bytes| bytes.try_into().ok());
        let [mover, opponent] = [u64::from_le_bytes(mover?), u64::from_le_bytes(opponent?)];
        Some(Self { number: *number, depth: *depth, mover, opponent })
    }
}

/// The answer of the machine.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Reply {
    Move {
        /// That of the question.
        number: u8,
        /// None if there is no move.
        square: Option<u8>,
        /// For the mover.
        value: i16,
        n_visits: u32,
    },
    /// The question makes no sense.
    Error,
}

impl Reply {
    /// What is in the frame.
    pub fn content(&self) -> Vec<u8> {
        let &Self::Move { number, square, value, n_visits } = self else { return vec![b'E'] };
        let mut content = vec![b'M', number, square.unwrap_or(NO_SQUARE)];
        content.extend(value.to_le_bytes());
        content.extend(n_visits.to_le_bytes());
        content
    }

    /// The bytes on the line.
    pub fn encode(&self) -> Vec<u8> {
        encode_frame(&self.content())
    }

    /// Reads the content of a frame.
    pub fn decode(content: &[u8]) -> Option<Self> {
        match *content {
            [b'E'] => Some(Self::Error),
            [b'M', number, square @ (0..64 | NO_SQUARE), v0, v1, n0, n1, n2, n3] => {
                Some(Self::Move {
                    number,
                    square: Some(square).filter(|&square| square != NO_SQUARE),
                    value: i16::from_le_bytes([v0, v1]),
                    n_visits: u32::from_le_bytes([n0, n1, n2, n3]),
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn reading_is_the_inverse_of_writing(
            number: u8, depth: u8, mover: u64, opponent: u64, square in prop::option::of(0..64_u8),
            value: i16, n_visits: u32,
        ) {
            let request = Request { number, depth, mover, opponent };
            prop_assert_eq!(Request::decode(&request.content()), Some(request));
            let reply = Reply::Move { number, square, value, n_visits };
            prop_assert_eq!(Reply::decode(&reply.content()), Some(reply));
        }

        #[test]
        fn any_content_is_read_or_refused(content: Vec<u8>) {
            if let Some(request) = Request::decode(&content) {
                prop_assert_eq!(request.content(), content.clone());
            }
            if let Some(reply) = Reply::decode(&content) {
                prop_assert_eq!(reply.content(), content);
            }
        }
    }
}
