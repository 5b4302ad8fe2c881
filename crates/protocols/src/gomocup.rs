//! The protocol of Gomocup, by which managers and brains of five in a row talk in lines.
//!
//! A [`Reader`] makes [`Command`]s of the lines that a manager writes, some of which take several,
//! and an [`Answer`] is a line that a brain writes.
//!
//! ```
//! use stonegate_protocols::gomocup::{Answer, Command, Reader, Square};
//!
//! let mut reader = Reader::default();
//! assert_eq!(reader.read("START 15"), Some(Command::Start(15)));
//! assert_eq!(reader.read("turn 7, 8"), Some(Command::Turn(Square { x: 7, y: 8 })));
//! assert_eq!(reader.read("BOARD"), None);
//! assert_eq!(reader.read("7,7,2"), None);
//! assert!(matches!(reader.read("DONE"), Some(Command::Board(stones)) if stones.len() == 1));
//! assert_eq!(Answer::Move(Square { x: 0, y: 14 }).to_string(), "0,14");
//! ```

mod answer;
mod command;
mod info;

use std::fmt;
use std::str::FromStr;

pub use answer::{About, Answer};
pub use command::{Command, Owner, Reader, Stone};
pub use info::Info;

/// A square: the column from the left and the row from the top, both from 0.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Square {
    pub x: u32,
    pub y: u32,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match numbers(text)[..] {
            [Some(x), Some(y)] => Ok(Self { x, y }),
            _ => Err(()),
        }
    }
}

/// Numbers between commas, with blanks around them.
fn numbers(text: &str) -> Vec<Option<u32>> {
    text.split(',').map(|number| number.trim().parse().ok()).collect()
}
