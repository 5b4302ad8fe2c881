//! What desktop engines and their boards say, a line each.
//!
//! A cell is two letters: its column from the left and its row from the bottom, both from `A`. A
//! turn is two cells without a blank; a single stone is one cell, or the same cell twice, or a
//! cell and `@@`.

use super::Stone;

/// What an engine is told. An engine answers `name` and the commands that ask for a turn.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Command {
    /// Asks for the name.
    Name,
    /// A new game in which the engine has Black: asks for the first turn.
    NewBlack,
    /// A new game in which the engine has White.
    NewWhite,
    /// Puts stones of Black onto the board.
    Black(Vec<Stone>),
    /// Puts stones of White onto the board.
    White(Vec<Stone>),
    /// Asks for the turn of whoever did not place the last stones.
    Next,
    /// The turn of the opponent: asks for an answer.
    Move(Vec<Stone>),
    Quit,
}

/// What an engine answers.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Reply {
    Name(String),
    Move(Vec<Stone>),
}

/// Why a line is no command or no reply.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum DecodeError {
    #[error("there is no command `{0}`")]
    Unknown(String),
    #[error("`{0}` is no turn: write one cell or two, as in JJ or JJKK")]
    BadTurn(String),
}

impl Command {
    /// The line on a board of this size.
    pub fn encode(&self, size: u8) -> String {
        match self {
            Self::Name => "name".to_owned(),
            Self::NewBlack => "new black".to_owned(),
            Self::NewWhite => "new white".to_owned(),
            Self::Black(stones) => format!("black {}", encode_turn(stones, size)),
            Self::White(stones) => format!("white {}", encode_turn(stones, size)),
            Self::Next => "next".to_owned(),
            Self::Move(stones) => format!("move {}", encode_turn(stones, size)),
            Self::Quit => "quit".to_owned(),
        }
    }

    /// Reads a line. Words are read in any case; boards send `new` with any other word to begin a
    /// game the stones of which they place themselves.
    pub fn decode(line: &str, size: u8) -> Result<Self, DecodeError> {
        let (word, rest) = split(line);
        let turn = || decode_turn(rest, size);
        match word.as_str() {
            "name" | "name?" => Ok(Self::Name),
            "new" if rest.eq_ignore_ascii_case("black") => Ok(Self::NewBlack),
            "new" => Ok(Self::NewWhite),
            "black" => turn().map(Self::Black),
            "white" => turn().map(Self::White),
            "next" => Ok(Self::Next),
            "move" => turn().map(Self::Move),
            "quit" | "exit" | "end" => Ok(Self::Quit),
            _ => Err(DecodeError::Unknown(word)),
        }
    }
}

impl Reply {
    pub fn encode(&self, size: u8) -> String {
        match self {
            Self::Name(name) => format!("name {name}"),
            Self::Move(stones) => format!("move {}", encode_turn(stones, size)),
        }
    }

    /// Reads a line. Engines say much else, which is an unknown word.
    pub fn decode(line: &str, size: u8) -> Result<Self, DecodeError> {
        let (word, rest) = split(line);
        match word.as_str() {
            "name" => Ok(Self::Name(rest.to_owned())),
            "move" => decode_turn(rest, size).map(Self::Move),
            _ => Err(DecodeError::Unknown(word)),
        }
    }
}

/// The first word in lower case, and the rest.
fn split(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_lowercase(), rest.trim())
}

fn encode_turn(stones: &[Stone], size: u8) -> String {
    let letter = |number: u8| char::from(b'A'.wrapping_add(number));
    let cell = |stone: &Stone| {
        [letter(stone.column.wrapping_sub(1)), letter(size.wrapping_sub(stone.row))]
    };
    stones.iter().flat_map(cell).collect()
}

fn decode_turn(text: &str, size: u8) -> Result<Vec<Stone>, DecodeError> {
    let bad = || DecodeError::BadTurn(text.to_owned());
    let place = |letter: u8| {
        let place = letter.to_ascii_uppercase().wrapping_sub(b'A');
        if place < size { Ok(place) } else { Err(bad()) }
    };
    let stone =
        |column: u8, row: u8| Ok(Stone { row: size - place(row)?, column: place(column)? + 1 });
    match *text.as_bytes() {
        [column, row] | [column, row, b'@', b'@'] => Ok(vec![stone(column, row)?]),
        [a, b, c, d] if a.eq_ignore_ascii_case(&c) && b.eq_ignore_ascii_case(&d) => {
            Ok(vec![stone(a, b)?])
        }
        [a, b, c, d] => Ok(vec![stone(a, b)?, stone(c, d)?]),
        _ => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn reading_is_the_inverse_of_writing(
            a in (1..=19_u8, 1..=19_u8),
            b in (1..=19_u8, 1..=19_u8),
            n_stones in 1..=2_usize,
        ) {
            prop_assume!(a != b);
            let stones = [a, b].map(|(row, column)| Stone { row, column })[..n_stones].to_vec();
            for command in
                [Command::Black(stones.clone()), Command::White(stones.clone()), Command::Move(stones.clone())]
            {
                prop_assert_eq!(Command::decode(&command.encode(19), 19), Ok(command));
            }
            let reply = Reply::Move(stones);
            prop_assert_eq!(Reply::decode(&reply.encode(19), 19), Ok(reply));
        }

        #[test]
        fn any_line_is_read_or_refused(line: String, turn in "[ -~]{0,5}") {
            for line in [line, format!("move {turn}")] {
                let _ = (Command::decode(&line, 19), Reply::decode(&line, 19));
            }
        }
    }

    #[test]
    fn cells_are_counted_from_the_bottom_left() {
        let corner = Reply::Move(vec![Stone { row: 19, column: 1 }]);
        assert_eq!(corner.encode(19), "move AA");
        let top = Reply::Move(vec![Stone { row: 1, column: 19 }]);
        assert_eq!(Reply::decode("move SS", 19), Ok(top));
    }

    #[test]
    fn a_single_stone_in_three_ways() {
        let center = Command::Move(vec![Stone { row: 10, column: 10 }]);
        for line in ["move JJ", "move jjJJ", " MOVE  JJ@@\r\n"] {
            assert_eq!(Command::decode(line, 19), Ok(center.clone()), "{line}");
        }
    }

    #[test]
    fn lines_that_say_nothing() {
        let bad = |turn: &str| DecodeError::BadTurn(turn.to_owned());
        assert_eq!(Command::decode("move", 19), Err(bad("")));
        assert_eq!(Command::decode("move JTJJ", 19), Err(bad("JTJJ")));
        assert_eq!(Reply::decode("VCF node : 3", 19), Err(DecodeError::Unknown("vcf".to_owned())));
        assert_eq!(Command::decode("new xxx", 19), Ok(Command::NewWhite));
        assert_eq!(Command::decode("exit", 19), Ok(Command::Quit));
    }
}
