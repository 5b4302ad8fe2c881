//! The arguments of a command, read one by one.

use std::str::FromStr;

use super::command::MAX_INT;
use super::response::Failure;
use super::vertex::{Color, Vertex};

/// Each method takes one word; a word that is missing or of another kind is a syntax error.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    words: std::slice::Iter<'a, String>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(words: &'a [String]) -> Self {
        Self { words: words.iter() }
    }

    pub fn is_empty(&self) -> bool {
        self.words.len() == 0
    }

    /// The next word, left where it is.
    pub fn peek(&self) -> Option<&'a str> {
        self.words.as_slice().first().map(String::as_str)
    }

    pub fn word(&mut self) -> Result<&'a str, Failure> {
        self.words.next().map(String::as_str).ok_or(Failure::SyntaxError)
    }

    /// The remaining words.
    pub fn rest(&mut self) -> impl Iterator<Item = &'a str> + use<'a> {
        std::mem::take(&mut self.words).map(String::as_str)
    }

    pub fn int(&mut self) -> Result<u32, Failure> {
        self.parse::<u32>()
            .and_then(|n| if n <= MAX_INT { Ok(n) } else { Err(Failure::SyntaxError) })
    }

    /// A finite number.
    pub fn float(&mut self) -> Result<f64, Failure> {
        let number = self.parse::<f64>()?;
        if number.is_finite() { Ok(number) } else { Err(Failure::SyntaxError) }
    }

    pub fn color(&mut self) -> Result<Color, Failure> {
        self.parse()
    }

    pub fn vertex(&mut self) -> Result<Vertex, Failure> {
        self.parse()
    }

    fn parse<T: FromStr>(&mut self) -> Result<T, Failure> {
        self.word()?.parse().map_err(|_| Failure::SyntaxError)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Command;
    use super::*;

    #[test]
    fn arguments_have_kinds() {
        let command = Command::new("x", &["12", "-0.5", "w", "pass", "rest", "more"]);
        let mut arguments = command.arguments();
        assert_eq!(arguments.int(), Ok(12));
        assert_eq!(arguments.float(), Ok(-0.5));
        assert_eq!(arguments.color(), Ok(Color::White));
        assert_eq!(arguments.peek(), Some("pass"));
        assert_eq!(arguments.vertex(), Ok(Vertex::Pass));
        assert_eq!(arguments.rest().collect::<Vec<_>>(), ["rest", "more"]);
        assert!(arguments.is_empty());
        assert_eq!(arguments.word(), Err(Failure::SyntaxError));
    }

    #[test]
    fn wrong_kinds_are_syntax_errors() {
        for word in ["-1", "2147483648", "1e3", "x", "999999999999999999999"] {
            assert_eq!(Command::new("x", &[word]).arguments().int(), Err(Failure::SyntaxError));
        }
        for word in ["nan", "inf", "1e999", "6,5"] {
            assert_eq!(Command::new("x", &[word]).arguments().float(), Err(Failure::SyntaxError));
        }
    }
}
