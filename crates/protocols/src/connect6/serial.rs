//! The byte protocol: 115200 baud, no separators, no checksum.
//!
//! The host sends one byte, the color of the board. From then on each stone is four digits, two
//! for the row and two for the column. Black's first turn is one stone, every other turn two, sent
//! back to back; a turn the first stone of which wins may end there. Nothing tells the end of the
//! game.

use super::Stone;

/// How fast the wire is.
pub const BAUD: u32 = 115_200;

/// The color that a host gives to a board.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Side {
    /// Black: begins with one stone.
    Dark,
    /// White.
    Light,
}

impl Side {
    pub const fn to_byte(self) -> u8 {
        match self {
            Self::Dark => b'D',
            Self::Light => b'L',
        }
    }

    /// Some hosts send `W` for light. Other bytes are none: blanks between the tokens, or noise on
    /// a line that has just been opened.
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            b'D' => Some(Self::Dark),
            b'L' | b'W' => Some(Self::Light),
            _ => None,
        }
    }
}

/// The bytes of a turn. Rows and columns have two digits: they are below 100.
pub fn encode_stones(stones: &[Stone]) -> Vec<u8> {
    let digits = |number: u8| [b'0' + number / 10 % 10, b'0' + number % 10];
    stones.iter().flat_map(|stone| [digits(stone.row), digits(stone.column)]).flatten().collect()
}

/// Puts stones together from bytes. Blanks and line ends do not matter.
#[derive(Clone, Eq, PartialEq, Default, Debug)]
pub struct StoneReader {
    digits: Vec<u8>,
}

impl StoneReader {
    /// Takes a byte, the last one of a stone or one that does not belong there.
    pub fn push(&mut self, byte: u8) -> Option<Result<Stone, NoDigit>> {
        match byte {
            b'0'..=b'9' => self.digits.push(byte - b'0'),
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => return Some(Err(NoDigit(byte))),
        }
        let &[a, b, c, d] = &self.digits[..] else { return None };
        self.digits.clear();
        Some(Ok(Stone { row: a * 10 + b, column: c * 10 + d }))
    }

    /// Whether a stone has begun and not ended.
    pub fn is_amid(&self) -> bool {
        !self.digits.is_empty()
    }
}

/// A byte that is no digit where a stone should be.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a stone is four digits, and `{}` is none", .0.escape_ascii())]
pub struct NoDigit(pub u8);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(bytes: &[u8]) -> Vec<Result<Stone, NoDigit>> {
        let mut reader = StoneReader::default();
        bytes.iter().filter_map(|&byte| reader.push(byte)).collect()
    }

    proptest! {
        #[test]
        fn reading_is_the_inverse_of_writing(rows in prop::collection::vec((0..100_u8, 0..100_u8), 0..5)) {
            let stones = rows.into_iter().map(|(row, column)| Stone { row, column });
            let stones = stones.collect::<Vec<_>>();
            let found = read(&encode_stones(&stones)).into_iter().collect::<Result<Vec<_>, _>>();
            prop_assert_eq!(found, Ok(stones));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            prop_assert!(read(&bytes).len() <= bytes.len());
        }
    }

    #[test]
    fn blanks_between_tokens_do_not_matter() {
        let stones = [Stone { row: 10, column: 10 }, Stone { row: 9, column: 11 }];
        assert_eq!(read(b"\r\n1010 0911\n"), stones.map(Ok));
        assert_eq!(read(b"10x"), [Err(NoDigit(b'x'))]);
    }

    #[test]
    fn colors() {
        let sides = b"DLWd\n\0".map(Side::from_byte);
        let (dark, light) = (Some(Side::Dark), Some(Side::Light));
        assert_eq!(sides, [dark, light, light, None, None, None]);
    }
}
