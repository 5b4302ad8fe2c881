//! What a controller asks.

use std::fmt;

use super::arguments::Arguments;
use super::response::Failure;

/// The largest `int` of the protocol.
pub const MAX_INT: u32 = (1 << 31) - 1;

#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Command {
    /// Comes back with the response.
    pub id: Option<u32>,
    pub name: String,
    /// The words behind the name.
    pub words: Vec<String>,
}

impl Command {
    pub fn new(name: &str, words: &[&str]) -> Self {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        Self { id: None, name: name.to_owned(), words }
    }

    /// Reads one line. There is no command on an empty line and on a line of comment.
    ///
    /// Control characters are discarded, tabs are spaces, and `#` begins a comment. A first word
    /// of digits is the id; an id beyond [`MAX_INT`] is an error, and so is an id alone.
    pub fn parse(line: &str) -> Result<Option<Self>, Failure> {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let line = line.chars().filter(|c| !c.is_control()).collect::<String>();
        let mut words = line.split(' ').filter(|word| !word.is_empty()).map(str::to_owned);
        let Some(first) = words.next() else { return Ok(None) };
        let is_id = first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, name) = if is_id {
            (Some(parse_id(&first)?), words.next().ok_or(Failure::SyntaxError)?)
        } else {
            (None, first)
        };
        Ok(Some(Self { id, name, words: words.collect() }))
    }

    /// The arguments, to be read one by one.
    pub fn arguments(&self) -> Arguments<'_> {
        Arguments::new(&self.words)
    }
}

fn parse_id(digits: &str) -> Result<u32, Failure> {
    digits.parse().ok().filter(|&id| id <= MAX_INT).ok_or(Failure::SyntaxError)
}

/// The line without its end.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.words.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<Command>, Failure> {
        Command::parse(line)
    }

    fn command(id: Option<u32>, name: &str, words: &[&str]) -> Command {
        Command { id, ..Command::new(name, words) }
    }

    #[test]
    fn commands_are_words_with_or_without_an_id() {
        assert_eq!(parsed("name"), Ok(Some(command(None, "name", &[]))));
        assert_eq!(parsed(" 0  komi \t6.5 "), Ok(Some(command(Some(0), "komi", &["6.5"]))));
        assert_eq!(parsed("2147483647 quit"), Ok(Some(command(Some(MAX_INT), "quit", &[]))));
        assert_eq!(parsed("pl\x07ay b\r"), Ok(Some(command(None, "play", &["b"]))));
        assert_eq!(parsed("play b a1#2 a2"), Ok(Some(command(None, "play", &["b", "a1"]))));
    }

    #[test]
    fn lines_without_a_command() {
        for line in ["", "   ", "\t\r", "# 1 name", " #"] {
            assert_eq!(parsed(line), Ok(None), "{line:?}");
        }
        for line in ["12", "2147483648 name", "99999999999999999999999 name"] {
            assert_eq!(parsed(line), Err(Failure::SyntaxError), "{line:?}");
        }
    }

    #[test]
    fn display_is_the_inverse_of_parsing() {
        for text in ["name", "17 play b D4", "undo"] {
            assert_eq!(parsed(text).unwrap().unwrap().to_string(), text);
        }
    }
}
