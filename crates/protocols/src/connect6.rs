//! Connect6 on a wire and in text.
//!
//! [`serial`] is the byte protocol of the FPT 2011 design competition between a board and its
//! host. [`text`] is what desktop engines understand line by line: `new black`, `move JJKK`.
//! Neither knows the rules of the game: a stone is a row and a column.
//!
//! ```
//! use stonegate_protocols::connect6::Stone;
//! use stonegate_protocols::connect6::serial::{Side, StoneReader, encode_stones};
//! use stonegate_protocols::connect6::text::Command;
//!
//! assert_eq!(Side::Light.to_byte(), b'L');
//! let stones = [Stone { row: 9, column: 11 }, Stone { row: 10, column: 10 }];
//! let bytes = encode_stones(&stones);
//! assert_eq!(bytes, b"09111010");
//!
//! let mut reader = StoneReader::default();
//! let read = bytes.iter().filter_map(|&byte| reader.push(byte)).collect::<Result<Vec<_>, _>>();
//! assert_eq!(read.as_deref(), Ok(&stones[..]));
//!
//! let command = Command::Move(stones.to_vec());
//! assert_eq!(command.encode(19), "move KKJJ");
//! assert_eq!(Command::decode("MOVE KKJJ", 19), Ok(command));
//! ```

pub mod serial;
pub mod text;

/// A cell, with rows counted from 1 at the top and columns from 1 at the left.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Stone {
    pub row: u8,
    pub column: u8,
}
