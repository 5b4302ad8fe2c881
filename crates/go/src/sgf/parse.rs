//! Reading records.

use std::fmt;
use std::str::FromStr;

use super::SgfGame;
use crate::point::{Move, Point};
use crate::size::Size;
use stonegate_stones::{ByColor, Color};

/// Why a text is no record, and at which byte.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ParseSgfError {
    pub position: usize,
    problem: Problem,
}

#[derive(Clone, Eq, PartialEq, Debug)]
enum Problem {
    NoTree,
    NoValue(String),
    OpenValue,
    Size,
    Point(String),
}

impl fmt::Display for ParseSgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Problem::NoTree => f.write_str("a record begins with `(;`"),
            Problem::NoValue(name) => write!(f, "the property `{name}` has no value in brackets"),
            Problem::OpenValue => f.write_str("a value has no closing bracket"),
            Problem::Size => f.write_str("the board has a size from 1 to 19"),
            Problem::Point(value) => write!(f, "`{value}` is no point of the board"),
        }?;
        write!(f, " (byte {})", self.position)
    }
}

impl std::error::Error for ParseSgfError {}

/// A property with one of its values, and where the value stands.
struct Property {
    name: String,
    value: String,
    position: usize,
}

impl FromStr for SgfGame {
    type Err = ParseSgfError;

    /// Reads the main line: the first variation wherever there are several.
    fn from_str(text: &str) -> Result<Self, ParseSgfError> {
        let properties = main_line(text)?;
        let mut record = Self {
            size: size(&properties)?,
            komi: None,
            players: ByColor::default(),
            stones: ByColor::default(),
            to_move: None,
            moves: Vec::new(),
            result: None,
        };
        for property in &properties {
            record.add(property)?;
        }
        Ok(record)
    }
}

impl SgfGame {
    fn add(&mut self, property: &Property) -> Result<(), ParseSgfError> {
        let value = property.value.trim();
        match property.name.as_str() {
            "KM" => self.komi = value.parse().ok().filter(|komi: &f64| komi.abs() <= 400.0),
            "RE" => self.result = Some(property.value.clone()),
            "PB" => self.players.black.clone_from(&property.value),
            "PW" => self.players.white.clone_from(&property.value),
            "PL" => self.to_move = color(value),
            "B" => self.moves.push((Color::Black, self.action(property)?)),
            "W" => self.moves.push((Color::White, self.action(property)?)),
            // Stones that are put down later are not a part of the game.
            "AB" | "AW" if self.moves.is_empty() => {
                let stones = if property.name == "AB" { Color::Black } else { Color::White };
                for point in self.rectangle(property)? {
                    self.stones[stones].insert(point);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A point, or a pass: nothing, or `tt` on boards up to 19x19.
    fn action(&self, property: &Property) -> Result<Move, ParseSgfError> {
        match property.value.trim() {
            "" | "tt" => Ok(Move::Pass),
            value => self.point(value, property).map(Move::Place),
        }
    }

    fn point(&self, value: &str, property: &Property) -> Result<Point, ParseSgfError> {
        let error = || ParseSgfError {
            position: property.position,
            problem: Problem::Point(property.value.chars().take(20).collect()),
        };
        let &[column, row] = value.as_bytes() else { return Err(error()) };
        let index = |letter: u8| usize::from(letter.to_ascii_lowercase().wrapping_sub(b'a'));
        let row = self.size.height().checked_sub(1 + index(row)).ok_or_else(error)?;
        self.size.point(index(column), row).ok_or_else(error)
    }

    /// All points of a rectangle that is given by two corners, or one point.
    fn rectangle(&self, property: &Property) -> Result<Vec<Point>, ParseSgfError> {
        let value = property.value.trim();
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let (first, last) = (self.point(first, property)?, self.point(last, property)?);
        let between = |a: usize, b: usize| a.min(b)..=a.max(b);
        let columns = between(first.column(), last.column());
        let rows = between(first.row(), last.row());
        let points = rows
            .flat_map(|row| columns.clone().filter_map(move |column| self.size.point(column, row)));
        Ok(points.collect())
    }
}

fn color(value: &str) -> Option<Color> {
    match value.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

fn size(properties: &[Property]) -> Result<Size, ParseSgfError> {
    let Some(property) = properties.iter().find(|property| property.name == "SZ") else {
        return Ok(Size::square(19).expect("it is a size"));
    };
    let text = property.value.trim().replace(':', "x");
    text.parse().map_err(|_| ParseSgfError { position: property.position, problem: Problem::Size })
}

/// All properties up to the end of the first variation.
fn main_line(text: &str) -> Result<Vec<Property>, ParseSgfError> {
    let error = |position, problem| Err(ParseSgfError { position, problem });
    let Some(start) = text.find("(;").or_else(|| text.find('(')) else {
        return error(0, Problem::NoTree);
    };
    let mut properties = Vec::new();
    let mut name = String::new();
    let mut rest = text[start..].char_indices().map(|(i, c)| (start + i, c)).peekable();
    while let Some((position, c)) = rest.next() {
        match c {
            '[' => {
                if name.is_empty() {
                    return error(position, Problem::NoValue(name));
                }
                let Some(value) = read_value(&mut rest) else {
                    return error(position, Problem::OpenValue);
                };
                properties.push(Property { name: name.clone(), value, position });
            }
            // The first variation is over.
            ')' => return Ok(properties),
            'A'..='Z' => {
                // Old files have lower-case letters between, which do not count.
                let is_new = properties.last().is_some_and(|last| last.name == name);
                if is_new || name.len() > 8 {
                    name.clear();
                }
                name.push(c);
            }
            ';' | '(' => name.clear(),
            _ => {}
        }
    }
    Ok(properties)
}

/// Reads up to the bracket that closes a value.
fn read_value(rest: &mut impl Iterator<Item = (usize, char)>) -> Option<String> {
    let mut value = String::new();
    loop {
        match rest.next()?.1 {
            ']' => return Some(value),
            '\\' => match rest.next()?.1 {
                // An escaped end of line is none.
                '\n' | '\r' => {}
                c => value.push(c),
            },
            c => value.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_lines_are_read() {
        let text = "junk (;FF[4]GM[1] SZ[9]KM[6.5]C[a \\] b]\n AB[aa:bb][ii] ;W[ee](;B[cc];W[tt])(;B[dd]))";
        let record = text.parse::<SgfGame>().unwrap();
        assert_eq!((record.komi, record.stones.black.len()), (Some(6.5), 5));
        let moves = record.moves.iter().map(|(color, action)| format!("{color} {action}"));
        assert_eq!(moves.collect::<Vec<_>>(), ["White E5", "Black C7", "White pass"]);
    }

    #[test]
    fn no_records() {
        for (text, position) in [
            ("", 0),
            ("hello", 0),
            ("(;SZ[20])", 4),
            ("(;B[", 3),
            ("(;SZ[9]B[jj])", 8),
            ("(;[x])", 2),
        ] {
            assert_eq!(text.parse::<SgfGame>().unwrap_err().position, position, "{text}");
        }
    }
}
