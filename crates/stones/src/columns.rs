//! Coordinates: a letter for the column and a number for the row, as in `d3`.

use std::fmt;

/// How the columns of a board are named.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Columns {
    /// `a`, `b`, .. `z`.
    All,
    /// `A` to `Z` without `I`, which looks like a 1: the custom of Go.
    WithoutI,
}

/// All letters, in both customs.
const LOWER: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
const UPPER_WITHOUT_I: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Columns {
    /// The names of the columns, the first one first.
    pub const fn letters(self) -> &'static [u8] {
        match self {
            Self::All => LOWER,
            Self::WithoutI => UPPER_WITHOUT_I,
        }
    }

    /// Writes a point, whose column and row are counted from 0.
    pub fn write(self, f: &mut fmt::Formatter<'_>, column: usize, row: usize) -> fmt::Result {
        write!(f, "{}{}", char::from(self.letters()[column]), row + 1)
    }

    /// Reads a point, as column and row from 0: the letter in either case, the number below 100
    /// and without zeros before it. Whether there is such a point is a matter of the board.
    pub fn read(self, text: &str) -> Option<(usize, usize)> {
        let (letter, digits) = text.as_bytes().split_first()?;
        let column = self.letters().iter().position(|known| known.eq_ignore_ascii_case(letter))?;
        let row = match *digits {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => 10 * (tens - b'0') + ones - b'0',
            _ => return None,
        };
        Some((column, usize::from(row) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Point(Columns, usize, usize);

    impl fmt::Display for Point {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.write(f, self.1, self.2)
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for columns in [Columns::All, Columns::WithoutI] {
            for column in 0..columns.letters().len() {
                for row in 0..99 {
                    let text = Point(columns, column, row).to_string();
                    assert_eq!(columns.read(&text), Some((column, row)), "{text}");
                    assert_eq!(columns.read(&text.to_lowercase()), Some((column, row)));
                    assert_eq!(columns.read(&text.to_uppercase()), Some((column, row)));
                }
            }
        }
        assert_eq!(Point(Columns::All, 8, 0).to_string(), "i1");
        assert_eq!(Point(Columns::WithoutI, 8, 18).to_string(), "J19");
    }

    #[test]
    fn no_points() {
        for text in ["", "a", "a0", "a01", "a100", "a+1", "1a", "`1", "a1 ", "é1", "\u{e9}"] {
            assert_eq!(Columns::All.read(text), None, "{text}");
        }
        assert_eq!(Columns::WithoutI.read("I1"), None);
    }
}
