//! What a brain says.

use std::fmt;

use super::Square;

/// A line of a brain.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Answer {
    Ok,
    Move(Square),
    /// Several stones of a swap2 opening.
    Moves(Vec<Square>),
    /// The brain takes the other color, in a swap2 opening.
    Swap,
    /// The brain would like to play there, and leaves it to the manager.
    Suggest(Square),
    /// Known, but not possible.
    Error(String),
    Unknown(String),
    /// For people to read.
    Message(String),
    /// For the author to read.
    Debug(String),
    About(About),
    /// The points that are forbidden to Black (Yixin).
    Forbidden(Vec<Square>),
}

/// Who a brain is.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct About {
    pub name: String,
    pub version: String,
    pub author: String,
    pub country: String,
}

impl Answer {
    /// Reads a line of a brain. What is none of the known lines is `None`.
    pub fn decode(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "OK" => Some(Self::Ok),
            "SWAP" => Some(Self::Swap),
            "SUGGEST" => rest.parse().ok().map(Self::Suggest),
            "ERROR" => Some(Self::Error(rest.to_owned())),
            "UNKNOWN" => Some(Self::Unknown(rest.to_owned())),
            "MESSAGE" => Some(Self::Message(rest.to_owned())),
            "DEBUG" => Some(Self::Debug(rest.to_owned())),
            "FORBID" => decode_forbidden(rest).map(Self::Forbidden),
            _ if line.to_ascii_lowercase().starts_with("name=") => {
                Some(Self::About(About::decode(line)))
            }
            _ => decode_moves(line),
        }
    }
}

/// One or more squares between blanks; a single one may have blanks within.
fn decode_moves(line: &str) -> Option<Answer> {
    if let Ok(square) = line.parse() {
        return Some(Answer::Move(square));
    }
    let squares: Result<Vec<Square>, ()> = line.split_whitespace().map(str::parse).collect();
    squares.ok().filter(|squares| !squares.is_empty()).map(Answer::Moves)
}

/// Two digits a coordinate, without anything between them, and a full stop.
fn decode_forbidden(text: &str) -> Option<Vec<Square>> {
    let digits = text.strip_suffix('.')?.as_bytes();
    if digits.len() % 4 != 0 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = |pair: &[u8]| u32::from(pair[0] - b'0') * 10 + u32::from(pair[1] - b'0');
    let square = |four: &[u8]| Square { x: number(&four[..2]), y: number(&four[2..]) };
    Some(digits.chunks(4).map(square).collect())
}

impl About {
    fn decode(line: &str) -> Self {
        let value = |key: &str| {
            let start = line.find(&format!("{key}=\""))? + key.len() + 2;
            let end = line[start..].find('"')?;
            Some(line[start..start + end].to_owned())
        };
        let value = |key: &str| value(key).unwrap_or_default();
        Self {
            name: value("name"),
            version: value("version"),
            author: value("author"),
            country: value("country"),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An answer is one line, whatever is said in it.
        let line = |text: &str| text.replace(['\r', '\n'], " ");
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(square) => square.fmt(f),
            Self::Moves(squares) => {
                let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
                f.write_str(&squares.join(" "))
            }
            Self::Swap => f.write_str("SWAP"),
            Self::Suggest(square) => write!(f, "SUGGEST {square}"),
            Self::Error(text) => write!(f, "ERROR {}", line(text)),
            Self::Unknown(text) => write!(f, "UNKNOWN {}", line(text)),
            Self::Message(text) => write!(f, "MESSAGE {}", line(text)),
            Self::Debug(text) => write!(f, "DEBUG {}", line(text)),
            Self::About(About { name, version, author, country }) => write!(
                f,
                "name=\"{name}\", version=\"{version}\", author=\"{author}\", country=\"{country}\""
            ),
            Self::Forbidden(squares) => {
                f.write_str("FORBID ")?;
                squares.iter().try_for_each(|Square { x, y }| write!(f, "{x:02}{y:02}"))?;
                f.write_str(".")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn answers_are_printed_as_they_are_read() {
        for text in [
            "OK",
            "3,14",
            "7,7 8,8 9,9",
            "SWAP",
            "SUGGEST 1,2",
            "ERROR the board is too small",
            "UNKNOWN command",
            "MESSAGE depth 5",
            "DEBUG x",
            "name=\"a\", version=\"1\", author=\"b\", country=\"c\"",
            "FORBID 00011415.",
            "FORBID .",
        ] {
            let answer = Answer::decode(text).expect("it is an answer");
            assert_eq!(answer.to_string(), text);
        }
        assert_eq!(Answer::decode(" 3, 4 "), Some(Answer::Move(Square { x: 3, y: 4 })));
        assert_eq!(Answer::decode("ok"), Some(Answer::Ok));
        for text in ["", "hello", "3", "3,x", "FORBID 1.", "SUGGEST"] {
            assert_eq!(Answer::decode(text), None, "{text}");
        }
        assert_eq!(Answer::Error("two\nlines".to_owned()).to_string(), "ERROR two lines");
    }

    proptest! {
        #[test]
        fn anything_can_be_read(line in ".{0,60}") {
            Answer::decode(&line);
        }
    }
}
