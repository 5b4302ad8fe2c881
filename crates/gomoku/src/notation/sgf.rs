//! SGF, the Smart Game Format (FF4, game 4). Only the main line is read.

use std::fmt::Write;

use super::{GameRecord, NotationError};
use crate::point::Point;
use crate::rule::{Rule, Size};
use stonegate_stones::Color;

impl GameRecord {
    pub fn from_sgf(text: &str) -> Result<Self, NotationError> {
        let properties = Parser { rest: text }.main_line()?;
        let mut record = Self {
            size: Size::FIFTEEN,
            rule: Rule::Freestyle,
            players: [String::new(), String::new()],
            moves: Vec::new(),
        };
        for (name, value) in properties {
            match name.as_str() {
                "SZ" => record.size = parse_size(&value)?,
                "RU" => record.rule = value.to_lowercase().parse().unwrap_or(record.rule),
                "PB" => record.players[0] = value,
                "PW" => record.players[1] = value,
                "B" | "AB" => record.add(&value, Color::Black)?,
                "W" | "AW" => record.add(&value, Color::White)?,
                _ => {}
            }
        }
        Ok(record)
    }

    fn add(&mut self, value: &str, color: Color) -> Result<(), NotationError> {
        let wrong = || NotationError(format!("`{value}` is no point of a {} board", self.size));
        let [column, row] = value.as_bytes() else { return Err(wrong()) };
        let x = usize::from(column.wrapping_sub(b'a'));
        let y = self.size.height().checked_sub(usize::from(row.wrapping_sub(b'a')) + 1);
        let point = y.and_then(|y| Point::on(self.size, x, y)).ok_or_else(wrong)?;
        self.moves.push((point, color));
        Ok(())
    }

    pub fn to_sgf(&self) -> String {
        let (width, height) = (self.size.width(), self.size.height());
        let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
        let [black, white] = self.players.each_ref().map(|name| escape(name));
        let rule = self.rule;
        let mut text = format!("(;GM[4]FF[4]CA[UTF-8]SZ[{size}]RU[{rule}]PB[{black}]PW[{white}]");
        // Writing into a string cannot fail.
        for (point, color) in &self.moves {
            let name = if *color == Color::Black { 'B' } else { 'W' };
            let letter = |at: usize| char::from(b'a' + at as u8);
            let (column, row) = (letter(point.x()), letter(height - 1 - point.y()));
            let _ = write!(text, "\n;{name}[{column}{row}]");
        }
        text.push_str(")\n");
        text
    }
}

fn parse_size(value: &str) -> Result<Size, NotationError> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let size = width.parse().ok().zip(height.parse().ok());
    let size = size.and_then(|(width, height)| Size::new(width, height));
    size.ok_or_else(|| NotationError(format!("the size `{value}` is not from 5 to 25")))
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    /// The properties of the main line, a pair for each value.
    fn main_line(mut self) -> Result<Vec<(String, String)>, NotationError> {
        let start = self.rest.find('(').ok_or_else(|| wrong("it does not begin with `(;`"))?;
        self.rest = &self.rest[start..];
        let mut properties = Vec::new();
        let mut name = String::new();
        loop {
            let mut letters = self.rest.chars();
            match letters.next() {
                None => return Err(wrong("it ends too early")),
                // The first variation is the main line, and ends it.
                Some(')') => return Ok(properties),
                Some('[') => {
                    self.rest = letters.as_str();
                    let value = self.value()?;
                    properties.push((name.clone(), value));
                    continue;
                }
                Some(letter) if letter.is_ascii_uppercase() => {
                    let end = self.rest.find(|it: char| !it.is_ascii_alphabetic());
                    let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                    word.clone_into(&mut name);
                    self.rest = rest;
                    continue;
                }
                Some('(' | ';') => {}
                Some(letter) if letter.is_whitespace() => {}
                Some(letter) => {
                    return Err(wrong(&format!("`{letter}` stands in the wrong place")));
                }
            }
            self.rest = letters.as_str();
        }
    }

    /// What stands before the next `]`.
    fn value(&mut self) -> Result<String, NotationError> {
        let mut value = String::new();
        let mut letters = self.rest.chars();
        loop {
            match letters.next().ok_or_else(|| wrong("a `]` is missing"))? {
                ']' => break,
                '\\' => value.extend(letters.next()),
                letter => value.push(letter),
            }
        }
        self.rest = letters.as_str();
        Ok(value)
    }
}

fn wrong(problem: &str) -> NotationError {
    NotationError(format!("this is no game in SGF: {problem}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_programs() {
        let text = "(;GM[4]SZ[15]C[a \\] b]\n;B[hh];W[hi](;B[ij]N[x])(;B[aa]))";
        let record = GameRecord::from_sgf(text).unwrap();
        let moves: Vec<String> = record.moves.iter().map(|(point, _)| point.to_string()).collect();
        assert_eq!(moves, ["h8", "h7", "i6"]);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let check = |text: &str, expected: &str| {
            let error = GameRecord::from_sgf(text).expect_err("it is no game").to_string();
            assert!(error.contains(expected), "{error}");
        };
        check("", "it does not begin");
        check("(;B[hh", "a `]` is missing");
        check("(;SZ[99])", "`99` is not from 5 to 25");
        check("(;B[zz])", "`zz` is no point of a 15x15 board");
    }
}
