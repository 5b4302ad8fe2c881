//! Lines of text from outside, none of which is longer than it may be.
//!
//! All that is read line by line comes through [`LineReader`]: what talks to us may be broken or
//! hostile, and a line without an end must not fill the memory.

use std::io::{self, BufRead};

/// The most bytes of a line. The longest that any protocol needs is a recorded game.
pub const MAX_LINE: usize = 1 << 16;

/// A line without its end, or the news that it was too long.
pub type Line = Result<String, TooLong>;

/// A line that is longer than [`MAX_LINE`] bytes. What it said is not kept.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("the line is longer than {MAX_LINE} bytes")]
pub struct TooLong;

/// Cuts what comes in into lines.
///
/// A line ends with a line feed, before which a carriage return may stand, or with the input. Bytes
/// that are no UTF-8 become replacement characters.
///
/// ```
/// use stonegate_protocols::lines::LineReader;
///
/// let lines = LineReader::new(&b"nboard 2\r\nset depth 12"[..]);
/// let lines = lines.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(lines, [Ok("nboard 2".to_owned()), Ok("set depth 12".to_owned())]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
}

impl<R: BufRead> LineReader<R> {
    pub const fn new(input: R) -> Self {
        Self { input }
    }

    /// The next line, or `None` at the end of the input.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut is_begun = false;
        let mut is_too_long = false;
        loop {
            let bytes = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            let is_end = bytes.is_empty();
            if is_end && !is_begun {
                return Ok(None);
            }
            is_begun = true;
            let feed = bytes.iter().position(|&byte| byte == b'\n');
            let text = &bytes[..feed.unwrap_or(bytes.len())];
            is_too_long |= line.len() + text.len() > MAX_LINE;
            if !is_too_long {
                line.extend_from_slice(text);
            }
            let n_read = text.len() + usize::from(feed.is_some());
            self.input.consume(n_read);
            if is_end || feed.is_some() {
                return Ok(Some(if is_too_long { Err(TooLong) } else { Ok(text_of(&line)) }));
            }
        }
    }
}

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

fn text_of(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    String::from_utf8_lossy(line).into_owned()
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    /// The lines of some bytes that come in pieces of this size, or what is wrong with them.
    fn lines(bytes: &[u8], piece: usize) -> Vec<String> {
        let lines = LineReader::new(BufReader::with_capacity(piece, bytes));
        let text = |line: io::Result<Line>| line.expect("memory can be read");
        lines.map(|line| text(line).unwrap_or_else(|too_long| too_long.to_string())).collect()
    }

    #[test]
    fn lines_end_with_line_feeds_or_the_input() {
        for piece in [1, 2, 3, 100] {
            let read = lines(b"a\r\n\nb c\n\rd", piece);
            assert_eq!(read, ["a", "", "b c", "\rd"], "{piece}");
            assert!(lines(b"", piece).is_empty());
            assert_eq!(lines(b"\xff\x41\n", piece), ["\u{fffd}A"]);
        }
    }

    #[test]
    fn long_lines_are_not_kept() {
        let longest = "x".repeat(MAX_LINE);
        let text = format!("{longest}\n{longest}x\nshort\n{longest}xyz");
        let too_long = TooLong.to_string();
        for piece in [1, 4096, 1 << 20] {
            let read = lines(text.as_bytes(), piece);
            assert_eq!(read, [&longest, &too_long, "short", &too_long], "{piece}");
        }
    }

    /// A line without an end is read in a memory that has a bound.
    #[test]
    fn an_endless_line_is_read_in_little_memory() {
        let input = BufReader::new(std::io::repeat(b'a').take(1 << 26));
        let mut reader = LineReader::new(input);
        assert_eq!(reader.read().expect("it can be read"), Some(Err(TooLong)));
        assert_eq!(reader.read().expect("it can be read"), None);
    }
}
